(** Heap games: rows of heaps are sums, and periods that have been seen long enough go on for ever. *)

From Coq Require Import Arith Bool NArith List Lia FinFun.
From Grundy Require Import Rules Verdicts Bouton Recurrence.
Import ListNotations.
Open Scope N_scope.

Definition stones (parts : list N) : N := fold_right N.add 0 parts.

Lemma stones_app : forall l l', stones (l ++ l') = stones l + stones l'.
Proof. induction l as [|a l IH]; intros; cbn [app stones fold_right]; [reflexivity|]. fold (stones l). fold (stones (l ++ l')). rewrite IH. lia. Qed.

Lemma stones_cons : forall a l, stones (a :: l) = a + stones l.
Proof. reflexivity. Qed.

Lemma length_le_stones : forall l, (forall part, In part l -> 1 <= part) -> N.of_nat (length l) <= stones l.
Proof.
  induction l as [|a l IH]; intros H; [cbn; lia|].
  rewrite stones_cons. cbn [length]. specialize (IH (fun part Hp => H part (or_intror Hp))).
  specialize (H a (or_introl eq_refl)). lia.
Qed.

Lemma taken : forall d q n parts, heap_code d q -> heap_option d n parts ->
  exists k, n = k + stones parts /\ d k <> 0 /\ N.of_nat (length parts) <= q
    /\ (1 <= k \/ 2 <= N.of_nat (length parts)).
Proof.
  intros d q n parts (H0 & Hq) (k & E & Hpos & Hbit).
  exists k. split; [exact E|]. split; [|split; [eauto|]].
  - intros H. rewrite H, N.bits_0 in Hbit. discriminate.
  - destruct (N.eq_dec k 0) as [-> | Hk]; [right; auto | left; lia].
Qed.

Lemma part_less : forall d q n l x r, heap_code d q -> heap_option d n (l ++ x :: r) -> 1 <= x < n.
Proof.
  intros d q n l x r Hc Ho.
  destruct (taken d q n _ Hc Ho) as (k & E & _ & _ & Hk).
  destruct Ho as (_ & _ & Hpos & _).
  assert (Hl : N.of_nat (length l) <= stones l)
    by (apply length_le_stones; intros; apply Hpos, in_app_iff; auto).
  assert (Hr : N.of_nat (length r) <= stones r)
    by (apply length_le_stones; intros; apply Hpos, in_app_iff; right; now right).
  specialize (Hpos x (in_elt x l r)).
  rewrite stones_app, stones_cons in E. rewrite app_length in Hk. cbn [length] in Hk. lia.
Qed.

(** One part changed: as many parts, so the same digit allows it. *)
Lemma option_changed : forall d n l x r y, heap_option d n (l ++ x :: r) -> 1 <= y ->
  heap_option d (n - x + y) (l ++ y :: r).
Proof.
  intros d n l x r y (k & E & Hpos & Hbit) Hy. exists k. split; [|split].
  - fold (stones (l ++ x :: r)) in E. fold (stones (l ++ y :: r)).
    rewrite stones_app, stones_cons in *. lia.
  - intros part Hp. apply in_app_iff in Hp. destruct Hp as [Hp | [<- | Hp]]; auto.
    + apply Hpos, in_app_iff. auto.
    + apply Hpos, in_app_iff. right. now right.
  - rewrite app_length in *. exact Hbit.
Qed.

Lemma big_part : forall b parts, N.of_nat (length parts) * b <= stones parts -> parts <> [] ->
  exists l x r, parts = l ++ x :: r /\ b <= x.
Proof.
  intros b. induction parts as [|a parts IH]; intros H Hne; [contradiction|].
  destruct (N.le_gt_cases b a) as [Ha | Ha].
  - now exists [], a, parts.
  - rewrite stones_cons in H. cbn [length] in H.
    assert (E : N.of_nat (S (length parts)) * b = N.of_nat (length parts) * b + b)
      by (rewrite Nat2N.inj_succ; apply N.mul_succ_l).
    rewrite E in H. destruct IH as (l & x & r & -> & Hx).
    + lia.
    + intros ->. cbn [length stones fold_right N.of_nat] in H. lia.
    + now exists (a :: l), x, r.
Qed.

(** ** Play ends *)

Definition weight (heaps : list N) : N := fold_right (fun h w => 2 * h - 1 + w) 0 heaps.

Lemma weight_app : forall l l', weight (l ++ l') = weight l + weight l'.
Proof.
  induction l as [|a l IH]; intros; cbn [app weight fold_right]; [reflexivity|].
  fold (weight (l ++ l')). fold (weight l). rewrite IH. lia.
Qed.

Lemma weight_parts : forall l, (forall part, In part l -> 1 <= part) ->
  weight l + N.of_nat (length l) = 2 * stones l.
Proof.
  induction l as [|a l IH]; intros H; [reflexivity|].
  rewrite stones_cons. change (weight (a :: l)) with (2 * a - 1 + weight l). cbn [length].
  specialize (IH (fun part Hp => H part (or_intror Hp))). specialize (H a (or_introl eq_refl)). lia.
Qed.

Lemma option_weight : forall d q n parts, heap_code d q -> heap_option d n parts ->
  weight parts < 2 * n - 1.
Proof.
  intros d q n parts Hc Ho. destruct (taken d q n parts Hc Ho) as (k & E & _ & _ & Hk).
  destruct Ho as (_ & _ & Hpos & _).
  pose proof (weight_parts parts Hpos). pose proof (length_le_stones parts Hpos). lia.
Qed.

Lemma code_ends : forall d q, heap_code d q -> forall heaps, Ends (code_move d) heaps.
Proof.
  intros d q Hc heaps. remember (weight heaps) as w eqn:E. revert heaps E.
  induction w as [w IH] using (well_founded_induction N.lt_wf_0).
  intros heaps ->. constructor. intros heaps' H.
  eapply IH; [|reflexivity]. destruct H as [before heap parts after Ho].
  rewrite !weight_app. change (weight (heap :: after)) with (2 * heap - 1 + weight after).
  pose proof (option_weight d q heap parts Hc Ho). lia.
Qed.

(** ** Rows of heaps *)

Lemma nim_sum_parts : forall before parts after,
  nim_sum (before ++ parts ++ after) = nim_sum (before ++ nim_sum parts :: after).
Proof. intros. rewrite !nim_sum_app. reflexivity. Qed.

Lemma code_row_value : forall d q g, heap_code d q -> heap_values d g ->
  forall heaps, GrundyValue (code_move d) heaps (nim_sum (map g heaps)).
Proof.
  intros d q g Hc Hg heaps. induction (code_ends d q Hc heaps) as [heaps _ IH].
  constructor.
  - intros heaps' H. exists (nim_sum (map g heaps')). split; [|auto].
    destruct H as [before heap parts after Ho].
    rewrite !map_app, nim_sum_parts. cbn [map].
    rewrite (nim_sum_change _ (g heap)). intros E.
    apply lxor_cancel in E. rewrite N.lxor_nilpotent in E. apply (proj1 (lxor_same _ _)) in E.
    apply (proj1 (Hg heap)). now exists parts.
  - intros y Hy. destruct (smaller_nim_sum (map g heaps) y Hy) as (vb & v & va & E & Hless).
    apply map_eq_app in E. destruct E as (before & rest & -> & <- & E).
    apply map_eq_cons in E. destruct E as (heap & after & -> & <- & <-).
    destruct (proj2 (Hg heap) _ Hless) as (parts & Ho & Hv).
    exists (before ++ parts ++ after). split; [now constructor|].
    replace y with (nim_sum (map g (before ++ parts ++ after))); [apply IH; now constructor|].
    rewrite (map_app g before (parts ++ after)), (map_app g parts after), nim_sum_parts, Hv.
    rewrite (nim_sum_change _ (g heap)).
    replace (map g before ++ g heap :: map g after) with (map g (before ++ heap :: after))
      by (now rewrite map_app).
    generalize (nim_sum (map g (before ++ heap :: after))) as x. intros x.
    rewrite <- (N.lxor_assoc (g heap)), N.lxor_nilpotent, N.lxor_0_l.
    now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
Qed.

(** ** The period theorem *)

Lemma same_mex : forall (s s' : N -> Prop) v v', is_mex s v -> is_mex s' v' ->
  (forall w, s w <-> s' w) -> v = v'.
Proof.
  intros s s' v v' [H1 H2] [H1' H2'] H.
  destruct (N.lt_trichotomy v v') as [Hl | [Hl | Hl]]; auto; exfalso.
  - apply H1, H. auto.
  - apply H1', H. auto.
Qed.

Theorem octal_period_proved : octal_period.
Proof.
  intros d q t g s p Hc Ht Hg Hq Hp Hs Hseen n.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros Hn.
  destruct (N.le_gt_cases n (q * s + (q - 1) * p + t - 1)) as [Hle | Hgt]; [apply Hseen; lia|].
  assert (Hqs : s <= q * s) by (rewrite <- (N.mul_1_l s) at 1; apply N.mul_le_mono_r; exact Hq).
  assert (Hqp : q * (s + p) = q * s + (q - 1) * p + p).
  { replace q with (q - 1 + 1) at 1 2 by lia. lia. }
  apply same_mex with (1 := Hg (n + p)) (2 := Hg n). intros v. split; intros (parts & Ho & <-).
  - destruct (taken d q _ parts Hc Ho) as (k & E & Hk & Hlen & _).
    assert (k <= t) by (destruct (N.le_gt_cases k t) as [|H]; auto; now apply Ht in H).
    destruct (big_part (s + p) parts) as (l & x & r & -> & Hx).
    + apply N.le_trans with (q * (s + p)); [now apply N.mul_le_mono_r | lia].
    + intros ->. cbn in E. lia.
    + pose proof (part_less d q _ l x r Hc Ho) as Hless.
      exists (l ++ x - p :: r). split.
      * replace n with (n + p - x + (x - p)) by lia. apply option_changed; [exact Ho | lia].
      * rewrite !map_app. cbn [map]. do 3 f_equal. rewrite <- (IH (x - p)) by lia. f_equal. lia.
  - destruct (taken d q _ parts Hc Ho) as (k & E & Hk & Hlen & _).
    assert (k <= t) by (destruct (N.le_gt_cases k t) as [|H]; auto; now apply Ht in H).
    destruct (big_part s parts) as (l & x & r & -> & Hx).
    + apply N.le_trans with (q * s); [now apply N.mul_le_mono_r | lia].
    + intros ->. cbn in E. lia.
    + pose proof (part_less d q _ l x r Hc Ho) as Hless.
      exists (l ++ x + p :: r). split.
      * replace (n + p) with (n - x + (x + p)) by lia. apply option_changed; [exact Ho | lia].
      * rewrite !map_app. cbn [map]. do 3 f_equal. apply IH; lia.
Qed.

(** ** The values exist *)

(** All options of a heap: those of the lists of at most [q] heaps that are options. *)
Fixpoint rows (q : nat) (sizes : list N) : list (list N) :=
  match q with
  | O => [[]]
  | S q => [] :: flat_map (fun a => map (cons a) (rows q sizes)) sizes
  end.

Lemma in_rows : forall sizes q parts,
  In parts (rows q sizes) <-> (length parts <= q)%nat /\ forall part, In part parts -> In part sizes.
Proof.
  intros sizes. induction q as [|q IH]; intros parts; cbn [rows].
  - split.
    + intros [<- | []]. split; [reflexivity | contradiction].
    + intros [H _]. destruct parts; [now left | cbn in H; lia].
  - split.
    + intros [<- | H]; [split; [cbn; lia | contradiction]|].
      apply in_flat_map in H. destruct H as (a & Ha & H).
      apply in_map_iff in H. destruct H as (rest & <- & H). apply IH in H. destruct H as [Hlen H].
      split; [cbn; lia|]. intros part [<- | Hp]; auto.
    + intros [Hlen H]. destruct parts as [|a rest]; [now left|]. right.
      apply in_flat_map. exists a. split; [apply H; now left|].
      apply in_map. apply IH. split; [cbn in Hlen; lia|]. intros part Hp. apply H. now right.
Qed.

Definition is_option (d : N -> N) (n : N) (parts : list N) : bool :=
  (stones parts <=? n) && N.testbit (d (n - stones parts)) (N.of_nat (length parts)).

Definition options (d : N -> N) (q n : N) : list (list N) :=
  filter (is_option d n) (rows (N.to_nat q) (map N.of_nat (seq 1 (N.to_nat n)))).

Lemma options_spec : forall d q n parts, heap_code d q ->
  (In parts (options d q n) <-> heap_option d n parts).
Proof.
  intros d q n parts Hc. unfold options. rewrite filter_In, in_rows.
  assert (Hsizes : forall a, In a (map N.of_nat (seq 1 (N.to_nat n))) <-> 1 <= a <= n).
  { intros a. rewrite in_map_iff. split.
    - intros (i & <- & Hi). apply in_seq in Hi. lia.
    - intros H. exists (N.to_nat a). split; [lia|]. apply in_seq. lia. }
  split.
  - intros [[_ Hin] Ho]. apply andb_prop in Ho. destruct Ho as [Hle Hbit]. apply N.leb_le in Hle.
    exists (n - stones parts). split; [fold (stones parts); lia|]. split; [|exact Hbit].
    intros part Hpart. apply Hsizes. auto.
  - intros Ho. destruct (taken d q n parts Hc Ho) as (k & E & _ & Hlen & _). split; [split|].
    + lia.
    + intros part Hpart. apply Hsizes. apply in_split in Hpart. destruct Hpart as (l & r & ->).
      pose proof (part_less d q n l part r Hc Ho). lia.
    + destruct Ho as (k' & E' & _ & Hbit). fold (stones parts) in E'. unfold is_option.
      apply andb_true_intro. split; [apply N.leb_le; lia|].
      now replace (n - stones parts) with k' by lia.
Qed.

Definition heap_value (d : N -> N) (q : N) : N -> N := value_of (options d q).

Lemma heap_value_mex : forall d q, heap_code d q -> heap_values d (heap_value d q).
Proof.
  intros d q Hc n.
  assert (Hless : forall n parts part, In parts (options d q n) -> In part parts -> part < n).
  { intros m parts part Ho Hp. apply (options_spec d q) in Ho; auto.
    apply in_split in Hp. destruct Hp as (l & r & ->). now apply (part_less d q m l part r). }
  destruct (value_of_mex (options d q) Hless n) as [H1 H2]. split.
  - intros (parts & Ho & E). apply H1. exists parts. split; [now apply (options_spec d q) | exact E].
  - intros w Hw. destruct (H2 w Hw) as (parts & Ho & E). exists parts.
    split; [now apply (options_spec d q) in Ho | exact E].
Qed.

Theorem code_games_proved : code_games.
Proof.
  intros d q Hc. split.
  - exists (heap_value d q). eapply heap_value_mex; eauto.
  - intros g Hg. eapply code_row_value; eauto.
Qed.

(** 0.4: the heaps of 0, 1 and 2 have no moves, the heap of 3 has one, to two heaps of 1. *)
Definition split_one (k : N) : N := if k =? 1 then 4 else 0.

Theorem octal_period_from_zero_fails_proved : octal_period_from_zero_fails.
Proof.
  assert (Hc : heap_code split_one 2).
  { split.
    - intros j H. rewrite N.bits_0 in H. discriminate.
    - intros k j. unfold split_one. destruct (k =? 1).
      + change 4 with (2 ^ 2). rewrite N.pow2_bits_eqb. intros H. apply N.eqb_eq in H. lia.
      + rewrite N.bits_0. discriminate. }
  exists split_one, 1, (heap_value split_one 2), 1.
  split; [exact Hc|].
  split; [intros k Hk; unfold split_one; destruct (N.eqb_spec k 1); lia|].
  split; [eapply heap_value_mex; exact Hc|]. split; [lia|]. split.
  - intros n Hn. assert (H : n = 0 \/ n = 1) by lia. destruct H as [-> | ->]; reflexivity.
  - exists 2. discriminate.
Qed.
