static bool any_move(Position& piles, const Each& each) {
    for (size_t i = 0; i < piles.size(); i++)
        for (u64 stones = 1; stones <= piles[i] - (i > 0 ? piles[i - 1] : 0); stones++) {
            piles[i] -= stones;
            bool found = each(piles);
            piles[i] += stones;
            if (found) return true;
        }
    return false;
}

int main() {
    for (u64 positions = row(1)[0]; positions > 0; positions--) {
        Position piles = row(row(1)[0]);
        std::puts(wins(piles) ? "TAK" : "NIE");
    }
}
