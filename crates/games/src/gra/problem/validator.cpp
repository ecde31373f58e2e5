inline u64 validate() {
    u64 m = number(2, M);
    blank();
    u64 n = number(1, std::min(N, m - 1));
    newline();
    std::vector<u64> squares = row(n, 1, m - 1);
    for (u64 i = 1; i < n; i++) check(squares[i - 1] < squares[i], "squares must increase");
    return n;
}
