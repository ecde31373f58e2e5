(* [int] itself, up to 2^62 - 2. *)

type t = int

let of_digits digits =
  match int_of_string_opt digits with Some n when n < max_int -> Some n | _ -> None

let to_string = string_of_int
