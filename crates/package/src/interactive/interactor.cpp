#include <cctype>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include <strings.h>

// After this number of its moves every opponent takes as much as it can.
const int PATIENCE = 100;
// A game is broken off after this number of moves. The program has then lost if it has given a win away.
const int LONGEST_GAME = 10000;

static std::string quoted(const std::string& text) {
    std::string all = "\"";
    for (char c : text.substr(0, 80)) all += ' ' <= c && c <= '~' ? c : '?';
    return all + (text.size() > 80 ? "...\"" : "\"");
}

static std::string words_of(const std::string& text) {
    std::istringstream words(text);
    std::string all, word;
    while (words >> word) all += all.empty() ? word : ' ' + word;
    return all;
}

SYSTEM
// The judge of an interactive task, as Kattis and DOMjudge run it. Its arguments are the input, the answer file, which names the
// opponent and its seed, and the folder for messages. It ends with 42 if the program on its standard input and output has
// passed, and with 43 if not.
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

// The program gets this many seconds for each line: the judge never waits for ever.
const unsigned TURN = 60;
// After the end of the game it gets this many milliseconds to end.
const int FINISH = 1000;

static std::string judge_file, team_file;
// A line of the program may have this many bytes, and twice those of the input.
static size_t longest_line = 1000;

static void write_file(const std::string& path, const char* text, size_t length) {
    int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) return;
    if (write(file, text, length) < 0) _exit(1);
    close(file);
}

[[noreturn]] static void reject(std::string why, const std::string& for_judges = "") {
    why += '\n';
    write_file(team_file, why.data(), why.size());
    why += for_judges;
    write_file(judge_file, why.data(), why.size());
    _exit(43);
}

static void on_alarm(int) {
    static const char why[] = "nothing written, or nothing read, for a minute: has the program flushed its output?\n";
    write_file(team_file, why, sizeof why - 1);
    write_file(judge_file, why, sizeof why - 1);
    _exit(43);
}

// The program: what it has written and was not read yet.
struct Program {
    std::string buffer;
    bool has_ended = false;

    static void send(const std::string& text) {
        alarm(TURN);
        for (size_t sent = 0; sent < text.size();) {
            ssize_t count = write(STDOUT_FILENO, text.data() + sent, text.size() - sent);
            // A program that has ended reads nothing; that its output ends shows when it is read.
            if (count <= 0) return;
            sent += static_cast<size_t>(count);
        }
    }

    void fill() {
        char bytes[4096];
        ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) has_ended = true;
        else buffer.append(bytes, static_cast<size_t>(count));
    }

    std::string read_line() {
        alarm(TURN);
        size_t end;
        while ((end = buffer.find('\n')) == std::string::npos && !has_ended) {
            if (buffer.size() > longest_line) break;
            fill();
        }
        if (end == std::string::npos ? buffer.size() > longest_line : end > longest_line)
            reject("malformed output: no line ends: " + quoted(buffer));
        if (end == std::string::npos) reject("end of output: in the program's turn");
        std::string line = words_of(buffer.substr(0, end));
        buffer.erase(0, end + 1);
        return line;
    }

    // Rejects a program that has written more than its line, in the middle of a game.
    void check_nothing_ahead(const std::string& line) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (!has_ended && poll(&input, 1, 0) > 0) fill();
        std::string ahead = words_of(buffer);
        if (!ahead.empty()) reject("output out of turn: after " + quoted(line) + " also " + quoted(ahead));
    }

    // Ends the program's input, and waits for its end, but not for long: on some systems the program sees the end of its input
    // only when the interactor has ended. After the last move it must not write any more; that its game was broken off it does
    // not know.
    void finish(bool is_over) {
        close(STDOUT_FILENO);
        alarm(TURN);
        pollfd input{STDIN_FILENO, POLLIN, 0};
        while (true) {
            std::string rest = words_of(buffer);
            if (is_over && !rest.empty()) reject("output after the end: " + quoted(rest));
            buffer.clear();
            if (has_ended || poll(&input, 1, FINISH) <= 0) return;
            fill();
        }
    }
};

// Reads the arguments. Returns the input, and stores how the opponent plays and its seed.
static std::string begin(int count, char** arguments, std::string& style, u64& seed) {
    if (count < 4) _exit(1);
    std::ifstream file(arguments[1]), answer(arguments[2]);
    std::string folder = arguments[3], text{std::istreambuf_iterator<char>(file), {}};
    judge_file = folder + "/judgemessage.txt";
    team_file = folder + "/teammessage.txt";
    longest_line += 2 * text.size();
    if (!(answer >> style >> seed)) _exit(1);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGALRM, on_alarm);
    alarm(TURN);
    return text;
}

[[noreturn]] static void accept() { _exit(42); }

SYSTEM
static bool read_numbers(const std::string& line, Line& numbers) {
    std::istringstream words(line);
    std::string first, second, more;
    if (!(words >> first >> second) || words >> more) return false;
    auto number = [](const std::string& word, u64& value) {
        value = 0;
        for (char c : word) {
            u64 digit = static_cast<u64>(c - '0');
            if (c < '0' || c > '9' || value > (~0ULL - digit) / 10) return false;
            value = 10 * value + digit;
        }
        return true;
    };
    return number(first, numbers.first) && number(second, numbers.second);
}

static std::string text_of(Line line) { return std::to_string(line.first) + ' ' + std::to_string(line.second); }

// Whether the numbers of an input are more than 1000 together.
static bool is_large(const std::string& text) {
    std::istringstream words(text);
    u64 sum = 0, number;
    while (words >> number && sum <= 1000) sum += std::min<u64>(number, 1001);
    return sum > 1000;
}

// How the judge plays: it makes a winning move where there is one, but `random` only after the program's first mistake.
struct Opponent {
    std::string style;
    std::mt19937_64 random;
    int moves = 0;

    u64 below(u64 limit) { return random() % limit; }

    Move reply(const Game& game, bool is_after_mistake) {
        Move best{};
        if ((style != "random" || is_after_mistake) && game.find_winning(best)) return best;
        bool takes_most = style == "most" || moves++ >= PATIENCE;
        u64 found = 0, as_good = 0;
        for (size_t place = 0; place < game.row.size(); place++) {
            u64 least = game.least(place), most = game.most(place);
            if (most == 0) continue;
            Move move{place, takes_most ? most : least};
            if (!takes_most && style == "random") {
                for (int tries = 0; tries < 20; tries++) {
                    Move drawn{place, least + below(most - least + 1)};
                    if (game.is_legal(drawn)) move = drawn;
                }
            } else if (as_good > 0 && move.amount != found) {
                if (takes_most ? move.amount < found : move.amount > found) continue;
                as_good = 0;
            }
            found = move.amount;
            // Any of those that are as good, each equally likely.
            if (below(++as_good) == 0) best = move;
        }
        return best;
    }
};

// Reads the word by which the program chooses its seat. Returns whether it makes the first move.
static bool choose_seat(Program& program, bool wins) {
    std::string word = program.read_line();
    for (const char* known : {FIRST, SECOND})
        if (FOLD && strcasecmp(known, word.c_str()) == 0) word = known;
    if (word != FIRST && word != SECOND)
        reject("malformed output: expected " + std::string(FIRST) + " or " + SECOND + ", found " + quoted(word));
    if ((word == FIRST) != wins) reject("wrong seat: " + word + " loses");
    return word == FIRST;
}

int main(int count, char** arguments) {
    Opponent opponent;
    u64 seed = 0;
    std::string text = begin(count, arguments, opponent.style, seed);
    opponent.random.seed(seed);

    Game game;
    std::istringstream input(text);
    game.read(input);
    Program program;
    Program::send(text);
    Move move{};
    bool wins = game.find_winning(move);
    // A program that is to lose may make games from larger positions as long as it likes.
    if (STARTS != 'c' && wins != (STARTS == 'p') && is_large(text)) opponent.style = "random";
    bool is_programs = STARTS == 'p' || (STARTS == 'c' && choose_seat(program, wins));
    std::string mistake, instead;
    int moves = 0;
    for (; game.find_any(move) && moves < LONGEST_GAME; is_programs = !is_programs) {
        moves++;
        std::string line;
        Move winning{};
        if (is_programs) {
            wins = game.find_winning(winning);
            line = program.read_line();
            Line numbers{};
            if (!read_numbers(line, numbers) || !game.parse(numbers, move))
                reject("illegal move: move " + std::to_string(moves) + ", " + quoted(line));
            if (wins) instead = text_of(game.line(winning));
        } else {
            move = opponent.reply(game, !mistake.empty());
            Program::send(text_of(game.line(move)) + '\n');
        }
        game.make(move);
        Move better{};
        if (is_programs && game.find_any(better)) program.check_nothing_ahead(line);
        if (is_programs && wins && mistake.empty() && game.find_winning(better))
            mistake = "move " + std::to_string(moves) + ", " + line + "; " + instead + " would have won";
    }
    // Without moves the player to move has lost; a game that was broken off counts for the player who can win it.
    bool has_won = game.find_winning(move) == is_programs;
    if (!mistake.empty() && !has_won) reject("lost a won game", mistake + '\n');
    program.finish(!game.find_any(move));
    accept();
}
