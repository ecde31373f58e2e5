#!/usr/bin/env bash
# Changes the definitions and statements of Rules.v, and the programs, one thing at a time, and sees that
# the proofs refuse each. A change has to change its file, and the file still has to be good Coq: it is the
# proof that refuses, and not a slip of the pen. What is not spoilt has to pass.
set -euo pipefail
cd "$(dirname "$0")"
command -v coqc >/dev/null || { echo "error: Coq is missing: proof/check.sh installs it" >&2; exit 1; }

# The file that is changed; the file whose proofs are to refuse, with those before it; sed's command; what
# it means.
changes() {
  cat <<'CHANGES'
Rules@Verdicts@/| wins : /s/Loses q/Wins q/@a move to a won position wins
Rules@Verdicts@/| loses : /s/forall q, move p q -> Wins q/exists q, move p q \/\\ Wins q/@one bad move is enough to lose
Rules@Verdicts@s/w <> v \/\\ GrundyValue q w/GrundyValue q w/@a move may keep the Grundy value
Rules@Verdicts@s/(forall w, w < v -> exists q/(forall w, w <= v -> exists q/@the Grundy value itself is reached
Rules@Verdicts@/^Definition closure_lemma :/,/^$/s/among p -> Ends move p/among p -> p = p/@closure: play need not end
Rules@Verdicts@/^Definition closure_lemma :/,/^$/s/closed move among/among = among/@closure: a move may leave the set
Rules@Verdicts@/^Definition closure_lemma :/,/^$/s/label q = P_position)/label q = N_position)/@closure: labels that call a position lost when no move leads to a won one
Rules@Verdicts@/^Definition losing_moves_struck/,/^$/s/Wins move q)/Loses move q)/@the moves struck out lead to lost positions
Rules@Verdicts@/^Definition winning_moves_struck/,/^$/s/Wins move q)/Loses move q)/@the moves struck out lead to lost positions, of winning moves
Rules@Verdicts@s/(v = 0 <-> Loses move p)/(v = 0 <-> Wins move p)/@value 0 wins
Rules@Parts@/^Definition one_value /,/^$/s/Ends move p -> exists v/finitely_many_moves move p -> exists v/@one value: play need not end
Rules@Parts@/^Definition only_smaller_reached/,/^$/s/w < v ->/w <= v ->/@value asked: the value itself is reached
Rules@Parts@/^Definition value_asked/,/^$/s/w <= n ->/w < n ->/@value asked: larger than what is not reached
Rules@Parts@/^Definition value_bounded/,/^$/s/-> v <= N.of_nat (length options))/-> v < N.of_nat (length options))/@value bounded: fewer than the options
Rules@Parts@/^Definition value_bounded/,/^$/s/-> n <> m ->/-> n < m ->/@value bounded: larger numbers are not ruled out
Rules@Parts@/^Definition follows/,/^$/s/ \/\\ alike q q'//@alike: moves may lead to positions that are not alike
Rules@Parts@/^Definition alike_positions/,/^$/s/follows move' move (fun p' p => alike p p')/follows move move' alike/@alike: one position can do more than the other
Rules@Parts@/^Definition canonical_forms/,/^$/s/form (form p) = form p/form p = form p/@forms: the form of a form is another one
Rules@Parts@s/move p p' -> beside move move' (p, q) (p', q)/move p p' -> beside move move' (p, q) (p, q)/@beside: a move of one part does nothing
Rules@Parts@/^Definition value_by_nim_heap/,/^$/s/Loses/Wins/@beside a Nim heap: the value wins
Rules@Parts@/^Definition parts_as_nim_heap/,/^$/s/nim_sum values/fold_right N.add 0 values/@parts as a Nim heap: a sum in place of the nim-sum
Rules@Parts@/^Definition equal_parts_cancel/,/^$/s/others := before ++ between/others := before ++ p :: between/@equal parts: one of them is left
Rules@Draws@/Fixpoint within/,/^$/s/| false, O => forall q, ~ option_move p q/| false, O => True/@draws: a player who still has a move has lost
Rules@Draws@/Fixpoint label_after/,/^$/s/else if forallb/else if existsb/@draws: one bad option is enough to lose
Rules@Draws@/Fixpoint label_after/,/^$/s/then Won stage/then Won (S stage)/@draws: a stage too late
Rules@Draws@s/plays strategy false (strategy p) n mine q/plays strategy true (strategy p) n mine q/@draws: one player has every turn
Rules@Draws@/Definition wins_by/,/^$/s/(n <= r)%nat/(n < r)%nat/@draws: a strategy that is faster than the remoteness
Rules@Draws@/^Definition retrograde :/,/^$/s/(length all) in/(length all - 1) in/@draws: one stage too few
Rules@Draws@/^Definition retrograde_strategy/,/^$/s/strategy false p r)/strategy true p r)/@draws: the player to move wins a lost position
Rules@Draws@/Definition checks /,/^$/s/claim q = Lost r' \/\\ (r' < r)%nat/claim q = Lost r'/@claims of draws: the numbers of moves need not fall
Rules@Draws@/Definition checks /,/^$/s/(exists q, option_move p q \/\\ claim q = Draw)/True/@claims of draws: a draw without an option that is a draw
Rules@Draws@/Definition checks_moves /,/^$/s/(r' <= s)%nat/(0 <= s)%nat/@claims of draws: the winner need not hurry
Rules@Draws@/Definition checks_moves /,/^$/s/Lost (S r) => (exists q, option_move p q \/\\ claim q = Won r)/Lost (S r) => True/@claims of draws: the loser need not delay
Rules@Draws@/^Definition closure_of_draws/,/^$/s/closed (option_move options) among/among = among/@claims of draws: a move may leave the set
Rules@Draws@/^Definition closure_without_remoteness_fails/,/^$/s/Drawn options p/Wins (option_move options) p/@labels without numbers: the cycle is won
Rules@Bouton@s/heap_move (a b : N) : Prop := b < a/heap_move (a b : N) : Prop := b <= a/@Nim: taking nothing is a move
Rules@Bouton@s/fold_right N.lxor 0 values/fold_right N.lor 0 values/@or in place of exclusive or
Rules@Bouton@s/fold_right N.lxor 0 values/fold_right N.add 0 values/@a sum in place of the nim-sum
Rules@Bouton@s/Nat.Odd/Nat.Even/@Nim: an even number of winning heaps
Rules@Bouton@s/N.lxor a (nim_sum heaps) <? a/N.lxor a (nim_sum heaps) <? a + 1/@Nim: a heap that stays is a winning move
Rules@Bounded@s/exists s, 1 <= s <= k/exists s, 1 <= s < k/@bounded: fewer than k stones
Rules@Bounded@s/map (fun a => a mod (k + 1)) heaps/map (fun a => a mod k) heaps/@bounded: residues of k
Rules@Bounded@s/r < t <= k/r < t/@bounded: a target that no heap has
Rules@Stairs@/| down :/s/1 <= k <= s/0 <= k <= s/@staircase: moving no coin
Rules@Stairs@/^Inductive stair_move/,/^$/s/t + k ::/t ::/@staircase: coins leave the game from every stair
Rules@Stairs@s/| _ :: c :: upper => N.lxor c/| c :: _ :: upper => N.lxor c/@staircase: the even stairs count
Rules@Stairs@s/^  if odd$/  if negb odd/@staircase: the parity turned round
Rules@Stairs@s/<=? t + s)/<=? s)/@staircase: an even stair has to hold what the lower one is to hold
Rules@Stairs@s/(t <? N.lxor t x) \&\& //@staircase: a lower stair may become smaller
Rules@Gra@s/hd Free above = Free ->/hd Free above = hd Free above ->/@gra: the game goes on after the goal
Rules@Gra@s/winning_above (odd_stairs further) true c2 stairs/winning_above (odd_stairs further) false 0 further/@gra: group 2 may win
Rules@Gra@s/      if c1 =? 0 then/      if c1 =? c1 then/@gra: group 1 does not win
Rules@Gra@s/winning_above (odd_stairs further) true c2/winning_above (odd_stairs further) false c2/@gra: the even groups count
Rules@Gra@s/winning_above x (negb odd) s further/winning_above x (negb odd) (if s =? 0 then t else s) further/@gra: the lower neighbour is the next group that holds pawns
Rules@Gra@s/ repeat Pawn k / repeat Free k /@gra: a pawn jumps over free squares
Rules@Gra@s/(N.of_nat (S (length below)))$/(N.of_nat (length below))/@gra: squares from 0
Rules@Gra@s/1 + c + extent further/c + extent further/@gra: a group without its free square
Rules@Gra@s/(pawns + 1, groups)/(pawns, groups)/@gra: pawns that are not counted
Rules@GraSquares@s/      before m = false ->/      before 0 = before 0 ->/@gra in squares: the game goes on after the goal
Rules@GraSquares@s/from < s < to -> before s = true/from < s < to -> before s = before s/@gra in squares: any free square
Rules@GraSquares@s/1 <= from < to -> to <= m/1 <= from < to -> to < m/@gra in squares: the goal cannot be reached
Rules@GraSquares@s/if s =? from then false else/if s =? from then true else/@gra in squares: a pawn stays where it was
Rules@GraUnchanged@/^Definition free_squares_on_the_left/,/^$/s/(with_pawns squares) (s - d)/(with_pawns squares) s/@gra with free squares on the left: the winning squares stay
Rules@GraUnchanged@/^Definition pawns_of_group_2/,/^$/s/0 :: c2/0 :: 0 :: c2/g@gra: the pawns of group 3 do not count
Rules@GraUnchanged@/^Definition strip_pawn_wins/,/^$/s/Loses/Wins/@gra: a pawn's move to a won position wins
Rules@GraUnchanged@/^Definition two_free_squares/,/^$/s/0 :: 0 :: further/0 :: further/@gra: one more free square
Rules@GraPrograms@s/Sorted N.lt (0 :: squares ++ \[m\])/Sorted N.le (0 :: squares ++ [m])/@gra's input: two pawns on a square
Rules@Kamyki@/| take :/s/last lefts 0 <= a - k/last lefts 0 < a - k/@kamyki: a pile has to stay larger than its neighbour
Rules@Kamyki@s/N := 0 :: rev (differences 0 piles)/N := 0 :: differences 0 piles/@kamyki: the first pile is stair 1
Rules@Constrained@s/b < a \/\\ ~ In (a, a - b) forbidden/b < a \/\\ ~ In (a, b) forbidden/@constrained: a pair is a heap and what it leaves
Rules@Constrained@s/(s < n -> g n = n - s + h s)/(g n = n - s + h s)/@constrained: corollary 5.2 of the value of a special size
Rules@Constrained@s/ -> g (n + 1) = h n + 1))/) \/\\ g (n + 1) = h n + 1)/@constrained: a special size has a new value
Rules@Constrained@/^Definition repeats/s/g n <= highest/g n < highest/@constrained: a second heap of the largest value is no repeat
Rules@Constrained@/^Definition lists/,/^$/s/NoDup l/NoDup (nodup N.eq_dec l)/@constrained: moves counted twice
Rules@Constrained@s/<-> g b = N.lxor (g a)/<-> b = N.lxor (g a)/@constrained: the heap that a winning move leaves is the value that it needs
Rules@Constrained@s/if r <? a then 1/if r <=? a then 1/@constrained: a heap as its own target
Rules@Octal@s/(forall part, In part parts -> 1 <= part)/(forall part, In part parts -> 0 <= part)/@codes: a heap of nothing is left
Rules@Octal@s/N.testbit (d 0) j = true -> 2 <= j/N.testbit (d 0) j = true -> 1 <= j/@codes: a move may do nothing
Rules@Octal@/^Definition octal_period :/,/^$/s/1 <= p -> 1 <= s/1 <= p -> 0 <= s/@period: from heap 0
Rules@Octal@/^Definition octal_period :/,/^$/s/ + t - 1 ->/ ->/@period: without the stones that are taken
Rules@Octal@/^Definition octal_period :/,/^$/s/ + (q - 1) \* p//@period: without the second heap's period
Rules@Octal@s/forall k, t < k -> d k = 0/forall k, t + 1 < k -> d k = 0/@period: one more digit
Rules@AllBut@s/forall k, t < k -> N.testbit/forall k, t + 1 < k -> N.testbit/@all but some: one more number that may not be allowed
Rules@AllBut@/^Definition no_value_below/s/g j <> v/g j = g j/@all but some: the values of smaller heaps do not count
Rules@Lasker@/^Definition lasker /s/then 4/then 0/@Lasker's Nim: no heap is split
Programs@FamilyPrograms@s/nim_next (x a : N) : N := N.lxor x a/nim_next (x a : N) : N := N.lor x a/@program of nim: or
Programs@FamilyPrograms@s/bounded_modulus (k : N) : N := k + 1/bounded_modulus (k : N) : N := k/@program of bounded: residues of k
Programs@FamilyPrograms@s/next_is_odd := true;/next_is_odd := false;/@program of staircase: the even steps
Programs@FamilyPrograms@s/N.lxor (pile - last_pile state) (without_last state)/N.lxor (pile - last_pile state) (with_last state)/@program of kamyki: all differences
Programs@GraPrograms@s/match g with One => t | _ => 0 end/match g with Even => 0 | _ => t end/@program of gra: the lower neighbour two groups further
Programs@GraPrograms@s/if m =? first then pawns state/if m =? N.succ first then pawns state/@program of gra: group 2 in place of group 1
Programs@GraPrograms@s/match g with Even => odd | _ => negb odd end/match g with One => negb odd | _ => odd end/@program of gra: gaps of three squares
Machine@MachineNumbers@/^Definition word /s/64/63/@words of 63 bits
Machine@MachineNumbers@/^Definition wrapping_sub /s/a + 2 ^ 64 - b/a - b/@subtraction that ends at 0
Machine@MachineNumbers@s/(2 ^ 64 - 1) .* period\./(2 ^ 64 - 1) \/ period + 1./@kernel of bounded: a reciprocal that is too large
Machine@MachineNumbers@s/N.shiftr (bounded_reciprocal k) 32/N.shiftr (bounded_reciprocal k) 33/@kernel of bounded: one place of the narrow reciprocal is lost
Machine@MachineNumbers@s/if less <? rest/if rest <? less/@kernel of bounded: what wraps is less
Machine@MachineNumbers@s/(to <=? k) \&\&/true \&\&/@kernel of bounded: a target that no heap has
Machine@MachineNumbers@s/let bit := N.log2 x in/let bit := N.log2 odd in/@kernel of stairs: each odd stair is lowered
Machine@MachineNumbers@s/odd <=? above in/odd <? above in/@kernel of stairs: an even stair has to keep a coin
Machine@MachineNumbers@s/\[(odd, 0)\]/[(odd, odd)]/@kernel of stairs: a stair above the last
Machine@MachineDigits@s/repeat 6 8/repeat 5 8/@kernel of digits: the character after 9 is a digit
Machine@MachineDigits@s/N0 => 64/N0 => 63/@kernel of digits: the zeros of 0
Machine@MachineDigits@s/N.shiftr pairs 16/N.shiftr pairs 8/@kernel of digits: the wrong pairs
Machine@MachineRows@/^Fixpoint ones_of/,/^$/s/=> ones_of p/=> 1 + ones_of p/@kernel of gra: zeros are counted
Machine@MachineRows@/^Definition all_if/s/wrapping_sub 0 (bit &. 1)/bit \&. 1/@kernel of gra: one bit in place of all
Machine@MachineBits@s/ &. complement (second board) in/ in/@kernel of gra: group 2 may win
Machine@MachineBits@s/free ^. shl free 32/free ^. shl free 16/@kernel of gra: the parity of the nearest squares
Machine@MachineBits@s/level_6 &. moved down pawns 6/level_6 \&. moved down pawns 5/@kernel of gra: six pawns are seven
Machine@MachineBits@s/lengths true even (shl pawns 2)/lengths true even (shl pawns 1)/@kernel of gra: the lower neighbour begins one square too near
Machine@MachineBits@s/let common_1 := below_0 &. x_0/let common_1 := below_1 \&. x_0/@kernel of gra: the wrong bit of the lower neighbour
Machine@MachineBits@s/&. shr four 4 in/\&. shr four 5 in/@kernel of gra: a block of eight pawns is not reported
Machine@MachineBoards@s/next_to_goal := 1;/next_to_goal := 2;/@kernel of gra: group 1 does not win
Machine@MachineBoards@s/even_right := all_if (complement free)/even_right := all_if free/@kernel of gra: the parity turned round
Machine@MachineBoards@s/repeat Free (N.to_nat free)$/repeat Free (N.to_nat (free + 1))/@kernel of gra: one more free square
CHANGES
}

# The file and all it needs, in order.
needs() {
  local file
  for file in $(sed -n 's/^From Grundy Require Import \(.*\)\.$/\1/p' "$1.v"); do needs "$file"; done
  echo "$1"
}

# compile FILE: it and all it needs, where it is not there yet; says which file is refused.
compile() {
  local file
  for file in $(<"$scratch/right/$1.needs"); do
    [ -e "$file.vo" ] || coqc -q -Q . Grundy "$file.v" >"$file.log" 2>&1 || { echo "$file"; return 1; }
  done
}

# spoil NUMBER: one change, in a folder of its own. Prints a line; fails where the change is not refused.
spoil() {
  local changed refusing command meaning folder by line
  IFS=@ read -r changed refusing command meaning < <(changes | sed -n "$1p")
  folder=$scratch/$1
  cp -r "$scratch/right" "$folder"
  cd "$folder"
  for file in $(grep -lx "$changed" ./*.needs); do rm -f "${file%.needs}.vo"; done
  sed -i "$command" "$changed.v"
  if cmp -s "$changed.v" ../right/"$changed.v"; then echo "NOTHING CHANGED: $meaning"; return 1; fi
  if ! by=$(compile "$changed"); then echo "NO GOOD COQ ($by.v): $meaning"; return 1; fi
  if by=$(compile "$refusing"); then echo "NOT REFUSED: $meaning"; return 1; fi
  line=$(sed -n 's/^File ".*", line \([0-9]*\),.*/\1/p' "$by.log" | head -n 1)
  # The last lemma or theorem that begins before the place.
  echo "refused by $by.v, $(head -n "$line" "$by.v" | sed -n 's/^ *\(Lemma\|Theorem\) \(\w*\).*/\2/p' | tail -n 1): $meaning"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export scratch
export -f changes compile spoil

mkdir "$scratch/right"
cp ./*.v "$scratch/right"
# What check.sh has compiled of the same files is not compiled again.
is_compiled=yes
for file in ./*.v; do cmp -s "$file" "build/$file" || is_compiled=no; done
if [ "$is_compiled" = yes ]; then cp build/*.vo "$scratch/right"; fi
(
  cd "$scratch/right"
  for file in ./*.v; do needs "$(basename "$file" .v)" | awk '!seen[$0]++' >"${file%.v}.needs"; done
  for file in $(changes | cut -d@ -f2 | sort -u); do
    by=$(compile "$file") || { echo "error: $by.v is refused as it is:"; cat "$by.log"; exit 1; }
  done
) >&2
echo "accepted as it is"

count=$(changes | wc -l)
seq "$count" | xargs -P "$(nproc)" -I{} bash -c 'spoil {}' || { echo "error: not every change was refused" >&2; exit 1; }
echo "all $count changes refused in $SECONDS s"
