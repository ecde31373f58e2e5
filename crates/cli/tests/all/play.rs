//! `grundy play` as it is typed: a dialogue in a pipe, whole games.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{Folder, GRUNDY, ROW, kill, run_with, shows, skipped, stdout};

fn play(folder: &Folder, rules: &str) -> String {
    format!("play -g {}", folder.program("rules", rules))
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
