(** Sections 0 and 1: what solvers of single positions use. Whether a value is a number, bounds of it, forms;
    parts beside a Nim heap, equal parts. *)

From Coq Require Import Arith FinFun NArith List Lia.
From Grundy Require Import Rules Verdicts Bouton.
Import ListNotations.
Open Scope N_scope.

(** ** One value *)

(** What a move reaches can be decided for each value: options are finitely many. *)
Lemma options_have_values : forall (Position : Type) (move : Position -> Position -> Prop) options,
  (forall q, In q options -> exists v, GrundyValue move q v) ->
  exists values, Forall2 (GrundyValue move) options values.
Proof.
  intros Position move. induction options as [|q options IH]; intros H.
  - exists []. constructor.
  - destruct (H q) as (v & Hv); [now left|].
    destruct IH as (values & Hvalues); [intros r Hr; apply H; now right|].
    exists (v :: values). now constructor.
Qed.

Lemma related_left : forall (A B : Type) (R : A -> B -> Prop) l l' a, Forall2 R l l' -> In a l ->
  exists b, In b l' /\ R a b.
Proof.
  intros A B R l l' a H. induction H as [|x y l l' Hxy _ IH]; intros Ha; [contradiction|].
  destruct Ha as [<- | Ha].
  - exists y. split; [now left | exact Hxy].
  - destruct (IH Ha) as (b & Hb & HR). exists b. split; [now right | exact HR].
Qed.

Lemma related_right : forall (A B : Type) (R : A -> B -> Prop) l l' b, Forall2 R l l' -> In b l' ->
  exists a, In a l /\ R a b.
Proof.
  intros A B R l l' b H. induction H as [|x y l l' Hxy _ IH]; intros Hb; [contradiction|].
  destruct Hb as [<- | Hb].
  - exists x. split; [now left | exact Hxy].
  - destruct (IH Hb) as (a & Ha & HR). exists a. split; [now right | exact HR].
Qed.

(** The first [n] numbers are among [values], or one of them is the first that is not. *)
Lemma mex_below : forall values n,
  (forall w, w < N.of_nat n -> In w values)
  \/ exists v, is_mex (fun w => In w values) v.
Proof.
  intros values. induction n as [|n IH].
  - left. intros w Hw. simpl in Hw. lia.
  - destruct IH as [IH | H]; [|now right].
    destruct (in_dec N.eq_dec (N.of_nat n) values) as [Hn | Hn].
    + left. intros w Hw. destruct (N.eq_dec w (N.of_nat n)) as [-> | ]; auto. apply IH. lia.
    + right. exists (N.of_nat n). split; auto.
Qed.

Definition numbers (n : nat) : list N := map N.of_nat (seq 0 n).

Lemma numbers_in : forall n w, In w (numbers n) <-> w < N.of_nat n.
Proof.
  intros n w. unfold numbers. rewrite in_map_iff. split.
  - intros (i & <- & Hi). apply in_seq in Hi. lia.
  - intros Hw. exists (N.to_nat w). rewrite N2Nat.id. split; auto. apply in_seq. lia.
Qed.

Lemma numbers_once : forall n, NoDup (numbers n).
Proof.
  intros n. unfold numbers. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup].
  intros i j H. lia.
Qed.

(** More numbers than a list is long are not all on it. *)
Lemma numbers_fit : forall values v,
  (forall w, w < v -> In w values) -> v <= N.of_nat (length values).
Proof.
  intros values v H.
  assert (L : (length (numbers (N.to_nat v)) <= length values)%nat).
  { apply NoDup_incl_length; [apply numbers_once|].
    intros w Hw. apply numbers_in in Hw. apply H. lia. }
  unfold numbers in L. rewrite map_length, seq_length in L. lia.
Qed.

Lemma mex_exists : forall values, exists v, is_mex (fun w => In w values) v.
Proof.
  intros values. destruct (mex_below values (S (length values))) as [H | H]; auto.
  exfalso. pose proof (numbers_fit values (N.of_nat (S (length values))) H). lia.
Qed.

Theorem one_value_proved : one_value.
Proof.
  intros Position move. split.
  - intros p v w Hv Hw. eapply value_unique; eauto.
  - intros Hfin p Hends. induction Hends as [p _ IH].
    destruct (Hfin p) as [options Hoptions].
    destruct (options_have_values Position move options) as (values & Hvalues).
    { intros q Hq. apply IH. now apply Hoptions. }
    destruct (mex_exists values) as (v & Hnot & Hall). exists v. constructor.
    + intros q Hq. apply Hoptions in Hq.
      destruct (related_left _ _ _ _ _ q Hvalues Hq) as (w & Hw & H).
      exists w. split; [|exact H]. intros ->. now apply Hnot.
    + intros w Hw. destruct (related_right _ _ _ _ _ w Hvalues (Hall w Hw)) as (q & Hq & H).
      exists q. split; [now apply Hoptions | exact H].
Qed.

(** ** Asking about a value *)

Section Asked.
  Context {Position : Type} (move : Position -> Position -> Prop).

  Lemma value_only : forall p v, GrundyValue move p v -> only_smaller_reached move p v.
  Proof.
    intros p v H. destruct H as [p v Hother Hless]. split; auto.
    intros q Hq Hv. destruct (Hother q Hq) as (w & Hw & H). apply Hw. eapply value_unique; eauto.
  Qed.

  Lemma only_value : forall p v, (forall q, move p q -> exists w, GrundyValue move q w) ->
    only_smaller_reached move p v -> GrundyValue move p v.
  Proof.
    intros p v Hvalues [Hnot Hless]. constructor; auto.
    intros q Hq. destruct (Hvalues q Hq) as (w & Hw). exists w. split; auto.
    intros ->. now apply (Hnot q).
  Qed.
End Asked.

Theorem value_asked_proved : value_asked.
Proof.
  intros Position move p Hvalues. split.
  - intros n. split; [apply value_only | now apply only_value].
  - intros v Hv. split.
    + intros among. split.
      * intros H. exists v. split; auto. now apply value_only.
      * intros (n & Hn & H). apply only_value in H; auto.
        now rewrite (value_unique move p v Hv n H).
    + intros n. destruct (value_only move p v Hv) as [Hnot Hless]. split.
      * intros Hn w Hw. apply Hless. lia.
      * intros H. destruct (N.lt_ge_cases n v) as [|Hge]; auto. exfalso.
        destruct (H v Hge) as (q & Hq & Hqv). now apply (Hnot q).
Qed.

Theorem value_bounded_proved : value_bounded.
Proof.
  intros Position move p v Hv. destruct (value_only move p v Hv) as [Hnot Hless].
  assert (Hmoves : forall options, (forall q, move p q -> In q options) -> v <= N.of_nat (length options)).
  { intros options Hoptions.
    (* One option for each smaller number; they differ, since their values do. *)
    assert (H : forall n, N.of_nat n <= v ->
              exists qs, length qs = n /\ NoDup qs /\ incl qs options
                /\ forall q, In q qs -> exists w, w < N.of_nat n /\ GrundyValue move q w).
    { induction n as [|n IH]; intros Hn.
      - exists []. repeat split; [constructor | intros q [] | intros q []].
      - destruct IH as (qs & Hlength & Honce & Hincl & Hqs); [lia|].
        destruct (Hless (N.of_nat n)) as (q & Hq & Hqv); [lia|].
        exists (q :: qs). repeat split.
        + simpl. now rewrite Hlength.
        + constructor; auto. intros Hin. destruct (Hqs q Hin) as (w & Hw & Hqw).
          pose proof (value_unique move q w Hqw _ Hqv). lia.
        + intros r [<- | Hr]; auto.
        + intros r [<- | Hr].
          * exists (N.of_nat n). split; [lia | exact Hqv].
          * destruct (Hqs r Hr) as (w & Hw & H). exists w. split; [lia | exact H]. }
    destruct (H (N.to_nat v)) as (qs & Hlength & Honce & Hincl & _); [lia|].
    pose proof (NoDup_incl_length Honce Hincl). lia. }
  split; [exact Hmoves|]. split.
  - intros values Hvalues. apply numbers_fit. intros w Hw.
    destruct (Hless w Hw) as (q & Hq & H). eauto.
  - intros options m Hoptions Hruled. destruct (N.eq_dec v m) as [|Hne]; auto. exfalso.
    apply (Hruled v); auto. now apply value_only.
Qed.

(** ** Positions with the same form *)

Section Alike.
  Context {Position Position' : Type} (move : Position -> Position -> Prop)
    (move' : Position' -> Position' -> Prop) (alike : Position -> Position' -> Prop)
    (Hforth : follows move move' alike) (Hback : follows move' move (fun p' p => alike p p')).

  Lemma alike_value : forall p v, GrundyValue move p v -> forall p', alike p p' -> GrundyValue move' p' v.
  Proof.
    refine (value_induction move (fun p v => forall p', alike p p' -> GrundyValue move' p' v) _).
    intros p v Hother Hless p' Halike. constructor.
    - intros q' Hq'. destruct (Hback p' p q' Halike Hq') as (q & Hq & H).
      destruct (Hother q Hq) as (w & Hw & _ & IH). exists w. auto.
    - intros w Hw. destruct (Hless w Hw) as (q & Hq & _ & IH).
      destruct (Hforth p p' q Halike Hq) as (q' & Hq' & H). exists q'. auto.
  Qed.

  Lemma alike_wins : forall p, Wins move p -> forall p', alike p p' -> Wins move' p'
  with alike_loses : forall p, Loses move p -> forall p', alike p p' -> Loses move' p'.
  Proof.
    - intros p H. destruct H as [p q Hq Hl]. intros p' Halike.
      destruct (Hforth p p' q Halike Hq) as (q' & Hq' & H).
      apply wins with q'; [exact Hq' | exact (alike_loses q Hl q' H)].
    - intros p H. destruct H as [p Hall]. intros p' Halike. constructor. intros q' Hq'.
      destruct (Hback p' p q' Halike Hq') as (q & Hq & H).
      exact (alike_wins q (Hall q Hq) q' H).
  Qed.
End Alike.

Theorem alike_positions_proved : alike_positions.
Proof.
  intros Position Position' move move' alike Hforth Hback p p' Halike.
  split; [|split].
  - intros v. split; intros H.
    + eapply (alike_value move move' alike); eauto.
    + eapply (alike_value move' move (fun p' p => alike p p')); eauto.
  - split; intros H.
    + eapply (alike_wins move move' alike); eauto.
    + eapply (alike_wins move' move (fun p' p => alike p p')); eauto.
  - split; intros H.
    + eapply (alike_loses move move' alike); eauto.
    + eapply (alike_loses move' move (fun p' p => alike p p')); eauto.
Qed.

Theorem canonical_forms_proved : canonical_forms.
Proof.
  intros Position move form Hsame Hidem form_move. split.
  - intros p q Hpq. apply (alike_positions_proved _ _ move move (fun a b => form a = form b)); auto.
    intros a a' b Ha Hb. destruct (Hsame a a' b) as (c & Hc & E); auto. exists c. auto.
  - intros p. apply (alike_positions_proved _ _ move form_move (fun a c => form a = form c)).
    + intros a c b Hac Hb. destruct (Hsame a c b Hac Hb) as (d & Hd & E).
      exists (form d). split; [now exists d | now rewrite Hidem].
    + intros c a e Hac (d & Hd & ->). destruct (Hsame c a d) as (b & Hb & E); auto.
      exists b. split; auto. now rewrite Hidem.
    + now rewrite Hidem.
Qed.

(** ** Parts beside a Nim heap *)

Section Beside.
  Context {P Q : Type} (move : P -> P -> Prop) (move' : Q -> Q -> Prop).

  (** The value of one part is a Nim heap beside any other part: both ways at once, by the moves of the other
      part, and then by the moves of the first. *)
  Lemma as_heap : forall q, Ends move' q -> forall p v, GrundyValue move p v ->
    (Loses (beside move move') (p, q) <-> Loses (beside heap_move move') (v, q))
    /\ (Wins (beside move move') (p, q) <-> Wins (beside heap_move move') (v, q)).
  Proof.
    intros q Hends. induction Hends as [q _ IHq].
    refine (value_induction move (fun p v =>
      (Loses (beside move move') (p, q) <-> Loses (beside heap_move move') (v, q))
      /\ (Wins (beside move move') (p, q) <-> Wins (beside heap_move move') (v, q))) _).
    intros p v Hother Hless.
    assert (Hv : GrundyValue move p v).
    { constructor; [intros r Hr | intros w Hw].
      - destruct (Hother r Hr) as (w & Hw & H & _). eauto.
      - destruct (Hless w Hw) as (r & Hr & H & _). eauto. }
    split; split; intros H.
    - constructor. intros [u r] Hmove. inversion Hmove; subst.
      + destruct (Hless u) as (p' & Hp' & _ & _ & IH); auto. apply IH.
        apply (loses_then _ _ H). now constructor.
      + apply (IHq r) with (p := p); auto. apply (loses_then _ _ H). now constructor.
    - constructor. intros [p' r] Hmove. inversion Hmove; subst.
      + destruct (Hother p') as (w & Hw & _ & _ & IH); auto. apply IH.
        destruct (N.lt_trichotomy w v) as [Hlt | [Heq | Hgt]]; [|contradiction|].
        * apply (loses_then _ _ H). now constructor.
        * apply wins with (v, r); auto. now constructor.
      + apply (IHq r) with (v := v); auto. apply (loses_then _ _ H). now constructor.
    - destruct (wins_then _ _ H) as ([p' r] & Hmove & Hl). inversion Hmove; subst.
      + destruct (Hother p') as (w & Hw & _ & IH & _); auto. apply IH in Hl.
        destruct (N.lt_trichotomy w v) as [Hlt | [Heq | Hgt]]; [|contradiction|].
        * apply wins with (w, r); auto. now constructor.
        * (* The answer is back to [v]. *)
          apply (loses_then _ _ Hl). now constructor.
      + apply wins with (v, r); [now constructor|]. apply (IHq r) with (p := p'); auto.
    - destruct (wins_then _ _ H) as ([u r] & Hmove & Hl). inversion Hmove; subst.
      + destruct (Hless u) as (p' & Hp' & _ & IH & _); auto. apply IH in Hl.
        apply wins with (p', r); auto. now constructor.
      + apply wins with (p, r); [now constructor|]. apply (IHq r) with (v := u); auto.
  Qed.
End Beside.

Theorem parts_as_nim_heap_proved : parts_as_nim_heap.
Proof.
  intros Position Rest move move' ps values rest Hvalues Hends.
  apply as_heap; auto. now apply value_of_sum.
Qed.

(** Two Nim heaps side by side. *)
Lemma heap_ends : forall n, Ends heap_move n.
Proof. intros n. eapply value_ends, nim_heap_value. Qed.

Lemma two_heaps : forall a b, Loses (beside heap_move heap_move) (a, b) <-> a = b.
Proof.
  assert (Heq : forall a, Loses (beside heap_move heap_move) (a, a)).
  { intros a. induction a as [a IH] using (well_founded_induction N.lt_wf_0).
    constructor. intros [u w] Hmove. inversion Hmove; subst;
      match goal with H : heap_move _ _ |- _ => red in H end.
    - apply wins with (u, u); [now constructor | auto].
    - apply wins with (w, w); [now constructor | auto]. }
  intros a b. split; [|intros ->; apply Heq]. intros H.
  destruct (N.lt_trichotomy a b) as [Hlt | [-> | Hgt]]; auto; exfalso.
  - apply (not_both (beside heap_move heap_move) (a, b)); auto.
    apply wins with (a, a); [now constructor | apply Heq].
  - apply (not_both (beside heap_move heap_move) (a, b)); auto.
    apply wins with (b, b); [now constructor | apply Heq].
Qed.

Theorem value_by_nim_heap_proved : value_by_nim_heap.
Proof.
  intros Position move Hfin p n Hends.
  destruct (proj2 (one_value_proved Position move) Hfin p Hends) as (v & Hv).
  rewrite (proj1 (as_heap move heap_move n (heap_ends n) p v Hv)), two_heaps. split; intros H.
  - eapply value_unique; eauto.
  - now subst.
Qed.

(** ** Equal parts *)

Theorem equal_parts_cancel_proved : equal_parts_cancel.
Proof.
  intros Position move Hfin before p between after Hends all others.
  destruct (options_have_values Position move (before ++ p :: between ++ after)) as (values & Hvalues).
  { intros q Hq. apply (proj2 (one_value_proved Position move) Hfin).
    rewrite Forall_forall in Hends. auto. }
  destruct (values_app move before p (between ++ after) values Hvalues)
    as (vs & v & rest & -> & Hbefore & Hp & Hrest).
  apply Forall2_app_inv_l in Hrest. destruct Hrest as (ws & us & Hbetween & Hafter & ->).
  set (x := nim_sum (vs ++ ws ++ us)).
  assert (Hothers : GrundyValue (sum_move move) others x).
  { apply value_of_sum. repeat apply Forall2_app; auto. }
  assert (Hall : GrundyValue (sum_move move) all x).
  { replace x with (nim_sum (vs ++ v :: ws ++ v :: us)).
    - apply value_of_sum. apply Forall2_app; auto. constructor; auto. apply Forall2_app; auto.
    - unfold x. rewrite !nim_sum_app. simpl. rewrite !nim_sum_app. simpl.
      generalize (nim_sum vs) as a, (nim_sum ws) as b, (nim_sum us) as c. intros.
      apply N.bits_inj. intros i. rewrite !N.lxor_spec.
      destruct (N.testbit a i), (N.testbit b i), (N.testbit c i), (N.testbit v i); reflexivity. }
  split; [|split].
  - intros w. split; intros H.
    + now rewrite (value_unique _ _ _ H _ Hall).
    + now rewrite (value_unique _ _ _ H _ Hothers).
  - rewrite <- (wins_value _ _ _ Hall). apply (wins_value _ _ _ Hothers).
  - rewrite <- (loses_value _ _ _ Hall). apply (loses_value _ _ _ Hothers).
Qed.
