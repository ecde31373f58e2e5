(* [int] itself, up to 2^61 - 1: no sum of two numbers overflows. *)

type t = int

let of_digits digits =
  match int_of_string_opt digits with Some n when n <= max_int / 2 -> Some n | _ -> None

let to_string = string_of_int
