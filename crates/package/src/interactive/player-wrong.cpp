// Wrong: takes as little as it can from the first place that has a move.
static void choose(const Game& game, Move& move) {
    if (game.find_any(move)) move.amount = game.least(move.place);
}
