inline u64 validate() {
    u64 n = number(1, N);
    newline();
    row(n, 0, M);
    return n;
}
