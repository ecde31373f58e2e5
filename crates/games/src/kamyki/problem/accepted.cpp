// What a pile has more than the one to its left goes, when it is taken, to the next pile's: Staircase Nim,
// and every other difference from the last one on counts.
#include <cstdio>
#include <vector>

int main() {
    int u, n;
    if (std::scanf("%d", &u) != 1) return 1;
    while (u-- > 0 && std::scanf("%d", &n) == 1) {
        std::vector<unsigned long long> piles(n + 1);
        for (int i = 1; i <= n; i++)
            if (std::scanf("%llu", &piles[i]) != 1) return 1;
        unsigned long long sum = 0;
        for (int i = n; i > 0; i -= 2) sum ^= piles[i] - piles[i - 1];
        std::puts(sum != 0 ? "TAK" : "NIE");
    }
}
