// Too slow: plays every game to its end.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <set>
#include <utility>
#include <vector>

using u64 = unsigned long long;
using Position = std::vector<u64>;
using Each = std::function<bool(Position&)>;

// Makes each move in place, calls `each`, and takes the move back, until `each` returns true.
static bool any_move(Position& position, const Each& each);

static bool wins(Position& position) {
    return any_move(position, [](Position& after) { return !wins(after); });
}

static Position row(size_t count) {
    Position numbers(count);
    for (u64& number : numbers)
        if (std::scanf("%llu", &number) != 1) std::exit(1);
    return numbers;
}

