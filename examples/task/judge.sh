#!/usr/bin/env bash
# Judges each program of a folder: those in accepted/ have to be accepted, those in wrong/ not. Writes a JUnit file for each, and
# a line for GitHub's annotations about each program that is not what its folder says.
# Usage: judge.sh GAME FOLDER REPORTS [OPTION OF grundy judge]...
set -euo pipefail
if [ $# -lt 3 ]; then
    echo "usage: judge.sh GAME FOLDER REPORTS [OPTION OF grundy judge]..." >&2
    exit 2
fi
game=$1 folder=$2 reports=$3
shift 3
built=$(mktemp -d)
trap 'rm -r "$built"' EXIT
judged=0 failed=0

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
    judged=1
    code=0
    if prepare "$program" >"$built/said" 2>&1; then
        report=$reports/${program#"$folder"/}.xml
        mkdir -p "$(dirname "$report")"
        said=$(grundy judge -g "$game" --junit "$report" "$@" -- "${run[@]}" 2>&1) || code=$?
    else
        code=2 said=$(<"$built/said")
    fi
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
    # One annotation has its line ends written as %0A, and so a percent sign as %25.
    why=${why//%/%25}
    echo "::error file=$program,line=1::${why//$'\n'/%0A}"
done
if [ "$judged" = 0 ]; then
    echo "::error::$folder has no program in accepted/ or wrong/"
    exit 2
fi
exit "$failed"
