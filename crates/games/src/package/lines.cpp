// A draft. ASCII says whether all tests are printable ASCII; SPACED, whether they have single blanks between words, none at the
// ends of lines, and no empty line. The setter adds what else is true of every input: how many lines and words there are, and
// the range of each number.
inline void validate() {
    do {
        std::string words = text();
        check(words.compare(0, 3, "\xef\xbb\xbf") != 0, "a byte order mark");
        bool had_blank = true;
        for (char c : words) {
            check(c == '\t' ? !SPACED : (' ' <= c && c <= '~') || (!ASCII && static_cast<unsigned char>(c) >= 128),
                  "expected printable ASCII");
            check(!SPACED || c != ' ' || !had_blank, "expected words with one blank between two");
            had_blank = c == ' ';
        }
        check(!SPACED || !had_blank, "a blank at the end of the line, or an empty line");
    } while (!at_end());
}
