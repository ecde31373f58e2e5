"""Times the value of an empty Cram board by `grundy.Game` beside `functools.cache` over the same canonical parts, by turns.

Run by hand: `python cram.py ROWS COLUMNS RUNS`. docs/performance.md has the figures.
"""

import functools
import operator
import statistics
import sys
import time

import grundy


def left(part):
    """The connected parts of what each domino leaves of a set of free squares."""
    for row, column in part:
        for other in (row + 1, column), (row, column + 1):
            if other in part:
                yield parts(part - {(row, column), other})


def parts(squares):
    rest, found = set(squares), []
    while rest:
        part, reached = set(), [rest.pop()]
        while reached:
            row, column = square = reached.pop()
            part.add(square)
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & rest
            rest -= near
            reached += near
        # No domino lies on a single square.
        if len(part) > 1:
            found.append(frozenset(part))
    return found


def canonical(part):
    """The least of the eight mirror images, moved into the corner."""
    images = []
    for a, b in (0, 1), (1, 0):
        for x, y in (1, 1), (1, -1), (-1, 1), (-1, -1):
            image = [(x * square[a], y * square[b]) for square in part]
            top, side = min(row for row, _ in image), min(column for _, column in image)
            images.append(sorted((row - top, column - side) for row, column in image))
    return frozenset(min(images))


def by_game(board):
    return grundy.Game(lambda part: (grundy.Sum(*rest) for rest in left(part)), canonical=canonical).value(board)


def by_cache(board):
    @functools.cache
    def value(part):
        values = (map(value, map(canonical, rest)) for rest in left(part))
        found = {functools.reduce(operator.xor, of_parts, 0) for of_parts in values}
        return next(number for number in range(len(found) + 1) if number not in found)

    return value(canonical(board))


def seconds(work, board):
    begun = time.process_time()
    return work(board), time.process_time() - begun


if __name__ == "__main__":
    rows, columns, runs = map(int, sys.argv[1:])
    board = frozenset((row, column) for row in range(rows) for column in range(columns))
    by_turns = [[seconds(work, board) for work in (by_game, by_cache)] for _ in range(runs)]
    values = {value for turn in by_turns for value, _ in turn}
    ours, theirs = (statistics.median(turn[at][1] for turn in by_turns) for at in (0, 1))
    print(f"values {values}; Game {ours:.3f} s, functools.cache {theirs:.3f} s, medians of {runs}: {theirs / ours:.2f}")
