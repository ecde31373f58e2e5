print("First" if int(input()) % 3 else "Second")
