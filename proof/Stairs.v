(** Section 3: Staircase Nim, once for all games that walk down stairs. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Verdicts Bouton.
Import ListNotations.
Open Scope N_scope.

(** ** Every play ends *)

Fixpoint total (stairs : list N) : N :=
  match stairs with [] => 0 | c :: upper => c + total upper end.

(** The sum of all coins times the number of their stair. *)
Fixpoint height (stairs : list N) : N :=
  match stairs with [] => 0 | c :: upper => total upper + height upper end.

Lemma total_app : forall l l', total (l ++ l') = total l + total l'.
Proof. induction l; intros; simpl; [reflexivity | rewrite IHl; lia]. Qed.

Lemma stair_move_height : forall stairs stairs', stair_move stairs stairs' ->
  height stairs' < height stairs.
Proof.
  intros stairs stairs' [lower t s upper k Hk].
  induction lower as [|c lower IH]; simpl.
  - lia.
  - rewrite !total_app. simpl. lia.
Qed.

Lemma stairs_end : forall stairs, Ends stair_move stairs.
Proof.
  intros stairs. remember (height stairs) as h eqn:E. revert stairs E.
  induction h as [h IH] using (well_founded_induction N.lt_wf_0).
  intros stairs ->. constructor. intros stairs' H.
  eapply IH; [|reflexivity]. now apply stair_move_height.
Qed.

(** ** The nim-sum of the odd stairs *)

(** The numbers on the stairs of the other parity, with those that count in front of them. *)
Fixpoint every_other (counts : bool) (stairs : list N) : list N :=
  match stairs with
  | [] => []
  | c :: upper => if counts then c :: every_other false upper else every_other true upper
  end.

Lemma odd_stairs_every_other : forall stairs,
  odd_stairs stairs = nim_sum (every_other false stairs)
  /\ forall c, odd_stairs (c :: stairs) = nim_sum (every_other true stairs).
Proof.
  induction stairs as [|a stairs [IH1 IH2]]; [split; reflexivity|].
  split.
  - apply IH2.
  - intros c. simpl. now rewrite IH1.
Qed.

Lemma odd_stairs_is : forall stairs, odd_stairs stairs = nim_sum (every_other false stairs).
Proof. intros. apply odd_stairs_every_other. Qed.

Lemma every_other_app : forall counts lower upper,
  every_other counts (lower ++ upper)
  = every_other counts lower ++ every_other (xorb counts (Nat.odd (length lower))) upper.
Proof.
  intros counts lower. revert counts. induction lower as [|c lower IH]; intros; simpl app.
  - simpl. now rewrite xorb_false_r.
  - simpl every_other. simpl length. rewrite Nat.odd_succ, <- Nat.negb_odd.
    destruct counts; simpl; rewrite IH; simpl; [f_equal|]; f_equal; f_equal;
      now destruct (Nat.odd (length lower)).
Qed.

(** What a move changes: the one odd stair among [t] and [s]. *)
Lemma odd_stairs_after : forall lower t s upper t' s',
  odd_stairs (lower ++ t' :: s' :: upper)
  = N.lxor (odd_stairs (lower ++ t :: s :: upper))
           (if Nat.odd (S (length lower)) then N.lxor s s' else N.lxor t t').
Proof.
  intros. rewrite !odd_stairs_is, !every_other_app. simpl xorb.
  rewrite Nat.odd_succ, <- Nat.negb_odd.
  destruct (Nat.odd (length lower)); simpl negb; cbv iota; simpl every_other;
    apply nim_sum_change.
Qed.

(** An odd number of the list is an odd stair, and there is a stair below it. *)
Lemma every_other_split : forall stairs b c a,
  every_other false stairs = b ++ c :: a ->
  exists lower t upper, stairs = lower ++ t :: c :: upper
    /\ Nat.odd (S (length lower)) = true.
Proof.
  assert (H : forall n stairs b c a, (length stairs <= n)%nat ->
    every_other false stairs = b ++ c :: a ->
    exists lower t upper, stairs = lower ++ t :: c :: upper
      /\ Nat.odd (S (length lower)) = true).
  { induction n as [|n IH]; intros stairs b c a Hn E.
    - destruct stairs; simpl in Hn; [|lia]. destruct b; discriminate.
    - destruct stairs as [|t [|s upper]]; try (destruct b; discriminate).
      simpl in E. destruct b as [|c' b]; injection E as -> E.
      + now exists [], t, upper.
      + destruct (IH upper b c a) as (lower & t' & upper' & -> & Hodd); auto.
        { simpl in Hn. lia. }
        exists (t :: c' :: lower), t', upper'. split; auto. }
  intros. eapply H; eauto.
Qed.

(** ** Values, verdicts, winning moves *)

Lemma change_of_stair : forall (lower : list N) t s k, 1 <= k <= s ->
  (if Nat.odd (S (length lower)) then N.lxor s (s - k) else N.lxor t (t + k)) <> 0.
Proof. intros. destruct (Nat.odd _); rewrite lxor_same; lia. Qed.

Lemma stairs_value : forall stairs, GrundyValue stair_move stairs (odd_stairs stairs).
Proof.
  intros stairs. induction (stairs_end stairs) as [stairs _ IH]. constructor.
  - intros stairs' H. exists (odd_stairs stairs'). split; [|auto].
    destruct H as [lower t s upper k Hk].
    rewrite (odd_stairs_after lower t s upper).
    intros E. apply (change_of_stair lower t s k Hk).
    apply lxor_cancel in E. rewrite N.lxor_nilpotent in E. exact E.
  - intros y Hy. rewrite odd_stairs_is in Hy.
    destruct (smaller_nim_sum _ _ Hy) as (b & c & a & E & Hless).
    rewrite <- odd_stairs_is in Hless.
    destruct (every_other_split _ _ _ _ E) as (lower & t & upper & -> & Hodd).
    set (x := odd_stairs _) in *. set (c' := N.lxor c (N.lxor x y)) in *.
    assert (Hm : stair_move (lower ++ t :: c :: upper)
                   (lower ++ t + (c - c') :: c - (c - c') :: upper))
      by (constructor; lia).
    eexists. split; [exact Hm|].
    replace y with (odd_stairs (lower ++ t + (c - c') :: c - (c - c') :: upper)); [auto|].
    rewrite (odd_stairs_after lower t c upper). fold x. rewrite Hodd.
    replace (c - (c - c')) with c' by lia. unfold c'.
    rewrite <- (N.lxor_assoc c), N.lxor_nilpotent, N.lxor_0_l.
    now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
Qed.

Lemma winning_coins_spec : forall x odd t s k, 1 <= k <= s ->
  k = winning_coins x odd t s <->
  if odd then s - k = N.lxor s x else t + k = N.lxor t x.
Proof.
  intros x odd t s k Hk. unfold winning_coins. destruct odd.
  - destruct (N.ltb_spec (N.lxor s x) s); lia.
  - destruct (N.ltb_spec t (N.lxor t x)), (N.leb_spec (N.lxor t x) (t + s)); simpl; lia.
Qed.

Lemma winning_coins_range : forall x odd t s,
  winning_coins x odd t s <> 0 -> 1 <= winning_coins x odd t s <= s.
Proof.
  intros x odd t s. unfold winning_coins. destruct odd.
  - destruct (N.ltb_spec (N.lxor s x) s); lia.
  - destruct (N.ltb_spec t (N.lxor t x)), (N.leb_spec (N.lxor t x) (t + s)); simpl; lia.
Qed.

Lemma zero_after_stair_move : forall lower t s upper k, 1 <= k <= s ->
  odd_stairs (lower ++ t + k :: s - k :: upper) = 0
    <-> k = winning_coins (odd_stairs (lower ++ t :: s :: upper))
              (Nat.odd (S (length lower))) t s.
Proof.
  intros lower t s upper k Hk.
  rewrite winning_coins_spec, (odd_stairs_after lower t s upper), lxor_same by assumption.
  set (x := odd_stairs _).
  destruct (Nat.odd (S (length lower))); rewrite <- lxor_cancel; split; congruence.
Qed.

Theorem staircase_nim_proved : staircase_nim.
Proof.
  split.
  - intros stairs. pose proof (stairs_value stairs) as H.
    split; [apply stairs_end|]. split; [exact H|].
    split; [now apply loses_value | now apply wins_value].
  - intros lower t s upper k Hk. cbv zeta.
    rewrite <- zero_after_stair_move by assumption.
    now rewrite <- (loses_value _ _ _ (stairs_value _)).
Qed.

(** If any stair has a winning move, the nim-sum is not zero, and the other way round. *)
Lemma winning_coins_zero : forall odd t s, winning_coins 0 odd t s = 0.
Proof.
  intros. unfold winning_coins. rewrite !N.lxor_0_r, !N.ltb_irrefl. now destruct odd.
Qed.
