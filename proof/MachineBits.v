(** A strip as one word: what the kernel's words have at each place. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Stairs Programs Machine MachineRows.
Import ListNotations.
Open Scope N_scope.

(** ** The kernel's words, place by place *)

Fixpoint lead (row : list bool) : N :=
  match row with true :: row => 1 + lead row | _ => 0 end.

Lemma lead_pawns : forall up, hd false up = false -> forall n s,
  lead (map (fun j => nth j (repeat true s ++ up) false) (seq 0 n)) = N.of_nat (Nat.min s n).
Proof.
  intros up Hup. induction n as [|n IH]; intros s.
  - now rewrite Nat.min_0_r.
  - cbn [seq map]. rewrite <- seq_shift, map_map. destruct s as [|s]; cbn [repeat app nth].
    + destruct up as [|[] up]; [reflexivity | discriminate | reflexivity].
    + cbn [lead]. rewrite IH. cbn [Nat.min]. lia.
Qed.

Lemma moved_land : forall d a b k, moved d (a &. b) k = moved d a k &. moved d b k.
Proof.
  intros [] a b k; unfold moved, shr; [|apply N.shiftr_land].
  apply N.bits_inj. intros i. rewrite N.land_spec, !testbit_shl, N.land_spec.
  destruct (i <? 64), (k <=? i); cbn [andb]; now rewrite ?andb_false_r.
Qed.

Lemma moved_moved : forall d a j k, moved d (moved d a j) k = moved d a (j + k).
Proof.
  intros [] a j k; unfold moved, shr; [|apply N.shiftr_shiftr].
  apply N.bits_inj. intros i. rewrite !testbit_shl.
  destruct (N.ltb_spec i 64), (N.leb_spec k i), (N.leb_spec j (i - k)), (N.leb_spec (j + k) i),
    (N.ltb_spec (i - k) 64); try lia; cbn [andb]; try reflexivity. f_equal. lia.
Qed.

Definition num (b0 b1 b2 : bool) : N := N.b2n b0 + 2 * N.b2n b1 + 4 * N.b2n b2.

Lemma lengths_bits : forall d marks a i,
  let '(size_0, size_1, size_2) := lengths d marks a in
  let run := lead [N.testbit a i; N.testbit (moved d a 1) i; N.testbit (moved d a 2) i;
                   N.testbit (moved d a 3) i; N.testbit (moved d a 4) i; N.testbit (moved d a 5) i;
                   N.testbit (moved d a 6) i] in
  N.testbit size_0 i = N.testbit marks i && N.testbit run 0
  /\ N.testbit size_1 i = N.testbit marks i && N.testbit run 1
  /\ N.testbit size_2 i = N.testbit marks i && N.testbit run 2.
Proof.
  intros. unfold lengths. rewrite !moved_land, !moved_moved.
  change (1 + 2) with 3. change (1 + 4) with 5. cbv zeta.
  rewrite !N.lxor_spec, !N.land_spec.
  destruct (N.testbit marks i); [|now rewrite !andb_false_l].
  destruct (N.testbit a i), (N.testbit (moved d a 1) i), (N.testbit (moved d a 2) i),
    (N.testbit (moved d a 3) i), (N.testbit (moved d a 4) i), (N.testbit (moved d a 5) i),
    (N.testbit (moved d a 6) i); repeat split; reflexivity.
Qed.

(** Whether a place has a winning move, from the bits of the three numbers: the end of [count]. *)
Definition won_bit (e o s0 s1 s2 t0 t1 t2 x0 x1 x2 : bool) : bool :=
  let highest_1 := x1 && negb x2 in
  let highest_0 := x0 && negb x1 && negb x2 in
  let lowers := o && (s2 && x2 || s1 && highest_1 || s0 && highest_0) in
  let is_higher := t2 && x2 || t1 && highest_1 || t0 && highest_0 in
  let common_1 := t0 && x0 in
  let common_2 := t1 && x1 in
  let sum_1 := xorb s1 common_1 in
  let carry := s1 && common_1 in
  let sum_2 := xorb (xorb s2 common_2) carry in
  let sum_3 := s2 && common_2 || carry && (s2 || common_2) in
  let enough_0 := s0 || negb x0 in
  let enough_1 := sum_1 && negb x1 || (sum_1 || negb x1) && enough_0 in
  let enough_2 := sum_2 && negb x2 || (sum_2 || negb x2) && enough_1 in
  let raises := e && negb o && (sum_3 || enough_2) && negb is_higher && (x0 || x1 || x2) in
  lowers || raises.

Lemma lowers_right : forall s0 s1 s2 t x0 x1 x2,
  won_bit true true s0 s1 s2 false false false x0 x1 x2
  = negb (winning_coins (num x0 x1 x2) true t (num s0 s1 s2) =? 0).
Proof. intros. unfold winning_coins. destruct s0, s1, s2, x0, x1, x2; reflexivity. Qed.

Lemma raises_right : forall s0 s1 s2 t0 t1 t2 x0 x1 x2,
  won_bit true false s0 s1 s2 t0 t1 t2 x0 x1 x2
  = negb (winning_coins (num x0 x1 x2) false (num t0 t1 t2) (num s0 s1 s2) =? 0).
Proof. intros. destruct s0, s1, s2, x0, x1, x2, t0, t1, t2; reflexivity. Qed.

Lemma num_of_bits : forall n, n <= 7 -> num (N.testbit n 0) (N.testbit n 1) (N.testbit n 2) = n.
Proof.
  intros n Hn. assert (H : n = 0 \/ n = 1 \/ n = 2 \/ n = 3 \/ n = 4 \/ n = 5 \/ n = 6 \/ n = 7) by lia.
  destruct H as [-> | [-> | [-> | [-> | [-> | [-> | [-> | ->]]]]]]]; reflexivity.
Qed.

(** The parity of the bits from place [i] down, [n] of them. *)
Fixpoint window (n : nat) (a i : N) : bool :=
  match n with
  | O => false
  | S n => xorb (window n a i) ((N.of_nat n <=? i) && N.testbit a (i - N.of_nat n))
  end.

Lemma window_add : forall a i n m,
  window (n + m) a i = xorb (window n a i) ((N.of_nat n <=? i) && window m a (i - N.of_nat n)).
Proof.
  intros a i n. induction m as [|m IH].
  - rewrite Nat.add_0_r. cbn [window]. now rewrite andb_false_r, xorb_false_r.
  - rewrite Nat.add_succ_r. cbn [window]. rewrite IH, xorb_assoc. f_equal.
    replace (i - N.of_nat n - N.of_nat m) with (i - N.of_nat (n + m)) by lia.
    destruct (N.leb_spec (N.of_nat n) i), (N.leb_spec (N.of_nat (n + m)) i),
      (N.leb_spec (N.of_nat m) (i - N.of_nat n)); try lia; cbn [andb]; try reflexivity.
Qed.

Lemma window_double : forall a w n k, N.of_nat n = k ->
  (forall i, i < 64 -> N.testbit w i = window n a i) ->
  forall i, i < 64 -> N.testbit (w ^. shl w k) i = window (n + n) a i.
Proof.
  intros a w n k <- H i Hi. rewrite N.lxor_spec, testbit_shl, window_add, H by exact Hi.
  destruct (N.ltb_spec i 64); [|lia]. cbn [andb]. f_equal.
  destruct (N.leb_spec (N.of_nat n) i); [|reflexivity]. cbn [andb]. apply H. lia.
Qed.

Lemma first_of_block : forall n a,
  N.testbit a (N.of_nat n) && negb (N.testbit (a + 1) (N.of_nat n))
  = forallb (fun j => N.testbit a (N.of_nat j)) (seq 0 (S n)).
Proof.
  assert (Hsucc : forall b k, N.testbit b (N.succ k) = N.testbit (N.div2 b) k)
    by (intros; apply N.testbit_succ_r_div2; lia).
  induction n as [|n IH]; intros a.
  - cbn [seq forallb N.of_nat]. rewrite andb_true_r, !N.bit0_odd, N.add_1_r, N.odd_succ, <- N.negb_odd.
    now destruct (N.odd a).
  - rewrite Nat2N.inj_succ, !Hsucc.
    assert (E : forallb (fun j => N.testbit a (N.of_nat j)) (seq 0 (S (S n)))
              = N.odd a && forallb (fun j => N.testbit (N.div2 a) (N.of_nat j)) (seq 0 (S n))).
    { change (seq 0 (S (S n))) with (0%nat :: seq 1 (S n)). rewrite <- seq_shift. cbn [forallb].
      cbn [N.of_nat]. rewrite N.bit0_odd. f_equal. generalize (seq 0 (S n)) as l.
      induction l as [|j l IHl]; [reflexivity|]. cbn [map forallb]. now rewrite IHl, Nat2N.inj_succ, Hsucc. }
    rewrite E, <- IH. pose proof (N.div2_odd a) as Ha.
    assert (Hnext : N.div2 (a + 1) = if N.odd a then N.div2 a + 1 else N.div2 a).
    { destruct (N.odd a); cbn [N.b2n] in Ha; rewrite Ha at 1.
      - replace (2 * N.div2 a + 1 + 1) with (2 * (N.div2 a + 1)) by lia. apply N.div2_double.
      - rewrite N.add_0_r, N.add_1_r, N.succ_double_spec || rewrite N.add_0_r. rewrite N.div2_div.
        rewrite N.add_comm, N.mul_comm. now rewrite N.div_add by lia. }
    rewrite Hnext. destruct (N.odd a); [reflexivity|]. now destruct (N.testbit (N.div2 a) (N.of_nat n)).
Qed.

(** ** A word as a row *)

Definition row_of_word (pawns : N) : list bool := map (fun i => N.testbit pawns (N.of_nat i)) (seq 0 64).

Fixpoint parity_of (n : nat) (row : list bool) : bool :=
  match n with O => false | S n => xorb (parity_of n row) (nth n row false) end.

Lemma parity_of_cons : forall n c row, parity_of (S n) (c :: row) = xorb c (parity_of n row).
Proof.
  induction n as [|n IH]; intros c row; [now destruct c|].
  change (parity_of (S (S n)) (c :: row)) with (xorb (parity_of (S n) (c :: row)) (nth n row false)).
  rewrite IH. cbn [parity_of]. apply xorb_assoc.
Qed.

Lemma parity_of_all : forall row n, (length row <= n)%nat -> parity_of n (map negb row) = N.odd (frees row).
Proof.
  induction row as [|c row IH]; intros n Hn.
  - cbn [map]. induction n as [|n IH]; [reflexivity|]. cbn [parity_of].
    rewrite IH by (cbn; lia). now destruct n.
  - destruct n as [|n]; [cbn in Hn; lia|]. cbn [map]. rewrite parity_of_cons, IH by (cbn in Hn; lia).
    unfold frees. cbn [filter]. destruct c; cbn [negb length]; [apply xorb_false_l|].
    rewrite Nat2N.inj_succ, N.odd_succ, <- N.negb_odd. now destruct (N.odd _).
Qed.

Section Row.
  Variables (pawns : N) (down up : list bool).
  Hypothesis Hword : is_word pawns.
  Hypothesis Hrow : row_of_word pawns = rev down ++ up.
  Hypothesis Hup : up <> [].
  Let i := N.of_nat (length down).

  Lemma place_is_in_word : i < 64.
  Proof.
    assert (E : length (row_of_word pawns) = 64%nat) by (unfold row_of_word; now rewrite map_length, seq_length).
    rewrite Hrow, app_length, rev_length in E. destruct up; [contradiction|]. cbn [length] in E. unfold i. lia.
  Qed.

  Lemma bit_of_row : forall j, N.testbit pawns (N.of_nat j) = nth j (row_of_word pawns) false.
  Proof.
    intros j. unfold row_of_word. destruct (le_lt_dec 64 j) as [Hj | Hj].
    - rewrite nth_overflow by (rewrite map_length, seq_length; exact Hj).
      apply (proj1 (word_bits pawns) Hword). lia.
    - set (bit := fun i => N.testbit pawns (N.of_nat i)).
      rewrite (nth_indep _ false (bit 0%nat)) by (rewrite map_length, seq_length; exact Hj).
      rewrite (map_nth bit), seq_nth by exact Hj. reflexivity.
  Qed.

  Lemma bit_up : forall j, N.testbit pawns (i + N.of_nat j) = nth j up false.
  Proof.
    intros j. unfold i. rewrite <- Nat2N.inj_add, bit_of_row, Hrow.
    rewrite app_nth2 by (rewrite rev_length; lia). f_equal. rewrite rev_length. lia.
  Qed.

  Lemma bit_here : N.testbit pawns i = hd false up.
  Proof.
    pose proof (bit_up 0) as H. change (N.of_nat 0) with 0 in H. rewrite N.add_0_r in H. rewrite H.
    now destruct up.
  Qed.

  Lemma bit_down : forall j, (N.of_nat (S j) <=? i) && N.testbit pawns (i - N.of_nat (S j)) = nth j down false.
  Proof.
    intros j. unfold i. destruct (N.leb_spec (N.of_nat (S j)) (N.of_nat (length down))) as [H | H]; cbn [andb].
    - replace (N.of_nat (length down) - N.of_nat (S j)) with (N.of_nat (length down - S j)) by lia.
      rewrite bit_of_row, Hrow, app_nth1 by (rewrite rev_length; lia).
      rewrite rev_nth by lia. f_equal. lia.
    - symmetry. apply nth_overflow. lia.
  Qed.

  Lemma window_here : forall n,
    window (S n) (complement pawns) i = xorb (negb (hd false up)) (parity_of n (map negb down)).
  Proof.
    pose proof place_is_in_word as Hi.
    induction n as [|n IH].
    - cbn [window parity_of N.of_nat]. rewrite N.sub_0_r, testbit_complement, bit_here by exact Hi.
      replace (0 <=? i) with true by (symmetry; apply N.leb_le; lia). now destruct (hd false up).
    - change (window (S (S n)) (complement pawns) i) with (xorb (window (S n) (complement pawns) i)
        ((N.of_nat (S n) <=? i) && N.testbit (complement pawns) (i - N.of_nat (S n)))).
      rewrite IH, xorb_assoc. f_equal. cbn [parity_of]. f_equal.
      pose proof (bit_down n) as Hbit. rewrite testbit_complement by lia.
      destruct (N.leb_spec (N.of_nat (S n)) i) as [H | H]; cbn [andb] in *.
      + rewrite Hbit. rewrite (nth_indep (map negb down) false (negb false)); [symmetry; apply map_nth|].
        rewrite map_length. unfold i in H. lia.
      + symmetry. apply nth_overflow. rewrite map_length. unfold i in H. lia.
  Qed.

  Lemma ends_bits : forall board, pawns_at board = pawns ->
    let (ends, odd) := ends_and_odd board in
    N.testbit ends i = hd false up && negb (hd false down) && negb (N.testbit (second board) i)
    /\ N.testbit odd i = N.testbit ends i
         && negb (xorb (xorb (negb (hd false up)) (N.odd (frees down))) (N.testbit (even_right board) i)).
  Proof.
    pose proof place_is_in_word as Hi. intros board E. unfold ends_and_odd. rewrite E. cbv zeta.
    set (free := _ ^. shl _ 32).
    assert (Hfree : N.testbit free i = xorb (negb (hd false up)) (N.odd (frees down))).
    { assert (H0 : forall j, j < 64 -> N.testbit (complement pawns) j = window 1 (complement pawns) j).
      { intros j _. cbn [window N.of_nat]. rewrite N.sub_0_r.
        replace (0 <=? j) with true by (symmetry; apply N.leb_le; lia). now destruct (N.testbit _ j). }
      pose proof (window_double _ _ 1 1 eq_refl H0) as H1.
      pose proof (window_double _ _ 2 2 eq_refl H1) as H2.
      pose proof (window_double _ _ 4 4 eq_refl H2) as H4.
      pose proof (window_double _ _ 8 8 eq_refl H4) as H8.
      pose proof (window_double _ _ 16 16 eq_refl H8) as H16.
      pose proof (window_double _ _ 32 32 eq_refl H16) as H32.
      unfold free. rewrite (H32 i Hi). change (32 + 32)%nat with (S 63). rewrite window_here.
      f_equal. apply parity_of_all. unfold i in Hi. lia. }
    clearbody free. split.
    - rewrite !N.land_spec, !testbit_complement, testbit_shl, bit_here by exact Hi.
      destruct (N.ltb_spec i 64); [|lia]. cbn [andb].
      pose proof (bit_down 0) as Hbit. change (N.of_nat 1) with 1 in Hbit. rewrite Hbit. now destruct down.
    - rewrite N.land_spec. f_equal. rewrite testbit_complement by exact Hi. now rewrite N.lxor_spec, Hfree.
  Qed.

  (** How many pawns stand side by side from here on, up and down; at most 7 are counted. *)
  Lemma run_up : lead [N.testbit pawns i; N.testbit (moved false pawns 1) i; N.testbit (moved false pawns 2) i;
      N.testbit (moved false pawns 3) i; N.testbit (moved false pawns 4) i; N.testbit (moved false pawns 5) i;
      N.testbit (moved false pawns 6) i]
    = lead (map (fun j => nth j up false) (seq 0 7)).
  Proof.
    unfold moved, shr. rewrite !N.shiftr_spec'. cbn [seq map].
    rewrite <- (bit_up 1), <- (bit_up 2), <- (bit_up 3), <- (bit_up 4), <- (bit_up 5), <- (bit_up 6).
    rewrite bit_here. now destruct up.
  Qed.

  Lemma run_down : let below := shl pawns 2 in
    lead [N.testbit below i; N.testbit (moved true below 1) i; N.testbit (moved true below 2) i;
      N.testbit (moved true below 3) i; N.testbit (moved true below 4) i; N.testbit (moved true below 5) i;
      N.testbit (moved true below 6) i]
    = lead (map (fun j => nth j (tl down) false) (seq 0 7)).
  Proof.
    pose proof place_is_in_word as Hi. cbv zeta. change (shl pawns 2) with (moved true pawns 2).
    rewrite !moved_moved. unfold moved. rewrite !testbit_shl. destruct (N.ltb_spec i 64); [|lia]. cbn [andb].
    assert (H' : forall j, nth j (tl down) false = nth (S j) down false) by (intros; destruct down; [now destruct j | reflexivity]).
    cbn [seq map]. rewrite !H'. now rewrite <- !bit_down.
  Qed.
End Row.

(** ** The kernel as a sum over places *)

Lemma count_is : forall board ends odd s0 s1 s2 t0 t1 t2,
  is_word (pawns_at board) -> N.odd (pawns_at board &. next_to_goal board) = false ->
  ends_and_odd board = (ends, odd) ->
  lengths false ends (pawns_at board) = (s0, s1, s2) ->
  lengths true (ends &. complement odd) (shl (pawns_at board) 2) = (t0, t1, t2) ->
  let x w := N.odd (count_ones (w &. odd)) in
  fst (small_count board)
  = sum_from (fun i => N.b2n (won_bit (N.testbit ends i) (N.testbit odd i)
      (N.testbit s0 i) (N.testbit s1 i) (N.testbit s2 i)
      (N.testbit t0 i) (N.testbit t1 i) (N.testbit t2 i) (x s0) (x s1) (x s2))) 0 64
  /\ (snd (small_count board) = 0 -> forall i, i < 64 ->
       N.testbit ends i && forallb (fun j => N.testbit (pawns_at board) (i + N.of_nat j)) (seq 0 8) = false).
Proof.
  intros board ends odd s0 s1 s2 t0 t1 t2 Hword Hwins Hends Hs Ht x.
  assert (Hbeyond : forall i, 64 <= i -> N.testbit ends i = false /\ N.testbit odd i = false).
  { intros i Hi. unfold ends_and_odd in Hends. injection Hends as <- <-.
    rewrite !N.land_spec, (proj1 (word_bits _) Hword i Hi). auto. }
  unfold small_count. rewrite Hends, Hs, Ht. cbn [fst snd]. split.
  - match goal with |- count_ones ?w = _ => set (won := w) end.
    rewrite (count_ones_sum 64 won).
    + apply sum_from_ext. intros i Hi. change (0 <= i < 64) in Hi. f_equal. unfold won, won_bit, x.
      destruct Hi as [_ Hi].
      repeat (rewrite N.lor_spec || rewrite N.land_spec || rewrite N.lxor_spec
        || (rewrite testbit_complement by exact Hi) || (rewrite testbit_all_if by exact Hi)).
      rewrite Hwins. now rewrite !andb_false_r, !andb_true_r, orb_false_l.
    + change (2 ^ N.of_nat 64) with (2 ^ 64). apply word_bits. intros i Hi. unfold won.
      destruct (Hbeyond i Hi) as [H1 H2].
      repeat (rewrite N.lor_spec || rewrite N.land_spec).
      now rewrite H1, H2, (proj1 (word_bits _) Hword i Hi).
  - intros Hlong i Hi. apply (f_equal (fun w => N.testbit w i)) in Hlong. rewrite N.bits_0 in Hlong.
    repeat (rewrite N.land_spec in Hlong || rewrite N.shiftr_spec' in Hlong || unfold shr in Hlong).
    rewrite testbit_complement, testbit_all_if, Hwins, andb_true_r in Hlong by exact Hi.
    rewrite <- !N.add_assoc in Hlong. cbn [seq forallb N.of_nat Pos.of_succ_nat Pos.succ].
    rewrite N.add_0_r.
    change (4 + (2 + 1)) with 7 in Hlong. change (4 + 2) with 6 in Hlong. change (4 + 1) with 5 in Hlong.
    change (2 + 1) with 3 in Hlong.
    destruct (N.testbit ends i), (N.testbit (pawns_at board) i), (N.testbit (pawns_at board) (i + 1)),
      (N.testbit (pawns_at board) (i + 2)), (N.testbit (pawns_at board) (i + 3)),
      (N.testbit (pawns_at board) (i + 4)), (N.testbit (pawns_at board) (i + 5)),
      (N.testbit (pawns_at board) (i + 6)), (N.testbit (pawns_at board) (i + 7)); auto.
Qed.
