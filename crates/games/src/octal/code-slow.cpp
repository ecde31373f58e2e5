// A number of stones that may be taken, how many heaps may be left (bits 0 to 3), and whether these have to be unequal.
struct Rule {
    u64 taken;
    int parts;
    bool unequal;
};

// In this order; those from `repeated_from` on come again and again, `repeated` stones apart.
TABLE

static bool any_move(Position& heaps, const Each& each) {
    for (size_t i = 0; i < heaps.size(); i++) {
        u64 heap = heaps[i];
        auto leave = [&](std::vector<u64> parts) {
            Position after = heaps;
            after.erase(after.begin() + static_cast<std::ptrdiff_t>(i));
            after.insert(after.end(), parts.begin(), parts.end());
            return each(after);
        };
        for (u64 added = 0; added <= heap; added += repeated) {
            for (Rule rule : rules) {
                if (added > 0 && rule.taken < repeated_from) continue;
                u64 taken = rule.taken + added, apart = rule.unequal;
                if (taken > heap) break;
                u64 left = heap - taken;
                if ((rule.parts & 1) != 0 && left == 0 && leave({})) return true;
                if ((rule.parts & 2) != 0 && left > 0 && leave({left})) return true;
                if ((rule.parts & 4) != 0)
                    for (u64 a = 1; 2 * a + apart <= left; a++)
                        if (leave({a, left - a})) return true;
                if ((rule.parts & 8) != 0)
                    for (u64 a = 1; 3 * (a + apart) <= left; a++)
                        for (u64 b = a + apart; 2 * b + apart <= left - a; b++)
                            if (leave({a, b, left - a - b})) return true;
            }
            if (repeated == 0) break;
        }
    }
    return false;
}

static bool answer() {
    Position heaps = row(row(1)[0]);
    std::puts(wins(heaps) ? "Yes" : "No");
    return true;
}

int main() { answer(); }
