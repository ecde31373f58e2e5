// A draft. `closed` says whether the last line has been one of zeros, which ends the input if ZERO. LINES is the number of lines of a position, or 0 where it reads to the end of the input; ASCII says whether all tests are printable ASCII; SPACED, whether they have single blanks between words, none at the
// ends of lines, and no empty line; PLAIN, whether no number in them has a zero in front. The setter adds what else is true of
// every input: how many lines and words there are, and the range of each number.
static bool closed = false;

inline std::string words_of_line() {
    std::string words = text();
    check(words.compare(0, 3, "\xef\xbb\xbf") != 0, "a byte order mark");
    char before = ' ', last = ' ';
    for (char c : words) {
        check(c == '\t' ? !SPACED : (' ' <= c && c <= '~') || (!ASCII && static_cast<unsigned char>(c) >= 128),
              "expected printable ASCII");
        check(!SPACED || c != ' ' || last != ' ', "expected words with one blank between two");
        bool starts = !std::isalnum(static_cast<unsigned char>(before)) && before != '.';
        check(!PLAIN || !starts || last != '0' || c < '0' || c > '9', "a leading zero");
        before = last;
        last = c;
    }
    check(!SPACED || last != ' ', "a blank at the end of the line, or an empty line");
    return words;
}

// The number of positions, behind what they share in the first line.
inline u64 last_number(u64 high) {
    std::string words = words_of_line();
    std::string last = words.substr(words.rfind(' ') + 1);
    check(last.size() < std::min<size_t>(words.size(), 19) && last.find_first_not_of("0123456789") == std::string::npos,
          "expected a number behind the first line of a position");
    u64 value = std::strtoull(last.c_str(), nullptr, 10);
    check(1 <= value && value <= high, "the number is out of range");
    return value;
}

inline u64 validate() {
    check(!closed, "expected the end of the input behind the line of zeros");
    u64 left = LINES;
    do {
        std::string words = words_of_line();
        closed = ZERO && left == LINES && words.find_first_not_of("0 ") == std::string::npos;
    } while (LINES > 0 ? !closed && --left > 0 : !at_end());
    return 0;
}
