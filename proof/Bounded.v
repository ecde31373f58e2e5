(** Section 2: bounded Nim. *)

From Coq Require Import Arith NArith List Lia.
From Grundy Require Import Rules Verdicts Bouton.
Import ListNotations.
Open Scope N_scope.

Lemma residue_after : forall k a s, s <= k -> s <= a ->
  (a - s) mod (k + 1)
  = if s <=? a mod (k + 1) then a mod (k + 1) - s else a mod (k + 1) + (k + 1) - s.
Proof.
  intros k a s Hk Ha.
  pose proof (N.div_mod a (k + 1)) as E. pose proof (N.mod_lt a (k + 1)) as Hr.
  remember (a mod (k + 1)) as r. remember (a / (k + 1)) as q.
  symmetry. destruct (N.leb_spec s r) as [H | H].
  - apply (N.mod_unique _ _ q); lia.
  - assert (q <> 0) by (intros ->; lia).
    apply (N.mod_unique _ _ (q - 1)); [lia|].
    rewrite N.mul_sub_distr_l. assert ((k + 1) * 1 <= (k + 1) * q) by (apply N.mul_le_mono_l; lia).
    lia.
Qed.

Lemma bounded_heap_value : forall k a, 1 <= k ->
  GrundyValue (bounded_heap_move k) a (a mod (k + 1)).
Proof.
  intros k a Hk. induction a as [a IH] using (well_founded_induction N.lt_wf_0).
  pose proof (N.mod_lt a (k + 1)) as Hr.
  pose proof (N.mod_le a (k + 1)) as Hle.
  constructor.
  - intros b (s & Hs & E). exists (b mod (k + 1)). split; [|apply IH; lia].
    replace b with (a - s) by lia. rewrite residue_after by lia.
    destruct (N.leb_spec s (a mod (k + 1))); lia.
  - intros w Hw. exists (a - (a mod (k + 1) - w)). split.
    + exists (a mod (k + 1) - w). lia.
    + replace w with ((a - (a mod (k + 1) - w)) mod (k + 1)) at 2; [apply IH; lia|].
      rewrite residue_after by lia. destruct (N.leb_spec (a mod (k + 1) - w) (a mod (k + 1))); lia.
Qed.

Lemma bounded_values : forall k heaps, 1 <= k ->
  Forall2 (GrundyValue (bounded_heap_move k)) heaps (residues k heaps).
Proof. intros k heaps Hk. induction heaps; constructor; auto using bounded_heap_value. Qed.

Lemma bounded_value : forall k heaps, 1 <= k ->
  GrundyValue (bounded_move k) heaps (nim_sum (residues k heaps)).
Proof. intros. now apply value_of_sum, bounded_values. Qed.

Theorem bounded_nim_proved : bounded_nim.
Proof.
  intros k Hk. split; [|split; [|split]].
  - intros a. now apply bounded_heap_value.
  - intros heaps. now apply loses_value, bounded_value.
  - intros heaps. now apply wins_value, bounded_value.
  - intros before a after s Hs Ha. cbv zeta.
    rewrite <- (loses_value _ _ _ (bounded_value k _ Hk)).
    unfold residues. rewrite !map_app. cbn [map].
    rewrite (nim_sum_zero_after _ (a mod (k + 1))).
    set (t := N.lxor (a mod (k + 1)) _).
    rewrite residue_after by lia. pose proof (N.mod_lt a (k + 1)).
    clearbody t. remember (a mod (k + 1)) as r. clear Heqr.
    destruct (N.leb_spec s r); lia.
Qed.
