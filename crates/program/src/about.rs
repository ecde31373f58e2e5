//! The description that a rules program gives of itself.

use std::collections::BTreeSet;
use std::mem;

use grundy_formula::Formula;
use grundy_game::{About, Cases, Limit};

/// The largest size that is used.
pub(crate) const LARGEST: u32 = 1 << 30;

/// Keys that may be there more than once.
const REPEATED: [&str; 4] = ["limits", "story", "input", "output"];

/// Completes a description by the lines that the verb `about` writes. An error is the number of the line, counted from
/// 1, and what is wrong with it.
pub(crate) fn complete(about: &mut About, text: &str) -> Result<Option<Formula>, (usize, String)> {
    let (mut seen, mut formula) = (BTreeSet::new(), None);
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim_ascii().is_empty() {
            read(about, line, &mut seen, &mut formula).map_err(|what| (number, what))?;
        }
    }
    if !about.cases.prefix.is_empty() && !about.cases.are_many() {
        let what = "case-prefix: expected a line `cases`, because an answer has a prefix where inputs have several positions";
        return Err((1, what.to_owned()));
    }
    let settled = about.with_draws(seen.contains("answer"));
    settled.map_err(|what| (1, what))?;
    if about.misere && about.answers.adds_up() {
        let what = "answer: there are no Grundy values under misère play";
        return Err((1, what.to_owned()));
    }
    if about.asks_several && (about.answers.names_moves() > 0 || about.answers.has_second_line()) {
        let what = "asked: an input with several answers has words, counts, remoteness or Grundy values as answers";
        return Err((1, what.to_owned()));
    }
    Ok(formula)
}

fn read<'a>(
    about: &mut About,
    line: &'a str,
    seen: &mut BTreeSet<&'a str>,
    formula: &mut Option<Formula>,
) -> Result<(), String> {
    let Some((key, value)) = line.split_once(':') else {
        return Err(format!("expected `key: value`, found {line:?}"));
    };
    let (key, value) = (key.trim_ascii(), value.trim_ascii());
    if !seen.insert(key) && !REPEATED.contains(&key) {
        return Err(format!("`{key}` is there twice"));
    }
    if value.contains(char::is_control) || (key == "title" && value.is_empty()) {
        return Err(format!("{key}: expected text, found {value:?}"));
    }
    let number = || {
        let number = value.parse().ok().filter(|number| *number <= LARGEST);
        number.ok_or_else(|| format!("{key}: expected a number up to {LARGEST}, found {value:?}"))
    };
    match key {
        "title" => about.title = value.to_owned().into(),
        "story" => about.told.story.push(value.to_owned()),
        "input" => about.told.input.push(value.to_owned()),
        "output" => about.told.output.push(value.to_owned()),
        "rules" => about.rules = value.to_owned().into(),
        "size" => about.size = value.to_owned().into(),
        "smallest" => about.smallest = number()?,
        "sweep-to" => about.sweep_to = number()?,
        "answer" => about.answers = value.parse()?,
        "starts" => about.starts = value.parse().map_err(|what| format!("starts: {what}"))?,
        "over" => about.over = Some(value.to_owned()),
        "stuck" | "ends" if value.is_empty() => {
            return Err(format!("{key}: expected a line, found none"));
        }
        "stuck" => about.stuck = Some(value.to_owned()),
        "ends" => about.ends = Some(value.to_owned()),
        "loops" if value == "yes" => about.loops = true,
        "loops" => return Err(format!("loops: expected yes, found {value:?}")),
        "asked" if value == "several" => about.asks_several = true,
        "asked" => return Err(format!("asked: expected several, found {value:?}")),
        "formula" => {
            let read = value.parse().map_err(|error| format!("formula: {error}"))?;
            *formula = Some(read);
        }
        "cases" => {
            let cases = value.parse().map_err(|what| format!("cases: {what}"))?;
            let prefix = mem::take(&mut about.cases.prefix);
            about.cases = Cases { prefix, ..cases };
        }
        "case-prefix" => value.clone_into(&mut about.cases.prefix),
        "limits" => about.limits.to_mut().push(limit(value)?),
        "play" => {
            about.misere = match value {
                "normal" => false,
                "misere" | "misère" => true,
                _ => return Err(format!("play: expected normal or misere, found {value:?}")),
            }
        }
        _ => {
            return Err(format!(
                "no key `{key}`: there are title, rules, size, smallest, sweep-to, answer, formula, limits, cases, case-prefix, play, loops, asked, starts, over, stuck, ends, story, input and output"
            ));
        }
    }
    Ok(())
}

/// Parses the value of `limits`: an extent and a number of parts, each at least 1.
fn limit(text: &str) -> Result<Limit, String> {
    let numbers = text.split_ascii_whitespace().map(str::parse);
    match numbers.collect::<Result<Vec<u64>, _>>().as_deref() {
        Ok(&[m, n]) if m > 0 && n > 0 => Ok(Limit::new(m, n)),
        _ => Err(format!(
            "limits: expected two numbers from 1 to {}, found {text:?}",
            u64::MAX
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_game::{Form, Starts};

    fn parsed(text: &str) -> Result<About, (usize, String)> {
        let mut about = About::default();
        complete(&mut about, text)?;
        Ok(about)
    }

    #[test]
    fn everything_may_be_left_out() {
        let about = parsed("\n").unwrap();
        assert_eq!(about.answers, Form::words("Yes", "No"));
        assert!(!about.misere);
        let text = "title: A: B\r\nrules: Take one.\r\nsize: n\nsmallest: 3\nsweep-to: 9\nanswer: First Second\nplay: misere\n";
        let about = parsed(text).unwrap();
        assert_eq!((&*about.title, &*about.rules), ("A: B", "Take one."));
        assert_eq!(about.smallest, 3);
        assert_eq!((about.sweep_to, about.misere), (9, true));
        assert_eq!(about.answers, Form::words("First", "Second"));
        assert_eq!((about.starts, about.over), (Starts::Program, None));
        let about = parsed("starts: choose First Second\nover: The end\n").unwrap();
        assert_eq!(Ok(about.starts), "choose:First,Second".parse());
        assert_eq!(about.over.as_deref(), Some("The end"));
        let form = |text: &str| parsed(&format!("answer: {text}")).unwrap().answers;
        assert_eq!(form("count"), Form::Number(None));
        assert_eq!(form("grundy"), Form::Grundy);
        let moves = |text: &str| (form(text).to_string(), form(text).names_moves());
        assert_eq!(moves("move -"), ("move -".to_owned(), 1));
        assert_eq!(moves("first-move -"), ("first-move -".to_owned(), 1));
        assert_eq!(moves("all-moves -"), ("all-moves -".to_owned(), usize::MAX));
        for text in [
            "count mod 9223372036854775807",
            "remoteness",
            "move \"no move\"",
            "all-moves - any-order",
            "\"Stan wins.\" Ollie then all-moves any-order",
            "\"count\" \"then\" then count mod 2",
        ] {
            assert_eq!(form(text).to_string(), text);
        }
        let about =
            parsed("case-prefix: Case #%d:\ncases: count 10 99\nstuck: 0 0\nends: I_won!").unwrap();
        assert_eq!(about.cases.to_string(), "count:10,99");
        assert_eq!(about.cases.prefix, "Case #%d:");
        assert_eq!(
            (about.stuck.as_deref(), about.ends.as_deref()),
            (Some("0 0"), Some("I_won!"))
        );
        let about = parsed("limits: 18446744073709551615 1\nlimits: 9 100000\n").unwrap();
        assert_eq!(
            about.limits[..],
            [Limit::new(u64::MAX, 1), Limit::new(9, 100_000)]
        );
    }

    #[test]
    fn forms_that_are_refused() {
        let words = "answer: expected two different words";
        let draws = "answer: games with `loops: yes`";
        for (said, texts) in [(words, &WRONG[..]), (draws, &WITHOUT_DRAW)] {
            for text in texts {
                let (_, what) = parsed(text).unwrap_err();
                assert!(what.starts_with(said), "{text}: {what}");
            }
        }
    }

    const WRONG: [&str; 10] = [
        "answer: \"Yes No",
        "answer: \"\" No",
        "answer: \"Zażółć\" No",
        "answer: Yes \"Yes all\"",
        "answer: count mod 1",
        "answer: count mod 9223372036854775808",
        "answer: move - any-order",
        "answer: A B then",
        "answer: A B then grundy",
        "answer: A B then move -",
    ];
    /// A game has loops, and the form no word for a draw; or the other way round.
    const WITHOUT_DRAW: [&str; 8] = [
        "answer: A B C then count",
        "loops: yes\nanswer: A B",
        "loops: yes\nanswer: count",
        "loops: yes\nanswer: count mod 2",
        "loops: yes\nanswer: grundy",
        "loops: yes\nanswer: remoteness",
        "loops: yes\nanswer: all-moves -",
        "loops: yes\nanswer: A B then move",
    ];

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            ("title", "1: expected `key: value`, found \"title\""),
            ("title: a\nTitle: b", "2: no key `Title`"),
            ("title: a\n\ntitle: b", "3: `title` is there twice"),
            (
                "smallest: -1",
                "1: smallest: expected a number up to 1073741824, found \"-1\"",
            ),
            ("sweep-to: 99999999999", "1: sweep-to: expected a number"),
            ("smallest: 1073741825", "1: smallest: expected a number"),
            ("title: \u{1b}[2J", "1: title: expected text, found"),
            ("title:", "1: title: expected text, found \"\""),
            (
                "play: reverse",
                "1: play: expected normal or misere, found \"reverse\"",
            ),
            (
                "limits: 7",
                "1: limits: expected two numbers from 1 to 1844",
            ),
            (
                "limits: 7 0",
                "1: limits: expected two numbers from 1 to 1844",
            ),
            (
                "cases: many",
                "1: cases: expected count, end, zero or header",
            ),
            ("limits: 7 1 1", "1: limits: expected two numbers"),
            ("limits: 18446744073709551616 1", "1: limits: expected two"),
            ("answer: Yes Yes", "1: answer: expected two different words"),
            (
                "play: misere\nanswer: grundy",
                "1: answer: there are no Grundy values",
            ),
            (
                "starts: choose A",
                "1: starts: expected program, judge, or choose with two different words, found \"choose A\"",
            ),
            ("answer: Yes", "1: answer: expected two different words"),
            (
                "case-prefix: Case %d",
                "1: case-prefix: expected a line `cases`",
            ),
            ("stuck:", "1: stuck: expected a line"),
            ("asked: all", "1: asked: expected several, found \"all\""),
            (
                "asked: several\nanswer: move -",
                "1: asked: an input with several answers has words",
            ),
        ] {
            let (number, what) = parsed(text).unwrap_err();
            let what = format!("{number}: {what}");
            assert!(what.starts_with(said), "{what}");
        }
    }
}
