(** The kernels on words: eight characters of a text at a time. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Programs Machine MachineNumbers.
Import ListNotations.
Open Scope N_scope.

(** ** A byte, and the bytes above it *)

Lemma testbit_byte : forall a u i, a < 256 ->
  N.testbit (a + 256 * u) i = if i <? 8 then N.testbit a i else N.testbit u (i - 8).
Proof.
  intros a u i Ha. change 256 with (2 ^ 8) in *. rewrite N.mul_comm.
  destruct (N.ltb_spec i 8) as [H | H].
  - rewrite <- (N.mod_pow2_bits_low (a + u * 2 ^ 8) 8 i H), N.mod_add by lia.
    now rewrite N.mod_small.
  - replace i with (i - 8 + 8) at 1 by lia. rewrite <- N.div_pow2_bits, N.div_add by lia.
    now rewrite N.div_small.
Qed.

Lemma bitwise_byte : forall (f : N -> N -> N) (g : bool -> bool -> bool),
  (forall a b i, N.testbit (f a b) i = g (N.testbit a i) (N.testbit b i)) ->
  (forall a b, a < 256 -> b < 256 -> f a b < 256) ->
  forall a b u v, a < 256 -> b < 256 -> f (a + 256 * u) (b + 256 * v) = f a b + 256 * f u v.
Proof.
  intros f g Hf Hbound a b u v Ha Hb. apply N.bits_inj. intros i.
  rewrite Hf, !testbit_byte by auto. rewrite !Hf. now destruct (i <? 8).
Qed.

Lemma byte_of_bits : forall a, (forall i, 8 <= i -> N.testbit a i = false) -> a < 256.
Proof.
  intros a H. destruct (N.eq_dec a 0) as [-> | Ha]; [reflexivity|]. change 256 with (2 ^ 8).
  apply N.log2_lt_pow2; [lia|]. destruct (N.lt_ge_cases (N.log2 a) 8) as [|Hge]; auto.
  apply H in Hge. now rewrite N.bit_log2 in Hge.
Qed.

Lemma bits_of_byte : forall a i, a < 256 -> 8 <= i -> N.testbit a i = false.
Proof.
  intros a i Ha Hi. destruct (N.eq_dec a 0) as [-> | H0]; [apply N.bits_0|].
  apply N.bits_above_log2. apply N.lt_le_trans with 8; [|exact Hi]. apply N.log2_lt_pow2; [lia | exact Ha].
Qed.

Lemma lor_byte : forall a b u v, a < 256 -> b < 256 ->
  N.lor (a + 256 * u) (b + 256 * v) = N.lor a b + 256 * N.lor u v.
Proof.
  apply (bitwise_byte N.lor orb); [intros; apply N.lor_spec|].
  intros a b Ha Hb. apply byte_of_bits. intros i Hi. now rewrite N.lor_spec, !bits_of_byte.
Qed.

Lemma land_byte : forall a b u v, a < 256 -> b < 256 ->
  N.land (a + 256 * u) (b + 256 * v) = N.land a b + 256 * N.land u v.
Proof.
  apply (bitwise_byte N.land andb); [intros; apply N.land_spec|].
  intros a b Ha Hb. apply byte_of_bits. intros i Hi. now rewrite N.land_spec, !bits_of_byte.
Qed.

Lemma every_byte : forall (P : N -> bool),
  forallb P (map N.of_nat (seq 0 256)) = true -> forall b, b < 256 -> P b = true.
Proof.
  intros P H b Hb. rewrite forallb_forall in H. apply H. apply in_map_iff.
  exists (N.to_nat b). split; [lia|]. apply in_seq. lia.
Qed.

(** ** How many digits come first *)

(** As [eight_wrong], on any number of bytes and without a largest number. *)
Definition wrong (n : nat) (characters : N) : N :=
  N.land (N.lor characters (characters + from_le_bytes (repeat 6 n))) (from_le_bytes (repeat 240 n)).

Lemma wrong_digit : forall n byte u, byte <= 9 -> wrong (S n) (byte + 256 * u) = 256 * wrong n u.
Proof.
  intros n byte u Hb. unfold wrong. cbn [repeat from_le_bytes].
  replace (byte + 256 * u + (6 + 256 * from_le_bytes (repeat 6 n)))
    with (byte + 6 + 256 * (u + from_le_bytes (repeat 6 n))) by lia.
  assert (Hlor : N.lor byte (byte + 6) < 16).
  { assert (H : (10 <=? byte) || (N.lor byte (byte + 6) <? 16) = true)
      by (apply (every_byte (fun byte => (10 <=? byte) || (N.lor byte (byte + 6) <? 16)));
          [vm_compute; reflexivity | lia]).
    apply orb_true_iff in H. rewrite N.leb_le, N.ltb_lt in H. lia. }
  rewrite lor_byte, land_byte by lia.
  assert (H : N.land (N.lor byte (byte + 6)) 240 = 0).
  { assert (H : (16 <=? N.lor byte (byte + 6)) || (N.land (N.lor byte (byte + 6)) 240 =? 0) = true)
      by (apply (every_byte (fun a => (16 <=? a) || (N.land a 240 =? 0)));
          [vm_compute; reflexivity | lia]).
    apply orb_true_iff in H. rewrite N.leb_le, N.eqb_eq in H. lia. }
  rewrite H. apply N.add_0_l.
Qed.

Lemma wrong_other : forall n byte u, 9 < byte < 256 ->
  exists a v, wrong (S n) (byte + 256 * u) = a + 256 * v /\ 0 < a < 256.
Proof.
  intros n byte u Hb. unfold wrong. cbn [repeat from_le_bytes].
  set (low := (byte + 6) mod 256). set (carry := (byte + 6) / 256).
  assert (E : byte + 6 = low + 256 * carry)
    by (unfold low, carry; pose proof (N.div_mod (byte + 6) 256); lia).
  assert (Hlow : low < 256) by (apply N.mod_lt; lia).
  replace (byte + 256 * u + (6 + 256 * from_le_bytes (repeat 6 n)))
    with (low + 256 * (u + from_le_bytes (repeat 6 n) + carry)) by lia.
  assert (Hor : N.lor byte low < 256).
  { apply byte_of_bits. intros i Hi. now rewrite N.lor_spec, !bits_of_byte by lia. }
  rewrite lor_byte, land_byte by lia.
  eexists. eexists. split; [reflexivity|].
  assert (H : (byte <=? 9) || ((0 <? N.land (N.lor byte low) 240) && (N.land (N.lor byte low) 240 <? 256))
              = true)
    by (apply (every_byte (fun byte => (byte <=? 9)
          || ((0 <? N.land (N.lor byte ((byte + 6) mod 256)) 240)
              && (N.land (N.lor byte ((byte + 6) mod 256)) 240 <? 256))));
        [vm_compute; reflexivity | lia]).
  apply orb_true_iff in H. rewrite andb_true_iff, N.leb_le, !N.ltb_lt in H. lia.
Qed.

Lemma trailing_zeros_byte : forall n, n <> 0 -> trailing_zeros (256 * n) = 8 + trailing_zeros n.
Proof.
  intros [|p] H; [contradiction|]. change (256 * N.pos p) with (N.pos (p~0~0~0~0~0~0~0~0)).
  cbn [trailing_zeros trailing_zeros_of]. lia.
Qed.

Lemma trailing_zeros_low : forall a v, 0 < a < 256 -> trailing_zeros (a + 256 * v) < 8.
Proof.
  intros a v Ha.
  assert (Hdivides : forall p, exists q, Npos p = 2 ^ trailing_zeros_of p * q).
  { induction p as [p _ | p IH |]; cbn [trailing_zeros_of].
    - exists (N.pos p~1). now rewrite N.mul_1_l.
    - destruct IH as [q E]. exists q. rewrite N.add_1_l, N.pow_succ_r', <- N.mul_assoc, <- E. reflexivity.
    - now exists 1. }
  destruct (N.lt_ge_cases (trailing_zeros (a + 256 * v)) 8) as [|Hge]; auto. exfalso.
  destruct (a + 256 * v) as [|p] eqn:E; [lia|]. cbn [trailing_zeros] in Hge.
  destruct (Hdivides p) as [q Hq].
  assert (Hmod : N.pos p mod 256 = 0).
  { rewrite Hq. replace (trailing_zeros_of p) with (trailing_zeros_of p - 8 + 8) by lia.
    rewrite N.pow_add_r. change (2 ^ 8) with 256. rewrite (N.mul_comm _ 256), <- N.mul_assoc, N.mul_comm.
    apply N.mod_mul. lia. }
  rewrite <- E, N.mul_comm, N.mod_add, N.mod_small in Hmod by lia. lia.
Qed.

(** The digits in front; what follows does not matter. *)
Lemma digits_of_wrong : forall bytes, Forall (fun byte => byte < 256) bytes ->
  let w := wrong (length bytes) (from_le_bytes bytes) in
  (w = 0 /\ digits_in_front bytes = N.of_nat (length bytes))
  \/ (w <> 0 /\ trailing_zeros w / 8 = digits_in_front bytes).
Proof.
  induction bytes as [|byte bytes IH]; intros H; [left; split; reflexivity|].
  inversion H as [|? ? Hb Hbytes]. subst. cbn [length from_le_bytes digits_in_front]. cbv zeta.
  destruct (N.leb_spec byte 9) as [H9 | H9].
  - rewrite wrong_digit by exact H9. specialize (IH Hbytes). cbv zeta in IH.
    destruct IH as [[E Hd] | [Hne Hd]]; [left | right].
    + rewrite E, Hd. split; lia.
    + split; [lia|]. rewrite trailing_zeros_byte by exact Hne. rewrite <- Hd.
      replace (8 + trailing_zeros _) with (1 * 8 + trailing_zeros (wrong (length bytes) (from_le_bytes bytes))) by lia.
      now rewrite N.div_add_l by lia.
  - right. destruct (wrong_other (length bytes) byte (from_le_bytes bytes)) as (a & v & E & Ha); [lia|].
    rewrite E. split; [lia|]. apply N.div_small. now apply trailing_zeros_low.
Qed.

Theorem eight_digits_right_proved : eight_digits_right.
Proof.
  intros bytes Hlength Hbytes. unfold eight_digits.
  assert (E : eight_wrong (from_le_bytes bytes) = wrong (length bytes) (from_le_bytes bytes)).
  { rewrite Hlength. unfold eight_wrong, wrong, wrapping_add, word. apply N.bits_inj. intros i.
    rewrite !N.land_spec, !N.lor_spec, N.land_spec.
    destruct (N.lt_ge_cases i 64) as [Hi | Hi].
    - rewrite N.ones_spec_low by exact Hi. now rewrite andb_true_r.
    - replace (N.testbit (from_le_bytes (repeat 240 8)) i) with false; [now rewrite !andb_false_r|].
      symmetry. apply N.bits_above_log2. apply N.lt_le_trans with 64; [vm_compute; reflexivity | exact Hi]. }
  rewrite E. destruct (digits_of_wrong bytes Hbytes) as [[-> Hd] | [_ Hd]].
  - rewrite Hd, Hlength. reflexivity.
  - exact Hd.
Qed.

(** ** The value of eight digits *)

Lemma land_every_fourth : forall b0 b1 b2 b3 b4 u,
  b0 < 256 -> b1 < 256 -> b2 < 256 -> b3 < 256 -> b4 < 256 ->
  N.land (b0 + 256 * (b1 + 256 * (b2 + 256 * (b3 + 256 * (b4 + 256 * u))))) 1095216660735
  = b0 + 2 ^ 32 * b4.
Proof.
  intros. change 1095216660735 with (255 + 256 * (0 + 256 * (0 + 256 * (0 + 256 * (255 + 256 * 0))))).
  rewrite !land_byte by lia. rewrite !N.land_0_r. change 255 with (N.ones 8). rewrite !N.land_ones.
  change (2 ^ 8) with 256. rewrite !N.mod_small by assumption. lia.
Qed.

Lemma shiftr_bytes : forall a u, a < 256 -> N.shiftr (a + 256 * u) 8 = u.
Proof.
  intros a u Ha. rewrite N.shiftr_div_pow2. change (2 ^ 8) with 256.
  rewrite N.mul_comm, N.div_add, N.div_small by lia. reflexivity.
Qed.

Theorem eight_value_right_proved : eight_value_right.
Proof.
  intros digits Hlength Hdigits.
  destruct digits as [|d0 [|d1 [|d2 [|d3 [|d4 [|d5 [|d6 [|d7 [|]]]]]]]]]; try discriminate.
  repeat match goal with H : Forall _ (_ :: _) |- _ => inversion_clear H end.
  cbn [from_le_bytes decimal fold_left]. set (w := d0 + _).
  assert (E : wrapping_add (wrapping_mul w 10) (N.shiftr w 8)
    = (10 * d0 + d1) + 256 * ((10 * d1 + d2) + 256 * ((10 * d2 + d3) + 256 * ((10 * d3 + d4)
      + 256 * ((10 * d4 + d5) + 256 * ((10 * d5 + d6) + 256 * ((10 * d6 + d7) + 256 * (10 * d7)))))))).
  { unfold wrapping_add, wrapping_mul, w. rewrite shiftr_bytes by lia.
    rewrite (word_small (_ * 10)) by lia. rewrite word_small by lia. lia. }
  unfold eight_value. cbv zeta. rewrite E. clear w E.
  replace 16 with (8 + 8) by reflexivity. rewrite <- N.shiftr_shiftr, !shiftr_bytes by lia.
  rewrite land_every_fourth by lia.
  rewrite <- (N.mul_0_r 256), <- (N.add_0_r (10 * d7)).
  rewrite land_every_fourth by lia.
  unfold wrapping_add, wrapping_mul. rewrite !word_is.
  replace ((10 * d0 + d1 + 2 ^ 32 * (10 * d4 + d5)) * (100 + 1000000 * 2 ^ 32))
    with (100 * (10 * d0 + d1) + 2 ^ 32 * (100 * (10 * d4 + d5) + 1000000 * (10 * d0 + d1))
          + 1000000 * (10 * d4 + d5) * 2 ^ 64) by lia.
  replace ((10 * d2 + d3 + 2 ^ 32 * (10 * d6 + d7)) * (1 + 10000 * 2 ^ 32))
    with ((10 * d2 + d3) + 2 ^ 32 * ((10 * d6 + d7) + 10000 * (10 * d2 + d3))
          + 10000 * (10 * d6 + d7) * 2 ^ 64) by lia.
  rewrite !N.mod_add by lia. rewrite (N.mod_small (100 * _ + _)), (N.mod_small (10 * d2 + _ + _)) by lia.
  rewrite N.mod_small by lia. rewrite N.shiftr_div_pow2. symmetry.
  apply (N.div_unique _ _ _ (100 * (10 * d0 + d1) + (10 * d2 + d3))); lia.
Qed.
