class Game(Row):
    def read(self, numbers):
        n, m = numbers[:2]
        pairs = numbers[2 + n : 2 + n + 2 * m]
        self.forbidden = set(zip(pairs[::2], pairs[1::2]))
        return numbers[2 : 2 + n]

    def most(self, place):
        amount = self.row[place]
        while (self.row[place], amount) in self.forbidden:
            amount -= 1
        return amount

    def is_legal(self, place, amount):
        return 1 <= amount <= self.row[place] and (self.row[place], amount) not in self.forbidden

    def line(self, place, amount):
        return "%d %d" % (place + 1, self.row[place] - amount)

    def parse(self, first, second):
        return first - 1, (self.row[first - 1] - second if 1 <= first <= len(self.row) else 0)
