class Game(Row):
    def read(self, numbers):
        self.k = numbers[1]
        return numbers[2:]

    def most(self, place):
        return min(self.row[place], self.k)
