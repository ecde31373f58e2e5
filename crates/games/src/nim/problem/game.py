class Game(Row):
    pass
