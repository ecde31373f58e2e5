

def choose(values, state, moves):
    """A winning move; where there is none, any move."""
    return (values.winning_move(state, moves) or moves[0])[0]
