class Game(Row):
    def make(self, place, amount):
        self.row[place] -= amount
        if place > 0:
            self.row[place - 1] += amount
