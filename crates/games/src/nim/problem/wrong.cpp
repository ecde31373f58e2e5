// Wrong: adds up in 16 bits.
#include <cstdio>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    unsigned short sum = 0;
    unsigned long long heap;
    while (n-- > 0 && std::scanf("%llu", &heap) == 1) sum = static_cast<unsigned short>(sum ^ heap);
    std::puts(sum != 0 ? "Yes" : "No");
}
