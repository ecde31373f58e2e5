// C. L. Bouton, 1901: lost exactly when the binary sum without carry is 0.
struct Game : Row {
    void read(std::istream& input) override { read_row(input, number(input)); }
};

