(** The same programs with the [int] of OCaml in place of [N]. Each line below has to be believed, as long as
    nothing is larger than 2^62 - 1: the reader takes numbers up to 2^61 - 1, and the programs add no more
    than two numbers of that size. *)

From Coq Require Import Extraction ExtrOcamlBasic NArith.
From Grundy Require Import Rules Programs.

Extract Inductive positive => "int"
  [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))".
Extract Inductive N => "int" [ "0" "" ] "(fun zero pos n -> if n = 0 then zero () else pos n)".
Extract Constant N.succ => "(fun n -> n + 1)".
Extract Constant N.add => "(fun (a : int) b -> a + b)".
Extract Constant N.sub => "(fun (a : int) b -> if a < b then 0 else a - b)".
Extract Constant N.lxor => "(fun (a : int) b -> a lxor b)".
Extract Constant N.modulo => "(fun (a : int) b -> if b = 0 then a else a mod b)".
Extract Constant N.odd => "(fun n -> n land 1 = 1)".
Extract Constant N.max => "(fun (a : int) b -> if a < b then b else a)".
Extract Constant N.eqb => "(fun (a : int) b -> a = b)".
Extract Constant N.ltb => "(fun (a : int) b -> a < b)".
Extract Constant N.leb => "(fun (a : int) b -> a <= b)".

Extraction Language OCaml.
Extraction "programs.ml"
  N.ltb N.leb
  nim_first nim_next bounded_modulus bounded_next not_zero
  staircase_first staircase_next staircase_finish
  kamyki_first kamyki_next kamyki_finish
  gra_first gra_next gra_finish
  constrained_known constrained_next.
