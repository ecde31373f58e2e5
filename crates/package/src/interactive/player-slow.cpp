// Too slow: plays all games of no move, of one move, of two moves and so on, until one of the players has won.

// 1 if the player to move wins within so many moves, -1 if the other one does, and 0 if that takes more moves.
static int result(const Game& game, u64 moves, Move& found) {
    int best = -1;
    for (size_t place = 0; place < game.row.size(); place++)
        for (u64 amount = game.most(place); amount > 0; amount--) {
            Move move{place, amount}, reply{};
            if (!game.is_legal(move)) continue;
            if (moves == 0) return 0;
            Game after = game;
            after.make(move);
            best = std::max(best, -result(after, moves - 1, reply));
            if (best == 1) {
                found = move;
                return best;
            }
        }
    return best;
}

static void choose(const Game& game, Move& move) {
    int known = 0;
    for (u64 moves = 0; known == 0; moves++) known = result(game, moves, move);
    if (known < 0) game.find_any(move);
}
