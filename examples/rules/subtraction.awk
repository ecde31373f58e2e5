#!/usr/bin/awk -f
# A subtraction game: take 1, 3 or 4 stones.
BEGIN {
    if (ARGV[1] == "about") {
        print "title: Take 1, 3 or 4\nsize: stones\nanswer: grundy\nsweep-to: 1000"
        print "rules: There is one heap of stones. A move takes 1, 3 or 4 of them. A player who cannot move loses."
        exit
    }
    if (ARGV[1] == "positions") { print ARGV[2]; exit }
    if (ARGV[1] == "sizes") { for (n = ARGV[2]; n <= ARGV[3]; n++) print n, n; exit }
    if (ARGV[1] != "moves") exit 2
    ARGC = 1
}
{ print ($1 >= 1 ? $1 - 1 : "") ($1 >= 3 ? " ; " $1 - 3 : "") ($1 >= 4 ? " ; " $1 - 4 : "") }
