//! `grundy play` as it is typed: a dialogue in a pipe, whole games.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{
    Folder, GRUNDY, ROW, all_refused, kayles, kill, refused, run_with, shows, skipped, stdout,
};

#[test]
fn a_dialogue_in_a_pipe() {
    let folder = Folder::new();
    let file = folder.write("position.in", "5 2\n1 3\n");
    let line = format!("play --seed 1 {file}");
    let text = stdout(&line, "frog\nhint\n3\nquit\n1\n");
    assert_eq!(
        text,
        "\
Gra, the strip game
`?` shows how to play. A move is typed as it is listed, or as much of it as is needed; `help` says more.

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
It turned at move 1: you moved 3 -> 4, and 1 -> 2 would have won.
Remember:
  1 -> 2  pawns of group 3: 1 xor 1 = 0
`new`, `again`, `retry`, `undo` or `quit`
over> quit
"
    );
}

/// Without a file the position is random, and the same for the same seed.
#[test]
fn every_game_in_a_pipe() {
    for game in "gra nim bounded staircase constrained kamyki 0.77".split(' ') {
        let random = || stdout(&format!("play -g {game} --seed 5"), "moves\n");
        let drawn = random();
        shows(&drawn, "  #1 ");
        assert_eq!(random(), drawn, "{game}");
    }
}

/// Every command, and lines that are none, with the end of what is printed.
const SAID: &str = r"3 from heap 1 => legal: `1 -> 2`, `3 -> 4`
#9 => legal: `1 -> 2`, `3 -> 4`
hint please => legal: `1 -> 2`, `3 -> 4`
new x => at the beginning of the position: found `x`, expected m, the number of squares; a position is written as `7 2 / 2 3`
new 5 2 / 3 1 => in the position, after `5 2 / 3`: pawn on square 1 after a pawn on square 3: squares must increase; a position is written as `7 2 / 2 3`
new 5 2/1 3\nmoves =>   #1  1 -> 2\n  #2  3 -> 4
level good => as `30%`; found `good`
seats third => expected first, second, both or none, found `third`
undo => There is no move of yours to take back.
why => There is no answer yet to give a reason for.
history =>   no move yet
moves =>   #1  1 -> 2\n  #2  3 -> 4
level 30% => level 30%, from the next move on
level child => level child (a child: makes any move, as it comes), from the next move on
3\nretry\nmoves =>   #1  1 -> 2\n  #2  3 -> 4
retry => There is no mistake of yours to begin again from.
? =>           o pawn   . free   * the goal
3\nwhy => Here I moved 4 -> 5, which wins.
3\nundo\nmoves =>   #1  1 -> 2\n  #2  3 -> 4
new 3 1 / 1\nmoves =>   #1  1 -> 2
1\nagain\nmoves =>   #1  1 -> 2\n  #2  3 -> 4
1\nnew\nmoves =>   #1  1 -> 2\n  #2  3 -> 4
seats second\nhistory =>   1  I    1 -> 2  wins
seats both\n1\nhistory =>   1  first   1 -> 2  wins";

#[test]
fn a_dialogue_with_everything_that_can_be_said() {
    let folder = Folder::new();
    let file = folder.write("position.in", "5 2\n1 3\n");
    for row in SAID.lines() {
        let (lines, ends) = row.split_once(" => ").unwrap();
        let lines = lines.replace("\\n", "\n") + "\n";
        let text = stdout(&format!("play --seed 1 {file}"), &lines);
        let ends = ends.replace("\\n", "\n") + "\n";
        assert!(text.ends_with(&ends), "{lines}\n{text}");
    }
}

/// A rules program whose moves lead to sums: the player who follows the hints wins.
#[test]
fn a_rules_program_and_its_sums() {
    let line = format!("play -g {} --seed 3", kayles());
    // Values 1, 2 and 1, whose nim-sum is 0 without the second part.
    let typed = "new 1 + 2 + 4\nhint\n2: 0 + 0\nhint\n5: 0 + 0\n#1\n";
    let text = stdout(&line, typed);
    shows(
        &text,
        "\n1 + 2 + 4\n\nyour move> hint\n  2: 0 + 0  value of part 2: 2 xor 2 = 0\n",
    );
    shows(
        &text,
        "\n1 + 0 + 0 + 1 + 2\n\nyour move> hint\n  5: 0 + 0  value of part 5: 2 xor 2 = 0\n",
    );
    shows(&text, "The game is over: you win.");
}

/// A sum is explained as a sum, and a mistake by what would have won.
#[test]
fn a_sum_is_explained() {
    let typed = "new 2 / 1 1 + 1 / 3\n1: 1 from heap 1\nwhy\n";
    let text = stdout("play -g nim --seed 1 --seats both", typed);
    let table = "
     part  value  binary
        1      0      00  2 / 1 1
        2      3      11  1 / 3
  nim-sum      3      11
";
    shows(&text, table);
    let winning = "\n1 winning move\n  2: 3 from heap 1  value of part 2: 3 xor 3 = 0\n";
    shows(&text, winning);
    let mistake =
        "Here first moved 1: 1 from heap 1, a mistake: 2: 3 from heap 1 would have won.\n";
    assert!(text.ends_with(mistake), "{text}");
}

/// The files are an N-position, a wrong input, a position with too many moves, two positions, and two heaps.
const REFUSED: &str = r"--moves '1 9' won => move 2 of --moves: `9` is no legal move here; legal: `2 -> 4`, `3 -> 4`\n
--moves 1 wrong => error: wrong:2:3:
--web wrong => error: wrong:2:3:
-g nim --moves 1 large => error: the position has up to 99999999999 moves: at most 100000 are played\n
-g kamyki --moves 1 two => error: two:1:1: found 2 positions, expected one; read as kamyki, -g names another game\n
-g nim --moves '1 from heap 2, 2 from heap 1' heaps => `2 from heap 1` is no legal move here; legal: `1 from heap 1`\n
/no/such/file => error: cannot read /no/such/file:
--level 130% => error: invalid value '130%' for '--level <LEVEL>': expected `child`, `club`, `perfect`
--seats third => '--seats <SEATS>'\n  [possible values: first, second, both, none]
--format json => arguments were not provided:\n  --moves
--port 80 => arguments were not provided:\n  --web
--web --moves 1 => error: the argument";

#[test]
fn errors() {
    let folder = Folder::new();
    for (name, position) in [
        ("won", "5 2\n1 3\n"),
        ("wrong", "5 2\n3 1\n"),
        ("large", "1\n99999999999\n"),
        ("two", "2\n1\n1\n1\n2\n"),
        ("heaps", "2\n1 1\n"),
    ] {
        folder.write(name, position);
    }
    all_refused(&folder, "play", REFUSED);
}

fn play(folder: &Folder, rules: &str) -> String {
    format!("play -g {}", folder.program("rules", rules))
}

/// Positions and moves are enough to play, and an invalid line does not end the game. Where a position is a line of
/// text, ` / ` in it is no end of a line.
#[test]
fn a_rules_program_that_says_little() {
    let folder = Folder::new();
    let line = format!("{} --seed 1 --seats both", play(&folder, ROW));
    let text = stdout(&line, "moves\nnew frog\nmoves\nnew 2\n0\n");
    let (before, after) = text.split_once("first> new frog\n").unwrap();
    // It begins where moves are.
    shows(before, "  #1  ");
    shows(after, "  | frog is no row\n");
    shows(after, "first> moves\n  #1  ");
    shows(after, "The game is over: first wins.");
}

/// A position is drawn from the sizes that the program goes to, and from those of them of which only some
/// thousand positions can be reached.
#[test]
fn the_first_position_is_not_too_large() {
    let folder = Folder::new();
    let unlisted = "positions) [ $2 = 1 ] && echo 1 || exit 3 ;;";
    let sizes = "title: A row'; echo smallest: 1; echo sweep-to: 1";
    let one_size = ROW.replace("title: A row'", sizes);
    let one_size = one_size.replace("positions) echo $2 ;;", unlisted);
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
    let rules = ROW.replace("case $p in", "case $p in '1 / 1') p=1 ;;");
    let text = stdout(&play(&folder, &rules), "new 1 / 1\nquit\n");
    assert!(text.ends_with("\n1 / 1\n\nyour move> quit\n"), "{text}");
    let two = run_with(&format!("{} --moves 1", play(&folder, ROW)), "1\n\n2\n");
    refused(
        two,
        "error: stdin:3:1: found 2 positions, expected one; read as ",
    );
}

/// A signal that ends the process while a line is typed leaves the terminal as it was.
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
        return skipped("a_terminal_is_left", "script is not installed");
    };
    let mut said = script.stdout.take().unwrap();
    let mut shown = Vec::new();
    while !shown.ends_with(b"your move> ") {
        let mut byte = [0];
        let is_read = said.read_exact(&mut byte).is_ok();
        assert!(is_read, "{}", String::from_utf8_lossy(&shown));
        shown.push(byte[0]);
    }
    kill("TERM", folder.read("pid").trim().parse().unwrap());
    // A line that comes while the process stops is no move.
    thread::sleep(Duration::from_millis(200));
    _ = script.stdin.take().unwrap().write_all(b"#1\r");
    let _ = said.read_to_end(&mut shown);
    script.wait().unwrap();
    assert_eq!(folder.read("after"), folder.read("before"));
    assert_eq!(folder.read("code"), "130\n");
    let shown = String::from_utf8_lossy(&shown);
    assert!(!shown.contains("you: "), "{shown}");
}

/// A program that draws positions is asked for one that fits on a table, and for one of fewer parts if there is none.
#[test]
fn a_rules_program_that_draws() {
    let folder = Folder::new();
    for (most, drawn) in [(9, "3"), (2, "2"), (1, "1")] {
        let random = format!("random) [ $3 -le {most} ] || exit 1; echo $3 ;;\n*) exit 2");
        let line = play(&folder, &ROW.replace("*) exit 2", &random));
        let text = stdout(&format!("{line} --seed 1"), "");
        assert!(text.contains(&format!("\n{drawn}\n")), "{most}: {text}");
    }
}

/// A line that is no text is an illegal move, and the game goes on.
#[test]
fn a_line_that_is_no_text_is_no_move() {
    let folder = Folder::new();
    let file = folder.write("position.in", "5 2\n1 3\n");
    let text = stdout(&format!("play --seed 1 {file}"), b"3\xff\r\nmoves\n");
    let refused = "`3\u{fffd}` is no legal move: byte 0xff in column 2 is not UTF-8\n";
    shows(
        &text,
        &format!("your move> 3\u{fffd}\n{refused}your move> moves\n"),
    );
    assert!(text.ends_with("  #1  1 -> 2\n  #2  3 -> 4\n"), "{text}");
}

/// Each game says how it is played: a built-in one in sentences and by a move, a code by its digits, a rules program in its
/// own words.
#[test]
fn every_game_says_how_it_is_played() {
    for (game, rules, a_move) in [
        ("gra", "the goal, wins.", "2 -> 4"),
        (
            "nim",
            "The player who takes the last stone wins.",
            "2 from heap 2",
        ),
        ("bounded", "at most k stones", "2 from heap 2"),
        ("staircase", "to the step below", "3 from step 3"),
        (
            "constrained",
            "exactly Y stones from a heap of exactly X",
            "2 from heap 2",
        ),
        (
            "kamyki",
            "no pile is lower than its left neighbour",
            "2 from pile 2",
        ),
        (
            "0.77",
            "takes 1 or 2 stones from a heap, and may split the rest into two heaps",
            "2 from heap 1, leaving 1 and 2",
        ),
    ] {
        let text = stdout(&format!("play -g {game} --seed 1"), "?\n");
        shows(&text, rules);
        shows(&text, &format!("the move {a_move} leads to\n"));
    }
    let folder = Folder::new();
    let told = ROW.replace(
        "title: A row'",
        "title: A row'; echo 'rules: Take one or two.'",
    );
    for (rules, said) in [
        (&*told, "Take one or two.\n"),
        (ROW, "does not say how it is played"),
    ] {
        shows(
            &stdout(&format!("{} --seed 1", play(&folder, rules)), "?\n"),
            said,
        );
    }
}

/// So do the rules programs of the examples.
#[test]
fn every_example_says_how_it_is_played() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
    let mut games = 0;
    for folder in [folder.to_owned(), format!("{folder}/built-in")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() && path.extension().is_some_and(|name| name != "md") {
                let text = fs::read_to_string(&path).unwrap();
                assert!(text.contains("rules: "), "{}", path.display());
                games += 1;
            }
        }
    }
    assert!(games > 20, "{games}");
}

/// An emptied heap keeps its place, so that the others keep their numbers; every forbidden pair is shown.
#[test]
fn heaps_of_constrained_nim_keep_their_numbers() {
    let folder = Folder::new();
    let pairs: Vec<String> = (1..=9).map(|y| format!("9 {y}\n")).collect();
    let pairs = pairs.concat();
    let file = folder.write("position.in", format!("3 9\n1 2 4\n{pairs}"));
    let line = format!("play -g constrained --seats both --seed 1 {file}");
    let text = stdout(&line, "1 from heap 1\n4 from heap 3\n2 from heap 2\nquit\n");
    shows(&text, "  9 from a heap of 9\n");
    shows(&text, "The game is over: first wins.");
}

/// A position with 100,000 moves is played, and one with more is refused for what is so.
#[test]
fn positions_with_many_moves() {
    let folder = Folder::new();
    let file = folder.write("position.in", "1\n100000\n");
    // On a busy machine there are notes that it takes long.
    let play = |line: &str, typed| run_with(line, typed).with(0);
    let text = play(
        &format!("play -g nim --seed 1 {file}"),
        "99999 from heap 1\nquit\n",
    );
    shows(&text, "The game is over: I win.");
    let squares: Vec<String> = (1..=2600).map(|square| (2 * square).to_string()).collect();
    folder.write("board.in", format!("6000 2600\n{}\n", squares.join(" ")));
    let file = folder.name("board.in");
    let text = play(&format!("play --seed 1 {file}"), "5200\nquit\n");
    shows(&text, "\nyou: 5200 -> 5201\nI:   ");
}

/// In a narrow terminal words are whole, and the squares of a strip stay under their numbers.
#[test]
fn a_narrow_terminal() {
    let folder = Folder::new();
    folder.write("position.in", "12 3\n1 3 11\n");
    let shell = format!("stty cols 32; echo quit | {GRUNDY} play position.in");
    let script = Command::new("script")
        .args(["-q", "-c", &shell, "/dev/null"])
        .current_dir(&folder.0)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output();
    let Ok(script) = script else {
        return skipped("a_narrow_terminal", "script is not installed");
    };
    let text = String::from_utf8_lossy(&script.stdout).replace('\r', "");
    shows(
        &text,
        "`?` shows how to play. A move is\n  typed as it is listed, or as\n",
    );
    shows(&text, "\n  square  9 10 11 12\n   board  .  .  o  *\n");
}

/// The width of the page breaks its lines.
#[test]
fn the_end_of_the_help_is_one_paragraph() {
    let help = stdout("play --help", "");
    shows(&help, "read from\nstandard input. Moves are separated");
}
