(** Theorem 8.4: Lasker's Nim. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Bouton Octal.
Import ListNotations.
Open Scope N_scope.

Lemma heap_values_unique : forall d q g g', heap_code d q -> heap_values d g -> heap_values d g' ->
  forall n, g n = g' n.
Proof.
  intros d q g g' Hc Hg Hg' n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  eapply same_mex; [apply Hg | apply Hg' |]. intros v.
  assert (H : forall parts, heap_option d n parts -> map g parts = map g' parts).
  { intros parts Ho. apply map_ext_in. intros part Hp. apply IH.
    apply in_split in Hp. destruct Hp as (l & r & ->). now apply (part_less d q n l part r). }
  split; intros (parts & Ho & <-); exists parts; (split; [exact Ho|]); f_equal; [symmetry|]; auto.
Qed.

(** The value of a heap, and the heap of a value: each swaps 3 and 4, 7 and 8, ... *)
Definition swapped (n : N) : N :=
  match n mod 4 with 3 => n + 1 | 0 => n - 1 | _ => n end.

Lemma four : forall n, exists m r, n = 4 * m + r /\ r < 4 /\ n mod 4 = r.
Proof.
  intros n. exists (n / 4), (n mod 4). split; [apply N.div_mod; lia|]. split; [apply N.mod_lt; lia | reflexivity].
Qed.

Lemma swapped_at : forall m r, r < 4 ->
  swapped (4 * m + r) = match r with 3 => 4 * m + 4 | 0 => 4 * m - 1 | _ => 4 * m + r end.
Proof.
  intros m r Hr. unfold swapped.
  replace ((4 * m + r) mod 4) with r by (symmetry; rewrite N.add_comm, N.mul_comm, N.mod_add, N.mod_small; lia).
  assert (H : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia.
  destruct H as [-> | [-> | [-> | ->]]]; lia.
Qed.

Lemma swapped_twice : forall n, swapped (swapped n) = n.
Proof.
  intros n. destruct (four n) as (m & r & -> & Hr & _). rewrite swapped_at by exact Hr.
  assert (H : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia.
  destruct H as [-> | [-> | [-> | ->]]].
  - destruct (N.eq_dec m 0) as [-> | Hm]; [reflexivity|].
    replace (4 * m - 1) with (4 * (m - 1) + 3) by lia. rewrite swapped_at by lia. lia.
  - now rewrite swapped_at by lia.
  - now rewrite swapped_at by lia.
  - replace (4 * m + 4) with (4 * (m + 1) + 0) by lia. rewrite swapped_at by lia. lia.
Qed.

Lemma mod_4_lxor : forall a b, N.lxor a b mod 4 = N.lxor (a mod 4) (b mod 4).
Proof.
  intros. change 4 with (2 ^ 2). rewrite <- !N.land_ones. apply N.bits_inj. intros i.
  rewrite !N.lxor_spec, !N.land_spec, N.lxor_spec. destruct (N.testbit (N.ones 2) i), (N.testbit a i), (N.testbit b i); reflexivity.
Qed.

(** The value modulo 4, of a heap that is not empty. *)
Lemma swapped_mod_4 : forall n, 1 <= n -> swapped n mod 4 = match n mod 4 with 3 => 0 | 0 => 3 | r => r end.
Proof.
  intros n Hn. destruct (four n) as (m & r & -> & Hr & ->). rewrite swapped_at by exact Hr.
  assert (H : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia.
  destruct H as [-> | [-> | [-> | ->]]].
  - replace (4 * m - 1) with (3 + (m - 1) * 4) by lia. rewrite N.mod_add; [reflexivity | lia].
  - replace (4 * m + 1) with (1 + m * 4) by lia. rewrite N.mod_add; [reflexivity | lia].
  - replace (4 * m + 2) with (2 + m * 4) by lia. rewrite N.mod_add; [reflexivity | lia].
  - replace (4 * m + 4) with (0 + (m + 1) * 4) by lia. rewrite N.mod_add; [reflexivity | lia].
Qed.

Lemma no_parting : forall a b, 1 <= a -> 1 <= b -> N.lxor (swapped a) (swapped b) <> swapped (a + b).
Proof.
  intros a b Ha Hb E.
  assert (E' : N.lxor (swapped a) (swapped b) mod 4 = swapped (a + b) mod 4) by now rewrite E.
  rewrite mod_4_lxor, !swapped_mod_4, N.add_mod in E' by lia.
  pose proof (N.mod_lt a 4 ltac:(lia)). pose proof (N.mod_lt b 4 ltac:(lia)).
  remember (a mod 4) as ra. remember (b mod 4) as rb.
  assert (Hr : ra = 0 \/ ra = 1 \/ ra = 2 \/ ra = 3) by lia.
  assert (Hs : rb = 0 \/ rb = 1 \/ rb = 2 \/ rb = 3) by lia.
  destruct Hr as [Hr | [Hr | [Hr | Hr]]], Hs as [Hs | [Hs | [Hs | Hs]]];
    rewrite Hr, Hs in E'; discriminate.
Qed.

Lemma lasker_code : heap_code lasker 2.
Proof.
  split; unfold lasker.
  - intros j. change (if 0 =? 0 then 4 else 3) with (2 ^ 2). rewrite N.pow2_bits_eqb.
    intros H. apply N.eqb_eq in H. lia.
  - intros k j H. destruct (N.le_gt_cases j 2) as [|Hj]; auto. exfalso.
    assert (E : N.testbit (if k =? 0 then 4 else 3) j = false).
    { apply N.bits_above_log2. destruct (k =? 0); cbn; lia. }
    congruence.
Qed.

Lemma lasker_options : forall n parts, heap_option lasker n parts <->
  (parts = [] /\ 1 <= n) \/ (exists a, parts = [a] /\ 1 <= a < n)
  \/ (exists a b, parts = [a; b] /\ 1 <= a /\ 1 <= b /\ n = a + b).
Proof.
  intros n parts. split.
  - intros (k & E & Hpos & Hbit). unfold lasker in Hbit.
    destruct parts as [|a [|b [|c parts]]]; cbn [fold_right length] in *.
    + left. split; [reflexivity|]. destruct (N.eqb_spec k 0); [discriminate | lia].
    + right. left. exists a. split; [reflexivity|]. pose proof (Hpos a (or_introl eq_refl)).
      destruct (N.eqb_spec k 0); [discriminate | lia].
    + right. right. exists a, b. pose proof (Hpos a (or_introl eq_refl)).
      pose proof (Hpos b (or_intror (or_introl eq_refl))).
      destruct (N.eqb_spec k 0); [repeat split; auto; lia | discriminate].
    + exfalso. rewrite N.bits_above_log2 in Hbit; [discriminate|].
      destruct (k =? 0); [change (N.log2 4) with 2 | change (N.log2 3) with 1]; lia.
  - intros [[-> Hn] | [(a & -> & Ha) | (a & b & -> & Ha & Hb & ->)]].
    + exists n. split; [cbn [fold_right]; lia|]. split; [contradiction|].
      unfold lasker. destruct (N.eqb_spec n 0); [lia | reflexivity].
    + exists (n - a). split; [cbn [fold_right]; lia|]. split; [intros part [<- | []]; lia|].
      unfold lasker. destruct (N.eqb_spec (n - a) 0); [lia | reflexivity].
    + exists 0. split; [cbn [fold_right]; lia|]. split; [intros part [<- | [<- | []]]; lia | reflexivity].
Qed.

Lemma reached_by_less : forall n j, j < n ->
  exists parts, heap_option lasker n parts /\ nim_sum (map swapped parts) = swapped j.
Proof.
  intros n j Hj. destruct (N.eq_dec j 0) as [-> | Hj0].
  - exists []. split; [apply lasker_options; left; split; [reflexivity | lia] | reflexivity].
  - exists [j]. split; [|cbn; apply N.lxor_0_r]. apply lasker_options. right. left.
    exists j. split; [reflexivity | lia].
Qed.

Lemma lasker_values : heap_values lasker swapped.
Proof.
  intros n. split.
  - intros (parts & Ho & E). apply lasker_options in Ho.
    destruct Ho as [[-> Hn] | [(a & -> & Ha) | (a & b & -> & Ha & Hb & ->)]].
    + assert (E' : swapped (swapped n) = swapped 0) by (rewrite <- E; reflexivity).
      rewrite swapped_twice in E'. cbn in E'. lia.
    + cbn in E. rewrite N.lxor_0_r in E. assert (E' : swapped (swapped a) = swapped (swapped n)) by now rewrite E.
      rewrite !swapped_twice in E'. lia.
    + cbn in E. rewrite N.lxor_0_r in E. exact (no_parting a b Ha Hb E).
  - intros w Hw. destruct (N.lt_ge_cases (swapped w) n) as [Hless | Hge].
    + destruct (reached_by_less n (swapped w) Hless) as (parts & Ho & E).
      exists parts. now rewrite swapped_twice in E.
    + (* Only one number below the value is no value of a smaller heap. *)
      destruct (four n) as (m & r & -> & Hr & _). rewrite swapped_at in Hw by exact Hr.
      destruct (four w) as (m' & r' & -> & Hr' & _). rewrite swapped_at in Hge by exact Hr'.
      assert (H : r = 0 \/ r = 1 \/ r = 2 \/ r = 3) by lia.
      assert (H' : r' = 0 \/ r' = 1 \/ r' = 2 \/ r' = 3) by lia.
      assert (E : r = 3 /\ r' = 3 /\ m = m').
      { destruct H as [-> | [-> | [-> | ->]]], H' as [-> | [-> | [-> | ->]]]; lia. }
      destruct E as (-> & -> & ->). exists [1; 4 * m' + 2]. split.
      * apply lasker_options. right. right. exists 1, (4 * m' + 2). repeat split; lia.
      * cbn [map nim_sum fold_right]. rewrite swapped_at by lia. rewrite N.lxor_0_r.
        change (swapped 1) with 1. replace (4 * m' + 2) with (2 * (2 * m' + 1)) by lia.
        replace (4 * m' + 3) with (2 * (2 * m' + 1) + 1) by lia. now destruct m'.
Qed.

Theorem lasker_nim_proved : lasker_nim.
Proof.
  split; [exact lasker_code|]. intros g Hg.
  pose proof (heap_values_unique lasker 2 g swapped lasker_code Hg lasker_values) as E.
  split; [rewrite E; reflexivity|]. intros m. rewrite !E.
  replace (4 * m + 4) with (4 * (m + 1) + 0) at 2 by lia.
  rewrite !swapped_at by lia. repeat split; lia.
Qed.
