(** Section 5: the program for constrained Nim is right. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Verdicts Bouton Recurrence Constrained Programs FamilyPrograms.
Import ListNotations.
Open Scope N_scope.

Section Program.
  Variable forbidden : list (N * N).
  Variable g : N -> N.
  Hypothesis Hg : constrained_values forbidden g.

  Definition point_of (s : N) : N * N * N := (s, g s, highest g s).

  (** All special sizes up to [top], and nothing else, in decreasing order. *)
  Fixpoint descending (top : N) (known : points) : Prop :=
    match known with
    | [] => False
    | point :: lower =>
        point = point_of top /\ special forbidden top
        /\ match lower with
           | [] => top = 0
           | (s, _, _) :: _ => s < top /\ (forall j, s < j < top -> ~ special forbidden j)
                               /\ descending s lower
           end
    end.

  Lemma descending_inv : forall top known, descending top known ->
    exists lower, known = point_of top :: lower /\ special forbidden top
      /\ ((lower = [] /\ top = 0)
          \/ exists s, s < top /\ (forall j, s < j < top -> ~ special forbidden j) /\ descending s lower).
  Proof.
    intros top [|point lower] H; [contradiction|]. destruct H as (-> & Hs & H).
    exists lower. split; [reflexivity|]. split; [exact Hs|].
    destruct lower as [|[[s gs] hs] lower]; [now left|]. right. exists s. tauto.
  Qed.

  Lemma descending_less : forall known top, descending top known ->
    forall point, In point known -> point = point_of (fst (fst point)) /\ fst (fst point) <= top.
  Proof.
    induction known as [|p known IH]; intros top H point Hp; [contradiction|].
    destruct (descending_inv _ _ H) as (lower & E & _ & H'). injection E as -> <-.
    destruct Hp as [<- | Hp]; [split; [reflexivity | cbn; lia]|].
    destruct H' as [[-> _] | (s & Hs & _ & Hd)]; [contradiction|].
    destruct (IH s Hd point Hp). split; auto. lia.
  Qed.

  Lemma descending_all : forall known top, descending top known ->
    forall j, special forbidden j -> j <= top -> In (point_of j) known.
  Proof.
    induction known as [|p known IH]; intros top H j Hj Hle; [contradiction|].
    destruct (descending_inv _ _ H) as (lower & E & _ & H'). injection E as -> <-.
    destruct (N.eq_dec j top) as [-> | Hne]; [now left|]. right.
    destruct H' as [[_ ->] | (s & Hs & Hno & Hd)]; [lia|].
    destruct (N.le_gt_cases j s) as [H1 | H1]; [now apply (IH s)|].
    exfalso. apply (Hno j); [lia | exact Hj].
  Qed.

  (** Nothing special between the largest special size known and [n]. *)
  Definition reaches (top n : N) : Prop := forall j, top < j <= n -> ~ special forbidden j.

  Lemma highest_at_spec : forall known top n, descending top known -> reaches top n ->
    highest_at n known = highest g n.
  Proof.
    induction known as [|p known IH]; intros top n H Hr; [contradiction|].
    destruct (descending_inv _ _ H) as (lower & E & _ & H'). injection E as -> <-.
    cbn [highest_at point_of]. destruct (N.leb_spec top n) as [Hle | Hgt].
    - symmetry. now apply (highest_from forbidden).
    - destruct H' as [[_ ->] | (s & Hs & Hno & Hd)]; [lia|].
      apply (IH s); auto. intros j Hj. apply Hno. lia.
  Qed.

  Lemma value_at_spec : forall known top n, descending top known -> reaches top n ->
    value_at n known = g n.
  Proof.
    induction known as [|p known IH]; intros top n H Hr; [contradiction|].
    destruct (descending_inv _ _ H) as (lower & E & _ & H'). injection E as -> <-.
    cbn [value_at point_of]. destruct (N.eqb_spec top n) as [-> | Hne]; [reflexivity|].
    destruct (N.ltb_spec top n) as [Hlt | Hge].
    - symmetry. apply (highest_from forbidden); auto. lia.
    - destruct H' as [[_ ->] | (s & Hs & Hno & Hd)]; [lia|].
      apply (IH s); [exact Hd|]. intros j Hj. apply Hno. lia.
  Qed.

  Lemma highest_mono : forall i j, i <= j -> highest g i <= highest g j.
  Proof.
    intros i j H. apply (all_values forbidden g Hg).
    destruct (proj1 (all_values forbidden g Hg i (highest g i))) as (k & Hk & E); [lia|].
    exists k. split; [lia | exact E].
  Qed.

  (** The last special size with a smaller highest value. *)
  Lemma first_of_spec : forall known top v, descending top known -> 0 < v ->
    exists s, special forbidden s /\ s <= top /\ highest g s < v
      /\ (forall s', special forbidden s' -> s' <= top -> highest g s' < v -> s' <= s)
      /\ first_of v known = s + v - highest g s.
  Proof.
    induction known as [|p known IH]; intros top v H Hv; [contradiction|].
    destruct (descending_inv _ _ H) as (lower & E & Hs & H'). injection E as -> <-.
    cbn [first_of point_of]. destruct (N.ltb_spec (highest g top) v) as [Hlt | Hge].
    - exists top. repeat split; auto. lia.
    - destruct H' as [[_ ->] | (s & Hless & Hno & Hd)].
      + rewrite highest_zero, (value_at_zero forbidden g Hg) in Hge. lia.
      + destruct (IH s v Hd Hv) as (s1 & H1 & H2 & H3 & H4 & H5).
        exists s1. split; [exact H1|]. split; [lia|]. split; [exact H3|]. split; [|exact H5].
        intros s' Hs' Hle Hh. destruct (N.eq_dec s' top) as [-> | Hne]; [lia|].
        destruct (N.le_gt_cases s' s) as [Hl | Hl]; [now apply H4|].
        exfalso. apply (Hno s'); [lia | exact Hs'].
  Qed.

  Lemma first_of_zero : forall known top, descending top known -> first_of 0 known = 0.
  Proof.
    induction known as [|p known IH]; intros top H; [contradiction|].
    destruct (descending_inv _ _ H) as (lower & E & _ & H'). injection E as -> <-.
    cbn [first_of point_of]. destruct (N.ltb_spec (highest g top) 0) as [Hlt | _]; [lia|].
    destruct H' as [[-> _] | (s & _ & _ & Hd)]; [reflexivity | now apply (IH s)].
  Qed.

  Lemma forbids_spec : forall s j, forbids forbidden s j = true <-> In (s, s - j) forbidden.
  Proof.
    intros. unfold forbids. rewrite existsb_exists. split.
    - intros ([x y] & Hin & E). apply andb_prop in E. cbn in E. destruct E as [E1 E2].
      apply N.eqb_eq in E1, E2. now subst.
    - intros H. exists (s, s - j). cbn. now rewrite !N.eqb_refl.
  Qed.

  (** Occurrences of a value below [s]: the first, and special sizes. *)
  Lemma drops_spec : forall known top s v,
    descending top known -> top < s -> reaches top (s - 1) -> v <= highest g (s - 1) ->
    (drops forbidden known s v = true <-> drops_out forbidden g s v).
  Proof.
    intros known top s v Hd Htop Hr Hv.
    assert (Hfirst : let r := first_of v known in
      g r = v /\ r < s /\ (forall j, g j = v -> j = r \/ special forbidden j)).
    { cbv zeta. destruct (N.eq_dec v 0) as [-> | Hv0].
      - rewrite (first_of_zero known top Hd). split; [apply (value_at_zero forbidden g Hg)|].
        split; [lia|]. intros j E. destruct (special_dec forbidden j) as [|Hns]; [now right|].
        destruct (N.eq_dec j 0) as [|Hj]; [now left|].
        pose proof (value_outside forbidden g Hg (j - 1)) as H.
        replace (j - 1 + 1) with j in H by lia. specialize (H Hns). lia.
      - destruct (first_of_spec known top v Hd) as (s1 & H1 & H2 & H3 & H4 & ->); [lia|].
        destruct (first_occurrence forbidden g Hg v s1 H1 H3) as (E & Hbefore & Hafter).
        { intros s' Hs' Hh. apply H4; auto. destruct (N.le_gt_cases s' top) as [|Hgt]; auto.
          destruct (N.le_gt_cases s' (s - 1)) as [Hle | Hgt'].
          - exfalso. apply (Hr s'); [lia | exact Hs'].
          - pose proof (highest_mono (s - 1) s'). lia. }
        split; [exact E|]. split.
        + destruct (proj1 (all_values forbidden g Hg (s - 1) v) Hv) as (j & Hj & Ej).
          destruct (N.le_gt_cases (s1 + v - highest g s1) j) as [|Hlt]; [lia|].
          now destruct (Hbefore j Hlt).
        + intros j Ej. destruct (N.lt_trichotomy j (s1 + v - highest g s1)) as [Hl | [Hl | Hl]].
          * now destruct (Hbefore j Hl).
          * now left.
          * right. now apply Hafter. }
    cbv zeta in Hfirst. destruct Hfirst as (Er & Hr1 & Hother).
    unfold drops. rewrite andb_true_iff, forbids_spec, forallb_forall. split.
    - intros [H1 H2] j Hj E. destruct (Hother j E) as [-> | Hs]; [exact H1|].
      assert (Hle : j <= top).
      { destruct (N.le_gt_cases j top) as [|Hgt]; auto. exfalso. apply (Hr j); [lia | exact Hs]. }
      specialize (H2 (point_of j) (descending_all known top Hd j Hs Hle)). cbn in H2.
      rewrite E, N.eqb_refl in H2. now apply forbids_spec.
    - intros H. split; [now apply H|]. intros point Hp.
      destruct (descending_less known top Hd point Hp) as [E Hle].
      rewrite E. cbn. destruct (N.eqb_spec (g (fst (fst point))) v) as [Ev | Ev]; [|reflexivity].
      cbn. apply forbids_spec. apply H; [lia | exact Ev].
  Qed.

  Lemma special_value_spec : forall known top s,
    descending top known -> top < s -> reaches top (s - 1) ->
    special_value forbidden known s = g s.
  Proof.
    intros known top s Hd Htop Hr.
    destruct (at_special forbidden g Hg s) as [Hdrop Hleast]; [lia|].
    pose proof (value_at_most forbidden g Hg (s - 1)) as Hmost.
    replace (s - 1 + 1) with s in Hmost by lia.
    assert (Htarget : forall y, 1 <= y <= s -> value_at (s - y) known = g (s - y)).
    { intros y Hy. apply (value_at_spec known top); auto. intros j Hj. apply Hr. lia. }
    unfold special_value. rewrite (highest_at_spec known top) by assumption.
    (* No candidate is smaller than the value, and if it is not new it is among them. *)
    set (step := fun (pair : N * N) (best : N) => _).
    assert (Hlow : forall pairs, g s <= fold_right step (highest g (s - 1) + 1) pairs).
    { induction pairs as [|[x y] pairs IH]; cbn [fold_right]; [lia|]. unfold step at 1. cbn [fst snd].
      destruct (_ && _) eqn:E; [|exact IH].
      repeat (apply andb_prop in E; destruct E as [E ?]).
      apply N.eqb_eq in E. apply N.leb_le in H1, H2.
      rewrite (Htarget y) in * by lia.
      apply (drops_spec known top) in H; auto; [|apply highest_ge; lia].
      apply N.le_ngt. intros Hlt. now apply (Hleast _ Hlt). }
    assert (Hhigh : forall pairs, (forall pair, In pair pairs -> In pair forbidden) ->
      (exists y, In (s, y) pairs /\ 1 <= y <= s /\ g (s - y) = g s) ->
      fold_right step (highest g (s - 1) + 1) pairs <= g s).
    { induction pairs as [|[x y] pairs IH]; intros Hin (y' & Hy & Hrange & E); [contradiction|].
      assert (Hrest : forall pair, In pair pairs -> In pair forbidden) by (intros; apply Hin; now right).
      cbn [fold_right]. unfold step at 1. cbn [fst snd].
      destruct Hy as [Hy | Hy].
      - injection Hy as -> ->.
        assert (Hd' : drops forbidden known s (g (s - y')) = true).
        { apply (drops_spec known top); auto; [apply highest_ge; lia|]. now rewrite E. }
        rewrite (Htarget y') by lia. rewrite Hd', N.eqb_refl.
        destruct (N.leb_spec 1 y'), (N.leb_spec y' s); try lia. cbn [andb]. rewrite andb_true_r.
        destruct (N.ltb_spec (g (s - y')) (fold_right step (highest g (s - 1) + 1) pairs)); lia.
      - destruct (_ && _) eqn:E'.
        + repeat (apply andb_prop in E'; destruct E' as [E' ?]). apply N.ltb_lt in H0.
          assert (fold_right step (highest g (s - 1) + 1) pairs <= g s) by (apply IH; eauto). lia.
        + apply IH; eauto. }
    apply N.le_antisymm; [|apply Hlow].
    destruct (N.le_gt_cases (g s) (highest g (s - 1))) as [Hold | Hnew].
    - apply Hhigh; auto.
      destruct (proj1 (all_values forbidden g Hg (s - 1) (g s)) Hold) as (j & Hj & Ej).
      exists (s - j). split; [apply Hdrop; [lia | exact Ej]|]. split; [lia|].
      now replace (s - (s - j)) with j by lia.
    - replace (g s) with (highest g (s - 1) + 1) by lia.
      generalize forbidden as pairs.
      induction pairs as [|[x y] pairs IH]; cbn [fold_right]; [lia|]. unfold step at 1.
      destruct (_ && _) eqn:E; [|exact IH].
      repeat (apply andb_prop in E; destruct E as [E ?]). apply N.ltb_lt in H0. lia.
  Qed.

  (** The least special size above [s]. *)
  Lemma next_special_spec : forall s, let n := next_special forbidden s in
    (n = s /\ forall j, s < j -> ~ special forbidden j)
    \/ (s < n /\ special forbidden n /\ forall j, s < j < n -> ~ special forbidden j).
  Proof.
    intros s. cbv zeta. unfold next_special.
    set (step := fun (pair : N * N) (best : N) => _).
    assert (H : forall pairs,
      (fold_right step s pairs = s /\ forall x y, In (x, y) pairs -> x <= s)
      \/ (s < fold_right step s pairs /\ (exists y, In (fold_right step s pairs, y) pairs)
          /\ forall x y, In (x, y) pairs -> s < x -> fold_right step s pairs <= x)).
    { induction pairs as [|[x y] pairs IH]; cbn [fold_right]; [left; split; [reflexivity | contradiction]|].
      remember (fold_right step s pairs) as best eqn:Hbest. clear Hbest.
      unfold step. cbn [fst].
      destruct (N.ltb_spec s x) as [Hx | Hx]; cbn [andb].
      - right. destruct IH as [[-> IH] | (IH1 & (y' & IH2) & IH3)].
        + rewrite N.eqb_refl. cbn [orb]. split; [exact Hx|]. split; [exists y; now left|].
          intros x' y' [E | Hin] Hx'; [injection E as -> ->; lia|]. specialize (IH x' y' Hin). lia.
        + destruct (N.eqb_spec best s) as [->|_]; [lia|]. cbn [orb].
          destruct (N.ltb_spec x best) as [Hb | Hb].
          * split; [exact Hx|]. split; [exists y; now left|].
            intros x' y2 [E | Hin] Hx'; [injection E as -> ->; lia|].
            specialize (IH3 x' y2 Hin Hx'). lia.
          * split; [exact IH1|]. split; [exists y'; now right|].
            intros x' y2 [E | Hin] Hx'; [injection E as -> ->; lia|]. eauto.
      - destruct IH as [[-> IH] | (IH1 & (y' & IH2) & IH3)].
        + left. split; [reflexivity|]. intros x' y' [E | Hin]; [injection E as -> ->; lia | eauto].
        + right. split; [exact IH1|]. split; [exists y'; now right|].
          intros x' y2 [E | Hin] Hx'; [injection E as -> ->; lia | eauto]. }
    destruct (H forbidden) as [[E Hno] | (H1 & H2 & H3)].
    - left. split; [exact E|]. intros j Hj [-> | [y Hy]]; [lia|]. specialize (Hno j y Hy). lia.
    - right. split; [exact H1|]. split; [right; exact H2|].
      intros j Hj [-> | [y Hy]]; [lia|]. specialize (H3 j y Hy). lia.
  Qed.

  (** Pairs that are still to come. *)
  Definition above (s : N) : list (N * N) := filter (fun pair => s <? fst pair) forbidden.

  Lemma filter_shorter : forall (f f' : N * N -> bool) pairs,
    (forall pair, f' pair = true -> f pair = true) ->
    (exists pair, In pair pairs /\ f pair = true /\ f' pair = false) ->
    (length (filter f' pairs) < length (filter f pairs))%nat.
  Proof.
    intros f f' pairs Himp.
    assert (Hle : forall l, (length (filter f' l) <= length (filter f l))%nat).
    { induction l as [|a l IH]; cbn [filter]; [lia|].
      destruct (f' a) eqn:E'; [rewrite (Himp a E'); cbn; lia|]. destruct (f a); cbn; lia. }
    induction pairs as [|a pairs IH]; intros (pair & Hin & Hf & Hf'); [contradiction|].
    cbn [filter]. destruct Hin as [-> | Hin].
    - rewrite Hf, Hf'. cbn. specialize (Hle pairs). lia.
    - assert (H : (length (filter f' pairs) < length (filter f pairs))%nat) by (apply IH; eauto).
      destruct (f' a) eqn:E'; [rewrite (Himp a E'); cbn; lia|]. destruct (f a); cbn; lia.
  Qed.

  Lemma all_points_spec : forall fuel s known,
    descending s known -> (length (above s) <= length fuel)%nat ->
    exists top, descending top (all_points fuel forbidden s known)
      /\ forall j, top < j -> ~ special forbidden j.
  Proof.
    induction fuel as [|pair fuel IH]; intros s known Hd Hfuel; cbn [all_points].
    - exists s. split; [exact Hd|]. intros j Hj [-> | [y Hy]]; [lia|].
      assert (In (j, y) (above s)) by (apply filter_In; split; [exact Hy | now apply N.ltb_lt]).
      destruct (above s); [contradiction | cbn in Hfuel; lia].
    - pose proof (next_special_spec s) as Hnext. cbv zeta in Hnext.
      set (s' := next_special forbidden s) in *.
      destruct Hnext as [[E Hno] | (Hlt & Hs' & Hno)].
      + rewrite E, N.eqb_refl. exists s. auto.
      + destruct (N.eqb_spec s' s) as [E|_]; [lia|].
        assert (Hr : reaches s (s' - 1)) by (intros j Hj; apply Hno; lia).
        rewrite (special_value_spec known s s' Hd Hlt Hr), (highest_at_spec known s _ Hd Hr).
        replace (N.max (highest g (s' - 1)) (g s')) with (highest g s')
          by (pose proof (highest_succ g (s' - 1)) as H; replace (s' - 1 + 1) with s' in H by lia; exact H).
        apply IH.
        * destruct (descending_inv _ _ Hd) as (lower & -> & _ & _).
          split; [reflexivity|]. split; [exact Hs'|]. cbn [point_of].
          split; [exact Hlt|]. split; [exact Hno|]. exact Hd.
        * assert (Hlen : (length (above s') < length (above s))%nat).
          { apply filter_shorter.
            - intros p H. apply N.ltb_lt in H. apply N.ltb_lt. lia.
            - destruct Hs' as [Hz | [y Hy]]; [lia|].
              exists (s', y). split; [exact Hy|]. cbn. split; [now apply N.ltb_lt | apply N.ltb_irrefl]. }
          cbn in Hfuel. lia.
  Qed.

  Lemma constrained_known_spec : forall n, value_at n (constrained_known forbidden) = g n.
  Proof.
    intros n. destruct (all_points_spec forbidden 0 [(0, 0, 0)]) as (top & Hd & Hno).
    - split; [|split; [now left | reflexivity]]. unfold point_of.
      now rewrite highest_zero, (value_at_zero forbidden g Hg).
    - unfold above. generalize forbidden as l. induction l as [|a l IH]; cbn [filter length]; [lia|].
      destruct (0 <? fst a); cbn [length]; lia.
    - apply (value_at_spec _ top); [exact Hd|]. intros j Hj. apply Hno. lia.
  Qed.
End Program.

Lemma fold_constrained : forall known heaps x,
  fold_left (constrained_next known) heaps x
  = N.lxor x (nim_sum (map (fun a => value_at a known) heaps)).
Proof.
  intros known. induction heaps as [|a heaps IH]; intros; cbn [fold_left map nim_sum fold_right].
  - symmetry. apply N.lxor_0_r.
  - rewrite IH. unfold constrained_next. apply N.lxor_assoc.
Qed.

Theorem constrained_program_right_proved : constrained_program_right constrained_program.
Proof.
  intros forbidden heaps. destruct (constrained_values_exist forbidden) as (g & Hg).
  unfold constrained_program, nim_first. rewrite fold_constrained, N.lxor_0_l.
  rewrite (map_ext _ g) by (intros; now apply constrained_known_spec).
  apply decided. now apply constrained_row_value.
Qed.
