// Wrong: divides by k.
#include <cstdio>

int main() {
    int n;
    unsigned long long k, sum = 0, heap;
    if (std::scanf("%d %llu", &n, &k) != 2) return 1;
    while (n-- > 0 && std::scanf("%llu", &heap) == 1) sum ^= heap % k;
    std::puts(sum != 0 ? "Yes" : "No");
}
