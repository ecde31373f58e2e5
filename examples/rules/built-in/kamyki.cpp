// Kamyki: `u`, the number of rows, here 1; then the number of piles, and the piles, none smaller than the one
// before it. A move takes stones from one pile, so that this stays true.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

void print(const vector<int>& piles) {
    cout << "1 " << piles.size();
    for (int pile : piles) cout << ' ' << pile;
}

// Every row whose number of piles and last pile make up the size.
void rows(int size, vector<int>& piles) {
    int last = piles.empty() ? 0 : piles.back();
    if (!piles.empty() && size == int(piles.size()) + last) print(piles), cout << "\n";
    for (int pile = last; int(piles.size()) + 1 + pile <= size; pile++) {
        piles.push_back(pile);
        rows(size, piles);
        piles.pop_back();
    }
}

int main(int argc, char** argv) {
    ios::sync_with_stdio(false);
    string verb = argc > 1 ? argv[1] : "";
    if (verb == "about") {
        cout << "title: Kamyki\nsize: piles and the last pile\nanswer: TAK NIE\nsmallest: 1\nsweep-to: 12\n"
             << "rules: Stones lie on piles in a row, and no pile is lower than its left neighbour. A move takes one "
             << "stone or more from one pile and must leave it at least as high as its left neighbour. The player who "
             << "takes the last stone wins.\n";
    } else if (verb == "positions" && argc > 2) {
        vector<int> piles;
        rows(stoi(argv[2]), piles);
    } else if (verb == "moves") {
        string line;
        while (getline(cin, line)) {
            istringstream words(line);
            int u, n;
            words >> u >> n;
            vector<int> piles(n);
            for (int& pile : piles) words >> pile;
            const char* between = "";
            for (int i = 0; i < n; i++) {
                int pile = piles[i];
                for (piles[i]--; piles[i] >= (i ? piles[i - 1] : 0); piles[i]--) {
                    cout << between;
                    print(piles);
                    between = " ; ";
                }
                piles[i] = pile;
            }
            cout << "\n";
        }
    } else {
        return 2;
    }
}
