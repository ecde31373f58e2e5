# Answers by a claim if there is one, or else by the rules program, with which it plays every game to its end.
import contextlib
import functools
import io
import sys

program = PROGRAM
claims = CLAIMS


def ask(program, words, lines):
    """Runs a program; None if it fails because it does not offer the verb."""
    sys.argv = ["rules"] + words
    sys.stdin = io.StringIO("".join(line + "\n" for line in lines))
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            exec(compile(program, "rules", "exec"), {"__name__": "__main__"})
        except SystemExit as end:
            if end.code:
                return None
    return out.getvalue().split("\n")[: len(lines)]


def explore(position):
    """The options of the position and of all positions after it: a list of names and parts for each."""
    moves, new = {}, [position]
    while new:
        for position, line in zip(new, ask(program, ["moves"], new)):
            options = [option.split(" -> ") for option in line.split(" ; ")] if line.strip() else []
            moves[position] = [(o[0].strip(), [part.strip() for part in o[-1].split(" + ")]) for o in options]
        parts = {part: 0 for position in new for _, parts in moves[position] for part in parts}
        new = [part for part in parts if part not in moves]
    return moves


@functools.cache
def value(position):
    """The Grundy value; in misère play 1 for an N-position and 0 for a P-position."""
    reached = {after(parts) for _, parts in moves[position]}
    if MISERE:
        return int(not reached or 0 in reached)
    return next(mex for mex in range(len(reached) + 1) if mex not in reached)


def after(parts):
    return functools.reduce(lambda all, part: all ^ value(part), parts, 0)


position = " / ".join(line.strip() for line in sys.stdin.read().strip().split("\n"))
claim = ask(*claims, [position])
if claim:
    answer = claim[0].strip()
else:
    sys.setrecursionlimit(1 << 20)
    moves = explore(position)
    winning = [name for name, parts in moves[position] if after(parts) == 0]
    answer = ANSWER
print({WORDS}.get(answer, answer))
