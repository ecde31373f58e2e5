#!/bin/sh
# Wythoff's game, the smaller heap first, with random positions.
case $1 in
about) printf 'smallest: 0\n' ;;
positions) awk -v n="$2" 'BEGIN { for (a = 0; 2 * a <= n; a++) print a, n - a }' ;;
random) awk -v m="$2" -v s="$4" 'BEGIN {
    srand(s)
    a = int(rand() * m)
    b = int(rand() * m)
    print a < b ? a " " b : b " " a
}' ;;
moves) awk '{
    o = ""
    for (i = 0; i < $1; i++) o = o " ; first " $1 - i " -> " i " " $2
    for (i = 0; i < $2; i++) o = o " ; second " $2 - i " -> " (i < $1 ? i " " $1 : $1 " " i)
    for (k = 1; k <= $1; k++) o = o " ; both " k " -> " $1 - k " " $2 - k
    print substr(o, 4)
}' ;;
*) exit 2 ;;
esac
