// Plays Nim by its nim-sum, of which it sees the bits of MASK.
#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    size_t n;
    std::cin >> n;
    std::vector<uint64_t> heaps(n);
    for (auto &heap : heaps) std::cin >> heap;
    for (bool first = true;; first = false) {
        size_t heap;
        uint64_t stones;
        if (!first) {
            if (!(std::cin >> heap >> stones)) return 0;
            heaps[heap - 1] -= stones;
        }
        uint64_t sum = 0;
        for (auto size : heaps) sum ^= size & MASK;
        bool moved = false;
        for (size_t i = 0; i < n && !moved; i++) {
            uint64_t seen = heaps[i] & MASK;
            if ((seen ^ sum) < seen) {
                uint64_t taken = seen - (seen ^ sum);
                heaps[i] -= taken;
                std::cout << i + 1 << ' ' << taken << std::endl;
                moved = true;
            }
        }
        for (size_t i = 0; i < n && !moved; i++) {
            if (heaps[i] > 0) {
                heaps[i]--;
                std::cout << i + 1 << " 1" << std::endl;
                moved = true;
            }
        }
        if (!moved) return 0;
    }
}
