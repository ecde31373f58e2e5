// Makes a winning move; where there is none, any move.
static void choose(const Game& game, Move& move) {
    if (!game.find_winning(move)) game.find_any(move);
}
