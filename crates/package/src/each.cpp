
// An input holds at most CASES positions with at most PARTS parts, behind their number if COUNTED. WHOLE says whether `validate` reads
// all of them at once.
inline void validate_each() {
    u64 left = CASES, parts = 0;
    if (COUNTED) {
        left = number(1, CASES);
        newline();
    }
    do {
        check(left-- > 0, "too many positions");
        parts += validate();
        check(parts <= PARTS, "too many parts in all positions");
    } while (COUNTED && !WHOLE ? left > 0 : !at_end());
}
