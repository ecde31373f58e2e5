

# The value of a position that is won at once. A later win has a smaller value, by its number of moves; a draw has 0, and a loss
# the negated value of the opponent's win.
FAR = 1 << 30


class Values:
    """What the player to move reaches: by the confirmed claim of the rules program, or, without one and of sums, by playing every
    game to its end."""

    def __init__(self, rules):
        self.rules = rules
        self.has_claim = LOST is not None and rules.offers("claim")
        self.known = {}

    def of(self, states):
        """The value for the player to move, for each of these states."""
        single = [state.parts[0] for state in states if len(state.parts) == 1]
        if self.has_claim and len(single) == len(states):
            return [-FAR if answer.strip() == LOST else FAR for answer in self.rules.ask("claim", single)] if single else []
        if DRAW:
            return [self.of_part(state.parts[0]) for state in states]
        return [FAR if self.of_sum(state.parts) else -FAR for state in states]

    def of_sum(self, parts):
        if not parts:
            return int(MISERE)
        value = 0
        for part in parts:
            value ^= self.of_part(part)
        return value

    def of_part(self, position):
        """The Grundy value; in misère play 1 for a position that is won and 0 for one that is lost. Where positions may repeat,
        what the player to move reaches."""
        if position not in self.known:
            self.explore(position)
        return self.known[position]

    def explore(self, position):
        moves, new = {}, [position]
        while new:
            answers = self.rules.ask("moves", new)
            moves.update((part, [parts for _, parts in options_of(line)]) for part, line in zip(new, answers))
            parts = {part: 0 for part in new for option in moves[part] for part in option}
            new = [part for part in parts if part not in moves and part not in self.known]
        if DRAW:
            # From the first position of a game every other one is reached.
            self.decide_backwards(moves)
            return
        # In depth, without recursion.
        waiting = [position]
        while waiting:
            position = waiting[-1]
            open_parts = [
                part for option in moves.get(position, []) for part in option if part not in self.known
            ]
            if position in self.known or not open_parts:
                waiting.pop()
                if position not in self.known:
                    reached = {self.of_sum(option) for option in moves[position]}
                    mex = next(value for value in range(len(reached) + 1) if value not in reached)
                    self.known[position] = int(not reached or 0 in reached) if MISERE else mex
            else:
                waiting += open_parts
        moves.clear()

    def decide_backwards(self, moves):
        """Decides positions from those without moves on, the nearest first. What is left is a draw."""
        earlier, left = {}, {position: len(options) for position, options in moves.items()}
        for position, options in moves.items():
            for (part,) in options:
                earlier.setdefault(part, []).append(position)
        decided = [position for position in moves if not moves[position]]
        self.known.update((position, FAR if MISERE else -FAR) for position in decided)
        for part in decided:
            value = self.known[part]
            for position in earlier.get(part, []):
                left[position] -= 1
                if position not in self.known and (value < 0 or not left[position]):
                    self.known[position] = -value - 1 if value < 0 else 1 - value
                    decided.append(position)
        for position in moves:
            self.known.setdefault(position, 0)

    def best(self, moves):
        """The lines of the moves that win soonest, or else of those that keep a draw; none where all lose."""
        values = self.of([after for _, after in moves])
        least = min(values)
        return [line for (line, _), value in zip(moves, values) if value == least <= 0]
