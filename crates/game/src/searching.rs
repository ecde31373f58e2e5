//! How the positions of a game of one's own are searched that are too large to solve all positions below them.

use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use grundy_brute::{Rules, memory};
use grundy_search::{Search, Table, Unfinished};

pub use grundy_search::Progress;

/// The searches of one game: their limits, who watches them, and what they have found.
pub struct Searching {
    plan: OnceLock<SearchPlan>,
    table: OnceLock<Table>,
    watch: Mutex<Box<SearchWatch>>,
}

/// Is called a few times a second while a position is searched, with the table so far.
pub type SearchWatch = dyn FnMut(Progress, &Searching) + Send;

/// The limits of searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchPlan {
    /// The most bytes of the table; a quarter of the machine's memory by default.
    pub memory: Option<u64>,
    /// The number of threads; one for each core by default.
    pub jobs: Option<usize>,
}

impl Default for Searching {
    fn default() -> Self {
        Self {
            plan: OnceLock::new(),
            table: OnceLock::new(),
            watch: Mutex::new(Box::new(|_, _| {})),
        }
    }
}

impl Searching {
    /// Sets the limits, before the first search: later it has no effect.
    pub fn plan(&self, plan: SearchPlan) {
        self.plan.get_or_init(|| plan);
    }

    /// Sets what is called while a position is searched.
    pub fn watch(&self, watch: Box<SearchWatch>) {
        *self.watch.lock().unwrap_or_else(PoisonError::into_inner) = watch;
    }

    /// Returns what has been found.
    pub fn table(&self) -> &Table {
        let plan = self.plan.get_or_init(SearchPlan::default);
        self.table.get_or_init(|| {
            let memory = plan.memory.or_else(memory::quarter);
            Table::new(memory.unwrap_or(1 << 28))
        })
    }

    /// Asks a search of this game for an answer; `None` where play is too long for it, or does not end.
    pub(crate) fn ask<R: Rules, T>(
        &self,
        rules: &R,
        ask: impl FnOnce(&Search<'_, R>, grundy_search::Watch<'_>) -> Result<T, Unfinished>,
    ) -> Option<T> {
        let table = self.table();
        let jobs = self.plan.get().and_then(|plan| plan.jobs);
        let jobs = jobs.or_else(|| Some(thread::available_parallelism().ok()?.get()));
        let search = Search {
            rules,
            table,
            jobs: jobs.unwrap_or(1),
        };
        let mut watch = |progress| {
            let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
            watch(progress, self);
            ControlFlow::Continue(())
        };
        ask(&search, &mut watch).ok()
    }
}
