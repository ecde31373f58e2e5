print("First" if int(input()) % 4 else "Second")
