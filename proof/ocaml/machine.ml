(* The kernels of Machine.v on words from standard input: [machine KERNEL] prints a line for each call. *)

open Programs
open Reader

let print n = Games.answer (Number.to_string n)
let print_bool b = Games.answer (if b then "1" else "0")

(* The number of winning moves, at most 64; 255 where a block is too long for it. *)
let print_board board =
  match small_count board with
  | won, N0 -> print won
  | _ -> Games.answer "255"

(* The arguments are read in their order. *)
let two f = let a = number () in f a (number ())
let three f = let a = number () in let b = number () in f a b (number ())

let kernel = function
  | "bounded_of" -> fun () -> print (two bounded_of)
  | "bounded_of_narrow" -> fun () -> print (two bounded_of_narrow)
  | "bounded_wins" -> fun () -> print_bool (three bounded_wins)
  | "count_of_pairs" -> fun () -> print (three (fun x odd above -> count_of_pairs x [ (odd, above) ]))
  | "eight_digits" -> fun () -> print (eight_digits (number ()))
  | "eight_value" -> fun () -> print (eight_value (number ()))
  | "count_of_mask" -> fun () -> print_board (of_mask (number ()))
  | "count_of_squares" -> fun () -> print_board (two of_squares)
  | name -> prerr_endline ("error: no kernel is called " ^ name); exit 2

let () = Games.run (kernel Sys.argv.(1))
