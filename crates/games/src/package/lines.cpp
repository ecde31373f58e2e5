// Printable ASCII, single blanks between words, none at the ends of lines, no empty line. The setter adds what else is true
// of every input: how many lines and words there are, and the range of each number.
inline void validate() {
    do {
        std::string words = text();
        bool had_blank = true;
        for (char c : words) {
            check(' ' <= c && c <= '~', "expected printable ASCII");
            check(c != ' ' || !had_blank, "expected words with one blank between two");
            had_blank = c == ' ';
        }
        check(!had_blank, "a blank at the end of the line, or an empty line");
    } while (!at_end());
}
