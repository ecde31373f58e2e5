static bool any_move(Position& heaps, const Each& each) {
    for (u64& heap : heaps)
        for (u64 stones = 1; stones <= heap; stones++) {
            heap -= stones;
            bool found = each(heaps);
            heap += stones;
            if (found) return true;
        }
    return false;
}

static bool answer() {
    Position heaps = row(row(1)[0]);
    std::puts(wins(heaps) ? "Yes" : "No");
    return true;
}

int main() { answer(); }
