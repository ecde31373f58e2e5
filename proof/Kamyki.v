(** Section 6: kamyki is Staircase Nim over the differences of neighbours. *)

From Coq Require Import Arith Bool NArith List Sorted Lia.
From Grundy Require Import Rules Verdicts Bouton Stairs GraSquares.
Import ListNotations.
Open Scope N_scope.

(** Piles that do not fall, from [p] on. *)
Fixpoint rising (p : N) (piles : list N) : Prop :=
  match piles with [] => True | a :: rights => p <= a /\ rising a rights end.

Lemma sorted_rising : forall piles, Sorted N.le piles <-> rising 0 piles.
Proof.
  assert (H : forall piles p, rising p piles <-> Sorted N.le (p :: piles)).
  { induction piles as [|a rights IH]; intros p; simpl.
    - split; auto.
    - rewrite IH. split.
      + intros [H1 H2]. constructor; auto.
      + intros H. inversion H as [|? ? H1 H2]; subst. inversion H2; subst. auto. }
  intros [|a rights]; simpl.
  - split; auto.
  - rewrite H. split; [|tauto]. split; [lia | auto].
Qed.

Lemma last_cons : forall (a : N) l p, last (a :: l) p = last l a.
Proof.
  intros a l. revert a. induction l as [|b l IH]; intros; [reflexivity|].
  change (last (a :: b :: l) p) with (last (b :: l) p). now rewrite !IH.
Qed.

Lemma rising_app : forall lefts p a rights,
  rising p (lefts ++ a :: rights)
  <-> rising p lefts /\ last lefts p <= a /\ rising a rights.
Proof.
  induction lefts as [|b lefts IH]; intros; cbn [app rising].
  - simpl. tauto.
  - rewrite IH, last_cons. tauto.
Qed.

Lemma differences_app : forall lefts p a rights,
  differences p (lefts ++ a :: rights)
  = differences p lefts ++ (a - last lefts p) :: differences a rights.
Proof.
  induction lefts as [|b lefts IH]; intros; cbn [app differences].
  - reflexivity.
  - now rewrite IH, last_cons.
Qed.

Lemma length_differences : forall piles p, length (differences p piles) = length piles.
Proof. induction piles; intros; simpl; auto. Qed.

(** The coins on stair 0 have left the game; how many there are does not matter. *)
Definition stairs_with (gone : N) (piles : list N) : list N := gone :: rev (differences 0 piles).

(** The stair below that of a pile, and those below it. *)
Definition below (gone a : N) (rights : list N) : N * list N :=
  match rights with
  | [] => (gone, [])
  | b :: further => (b - a, gone :: rev (differences b further))
  end.

Lemma stairs_of : forall gone lefts a rights,
  stairs_with gone (lefts ++ a :: rights)
  = snd (below gone a rights) ++ fst (below gone a rights)
    :: (a - last lefts 0) :: rev (differences 0 lefts).
Proof.
  intros. unfold stairs_with. rewrite differences_app, rev_app_distr.
  cbn [rev]. rewrite <- app_assoc. destruct rights as [|b further]; cbn [below fst snd differences rev app].
  - reflexivity.
  - now rewrite <- app_assoc.
Qed.

Lemma stairs_after : forall gone lefts a rights k,
  rising 0 (lefts ++ a :: rights) -> 1 <= k <= a -> last lefts 0 <= a - k ->
  exists gone',
    stairs_with gone' (lefts ++ a - k :: rights)
    = snd (below gone a rights) ++ fst (below gone a rights) + k
      :: (a - last lefts 0) - k :: rev (differences 0 lefts).
Proof.
  intros gone lefts a rights k Hr Hk Hl. apply rising_app in Hr. destruct Hr as (_ & _ & Hr).
  exists (match rights with [] => gone + k | _ => gone end).
  rewrite stairs_of. destruct rights as [|b further]; cbn [below fst snd].
  - do 3 f_equal. lia.
  - cbn [rising] in Hr. do 2 f_equal; [lia|]. f_equal. lia.
Qed.

Lemma rising_after : forall lefts a rights k,
  rising 0 (lefts ++ a :: rights) -> last lefts 0 <= a - k -> rising 0 (lefts ++ a - k :: rights).
Proof.
  intros lefts a rights k. rewrite !rising_app. intros (H1 & H2 & H3) H.
  split; [exact H1|]. split; [exact H|].
  destruct rights as [|b further]; cbn [rising] in *; [auto|]. split; [lia | tauto].
Qed.

Definition shows (piles stairs : list N) : Prop :=
  rising 0 piles /\ exists gone, stairs = stairs_with gone piles.

Lemma kamyki_forward : forall piles stairs, shows piles stairs ->
  forall piles', kamyki_move piles piles' ->
  exists stairs', stair_move stairs stairs' /\ shows piles' stairs'.
Proof.
  intros piles stairs [Hr [gone ->]] piles' H. destruct H as [lefts a rights k Hk Hl].
  destruct (stairs_after gone lefts a rights k Hr Hk Hl) as (gone' & E).
  eexists. split; [|split; [now apply rising_after | exists gone'; reflexivity]].
  rewrite E, stairs_of. constructor. lia.
Qed.

Lemma split_at_length : forall (l : list N) n, (n < length l)%nat ->
  exists before a after, l = before ++ a :: after /\ length before = n.
Proof.
  intros l n H. destruct (nth_split l 0 H) as (before & after & E & Hn).
  exists before, (nth n l 0), after. auto.
Qed.

Lemma app_same_tail : forall (a b c d : list N) x y,
  length c = length d -> a ++ x :: c = b ++ y :: d -> a = b /\ x = y /\ c = d.
Proof.
  intros a b c d x y Hlen E.
  assert (Hab : length a = length b).
  { apply (f_equal (@length N)) in E. rewrite !app_length in E. simpl in E. lia. }
  revert b Hab E. induction a as [|e a IH]; intros [|f b] Hab E; try discriminate.
  - injection E as -> ->. auto.
  - injection E as -> E. destruct (IH b) as (-> & -> & ->); auto.
Qed.

Lemma kamyki_backward : forall piles stairs, shows piles stairs ->
  forall stairs', stair_move stairs stairs' ->
  exists piles', kamyki_move piles piles' /\ shows piles' stairs'.
Proof.
  intros piles stairs [Hr [gone E]] stairs' H. destruct H as [lower t s upper k Hk].
  assert (Hlen : (length upper < length piles)%nat).
  { apply (f_equal (@length N)) in E. unfold stairs_with in E.
    rewrite app_length in E. simpl in E. rewrite rev_length, length_differences in E. lia. }
  destruct (split_at_length piles (length upper) Hlen) as (lefts & a & rights & -> & Hl).
  rewrite stairs_of in E.
  change (lower ++ t :: s :: upper) with (lower ++ [t] ++ s :: upper) in E.
  change (snd (below gone a rights) ++ fst (below gone a rights) :: a - last lefts 0 :: rev (differences 0 lefts))
    with (snd (below gone a rights) ++ [fst (below gone a rights)] ++ (a - last lefts 0) :: rev (differences 0 lefts)) in E.
  rewrite !app_assoc in E. apply app_same_tail in E.
  2: { now rewrite rev_length, length_differences. }
  destruct E as (E1 & -> & ->). apply app_inj_tail in E1. destruct E1 as [-> ->].
  assert (Hk' : 1 <= k <= a) by lia. assert (Hl' : last lefts 0 <= a - k) by lia.
  destruct (stairs_after gone lefts a rights k Hr Hk' Hl') as (gone' & E).
  exists (lefts ++ a - k :: rights). split; [now constructor|].
  split; [now apply rising_after|]. exists gone'. now rewrite E.
Qed.

Lemma alike_value : forall (P Q : Type) (move : P -> P -> Prop) (move' : Q -> Q -> Prop) (R : P -> Q -> Prop),
  (forall p q, R p q -> forall p', move p p' -> exists q', move' q q' /\ R p' q') ->
  (forall p q, R p q -> forall q', move' q q' -> exists p', move p p' /\ R p' q') ->
  forall q v, GrundyValue move' q v -> forall p, R p q -> GrundyValue move p v.
Proof.
  intros P Q move move' R Hf Hb.
  refine (value_induction move' (fun q v => forall p, R p q -> GrundyValue move p v) _).
  intros q v Hother Hless p HR. constructor.
  - intros p' Hm. destruct (Hf p q HR p' Hm) as (q' & Hm' & HR').
    destruct (Hother q' Hm') as (w & Hw & _ & IH). eauto.
  - intros w Hw. destruct (Hless w Hw) as (q' & Hm' & _ & IH).
    destruct (Hb p q HR q' Hm') as (p' & Hm & HR'). eauto.
Qed.

Lemma kamyki_value : forall piles, Sorted N.le piles ->
  GrundyValue kamyki_move piles (odd_stairs (kamyki_stairs piles)).
Proof.
  intros piles H. apply sorted_rising in H.
  apply (alike_value _ _ kamyki_move stair_move shows kamyki_forward kamyki_backward)
    with (q := kamyki_stairs piles).
  - apply stairs_value.
  - split; [exact H | now exists 0].
Qed.

Lemma odd_stairs_gone : forall a b stairs, odd_stairs (a :: stairs) = odd_stairs (b :: stairs).
Proof. reflexivity. Qed.

Theorem kamyki_proved : kamyki.
Proof.
  split.
  - intros piles H. pose proof (kamyki_value piles H) as Hv.
    split; [exact Hv|]. split; [now apply loses_value | now apply wins_value].
  - intros lefts a rights k Hs Hk Hl. cbv zeta.
    pose proof (proj1 (sorted_rising _) Hs) as Hr.
    assert (Hs' : Sorted N.le (lefts ++ a - k :: rights))
      by now apply sorted_rising, rising_after.
    rewrite <- (loses_value _ _ _ (kamyki_value _ Hs')).
    destruct (stairs_after 0 lefts a rights k Hr Hk Hl) as (gone & E).
    unfold kamyki_stairs. rewrite (odd_stairs_gone 0 gone).
    fold (stairs_with gone (lefts ++ a - k :: rights)). rewrite E.
    fold (stairs_with 0 (lefts ++ a :: rights)). rewrite stairs_of.
    rewrite zero_after_stair_move by lia.
    assert (Hlow : length (snd (below 0 a rights)) = length rights).
    { destruct rights; simpl; auto. now rewrite rev_length, length_differences. }
    rewrite Hlow. replace (fst (below 0 a rights)) with (hd 0 (differences a rights)); [reflexivity|].
    now destruct rights.
Qed.
