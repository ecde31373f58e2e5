#!/usr/bin/env perl
# Staircase Nim: the number of steps, then the coins on each; coins go one step down, from step 1 out of play.
use strict; use warnings;

sub rows {
    my ($sum) = @_;
    return ([]) unless $sum;
    return map { my $coins = $_; map { [$coins, @$_] } rows($sum - $coins - 1) } 0 .. $sum - 1;
}

my $verb = shift;
if ($verb eq 'about') {
    print "title: Staircase Nim\nsize: steps and coins\nsmallest: 1\nsweep-to: 12\n";
    print "rules: Coins lie on the steps of a staircase. A move brings one coin or more from one step to the ",
        "step below; from step 1 they leave the staircase. The player who makes the last move wins.\n";
} elsif ($verb eq 'positions') {
    print scalar(@$_), " @$_\n" for rows($ARGV[0]);
} elsif ($verb eq 'moves') {
    while (my $line = <STDIN>) {
        my ($n, @steps) = split ' ', $line;
        my @options;
        for my $i (0 .. $n - 1) {
            for my $coins (1 .. $steps[$i]) {
                my @next = @steps;
                $next[$i] -= $coins;
                $next[$i - 1] += $coins if $i > 0;
                push @options, "$n @next";
            }
        }
        print join(' ; ', @options), "\n";
    }
} else {
    exit 2;
}
