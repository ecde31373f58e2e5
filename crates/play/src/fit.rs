//! Lines made to fit a narrow terminal: text is broken between words, and lines whose columns stand under each other, as
//! those of a strip, are cut at the same columns.

use std::slice;

use grundy_game::{Line, Span};

/// Lines of at least so many pieces of the same widths are columns.
const COLUMNS: usize = 4;
/// How far the rest of a broken line is moved to the right.
const INDENT: usize = 2;

/// Returns the lines with at most `width` characters each.
pub fn fit(lines: &[Line], width: usize) -> Vec<Line> {
    let mut fitted = Vec::new();
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let columns = 1 + rest[1..]
            .iter()
            .take_while(|line| stand_under(first, line))
            .count();
        let is_table = first.0.len() >= COLUMNS && columns > 1;
        let (lines, after) = rest.split_at(if is_table { columns } else { 1 });
        if lines.iter().all(|line| length(&line.0) <= width) {
            fitted.extend_from_slice(lines);
        } else if is_table {
            fitted.extend(bands(lines, width));
        } else {
            fitted.extend(broken(first, width));
        }
        rest = after;
    }
    fitted
}

fn length(spans: &[Span]) -> usize {
    spans.iter().map(|span| span.text.chars().count()).sum()
}

/// Returns whether the pieces of a line have the widths of those of the line above it. The last one may have been cut.
fn stand_under(above: &Line, line: &Line) -> bool {
    let (above, line) = (&above.0, &line.0);
    let Some((_, whole)) = line.split_last() else {
        return false;
    };
    let mut pairs = above.iter().zip(whole);
    line.len() <= above.len()
        && pairs.all(|(a, b)| length(slice::from_ref(a)) == length(slice::from_ref(b)))
}

/// Cuts lines at the same columns. The first piece of each line, its name, is repeated.
fn bands(lines: &[Line], width: usize) -> Vec<Line> {
    let columns = &lines[0].0;
    let name = length(&columns[..1]);
    let mut bands = Vec::new();
    let mut from = 1;
    while from < columns.len() {
        let mut to = from + 1;
        while to < columns.len() && name + length(&columns[from..=to]) <= width {
            to += 1;
        }
        if from > 1 {
            bands.push(Line::default());
        }
        for Line(spans) in lines {
            let cells = spans.get(from..to.min(spans.len())).unwrap_or_default();
            bands.push(Line([&spans[..1], cells].concat()).trimmed());
        }
        from = to;
    }
    bands
}

/// Breaks a line between words; a word that is too long by itself is cut.
fn broken(line: &Line, width: usize) -> Vec<Line> {
    let text = line.text();
    let indent = text.len() - text.trim_start().len() + INDENT;
    let indent = if indent * 2 > width { 0 } else { indent };
    let mut lines = vec![Line::default()];
    let mut used = 0;
    for span in &line.0 {
        for word in span.text.split_inclusive(' ') {
            if used + word.trim_end().chars().count() > width && used > indent {
                lines.push(Line::plain(" ".repeat(indent)));
                used = indent;
            }
            for letter in word.chars() {
                if used == width {
                    if letter == ' ' {
                        continue;
                    }
                    lines.push(Line::plain(" ".repeat(indent)));
                    used = indent;
                }
                let last = lines.last_mut().map(|line| &mut line.0);
                let Some(spans) = last else { continue };
                match spans.last_mut() {
                    Some(Span { text, role }) if *role == span.role => text.push(letter),
                    _ => spans.push(Span {
                        text: letter.to_string(),
                        role: span.role,
                    }),
                }
                used += 1;
            }
        }
    }
    lines.into_iter().map(Line::trimmed).collect()
}

#[cfg(test)]
mod tests {
    use grundy_game::Role;

    use super::*;

    fn texts(lines: &[Line], width: usize) -> Vec<String> {
        fit(lines, width).iter().map(Line::text).collect()
    }

    #[test]
    fn words_stay_whole() {
        let line = Line::plain("  one two ").and(Role::Winning, "three four");
        assert_eq!(texts(slice::from_ref(&line), 80), ["  one two three four"]);
        assert_eq!(texts(&[line], 12), ["  one two", "    three", "    four"]);
        assert_eq!(texts(&[Line::plain("ooooooo")], 5), ["ooooo", "  oo"]);
    }
}
