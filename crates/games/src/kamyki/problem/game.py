class Game(Row):
    def read(self, numbers):
        return numbers[2 : 2 + numbers[1]]

    def most(self, place):
        return self.row[place] - (self.row[place - 1] if place > 0 else 0)
