//! `grundy values --plot`: the picture of the positions of a game.

use anyhow::{Result, bail};
use grundy_game::{Evaluated, Game};
use grundy_records::picture::{Picture, Values};

use crate::text::{grouped, positions};

/// Draws values by size if each size has one position (`by_size`: the first size and the values), and the plane of
/// P-positions if each position is two numbers.
///
/// # Errors
/// When positions are of another form.
pub fn draw(
    game: &dyn Game,
    rows: &[Evaluated],
    by_size: Option<&(u64, Vec<u64>)>,
) -> Result<Picture> {
    let title = &game.about().title;
    if let Some((first, values)) = by_size {
        let has_values = rows.iter().all(|row| row.known.grundy.is_some());
        let last = first + values.len() as u64 - 1;
        let (up, lost) = if has_values {
            ("Grundy value", "P-position: value 0")
        } else {
            ("N-position: 1", "P-position: 0")
        };
        let shown = Values {
            across: "size",
            up,
            lost,
            values: (*first..).zip(values.iter().copied()),
            shaded: None,
        };
        let note = format!("sizes {first} to {}", grouped(last));
        return Ok(Picture::of_values(title, &note, &shown));
    }
    let Some(pairs) = rows.iter().map(pair).collect::<Option<Vec<_>>>() else {
        bail!(
            "--plot: found positions that are not two numbers, and several of one size; expected a code, two numbers in \
             each position, or one position of each size"
        );
    };
    // A game may list each pair once: the smaller number first, or the larger one.
    let is_ordered = pairs.iter().all(|(x, y)| x <= y) || pairs.iter().all(|(x, y)| x >= y);
    let lost = pairs.iter().zip(rows).filter(|(_, row)| row.known.loses());
    let mut shown: Vec<(u64, u64)> = lost.map(|(&pair, _)| pair).collect();
    let mut note = format!(
        "{}, {} of them P-positions",
        positions(rows.len() as u64),
        grouped(shown.len() as u64)
    );
    if is_ordered {
        note += "; each pair in both orders";
        let swapped: Vec<_> = shown.iter().map(|&(x, y)| (y, x)).collect();
        shown.extend(swapped);
    }
    // Positions of a size form a triangle where the size is the sum: the picture ends with the last P-position.
    let up_to = shown.iter().map(|&(x, y)| x.max(y)).max().unwrap_or(1);
    Ok(Picture::of_plane(title, &note, up_to.max(1), &shown))
}

/// The two numbers that are the text of a position, if it is two numbers.
fn pair(row: &Evaluated) -> Option<(u64, u64)> {
    let (x, y) = row.position.trim().split_once(char::is_whitespace)?;
    Some((x.parse().ok()?, y.trim().parse().ok()?))
}
