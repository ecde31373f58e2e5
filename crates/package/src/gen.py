#!/usr/bin/env python3
# A generator: its arguments in, one test out, by the command grundy.
import os
import sys

game = GAME
os.execvp("grundy", ["grundy", "gen", "-g", game] + CLAIMS + sys.argv[1:])
