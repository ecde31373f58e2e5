// The row holds the squares of the pawns. Group k holds the pawns that have k free squares ahead of them, the goal among them.
// Group 1 wins at once. Otherwise no player enters it, and the rest is Staircase Nim over the groups 3, 5, 7, ...
struct Game : Row {
    u64 goal = 0;

    void read(std::istream& input) override {
        goal = number(input);
        read_row(input, number(input));
    }
    // A move takes a pawn as far as the next free square.
    u64 most(size_t place) const override {
        if (row.back() == goal) return 0;
        size_t last = place;
        while (last + 1 < row.size() && row[last + 1] == row[last] + 1) last++;
        return last - place + 1;
    }
    u64 least(size_t place) const override { return most(place); }
    bool is_legal(Move move) const override { return move.amount > 0 && move.amount == most(move.place); }
    // The pawns that are jumped over move up in the row instead.
    void make(Move move) override {
        for (u64 i = 0; i < move.amount; i++) row[move.place + i]++;
    }
    bool find_winning(Move& move) const override {
        if (row.back() == goal) return false;
        // Groups in pairs: the index of the last pawn, and the size.
        std::vector<std::pair<size_t, u64>> odd;
        u64 sum = 0, last_group = 0;
        for (size_t i = row.size(); i-- > 0;) {
            u64 group = goal - row[i] - (row.size() - 1 - i);
            if (group == 1) {
                move = {i, most(i)};
                return true;
            }
            if (group % 2 == 0) continue;
            if (odd.empty() || group != last_group) odd.push_back({i, 0});
            odd.back().second++;
            last_group = group;
        }
        for (auto& group : odd) sum ^= group.second;
        for (auto& group : odd)
            if ((group.second ^ sum) < group.second) {
                u64 pawns = group.second - (group.second ^ sum);
                move = {group.first + 1 - static_cast<size_t>(pawns), pawns};
                return true;
            }
        return false;
    }
    Line line(Move move) const override { return {row[move.place], row[move.place] + move.amount}; }
    bool parse(Line line, Move& move) const override {
        auto found = std::lower_bound(row.begin(), row.end(), line.first);
        if (found == row.end() || *found != line.first || line.second <= line.first) return false;
        move = {static_cast<size_t>(found - row.begin()), line.second - line.first};
        return is_legal(move);
    }
};

