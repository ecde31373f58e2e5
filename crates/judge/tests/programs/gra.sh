#!/bin/sh
# The strip game in plain POSIX shell: right, and slow.
# Reads "m n" and n increasing squares; prints the number of winning moves.

read -r m n
set -- $(cat)

# Blocks from the left: their right ends and sizes, as a list "end:size ...", rightmost first.
blocks=
end=0
size=0
for square in "$@"; do
	if [ "$square" -eq $((end + 1)) ] && [ "$size" -gt 0 ]; then
		size=$((size + 1))
	else
		[ "$size" -gt 0 ] && blocks="$end:$size $blocks"
		size=1
	fi
	end=$square
done
blocks="$end:$size $blocks"

# A block on square m - 1: each of its pawns wins at once.
if [ "$end" -eq $((m - 1)) ]; then
	echo "$size"
	exit
fi

# The nim-sum of the blocks with 3, 5, 7, ... free squares beyond them.
x=0
pawns=0
for block in $blocks; do
	free=$((m - ${block%:*} - pawns))
	[ $((free % 2)) -eq 1 ] && x=$((x ^ ${block#*:}))
	pawns=$((pawns + ${block#*:}))
done

moves=0
pawns=0
below_free=0
below_size=0
for block in $blocks; do
	size=${block#*:}
	free=$((m - ${block%:*} - pawns))
	pawns=$((pawns + size))
	if [ "$x" -ne 0 ]; then
		if [ $((free % 2)) -eq 1 ]; then
			[ $((size ^ x)) -lt "$size" ] && moves=$((moves + 1))
		elif [ "$free" -gt 2 ]; then
			t=0
			[ "$below_free" -eq $((free - 1)) ] && t=$below_size
			want=$((t ^ x))
			[ "$want" -gt "$t" ] && [ "$want" -le $((t + size)) ] && moves=$((moves + 1))
		fi
	fi
	below_free=$free
	below_size=$size
done
echo "$moves"
