#!/bin/bash
# A sweep in so many parts, and the job that puts them together when all have come to a good end. The words
# before `--` say the game, those behind it the check:
#
#   ./submit.sh 16 DIR -g staircase -- --check closure --up-to 26
#   ./submit.sh 16 DIR -g ./rules.py --claim 'python3 mine.py' -- --up-to 40
#
# The same line again does what is left to do, whatever has happened. What Slurm has to know besides is for its
# own variables, as SBATCH_TIMELIMIT=4:00:00 or SBATCH_PARTITION.
set -euo pipefail
parts=$1 dir=$2
shift 2
game=()
while [ "$1" != -- ]; do
  game+=("$1")
  shift
done
shift

here=$(dirname "$0")
mkdir -p "$dir"
array=$(sbatch --parsable --array="1-$parts" --output="$dir/log-%a" \
  "$here/array.sbatch" "$parts" "$dir" "${game[@]}" "$@")
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes --output="$dir/log-merge" \
  "$here/merge.sbatch" "$dir" "${game[@]}")
echo "parts: job $array, merge: job $merge, both say in $dir/log-* how it goes"
