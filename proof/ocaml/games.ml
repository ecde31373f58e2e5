(* The inputs of the tasks, given to the programs number by number. What the theorems ask of an input is
   asked for here. *)

open Programs
open Reader

let answers = Buffer.create 80
let answer word = Buffer.add_string answers word; Buffer.add_char answers '\n'
let yes_no wins = answer (if wins then "Yes" else "No")

(* [count] numbers, from the first state to the last. *)
let fold count first next =
  let state = ref first in
  for _ = 1 to count do state := next !state (number ()) done;
  !state

let nim () =
  let n = count () in
  yes_no (not_zero (fold n nim_first nim_next))

let bounded () =
  let n = count () in
  let k = number () in
  if not (N.ltb nim_first k) then bad "k is 0";
  yes_no (not_zero (fold n nim_first (bounded_next (bounded_modulus k))))

let staircase () =
  let n = count () in
  yes_no (staircase_finish (fold n staircase_first staircase_next))

let kamyki () =
  for _ = 1 to count () do
    let n = count () in
    let next state pile =
      if N.ltb pile state.last_pile then bad "a pile is smaller than its left neighbour";
      kamyki_next state pile in
    answer (if kamyki_finish (fold n kamyki_first next) then "TAK" else "NIE")
  done

let gra () =
  let m = number () in
  let n = count () in
  let next state square =
    if N.ltb square state.next_square then bad "squares must increase";
    gra_next state square in
  let state = fold n gra_first next in
  if N.ltb m state.next_square then bad "a pawn on the last square or beyond";
  answer (Number.to_string (gra_finish m state))

let constrained () =
  let n = count () in
  let m = count () in
  let heaps = List.init n (fun _ -> number ()) in
  let forbidden = List.init m (fun _ -> let x = number () in (x, number ())) in
  let next = constrained_next (constrained_known forbidden) in
  let wins = not_zero (List.fold_left next nim_first heaps) in
  answer (if wins then "Takahashi" else "Aoki")

(* Positions until the input ends, and at least one. *)
let run game =
  game ();
  while not (at_end ()) do game () done;
  print_string (Buffer.contents answers)
