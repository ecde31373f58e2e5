// CSES 1098, "Nim Game II": heaps, and a move takes one, two or three stones from one of them. Here four heaps, in
// order of size. The input is the number of tests, here 1; then the number of heaps, and the heaps.
#include <algorithm>
#include <iostream>
#include <string>
using namespace std;

int main(int argc, char** argv) {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string verb = argc > 1 ? argv[1] : "";
    int heaps[4];
    if (verb == "about") {
        cout << "title: Nim Game II (CSES 1098)\nsize: stones\nanswer: first second\nsweep-to: 40\n"
             << "rules: Stones lie in four heaps, the smallest first. A move takes one, two or three stones from one heap. The "
             << "player who takes the last stone wins.\n";
    } else if (verb == "positions" && argc > 2) {
        int n = stoi(argv[2]);
        for (int a = 0; 4 * a <= n; a++)
            for (int b = a; a + 3 * b <= n; b++)
                for (int c = b; a + b + 2 * c <= n; c++)
                    cout << a << ' ' << b << ' ' << c << ' ' << n - a - b - c << '\n';
    } else if (verb == "moves" || verb == "input") {
        while (cin >> heaps[0] >> heaps[1] >> heaps[2] >> heaps[3]) {
            if (verb == "input") {
                cout << "1 / 4 / " << heaps[0] << ' ' << heaps[1] << ' ' << heaps[2] << ' ' << heaps[3] << '\n';
                continue;
            }
            const char* between = "";
            for (int heap = 0; heap < 4; heap++)
                for (int taken = 1; taken <= 3 && taken <= heaps[heap]; taken++) {
                    int left[4];
                    copy(heaps, heaps + 4, left);
                    left[heap] -= taken;
                    sort(left, left + 4);
                    cout << between << left[0] << ' ' << left[1] << ' ' << left[2] << ' ' << left[3];
                    between = " ; ";
                }
            cout << '\n';
        }
    } else {
        return 2;
    }
}
