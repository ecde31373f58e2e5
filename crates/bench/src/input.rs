//! Inputs, made from workloads, with answers that two solvers agree on.
//!
//! The two share no code: a baseline and the core. Whichever solver is measured, the answer that its own is
//! compared with was found by another one, too.

use std::collections::HashMap;
use std::sync::LazyLock;

use anyhow::{Context, Result, anyhow, ensure};
use grundy_game::{Game, Request};
use grundy_package::{Plan, TestSet, test_set};
use grundy_records::benchmark::BenchCase;
use grundy_records::solver::SolverGroup;

use crate::baseline::family::{Plain, way};
use crate::workload::{InputSource, Workload};

/// An input, and the answer that two solvers agree on.
#[derive(Clone, Debug)]
pub struct SolvedInput {
    /// The workload.
    pub workload: Workload,
    /// The text.
    pub text: Vec<u8>,
    /// The same in memory, before any solver has read it.
    pub position: Plain,
    /// The answer, in the form of the original task, without a line end.
    pub answer: String,
}

/// The inputs of the original's test set of gra by their names: all of them are made at once.
static ORIGINAL: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let Ok(game) = grundy_games::find("gra") else {
        return HashMap::new();
    };
    let plan = Plan::original(&*game, TestSet::Original, 1);
    let tests = test_set(&*game, &plan).into_iter().flatten().flatten();
    tests.map(|test| (test.name, test.case.input)).collect()
});

impl SolvedInput {
    /// Makes the input of a workload and finds its answer, twice. O(bytes), and what the generator takes.
    ///
    /// # Errors
    /// When there is no such input, or the two solvers disagree on its answer.
    pub fn of(workload: &Workload) -> Result<Self> {
        Self::made(workload).with_context(|| workload.id())
    }

    fn made(workload: &Workload) -> Result<Self> {
        let game = grundy_games::find(workload.game)?;
        let text = text(workload, &*game)?.into_bytes();
        let position = Plain::read(workload.game, &text);
        let position = position.context("there is no baseline for this game")?;
        let answer = position.answer();
        let core = game.answer(&mut &text[..])?.join("\n");
        let way = way(workload.game).unwrap_or_default();
        ensure!(
            answer == core,
            "{way} answers {answer}, core answers {core}"
        );
        Ok(Self {
            workload: *workload,
            text,
            position,
            answer,
        })
    }

    /// The input as the rows of a group name it: `n` is the number of pawns, heaps, steps or piles, and
    /// `input_bytes` the size of what a solver of the group gets, the numbers in memory or the text.
    ///
    /// ```
    /// use grundy_records::solver::SolverGroup;
    /// use grundy_bench::input::SolvedInput;
    /// use grundy_bench::workload::all;
    /// let workload = all().iter().find(|workload| workload.id() == "gra/scale/1000").unwrap();
    /// let case = SolvedInput::of(workload)?.case(SolverGroup::Count);
    /// assert_eq!((case.m, case.n, case.input_bytes), (Some(1_000_000_000), 1000, 4000));
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    pub fn case(&self, group: SolverGroup) -> BenchCase {
        let (items, pairs) = self.position.parts();
        let of_row = |m| (m, items.len(), size_of_val(items) + size_of_val(pairs));
        let (m, n, bytes) = match &self.position {
            Plain::Gra(m, squares) => (
                Some(u64::from(*m)),
                squares.len(),
                size_of_val(&squares[..]),
            ),
            Plain::Bounded(k, _) => of_row(Some(*k)),
            Plain::Constrained(..) => of_row(Some(pairs.len() as u64)),
            Plain::Nim(_) | Plain::Staircase(_) | Plain::Kamyki(_) => of_row(None),
        };
        let input_bytes = match group {
            SolverGroup::Count => bytes,
            SolverGroup::Read | SolverGroup::Solve | SolverGroup::Process => self.text.len(),
        };
        BenchCase {
            game: self.workload.game.to_owned(),
            workload: self.workload.name.to_owned(),
            m,
            n: n as u64,
            seed: self.workload.seed,
            input_bytes: input_bytes as u64,
            answer: self.answer.clone(),
        }
    }
}

fn text(workload: &Workload, game: &dyn Game) -> Result<String> {
    let seed = workload.seed;
    match workload.source {
        InputSource::Shape { shape, m, n } => {
            Ok(game.draw(&Request { shape, m, n, seed })?.to_string())
        }
        InputSource::Test => {
            let test = workload.name.trim_start_matches("poi/");
            let taken = ORIGINAL.get(test).cloned();
            taken.ok_or_else(|| anyhow!("the test set has no test `{test}`"))
        }
    }
}
