//! The opponent makes no mistake, and neither does a player who follows the hints.

use std::sync::Arc;

use grundy::play::{Dialogue, Level, Match, Player, PositionSum, Seats};
use grundy_games::generate::Random;
use grundy_games::{Draw, Game, Role, within_limits};

/// Every built-in game, and heap games by their codes, in which heaps are split too.
fn games() -> Vec<Arc<dyn Game>> {
    let mut games = grundy_games::all().to_vec();
    games.extend(["0.77", "4!.0"].map(|code| grundy_games::find(code).unwrap()));
    games
}

/// Positions small enough for a thousand games: N-positions or P-positions.
fn positions(game: &dyn Game, wins: bool) -> impl Iterator<Item = PositionSum> {
    let (m, n) = within_limits(game, 8, 3);
    let order = Draw { m, n, seed: 21 };
    let drawn = (0..).map(move |number| PositionSum::from(game.drawn(&order, number).unwrap()));
    drawn.filter(move |position| position.choices().unwrap().wins == wins)
}

#[test]
fn from_a_lost_position_nobody_beats_it() {
    for game in games() {
        let mut random = Random::new(1);
        let mut moves = 0;
        for start in positions(&*game, false).take(1000) {
            let mut table = Match::begin(Arc::clone(&game), start).unwrap();
            while table.winner().is_none() {
                let at = match table.to_move() {
                    Player::First => random.below(table.choices().moves.len() as u64) as usize,
                    Player::Second => Level::PERFECT.choose(&table, &mut random).unwrap().unwrap(),
                };
                table.make(at).unwrap();
                moves += 1;
            }
            assert_eq!(table.winner(), Some(Player::Second), "{}", table.start());
            assert!(table.turns().iter().all(|turn| !turn.is_mistake()));
        }
        assert!(moves > 1000, "{}: {moves} moves", game.about().name);
    }
}

/// A player who follows the hints wins, whatever the opponent does.
#[test]
fn hints_win() {
    for game in games() {
        for (start, level) in positions(&*game, true)
            .take(60)
            .zip(["perfect", "100%"].into_iter().cycle())
        {
            let level = level.parse().unwrap();
            let text = start.parts()[0].to_string();
            let table = Dialogue::new(
                Arc::clone(&game),
                Some(text.as_bytes()),
                Seats::First,
                level,
                7,
            );
            let mut table = table.unwrap();
            table.greeting().unwrap();
            while table.game().winner().is_none() {
                let said = table.answer("hint").unwrap().lines;
                let spans = said[0].0.iter();
                let mut winning = spans.filter(|span| span.role == Role::Winning);
                let hint = winning.next().expect("a move that wins").text.clone();
                table.answer(&hint).unwrap();
            }
            let winner = table.game().winner();
            assert_eq!(
                winner,
                Some(Player::First),
                "{}: {start}",
                game.about().name
            );
        }
    }
}

/// Of players that move at random the first mistake is found.
#[test]
fn mistakes_are_found() {
    let random_level: Level = "100%".parse().unwrap();
    for game in games() {
        let mut random = Random::new(3);
        let mut found = 0;
        for start in positions(&*game, true).take(100) {
            let mut table = Match::begin(Arc::clone(&game), start).unwrap();
            while let Some(at) = random_level.choose(&table, &mut random).unwrap() {
                table.make(at).unwrap();
            }
            // A player who was winning and has lost has made a mistake.
            let first = table.first_mistake();
            if table.winner() == Some(Player::Second) {
                assert!(first.is_some_and(|turn| !turn.winning.is_empty()));
                found += 1;
            }
            if let Some(turn) = first {
                assert!(turn.is_mistake());
                let before = &table.turns()[..turn.number - 1];
                assert!(before.iter().all(|earlier| !earlier.is_mistake()));
            }
        }
        assert!(found > 5, "{}: {found}", game.about().name);
    }
}
