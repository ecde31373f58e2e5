(** Section 4: the programs for the strip game are right. *)

From Coq Require Import Arith Bool NArith List Sorted Lia.
From Grundy Require Import Rules Verdicts Bouton Stairs Gra GraSquares Programs.
Import ListNotations.
Open Scope N_scope.

(** ** From squares to cells *)

Lemma size_frees : forall k, size (repeat Free k) = N.of_nat k.
Proof. intros. unfold size. now rewrite repeat_length. Qed.

Lemma pawn_on_far : forall strip s, size strip < s -> pawn_on strip s = false.
Proof.
  intros strip s H. destruct (pawn_on strip s) eqn:E; auto.
  apply pawn_on_range in E. lia.
Qed.

Lemma sorted_step : forall last s further m,
  Sorted N.lt (last :: (s :: further) ++ [m]) -> last < s /\ Sorted N.lt (s :: further ++ [m]).
Proof. intros last s further m H. inversion H; subst. inversion H3; subst. auto. Qed.

Lemma strip_after_spec : forall squares strip last m,
  size strip = last -> Sorted N.lt (last :: squares ++ [m]) ->
  let r := strip_after last strip squares m in
  size r = m /\ hd Pawn r = Free
  /\ forall s, pawn_on r s = pawn_on strip s || with_pawns squares s.
Proof.
  induction squares as [|a squares IH]; intros strip last m Hsize Hsorted; cbn [strip_after].
  - assert (Hm : last < m) by (inversion Hsorted as [|? ? _ H]; now inversion H).
    split; [|split].
    + rewrite size_app, size_frees. lia.
    + replace (N.to_nat (m - last)) with (S (N.to_nat (m - last - 1))) by lia. reflexivity.
    + intros s. rewrite pawn_on_app, pawn_on_frees, orb_false_r.
      destruct (N.leb_spec s (size strip)); auto. now rewrite pawn_on_far.
  - destruct (sorted_step _ _ _ _ Hsorted) as [Hlast Hsorted'].
    destruct (IH (Pawn :: repeat Free (N.to_nat (a - last - 1)) ++ strip) a m) as (H1 & H2 & H3);
      auto.
    { rewrite size_cons, size_app, size_frees. lia. }
    split; [exact H1|]. split; [exact H2|]. intros s.
    rewrite H3, pawn_on_cons, pawn_on_app, pawn_on_frees, size_app, size_frees.
    unfold with_pawns. cbn [existsb].
    replace (N.of_nat (N.to_nat (a - last - 1)) + size strip + 1) with a by lia.
    rewrite (N.eqb_sym s a). destruct (N.eqb_spec a s) as [<- | Hs]; cbn [orb].
    + now rewrite orb_true_r.
    + destruct (N.leb_spec s (size strip)); auto. now rewrite pawn_on_far.
Qed.

Lemma strip_of_input : forall m squares, gra_input m squares ->
  let strip := strip_after 0 [] squares m in
  size strip = m /\ hd Pawn strip = Free
  /\ forall s, with_pawns squares s = pawn_on strip s.
Proof.
  intros m squares H.
  destruct (strip_after_spec squares [] 0 m) as (H1 & H2 & H3); auto.
  split; [exact H1|]. split; [exact H2|]. intros s. now rewrite H3.
Qed.

Lemma winning_squares_of_input : forall m squares, gra_input m squares ->
  NoDup (gra_moves_program m squares)
  /\ forall s, In s (gra_moves_program m squares) <-> pawn_wins m (with_pawns squares) s.
Proof.
  intros m squares H. destruct (strip_of_input m squares H) as (Hsize & Hfree & Hpos).
  split; [apply winning_squares_nodup|]. intros s. unfold gra_moves_program.
  rewrite in_winning_squares by assumption. symmetry.
  pose proof (pawn_wins_on_strip _ _ s Hpos) as E. rewrite Hsize in E. exact E.
Qed.

Theorem gra_moves_program_right_proved : gra_moves_program_right gra_moves_program.
Proof. exact winning_squares_of_input. Qed.

(** ** Empty groups, and how few of them matter *)

Lemma odd_of_nat : forall n, N.odd (N.of_nat n) = Nat.odd n.
Proof.
  induction n as [|n IH]; [reflexivity|].
  rewrite Nat2N.inj_succ, N.odd_succ, Nat.odd_succ, <- N.negb_odd, <- Nat.negb_odd. now rewrite IH.
Qed.

Definition gap_of (free : N) : gap :=
  if free =? 1 then One else if N.odd free then Odd else Even.

Lemma gap_between_of : forall first s, first < s -> gap_between first s = gap_of (s - first).
Proof.
  intros first s H. unfold gap_between, gap_of. rewrite (N.odd_sub s first) by lia.
  destruct (N.eqb_spec s (N.succ first)), (N.eqb_spec (s - first) 1); try lia; reflexivity.
Qed.

Lemma odd_after_gap : forall odd d,
  odd_after odd (gap_of (N.of_nat (S d))) = xorb odd (Nat.odd (S d)).
Proof.
  intros odd d. unfold gap_of. rewrite odd_of_nat.
  destruct (N.eqb_spec (N.of_nat (S d)) 1) as [E | E].
  - replace d with 0%nat by lia. now destruct odd.
  - destruct (Nat.odd (S d)); simpl; now destruct odd.
Qed.

Lemma gap_one : forall d (a b : N),
  match gap_of (N.of_nat (S d)) with One => a | _ => b end = match d with O => a | _ => b end.
Proof.
  intros d a b. unfold gap_of. destruct d as [|d]; [reflexivity|].
  destruct (N.eqb_spec (N.of_nat (S (S d))) 1); [lia|]. now destruct (N.odd _).
Qed.

Lemma xorb_odd_succ : forall odd n, xorb (negb odd) (Nat.odd n) = xorb odd (Nat.odd (S n)).
Proof. intros. rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct odd, (Nat.odd n). Qed.

Lemma no_coins : forall x odd t, winning_coins x odd t 0 = 0.
Proof.
  intros. destruct (N.eq_dec (winning_coins x odd t 0) 0) as [|H]; auto.
  apply winning_coins_range in H. lia.
Qed.

Lemma winning_above_zeros : forall x d gs odd t,
  winning_above x odd t (repeat 0 d ++ gs)
  = winning_above x (xorb odd (Nat.odd d)) (match d with O => t | _ => 0 end) gs.
Proof.
  intros x. induction d as [|d IH]; intros; cbn [repeat app].
  - now rewrite xorb_false_r.
  - cbn [winning_above]. rewrite no_coins, N.eqb_refl. cbn [app]. rewrite IH, xorb_odd_succ.
    now destruct d.
Qed.

Lemma every_other_zeros : forall d gs odd,
  nim_sum (every_other odd (repeat 0 d ++ gs)) = nim_sum (every_other (xorb odd (Nat.odd d)) gs).
Proof.
  induction d as [|d IH]; intros; cbn [repeat app].
  - now rewrite xorb_false_r.
  - rewrite <- xorb_odd_succ, <- IH. cbn [every_other].
    destruct odd; [|reflexivity]. cbn [nim_sum fold_right negb]. apply N.lxor_0_l.
Qed.

(** Blocks with the gaps behind them, and all groups. *)
Inductive collapsed : list (gap * N) -> list N -> Prop :=
  | collapsed_nil : collapsed [] []
  | collapsed_cons : forall d s blocks gs, collapsed blocks gs ->
      collapsed ((gap_of (N.of_nat (S d)), s) :: blocks) (repeat 0 d ++ s :: gs).

Lemma odd_blocks_spec : forall blocks gs, collapsed blocks gs ->
  forall odd x, odd_blocks odd x blocks = N.lxor x (nim_sum (every_other (negb odd) gs)).
Proof.
  intros blocks gs H. induction H as [|d s blocks gs _ IH]; intros; cbn [odd_blocks].
  - symmetry. apply N.lxor_0_r.
  - rewrite every_other_zeros, odd_after_gap, IH, xorb_odd_succ. cbn [every_other].
    destruct (xorb odd (Nat.odd (S d))); [|reflexivity].
    cbn [negb nim_sum fold_right]. now rewrite N.lxor_assoc.
Qed.

Lemma winning_blocks_spec : forall x blocks gs, collapsed blocks gs ->
  forall odd t count,
    winning_blocks x odd t count blocks
    = count + N.of_nat (length (winning_above x (negb odd) t gs)).
Proof.
  intros x blocks gs H. induction H as [|d s blocks gs _ IH]; intros; cbn [winning_blocks].
  - cbn. lia.
  - rewrite winning_above_zeros, gap_one, odd_after_gap, IH, xorb_odd_succ. cbn [winning_above].
    rewrite app_length.
    destruct (N.eqb_spec (winning_coins x (xorb odd (Nat.odd (S d)))
                            match d with O => t | S _ => 0 end s) 0); cbn [length]; lia.
Qed.

(** ** The program's state *)

Definition tells (state : gra_state) (strip : list cell) : Prop :=
  size strip + 1 = next_square state
  /\ fst (blocks strip) = pawns state
  /\ collapsed (blocks_before state) (snd (blocks strip))
  /\ (pawns state = 0 -> blocks_before state = []).

Lemma blocks_frees : forall d strip,
  blocks (repeat Free (S d) ++ strip)
  = (0, repeat 0 d ++ fst (blocks strip) :: snd (blocks strip)).
Proof.
  induction d as [|d IH]; intros.
  - apply blocks_free.
  - change (repeat Free (S (S d)) ++ strip) with (Free :: repeat Free (S d) ++ strip).
    rewrite blocks_free, IH. reflexivity.
Qed.

Lemma tells_next : forall state strip s, tells state strip -> next_square state <= s ->
  tells (gra_next state s) (Pawn :: repeat Free (N.to_nat (s - size strip - 1)) ++ strip).
Proof.
  intros state strip s (H1 & H2 & H3 & H4) Hs. unfold gra_next, tells.
  destruct (N.eqb_spec s (next_square state)) as [E | E]; cbn [next_square pawns blocks_before].
  - replace (s - size strip - 1) with 0 by lia. cbn [N.to_nat repeat app]. rewrite blocks_pawn. cbn [fst snd].
    split; [rewrite size_cons; lia|]. split; [lia|]. split; [exact H3|]. lia.
  - rewrite gap_between_of by lia. replace (s - next_square state) with (s - size strip - 1) by lia.
    remember (s - size strip - 1) as free eqn:Hfree.
    replace (N.to_nat free) with (S (N.to_nat (free - 1))) by lia.
    rewrite blocks_pawn, blocks_frees. cbn [fst snd].
    split; [rewrite size_cons, size_app, size_frees; lia|]. split; [reflexivity|].
    split; [|discriminate].
    replace free with (N.of_nat (S (N.to_nat (free - 1)))) at 1 by lia.
    rewrite H2. now constructor.
Qed.

Lemma tells_all : forall squares state strip m, tells state strip ->
  Sorted N.lt (size strip :: squares ++ [m]) ->
  exists strip', tells (fold_left gra_next squares state) strip'
    /\ size strip' < m
    /\ strip_after (size strip) strip squares m = repeat Free (N.to_nat (m - size strip')) ++ strip'.
Proof.
  induction squares as [|s squares IH]; intros state strip m Hstate Hsorted.
  - exists strip. split; [exact Hstate|]. split; [|reflexivity].
    inversion Hsorted as [|? ? _ H]; now inversion H.
  - destruct (sorted_step _ _ _ _ Hsorted) as [Hlast Hsorted'].
    assert (Hle : next_square state <= s) by (destruct Hstate as [H _]; lia).
    pose proof (tells_next state strip s Hstate Hle) as Hnext.
    set (strip' := Pawn :: repeat Free (N.to_nat (s - size strip - 1)) ++ strip) in *.
    assert (Hs : size strip' = s)
      by (unfold strip'; rewrite size_cons, size_app, size_frees; lia).
    destruct (IH (gra_next state s) strip' m Hnext) as (strip2 & H).
    + now rewrite Hs.
    + exists strip2. rewrite Hs in H. exact H.
Qed.

Lemma finish_counts : forall m state strip, tells state strip -> size strip < m ->
  gra_finish m state
  = N.of_nat (length (winning_squares (groups (repeat Free (N.to_nat (m - size strip)) ++ strip)))).
Proof.
  intros m state strip (H1 & H2 & H3 & H4) Hm. unfold gra_finish, groups. rewrite <- H1.
  remember (m - size strip) as free eqn:Hfree.
  replace (N.to_nat free) with (S (N.to_nat (free - 1))) by lia.
  rewrite blocks_frees, H2. cbn [snd].
  destruct (N.eqb_spec m (size strip + 1)) as [E1 | Hfree1].
  - replace (N.to_nat (free - 1)) with 0%nat by lia. cbn [repeat app winning_squares].
    destruct (N.eqb_spec (pawns state) 0) as [E | E].
    + rewrite (H4 E) in H3. inversion H3. now rewrite E.
    + unfold squares_from. rewrite map_length, seq_length. lia.
  - destruct (N.eqb_spec m (N.succ (size strip + 1))) as [E2 | Hfree2].
    + replace (N.to_nat (free - 1)) with 1%nat by lia. cbn [repeat app winning_squares].
      rewrite N.eqb_refl, (winning_blocks_spec _ _ _ H3), (odd_blocks_spec _ _ H3).
      rewrite odd_stairs_is. cbn [negb every_other]. now rewrite N.lxor_0_l, N.add_0_l.
    + replace (N.to_nat (free - 1)) with (S (S (N.to_nat (free - 3)))) by lia.
      cbn [repeat app winning_squares]. rewrite N.eqb_refl, gap_between_of by lia.
      replace (m - 1 - (size strip + 1)) with (free - 2) by lia.
      assert (H5 : collapsed ((gap_of (free - 2), pawns state) :: blocks_before state)
                     (repeat 0 (N.to_nat (free - 3)) ++ pawns state :: snd (blocks strip))).
      { replace (free - 2) with (N.of_nat (S (N.to_nat (free - 3)))) by lia. now constructor. }
      rewrite (winning_blocks_spec _ _ _ H5), (odd_blocks_spec _ _ H5).
      rewrite odd_stairs_is. cbn [negb every_other]. now rewrite N.lxor_0_l, N.add_0_l.
Qed.

Lemma tells_first : tells gra_first [].
Proof. repeat split. constructor. Qed.

Theorem gra_program_right_proved : gra_program_right gra_program.
Proof.
  intros m squares H. exists (gra_moves_program m squares).
  destruct (winning_squares_of_input m squares H) as [Hnodup Hin].
  split; [exact Hnodup|]. split; [exact Hin|].
  destruct (tells_all squares gra_first [] m tells_first H) as (strip & Hstate & Hm & E).
  unfold gra_program, gra_moves_program. change 0 with (size []). rewrite E.
  now apply finish_counts.
Qed.
