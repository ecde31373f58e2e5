(** The kernels on numbers: bounded Nim's reciprocal, pairs of stairs, eight digits. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Verdicts Bouton Bounded Stairs Programs Machine.
Import ListNotations.
Open Scope N_scope.

(** ** Words *)

Lemma word_is : forall n, word n = n mod 2 ^ 64.
Proof. intros. apply N.land_ones. Qed.

Lemma word_small : forall n, n < 2 ^ 64 -> word n = n.
Proof. intros. rewrite word_is. now apply N.mod_small. Qed.

Lemma wrapping_sub_down : forall a b, b <= a -> a < 2 ^ 64 -> wrapping_sub a b = a - b.
Proof.
  intros a b Hb Ha. unfold wrapping_sub. rewrite word_is.
  replace (a + 2 ^ 64 - b) with (a - b + 1 * 2 ^ 64) by lia.
  rewrite N.mod_add by lia. apply N.mod_small. lia.
Qed.

Lemma wrapping_sub_wraps : forall a b, a < b -> b <= 2 ^ 64 -> wrapping_sub a b = a + 2 ^ 64 - b.
Proof. intros a b Hb Ha. apply word_small. lia. Qed.

(** ** The reciprocal *)

(** With the reciprocal of [p] rounded down, the quotient is right or 1 too small. *)
Lemma quotient_near : forall whole p size, 1 <= p -> size < whole ->
  let quotient := size * ((whole - 1) / p) / whole in
  quotient * p <= size < quotient * p + 2 * p.
Proof.
  intros whole p size Hp Hsize quotient.
  pose proof (N.div_mod (whole - 1) p ltac:(lia)) as E.
  pose proof (N.mod_lt (whole - 1) p ltac:(lia)) as Hm.
  pose proof (N.div_mod (size * ((whole - 1) / p)) whole ltac:(lia)) as E'.
  pose proof (N.mod_lt (size * ((whole - 1) / p)) whole ltac:(lia)) as Hm'.
  fold quotient in E'. remember ((whole - 1) / p) as r. remember ((whole - 1) mod p) as e.
  remember ((size * r) mod whole) as e'. clearbody quotient. clear Heqr Heqe Heqe'.
  assert (H1 : quotient * whole * p <= size * r * p).
  { apply N.mul_le_mono_r. rewrite E'. rewrite N.mul_comm. lia. }
  assert (H2 : size * r * p <= size * whole).
  { rewrite <- N.mul_assoc. apply N.mul_le_mono_l. lia. }
  assert (H3 : size * r * p < (quotient * whole + whole) * p).
  { apply N.mul_lt_mono_pos_r; [lia|]. rewrite E'. rewrite (N.mul_comm whole). lia. }
  assert (H4 : size * whole <= size * (r * p) + size * p).
  { rewrite <- N.mul_add_distr_l. apply N.mul_le_mono_l. lia. }
  assert (H5 : size * p < whole * p) by (apply N.mul_lt_mono_pos_r; lia).
  split.
  - apply (N.mul_le_mono_pos_r _ _ whole); [lia|]. lia.
  - apply (N.mul_lt_mono_pos_r whole); [lia|]. lia.
Qed.

Lemma below_period_mod : forall p rest, p < 2 ^ 64 -> rest < 2 ^ 64 -> 1 <= p -> rest < 2 * p ->
  below_period p rest = rest mod p.
Proof.
  intros p rest Hp Hrest H1 H2. unfold below_period.
  destruct (N.lt_ge_cases rest p) as [H | H].
  - rewrite wrapping_sub_wraps by lia. rewrite N.mod_small by exact H.
    destruct (N.ltb_spec (rest + 2 ^ 64 - p) rest); [lia | reflexivity].
  - rewrite wrapping_sub_down by lia. destruct (N.ltb_spec (rest - p) rest); [|lia].
    apply (N.mod_unique _ _ 1); lia.
Qed.

Lemma mod_without : forall p size quotient, quotient * p <= size -> 1 <= p ->
  (size - quotient * p) mod p = size mod p.
Proof.
  intros p size quotient H Hp. rewrite <- (N.mod_add (size - quotient * p) quotient p) by lia.
  f_equal. lia.
Qed.

(** The period is 0 for 2^64, and then nothing is taken off. *)
Lemma period_is : forall k, is_word k ->
  (bounded_period k = 0 /\ k + 1 = 2 ^ 64) \/ (bounded_period k = k + 1 /\ k + 1 < 2 ^ 64).
Proof.
  intros k Hk. unfold bounded_period, wrapping_add, is_word in *.
  destruct (N.eq_dec (k + 1) (2 ^ 64)) as [E | E].
  - left. rewrite E. split; reflexivity.
  - right. rewrite word_small; lia.
Qed.

Lemma below_nothing : forall rest, rest < 2 ^ 64 -> below_period 0 rest = rest.
Proof.
  intros rest H. unfold below_period. rewrite wrapping_sub_down by lia. rewrite N.sub_0_r.
  now rewrite N.ltb_irrefl.
Qed.

Theorem reciprocal_right_proved : reciprocal_right.
Proof.
  intros k size Hk Hsize. unfold bounded_of, bounded_reciprocal, bounded_modulus, is_word in *.
  destruct (period_is k Hk) as [[-> E] | [-> E]].
  - cbn [N.eqb]. rewrite N.mul_0_r, N.shiftr_0_l. unfold wrapping_mul. rewrite N.mul_0_l.
    rewrite wrapping_sub_down by (cbn; lia). rewrite below_nothing by (cbn; lia).
    change (word 0) with 0. rewrite E, N.mod_small by exact Hsize. apply N.sub_0_r.
  - destruct (N.eqb_spec (k + 1) 0); [lia|]. rewrite N.shiftr_div_pow2.
    destruct (quotient_near (2 ^ 64) (k + 1) size) as [H1 H2]; [lia | exact Hsize|].
    remember (size * ((2 ^ 64 - 1) / (k + 1)) / 2 ^ 64) as quotient.
    unfold wrapping_mul. rewrite word_small by lia. rewrite wrapping_sub_down by lia.
    rewrite below_period_mod by lia. apply mod_without; lia.
Qed.

Theorem narrow_reciprocal_right_proved : narrow_reciprocal_right.
Proof.
  intros k size Hk Hsize. unfold bounded_of_narrow, bounded_reciprocal, bounded_modulus, is_word in *.
  rewrite !N.land_ones, (N.mod_small size) by exact Hsize.
  assert (Hwide : 2 ^ 32 <= 2 ^ 64) by (vm_compute; discriminate).
  destruct (period_is k Hk) as [[-> E] | [-> E]].
  - cbn [N.eqb]. rewrite N.shiftr_0_l. unfold wrapping_mul. change (0 mod 2 ^ 32) with 0. rewrite N.mul_0_r.
    change (word 0) with 0.
    rewrite wrapping_sub_down by lia. rewrite N.sub_0_r, below_nothing by lia.
    rewrite E. symmetry. apply N.mod_small. lia.
  - destruct (N.eqb_spec (k + 1) 0); [lia|]. rewrite !N.shiftr_div_pow2, N.div_div by lia.
    rewrite (N.mul_comm (k + 1) (2 ^ 32)), <- N.div_div by lia.
    change ((2 ^ 64 - 1) / 2 ^ 32) with (2 ^ 32 - 1).
    assert (Hr : (2 ^ 32 - 1) / (k + 1) < 2 ^ 32).
    { apply N.div_lt_upper_bound; [lia|]. apply N.lt_le_trans with (1 * 2 ^ 32); [lia|].
      apply N.mul_le_mono_r. lia. }
    destruct (quotient_near (2 ^ 32) (k + 1) size) as [H1 H2]; [lia | exact Hsize|].
    unfold wrapping_mul. rewrite (word_small (size * _)).
    2: { apply N.lt_le_trans with (2 ^ 32 * 2 ^ 32); [|vm_compute; discriminate].
         apply N.mul_lt_mono; assumption. }
    remember (size * ((2 ^ 32 - 1) / (k + 1)) / 2 ^ 32) as quotient eqn:Hq.
    destruct (N.lt_ge_cases (k + 1) (2 ^ 32)) as [Hp | Hp].
    + rewrite (N.mod_small (k + 1)) by exact Hp. rewrite word_small by lia.
      rewrite wrapping_sub_down by lia. rewrite below_period_mod by lia. apply mod_without; lia.
    + assert (Hz : quotient = 0).
      { rewrite Hq. rewrite (N.div_small (2 ^ 32 - 1)) by lia. now rewrite N.mul_0_r. }
      rewrite Hz, N.mul_0_l. change (word 0) with 0. rewrite wrapping_sub_down by lia.
      rewrite N.sub_0_r. apply below_period_mod; lia.
Qed.

Theorem bounded_count_right_proved : bounded_count_right.
Proof.
  intros k before a after Hk Hkw Ha x wins Hx.
  destruct (bounded_nim_proved k Hk) as (_ & _ & _ & Hmoves).
  assert (Hwins : forall s, wins s <-> 1 <= s <= k /\ s <= a /\
    ((N.lxor (a mod (k + 1)) x < a mod (k + 1) /\ s = a mod (k + 1) - N.lxor (a mod (k + 1)) x)
     \/ (a mod (k + 1) < N.lxor (a mod (k + 1)) x <= k
         /\ s = a mod (k + 1) + (k + 1) - N.lxor (a mod (k + 1)) x))).
  { intros s. unfold wins. split; intros (H1 & H2 & H3); split; auto; split; auto;
      apply (Hmoves before a after s H1 H2); exact H3. }
  split.
  - unfold bounded_wins. rewrite reciprocal_right_proved by assumption. unfold bounded_modulus.
    pose proof (N.mod_lt a (k + 1) ltac:(lia)) as Hr. pose proof (N.mod_le a (k + 1) ltac:(lia)) as Hle.
    assert (Hne : N.lxor (a mod (k + 1)) x <> a mod (k + 1)).
    { intros E. apply lxor_cancel in E. rewrite N.lxor_nilpotent in E. contradiction. }
    assert (Hsmall : a <= k -> a mod (k + 1) = a) by (intros; apply N.mod_small; lia).
    rewrite andb_true_iff, orb_true_iff, N.leb_le, !N.ltb_lt.
    clearbody wins. remember (a mod (k + 1)) as r. remember (N.lxor r x) as t. clear Heqr Heqt Hmoves.
    split.
    + intros [Hto Hway].
      destruct (N.lt_ge_cases t r) as [H | H]; [exists (r - t) | exists (r + (k + 1) - t)];
        apply Hwins; lia.
    + intros (s & Hs). apply Hwins in Hs. destruct (N.le_gt_cases a k) as [H | H]; [|lia].
      specialize (Hsmall H). lia.
  - intros s s' Hs Hs'. apply Hwins in Hs. apply Hwins in Hs'. lia.
Qed.

(** ** Pairs of stairs *)

Lemma shiftr_land_1 : forall a h, N.land (N.shiftr a h) 1 = N.b2n (N.testbit a h).
Proof.
  intros. change 1 with (N.ones 1). rewrite N.land_ones. change (2 ^ 1) with 2.
  rewrite <- N.bit0_mod, N.shiftr_spec', N.add_0_l. reflexivity.
Qed.

Lemma of_pair_right : forall x odd above t, x <> 0 -> is_word x -> is_word odd -> is_word above ->
  of_pair x odd above
  = (if winning_coins x true t odd =? 0 then 0 else 1)
    + (if winning_coins x false odd above =? 0 then 0 else 1).
Proof.
  intros x odd above t Hx Hxw Ho Ha. unfold of_pair, winning_coins, is_word in *.
  rewrite shiftr_land_1. pose proof (lxor_less odd x Hx) as Hless.
  assert (Hne : N.lxor odd x <> odd).
  { intros E. apply lxor_cancel in E. rewrite N.lxor_nilpotent in E. contradiction. }
  assert (Hword : N.lxor odd x < 2 ^ 64).
  { destruct (N.eq_dec (N.lxor odd x) 0) as [-> | Hn]; [reflexivity|].
    apply N.log2_lt_pow2; [lia|]. apply N.le_lt_trans with (N.max (N.log2 odd) (N.log2 x));
      [apply N.log2_lxor|].
    assert (Hlog : forall n, n < 2 ^ 64 -> N.log2 n < 64).
    { intros n Hn'. destruct (N.eq_dec n 0) as [-> | H0]; [reflexivity|]. apply N.log2_lt_pow2; lia. }
    apply N.max_lub_lt; auto. }
  destruct (N.testbit odd (N.log2 x)); cbn [N.b2n].
  - assert (H : N.lxor odd x < odd) by now apply Hless.
    destruct (N.ltb_spec (N.lxor odd x) odd); [|lia].
    destruct (N.eqb_spec (odd - N.lxor odd x) 0); [lia|].
    destruct (N.ltb_spec odd (N.lxor odd x)); [lia|]. cbn [andb N.eqb].
    destruct (_ <=? above); reflexivity.
  - assert (H : odd < N.lxor odd x).
    { destruct (N.lt_trichotomy odd (N.lxor odd x)) as [|[H | H]]; auto.
      - now symmetry in H.
      - apply Hless in H. discriminate. }
    destruct (N.ltb_spec (N.lxor odd x) odd); [lia|].
    destruct (N.ltb_spec odd (N.lxor odd x)); [|lia]. rewrite wrapping_sub_down by lia. cbn [andb N.eqb].
    destruct (N.leb_spec (N.lxor odd x - odd) above), (N.leb_spec (N.lxor odd x) (odd + above)); try lia.
    + destruct (N.eqb_spec (N.lxor odd x - odd) 0); [lia | reflexivity].
    + reflexivity.
Qed.

Lemma winning_stairs_zero : forall stairs odd t, winning_stairs 0 odd t stairs = 0.
Proof.
  induction stairs as [|s stairs IH]; intros; cbn [winning_stairs]; [reflexivity|].
  now rewrite winning_coins_zero, IH.
Qed.

Theorem stairs_count_right_proved : stairs_count_right.
Proof.
  intros x stairs t Hxw Hwords. unfold count_of_pairs.
  destruct (N.eqb_spec x 0) as [-> | Hx]; [symmetry; apply winning_stairs_zero|].
  assert (H : forall n stairs t, (length stairs <= n)%nat -> Forall is_word stairs ->
    fold_right (fun pair count => of_pair x (fst pair) (snd pair) + count) 0 (in_pairs stairs)
    = winning_stairs x true t stairs).
  { clear stairs t Hwords. induction n as [|n IH]; intros stairs t Hn Hwords.
    - destruct stairs; [reflexivity | cbn in Hn; lia].
    - destruct stairs as [|odd [|above upper]]; [reflexivity| |].
      + inversion Hwords. subst. cbn [in_pairs fold_right fst snd winning_stairs].
        rewrite (of_pair_right x odd 0 t) by (auto; reflexivity).
        replace (winning_coins x false odd 0) with 0; [cbn; lia|].
        destruct (N.eq_dec (winning_coins x false odd 0) 0) as [|E]; auto.
        apply winning_coins_range in E. lia.
      + inversion Hwords as [|? ? Ho Hrest]. inversion Hrest as [|? ? Ha Hupper]. subst.
        cbn [in_pairs fold_right fst snd winning_stairs negb].
        rewrite (of_pair_right x odd above t) by auto.
        rewrite (IH upper above) by (auto; cbn in Hn; lia). lia. }
  now apply (H (length stairs)).
Qed.
