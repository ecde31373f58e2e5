#!/usr/bin/env perl
# Dawson's Kayles: knock down two pins that stand side by side, and no other number.
use strict; use warnings;

my $verb = shift;
if ($verb eq 'about') {
    print "title: Dawson's Kayles\nsize: pins in the row\nanswer: grundy\nsweep-to: 400\n";
    print "rules: Pins stand in rows. A move knocks down two pins that stand side by side, and what is left of the row are two ",
        "rows. A player who cannot move loses.\n";
} elsif ($verb eq 'positions') {
    print "$ARGV[0]\n";
} elsif ($verb eq 'sizes') {
    print "$_ $_\n" for $ARGV[0] .. $ARGV[1];
} elsif ($verb eq 'moves') {
    while (my $pins = <STDIN>) {
        print join(' ; ', map { "$_ + " . ($pins - 2 - $_) } 0 .. $pins - 2), "\n";
    }
} else {
    exit 2;
}
