//! Whether tests suffice: wrong and slow programs are made from the formula of a game, and each test is found that one of them fails.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grundy_formula::mutants::{Asked, Mutant};
use grundy_formula::{Formula, Verdict};
use grundy_game::{Case, Game, Position, Request};
use grundy_games::heaps::Sequence;
use grundy_package::{Plan, fits, test_set};
use grundy_sandbox::SandboxError;
use grundy_sweep::shrink::{ShrinkBudget, shrink};
use rayon::prelude::*;
use serde::Serialize;

use crate::JudgeError;
use crate::cases::{default_up_to, each_drawn};
use crate::task::Task;

/// After so many steps a slow program is stopped: about a second of a compiled program.
pub const STEPS: u64 = 100_000_000;
/// To this heap the values of a code are computed; periods that they do not prove are not found.
const HEAPS: usize = 2000;
/// The number of random inputs, beside those at the limits, on which a mutant is compared with the formula.
const RANDOM: u64 = 100;
/// Positions with longer texts, in bytes, are left out: of all mutants together they would take minutes.
const LONGEST: usize = 2_000_000;
/// How long a position is made smaller.
const SHRINKING: ShrinkBudget = ShrinkBudget {
    tries: 500,
    time: Duration::from_mins(1),
};

/// A mutant, and what is known of it.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    #[serde(skip)]
    mutant: Mutant,
    /// What distinguishes it from the right program.
    pub what: String,
    /// What it computes.
    pub formula: String,
    /// The indices of the tests that it fails.
    pub killed_by: Vec<usize>,
    /// Of a mutant that fails no test, a position that it answers wrongly, as small as could be found.
    pub smallest: Option<String>,
    /// Of such a mutant what draws the shortest input that it answers wrongly, among those at the limits and random ones.
    pub request: Option<Request<'static>>,
    /// The length of that input in bytes.
    #[serde(skip)]
    length: usize,
}

/// Which mutants of a formula some tests kill.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Sufficiency {
    /// The formula.
    pub formula: String,
    /// The steps after which a slow program is stopped.
    pub steps: u64,
    /// The names of the tests.
    pub tests: Vec<String>,
    /// The number of tests of which the formula says nothing, or whose positions are too long, so that they kill no mutant.
    pub unsaid: usize,
    /// The mutants, without those that are as good as the formula.
    pub mutants: Vec<Tried>,
    /// The number of mutants that answer all tests, and all of `compared`, as the formula does.
    pub equivalent: usize,
    /// The number of small positions, of inputs at the limits and of random ones with which that was found out.
    pub compared: usize,
    /// The indices of few tests that kill as many mutants as all of them; none of these can be left out.
    pub enough: Vec<usize>,
}

impl Sufficiency {
    /// Returns the mutants that fail no test.
    pub fn survivors(&self) -> impl Iterator<Item = &Tried> {
        self.mutants
            .iter()
            .filter(|tried| tried.killed_by.is_empty())
    }
}

/// Returns the formula of a game: that of a rules program, which the oracle has to confirm, of a theorem, or of a code whose
/// values have a proved period.
///
/// # Errors
/// When there is none, with the reason, and when the game fails.
pub fn formula_of(game: &dyn Game) -> Result<Formula, JudgeError> {
    let about = game.about();
    let none = |why| JudgeError::Task(format!("{} has no formula: {why}", about.name));
    if let Some(formula) = game.problem()?.and_then(|problem| problem.formula) {
        return Ok(formula);
    }
    let text = if let Some(known) = &about.closed_form {
        known.formula.to_string()
    } else {
        let code = about.code.clone().filter(|_| !about.misere);
        let code = code.ok_or_else(|| {
            none("it names none that answers inputs of a position each; --formula takes one for these, and `grundy formula` looks for one")
        })?;
        let heaps = Sequence::to(code, HEAPS);
        let period = heaps
            .proved()
            .ok_or_else(|| none("no period of the values of its heaps is proved"))?;
        let end = (period.start + period.length) as u64;
        let values: Vec<u64> = (0..end).map(|heap| heaps.get(heap)).collect();
        let (before, values) = values.split_at(period.start);
        format!(
            "value = nimsum(parts: periodic(x, {before:?}, {values:?}, {}))",
            period.saltus
        )
    };
    text.parse().map_err(|_| none("its values cannot be read"))
}

/// The mutants of a formula while tests are run on them.
pub struct Mutants<'a> {
    task: &'a Task<'a>,
    stop: &'a AtomicBool,
    right: Mutant,
    found: Sufficiency,
    /// Whether all tests that kill a mutant are found, and a small position for one that survives, rather than the first test and
    /// some position.
    finds_all: bool,
}

impl<'a> Mutants<'a> {
    /// The mutants of a formula that gives the right answers to a task; slow ones are stopped after this number of steps.
    pub fn new(task: &'a Task<'a>, formula: Formula, steps: u64, stop: &'a AtomicBool) -> Self {
        let tried = |mutant: Mutant| Tried {
            what: mutant.what.clone(),
            formula: mutant.formula.to_string(),
            killed_by: Vec::new(),
            smallest: None,
            request: None,
            length: usize::MAX,
            mutant,
        };
        let found = Sufficiency {
            formula: formula.to_string(),
            steps,
            mutants: formula.mutants().into_iter().map(tried).collect(),
            ..Sufficiency::default()
        };
        let right = Mutant::right(formula);
        Self {
            task,
            stop,
            right,
            found,
            finds_all: true,
        }
    }

    /// Runs all mutants on the tests that a plan makes.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn examine(mut self, plan: &Plan) -> Result<Sufficiency, JudgeError> {
        for test in test_set(self.task.game, plan)? {
            let test = test?;
            self.test(test.name, &test.case)?;
        }
        self.finish(plan.seed)
    }

    /// Runs all mutants on a test. O(mutants times parts).
    ///
    /// # Errors
    /// When the game does not read its position, or `stop` becomes true.
    pub fn test(&mut self, name: String, case: &Case) -> Result<(), JudgeError> {
        let text = case.position();
        let texts = if self.task.has_many() || text.len() <= LONGEST {
            let positions = self.task.game.read(text.as_bytes())?;
            positions.iter().map(ToString::to_string).collect()
        } else {
            Vec::new()
        };
        let asked = self.asked(texts)?;
        self.found.unsaid += usize::from(asked.is_empty());
        let is_wanted = |tried: &Tried| self.finds_all || tried.killed_by.is_empty();
        for at in self.failing(&asked, is_wanted) {
            self.found.mutants[at]
                .killed_by
                .push(self.found.tests.len());
        }
        self.found.tests.push(name);
        Ok(())
    }

    /// Looks for what kills the mutants that no test has killed: small positions, inputs at the limits and random ones. Drops those
    /// that none of these kills, and finds tests that are enough.
    ///
    /// # Errors
    /// When the game fails, or `stop` becomes true.
    pub fn finish(mut self, seed: u64) -> Result<Sufficiency, JudgeError> {
        self.small()?;
        self.large(seed)?;
        let all = self.found.mutants.len();
        let is_one = |tried: &Tried| {
            !tried.killed_by.is_empty() || tried.smallest.is_some() || tried.request.is_some()
        };
        self.found.mutants.retain(is_one);
        self.found.equivalent = all - self.found.mutants.len();
        self.found.enough = enough(&self.found.mutants, self.found.tests.len());
        Ok(self.found)
    }

    fn small(&mut self) -> Result<(), JudgeError> {
        let game = self.task.game;
        let is_left = |tried: &Tried| tried.killed_by.is_empty() && tried.smallest.is_none();
        for size in game.about().smallest..=default_up_to(game)? {
            for text in game.listed(size)? {
                if !self.task.is_program()
                    && !fits(&[self.task.position(&text)?], self.task.limits())
                {
                    continue;
                }
                let asked = self.asked([text.clone()])?;
                self.found.compared += 1;
                for at in self.failing(&asked, is_left) {
                    self.found.mutants[at].smallest = Some(text.clone());
                }
            }
        }
        Ok(())
    }

    fn large(&mut self, seed: u64) -> Result<(), JudgeError> {
        let task = self.task;
        let mut drawn: Vec<Option<Arc<dyn Position>>> = vec![None; self.found.mutants.len()];
        each_drawn(task, (seed, RANDOM), &mut |request, position| {
            let text = position.to_string();
            let length = text.len();
            let asked = self.asked([text])?;
            self.found.compared += 1;
            let is_better = |tried: &Tried| tried.killed_by.is_empty() && length < tried.length;
            for at in self.failing(&asked, is_better) {
                drawn[at] = Some(Arc::clone(&position));
                let tried = &mut self.found.mutants[at];
                (tried.length, tried.request) = (length, Some(request));
            }
            Ok(true)
        })?;
        for (at, drawn) in drawn.into_iter().enumerate() {
            let is_new = |_: &Arc<dyn Position>| self.found.mutants[at].smallest.is_none();
            if let Some(drawn) = drawn.filter(is_new).filter(|_| self.finds_all) {
                let fails = |position: &Arc<dyn Position>| {
                    let asked = self.asked([position.to_string()])?;
                    Ok::<_, JudgeError>(self.is_killed(&self.found.mutants[at], &asked))
                };
                let simpler =
                    |position: &Arc<dyn Position>| position.simpler().into_iter().flatten();
                let (smallest, _) = shrink(drawn, simpler, fails, SHRINKING)?;
                self.found.mutants[at].smallest = Some(smallest.to_string());
            }
        }
        Ok(())
    }

    /// The positions of which the formula says something, and what it says.
    fn asked(
        &self,
        texts: impl IntoIterator<Item = String>,
    ) -> Result<Vec<(Asked, Verdict)>, JudgeError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(SandboxError::Stopped.into());
        }
        let says = |text: String| {
            // As games with another claim write the end of a line.
            let asked = Asked::from(text.replace(" / ", "\n"));
            let says = self.right.says(&asked, self.found.steps)?;
            Some((asked, says))
        };
        let texts = texts.into_iter().filter(|text| text.len() <= LONGEST);
        Ok(texts.filter_map(says).collect())
    }

    /// The indices of the mutants that are `wanted` and that these positions kill.
    fn failing(
        &self,
        asked: &[(Asked, Verdict)],
        wanted: impl Fn(&Tried) -> bool + Sync,
    ) -> Vec<usize> {
        let mutants = self.found.mutants.par_iter().enumerate();
        let killed = mutants.filter(|(_, tried)| wanted(tried) && self.is_killed(tried, asked));
        killed.map(|(at, _)| at).collect()
    }

    /// Answers that are moves or their number are taken for whether there is a winning move.
    fn is_killed(&self, tried: &Tried, asked: &[(Asked, Verdict)]) -> bool {
        let by_value = self.task.answers.adds_up();
        let is_same = |says: Verdict, right: &Verdict| {
            says.is_lost == right.is_lost && (!by_value || says.value == right.value)
        };
        asked.iter().any(|(position, right)| {
            let says = tried.mutant.says(position, self.found.steps);
            says.is_none_or(|says| !is_same(says, right))
        })
    }
}

/// Adds tests that kill the mutants of the game's formula which no test of a plan kills, if it has a formula, and returns what
/// distinguishes the mutants that no test is found for.
///
/// # Errors
/// When the game fails, or `stop` becomes true.
pub fn kill(
    task: &Task<'_>,
    plan: &mut Plan,
    stop: &AtomicBool,
) -> Result<Vec<String>, JudgeError> {
    let formula = match formula_of(task.game) {
        Err(JudgeError::Task(_)) => return Ok(Vec::new()),
        formula => formula?,
    };
    let mut mutants = Mutants::new(task, formula, STEPS, stop);
    mutants.finds_all = false;
    let mut alive = Vec::new();
    for survivor in mutants.examine(plan)?.survivors() {
        match survivor.request {
            Some(request) if plan.added.contains(&request) => {}
            Some(request) => plan.added.push(request),
            None => alive.push(survivor.what.clone()),
        }
    }
    Ok(alive)
}

/// Returns few of the tests that kill as many mutants as all: each time one that kills most of the others, and then without those
/// that can be left out.
fn enough(mutants: &[Tried], tests: usize) -> Vec<usize> {
    let kills = |test: usize, tried: &Tried| tried.killed_by.binary_search(&test).is_ok();
    let all = mutants.iter().filter(|tried| !tried.killed_by.is_empty());
    let (mut left, mut chosen) = (all.clone().collect::<Vec<_>>(), Vec::new());
    while !left.is_empty() {
        let count = |test: &usize| left.iter().filter(|tried| kills(*test, tried)).count();
        let next = (0..tests).max_by_key(|test| (count(test), Reverse(*test)));
        chosen.extend(next);
        left.retain(|tried| next.is_some_and(|next| !kills(next, tried)));
    }
    for at in (0..chosen.len()).rev() {
        let others = [&chosen[..at], &chosen[at + 1..]].concat();
        if all
            .clone()
            .all(|tried| others.iter().any(|test| kills(*test, tried)))
        {
            chosen = others;
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod unit {
    use super::*;

    /// The test that kills the most mutants is not needed beside two others.
    #[test]
    fn tests_that_can_be_left_out_are() {
        let tried = |killed_by: &[usize]| Tried {
            mutant: Mutant::right("lost iff 1".parse().unwrap()),
            what: String::new(),
            formula: String::new(),
            killed_by: killed_by.to_vec(),
            smallest: None,
            request: None,
            length: 0,
        };
        let of = |killed_by: &[&[usize]]| {
            let mutants: Vec<Tried> = killed_by.iter().map(|one| tried(one)).collect();
            enough(&mutants, 4)
        };
        let all: [&[usize]; 7] = [&[0, 1], &[0, 1], &[0, 3], &[0, 3], &[1], &[3], &[]];
        assert_eq!(of(&all), [1, 3]);
        assert_eq!(of(&all[..4]), [0]);
        assert_eq!(of(&[]), [0; 0]);
    }
}
