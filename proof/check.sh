#!/usr/bin/env bash
# Builds the proofs and the programs from nothing, says what each theorem rests on, and has all of it
# checked once more by the small checker. Fails unless every theorem that the docs name is there, is about
# the statement of that name in Rules.v or Machine.v, and rests on nothing.
set -euo pipefail
cd "$(dirname "$0")"
SECONDS=0
step() { printf '\n== %s (%s s)\n' "$*" "$SECONDS"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

if ! command -v coqc >/dev/null || ! command -v coqchk >/dev/null || ! command -v ocamlopt >/dev/null ||
  ! command -v make >/dev/null; then
  command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] ||
    fail "Coq is missing, and only root can install it: apt-get install --no-install-recommends coq ocaml-nox make"
  step "Coq from the distribution's packages"
  apt-get update -q >/dev/null
  apt-get install -y -q --no-install-recommends coq ocaml-nox make >/dev/null
fi
coqc --version | head -n 1

# Statements are called by their name in Rules.v or Machine.v, in the docs and here.
proved=$(sed -n 's/^Theorem \(\w*\)_proved .*/\1/p' ./*.v | sort)
named=$(grep -oh '`\(Rules\|Machine\)\.\w*`' ../docs/*.md README.md | tr -d '`' | sed 's/^[A-Z]\w*\.//' | grep -vx v | sort -u)
diff <(echo "$named") <(echo "$proved") || fail "< named in the docs and not proved, > proved and not named"

step "proofs"
rm -rf build bin
mkdir -p build bin
cp ./*.v build
cd build
begun=$SECONDS
coq_makefile -Q . Grundy $(ls ./*.v | grep -v Extract) -o Makefile
make --silent --jobs="$(nproc)"
echo "$((SECONDS - begun)) s for $(cat ../*.v | wc -l) lines"

step "what the theorems rest on"
{
  echo "From Grundy Require Rules Machine Programs."
  for name in $proved; do
    file=$(basename "$(grep -l "^Theorem ${name}_proved " ./*.v)" .v)
    statement=Rules.$name
    if grep -q "^Definition $name : Prop" Machine.v; then statement=Machine.$name; fi
    case $name in *_program_right) statement="$statement Programs.${name%_right}" ;; esac
    printf 'From Grundy Require %s.\nCheck (%s.%s_proved : %s).\nPrint Assumptions %s.%s_proved.\n' \
      "$file" "$file" "$name" "$statement" "$file" "$name"
  done
} >Audit.v
coqc -q -Q . Grundy Audit.v >audit.txt
cat audit.txt
theorems=$(wc -w <<<"$proved")
closed=$(grep -c '^Closed under the global context$' audit.txt)
[ "$theorems" -gt 0 ] && [ "$closed" = "$theorems" ] || fail "$closed of $theorems theorems are closed"
echo "all $theorems theorems are closed"

# It works on one core, beside the steps that follow.
coqchk -silent -o -Q . Grundy Grundy.Audit >checker.txt 2>&1 &
checker=$!

step "programs"
# build FORM SUFFIX GAME...: the extracted programs, a number as FORM says, the reader, one file for each game.
build() {
  local form=$1 suffix=$2 game
  shift 2
  mkdir "$form"
  cp ../ocaml/*.ml "../ocaml/$form/number.ml" "$form"
  if [ "$form" = int ]; then file=ExtractInt; else file=Extract; fi
  (
    cd "$form"
    coqc -q -Q .. Grundy -o "$PWD/$file.vo" "../$file.v"
    ocamlopt -inline 100 -c programs.mli programs.ml number.ml reader.ml games.ml
    for game; do
      echo "let () = Games.run Games.$game" >main.ml
      ocamlopt -inline 100 programs.cmx number.cmx reader.cmx games.cmx main.ml -o "../../bin/${game/_/-}$suffix"
    done
    if [ "$form" = binary ]; then
      ocamlopt -inline 100 programs.cmx number.cmx reader.cmx games.cmx moves.ml -o ../../bin/gra-moves
      ocamlopt -inline 100 programs.cmx number.cmx reader.cmx games.cmx machine.ml -o ../../bin/machine
    fi
  )
}
build binary "" gra nim bounded staircase constrained kamyki
build int -int gra nim bounded staircase constrained kamyki
# The samples of the tasks, and what is no input.
says() {
  local expected=$1 program=$2
  [ "$("../bin/$program" "${@:3}" 2>&1)" = "$expected" ] || fail "bin/$program does not say $expected"
}
for form in "" -int; do
  says $'1\n0\n2' "gra$form" <<<'5 2 1 3  5 2 2 3  13 6 2 3 6 8 9 11'
  says $'Yes\nNo\nYes' "nim$form" <<<'2 2 3  3 1 2 3  4 7 9 12 15'
  says $'Yes' "bounded$form" <<<'3 3 7 4 2'
  says $'No' "staircase$form" <<<'2 0 3'
  says $'Takahashi\nAoki' "constrained$form" <<<'3 4 1 2 4 2 1 3 3 3 1 1 1  1 5 5 5 1 5 2 5 3 5 4 5 5'
  says $'NIE\nTAK' "kamyki$form" <<<'2 2 2 2 3 1 2 4'
  says 'error: byte 8: squares must increase' "gra$form" <<<'5 2 3 1'
done
says $'6\n3 1' gra-moves <<<'7 3 2 3 6  7 2 1 3'
# Strips of the most squares that it takes: pawns on all but one beside the goal, or on the first; and one square more.
says '' gra-moves <<<"65536 65534 $(seq -s ' ' 65534)"
says 1 gra-moves <<<'65536 1 1'
code=0
../bin/gra-moves <<<'65537 1 1' 2>/dev/null || code=$?
[ "$code" = 3 ] || fail "bin/gra-moves returns $code on a strip that is too large"
says $'18446744073709551615\n6' machine bounded_of <<<'18446744073709551615 18446744073709551615  9 16'
ls ../bin

step "the checker"
wait "$checker" || { cat checker.txt; fail "coqchk"; }
cat checker.txt
grep -q 'Axioms: <none>' checker.txt || fail "the checker finds axioms"
step "done"
