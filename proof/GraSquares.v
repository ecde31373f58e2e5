(** Section 4 again: the rule in squares is the rule in cells. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Verdicts Gra.
Import ListNotations.
Open Scope N_scope.

(** Two games are alike: what one can do, the other can. *)
Lemma alike : forall (P Q : Type) (move : P -> P -> Prop) (move' : Q -> Q -> Prop) (R : P -> Q -> Prop),
  (forall p q, R p q -> forall p', move p p' -> exists q', move' q q' /\ R p' q') ->
  (forall p q, R p q -> forall q', move' q q' -> exists p', move p p' /\ R p' q') ->
  forall q, Ends move' q -> forall p, R p q ->
    (Wins move p <-> Wins move' q) /\ (Loses move p <-> Loses move' q).
Proof.
  intros P Q move move' R Hf Hb q Hends. induction Hends as [q _ IH]. intros p Hp.
  assert (Hw : Wins move p -> Wins move' q).
  { intros H. destruct (wins_then _ p H) as (p' & Hm & Hl).
    destruct (Hf p q Hp p' Hm) as (q' & Hm' & HR).
    apply wins with q'; auto. now apply (IH q' Hm' p' HR). }
  assert (Hw' : Wins move' q -> Wins move p).
  { intros H. destruct (wins_then _ q H) as (q' & Hm & Hl).
    destruct (Hb p q Hp q' Hm) as (p' & Hm' & HR).
    apply wins with p'; auto. now apply (IH q' Hm p' HR). }
  split; split; auto; intros H; constructor.
  - intros q' Hm'. destruct (Hb p q Hp q' Hm') as (p' & Hm & HR).
    apply (IH q' Hm' p' HR). eapply loses_then; eauto.
  - intros p' Hm. destruct (Hf p q Hp p' Hm) as (q' & Hm' & HR).
    apply (IH q' Hm' p' HR). eapply loses_then; eauto.
Qed.

(** ** Which squares of a strip hold pawns *)

Definition size (strip : list cell) : N := N.of_nat (length strip).

Lemma size_cons : forall c below, size (c :: below) = size below + 1.
Proof. intros. unfold size. cbn [length]. lia. Qed.

Lemma size_app : forall a b, size (a ++ b) = size a + size b.
Proof. intros. unfold size. rewrite app_length. lia. Qed.

Lemma size_pawns : forall k, size (repeat Pawn k) = N.of_nat k.
Proof. intros. unfold size. now rewrite repeat_length. Qed.

Lemma pawn_on_cons : forall c below s,
  pawn_on (c :: below) s =
  if s =? size below + 1 then match c with Pawn => true | Free => false end else pawn_on below s.
Proof.
  intros. unfold size. cbn [pawn_on].
  replace (N.of_nat (S (length below))) with (N.of_nat (length below) + 1) by lia. reflexivity.
Qed.

Lemma pawn_on_range : forall strip s, pawn_on strip s = true -> 1 <= s <= size strip.
Proof.
  induction strip as [|c below IH]; intros s H.
  - discriminate.
  - rewrite size_cons. rewrite pawn_on_cons in H.
    destruct (N.eqb_spec s (size below + 1)); [lia|]. apply IH in H. lia.
Qed.

Lemma pawn_on_app : forall above below s,
  pawn_on (above ++ below) s =
  if s <=? size below then pawn_on below s else pawn_on above (s - size below).
Proof.
  induction above as [|c above IH]; intros; cbn [app].
  - destruct (N.leb_spec s (size below)); [reflexivity|].
    destruct (pawn_on below s) eqn:E; [|reflexivity].
    apply pawn_on_range in E. lia.
  - rewrite !pawn_on_cons, size_app, IH.
    destruct (N.leb_spec s (size below)).
    + destruct (N.eqb_spec s (size above + size below + 1)); [lia | reflexivity].
    + destruct (N.eqb_spec s (size above + size below + 1)),
        (N.eqb_spec (s - size below) (size above + 1)); try lia; reflexivity.
Qed.

Lemma pawn_on_pawns : forall k s, pawn_on (repeat Pawn k) s = (1 <=? s) && (s <=? N.of_nat k).
Proof.
  induction k as [|k IH]; intros s.
  - cbn. destruct (N.leb_spec 1 s), (N.leb_spec s 0); try reflexivity; lia.
  - cbn [repeat]. rewrite pawn_on_cons, IH, size_pawns.
    destruct (N.eqb_spec s (N.of_nat k + 1)), (N.leb_spec 1 s), (N.leb_spec s (N.of_nat k)),
      (N.leb_spec s (N.of_nat (S k))); try reflexivity; lia.
Qed.

Lemma pawn_on_frees : forall k s, pawn_on (repeat Free k) s = false.
Proof.
  induction k as [|k IH]; intros s; [reflexivity|].
  cbn [repeat]. rewrite pawn_on_cons, IH. now destruct (_ =? _).
Qed.

Lemma all_pawns : forall strip,
  (forall s, 1 <= s <= size strip -> pawn_on strip s = true) ->
  strip = repeat Pawn (length strip).
Proof.
  induction strip as [|c below IH]; intros H; [reflexivity|].
  cbn [length repeat]. rewrite <- IH.
  - specialize (H (size below + 1)). rewrite size_cons, pawn_on_cons, N.eqb_refl in H.
    destruct c; auto. discriminate H; lia.
  - intros s Hs. specialize (H s). rewrite size_cons, pawn_on_cons in H.
    destruct (N.eqb_spec s (size below + 1)); [lia|]. apply H. lia.
Qed.

Lemma split_at : forall (strip : list cell) n, n <= size strip ->
  exists above below, strip = above ++ below /\ size below = n.
Proof.
  intros strip n H. unfold size in *.
  exists (firstn (length strip - N.to_nat n) strip), (skipn (length strip - N.to_nat n) strip).
  split; [symmetry; apply firstn_skipn|]. rewrite skipn_length. lia.
Qed.

Lemma split_cell : forall (strip : list cell) s, 1 <= s <= size strip ->
  exists above c below, strip = above ++ c :: below /\ size below + 1 = s.
Proof.
  intros strip s Hs. destruct (split_at strip s) as (above & [|c below] & -> & Hb); [lia| |].
  - cbn in Hb. lia.
  - exists above, c, below. split; [reflexivity|]. now rewrite size_cons in Hb.
Qed.

Lemma pawn_on_here : forall above c below,
  pawn_on (above ++ c :: below) (size below + 1) = match c with Pawn => true | Free => false end.
Proof.
  intros. rewrite pawn_on_app, size_cons, N.leb_refl, pawn_on_cons, N.eqb_refl. reflexivity.
Qed.

(** ** The same move *)

Lemma pawn_on_after : forall above k below s,
  pawn_on (above ++ Pawn :: repeat Pawn k ++ Free :: below) s =
  if s =? size below + 1 then false
  else if s =? size below + N.of_nat k + 2 then true
  else pawn_on (above ++ Free :: repeat Pawn k ++ Pawn :: below) s.
Proof.
  intros.
  repeat (rewrite pawn_on_app || rewrite pawn_on_cons || rewrite size_app || rewrite size_cons
          || rewrite size_pawns || rewrite pawn_on_pawns).
  repeat match goal with
  | |- context [N.eqb ?a ?b] => destruct (N.eqb_spec a b)
  | |- context [N.leb ?a ?b] => destruct (N.leb_spec a b)
  end; try lia; reflexivity.
Qed.

Lemma jump_of_move : forall strip position from strip',
  (forall s, position s = pawn_on strip s) ->
  strip_move strip from strip' ->
  jump (size strip) position from (pawn_on strip').
Proof.
  intros strip position from strip' Hpos H. destruct H as [above k below Habove].
  replace (N.of_nat (S (length below))) with (size below + 1) by (unfold size; lia).
  apply jump_to with (size below + N.of_nat k + 2).
  - rewrite Hpos. destruct above as [|c above]; cbn [app].
    + rewrite size_cons, pawn_on_cons, N.eqb_refl. reflexivity.
    + cbn [hd] in Habove. subst c. rewrite size_cons, pawn_on_cons, N.eqb_refl. reflexivity.
  - lia.
  - rewrite !size_app, size_cons, size_app, size_cons, size_pawns. lia.
  - rewrite Hpos, app_comm_cons, app_assoc. apply (pawn_on_here _ Pawn).
  - rewrite Hpos.
    replace (size below + N.of_nat k + 2) with (size (repeat Pawn k ++ Pawn :: below) + 1)
      by (rewrite size_app, size_cons, size_pawns; lia).
    apply (pawn_on_here _ Free).
  - intros s Hs. rewrite Hpos.
    repeat (rewrite pawn_on_app || rewrite pawn_on_cons || rewrite size_app || rewrite size_cons
            || rewrite size_pawns || rewrite pawn_on_pawns).
    repeat match goal with
    | |- context [N.eqb ?a ?b] => destruct (N.eqb_spec a b)
    | |- context [N.leb ?a ?b] => destruct (N.leb_spec a b)
    end; try lia; reflexivity.
  - intros s. rewrite pawn_on_after, Hpos. reflexivity.
Qed.

Lemma move_of_jump : forall strip position from after,
  (forall s, position s = pawn_on strip s) ->
  jump (size strip) position from after ->
  exists strip', strip_move strip from strip' /\ forall s, after s = pawn_on strip' s.
Proof.
  intros strip position from after Hpos [to Hover Hfrom Hto Hpawn Hfree Hbetween Hafter].
  rewrite Hpos in Hover, Hpawn, Hfree.
  destruct (split_cell strip to) as (above & x & rest & -> & Hrest); [lia|].
  destruct (split_cell rest from) as (between & y & below & -> & Hbelow); [lia|].
  rewrite <- Hrest in Hfree. rewrite (pawn_on_here above x) in Hfree.
  rewrite app_comm_cons, app_assoc, <- Hbelow, pawn_on_here in Hpawn.
  destruct x; [|discriminate]. destruct y; [discriminate|].
  rewrite size_app, size_cons in Hrest.
  assert (E : between = repeat Pawn (length between)).
  { apply all_pawns. intros s Hs.
    assert (H : position (s + from) = true) by (apply Hbetween; lia).
    rewrite Hpos, pawn_on_app, size_cons, size_app, size_cons in H.
    destruct (N.leb_spec (s + from) (size between + (size below + 1) + 1)); [|lia].
    rewrite pawn_on_cons, size_app, size_cons in H.
    destruct (N.eqb_spec (s + from) (size between + (size below + 1) + 1)); [lia|].
    rewrite pawn_on_app, size_cons in H.
    destruct (N.leb_spec (s + from) (size below + 1)); [lia|].
    now replace (s + from - (size below + 1)) with s in H by lia. }
  exists (above ++ Pawn :: between ++ Free :: below). split.
  - rewrite E. replace from with (N.of_nat (S (length below))) by (unfold size in Hbelow; lia).
    constructor. destruct above as [|c above]; [reflexivity|].
    cbn [app] in Hover. rewrite size_cons, pawn_on_cons, N.eqb_refl in Hover.
    destruct c; [reflexivity | discriminate].
  - intros s. rewrite E, pawn_on_after, Hafter, Hpos, <- E.
    replace (size below + N.of_nat (length between) + 2) with to
      by (unfold size in *; lia).
    now rewrite Hbelow.
Qed.

Lemma move_keeps_size : forall strip from strip', strip_move strip from strip' -> size strip' = size strip.
Proof.
  intros strip from strip' H. destruct H as [above k below _].
  now rewrite !size_app, !size_cons, !size_app, !size_cons.
Qed.

Lemma same_verdict : forall strip position,
  (forall s, position s = pawn_on strip s) ->
  (Wins (board_move (size strip)) position <-> Wins some_strip_move strip)
  /\ (Loses (board_move (size strip)) position <-> Loses some_strip_move strip).
Proof.
  intros strip position Hpos. remember (size strip) as m eqn:Hm.
  apply (alike _ _ (board_move m) some_strip_move
           (fun b st => size st = m /\ forall s, b s = pawn_on st s)); auto.
  - intros b st [Hs Hb] b' [from Hj]. rewrite <- Hs in Hj.
    destruct (move_of_jump st b from b' Hb Hj) as (st' & Hmove & Hb').
    exists st'. split; [now exists from|]. split; auto.
    rewrite <- Hs. eapply move_keeps_size; eauto.
  - intros b st [Hs Hb] st' [from Hmove].
    exists (pawn_on st'). split.
    + exists from. rewrite <- Hs. now apply jump_of_move.
    + split; auto. rewrite <- Hs. eapply move_keeps_size; eauto.
  - apply strips_end.
Qed.

Theorem same_rule_proved : same_rule.
Proof.
  intros strip position Hpos m. change m with (size strip). split; [|split].
  - intros from strip' H. now apply jump_of_move.
  - intros from after H. eapply move_of_jump; eauto.
  - destruct (same_verdict strip position Hpos). now split.
Qed.

(** A pawn wins on the board exactly if it wins on the strip. *)
Lemma pawn_wins_on_strip : forall strip position from,
  (forall s, position s = pawn_on strip s) ->
  pawn_wins (size strip) position from
  <-> exists strip', strip_move strip from strip' /\ Loses some_strip_move strip'.
Proof.
  intros strip position from Hpos. split.
  - intros (after & Hj & Hl). destruct (move_of_jump strip position from after Hpos Hj)
      as (strip' & Hm & Hafter).
    exists strip'. split; auto.
    rewrite <- (move_keeps_size _ _ _ Hm) in Hl. now apply (same_verdict strip' after Hafter).
  - intros (strip' & Hm & Hl). exists (pawn_on strip'). split; [now apply jump_of_move|].
    rewrite <- (move_keeps_size _ _ _ Hm). now apply (same_verdict strip' (pawn_on strip')).
Qed.
