#!/usr/bin/env bash
# Judges each program of a folder: those in accepted/ have to be accepted, those in wrong/ not. Writes a JUnit file for each, and
# a line for GitHub's annotations about each program that is not what its folder says.
# Usage: judge.sh GAME FOLDER REPORTS [OPTION OF grundy judge]...
set -euo pipefail
game=$1 folder=$2 reports=$3
shift 3
mkdir -p "$reports"
built=$(mktemp -d)
failed=0

# Sets `run` to the words that run a program.
prepare() {
    case $1 in
    *.py) run=(python3 "$1") ;;
    *.js) run=(node "$1") ;;
    *.cpp) g++ -std=c++17 -O2 -o "$built/program" "$1" && run=("$built/program") ;;
    *.rs) rustc --edition 2024 -O -o "$built/program" "$1" && run=("$built/program") ;;
    *) run=("$1") ;;
    esac
}

for program in "$folder"/{accepted,wrong}/*; do
    [ -f "$program" ] || continue
    expected=0
    [ "${program%/wrong/*}" = "$program" ] || expected=1
    prepare "$program"
    report=$reports/$(basename "$program").xml
    code=0
    said=$(grundy judge -g "$game" --junit "$report" "$@" -- "${run[@]}" 2>&1) || code=$?
    if [ "$code" = "$expected" ]; then
        echo "$program: as expected"
        continue
    fi
    failed=1
    case $code in
    0) why="it was accepted: the tests do not find its mistake" ;;
    1) why=$(sed -n '/^The smallest/,/^  got/p; /^again: /p' <<< "$said") ;;
    *) why=$said ;;
    esac
    # One annotation has its line ends written as %0A.
    echo "::error file=$program,line=1::${why//$'\n'/%0A}"
done
exit "$failed"
