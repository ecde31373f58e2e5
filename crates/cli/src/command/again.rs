//! `grundy again`: a string from which a command that checks is repeated.
//!
//! The string is `COMMAND/VERSION/GAME/PROGRAM/PLAN/OPTION...`. Game, program and plan are eight digits of a hash each: of the
//! rules with the claim and the variables, of the judged programs, and of the options, which follow in the order of the help.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

use anyhow::{Context, Result, bail, ensure};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Subcommand};
use grundy_program::fingerprint;
use grundy_sandbox::Program;
use grundy_sweep::VERSION;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

use crate::command::output::harmless;
use crate::command::programs::{Variable, program};

/// The commands that can be repeated.
const COMMANDS: [&str; 4] = ["judge", "mutants", "race", "sweep"];
/// The options that do not belong to the plan: those of the game, and those of places, formats and the machine.
const FREE: [&str; 17] = [
    "game",
    "claim",
    "formula",
    "env",
    "command",
    "commands",
    "save",
    "resume",
    "csv",
    "junit",
    "format",
    "isolation",
    "table",
    "memory",
    "mpi",
    "jobs",
    "files",
];
/// The bytes of values that are `%` and two digits in a string.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b':');
/// The length of the longest string.
const LONGEST: usize = 200;
/// The number of digits of a hash.
const DIGITS: usize = 8;

#[derive(Args)]
#[command(override_usage = "grundy again STRING [OPTIONS] [-- CMD...]")]
#[command(disable_help_subcommand = true)]
pub struct Again {
    #[command(subcommand)]
    words: Words,
}

#[derive(Subcommand)]
enum Words {
    #[command(external_subcommand)]
    All(Vec<OsString>),
}

impl Again {
    /// The string, and the words after it.
    fn split(&self) -> Result<(&str, &[OsString])> {
        let Words::All(words) = &self.words;
        let (string, rest) = words.split_first().context("expected a string")?;
        let string = string.to_str().context("the string is not UTF-8")?;
        Ok((string, rest))
    }

    /// The words of the repeated command.
    ///
    /// # Errors
    /// When the string is not one that a report ends with, was cut off, or is of another version.
    pub fn words(&self) -> Result<Vec<OsString>> {
        let (string, rest) = self.split()?;
        let form = || {
            let string = harmless(string);
            format!(
                "`{string}`: expected the string that a report of `judge`, `sweep`, `race` or `mutants` ends with"
            )
        };
        let [command, version, _, _, plan, options] = parts(string).with_context(form)?;
        ensure!(COMMANDS.contains(&command), form());
        ensure!(
            Some(plan) == self::plan(options).as_deref(),
            "{}: the options are not those that the string was made of; was it cut off?",
            harmless(string)
        );
        ensure!(
            version == VERSION,
            "the version differs: the string is of grundy {}, and this is grundy {VERSION}",
            harmless(version)
        );
        let options = options.split('/').filter(|option| !option.is_empty());
        let options = options.map(|option| {
            let name = option.split('=').next().unwrap_or(option);
            let dashes = if name.len() == 1 { "-" } else { "--" };
            Ok(format!("{dashes}{}", decoded(option).with_context(form)?).into())
        });
        let options = options.collect::<Result<Vec<OsString>>>()?;
        let command = ["grundy", command].map(OsString::from);
        Ok([&command[..], &options, rest].concat())
    }

    /// Checks that a command line is the one that the string was made of.
    ///
    /// # Errors
    /// When it differs, with what differs.
    pub fn is_same(&self, other: Option<&str>) -> Result<()> {
        let (string, _) = self.split()?;
        let other = other.context("the game or the program cannot be read")?;
        let both = parts(string).zip(parts(other));
        let (before, now) = both.context("a string has six parts")?;
        for (at, what) in [
            (2, "-g, --claim, --formula or --env differ"),
            (3, "the program differs"),
            (4, "the options differ"),
        ] {
            let (before, now) = (harmless(before[at]), now[at]);
            if before != now {
                bail!("{what}: the string has {before}, and this is {now}");
            }
        }
        Ok(())
    }
}

/// The parts of a string: the command, the version, the hashes, and the options.
fn parts(string: &str) -> Option<[&str; 6]> {
    let parts: Vec<_> = string.splitn(6, '/').chain([""]).take(6).collect();
    parts.try_into().ok()
}

/// The string of a command line; `None` if its command cannot be repeated, a file cannot be read, or the string is too long.
pub fn of(command: &clap::Command, matches: &ArgMatches) -> Option<String> {
    let (name, mut matches) = matches.subcommand()?;
    let mut command = command.find_subcommand(name)?;
    match (name, matches.subcommand()) {
        _ if !COMMANDS.contains(&name) => return None,
        // All parts of one judge, merged, are the judge.
        ("judge", Some((merge, of_merge))) => {
            command = command.find_subcommand(merge)?;
            matches = of_merge;
        }
        (_, Some(_)) => return None,
        (_, None) => {}
    }
    let is_given = |id| matches.value_source(id) == Some(ValueSource::CommandLine);
    let mut options = Vec::new();
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        let is_seed = id == "seed" && (name != "sweep" || is_given("random"));
        if FREE.contains(&id) || !(is_seed || is_given(id)) {
            continue;
        }
        let short = || argument.get_short().map(String::from);
        let mut option = argument.get_long().map(str::to_owned).or_else(short)?;
        if argument.get_action().takes_values() {
            let values: Vec<_> = matches.get_raw(id)?.map(encoded).collect();
            option += &format!("={}", values.join(","));
        }
        options.push(option);
    }
    let options = options.join("/");
    let (game, program, plan) = (game(matches)?, programs(matches)?, plan(&options)?);
    let string = format!("{name}/{VERSION}/{game}/{program}/{plan}/{options}");
    let string = string.trim_end_matches('/').to_owned();
    (string.len() <= LONGEST).then_some(string)
}

/// A hash of the rules, of the claim or the formula, and of the variables that programs get.
fn game(matches: &ArgMatches) -> Option<String> {
    let value = |id| matches.get_one::<String>(id);
    let mut args = Vec::new();
    if let Some(claim) = value("claim") {
        args.push("--claim".to_owned());
        args.extend(shlex::split(claim)?);
    }
    if let Some(formula) = value("formula") {
        args.extend(["--formula".to_owned(), formula.clone()]);
    }
    let program = Program {
        command: value("game").map_or("gra", |game| game).into(),
        args: args.into_iter().map(OsString::from).collect(),
    };
    let variables = matches.get_many::<Variable>("env");
    let variables: Vec<Variable> = variables.into_iter().flatten().cloned().collect();
    short(&fingerprint::of_contents(&program, &variables).ok()?)
}

/// A hash of the judged programs, between which the words `--` stand; a stroke where there is none.
fn programs(matches: &ArgMatches) -> Option<String> {
    let words = |id| matches.try_get_many::<OsString>(id).ok().flatten();
    let words = words("command").or_else(|| words("commands"));
    let words: Vec<OsString> = words.into_iter().flatten().cloned().collect();
    let programs = words.split(|word| word == "--").filter_map(program);
    let hashes = programs.map(|program| fingerprint::of_contents(&program, &[]).ok());
    match &hashes.collect::<Option<Vec<_>>>()?[..] {
        [] => Some("-".to_owned()),
        [one] => short(one),
        several => short(&fingerprint::of_lines(several)),
    }
}

/// A hash of options.
fn plan(options: &str) -> Option<String> {
    short(&fingerprint::of_lines(&[options.to_owned()]))
}

/// The last digits of a hash.
fn short(hash: &str) -> Option<String> {
    let from = hash.len().checked_sub(DIGITS)?;
    hash.get(from..).map(str::to_owned)
}

/// A value that no shell and no address changes.
fn encoded(value: &OsStr) -> String {
    percent_encode(value.as_encoded_bytes(), ENCODED).to_string()
}

/// The text of which [`encoded`] makes this one.
fn decoded(text: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(text).decode_utf8().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_back() {
        for value in ["", "12", "TAK,NIE", "Case #%d: ", "100%", "a/b=c", "żółw"] {
            let text = encoded(value.as_ref());
            assert_eq!(decoded(&text).as_deref(), Some(value));
            assert!(!text.contains(['/', '=', ' ', ',']), "{text}");
        }
        assert_eq!(decoded("%ff"), None);
    }
}
