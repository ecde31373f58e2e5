#!/usr/bin/env perl
# Misère Nim: take any number of stones from one heap; the player who takes the last one loses.
use strict; use warnings;

# Heaps of so many stones in all, none larger than the one before it.
sub rows {
    my ($stones, $largest) = @_;
    return ([]) unless $stones;
    return map { my $heap = $_; map { [$heap, @$_] } rows($stones - $heap, $heap) }
        1 .. ($stones < $largest ? $stones : $largest);
}
my $text = sub { join(' ', sort { $b <=> $a } grep { $_ } @_) || '0' };

my $verb = shift;
if ($verb eq 'about') {
    print "title: Mis\xc3\xa8re Nim\nsize: stones\nplay: misere\nsweep-to: 20\n";
    print "rules: Stones lie in heaps. A move takes one stone or more from one heap. The player who takes the last stone loses.\n";
} elsif ($verb eq 'positions') {
    print $text->(@$_), "\n" for rows($ARGV[0], $ARGV[0]);
} elsif ($verb eq 'moves') {
    while (my $line = <STDIN>) {
        my @heaps = split ' ', $line;
        my @options;
        for my $i (0 .. $#heaps) {
            for my $left (0 .. $heaps[$i] - 1) {
                my @next = @heaps;
                $next[$i] = $left;
                push @options, $text->(@next);
            }
        }
        print join(' ; ', @options), "\n";
    }
} else {
    exit 2;
}
