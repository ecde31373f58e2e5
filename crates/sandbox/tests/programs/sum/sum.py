import multiprocessing
import sys
import tempfile

# A temporary file and a semaphore, which many programs use.
with tempfile.NamedTemporaryFile(), multiprocessing.Lock():
    print(sum(map(int, sys.stdin.read().split())))
