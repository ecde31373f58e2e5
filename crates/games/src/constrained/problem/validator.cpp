inline u64 validate() {
    u64 n = number(1, N);
    blank();
    u64 m = number(0, N);
    newline();
    u64 parts = std::max(n, m);
    row(n, 1, M);
    std::set<std::pair<u64, u64>> pairs;
    while (m-- > 0) {
        u64 x = number(1, M);
        blank();
        u64 y = number(1, x);
        newline();
        check(pairs.insert({x, y}).second, "the pair is there twice");
    }
    return parts;
}
