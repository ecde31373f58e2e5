(** Section 4: the strip game, as a row of cells. *)

From Coq Require Import Arith Bool NArith List Lia FinFun.
From Grundy Require Import Rules Verdicts Bouton Stairs.
Import ListNotations.
Open Scope N_scope.

(** ** Strips and groups *)

Lemma blocks_free : forall below,
  blocks (Free :: below) = (0, fst (blocks below) :: snd (blocks below)).
Proof. intros. simpl. now destruct (blocks below). Qed.

Lemma blocks_pawn : forall below,
  blocks (Pawn :: below) = (fst (blocks below) + 1, snd (blocks below)).
Proof. intros. simpl. now destruct (blocks below). Qed.

Lemma blocks_pawns : forall k below,
  blocks (repeat Pawn k ++ below) = (fst (blocks below) + N.of_nat k, snd (blocks below)).
Proof.
  induction k as [|k IH]; intros.
  - simpl. rewrite N.add_0_r. now destruct (blocks below).
  - simpl repeat. simpl app. rewrite blocks_pawn, IH. simpl fst. simpl snd.
    f_equal. lia.
Qed.

(** A block of pawns before [Free] is closed by it; one before [Pawn] goes on. *)
Lemma blocks_app_free : forall above below,
  blocks (above ++ Free :: below)
  = (fst (blocks above), snd (blocks above) ++ fst (blocks below) :: snd (blocks below)).
Proof.
  induction above as [|c above IH]; intros.
  - simpl app. apply blocks_free.
  - rewrite <- app_comm_cons. destruct c.
    + rewrite !blocks_free, IH. reflexivity.
    + rewrite !blocks_pawn, IH. reflexivity.
Qed.

Lemma blocks_app_pawns : forall above t g k below,
  snd (blocks above) = g ++ [t] ->
  blocks (above ++ repeat Pawn k ++ Free :: below)
  = (fst (blocks above), g ++ t + N.of_nat k :: fst (blocks below) :: snd (blocks below)).
Proof.
  induction above as [|c above IH]; intros t g k below E.
  - destruct g; discriminate.
  - rewrite <- app_comm_cons. destruct c.
    + rewrite blocks_free in E. simpl in E. rewrite !blocks_free. simpl fst.
      destruct g as [|c' g].
      * injection E as <- E. f_equal.
        assert (Habove : above = repeat Pawn (length above)).
        { clear IH. induction above as [|[] above IH]; simpl; auto.
          - rewrite blocks_free in E. discriminate.
          - rewrite blocks_pawn in E. simpl in E. now rewrite IH at 1. }
        rewrite Habove. rewrite blocks_pawns, blocks_pawns, blocks_free. simpl.
        rewrite <- (app_nil_r (repeat Pawn (length above))), blocks_pawns. simpl.
        f_equal. lia.
      * injection E as <- E. rewrite (IH t g k below E). reflexivity.
    + rewrite blocks_pawn in E. simpl in E. rewrite !blocks_pawn.
      rewrite (IH t g k below E). reflexivity.
Qed.

Fixpoint strip_of (groups : list N) : list cell :=
  match groups with
  | [] => []
  | c :: further => Free :: repeat Pawn (N.to_nat c) ++ strip_of further
  end.

Lemma strip_of_blocks : forall strip,
  strip = repeat Pawn (N.to_nat (fst (blocks strip))) ++ strip_of (snd (blocks strip)).
Proof.
  induction strip as [|[] strip IH].
  - reflexivity.
  - rewrite blocks_free. simpl. now rewrite <- IH.
  - rewrite blocks_pawn. simpl fst. simpl snd.
    replace (N.to_nat (fst (blocks strip) + 1)) with (S (N.to_nat (fst (blocks strip)))) by lia.
    simpl. now rewrite <- IH.
Qed.

Lemma strip_of_groups : forall strip, hd Pawn strip = Free -> strip_of (groups strip) = strip.
Proof.
  intros [|[] strip] H; try discriminate.
  pose proof (strip_of_blocks (Free :: strip)) as E. unfold groups.
  rewrite blocks_free in *. symmetry. exact E.
Qed.

Lemma blocks_strip_of : forall g, blocks (strip_of g) = (0, g).
Proof.
  induction g as [|c g IH]; [reflexivity|].
  simpl strip_of. rewrite blocks_free, blocks_pawns, IH. simpl.
  repeat f_equal. lia.
Qed.

Lemma groups_strip_of : forall g, groups (strip_of g) = g.
Proof. intros. unfold groups. now rewrite blocks_strip_of. Qed.

Lemma strip_of_app : forall g g', strip_of (g ++ g') = strip_of g ++ strip_of g'.
Proof.
  induction g as [|c g IH]; intros; simpl; [reflexivity|].
  now rewrite IH, app_assoc.
Qed.

Lemma length_strip : forall strip,
  N.of_nat (length strip) = fst (blocks strip) + extent (snd (blocks strip)).
Proof.
  induction strip as [|[] strip IH].
  - reflexivity.
  - rewrite blocks_free. cbn [length fst snd extent]. lia.
  - rewrite blocks_pawn. cbn [length fst snd extent]. lia.
Qed.

(** ** Lemma 4.2 *)

Lemma repeat_snoc : forall k (l : list cell), repeat Pawn k ++ Pawn :: l = repeat Pawn (S k) ++ l.
Proof. induction k; intros; simpl; [reflexivity | now rewrite IHk]. Qed.

Lemma groups_not_empty : forall above, hd Pawn above = Free ->
  exists g t, snd (blocks above) = g ++ [t].
Proof.
  intros [|[] above] H; try discriminate. rewrite blocks_free. simpl.
  destruct (exists_last (l := fst (blocks above) :: snd (blocks above))) as (g & t & E).
  - discriminate.
  - now exists g, t.
Qed.

Lemma shift : forall strip, hd Pawn strip = Free ->
  forall from strip', strip_move strip from strip' ->
    (exists c k further, groups strip = c :: further /\ 1 <= k <= c
       /\ from = extent (groups strip) - k
       /\ hd Free strip' = Pawn)
    \/ (exists nearer t s further k,
          groups strip = nearer ++ t :: s :: further /\ 1 <= k <= s
          /\ from = extent (s :: further) - k
          /\ hd Pawn strip' = Free
          /\ groups strip' = nearer ++ t + k :: s - k :: further).
Proof.
  intros strip Hfree from strip' Hmove. destruct Hmove as [above k below Habove].
  assert (Hpawns : blocks (repeat Pawn k ++ Pawn :: below)
                   = (fst (blocks below) + N.of_nat (S k), snd (blocks below)))
    by (rewrite repeat_snoc; apply blocks_pawns).
  assert (Hfrom : N.of_nat (S (length below))
    = extent ((fst (blocks below) + N.of_nat (S k)) :: snd (blocks below)) - N.of_nat (S k)).
  { cbn [extent]. pose proof (length_strip below). lia. }
  destruct above as [|c above].
  - left. unfold groups. simpl app. rewrite blocks_free, Hpawns. simpl snd. simpl fst.
    exists (fst (blocks below) + N.of_nat (S k)), (N.of_nat (S k)), (snd (blocks below)).
    split; [reflexivity|]. split; [lia|]. split; [exact Hfrom | reflexivity].
  - right. simpl in Habove. subst c.
    destruct (groups_not_empty (Free :: above)) as (g & t & E); [reflexivity|].
    exists g, t, (fst (blocks below) + N.of_nat (S k)), (snd (blocks below)), (N.of_nat (S k)).
    pose proof (blocks_app_pawns (Free :: above) t g (S k) below E) as Hafter.
    cbn [repeat app] in Hafter.
    unfold groups. cbn [app]. rewrite Hafter, app_comm_cons, blocks_app_free, Hpawns, E. cbn [fst snd].
    split; [now rewrite <- app_assoc|]. split; [lia|]. split; [exact Hfrom|].
    split; [reflexivity|].
    do 2 f_equal. f_equal. lia.
Qed.

(** ... and every such move is there. *)

Lemma pawn_of_block : forall s k g, 1 <= k <= s ->
  exists pawns below, repeat Pawn (N.to_nat s) ++ strip_of g = repeat Pawn pawns ++ Pawn :: below
    /\ N.of_nat (S pawns) = k
    /\ N.of_nat (S (length below)) = extent (s :: g) - k.
Proof.
  intros s k g Hk.
  exists (N.to_nat (k - 1)), (repeat Pawn (N.to_nat (s - k)) ++ strip_of g).
  split; [|split].
  - rewrite repeat_snoc, app_assoc, <- repeat_app. do 2 f_equal. lia.
  - lia.
  - rewrite app_length, repeat_length. cbn [extent].
    pose proof (length_strip (strip_of g)) as H. rewrite blocks_strip_of in H. simpl in H. lia.
Qed.

Lemma move_to_goal : forall strip c further k, hd Pawn strip = Free ->
  groups strip = c :: further -> 1 <= k <= c ->
  exists strip', strip_move strip (extent (groups strip) - k) strip' /\ hd Free strip' = Pawn.
Proof.
  intros strip c further k Hfree E Hk.
  destruct (pawn_of_block c k further Hk) as (pawns & below & E' & Hp & Hb).
  exists (Pawn :: repeat Pawn pawns ++ Free :: below). split; [|reflexivity].
  rewrite <- (strip_of_groups strip Hfree) at 1. rewrite E. simpl strip_of. rewrite E', <- Hb.
  exact (over [] pawns below eq_refl).
Qed.

Lemma move_of_group : forall strip nearer t s further k, hd Pawn strip = Free ->
  groups strip = nearer ++ t :: s :: further -> 1 <= k <= s ->
  exists strip', strip_move strip (extent (s :: further) - k) strip'
    /\ hd Pawn strip' = Free
    /\ groups strip' = nearer ++ t + k :: s - k :: further.
Proof.
  intros strip nearer t s further k Hfree E Hk.
  destruct (pawn_of_block s k further Hk) as (pawns & below & E' & Hp & Hb).
  assert (Hs : strip = strip_of (nearer ++ [t]) ++ Free :: repeat Pawn pawns ++ Pawn :: below).
  { rewrite <- (strip_of_groups strip Hfree), E, <- E'.
    replace (nearer ++ t :: s :: further) with ((nearer ++ [t]) ++ s :: further)
      by now rewrite <- app_assoc.
    now rewrite strip_of_app. }
  assert (Hhd : exists rest, strip_of (nearer ++ [t]) = Free :: rest)
    by (destruct nearer; simpl; eauto).
  destruct Hhd as (rest & Hhd).
  set (strip' := strip_of (nearer ++ [t]) ++ Pawn :: repeat Pawn pawns ++ Free :: below).
  assert (Hm : strip_move strip (extent (s :: further) - k) strip').
  { rewrite Hs, <- Hb. constructor. now rewrite Hhd. }
  exists strip'. split; [exact Hm|]. split; [unfold strip'; now rewrite Hhd|].
  unfold groups, strip'.
  change (Pawn :: repeat Pawn pawns ++ Free :: below) with (repeat Pawn (S pawns) ++ Free :: below).
  rewrite (blocks_app_pawns _ t nearer).
  - cbn [fst snd]. rewrite Hp. do 2 f_equal.
    assert (Hbelow : blocks (repeat Pawn pawns ++ Pawn :: below) = (s, further)).
    { rewrite <- E', blocks_pawns, blocks_strip_of. simpl. f_equal. lia. }
    rewrite repeat_snoc, blocks_pawns in Hbelow. injection Hbelow as H1 H2.
    rewrite H2. f_equal. lia.
  - now rewrite blocks_strip_of.
Qed.

Theorem shift_lemma_proved : shift_lemma.
Proof.
  intros strip Hfree. split; [|split].
  - now apply shift.
  - intros c further k E Hk. eapply move_to_goal; eauto.
  - intros nearer t s further k E Hk. now apply move_of_group.
Qed.

(** ** Every play ends *)

Lemma no_move_after_goal : forall strip from strip',
  hd Free strip = Pawn -> ~ strip_move strip from strip'.
Proof.
  intros strip from strip' H Hm. destruct Hm as [above k below Habove].
  destruct above; simpl in *; congruence.
Qed.

Lemma strips_end : forall strip, Ends some_strip_move strip.
Proof.
  assert (Hover : forall strip, hd Free strip = Pawn -> Ends some_strip_move strip).
  { intros strip H. constructor. intros q (from & Hq).
    now destruct (no_move_after_goal strip from q). }
  assert (H : forall g strip, groups strip = g -> hd Pawn strip = Free -> Ends some_strip_move strip).
  { intros g. induction (stairs_end g) as [g _ IH]. intros strip E Hfree.
    constructor. intros q (from & Hq).
    destruct (shift strip Hfree from q Hq)
      as [(c & k & further & _ & _ & _ & H) | (nearer & t & s & further & k & E' & Hk & _ & H & E'')].
    - now apply Hover.
    - apply IH with (q := groups q); auto.
      rewrite <- E, E', E''. now constructor. }
  intros [|[] strip].
  - constructor. intros q (from & Hq). inversion Hq as [[] ? ? ? E]; discriminate.
  - eapply H; reflexivity.
  - now apply Hover.
Qed.

(** ** Who wins *)

Definition strip_won (strip : list cell) : bool :=
  match strip, groups strip with
  | Free :: _, c1 :: further => negb (c1 =? 0) || negb (odd_stairs further =? 0)
  | _, _ => false
  end.

Lemma strip_won_free : forall strip c1 further, hd Pawn strip = Free ->
  groups strip = c1 :: further ->
  strip_won strip = negb (c1 =? 0) || negb (odd_stairs further =? 0).
Proof. intros [|[] strip] c1 further H E; try discriminate. unfold strip_won. now rewrite E. Qed.

Lemma groups_of_free : forall strip, hd Pawn strip = Free ->
  exists c1 further, groups strip = c1 :: further.
Proof.
  intros [|[] strip] H; try discriminate. unfold groups. rewrite blocks_free. simpl. eauto.
Qed.

Lemma won_over : forall strip, hd Free strip = Pawn -> strip_won strip = false.
Proof. intros [|[] strip] H; try discriminate; reflexivity. Qed.

Lemma strip_verdict : forall strip,
  (strip_won strip = true <-> Wins some_strip_move strip)
  /\ (strip_won strip = false <-> Loses some_strip_move strip).
Proof.
  apply verdicts_of_bool.
  - apply strips_end.
  - intros strip Hlost q (from & Hq).
    assert (Hfree : hd Pawn strip = Free).
    { destruct strip as [|[] strip]; auto.
      - inversion Hq as [[] ? ? ? E]; discriminate.
      - now destruct (no_move_after_goal (Pawn :: strip) from q). }
    destruct (groups_of_free strip Hfree) as (c1 & further & E).
    rewrite (strip_won_free strip c1 further Hfree E) in Hlost.
    apply orb_false_elim in Hlost. destruct Hlost as [Hc1 Hx].
    apply negb_false_iff, N.eqb_eq in Hc1. apply negb_false_iff, N.eqb_eq in Hx. subst c1.
    destruct (shift strip Hfree from q Hq)
      as [(c & k & f & E' & Hk & _) | (nearer & t & s & f & k & E' & Hk & _ & Hq' & E'')].
    + rewrite E in E'. injection E' as <- <-. lia.
    + rewrite E in E'. destruct nearer as [|z nearer]; injection E' as <- ->; cbn [app] in E''.
      * rewrite (strip_won_free q _ _ Hq' E''). apply orb_true_intro. left.
        apply negb_true_iff, N.eqb_neq. lia.
      * rewrite (strip_won_free q _ _ Hq' E''). apply orb_true_intro. right.
        apply negb_true_iff, N.eqb_neq. intros E'.
        rewrite (odd_stairs_after nearer t s f), Hx, N.lxor_0_l in E'.
        now apply change_of_stair in E'.
  - intros strip Hwon.
    destruct strip as [|[] strip]; try discriminate.
    destruct (groups_of_free (Free :: strip) eq_refl) as (c1 & further & E).
    rewrite (strip_won_free (Free :: strip) c1 further eq_refl E) in Hwon.
    destruct (N.eqb_spec c1 0) as [-> | Hc1].
    + simpl in Hwon. apply negb_true_iff, N.eqb_neq in Hwon.
      pose proof (stairs_value further) as Hv. inversion Hv as [p v _ Hall]; subst.
      destruct (Hall 0) as (g' & Hg' & Hv'); [lia|].
      assert (Hx : odd_stairs g' = 0)
        by (eapply (value_unique stair_move); [apply stairs_value | exact Hv']).
      destruct Hg' as [lower t s upper k Hk].
      destruct (move_of_group (Free :: strip) (0 :: lower) t s upper k) as (q & Hq & Hfree & E');
        auto.
      exists q. split; [now exists (extent (s :: upper) - k)|].
      cbn [app] in E'. rewrite (strip_won_free q _ _ Hfree E'), Hx. reflexivity.
    + destruct (move_to_goal (Free :: strip) c1 further 1) as (q & Hq & Hover); auto; [lia|].
      exists q. split; [eexists; eauto | now apply won_over].
Qed.

Lemma strip_lost : forall strip, strip_won strip = false <-> Loses some_strip_move strip.
Proof. intros. apply strip_verdict. Qed.

(** ** The winning squares *)

Lemma in_winning_above : forall x gs odd t from,
  In from (winning_above x odd t gs) <->
  exists lower t' s further, t :: gs = lower ++ t' :: s :: further
    /\ winning_coins x (xorb odd (Nat.odd (length lower))) t' s <> 0
    /\ from = extent (s :: further) - winning_coins x (xorb odd (Nat.odd (length lower))) t' s.
Proof.
  intros x gs. induction gs as [|s gs IH]; intros odd t from; cbn [winning_above].
  - split; [contradiction|].
    intros ([|a [|b lower]] & t' & s & further & E & _); discriminate.
  - rewrite in_app_iff, (IH (negb odd) s from). split.
    + intros [H | (lower & t' & s' & further & E & Hk & H)].
      * exists [], t, s, gs. rewrite xorb_false_r.
        destruct (N.eqb_spec (winning_coins x odd t s) 0) as [E | E]; [contradiction|].
        destruct H as [H | []]. auto.
      * exists (t :: lower), t', s', further. rewrite E. simpl length.
        replace (xorb odd (Nat.odd (S (length lower))))
          with (xorb (negb odd) (Nat.odd (length lower))); [auto|].
        rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct odd, (Nat.odd (length lower)).
    + intros (lower & t' & s' & further & E & Hk & H).
      destruct lower as [|a lower]; cbn [app] in E.
      * injection E as -> -> ->. left. simpl length in *. rewrite xorb_false_r in *.
        apply N.eqb_neq in Hk. rewrite Hk. now left.
      * injection E as -> E. right. exists lower, t', s', further. split; [exact E|].
        replace (xorb (negb odd) (Nat.odd (length lower)))
          with (xorb odd (Nat.odd (length (a :: lower)))); [auto|].
        simpl length. rewrite Nat.odd_succ, <- Nat.negb_odd.
        now destruct odd, (Nat.odd (length lower)).
Qed.

Lemma winning_above_less : forall x gs odd t from,
  In from (winning_above x odd t gs) -> from < extent gs.
Proof.
  intros x gs. induction gs as [|s gs IH]; intros odd t from; cbn [winning_above].
  - contradiction.
  - rewrite in_app_iff. intros [H | H].
    + destruct (N.eqb_spec (winning_coins x odd t s) 0) as [E | E]; [contradiction|].
      destruct H as [H | []]. cbn [extent] in *. lia.
    + apply IH in H. cbn [extent]. lia.
Qed.

Lemma winning_above_nodup : forall x gs odd t, NoDup (winning_above x odd t gs).
Proof.
  intros x gs. induction gs as [|s gs IH]; intros odd t; cbn [winning_above].
  - constructor.
  - destruct (N.eqb_spec (winning_coins x odd t s) 0) as [E | E]; [apply IH|].
    cbn [app]. constructor; auto. intros H. apply winning_above_less in H.
    apply winning_coins_range in E. cbn [extent] in H. lia.
Qed.

Lemma in_squares_from : forall first count s,
  In s (squares_from first count) <-> first < s <= first + count.
Proof.
  intros. unfold squares_from. rewrite in_map_iff. split.
  - intros (i & <- & Hi). apply in_seq in Hi. lia.
  - intros H. exists (N.to_nat (s - first)). split; [lia|]. apply in_seq. lia.
Qed.

Lemma winning_squares_nodup : forall g, NoDup (winning_squares g).
Proof.
  intros [|c1 further]; [constructor|]. simpl.
  destruct (c1 =? 0).
  - destruct further; [constructor | apply winning_above_nodup].
  - apply Injective_map_NoDup; [|apply seq_NoDup]. intros i j H. lia.
Qed.

Lemma in_winning_squares : forall strip from, hd Pawn strip = Free ->
  In from (winning_squares (groups strip))
  <-> exists strip', strip_move strip from strip' /\ Loses some_strip_move strip'.
Proof.
  intros strip from Hfree.
  destruct (groups_of_free strip Hfree) as (c1 & further & E).
  rewrite E. cbn [winning_squares]. destruct (N.eqb_spec c1 0) as [-> | Hc1]; split.
  - intros H. destruct further as [|c2 stairs]; [contradiction|].
    apply in_winning_above in H. simpl xorb in H.
    destruct H as (lower & t & s & f & E' & Hk & ->).
    replace (if Nat.odd (length lower) then false else true)
      with (Nat.odd (S (length lower))) in * by (rewrite Nat.odd_succ, <- Nat.negb_odd; now destruct (Nat.odd _)).
    pose proof (winning_coins_range _ _ _ _ Hk) as Hr.
    destruct (move_of_group strip (0 :: lower) t s f
                (winning_coins (odd_stairs (c2 :: stairs)) (Nat.odd (S (length lower))) t s))
      as (q & Hq & Hfree' & Eq); auto.
    { now rewrite E, E'. }
    cbn [app] in Eq.
    exists q. split; [exact Hq|]. apply strip_lost.
    rewrite (strip_won_free q _ _ Hfree' Eq). simpl.
    apply negb_false_iff, N.eqb_eq.
    apply (zero_after_stair_move lower t s f); auto. now rewrite <- E'.
  - intros (q & Hq & Hlost). apply strip_lost in Hlost.
    destruct (shift strip Hfree from q Hq)
      as [(c & k & f & E' & Hk & _) | (nearer & t & s & f & k & E' & Hk & -> & Hq' & E'')].
    + rewrite E in E'. injection E' as <- <-. lia.
    + rewrite E in E'. destruct nearer as [|z nearer]; injection E' as <- E'; cbn [app] in E''.
      * rewrite (strip_won_free q _ _ Hq' E'') in Hlost. simpl in Hlost.
        destruct (N.eqb_spec k 0); [lia | discriminate].
      * rewrite (strip_won_free q _ _ Hq' E'') in Hlost. simpl in Hlost.
        apply negb_false_iff, N.eqb_eq, zero_after_stair_move in Hlost; auto.
        rewrite <- E' in Hlost.
        destruct further as [|c2 stairs]; [destruct nearer; discriminate|].
        apply in_winning_above. exists nearer, t, s, f.
        replace (xorb true (Nat.odd (length nearer)))
          with (Nat.odd (S (length nearer))) by (rewrite Nat.odd_succ, <- Nat.negb_odd; now destruct (Nat.odd _)).
        rewrite <- Hlost. split; [exact E'|]. split; [lia | reflexivity].
  - intros H. apply in_squares_from in H.
    destruct (move_to_goal strip c1 further (extent (c1 :: further) - from)) as (q & Hq & Hover);
      auto; [cbn [extent]; lia|].
    exists q. split.
    + rewrite E in Hq. now replace from with (extent (c1 :: further) - (extent (c1 :: further) - from))
        by (cbn [extent]; lia).
    + now apply strip_lost, won_over.
  - intros (q & Hq & Hlost). apply strip_lost in Hlost. apply in_squares_from.
    destruct (shift strip Hfree from q Hq)
      as [(c & k & f & E' & Hk & -> & _) | (nearer & t & s & f & k & E' & Hk & -> & Hq' & E'')].
    + rewrite E' in E. injection E as -> ->. rewrite E'. cbn [extent]. lia.
    + exfalso. rewrite E in E'. destruct nearer as [|z nearer]; injection E' as <- E'; cbn [app] in E'';
        rewrite (strip_won_free q _ _ Hq' E'') in Hlost; apply orb_false_elim in Hlost;
        destruct Hlost as [Hlost _]; apply negb_false_iff, N.eqb_eq in Hlost; lia.
Qed.

Theorem gra_proved : gra.
Proof.
  intros strip Hfree. split; [apply strips_end|].
  split; [apply winning_squares_nodup|].
  split; [intros from; now apply in_winning_squares|].
  assert (Hnil : winning_squares (groups strip) = [] -> ~ Wins some_strip_move strip).
  { intros E H. destruct (wins_then _ strip H) as (q & (from & Hq) & Hlost).
    assert (Hin : In from (winning_squares (groups strip)))
      by (apply in_winning_squares; eauto).
    rewrite E in Hin. contradiction. }
  assert (Hcons : winning_squares (groups strip) <> [] -> Wins some_strip_move strip).
  { intros H. destruct (winning_squares (groups strip)) as [|from rest] eqn:E; [contradiction|].
    assert (Hin : In from (winning_squares (groups strip))) by (rewrite E; now left).
    apply in_winning_squares in Hin; auto. destruct Hin as (q & Hq & Hlost).
    apply wins with q; auto. now exists from. }
  destruct (strip_verdict strip) as [Hw Hl].
  split; split; auto.
  - intros H. apply Hl. destruct (strip_won strip) eqn:Ew; auto.
    exfalso. apply (Hnil H). now apply Hw.
  - intros H. destruct (winning_squares (groups strip)) eqn:E; auto.
    exfalso. apply (not_both some_strip_move strip); auto. apply Hcons. discriminate.
  - intros H E. now apply (Hnil E).
Qed.
