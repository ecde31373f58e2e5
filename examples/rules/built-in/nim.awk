#!/usr/bin/awk -f
# Nim: the number of heaps, then the heaps; any number of stones may be taken from one.
function rows(sum, row, n,   heap) {
    if (sum == 0 && n > 0) print n row
    for (heap = 0; heap < sum; heap++) rows(sum - heap - 1, row " " heap, n + 1)
}
BEGIN {
    if (ARGV[1] == "about") {
        print "title: Nim\nsize: heaps and stones\nsmallest: 1\nsweep-to: 12"
        print "rules: Stones lie in heaps. A move takes one stone or more from one heap. The player who takes the last stone wins."
        exit
    }
    if (ARGV[1] == "positions") { rows(ARGV[2], "", 0); exit }
    if (ARGV[1] != "moves") exit 2
    ARGC = 1
}
{
    line = ""
    for (i = 2; i <= NF; i++) {
        heap = $i
        for (taken = 1; taken <= heap; taken++) {
            $i = heap - taken
            line = line " ; heap " (i - 1) ": " taken " -> " $0
        }
        $i = heap
    }
    print substr(line, 4)
}
