//! `grundy check`: a validator of inputs.

use std::fs;
use std::io::{self, Cursor, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use grundy_game::mark::MARK;
use grundy_game::sum::one_line;
use grundy_game::{Cases, Claimant, Error, Game, Layout, Limit, Place, Position};
use grundy_judge::JudgeError;
use grundy_judge::saved::{self, SavedTest};
use grundy_judge::task::Task;
use grundy_package::one_of_each;
use grundy_report::{Block, Case, Failure, Suite};
use grundy_sweep::{Run, against};

use crate::games::{Added, ClaimOption, GameOption, program_of};
use crate::input::{self, Positions, Source};
use crate::interrupt;
use crate::output::{self, Done, Junit};
use crate::programs::TaskOptions;
use crate::text::{counted, grouped, positions as positions_of};

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    task: TaskOptions,
    /// Exit with 42 if all inputs are valid and with 43 otherwise, as the input validators of ICPC and Kattis do
    #[arg(long)]
    kattis: bool,
    /// Check what a program printed, which is read from standard input, as the output validators of ICPC and Kattis do: the inputs are
    /// the test, the right answer, and the folder that gets judgemessage.txt; exit with 42 or 43
    #[arg(long, conflicts_with_all = ["against", "kattis", "junit", "m", "n"])]
    output: bool,
    /// Compare the options of every position of the game up to a size with those in this game, which is to be the same:
    /// a rules program, or another name
    #[arg(long, value_name = "GAME", conflicts_with_all = ["inputs", "kattis", "m", "n"])]
    against: Option<String>,
    /// The largest size for --against; that of a sweep by default
    #[arg(long, value_name = "N", requires = "against")]
    up_to: Option<u32>,
    #[command(flatten)]
    junit: Junit,
    /// The inputs, `-` or nothing for standard input; of a folder with tests or of a problem package, all tests with their answers
    inputs: Vec<PathBuf>,
}

pub fn run(arguments: &Check, added: &Added) -> Result<Done> {
    let other = arguments.against.as_deref().and_then(program_of);
    let programs = arguments.game.program().into_iter().chain(other);
    let read = arguments.inputs.iter().map(PathBuf::as_path);
    output::can_be_written(&arguments.junit.junit, read.chain(programs))?;
    if let Some(other) = &arguments.against {
        let game = &*arguments.game.open(added, arguments.up_to)?;
        let other =
            &*arguments
                .game
                .rules
                .open(other, added, &ClaimOption::default(), arguments.up_to)?;
        return compared(game, other, arguments);
    }
    let game = &*arguments.task.cases.of(arguments.game.open_alone(added)?)?;
    let task = arguments.task.of(game)?;
    if arguments.output {
        return output(&task, &arguments.inputs);
    }
    ensure!(
        game.about().claimant == Claimant::ClosedForm || !task.has_own_limits,
        "-m and -n: the extent of a position of {} is not known, so nothing is checked against these limits",
        game.about().name
    );
    let stdin = [PathBuf::from("-")];
    let inputs = match &arguments.inputs[..] {
        [] => &stdin,
        inputs => inputs,
    };
    let (mut cases, mut in_folders) = (Vec::new(), false);
    let mut checked = |file: &Path, test: Option<&SavedTest>| {
        let begin = Instant::now();
        let why = match test {
            Some(test) => no_test(&task, test)?,
            None => refused(game, task.limits(), &mut input::open_whole(Some(file))?)?,
        };
        if let Some(why) = &why {
            output::print(&format!("{why}\n"))?;
        }
        let failure = why.map(|why| Failure::new("not valid", why, []));
        cases.push(Case::new(
            file.to_string_lossy(),
            begin.elapsed().as_secs_f64(),
            failure,
        ));
        Ok::<_, anyhow::Error>(())
    };
    for file in inputs {
        if !file.is_dir() {
            checked(file, None)?;
            continue;
        }
        in_folders = true;
        if game.about().claimant == Claimant::Claim && !task.limits().is_empty() {
            let name = &game.about().name;
            output::note(&format!(
                "the extent of a position of {name} is not known, so limits are not checked"
            ));
        }
        for test in saved::tests_of(file)? {
            checked(test.input(), Some(&test))?;
        }
    }
    let valid = cases.iter().filter(|case| case.failure.is_none()).count();
    let are_valid = valid == cases.len();
    if in_folders {
        let all = counted(cases.len() as u64, "test");
        output::print(&format!("{} of {all} are valid\n", grouped(valid as u64)))?;
    }
    let name = format!("{}: inputs", game.about().title);
    arguments.junit.write(&[Suite { name, cases }], None)?;
    Ok(match (arguments.kattis, are_valid) {
        (true, true) => Done::Valid,
        (true, false) => Done::NotValid,
        (false, are_valid) => Done::of_check(are_valid),
    })
}

/// Checks the output of a program on standard input.
fn output(task: &Task<'_>, files: &[PathBuf]) -> Result<Done> {
    let [input, right, folder] = files else {
        bail!("--output: expected the test, the right answer and a folder, as judges give them");
    };
    let read = |path: &PathBuf| {
        fs::read(path).with_context(|| format!("cannot read {}", output::name(path)))
    };
    let name = || output::name(right);
    let right = String::from_utf8(read(right)?).with_context(name)?;
    let mut printed = Vec::new();
    io::stdin().lock().read_to_end(&mut printed)?;
    // The answer files of packages list all right moves.
    let one = one_of_each(&right);
    // Tools check that the answer file itself is accepted.
    if printed == right.as_bytes() {
        printed = one.clone().into_bytes();
    }
    let verdict = task.verdict(&read(input)?, &one, &*printed);
    let verdict = verdict.with_context(name)?;
    let message = output::harmless(&verdict.to_string()) + "\n";
    let file = folder.join("judgemessage.txt");
    grundy_records::files::write(&file, message.as_bytes())?;
    output::print(&message)?;
    Ok(if verdict.is_accepted() {
        Done::Valid
    } else {
        Done::NotValid
    })
}

/// Compares the options in two games that are to be the same.
fn compared(game: &dyn Game, other: &dyn Game, arguments: &Check) -> Result<Done> {
    interrupt::listen_quietly()?;
    let begin = Instant::now();
    let up_to = arguments.up_to.map_or_else(|| game.sweep_to(), Ok)?;
    let run = Run {
        jobs: None,
        keep: None,
        place: &Place::Memory,
        stop: interrupt::stop(),
        progress: &|_| (),
    };
    let found = against(game, other, up_to, run)?;
    ensure!(
        found.positions > 0,
        "no position up to size {up_to}: nothing was compared"
    );
    let suite = format!("{}: options", game.about().title);
    let [one, other] = [game, other].map(|game| &game.about().name);
    let (positions, differ) = (positions_of(found.positions), grouped(found.mismatches));
    let mut report = vec![Block::plain(format!(
        "{positions} up to size {up_to}, {differ} with other options"
    ))];
    if let Some(first) = &found.smallest {
        report.push(Block::field("position", one_line(&first.input)));
        report.push(Block::field(&**one, &*first.expected));
        report.push(Block::field(&**other, &*first.got));
    }
    output::print(&grundy_report::text::coloured(&report))?;
    let what = format!("{differ} positions with other options");
    let failure = (found.mismatches > 0).then(|| Failure::new("options differ", what, report));
    let name = format!("against {other} to size {up_to}");
    let cases = vec![Case::new(name, begin.elapsed().as_secs_f64(), failure)];
    arguments
        .junit
        .write(&[Suite { name: suite, cases }], None)?;
    Ok(Done::of_check(found.mismatches == 0))
}

/// Returns why bytes are no valid input, without a file. It is for tests.
#[doc(hidden)]
pub fn refusal(game: &dyn Game, limits: &[Limit], input: &[u8]) -> Result<Option<String>> {
    let (name, reader) = ("input".to_owned(), Box::new(Cursor::new(input.to_vec())));
    refused(game, limits, &mut Source { name, reader })
}

/// Why a saved test is no test of the task any more.
fn no_test(task: &Task<'_>, test: &SavedTest) -> Result<Option<String>> {
    if test.position().is_none() {
        let input = &mut input::open_whole(Some(test.input()))?;
        let why = refused(task.game, task.limits(), input)?;
        if why.is_some() {
            return Ok(why);
        }
    }
    match test.read(task) {
        Err(JudgeError::Task(why)) => Ok(Some(why)),
        read => Ok(read.map(|_| None)?),
    }
}

/// Why an input is not valid.
fn refused(game: &dyn Game, limits: &[Limit], source: &mut Source) -> Result<Option<String>> {
    let (read, bytes) = source.kept(game);
    if bytes.starts_with(MARK) {
        let what = "found a byte order mark, expected none: the validators of judges refuse it";
        return Ok(Some(format!("{}:1:1: {what}", source.name)));
    }
    let positions = match read.and_then(|read| positions(game, read)) {
        Ok(positions) => positions,
        Err(error @ (Error::Input(_) | Error::Failed(_))) => {
            return Ok(Some(format!("{:#}", source.error(error))));
        }
        Err(error) => bail!(source.error(error)),
    };
    if game.about().layout == Layout::Line {
        let name = &game.about().name;
        if !game.about().cases.are_many() && positions.len() != 1 {
            let (file, found) = (&source.name, positions.len());
            return Ok(Some(format!("{file}: {found} positions, expected one")));
        }
        for position in &positions {
            ensure!(
                position.input()?.trim_end() == position.to_string().trim_end(),
                "inputs of {name} are not its positions, so they cannot be checked"
            );
        }
    }
    let cases = &game.about().cases;
    if cases.are_many() {
        let reductions = positions.iter().filter_map(|position| position.reduction());
        let parts: u64 = reductions.map(|reduction| reduction.extent().n).sum();
        let &Cases {
            most,
            parts: most_parts,
            ..
        } = cases;
        let wrong = match positions.len() as u64 {
            0 => Some("0 positions, expected at least 1".to_owned()),
            found if found > most => Some(format!("{found} positions, expected at most {most}")),
            _ if positions.iter().any(|one| cases.is_end(&one.to_string())) => {
                Some("a position is a line of zeros, which ends the input".to_owned())
            }
            _ if parts > most_parts => {
                Some(format!("{parts} parts, expected at most {most_parts}"))
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Ok(Some(format!("{}: {wrong}", source.name)));
        }
    }
    let right = spaced(&game.write(&positions));
    let problem = difference(&bytes, right.as_bytes(), source);
    if problem.is_some() {
        return Ok(problem);
    }
    for position in &positions {
        if let Some(doubt) = position.doubt()? {
            let (file, why) = (&source.name, doubt.why);
            ensure!(doubt.is_certain, "{file}: cannot be checked: {why}");
            return Ok(Some(format!("{file}: {why}")));
        }
    }
    Ok(beyond(&positions, limits, source))
}

/// Returns the positions that were read. A rules program refuses a text that is no position when it is asked for a move.
fn positions(game: &dyn Game, positions: Positions) -> Result<Positions, Error> {
    if game.about().claimant == Claimant::Claim {
        for position in &positions {
            position.random_moves(1, 0)?;
        }
    }
    Ok(positions)
}

/// The text with single blanks between words, and with every line ended.
fn spaced(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect());
    lines
        .map(|words: Vec<&str>| words.join(" ") + "\n")
        .collect()
}

/// The first place where an input differs from the form in which `gen` writes it.
fn difference(bytes: &[u8], right: &[u8], source: &Source) -> Option<String> {
    let common = bytes.iter().zip(right).take_while(|(a, b)| a == b).count();
    if common == bytes.len() && common == right.len() {
        return None;
    }
    let before = &bytes[..common];
    let mut lines = before.split(|&byte| byte == b'\n');
    let column = 1 + lines.next_back().map_or(0, <[u8]>::len);
    let line = 1 + lines.count();
    let shown = |text: &[u8]| match text.get(common) {
        None => "the end of the input".to_owned(),
        Some(b'\n') => "the end of the line".to_owned(),
        Some(&byte) => format!("`{}`", byte.escape_ascii()),
    };
    let (found, expected) = (shown(bytes), shown(right));
    let name = &source.name;
    Some(format!(
        "{name}:{line}:{column}: found {found}, expected {expected}"
    ))
}

/// What is beyond the limits of the task, where the extents of positions are known.
fn beyond(positions: &[Arc<dyn Position>], limits: &[Limit], source: &Source) -> Option<String> {
    let most = Limit::largest(limits)?;
    for position in positions {
        let size = position.reduction()?.extent();
        for (name, found, most) in [("m", size.m, most.m), ("n", size.n, most.n)] {
            if found > most {
                let file = &source.name;
                return Some(format!(
                    "{file}: {name} is {found}, expected at most {most}"
                ));
            }
        }
    }
    None
}
