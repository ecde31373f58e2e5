//! The oracles against each other, and against the theorem of Sprague and Grundy.

use grundy_brute::{Memo, Outcome, Rules, Sum, recursion};
use grundy_games::TypedGame;

use crate::Violation;

/// Games that go on in more ways than this are not for plain recursion.
const LINES: u64 = 3000;

/// Plain recursion, recursion that remembers, and the one that looks for outcomes alone say the same
/// of a position, the plain one where the game cannot go on in too many ways.
///
/// # Errors
/// When they differ.
pub fn oracles_agree<G: TypedGame>(game: &G, of: &G::Position) -> Result<(), Violation> {
    let rules = game.rules();
    let of_rules = game.rules_position(of);
    let mut memory = Memo::new(game.rules());
    let remembered = memory.solve(&of_rules);
    if lines(&rules, &of_rules, LINES) > LINES {
        return Ok(());
    }
    if recursion::solve(&rules, &of_rules) != remembered {
        return Err(Violation::at(game, of, "recursion and memory differ"));
    }
    if recursion::outcome(&rules, &of_rules) != remembered.value.outcome {
        return Err(Violation::at(game, of, "outcomes differ"));
    }
    Ok(())
}

/// In how many ways the game can go on to its end; more than `most` when they are more.
fn lines<R: Rules>(rules: &R, position: &R::Position, most: u64) -> u64 {
    let mut all = 1;
    for (_, next) in rules.moves(position) {
        if all > most {
            break;
        }
        all += lines(rules, &next, most - all);
    }
    all
}

/// The disjunctive sum of two positions is lost exactly when their Grundy values are equal. Of
/// games without a claim about values, those of the oracle count.
///
/// # Errors
/// When it is not so.
pub fn sprague_grundy<A: TypedGame, B: TypedGame>(
    a: (&A, &A::Position),
    b: (&B, &B::Position),
) -> Result<(), Violation> {
    let of_rules = (a.0.rules_position(a.1), b.0.rules_position(b.1));
    let value_of_a = a.0.claim(a.1).grundy.unwrap_or_else(|| {
        let value = Memo::new(a.0.rules()).value(&of_rules.0);
        u64::from(value.grundy)
    });
    let value_of_b = b.0.claim(b.1).grundy.unwrap_or_else(|| {
        let value = Memo::new(b.0.rules()).value(&of_rules.1);
        u64::from(value.grundy)
    });
    let mut memory = Memo::new(Sum(a.0.rules(), b.0.rules()));
    let sum = memory.value(&of_rules);
    let lost = sum.outcome == Outcome::P;
    if lost != (value_of_a == value_of_b) || u64::from(sum.grundy) != value_of_a ^ value_of_b {
        let what = format!(
            "Grundy value {value_of_a}, beside one of {value_of_b} the sum has {}; the other is\n{}",
            sum.grundy,
            b.0.input(std::slice::from_ref(b.1)),
        );
        return Err(Violation::at(a.0, a.1, what));
    }
    Ok(())
}
