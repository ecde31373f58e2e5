// Too slow: plays all games of no move, of one move, of two moves and so on, until one of the players has won. It searches no
// deeper than it has to: a search that played each game to its end would fill the memory first.
#include <algorithm>
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

// 1 if the player to move wins within so many moves, -1 if the other one does, and 0 if that takes more moves.
static int result(Position& position, u64 moves) {
    if (moves == 0) return any_move(position, [](Position&) { return true; }) ? 0 : -1;
    int best = -1;
    any_move(position, [&best, moves](Position& after) {
        best = std::max(best, -result(after, moves - 1));
        return best == 1;
    });
    return best;
}

static bool wins(Position& position) {
    for (u64 moves = 0;; moves++)
        if (int known = result(position, moves)) return known == 1;
}

// A row of numbers, unless the input ends here.
static Position row(size_t count) {
    Position numbers(count);
    for (u64& number : numbers)
        if (std::scanf("%llu", &number) != 1) std::exit(0);
    return numbers;
}

