// Cram: players put dominoes on a board, upright or lying, until there is no room. A position is the board,
// row by row: `.` free, `#` covered. What a move leaves is written as the sum of its parts, and each part as the least of
// its mirror images, so that it is solved once, wherever it lies; a single free square has no room and is left out.
#include "../board.h"

// Writes the parts of what a move leaves, a sum.
template <class Bits>
void write_parts(Bits left, string& out) {
    const char* between = "";
    while (left) {
        Bits part = left & -left;
        for (Bits before = 0; part != before;) {
            before = part;
            // The carry of this sum runs to the right, as far as there are free squares.
            part |= ((left + part) ^ left) & left;
            part |= neighbours(part) & left;
        }
        left ^= part;
        if (!(part & (part - 1))) continue;
        out += between;
        between = " + ";
        write(canonical(part), out);
    }
    if (!*between) out += "#";
}

template <class Bits>
void write_moves(const string& text, string& out) {
    Bits board = read<Bits>(text);
    const char* between = "";
    for (Bits rest = board; rest; rest &= rest - 1) {
        Bits one = rest & -rest;
        for (Bits two : {one << 1, one << width}) {
            if (!(board & two)) continue;
            out += between;
            between = " ; ";
            write_parts(board & ~(one | two), out);
        }
    }
}

int main(int argc, char** argv) {
    ios::sync_with_stdio(false);
    string verb = argc > 1 ? argv[1] : "";
    if (verb == "about") {
        cout << "title: Cram\nsize: squares of an empty board\nsmallest: 1\nsweep-to: 16\n"
             << "rules: A position is a board, row by row: `.` is free, `#` is covered. A move covers two free squares side by "
             << "side or one above the other with a domino. A player who cannot move loses.\n";
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
