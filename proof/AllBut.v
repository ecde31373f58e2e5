(** Theorem 8.3: periods of games in which all but some numbers of stones may be taken. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Bouton Octal.
Import ListNotations.
Open Scope N_scope.

Section AllBut.
  Variables (d : N -> N) (t : N) (g : N -> N).
  Hypothesis Hcode : heap_code d 1.
  Hypothesis Hall : all_but d t.
  Hypothesis Hvalues : heap_values d g.

  (** The values that moves from a heap of more than [t] reach: those of all heaps below [n - t], and of
      some between. *)
  Definition reaches (n v : N) : Prop :=
    exists j, j < n /\ g j = v /\ (j < n - t \/ N.testbit (d (n - j)) 1 = true).

  Lemma nim_sum_one : forall j, nim_sum (map g [j]) = g j.
  Proof. intros. cbn. apply N.lxor_0_r. Qed.

  Lemma value_of_nothing : g 0 = 0.
  Proof.
    destruct (N.eq_dec (g 0) 0) as [|H]; auto.
    destruct (proj2 (Hvalues 0) 0) as (parts & Ho & _); [lia|]. exfalso.
    destruct (taken d 1 0 parts Hcode Ho) as (k & E & _ & _ & Hk).
    destruct Ho as (_ & _ & Hpos & _). pose proof (length_le_stones parts Hpos). lia.
  Qed.

  Lemma reaches_spec : forall n v, t < n ->
    reaches n v <-> exists parts, heap_option d n parts /\ nim_sum (map g parts) = v.
  Proof.
    intros n v Hn. split.
    - intros (j & Hj & <- & Hway). destruct (N.eq_dec j 0) as [-> | Hj0].
      + exists []. split; [|symmetry; exact value_of_nothing].
        exists n. split; [symmetry; apply N.add_0_r|]. split; [contradiction|]. now apply Hall.
      + exists [j]. split; [|apply nim_sum_one]. exists (n - j). cbn [fold_right length].
        split; [lia|]. split; [intros part [<- | []]; lia|].
        destruct Hway as [Hfar | Hbit]; [|exact Hbit]. apply (Hall (n - j)). lia.
    - intros (parts & (k & E & Hpos & Hbit) & <-).
      assert (Hlen : N.of_nat (length parts) <= 1) by (eapply Hcode; eauto).
      assert (Hk : k <> 0) by (intros ->; apply (proj1 Hcode) in Hbit; lia).
      destruct parts as [|j [|]]; cbn [length fold_right] in *; [| |lia].
      + exists 0. split; [lia|]. split; [exact value_of_nothing|]. left. lia.
      + exists j. split; [lia|]. split; [symmetry; apply nim_sum_one|]. right.
        now replace (n - j) with k by lia.
  Qed.

  Lemma bounded_search : forall (P : N -> Prop) n, (forall j, P j \/ ~ P j) ->
    (exists j, j < n /\ P j) \/ (forall j, j < n -> ~ P j).
  Proof.
    intros P n HP. induction n as [|n IH] using N.peano_ind; [right; lia|].
    destruct IH as [(j & Hj & H) | IH]; [left; exists j; split; [lia | exact H]|].
    destruct (HP n) as [H | H]; [left; exists n; split; [lia | exact H]|].
    right. intros j Hj. destruct (N.eq_dec j n) as [-> | Hne]; auto. apply IH. lia.
  Qed.

  Lemma reaches_dec : forall n v, reaches n v \/ ~ reaches n v.
  Proof.
    intros n v.
    destruct (bounded_search
      (fun j => g j = v /\ (j < n - t \/ N.testbit (d (n - j)) 1 = true)) n) as [H | H].
    - intros j. destruct (N.eq_dec (g j) v) as [E | E]; [|right; tauto].
      destruct (N.lt_ge_cases j (n - t)) as [Hj | Hj]; [left; auto|].
      destruct (N.testbit (d (n - j)) 1) eqn:Eb; [left; auto | right].
      intros [_ [H | H]]; [lia | discriminate].
    - left. exact H.
    - right. intros (j & Hj & H'). exact (H j Hj H').
  Qed.

  Variables p rise : N.

  Definition same_state (n : N) : Prop :=
    (forall j, n - t <= j < n -> g (j + p) = g j + rise)
    /\ forall v, no_value_below g (n + p - t) v
         <-> exists w, v = w + rise /\ no_value_below g (n - t) w.

  Lemma next_value : forall n, t < n -> same_state n -> g (n + p) = g n + rise.
  Proof.
    intros n Hn [Hnear Hfar].
    assert (Hmex : forall m v, t < m -> (g m = v <-> ~ reaches m v /\ forall w, w < v -> reaches m w)).
    { intros m v Hm. split.
      - intros <-. destruct (Hvalues m) as [H1 H2]. split.
        + intros H. now apply H1, reaches_spec.
        + intros w Hw. apply reaches_spec; auto.
      - intros [H1 H2]. eapply same_mex; [apply Hvalues | split; [exact H1 | exact H2] |].
        intros w. symmetry. now apply reaches_spec. }
    destruct (proj1 (Hmex n (g n) Hn) eq_refl) as [Hnot Hless].
    apply Hmex; [lia|]. split.
    - intros (j & Hj & E & Hway).
      assert (Hno : no_value_below g (n + p - t) (g n + rise)).
      { apply Hfar. exists (g n). split; [reflexivity|]. intros i Hi E'. apply Hnot.
        exists i. split; [lia|]. auto. }
      destruct (N.lt_ge_cases j (n + p - t)) as [Hj' | Hj']; [exact (Hno j Hj' E)|].
      destruct Hway as [Hway | Hway]; [lia|]. apply Hnot. exists (j - p). split; [lia|]. split.
      + pose proof (Hnear (j - p)) as E'. replace (j - p + p) with j in E' by lia. lia.
      + right. now replace (n - (j - p)) with (n + p - j) by lia.
    - intros w Hw. destruct (reaches_dec (n + p) w) as [H | H]; auto. exfalso.
      assert (Hno : no_value_below g (n + p - t) w).
      { intros j Hj E. apply H. exists j. split; [lia|]. auto. }
      apply Hfar in Hno. destruct Hno as (w' & -> & Hno).
      destruct (Hless w') as (j & Hj & E & Hway); [lia|].
      destruct (N.lt_ge_cases j (n - t)) as [Hj' | Hj']; [exact (Hno j Hj' E)|].
      destruct Hway as [Hway | Hway]; [lia|]. apply H. exists (j + p). split; [lia|]. split.
      + rewrite Hnear by lia. now rewrite E.
      + right. now replace (n + p - (j + p)) with (n - j) by lia.
  Qed.

  Lemma no_value_below_succ : forall n v,
    no_value_below g (n + 1) v <-> no_value_below g n v /\ g n <> v.
  Proof.
    intros n v. split.
    - intros H. split; [intros j Hj; apply H; lia | apply H; lia].
    - intros [H1 H2] j Hj. destruct (N.eq_dec j n) as [-> | Hne]; auto. apply H1. lia.
  Qed.

  Lemma next_state : forall n, t < n -> same_state n -> same_state (n + 1).
  Proof.
    intros n Hn Hstate. pose proof (next_value n Hn Hstate) as Hnext. destruct Hstate as [Hnear Hfar].
    assert (Hnear' : forall j, n - t <= j < n + 1 -> g (j + p) = g j + rise).
    { intros j Hj. destruct (N.eq_dec j n) as [-> | Hne]; [exact Hnext|]. apply Hnear. lia. }
    split; [intros j Hj; apply Hnear'; lia|]. intros v.
    replace (n + 1 + p - t) with (n + p - t + 1) by lia. replace (n + 1 - t) with (n - t + 1) by lia.
    assert (E : g (n + p - t) = g (n - t) + rise).
    { replace (n + p - t) with (n - t + p) by lia. apply Hnear'. lia. }
    rewrite no_value_below_succ, Hfar, E. split.
    - intros [(w & -> & H) Hne]. exists w. split; [reflexivity|].
      apply no_value_below_succ. split; [exact H | lia].
    - intros (w & -> & H). apply no_value_below_succ in H. split; [exists w; tauto | lia].
  Qed.
End AllBut.

Theorem all_but_period_proved : all_but_period.
Proof.
  intros d t g n p rise Hcode Hall Hvalues Hn Hnear Hfar.
  assert (H : forall i, same_state t g p rise (n + i)).
  { intros i. induction i as [|i IH] using N.peano_ind.
    - rewrite N.add_0_r. now split.
    - replace (n + N.succ i) with (n + i + 1) by lia. apply (next_state d); auto. lia. }
  intros j Hj. destruct (N.lt_ge_cases j n) as [Hless | Hge]; [now apply Hnear|].
  destruct (H (j - n + 1)) as [H' _]. destruct (N.eq_dec t 0) as [-> | Ht].
  - apply (next_value d 0 g Hcode Hall Hvalues); [lia|]. specialize (H (j - n)).
    now replace (n + (j - n)) with j in H by lia.
  - apply H'. lia.
Qed.
