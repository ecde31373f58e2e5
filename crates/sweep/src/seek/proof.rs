//! Where a theorem makes a formula certain.

use grundy_formula::expr::{Expr, Gather, Name, Sequence};
use grundy_formula::number::Operator;
use grundy_formula::{Class, Formula, Kind, Position, Says};
use grundy_game::Game;
use grundy_games::heaps::period::{Proof, fewest};
use grundy_games::heaps::{Code, Period, Sequence as Heaps};
use num_integer::Integer;

/// A function with more values before it repeats is not compared.
const MOST: usize = 1 << 20;

/// Returns by what the formula is proved for all positions of the game: by the theorem about a built-in game whose closed form it
/// is, or as the nim-sum of the values of heaps whose period is proved.
pub(super) fn proof(game: &dyn Game, formula: &Formula) -> Option<String> {
    let about = game.about();
    let known = about.closed_form.as_ref();
    if let Some(known) = known.filter(|known| known.formula == formula.to_string()) {
        return Some(known.theorem.to_string());
    }
    let code = about.code.clone().filter(|_| !about.misere)?;
    let period = proved(code, formula)?;
    let Proof::Proved { theorem, .. } = period.proof else {
        return None;
    };
    Some(format!(
        "the {}, and sums by that of Sprague and Grundy",
        theorem.name()
    ))
}

/// Returns from where on, with what period and with what saltus values of heaps repeat whose nim-sum a formula is.
fn of_heaps(formula: &Formula) -> Option<(usize, usize, i64)> {
    let Expr::Fold(fold) = &formula.expr else {
        return None;
    };
    let is_sum = formula.says == Says::Value && fold.gather == Gather::Digits(2);
    if !is_sum || fold.view != Kind::Parts.into() || fold.class != Class::All {
        return None;
    }
    let is_heap = |expr: &Expr| *expr == Expr::Name(Name::Part);
    Some(match &fold.parts[..] {
        [heap] if is_heap(heap) => (0, 1, 1),
        [Expr::Binary(Operator::Mod, heap, modulus)] if is_heap(heap) => match **modulus {
            Expr::Number(modulus) => (0, usize::try_from(modulus).ok()?.max(1), 0),
            _ => return None,
        },
        [Expr::Sequence(sequence, heap)] if is_heap(heap) => match &**sequence {
            Sequence::Periodic {
                before,
                period,
                saltus,
            } => (before.len(), period.len(), *saltus),
            Sequence::Digits { .. } => return None,
        },
        _ => return None,
    })
}

/// Returns the proved period of the values of a game's heaps, if a formula has these values.
fn proved(code: Code, formula: &Formula) -> Option<Period> {
    let (start, length, saltus) = of_heaps(formula)?;
    let enough = 4 * (start + length) + fewest(&code);
    let mut heaps = Heaps::new(code);
    heaps.extend(enough.min(MOST));
    heaps.look();
    let period = heaps.proved()?;
    let rises = i64::try_from(period.saltus).ok()?;
    let is_as_steep =
        saltus * i64::try_from(period.length).ok()? == rises * i64::try_from(length).ok()?;
    let both = start.max(period.start) + length.lcm(&period.length);
    let is_same = |heap: i64| {
        let verdict = formula.at(&Position::Numbers(vec![heap]));
        verdict.and_then(|verdict| verdict.value) == Some(heaps.get(heap.cast_unsigned()))
    };
    (is_as_steep && both <= MOST && (0..i64::try_from(both).ok()?).all(is_same)).then_some(period)
}
