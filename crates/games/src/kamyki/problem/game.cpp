// What a pile has more than the one to its left goes, when it is taken, to the next pile's: Staircase Nim, and every other
// difference from the last one on counts.
struct Game : Row {
    void read(std::istream& input) override {
        number(input);
        read_row(input, number(input));
    }
    u64 most(size_t place) const override { return row[place] - (place > 0 ? row[place - 1] : 0); }
    std::vector<u64> values() const override {
        std::vector<u64> values(row.size());
        for (size_t i = 0; i < row.size(); i++)
            if ((row.size() - i) % 2 == 1) values[i] = most(i);
        return values;
    }
};

