//! The opponent makes no mistake, moves are found as they are typed, and games that are too large are refused.

use std::sync::Arc;

use grundy_game::generate::Random;
use grundy_game::own::{Next, Own, OwnGame};
use grundy_game::stage::Stage;
use grundy_game::sum::Sum;
use grundy_game::{About, Draw, Game, Reduction, Role, limits};
use grundy_games::find;

use crate::dialogue::Dialogue;
use crate::error::Result;
use crate::game::{Match, Player};
use crate::history::review;
use crate::players::{Level, Players, Seats};
use crate::start::start;

const PERFECT: Level = Level(0);
const RANDOM: Level = Level(100);

/// Every built-in game, and heap games by their codes, in which heaps are split too.
fn games() -> Vec<Arc<dyn Game>> {
    let mut games = grundy_games::all().to_vec();
    games.extend(["0.77", "4!.0"].map(|code| find(code).unwrap()));
    games
}

/// Positions small enough for a thousand games: N-positions or P-positions.
fn positions(game: &dyn Game, wins: bool) -> impl Iterator<Item = Sum> {
    let limit = limits(game)[0];
    let (m, n) = (limit.m.min(8), limit.n.min(3));
    let order = Draw { m, n, seed: 21 };
    let drawn = (0..).map(move |number| {
        let drawn = game.drawn(&order, number).unwrap();
        Sum::from(drawn)
    });
    drawn.filter(move |position| Stage::of(position.clone()).unwrap().outcome.is_win() == wins)
}

fn begin(game: &str, input: &str) -> Result<Match> {
    let game = find(game)?;
    let position = Sum::read(&*game, input.as_bytes())?;
    Match::begin(game, None, position)
}

#[test]
fn from_a_lost_position_no_player_beats_it() {
    for game in games() {
        let mut random = Random::new(1);
        let mut moves = 0;
        for start in positions(&*game, false).take(1000) {
            let mut table = Match::begin(Arc::clone(&game), None, start).unwrap();
            while table.winner().is_none() {
                let is_first = table.to_move() == Player::First;
                let level = if is_first { RANDOM } else { PERFECT };
                let at = level.choose(&table, &mut random).unwrap().unwrap();
                table.make(at).unwrap();
                moves += 1;
            }
            assert_eq!(table.winner(), Some(Player::Second), "{}", table.start());
            assert!(table.first_mistake().is_none());
        }
        assert!(moves > 1000, "{}: {moves} moves", game.about().name);
    }
}

/// A player who follows the hints wins, whatever the opponent does.
#[test]
fn hints_win() {
    for game in games() {
        let levels = [PERFECT, RANDOM].into_iter().cycle();
        for (start, level) in positions(&*game, true).take(60).zip(levels) {
            let seats = Seats::First;
            let players = Players { seats, level };
            let begun = Dialogue::new(Arc::clone(&game), None, Some(start), players, 7);
            let mut table = begun.unwrap();
            while table.game.winner().is_none() {
                let said = table.answer("hint").unwrap().unwrap();
                let mut winning = said[0].0.iter().filter(|span| span.role == Role::Winning);
                let hint = winning.next().expect("a move that wins").text.clone();
                table.answer(&hint).unwrap();
            }
            let start = table.game.start();
            assert_eq!(table.game.winner(), Some(Player::First), "{start}");
        }
    }
}

/// A drawn first position is small, has no empty heap, and can be won by the person, whichever player begins.
#[test]
fn first_positions_can_be_won() {
    for game in games() {
        for seed in 0..20 {
            for seats in [Seats::First, Seats::Second] {
                let drawn = start(None, &*game, seats, &mut Random::new(seed)).unwrap();
                let stage = Stage::of(drawn).unwrap();
                assert_eq!(
                    stage.outcome.is_win(),
                    seats == Seats::First,
                    "{}",
                    stage.position
                );
                assert!((3..=40).contains(&stage.moves.len()), "{}", stage.position);
                if let Some(Reduction::Heaps { heaps, .. }) = stage.position.reduction() {
                    assert!(!heaps.contains(&0), "{heaps:?}");
                }
            }
        }
    }
}

/// Codes that have few moves in small heaps, and such that have many.
#[test]
fn first_positions_of_every_code_can_be_won() {
    let codes = "subtract:12 subtract:9 subtract:5,7 0.1 0.00000007 0.05 4.[3] 4.[7]";
    for game in codes.split(' ').map(|code| find(code).unwrap()) {
        for seed in 0..3 {
            for seats in [Seats::First, Seats::Second] {
                let drawn = start(None, &*game, seats, &mut Random::new(seed)).unwrap();
                let stage = Stage::of(drawn).unwrap();
                assert_eq!(
                    stage.outcome.is_win(),
                    seats == Seats::First,
                    "{}",
                    stage.position
                );
                assert!(!stage.moves.is_empty(), "{}", stage.position);
            }
        }
    }
}

/// A game turns at the last mistake; the move to remember is the one that would have won there, or what a person has won
/// by.
#[test]
fn a_review_finds_where_the_game_turned() {
    for (seats, moves, turned, remember, again) in [
        (
            Seats::First,
            "1 from heap 1, 1 from heap 2, 1 from heap 2, 1 from heap 2",
            "It turned at move 3: you moved 1 from heap 2, and 2 from heap 2 would have won.",
            "  2 from heap 2  stones of heap 2: 2 xor 2 = 0",
            Some(2),
        ),
        (
            Seats::First,
            "1 from heap 1, 1 from heap 2, 2 from heap 2",
            "It turned at move 2: the opponent moved 1 from heap 2, and you found 2 from heap 2.",
            "  2 from heap 2  stones of heap 2: 2 xor 2 = 0",
            None,
        ),
        (
            Seats::Both,
            "1 from heap 1, 1 from heap 2, 2 from heap 2",
            "It turned at move 2: second moved 1 from heap 2, and 3 from heap 2 would have won.",
            "  3 from heap 2  stones of heap 2: 3 xor 3 = 0",
            Some(1),
        ),
        (
            Seats::First,
            "2 from heap 2, 1 from heap 1, 1 from heap 2",
            "Neither player made a mistake: the first position decided the game, which you won by 2 from heap 2.",
            "  2 from heap 2  stones of heap 2: 3 xor 2 = 1",
            None,
        ),
    ] {
        let mut game = begin("nim", "2 1 3").unwrap();
        game.replay(moves).unwrap();
        let review = review(&game, seats).unwrap();
        assert_eq!(review.turned, turned);
        assert_eq!(review.remember.unwrap().text(), remember);
        assert_eq!(review.again, again);
    }
}

/// Of players that move at random the first mistake is found.
#[test]
fn mistakes_are_found() {
    for game in games() {
        let mut random = Random::new(3);
        let mut found = 0;
        for start in positions(&*game, true).take(100) {
            let mut table = Match::begin(Arc::clone(&game), None, start).unwrap();
            while let Some(at) = RANDOM.choose(&table, &mut random).unwrap() {
                table.make(at).unwrap();
            }
            // A player who was winning and has lost has made a mistake.
            let first = table.first_mistake();
            if table.winner() == Some(Player::Second) {
                assert!(first.is_some());
                found += 1;
            }
            if let Some(turn) = first {
                assert!(!turn.winning.contains(&turn.name));
                let before = &table.turns[..turn.number - 1];
                assert!(before.iter().all(|earlier| !earlier.is_mistake()));
            }
        }
        assert!(found > 5, "{}: {found}", game.about().name);
    }
}

/// Whole games between two people: the position, the moves, and the winner.
const GAMES: &str = "\
gra | 5 2 1 3 | 1 3 4 | Some(First)
nim | 2 2 3 | 1 from heap 2, 1 1, 1 2, 1 1, 1 2 | Some(First)
0.77 | 1 3 | 1 from heap 1, leaving 1 and 1 ; 1 1 ; 1 | Some(First)
0.77 | 1 3 | 1 from heap 1, leaving 1 and 1, 1 1, 1 | Some(First)
4!.0 | 1 4 | #1 #1 | Some(Second)
subtract:1,3,4 | 1 5 | 3 1 1 | Some(First)";

#[test]
fn whole_games() {
    for row in GAMES.lines() {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [game, start, moves, winner] = cells[..] else {
            panic!("{row}");
        };
        let mut table = begin(game, start).unwrap();
        table.replay(moves).unwrap();
        assert_eq!(format!("{:?}", table.winner()), winner, "{row}");
        let error = table.play("1").unwrap_err().to_string();
        assert_eq!(error, "`1`: the game is over");
    }
}

/// The example of each built-in game, and the first legal move from then on.
#[test]
fn whole_games_of_the_list() {
    for game in grundy_games::all() {
        let about = game.about();
        let example = about.example.as_ref().unwrap();
        let mut table = begin(&about.name, &example.position).unwrap();
        table.replay(&example.name).unwrap();
        while table.winner().is_none() {
            table.replay("#1").unwrap();
        }
        assert!(table.turns.len() > 1, "{}", about.name);
        let last = table.turns.last().unwrap().player;
        assert_eq!(table.winner(), Some(last), "{}", about.name);
    }
}

#[test]
fn moves_are_typed() {
    let strip = begin("gra", "14 3 1 2 12").unwrap();
    for (typed, at) in [("2", 1), ("2->3", 1), ("2 3", 1), ("#3", 2), (" 12 ", 2)] {
        assert_eq!(strip.now.typed(typed).unwrap(), at, "{typed}");
    }
    for typed in ["4", "", "->", "#0", "#4", "2 -> 5", "3", "-1", "#x", "２"] {
        let error = strip.now.typed(typed).unwrap_err().to_string();
        let legal = "is no legal move here; legal: `1 -> 3`, `2 -> 3`, `12 -> 13`";
        assert_eq!(error, format!("`{typed}` {legal}"));
    }
    let heaps = begin("nim", "3 3 0 3").unwrap();
    for (typed, at) in [("3 1", 2), ("3 3", 5), ("1 Heap 3", 3)] {
        assert_eq!(heaps.now.typed(typed).unwrap(), at, "{typed}");
    }
    let error = heaps.now.typed("3").unwrap_err().to_string();
    assert_eq!(error, "`3` may be `3 from heap 1`, `3 from heap 3`");
}

/// However long a game is, it does not take all of the memory.
#[test]
fn too_long_a_game_is_refused() {
    let mut game = begin("nim", "1 100000").unwrap();
    let made = (0..200).take_while(|_| game.play("#1").is_ok()).count();
    assert!((20..200).contains(&made), "{made}");
    let error = game.play("#1").unwrap_err().to_string();
    assert!(error.starts_with("the game is too long"), "{error}");
    assert_eq!(game.turns.len(), made, "nothing has been moved");
}

/// A sum keeps of each move the part that it changes, not the whole position: 100 heaps of 90 stones have 9,000 moves. A
/// sum of 101 parts is refused before a part is read.
#[test]
fn a_sum_is_limited_in_parts_and_moves() {
    let nim = find("nim").unwrap();
    let begin = |heap: &str, parts: usize| {
        let sum = Sum::parse(&*nim, &vec![heap; parts].join(" + "))?;
        Match::begin(Arc::clone(&nim), None, sum)
    };
    let mut game = begin("1 / 90", 100).unwrap();
    assert_eq!(game.now.moves.len(), 9_000);
    game.play("#1").unwrap();
    for (heap, parts, message) in [
        (
            "no heap",
            101,
            "a sum of 101 positions: at most 100 are played",
        ),
        (
            "1 / 101",
            100,
            "the parts of the sum have more than 10000 moves: no more are played",
        ),
    ] {
        let refused = begin(heap, parts).err().unwrap().to_string();
        assert_eq!(refused, message);
    }
}

/// A token on squares 0 to 5 goes one square back or on, and on square 5 it may stay. On square 0 the game is over.
#[derive(Clone)]
struct Token;

impl OwnGame for Token {
    type Position = u32;
    type Move = String;

    fn about(&self) -> About {
        About {
            name: "token".into(),
            loops: true,
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        Vec::from_iter((size < 6).then_some(size))
    }

    fn moves(&self, square: &u32) -> impl IntoIterator<Item = (String, Next<u32>)> {
        let to = [square.saturating_sub(1), (square + 1).min(5)];
        let to = to.into_iter().filter(|_| *square > 0);
        to.map(|to| (format!("to {to}"), to.into()))
    }
}

#[test]
fn a_draw_is_kept_and_ends_after_some_moves() {
    let game: Arc<dyn Game> = Arc::new(Own::new(Token));
    let mut random = Random::new(1);
    let mut won = 0;
    for (other, games) in [(PERFECT, 3), (RANDOM, 100)] {
        for _ in 0..games {
            let start = Sum::read(&*game, b"2\n").unwrap();
            let mut table = Match::begin(Arc::clone(&game), None, start).unwrap();
            while table.winner().is_none() {
                let is_first = table.to_move() == Player::First;
                let level = if is_first { PERFECT } else { other };
                let at = level.choose(&table, &mut random).unwrap().unwrap();
                table.make(at).unwrap();
            }
            let winner = table.winner().unwrap();
            assert!(winner != Player::Second && (other == RANDOM || winner == Player::Neither));
            assert_eq!(winner == Player::Neither, table.turns.len() == 200);
            assert!(winner == Player::First || table.make(0).is_err());
            let name = table.outcome(Seats::First, winner);
            let expected = [
                "The game is over: neither player wins.",
                "The game is over: you win.",
            ];
            assert!(expected.contains(&&*name), "{name}");
            won += u32::from(winner == Player::First);
        }
    }
    assert!(won > 50, "{won} games won");
}
