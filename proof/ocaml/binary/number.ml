(* Coq's binary numbers from decimal ones up to 2^64 - 1, and back. *)

open Programs

type t = n

let rec of_int = function
  | 1 -> XH
  | n -> if n land 1 = 0 then XO (of_int (n lsr 1)) else XI (of_int (n lsr 1))

(* 2^62 and more are too large for an [int]: the lowest two binary places by themselves. *)
let of_int64 n =
  let high = of_int (Int64.to_int (Int64.shift_right_logical n 2)) in
  let push bit p = if Int64.logand n bit = 0L then XO p else XI p in
  push 1L (push 2L high)

let of_digits digits =
  match int_of_string_opt digits with
  | Some 0 -> Some N0
  | Some n -> Some (Npos (of_int n))
  | None -> Option.map (fun n -> Npos (of_int64 n)) (Int64.of_string_opt ("0u" ^ digits))

let rec to_int64 = function
  | XH -> 1L
  | XO p -> Int64.shift_left (to_int64 p) 1
  | XI p -> Int64.logor (Int64.shift_left (to_int64 p) 1) 1L

let to_string = function N0 -> "0" | Npos p -> Printf.sprintf "%Lu" (to_int64 p)
