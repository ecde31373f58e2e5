(** The kernel on boards: a strip as one word, all blocks at a time. *)

From Coq Require Import Arith Bool NArith List Lia.
From Grundy Require Import Rules Verdicts Bouton Stairs Gra GraSquares Programs GraPrograms Machine MachineNumbers MachineRows MachineBits.
Import ListNotations.
Open Scope N_scope.

(** ** The sums over places as sums over groups *)

Lemma frees_cons : forall c row, frees (c :: row) = N.b2n (negb c) + frees row.
Proof. intros [] row; unfold frees; cbn [filter negb length N.b2n]; lia. Qed.

Lemma frees_pawns : forall k row, frees (repeat true k ++ row) = frees row.
Proof. induction k as [|k IH]; intros row; [reflexivity|]. cbn [repeat app]. now rewrite frees_cons, IH. Qed.

Lemma all_pawns_up : forall up, hd false up = false -> forall n s,
  forallb (fun j => nth j (repeat true s ++ up) false) (seq 0 n) = (n <=? s)%nat.
Proof.
  intros up Hup. induction n as [|n IH]; intros s; [reflexivity|].
  cbn [seq forallb]. rewrite <- seq_shift.
  assert (E : forall l, forallb (fun j => nth j (repeat true s ++ up) false) (map S l)
            = forallb (fun j => nth (S j) (repeat true s ++ up) false) l).
  { induction l as [|j l IHl]; [reflexivity|]. cbn [map forallb]. now rewrite IHl. }
  rewrite E. destruct s as [|s]; cbn [repeat app].
  - destruct up as [|[] up]; [reflexivity | discriminate | reflexivity].
  - cbn [nth]. rewrite IH. reflexivity.
Qed.

Section Board.
  Variables (free pawns : N) (board : small_board).
  Hypothesis Hword : is_word pawns.
  Hypothesis Hfree : 1 <= free.
  Hypothesis Hpawns : pawns_at board = pawns.
  Hypothesis Hsecond : second board = if free =? 1 then 2 else N.b2n (free =? 2).
  Hypothesis Heven : forall i, i < 64 -> N.testbit (even_right board) i = negb (N.odd free).
  Hypothesis Hgoal : N.odd (pawns &. next_to_goal board) = false.
  Variables (first : N) (further : list N).
  Hypothesis Hrow : row_of_word pawns = repeat true (N.to_nat first) ++ row_of further.
  Hypothesis Hfirst : free = 1 -> first = 0.

  (** The kernel's words at a place, from what is below and above it. *)
  Definition end_at (down up : list bool) : bool :=
    hd false up && negb (hd false down) && negb (N.testbit (second board) (N.of_nat (length down))).
  Definition odd_at (down up : list bool) : bool :=
    end_at down up
    && negb (xorb (xorb (negb (hd false up)) (N.odd (frees down))) (negb (N.odd free))).
  Definition run (row : list bool) : N := lead (map (fun j => nth j row false) (seq 0 7)).
  Definition size_at (k : N) (down up : list bool) : bool := end_at down up && N.testbit (run up) k.
  Definition below_at (k : N) (down up : list bool) : bool :=
    end_at down up && negb (odd_at down up) && N.testbit (run (tl down)) k.
  Definition won_at (x0 x1 x2 : bool) (down up : list bool) : N :=
    N.b2n (won_bit (end_at down up) (odd_at down up)
      (size_at 0 down up) (size_at 1 down up) (size_at 2 down up)
      (below_at 0 down up) (below_at 1 down up) (below_at 2 down up) x0 x1 x2).
  Definition counts_at (k : N) (down up : list bool) : N := N.b2n (size_at k down up && odd_at down up).
  Definition long_at (down up : list bool) : N :=
    N.b2n (end_at down up && forallb (fun j => nth j up false) (seq 0 8)).

  Lemma no_end : forall down up, hd false up = false \/ hd false down = true -> end_at down up = false.
  Proof. intros down up [H | H]; unfold end_at; rewrite H; [reflexivity | now rewrite andb_false_r]. Qed.

  Lemma second_right : forall down number t, below_is t down -> number = free + frees down ->
    (free = 1 -> last down false = false) ->
    N.testbit (second board) (N.of_nat (length down)) = (number =? 2).
  Proof.
    intros down number t Hbelow -> Hlast. rewrite Hsecond.
    destruct Hbelow as [[-> _] | (rest & -> & Hrest)].
    - change (frees []) with 0. rewrite N.add_0_r. destruct (N.eqb_spec free 1) as [-> | _]; [reflexivity|].
      now destruct (free =? 2).
    - rewrite frees_cons, frees_pawns. cbn [negb N.b2n length]. rewrite app_length, repeat_length.
      destruct (N.eqb_spec free 1) as [-> | Hne].
      + destruct rest as [|[] rest]; [| discriminate |].
        * specialize (Hlast eq_refl). destruct (N.to_nat t) as [|k]; [reflexivity|]. exfalso.
          revert Hlast. cbn [repeat app last]. rewrite app_nil_r. clear. induction k as [|k IH]; [discriminate | exact IH].
        * rewrite frees_cons. cbn [negb N.b2n length].
          destruct (N.eqb_spec (1 + (1 + (1 + frees rest))) 2); [lia|].
          rewrite N.bits_above_log2; [reflexivity|]. change (N.log2 2) with 1. lia.
      + destruct (N.eqb_spec (free + (1 + frees rest)) 2); [lia|].
        rewrite N.bits_above_log2; [reflexivity|].
        destruct (free =? 2); cbn [N.b2n]; [change (N.log2 1) with 0 | change (N.log2 0) with 0]; lia.
  Qed.

  Lemma at_start : forall down number t s up, below_is t down -> number = free + frees down ->
    s <> 0 -> (free = 1 -> last down false = false) ->
    end_at down (repeat true (N.to_nat s) ++ up) = negb (number =? 2)
    /\ odd_at down (repeat true (N.to_nat s) ++ up) = negb (number =? 2) && N.odd number.
  Proof.
    intros down number t s up Hbelow Hnumber Hs Hlast.
    assert (Hup : hd false (repeat true (N.to_nat s) ++ up) = true).
    { replace (N.to_nat s) with (S (N.to_nat (s - 1))) by lia. reflexivity. }
    assert (Hdown : hd false down = false) by (destruct Hbelow as [[-> _] | (rest & -> & _)]; reflexivity).
    assert (Hend : end_at down (repeat true (N.to_nat s) ++ up) = negb (number =? 2)).
    { unfold end_at. rewrite Hup, Hdown, (second_right down number t) by assumption. reflexivity. }
    split; [exact Hend|]. unfold odd_at. rewrite Hend, Hup, Hnumber, N.odd_add.
    now destruct (_ =? 2), (N.odd free), (N.odd (frees down)).
  Qed.

  Lemma run_of_group : forall s up, hd false up = false -> s <= 7 ->
    run (repeat true (N.to_nat s) ++ up) = s.
  Proof. intros s up Hup Hs. unfold run. rewrite lead_pawns by exact Hup. lia. Qed.

  Lemma run_below : forall t down, below_is t down -> t <= 7 -> run (tl down) = t.
  Proof.
    intros t down [[-> ->] | (rest & -> & Hrest)] Ht; [reflexivity|]. cbn [tl]. now apply run_of_group.
  Qed.

  Let entries := numbered free 0 first further.

  Lemma sum_of_row : forall f g (P : N -> N -> N -> Prop),
    (forall down up, end_at down up = false -> f down up = 0) ->
    (forall down number t s up, below_is t down -> number = free + frees down -> P number t s ->
       s <> 0 -> hd false up = false -> (free = 1 -> last down false = false) ->
       f down (repeat true (N.to_nat s) ++ up) = g number t s) ->
    Forall (fun entry => let '(number, t, s) := entry in P number t s) entries ->
    row_sum f [] (row_of_word pawns) = group_sum g entries.
  Proof.
    intros f g P Hzero Hstart HP. rewrite Hrow. apply (row_sum_of_groups f g free P); auto.
    - intros down up H. apply Hzero. now apply no_end.
    - now left.
    - change (frees []) with 0. lia.
  Qed.

  (** No long block: the sizes have three bits. *)
  Lemma sizes_small :
    row_sum long_at [] (row_of_word pawns) = 0 ->
    Forall (fun entry => let '(number, t, s) := entry in
      (number = 2 \/ s <= 7) /\ (number = 2 \/ N.odd number = true \/ t <= 7)) entries.
  Proof.
    intros H.
    rewrite (sum_of_row long_at (fun number _ s => N.b2n (negb (number =? 2) && (8 <=? s)))
               (fun _ _ _ => True)) in H.
    - assert (Hall : forall others number t s, 1 <= number ->
        (number = 2 \/ N.odd number = true \/ t <= 7) ->
        group_sum (fun number _ s => N.b2n (negb (number =? 2) && (8 <=? s))) (numbered number t s others) = 0 ->
        Forall (fun entry => let '(number, t, s) := entry in
          (number = 2 \/ s <= 7) /\ (number = 2 \/ N.odd number = true \/ t <= 7)) (numbered number t s others)).
      { clear. induction others as [|s' more IH]; intros number t s Hn Ht H; cbn [numbered] in *;
          cbn [group_sum fold_right] in H;
          assert (Hs : number = 2 \/ s <= 7)
            by (destruct (N.eqb_spec s 0); [right; lia|]; destruct (N.eqb_spec number 2); [now left|];
                destruct (N.leb_spec 8 s); cbn [negb andb N.b2n] in H; [lia | right; lia]).
        - constructor; [split; assumption | constructor].
        - constructor; [split; assumption|]. apply IH; [lia | |].
          + destruct Hs as [-> | Hs]; [right; now left | right; now right].
          + fold (group_sum (fun number _ s => N.b2n (negb (number =? 2) && (8 <=? s)))
                    (numbered (number + 1) s s' more)) in H. lia. }
      apply Hall; [exact Hfree | right; right; lia | exact H].
    - intros down up E. unfold long_at. now rewrite E.
    - intros down number t s up Hbelow Hnumber _ Hs Hup Hlast. unfold long_at.
      destruct (at_start down number t s up Hbelow Hnumber Hs Hlast) as [-> _].
      rewrite all_pawns_up by exact Hup. do 2 f_equal.
      destruct (Nat.leb_spec 8 (N.to_nat s)), (N.leb_spec 8 s); lia || reflexivity.
    - unfold entries. clear. generalize free, 0, first.
      induction further as [|s' more IH]; intros; cbn [numbered]; constructor; auto.
  Qed.

  Definition entries_nim_sum (of : list (N * N * N)) : N :=
    fold_right (fun entry x => let '(number, _, s) := entry in
      N.lxor (if N.odd number then s else 0) x) 0 of.

  Definition small_entry (entry : N * N * N) : Prop :=
    let '(number, t, s) := entry in
    (number = 2 \/ s <= 7) /\ (number = 2 \/ N.odd number = true \/ t <= 7).

  (** The bits of the nim-sum. *)
  Lemma nim_sum_bit : Forall small_entry entries -> forall k, k < 3 ->
    N.odd (row_sum (counts_at k) [] (row_of_word pawns)) = N.testbit (entries_nim_sum entries) k.
  Proof.
    intros Hsmall k Hk.
    rewrite (sum_of_row (counts_at k)
      (fun number _ s => N.b2n (negb (number =? 2) && N.odd number && N.testbit s k))
      (fun number t s => small_entry (number, t, s))).
    - clear. induction entries as [|[[number t] s] more IH]; cbn [group_sum entries_nim_sum fold_right].
      + now rewrite N.bits_0.
      + fold (entries_nim_sum more). rewrite N.lxor_spec, N.odd_add, <- IH. f_equal.
        destruct (N.eqb_spec s 0) as [-> | _].
        * destruct (N.odd number); now rewrite N.bits_0.
        * destruct (N.eqb_spec number 2) as [-> | _]; [now rewrite N.bits_0|].
          destruct (N.odd number); cbn [negb andb]; [now destruct (N.testbit s k) | now rewrite N.bits_0].
    - intros down up E. unfold counts_at, size_at. now rewrite E.
    - intros down number t s up Hbelow Hnumber [Hs7 _] Hs Hup Hlast. unfold counts_at, size_at.
      destruct (at_start down number t s up Hbelow Hnumber Hs Hlast) as [-> ->]. f_equal.
      destruct (N.eqb_spec number 2); [reflexivity|]. cbn [negb andb].
      rewrite run_of_group by (tauto || exact Hup). apply andb_comm.
    - eapply Forall_impl; [|exact Hsmall]. now intros [[number t] s].
  Qed.

  Lemma nim_sum_small : Forall small_entry entries -> entries_nim_sum entries <= 7.
  Proof.
    intros H. assert (Hbits : forall i, 3 <= i -> N.testbit (entries_nim_sum entries) i = false).
    { intros i Hi. clear - H Hi. induction H as [|[[number t] s] more [Hs _] _ IH]; [apply N.bits_0|].
      cbn [entries_nim_sum fold_right]. fold (entries_nim_sum more). rewrite N.lxor_spec, IH, xorb_false_r.
      destruct (N.odd number) eqn:E; [|apply N.bits_0].
      destruct (N.eq_dec s 0) as [-> | H0]; [apply N.bits_0|]. apply N.bits_above_log2.
      apply N.lt_le_trans with 3; [|exact Hi]. apply N.log2_lt_pow2; [lia|]. change (2 ^ 3) with 8.
      destruct Hs as [-> | Hs]; [discriminate | lia]. }
    destruct (N.eq_dec (entries_nim_sum entries) 0) as [-> | H0]; [lia|].
    assert (Hlog : N.log2 (entries_nim_sum entries) < 3).
    { destruct (N.lt_ge_cases (N.log2 (entries_nim_sum entries)) 3) as [|Hge]; auto.
      apply Hbits in Hge. now rewrite N.bit_log2 in Hge. }
    assert (entries_nim_sum entries < 2 ^ 3); [|change (2 ^ 3) with 8 in *; lia].
    apply N.log2_lt_pow2; [lia | exact Hlog].
  Qed.

  Definition group_wins (x number t s : N) : N :=
    N.b2n (negb (number =? 2) && negb (winning_coins x (N.odd number) t s =? 0)).

  Lemma won_sum : Forall small_entry entries ->
    let x := entries_nim_sum entries in
    row_sum (won_at (N.testbit x 0) (N.testbit x 1) (N.testbit x 2)) [] (row_of_word pawns)
    = group_sum (group_wins x) entries.
  Proof.
    intros Hsmall x. pose proof (nim_sum_small Hsmall) as Hx. fold x in Hx.
    apply (sum_of_row _ _ (fun number t s => small_entry (number, t, s))).
    - intros down up E. unfold won_at, size_at, below_at, odd_at. rewrite E. reflexivity.
    - intros down number t s up Hbelow Hnumber [Hs7 Ht7] Hs Hup Hlast.
      unfold won_at, size_at, below_at, group_wins.
      destruct (at_start down number t s up Hbelow Hnumber Hs Hlast) as [-> ->]. f_equal.
      destruct (N.eqb_spec number 2) as [_ | Hne]; [reflexivity|]. cbn [negb andb].
      destruct Hs7 as [Hs7 | Hs7]; [contradiction|]. rewrite run_of_group by assumption.
      rewrite <- (num_of_bits x Hx) at 4. rewrite <- (num_of_bits s Hs7) at 4.
      destruct (N.odd number) eqn:E; cbn [negb andb].
      + apply lowers_right.
      + destruct Ht7 as [Ht7 | [Ht7 | Ht7]]; [contradiction | discriminate|].
        rewrite (run_below t down Hbelow Ht7). rewrite <- (num_of_bits t Ht7) at 4. apply raises_right.
    - eapply Forall_impl; [|exact Hsmall]. now intros [[number t] s].
  Qed.

  (** The kernel counts the groups that win. *)
  Lemma small_count_of_groups : snd (small_count board) = 0 ->
    fst (small_count board) = group_sum (group_wins (entries_nim_sum entries)) entries.
  Proof.
    intros Hlong.
    destruct (ends_and_odd board) as [ends odd] eqn:Hends.
    destruct (lengths false ends pawns) as [[s0 s1] s2] eqn:Hs.
    destruct (lengths true (ends &. complement odd) (shl pawns 2)) as [[t0 t1] t2] eqn:Ht.
    destruct (count_is board ends odd s0 s1 s2 t0 t1 t2) as [Hcount Hnone];
      try (rewrite Hpawns); auto.
    cbv zeta in Hcount. specialize (Hnone Hlong). rewrite Hpawns in Hnone.
    (* What stands at a place of the row. *)
    assert (Hplace : forall down up, row_of_word pawns = rev down ++ up -> up <> [] ->
      let i := N.of_nat (length down) in
      i < 64
      /\ N.testbit ends i = end_at down up /\ N.testbit odd i = odd_at down up
      /\ (N.testbit s0 i = size_at 0 down up /\ N.testbit s1 i = size_at 1 down up
          /\ N.testbit s2 i = size_at 2 down up)
      /\ (N.testbit t0 i = below_at 0 down up /\ N.testbit t1 i = below_at 1 down up
          /\ N.testbit t2 i = below_at 2 down up)
      /\ forallb (fun j => N.testbit pawns (i + N.of_nat j)) (seq 0 8)
         = forallb (fun j => nth j up false) (seq 0 8)).
    { intros down up E Hup i. pose proof (place_is_in_word pawns down up E Hup) as Hi. fold i in Hi.
      pose proof (ends_bits pawns down up Hword E Hup board Hpawns) as H. rewrite Hends in H.
      fold i in H. destruct H as [He Ho]. rewrite Heven in Ho by exact Hi.
      assert (He' : N.testbit ends i = end_at down up) by exact He.
      assert (Ho' : N.testbit odd i = odd_at down up) by (rewrite Ho, He'; reflexivity).
      pose proof (lengths_bits false ends pawns i) as Hup'. rewrite Hs in Hup'. cbv zeta in Hup'.
      pose proof (run_up pawns down up Hword E Hup) as Hrun. fold i in Hrun. rewrite Hrun, He' in Hup'.
      pose proof (lengths_bits true (ends &. complement odd) (shl pawns 2) i) as Hdown. rewrite Ht in Hdown.
      cbv zeta in Hdown.
      pose proof (run_down pawns down up Hword E Hup) as Hrun'. cbv zeta in Hrun'. fold i in Hrun'.
      rewrite Hrun', N.land_spec, testbit_complement, He', Ho' in Hdown by exact Hi.
      split; [exact Hi|]. split; [exact He'|]. split; [exact Ho'|]. split; [exact Hup'|].
      split; [exact Hdown|].
      cbn [seq forallb]. unfold i. now rewrite !(bit_up pawns down up Hword E). }
    assert (Hlength : length (row_of_word pawns) = 64%nat)
      by (unfold row_of_word; now rewrite map_length, seq_length).
    assert (Hsmall : Forall small_entry entries).
    { apply sizes_small.
      rewrite <- (sum_is_row_sum (fun i => N.b2n (N.testbit ends i
        && forallb (fun j => N.testbit pawns (i + N.of_nat j)) (seq 0 8))) long_at).
      - rewrite Hlength. rewrite (sum_from_ext _ (fun _ => 0)); [reflexivity|].
        intros i Hi. rewrite Hnone; [reflexivity|]. change (0 + N.of_nat 64) with 64 in Hi. lia.
      - intros down up E Hup. destruct (Hplace down up E Hup) as (_ & He & _ & _ & _ & H).
        unfold long_at. now rewrite He, H. }
    assert (Hx : forall k w, k < 3 ->
      (forall down up, row_of_word pawns = rev down ++ up -> up <> [] ->
         N.testbit w (N.of_nat (length down)) = size_at k down up) ->
      N.odd (count_ones (w &. odd)) = N.testbit (entries_nim_sum entries) k).
    { intros k w Hk Hw. rewrite <- (nim_sum_bit Hsmall k Hk).
      rewrite (count_ones_sum 64).
      - rewrite <- Hlength. f_equal. apply sum_is_row_sum. intros down up E Hup.
        destruct (Hplace down up E Hup) as (_ & _ & Ho & _). unfold counts_at.
        now rewrite N.land_spec, (Hw down up E Hup), Ho.
      - change (2 ^ N.of_nat 64) with (2 ^ 64). apply word_bits. intros i Hi.
        unfold ends_and_odd in Hends. injection Hends as <- <-.
        rewrite !N.land_spec, Hpawns, (proj1 (word_bits _) Hword i Hi). now rewrite andb_false_r. }
    rewrite Hcount, (Hx 0 s0), (Hx 1 s1), (Hx 2 s2); try lia;
      try (intros down up E Hup; now destruct (Hplace down up E Hup) as (_ & _ & _ & (? & ? & ?) & _)).
    rewrite <- (won_sum Hsmall), <- Hlength. apply sum_is_row_sum. intros down up E Hup.
    destruct (Hplace down up E Hup) as (_ & He & Ho & (H0 & H1 & H2) & (H3 & H4 & H5) & _).
    unfold won_at. now rewrite He, Ho, H0, H1, H2, H3, H4, H5.
  Qed.
End Board.

(** ** The list of winning squares *)

Lemma entry_count : forall x number t s (square : N), 3 <= number ->
  (if s =? 0 then 0 else group_wins x number t s)
  = N.of_nat (length (if winning_coins x (N.odd number) t s =? 0 then [] else [square])).
Proof.
  intros x number t s square Hn. unfold group_wins.
  destruct (N.eqb_spec s 0) as [-> | _]; [now rewrite no_coins|].
  destruct (N.eqb_spec number 2); [lia|]. now destruct (winning_coins x (N.odd number) t s =? 0).
Qed.

Lemma odd_next : forall number, N.odd (number + 1) = negb (N.odd number).
Proof. intros. now rewrite N.add_1_r, N.odd_succ, <- N.negb_odd. Qed.

Lemma wins_above : forall x further number t s, 3 <= number ->
  group_sum (group_wins x) (numbered number t s further)
  = N.of_nat (length (winning_above x (N.odd number) t (s :: further))).
Proof.
  intros x. induction further as [|s' further IH]; intros number t s Hn; cbn [numbered group_sum fold_right].
  - cbn [winning_above]. rewrite app_nil_r, <- entry_count by exact Hn. lia.
  - fold (group_sum (group_wins x) (numbered (number + 1) s s' further)). rewrite IH, odd_next by lia.
    change (winning_above x (N.odd number) t (s :: s' :: further))
      with ((if winning_coins x (N.odd number) t s =? 0 then []
             else [extent (s :: s' :: further) - winning_coins x (N.odd number) t s])
            ++ winning_above x (negb (N.odd number)) s (s' :: further)).
    rewrite app_length, Nat2N.inj_add, <- entry_count by exact Hn. reflexivity.
Qed.

Lemma wins_above_second : forall x further s,
  group_sum (group_wins x) (numbered 2 0 s further)
  = N.of_nat (length (winning_above x true s further)).
Proof.
  intros x [|s' further] s; cbn [numbered group_sum fold_right];
    replace (if s =? 0 then 0 else group_wins x 2 0 s) with 0 by (now destruct (s =? 0)).
  - reflexivity.
  - fold (group_sum (group_wins x) (numbered (2 + 1) s s' further)). rewrite wins_above by lia. reflexivity.
Qed.

Lemma nim_sum_of_entries : forall further number t s,
  entries_nim_sum (numbered number t s further) = nim_sum (every_other (N.odd number) (s :: further)).
Proof.
  induction further as [|s' further IH]; intros number t s; cbn [numbered entries_nim_sum fold_right].
  - cbn [every_other]. destruct (N.odd number); cbn [nim_sum fold_right every_other]; [reflexivity | apply N.lxor_0_l].
  - fold (entries_nim_sum (numbered (number + 1) s s' further)). rewrite IH.
    rewrite odd_next. destruct (N.odd number); cbn [negb]; [reflexivity|]. cbn [every_other]. apply N.lxor_0_l.
Qed.

Lemma count_of_groups : forall d first further, (d = 0%nat -> first = 0) ->
  let entries := numbered (N.of_nat (S d)) 0 first further in
  group_sum (group_wins (entries_nim_sum entries)) entries
  = N.of_nat (length (winning_squares (repeat 0 d ++ first :: further))).
Proof.
  intros d first further Hfirst. cbv zeta. rewrite nim_sum_of_entries.
  destruct d as [|[|d]]; cbn [repeat app winning_squares N.eqb].
  - rewrite (Hfirst eq_refl). change (N.of_nat 1) with 1.
    destruct further as [|c2 stairs]; [reflexivity|].
    replace (nim_sum (every_other (N.odd 1) (0 :: c2 :: stairs))) with (odd_stairs (c2 :: stairs))
      by (rewrite odd_stairs_is; reflexivity).
    cbn [N.eqb]. rewrite <- wins_above_second. reflexivity.
  - change (N.of_nat 2) with 2. rewrite wins_above_second, odd_stairs_is. reflexivity.
  - rewrite wins_above by lia. rewrite winning_above_zeros, odd_stairs_is, odd_of_nat.
    change (0 :: repeat 0 d ++ first :: further) with (repeat 0 (S d) ++ first :: further).
    rewrite every_other_zeros. change (Nat.odd (S (S (S d)))) with (Nat.odd (S d)).
    replace (xorb true (Nat.odd d)) with (Nat.odd (S d)) by (rewrite Nat.odd_succ, <- Nat.negb_odd; now destruct (Nat.odd d)).
    replace (match d with O => 0 | S _ => 0 end) with 0 by (now destruct d).
    now rewrite xorb_false_l.
Qed.

Definition is_pawn (c : cell) : bool := match c with Pawn => true | Free => false end.

Lemma row_of_strip : forall g, map is_pawn (strip_of g) = row_of g.
Proof.
  induction g as [|c g IH]; [reflexivity|]. cbn [strip_of row_of map]. rewrite map_app, IH. f_equal. f_equal.
  generalize (N.to_nat c) as k. induction k as [|k IHk]; [reflexivity|]. cbn [repeat map]. now rewrite IHk.
Qed.

Lemma row_of_cells : forall cells,
  map is_pawn cells = repeat true (N.to_nat (fst (blocks cells))) ++ row_of (snd (blocks cells)).
Proof.
  intros cells. rewrite (strip_of_blocks cells) at 1. rewrite map_app, row_of_strip. f_equal.
  generalize (N.to_nat (fst (blocks cells))) as k. induction k as [|k IHk]; [reflexivity|].
  cbn [repeat map]. now rewrite IHk.
Qed.

Lemma sum_of_first : forall c n i, sum_from (fun j => N.b2n (N.succ j <=? c)) i n = N.min (c - i) (N.of_nat n).
Proof.
  intros c. induction n as [|n IH]; intros i; cbn [sum_from]; [lia|]. rewrite IH.
  destruct (N.leb_spec (N.succ i) c); cbn [N.b2n]; lia.
Qed.

(** The pawns next to the goal are counted. *)
Lemma small_count_at_once : forall pawns c rest, is_word pawns -> N.testbit pawns 0 = true ->
  row_of_word pawns = repeat true (N.to_nat c) ++ rest -> hd false rest = false ->
  fst (small_count (of_mask pawns)) = c.
Proof.
  intros pawns c rest Hword Hzero Hrow Hrest. unfold small_count.
  destruct (ends_and_odd (of_mask pawns)) as [ends odd] eqn:Hends.
  assert (Hbeyond : forall i, 64 <= i -> N.testbit ends i = false /\ N.testbit odd i = false).
  { intros i Hi. unfold ends_and_odd in Hends. injection Hends as <- <-. cbn [of_mask pawns_at].
    rewrite !N.land_spec, (proj1 (word_bits _) Hword i Hi). auto. }
  clear Hends. destruct (lengths false ends _) as [[s0 s1] s2]. destruct (lengths true _ _) as [[t0 t1] t2].
  cbn [fst of_mask pawns_at next_to_goal]. match goal with |- count_ones ?w = _ => set (won := w) end.
  assert (Hgoal : N.odd (pawns &. 1) = true).
  { rewrite <- N.bit0_odd, N.land_spec, Hzero. reflexivity. }
  rewrite (count_ones_sum 64 won).
  - rewrite (sum_from_ext _ (fun j => N.b2n (N.succ j <=? c))).
    + rewrite sum_of_first. apply (f_equal (@length bool)) in Hrow. unfold row_of_word in Hrow.
      rewrite map_length, seq_length, app_length, repeat_length in Hrow. lia.
    + intros i Hi. change (0 <= i < 64) in Hi. destruct Hi as [_ Hi]. f_equal. unfold won.
      rewrite N.lor_spec, !N.land_spec, !testbit_complement, !testbit_all_if, Hgoal by exact Hi.
      cbn [negb]. rewrite andb_true_r, andb_false_r, orb_false_r.
      unfold wrapping_add. rewrite testbit_word. destruct (N.ltb_spec i 64); [|lia]. cbn [andb].
      pose proof (first_of_block (N.to_nat i) pawns) as E. rewrite N2Nat.id in E. rewrite E.
      replace (N.succ i <=? c) with (S (N.to_nat i) <=? N.to_nat c)%nat
        by (destruct (Nat.leb_spec (S (N.to_nat i)) (N.to_nat c)), (N.leb_spec (N.succ i) c); lia || reflexivity).
      rewrite <- (all_pawns_up rest Hrest), <- Hrow. generalize (seq 0 (S (N.to_nat i))) as l.
      induction l as [|j l IHl]; [reflexivity|]. cbn [forallb]. now rewrite IHl, bit_of_row.
  - change (2 ^ N.of_nat 64) with (2 ^ 64). apply word_bits. intros i Hi. unfold won.
    destruct (Hbeyond i Hi) as [H1 H2]. repeat (rewrite N.lor_spec || rewrite N.land_spec).
    now rewrite H1, H2, (proj1 (word_bits _) Hword i Hi).
Qed.

Theorem small_count_right_proved : small_count_right.
Proof.
  intros free pawns board Hword Hcase Hlong. unfold strip_of_word.
  set (cells := map (fun i => if N.testbit pawns (N.of_nat i) then Pawn else Free) (seq 0 64)).
  assert (Hrow : row_of_word pawns
    = repeat true (N.to_nat (fst (blocks cells))) ++ row_of (snd (blocks cells))).
  { rewrite <- row_of_cells. unfold cells, row_of_word. rewrite map_map. apply map_ext. intros i.
    now destruct (N.testbit pawns (N.of_nat i)). }
  assert (Hrest : hd false (row_of (snd (blocks cells))) = false) by (now destruct (snd (blocks cells))).
  assert (Hfree : 1 <= free) by (destruct Hcase as [[-> _] | [H _]]; lia).
  replace (N.to_nat free) with (S (N.to_nat (free - 1))) by lia.
  unfold groups. rewrite blocks_frees. cbn [snd].
  set (first := fst (blocks cells)) in *. set (further := snd (blocks cells)) in *.
  assert (Hzero : N.testbit pawns 0 = negb (first =? 0)).
  { pose proof (bit_of_row pawns [] Hword 0) as E. change (N.of_nat 0) with 0 in E.
    rewrite E, Hrow. destruct (N.eqb_spec first 0) as [-> | H].
    - cbn [N.to_nat repeat app negb]. now destruct (row_of further).
    - replace (N.to_nat first) with (S (N.to_nat (first - 1))) by lia. reflexivity. }
  assert (Hmain : pawns_at board = pawns -> second board = (if free =? 1 then 2 else N.b2n (free =? 2)) ->
    (forall i, i < 64 -> N.testbit (even_right board) i = negb (N.odd free)) ->
    N.odd (pawns &. next_to_goal board) = false -> (free = 1 -> first = 0) ->
    fst (small_count board)
    = N.of_nat (length (winning_squares (repeat 0 (N.to_nat (free - 1)) ++ first :: further)))).
  { intros H1 H2 H3 H4 H5.
    rewrite (small_count_of_groups free pawns board Hword Hfree H1 H2 H3 H4 first further Hrow H5 Hlong).
    rewrite <- count_of_groups by (intros; apply H5; lia).
    now replace (N.of_nat (S (N.to_nat (free - 1)))) with free by lia. }
  destruct Hcase as [[-> ->] | (Hfree2 & _ & ->)].
  - destruct (N.eqb_spec first 0) as [E | E].
    + apply Hmain; auto. cbn [of_mask next_to_goal].
      rewrite <- N.bit0_odd, N.land_spec, Hzero. reflexivity.
    + rewrite (small_count_at_once pawns first (row_of further) Hword Hzero Hrow Hrest).
      change (N.to_nat (1 - 1)) with 0%nat. cbn [repeat app winning_squares].
      destruct (N.eqb_spec first 0); [contradiction|]. unfold squares_from. rewrite map_length, seq_length. lia.
  - apply Hmain; auto; try lia.
    + cbn [of_squares second]. destruct (N.eqb_spec free 1); [lia | reflexivity].
    + intros i Hi. cbn [of_squares even_right]. rewrite testbit_all_if by exact Hi.
      rewrite <- !N.bit0_odd. now rewrite testbit_complement by lia.
    + cbn [of_squares next_to_goal]. rewrite N.land_0_r. reflexivity.
Qed.
