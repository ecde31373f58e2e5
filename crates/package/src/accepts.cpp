// The answer file has the right answer; or a mark and all right answers, with ` ; ` between two. One of them is asked for; blanks
// between words do not matter, nor does a byte order mark before the output. FOLD says whether upper and lower case are the same, SORTED
// whether the words of a line, or of the output where the answer is a line, may have any order. Some systems check that the answer
// file itself is accepted. SEVERAL says whether there is a line for each of several positions.
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

static std::string words_of(std::string text, bool by_line) {
    if (text.compare(0, 3, "\xef\xbb\xbf") == 0) text = text.substr(3);
    for (char& c : text) {
        if (FOLD && 'A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (!by_line && c == '\n') c = ' ';
    }
    std::istringstream lines(text);
    std::string all, line, word;
    while (std::getline(lines, line)) {
        std::istringstream of_line(line);
        std::vector<std::string> words;
        while (of_line >> word) words.push_back(word);
        if (SORTED) std::sort(words.begin(), words.end());
        for (const std::string& one : words) all += all.empty() ? one : ' ' + one;
    }
    return all;
}

static bool accepts_one(const std::string& answers, const std::string& output) {
    bool by_line = SORTED && answers.find('\n') + 1 < answers.size();
    std::string all = words_of(answers, by_line), got = words_of(output, by_line);
    if (all == got) return true;
    const std::string mark = ANY_OF;
    if (all.compare(0, mark.size(), mark) != 0) return false;
    for (size_t from = mark.size(), to; from <= all.size(); from = to + 3) {
        to = std::min(all.find(" ; ", from), all.size());
        if (all.substr(from, to - from) == got) return true;
    }
    return false;
}

// The next line that is not empty.
static bool next_line(std::istringstream& lines, std::string& line) {
    while (std::getline(lines, line))
        if (!words_of(line, false).empty()) return true;
    return false;
}

static bool accepts(const std::string& answers, const std::string& output) {
    if (!SEVERAL) return accepts_one(answers, output);
    std::istringstream all(answers), printed(output);
    std::string answer, line;
    while (next_line(all, answer))
        if (!next_line(printed, line) || !accepts_one(answer, line)) return false;
    return !next_line(printed, line);
}

