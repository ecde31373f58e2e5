#include <algorithm>
#include <cstdio>
#include <vector>

using u64 = unsigned long long;

// A number of stones that may be taken, how many heaps may be left (bits 0 to 3), and whether these have to be unequal.
struct Rule {
    u64 taken;
    int parts;
    bool unequal;
};

// In this order; those from `repeated_from` on come again and again, `repeated` stones apart.
TABLE
// g(n + length) = g(n) + saltus for all n >= start, which is proved. Where no such period is known, start is beyond all heaps.
PERIOD

static std::vector<unsigned> values, seen;

// Answers one position, if there is one.
static bool answer() {
    size_t n;
    if (std::scanf("%zu", &n) != 1) return false;
    std::vector<u64> heaps(n);
    u64 largest = 0;
    for (u64& heap : heaps) {
        if (std::scanf("%llu", &heap) != 1) return false;
        if (heap > largest) largest = heap;
    }
    largest = std::min(largest, start + length - 1);
    for (u64 heap = values.size(); heap <= largest; heap++) {
        unsigned now = static_cast<unsigned>(heap) + 1;
        auto reach = [&](unsigned value) {
            if (seen.size() <= value) seen.resize(2 * value + 1);
            seen[value] = now;
        };
        for (size_t r = 0; r < rules.size() && rules[r].taken <= heap; r++) {
            Rule rule = rules[r], next = {rule.taken + repeated, rule.parts, rule.unequal};
            if (rule.taken >= repeated_from && rules.back().taken < next.taken) rules.push_back(next);
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
    u64 sum = 0;
    for (size_t i = 0; i < heaps.size(); i++) {
        u64 periods = heaps[i] < start ? 0 : (heaps[i] - start) / length;
        sum ^= values[heaps[i] - periods * length] + periods * saltus;
    }
    std::puts(sum != 0 ? "Yes" : "No");
    return true;
}

int main() { answer(); }
