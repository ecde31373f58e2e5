#!/usr/bin/awk -f
# Kayles: knock down one pin of a row, or two that stand side by side; what is left are two rows.
BEGIN {
    verb = ARGV[1]
    if (verb == "about") {
        print "title: Kayles\nsize: pins in the row\nanswer: grundy\nsweep-to: 400"
        print "rules: Pins stand in rows. A move knocks down one pin, or two that stand side by side, and what is left of the " \
            "row are two rows. A player who cannot move loses."
        exit
    }
    if (verb == "positions") { print ARGV[2]; exit }
    if (verb == "sizes") { for (n = ARGV[2]; n <= ARGV[3]; n++) print n, n; exit }
    if (verb != "moves") exit 2
    ARGC = 1
}
{
    between = ""
    for (taken = 1; taken <= 2; taken++)
        for (left = 0; left <= $1 - taken; left++) {
            printf "%s%d + %d", between, left, $1 - taken - left
            between = " ; "
        }
    print ""
}
