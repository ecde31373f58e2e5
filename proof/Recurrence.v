(** Values that a recurrence gives: the mex of those of smaller numbers. *)

From Coq Require Import Arith Bool NArith List Lia FinFun.
From Grundy Require Import Rules Bouton.
Import ListNotations.
Open Scope N_scope.

Definition in_list (a : N) (l : list N) : bool := existsb (N.eqb a) l.

Lemma in_list_spec : forall a l, in_list a l = true <-> In a l.
Proof.
  intros. unfold in_list. rewrite existsb_exists. split.
  - intros (b & Hb & E). apply N.eqb_eq in E. now subst.
  - intros H. exists a. now rewrite N.eqb_refl.
Qed.

(** The least number from [from] on that is not in the list, looked for [fuel] times. *)
Fixpoint least_missing (fuel : nat) (from : N) (l : list N) : N :=
  match fuel with
  | O => from
  | S fuel => if in_list from l then least_missing fuel (from + 1) l else from
  end.

Lemma least_missing_spec : forall fuel from l,
  (forall w, from <= w < least_missing fuel from l -> In w l)
  /\ from <= least_missing fuel from l <= from + N.of_nat fuel
  /\ (In (least_missing fuel from l) l -> least_missing fuel from l = from + N.of_nat fuel).
Proof.
  induction fuel as [|fuel IH]; intros from l; cbn [least_missing].
  - split; [lia|]. split; [lia|]. intros _. lia.
  - destruct (in_list from l) eqn:E.
    + apply in_list_spec in E. destruct (IH (from + 1) l) as (H1 & H2 & H3).
      split; [|split].
      * intros w Hw. destruct (N.eq_dec w from) as [-> | Hne]; auto. apply H1. lia.
      * lia.
      * intros H. rewrite (H3 H) at 1. lia.
    + split; [lia|]. split; [lia|]. intros H. apply in_list_spec in H. congruence.
Qed.

Definition mex_of (l : list N) : N := least_missing (S (length l)) 0 l.

Lemma mex_of_spec : forall l, is_mex (fun v => In v l) (mex_of l).
Proof.
  intros l. unfold mex_of. destruct (least_missing_spec (S (length l)) 0 l) as (H1 & _ & H3).
  split.
  - intros H. specialize (H3 H).
    assert (Hincl : incl (map N.of_nat (seq 0 (S (length l)))) l).
    { intros w Hw. apply in_map_iff in Hw. destruct Hw as (i & <- & Hi). apply in_seq in Hi.
      apply H1. lia. }
    apply NoDup_incl_length in Hincl.
    + rewrite map_length, seq_length in Hincl. lia.
    + apply Injective_map_NoDup; [|apply seq_NoDup]. intros i j E. lia.
  - intros w Hw. apply H1. lia.
Qed.

(** Each number has options, which are lists of smaller numbers; the value of a list is the nim-sum of
    theirs. *)
Section Recurrence.
  Variable options : N -> list (list N).

  (** The values of the numbers below [n]. *)
  Fixpoint table (n : nat) : list N :=
    match n with
    | O => []
    | S n =>
        let below := table n in
        let value parts := nim_sum (map (fun a => nth (N.to_nat a) below 0) parts) in
        below ++ [mex_of (map value (options (N.of_nat n)))]
    end.

  Definition value_of (n : N) : N := nth (N.to_nat n) (table (S (N.to_nat n))) 0.

  Lemma table_length : forall n, length (table n) = n.
  Proof. induction n as [|n IH]; cbn [table]; [reflexivity|]. rewrite app_length, IH. cbn. lia. Qed.

  Lemma table_more : forall more n a, (a < n)%nat ->
    nth a (table (n + more)) 0 = nth a (table n) 0.
  Proof.
    induction more as [|more IH]; intros n a Ha; [now rewrite Nat.add_0_r|].
    rewrite Nat.add_succ_r. cbn [table].
    rewrite app_nth1 by (rewrite table_length; lia). now apply IH.
  Qed.

  Lemma table_value : forall n a, (a < n)%nat -> nth a (table n) 0 = value_of (N.of_nat a).
  Proof.
    intros n a Ha. unfold value_of. rewrite Nat2N.id.
    replace n with (S a + (n - S a))%nat by lia. apply table_more. lia.
  Qed.

  Lemma value_of_mex :
    (forall n parts part, In parts (options n) -> In part parts -> part < n) ->
    forall n, is_mex (fun v => exists parts, In parts (options n) /\ nim_sum (map value_of parts) = v)
                (value_of n).
  Proof.
    intros Hless n. unfold value_of at 2. cbn [table].
    rewrite app_nth2; rewrite table_length; [|lia].
    rewrite Nat.sub_diag. cbn [nth]. rewrite N2Nat.id.
    set (value := fun parts : list N => nim_sum (map (fun a => nth (N.to_nat a) _ 0) parts)).
    pose proof (mex_of_spec (map value (options n))) as [H1 H2].
    assert (Hv : forall parts, In parts (options n) -> value parts = nim_sum (map value_of parts)).
    { intros parts Ho. unfold value. f_equal. apply map_ext_in. intros a Ha.
      specialize (Hless n parts a Ho Ha).
      rewrite table_value; [now rewrite N2Nat.id | lia]. }
    split.
    - intros (parts & Ho & E). apply H1. rewrite <- E, <- (Hv parts Ho). now apply in_map.
    - intros w Hw. apply H2 in Hw. apply in_map_iff in Hw. destruct Hw as (parts & <- & Hin).
      exists parts. split; auto. symmetry. auto.
  Qed.
End Recurrence.
