//! Scripted dialogues, and matches that are refused.

use grundy::play::{Dialogue, Level, Match, PlayError, Player, PositionSum, Seats};

fn table(game: &str, start: &str, seats: Seats) -> Dialogue {
    let game = grundy_games::find(game).unwrap();
    Dialogue::new(game, Some(start.as_bytes()), seats, Level::PERFECT, 1).unwrap()
}

fn says(table: &mut Dialogue, line: &str) -> String {
    let said = table.answer(line).unwrap();
    said.lines.iter().map(|line| line.text() + "\n").collect()
}

/// A whole game of each game between two people, and its winner.
#[test]
fn whole_games() {
    for (game, start, moves, winner) in [
        ("gra", "5 2 1 3", "1 ; 3 ; 4", Player::First),
        (
            "nim",
            "2 2 3",
            "1 from heap 2 ; 1 1 ; 1 2 ; 1 1 ; 1 2",
            Player::First,
        ),
        ("bounded", "1 2 4", "1 ; 2 ; 1", Player::First),
        ("staircase", "2 1 1", "1 1 ; 1 2 ; 1 1", Player::First),
        ("constrained", "1 1 3 3 3", "2 ; 1", Player::Second),
        ("kamyki", "1 2 1 2", "1 from pile 2 ; 1 ; 1", Player::First),
        (
            "0.77",
            "1 3",
            "1 from heap 1, leaving 1 and 1 ; 1 1 ; 1",
            Player::First,
        ),
        ("4!.0", "1 4", "#1 ; #1", Player::Second),
        ("subtract:1,3,4", "1 5", "3 ; 1 ; 1", Player::First),
    ] {
        let mut table = table(game, start, Seats::Both);
        for line in moves.split(" ; ") {
            says(&mut table, line);
        }
        assert_eq!(table.game().winner(), Some(winner), "{game}");
        let over = says(&mut table, "board");
        let expected = format!("The game is over: {} wins.", winner.name());
        assert!(over.contains(&expected), "{over}");
        assert!(matches!(table.answer(moves), Err(PlayError::Typed(_))));
    }
}

#[test]
fn what_is_no_move_moves_nothing() {
    let mut table = table("nim", "2\n2 3\n", Seats::First);
    for line in "3 from heap 1|1|frog|#9|hint please|-> ->|new 3 / 1|new x|level good|seats third"
        .split('|')
    {
        assert!(table.answer(line).is_err(), "{line}");
        assert_eq!(table.game().position().to_string(), "2 / 2 3", "{line}");
    }
    for line in "|  |undo|why|help|moves|history|level|seats".split('|') {
        table.answer(line).unwrap();
        assert_eq!(table.game().turns().len(), 0, "{line}");
    }
}

#[test]
fn a_game_with_everything_that_can_be_said() {
    let mut table = table("gra", "5 2\n1 3\n", Seats::First);
    assert_eq!(
        says(&mut table, "hint"),
        "  1 -> 2  pawns of group 3: 1 xor 1 = 0\n"
    );
    assert!(
        says(&mut table, "3")
            .starts_with("you: 3 -> 4\nI:   4 -> 5\n\nThe game has come to its end.\n")
    );
    let history = says(&mut table, "history");
    assert_eq!(
        history,
        "  1  you  3 -> 4  a mistake: 1 -> 2 would have won   <- the first mistake\n  2  I    4 -> 5  wins\n"
    );
    let why = says(&mut table, "why");
    assert!(why.contains("4 -> 5  reaches the goal"), "{why}");
    assert!(why.ends_with("Here I moved 4 -> 5, which wins.\n"), "{why}");
    says(&mut table, "undo");
    assert_eq!(table.game().turns().len(), 0);
    says(&mut table, "1");
    assert_eq!(table.game().turns().len(), 2);
    assert_eq!(says(&mut table, "hint").lines().count(), 1);
    says(&mut table, "again");
    assert_eq!(
        (table.game().turns().len(), table.prompt()),
        (0, "your move> ".to_owned())
    );
    // The other seat: the opponent moves at once.
    says(&mut table, "seats second");
    assert_eq!(table.game().turns().len(), 1);
    says(&mut table, "new 3 1 / 1");
    assert_eq!(table.game().turns().len(), 1);
    assert!(table.answer("quit").unwrap().is_end);
}

#[test]
fn the_drawing_gives_nothing_away() {
    let mut table = table("gra", "5 2\n1 3\n", Seats::First);
    let board = says(&mut table, "board");
    assert!(board.contains("   board o . o . *\n"), "{board}");
    assert!(!board.contains("winning"), "{board}");
}

#[test]
fn lines_are_completed() {
    let table = table("nim", "2\n1 3\n", Seats::First);
    assert_eq!(table.completions("1 "), ["1 from heap 1", "1 from heap 2"]);
    assert_eq!(table.completions("h"), ["hint", "history", "help"]);
    assert_eq!(table.completions("x").len(), 0);
}

#[test]
fn too_large_a_position_is_refused() {
    let nim = grundy_games::find("nim").unwrap();
    let begun = Match::read(nim, b"1\n1000000000000\n");
    let error = begun.err().unwrap().to_string();
    assert!(error.contains("too many"), "{error}");
}

/// However long a game is, it does not take all of the memory.
#[test]
fn too_long_a_game_is_refused() {
    let nim = grundy_games::find("nim").unwrap();
    let mut game = Match::read(nim, b"1\n10000\n").unwrap();
    let made = (0..200).take_while(|_| game.play("#1").is_ok()).count();
    assert!((20..200).contains(&made), "{made}");
    let error = game.play("#1").unwrap_err().to_string();
    assert!(error.starts_with("the game is too long"), "{error}");
    assert_eq!(game.turns().len(), made, "nothing has been moved");
}

/// A sum keeps of each move the part that it changes, not the whole position: 100 heaps of 90 stones have 9,000 moves. A
/// sum of 101 parts is refused before a part is read.
#[test]
fn a_sum_is_limited_in_parts_and_moves() {
    let nim = grundy_games::find("nim").unwrap();
    let begin = |heap: &str, parts: usize| {
        let sum = PositionSum::parse(&*nim, &vec![heap; parts].join(" + "))?;
        Match::begin(std::sync::Arc::clone(&nim), sum)
    };
    let game = begin("1 / 90", 100).unwrap();
    let kept = game.choices().moves.iter();
    assert_eq!(kept.map(|choice| choice.to.len()).sum::<usize>(), 9_000);
    let refused = |heap, parts| begin(heap, parts).err().unwrap().to_string();
    assert_eq!(
        refused("no heap", 101),
        "a sum of 101 positions: at most 100 are played"
    );
    assert_eq!(
        refused("1 / 101", 100),
        "more than 10000 moves are too many to be listed"
    );
}
