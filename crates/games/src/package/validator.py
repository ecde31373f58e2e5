#!/usr/bin/env python3
# Checks the white space of an input: printable ASCII, single blanks between words, none at the ends of lines, and every
# line ended. A validator of the task should also check each number. Exit code 42: valid; 43: not valid.
import re
import sys

text = sys.stdin.buffer.read()
if not text.endswith(b"\n"):
    print("the last line does not end")
    sys.exit(43)
for number, line in enumerate(text[:-1].split(b"\n"), 1):
    if not re.fullmatch(rb"[!-~]+( [!-~]+)*", line):
        print("line %d: expected words with one blank between two" % number)
        sys.exit(43)
sys.exit(42)
