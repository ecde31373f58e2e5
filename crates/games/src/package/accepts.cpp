// The answer file has the right answer; or a mark and all right answers, with ` ; ` between two. One of them is asked for; blanks
// between words do not matter. Some systems check that the answer file itself is accepted.
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

static std::string words_of(const std::string& text) {
    std::istringstream words(text);
    std::string all, word;
    while (words >> word) all += all.empty() ? word : ' ' + word;
    return all;
}

static bool accepts(const std::string& answers, const std::string& output) {
    std::string all = words_of(answers), got = words_of(output);
    if (all == got) return true;
    const std::string mark = ANY_OF;
    if (all.compare(0, mark.size(), mark) != 0) return false;
    for (size_t from = mark.size(), to; from <= all.size(); from = to + 3) {
        to = std::min(all.find(" ; ", from), all.size());
        if (all.substr(from, to - from) == got) return true;
    }
    return false;
}

