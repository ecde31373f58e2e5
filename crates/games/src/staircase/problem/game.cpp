// The steps 1, 3, 5, ... are Nim heaps; the others do not count.
struct Game : Row {
    void read(std::istream& input) override { read_row(input, number(input)); }
    void make(Move move) override {
        row[move.place] -= move.amount;
        if (move.place > 0) row[move.place - 1] += move.amount;
    }
    std::vector<u64> values() const override {
        std::vector<u64> values = row;
        for (size_t i = 1; i < values.size(); i += 2) values[i] = 0;
        return values;
    }
};

