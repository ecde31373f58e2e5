(** The arithmetic of the core as it stands in Rust, on words of 64 bits, and what is proved of it: a second
    page to audit, beside Rules.v. Nothing is proved here; the files whose names begin with Machine do that.

    Each kernel has the lines and the names of the Rust function that its comment names. A test in that
    function's file gives both the same random words. *)

From Coq Require Import NArith Bool List.
From Grundy Require Import Rules Programs.
Import ListNotations.
Open Scope N_scope.

(** * Words *)

Definition is_word (n : N) : Prop := n < 2 ^ 64.

(** What a word keeps of a number, and the operators of [u64]. *)
Definition word (n : N) : N := N.land n (N.ones 64).
Definition wrapping_add (a b : N) : N := word (a + b).
Definition wrapping_sub (a b : N) : N := word (a + 2 ^ 64 - b).
Definition wrapping_mul (a b : N) : N := word (a * b).
Definition complement (a : N) : N := N.lxor a (N.ones 64).

Fixpoint trailing_zeros_of (p : positive) : N :=
  match p with
  | xO p => 1 + trailing_zeros_of p
  | _ => 0
  end.
Definition trailing_zeros (a : N) : N :=
  match a with N0 => 64 | Npos p => trailing_zeros_of p end.

(** * [bounded::Values]: remainders without division *)

Definition bounded_period (k : N) : N := wrapping_add k 1.
Definition bounded_reciprocal (k : N) : N :=
  let period := bounded_period k in
  if period =? 0 then 0 else (2 ^ 64 - 1) / period.

Definition below_period (period rest : N) : N :=
  let less := wrapping_sub rest period in
  if less <? rest then less else rest.

(** [Values::of]; the product has 128 bits. *)
Definition bounded_of (k size : N) : N :=
  let quotient := N.shiftr (size * bounded_reciprocal k) 64 in
  below_period (bounded_period k) (wrapping_sub size (wrapping_mul quotient (bounded_period k))).

(** [Values::of_narrow]; [as u32] keeps 32 bits. *)
Definition bounded_of_narrow (k size : N) : N :=
  let narrow n := N.land n (N.ones 32) in
  let quotient := N.shiftr (wrapping_mul (narrow size) (N.shiftr (bounded_reciprocal k) 32)) 32 in
  below_period (bounded_period k) (wrapping_sub size (wrapping_mul quotient (narrow (bounded_period k)))).

(** [wins] in [Position::count_winning_moves]. *)
Definition bounded_wins (k x size : N) : bool :=
  let from := bounded_of k size in
  let to := N.lxor from x in
  (to <=? k) && ((to <? from) || (k <? size)).

(** The remainder that the program of bounded Nim computes. *)
Definition reciprocal_right : Prop :=
  forall k size, is_word k -> is_word size -> bounded_of k size = size mod bounded_modulus k.

Definition narrow_reciprocal_right : Prop :=
  forall k size, is_word k -> size < 2 ^ 32 -> bounded_of_narrow k size = size mod bounded_modulus k.

(** A heap counts if a move from it wins; there is at most one. *)
Definition bounded_count_right : Prop :=
  forall k before a after, 1 <= k -> is_word k -> is_word a ->
    let x := nim_sum (residues k (before ++ a :: after)) in
    let wins s := 1 <= s <= k /\ s <= a /\ Loses (bounded_move k) (before ++ a - s :: after) in
    x <> 0 ->
    (bounded_wins k x a = true <-> exists s, wins s)
    /\ forall s s', wins s -> wins s' -> s = s'.

(** * [stairs::count_winning_moves] *)

(** [of_pair]: an odd stair, and the one above it. *)
Definition of_pair (x odd above : N) : N :=
  let bit := N.log2 x in
  let lowered := N.land (N.shiftr odd bit) 1 in
  let raised := wrapping_sub (N.lxor odd x) odd <=? above in
  N.lor lowered (N.b2n raised).

Definition count_of_pairs (x : N) (pairs : list (N * N)) : N :=
  if x =? 0 then 0
  else fold_right (fun pair count => of_pair x (fst pair) (snd pair) + count) 0 pairs.

(** Stairs 1 and 2, 3 and 4, ...; above the last there may be none. *)
Fixpoint in_pairs (stairs : list N) : list (N * N) :=
  match stairs with
  | odd :: above :: upper => (odd, above) :: in_pairs upper
  | [odd] => [(odd, 0)]
  | [] => []
  end.

(** How many stairs have a winning move, from stair 1 on: theorem 3.2, one stair after the other. *)
Fixpoint winning_stairs (x : N) (odd : bool) (t : N) (stairs : list N) : N :=
  match stairs with
  | [] => 0
  | s :: upper =>
      (if winning_coins x odd t s =? 0 then 0 else 1) + winning_stairs x (negb odd) s upper
  end.

Definition stairs_count_right : Prop :=
  forall x stairs t, is_word x -> Forall is_word stairs ->
    count_of_pairs x (in_pairs stairs) = winning_stairs x true t stairs.

(** * [text::digits::Eight]: eight digits in one word *)

(** The word of eight characters, the first in the lowest byte. *)
Fixpoint from_le_bytes (bytes : list N) : N :=
  match bytes with
  | [] => 0
  | byte :: further => byte + 256 * from_le_bytes further
  end.

Definition eight_wrong (characters : N) : N :=
  N.land (N.lor characters (wrapping_add characters (from_le_bytes (repeat 6 8))))
         (from_le_bytes (repeat 240 8)).

Definition eight_digits (characters : N) : N := trailing_zeros (eight_wrong characters) / 8.

Definition eight_value (characters : N) : N :=
  let pairs := wrapping_add (wrapping_mul characters 10) (N.shiftr characters 8) in
  let every_fourth := 1095216660735 (* 0x000000ff_000000ff *) in
  let low := wrapping_mul (N.land pairs every_fourth) (100 + 1000000 * 2 ^ 32) in
  let high := wrapping_mul (N.land (N.shiftr pairs 16) every_fourth) (1 + 10000 * 2 ^ 32) in
  N.shiftr (wrapping_add low high) 32.

Fixpoint digits_in_front (bytes : list N) : N :=
  match bytes with
  | byte :: further => if byte <=? 9 then 1 + digits_in_front further else 0
  | [] => 0
  end.

Definition decimal (digits : list N) : N := fold_left (fun value digit => 10 * value + digit) digits 0.

Definition eight_digits_right : Prop :=
  forall bytes, length bytes = 8%nat -> Forall (fun byte => byte < 256) bytes ->
    eight_digits (from_le_bytes bytes) = digits_in_front bytes.

Definition eight_value_right : Prop :=
  forall digits, length digits = 8%nat -> Forall (fun digit => digit <= 9) digits ->
    eight_value (from_le_bytes digits) = decimal digits.

(** * [gra::small]: a strip as one word *)

Infix "&." := N.land (at level 40, left associativity).
Infix "^." := N.lxor (at level 45, left associativity).
Infix "|." := N.lor (at level 50, left associativity).
Definition shl (a places : N) : N := word (N.shiftl a places).
Definition shr (a places : N) : N := N.shiftr a places.

Fixpoint ones_of (p : positive) : N :=
  match p with
  | xH => 1
  | xO p => ones_of p
  | xI p => 1 + ones_of p
  end.
Definition count_ones (a : N) : N := match a with N0 => 0 | Npos p => ones_of p end.

(** [Board]. *)
Record small_board : Set := {
  pawns_at : N;
  even_right : N;
  next_to_goal : N;
  second : N }.

Definition all_if (bit : N) : N := wrapping_sub 0 (bit &. 1).

(** [Board::of_mask], and [Board::of_squares] with the squares as a word. *)
Definition of_mask (pawns : N) : small_board :=
  {| pawns_at := pawns; even_right := 0; next_to_goal := 1; second := 2 |}.
Definition of_squares (free pawns : N) : small_board :=
  {| pawns_at := pawns; even_right := all_if (complement free); next_to_goal := 0;
     second := N.b2n (free =? 2) |}.

(** [ends]. *)
Definition ends_and_odd (board : small_board) : N * N :=
  let pawns := pawns_at board in
  let ends := pawns &. complement (shl pawns 1) &. complement (second board) in
  let free := complement pawns in
  let free := free ^. shl free 1 in
  let free := free ^. shl free 2 in
  let free := free ^. shl free 4 in
  let free := free ^. shl free 8 in
  let free := free ^. shl free 16 in
  let free := free ^. shl free 32 in
  (ends, ends &. complement (free ^. even_right board)).

Definition moved (up : bool) (a places : N) : N := if up then shl a places else shr a places.

(** [lengths]. *)
Definition lengths (down : bool) (marks pawns : N) : N * N * N :=
  let two := pawns &. moved down pawns 1 in
  let four := two &. moved down two 2 in
  let level_1 := marks &. pawns in
  let level_2 := marks &. two in
  let level_3 := level_2 &. moved down pawns 2 in
  let level_4 := marks &. four in
  let level_5 := level_4 &. moved down pawns 4 in
  let level_6 := level_4 &. moved down two 4 in
  let level_7 := level_6 &. moved down pawns 6 in
  (level_1 ^. level_2 ^. level_3 ^. level_4 ^. level_5 ^. level_6 ^. level_7,
   level_2 ^. level_4 ^. level_6,
   level_4).

(** [count]. *)
Definition small_count (board : small_board) : N * N :=
  let pawns := pawns_at board in
  let wins_at_once := all_if (pawns &. next_to_goal board) in
  let first_block := pawns &. complement (wrapping_add pawns 1) in
  let (ends, odd) := ends_and_odd board in
  let even := ends &. complement odd in
  let two := pawns &. shr pawns 1 in
  let four := two &. shr two 2 in
  let long := ends &. four &. shr four 4 in
  let '(size_0, size_1, size_2) := lengths false ends pawns in
  let '(below_0, below_1, below_2) := lengths true even (shl pawns 2) in
  let x_0 := all_if (count_ones (size_0 &. odd)) in
  let x_1 := all_if (count_ones (size_1 &. odd)) in
  let x_2 := all_if (count_ones (size_2 &. odd)) in
  let highest_1 := x_1 &. complement x_2 in
  let highest_0 := x_0 &. complement x_1 &. complement x_2 in
  let lowers := odd &. (size_2 &. x_2 |. size_1 &. highest_1 |. size_0 &. highest_0) in
  let is_higher := below_2 &. x_2 |. below_1 &. highest_1 |. below_0 &. highest_0 in
  let common_1 := below_0 &. x_0 in
  let common_2 := below_1 &. x_1 in
  let sum_1 := size_1 ^. common_1 in
  let carry := size_1 &. common_1 in
  let sum_2 := size_2 ^. common_2 ^. carry in
  let sum_3 := size_2 &. common_2 |. carry &. (size_2 |. common_2) in
  let enough_0 := size_0 |. complement x_0 in
  let enough_1 := sum_1 &. complement x_1 |. (sum_1 |. complement x_1) &. enough_0 in
  let enough_2 := sum_2 &. complement x_2 |. (sum_2 |. complement x_2) &. enough_1 in
  let raises := even &. (sum_3 |. enough_2) &. complement is_higher &. (x_0 |. x_1 |. x_2) in
  let won := first_block &. wins_at_once |. (lowers |. raises) &. complement wins_at_once in
  (count_ones won, long &. complement wins_at_once).

(** The strip of a word, with [free] free squares before it from the goal on. *)
Definition strip_of_word (free pawns : N) : list cell :=
  repeat Free (N.to_nat free)
  ++ map (fun i => if N.testbit pawns (N.of_nat i) then Pawn else Free) (seq 0 64).

(** Unless a long block is reported, the count is the length of the list of winning squares, which
    [Rules.gra] is about. [of_squares] is for boards without a pawn next to the goal. *)
Definition small_count_right : Prop :=
  forall free pawns board, is_word pawns ->
    (free = 1 /\ board = of_mask pawns) \/ (2 <= free /\ is_word free /\ board = of_squares free pawns) ->
    snd (small_count board) = 0 ->
    fst (small_count board) = N.of_nat (length (winning_squares (groups (strip_of_word free pawns)))).
