//! `grundy judge --interactive` and `grundy play --opponent`.
#![cfg(target_os = "linux")]

use std::fs;

use crate::support::{Folder, ROW, all_refused, holds, json, shows};

/// Takes all of the first heap with stones: right for one heap. With the argument `second` the judge makes the first move.
const FIRST: &str = "#!/bin/sh
read n
read -r row
skip=$1
while :; do
  i=0
  for heap in $row; do
    i=$((i + 1))
    [ $heap = 0 ] || break
  done
  [ \"$heap\" = 0 ] && break
  next=
  j=0
  for other in $row; do
    j=$((j + 1))
    [ $j = $i ] && [ -z \"$skip\" ] && other=0
    next=\"$next $other\"
  done
  [ -z \"$skip\" ] && echo $i $heap
  skip=
  read -r place stones || break
  row=
  j=0
  for other in $next; do
    j=$((j + 1))
    [ $j = $place ] && other=$((other - stones))
    row=\"$row $other\"
  done
done
";

#[test]
fn the_page_and_json_show_the_shortest_line() {
    let folder = Folder::new();
    folder.program("first", FIRST);
    let judge = "judge --interactive -g nim --up-to 5 --random 0 --time-limit 20s -m 3 -n 3";
    let page = folder.run(&format!("{judge} -- ./first")).with(1);
    for text in [
        "Nim: playing against ./first\n",
        "lost a won game: move 1, 1 1; 2 1 would have won",
        "The smallest position on which it fails: every line from all ",
        "No line from it on which it fails is shorter.",
        "program  1 1   2 / 0 2   a mistake: another move would have won\n",
        "judge    2 2   2 / 0 0   wins\n",
        "games at the limits",
        "  try it    printf '2\\n1 2\\n2 2\\n' | ./first\n",
    ] {
        shows(&page, text);
    }
    let report = json(
        &folder
            .run(&format!("{judge} --save kept --format json -- ./first"))
            .with(1),
    );
    let facts = r#"/game "nim"
/starts "program"
/accepted false
/verdict "lost a won game"
/command ["./first"]
/phases/0/phase "every"
/lost/position "2\n1 2\n"
/lost/plies/0/player "program"
/lost/plies/0/line "1 1"
/lost/plies/1/line "2 2"
/lost/size/kind "smallest"
/lost/is_shortest true
/lost/came_again true
/saved "kept/games/nim0s1.json"
/left_out/0 "limits""#;
    holds(&report, facts);
    let kept = fs::read_to_string(folder.path("kept/games/nim0s1.json")).unwrap();
    shows(&kept, "\"replies\": [\n    \"2 2\"\n  ]");
    let page = folder
        .run(&format!("{judge} --save kept -- ./first"))
        .with(1);
    shows(&page, "Fails on nim0s1.");
    let [one, two] = [1, 2].map(|i| folder.path(&format!("kept/games/nim0s{i}.json")));
    fs::copy(one, two).unwrap();
    for (first, games) in [("", "2 failed"), ("--first ", "1 failed")] {
        let again = folder.run(&format!("{judge} {first}--save kept -- ./first"));
        shows(&again.with(1), games);
    }
    // With one heap it is right; the judge then begins, and it only has to move.
    let one = "judge --interactive -g nim --up-to 2 --random 3 --time-limit 20s -m 9 -n 1";
    for (starts, program) in [("program", "./first"), ("judge", "./first second")] {
        let page = folder.run(&format!("{one} --starts {starts} -- {program}"));
        shows(&page.with(0), "\naccepted: all ");
    }
}

/// A rules program says who begins and what is written at the end; the command line may say otherwise about the former.
#[test]
fn rules_programs_describe_the_dialogue() {
    let folder = Folder::new();
    let about = "echo 'title: A row'; echo 'starts: judge'; echo 'over: END'";
    folder.program("rules", &ROW.replace("echo 'title: A row'", about));
    let player = "#!/bin/sh
read -r n
[ \"$1\" ] && [ $n != 0 ] && { n=$((n - (n % 3 ? n % 3 : 1))); echo $n; }
while read -r n; do
  [ \"$n\" = END ] && exit 0
  [ \"$n\" = 0 ] || { n=$((n - (n % 3 ? n % 3 : 1))); echo $n; }
done
exit 3
";
    folder.program("player", player);
    folder.program("wrong", &player.replace("exit 0", "exit 4"));
    let judge = "judge --interactive -g ./rules --up-to 7 --random 4 --time-limit 2s";
    let page = folder.run(&format!("{judge} -- ./player"));
    shows(&page.with(0), "\naccepted: all ");
    let page = folder.run(&format!("{judge} --starts program -- ./player first"));
    shows(&page.with(0), "\naccepted: all ");
    let page = folder.run(&format!("{judge} --starts program -- ./player"));
    shows(&page.with(1), "nothing written though its turn");
    let page = folder.run(&format!("{judge} -- ./wrong"));
    let page = page.with(1);
    shows(&page, "judge   END\n");
    shows(&page, "try it    printf '0\\nEND\\n' | ./wrong\n");
}

/// The clock of a game stands still while the judge asks the rules program, which takes a second for each call here.
#[test]
fn the_judges_own_time_is_not_the_programs() {
    let folder = Folder::new();
    let rules = ROW.replace("moves)", "moves) sleep 1;");
    folder.program(
        "rules",
        &rules.replace("A row'", "A row'; echo 'sweep-to: 9'"),
    );
    let player = "#!/bin/sh
read -r n
while [ $n != 0 ]; do
  k=$((n % 3 ? n % 3 : 1))
  n=$((n - k)); echo $n; read -r n || n=0
done
";
    folder.program("player", player);
    let judge = "judge --interactive -g ./rules --up-to 3 --random 0 --format json";
    let report = json(&folder.run(&format!("{judge} -- ./player")).with(0));
    let slowest = report["phases"][1]["slowest"].as_f64().unwrap();
    assert!(slowest < 1.0, "{report}");
}

const REFUSED: &str = "\
judge --starts judge -- cat => --interactive
judge --interactive --starts nobody -- cat => expected program, judge, or choose with two different words, found \"nobody\"
judge --interactive --check closure -- cat => cannot be used with
judge --interactive -g nim --up-to 1 -- ./no-such-program => error: cannot start ./no-such-program: No such file
play -g nim --opponent '' => --opponent is empty
play -g nim --opponent \"'\" => --opponent: a quote is not closed";

#[test]
fn what_cannot_be_played_is_an_error() {
    all_refused(&Folder::new(), "", REFUSED);
}

#[test]
fn a_program_plays_against_a_person() {
    let folder = Folder::new();
    folder.program("first", FIRST);
    folder.write("start", "2\n1 2\n");
    folder.write("lines", "1 from heap 1\nundo\n2 from heap 2\nquit\n");
    let grundy = "grundy play -g nim start < lines --opponent";
    let page = folder.shell(&format!("{grundy} './first second'")).with(0);
    shows(&page, "the program: 2 from heap 2");
    shows(&page, "the program: 1 from heap 1");
    folder.write("lines", "1 from heap 2\nquit\n");
    let page = folder
        .shell(&format!("{grundy} ./first --seats second"))
        .with(0);
    shows(&page, "the program: 1 from heap 1");
    // No person plays.
    let page = folder.shell(&format!("{grundy} ./first --seats none"));
    let page = page.with(0);
    shows(&page, "first:  1 from heap 1\nsecond: 2 from heap 2\n");
    shows(&page, "The game is over: second wins.");
}
