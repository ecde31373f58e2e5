//! Inputs, made from workloads, with answers that two solvers agree on.
//!
//! Of gra the two share no code: a baseline and the core. Of the other games one solves the text while it is read, the other
//! reads a position first and counts its winning moves; tests of other crates compare both with solvers of their own, on inputs
//! of any size.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Error, Result, ensure};
use grundy_game::{Game, Position, originals};
use grundy_records::benchmark::BenchCase;
use grundy_records::solver::SolverGroup;

use crate::baseline::readers::{byte_loop, numbers};
use crate::baseline::run_list;
use crate::workload::{InputSource, Workload};

/// The seed of the original's test set.
const SEED_OF_TESTS: u64 = 1;

/// The inputs of the original's test set of gra by their names: all of them are made at once.
static ORIGINAL: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let gra = grundy_games::find("gra").ok();
    let tests = gra.iter().filter_map(|gra| {
        let tests = originals(&**gra, SEED_OF_TESTS).ok()?;
        Some(tests.map(|test| (test.name, gra.write(&test.positions))))
    });
    tests.flatten().collect()
});

/// An input, and the answer that two solvers agree on.
#[derive(Clone, Debug)]
pub struct SolvedInput {
    /// The workload.
    pub workload: Workload,
    /// The text.
    pub text: Vec<u8>,
    /// A board of gra in memory, before any solver has read it: m, and the squares with pawns; `None` of other games.
    pub board: Option<(u32, Vec<u32>)>,
    /// The answer, in the form of the original task, without a line end.
    pub answer: String,
}

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
        let is_board = workload.game == "gra";
        let board = is_board.then(|| byte_loop(&text).map_err(Error::msg));
        let board = board.transpose()?;
        let second = match &board {
            Some((m, squares)) => run_list(*m, squares).to_string(),
            None => solved(&game.read(&text)?)?,
        };
        let answer = game.answer(&mut &text[..])?.join("\n");
        ensure!(
            second == answer,
            "one solver answers {second}, the other {answer}"
        );
        Ok(Self {
            workload: workload.clone(),
            text,
            board,
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
        let in_memory = match &self.board {
            Some((_, squares)) => size_of_val(&squares[..]),
            None => size_of::<u64>() * numbers(&self.text).count(),
        };
        let input_bytes = match group {
            SolverGroup::Count => in_memory,
            SolverGroup::Read | SolverGroup::Solve | SolverGroup::Process => self.text.len(),
        };
        let board = self.board.as_ref();
        let (n, seed) = match self.workload.source {
            InputSource::Drawn(request) => (request.n, request.seed),
            InputSource::Test(_) => (0, SEED_OF_TESTS), // one of gra, whose board has n
        };
        BenchCase {
            game: self.workload.game.to_owned(),
            workload: self.workload.name.clone(),
            m: board.map(|(m, _)| u64::from(*m)),
            n: board.map_or(n, |(_, squares)| squares.len() as u64),
            seed,
            input_bytes: input_bytes as u64,
            answer: self.answer.clone(),
        }
    }
}

/// The answers to positions in memory.
pub(crate) fn solved(positions: &[Arc<dyn Position>]) -> Result<String> {
    let answers = positions
        .iter()
        .map(|position| Ok(position.solve()?.answer));
    Ok(answers.collect::<Result<Vec<String>>>()?.join("\n"))
}

fn text(workload: &Workload, game: &dyn Game) -> Result<String> {
    match workload.source {
        InputSource::Drawn(request) => Ok(game.draw(&request)?.to_string()),
        InputSource::Test(name) => {
            let test = ORIGINAL.get(name).cloned();
            test.with_context(|| format!("the test set has no test `{name}`"))
        }
    }
}
