static u64 goal;

// After a pawn has reached the goal there is no move.
static bool any_move(Position& squares, const Each& each) {
    if (squares.back() == goal) return false;
    for (size_t pawn = 0; pawn < squares.size(); pawn++) {
        // The pawns that are jumped over move up in the row instead.
        size_t last = pawn;
        while (last + 1 < squares.size() && squares[last + 1] == squares[last] + 1) last++;
        u64 from = squares[pawn];
        for (size_t i = pawn; i <= last; i++) squares[i]++;
        bool found = each(squares);
        for (size_t i = pawn; i <= last; i++) squares[i] = from + (i - pawn);
        if (found) return true;
    }
    return false;
}

static bool answer() {
    Position sizes = row(2), squares = row(sizes[1]);
    goal = sizes[0];
    u64 winning = 0;
    any_move(squares, [&winning](Position& after) {
        winning += !wins(after);
        return false;
    });
    std::printf("%llu\n", winning);
    return true;
}

int main() { answer(); }
