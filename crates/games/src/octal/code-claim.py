elif sys.argv[1] == "claim":
    # The Grundy values of all heaps, each from those of smaller ones.
    values = []
    for size in range(1 + max([heap for row in rows for heap in row], default=0)):
        reached = set()
        for _, left in splits(size):
            value = 0
            for part in left:
                value ^= values[part]
            reached.add(value)
        values.append(next(mex for mex in range(len(reached) + 1) if mex not in reached))
    for row in rows:
        value = 0
        for heap in row:
            value ^= values[heap]
        print("Yes" if value else "No")
