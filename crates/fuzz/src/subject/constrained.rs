//! Constrained Nim: heaps of the parts' sizes, on and beside the X of the pairs. A pair whose gap is
//! `Small` is a run: it forbids X to go to any of the smallest sizes, which makes values drop out.

use grundy_core::constrained::{MAX_SIZE, Move, Pair, Position};
use grundy_games::TypedGame as _;
use grundy_games::constrained::Constrained;

use super::{Subject, Variation, at_least_one, place, row};
use crate::{Amount, Pick, Reach, Recipe};

/// The longest run of forbidden targets.
const RUN: u64 = 24;

impl Subject for Constrained {
    fn build(&self, recipe: &Recipe, reach: Reach) -> Position {
        let most = match reach {
            Reach::Tiny => 8,
            Reach::Small => 24,
            Reach::Large => MAX_SIZE,
        };
        let pairs = pairs(recipe, most);
        let marks: Vec<u64> = pairs.iter().map(|pair| pair.x).collect();
        let heaps = row::heaps(recipe, reach, 1, MAX_SIZE, &marks);
        position(heaps, pairs)
    }

    fn a_move(&self, position: &Position, pick: &Pick) -> Option<Move> {
        let at = place(pick, position.heaps().len())?;
        let stones = at_least_one(pick.amount, position.heaps()[at], position.heaps())?;
        let heap = at + 1;
        let a_move = Move { heap, stones };
        self.play(position, &a_move).is_some().then_some(a_move)
    }

    fn before(&self, of: &Position, pick: &Pick) -> Option<(Position, Move)> {
        let mut heaps = of.heaps().to_vec();
        // A heap that is there grows, or one that had been emptied comes back at the end.
        let at = place(pick, heaps.len() + 1)?;
        if at == heaps.len() {
            heaps.push(0);
        }
        let marks: Vec<u64> = of.pairs().iter().map(|pair| pair.x).collect();
        let stones = at_least_one(pick.amount, MAX_SIZE - heaps[at], &marks)?;
        heaps[at] += stones;
        let before = position(heaps, of.pairs().to_vec());
        let heap = at + 1;
        let a_move = Move { heap, stones };
        let allowed = self.play(&before, &a_move).is_some();
        allowed.then_some((before, a_move))
    }

    fn variations(&self, of: &Position, pick: &Pick) -> Vec<Variation<Position>> {
        let rows = row::variations(of.heaps(), pick, 1, MAX_SIZE);
        let mut variations: Vec<_> = rows
            .into_iter()
            .map(|row| row.map(|heaps| position(heaps, of.pairs().to_vec())))
            .collect();
        let mut turned = of.pairs().to_vec();
        turned.reverse();
        let what = "pairs in opposite order";
        variations.push(Variation::count(
            what,
            position(of.heaps().to_vec(), turned),
        ));
        let largest = of.heaps().iter().copied().max().unwrap_or(0);
        if largest < MAX_SIZE {
            let beyond = |pair: &Pair| pair.x > largest;
            let mut pairs = of.pairs().to_vec();
            if pairs.iter().any(beyond) {
                pairs.retain(|pair| !beyond(pair));
            } else {
                let x = largest + 1 + pick.amount.up_to(MAX_SIZE - largest - 1, &[]);
                let y = x - pick.amount.up_to(x - 1, of.heaps());
                pairs.push(Pair { x, y });
            }
            let what = "other pairs beyond the largest heap";
            variations.push(Variation::count(what, position(of.heaps().to_vec(), pairs)));
        }
        variations
    }

    fn split(&self, of: &Position, pick: &Pick) -> Option<(Position, Position)> {
        let (a, b) = row::split(of.heaps(), pick)?;
        let pairs = || of.pairs().to_vec();
        Some((position(a.to_vec(), pairs()), position(b.to_vec(), pairs())))
    }
}

fn pairs(recipe: &Recipe, most: u64) -> Vec<Pair> {
    let mut marks = Vec::new();
    let mut pairs: Vec<Pair> = Vec::new();
    for part in &recipe.pairs {
        let x = part.size.up_to(most, &marks).max(1);
        match part.gap {
            Amount::Small(longest) => {
                let run = (u64::from(longest) % RUN + 1).min(x);
                pairs.extend((0..run).map(|target| Pair { x, y: x - target }));
            }
            gap => {
                let y = x - gap.up_to(x - 1, &marks);
                pairs.push(Pair { x, y });
            }
        }
        marks.push(x);
    }
    let mut seen = std::collections::HashSet::new();
    pairs.retain(|pair| seen.insert(*pair));
    pairs
}

fn position(heaps: Vec<u64>, pairs: Vec<Pair>) -> Position {
    Position::new(heaps, pairs).expect("heaps and pairs within bounds, pairs different")
}
