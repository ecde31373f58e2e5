//! The values of single heaps, a dot for each: where they repeat one sees it, and where they do not, how
//! they are spread.

use maud::{Markup, html};

use super::parts::{figure, title};
use crate::heaps::Value;
use crate::units;

/// Width and height of a picture, without its labels.
const SIZE: (u64, u64) = (1000, 300);

pub(super) fn heaps(games: &[(String, Vec<Value>)]) -> Markup {
    html! {
        h2 id="heaps" { "Values of heaps" }
        @if games.is_empty() {
            p.note { "No values yet." }
        } @else {
            p { "A dot for each heap: to the right its size, upwards its Grundy value." }
            @for (code, values) in games {
                @let heaps = values.iter().map(|value| value.heap).max().unwrap_or(0);
                @let largest = values.iter().map(|value| value.grundy).max().unwrap_or(0);
                @let caption = format!(
                    "heaps to {}, values to {}", units::count(heaps), units::count(largest)
                );
                (figure(&title(code), &caption, &picture(values, heaps, largest), &html! {}))
            }
        }
    }
}

/// All dots as one path of short strokes.
fn picture(values: &[Value], heaps: u64, largest: u64) -> String {
    let (width, height) = SIZE;
    let mut dots = String::new();
    for value in values {
        let x = value.heap as f64 * width as f64 / heaps.max(1) as f64;
        let y = height as f64 - value.grundy as f64 * height as f64 / largest.max(1) as f64;
        dots += &format!("M{x:.0} {y:.0}h2");
    }
    format!(
        "<svg viewBox=\"-4 -6 {} {}\" role=\"img\" aria-label=\"values against heaps\">\
         <path d=\"{dots}\" stroke=\"var(--ours)\" stroke-width=\"2\" fill=\"none\"/></svg>",
        width + 10,
        height + 12,
    )
}
