(** Section 5: Nim with forbidden moves. *)

From Coq Require Import Arith Bool NArith List Permutation Lia.
From Grundy Require Import Rules Verdicts Bouton Recurrence.
Import ListNotations.
Open Scope N_scope.

(** ** The largest value so far *)

Lemma seq_snoc : forall n, seq 0 (S n) = seq 0 n ++ [n].
Proof. intros. now rewrite seq_S. Qed.

Lemma max_app : forall l a, fold_right N.max 0 (l ++ [a]) = N.max (fold_right N.max 0 l) a.
Proof. induction l as [|b l IH]; intros; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma highest_zero : forall g, highest g 0 = g 0.
Proof. intros. unfold highest. simpl. lia. Qed.

Lemma highest_succ : forall g n, highest g (n + 1) = N.max (highest g n) (g (n + 1)).
Proof.
  intros. unfold highest. replace (N.to_nat (n + 1)) with (S (N.to_nat n)) by lia.
  rewrite (seq_snoc (S (N.to_nat n))), map_app. cbn [map]. rewrite max_app.
  f_equal. f_equal. lia.
Qed.

Lemma highest_ge : forall g n j, j <= n -> g j <= highest g n.
Proof.
  intros g n. induction n as [|n IH] using N.peano_ind; intros j Hj.
  - replace j with 0 by lia. rewrite highest_zero. lia.
  - rewrite <- N.add_1_r, highest_succ in *.
    destruct (N.eq_dec j (n + 1)) as [-> | H]; [lia|].
    specialize (IH j). lia.
Qed.

Definition pair_dec : forall a b : N * N, {a = b} + {a <> b}.
Proof. decide equality; apply N.eq_dec. Defined.

Section Values.
  Variable forbidden : list (N * N).
  Variable g : N -> N.
  Hypothesis Hg : constrained_values forbidden g.

  Lemma special_dec : forall n, special forbidden n \/ ~ special forbidden n.
  Proof.
    intros n. destruct (N.eq_dec n 0) as [-> | Hn]; [left; now left|].
    destruct (existsb (fun pair => fst pair =? n) forbidden) eqn:E.
    - left. right. apply existsb_exists in E. destruct E as ([x y] & Hin & E).
      apply N.eqb_eq in E. cbn in E. subst. now exists y.
    - right. intros [H | [y Hy]]; [contradiction|].
      assert (existsb (fun pair => fst pair =? n) forbidden = true); [|congruence].
      apply existsb_exists. exists (n, y). split; auto. cbn. apply N.eqb_refl.
  Qed.

  Lemma value_at_zero : g 0 = 0.
  Proof.
    destruct (N.eq_dec (g 0) 0) as [|H]; auto.
    destruct (proj2 (Hg 0) 0) as (j & [Hj _] & _); lia.
  Qed.

  Lemma value_at_most : forall n, g (n + 1) <= highest g n + 1.
  Proof.
    intros n. destruct (N.le_gt_cases (g (n + 1)) (highest g n + 1)) as [|H]; auto.
    destruct (proj2 (Hg (n + 1)) _ H) as (j & [Hj _] & E).
    pose proof (highest_ge g n j). lia.
  Qed.

  Lemma all_values : forall n v, v <= highest g n <-> exists j, j <= n /\ g j = v.
  Proof.
    intros n v. split; [|intros (j & Hj & <-); now apply highest_ge].
    induction n as [|n IH] using N.peano_ind.
    - rewrite highest_zero, value_at_zero. intros H. exists 0. rewrite value_at_zero. lia.
    - rewrite <- N.add_1_r, highest_succ. intros H. pose proof (value_at_most n).
      destruct (N.le_gt_cases v (highest g n)) as [Hv | Hv].
      + destruct (IH Hv) as (j & Hj & E). exists j. split; [lia | exact E].
      + exists (n + 1). split; lia.
  Qed.

  Lemma value_outside : forall n, ~ special forbidden (n + 1) -> g (n + 1) = highest g n + 1.
  Proof.
    intros n Hs. pose proof (value_at_most n).
    destruct (N.le_gt_cases (g (n + 1)) (highest g n)) as [Hle | Hgt]; [|lia].
    exfalso. apply (proj1 (Hg (n + 1))). apply all_values in Hle. destruct Hle as (j & Hj & E).
    exists j. split; [|exact E]. split; [lia|]. intros H'. apply Hs. right. eauto.
  Qed.

  Lemma highest_from : forall s n, s <= n -> (forall j, s < j <= n -> ~ special forbidden j) ->
    highest g n = n - s + highest g s /\ (s < n -> g n = n - s + highest g s).
  Proof.
    intros s n. induction n as [|n IH] using N.peano_ind; intros Hn Hs.
    - replace s with 0 by lia. split; lia.
    - rewrite <- N.add_1_r in *. destruct (N.eq_dec s (n + 1)) as [-> | Hne]; [split; lia|].
      destruct IH as [IH _]; [lia | intros j Hj; apply Hs; lia|].
      pose proof (value_outside n (Hs (n + 1) ltac:(lia))).
      rewrite highest_succ. split; lia.
  Qed.

  Lemma at_special : forall s, 0 < s ->
    drops_out forbidden g s (g s) /\ (forall v, v < g s -> ~ drops_out forbidden g s v).
  Proof.
    intros s Hs. destruct (Hg s) as [H1 H2]. split.
    - intros j Hj E. destruct (in_dec pair_dec (s, s - j) forbidden)
        as [|Hnot]; auto.
      exfalso. apply H1. exists j. repeat split; auto.
    - intros v Hv Hdrop. destruct (H2 v Hv) as (j & [Hj Hnot] & E). auto.
  Qed.

  (** The least special size in a range, if there is one. *)
  Lemma least_special : forall s n, s <= n ->
    (forall j, s < j <= n -> ~ special forbidden j)
    \/ exists u, s < u <= n /\ special forbidden u /\ forall j, s < j < u -> ~ special forbidden j.
  Proof.
    intros s n. induction n as [|n IH] using N.peano_ind; intros Hn.
    - left. lia.
    - rewrite <- N.add_1_r in *. destruct (N.eq_dec s (n + 1)) as [-> | Hne]; [left; lia|].
      destruct IH as [IH | (u & Hu & Hs & Hno)]; [lia| |].
      + destruct (special_dec (n + 1)) as [Hs | Hs].
        * right. exists (n + 1). split; [lia|]. split; [exact Hs|]. intros j Hj. apply IH. lia.
        * left. intros j Hj. destruct (N.eq_dec j (n + 1)) as [-> | H]; auto. apply IH. lia.
      + right. exists u. split; [lia|]. auto.
  Qed.

  Lemma first_occurrence : forall v s, special forbidden s -> highest g s < v ->
    (forall s', special forbidden s' -> highest g s' < v -> s' <= s) ->
    let r := s + v - highest g s in
    g r = v /\ (forall j, j < r -> g j <> v) /\ (forall j, r < j -> g j = v -> special forbidden j).
  Proof.
    intros v s Hs Hv Hlast r.
    assert (H : g r = v /\ highest g (r - 1) = v - 1).
    { destruct (least_special s r) as [Hno | (u & Hu & Hsu & Hno)]; [unfold r; lia| |].
      - split.
        + destruct (highest_from s r) as [_ H]; auto; [unfold r; lia|]. rewrite H; unfold r; lia.
        + destruct (highest_from s (r - 1)) as [H _]; [unfold r; lia | intros; apply Hno; lia|].
          rewrite H. unfold r. lia.
      - destruct (highest_from s (u - 1)) as [H1 _]; [lia | intros; apply Hno; lia|].
        assert (H2 : v <= highest g u).
        { destruct (N.le_gt_cases v (highest g u)) as [|Hlt]; auto.
          specialize (Hlast u Hsu Hlt). lia. }
        pose proof (value_at_most (u - 1)) as H3. pose proof (highest_succ g (u - 1)) as H4.
        replace (u - 1 + 1) with u in * by lia. unfold r in Hu.
        assert (u = r) by (unfold r; lia). subst u. split; lia. }
    destruct H as [H1 H2]. split; [exact H1|]. split.
    - intros j Hj E. pose proof (highest_ge g (r - 1) j). lia.
    - intros j Hj E. destruct (special_dec j) as [|Hns]; auto.
      pose proof (value_outside (j - 1)) as H3. replace (j - 1 + 1) with j in * by lia.
      specialize (H3 Hns). pose proof (highest_ge g (j - 1) r). lia.
  Qed.

  Lemma constrained_heap_value : forall n, GrundyValue (constrained_heap_move forbidden) n (g n).
  Proof.
    intros n. apply (value_by_consistency _ (fun _ => True) g); auto.
    - now red.
    - induction n as [n IH] using (well_founded_induction N.lt_wf_0).
      constructor. intros j [Hj _]. now apply IH.
  Qed.

  Lemma constrained_row_value : forall heaps,
    GrundyValue (constrained_move forbidden) heaps (nim_sum (map g heaps)).
  Proof.
    intros heaps. apply value_of_sum. induction heaps; constructor; auto using constrained_heap_value.
  Qed.
End Values.

(** ** The values exist *)

Definition allowed (forbidden : list (N * N)) (n b : N) : bool :=
  negb (existsb (fun pair => (fst pair =? n) && (snd pair =? n - b)) forbidden).

Definition heap_options (forbidden : list (N * N)) (n : N) : list (list N) :=
  map (fun b => [b]) (filter (allowed forbidden n) (map N.of_nat (seq 0 (N.to_nat n)))).

Lemma allowed_spec : forall forbidden n b, allowed forbidden n b = true <-> ~ In (n, n - b) forbidden.
Proof.
  intros. unfold allowed. rewrite negb_true_iff. split.
  - intros H Hin.
    assert (existsb (fun pair => (fst pair =? n) && (snd pair =? n - b)) forbidden = true); [|congruence].
    apply existsb_exists. exists (n, n - b). cbn. now rewrite !N.eqb_refl.
  - intros H. destruct (existsb _ forbidden) eqn:E; auto. exfalso. apply H.
    apply existsb_exists in E. destruct E as ([x y] & Hin & E). apply andb_prop in E.
    cbn in E. destruct E as [E1 E2]. apply N.eqb_eq in E1, E2. now subst.
Qed.

Lemma heap_options_spec : forall forbidden n parts, In parts (heap_options forbidden n) <->
  exists b, parts = [b] /\ constrained_heap_move forbidden n b.
Proof.
  intros. unfold heap_options, constrained_heap_move. rewrite in_map_iff. split.
  - intros (b & <- & H). apply filter_In in H. destruct H as [H Ha]. exists b. split; auto.
    split; [|now apply allowed_spec]. apply in_map_iff in H. destruct H as (i & <- & Hi).
    apply in_seq in Hi. lia.
  - intros (b & -> & Hb & Ha). exists b. split; auto. apply filter_In.
    split; [|now apply allowed_spec]. apply in_map_iff. exists (N.to_nat b).
    split; [lia|]. apply in_seq. lia.
Qed.

Lemma constrained_values_exist : forall forbidden, exists g, constrained_values forbidden g.
Proof.
  intros forbidden. exists (value_of (heap_options forbidden)). intros n.
  destruct (value_of_mex (heap_options forbidden)) with (n := n) as [H1 H2].
  { intros m parts part Ho Hp. apply heap_options_spec in Ho.
    destruct Ho as (b & -> & Hb & _). destruct Hp as [<- | []]. exact Hb. }
  assert (E : forall b, nim_sum (map (value_of (heap_options forbidden)) [b])
                        = value_of (heap_options forbidden) b).
  { intros b. cbn [map nim_sum fold_right]. apply N.lxor_0_r. }
  split.
  - intros (b & Hb & Hv). apply H1. exists [b]. rewrite E. split; [|exact Hv].
    apply heap_options_spec. eauto.
  - intros w Hw. destruct (H2 w Hw) as (parts & Ho & Hv). apply heap_options_spec in Ho.
    destruct Ho as (b & -> & Hb). rewrite E in Hv. now exists b.
Qed.

Theorem constrained_nim_proved : constrained_nim.
Proof.
  intros forbidden. split; [apply constrained_values_exist|]. intros g Hg. cbv zeta.
  split; [now apply constrained_row_value|].
  split; [now apply (all_values forbidden)|].
  split; [intros n; split; [now apply (value_at_most forbidden) | now apply value_outside]|].
  split; [intros s n; now apply highest_from|].
  split.
  - intros s Hs. destruct (at_special forbidden g Hg s Hs) as [H1 H2].
    split; [exact H1|]. split; [exact H2|].
    pose proof (value_at_most forbidden g Hg (s - 1)) as H3.
    pose proof (highest_succ g (s - 1)) as H4. replace (s - 1 + 1) with s in * by lia. auto.
  - intros v s. now apply first_occurrence.
Qed.

(** ** The winning moves *)

Lemma repeats_or_first : forall forbidden g v r, constrained_values forbidden g ->
  g r = v -> (forall j, j < r -> g j <> v) ->
  forall b, g b = v -> (b = r <-> ~ repeats g b) /\ (b <> r <-> repeats g b).
Proof.
  intros forbidden g v r Hg Hr Hfirst b Hb.
  assert (H1 : b = r -> ~ repeats g b).
  { intros -> [Hpos H]. apply (all_values forbidden g Hg) in H. destruct H as (j & Hj & E).
    apply (Hfirst j); [lia | congruence]. }
  assert (H2 : b <> r -> repeats g b).
  { intros Hne. destruct (N.lt_trichotomy b r) as [H | [H | H]]; [now destruct (Hfirst b H) | contradiction|].
    split; [lia|]. rewrite Hb, <- Hr. apply highest_ge. lia. }
  destruct (N.eq_dec b r); tauto.
Qed.

Lemma nodup_app : forall l l' : list N, NoDup l -> NoDup l' ->
  (forall b, In b l -> ~ In b l') -> NoDup (l ++ l').
Proof.
  induction l as [|a l IH]; intros l' H H' Hno; [exact H'|]. apply NoDup_cons_iff in H. cbn [app].
  constructor.
  - rewrite in_app_iff. intros [Ha | Ha]; [tauto|]. apply (Hno a); [now left | exact Ha].
  - apply IH; auto; [tauto|]. intros b Hb. apply Hno. now right.
Qed.

Theorem constrained_winning_moves_proved : constrained_winning_moves.
Proof.
  intros forbidden g Hg. split.
  - intros before a b after Hmove.
    assert (Hvs : forall heaps, Forall2 (GrundyValue (constrained_heap_move forbidden)) heaps (map g heaps)).
    { induction heaps; constructor; auto. now apply constrained_heap_value. }
    rewrite map_app. cbn [map].
    apply (winning_moves_of_sums_proved _ (constrained_heap_move forbidden) before a after
             (map g before) (g a) (map g after) b (g b)); auto; now apply constrained_heap_value.
  - intros a v r ways again targets Hr Hfirst [Hways Hways'] [Hagain Hagain'] [Htargets Htargets'].
    pose proof (repeats_or_first forbidden g v r Hg Hr Hfirst) as Hrepeats.
    assert (Hlength : length (ways ++ targets) = length ((if r <? a then [r] else []) ++ again)).
    { apply Permutation_length, NoDup_Permutation.
      - apply nodup_app; auto. intros b Hb Hb'. apply Hways' in Hb. apply Htargets' in Hb'.
        destruct Hb as [[_ Hno] _]. now apply Hno.
      - apply nodup_app; auto.
        + destruct (r <? a); constructor; auto. constructor.
        + intros b Hb Hb'. apply Hagain' in Hb'. destruct Hb' as (_ & Hb' & Hrep).
          destruct (r <? a); [|contradiction]. destruct Hb as [<- | []]. now apply (Hrepeats r Hb').
      - intros b. rewrite !in_app_iff, Hways', Hagain', Htargets'. unfold constrained_heap_move. split.
        + intros H. assert (Hb : b < a /\ g b = v) by tauto. destruct Hb as [Hless Hb].
          destruct (N.eq_dec b r) as [-> | Hne].
          * left. destruct (N.ltb_spec r a); [now left | lia].
          * right. split; [exact Hless|]. split; [exact Hb|]. now apply Hrepeats.
        + intros H. assert (Hb : b < a /\ g b = v).
          { destruct H as [H | H]; [|tauto]. destruct (N.ltb_spec r a); [|contradiction].
            destruct H as [<- | []]. auto. }
          destruct (in_dec pair_dec (a, a - b) forbidden); tauto. }
    rewrite !app_length in Hlength. destruct (r <? a); cbn [length] in *; lia.
Qed.
