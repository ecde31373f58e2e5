#!/bin/bash
# A sweep in so many parts by GNU parallel on one machine, and the merge. The words before `--` say the game,
# those behind it the check:
#
#   ./parallel.sh 16 DIR -g staircase -- --check closure --up-to 26
#
# The same line again does what is left to do, whatever has happened: the parts know that themselves. (With
# --resume-failed, parallel would leave out what its list of jobs calls done, also when a part has been lost or
# the words have changed.) JOBS says how many parts at a time, as many as there are cores when it is not set.
set -euo pipefail
parts=$1 dir=$2
shift 2
game=()
while [ "$1" != -- ]; do
  game+=("$1")
  shift
done
shift

grundy=${GRUNDY:-grundy}
mkdir -p "$dir"
seq "$parts" | parallel --quote --jobs "${JOBS:-100%}" --joblog "$dir/jobs" \
  "$grundy" sweep "${game[@]}" "$@" --jobs 1 --shard "{}/$parts" --resume "$dir/part-{}" >"$dir/log"
exec "$grundy" sweep merge "${game[@]}" "$dir"/part-* --csv "$dir/record.csv"
