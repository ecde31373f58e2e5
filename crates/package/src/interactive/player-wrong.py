

def choose(_values, _state, moves):
    """Wrong: the first move that the rules list."""
    return moves[0][0]
