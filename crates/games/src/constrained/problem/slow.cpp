static std::set<std::pair<u64, u64>> forbidden;

static bool any_move(Position& heaps, const Each& each) {
    for (u64& heap : heaps)
        for (u64 stones = 1; stones <= heap; stones++) {
            if (forbidden.count({heap, stones})) continue;
            heap -= stones;
            bool found = each(heaps);
            heap += stones;
            if (found) return true;
        }
    return false;
}

static bool answer() {
    forbidden.clear();
    Position sizes = row(2), heaps = row(sizes[0]);
    for (u64 i = 0; i < sizes[1]; i++) {
        Position pair = row(2);
        forbidden.insert({pair[0], pair[1]});
    }
    std::puts(wins(heaps) ? "Takahashi" : "Aoki");
    return true;
}

int main() { answer(); }
