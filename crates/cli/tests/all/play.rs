//! `grundy play` as it is typed: a dialogue in a pipe, whole games.

use std::io::Read as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Folder, GRUNDY, refused, run_with, skipped, stdout};

/// The position in a file, the dialogue on standard input.
fn dialogue(game: &str, position: &str, lines: &str) -> String {
    let folder = Folder::new();
    let file = folder.write("position.in", position);
    stdout(&format!("play -g {game} --seed 1 {file}"), lines)
}

#[test]
fn a_dialogue_in_a_pipe() {
    let text = dialogue("gra", "5 2\n1 3\n", "frog\nhint\n3\nundo\nquit\n1\n");
    assert_eq!(
        text,
        "\
Gra, the strip game
A move is typed as it is listed, or as much of it as is needed; `help` says more.

A strip of 5 squares with 2 pawns

  square 1 2 3 4 5
   board o . o . *
   group 3   2
          o pawn   . free   * the goal

your move> frog
`frog` is no legal move here; legal: `1 -> 2`, `3 -> 4`
your move> hint
  1 -> 2  pawns of group 3: 1 xor 1 = 0
your move> 3
you: 3 -> 4
I:   4 -> 5

The game has come to its end.

The game is over: I win.
  1  you  3 -> 4  a mistake: 1 -> 2 would have won   <- the first mistake
  2  I    4 -> 5  wins
`new`, `again`, `undo` or `quit`
over> undo

A strip of 5 squares with 2 pawns

  square 1 2 3 4 5
   board o . o . *
   group 3   2
          o pawn   . free   * the goal

your move> quit
"
    );
}

/// Without a file the position is random, and the same for the same seed.
#[test]
fn every_game_in_a_pipe() {
    for game in [
        "gra",
        "nim",
        "bounded",
        "staircase",
        "constrained",
        "kamyki",
        "0.77",
    ] {
        let random = || stdout(&format!("play -g {game} --seed 5"), "moves\n");
        let drawn = random();
        assert!(drawn.contains("  #1 "), "{game}\n{drawn}");
        assert_eq!(random(), drawn, "{game}");
    }
}

/// Every command, and lines that are none.
#[test]
fn a_dialogue_with_everything_that_can_be_said() {
    for (lines, ends) in [
        ("3 from heap 1", "legal: `1 -> 2`, `3 -> 4`\n"),
        ("#9", "legal: `1 -> 2`, `3 -> 4`\n"),
        ("hint please", "legal: `1 -> 2`, `3 -> 4`\n"),
        (
            "new x",
            "1:1: found `x`, expected m, the number of squares\n",
        ),
        ("level good", "as `30%`; found `good`\n"),
        (
            "seats third",
            "expected first, second or both, found `third`\n",
        ),
        ("undo", "There is no move of yours to take back.\n"),
        ("why", "There is no answer yet to give a reason for.\n"),
        ("history", "  no move yet\n"),
        ("moves", "  #1  1 -> 2\n  #2  3 -> 4\n"),
        ("level 30%", "level 30%, from the next move on\n"),
        ("3\nwhy", "Here I moved 4 -> 5, which wins.\n"),
        ("3\nundo\nmoves", "  #1  1 -> 2\n  #2  3 -> 4\n"),
        ("new 3 1 / 1\nmoves", "  #1  1 -> 2\n"),
        ("1\nagain\nmoves", "  #1  1 -> 2\n  #2  3 -> 4\n"),
        ("1\nnew\nmoves", "  #1  1 -> 2\n  #2  3 -> 4\n"),
        ("seats second\nhistory", "  1  I    1 -> 2  wins\n"),
        ("seats both\n1\nhistory", "  1  first   1 -> 2  wins\n"),
    ] {
        let text = dialogue("gra", "5 2\n1 3\n", &format!("{lines}\n"));
        assert!(text.ends_with(ends), "{lines}\n{text}");
    }
}

/// A rules program whose moves lead to sums: who follows the hints wins, from whatever is won.
#[test]
fn a_rules_program_and_its_sums() {
    let kayles = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/rules/kayles.awk"
    );
    let mut sums = 0;
    for seed in ["3", "4"] {
        let line = format!("play -g {kayles} --seed {seed}");
        // Values 1, 2 and 3, whose nim-sum is 0 without the one pin more: 1, 2, 1.
        let mut lines = "new 1 + 2 + 4\n".to_owned();
        let text = loop {
            let text = stdout(&line, format!("{lines}hint\n"));
            if text.contains("The game is over: ") {
                break text;
            }
            let (_, hint) = text.rsplit_once("your move> hint\n").unwrap();
            let hinted = hint.lines().next().unwrap().trim();
            assert!(!hinted.starts_with("No move"), "{text}");
            lines += &format!("{hinted}\n");
        };
        assert!(text.contains("The game is over: you win."), "{text}");
        assert!(text.contains("\n1 + 2 + 4\n"), "{text}");
        sums += text.matches("you: ").count();
    }
    assert!(sums >= 4, "{sums} moves");
}

#[test]
fn whole_games_for_teachers() {
    let text = stdout("play --moves '1 3 2'", "5 2\n1 3\n");
    let (_, told) = text.split_once("* the goal\n\n").unwrap();
    assert_eq!(
        told,
        "  1  you  1 -> 2  wins
  2  I    3 -> 4  no move wins
  3  you  2 -> 3  a mistake: 4 -> 5 would have won   <- the first mistake

Not over: I can win.
"
    );
    let json = stdout(
        "play --moves '2 -> 4, 3 -> 5' --format json",
        "7 3\n2 3 6\n",
    );
    let game: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(game["game"], "gra");
    assert_eq!(game["moves"][0]["move"], "2 -> 4");
    assert_eq!(
        game["moves"][0]["winning_moves"],
        serde_json::json!(["6 -> 7"])
    );
    assert_eq!(game["moves"][0]["mistake"], true);
    assert_eq!(game["moves"][1]["player"], "second");
    assert_eq!(
        (&game["first_mistake"], &game["winner"]),
        (&Value::from(1), &Value::Null)
    );
    assert_eq!(game["to_move"], "first");
}

#[test]
fn errors() {
    for (line, input, message) in [
        (
            "--moves '1 9'",
            "5 2\n1 3\n",
            "error: move 2 of --moves: `9` is no legal move here; legal: `2 -> 4`, `3 -> 4`\n",
        ),
        ("--moves 1", "5 2\n3 1\n", "error: stdin:2:3: "),
        ("--web -", "5 2\n3 1\n", "error: stdin:2:3: "),
        (
            "-g nim --moves 1",
            "1\n99999999999\n",
            "error: up to 99999999999 moves are too many to be listed\n",
        ),
        (
            "-g kamyki --moves 1",
            "2\n1\n1\n1\n2\n",
            "error: found 2 positions, expected one\n",
        ),
        (
            "-g nim --moves '1 from heap 2, 2 from heap 1'",
            "2\n1 1\n",
            "error: move 2 of --moves: `2 from heap 1` is no legal move here; legal: `1 from heap 1`\n",
        ),
        ("/no/such/file", "", "error: cannot read /no/such/file: "),
        (
            "--level 130%",
            "",
            "error: invalid value '130%' for '--level <LEVEL>': expected `perfect`",
        ),
        (
            "--seats third",
            "",
            "error: invalid value 'third' for '--seats <SEATS>'\n  [possible values: first, second, both]",
        ),
        (
            "--format json",
            "",
            "arguments were not provided:\n  --moves",
        ),
        ("--port 80", "", "arguments were not provided:\n  --web"),
        ("--web --moves 1", "", "error: the argument"),
    ] {
        refused(run_with(&format!("play {line}"), input), message);
    }
}

/// A rules program of a few lines: take one or two of a row, and nothing said of how far to go.
const ROW: &str = "#!/bin/sh
case $1 in
about) echo 'title: A row' ;;
positions) echo $2 ;;
moves)
  while read -r p; do
    case $p in *[!0-9]*) echo \"$p is no row\" >&2; exit 1 ;; esac
    case $p in 0) echo ;; 1) echo 0 ;; *) echo \"$((p - 1)) ; $((p - 2))\" ;; esac
  done ;;
*) exit 2 ;;
esac
";

fn play(folder: &Folder, rules: &str) -> String {
    format!("play -g {}", folder.program("rules", rules))
}

/// Positions and moves are enough to play, and an invalid line does not end the game.
#[test]
fn a_rules_program_that_says_little() {
    let folder = Folder::new();
    let rules = folder.program("rules", ROW);
    let line = format!("play -g {rules} --seed 1 --seats both");
    let text = stdout(&line, "moves\nnew frog\nmoves\nnew 2\n0\n");
    let (before, after) = text.split_once("first> new frog\n").unwrap();
    assert!(
        before.contains("  #1  "),
        "it begins where moves are: {text}"
    );
    assert!(after.contains("  | frog is no row\n"), "{text}");
    assert!(after.contains("first> moves\n  #1  "), "{text}");
    assert!(after.contains("The game is over: first wins."), "{text}");
}

/// A position is drawn from the sizes that the program goes to, and from those of them of which only some
/// thousand positions can be reached.
#[test]
fn the_first_position_is_not_too_large() {
    let folder = Folder::new();
    let unlisted = "positions) [ $2 = 1 ] && echo 1 || exit 3 ;;";
    let one_size = ROW
        .replace(
            "title: A row'",
            "title: A row'; echo smallest: 1; echo sweep-to: 1",
        )
        .replace("positions) echo $2 ;;", unlisted);
    let text = stdout(&play(&folder, &one_size), "quit\n");
    assert!(text.ends_with("\n1\n\nyour move> quit\n"), "{text}");
    // Any of 3 N squares can be covered in a move.
    let squares = "#!/bin/sh
case $1 in
positions) awk -v n=$2 'BEGIN { while (i++ < 3 * n) printf \"o\"; print \"!\" }' ;;
moves)
  awk '{ for (i = 1; i < length; i++) if (substr($0, i, 1) == \"o\")
         printf \"%s%s\", n++ ? \" ; \" : \"\", substr($0, 1, i - 1) \"x\" substr($0, i + 1); print \"\"; n = 0 }' ;;
*) exit 2 ;;
esac
";
    // On a busy machine there are notes that it takes long.
    let text = run_with(&play(&folder, squares), "quit\n").with(0);
    let drawn = text.lines().find(|line| line.starts_with("oo"));
    assert!(drawn.is_some_and(|line| line.len() <= 3 * 3 + 1), "{text}");
}

/// Where a position is a line of text, ` / ` in it is no end of a line.
#[test]
fn a_position_of_a_rules_program_is_a_line() {
    let folder = Folder::new();
    let rules = ROW.replace(
        "case $p in *[!0-9]*)",
        "case $p in '1 / 1') p=1 ;; *[!0-9]*)",
    );
    let text = stdout(&play(&folder, &rules), "new 1 / 1\nquit\n");
    assert!(text.ends_with("\n1 / 1\n\nyour move> quit\n"), "{text}");
}

/// Who ends the process while a line is typed gets the terminal back as it was.
#[test]
fn a_terminal_is_left_as_it_was_found() {
    let folder = Folder::new();
    let play = format!("echo $$ > pid; exec {GRUNDY} play");
    let shell = format!("stty -g > before; sh -c '{play}'; echo $? > code; stty -g > after");
    let script = Command::new("script")
        .args(["-q", "-c", &shell, "/dev/null"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut script) = script else {
        skipped(
            "a_terminal_is_left_as_it_was_found",
            "script is not installed",
        );
        return;
    };
    let mut said = script.stdout.take().unwrap();
    let mut shown = Vec::new();
    while !shown.ends_with(b"your move> ") {
        let mut byte = [0];
        assert_eq!(
            said.read(&mut byte).unwrap(),
            1,
            "{}",
            String::from_utf8_lossy(&shown)
        );
        shown.push(byte[0]);
    }
    let read = |name: &str| folder.read(name);
    let kill = Command::new("kill").arg(read("pid").trim()).status();
    assert!(kill.unwrap().success());
    let _ = said.read_to_end(&mut shown);
    script.wait().unwrap();
    assert_eq!(
        (read("after"), read("code").as_str()),
        (read("before"), "130\n")
    );
}

/// Whoever draws positions is asked for one that fits on a table, and for one of fewer parts if there is none.
#[test]
fn a_rules_program_that_draws() {
    let folder = Folder::new();
    for (most, drawn) in [(9, "5"), (3, "2"), (1, "1")] {
        let random = format!("random) [ $3 -le {most} ] || exit 1; echo $3 ;;\n*) exit 2");
        let line = play(&folder, &ROW.replace("*) exit 2", &random));
        let text = stdout(&format!("{line} --seed 1"), "");
        assert!(text.contains(&format!("\n{drawn}\n")), "{most}: {text}");
    }
}
