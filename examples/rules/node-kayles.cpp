// Node Kayles on a grid: a move takes a free vertex, which removes it and its neighbours. A position is the grid, row by
// row: `.` free, `#` removed. What a move leaves is written as the sum of its parts, and each part as the least of its
// mirror images, so that it is solved once, wherever it lies. With the variable PLAIN in the environment each part stays
// where it is, and nothing is turned, mirrored or moved: `PLAIN=1 grundy solve --env PLAIN -g ./node-kayles`.
#include "../board.h"

// A part in the whole grid.
template <class Bits>
Shape<Bits> unmoved(Bits part) {
    Shape<Bits> shape{0, width - 1, 0};
    Bits row = (Bits(1) << shape.columns) - 1;
    for (; shape.rows < rows; part >>= width) shape.bits |= (part & row) << (shape.columns * shape.rows++);
    return shape;
}

const bool plain = getenv("PLAIN");

// Writes the parts of what a move leaves, a sum.
template <class Bits>
void write_parts(Bits left, string& out) {
    const char* between = "";
    while (left) {
        Bits part = left & -left;
        for (Bits before = 0; part != before;) {
            before = part;
            // The carry of this sum runs to the right, as far as there are free vertices.
            part |= ((left + part) ^ left) & left;
            part |= neighbours(part) & left;
        }
        left ^= part;
        out += between;
        between = " + ";
        write(plain ? unmoved(part) : canonical(part), out);
    }
    if (!*between) out += "#";
}

template <class Bits>
void write_moves(const string& text, string& out) {
    Bits board = read<Bits>(text);
    const char* between = "";
    for (Bits rest = board; rest; rest &= rest - 1) {
        Bits one = rest & -rest;
        out += between;
        between = " ; ";
        write_parts(board & ~(one | neighbours(one)), out);
    }
}

int main(int argc, char** argv) {
    ios::sync_with_stdio(false);
    string verb = argc > 1 ? argv[1] : "";
    if (verb == "about") {
        cout << "title: Node Kayles on a grid\nsize: vertices of a whole grid\nsmallest: 1\nsweep-to: 16\nanswer: grundy\n"
             << "rules: A position is a grid of vertices, row by row: `.` is free, `#` is removed. A move takes a free vertex: "
             << "it is removed, and so are those beside, above and below it. A player who cannot move loses.\n";
    } else if (verb == "positions" && argc > 2) {
        int n = stoi(argv[2]);
        for (int rows = 1; rows * rows <= n; rows++) {
            if (n % rows) continue;
            for (int row = 0; row < rows; row++) cout << (row ? "/" : "") << string(n / rows, '.');
            cout << "\n";
        }
    } else if (verb == "moves") {
        string text, out;
        while (getline(cin, text)) {
            text.size() < 63 ? write_moves<Short>(text, out) : write_moves<Long>(text, out);
            out += "\n";
            cout << out;
            out.clear();
        }
    } else {
        return 2;
    }
}
