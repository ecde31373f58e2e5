class Row:
    """A row of places from which moves take. A game says what is different in it."""

    def __init__(self, numbers):
        self.row = self.read(numbers)

    def read(self, numbers):
        return numbers[1 : 1 + numbers[0]]

    def most(self, place):
        return self.row[place]

    def is_legal(self, place, amount):
        return 1 <= amount <= self.most(place)

    def make(self, place, amount):
        self.row[place] -= amount

    def line(self, place, amount):
        return "%d %d" % (place + 1, amount)

    def parse(self, first, second):
        return first - 1, second

    def play(self, line):
        """The game after the move that a program writes as this line; None if it is no legal move."""
        if not re.fullmatch(r"[0-9]+\s+[0-9]+", line.strip()):
            return None
        place, amount = self.parse(*map(int, line.split()))
        if not 0 <= place < len(self.row) or not self.is_legal(place, amount):
            return None
        self.make(place, amount)
        return self

    def draw(self, style, source):
        """The line of a move of an opponent who takes the least, the most, or anything; None if there is no move."""
        found = []
        for place in range(len(self.row)):
            most = self.most(place)
            if most == 0:
                continue
            if style == "most":
                found.append((-most, place, most))
                continue
            least = next(amount for amount in range(1, most + 1) if self.is_legal(place, amount))
            drawn = source.randint(least, most)
            if style == "random":
                found.append((0, place, drawn if self.is_legal(place, drawn) else least))
            else:
                found.append((least, place, least))
        if not found:
            return None
        best = min(found)[0]
        return self.line(*source.choice([move[1:] for move in found if move[0] == best]))


