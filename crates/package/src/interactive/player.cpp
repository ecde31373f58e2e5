
int main() {
    Game game;
    game.read(std::cin);
    Move move{};
    bool is_mine = STARTS == 'p';
    if (STARTS == 'c') {
        is_mine = game.find_winning(move);
        std::cout << (is_mine ? FIRST : SECOND) << std::endl;
    }
    for (; game.find_any(move); is_mine = !is_mine) {
        Line line{};
        if (is_mine) {
            choose(game, move);
            line = game.line(move);
            std::cout << line.first << ' ' << line.second << std::endl;
        } else if (!(std::cin >> line.first >> line.second) || !game.parse(line, move)) {
            return 0;
        }
        game.make(move);
    }
}
