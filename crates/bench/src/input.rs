//! Inputs, made from workloads, with answers that two solvers agree on.
//!
//! The two share no code: a baseline and the core. Whichever solver is measured, the answer that its own is
//! compared with was found by another one, too.

use std::collections::HashMap;
use std::sync::LazyLock;

use grundy_core::octal::{Cells, Code, CodeError, Sequence, naive};
use grundy_games::{Game, Plan, Request, TestSet, test_set};
use grundy_records::benchmark::BenchCase;
use grundy_records::solver::SolverGroup;

use crate::BenchError;
use crate::baseline::family::{Plain, way};
use crate::workload::{InputSource, Workload};

/// The values of this many heaps of a heap game are found by all moves, too.
const CHECKED: usize = 5000;

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
    let mut set = HashMap::new();
    if let Ok(game) = grundy_games::find("gra") {
        let plan = Plan::original(&*game, TestSet::Original, 1);
        // Writing to a map cannot fail.
        let _ = test_set(&*game, &plan, &mut |test| {
            set.insert(test.name, test.case.input);
            Ok(())
        });
    }
    set
});

impl SolvedInput {
    /// Makes the input of a workload and finds its answer, twice. O(bytes), and what the generator takes.
    ///
    /// # Errors
    /// When there is no such input, or the two solvers disagree on its answer.
    pub fn of(workload: &Workload) -> Result<Self, BenchError> {
        let failed = |problem: String| BenchError::of(workload.id(), problem);
        if let InputSource::Heaps(up_to) = workload.source {
            return heaps(workload, up_to).map_err(failed);
        }
        let game = grundy_games::find(workload.game).map_err(|error| failed(error.to_string()))?;
        let text = text(workload, &*game).map_err(failed)?.into_bytes();
        let position = Plain::read(workload.game, &text)
            .ok_or_else(|| failed("there is no baseline for this game".to_owned()))?;
        let answer = position.answer().into_owned();
        let answers = game.answer(&mut &text[..]);
        let core = answers
            .map_err(|error| failed(error.to_string()))?
            .join("\n");
        if answer != core {
            let way = way(workload.game).unwrap_or_default();
            return Err(failed(format!(
                "{way} answers {answer}, core answers {core}"
            )));
        }
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
    /// # Ok::<(), grundy_bench::BenchError>(())
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
            Plain::Heaps(_, known) => (None, known.len(), known.len() * known.width()),
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

/// The values of the heaps of a game up to one; the first of them by two ways.
fn heaps(workload: &Workload, up_to: usize) -> Result<SolvedInput, String> {
    let code: Code = workload
        .game
        .parse()
        .map_err(|error: CodeError| error.to_string())?;
    let known = values(&code, up_to);
    let checked = naive::values(&code, CHECKED.min(up_to));
    if !checked.into_iter().eq(known.iter().take(CHECKED + 1)) {
        return Err("naive and core find different values".to_owned());
    }
    let position = Plain::Heaps(code, known);
    Ok(SolvedInput {
        workload: *workload,
        text: Vec::new(),
        answer: position.answer().into_owned(),
        position,
    })
}

/// The values of all heaps up to one.
pub(crate) fn values(code: &Code, up_to: usize) -> Cells {
    Sequence::to(code.clone(), up_to).cells().clone()
}

fn text(workload: &Workload, game: &dyn Game) -> Result<String, String> {
    let seed = workload.seed;
    match workload.source {
        InputSource::Shape { shape, m, n } => {
            let drawn = game.draw(&Request { shape, m, n, seed });
            drawn
                .map(|position| position.to_string())
                .map_err(|error| error.to_string())
        }
        InputSource::Heaps(_) => Ok(String::new()),
        InputSource::Test => {
            let test = workload.name.trim_start_matches("poi/");
            let taken = ORIGINAL.get(test).cloned();
            taken.ok_or_else(|| format!("the test set has no test `{test}`"))
        }
    }
}
