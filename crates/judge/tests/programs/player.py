"""Plays a game, right or with a bug: player.py GAME BUG. With the word brute after it, reads positions, a line each with
` / ` for line ends, and prints the first one on which the player fails with the shortest line of play.

Positions are solved by search, so they have to be small. It knows the games by their rules only."""

import os
import sys
import time
from functools import lru_cache

sys.setrecursionlimit(10000)
FIRST, SECOND = "First", "Second"


def rows(numbers):
    return tuple(numbers[1:])


class Game:
    """A game by name: reading an input, the moves of a position with their lines, and whether misere."""

    def __init__(self, name):
        self.name = name
        self.misere = name == "misere-nim"

    def lines(self, position):
        """How many lines an input has, when its first line is this one."""
        if self.name == "constrained":
            return 2 + int(position.split()[1])
        return {"kamyki": 3, "wythoff": 1, "fibonacci": 1, "misere-nim": 1}.get(self.name, 2)

    def read(self, text):
        numbers = [int(word) for word in text.replace("/", " ").split()]
        if self.name == "gra":
            return numbers[0], tuple(numbers[2:])
        if self.name == "bounded":
            return numbers[1], tuple(numbers[2:])
        if self.name == "constrained":
            n, m = numbers[:2]
            pairs = numbers[2 + n :]
            return frozenset(zip(pairs[::2], pairs[1::2])), tuple(numbers[2 : 2 + n])
        if self.name == "kamyki":
            return tuple(numbers[2:])
        if self.name in ("wythoff", "fibonacci"):
            return tuple(numbers)
        if self.name == "misere-nim":
            return tuple(n for n in numbers if n)
        return tuple(numbers[1:])

    def moves(self, at):
        """Pairs of a line and a position."""
        found = []

        def put(row, i, n):
            return row[:i] + (n,) + row[i + 1 :]

        if self.name == "nim":
            found = [(f"{i + 1} {k}", put(at, i, h - k)) for i, h in enumerate(at) for k in range(1, h + 1)]
        elif self.name == "bounded":
            most, row = at
            found = [
                (f"{i + 1} {k}", (most, put(row, i, h - k)))
                for i, h in enumerate(row)
                for k in range(1, min(h, most) + 1)
            ]
        elif self.name == "staircase":
            for i, h in enumerate(at):
                for k in range(1, h + 1):
                    to = put(at, i, h - k)
                    found.append((f"{i + 1} {k}", put(to, i - 1, to[i - 1] + k) if i else to))
        elif self.name == "kamyki":
            for i, h in enumerate(at):
                least = at[i - 1] if i else 0
                found += [(f"{i + 1} {k}", put(at, i, h - k)) for k in range(1, h - least + 1)]
        elif self.name == "constrained":
            pairs, row = at
            for i, h in enumerate(row):
                found += [
                    (f"{i + 1} {left}", (pairs, put(row, i, left))) for left in range(h) if (h, h - left) not in pairs
                ]
        elif self.name == "gra":
            m, pawns = at
            if m in pawns:
                return []
            for pawn in pawns:
                to = next(square for square in range(pawn, m + 1) if square not in pawns)
                found.append((f"{pawn} {to}", (m, tuple(sorted(set(pawns) - {pawn} | {to})))))
        elif self.name == "wythoff":
            a, b = at
            nexts = [(i, b) for i in range(a)] + [(a, i) for i in range(b)]
            nexts += [(a - k, b - k) for k in range(1, min(a, b) + 1)]
            found = [("%d %d" % tuple(sorted(to)), tuple(sorted(to))) for to in nexts]
        elif self.name == "fibonacci":
            heap, most = at
            found = [(f"take {k}", (heap - k, min(heap - k, 2 * k))) for k in range(1, min(heap, most) + 1)]
        elif self.name == "misere-nim":
            for i, h in enumerate(at):
                for left in range(h):
                    to = tuple(sorted((n for n in put(at, i, left) if n), reverse=True))
                    found.append((" ".join(map(str, to)) or "0", to))
        return found

    @lru_cache(maxsize=None)
    def wins(self, at):
        moves = self.moves(at)
        return any(not self.wins(to) for _, to in moves) if moves else self.misere


def size(at):
    """The sum of all numbers of a position."""
    if isinstance(at, int):
        return at
    return sum(map(size, at))


class Player:
    def __init__(self, game, bug):
        self.game, self.bug = game, bug

    def seat(self, start):
        wins = self.game.wins(start)
        if self.bug == "seat" and size(start) == 4:
            wins = not wins
        return FIRST if wins else SECOND

    def line(self, start, at, history):
        """The line for a position, after these lines of both players."""
        moves = self.game.moves(at)
        winning = [line for line, to in moves if not self.game.wins(to)]
        losing = [line for line, to in moves if self.game.wins(to)]
        right = (winning or losing)[0]
        wrong = (losing or winning)[0]
        if self.bug == "illegal" and size(at) == 3:
            return "9 9"
        if self.bug == "reply" and history and history[-1] == moves_of_reply(self.game.name):
            return wrong
        if self.bug == "long" and len(history) >= 4:
            return wrong
        return right


def moves_of_reply(name):
    """The reply of the judge after which the bug `reply` shows."""
    return {"gra": "2 3", "fibonacci": "take 2", "wythoff": "0 2", "misere-nim": "1 1", "constrained": "1 0"}.get(name, "2 1")


def play(game, player, choose):
    first = sys.stdin.readline()
    text = first + "".join(sys.stdin.readline() for _ in range(game.lines(first) - 1))
    start = at = game.read(text)
    history = []
    ours = True
    flush = player.bug != "noflush"
    if choose:
        seat = player.seat(start)
        print(seat, flush=flush)
        ours = seat == FIRST
    while game.moves(at):
        if ours:
            line = player.line(start, at, history)
            print(line, flush=flush)
        else:
            line = " ".join(sys.stdin.readline().split())
        nexts = [to for legal, to in game.moves(at) if legal == line]
        if not nexts:
            # The judge has ended the game, or is about to.
            break
        at = nexts[0]
        history.append(line)
        ours = not ours
    if player.bug == "crash" and size(start) == 4:
        sys.exit(3)
    if player.bug == "hang":
        time.sleep(60)
    if player.bug == "chatter":
        print("bye")


def failing(game, player, start, ours, at, history, could_win):
    """The shortest line of play that the player loses or in which it writes an illegal move; None if there is none."""
    moves = game.moves(at)
    if not moves:
        winner_is_us = ours == game.misere
        return list(history) if could_win and not winner_is_us else None
    if ours:
        could_win = could_win or game.wins(at)
        line = player.line(start, at, history)
        nexts = [to for legal, to in moves if legal == line]
        if not nexts:
            return list(history)
        return failing(game, player, start, False, nexts[0], history + [line], could_win)
    best = None
    for line, to in moves:
        found = failing(game, player, start, True, to, history + [line], could_win)
        if found is not None and (best is None or len(found) < len(best)):
            best = found
    return best


def brute(game, player, choose):
    for text in sys.stdin:
        start = game.read(text)
        if choose and (player.seat(start) == FIRST) != game.wins(start):
            found = []
        else:
            ours = not choose or player.seat(start) == FIRST
            found = failing(game, player, start, ours, start, [], False)
        if found is not None:
            print(text.strip())
            print(len(found))
            print(" ; ".join(found))
            return
    print("none")


def main():
    name, bug, *rest = sys.argv[1:]
    game = Game(name)
    player = Player(game, bug)
    run = brute if "brute" in rest else play
    run(game, player, "choose" in rest)


main()
