//! Wrong solvers, which the properties have to catch.
//!
//! Each is a game of the list with one thing wrong, as people get it wrong. The properties are put to
//! it with fixed seeds, and shrink what they find; `cargo test -p grundy-fuzz --test all planted --
//! --nocapture` shows it. Every property catches at least one of them.

#![expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the methods that are replaced take the game by reference"
)]

mod broken;

use broken::{Broken, Read};
use grundy_core::{constrained, gra, kamyki};
use grundy_fuzz::{properties, text};
use grundy_game::{Known, Outcome, TypedGame, rank};
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;

use crate::trial::caught;

/// Asserts that each of the named properties catches the game, and prints the smallest positions that
/// they find. The shortest of these has at most `numbers` numbers.
fn assert_caught<G: TypedGame>(game: &G, expected: &str, numbers: usize) {
    let mut shortest = usize::MAX;
    for name in expected.split(' ') {
        let mut all = properties::all::<G>().into_iter();
        let (_, property) = all.find(|(known, _)| *known == name).unwrap();
        let violation = caught(game, property);
        let violation = violation.unwrap_or_else(|| panic!("`{name}` catches nothing"));
        println!("caught by `{name}`: {violation}");
        let input = String::from_utf8_lossy(&violation.input);
        shortest = shortest.min(rank(&input).len());
    }
    assert!(
        shortest <= numbers,
        "the shortest input has {shortest} numbers"
    );
}

/// 1. Gra: pawns of an even group are never moved into an empty odd group below it, because the
///    solver goes from one block to the next and not from one group to the next.
#[test]
fn an_empty_lower_group_is_overlooked() {
    fn list(_: &Gra, board: &gra::Board) -> Vec<gra::Move> {
        let groups: Vec<gra::Group> = board.groups().collect();
        let lower = |number: u32| groups.iter().any(|group| group.number == number - 1);
        let mut winning: Vec<gra::Move> = board.winning_moves().collect();
        winning.retain(|winning| {
            let of = groups.iter().find(|group| group.last + 1 == winning.to);
            of.is_none_or(|of| of.number % 2 == 1 || lower(of.number))
        });
        winning
    }
    let broken = Broken::listing(Gra, list);
    assert_caught(&broken, "closed predecessors explained", 8);
}

/// 2. Kamyki: the steps are counted from the left, which makes no difference when their number is
///    odd.
#[test]
fn piles_are_counted_from_the_left() {
    fn claim(_: &Kamyki, position: &kamyki::Position) -> Known {
        let piles = position.piles();
        let more = |pile: usize| piles[pile] - if pile == 0 { 0 } else { piles[pile - 1] };
        let x = (0..piles.len())
            .step_by(2)
            .fold(0, |x, pile| x ^ more(pile));
        Known {
            winning_moves: Some(position.count_winning_moves()),
            ..Known::of_grundy(x)
        }
    }
    let broken = Broken {
        claim,
        ..Broken::new(Kamyki)
    };
    let expected = "closed predecessors varied explained";
    assert_caught(&broken, expected, 4);
}

/// 3. Constrained Nim: the reader stops before the last pair.
#[test]
fn the_last_pair_is_not_read() {
    fn parse(_: &Constrained, text: &[u8]) -> Read<Constrained> {
        let positions = broken::parse(&Constrained, text)?;
        let without = positions.iter().map(|position| {
            let pairs = position.pairs();
            let kept = &pairs[..pairs.len().saturating_sub(1)];
            constrained::Position::new(position.heaps().to_vec(), kept.to_vec()).unwrap()
        });
        Ok(without.collect())
    }
    let broken = Broken {
        parse,
        ..Broken::new(Constrained)
    };
    assert_caught(&broken, "round-trip", 5);
}

/// 4. Gra: every file may go on after its last number.
#[test]
fn trailing_numbers_are_accepted() {
    fn parse(_: &Gra, text: &[u8]) -> Read<Gra> {
        broken::parse(&Gra, text).or_else(|error| {
            let text = text.trim_ascii_end();
            let end = text.iter().rposition(|byte| !byte.is_ascii_digit());
            broken::parse(&Gra, &text[..end.unwrap_or(0)]).map_err(|_| error)
        })
    }
    let broken = Broken {
        parse,
        ..Broken::new(Gra)
    };
    assert_caught(&broken, "round-trip", 4);
}

/// 5. Gra: who wins is decided by groups whose pawns are counted in 8 bits.
#[test]
fn pawns_are_counted_in_8_bits() {
    fn claim(_: &Gra, board: &gra::Board) -> Known {
        let right = TypedGame::claim(&Gra, board).unwrap();
        let groups = board.groups().filter(|group| group.number % 2 == 1);
        let x = groups.fold(0, |x, group| x ^ group.size as u8);
        let outcome = Outcome::from_grundy_value(x.into());
        Known {
            outcome: board.nim_sum().map_or(right.outcome, |_| outcome),
            ..right
        }
    }
    let broken = Broken {
        claim,
        ..Broken::new(Gra)
    };
    assert_caught(&broken, "closed", 261);
}

/// Readers that are wrong on bytes that no position is written as.
#[test]
fn wrong_readers_are_caught() {
    fn caught(parse: fn(&Gra, &[u8]) -> Read<Gra>, text: &[u8]) -> String {
        let broken = Broken {
            parse,
            ..Broken::new(Gra)
        };
        assert_eq!(text::check(&Gra, text), Ok(()));
        text::check(&broken, text).unwrap_err().what
    }
    // Everything but digits is white space.
    let lenient = |_: &Gra, text: &[u8]| {
        let blank = |&byte: &u8| if byte.is_ascii_digit() { byte } else { b' ' };
        broken::parse(&Gra, &text.iter().map(blank).collect::<Vec<u8>>())
    };
    let what = caught(lenient, b"5 2\n-1,3");
    assert_eq!(
        what,
        "accepted, and it is more than numbers and white space"
    );
    // Numbers are read modulo ten.
    let forgetful = |_: &Gra, text: &[u8]| {
        let last = |word: &[u8]| word.last().copied();
        let words = text.split(u8::is_ascii_whitespace).filter_map(last);
        broken::parse(
            &Gra,
            &words.flat_map(|digit| [digit, b' ']).collect::<Vec<u8>>(),
        )
    };
    let what = caught(forgetful, b"15 2\n11 13\n");
    assert!(what.starts_with("accepted as other numbers"), "{what}");
    // Lines are counted twice, columns from another line, and the message has what stands there.
    let lines = |_: &Gra, text: &[u8]| {
        broken::parse(&Gra, text).map_err(|mut error| {
            error.line *= 2;
            error
        })
    };
    assert!(caught(lines, b"5 2\n1 x").ends_with("there is no such line"));
    let columns = |_: &Gra, text: &[u8]| {
        broken::parse(&Gra, text).map_err(|mut error| {
            error.column += 4;
            error
        })
    };
    assert!(caught(columns, b"5 2\n1 x").ends_with("there is no such column"));
    let raw = |_: &Gra, text: &[u8]| {
        broken::parse(&Gra, text).map_err(|mut error| {
            error.message += &String::from_utf8_lossy(text);
            error
        })
    };
    assert!(caught(raw, b"5 2\n1 \x1b").ends_with("not one line of plain text"));
}
