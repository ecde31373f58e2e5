#include <cstdio>
#include <vector>

using u64 = unsigned long long;

// A number of stones that may be taken, how many heaps may be left (bits 0 to 3), and whether these have to be unequal.
struct Rule {
    u64 taken;
    int parts;
    bool unequal;
};

TABLE

int main() {
    size_t n;
    if (std::scanf("%zu", &n) != 1) return 1;
    std::vector<u64> heaps(n);
    u64 largest = 0;
    for (u64& heap : heaps) {
        if (std::scanf("%llu", &heap) != 1) return 1;
        if (heap > largest) largest = heap;
    }
    for (size_t i = 0; repeated > 0 && !rules.empty() && rules.back().taken < largest && i < rules.size(); i++)
        if (rules[i].taken >= repeated_from) {
            Rule next = rules[i];
            next.taken += repeated;
            rules.push_back(next);
        }
    std::vector<unsigned> values, seen;
    for (u64 heap = 0; heap <= largest; heap++) {
        unsigned now = static_cast<unsigned>(heap) + 1;
        auto reach = [&](unsigned value) {
            if (seen.size() <= value) seen.resize(2 * value + 1);
            seen[value] = now;
        };
        for (const Rule& rule : rules) {
            if (rule.taken > heap) break;
            u64 left = heap - rule.taken, apart = rule.unequal;
            if ((rule.parts & 1) != 0 && left == 0) reach(0);
            if ((rule.parts & 2) != 0 && left > 0) reach(values[left]);
            if ((rule.parts & 4) != 0)
                for (u64 a = 1; 2 * a + apart <= left; a++) reach(values[a] ^ values[left - a]);
            if ((rule.parts & 8) != 0)
                for (u64 a = 1; 3 * (a + apart) <= left; a++)
                    for (u64 b = a + apart; 2 * b + apart <= left - a; b++)
                        reach(values[a] ^ values[b] ^ values[left - a - b]);
        }
        unsigned mex = 0;
        while (mex < seen.size() && seen[mex] == now) mex++;
        values.push_back(mex);
    }
    unsigned sum = 0;
    for (size_t i = 0; i < heaps.size(); i++) sum ^= values[heaps[i]];
    std::puts(sum != 0 ? "Yes" : "No");
}
