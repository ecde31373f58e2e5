
// A line of numbers.
inline std::vector<u64> row(u64 count, u64 low, u64 high) {
    std::vector<u64> numbers;
    for (u64 i = 0; i < count; i++) {
        if (i > 0) blank();
        numbers.push_back(number(low, high));
    }
    newline();
    return numbers;
}

