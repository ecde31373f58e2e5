(* Decimal numbers between blanks, from standard input. Anything else ends with exit code 2. *)

let buffer = Bytes.create 65536
let filled = ref 0
let at = ref 0
let before = ref 0

(* The byte that comes next, without taking it; '\000' at the end. *)
let rec here () =
  if !at < !filled then Bytes.get buffer !at
  else begin
    before := !before + !filled;
    at := 0;
    filled := input stdin buffer 0 (Bytes.length buffer);
    if !filled = 0 then '\000' else here ()
  end

let bad message =
  prerr_endline (Printf.sprintf "error: byte %d: %s" (!before + !at + 1) message);
  exit 2

let rec at_end () =
  match here () with
  | ' ' | '\t' | '\r' | '\n' -> incr at; at_end ()
  | _ -> !filled = 0

let digits = Buffer.create 20

let rec rest_of_digits () =
  match here () with
  | '0' .. '9' as c -> Buffer.add_char digits c; incr at; rest_of_digits ()
  | ' ' | '\t' | '\r' | '\n' -> ()
  | _ -> if !filled > 0 then bad "not a decimal number"

let word () =
  if at_end () then bad "the input ends here, expected a number";
  Buffer.clear digits;
  rest_of_digits ();
  Buffer.contents digits

let read of_digits = match of_digits (word ()) with Some n -> n | None -> bad "the number is too large"
let number () = read Number.of_digits
let count () = read int_of_string_opt
