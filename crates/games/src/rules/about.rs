//! The description that a rules program gives of itself.

use std::collections::BTreeSet;

use crate::Answers;
use grundy_brute::interned::Play;

/// The largest size that is used.
pub(crate) const LARGEST: u32 = 1 << 30;

/// The content of the lines that the verb `about` writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AboutText {
    pub title: Option<String>,
    pub size: Option<String>,
    pub smallest: u32,
    pub sweep_to: Option<u32>,
    pub answer: Answers,
    pub play: Play,
}

impl AboutText {
    /// Parses the lines. An error is the number of the line, counted from 1, and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut about = Self {
            title: None,
            size: None,
            smallest: 0,
            sweep_to: None,
            answer: Answers::words("Yes", "No"),
            play: Play::Normal,
        };
        let mut seen = BTreeSet::new();
        for (i, line) in text.lines().enumerate() {
            if !line.trim_ascii().is_empty() {
                about.read(line, &mut seen).map_err(|what| (i + 1, what))?;
            }
        }
        Ok(about)
    }

    fn read<'a>(&mut self, line: &'a str, seen: &mut BTreeSet<&'a str>) -> Result<(), String> {
        let Some((key, value)) = line.split_once(':') else {
            return Err(format!("expected `key: value`, found {line:?}"));
        };
        let (key, value) = (key.trim_ascii(), value.trim_ascii());
        if !seen.insert(key) {
            return Err(format!("`{key}` is there twice"));
        }
        if value.contains(char::is_control) {
            return Err(format!("{key}: expected text, found {value:?}"));
        }
        let number = || {
            let number = value.parse().ok().filter(|number| *number <= LARGEST);
            number
                .ok_or_else(|| format!("{key}: expected a number up to {LARGEST}, found {value:?}"))
        };
        match key {
            "title" => self.title = Some(value.to_owned()),
            "size" => self.size = Some(value.to_owned()),
            "smallest" => self.smallest = number()?,
            "sweep-to" => self.sweep_to = Some(number()?),
            "answer" => self.answer = answers(value)?,
            "play" => {
                self.play = match value {
                    "normal" => Play::Normal,
                    "misere" | "misère" => Play::Misere,
                    _ => return Err(format!("play: expected normal or misere, found {value:?}")),
                }
            }
            _ => {
                return Err(format!(
                    "no key `{key}`: there are title, size, smallest, sweep-to, answer and play"
                ));
            }
        }
        Ok(())
    }
}

/// Parses the value of `answer`: the form of the task's answers.
fn answers(text: &str) -> Result<Answers, String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    match words[..] {
        ["count"] => Ok(Answers::Number),
        ["grundy"] => Ok(Answers::Grundy),
        ["move", loss] => Ok(Answers::Move {
            loss: loss.to_owned().into(),
        }),
        [win, loss] if win != loss => Ok(Answers::words(win.to_owned(), loss.to_owned())),
        _ => Err(format!(
            "answer: expected two different words, `count`, `grundy`, or `move` and a word, found {text:?}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_may_be_left_out() {
        let about = AboutText::parse("\n").unwrap();
        assert_eq!(
            (about.answer, about.smallest, about.play),
            (Answers::words("Yes", "No"), 0, Play::Normal)
        );
        let text = "title: A: B\r\nsize: n\nsmallest: 3\nsweep-to: 9\nanswer: First Second\nplay: misere\n";
        let about = AboutText::parse(text).unwrap();
        assert_eq!(about.title.as_deref(), Some("A: B"));
        assert_eq!(
            (about.smallest, about.sweep_to, about.play),
            (3, Some(9), Play::Misere)
        );
        assert_eq!(about.answer, Answers::words("First", "Second"));
        let form = |text: &str| AboutText::parse(&format!("answer: {text}")).unwrap().answer;
        assert_eq!(form("count"), Answers::Number);
        assert_eq!(form("grundy"), Answers::Grundy);
        assert_eq!(form("move -"), Answers::Move { loss: "-".into() });
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, line, said) in [
            ("title", 1, "expected `key: value`, found \"title\""),
            ("title: a\nTitle: b", 2, "no key `Title`"),
            ("title: a\n\ntitle: b", 3, "`title` is there twice"),
            (
                "smallest: -1",
                1,
                "smallest: expected a number up to 1073741824, found \"-1\"",
            ),
            ("sweep-to: 99999999999", 1, "sweep-to: expected a number"),
            ("smallest: 1073741825", 1, "smallest: expected a number"),
            ("title: \u{1b}[2J", 1, "title: expected text, found"),
            (
                "play: reverse",
                1,
                "play: expected normal or misere, found \"reverse\"",
            ),
            ("answer: Yes Yes", 1, "answer: expected two different words"),
            ("answer: Yes", 1, "answer: expected two different words"),
        ] {
            let (number, what) = AboutText::parse(text).unwrap_err();
            assert_eq!(number, line, "{text}");
            assert!(what.starts_with(said), "{what}");
        }
    }
}
