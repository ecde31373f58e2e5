class Game(Row):
    def read(self, numbers):
        self.goal = numbers[0]
        return numbers[2:]

    def most(self, place):
        if self.row[-1] == self.goal:
            return 0
        last = place
        while last + 1 < len(self.row) and self.row[last + 1] == self.row[last] + 1:
            last += 1
        return last - place + 1

    def is_legal(self, place, amount):
        return amount == self.most(place) > 0

    def make(self, place, amount):
        for pawn in range(place, place + amount):
            self.row[pawn] += 1

    def line(self, place, amount):
        return "%d %d" % (self.row[place], self.row[place] + amount)

    def parse(self, first, second):
        return (self.row.index(first) if first in self.row else -1), second - first
