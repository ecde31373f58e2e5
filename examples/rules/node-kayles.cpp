// Node Kayles on a grid: a move takes a free vertex, which removes it and its neighbours. A position is the grid, row by
// row: `.` free, `#` removed. What a move leaves is written as the sum of its parts, and each part as the least of its
// mirror images, so that it is solved once, wherever it lies. With the variable PLAIN in the environment each part stays
// where it is, and nothing is turned, mirrored or moved: `PLAIN=1 grundy solve --env PLAIN -g ./node-kayles`.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
using namespace std;

// Bit i of a board is character i of its text; between two rows is a bit that is never set. Shorter texts fit into
// numbers with which the machine is faster: `Bits` is one of these two types.
using Short = uint64_t;
using Long = unsigned __int128;
const size_t MOST = 120;

size_t width;  // from a vertex to the one below it
size_t rows;

int lowest(Short bits) { return __builtin_ctzll(bits); }
int lowest(Long bits) { return Short(bits) ? lowest(Short(bits)) : 64 + lowest(Short(bits >> 64)); }

int highest(Short bits) { return 63 - __builtin_clzll(bits); }
int highest(Long bits) { return bits >> 64 ? 64 + highest(Short(bits >> 64)) : highest(Short(bits)); }

template <class Bits>
Bits neighbours(Bits bits) { return bits << 1 | bits >> 1 | bits << width | bits >> width; }

// Reads a board. Ends the program if it is none.
template <class Bits>
Bits read(const string& text) {
    Bits board = 0;
    width = min(text.find('/'), text.size()) + 1;
    rows = (text.size() + 1) / width;
    bool is_board = text.size() <= MOST && text.size() % width == width - 1;
    for (size_t i = 0; is_board && i < text.size(); i++) {
        is_board = i % width == width - 1 ? text[i] == '/' : text[i] == '.' || text[i] == '#';
        if (text[i] == '.') board |= Bits(1) << i;
    }
    if (!is_board) {
        cerr << "expected rows of `.` and `#` of one length, with `/` between them, at most " << MOST << " characters\n";
        exit(1);
    }
    return board;
}

// A rectangle, row by row, without bits between the rows.
template <class Bits>
struct Shape {
    size_t rows, columns;
    Bits bits;
};

Short reversed(Short bits) {
    const Short all = -1;
    bits = (bits >> 1 & all / 3) | (bits & all / 3) << 1;
    bits = (bits >> 2 & all / 5) | (bits & all / 5) << 2;
    bits = (bits >> 4 & all / 17) | (bits & all / 17) << 4;
    return __builtin_bswap64(bits);
}
Long reversed(Long bits) { return Long(reversed(Short(bits))) << 64 | reversed(Short(bits >> 64)); }

// The last bit becomes the first.
template <class Bits>
Bits half_turned(const Shape<Bits>& shape) {
    return reversed(shape.bits) >> (8 * sizeof(Bits) - shape.rows * shape.columns);
}

// The last row becomes the first.
template <class Bits>
Bits upside_down(const Shape<Bits>& shape) {
    Bits row = (Bits(1) << shape.columns) - 1, result = 0;
    for (size_t i = 0; i < shape.rows; i++) result = result << shape.columns | (shape.bits >> (i * shape.columns) & row);
    return result;
}

// Rows become columns.
template <class Bits>
Shape<Bits> transposed(const Shape<Bits>& shape) {
    Shape<Bits> result{shape.columns, shape.rows, 0};
    for (Bits left = shape.bits; left; left &= left - 1) {
        size_t i = lowest(left);
        result.bits |= Bits(1) << (i % shape.columns * shape.rows + i / shape.columns);
    }
    return result;
}

// Cuts off the empty rows and columns around a part, and returns the least of its mirror images that are not higher than wide.
template <class Bits>
Shape<Bits> canonical(Bits part) {
    Bits row = (Bits(1) << (width - 1)) - 1, all = 0;
    part >>= lowest(part) / width * width;
    for (Bits rest = part; rest; rest >>= width) all |= rest & row;
    part >>= lowest(all);
    all >>= lowest(all);
    Shape<Bits> shape{0, highest(all) + size_t(1), 0};
    for (; part; part >>= width) shape.bits |= (part & row) << (shape.columns * shape.rows++);
    if (shape.rows > shape.columns) shape = transposed(shape);
    Bits least = shape.bits;
    for (bool is_square = shape.rows == shape.columns;; is_square = false) {
        Shape<Bits> mirrored{shape.rows, shape.columns, upside_down(shape)};
        least = min({least, shape.bits, mirrored.bits, half_turned(shape), half_turned(mirrored)});
        if (!is_square) break;
        shape = transposed(shape);
    }
    shape.bits = least;
    return shape;
}

// The text of each byte, eight characters long.
struct Texts {
    char of[256][8];
    Texts() {
        for (int byte = 0; byte < 256; byte++)
            for (int i = 0; i < 8; i++) of[byte][i] = byte >> i & 1 ? '.' : '#';
    }
} const texts;

template <class Bits>
void write(const Shape<Bits>& shape, string& out) {
    char text[2 * MOST + 8], *row = text;
    Bits bits = shape.bits;
    for (size_t i = 0; i < shape.rows; i++, bits >>= shape.columns) {
        for (size_t j = 0; j < shape.columns; j += 8) memcpy(row + j, texts.of[uint8_t(bits >> j)], 8);
        row += shape.columns;
        *row++ = '/';
    }
    out.append(text, row - 1);
}

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
