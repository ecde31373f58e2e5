(** The programs for nim, bounded, staircase and kamyki are right. *)

From Coq Require Import Arith Bool NArith List Sorted Lia.
From Grundy Require Import Rules Verdicts Bouton Bounded Stairs Kamyki Programs.
Import ListNotations.
Open Scope N_scope.

Lemma decided : forall (Position : Type) (move : Position -> Position -> Prop) p v,
  GrundyValue move p v -> if not_zero v then Wins move p else Loses move p.
Proof.
  intros Position move p v H. unfold not_zero. destruct (N.eqb_spec v 0) as [E | E]; cbn [negb].
  - now apply (loses_value move p v).
  - now apply (wins_value move p v).
Qed.

Lemma fold_nim : forall heaps x, fold_left nim_next heaps x = N.lxor x (nim_sum heaps).
Proof.
  induction heaps as [|a heaps IH]; intros; cbn [fold_left nim_sum fold_right].
  - symmetry. apply N.lxor_0_r.
  - rewrite IH. unfold nim_next. apply N.lxor_assoc.
Qed.

Theorem nim_program_right_proved : nim_program_right nim_program.
Proof.
  intros heaps. unfold nim_program, nim_first. rewrite fold_nim, N.lxor_0_l. apply decided, nim_value.
Qed.

Lemma fold_bounded : forall k heaps x,
  fold_left (bounded_next (k + 1)) heaps x = N.lxor x (nim_sum (residues k heaps)).
Proof.
  intros k. induction heaps as [|a heaps IH]; intros; cbn [fold_left residues map nim_sum fold_right].
  - symmetry. apply N.lxor_0_r.
  - rewrite IH. unfold bounded_next. apply N.lxor_assoc.
Qed.

Theorem bounded_program_right_proved : bounded_program_right bounded_program.
Proof.
  intros k heaps Hk. unfold bounded_program, bounded_modulus, nim_first. rewrite fold_bounded, N.lxor_0_l.
  now apply decided, bounded_value.
Qed.

Lemma fold_staircase : forall steps state,
  nim_sum_so_far (fold_left staircase_next steps state)
  = N.lxor (nim_sum_so_far state) (nim_sum (every_other (next_is_odd state) steps)).
Proof.
  induction steps as [|c steps IH]; intros; cbn [fold_left every_other].
  - symmetry. apply N.lxor_0_r.
  - rewrite IH. cbn [staircase_next next_is_odd nim_sum_so_far].
    destruct (next_is_odd state); [|reflexivity].
    cbn [negb nim_sum fold_right]. apply N.lxor_assoc.
Qed.

Theorem staircase_program_right_proved : staircase_program_right staircase_program.
Proof.
  intros steps. unfold staircase_program, staircase_finish. rewrite fold_staircase.
  cbn [staircase_first next_is_odd nim_sum_so_far]. rewrite N.lxor_0_l.
  replace (nim_sum (every_other true steps)) with (odd_stairs (0 :: steps))
    by apply odd_stairs_is. apply decided, stairs_value.
Qed.

Lemma fold_kamyki : forall piles,
  let state := fold_left kamyki_next piles kamyki_first in
  last_pile state = last piles 0
  /\ with_last state = nim_sum (every_other true (rev (differences 0 piles)))
  /\ without_last state = nim_sum (every_other false (rev (differences 0 piles))).
Proof.
  intros piles. induction piles as [|a piles (IH1 & IH2 & IH3)] using rev_ind.
  - repeat split.
  - cbv zeta. rewrite fold_left_app, differences_app, rev_app_distr. cbn [fold_left kamyki_next
      last_pile with_last without_last rev differences app every_other nim_sum fold_right].
    rewrite IH1, IH2, IH3. split; [now rewrite last_last|]. split; reflexivity.
Qed.

Theorem kamyki_program_right_proved : kamyki_program_right kamyki_program.
Proof.
  intros piles Hs. unfold kamyki_program, kamyki_finish.
  destruct (fold_kamyki piles) as (_ & -> & _).
  replace (nim_sum (every_other true (rev (differences 0 piles))))
    with (odd_stairs (kamyki_stairs piles)) by apply odd_stairs_is.
  now apply decided, kamyki_value.
Qed.
