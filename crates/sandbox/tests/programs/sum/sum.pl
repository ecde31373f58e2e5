$sum += $_ for split " ", join "", <STDIN>;
print "$sum\n";
