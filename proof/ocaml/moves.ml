(* The squares of the pawns that win, in place of their number: for strips of up to 65,536 squares, because the
   program stores a cell for each square and its recursion is as deep as there are cells. *)

open Programs
open Reader

let most = 65_536

let gra_moves () =
  let m = number () in
  if N.ltb (Option.get (Number.of_digits (string_of_int most))) m then begin
    prerr_endline (Printf.sprintf "error: this program takes at most %d squares" most);
    exit 3
  end;
  let n = count () in
  let squares = List.init n (fun _ -> number ()) in
  ignore (List.fold_left (fun last s -> if N.ltb last s then s else bad "squares must increase")
            nim_first (squares @ [ m ]));
  let winning = List.map Number.to_string (gra_moves_program m squares) in
  Games.answer (String.concat " " winning)

let () = Games.run gra_moves
