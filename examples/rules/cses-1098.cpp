// CSES 1098, "Nim Game II": heaps, and a move takes one, two or three stones from one of them. Here four heaps, in
// order of size. An input has several tests, each of which is the number of heaps, then the heaps.
#include <algorithm>
#include <array>
#include <iostream>
using namespace std;

int main(int argc, char** argv) {
    ios::sync_with_stdio(false), cin.tie(nullptr);
    string verb = argc > 1 ? argv[1] : "";
    array<int, 4> h;
    const auto print = [](auto before, const array<int, 4>& h) { cout << before << h[0] << " " << h[1] << " " << h[2] << " " << h[3]; };
    if (verb == "about") {
        cout << "title: Nim Game II (CSES 1098)\nsize: stones\nanswer: first second\nsweep-to: 40\ncases: count 200000 800000\n"
             << "rules: Stones lie in four heaps, the smallest first. A move takes one, two or three stones from one heap. The "
             << "player who takes the last stone wins.\nformula: value = nimsum(parts: x mod 4)\n";
    } else if (verb == "positions" && argc > 2) {
        for (int n = stoi(argv[2]), a = 0; 4 * a <= n; a++)
            for (int b = a; a + 3 * b <= n; b++)
                for (int c = b; a + b + 2 * c <= n; c++) print("", {a, b, c, n - a - b - c}), cout << '\n';
    } else if (verb == "moves" || verb == "input") {
        for (; cin >> h[0] >> h[1] >> h[2] >> h[3]; cout << '\n')
            if (verb == "input") print("4 / ", h);
            else for (int heap = 0, count = 0; heap < 4; heap++)
                for (int taken = 1; taken <= 3 && taken <= h[heap]; taken++) {
                    array<int, 4> left = h;
                    left[heap] -= taken, sort(left.begin(), left.end()), print(count++ ? " ; " : "", left);
                }
    } else return 2;
}
