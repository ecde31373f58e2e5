// Wrong: forgets the forbidden moves.
#include <cstdio>

int main() {
    int n, m;
    if (std::scanf("%d %d", &n, &m) != 2) return 1;
    unsigned long long sum = 0, heap;
    while (n-- > 0 && std::scanf("%llu", &heap) == 1) sum ^= heap;
    std::puts(sum != 0 ? "Takahashi" : "Aoki");
}
