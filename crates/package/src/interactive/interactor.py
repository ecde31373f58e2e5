

# The program gets this many seconds for each line: the judge never waits for ever.
TURN = 60
# After the end of the game it gets this many seconds to end.
FINISH = 1
LONGEST_LINE = 1000
# After this number of its moves every opponent takes as much as it can.
PATIENCE = 100
# A game is broken off after this number of moves. The program has then lost if it has given a win away.
LONGEST_GAME = 10000


def reject(why, for_judges=""):
    for name, text in (("judgemessage.txt", why + "\n" + for_judges), ("teammessage.txt", why + "\n")):
        with open(os.path.join(sys.argv[3], name), "w", encoding="utf-8") as file:
            file.write(text)
    os._exit(43)


def on_alarm(_signal, _frame):
    reject("nothing written, or nothing read, for a minute: has the program flushed its output?")


def quoted(text):
    return json.dumps(text[:80] + ("..." if len(text) > 80 else ""))


class Program:
    """The program: what it has written and was not read yet."""

    def __init__(self, longest):
        self.buffer, self.has_ended, self.longest = b"", False, longest

    def send(self, text):
        text = text.encode()
        while text:
            try:
                text = text[os.write(1, text) :]
            except OSError:
                # A program that has ended reads nothing; that its output ends shows when it is read.
                return

    def fill(self):
        read = os.read(0, 4096)
        self.has_ended = not read
        self.buffer += read

    def read_line(self):
        signal.alarm(TURN)
        while b"\n" not in self.buffer and not self.has_ended and len(self.buffer) <= self.longest:
            self.fill()
        line, end, rest = self.buffer.partition(b"\n")
        if len(line) > self.longest:
            reject("malformed output: no line ends: " + quoted(line.decode(errors="replace")))
        if not end:
            reject("end of output: in the program's turn")
        self.buffer = rest
        return " ".join(line.decode(errors="replace").split())

    def check_nothing_ahead(self, line):
        """Rejects a program that has written more than its line, in the middle of a game."""
        if not self.has_ended and select.select([0], [], [], 0)[0]:
            self.fill()
        if self.buffer.strip():
            ahead = self.buffer.decode(errors="replace").strip()
            reject("output out of turn: after %s also %s" % (quoted(line), quoted(ahead)))

    def finish(self, is_over, last):
        """Ends the program's input, and waits for its end, but not for long: on some systems the program sees the end of its
        input only when the interactor has ended. After the last move it must not write any more but the line `last`, if there
        is one; that its game was broken off it does not know."""
        os.close(1)
        signal.alarm(TURN)
        while not self.has_ended and select.select([0], [], [], FINISH)[0]:
            self.fill()
            if not is_over:
                self.buffer = b""
            elif len(self.buffer) > self.longest:
                break
        rest = self.buffer.decode(errors="replace").strip()
        if is_over and last and not rest:
            reject("malformed output: expected %s at the end of a game that it has won" % quoted(last))
        if is_over and words_of(rest, FOLD) != words_of(last, FOLD):
            reject("output after the end: " + quoted(rest))


def choose_seat(program, value):
    """Reads the word by which the program chooses its seat. Returns whether it makes the first move."""
    word = program.read_line()
    word = next((known for known in (FIRST, SECOND) if words_of(known, FOLD) == words_of(word, FOLD)), word)
    if word not in (FIRST, SECOND):
        reject("malformed output: expected %s or %s, found %s" % (FIRST, SECOND, quoted(word)))
    if value and (word == FIRST) != (value > 0):
        reject("wrong seat: %s loses" % word)
    return word == FIRST


def sign(value):
    return (value > 0) - (value < 0)


def main():
    """The arguments are the input, the answer file and the folder for messages. The answer file has a line with the opponent
    and its seed, and a line with the position. The end is 42 if the program on the standard streams has passed, otherwise 43."""
    signal.signal(signal.SIGALRM, on_alarm)
    signal.alarm(TURN)
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    with open(sys.argv[2], encoding="utf-8") as file:
        opponent, position = file.read().split("\n")[:2]
    style, seed = opponent.split()
    source = random.Random(int(seed))
    program = Program(LONGEST_LINE + 2 * len(text))
    program.send(text)
    rules = Rules(PROGRAM)
    values = Values(rules)
    state = State(rules, [position])
    value = values.of([state])[0]
    limit = DRAW + (value and FAR - abs(value)) if DRAW else LONGEST_GAME
    is_programs = STARTS == "p" or (STARTS == "c" and choose_seat(program, value))
    mistake, moves, number = None, state.moves(), 0
    while moves and number < limit:
        number += 1
        best = values.best(moves) if value >= 0 else []
        if is_programs:
            line = program.read_line()
            state = state.play(line)
            if state is None:
                reject("illegal move: move %d, %s" % (number, quoted(line)), "legal: %s\n" % ", ".join(m[0] for m in moves[:8]))
        else:
            signal.alarm(TURN)
            if best and (style != "random" or mistake):
                line = source.choice(best)
            else:
                line = state.draw(style if number < 2 * PATIENCE else "most", source)
            program.send(line + "\n")
            state = state.play(line)
        before, moves = value, state.moves(number)
        value = values.of([state])[0] if moves else FAR if MISERE else -FAR
        # A program that knows that it has won says so at once.
        if is_programs and moves and not ENDS:
            program.check_nothing_ahead(line)
        # A win that takes more moves than are left has been given away, too.
        is_late = -value < FAR - limit + number <= before + 1
        if is_programs and (sign(-value) < sign(before) or is_late) and not mistake:
            better = best[0] if best else "another move"
            kept = "won" if before > 0 else "kept the draw"
            mistake = before, "move %d, %s; %s would have %s\n" % (number, line, better, kept)
        is_programs = not is_programs
    # A game that was broken off counts for the player who can win it, unless it is a draw.
    reached = 0 if moves and DRAW else value if is_programs else -value
    if mistake and reached < mistake[0]:
        reject("lost a won game" if mistake[0] > 0 else "lost a drawn game", mistake[1])
    if not moves and STUCK and is_programs:
        line = program.read_line()
        if words_of(line, FOLD) != words_of(STUCK, FOLD):
            reject("malformed output: expected %s, because it has no move, found %s" % (STUCK, quoted(line)))
    for line in (None if is_programs else STUCK, OVER):
        if line is not None and not moves:
            program.send(line + "\n")
    program.finish(not moves, ENDS if ENDS and is_programs == MISERE else "")
    os._exit(42)


main()
