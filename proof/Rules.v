(** The page to audit: the rules of every game, what it is to win, and every statement that is proved.

    Nothing is proved here. The files beside it prove the statements; what has to be believed is that this
    page says what it should. [N] is the type of the natural numbers, written in binary. *)

From Coq Require Import Arith Bool NArith List Sorted.
Import ListNotations.
Open Scope N_scope.

(** * 0. Positions, verdicts, values *)

(** The least number that is not among some. *)
Definition is_mex (among : N -> Prop) (v : N) : Prop :=
  ~ among v /\ forall w, w < v -> among w.

(** A game is a relation: [move p q] says that a player who stands before [p] may leave [q]. Who cannot
    move loses. *)

Section Game.
  Context {Position : Type} (move : Position -> Position -> Prop).

  (** The player to move wins if some move leaves a position in which the other player loses, and loses if
      every move leaves one in which the other player wins. *)
  Inductive Wins : Position -> Prop :=
    | wins : forall p q, move p q -> Loses q -> Wins p
  with Loses : Position -> Prop :=
    | loses : forall p, (forall q, move p q -> Wins q) -> Loses p.

  (** Every play from [p] ends. *)
  Inductive Ends : Position -> Prop :=
    | ends : forall p, (forall q, move p q -> Ends q) -> Ends p.

  (** [GrundyValue p v]: [v] is the mex of the Grundy values of the positions that a move from [p] leaves.
      Every move leaves another value than [v], and every smaller value is left by a move. *)
  Inductive GrundyValue : Position -> N -> Prop :=
    | grundy_value : forall p v,
        (forall q, move p q -> exists w, w <> v /\ GrundyValue q w) ->
        (forall w, w < v -> exists q, move p q /\ GrundyValue q w) ->
        GrundyValue p v.

  (** The values that moves from [p] reach, if [value] is the value of every position. *)
  Definition reached (value : Position -> N) (p : Position) (v : N) : Prop :=
    exists q, move p q /\ value q = v.

  Definition closed (among : Position -> Prop) : Prop :=
    forall p q, among p -> move p q -> among q.

  Definition finitely_many_moves (p : Position) : Prop :=
    exists options, forall q, In q options <-> move p q.

  (** The disjunctive sum of the positions of a list: a move is a move in one of them. (Positions of
      different games are positions of one: their disjoint union.) *)
  Inductive sum_move : list Position -> list Position -> Prop :=
    | in_component : forall before p q after,
        move p q -> sum_move (before ++ p :: after) (before ++ q :: after).
End Game.

Inductive verdict : Set := P_position | N_position.

(** No position is both won and lost; and each is one of them, where play ends and moves are finitely many. *)
Definition one_verdict : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop),
    (forall p, ~ (Wins move p /\ Loses move p))
    /\ ((forall p, finitely_many_moves move p) ->
        forall p, Ends move p -> Wins move p \/ Loses move p).

(** Lemma 0.2: a consistent labelling of a closed set is right. *)
Definition closure_lemma : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop)
         (among : Position -> Prop) (label : Position -> verdict),
    (forall p, among p -> Ends move p) ->
    (forall p, among p -> finitely_many_moves move p) ->
    closed move among ->
    (forall p, among p ->
       label p = P_position <-> ~ exists q, move p q /\ label q = P_position) ->
    forall p, among p ->
      (label p = P_position <-> Loses move p) /\ (label p = N_position <-> Wins move p).

(** ... and the same of Grundy values, which are unique. *)
Definition closure_lemma_of_values : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop)
         (among : Position -> Prop) (value : Position -> N),
    (forall p, among p -> Ends move p) ->
    closed move among ->
    (forall p, among p -> is_mex (reached move value p) (value p)) ->
    forall p v, among p -> (GrundyValue move p v <-> v = value p).

(** The positions of Grundy value 0 are the lost ones. *)
Definition value_zero : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop) p v,
    GrundyValue move p v -> (v = 0 <-> Loses move p) /\ (v <> 0 <-> Wins move p).

(** Lemma 0.3: moves to won positions may be struck out. [less] is the game that is left. *)
Definition losing_moves_struck : Prop :=
  forall (Position : Type) (move less : Position -> Position -> Prop),
    (forall p, Ends move p) ->
    (forall p q, less p q -> move p q) ->
    (forall p q, move p q -> less p q \/ Wins move q) ->
    forall p, (Wins less p <-> Wins move p) /\ (Loses less p <-> Loses move p).

(** ... and the winning moves are the same. *)
Definition winning_moves_struck : Prop :=
  forall (Position : Type) (move less : Position -> Position -> Prop),
    (forall p, Ends move p) ->
    (forall p q, less p q -> move p q) ->
    (forall p q, move p q -> less p q \/ Wins move q) ->
    forall p q, less p q /\ Loses less q <-> move p q /\ Loses move q.

(** Every position has one value, where play ends and moves are finitely many. *)
Definition one_value : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop),
    (forall p v w, GrundyValue move p v -> GrundyValue move p w -> v = w)
    /\ ((forall p, finitely_many_moves move p) ->
        forall p, Ends move p -> exists v, GrundyValue move p v).

(** [v] is a number that no move reaches, and moves reach every smaller one. *)
Definition only_smaller_reached {Position : Type} (move : Position -> Position -> Prop)
    (p : Position) (v : N) : Prop :=
  (forall q, move p q -> ~ GrundyValue move q v)
  /\ forall w, w < v -> exists q, move p q /\ GrundyValue move q w.

(** Theorem 0.5: whether the value is [n], is in a set, or is larger than [n]. Values of options above [n]
    make no difference. *)
Definition value_asked : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop) p,
    (forall q, move p q -> exists w, GrundyValue move q w) ->
    (forall n, GrundyValue move p n <-> only_smaller_reached move p n)
    /\ forall v, GrundyValue move p v ->
         (forall among : N -> Prop, among v <-> exists n, among n /\ only_smaller_reached move p n)
         /\ forall n, n < v <-> forall w, w <= n -> exists q, move p q /\ GrundyValue move q w.

(** Theorem 0.6: the value is at most the number of options, and at most the length of any list that has the
    values of all of them, the shortest of which has each once. If every number up to a bound is ruled out but
    one, that one is the value. *)
Definition value_bounded : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop) p v,
    GrundyValue move p v ->
    (forall options, (forall q, move p q -> In q options) -> v <= N.of_nat (length options))
    /\ (forall values, (forall q w, move p q -> GrundyValue move q w -> In w values) ->
          v <= N.of_nat (length values))
    /\ forall options m, (forall q, move p q -> In q options) ->
         (forall n, n <= N.of_nat (length options) -> n <> m -> ~ only_smaller_reached move p n) -> v = m.

(** Theorem 0.7: two games, and a relation of which what one position can do the other can. Related positions
    have one value and one outcome, also where play need not end. *)
Definition follows {Position Position' : Type} (move : Position -> Position -> Prop)
    (move' : Position' -> Position' -> Prop) (alike : Position -> Position' -> Prop) : Prop :=
  forall p p' q, alike p p' -> move p q -> exists q', move' p' q' /\ alike q q'.

Definition alike_positions : Prop :=
  forall (Position Position' : Type) (move : Position -> Position -> Prop)
         (move' : Position' -> Position' -> Prop) (alike : Position -> Position' -> Prop),
    follows move move' alike -> follows move' move (fun p' p => alike p p') ->
    forall p p', alike p p' ->
      (forall v, GrundyValue move p v <-> GrundyValue move' p' v)
      /\ (Wins move p <-> Wins move' p') /\ (Loses move p <-> Loses move' p').

(** ... so positions with the same form have, and so has the game that goes on with a form after each move. *)
Definition canonical_forms : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop) (form : Position -> Position),
    (forall p q p', form p = form q -> move p p' -> exists q', move q q' /\ form p' = form q') ->
    (forall p, form (form p) = form p) ->
    let form_move p c := exists q, move p q /\ c = form q in
    (forall p q, form p = form q ->
       (forall v, GrundyValue move p v <-> GrundyValue move q v)
       /\ (Wins move p <-> Wins move q) /\ (Loses move p <-> Loses move q))
    /\ forall p,
       (forall v, GrundyValue move p v <-> GrundyValue form_move (form p) v)
       /\ (Wins move p <-> Wins form_move (form p)) /\ (Loses move p <-> Loses form_move (form p)).

(** * 1. Nim, and sums of games *)

Definition nim_sum (values : list N) : N := fold_right N.lxor 0 values.

(** Theorem 1.2 (Sprague, Grundy). *)
Definition sprague_grundy : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop) ps values,
    Forall2 (GrundyValue move) ps values ->
    GrundyValue (sum_move move) ps (nim_sum values).

(** Corollary 1.3: the winning moves of a sum bring one value [v] to [v] xor the nim-sum. *)
Definition winning_moves_of_sums : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop) before p after vs v ws q w,
    Forall2 (GrundyValue move) before vs ->
    GrundyValue move p v ->
    Forall2 (GrundyValue move) after ws ->
    move p q -> GrundyValue move q w ->
    Loses (sum_move move) (before ++ q :: after)
      <-> w = N.lxor v (nim_sum (vs ++ v :: ws)).

Definition heap_move (a b : N) : Prop := b < a.
Definition nim_move : list N -> list N -> Prop := sum_move heap_move.

(** The heaps of a row in which a winning move is made. *)
Definition nim_winning_heaps (heaps : list N) : list N :=
  filter (fun a => N.lxor a (nim_sum heaps) <? a) heaps.

(** Theorem 1.1 (Bouton). *)
Definition bouton : Prop :=
  (forall heaps,
     GrundyValue nim_move heaps (nim_sum heaps)
     /\ (nim_sum heaps = 0 <-> Loses nim_move heaps)
     /\ (nim_sum heaps <> 0 <-> Wins nim_move heaps)
     /\ (nim_sum heaps <> 0 -> Nat.Odd (length (nim_winning_heaps heaps))))
  /\ forall before a b after, heap_move a b ->
       Loses nim_move (before ++ b :: after)
         <-> b = N.lxor a (nim_sum (before ++ a :: after)).

(** ** Parts and Nim heaps *)

(** A position of one game beside a position of another one. *)
Inductive beside {P Q : Type} (move : P -> P -> Prop) (move' : Q -> Q -> Prop) : P * Q -> P * Q -> Prop :=
  | on_the_left : forall p p' q, move p p' -> beside move move' (p, q) (p', q)
  | on_the_right : forall p q q', move' q q' -> beside move move' (p, q) (p, q').

(** Theorem 1.4: the value of [p] is [n] exactly if [p] beside a Nim heap of [n] is lost. *)
Definition value_by_nim_heap : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop),
    (forall p, finitely_many_moves move p) ->
    forall p n, Ends move p ->
      (GrundyValue move p n <-> Loses (beside move heap_move) (p, n)).

(** Theorem 1.5: in an outcome, parts whose values are known are one Nim heap. Of the rest nothing needs to
    be known. *)
Definition parts_as_nim_heap : Prop :=
  forall (Position Rest : Type) (move : Position -> Position -> Prop) (move' : Rest -> Rest -> Prop)
         ps values rest,
    Forall2 (GrundyValue move) ps values -> Ends move' rest ->
    (Loses (beside (sum_move move) move') (ps, rest) <-> Loses (beside heap_move move') (nim_sum values, rest))
    /\ (Wins (beside (sum_move move) move') (ps, rest) <-> Wins (beside heap_move move') (nim_sum values, rest)).

(** Theorem 1.6: two equal parts cancel. *)
Definition equal_parts_cancel : Prop :=
  forall (Position : Type) (move : Position -> Position -> Prop),
    (forall p, finitely_many_moves move p) ->
    forall before p between after, Forall (Ends move) (before ++ p :: between ++ after) ->
      let all := before ++ p :: between ++ p :: after in
      let others := before ++ between ++ after in
      (forall v, GrundyValue (sum_move move) all v <-> GrundyValue (sum_move move) others v)
      /\ (Wins (sum_move move) all <-> Wins (sum_move move) others)
      /\ (Loses (sum_move move) all <-> Loses (sum_move move) others).

Definition nim_program_right (program : list N -> bool) : Prop :=
  forall heaps, if program heaps then Wins nim_move heaps else Loses nim_move heaps.

(** * 2. Bounded Nim *)

(** A move takes from 1 to [k] stones. *)
Definition bounded_heap_move (k a b : N) : Prop := exists s, 1 <= s <= k /\ a = b + s.
Definition bounded_move (k : N) : list N -> list N -> Prop := sum_move (bounded_heap_move k).

Definition residues (k : N) (heaps : list N) : list N := map (fun a => a mod (k + 1)) heaps.

(** Theorem 2.1, and the table of winning moves below it: taking [s] stones from the heap [a] wins. *)
Definition bounded_nim : Prop :=
  forall k, 1 <= k ->
    (forall a, GrundyValue (bounded_heap_move k) a (a mod (k + 1)))
    /\ (forall heaps, nim_sum (residues k heaps) = 0 <-> Loses (bounded_move k) heaps)
    /\ (forall heaps, nim_sum (residues k heaps) <> 0 <-> Wins (bounded_move k) heaps)
    /\ forall before a after s, 1 <= s <= k -> s <= a ->
         let r := a mod (k + 1) in
         let t := N.lxor r (nim_sum (residues k (before ++ a :: after))) in
         Loses (bounded_move k) (before ++ a - s :: after)
           <-> (t < r /\ s = r - t) \/ (r < t <= k /\ s = r + (k + 1) - t).

Definition bounded_program_right (program : N -> list N -> bool) : Prop :=
  forall k heaps, 1 <= k ->
    if program k heaps then Wins (bounded_move k) heaps else Loses (bounded_move k) heaps.

(** * 3. Staircase Nim *)

(** The numbers of coins on the stairs 0, 1, 2, ... A move takes [k] coins from a stair to the next lower
    one. *)
Inductive stair_move : list N -> list N -> Prop :=
  | down : forall lower t s upper k, 1 <= k <= s ->
      stair_move (lower ++ t :: s :: upper) (lower ++ t + k :: s - k :: upper).

(** The nim-sum of stairs 1, 3, 5, ... *)
Fixpoint odd_stairs (stairs : list N) : N :=
  match stairs with
  | _ :: c :: upper => N.lxor c (odd_stairs upper)
  | _ => 0
  end.

(** How many coins the winning move takes from a stair of [s] coins that is odd or even, above one of [t];
    0 if there is none. *)
Definition winning_coins (x : N) (odd : bool) (t s : N) : N :=
  if odd
  then if N.lxor s x <? s then s - N.lxor s x else 0
  else if (t <? N.lxor t x) && (N.lxor t x <=? t + s) then N.lxor t x - t else 0.

(** Theorems 3.1 and 3.2. The stair that a move starts from is stair number [S (length lower)]. *)
Definition staircase_nim : Prop :=
  (forall stairs,
     Ends stair_move stairs
     /\ GrundyValue stair_move stairs (odd_stairs stairs)
     /\ (odd_stairs stairs = 0 <-> Loses stair_move stairs)
     /\ (odd_stairs stairs <> 0 <-> Wins stair_move stairs))
  /\ forall lower t s upper k, 1 <= k <= s ->
       let x := odd_stairs (lower ++ t :: s :: upper) in
       Loses stair_move (lower ++ t + k :: s - k :: upper)
         <-> k = winning_coins x (Nat.odd (S (length lower))) t s.

(** In the task the steps are 1, ..., n, and coins from step 1 leave the game: they are on stair 0. *)
Definition staircase_program_right (program : list N -> bool) : Prop :=
  forall steps, if program steps then Wins stair_move (0 :: steps) else Loses stair_move (0 :: steps).

(** * 4. Gra, the strip game *)

(** ** The rule in squares *)

(** Which squares hold a pawn. *)
Definition board := N -> bool.
Definition with_pawns (squares : list N) : board := fun s => existsb (N.eqb s) squares.

(** On squares 1, ..., [m]: the pawn on [from] goes to the first free square above it. Once a pawn stands on
    square [m] the game is over. *)
Inductive jump (m : N) (before : board) (from : N) (after : board) : Prop :=
  | jump_to : forall to,
      before m = false ->
      1 <= from < to -> to <= m ->
      before from = true -> before to = false ->
      (forall s, from < s < to -> before s = true) ->
      (forall s, after s = if s =? from then false else if s =? to then true else before s) ->
      jump m before from after.

Definition board_move (m : N) (before after : board) : Prop :=
  exists from, jump m before from after.

(** The pawn on [from] has a winning move. *)
Definition pawn_wins (m : N) (position : board) (from : N) : Prop :=
  exists after, jump m position from after /\ Loses (board_move m) after.

(** What an input has to be: 0 < a_1 < a_2 < ... < m. *)
Definition gra_input (m : N) (squares : list N) : Prop :=
  Sorted N.lt (0 :: squares ++ [m]).

(** The program gives the number of winning moves. *)
Definition gra_program_right (program : N -> list N -> N) : Prop :=
  forall m squares, gra_input m squares ->
    exists winning, NoDup winning
      /\ (forall s, In s winning <-> pawn_wins m (with_pawns squares) s)
      /\ program m squares = N.of_nat (length winning).

(** The program gives the squares whose pawns win. *)
Definition gra_moves_program_right (program : N -> list N -> list N) : Prop :=
  forall m squares, gra_input m squares ->
    NoDup (program m squares)
    /\ forall s, In s (program m squares) <-> pawn_wins m (with_pawns squares) s.

(** ** The rule in cells *)

(** A strip is the row of its cells, read from square m down to square 1. *)
Inductive cell : Set := Free | Pawn.

(** A pawn jumps over the [k] pawns before it. It comes from the square whose number is the number of cells
    from there to the end. The game is not over: square m is free. *)
Inductive strip_move : list cell -> N -> list cell -> Prop :=
  | over : forall above k below,
      hd Free above = Free ->
      strip_move (above ++ Free :: repeat Pawn k ++ Pawn :: below)
                 (N.of_nat (S (length below)))
                 (above ++ Pawn :: repeat Pawn k ++ Free :: below).

Definition some_strip_move (strip strip' : list cell) : Prop :=
  exists from, strip_move strip from strip'.

(** The board that a strip shows. *)
Fixpoint pawn_on (strip : list cell) (s : N) : bool :=
  match strip with
  | [] => false
  | c :: below =>
      if s =? N.of_nat (S (length below))
      then match c with Pawn => true | Free => false end
      else pawn_on below s
  end.

(** Both rules are the same: what one can do, the other can. *)
Definition same_rule : Prop :=
  forall strip position,
    (forall s, position s = pawn_on strip s) ->
    let m := N.of_nat (length strip) in
    (forall from strip', strip_move strip from strip' -> jump m position from (pawn_on strip'))
    /\ (forall from after, jump m position from after ->
          exists strip', strip_move strip from strip' /\ forall s, after s = pawn_on strip' s)
    /\ (Loses (board_move m) position <-> Loses some_strip_move strip)
    /\ (Wins (board_move m) position <-> Wins some_strip_move strip).

(** ** Groups *)

(** The pawns before the first free cell, and the sizes of the groups beyond it. *)
Fixpoint blocks (strip : list cell) : N * list N :=
  match strip with
  | [] => (0, [])
  | Pawn :: below => let (pawns, groups) := blocks below in (pawns + 1, groups)
  | Free :: below => let (pawns, groups) := blocks below in (0, pawns :: groups)
  end.

(** The sizes of groups 1, 2, 3, ... of a strip that begins with a free cell. *)
Definition groups (strip : list cell) : list N := snd (blocks strip).

(** How many squares the groups of a list take, each with the free square before it. The [k]-th pawn from
    the right of the first of them stands on square [extent groups - k]. *)
Fixpoint extent (groups : list N) : N :=
  match groups with
  | [] => 0
  | c :: further => 1 + c + extent further
  end.

(** Lemma 4.2: a move is a choice of a group and of [k] pawns of it. The first group's end the game. *)
Definition shift_lemma : Prop :=
  forall strip, hd Pawn strip = Free ->
    (forall from strip', strip_move strip from strip' ->
      (exists c k further, groups strip = c :: further /\ 1 <= k <= c
         /\ from = extent (groups strip) - k
         /\ hd Free strip' = Pawn)
      \/ (exists nearer t s further k,
            groups strip = nearer ++ t :: s :: further /\ 1 <= k <= s
            /\ from = extent (s :: further) - k
            /\ hd Pawn strip' = Free
            /\ groups strip' = nearer ++ t + k :: s - k :: further))
    /\ (forall c further k, groups strip = c :: further -> 1 <= k <= c ->
          exists strip', strip_move strip (extent (groups strip) - k) strip'
            /\ hd Free strip' = Pawn)
    /\ (forall nearer t s further k, groups strip = nearer ++ t :: s :: further -> 1 <= k <= s ->
          exists strip', strip_move strip (extent (s :: further) - k) strip'
            /\ hd Pawn strip' = Free
            /\ groups strip' = nearer ++ t + k :: s - k :: further).

(** ** Theorem 4.4 *)

(** The squares of the pawns that win, beginning with a group above one of [t] pawns. *)
Fixpoint winning_above (x : N) (odd : bool) (t : N) (groups : list N) : list N :=
  match groups with
  | [] => []
  | s :: further =>
      let k := winning_coins x odd t s in
      (if k =? 0 then [] else [extent groups - k]) ++ winning_above x (negb odd) s further
  end.

(** The squares from [first] + 1 to [first] + [count]. *)
Definition squares_from (first count : N) : list N :=
  map (fun i => first + N.of_nat i) (seq 1 (N.to_nat count)).

Definition winning_squares (groups : list N) : list N :=
  match groups with
  | [] => []
  | c1 :: further =>
      if c1 =? 0 then
        match further with
        | [] => []
        | c2 :: stairs => winning_above (odd_stairs further) true c2 stairs
        end
      else squares_from (extent further) c1
  end.

Definition gra : Prop :=
  forall strip, hd Pawn strip = Free ->
    Ends some_strip_move strip
    /\ NoDup (winning_squares (groups strip))
    /\ (forall from, In from (winning_squares (groups strip))
          <-> exists strip', strip_move strip from strip' /\ Loses some_strip_move strip')
    /\ (winning_squares (groups strip) = [] <-> Loses some_strip_move strip)
    /\ (winning_squares (groups strip) <> [] <-> Wins some_strip_move strip).

(** ** Section 4.6: what does not change the winning moves, or the outcome *)

(** [d] more free squares on the left: the pawns that win are the same ones. *)
Definition free_squares_on_the_left : Prop :=
  forall m squares d, gra_input m squares ->
    let shifted := map (fun s => s + d) squares in
    gra_input (m + d) shifted
    /\ forall s, pawn_wins (m + d) (with_pawns shifted) s
         <-> d <= s /\ pawn_wins m (with_pawns squares) (s - d).

(** The pawn on [from] has a winning move. *)
Definition strip_pawn_wins (strip : list cell) (from : N) : Prop :=
  exists strip', strip_move strip from strip' /\ Loses some_strip_move strip'.

(** If group 1 is empty, the pawns of group 2 do not count. *)
Definition pawns_of_group_2 : Prop :=
  forall strip strip' c2 c2' further,
    hd Pawn strip = Free -> hd Pawn strip' = Free ->
    groups strip = 0 :: c2 :: further -> groups strip' = 0 :: c2' :: further ->
    forall from, strip_pawn_wins strip from <-> strip_pawn_wins strip' from.

(** Two more free squares beside a free one are two more empty groups, and keep the outcome. *)
Definition two_free_squares : Prop :=
  forall strip strip' c1 nearer further,
    hd Pawn strip = Free -> hd Pawn strip' = Free ->
    groups strip = c1 :: nearer ++ further -> groups strip' = c1 :: nearer ++ 0 :: 0 :: further ->
    (Loses some_strip_move strip <-> Loses some_strip_move strip')
    /\ (Wins some_strip_move strip <-> Wins some_strip_move strip').

(** * 5. Constrained Nim *)

(** A pair (X, Y) forbids to take Y stones from a heap of X. *)
Definition constrained_heap_move (forbidden : list (N * N)) (a b : N) : Prop :=
  b < a /\ ~ In (a, a - b) forbidden.
Definition constrained_move (forbidden : list (N * N)) : list N -> list N -> Prop :=
  sum_move (constrained_heap_move forbidden).

(** The values of single heaps: each is the mex of those that its moves reach. *)
Definition constrained_values (forbidden : list (N * N)) (g : N -> N) : Prop :=
  forall n, is_mex (reached (constrained_heap_move forbidden) g n) (g n).

(** The largest of g(0), ..., g(n), which the theory calls h(n). *)
Definition highest (g : N -> N) (n : N) : N :=
  fold_right N.max 0 (map (fun i => g (N.of_nat i)) (seq 0 (S (N.to_nat n)))).

(** The special sizes, which the theory calls S. *)
Definition special (forbidden : list (N * N)) (n : N) : Prop :=
  n = 0 \/ exists y, In (n, y) forbidden.

(** Every heap of value [v] below [s] is a forbidden target of [s]. *)
Definition drops_out (forbidden : list (N * N)) (g : N -> N) (s v : N) : Prop :=
  forall j, j < s -> g j = v -> In (s, s - j) forbidden.

(** There are such values; those of rows are their nim-sums; and lemma 5.1, corollary 5.2, (5.3), lemma
    5.4. *)
Definition constrained_nim : Prop :=
  forall forbidden,
    (exists g, constrained_values forbidden g)
    /\ forall g, constrained_values forbidden g ->
         let h := highest g in
         (forall heaps, GrundyValue (constrained_move forbidden) heaps (nim_sum (map g heaps)))
         /\ (forall n v, v <= h n <-> exists j, j <= n /\ g j = v)
         /\ (forall n, g (n + 1) <= h n + 1 /\ (~ special forbidden (n + 1) -> g (n + 1) = h n + 1))
         /\ (forall s n, s <= n -> (forall j, s < j <= n -> ~ special forbidden j) ->
               h n = n - s + h s /\ (s < n -> g n = n - s + h s))
         /\ (forall s, 0 < s ->
               drops_out forbidden g s (g s) /\ (forall v, v < g s -> ~ drops_out forbidden g s v)
               /\ g s <= h (s - 1) + 1 /\ h s = N.max (h (s - 1)) (g s))
         /\ (forall v s, special forbidden s -> h s < v ->
               (forall s', special forbidden s' -> h s' < v -> s' <= s) ->
               let r := s + v - h s in
               g r = v /\ (forall j, j < r -> g j <> v)
               /\ (forall j, r < j -> g j = v -> special forbidden j)).

(** A heap has a value that a smaller one has: it is a repeat. *)
Definition repeats (g : N -> N) (n : N) : Prop := 0 < n /\ g n <= highest g (n - 1).

Definition lists (l : list N) (among : N -> Prop) : Prop :=
  NoDup l /\ forall b, In b l <-> among b.

(** The winning moves of a row, and (5.5): how many moves bring a heap of [a] to the value [v] that occurs
    first at [r]. *)
Definition constrained_winning_moves : Prop :=
  forall forbidden g, constrained_values forbidden g ->
    (forall before a b after, constrained_heap_move forbidden a b ->
       Loses (constrained_move forbidden) (before ++ b :: after)
         <-> g b = N.lxor (g a) (nim_sum (map g (before ++ a :: after))))
    /\ forall a v r ways again targets,
         g r = v -> (forall j, j < r -> g j <> v) ->
         lists ways (fun b => constrained_heap_move forbidden a b /\ g b = v) ->
         lists again (fun b => b < a /\ g b = v /\ repeats g b) ->
         lists targets (fun b => b < a /\ g b = v /\ In (a, a - b) forbidden) ->
         N.of_nat (length ways) + N.of_nat (length targets)
           = (if r <? a then 1 else 0) + N.of_nat (length again).

Definition constrained_program_right (program : list (N * N) -> list N -> bool) : Prop :=
  forall forbidden heaps,
    if program forbidden heaps then Wins (constrained_move forbidden) heaps
    else Loses (constrained_move forbidden) heaps.

(** * 6. Kamyki, the pebbles *)

(** A pile must not become smaller than its left neighbour. *)
Inductive kamyki_move : list N -> list N -> Prop :=
  | take : forall lefts a rights k, 1 <= k <= a -> last lefts 0 <= a - k ->
      kamyki_move (lefts ++ a :: rights) (lefts ++ a - k :: rights).

Fixpoint differences (before : N) (piles : list N) : list N :=
  match piles with
  | [] => []
  | a :: rights => a - before :: differences a rights
  end.

(** The last pile is stair 1. *)
Definition kamyki_stairs (piles : list N) : list N := 0 :: rev (differences 0 piles).

(** Theorem 6.1, and the winning moves below it: [rights] holds the piles to the right of the pile [a], and
    there is a pile to the right of it if it is on an even stair. *)
Definition kamyki : Prop :=
  (forall piles, Sorted N.le piles ->
     GrundyValue kamyki_move piles (odd_stairs (kamyki_stairs piles))
     /\ (odd_stairs (kamyki_stairs piles) = 0 <-> Loses kamyki_move piles)
     /\ (odd_stairs (kamyki_stairs piles) <> 0 <-> Wins kamyki_move piles))
  /\ forall lefts a rights k, Sorted N.le (lefts ++ a :: rights) ->
       1 <= k <= a -> last lefts 0 <= a - k ->
       let x := odd_stairs (kamyki_stairs (lefts ++ a :: rights)) in
       Loses kamyki_move (lefts ++ a - k :: rights)
         <-> k = winning_coins x (Nat.odd (S (length rights))) (hd 0 (differences a rights)) (a - last lefts 0).

Definition kamyki_program_right (program : list N -> bool) : Prop :=
  forall piles, Sorted N.le piles ->
    if program piles then Wins kamyki_move piles else Loses kamyki_move piles.

(** * 7. Draws *)

(** [Wins] and [Loses] are the smallest sets that satisfy their rules, also where play may go on for ever. A
    position in neither is a draw. *)

Section Draws.
  Context {Position : Type} (options : Position -> list Position).

  Definition option_move (p q : Position) : Prop := In q (options p).

  Definition Drawn (p : Position) : Prop := ~ Wins option_move p /\ ~ Loses option_move p.

  (** The game is won, or lost, within [r] moves of both players together. *)
  Fixpoint within (won : bool) (r : nat) (p : Position) : Prop :=
    match won, r with
    | true, O => False
    | true, S r => exists q, option_move p q /\ within false r q
    | false, O => forall q, ~ option_move p q
    | false, S r => forall q, option_move p q -> within true r q
    end.

  (** A label, with the number of moves until the game ends. *)
  Inductive label : Set := Won (moves : nat) | Lost (moves : nat) | Draw.
  Definition is_won (l : label) : bool := match l with Won _ => true | _ => false end.
  Definition is_lost (l : label) : bool := match l with Lost _ => true | _ => false end.

  (** Retrograde analysis: the labels after some stages. At first every position is open and has the label
      [Draw]. A stage looks at the open positions, and at the labels before the stage. *)
  Fixpoint label_after (stages : nat) (p : Position) : label :=
    match stages with
    | O => Draw
    | S stage =>
        match label_after stage p with
        | Draw =>
            if existsb (fun q => is_lost (label_after stage q)) (options p) then Won stage
            else if forallb (fun q => is_won (label_after stage q)) (options p) then Lost stage
            else Draw
        | known => known
        end
    end.

  (** [plays strategy mine p n mine' q]: from [p] play can come to [q] by [n] moves, if one player moves as
      [strategy] says; [mine] and [mine'] say whether it is the turn of that player. *)
  Inductive plays (strategy : Position -> Position) : bool -> Position -> nat -> bool -> Position -> Prop :=
    | so_far : forall mine p, plays strategy mine p 0 mine p
    | own_move : forall p n mine q,
        plays strategy false (strategy p) n mine q -> plays strategy true p (S n) mine q
    | other_move : forall p p' n mine q,
        option_move p p' -> plays strategy true p' n mine q -> plays strategy false p (S n) mine q.

  (** The player of the strategy always has the move that it says, ... *)
  Definition never_stuck (strategy : Position -> Position) (mine : bool) (p : Position) : Prop :=
    forall n q, plays strategy mine p n true q -> option_move q (strategy q).

  (** ... and the game ends within [r] moves, so the other player is the one who cannot move. *)
  Definition wins_by (strategy : Position -> Position) (mine : bool) (p : Position) (r : nat) : Prop :=
    never_stuck strategy mine p /\ forall n mine' q, plays strategy mine p n mine' q -> (n <= r)%nat.

  (** What a claim has to satisfy at one position, of which only the labels of its options are needed. *)
  Definition checks (claim : Position -> label) (p : Position) : Prop :=
    match claim p with
    | Won r => exists q r', option_move p q /\ claim q = Lost r' /\ (r' < r)%nat
    | Lost r => forall q, option_move p q -> exists r', claim q = Won r' /\ (r' < r)%nat
    | Draw => (exists q, option_move p q /\ claim q = Draw)
              /\ forall q r, option_move p q -> claim q <> Lost r
    end.

  (** ... and what also makes its numbers right: the winner hurries and the loser does not. *)
  Definition checks_moves (claim : Position -> label) (p : Position) : Prop :=
    match claim p with
    | Won r => exists q r', option_move p q /\ claim q = Lost r' /\ r = S r'
               /\ forall q s, option_move p q -> claim q = Lost s -> (r' <= s)%nat
    | Lost O => forall q, ~ option_move p q
    | Lost (S r) => (exists q, option_move p q /\ claim q = Won r)
                    /\ forall q, option_move p q -> exists r', claim q = Won r' /\ (r' <= r)%nat
    | Draw => (exists q, option_move p q /\ claim q = Draw)
              /\ forall q r, option_move p q -> claim q <> Lost r
    end.
End Draws.

(** Theorem 7.2: in a finite graph, after as many stages as there are positions, the labels are right and
    change no more, and a label's number is the least within which the game ends. *)
Definition retrograde : Prop :=
  forall (Position : Type) (options : Position -> list Position) (all : list Position),
    (forall p, In p all) ->
    let final := label_after options (length all) in
    forall p,
      (is_won (final p) = true <-> Wins (option_move options) p)
      /\ (is_lost (final p) = true <-> Loses (option_move options) p)
      /\ (final p = Draw <-> Drawn options p)
      /\ (forall n, (length all <= n)%nat -> label_after options n p = final p)
      /\ (forall r, final p = Won r <->
            within options true r p /\ forall s, within options true s p -> (r <= s)%nat)
      /\ (forall r, final p = Lost r <->
            within options false r p /\ forall s, within options false s p -> (r <= s)%nat).

(** Theorem 7.3: one strategy wins within [r] moves from every position that is labelled won after [r], and
    against every move from a lost one, and from a draw it never comes to a position without moves, whoever
    begins. *)
Definition retrograde_strategy : Prop :=
  forall (Position : Type) (options : Position -> list Position) (all : list Position),
    (forall p, In p all) ->
    let final := label_after options (length all) in
    exists strategy, forall p,
      (forall r, final p = Won r -> wins_by options strategy true p r)
      /\ (forall r, final p = Lost r -> wins_by options strategy false p r)
      /\ (final p = Draw -> forall mine, never_stuck options strategy mine p).

(** Theorem 7.4: a claim that satisfies the check everywhere in a closed set is right there. *)
Definition closure_of_draws : Prop :=
  forall (Position : Type) (options : Position -> list Position) (among : Position -> Prop)
         (claim : Position -> label),
    closed (option_move options) among ->
    (forall p, among p -> checks options claim p) ->
    forall p, among p ->
      (is_won (claim p) = true <-> Wins (option_move options) p)
      /\ (is_lost (claim p) = true <-> Loses (option_move options) p)
      /\ (claim p = Draw <-> Drawn options p).

(** ... and so are its numbers with the stricter check: it is what retrograde analysis finds. *)
Definition closure_of_remoteness : Prop :=
  forall (Position : Type) (options : Position -> list Position) (all : list Position)
         (claim : Position -> label),
    (forall p, In p all) ->
    (forall p, checks_moves options claim p) ->
    forall p, claim p = label_after options (length all) p.

(** Labels alone are not enough: here all agree with those of their options, and none is right. *)
Definition closure_without_remoteness_fails : Prop :=
  exists (options : bool -> list bool) (claim : bool -> bool),
    (forall p, claim p = true <-> exists q, option_move options p q /\ claim q = false)
    /\ forall p, Drawn options p.

(** * 8. Heap games by their code *)

(** What may be left of a heap by a move: bit [j] of the digit d_k says whether [k] stones may be taken and
    [j] heaps left. *)
Definition heap_option (d : N -> N) (heap : N) (parts : list N) : Prop :=
  exists k, heap = k + fold_right N.add 0 parts
    /\ (forall part, In part parts -> 1 <= part)
    /\ N.testbit (d k) (N.of_nat (length parts)) = true.

Inductive code_move (d : N -> N) : list N -> list N -> Prop :=
  | change_heap : forall before heap parts after, heap_option d heap parts ->
      code_move d (before ++ heap :: after) (before ++ parts ++ after).

(** A code that leaves at most [q] heaps of one: 2 for octal codes. If nothing is taken the heap has to be
    split. *)
Definition heap_code (d : N -> N) (q : N) : Prop :=
  (forall j, N.testbit (d 0) j = true -> 2 <= j)
  /\ (forall k j, N.testbit (d k) j = true -> j <= q).

(** A code d_0 . d_1 ... d_t that ends. *)
Definition no_digit_after (d : N -> N) (t : N) : Prop := forall k, t < k -> d k = 0.

(** The values of single heaps: each is the mex of those of its options. *)
Definition heap_values (d : N -> N) (g : N -> N) : Prop :=
  forall n, is_mex (fun v => exists parts, heap_option d n parts /\ nim_sum (map g parts) = v) (g n).

(** They exist, and those of rows are their nim-sums. *)
Definition code_games : Prop :=
  forall d q, heap_code d q ->
    (exists g, heap_values d g)
    /\ forall g, heap_values d g ->
         forall heaps, GrundyValue (code_move d) heaps (nim_sum (map g heaps)).

(** Theorem 8.2 (Guy, Smith): the octal period theorem. *)
Definition octal_period : Prop :=
  forall d q t g s p, heap_code d q -> no_digit_after d t -> heap_values d g -> 1 <= q -> 1 <= p -> 1 <= s ->
    (forall n, s <= n <= q * s + (q - 1) * p + t - 1 -> g (n + p) = g n) ->
    forall n, s <= n -> g (n + p) = g n.

(** That [s] is not 0 cannot be left out. *)
Definition octal_period_from_zero_fails : Prop :=
  exists d t g p, heap_code d 2 /\ no_digit_after d t /\ heap_values d g /\ 1 <= p
    /\ (forall n, n <= p + t - 1 -> g (n + p) = g n)
    /\ exists n, g (n + p) <> g n.

(** Any number of more than [t] stones may be taken, leaving one heap or none. *)
Definition all_but (d : N -> N) (t : N) : Prop :=
  forall k, t < k -> N.testbit (d k) 0 = true /\ N.testbit (d k) 1 = true.

Definition no_value_below (g : N -> N) (n v : N) : Prop := forall j, j < n -> g j <> v.

(** Theorem 8.3: the state of [n + p] is that of [n], higher by [rise]. *)
Definition all_but_period : Prop :=
  forall d t g n p rise, heap_code d 1 -> all_but d t -> heap_values d g -> t < n ->
    (forall j, n - t <= j < n -> g (j + p) = g j + rise) ->
    (forall v, no_value_below g (n + p - t) v
       <-> exists w, v = w + rise /\ no_value_below g (n - t) w) ->
    forall j, n - t <= j -> g (j + p) = g j + rise.

(** Theorem 8.4: any number of stones may be taken from a heap, or the heap split into two. *)
Definition lasker (k : N) : N := if k =? 0 then 4 else 3.

Definition lasker_nim : Prop :=
  heap_code lasker 2
  /\ forall g, heap_values lasker g ->
       g 0 = 0
       /\ forall m, g (4 * m + 1) = 4 * m + 1 /\ g (4 * m + 2) = 4 * m + 2
                  /\ g (4 * m + 3) = 4 * m + 4 /\ g (4 * m + 4) = 4 * m + 3.
