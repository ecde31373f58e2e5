//! The page itself: its head and its sections.

use std::path::Path;

use grundy_report::{Block, Role, Span, html};

use super::benchmarks::{benchmarks, newest};
use super::heaps::{heaps, periods};
use super::parts::total;
use super::results::{Benchmark, Results};
use super::sweeps::{by_game, sweeps};
use crate::benchmark::cells;
use crate::files::{self, PathError};
use crate::units;

impl Results {
    /// Writes the page, to a temporary name first.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(&self, file: &Path) -> Result<(), PathError> {
        files::write(file, self.to_html().as_bytes())
    }

    /// The page. The same results give the same page, byte for byte.
    pub fn to_html(&self) -> String {
        let title = "grundy: verified and measured";
        html::page(title, include_str!("../chart.css"), &self.blocks())
    }

    fn blocks(&self) -> Vec<Block> {
        let fields = newest(&self.benchmarks);
        let columns = "game|check|sizes|>positions|>P-positions|>mismatches|record";
        let checks = Block::table(columns, self.checks.iter().cloned());
        // The title, what is said of the records, whether there are some, and what is made of them.
        let sections = [
            (
                "Positions confirmed",
                "A sweep compares the closed form with the oracle, which knows only the rules, on every \
                 position of a size: how many moves win, and up to a size that docs/verification.md names \
                 also who wins and which. A P-position is one that the player to move loses.",
                !self.sweeps.is_empty(),
                sweeps(&self.sweeps),
            ),
            (
                "Other checks",
                "Checks of positions that the sweeps have already, and of random ones, and counts by the \
                 oracle alone. Nothing here is added to the numbers above. docs/verification.md says what \
                 each of them can catch.",
                !self.checks.is_empty(),
                vec![checks],
            ),
            (
                "Periods of heap games",
                "The values of single heaps of the games of each table, up to a heap or an amount of work \
                 that results/README.md names. A period counts when a theorem proves it.",
                !self.periods.is_empty(),
                periods(self),
            ),
            (
                "Values of heaps",
                "A dot for each heap: to the right its size, upwards its Grundy value.",
                !self.heaps.is_empty(),
                heaps(self),
            ),
            (
                "Benchmarks",
                "Times are medians of one run. The floor is the least work that every solver has to do: a \
                 sum over the squares for counting, a copy of the text for reading, cat for a whole \
                 process. Items and bytes a second follow from the median: where a method is linear, they \
                 are the same for all sizes of a series.",
                !fields.is_empty(),
                benchmarks(&fields),
            ),
            (
                "Records",
                "The benchmark records behind this page, and what they were made by.",
                !self.benchmarks.is_empty(),
                vec![records(&self.benchmarks)],
            ),
        ];
        let sections = sections.map(|(title, text, has_records, mut blocks)| {
            if has_records {
                blocks.insert(0, Block::plain(text));
            } else {
                blocks = vec![Block::plain("No record yet.")];
            }
            Block::section(title, blocks)
        });
        self.head().into_iter().chain(sections).collect()
    }

    /// What stands above the sections: the figures of all records.
    fn head(&self) -> [Block; 5] {
        let rows = || self.sweeps.iter();
        let positions = total(rows().map(|row| row.positions - row.mismatches));
        let mismatches = total(rows().map(|row| row.mismatches));
        let is_fine = mismatches == 0;
        let newest = self.benchmarks.last();
        let day = newest.and_then(|record| record.date.split('T').next());
        let mismatches = Span {
            text: units::count(mismatches),
            role: if is_fine { Role::Good } else { Role::Bad },
        };
        [
            Block::plain(
                "What the records in results/ say: every position up to a size confirmed against the rules \
                 alone, and every solver timed beside its floor.",
            ),
            Block::field("positions confirmed", units::count(positions)),
            Block::field("mismatches", mismatches),
            Block::field("games swept", by_game(&self.sweeps).len().to_string()),
            Block::field("newest benchmark record", day.unwrap_or("none yet")),
        ]
    }
}

/// The benchmark records as a table.
fn records(benchmarks: &[Benchmark]) -> Block {
    let row = |(number, benchmark): (usize, &Benchmark)| {
        vec![
            number.to_string(),
            benchmark.file.clone(),
            benchmark.date.replace('T', " ").replace('Z', " UTC"),
            cells(&benchmark.rows, |row| &row.version),
            cells(&benchmark.rows, |row| &row.revision),
            cells(&benchmark.rows, |row| &row.rustc),
            cells(&benchmark.rows, |row| &row.cpu),
            benchmark.rows.len().to_string(),
        ]
    };
    let columns = ">number|file|date|version|revision|compiler|processor|>rows";
    Block::table(columns, (1..).zip(benchmarks).map(row))
}
