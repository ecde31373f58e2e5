(* The squares of the pawns that win, in place of their number: for strips of some thousand squares. *)

open Programs
open Reader

let gra_moves () =
  let m = number () in
  let n = count () in
  let squares = List.init n (fun _ -> number ()) in
  ignore (List.fold_left (fun last s -> if N.ltb last s then s else bad "squares must increase")
            nim_first (squares @ [ m ]));
  let winning = List.map Number.to_string (gra_moves_program m squares) in
  Games.answer (String.concat " " winning)

let () = Games.run gra_moves
