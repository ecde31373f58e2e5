// Too slow: plays every game to its end.
static bool find_by_search(const Game& game, Move& found) {
    for (size_t place = 0; place < game.row.size(); place++)
        for (u64 amount = game.most(place); amount > 0; amount--) {
            Move move{place, amount}, reply{};
            if (!game.is_legal(move)) continue;
            Game after = game;
            after.make(move);
            if (!find_by_search(after, reply)) {
                found = move;
                return true;
            }
        }
    return false;
}

static void choose(const Game& game, Move& move) {
    if (!find_by_search(game, move)) game.find_any(move);
}
