// A heap has the next new Grundy value, unless moves are forbidden in it: then it repeats the smallest value
// all of whose heaps are forbidden to it, if there is one.
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

using u64 = unsigned long long;

static std::vector<u64> repeats, values;  // heaps that repeat a value, increasing, and those values

static u64 value(u64 heap) {
    size_t below = std::lower_bound(repeats.begin(), repeats.end(), heap) - repeats.begin();
    return below < repeats.size() && repeats[below] == heap ? values[below] : heap - below;
}

// Answers one position, if there is one.
static bool answer() {
    repeats.clear();
    values.clear();
    int n, m;
    if (std::scanf("%d %d", &n, &m) != 2) return false;
    std::vector<u64> heaps(n);
    for (u64& heap : heaps)
        if (std::scanf("%llu", &heap) != 1) return false;
    std::vector<std::pair<u64, u64>> pairs(m);
    for (auto& [x, y] : pairs)
        if (std::scanf("%llu %llu", &x, &y) != 2) return false;
    std::sort(pairs.begin(), pairs.end());
    std::map<u64, u64> more;  // how many heaps repeat a value
    for (int i = 0; i < m;) {
        u64 x = pairs[i].first;
        std::map<u64, u64> lost;  // how many heaps with a value are out of reach
        for (; i < m && pairs[i].first == x; i++) lost[value(x - pairs[i].second)]++;
        for (auto [v, count] : lost) {
            auto found = more.find(v);
            if (count == 1 + (found == more.end() ? 0 : found->second)) {
                repeats.push_back(x);
                values.push_back(v);
                more[v]++;
                break;
            }
        }
    }
    u64 sum = 0;
    for (u64 heap : heaps) sum ^= value(heap);
    std::puts(sum != 0 ? "Takahashi" : "Aoki");
    return true;
}

int main() { answer(); }
