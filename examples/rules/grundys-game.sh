#!/bin/sh
# Grundy's game: split a heap into two that differ.
case $1 in
about) printf 'title: %s\n' "Grundy's game"; printf 'size: stones\nanswer: grundy\nsmallest: 1\nsweep-to: 200\n'
    echo 'rules: Stones lie in heaps. A move splits a heap into two of different sizes. A player who cannot move loses.' ;;
positions) echo "$2" ;;
sizes)
    size=$2
    while [ "$size" -le "$3" ]; do echo "$size $size"; size=$((size + 1)); done ;;
moves)
    while read -r heap; do
        line='' part=1
        while [ $((2 * part)) -lt "$heap" ]; do
            line="$line ; $part + $((heap - part))" part=$((part + 1))
        done
        echo "${line# ; }"
    done ;;
*) exit 2 ;;
esac
