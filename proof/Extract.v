(** The programs and the kernels in OCaml, with Coq's own binary numbers: bounded by memory alone. *)

From Coq Require Import Extraction ExtrOcamlBasic NArith.
From Grundy Require Import Rules Programs Machine.

Extraction Language OCaml.
Extraction "programs.ml"
  N.ltb N.leb
  nim_first nim_next bounded_modulus bounded_next not_zero
  staircase_first staircase_next staircase_finish
  kamyki_first kamyki_next kamyki_finish
  gra_first gra_next gra_finish gra_moves_program
  constrained_known constrained_next
  bounded_of bounded_of_narrow bounded_wins count_of_pairs eight_digits eight_value small_count of_mask of_squares.
