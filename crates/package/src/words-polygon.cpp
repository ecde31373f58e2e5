// Compares the output with the answer, word by word. FOLD says whether upper and lower case are the same.
#include "testlib.h"

#include <string>

int main(int argc, char** argv) {
    registerTestlibCmd(argc, argv);
    int count = 0;
    for (; !ans.seekEof() && !ouf.seekEof(); count++) {
        std::string right = ans.readWord(), got = ouf.readWord();
        if (right != got && !(FOLD && lowerCase(right) == lowerCase(got))) quitf(_wa, "word %d: expected %s, found %s", count + 1, right.c_str(), got.c_str());
    }
    if (!ans.seekEof()) quitf(_wa, "the output ends after %d words", count);
    if (!ouf.seekEof()) quitf(_wa, "the output has more than %d words", count);
    quitf(_ok, "%d words", count);
}
