#!/bin/sh
# Wythoff's game, with random positions.
case $1 in
about) echo 'smallest: 0' ;;
positions) awk -v n="$2" 'BEGIN { for (a = 0; 2 * a <= n; a++) print a, n - a }' ;;
random) awk -v m="$2" -v s="$4" 'BEGIN { srand(s); print int(rand() * m), int(rand() * m) }' ;;
moves) awk '{
    o = ""
    for (i = 1; i <= $1; i++) o = o " ; " $1 - i " " $2
    for (i = 1; i <= $2; i++) o = o " ; " $1 " " $2 - i
    for (i = 1; i <= $1 && i <= $2; i++) o = o " ; " $1 - i " " $2 - i
    print substr(o, 4)
}' ;;
*) exit 2 ;;
esac
