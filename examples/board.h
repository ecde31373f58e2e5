// Boards of squares, or grids of vertices, for cram.cpp and node-kayles.cpp: read and written as rows of `.` and `#` with `/`
// between them, and the least of the mirror images of a part.
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

size_t width;  // from a square to the one below it
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
