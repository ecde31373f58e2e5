//! The dialogue of a sample.

use grundy_game::generate::Random;
use grundy_game::sum::{Step, Sum, Values};
use grundy_game::{Error, Game, Starts};

/// The numbers with which the judge of a sample may draw its moves: with the first one, unless the game is a draw then.
const SEEDS: u64 = 100;

/// A game in which the program plays right and the judge at random: its lines, with `<` before those of the judge. `None` if
/// it is a draw, which has too many lines to be shown.
pub(super) fn transcript(
    game: &dyn Game,
    start: &Sum,
    starts: &Starts,
) -> Result<Option<String>, Error> {
    let values = Values::of(game);
    let seeds = 1..if game.about().loops { SEEDS } else { 2 };
    let mut games = seeds.map(|seed| played(game, &values, start.clone(), starts, seed));
    games.find_map(Result::transpose).transpose()
}

fn played(
    game: &dyn Game,
    values: &Values,
    mut position: Sum,
    starts: &Starts,
    seed: u64,
) -> Result<Option<String>, Error> {
    let (about, mut left) = (game.about(), values.longest(&position)?);
    let mut all = String::new();
    for line in position.input()?.lines() {
        all += &format!("<{line}\n");
    }
    let mut is_programs = match starts {
        Starts::Program => true,
        Starts::Judge => false,
        Starts::Choose { first, second } => {
            let wins = values.wins(&position)?;
            all += &format!(">{}\n", if wins { first } else { second });
            wins
        }
    };
    let mut random = Random::new(seed);
    loop {
        let moves = position.moves()?;
        let at = random.below(moves.len() as u64) as usize;
        let Some(mut chosen) = moves.get(at).cloned() else {
            break;
        };
        if left == 0 {
            return Ok(None);
        }
        left -= 1;
        if is_programs {
            let most = if about.loops { usize::MAX } else { 1 };
            let winning = values.winning_among(&position, moves, most)?;
            // A win that is put off again and again is a draw.
            let remoteness = |step: &Step| {
                position
                    .after(step)
                    .position()?
                    .solve()
                    .ok()?
                    .claim
                    .remoteness
            };
            let soonest = winning.into_iter().min_by_key(remoteness);
            chosen = soonest.unwrap_or(chosen);
        }
        let writer = if is_programs { '>' } else { '<' };
        all += &format!("{writer}{}\n", position.line(&chosen));
        position = position.after(&chosen);
        is_programs = !is_programs;
    }
    let writer = if is_programs { '>' } else { '<' };
    let ends = about.ends.as_ref().filter(|_| is_programs == about.misere);
    for (writer, line) in [
        (writer, about.stuck.as_ref()),
        ('<', about.over.as_ref()),
        ('>', ends),
    ] {
        if let Some(line) = line {
            all += &format!("{writer}{line}\n");
        }
    }
    Ok(Some(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap that is empty is not in the positions of the game any more.
    #[test]
    fn heaps_keep_their_numbers() {
        let game = grundy_games::find("constrained").unwrap();
        let position = Sum::read(&*game, b"3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n").unwrap();
        let dialogue = transcript(&*game, &position, &Starts::Program);
        let dialogue = dialogue.unwrap().unwrap();
        assert!(dialogue.ends_with("<1 1\n>3 3\n<2 0\n>3 1\n"), "{dialogue}");
    }
}
