(** The programs. Each takes the numbers of its input one after another, so that none keeps them all:
    [first], then [next] for each, then [finish]. *)

From Coq Require Import NArith Bool List.
From Grundy Require Import Rules.
Import ListNotations.
Open Scope N_scope.

(** ** Nim, bounded Nim *)

Definition nim_first : N := 0.
Definition nim_next (x a : N) : N := N.lxor x a.
Definition bounded_modulus (k : N) : N := k + 1.
Definition bounded_next (modulus x a : N) : N := N.lxor x (a mod modulus).
Definition not_zero (x : N) : bool := negb (x =? 0).

Definition nim_program (heaps : list N) : bool := not_zero (fold_left nim_next heaps nim_first).
Definition bounded_program (k : N) (heaps : list N) : bool :=
  not_zero (fold_left (bounded_next (bounded_modulus k)) heaps nim_first).

(** ** Staircase Nim *)

Record staircase_state : Set := { next_is_odd : bool; nim_sum_so_far : N }.

Definition staircase_first : staircase_state := {| next_is_odd := true; nim_sum_so_far := 0 |}.
Definition staircase_next (state : staircase_state) (coins : N) : staircase_state :=
  {| next_is_odd := negb (next_is_odd state);
     nim_sum_so_far :=
       if next_is_odd state then N.lxor (nim_sum_so_far state) coins else nim_sum_so_far state |}.
Definition staircase_finish (state : staircase_state) : bool := not_zero (nim_sum_so_far state).

Definition staircase_program (steps : list N) : bool :=
  staircase_finish (fold_left staircase_next steps staircase_first).

(** ** Kamyki *)

(** The last pile, and the nim-sums of its difference and every other one before it, and of the rest. *)
Record kamyki_state : Set := { last_pile : N; with_last : N; without_last : N }.

Definition kamyki_first : kamyki_state := {| last_pile := 0; with_last := 0; without_last := 0 |}.
Definition kamyki_next (state : kamyki_state) (pile : N) : kamyki_state :=
  {| last_pile := pile;
     with_last := N.lxor (pile - last_pile state) (without_last state);
     without_last := with_last state |}.
Definition kamyki_finish (state : kamyki_state) : bool := not_zero (with_last state).

Definition kamyki_program (piles : list N) : bool :=
  kamyki_finish (fold_left kamyki_next piles kamyki_first).

(** ** Gra *)

(** How many free squares stand between a block of pawns and the next one nearer to the goal: one, another
    odd number, or an even one. Nothing else of it matters. *)
Inductive gap : Set := One | Odd | Even.

(** Squares [first], [first + 1], ... up to [s - 1] are free. *)
Definition gap_between (first s : N) : gap :=
  if s =? N.succ first then One else if xorb (N.odd s) (N.odd first) then Odd else Even.

(** The square after the last pawn, how many pawns the pawn's block has so far, and the blocks before that,
    the last one first, each with the gap behind it. *)
Record gra_state : Set := { next_square : N; pawns : N; blocks_before : list (gap * N) }.

Definition gra_first : gra_state := {| next_square := 1; pawns := 0; blocks_before := [] |}.
Definition gra_next (state : gra_state) (square : N) : gra_state :=
  if square =? next_square state
  then {| next_square := N.succ square; pawns := N.succ (pawns state);
          blocks_before := blocks_before state |}
  else {| next_square := N.succ square; pawns := 1;
          blocks_before := (gap_between (next_square state) square, pawns state) :: blocks_before state |}.

(** Whether a block is an odd stair, if the block before it is ([odd]). *)
Definition odd_after (odd : bool) (g : gap) : bool :=
  match g with Even => odd | _ => negb odd end.

Fixpoint odd_blocks (odd : bool) (x : N) (blocks : list (gap * N)) : N :=
  match blocks with
  | [] => x
  | (g, s) :: further =>
      let odd := odd_after odd g in
      odd_blocks odd (if odd then N.lxor x s else x) further
  end.

(** [t] is the size of the block before. *)
Fixpoint winning_blocks (x : N) (odd : bool) (t : N) (count : N) (blocks : list (gap * N)) : N :=
  match blocks with
  | [] => count
  | (g, s) :: further =>
      let odd := odd_after odd g in
      let t := match g with One => t | _ => 0 end in
      winning_blocks x odd s (if winning_coins x odd t s =? 0 then count else count + 1) further
  end.

Definition gra_finish (m : N) (state : gra_state) : N :=
  let first := next_square state in
  if m =? first then pawns state
  else
    let count t blocks := winning_blocks (odd_blocks false 0 blocks) false t 0 blocks in
    if m =? N.succ first then count (pawns state) (blocks_before state)
    else count 0 ((gap_between first (m - 1), pawns state) :: blocks_before state).

Definition gra_program (m : N) (squares : list N) : N :=
  gra_finish m (fold_left gra_next squares gra_first).

(** The squares of the pawns that win, by way of the whole strip: for small ones. *)

Fixpoint strip_after (last : N) (strip : list cell) (squares : list N) (m : N) : list cell :=
  match squares with
  | [] => repeat Free (N.to_nat (m - last)) ++ strip
  | s :: further =>
      strip_after s (Pawn :: repeat Free (N.to_nat (s - last - 1)) ++ strip) further m
  end.

Definition gra_moves_program (m : N) (squares : list N) : list N :=
  winning_squares (groups (strip_after 0 [] squares m)).

(** ** Constrained Nim *)

(** The special sizes that have been looked at, the largest first, each with its Grundy value and the
    largest value so far. *)
Definition points := list (N * N * N).

(** The largest value of the heaps up to [n], and the value of the heap of [n]. *)
Fixpoint highest_at (n : N) (known : points) : N :=
  match known with
  | [] => n
  | (s, _, h) :: lower => if s <=? n then n - s + h else highest_at n lower
  end.

Fixpoint value_at (n : N) (known : points) : N :=
  match known with
  | [] => n
  | (s, g, h) :: lower => if s =? n then g else if s <? n then n - s + h else value_at n lower
  end.

(** The first heap of value [v]. *)
Fixpoint first_of (v : N) (known : points) : N :=
  match known with
  | [] => v
  | (s, _, h) :: lower => if h <? v then s + v - h else first_of v lower
  end.

Definition forbids (forbidden : list (N * N)) (s j : N) : bool :=
  existsb (fun pair => (fst pair =? s) && (snd pair =? s - j)) forbidden.

(** Whether every heap of value [v] below [s] is a forbidden target of [s]; there is one. *)
Definition drops (forbidden : list (N * N)) (known : points) (s v : N) : bool :=
  forbids forbidden s (first_of v known)
  && forallb (fun point => negb (snd (fst point) =? v) || forbids forbidden s (fst (fst point))) known.

Definition special_value (forbidden : list (N * N)) (known : points) (s : N) : N :=
  fold_right
    (fun pair best =>
       let v := value_at (s - snd pair) known in
       if (fst pair =? s) && (1 <=? snd pair) && (snd pair <=? s) && (v <? best)
          && drops forbidden known s v
       then v else best)
    (highest_at (s - 1) known + 1) forbidden.

(** The least special size above [s], if there is one; else [s]. *)
Definition next_special (forbidden : list (N * N)) (s : N) : N :=
  fold_right
    (fun pair best => let x := fst pair in if (s <? x) && ((best =? s) || (x <? best)) then x else best)
    s forbidden.

Fixpoint all_points (fuel : list (N * N)) (forbidden : list (N * N)) (s : N) (known : points) : points :=
  match fuel with
  | [] => known
  | _ :: fuel =>
      let s' := next_special forbidden s in
      if s' =? s then known
      else
        let g := special_value forbidden known s' in
        all_points fuel forbidden s' ((s', g, N.max (highest_at (s' - 1) known) g) :: known)
  end.

Definition constrained_known (forbidden : list (N * N)) : points :=
  all_points forbidden forbidden 0 [(0, 0, 0)].

Definition constrained_next (known : points) (x a : N) : N := N.lxor x (value_at a known).

Definition constrained_program (forbidden : list (N * N)) (heaps : list N) : bool :=
  not_zero (fold_left (constrained_next (constrained_known forbidden)) heaps nim_first).
