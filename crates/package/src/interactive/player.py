

def main():
    text = sys.stdin.readline()
    text += "".join(sys.stdin.readline() for _ in range(LINES - 1))
    rules = Rules(PROGRAM)
    values = Values(rules)
    state = State(rules, [position_of(text)])
    is_mine = STARTS == "p"
    if STARTS == "c":
        is_mine = values.of([state])[0] > 0
        print(FIRST if is_mine else SECOND, flush=True)
    moves = state.moves()
    while moves:
        if is_mine:
            line = choose(values, moves)
            print(line, flush=True)
        else:
            line = sys.stdin.readline()
        state = state.play(line)
        if state is None:
            return
        moves, is_mine = state.moves(), not is_mine
    if STUCK and is_mine:
        print(STUCK, flush=True)
    if ENDS and is_mine == MISERE:
        print(ENDS, flush=True)


main()
