# Answers by the claim if it has been compared with the oracle, or else plays every game to its end by the moves of the rules program.
import contextlib
import functools
import io
import sys

program = compile(PROGRAM, "rules", "exec")
# What the program is started with to claim an answer; None if it is asked for moves.
claim = CLAIM
# A program that writes the value of a position by a formula, or 0 for a P-position and 1 for another one; None if games are played.
formula = FORMULA and compile(FORMULA, "formula", "exec")


def run(code, given):
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        exec(code, {"__name__": "__main__"})
    return out.buffer.getvalue().decode()


def ask(words, lines):
    """The line that the program writes for each of these."""
    sys.argv = ["rules"] + words
    return run(program, "".join(line + "\n" for line in lines)).split("\n")[: len(lines)]


def explore(positions):
    """The options of the positions and of all after them: a list of names and parts for each."""
    moves, new = {}, list(dict.fromkeys(positions))
    while new:
        for position, line in zip(new, ask(["moves"], new)):
            options = [option.split(" -> ") for option in line.split(" ; ")] if line.strip() else []
            moves[position] = [(o[0].strip(), [part.strip() for part in o[-1].split(" + ")]) for o in options]
        parts = {part: 0 for position in new for _, parts in moves[position] for part in parts}
        new = [part for part in parts if part not in moves and not formula]
        values.update((text, int(run(formula, text.replace(" / ", "\n")))) for text in {*positions, *parts} if formula)
    return moves


def solve(position):
    """The Grundy values of the position and of all after it; in misère play 1 for an N-position and 0 for a P-position. Of positions
    from which no move leads to a sum also the lengths of the games in which the winner hurries and the loser delays."""
    waiting = [position]
    # In depth, without recursion.
    while waiting:
        position = waiting.pop()
        unknown = {part for _, parts in moves[position] for part in parts if part not in values}
        if unknown:
            waiting += [position, *unknown]
        elif position not in values:
            reached = {after(parts) for _, parts in moves[position]}
            mex = next(value for value in range(len(reached) + 1) if value not in reached)
            values[position] = int(not reached or 0 in reached) if MISERE else mex
            wins = min if 0 in reached else max
            after_it = [lengths[parts[0]] for _, parts in moves[position] if after(parts) == 0 or 0 not in reached]
            lengths[position] = 1 + wins(after_it, default=-1)


def solve_backwards():
    """0 for each P-position, 1 for each N-position and 2 for each draw, where positions may repeat."""
    earlier, left = {}, {position: len(options) for position, options in moves.items()}
    for position, options in moves.items():
        for _, parts in options:
            earlier.setdefault(parts[0], []).append(position)
    decided = [position for position in moves if not moves[position]]
    values.update((position, int(MISERE)) for position in decided)
    lengths.update((position, 0) for position in decided)
    for option in decided:
        for position in earlier.get(option, []):
            left[position] -= 1
            if position not in values and 0 in (values[option], left[position]):
                values[position] = int(values[option] == 0)
                lengths[position] = lengths[option] + 1
                decided.append(position)
    values.update((position, 2) for position in moves if position not in values)


def after(parts):
    return functools.reduce(lambda all, part: all ^ values[part], parts, 0)


POSITIONS
if claim is not None:
    answers = [line.strip().replace(LINE_END, "\n") for line in ask(claim, positions)]
    # A claim has the whole number.
    for at, answer in enumerate(answers):
        if MODULUS and answer not in {WORDS}:
            *first, count = answer.split("\n")
            answers[at] = "\n".join([*first, str(int(count) % MODULUS)])
else:
    values, lengths, answers = {}, {}, []
    moves = explore(positions)
    if LOOPS:
        solve_backwards()
    for position in positions:
        if not formula:
            solve(position)
        winning = [name for name, parts in moves[position] if after(parts) == 0]
        answers.append(ANSWER)
for number, answer in enumerate(answers, 1):
    first, *second = answer.split("\n")
    prefix = (PREFIX + " ").lstrip().replace("%d", str(number))
    print(prefix + {WORDS}.get(first, first), *second, sep="\n")
