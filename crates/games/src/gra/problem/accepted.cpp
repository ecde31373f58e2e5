// Group k holds the pawns that have k free squares ahead of them, the goal among them. Group 1 wins at
// once. Otherwise no player enters it, and the rest is Staircase Nim over the groups 3, 5, 7, ...
#include <cstdio>
#include <utility>
#include <vector>

// Answers one position, if there is one.
static bool answer() {
    long long m;
    int n;
    if (std::scanf("%lld %d", &m, &n) != 2) return false;
    std::vector<long long> squares(n);
    for (long long& square : squares)
        if (std::scanf("%lld", &square) != 1) return false;
    std::vector<std::pair<long long, long long>> groups;  // number and size, from the right
    for (int i = 0; i < n; i++) {
        long long number = m - squares[n - 1 - i] - i;
        if (groups.empty() || groups.back().first != number) groups.push_back({number, 0});
        groups.back().second++;
    }
    if (groups[0].first == 1) {
        std::printf("%lld\n", groups[0].second);
        return true;
    }
    long long x = 0, moves = 0;
    for (auto [number, size] : groups)
        if (number % 2 == 1) x ^= size;
    for (size_t i = 0; x != 0 && i < groups.size(); i++) {
        auto [number, size] = groups[i];
        if (number % 2 == 1) {
            moves += (size ^ x) < size;
        } else if (number >= 4) {
            bool empty = i == 0 || groups[i - 1].first != number - 1;
            long long below = empty ? 0 : groups[i - 1].second;
            long long brought = (below ^ x) - below;
            moves += 1 <= brought && brought <= size;
        }
    }
    std::printf("%lld\n", moves);
    return true;
}

int main() { answer(); }
