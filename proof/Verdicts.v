(** Section 0: verdicts and values of any game. *)

From Coq Require Import Arith NArith List Lia.
From Grundy Require Import Rules.
Import ListNotations.
Open Scope N_scope.

Section Game.
  Context {Position : Type} (move : Position -> Position -> Prop).

  Lemma loses_then : forall p, Loses move p -> forall q, move p q -> Wins move q.
  Proof. intros p H. now destruct H. Qed.

  Lemma wins_then : forall p, Wins move p -> exists q, move p q /\ Loses move q.
  Proof. intros p H. destruct H as [p q H1 H2]. now exists q. Qed.

  Lemma not_both : forall p, Wins move p -> Loses move p -> False.
  Proof.
    fix IH 2. intros p [p' q Hmove Hq] Hp.
    destruct Hq as [q Hq].
    destruct Hp as [p' Hp].
    specialize (Hp q Hmove).
    destruct Hp as [q r Hqr Hr].
    apply (IH r). apply (Hq r Hqr). exact Hr.
  Qed.

  (** Labels that are right where every move leads to right ones are right: for labels given by two
      predicates, which no position needs to be decided by. *)
  Lemma consistent : forall (among won lost : Position -> Prop),
    closed move among ->
    (forall p, among p -> won p \/ lost p) ->
    (forall p, among p -> lost p -> forall q, move p q -> won q) ->
    (forall p, among p -> won p -> exists q, move p q /\ lost q) ->
    forall p, among p -> Ends move p -> (won p -> Wins move p) /\ (lost p -> Loses move p).
  Proof.
    intros among won lost Hclosed Hdec Hlost Hwon p Hp Hends. revert Hp.
    induction Hends as [p _ IH]. intros Hp. split; intros H.
    - destruct (Hwon p Hp H) as (q & Hq & Hl).
      apply wins with q; auto. apply (IH q Hq); eauto.
    - apply loses. intros q Hq. apply (IH q Hq); eauto.
  Qed.

  (** ... and then a verdict and its label are the same. *)
  Lemma verdicts_of_bool : forall (won : Position -> bool),
    (forall p, Ends move p) ->
    (forall p, won p = false -> forall q, move p q -> won q = true) ->
    (forall p, won p = true -> exists q, move p q /\ won q = false) ->
    forall p, (won p = true <-> Wins move p) /\ (won p = false <-> Loses move p).
  Proof.
    intros won Hends Hlost Hwon p.
    destruct (consistent (fun _ => True) (fun p => won p = true) (fun p => won p = false))
      with (p := p) as [H1 H2]; auto.
    - now red.
    - intros q _. destruct (won q); auto.
    - intros a _ H q Hq. eapply Hlost; eauto.
    - destruct (won p); split; split; intros H; auto; try discriminate.
      + exfalso. apply (not_both p); auto.
      + exfalso. apply (not_both p); auto.
  Qed.

  (** Induction over Grundy values. *)
  Lemma value_induction : forall (P : Position -> N -> Prop),
    (forall p v,
       (forall q, move p q -> exists w, w <> v /\ GrundyValue move q w /\ P q w) ->
       (forall w, w < v -> exists q, move p q /\ GrundyValue move q w /\ P q w) ->
       P p v) ->
    forall p v, GrundyValue move p v -> P p v.
  Proof.
    intros P Hstep. fix IH 3. intros p v [p' v' Hother Hless].
    apply Hstep.
    - intros q Hq. destruct (Hother q Hq) as (w & Hw & H).
      exists w. split; [exact Hw | split; [exact H | exact (IH q w H)]].
    - intros w Hw. destruct (Hless w Hw) as (q & Hq & H).
      exists q. split; [exact Hq | split; [exact H | exact (IH q w H)]].
  Qed.

  Lemma value_unique : forall p v, GrundyValue move p v ->
    forall w, GrundyValue move p w -> v = w.
  Proof.
    refine (value_induction (fun p v => forall w, GrundyValue move p w -> v = w) _).
    intros p v Hother Hless.
    intros w' H. inversion H as [p' v' Hother' Hless']; subst. clear H.
    destruct (N.lt_trichotomy v w') as [H | [H | H]]; auto; exfalso.
    - destruct (Hless' v H) as (q & Hq & Hv).
      destruct (Hother q Hq) as (u & Hu & _ & IH). auto.
    - destruct (Hless w' H) as (q & Hq & _ & IH).
      destruct (Hother' q Hq) as (u & Hu & Hw). apply Hu. symmetry. auto.
  Qed.

  Lemma value_ends : forall p v, GrundyValue move p v -> Ends move p.
  Proof.
    refine (value_induction (fun p _ => Ends move p) _).
    intros p v Hother _. constructor. intros q Hq. destruct (Hother q Hq) as (w & _ & _ & IH). exact IH.
  Qed.

  Lemma value_by_consistency : forall (among : Position -> Prop) value,
    closed move among ->
    (forall p, among p -> is_mex (reached move value p) (value p)) ->
    forall p, among p -> Ends move p -> GrundyValue move p (value p).
  Proof.
    intros among value Hclosed Hmex p Hp Hends. revert Hp.
    induction Hends as [p _ IH]. intros Hp. destruct (Hmex p Hp) as [Hnot Hall].
    constructor.
    - intros q Hq. exists (value q). split; eauto.
      intros E. apply Hnot. now exists q.
    - intros w Hw. destruct (Hall w Hw) as (q & Hq & <-). exists q. eauto.
  Qed.

  Lemma verdict_of_value : forall p v, GrundyValue move p v ->
    (v = 0 -> Loses move p) /\ (v <> 0 -> Wins move p).
  Proof.
    refine (value_induction (fun p v => (v = 0 -> Loses move p) /\ (v <> 0 -> Wins move p)) _).
    intros p v Hother Hless. split; intros Hv.
    - subst v. constructor. intros q Hq.
      destruct (Hother q Hq) as (w & Hw & _ & _ & IH). auto.
    - destruct (Hless 0) as (q & Hq & _ & IH & _); [lia|].
      apply wins with q; auto.
  Qed.

  Lemma loses_value : forall p v, GrundyValue move p v -> (v = 0 <-> Loses move p).
  Proof.
    intros p v H. destruct (verdict_of_value p v H) as [H1 H2]. split; auto.
    intros Hl. destruct (N.eq_dec v 0) as [|Hv]; auto.
    exfalso. eapply not_both; eauto.
  Qed.

  Lemma wins_value : forall p v, GrundyValue move p v -> (v <> 0 <-> Wins move p).
  Proof.
    intros p v H. destruct (verdict_of_value p v H) as [H1 H2]. split; auto.
    intros Hw Hv. eapply not_both; eauto.
  Qed.
End Game.

Theorem one_verdict_proved : one_verdict.
Proof.
  intros Position move. split.
  - intros p [H1 H2]. eapply not_both; eauto.
  - intros Hfin p Hends. induction Hends as [p _ IH].
    destruct (Hfin p) as [options Hoptions].
    assert (H : (exists q, In q options /\ Loses move q) \/ (forall q, In q options -> Wins move q)).
    { assert (Hall : forall q, In q options -> move p q) by (intros; now apply Hoptions).
      clear Hoptions. induction options as [|q options IHo].
      - right. contradiction.
      - destruct IHo as [(r & Hr & Hl) | Ho]; [intros r Hr; apply Hall; now right| |].
        + left. exists r. split; [now right | exact Hl].
        + destruct (IH q) as [Hw | Hl]; [apply Hall; now left| |].
          * right. intros r [<- | Hr]; auto.
          * left. exists q. split; [now left | exact Hl]. }
    destruct H as [(q & Hq & Hl) | Hw].
    + left. apply wins with q; [now apply Hoptions | exact Hl].
    + right. constructor. intros q Hq. now apply Hw, Hoptions.
Qed.

Theorem value_zero_proved : value_zero.
Proof. intros Position move p v H. split; [apply loses_value | apply wins_value]; auto. Qed.

Theorem closure_lemma_of_values_proved : closure_lemma_of_values.
Proof.
  intros Position move among value Hends Hclosed Hmex p v Hp.
  pose proof (value_by_consistency move among value Hclosed Hmex p Hp (Hends p Hp)) as H.
  split; intros E.
  - eapply (value_unique move); eauto.
  - now subst.
Qed.

Theorem closure_lemma_proved : closure_lemma.
Proof.
  intros Position move among label Hends Hfin Hclosed Hcons p Hp.
  assert (Hlost : forall p, among p -> label p = P_position ->
                  forall q, move p q -> label q = N_position).
  { intros a Ha H q Hq. destruct (label q) eqn:E; auto.
    exfalso. apply (proj1 (Hcons a Ha) H). now exists q. }
  assert (Hwon : forall p, among p -> label p = N_position ->
                 exists q, move p q /\ label q = P_position).
  { intros a Ha H. destruct (Hfin a Ha) as [options Hoptions].
    destruct (existsb (fun q => match label q with P_position => true | N_position => false end)
                options) eqn:E.
    - apply existsb_exists in E. destruct E as (q & Hq & Hl).
      exists q. split; [now apply Hoptions | now destruct (label q)].
    - assert (HP : label a = P_position).
      { apply Hcons; auto. intros (q & Hq & Hl). apply Hoptions in Hq.
        assert (Ht : existsb (fun q => match label q with P_position => true | N_position => false end)
                       options = true); [|congruence].
        apply existsb_exists. exists q. rewrite Hl. auto. }
      congruence. }
  destruct (consistent move among (fun p => label p = N_position) (fun p => label p = P_position)
              Hclosed) with (p := p) as [H1 H2]; auto.
  - intros q _. destruct (label q); auto.
  - destruct (label p) eqn:E; split; split; intros H; auto; try discriminate.
    + exfalso. eapply not_both; eauto.
    + exfalso. eapply not_both; eauto.
Qed.

Theorem losing_moves_struck_proved : losing_moves_struck.
Proof.
  intros Position move less Hends Hless Hstruck.
  assert (H : forall p, (Wins less p <-> Wins move p) /\ (Loses less p <-> Loses move p)
                        /\ (Wins move p \/ Loses move p -> Wins less p \/ Loses less p)).
  { intros p. induction (Hends p) as [p _ IH].
    assert (Hlw : Wins less p -> Wins move p).
    { intros H. destruct (wins_then less p H) as (q & Hq & Hl).
      apply wins with q; auto. apply IH; auto. }
    assert (Hll : Loses less p -> Loses move p).
    { intros H. constructor. intros q Hq. destruct (Hstruck p q Hq) as [H1 | H1]; auto.
      apply (IH q Hq). eapply loses_then; eauto. }
    assert (Hmw : Wins move p -> Wins less p).
    { intros H. destruct (wins_then move p H) as (q & Hq & Hl).
      destruct (Hstruck p q Hq) as [H1 | H1].
      - apply wins with q; auto. apply (IH q Hq); auto.
      - exfalso. eapply not_both; eauto. }
    assert (Hml : Loses move p -> Loses less p).
    { intros H. constructor. intros q Hq. apply (IH q); auto.
      eapply loses_then; eauto. }
    tauto. }
  intros p. destruct (H p) as (H1 & H2 & _). auto.
Qed.

Theorem winning_moves_struck_proved : winning_moves_struck.
Proof.
  intros Position move less Hends Hless Hstruck p q.
  destruct (losing_moves_struck_proved Position move less Hends Hless Hstruck q) as [_ Hl].
  rewrite Hl. split; intros [Hmove H]; split; auto.
  destruct (Hstruck p q Hmove) as [|Hw]; auto. exfalso. eapply not_both; eauto.
Qed.
