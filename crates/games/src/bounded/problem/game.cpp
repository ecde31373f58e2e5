// The Grundy value of a heap is what is left of it after division by k + 1.
struct Game : Row {
    u64 k = 1;

    void read(std::istream& input) override {
        u64 n = number(input);
        k = number(input);
        read_row(input, n);
    }
    u64 most(size_t place) const override { return std::min(row[place], k); }
    std::vector<u64> values() const override {
        std::vector<u64> values = row;
        for (u64& value : values) value %= k + 1;
        return values;
    }
};

