//! A comparison as a report.

use std::fmt::Display;

use grundy_report::Block;

use super::change::{Change, Trend};
use super::comparison::{Comparison, Why};
use crate::solver::Origin;
use crate::units;

impl Comparison {
    /// The comparison for people.
    pub fn page(&self) -> Vec<Block> {
        let mut groups = Vec::new();
        if !self.rows.is_empty() {
            groups.extend(self.tables().map(|block| vec![block]));
        }
        groups.push(
            [
                first_few("only in the old record: ", &self.only_old),
                first_few("only in the new record: ", &self.only_new),
                first_few("not comparable: ", &self.not_comparable),
            ]
            .concat(),
        );
        groups.push(warnings(&self.warnings));
        groups.push(self.summary());
        Block::groups(groups)
    }

    /// The tables with their headings.
    fn tables(&self) -> [Block; 3] {
        let rows = self.rows.iter().map(|row| {
            vec![
                row.name.game.clone(),
                row.name.workload.clone(),
                row.name.solver.to_string(),
                units::time(row.old_ns),
                units::time(row.new_ns),
                units::ratio(row.ratio),
                units::percent(row.noise),
                row.verdict.name().to_owned(),
            ]
        });
        let between = self.between.iter().map(|group| {
            vec![
                group.group.title().to_owned(),
                group.rows.to_string(),
                units::ratio(group.drift),
                units::percent(group.spread),
                group.slower.to_string(),
                units::ratio(group.ours),
            ]
        });
        [
            Block::table(
                "game|workload|solver|>old|>new|>new/old|>noise|verdict",
                rows,
            ),
            Block::plain("The noise between the runs, learned from floors and baselines"),
            Block::table("group|>rows|>drift|>spread|>would be slower|>ours", between),
        ]
    }

    /// The changes and failures by name, and their numbers.
    fn summary(&self) -> Vec<Block> {
        let of = |verdict| self.rows.iter().filter(move |row| row.verdict == verdict);
        let line = |row: &Change| {
            let (verdict, ratio) = (row.verdict.name(), units::ratio(row.ratio));
            Block::plain(format!("{verdict}: {}: {ratio} the old time", row.name))
        };
        let failed = |why| {
            let failures = self.failures.iter().filter(move |row| row.why == why);
            failures.map(|row| &row.name).collect::<Vec<_>>()
        };
        let missing = failed(Why::Missing);
        let (answers, inputs) = (failed(Why::OtherAnswer), failed(Why::OtherInput));
        let mut lines: Vec<Block> = of(Trend::Faster).map(line).collect();
        lines.extend(first_few("failed: missing in the new record: ", &missing));
        lines.extend(first_few(
            "failed: another answer to the same input: ",
            &answers,
        ));
        lines.extend(first_few("failed: another input: ", &inputs));
        lines.extend(of(Trend::Slower).map(line));
        let ours = |row: &&Change| row.name.solver.role() == Origin::Ours;
        let learned_from: usize = self.between.iter().map(|group| group.rows).sum();
        let alarms: usize = self.between.iter().map(|group| group.slower).sum();
        lines.push(Block::plain(format!(
            "ours: {} slower, {} faster, {} within noise, {} missing, {} not comparable; a change \
             counts when it exceeds {} and three times the noise",
            of(Trend::Slower).count(),
            of(Trend::Faster).count(),
            of(Trend::WithinNoise).filter(ours).count(),
            missing.len(),
            answers.len() + inputs.len(),
            units::percent(self.threshold)
        )));
        lines.push(Block::plain(format!(
            "of {learned_from} floors and baselines, which no change of ours moves, {alarms} would be \
             called slower"
        )));
        lines
    }
}

/// A line for each warning.
pub(super) fn warnings(warnings: &[String]) -> Vec<Block> {
    let line = |warning: &String| Block::plain(format!("warning: {warning}"));
    warnings.iter().map(line).collect()
}

/// A line for each of the first few items, and one with the number of the others.
fn first_few<T: Display>(what: &str, items: &[T]) -> Vec<Block> {
    const SHOWN: usize = 5;
    let shown = items.iter().take(SHOWN);
    let mut lines: Vec<Block> = shown
        .map(|item| Block::plain(format!("{what}{item}")))
        .collect();
    if items.len() > SHOWN {
        let more = items.len() - SHOWN;
        lines.push(Block::plain(format!(
            "{what}{more} more; --format json has all"
        )));
    }
    lines
}
