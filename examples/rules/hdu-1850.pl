#!/usr/bin/env perl
# HDU 1850, "Being a Good Boy in Spring Festival": Nim, and the answer is the number of first moves that win. An input has several
# positions, each of which is the number of heaps, then the heaps; 0 ends it.
use strict; use warnings;

sub rows {
    my ($stones, $largest) = @_;
    return ([]) unless $stones;
    return map { my $heap = $_; map { [$heap, @$_] } rows($stones - $heap, $heap) }
        1 .. ($stones < $largest ? $stones : $largest);
}

my $verb = shift;
if ($verb eq 'about') {
    print "title: Nim, the number of winning moves (HDU 1850)\nsize: stones\nanswer: count\nsmallest: 1\nsweep-to: 15\ncases: zero\n";
    print "rules: Stones lie in heaps. A move takes one stone or more from one heap. The player who takes the last stone wins.\n";
} elsif ($verb eq 'positions') {
    print "@$_\n" for rows($ARGV[0], $ARGV[0]);
} elsif ($verb eq 'moves') {
    while (my $line = <STDIN>) {
        my @heaps = split ' ', $line;
        my $from = sub { my $i = shift; map { join ' ', @heaps[0 .. $i - 1], $_, @heaps[$i + 1 .. $#heaps] } 0 .. $heaps[$i] - 1 };
        print join(' ; ', map { $from->($_) } 0 .. $#heaps), "\n";
    }
} elsif ($verb eq 'input') {
    while (my $line = <STDIN>) { print scalar(my @heaps = split(' ', $line)), " / $line" }
} else {
    exit 2;
}
