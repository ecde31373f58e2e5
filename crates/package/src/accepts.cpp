// The answer file has the right answer; or, in a line, a mark and all right answers, with ` ; ` between two. One of them is asked for;
// blanks between words do not matter, nor does a byte order mark before the output. FOLD says whether upper and lower case are the
// same, SORTED whether the words behind the prefix may have any order, and BY_LINE whether lines are compared: each answer has one,
// which begins with ORDERED words of a prefix, and that which is TWO_LINES a second one. Some systems check that the answer file
// itself is accepted.
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <vector>

using Words = std::vector<std::string>;

static Words words_of(const std::string& text, int ordered) {
    std::istringstream from(text);
    std::string word;
    Words words;
    while (from >> word) {
        for (char& c : word)
            if (FOLD && 'A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        words.push_back(word);
    }
    if (SORTED) std::sort(words.begin() + std::min<long>(ordered, words.size()), words.end());
    return words;
}

static bool accepts_words(const Words& all, const Words& got) {
    if (all == got) return true;
    const Words mark = words_of(ANY_OF, 0);
    auto at = std::search(all.begin(), all.end(), mark.begin(), mark.end());
    if (at == all.end()) return false;
    for (auto from = at + mark.size();;) {
        auto to = std::find(from, all.end(), ";");
        Words one(all.begin(), at);
        one.insert(one.end(), from, to);
        if (one == got) return true;
        if (to == all.end()) return false;
        from = to + 1;
    }
}

// The words of the next line that is not empty; none at the end.
static Words next_line(std::istringstream& lines, int ordered) {
    std::string line;
    while (std::getline(lines, line)) {
        Words words = words_of(line, ordered);
        if (!words.empty()) return words;
    }
    return {};
}

static bool accepts(const std::string& answers, std::string output) {
    if (output.compare(0, 3, "\xef\xbb\xbf") == 0) output = output.substr(3);
    if (!BY_LINE) return accepts_words(words_of(answers, 0), words_of(output, 0));
    std::istringstream all(answers), printed(output);
    const Words two_lines = words_of(TWO_LINES, 0);
    for (;;) {
        Words answer = next_line(all, ORDERED), got = next_line(printed, ORDERED), second;
        bool ends = answer.empty();
        bool has_second = !ends && !two_lines.empty() && Words(answer.begin() + std::min<long>(ORDERED, answer.size()), answer.end()) == two_lines;
        // The second line may stand behind the first one.
        if (has_second && got.size() > answer.size()) {
            second.assign(got.begin() + answer.size(), got.end());
            got.resize(answer.size());
        }
        if (!accepts_words(answer, got)) return false;
        if (ends) return true;
        if (has_second && second.empty()) second = next_line(printed, 0);
        if (has_second && !accepts_words(next_line(all, 0), second)) return false;
    }
}

