#!/usr/bin/env python3
"""Plays against your program, shows the dialogue, and checks that every move is legal.

    python3 testing_tool.py -f INPUT COMMAND [ARGUMENT ...]

INPUT is a file in the form of the task's input, such as that of a sample. In the dialogue `<` stands before the lines of this
tool and `>` before those of your program. The tool does not know who wins a position: its moves are those of an opponent that
takes anything, the least or the most.
"""

IMPORTS


GAME
# Who makes the first move: p the program, j this tool, c the player that the program chooses by one of two words.
CONSTANTS

def stop(why):
    print(why)
    sys.exit(1)


class Program:
    def __init__(self, command):
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8", errors="replace")
        except OSError as error:
            sys.exit("%s: %s" % (command[0], error.strerror))

    def send(self, text):
        print("<" + text.rstrip("\n").replace("\n", "\n<"), flush=True)
        try:
            self.process.stdin.write(text)
            self.process.stdin.flush()
        except OSError:
            pass  # That its output ends shows when it is read.

    def read_line(self):
        line = self.process.stdout.readline(1 << 20)
        if not line:
            stop("The program has ended, with exit code %d, though it was its turn." % self.process.wait())
        print(">" + line.rstrip("\n"), flush=True)
        return line.strip()

    def finish(self, is_over, last):
        try:
            self.process.stdin.close()
        except OSError:
            pass
        rest = self.process.stdout.read()
        if rest.strip():
            print(">" + rest.rstrip("\n"), flush=True)
        if is_over and words_of(rest, FOLD) != words_of(last, FOLD):
            expected = last or "nothing"
            stop("After the end of the game the program has written %r, expected %s." % (rest[:80], expected))
        if self.process.wait() != 0:
            stop("The program has ended with exit code %d." % self.process.returncode)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-f", metavar="INPUT", required=True, help="the input")
    parser.add_argument("--opponent", choices=["random", "least", "most"], default="random")
    parser.add_argument("--seed", type=int, default=1, help="for an opponent with the same moves")
    if not HAS_RULES:
        parser.add_argument("--rules", metavar="FILE", required=True, help="the rules of the game, a program of the setter")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="your program")
    arguments = parser.parse_args()
    if not arguments.command:
        parser.error("no command for your program")
    try:
        with open(arguments.f, encoding="utf-8") as file:
            text = file.read()
        game = start(text, arguments)
    except (OSError, ValueError, IndexError) as error:
        sys.exit("%s is no input of the task: %s" % (arguments.f, error))
    source = random.Random(arguments.seed)
    program = Program(arguments.command)
    program.send(text)
    is_programs = STARTS == "p"
    if STARTS == "c":
        word = program.read_line()
        word = next((known for known in (FIRST, SECOND) if words_of(known, FOLD) == words_of(word, FOLD)), word)
        if word not in (FIRST, SECOND):
            stop("Expected %s or %s." % (FIRST, SECOND))
        is_programs = word == FIRST
    number = 0
    while True:
        line = game.draw(arguments.opponent, source)
        if line is None or number == DRAW:
            break
        number += 1
        if is_programs:
            line = program.read_line()
        else:
            program.send(line + "\n")
        game = game.play(line)
        if game is None:
            stop("This is no legal move.")
        is_programs = not is_programs
    if line is not None:
        program.finish(False, "")
        print("After %d moves this tool ends the game: it is a draw if the first position is one." % DRAW)
        return
    if STUCK and is_programs and words_of(program.read_line(), FOLD) != words_of(STUCK, FOLD):
        stop("Expected %s, because there is no move." % STUCK)
    for line in (None if is_programs else STUCK, OVER):
        if line is not None:
            program.send(line + "\n")
    program.finish(True, ENDS if ENDS and is_programs == MISERE else "")
    print("The game is over: your program has %s." % ("won" if is_programs == MISERE else "lost"))


main()
