(** Section 7: games in which play need not end, and retrograde analysis. *)

From Coq Require Import Arith Bool List Lia.
From Grundy Require Import Rules Verdicts.
Import ListNotations.

Section Draws.
  Context {Position : Type} (options : Position -> list Position).

  Notation move := (option_move options).
  Notation at_stage := (label_after options).
  Notation ends_in := (within options).

  (** ** Winning within some moves *)

  Lemma within_sound : forall r p, (ends_in true r p -> Wins move p) /\ (ends_in false r p -> Loses move p).
  Proof.
    induction r as [|r IH]; intros p; split; intros H.
    - contradiction.
    - constructor. intros q Hq. exfalso. exact (H q Hq).
    - destruct H as (q & Hq & H). apply wins with q; auto. now apply IH.
    - constructor. intros q Hq. apply IH. now apply H.
  Qed.

  Lemma within_more : forall r p, (ends_in true r p -> ends_in true (S r) p)
                                  /\ (ends_in false r p -> ends_in false (S r) p).
  Proof.
    induction r as [|r IH]; intros p; split; intros H.
    - contradiction.
    - intros q Hq. exfalso. exact (H q Hq).
    - destruct H as (q & Hq & H). exists q. split; auto. now apply IH.
    - intros q Hq. apply IH. now apply H.
  Qed.

  Lemma within_le : forall won r s p, r <= s -> ends_in won r p -> ends_in won s p.
  Proof.
    intros won r s p Hrs. induction Hrs; auto. intros H. destruct won; apply within_more; auto.
  Qed.

  Lemma not_within_both : forall r s p, ends_in true r p -> ends_in false s p -> False.
  Proof. intros r s p H1 H2. eapply not_both; eapply within_sound; eauto. Qed.

  (** ** Stages *)

  Lemma stays : forall n m p, n <= m -> at_stage n p <> Draw -> at_stage m p = at_stage n p.
  Proof.
    intros n m p Hnm Hknown. induction Hnm as [|m _ IH]; auto.
    simpl. rewrite IH. destruct (at_stage n p); auto. contradiction.
  Qed.

  Lemma some_lost : forall n p,
    existsb (fun q => is_lost (at_stage n q)) (options p) = true
      <-> exists q, move p q /\ is_lost (at_stage n q) = true.
  Proof. intros. apply existsb_exists. Qed.

  Lemma all_won : forall n p,
    forallb (fun q => is_won (at_stage n q)) (options p) = true
      <-> forall q, move p q -> is_won (at_stage n q) = true.
  Proof. intros. apply forallb_forall. Qed.

  (** After stage [n], the labels are those of the positions from which the game ends within [n] moves. *)
  Lemma stage_within : forall n p,
    (is_won (at_stage (S n) p) = true <-> ends_in true n p)
    /\ (is_lost (at_stage (S n) p) = true <-> ends_in false n p).
  Proof.
    induction n as [|n IH]; intros p.
    - simpl. assert (E : existsb (fun _ : Position => false) (options p) = false)
        by (induction (options p); auto). simpl. rewrite E.
      unfold option_move. destruct (options p) as [|q l]; simpl; split; split; intros H;
        try discriminate; try contradiction; auto.
      exfalso. apply (H q). now left.
    - remember (S n) as m. cbn [label_after]. subst m.
      destruct (IH p) as [Hw Hl].
      destruct (at_stage (S n) p) eqn:E; cbn [is_won is_lost] in Hw, Hl |- *.
      + split; split; intros H; auto; try discriminate.
        * now apply (proj1 (within_more n p)), Hw.
        * exfalso. apply (not_within_both n (S n) p); [now apply Hw | exact H].
      + split; split; intros H; auto; try discriminate.
        * exfalso. apply (not_within_both (S n) n p); [exact H | now apply Hl].
        * now apply (proj2 (within_more n p)), Hl.
      + assert (Hsome : existsb (fun q => is_lost (at_stage (S n) q)) (options p) = true
                        <-> exists q, move p q /\ ends_in false n q).
        { rewrite some_lost. split; intros (q & Hq & H); exists q; split; auto; now apply (IH q). }
        assert (Hall : forallb (fun q => is_won (at_stage (S n) q)) (options p) = true
                       <-> forall q, move p q -> ends_in true n q).
        { rewrite all_won. split; intros H q Hq; apply (proj1 (IH q)); exact (H q Hq). }
        destruct (existsb _ (options p)).
        * simpl. split; [tauto|]. split; intros H; [discriminate H|].
          destruct (proj1 Hsome eq_refl) as (q & Hq & Hlost). exfalso.
          apply (not_within_both n n q); [exact (H q Hq) | exact Hlost].
        * destruct (forallb _ (options p)); simpl; split; split; intros H; auto; try discriminate.
          -- apply Hsome in H. discriminate.
          -- now apply Hall.
          -- apply Hsome in H. discriminate.
          -- apply Hall in H. discriminate.
  Qed.

  (** A label names the stage that gave it. *)
  Lemma named_stage : forall n p r,
    at_stage n p = Won r \/ at_stage n p = Lost r ->
    r < n /\ at_stage r p = Draw /\ at_stage (S r) p = at_stage n p.
  Proof.
    induction n as [|n IH]; intros p r H.
    - simpl in H. destruct H; discriminate.
    - destruct (at_stage n p) as [s | s |] eqn:E.
      + assert (ES : at_stage (S n) p = Won s) by (simpl; now rewrite E). rewrite ES in *.
        destruct H as [H | H]; [|discriminate]. injection H as <-.
        destruct (IH p s) as (H1 & H2 & H3); [now left|]. rewrite H3. auto.
      + assert (ES : at_stage (S n) p = Lost s) by (simpl; now rewrite E). rewrite ES in *.
        destruct H as [H | H]; [discriminate|]. injection H as <-.
        destruct (IH p s) as (H1 & H2 & H3); [now right|]. rewrite H3. auto.
      + assert (r = n); [|subst; auto].
        simpl in H. rewrite E in H.
        destruct (existsb _ (options p)); [|destruct (forallb _ (options p))]; destruct H; congruence.
  Qed.

  Lemma least_won : forall n p r, at_stage n p = Won r ->
    ends_in true r p /\ forall s, ends_in true s p -> r <= s.
  Proof.
    intros n p r H. destruct (named_stage n p r) as (_ & Hopen & Hgiven); [now left|].
    split.
    - apply stage_within. now rewrite Hgiven, H.
    - intros s Hs. destruct (Nat.le_gt_cases r s) as [|Hlt]; auto. exfalso.
      apply stage_within in Hs. rewrite <- (stays (S s) r) in Hs; auto.
      + rewrite Hopen in Hs. discriminate.
      + intros E. rewrite E in Hs. discriminate.
  Qed.

  Lemma least_lost : forall n p r, at_stage n p = Lost r ->
    ends_in false r p /\ forall s, ends_in false s p -> r <= s.
  Proof.
    intros n p r H. destruct (named_stage n p r) as (_ & Hopen & Hgiven); [now right|].
    split.
    - apply stage_within. now rewrite Hgiven, H.
    - intros s Hs. destruct (Nat.le_gt_cases r s) as [|Hlt]; auto. exfalso.
      apply stage_within in Hs. rewrite <- (stays (S s) r) in Hs; auto.
      + rewrite Hopen in Hs. discriminate.
      + intros E. rewrite E in Hs. discriminate.
  Qed.

  (** ** The end of the stages *)

  Section Finite.
    Context (all : list Position) (Hall : forall p, In p all).

    Definition unchanged (n : nat) : Prop := forall p, at_stage (S n) p = at_stage n p.

    Lemma existsb_same : forall (f g : Position -> bool) l, (forall q, f q = g q) -> existsb f l = existsb g l.
    Proof. intros f g l H. induction l as [|q l IH]; simpl; auto. now rewrite H, IH. Qed.

    Lemma forallb_same : forall (f g : Position -> bool) l, (forall q, f q = g q) -> forallb f l = forallb g l.
    Proof. intros f g l H. induction l as [|q l IH]; simpl; auto. now rewrite H, IH. Qed.

    Lemma unchanged_after : forall n, unchanged n -> forall m, n <= m -> forall p, at_stage m p = at_stage n p.
    Proof.
      intros n H m Hnm. induction Hnm as [|m Hnm IH]; intros p; auto.
      destruct (at_stage m p) as [s | s |] eqn:E.
      - simpl. rewrite E. rewrite <- E. apply IH.
      - simpl. rewrite E. rewrite <- E. apply IH.
      - rewrite <- (H p). simpl. rewrite E, <- (IH p), E.
        rewrite (existsb_same _ (fun q => is_lost (at_stage n q))) by (intros; now rewrite IH).
        rewrite (forallb_same _ (fun q => is_won (at_stage n q))) by (intros; now rewrite IH).
        destruct (existsb _ _) eqn:E1.
        { exfalso. rewrite IH in E. specialize (H p). simpl in H. rewrite E, E1 in H. discriminate. }
        destruct (forallb _ _) eqn:E2; auto.
        exfalso. rewrite IH in E. specialize (H p). simpl in H. rewrite E, E1, E2 in H. discriminate.
    Qed.

    Definition is_open (l : label) : bool := match l with Draw => true | _ => false end.

    Definition open (n : nat) (l : list Position) : nat := length (filter (fun p => is_open (at_stage n p)) l).

    Lemma open_falls : forall n l,
      open (S n) l <= open n l
      /\ (open (S n) l = open n l -> forall p, In p l -> at_stage (S n) p = at_stage n p).
    Proof.
      intros n l. unfold open.
      assert (Hone : forall p, at_stage n p <> Draw -> at_stage (S n) p = at_stage n p)
        by (intros p Hp; apply stays; auto).
      induction l as [|p l [IH1 IH2]].
      - split; [auto | intros _ p []].
      - cbn [filter]. destruct (at_stage n p) as [s | s |] eqn:E.
        + rewrite (Hone p) by congruence. rewrite E. cbn [is_open]. split; auto.
          intros H q [<- | Hq]; [apply Hone; congruence | now apply IH2].
        + rewrite (Hone p) by congruence. rewrite E. cbn [is_open]. split; auto.
          intros H q [<- | Hq]; [apply Hone; congruence | now apply IH2].
        + destruct (at_stage (S n) p) eqn:ES; cbn [is_open length]; split; try lia.
          intros H q [<- | Hq]; [congruence | apply IH2; auto; lia].
    Qed.

    Lemma ends_early : forall n, (exists m, m <= n /\ unchanged m) \/ open (S n) all + S n <= length all.
    Proof.
      assert (Hstep : forall n, unchanged n \/ open (S n) all < open n all).
      { intros n. destruct (open_falls n all) as [H1 H2].
        destruct (Nat.eq_dec (open (S n) all) (open n all)) as [E | E]; [left | right; lia].
        intros p. now apply H2. }
      induction n as [|n [(m & Hm & H) | IH]].
      - destruct (Hstep 0) as [H | H]; [left; now exists 0 | right].
        assert (open 0 all <= length all); [|lia].
        unfold open. clear. induction all; simpl; auto using le_n_S.
      - left. exists m. auto.
      - destruct (Hstep (S n)) as [H | H]; [left; exists (S n); auto | right; lia].
    Qed.

    Lemma final_unchanged : unchanged (length all).
    Proof.
      destruct (ends_early (length all)) as [(m & Hm & H) | H]; [|lia].
      intros p. rewrite (unchanged_after m H (S (length all))), (unchanged_after m H (length all)); auto.
    Qed.

    Notation final := (at_stage (length all)).

    Lemma final_after : forall n p, length all <= n -> at_stage n p = final p.
    Proof. intros. now apply unchanged_after; [apply final_unchanged|]. Qed.

    (** What is found at any stage is found at the end. *)
    Lemma final_within : forall r p, (ends_in true r p -> is_won (final p) = true)
                                     /\ (ends_in false r p -> is_lost (final p) = true).
    Proof.
      intros r p. split; intros H; apply stage_within in H.
      - rewrite <- (final_after (S r + length all)) by lia. rewrite (stays (S r)); auto; [lia|].
        intros E. rewrite E in H. discriminate.
      - rewrite <- (final_after (S r + length all)) by lia. rewrite (stays (S r)); auto; [lia|].
        intros E. rewrite E in H. discriminate.
    Qed.

    (** The labels satisfy the check with remoteness. *)
    Lemma final_rules : forall p,
      (forall r, final p = Won r -> exists q s, move p q /\ final q = Lost s /\ s < r)
      /\ (forall r, final p = Lost r -> forall q, move p q -> exists s, final q = Won s /\ s < r)
      /\ (final p = Draw -> (exists q, move p q /\ final q = Draw) /\ forall q s, move p q -> final q <> Lost s).
    Proof.
      intros p. split; [|split].
      - intros r H. destruct (least_won _ _ _ H) as [Hin _].
        destruct r as [|r]; [contradiction|]. destruct Hin as (q & Hq & Hl).
        pose proof (proj2 (final_within r q) Hl) as E.
        destruct (final q) as [s | s |] eqn:F; try discriminate.
        exists q, s. repeat split; auto. destruct (least_lost _ _ _ F) as [_ Hleast].
        specialize (Hleast r Hl). lia.
      - intros r H q Hq. destruct (least_lost _ _ _ H) as [Hin _].
        destruct r as [|r]; [exfalso; exact (Hin q Hq)|]. specialize (Hin q Hq).
        pose proof (proj1 (final_within r q) Hin) as E.
        destruct (final q) as [s | s |] eqn:F; try discriminate.
        exists s. split; auto. destruct (least_won _ _ _ F) as [_ Hleast].
        specialize (Hleast r Hin). lia.
      - intros H. pose proof (final_unchanged p) as E. simpl in E. rewrite H in E.
        destruct (existsb _ _) eqn:E1; [discriminate|].
        destruct (forallb _ _) eqn:E2; [discriminate|].
        assert (Hnone : forall q s, move p q -> final q <> Lost s).
        { intros q s Hq F.
          assert (existsb (fun q => is_lost (final q)) (options p) = true); [|congruence].
          apply some_lost. exists q. now rewrite F. }
        split; auto.
        destruct (existsb (fun q => is_open (final q)) (options p)) eqn:E3.
        + apply existsb_exists in E3. destruct E3 as (q & Hq & Ho). exists q. split; auto.
          destruct (final q); auto; discriminate.
        + exfalso. assert (forallb (fun q => is_won (final q)) (options p) = true); [|congruence].
          apply all_won. intros q Hq. destruct (final q) as [s | s |] eqn:F; auto.
          * exfalso. exact (Hnone q s Hq F).
          * assert (existsb (fun q => is_open (final q)) (options p) = true); [|congruence].
            apply existsb_exists. exists q. split; auto. now rewrite F.
    Qed.

    Lemma final_sound : forall p,
      (is_won (final p) = true -> Wins move p) /\ (is_lost (final p) = true -> Loses move p).
    Proof.
      intros p. destruct (final p) as [r | r |] eqn:F; simpl; split; intros H; try discriminate.
      - destruct (least_won _ _ _ F) as [Hin _]. now apply (within_sound r).
      - destruct (least_lost _ _ _ F) as [Hin _]. now apply (within_sound r).
    Qed.
  End Finite.

  (** ** Claims *)

  Section Claims.
    Context (among : Position -> Prop) (claim : Position -> label)
      (Hclosed : closed move among) (Hchecks : forall p, among p -> checks options claim p).

    Lemma claim_sound : forall r p, among p ->
      (claim p = Won r -> Wins move p) /\ (claim p = Lost r -> Loses move p).
    Proof.
      induction r as [r IH] using lt_wf_ind. intros p Hp. specialize (Hchecks p Hp) as H. red in H.
      split; intros E; rewrite E in H.
      - destruct H as (q & s & Hq & F & Hs). apply wins with q; auto.
        apply (IH s Hs q); eauto.
      - constructor. intros q Hq. destruct (H q Hq) as (s & F & Hs). apply (IH s Hs q); eauto.
    Qed.

    Lemma claim_of_won : forall p, Wins move p -> among p -> is_won (claim p) = true
    with claim_of_lost : forall p, Loses move p -> among p -> is_lost (claim p) = true.
    Proof.
      - intros p H. destruct H as [p q Hq Hl]. intros Hp.
        pose proof (claim_of_lost q Hl (Hclosed p q Hp Hq)) as F.
        specialize (Hchecks p Hp) as H. red in H. destruct (claim p) as [r | r |]; auto; exfalso.
        + destruct (H q Hq) as (s & E & _). rewrite E in F. discriminate.
        + destruct H as [_ H]. destruct (claim q) as [s | s |] eqn:E; try discriminate. exact (H q s Hq E).
      - intros p H. destruct H as [p Hall]. intros Hp.
        assert (Hw : forall q, move p q -> is_won (claim q) = true)
          by (intros q Hq; exact (claim_of_won q (Hall q Hq) (Hclosed p q Hp Hq))).
        specialize (Hchecks p Hp) as H. red in H. destruct (claim p) as [r | r |]; auto; exfalso.
        + destruct H as (q & s & Hq & E & _). specialize (Hw q Hq). rewrite E in Hw. discriminate.
        + destruct H as [(q & Hq & E) _]. specialize (Hw q Hq). rewrite E in Hw. discriminate.
    Qed.

    Lemma claim_right : forall p, among p ->
      (is_won (claim p) = true <-> Wins move p)
      /\ (is_lost (claim p) = true <-> Loses move p)
      /\ (claim p = Draw <-> Drawn options p).
    Proof.
      intros p Hp.
      assert (Hw : is_won (claim p) = true <-> Wins move p).
      { split; [|intros H; now apply claim_of_won].
        destruct (claim p) as [r | r |] eqn:E; try discriminate. intros _. now apply (claim_sound r p Hp). }
      assert (Hl : is_lost (claim p) = true <-> Loses move p).
      { split; [|intros H; now apply claim_of_lost].
        destruct (claim p) as [r | r |] eqn:E; try discriminate. intros _. now apply (claim_sound r p Hp). }
      split; [exact Hw|]. split; [exact Hl|]. unfold Drawn. rewrite <- Hw, <- Hl.
      destruct (claim p); simpl; intuition congruence.
    Qed.
  End Claims.

  Lemma moves_then_labels : forall claim p, checks_moves options claim p -> checks options claim p.
  Proof.
    intros claim p. unfold checks_moves, checks. destruct (claim p) as [r | [|r] |]; auto.
    - intros (q & s & Hq & E & -> & _). exists q, s. auto.
    - intros H q Hq. exfalso. exact (H q Hq).
    - intros [_ H] q Hq. destruct (H q Hq) as (s & E & Hs). exists s. split; auto. lia.
  Qed.

  (** A claim's numbers are the least, too. *)
  Section Numbers.
    Context (claim : Position -> label) (Hchecks : forall p, checks_moves options claim p).

    Lemma claim_right_everywhere : forall p,
      (is_won (claim p) = true <-> Wins move p)
      /\ (is_lost (claim p) = true <-> Loses move p)
      /\ (claim p = Draw <-> Drawn options p).
    Proof.
      intros p. apply (claim_right (fun _ => True)); auto; [now red|].
      intros q _. now apply moves_then_labels.
    Qed.

    Lemma claim_reached : forall r p,
      (claim p = Won r -> ends_in true r p) /\ (claim p = Lost r -> ends_in false r p).
    Proof.
      induction r as [r IH] using lt_wf_ind. intros p.
      specialize (Hchecks p) as H. unfold checks_moves in H. split; intros E; rewrite E in H.
      - destruct H as (q & s & Hq & F & -> & _). exists q. split; auto. apply (IH s); auto.
      - destruct r as [|r]; [exact H|]. intros q Hq. destruct H as [_ H].
        destruct (H q Hq) as (s & F & Hs). apply (within_le true s r); auto.
        apply (IH s); auto. lia.
    Qed.

    Lemma claim_least : forall s p,
      (ends_in true s p -> forall r, claim p = Won r -> r <= s)
      /\ (ends_in false s p -> forall r, claim p = Lost r -> r <= s).
    Proof.
      induction s as [|s IH]; intros p; split; intros Hin r E;
        specialize (Hchecks p) as H; unfold checks_moves in H; rewrite E in H.
      - contradiction.
      - destruct r as [|r]; auto. destruct H as [(q & Hq & _) _]. exfalso. exact (Hin q Hq).
      - destruct H as (q & t & Hq & F & -> & Hleast). destruct Hin as (q' & Hq' & Hl).
        destruct (claim_right_everywhere q') as (_ & Hlost & _).
        pose proof (proj2 Hlost (proj2 (within_sound s q') Hl)) as F'.
        destruct (claim q') as [u | u |] eqn:Eu; try discriminate.
        pose proof (Hleast q' u Hq' Eu). pose proof (proj2 (IH q') Hl u Eu). lia.
      - destruct r as [|r]; [lia|]. destruct H as [(q & Hq & F) _].
        pose proof (proj1 (IH q) (Hin q Hq) r F). lia.
    Qed.
  End Numbers.

  (** ** Strategies *)

  Lemma plays_on : forall (strategy : Position -> Position) (good : bool -> Position -> Prop),
    (forall p, good true p -> move p (strategy p) /\ good false (strategy p)) ->
    (forall p q, good false p -> move p q -> good true q) ->
    forall mine p, good mine p -> never_stuck options strategy mine p.
  Proof.
    intros strategy good Hown Hother mine p Hgood n q Hplays.
    remember true as last eqn:Hlast in Hplays. revert Hgood.
    induction Hplays as [mine p | p n mine q _ IH | p p' n mine q Hm _ IH]; intros Hgood.
    - subst mine. now apply Hown.
    - apply IH; auto. now apply Hown.
    - apply IH; eauto.
  Qed.

  Lemma plays_end : forall (strategy : Position -> Position) (left : bool -> Position -> nat -> Prop),
    (forall p r, left true p r -> exists s, s < r /\ left false (strategy p) s) ->
    (forall p r q, left false p r -> move p q -> exists s, s < r /\ left true q s) ->
    forall mine p n mine' q, plays options strategy mine p n mine' q ->
    forall r, left mine p r -> n <= r.
  Proof.
    intros strategy left Hown Hother mine p n mine' q Hplays.
    induction Hplays as [mine p | p n mine q _ IH | p p' n mine q Hm _ IH]; intros r Hr.
    - lia.
    - destruct (Hown p r Hr) as (s & Hs & H). specialize (IH s H). lia.
    - destruct (Hother p r p' Hr Hm) as (s & Hs & H). specialize (IH s H). lia.
  Qed.
End Draws.

Theorem retrograde_proved : retrograde.
Proof.
  intros Position options all Hall final p. pose proof (final_sound options all p) as [Hw Hl].
  fold final in Hw, Hl.
  pose proof (final_rules options all Hall) as Hrules.
  assert (Hright : (is_won (final p) = true <-> Wins (option_move options) p)
                   /\ (is_lost (final p) = true <-> Loses (option_move options) p)
                   /\ (final p = Draw <-> Drawn options p)).
  { apply (claim_right options (fun _ => True)); auto; [now red|].
    intros q _. destruct (Hrules q) as (H1 & H2 & H3). red. fold final in H1, H2, H3.
    destruct (final q); auto. }
  destruct Hright as (Hright1 & Hright2 & Hright3).
  repeat (split; [assumption|]). split; [|split].
  - intros n Hn. now apply final_after.
  - intros r. split; [apply least_won|]. intros [Hin Hleast].
    pose proof (proj1 (final_within options all Hall r p) Hin) as E. fold final in E.
    destruct (final p) as [s | s |] eqn:F; try discriminate.
    destruct (least_won _ _ _ _ F) as [Hs Hsleast].
    f_equal. apply Nat.le_antisymm; auto.
  - intros r. split; [apply least_lost|]. intros [Hin Hleast].
    pose proof (proj2 (final_within options all Hall r p) Hin) as E. fold final in E.
    destruct (final p) as [s | s |] eqn:F; try discriminate.
    destruct (least_lost _ _ _ _ F) as [Hs Hsleast].
    f_equal. apply Nat.le_antisymm; auto.
Qed.

Theorem retrograde_strategy_proved : retrograde_strategy.
Proof.
  intros Position options all Hall final.
  pose (chosen p q := match final p with
                      | Won r => is_lost (label_after options r q)
                      | _ => is_open (final q)
                      end).
  pose (strategy p := match find (chosen p) (options p) with Some q => q | None => p end).
  exists strategy.
  pose proof (final_rules options all Hall) as Hrules.
  (* What the strategy does from a won position. *)
  assert (Hwon : forall p r, final p = Won r ->
            option_move options p (strategy p) /\ exists s, final (strategy p) = Lost s /\ s < r).
  { intros p r F. unfold strategy. destruct (find (chosen p) (options p)) as [q|] eqn:Ef.
    - apply find_some in Ef. destruct Ef as [Hq Hc]. split; [exact Hq|].
      unfold chosen in Hc. rewrite F in Hc. destruct (label_after options r q) as [s | s |] eqn:E; try discriminate.
      exists s. destruct (named_stage options r q s) as (Hs & _); [now right|]. split; auto.
      destruct (least_lost options r q s E) as [Hin _].
      destruct (named_stage options (length all) p r) as (Hr & _); [now left|].
      rewrite <- E. apply stays; [lia | congruence].
    - exfalso. destruct (proj1 (Hrules p) r F) as (q & s & Hq & E & Hs).
      pose proof (find_none _ _ Ef q Hq) as Hn. unfold chosen in Hn. rewrite F in Hn.
      destruct (named_stage options (length all) q s) as (_ & _ & Hgiven); [now right|].
      rewrite <- (stays options (S s) r q) in Hgiven; [|lia|rewrite Hgiven; congruence].
      rewrite Hgiven, E in Hn. discriminate. }
  assert (Hdraw : forall p, final p = Draw ->
            option_move options p (strategy p) /\ final (strategy p) = Draw).
  { intros p F. unfold strategy. destruct (find (chosen p) (options p)) as [q|] eqn:Ef.
    - apply find_some in Ef. destruct Ef as [Hq Hc]. split; [exact Hq|].
      unfold chosen in Hc. rewrite F in Hc. destruct (final q); auto; discriminate.
    - exfalso. destruct (proj2 (proj2 (Hrules p)) F) as ((q & Hq & E) & _).
      pose proof (find_none _ _ Ef q Hq) as Hn. unfold chosen in Hn. rewrite F in Hn.
      fold final in E. rewrite E in Hn. discriminate. }
  (* A player of the strategy who has won or a draw keeps it. *)
  set (left := fun (mine : bool) p r => if mine then final p = Won r else final p = Lost r).
  set (kept := fun (mine : bool) p => if mine then is_lost (final p) = false else is_won (final p) = false).
  assert (Hkept : forall mine p, kept mine p -> never_stuck options strategy mine p).
  { apply plays_on.
    - intros p Hp. simpl in Hp. destruct (final p) as [r | r |] eqn:F; try discriminate.
      + destruct (Hwon p r F) as (Hm & s & E & _). split; auto. simpl. now rewrite E.
      + destruct (Hdraw p F) as (Hm & E). split; auto. simpl. now rewrite E.
    - intros p q Hp Hm. simpl in *. destruct (final p) as [r | r |] eqn:F; try discriminate.
      + destruct (proj1 (proj2 (Hrules p)) r F q Hm) as (s & E & _). fold final in E. now rewrite E.
      + destruct (proj2 (proj2 (Hrules p)) F) as (_ & Hnone). specialize (Hnone q).
        fold final in Hnone. destruct (final q) as [s | s |]; auto. exfalso. now apply (Hnone s). }
  assert (Hleft : forall mine p n mine' q, plays options strategy mine p n mine' q ->
            forall r, left mine p r -> n <= r).
  { apply plays_end.
    - intros p r F. destruct (Hwon p r F) as (_ & s & E & Hs). exists s. auto.
    - intros p r q F Hm. destruct (proj1 (proj2 (Hrules p)) r F q Hm) as (s & E & Hs). exists s. auto. }
  intros p. split; [|split].
  - intros r F. split; [apply Hkept; simpl; now rewrite F|]. intros n mine' q H. now apply (Hleft true p n mine' q).
  - intros r F. split; [apply Hkept; simpl; now rewrite F|]. intros n mine' q H. now apply (Hleft false p n mine' q).
  - intros F [|]; apply Hkept; simpl; now rewrite F.
Qed.

Theorem closure_of_draws_proved : closure_of_draws.
Proof. intros Position options among claim Hclosed Hchecks. now apply claim_right. Qed.

Theorem closure_of_remoteness_proved : closure_of_remoteness.
Proof.
  intros Position options all claim Hall Hchecks p.
  destruct (claim_right_everywhere options claim Hchecks p) as (_ & _ & Hdraw).
  destruct (retrograde_proved Position options all Hall p) as (_ & _ & Hfinal & _ & Hwon & Hlost).
  destruct (claim p) as [r | r |] eqn:E; symmetry.
  - apply Hwon. split; [now apply (claim_reached options claim Hchecks)|].
    intros s Hs. destruct (claim_least options claim Hchecks s p) as [H1 H2]. auto.
  - apply Hlost. split; [now apply (claim_reached options claim Hchecks)|].
    intros s Hs. destruct (claim_least options claim Hchecks s p) as [H1 H2]. auto.
  - apply Hfinal. now apply Hdraw.
Qed.

(** Two positions, each the only option of the other. *)
Theorem closure_without_remoteness_fails_proved : closure_without_remoteness_fails.
Proof.
  exists (fun p => [negb p]), (fun p => p). split.
  - intros p. split.
    + intros ->. exists false. split; [now left | reflexivity].
    + intros (q & [<- | []] & H). now destruct p.
  - assert (Hchecks : forall p, True -> checks (fun p => [negb p]) (fun _ => Draw) p).
    { intros p _. split; [exists (negb p); split; [now left | reflexivity] | discriminate]. }
    intros p. apply (claim_right _ (fun _ => True) (fun _ => Draw)); auto. now red.
Qed.
