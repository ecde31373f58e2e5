// Cram: players put dominoes on a board, upright or lying, until there is no room. A position is the board,
// row by row: `.` free, `#` covered.
#include <iostream>
#include <string>
using namespace std;

int main(int argc, char** argv) {
    ios::sync_with_stdio(false);
    string verb = argc > 1 ? argv[1] : "";
    if (verb == "about") {
        cout << "title: Cram\nsize: squares of an empty board\nsmallest: 1\nsweep-to: 16\n"
             << "rules: A position is a board, row by row: `.` is free, `#` is covered. A move covers two free squares side by "
             << "side or one above the other with a domino. A player who cannot move loses.\n";
    } else if (verb == "positions" && argc > 2) {
        int n = stoi(argv[2]);
        for (int rows = 1; rows * rows <= n; rows++) {
            if (n % rows) continue;
            for (int row = 0; row < rows; row++) cout << (row ? "/" : "") << string(n / rows, '.');
            cout << "\n";
        }
    } else if (verb == "moves") {
        string board;
        while (getline(cin, board)) {
            size_t below = min(board.find('/'), board.size()) + 1;
            const char* between = "";
            for (size_t i = 0; i < board.size(); i++)
                for (size_t step : {size_t(1), below}) {
                    size_t j = i + step;
                    if (j >= board.size() || board[i] != '.' || board[j] != '.') continue;
                    board[i] = board[j] = '#';
                    cout << between << board;
                    between = " ; ";
                    board[i] = board[j] = '.';
                }
            cout << "\n";
        }
    } else {
        return 2;
    }
}
