// Codeforces 1382B, "Sequential Nim": piles in a row, and a move takes any number of stones from the first pile
// that is not empty. The input is the number of tests, here 1; then n, then the piles.
#include <iostream>
#include <sstream>
#include <string>
using namespace std;

// Every row of piles with so many stones, none of them empty.
void rows(int stones, const string& before) {
    if (stones == 0) cout << before << "\n";
    for (int pile = 1; pile <= stones; pile++)
        rows(stones - pile, before + (before.empty() ? "" : " ") + to_string(pile));
}

int main(int argc, char** argv) {
    ios::sync_with_stdio(false);
    string verb = argc > 1 ? argv[1] : "";
    if (verb == "about") {
        cout << "title: Sequential Nim (Codeforces 1382B)\nsize: stones\nanswer: First Second\n"
             << "rules: Piles of stones stand in a row. A move takes one stone or more from the first pile that is not empty. "
             << "The player who takes the last stone wins.\nsmallest: 1\nsweep-to: 12\n";
    } else if (verb == "positions" && argc > 2) {
        rows(stoi(argv[2]), "");
    } else if (verb == "moves" || verb == "input") {
        string line;
        while (getline(cin, line)) {
            istringstream words(line);
            int first, n = 0;
            string rest, pile;
            words >> first;
            getline(words, rest);
            if (verb == "moves") {
                // Who takes the last stone of the last pile leaves nothing: 0.
                for (int left = first - 1; left > 0; left--) cout << left << rest << " ; ";
                if (first > 0) cout << (rest.empty() ? "0" : rest.substr(1));
                cout << "\n";
            } else {
                istringstream piles(line);
                while (piles >> pile) n++;
                cout << "1 / " << n << " / " << line << "\n";
            }
        }
    } else {
        return 2;
    }
}
