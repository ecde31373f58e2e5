(** Section 4.6: what does not change the winning moves of a strip, or its outcome. *)

From Coq Require Import Arith Bool NArith List Sorted Lia.
From Grundy Require Import Rules Verdicts Bouton Stairs Gra GraSquares Programs GraPrograms.
Import ListNotations.
Open Scope N_scope.

(** ** Free squares on the left *)

Lemma groups_frees : forall strip k, hd Pawn strip = Free ->
  groups (strip ++ repeat Free k) = groups strip ++ repeat 0 k.
Proof.
  intros strip k H. rewrite <- (strip_of_groups strip H) at 1.
  replace (repeat Free k) with (strip_of (repeat 0 k)).
  - rewrite <- strip_of_app. apply groups_strip_of.
  - induction k as [|k IH]; [reflexivity|]. cbn [repeat strip_of N.to_nat app]. now rewrite IH.
Qed.

Lemma extent_app : forall g g', extent (g ++ g') = extent g + extent g'.
Proof. induction g as [|c g IH]; intros; cbn [app extent]; [reflexivity|]. rewrite IH. lia. Qed.

Lemma extent_zeros : forall k, extent (repeat 0 k) = N.of_nat k.
Proof. induction k as [|k IH]; [reflexivity|]. cbn [repeat extent]. rewrite IH. lia. Qed.

Lemma winning_above_more : forall x k gs odd t,
  winning_above x odd t (gs ++ repeat 0 k) = map (fun s => s + N.of_nat k) (winning_above x odd t gs).
Proof.
  intros x k. induction gs as [|c gs IH]; intros; cbn [app].
  - rewrite <- (app_nil_r (repeat 0 k)), winning_above_zeros. reflexivity.
  - cbn [winning_above]. rewrite IH, map_app. f_equal.
    destruct (N.eqb_spec (winning_coins x odd t c) 0) as [E | E]; [reflexivity|].
    apply winning_coins_range in E. cbn [map extent]. rewrite extent_app, extent_zeros. f_equal. lia.
Qed.

Lemma odd_stairs_more : forall k gs, odd_stairs (gs ++ repeat 0 k) = odd_stairs gs.
Proof.
  intros. rewrite !odd_stairs_is, every_other_app, nim_sum_app.
  rewrite <- (app_nil_r (repeat 0 k)), every_other_zeros. apply N.lxor_0_r.
Qed.

Lemma in_winning_squares_more : forall k gs s, gs <> [] ->
  In s (winning_squares (gs ++ repeat 0 k))
  <-> N.of_nat k <= s /\ In (s - N.of_nat k) (winning_squares gs).
Proof.
  intros k [|c1 further] s H; [contradiction|]. clear H.
  assert (Hshift : forall l, In s (map (fun s => s + N.of_nat k) l)
            <-> N.of_nat k <= s /\ In (s - N.of_nat k) l).
  { intros l. rewrite in_map_iff. split.
    - intros (a & <- & Ha). replace (a + N.of_nat k - N.of_nat k) with a by lia. split; [lia | exact Ha].
    - intros (Hs & Ha). exists (s - N.of_nat k). split; [lia | exact Ha]. }
  cbn [app winning_squares]. destruct (c1 =? 0).
  - destruct further as [|c2 stairs]; cbn [app].
    + cbn [winning_squares]. destruct k as [|k]; [cbn; tauto|]. cbn [repeat].
      pose proof (winning_above_more (odd_stairs (0 :: repeat 0 k)) k [] true 0) as E. cbn [app] in E.
      rewrite E. cbn. tauto.
    + change (c2 :: stairs ++ repeat 0 k) with ((c2 :: stairs) ++ repeat 0 k).
      rewrite odd_stairs_more, winning_above_more. apply Hshift.
  - rewrite !in_squares_from, extent_app, extent_zeros. lia.
Qed.

Lemma sorted_more : forall d squares last m, Sorted N.lt (last :: squares ++ [m]) ->
  Sorted N.lt (last + d :: map (fun s => s + d) squares ++ [m + d]).
Proof.
  intros d. induction squares as [|s squares IH]; intros last m H.
  - apply Sorted_inv in H. destruct H as [_ H]. inversion H. subst. cbn [map app].
    constructor; [constructor; constructor | constructor; lia].
  - cbn [map app]. apply Sorted_inv in H. destruct H as [H1 H2]. inversion H2. subst.
    constructor; [now apply IH | constructor; lia].
Qed.

Theorem free_squares_on_the_left_proved : free_squares_on_the_left.
Proof.
  intros m squares d H. cbv zeta. split.
  - assert (Hs := sorted_more d squares 0 m H). apply Sorted_inv in Hs. destruct Hs as [H1 H2].
    constructor; [exact H1|]. clear H1. revert H2. generalize (map (fun s => s + d) squares ++ [m + d]).
    intros l Hl. destruct Hl; constructor. lia.
  - intros s. destruct (strip_of_input m squares H) as (Hsize & Hfree & Hpos).
    set (strip := strip_after 0 [] squares m) in *.
    assert (Hfree' : hd Pawn (strip ++ repeat Free (N.to_nat d)) = Free)
      by (destruct strip; [discriminate | exact Hfree]).
    assert (Hpos' : forall a, with_pawns (map (fun s => s + d) squares) a
              = pawn_on (strip ++ repeat Free (N.to_nat d)) a).
    { intros a. rewrite pawn_on_app, size_frees, N2Nat.id, pawn_on_frees, <- Hpos. unfold with_pawns.
      assert (Hall : forall b, In b squares -> 0 < b).
      { intros b Hb. apply Sorted_StronglySorted in H; [|exact N.lt_trans].
        apply StronglySorted_inv in H. destruct H as [_ H]. rewrite Forall_forall in H.
        apply H, in_app_iff. now left. }
      clear - Hall. induction squares as [|b squares IH]; cbn [map existsb].
      - now destruct (a <=? d).
      - rewrite IH by (intros; apply Hall; now right). specialize (Hall b (or_introl eq_refl)).
        destruct (N.leb_spec a d), (N.eqb_spec a (b + d)), (N.eqb_spec (a - d) b); lia || reflexivity. }
    pose proof (pawn_wins_on_strip _ _ s Hpos') as E'.
    rewrite size_app, size_frees, N2Nat.id, Hsize in E'. rewrite E'.
    rewrite <- (in_winning_squares _ s Hfree'), groups_frees by exact Hfree.
    rewrite in_winning_squares_more, N2Nat.id.
    + rewrite (in_winning_squares _ (s - d) Hfree), <- Hsize.
      now rewrite (pawn_wins_on_strip _ _ (s - d) Hpos).
    + destruct (groups_of_free strip Hfree) as (c1 & further & ->). discriminate.
Qed.

(** ** Pawns of group 2, and two free squares *)

Theorem pawns_of_group_2_proved : pawns_of_group_2.
Proof.
  intros strip strip' c2 c2' further H H' E E' from. unfold strip_pawn_wins.
  rewrite <- !in_winning_squares by assumption. rewrite E, E'. cbn [winning_squares N.eqb].
  assert (Hx : odd_stairs (c2 :: further) = odd_stairs (c2' :: further)) by (now destruct further).
  rewrite Hx. now destruct further.
Qed.

Lemma odd_stairs_insert : forall nearer further,
  odd_stairs (nearer ++ 0 :: 0 :: further) = odd_stairs (nearer ++ further).
Proof.
  intros. rewrite !odd_stairs_is, !every_other_app, !nim_sum_app. f_equal.
  cbn [every_other]. destruct (xorb _ _); cbn [nim_sum fold_right]; now rewrite N.lxor_0_l.
Qed.

Theorem two_free_squares_proved : two_free_squares.
Proof.
  intros strip strip' c1 nearer further H H' E E'.
  assert (Hwon : strip_won strip = strip_won strip').
  { rewrite (strip_won_free _ _ _ H E), (strip_won_free _ _ _ H' E'). now rewrite odd_stairs_insert. }
  destruct (strip_verdict strip) as [Hw Hl], (strip_verdict strip') as [Hw' Hl'].
  now rewrite <- Hw, <- Hl, <- Hw', <- Hl', Hwon.
Qed.
