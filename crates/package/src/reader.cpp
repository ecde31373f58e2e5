// Reads an input strictly: single blanks between numbers, no leading zeros, every line ended.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

using u64 = unsigned long long;

static int line = 1;
// Whether the line has been read to its end.
static bool is_over = false;

[[noreturn]] inline void reject(const char* why) {
    std::printf("line %d: %s\n", line, why);
    std::exit(REJECTED);
}

inline void check(bool right, const char* why) {
    if (!right) reject(why);
}

inline int read_char() {
    line += is_over;
    is_over = false;
    return std::getchar();
}

inline u64 number(u64 low, u64 high) {
    int c = read_char();
    check('0' <= c && c <= '9', "expected a number");
    bool zero = c == '0';
    u64 value = 0;
    int digits = 0;
    for (; '0' <= c && c <= '9'; c = read_char()) {
        u64 digit = static_cast<u64>(c - '0');
        check(value <= (~0ULL - digit) / 10, "the number is too large");
        value = 10 * value + digit;
        digits++;
    }
    std::ungetc(c, stdin);
    check(!zero || digits == 1, "a leading zero");
    check(low <= value && value <= high, "the number is out of range");
    return value;
}

inline void blank() { check(read_char() == ' ', "expected one blank"); }

inline void newline() {
    check(read_char() == '\n', "expected the end of the line");
    is_over = true;
}

inline bool at_end() {
    int c = read_char();
    std::ungetc(c, stdin);
    return c == EOF;
}

inline bool at_zero() {
    int c = read_char();
    std::ungetc(c, stdin);
    return c == '0';
}

inline std::string text() {
    std::string all;
    int c = read_char();
    for (; c != '\n' && c != EOF; c = read_char()) all += static_cast<char>(c);
    std::ungetc(c, stdin);
    newline();
    return all;
}

inline void end() { check(read_char() == EOF, "expected the end of the input"); }
