// Reads an input as strictly as can be: single blanks between numbers, no leading zeros, every line
// ended. Exit code 42 says that the input is right, 43 that it is not.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

using u64 = unsigned long long;

static int line = 1;

[[noreturn]] inline void reject(const char* why) {
    std::printf("line %d: %s\n", line, why);
    std::exit(43);
}

inline void check(bool right, const char* why) {
    if (!right) reject(why);
}

inline u64 number(u64 low, u64 high) {
    int c = std::getchar();
    check('0' <= c && c <= '9', "expected a number");
    bool zero = c == '0';
    u64 value = 0;
    int digits = 0;
    for (; '0' <= c && c <= '9'; c = std::getchar()) {
        u64 digit = c - '0';
        check(value <= (~0ULL - digit) / 10, "the number is too large");
        value = 10 * value + digit;
        digits++;
    }
    std::ungetc(c, stdin);
    check(!zero || digits == 1, "a leading zero");
    check(low <= value && value <= high, "the number is out of range");
    return value;
}

inline void blank() { check(std::getchar() == ' ', "expected one blank"); }

inline void newline() {
    check(std::getchar() == '\n', "expected the end of the line");
    line++;
}

// A line of numbers.
inline std::vector<u64> row(u64 count, u64 low, u64 high) {
    std::vector<u64> numbers;
    for (u64 i = 0; i < count; i++) {
        if (i > 0) blank();
        numbers.push_back(number(low, high));
    }
    newline();
    return numbers;
}

inline int end() {
    check(std::getchar() == EOF, "expected the end of the input");
    return 42;
}
