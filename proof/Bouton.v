(** Section 1: the nim-sum, sums of games, Nim. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Verdicts.
Import ListNotations.
Open Scope N_scope.

(** ** Exclusive or and order *)

Lemma lxor_cancel : forall a b c, N.lxor a b = c <-> b = N.lxor a c.
Proof.
  intros. split; [intros <- | intros ->];
    now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
Qed.

Lemma lxor_same : forall a b, N.lxor a b = 0 <-> a = b.
Proof. intros. split; [apply N.lxor_eq | intros ->; apply N.lxor_nilpotent]. Qed.

Lemma low_part : forall a h,
  a mod 2 ^ N.succ h = (if N.testbit a h then 2 ^ h else 0) + a mod 2 ^ h.
Proof.
  intros a h. rewrite N.pow_succ_r', N.mul_comm, N.mod_mul_r by (try apply N.pow_nonzero; lia).
  rewrite <- N.shiftr_div_pow2.
  replace (N.shiftr a h mod 2) with (N.b2n (N.testbit a h)).
  - destruct (N.testbit a h); simpl N.b2n; lia.
  - rewrite <- N.bit0_mod, N.shiftr_spec'. now rewrite N.add_0_l.
Qed.

(** If [d] is not 0, [a] xor [d] is smaller than [a] exactly if [a] has a 1 in the highest place of [d]. *)
Lemma lxor_less : forall a d, d <> 0 ->
  N.lxor a d < a <-> N.testbit a (N.log2 d) = true.
Proof.
  intros a d Hd. set (h := N.log2 d).
  assert (Hdh : N.testbit d h = true) by now apply N.bit_log2.
  assert (Hhigh : N.shiftr (N.lxor a d) (N.succ h) = N.shiftr a (N.succ h)).
  { rewrite N.shiftr_lxor.
    replace (N.shiftr d (N.succ h)) with 0; [apply N.lxor_0_r|].
    symmetry. rewrite N.shiftr_div_pow2. apply N.div_small.
    apply N.log2_lt_pow2; [lia | fold h; lia]. }
  assert (Hbit : N.testbit (N.lxor a d) h = negb (N.testbit a h)).
  { rewrite N.lxor_spec, Hdh. now destruct (N.testbit a h). }
  assert (Hpow : 2 ^ N.succ h <> 0) by (apply N.pow_nonzero; lia).
  assert (Hpow' : 2 ^ h <> 0) by (apply N.pow_nonzero; lia).
  pose proof (N.div_mod a (2 ^ N.succ h) Hpow) as Ha.
  pose proof (N.div_mod (N.lxor a d) (2 ^ N.succ h) Hpow) as Hx.
  rewrite !N.shiftr_div_pow2 in Hhigh. rewrite Hhigh in Hx.
  rewrite low_part in Ha, Hx. rewrite Hbit in Hx.
  pose proof (N.mod_lt a (2 ^ h) Hpow').
  pose proof (N.mod_lt (N.lxor a d) (2 ^ h) Hpow').
  clearbody h. clear Hbit Hhigh Hdh Hpow.
  remember (2 ^ N.succ h * (a / 2 ^ N.succ h)) as high. remember (N.lxor a d) as x.
  remember (a mod 2 ^ h) as low. remember (x mod 2 ^ h) as low'. remember (2 ^ h) as p.
  clear - Ha Hx H H0.
  destruct (N.testbit a h); simpl negb in Hx; cbv beta iota in Ha, Hx; split; intros.
  - reflexivity.
  - lia.
  - lia.
  - discriminate.
Qed.

Lemma lxor_other_less : forall x y, y < x -> N.testbit x (N.log2 (N.lxor x y)) = true.
Proof.
  intros x y H. apply lxor_less.
  - rewrite lxor_same. lia.
  - rewrite <- N.lxor_assoc, N.lxor_nilpotent. now rewrite N.lxor_0_l.
Qed.

(** ** The nim-sum *)

Lemma nim_sum_app : forall l l', nim_sum (l ++ l') = N.lxor (nim_sum l) (nim_sum l').
Proof.
  induction l as [|a l IH]; intros; simpl.
  - symmetry. apply N.lxor_0_l.
  - now rewrite IH, N.lxor_assoc.
Qed.

Lemma nim_sum_change : forall before a b after,
  nim_sum (before ++ b :: after) = N.lxor (nim_sum (before ++ a :: after)) (N.lxor a b).
Proof.
  intros. rewrite !nim_sum_app. simpl.
  generalize (nim_sum before) as u, (nim_sum after) as v. intros.
  apply N.bits_inj. intros i. rewrite !N.lxor_spec.
  destruct (N.testbit u i), (N.testbit v i), (N.testbit a i), (N.testbit b i); reflexivity.
Qed.

(** A change of one number makes the nim-sum zero exactly if it brings [a] to [a] xor the nim-sum. *)
Lemma nim_sum_zero_after : forall before a b after,
  nim_sum (before ++ b :: after) = 0 <-> b = N.lxor a (nim_sum (before ++ a :: after)).
Proof.
  intros. rewrite (nim_sum_change before a b after), lxor_same.
  rewrite <- lxor_cancel. split; congruence.
Qed.

Lemma odd_count_of_bit : forall h l,
  N.testbit (nim_sum l) h = Nat.odd (length (filter (fun a => N.testbit a h) l)).
Proof.
  intros h. induction l as [|a l IH].
  - apply N.bits_0.
  - simpl nim_sum. rewrite N.lxor_spec, IH. simpl filter.
    destruct (N.testbit a h); simpl length.
    + rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd _).
    + now destruct (Nat.odd _).
Qed.

(** The heart of Bouton's theorem: any smaller nim-sum is reached by making one of the numbers smaller. *)
Lemma smaller_nim_sum : forall l y, y < nim_sum l ->
  exists before a after, l = before ++ a :: after
    /\ N.lxor a (N.lxor (nim_sum l) y) < a.
Proof.
  intros l y Hy. set (d := N.lxor (nim_sum l) y).
  assert (Hd : d <> 0) by (unfold d; rewrite lxor_same; lia).
  assert (Hbit : N.testbit (nim_sum l) (N.log2 d) = true) by now apply lxor_other_less.
  rewrite odd_count_of_bit in Hbit.
  destruct (filter (fun a => N.testbit a (N.log2 d)) l) as [|a rest] eqn:E; [discriminate|].
  assert (Ha : In a l /\ N.testbit a (N.log2 d) = true)
    by (apply (proj1 (filter_In (fun a => N.testbit a (N.log2 d)) a l)); rewrite E; left; reflexivity).
  destruct Ha as [Ha Hbit'].
  destruct (in_split a l Ha) as (before & after & ->).
  exists before, a, after. split; auto. now apply lxor_less.
Qed.

(** ** Sums *)

Section Sums.
  Context {Position : Type} (move : Position -> Position -> Prop).

  Lemma sum_move_cons : forall p ps qs, sum_move move (p :: ps) qs ->
    (exists q, move p q /\ qs = q :: ps) \/ (exists rs, sum_move move ps rs /\ qs = p :: rs).
  Proof.
    intros p ps qs H. inversion H as [before p' q after Hm E1 E2]. subst.
    destruct before as [|b before]; injection E1 as <- <-.
    - left. now exists q.
    - right. exists (before ++ q :: after). split; [now constructor | reflexivity].
  Qed.

  Lemma values_app : forall before (p : Position) after values,
    Forall2 (GrundyValue move) (before ++ p :: after) values ->
    exists vs v ws, values = vs ++ v :: ws /\ Forall2 (GrundyValue move) before vs
      /\ GrundyValue move p v /\ Forall2 (GrundyValue move) after ws.
  Proof.
    intros before p after values H.
    apply Forall2_app_inv_l in H. destruct H as (vs & rest & H1 & H2 & ->).
    inversion H2; subst. exists vs, y, l'. auto.
  Qed.

  Lemma sum_ends : forall ps, Forall (Ends move) ps -> Ends (sum_move move) ps.
  Proof.
    intros ps H. induction H as [|p ps Hp _ IH].
    - constructor. intros q Hq. inversion Hq as [[] ? ? ? ? E]; discriminate.
    - revert ps IH. induction Hp as [p _ IHp]. intros ps Hps.
      induction Hps as [ps Hps IHps].
      constructor. intros qs Hqs. apply sum_move_cons in Hqs.
      destruct Hqs as [(q & Hq & ->) | (rs & Hrs & ->)].
      + apply IHp; auto. now constructor.
      + now apply IHps.
  Qed.

  Lemma values_end : forall ps values, Forall2 (GrundyValue move) ps values -> Forall (Ends move) ps.
  Proof. intros ps values H. induction H; constructor; auto. eapply value_ends; eauto. Qed.

  Lemma value_of_sum : forall ps values,
    Forall2 (GrundyValue move) ps values ->
    GrundyValue (sum_move move) ps (nim_sum values).
  Proof.
    intros ps values H. pose proof (sum_ends ps (values_end ps values H)) as Hends.
    revert values H. induction Hends as [ps _ IH]. intros values H.
    constructor.
    - intros qs Hqs. destruct Hqs as [before p q after Hq].
      destruct (values_app before p after values H) as (vs & v & ws & -> & H1 & H2 & H3).
      inversion H2 as [p' v' Hother _]; subst.
      destruct (Hother q Hq) as (w & Hw & Hqw).
      exists (nim_sum (vs ++ w :: ws)). split.
      + rewrite (nim_sum_change vs v w ws). intros E.
        apply Hw. symmetry. apply lxor_same.
        apply (lxor_cancel (nim_sum (vs ++ v :: ws))) in E.
        now rewrite N.lxor_nilpotent in E.
      + apply IH; [now constructor|]. apply Forall2_app; auto.
    - intros y Hy. destruct (smaller_nim_sum values y Hy) as (vs & v & ws & -> & Hless).
      apply Forall2_app_inv_r in H. destruct H as (before & rest & H1 & H2 & ->).
      inversion H2 as [|p v' after ws' Hp H3]; subst.
      inversion Hp as [p' v' _ Hall]; subst.
      destruct (Hall _ Hless) as (q & Hq & Hqw).
      exists (before ++ q :: after). split; [now constructor|].
      replace y with (nim_sum (vs ++ N.lxor v (N.lxor (nim_sum (vs ++ v :: ws)) y) :: ws)).
      + apply IH; [now constructor|]. apply Forall2_app; auto.
      + rewrite (nim_sum_change vs v _ ws).
        generalize (nim_sum (vs ++ v :: ws)) as x. intros x.
        rewrite <- (N.lxor_assoc v), N.lxor_nilpotent, N.lxor_0_l.
        now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
  Qed.
End Sums.

Theorem sprague_grundy_proved : sprague_grundy.
Proof. intros Position move. apply value_of_sum. Qed.

Theorem winning_moves_of_sums_proved : winning_moves_of_sums.
Proof.
  intros Position move before p after vs v ws q w H1 H2 H3 Hmove H4.
  assert (H : GrundyValue (sum_move move) (before ++ q :: after) (nim_sum (vs ++ w :: ws))).
  { apply value_of_sum. apply Forall2_app; auto. }
  rewrite <- (loses_value _ _ _ H). apply nim_sum_zero_after.
Qed.

(** ** Nim *)

Lemma nim_heap_value : forall a, GrundyValue heap_move a a.
Proof.
  intros a. induction a as [a IH] using (well_founded_induction N.lt_wf_0).
  constructor.
  - intros b Hb. red in Hb. exists b. split; [lia | auto].
  - intros b Hb. exists b. split; auto.
Qed.

Lemma nim_heap_values : forall heaps, Forall2 (GrundyValue heap_move) heaps heaps.
Proof. induction heaps; constructor; auto using nim_heap_value. Qed.

Lemma nim_value : forall heaps, GrundyValue nim_move heaps (nim_sum heaps).
Proof. intros. apply value_of_sum, nim_heap_values. Qed.

Lemma filter_ext_in_length : forall (f g : N -> bool) l,
  (forall a, f a = g a) -> length (filter f l) = length (filter g l).
Proof. intros f g l H. now rewrite (filter_ext f g H). Qed.

Theorem bouton_proved : bouton.
Proof.
  split.
  - intros heaps. pose proof (nim_value heaps) as H.
    split; [exact H|]. split; [now apply loses_value|]. split; [now apply wins_value|].
    intros Hx. apply Nat.odd_spec.
    unfold nim_winning_heaps.
    rewrite (filter_ext_in_length _ (fun a => N.testbit a (N.log2 (nim_sum heaps)))).
    + rewrite <- odd_count_of_bit. now apply N.bit_log2.
    + intros a. pose proof (lxor_less a _ Hx) as E.
      destruct (N.ltb_spec (N.lxor a (nim_sum heaps)) a) as [Hl | Hl].
      * symmetry. now apply E.
      * destruct (N.testbit a _); auto. exfalso. apply N.le_ngt in Hl. apply Hl. now apply E.
  - intros before a b after _. unfold nim_move.
    rewrite <- (loses_value _ _ _ (nim_value (before ++ b :: after))).
    apply nim_sum_zero_after.
Qed.
