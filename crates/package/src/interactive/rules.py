import contextlib
import io
import os
import random
import re
import subprocess
import sys
import tempfile


def opened(file, mode="r", *words, **named):
    """A file as a rules program opens it: number 0 is its own input, not that of this program."""
    if file == 0:
        return sys.stdin.buffer if "b" in mode else sys.stdin
    return open(file, mode, *words, **named)


class Rules:
    """A rules program: its verbs, by running its text."""

    def __init__(self, text):
        self.is_python = "python" in text.split("\n")[0]
        if self.is_python:
            self.code = compile(text, "rules", "exec")
        else:
            self.folder = tempfile.TemporaryDirectory()
            self.path = os.path.join(self.folder.name, "rules")
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(self.path, 0o755)
        self.offered = {}
        self.last = {}  # The options of the parts that were asked about last.

    def ask(self, verb, lines):
        """The line for each of these lines; None if the verb is not offered."""
        given = "".join(line + "\n" for line in lines)
        words = verb.split()
        text = self.run_python(words, given) if self.is_python else self.run(words, given)
        return None if text is None else (text.split("\n") + [""] * len(lines))[: len(lines)]

    def run(self, words, given):
        done = subprocess.run(
            [self.path] + words, input=given.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
        )
        return done.stdout.decode() if done.returncode == 0 else None

    def run_python(self, words, given):
        kept = sys.argv, sys.stdin
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        sys.argv = ["rules"] + words
        sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
        try:
            with contextlib.redirect_stdout(out):
                exec(self.code, {"__name__": "__main__", "open": opened})
        except SystemExit as end:
            if end.code:
                return None
        finally:
            sys.argv, sys.stdin = kept
        return out.buffer.getvalue().decode()

    def offers(self, verb):
        if verb not in self.offered:
            self.offered[verb] = self.ask(verb, []) is not None
        return self.offered[verb]


# The moves of a position whose length and numbers add up to more than this are drawn, not listed.
HEAVY = 1000
DRAWN = 12


def sum_of_numbers(text):
    return sum(map(int, re.findall(r"[0-9]+", text)))


def options_of(line):
    """The moves of a line: their names, None for those without one, and the parts that they lead to."""
    options = []
    for option in re.split(r"\s;\s", line) if line.strip() else []:
        name, _, target = option.rpartition(" -> ")
        options.append((name.strip() or None, [part.strip() for part in re.split(r"\s\+\s", target)]))
    return options


class State:
    """A position, or a sum of several."""

    def __init__(self, rules, parts):
        self.rules, self.parts = rules, parts
        self.found = None  # The moves, when they have been looked for.

    def is_heavy(self, part, verb):
        return not DRAW and len(part) + sum_of_numbers(part) > HEAVY and self.rules.offers(verb)

    def after(self, number, parts):
        # Only the game of a code ends without a position.
        return State(self.rules, self.parts[:number] + parts + self.parts[number + 1 :])

    def moves(self, seed=0):
        """Pairs of a line and the state that it leads to: all, or where they are too many some at random."""
        if self.found is None:
            self.found = self.find_moves(seed)
        return self.found

    def find_moves(self, seed):
        found = []
        light = [part for part in self.parts if not self.is_heavy(part, "random-move")]
        lines = self.rules.ask("moves", light) if light else []
        self.rules.last = {part: options_of(line) for part, line in zip(light, lines)}
        for number, part in enumerate(self.parts):
            options = self.rules.last.get(part)
            if options is None:
                drawn = self.rules.ask("random-move %d" % seed, [part] * DRAWN)
                options = options_of(" ; ".join(filter(str.strip, drawn)))
            before = "" if len(self.parts) == 1 else "%d: " % (number + 1)
            for name, parts in options:
                found.append((before + (name or " + ".join(parts)), self.after(number, parts)))
        return found

    def play(self, line):
        """The state after the move that a program writes as this line; None if it is no legal move."""
        number, words = 1, line.split()
        if len(self.parts) != 1:
            before, _, rest = line.partition(":")
            if not re.fullmatch(r"\s*[0-9]+\s*", before):
                return None
            number, words = int(before), rest.split()
        if not 1 <= number <= len(self.parts):
            return None
        line = " ".join(words)
        options = self.options(self.parts[number - 1], line)
        for fold in (False, True)[: 1 + FOLD]:  # The exact name counts first.
            for name, parts in options:
                if words_of(name or " + ".join(parts), fold) == words_of(line, fold):
                    return self.after(number - 1, parts)
        return None

    def options(self, part, answer):
        """The moves among which one has this name."""
        if self.is_heavy(part, "named-move"):
            return options_of(self.rules.ask("named-move", [part + " ; " + answer])[0])
        if part not in self.rules.last:
            self.rules.last = {part: options_of(self.rules.ask("moves", [part])[0])}
        return self.rules.last[part]

    def draw(self, style, source):
        """The line of a move of an opponent who takes the least, the most, or anything; None if there is no move."""
        moves = self.moves(source.randrange(1 << 30))
        if not moves:
            return None
        if style == "random":
            return source.choice(moves)[0]
        left = [sum(map(sum_of_numbers, after.parts)) for _, after in moves]
        best = max(left) if style == "least" else min(left)
        return source.choice([line for (line, _), rest in zip(moves, left) if rest == best])


def position_of(text):
    """The position that an input is, on one line."""
    return " / ".join(line.strip() for line in text.strip().split("\n"))
