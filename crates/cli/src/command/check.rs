//! `grundy check`: a validator of inputs.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use grundy_game::sum::one_line;
use grundy_game::{Claimant, Game, Place};
use grundy_judge::JudgeError;
use grundy_judge::saved::{self, SavedTest};
use grundy_judge::task::Task;
use grundy_judge::valid::refusal;
use grundy_report::{Block, Case, Failure, Suite};
use grundy_sweep::{Run, against};

use crate::command::games::{Added, ClaimOption, GameOption, program_of};
use crate::command::input;
use crate::command::interrupt;
use crate::command::output::{self, Done, Junit};
use crate::command::programs::TaskOptions;
use crate::command::text::{counted, grouped, positions as positions_of};

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
    #[arg(conflicts_with_all = ["words", "case", "cases", "case_prefix"])]
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
    let in_folders = inputs.iter().any(|file| file.is_dir());
    ensure!(
        in_folders || !arguments.task.is_about_answers(),
        "--words, --case and --case-prefix are about answers: expected --output, or a folder of tests"
    );
    let mut cases = Vec::new();
    let mut checked = |file: &Path, test: Option<&SavedTest>| {
        let begin = Instant::now();
        let why = match test {
            Some(test) => test.refusal(&task)?,
            None => {
                let mut source = input::open_whole(Some(file))?;
                let why = refusal(game, task.limits(), &source.name, &mut source.reader);
                why.map_err(|error| match error {
                    JudgeError::Game(error) => source.error(error),
                    error => error.into(),
                })?
            }
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
        if game.about().claimant == Claimant::Claim && !task.limits().is_empty() {
            let name = &game.about().name;
            output::note(&format!(
                "the extent of a position of {name} is not known, so limits are not checked"
            ));
        }
        for test in saved::tests_of(file)? {
            checked(&test.0, Some(&test))?;
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
    let verdict = task.verdict(&read(input)?, &right, &printed);
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
