

class Values:
    """Who wins: by the confirmed claim of the rules program, or, without one and of sums, by playing every game to its end."""

    def __init__(self, rules):
        self.rules = rules
        self.has_claim = LOST is not None and rules.offers("claim")
        self.known = {}

    def win(self, states):
        """Whether the player to move wins, for each of these states."""
        single = [state.parts[0] for state in states if len(state.parts) == 1]
        if self.has_claim and len(single) == len(states):
            return [answer.strip() != LOST for answer in self.rules.ask("claim", single)] if single else []
        return [self.of_sum(state.parts) != 0 for state in states]

    def of_sum(self, parts):
        if not parts:
            return int(MISERE)
        value = 0
        for part in parts:
            value ^= self.of_part(part)
        return value

    def of_part(self, position):
        """The Grundy value; in misère play 1 for a position that is won and 0 for one that is lost."""
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

    def winning_move(self, state, moves):
        """A line that wins with the state it leads to, or None."""
        for move, wins in zip(moves, self.win([after for _, after in moves])):
            if not wins:
                return move
        return None
