// A heap has the next new Grundy value, unless moves are forbidden in it: then it repeats the smallest value all of whose
// heaps are forbidden to it, if there is one.
struct Game : Row {
    std::set<std::pair<u64, u64>> forbidden;
    std::vector<u64> repeats, values_of_repeats;  // heaps that repeat a value, increasing, and those values
    std::map<u64, std::vector<u64>> repeated;     // for a value, the heaps that repeat it

    u64 value(u64 heap) const {
        auto found = std::lower_bound(repeats.begin(), repeats.end(), heap);
        u64 below = static_cast<u64>(found - repeats.begin());
        return found != repeats.end() && *found == heap ? values_of_repeats[below] : heap - below;
    }
    // The first heap with a value.
    u64 first_heap(u64 value) const {
        u64 heap = value;
        for (size_t i = 0; i < repeats.size() && repeats[i] <= heap; i++) heap++;
        return heap;
    }
    void read(std::istream& input) override {
        u64 n = number(input), m = number(input);
        read_row(input, n);
        for (u64 i = 0; i < m; i++) {
            u64 x = number(input), y = number(input);
            forbidden.insert({x, y});
        }
        for (auto pair = forbidden.begin(); pair != forbidden.end();) {
            u64 x = pair->first;
            std::map<u64, u64> lost;  // how many heaps with a value are out of reach
            for (; pair != forbidden.end() && pair->first == x; pair++) lost[value(x - pair->second)]++;
            for (auto [v, count] : lost)
                if (count == 1 + repeated[v].size()) {
                    repeats.push_back(x);
                    values_of_repeats.push_back(v);
                    repeated[v].push_back(x);
                    break;
                }
        }
    }
    bool is_legal(Move move) const override {
        return Row::is_legal(move) && forbidden.count({row[move.place], move.amount}) == 0;
    }
    u64 most(size_t place) const override {
        u64 amount = row[place];
        while (amount > 0 && forbidden.count({row[place], amount}) > 0) amount--;
        return amount;
    }
    u64 least(size_t place) const override {
        u64 amount = 1;
        while (forbidden.count({row[place], amount}) > 0) amount++;
        return amount <= row[place] ? amount : 0;
    }
    bool find_winning(Move& move) const override {
        u64 sum = 0;
        for (u64 heap : row) sum ^= value(heap);
        for (size_t i = 0; sum != 0 && i < row.size(); i++) {
            u64 target = value(row[i]) ^ sum;
            if (target >= value(row[i])) continue;
            std::vector<u64> heaps{first_heap(target)};
            auto others = repeated.find(target);
            if (others != repeated.end()) heaps.insert(heaps.end(), others->second.begin(), others->second.end());
            for (u64 heap : heaps) {
                if (heap >= row[i]) continue;
                move = {i, row[i] - heap};
                if (is_legal(move)) return true;
            }
        }
        return false;
    }
    Line line(Move move) const override { return {move.place + 1, row[move.place] - move.amount}; }
    bool parse(Line line, Move& move) const override {
        if (line.first < 1 || line.first > row.size() || line.second >= row[line.first - 1]) return false;
        move = {static_cast<size_t>(line.first - 1), row[line.first - 1] - line.second};
        return is_legal(move);
    }
};

