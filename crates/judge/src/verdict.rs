//! Verdicts: whether a run's answer is right, wrong or malformed, or in which way the run broke down.
//!
//! The end of a run counts before its answer: a program that crashes after it has printed the right answer has
//! crashed. Answers are compared word by word, so white space does not matter, as in the original tasks' checkers.

use std::fmt;
use std::io::{self, BufReader, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use grundy_game::line::quoted;
use grundy_game::{Expected, Form, LetterCase, mark, without_prefixes};
use grundy_sandbox::{End, RunReport};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::JudgeError;

/// The most bytes of an answer that a verdict keeps.
const EXCERPT: usize = 1000;
/// Longer answers to several positions are shown from the first wrong one on.
const SHOWN: usize = 60;
/// The largest number of moves that are named.
const NAMED: usize = 8;

/// The verdict about one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict")]
pub enum Verdict {
    /// The answer is right.
    #[default]
    #[serde(rename = "accepted")]
    Accepted,
    /// The answer has the right form and is wrong.
    #[serde(rename = "wrong answer")]
    WrongAnswer {
        /// The right answer, its words separated by single spaces.
        expected: String,
        /// The program's answer likewise.
        got: String,
    },
    /// What the program printed is no answer at all.
    #[serde(rename = "malformed output")]
    Malformed {
        /// What is wrong with it: "no output", "expected a number".
        why: String,
        /// What it printed, its words separated by single spaces.
        got: String,
    },
    /// In an interactive task, its line is no legal move.
    #[serde(rename = "illegal move")]
    IllegalMove {
        /// The line.
        got: String,
        /// Legal moves: all of them, or one more than a verdict names; none where they are too many to be listed.
        legal: Vec<String>,
    },
    /// It has lost a game that it could have won or drawn, or drawn one that it could have won.
    #[serde(rename = "lost a won game")]
    LostWonGame {
        /// Whether it could not win the game, but draw it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        drawn: bool,
        /// The number of the first of its moves that gave that away, among the moves of both players, counted from 1.
        number: usize,
        /// That move.
        mistake: String,
        /// Some of the moves that would not have.
        instead: Vec<String>,
    },
    /// It has chosen the player who loses.
    #[serde(rename = "wrong seat")]
    WrongSeat {
        /// Its word.
        got: String,
        /// The other word.
        right: String,
    },
    /// It has written no line though it was its turn, and has waited for most of its time.
    #[serde(rename = "nothing written")]
    NothingWritten {
        /// What its time went to.
        why: String,
        /// What it has written without the end of a line.
        got: String,
    },
    /// It has ended with exit code 0, or closed its output, though it was its turn.
    #[serde(rename = "end of output")]
    OutputEnded,
    /// It has written more than one line in its turn.
    #[serde(rename = "output out of turn")]
    OutOfTurn {
        /// The line that was its move.
        after: String,
        /// The rest.
        got: String,
    },
    /// It has written something after the end of the game.
    #[serde(rename = "output after the end")]
    OutputAfterEnd {
        /// What it has written.
        got: String,
    },
    /// It has passed all games that were played to their end, and others were not.
    #[serde(rename = "undecided")]
    Undecided {
        /// The number of games that the judge broke off.
        unfinished: u64,
        /// The number of all games.
        games: u64,
    },
    /// It took too long.
    #[serde(rename = "time limit")]
    TimeLimit {
        /// What its time went to: "2.00 s by the clock, 0.01 s of processor time".
        why: String,
    },
    /// It used too much memory.
    #[serde(rename = "memory limit")]
    MemoryLimit,
    /// It printed too much, or wrote too large a file.
    #[serde(rename = "output limit")]
    OutputLimit,
    /// It broke down.
    #[serde(rename = "runtime error")]
    RuntimeError {
        /// In which way: "exit code 3", "signal: 11 (SIGSEGV)", "too many processes".
        cause: String,
        /// The end of what it wrote to standard error.
        stderr: String,
    },
}

impl Verdict {
    /// Returns the verdict about `run`, where `expected` are the right answers, one for each position. `form` is the form that an
    /// answer has, with the comparison of its letters, and what stands before it, see [`Cases::prefix`](grundy_game::Cases).
    /// O(output).
    ///
    /// ```
    /// use grundy_game::{Form, LetterCase};
    /// use grundy_judge::verdict::Verdict;
    /// use grundy_sandbox::{End, RunReport};
    /// use std::time::Duration;
    ///
    /// let run = RunReport {
    ///     end: End::Code(0),
    ///     stderr_tail: Vec::new(),
    ///     wall: Duration::from_millis(1),
    ///     cpu: Duration::from_millis(1),
    ///     starved: Duration::ZERO,
    ///     peak_memory: 2 << 20,
    /// };
    /// let form = (&Form::Number(None), LetterCase::Fold, "");
    /// let printed = |stdout: &[u8]| Verdict::new(&run, stdout, "1\n", form, |_, _| Ok(Some("")));
    /// assert_eq!(printed(b" 1\r\n")?, Verdict::Accepted);
    /// assert_eq!(printed(b"2\n")?.name(), "wrong answer");
    /// assert_eq!(printed(b"one\n")?.name(), "malformed output");
    /// # Ok::<(), grundy_judge::JudgeError>(())
    /// ```
    ///
    /// `fault` is called with the number of a position, from 0 on, and an answer to it that is another one than the right one
    /// which is expected; it returns what is wrong with it, `None` where it is right as well.
    ///
    /// # Errors
    /// When the program was not started, or `stdout` cannot be read, and those of `fault`.
    pub fn new(
        run: &RunReport,
        stdout: impl Read,
        expected: &str,
        form: AnswerForm<'_>,
        mut fault: impl FnMut(usize, &str) -> Result<Option<&'static str>, JudgeError>,
    ) -> Result<Self, JudgeError> {
        let (answers, case, prefix) = form;
        let right = without_prefixes(prefix, expected, case);
        let right = right.and_then(|right| answers.answers(&right, LetterCase::Exact));
        let right = right.map_err(|what| {
            let found = quoted(expected.trim());
            format!("{what} in the right answers, found {found}")
        })?;
        // Another right answer may be longer.
        let most = expected.len() + EXCERPT * right.len().max(1);
        let printed = match printed(run, stdout, most)? {
            Err(Self::Malformed { got, .. }) if right.is_empty() && got.is_empty() => {
                return Ok(Self::Accepted);
            }
            Err(verdict) => return Ok(verdict),
            Ok(text) if case.is_same(&text, expected) => return Ok(Self::Accepted),
            Ok(text) => read(&text, right.len(), form),
        };
        let all = match printed {
            Ok(all) => all,
            Err(verdict) => return Ok(verdict),
        };
        for (at, (got, expected)) in all.iter().zip(&right).enumerate() {
            if !answers.is_same(got, expected, case)
                && let Some(fault) = fault(at, got)?
            {
                // Where an answer is a line, this one is enough.
                let is_enough = answers.has_several_right();
                let shown = |all: &[String], one: &String| {
                    let mut text = if is_enough {
                        one.clone()
                    } else {
                        all.join(" ")
                    };
                    if text.len() > SHOWN && !is_enough {
                        text = format!("from answer {} on: {}", at + 1, all[at..].join(" "));
                    }
                    text.replace('\n', " ")
                };
                return Ok(Self::WrongAnswer {
                    expected: excerpt(shown(&right, expected), EXCERPT),
                    got: excerpt(shown(&all, got), EXCERPT) + fault,
                });
            }
        }
        Ok(Self::Accepted)
    }

    /// Returns whether the program passed.
    pub const fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted)
    }

    /// Returns whether the program failed with an answer, which is wrong or no answer at all.
    pub(crate) const fn is_about_an_answer(&self) -> bool {
        matches!(self, Self::WrongAnswer { .. } | Self::Malformed { .. })
    }

    /// Returns whether the program took too long, so that a second run may end otherwise.
    pub(crate) const fn is_about_time(&self) -> bool {
        matches!(self, Self::TimeLimit { .. } | Self::NothingWritten { .. })
    }

    /// Returns the kind of verdict in a few words, as tables show it: its name in JSON, which tells by a field whether a game was
    /// drawn.
    ///
    /// ```
    /// use grundy_judge::verdict::Verdict;
    /// assert_eq!(Verdict::MemoryLimit.name(), "memory limit");
    /// ```
    pub fn name(&self) -> String {
        match (self, &json!(self)["verdict"]) {
            (Self::LostWonGame { drawn: true, .. }, _) => "lost a drawn game".to_owned(),
            (_, name) => name.as_str().unwrap_or_default().to_owned(),
        }
    }

    /// Returns the verdict about a run that broke down; `None` when it ended with exit code 0.
    pub(crate) fn broken_down(run: &RunReport) -> Result<Option<Self>, JudgeError> {
        let crash = |cause| Self::RuntimeError {
            cause,
            stderr: String::from_utf8_lossy(&run.stderr_tail).trim().to_string(),
        };
        Ok(match &run.end {
            End::Code(0) => None,
            End::Code(code) => Some(crash(format!("exit code {code}"))),
            // The standard library knows the names of signals.
            End::Signal(signal) => Some(crash(ExitStatus::from_raw(*signal).to_string())),
            End::ProcessLimit => Some(crash("too many processes".to_owned())),
            End::TimeLimit => Some(Self::TimeLimit { why: times(run) }),
            End::MemoryLimit => Some(Self::MemoryLimit),
            End::OutputLimit => Some(Self::OutputLimit),
            End::NotStarted(why) => return Err(JudgeError::NotStarted(why.clone())),
        })
    }
}

impl From<&Verdict> for Expected {
    /// What a package calls a solution with this verdict.
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Accepted => Self::Accepted,
            Verdict::TimeLimit { .. } => Self::Slow,
            Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::RuntimeError { .. } => {
                Self::Crash
            }
            _ => Self::Wrong,
        }
    }
}

impl fmt::Display for Verdict {
    /// One line, without the tail of standard error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        match self {
            Self::WrongAnswer { expected, got } => write!(f, ": {got} instead of {expected}"),
            Self::Malformed { why, got } if got.is_empty() => write!(f, ": {why}"),
            Self::Malformed { why, got } => write!(f, ": {why}, got {got:?}"),
            Self::RuntimeError { cause, .. } => write!(f, ": {cause}"),
            Self::IllegalMove { got, legal } if legal.is_empty() => write!(f, ": {got:?}"),
            Self::IllegalMove { got, legal } => {
                let more = if legal.len() > NAMED { ", ..." } else { "" };
                let legal = &legal[..legal.len().min(NAMED)];
                write!(f, ": {got:?}; legal: {}{more}", legal.join(", "))
            }
            Self::LostWonGame {
                drawn,
                number,
                mistake,
                instead,
            } => {
                let instead = instead.join(" or ");
                let kept = if *drawn { "kept the draw" } else { "won" };
                write!(f, ": move {number}, {mistake}; {instead} would have {kept}")
            }
            Self::Undecided { unfinished, games } => {
                write!(f, ": {unfinished} of {games} games unfinished")
            }
            Self::WrongSeat { got, right } => write!(f, ": {got} instead of {right}"),
            Self::NothingWritten { why, got } if got.is_empty() => {
                write!(
                    f,
                    " though its turn: {why}; the output may not have been flushed"
                )
            }
            Self::NothingWritten { why, got } => {
                write!(f, " but {got:?}, without the end of a line: {why}")
            }
            Self::OutputEnded => f.write_str(" though its turn"),
            Self::OutOfTurn { after, got } => write!(f, ": {got:?} after {after:?}"),
            Self::OutputAfterEnd { got } => write!(f, ": {got:?}"),
            Self::TimeLimit { why } => write!(f, ": {why}"),
            Self::Accepted | Self::MemoryLimit | Self::OutputLimit => Ok(()),
        }
    }
}

/// Why a run ends before all is known of it.
pub(crate) enum Ended<V = Verdict> {
    /// The program has failed, and its run is ended: with this verdict, and what belongs to that.
    By(V),
    /// The judge failed.
    Failed(JudgeError),
}

impl<V, E: Into<JudgeError>> From<E> for Ended<V> {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The form of answers, how their letters are compared, and what stands before each of them.
pub type AnswerForm<'a> = (&'a Form, LetterCase, &'a str);

/// Returns the text that a run printed, of at most this number of bytes; or the verdict when it printed none.
pub(crate) fn printed(
    run: &RunReport,
    stdout: impl Read,
    most: usize,
) -> Result<Result<String, Verdict>, JudgeError> {
    if let Some(verdict) = Verdict::broken_down(run)? {
        return Ok(Err(verdict));
    }
    let text = words(stdout, most)?;
    let why = match text.len() {
        0 => "no output",
        length if length > most => "longer than an answer can be",
        _ => return Ok(Ok(text)),
    };
    Ok(Err(malformed(why.to_owned(), &text)))
}

/// Returns the answers of a text to an input of this number of positions, with the task's own spelling; or the verdict when it
/// does not have them.
pub(crate) fn read(
    text: &str,
    positions: usize,
    (answers, case, prefix): AnswerForm<'_>,
) -> Result<Vec<String>, Verdict> {
    let read = without_prefixes(prefix, text, case).and_then(|text| {
        // The lines of a single answer do not matter.
        let text = if positions == 1 {
            text.replace('\n', " ")
        } else {
            text
        };
        answers.answers(&text, case)
    });
    let counted = read.and_then(|read| match read.len() {
        found if found == positions => Ok(read),
        found => Err(format!(
            "expected {positions} answer{}, found {found}",
            if positions == 1 { "" } else { "s" }
        )),
    });
    counted.map_err(|why| malformed(why, text))
}

fn malformed(why: String, text: &str) -> Verdict {
    let got = excerpt(text.replace('\n', " "), EXCERPT);
    Verdict::Malformed { why, got }
}

/// Describes what the time of a run went to, so that a program that sleeps, one that works and one that had no
/// processor can be told apart. In the time in which no process of it had a processor, the one that waited longest was ready
/// for `starved`, and slept or waited for something in the rest. The text names the longer part.
pub(crate) fn times(run: &RunReport) -> String {
    let idle = run.wall.saturating_sub(run.cpu);
    let ready = run.starved.min(idle);
    let asleep = idle.saturating_sub(ready);
    let (why, time) = if asleep > ready {
        ("asleep or waiting for", asleep)
    } else {
        ("ready without a processor for", ready)
    };
    let [wall, cpu, time] = [run.wall, run.cpu, time].map(|time| time.as_secs_f64());
    format!("{wall:.2} s by the clock, {cpu:.2} s of processor time, {why} {time:.2} s")
}

/// Returns the words of a text behind its byte order mark, if it has one, with a space or a line feed between two of them. Beyond
/// `most` bytes of words it reads nothing, which bounds the memory, and the result is longer than `most`.
fn words(text: impl Read, most: usize) -> io::Result<String> {
    let mut words = Vec::new();
    for byte in BufReader::new(mark::skipped(text)?).bytes() {
        let byte = byte?;
        match words.last_mut() {
            _ if !byte.is_ascii_whitespace() => words.push(byte),
            Some(last) if !last.is_ascii_whitespace() => {
                words.push(if byte == b'\n' { byte } else { b' ' });
            }
            Some(last) if byte == b'\n' => *last = byte,
            _ => {}
        }
        if words.len() > most + 1 {
            break;
        }
    }
    Ok(String::from_utf8_lossy(words.trim_ascii_end()).into_owned())
}

/// Returns the beginning of a long text, cut between two characters.
pub(crate) fn excerpt(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most));
        text.push_str(" ...");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The verdict on a program that printed this to an input of two positions.
    fn verdict(stdout: impl Read) -> Verdict {
        ended(End::Code(0), stdout)
    }

    fn ended_run(end: End) -> RunReport {
        RunReport {
            end,
            stderr_tail: b"cut \xff off\nlast line\n".to_vec(),
            wall: Duration::from_secs(9),
            cpu: Duration::from_millis(600),
            starved: Duration::from_millis(8399),
            peak_memory: 0,
        }
    }

    fn ended(end: End, stdout: impl Read) -> Verdict {
        let run = ended_run(end);
        let answers = Form::words("Yes", "No");
        let form = (&answers, LetterCase::Fold, "");
        Verdict::new(&run, stdout, "Yes\nNo\n", form, |_, _| Ok(Some(""))).unwrap()
    }

    #[test]
    fn only_white_space_does_not_matter() {
        for right in [
            "Yes\nNo\n",
            "Yes No",
            "\n\n  Yes\t\r\n No \n\n",
            "Yes\x0cNo",
            "YES no",
            "\u{feff}Yes\nNo\n",
        ] {
            assert_eq!(verdict(right.as_bytes()), Verdict::Accepted);
        }
        let wrong = Verdict::WrongAnswer {
            expected: "Yes No".into(),
            got: "No Yes".into(),
        };
        assert_eq!(verdict(&b"No\nYes\n"[..]), wrong);
        for (stdout, why, got) in [
            (&b""[..], "no output", ""),
            (b" \n", "no output", ""),
            (b"YesNo", "expected Yes or No", "YesNo"),
            (b"Yes\nNo\nNo\n", "expected 2 answers, found 3", "Yes No No"),
            (b"yes n", "expected Yes or No", "yes n"),
            (
                b"\xef\xbb\xbf\xef\xbb\xbfYes No",
                "expected Yes or No",
                "\u{feff}Yes No",
            ),
            (b"Yes N\xffo", "expected Yes or No", "Yes N\u{fffd}o"),
        ] {
            let (why, got) = (why.into(), got.into());
            assert_eq!(verdict(stdout), Verdict::Malformed { why, got });
        }
    }

    const STAN: &str = "\"Stan wins.\" \"Ollie wins.\"";
    const STAN_WINS: &str =
        "malformed output: expected Stan wins. or Ollie wins., got \"Stan wins\"";
    const NO_CASE: &str =
        "malformed output: expected \"Case #1:\" before the first answer, got \"A\"";
    /// A form, a prefix, the right answers, what a program printed, and the line for people.
    const FORMS: [[&str; 5]; 18] = [
        [
            STAN,
            "",
            "Stan wins.\nOllie wins.\n",
            "stan\twins.\nOllie wins.",
            "accepted",
        ],
        [
            STAN,
            "",
            "Stan wins.\n",
            "Ollie wins.",
            "wrong answer: Ollie wins. instead of Stan wins.",
        ],
        [STAN, "", "Stan wins.\n", "Stan wins", STAN_WINS],
        [
            "count mod 9",
            "",
            "8\n",
            "17",
            "wrong answer: 17 instead of 8",
        ],
        [
            "all-moves no any-order",
            "",
            "a b\nno\nc\n",
            "B  a\nno\nc\n",
            "accepted",
        ],
        [
            "all-moves no any-order",
            "",
            "a b\n",
            "b\n\na\n",
            "accepted",
        ],
        [
            "all-moves no any-order",
            "",
            "a b\n",
            "a a",
            "wrong answer: a a instead of a b",
        ],
        [
            "all-moves no",
            "",
            "a b\n",
            "b a",
            "wrong answer: b a instead of a b",
        ],
        ["A B then move", "", "A\nx 1\nB\n", "A\nx  1\nB", "accepted"],
        [
            "A B then move",
            "",
            "A\nx 1\nB\n",
            "A x 2 B",
            "malformed output: expected 2 answers, found 1, got \"A x 2 B\"",
        ],
        [
            "A B then move",
            "",
            "A\nx 1\n",
            "A",
            "malformed output: expected a move, got \"A\"",
        ],
        [
            "A B then move",
            "",
            "A\nx 1\n",
            "B\nx 1",
            "malformed output: expected A or B, got \"B x 1\"",
        ],
        [
            "A B then count",
            "",
            "A\n3\nB\n",
            "A 2 B",
            "wrong answer: A 2 B instead of A 3 B",
        ],
        [
            "A B then all-moves any-order",
            "",
            "A\n1 2\nB\n",
            "A\n2\n1\nB\n",
            "accepted",
        ],
        [
            "A B",
            "Case #%d:",
            "Case #1: A\nCase #2: B\n",
            "case #1: a case #2:\nb",
            "accepted",
        ],
        [
            "A B",
            "Case #%d:",
            "Case #1: A\n",
            "Case #1: B",
            "wrong answer: B instead of A",
        ],
        ["A B", "Case #%d:", "Case #1: A\n", "A", NO_CASE],
        [
            "A B then count",
            "",
            "A\n3\n",
            "A 3 4",
            "malformed output: expected A or B, got \"A 3 4\"",
        ],
    ];

    #[test]
    fn each_form_of_answers_is_read() {
        for [form, prefix, right, stdout, line] in FORMS {
            let run = ended_run(End::Code(0));
            let form_of: Form = form.parse().unwrap();
            let form_of = (&form_of, LetterCase::Fold, prefix);
            let verdict =
                Verdict::new(&run, stdout.as_bytes(), right, form_of, |_, _| Ok(Some("")));
            assert_eq!(verdict.unwrap().to_string(), line, "{form}: {stdout:?}");
        }
    }

    /// The lines for people, of programs that printed the right answer and of others.
    #[test]
    fn the_end_counts_before_the_answer() {
        let right = "Yes No";
        for (end, stdout, line) in [
            (End::Code(0), right, "accepted"),
            (End::Code(3), right, "runtime error: exit code 3"),
            (
                End::Signal(11),
                right,
                "runtime error: signal: 11 (SIGSEGV)",
            ),
            (
                End::ProcessLimit,
                right,
                "runtime error: too many processes",
            ),
            (
                End::TimeLimit,
                right,
                "time limit: 9.00 s by the clock, 0.60 s of processor time, ready without a processor for 8.40 s",
            ),
            (End::MemoryLimit, right, "memory limit"),
            (End::OutputLimit, right, "output limit"),
            (
                End::Code(0),
                "No No",
                "wrong answer: No No instead of Yes No",
            ),
            (End::Code(0), "", "malformed output: no output"),
            (
                End::Code(0),
                "\x07",
                "malformed output: expected Yes or No, got \"\\u{7}\"",
            ),
        ] {
            assert_eq!(ended(end, stdout.as_bytes()).to_string(), line);
        }
        let crash = Verdict::RuntimeError {
            cause: "exit code 3".into(),
            stderr: "cut \u{fffd} off\nlast line".into(),
        };
        assert_eq!(ended(End::Code(3), right.as_bytes()), crash);
    }

    /// The documentation has these lines.
    #[test]
    fn sleep_is_told_from_a_busy_machine() {
        let page = include_str!("../../../docs/judging.md").replace('\n', " ");
        for (wall, cpu, starved, what) in [
            (1000, 1, 2, "asleep or waiting for 1.00 s"),
            (10_000, 600, 9400, "ready without a processor for 9.40 s"),
        ] {
            let [wall, cpu, starved] = [wall, cpu, starved].map(Duration::from_millis);
            let line = times(&RunReport {
                end: End::TimeLimit,
                stderr_tail: Vec::new(),
                wall,
                cpu,
                starved,
                peak_memory: 0,
            });
            assert!(line.ends_with(what), "{line}");
            assert!(page.contains(&format!("`{line}`")), "{line}");
        }
    }

    /// Returns one byte at a time, and panics when asked for more than an answer can have.
    struct Endless(u32);

    impl Read for Endless {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            assert!(self.0 < 3000, "no answer is as long as that");
            to[0] = b"1 "[self.0 as usize % 2];
            Ok(1)
        }
    }

    #[test]
    fn no_more_is_read_than_an_answer_can_have() {
        let Verdict::Malformed { why, got } = verdict(Endless(0)) else {
            panic!("no answer should be malformed");
        };
        assert_eq!(why, "longer than an answer can be");
        assert!(got.len() <= EXCERPT + 4);
        // White space is no answer, however much.
        let spaces = io::repeat(b' ').take(1 << 20).chain(&b"Yes\nNo"[..]);
        assert_eq!(verdict(spaces), Verdict::Accepted);
    }

    #[test]
    fn long_answers_are_cut_between_characters() {
        for (first, whole) in [("", 500), ("a", 499)] {
            let long = first.to_owned() + &"ż".repeat(502);
            let Verdict::Malformed { got, .. } = verdict(long.as_bytes()) else {
                panic!("no answer should be malformed");
            };
            assert_eq!(got, format!("{first}{} ...", "ż".repeat(whole)));
        }
    }
}
