// Wrong: counts the steps from the top.
#include <cstdio>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    unsigned long long sum = 0, coins;
    for (int step = 1; step <= n && std::scanf("%llu", &coins) == 1; step++)
        if ((n - step) % 2 == 0) sum ^= coins;
    std::puts(sum != 0 ? "Yes" : "No");
}
