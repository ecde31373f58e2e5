//! The files of a package, by the table of its format.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io;

use grundy_game::{Error, Expected, Failed, Submission};
use serde_json::Value;

use super::programs::System;
use super::statement::{in_html, in_latex};
use super::{MEMORY, Package, Put, Summary};
use crate::Test;

/// A path and a text, in which `@name@` stands for a [value](Package::value). It is left out where a value does not exist. A
/// path that begins with `+` is no file: the text is added to the value of that name.
pub(super) type File = (&'static str, &'static str);

/// Files of a format, in the order in which they are filled: those of each solution, sample and test come first.
pub(super) struct Table {
    pub once: &'static [File],
    pub solution: &'static [File],
    pub sample: &'static [File],
    pub test: &'static [File],
}

/// A format.
pub(super) struct Layout {
    pub system: System,
    /// The folder of the rules program, seen from where the commands make tests again.
    pub rules: &'static str,
    /// The names of a right, a wrong and a slow solution, and one that crashes.
    pub solutions: [&'static str; 4],
    pub tables: &'static [&'static Table],
}

/// What a file belongs to.
#[derive(Clone, Copy)]
enum Of<'a> {
    Package(&'a Summary),
    Solution(&'a Submission),
    /// By its number, from 1 on.
    Sample(usize),
    Test(usize, &'a Test),
}

/// A format being written.
struct Writer<'a> {
    package: &'a Package<'a>,
    layout: &'static Layout,
    /// The values to which texts are added.
    added: HashMap<&'static str, String>,
    put: Put<'a>,
}

impl Writer<'_> {
    fn write(&mut self, of: Of<'_>) -> io::Result<()> {
        for table in self.layout.tables {
            let files = match of {
                Of::Package(_) => table.once,
                Of::Solution(_) => table.solution,
                Of::Sample(_) => table.sample,
                Of::Test(..) => table.test,
            };
            for (path, text) in files {
                let (filled, text) = (self.filled(path, of), self.filled(text, of));
                match (path.strip_prefix('+'), filled.zip(text)) {
                    (_, None) => {}
                    (Some(name), Some((_, text))) => {
                        self.added.entry(name).or_default().push_str(&text);
                    }
                    (None, Some((path, text))) => (self.put)(&path, &text)?,
                }
            }
        }
        Ok(())
    }

    /// Replaces names by their values; `None` if one has no value.
    fn filled(&self, template: &str, of: Of<'_>) -> Option<String> {
        let mut text = String::new();
        for (number, piece) in template.split('@').enumerate() {
            text += &match (number % 2, self.added.get(piece)) {
                (0, _) => piece.into(),
                (_, Some(added)) => added.into(),
                (_, None) => self.package.value(piece, of, self.layout)?,
            };
        }
        Some(text)
    }
}

impl Package<'_> {
    /// Writes all files of a format.
    pub(super) fn write(&self, layout: &'static Layout, put: Put<'_>) -> Result<Summary, Error> {
        let mut solutions = HashSet::new();
        for one in &self.submissions {
            let file = format!("{}.{}", self.file(one, layout), one.language);
            if !solutions.insert(file.clone()) {
                return Err(Failed(format!("two solutions of the package are {file}")).into());
            }
        }
        let tables = layout.tables.iter();
        let files = tables.flat_map(|table| [table.once, table.solution, table.sample, table.test]);
        let added = files
            .flatten()
            .filter_map(|(path, _)| path.strip_prefix('+'));
        let mut to = Writer {
            package: self,
            layout,
            added: added.map(|name| (name, String::new())).collect(),
            put,
        };
        let solutions = self.submissions.iter().map(Of::Solution);
        let mut first = solutions.chain((1..=self.samples.len()).map(Of::Sample));
        first
            .try_for_each(|of| to.write(of))
            .map_err(Error::Writing)?;
        let tests = self.each_test(&mut |number, test| {
            to.write(Of::Test(number, test)).map_err(Error::Writing)
        })?;
        to.write(Of::Package(&tests)).map_err(Error::Writing)?;
        Ok(tests)
    }

    /// Returns a value of the package, or of a solution, a sample or a test. Some have no text and tell only whether a file is
    /// written.
    fn value<'a>(&'a self, name: &str, of: Of<'a>, layout: &Layout) -> Option<Cow<'a, str>> {
        let (title, statement) = (self.title(), &self.statement);
        let starts = self.plan.interactive.as_ref();
        let only = |is_so: bool| is_so.then_some(Cow::from(""));
        let json = |text: &str| Value::from(text).to_string().into();
        Some(match (of, name) {
            (Of::Solution(one), "text") => (&*one.text).into(),
            (Of::Solution(one), "language") => (&*one.language).into(),
            (Of::Solution(one), "compiler") => match &*one.language {
                "py" => "python.3",
                "java" => "java11",
                "c" => "c.gcc",
                _ => "cpp.g++17",
            }
            .into(),
            (Of::Solution(one), "file") => self.file(one, layout).into(),
            (Of::Solution(one), "tag") if self.is_another(one) => "accepted".into(),
            (Of::Solution(one), "tag") => TAGS[one.verdict as usize].into(),
            (Of::Solution(one), "right") => {
                only(one.verdict == Expected::Accepted && !self.is_another(one))?
            }
            (Of::Sample(number), "number") => number.to_string().into(),
            (Of::Sample(at), "place") | (Of::Test(at, _), "two digits") => {
                format!("{at:02}").into()
            }
            (Of::Sample(at), "letter") => ('a'..='z').nth(at - 1)?.to_string().into(),
            (Of::Sample(number), "first") => only(number == 1)?,
            // What an interactor for Polygon writes when a program has passed.
            (Of::Sample(_) | Of::Test(..), "answer")
                if starts.is_some() && layout.system == System::Polygon =>
            {
                "passed\n".into()
            }
            (Of::Sample(at), "answer") => (&*self.samples[at - 1].answer).into(),
            (Of::Sample(at), "shown input") if starts.is_some() => self.said(at, '<')?.into(),
            (Of::Sample(at), "shown answer") if starts.is_some() => self.said(at, '>')?.into(),
            (Of::Sample(at), "input" | "shown input") => (&*self.samples[at - 1].input).into(),
            (Of::Sample(at), "shown answer") => self.shown_samples().swap_remove(at - 1).1.into(),
            (Of::Sample(at), "played") => only(at <= self.transcripts.len())?,
            (Of::Sample(at), "dialogue") => self.transcripts.get(at - 1)?.into(),
            (Of::Test(at, _), "place") => format!("{:02}", self.samples.len() + at).into(),
            (Of::Test(_, test), "name") => (&*test.name).into(),
            (Of::Test(at, test), "short name") => self.short_name(at, &test.name),
            (Of::Test(_, test), "input") => (&*test.case.input).into(),
            (Of::Test(_, test), "answer") => (&*test.case.answer).into(),
            (Of::Test(_, test), "arguments") => (&*test.command).into(),
            (Of::Test(_, test), "html arguments") => in_html(&test.command).into(),
            (Of::Test(_, test), "command") => self.command(layout.rules, test).into(),
            (Of::Package(tests), "count") => (self.samples.len() + tests.count).to_string().into(),
            (Of::Package(tests), "validator") => self.input_validator(layout.system, tests).into(),
            (_, "title") => title.into(),
            (_, "json title") => json(title),
            (_, "ini title") => json(&title.replace('"', "'")),
            (_, "latex title") => in_latex(title).into(),
            (_, "html title") => in_html(title).into(),
            (_, "id") => (&*self.id).into(),
            (_, "short id") => self.short_id().into(),
            (_, "uuid") => (&*self.uuid).into(),
            (_, "json original") if self.original().is_empty() => return None,
            (_, "json original") => json(self.original()),
            (_, "json owner") => json(self.owner()),
            (_, "interactive") => only(starts.is_some())?,
            (_, "not interactive") => only(starts.is_none())?,
            (_, "checked") => only(self.needs_checker())?,
            (_, "compared") => only(starts.is_none() && !self.needs_checker())?,
            (_, "exact") => only(self.compares_exactly())?,
            (_, "seconds") => self.time.as_secs_f64().to_string().into(),
            (_, "milliseconds") => self.time.as_millis().to_string().into(),
            (_, "MiB") => MEMORY.to_string().into(),
            (_, "KiB") => (MEMORY << 10).to_string().into(),
            (_, "bytes") => (MEMORY << 20).to_string().into(),
            (_, "legend") => (&*statement.legend).into(),
            (_, "form of input") => (&*statement.input).into(),
            (_, "form of output") => (&*statement.output).into(),
            (_, "latex") => statement.latex().into(),
            (_, "html") => statement.html(title, &self.shown_samples()).into(),
            (_, "text") => statement.text(title, &self.shown_samples()).into(),
            (_, "checker") => self.checker(layout.system)?.into(),
            (_, "answer validator") => self.answer_validator()?.into(),
            (_, "language") => self.interactor(starts?, layout.system)?.0.into(),
            (_, "interactor") => self.interactor(starts?, layout.system)?.1.into(),
            (_, "testing tool") => self.testing_tool(starts?)?.into(),
            (_, "generator") => self.generator().into(),
            (_, "rules") => (&*self.rules.as_ref()?.name).into(),
            (_, "html rules") => in_html(&self.rules.as_ref()?.name).into(),
            (_, "rules text") => (&*self.rules.as_ref()?.text).into(),
            // A text as a block of YAML that keeps all its blanks and line feeds.
            (of, name) => {
                let text = self.value(name.strip_suffix(" lines")?, of, layout)?;
                let lines = text.split_inclusive('\n').map(|line| match line {
                    "\n" => line.to_owned(),
                    _ => format!("          {line}"),
                });
                lines.collect::<String>().into()
            }
        })
    }

    /// Returns the path of a solution without its extension: with its own name, except in the format of sinol-make, or with a number
    /// if it is not the first of its verdict.
    fn file(&self, one: &Submission, layout: &Layout) -> String {
        let first = layout.solutions[one.verdict as usize];
        match &one.name {
            Some(name) if layout.system != System::Sinol => {
                let folder = first.rfind('/').map_or("", |at| &first[..=at]);
                format!("{folder}{name}")
            }
            _ => match self.of(one.verdict).position(|other| other == one) {
                None | Some(0) => first.to_owned(),
                Some(before) => format!("{}{}", first.trim_end_matches('1'), before + 1),
            },
        }
    }

    /// Returns whether the solution is a right one behind the first.
    fn is_another(&self, one: &Submission) -> bool {
        one.verdict == Expected::Accepted && self.of(Expected::Accepted).next() != Some(one)
    }

    /// Returns the first letters and digits of the name of the game, from a letter on, or of its title.
    fn short_id(&self) -> String {
        const LENGTH: usize = 3;
        let title = self.title().chars().filter(char::is_ascii_alphabetic);
        let title = title.collect::<String>().to_lowercase();
        let is_name = self.id.starts_with(|c: char| c.is_ascii_alphabetic());
        let name = if is_name { &self.id } else { &title };
        format!("{name:x<LENGTH$}").chars().take(LENGTH).collect()
    }

    /// Returns the name of a test that begins with the short ID: the names of an original test set do already.
    fn short_name<'a>(&self, number: usize, name: &'a str) -> Cow<'a, str> {
        let id = self.short_id();
        let rest = name.strip_prefix(&id);
        match rest.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            Some(_) => name.into(),
            None => format!("{id}{number}").into(),
        }
    }
}

/// What Polygon calls a right, a wrong and a slow solution, and one that crashes.
const TAGS: [&str; 4] = ["main", "wrong-answer", "time-limit-exceeded", "rejected"];
