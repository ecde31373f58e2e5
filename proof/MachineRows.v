(** A strip as one word: bits, sums over its places, and sums over its groups. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Programs Machine MachineNumbers.
Import ListNotations.
Open Scope N_scope.

(** ** Bits of words *)

Lemma testbit_word : forall a i, N.testbit (word a) i = (i <? 64) && N.testbit a i.
Proof.
  intros a i. unfold word. rewrite N.land_spec. destruct (N.ltb_spec i 64).
  - now rewrite N.ones_spec_low, andb_true_r.
  - now rewrite N.ones_spec_high, andb_false_r.
Qed.

Lemma testbit_shl : forall a k i, N.testbit (shl a k) i = (i <? 64) && ((k <=? i) && N.testbit a (i - k)).
Proof.
  intros a k i. unfold shl. rewrite testbit_word. f_equal. destruct (N.leb_spec k i).
  - now rewrite N.shiftl_spec_high'.
  - now rewrite N.shiftl_spec_low.
Qed.

Lemma testbit_complement : forall a i, i < 64 -> N.testbit (complement a) i = negb (N.testbit a i).
Proof.
  intros a i Hi. unfold complement. rewrite N.lxor_spec, N.ones_spec_low by exact Hi. apply xorb_true_r.
Qed.

Lemma testbit_all_if : forall b i, i < 64 -> N.testbit (all_if b) i = N.odd b.
Proof.
  intros b i Hi. unfold all_if. change 1 with (N.ones 1) at 1. rewrite N.land_ones. change (2 ^ 1) with 2.
  rewrite <- N.bit0_mod, N.bit0_odd. destruct (N.odd b); cbn [N.b2n].
  - change (wrapping_sub 0 1) with (N.ones 64). now apply N.ones_spec_low.
  - apply N.bits_0.
Qed.

Lemma word_bits : forall a, is_word a <-> forall i, 64 <= i -> N.testbit a i = false.
Proof.
  intros a. split.
  - intros Ha i Hi. rewrite <- (word_small a Ha), testbit_word. destruct (N.ltb_spec i 64); [lia | reflexivity].
  - intros H. unfold is_word. replace a with (word a).
    + rewrite word_is. apply N.mod_lt. lia.
    + apply N.bits_inj. intros i. rewrite testbit_word. destruct (N.ltb_spec i 64); [reflexivity|].
      now rewrite H.
Qed.

(** ** Sums over places *)

Fixpoint sum_from (f : N -> N) (i : N) (n : nat) : N :=
  match n with O => 0 | S n => f i + sum_from f (N.succ i) n end.

Lemma sum_from_ext : forall f g n i, (forall j, i <= j < i + N.of_nat n -> f j = g j) ->
  sum_from f i n = sum_from g i n.
Proof.
  induction n as [|n IH]; intros i H; cbn [sum_from]; [reflexivity|].
  rewrite H by lia. f_equal. apply IH. intros j Hj. apply H. lia.
Qed.

Lemma sum_from_shift : forall f n i, sum_from (fun j => f (N.succ j)) i n = sum_from f (N.succ i) n.
Proof. induction n as [|n IH]; intros i; cbn [sum_from]; [reflexivity|]. now rewrite IH. Qed.

Lemma count_ones_double : forall a b, count_ones (2 * a + N.b2n b) = N.b2n b + count_ones a.
Proof. intros [|p] []; reflexivity. Qed.

Lemma count_ones_sum : forall n a, a < 2 ^ N.of_nat n ->
  count_ones a = sum_from (fun i => N.b2n (N.testbit a i)) 0 n.
Proof.
  induction n as [|n IH]; intros a Ha.
  - replace a with 0 by (cbn in Ha; lia). reflexivity.
  - rewrite (N.div2_odd a) at 1. rewrite count_ones_double. cbn [sum_from]. rewrite N.bit0_odd. f_equal.
    rewrite IH.
    + rewrite <- sum_from_shift. apply sum_from_ext. intros j _. f_equal.
      symmetry. apply N.testbit_succ_r_div2. lia.
    + rewrite N.div2_div. apply N.div_lt_upper_bound; [lia|].
      rewrite Nat2N.inj_succ, N.pow_succ_r' in Ha. exact Ha.
Qed.

(** A sum over the places of a row of squares: each is a square, those [down] from it, and those from it [up]. *)
Fixpoint row_sum (f : list bool -> list bool -> N) (down up : list bool) : N :=
  match up with
  | [] => 0
  | c :: further => f down up + row_sum f (c :: down) further
  end.

Lemma sum_is_row_sum : forall f g row, (forall down up, row = rev down ++ up -> up <> [] ->
    f (N.of_nat (length down)) = g down up) ->
  sum_from f 0 (length row) = row_sum g [] row.
Proof.
  intros f g row H.
  assert (E : forall up down, row = rev down ++ up ->
    sum_from f (N.of_nat (length down)) (length up) = row_sum g down up).
  { induction up as [|c up IH]; intros down E; cbn [length sum_from row_sum]; [reflexivity|].
    rewrite (H down (c :: up) E) by discriminate. f_equal.
    rewrite <- Nat2N.inj_succ. apply (IH (c :: down)). cbn [rev]. now rewrite <- app_assoc. }
  now apply (E row []).
Qed.

(** ** Groups in a row of squares *)

Fixpoint row_of (groups : list N) : list bool :=
  match groups with
  | [] => []
  | s :: further => false :: repeat true (N.to_nat s) ++ row_of further
  end.

(** Each group with its number and the size of the one below. *)
Fixpoint numbered (number t s : N) (further : list N) : list (N * N * N) :=
  (number, t, s) ::
  match further with
  | [] => []
  | s' :: further => numbered (number + 1) s s' further
  end.

Definition group_sum (g : N -> N -> N -> N) (entries : list (N * N * N)) : N :=
  fold_right (fun entry sum =>
    let '(number, t, s) := entry in (if s =? 0 then 0 else g number t s) + sum) 0 entries.

Definition frees (row : list bool) : N := N.of_nat (length (filter negb row)).

(** What lies below a group: nothing, or a free square, the group below it, and no more pawns. *)
Definition below_is (t : N) (down : list bool) : Prop :=
  (down = [] /\ t = 0)
  \/ exists rest, down = false :: repeat true (N.to_nat t) ++ rest /\ hd false rest = false.

Lemma row_sum_of_groups : forall f g free (P : N -> N -> N -> Prop),
  (forall down up, hd false up = false \/ hd false down = true -> f down up = 0) ->
  (forall down number t s up, below_is t down -> number = free + frees down -> P number t s ->
     s <> 0 -> hd false up = false -> (free = 1 -> last down false = false) ->
     f down (repeat true (N.to_nat s) ++ up) = g number t s) ->
  forall further down number t s, below_is t down -> number = free + frees down ->
    (free = 1 -> last down false = false) -> (free = 1 -> down = [] -> s = 0) ->
    Forall (fun entry => let '(number, t, s) := entry in P number t s) (numbered number t s further) ->
    row_sum f down (repeat true (N.to_nat s) ++ row_of further)
    = group_sum g (numbered number t s further).
Proof.
  intros f g free P Hzero Hstart.
  assert (Hinside : forall k down up, row_sum f (true :: down) (repeat true k ++ up)
    = row_sum f (repeat true k ++ true :: down) up).
  { induction k as [|k IH]; intros down up; [reflexivity|]. cbn [repeat app row_sum].
    rewrite Hzero by (right; reflexivity). rewrite N.add_0_l, IH. f_equal.
    clear. induction k as [|k IH]; [reflexivity|]. cbn [repeat app] in *. now rewrite IH. }
  induction further as [|s' further IH]; intros down number t s Hbelow Hnumber Hlast Hfirst HP;
    inversion HP as [|? ? HP1 HPs E]; clear HP; cbn [numbered group_sum fold_right];
    destruct (N.eqb_spec s 0) as [-> | Hs]; cbn [row_of N.to_nat].
  - reflexivity.
  - rewrite app_nil_r. replace (N.to_nat s) with (S (N.to_nat (s - 1))) by lia.
    cbn [repeat row_sum]. rewrite <- (app_nil_r (repeat true (N.to_nat (s - 1)))) at 2.
    rewrite Hinside. cbn [row_sum].
    change (true :: repeat true (N.to_nat (s - 1))) with (repeat true (S (N.to_nat (s - 1)))).
    replace (S (N.to_nat (s - 1))) with (N.to_nat s) by lia.
    rewrite <- (app_nil_r (repeat true (N.to_nat s))).
    rewrite (Hstart down number t s []); auto.
  - cbn [repeat app row_sum]. rewrite Hzero by (left; reflexivity). f_equal.
    apply IH; auto.
    + right. exists down. split; [reflexivity|]. destruct Hbelow as [[-> _] | (rest & -> & _)]; reflexivity.
    + unfold frees in *. cbn [filter negb length]. lia.
    + intros Hf. destruct down; [reflexivity | apply Hlast, Hf].
    + discriminate.
  - replace (N.to_nat s) with (S (N.to_nat (s - 1))) at 1 by lia.
    cbn [repeat app row_sum]. rewrite Hinside. cbn [row_sum].
    rewrite (Hzero _ (false :: _)) by (left; reflexivity).
    change (true :: repeat true (N.to_nat (s - 1)) ++ false :: repeat true (N.to_nat s') ++ row_of further)
      with (repeat true (S (N.to_nat (s - 1))) ++ false :: repeat true (N.to_nat s') ++ row_of further).
    replace (S (N.to_nat (s - 1))) with (N.to_nat s) by lia.
    rewrite (Hstart down number t s) by auto.
    f_equal. rewrite N.add_0_l.
    assert (Hdown : repeat true (N.to_nat (s - 1)) ++ true :: down = repeat true (N.to_nat s) ++ down).
    { replace (N.to_nat s) with (S (N.to_nat (s - 1))) by lia.
      generalize (N.to_nat (s - 1)) as k. clear. induction k as [|k IH]; [reflexivity|].
      cbn [repeat app] in *. now rewrite IH. }
    rewrite Hdown. apply IH; auto.
    + right. exists down. split; [reflexivity|]. destruct Hbelow as [[-> _] | (rest & -> & _)]; reflexivity.
    + unfold frees in *. cbn [filter negb length]. rewrite filter_app, app_length.
      replace (length (filter negb (repeat true (N.to_nat s)))) with 0%nat; [lia|].
      clear. induction (N.to_nat s) as [|k IH]; [reflexivity | exact IH].
    + intros Hf. destruct down as [|c down].
      * exfalso. apply Hs. now apply Hfirst.
      * replace (last (false :: repeat true (N.to_nat s) ++ c :: down) false) with (last (c :: down) false);
          [now apply Hlast|].
        change (false :: repeat true (N.to_nat s) ++ c :: down)
          with ((false :: repeat true (N.to_nat s)) ++ c :: down).
        generalize (false :: repeat true (N.to_nat s)) as before. clear.
        induction before as [|a before IH]; [reflexivity|]. cbn [app]. rewrite IH. cbn [last].
        destruct (before ++ c :: down) eqn:E; [destruct before; discriminate | reflexivity].
    + discriminate.
Qed.
