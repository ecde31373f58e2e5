// The Grundy value of a heap is what is left of it after division by k + 1.
#include <cstdio>

int main() {
    int n;
    unsigned long long k, sum = 0, heap;
    if (std::scanf("%d %llu", &n, &k) != 2) return 1;
    while (n-- > 0 && std::scanf("%llu", &heap) == 1) sum ^= heap % (k + 1);
    std::puts(sum != 0 ? "Yes" : "No");
}
