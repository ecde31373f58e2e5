// C. L. Bouton, 1901: lost exactly when the binary sum without carry is 0.
#include <cstdio>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    unsigned long long sum = 0, heap;
    while (n-- > 0 && std::scanf("%llu", &heap) == 1) sum ^= heap;
    std::puts(sum != 0 ? "Yes" : "No");
}
