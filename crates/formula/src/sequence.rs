//! Regularities of sequences: periods with pre-period and saltus, and recursions over digits.

use crate::expr::{Expr, Name, Scope, Sequence};
use crate::number::{Operator, length};
use crate::position::Position;

/// Returns the shortest period of a sequence that is seen `times` times at least, where pre-period and period are at most half of the
/// data. O(length squared).
pub fn periodic(values: &[i64], times: usize) -> Option<Sequence> {
    let n = values.len();
    let last = values.last()?;
    for period in 1..=n / times {
        let saltus = last - values[n - 1 - period];
        for saltus in [0, saltus] {
            if saltus < 0 {
                continue;
            }
            let repeats = |at: &usize| values[*at] == values[at - period] + saltus;
            let agree = (period..n).rev().take_while(repeats).count();
            let before = n - period - agree;
            if n - before >= times * period && 2 * (before + period) <= n {
                return Some(Sequence::Periodic {
                    before: values[..before].to_vec(),
                    period: values[before..before + period].to_vec(),
                    saltus,
                });
            }
        }
    }
    None
}

/// Returns a recursion over binary or ternary digits: the value of `kn + r` is a number, `n` or `f(n)` with a small constant more, or
/// `2n` or `2f(n)` likewise. `from` is the first index whose value is known. O(length).
pub fn digits(values: &[i64], from: usize) -> Option<Sequence> {
    let n = values.len();
    let number = Expr::Number;
    let plus = |expr: Expr, more: i64| match more {
        0 => expr,
        -1 => Expr::binary(Operator::Minus, expr, number(1)),
        more => Expr::binary(Operator::Plus, expr, number(more)),
    };
    let names = [Expr::Name(Name::Rest), Expr::Name(Name::Value)];
    let twice = |name: &Expr| Expr::binary(Operator::Times, number(2), name.clone());
    let of_names = names.iter().flat_map(|name| [name.clone(), twice(name)]);
    let of_names = of_names.flat_map(|expr| [0, 1, -1].map(|more| plus(expr.clone(), more)));
    let flipped = Expr::binary(Operator::Xor, names[1].clone(), number(1));
    let rules: Vec<Expr> = (0..3)
        .map(number)
        .chain(of_names)
        .chain([flipped])
        .collect();
    let nowhere = &Position::Numbers(Vec::new());
    let apply = |rule: &Expr, n: usize, f: i64| {
        let n: i64 = length(n);
        rule.value(Scope {
            position: nowhere,
            names: Some((&n, &f)),
            whole: rule,
        })
    };
    for base in [2, 3] {
        let mut chosen = Vec::new();
        for digit in 0..base {
            let rests = (1..n).filter(|rest| *rest >= from && base * rest + digit < n);
            if rests.clone().count() < 6 {
                return None;
            }
            let fits = |rule: &&Expr| {
                let mut rests = rests.clone();
                rests.all(|rest| {
                    apply(rule, rest, values[rest]) == Some(values[base * rest + digit])
                })
            };
            match rules.iter().find(fits) {
                Some(rule) => chosen.push(rule.clone()),
                None => break,
            }
        }
        if chosen.len() == base {
            let first = values[..base.max(from)].to_vec();
            return Some(Sequence::Digits {
                first,
                rules: chosen,
            });
        }
    }
    None
}
