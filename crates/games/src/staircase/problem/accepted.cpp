// The steps 1, 3, 5, ... are Nim heaps; the others do not count.
#include <cstdio>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    unsigned long long sum = 0, coins;
    for (int step = 1; step <= n && std::scanf("%llu", &coins) == 1; step++)
        if (step % 2 == 1) sum ^= coins;
    std::puts(sum != 0 ? "Yes" : "No");
}
