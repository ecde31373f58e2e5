// Checks the form of an answer: a line for each position of the input, which is its first argument, and perhaps a second one. COUNTED says
// whether it begins with the number of its positions, which if SHARED is the last word of the first line; otherwise it has one, or, if
// SEVERAL, some. PREFIX stands before each answer, with the number of the answer for %d.
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

int main(int argc, char** argv) {
    if (argc < 2) return 1;
    std::ifstream input(argv[1]);
    unsigned long long positions = 1;
    std::string word;
    std::getline(input, word);
    std::istringstream count(SHARED ? word.substr(word.rfind(' ') + 1) : word);
    if (COUNTED && !(count >> positions)) return 1;
    unsigned long long number = 1;
    do {
        std::string prefix = PREFIX;
        for (size_t at; (at = prefix.find("%d")) != std::string::npos;) prefix.replace(at, 2, std::to_string(number));
        number++;
        if (!std::getline(std::cin, word) || std::cin.eof() || word.compare(0, prefix.size(), prefix) != 0) return 43;
        word = word.substr(prefix.size());
        if (!is_answer(word)) return 43;
        else if (word == TWO_LINES && (!std::getline(std::cin, word) || std::cin.eof() || !is_second(word))) return 43;
    } while (SEVERAL && !COUNTED ? std::cin.peek() != EOF : --positions > 0);
    return std::cin.peek() == EOF ? 42 : 43;
}
