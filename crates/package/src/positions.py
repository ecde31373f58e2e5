# Whether the number of positions stands in a first line, the lines of each position, 0 where there is one position, and what stands
# before each answer.
COUNTED, LINES, PREFIX = False, 0, ""
lines = [line.strip() for line in sys.stdin.read().strip().split("\n")][COUNTED:]
step = LINES or len(lines)
positions = [" / ".join(lines[at : at + step]) for at in range(0, len(lines), step)]
