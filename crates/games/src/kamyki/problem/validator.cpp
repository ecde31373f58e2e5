inline u64 validate() {
    u64 u = number(1, 10);
    newline();
    u64 parts = 0;
    while (u-- > 0) {
        u64 n = number(1, N);
        newline();
        parts += n;
        u64 last = 0, all = 0;
        for (u64 pile : row(n, 0, M)) {
            check(last <= pile, "piles must not decrease");
            last = pile;
            all += pile;
        }
        check(all <= M, "too many stones");
    }
    return parts;
}
