//! The dialogue of a sample.

use std::sync::Arc;

use crate::generate::Random;
use crate::{About, Error, Game, LetterCase, Position, Starts};

/// A game in which the program plays right and the judge at random: its lines, with `<` before those of the judge.
pub(super) fn transcript(
    game: &dyn Game,
    position: &Arc<dyn Position>,
    starts: &Starts,
) -> Result<String, Error> {
    let about = game.about();
    let input = position.input()?;
    let mut all = String::new();
    for line in input.lines() {
        all += &format!("<{line}\n");
    }
    let mut parts = vec![Arc::clone(position)];
    let mut is_programs = match starts {
        Starts::Program => true,
        Starts::Judge => false,
        Starts::Choose { first, second } => {
            let wins = wins(about, &parts)?;
            all += &format!(">{}\n", if wins { first } else { second });
            wins
        }
    };
    let mut random = Random::new(1);
    loop {
        let moves = moves(&parts)?;
        let at = random.below(moves.len() as u64) as usize;
        let Some(mut chosen) = moves.get(at) else {
            break;
        };
        if is_programs {
            for a_move in &moves {
                if !wins(about, &a_move.1)? {
                    chosen = a_move;
                    break;
                }
            }
        }
        all += &format!("{}{}\n", if is_programs { '>' } else { '<' }, chosen.0);
        parts.clone_from(&chosen.1);
        is_programs = !is_programs;
    }
    if let Some(over) = &about.over {
        all += &format!("<{over}\n");
    }
    Ok(all)
}

/// A line, and the sum that it leads to.
type Step = (String, Vec<Arc<dyn Position>>);

/// The moves of a sum, each as its line and what it leads to.
fn moves(parts: &[Arc<dyn Position>]) -> Result<Vec<Step>, Error> {
    let mut all = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        for choice in part.moves()? {
            let line = choice.line();
            // What it leads to as players see it, whose places keep their numbers.
            let Some(choice) = part.played(&line, LetterCase::Exact)? else {
                continue;
            };
            let mut after = parts.to_vec();
            after.splice(number..=number, choice.leads_to);
            let line = if parts.len() == 1 {
                line
            } else {
                format!("{}: {line}", number + 1)
            };
            all.push((line, after));
        }
    }
    Ok(all)
}

/// Whether the player to move wins a sum.
fn wins(about: &About, parts: &[Arc<dyn Position>]) -> Result<bool, Error> {
    match parts {
        [] => Ok(about.misere),
        [part] => Ok(part.solve()?.claim.wins()),
        _ => {
            let values = parts
                .iter()
                .map(|part| Ok(part.solve()?.claim.grundy.unwrap_or(0)));
            let values: Vec<u64> = values.collect::<Result<_, Error>>()?;
            Ok(values.iter().fold(0, |sum, value| sum ^ value) != 0)
        }
    }
}
