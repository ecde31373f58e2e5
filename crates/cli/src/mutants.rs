//! `grundy mutants`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use grundy_formula::Formula;
use grundy_game::Request;
use grundy_judge::mutants::{Mutants, Sufficiency, Tried, formula_of};
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_package::{Plan, TestSet, test_set};
use grundy_report::Block;
use serde_json::json;

use crate::games::{Added, ClaimOption, GameOption, not_refused};
use crate::interrupt;
use crate::output::{self, Done, Format, harmless};
use crate::programs::TaskOptions;
use crate::text::{counted, grouped};

/// After so many steps a slow program is stopped: about a second of a compiled program.
pub const STEPS: u64 = 100_000_000;
/// The longest formula or position that is shown, in characters.
const SHOWN: usize = 60;
/// So many tests are named that kill a mutant.
const NAMED: usize = 3;

#[derive(Args)]
pub struct MutantsOptions {
    #[command(flatten)]
    game: GameOption,
    #[command(flatten)]
    claim: ClaimOption,
    /// The tests: a problem package, a test set, or the folder of `judge --save`; by default those that `gen` writes before it adds
    /// some for the mutants
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,
    #[command(flatten)]
    task: TaskOptions,
    /// A slow program is stopped after this number of steps
    #[arg(long, value_name = "N", default_value_t = STEPS)]
    steps: u64,
    /// Same seed, same tests
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub fn run(arguments: &MutantsOptions, added: &Added) -> Result<Done> {
    interrupt::listen_quietly()?;
    let (options, seed) = (&arguments.task, arguments.seed);
    let asked = options.limits.reference(seed);
    let (game, relying) = arguments.game.open_with(added, &arguments.claim, &asked)?;
    not_refused(relying.as_ref().map(|(_, reference)| reference))?;
    let game = options.cases.of(game)?;
    let task = options.of(&*game)?;
    let formula = formula_of(&*game)?;
    let found = if let Some(dir) = &arguments.tests {
        let tests = saved::load_package(&task, dir, output::note)?;
        if tests.is_empty() {
            bail!(
                "{}: no tests; they are expected in in/, data/sample/, data/secret/ or tests/",
                output::name(dir)
            );
        }
        let mut mutants = Mutants::new(&task, formula, arguments.steps, interrupt::stop());
        for test in &tests {
            mutants.saved(test)?;
        }
        mutants.finish(seed)?
    } else {
        let is_original = game.about().tests > 0 && !task.has_own_limits;
        let set = if is_original {
            TestSet::Original
        } else {
            TestSet::Shapes
        };
        let plan = Plan {
            limits: task.limits().to_vec(),
            ..Plan::original(&*game, set, seed)
        };
        examined(&task, formula, &plan, arguments.steps)?
    };
    let mut facts = json!(found);
    facts["game"] = json!(game.about().name);
    output::show(arguments.format, &facts, || {
        grundy_report::text::coloured(&page(&task, &found))
    })?;
    Ok(Done::of_check(found.survivors().next().is_none()))
}

/// Runs the mutants of a formula on the tests that a plan makes.
pub fn examined(task: &Task<'_>, formula: Formula, plan: &Plan, steps: u64) -> Result<Sufficiency> {
    let mut mutants = Mutants::new(task, formula, steps, interrupt::stop());
    for test in test_set(task.game, plan)? {
        let test = test?;
        mutants.test(test.name, &test.case)?;
    }
    Ok(mutants.finish(plan.seed)?)
}

fn page(task: &Task<'_>, found: &Sufficiency) -> Vec<Block> {
    let (all, tests) = (found.mutants.len(), found.tests.len() as u64);
    let names = |tests: &[usize], most: usize| {
        let names = tests
            .iter()
            .take(most)
            .map(|test| harmless(&found.tests[*test]));
        let more = if tests.len() > most { ", ..." } else { "" };
        names.collect::<Vec<_>>().join(", ") + more
    };
    let row = |tried: &Tried| {
        let killed = match &tried.killed_by[..] {
            [] => "survives".to_owned(),
            tests => format!("{}: {}", tests.len(), names(tests, NAMED)),
        };
        vec![shown(&tried.what), killed]
    };
    let title = format!("{}: {}", task.game.about().title, shown(&found.formula));
    let mut page = vec![Block::plain(title), Block::empty()];
    page.push(Block::table(
        "wrong or slow program|tests that it fails",
        found.mutants.iter().map(row),
    ));
    page.push(Block::empty());
    let survivors = found.survivors().count();
    let verdict = format!("{} of {all} wrong and slow programs fail", all - survivors);
    page.push(Block::verdict(
        survivors == 0,
        verdict,
        format!(" {}", counted(tests, "test")),
    ));
    if found.unsaid > 0 {
        let unsaid = counted(found.unsaid as u64, "test");
        page.push(Block::plain(format!(
            "the formula says nothing of {unsaid}, which no program fails"
        )));
    }
    if found.equivalent > 0 {
        page.push(Block::plain(format!(
            "{} more left out: they answer all tests, and {}, as the formula does",
            grouped(found.equivalent as u64),
            counted(found.compared as u64, "other input")
        )));
    }
    let enough = format!(
        "{}: {}",
        counted(found.enough.len() as u64, "test"),
        names(&found.enough, usize::MAX)
    );
    page.push(Block::field("enough", enough));
    for survivor in found.survivors() {
        let command = survivor.request.map(|Request { shape, m, n, seed }| {
            let game = &task.game.about().name;
            format!("grundy gen -g {game} --shape {shape} -m {m} -n {n} --seed {seed}")
        });
        let smallest = survivor.smallest.as_ref();
        page.push(Block::empty());
        page.extend(Block::fields([
            ("survives", Some(shown(&survivor.what))),
            (
                "fails on",
                smallest.map(|text| shown(&text.trim_end().replace('\n', " / "))),
            ),
            ("and on", command),
        ]));
    }
    page
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    let text = harmless(text);
    if text.chars().count() <= SHOWN {
        return text;
    }
    text.chars().take(SHOWN - 3).collect::<String>() + "..."
}
