//! A comparison as text.

use std::fmt::Display;

use super::change::{Change, Trend};
use super::comparison::{Comparison, GroupChange, Why};
use crate::solver::Origin;
use crate::text::{self};
use crate::units;
use grundy_report::text::table;

impl Comparison {
    /// The comparison for people.
    pub fn page(&self) -> String {
        let mut blocks = Vec::new();
        if !self.rows.is_empty() {
            blocks.extend(self.tables());
        }
        let mut unmatched = first_few("only in the old record: ", &self.only_old);
        unmatched += &first_few("only in the new record: ", &self.only_new);
        unmatched += &first_few("not comparable: ", &self.not_comparable);
        blocks.push(unmatched);
        blocks.push(text::lines("warning: ", &self.warnings));
        blocks.push(self.summary());
        text::page(blocks)
    }

    /// The tables with their headings.
    fn tables(&self) -> [String; 5] {
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
        let groups = self.groups.iter().map(|group| {
            let whose = match group.role {
                Origin::Ours => "ours",
                Origin::Baseline => "baselines",
                Origin::Floor => "floor",
            };
            vec![
                group.game.clone(),
                group.group.title().to_owned(),
                whose.to_owned(),
                group.rows.to_string(),
                units::ratio(group.ratio),
                group.verdict.map_or("", Trend::name).to_owned(),
            ]
        });
        let between = self.between.iter().map(|group| {
            vec![
                group.group.title().to_owned(),
                group.rows.to_string(),
                units::ratio(group.drift),
                units::percent(group.spread),
                group.slower.to_string(),
            ]
        });
        [
            table(
                "game|workload|solver|>old|>new|>new/old|>noise|verdict",
                rows,
            ),
            "Geometric means of new/old\n".to_owned(),
            table("game|group|whose|>rows|>new/old|verdict", groups),
            "The noise between the runs, learned from floors and baselines\n".to_owned(),
            table("group|>rows|>drift|>spread|>would be slower", between),
        ]
    }

    /// The changes and failures by name, and their numbers.
    fn summary(&self) -> String {
        let of = |verdict| self.rows.iter().filter(move |row| row.verdict == verdict);
        let line = |row: &Change| {
            let (verdict, ratio) = (row.verdict.name(), units::ratio(row.ratio));
            format!("{verdict}: {}: {ratio} the old time\n", row.name)
        };
        let failed = |why| {
            let failures = self.failures.iter().filter(move |row| row.why == why);
            failures.map(|row| &row.name).collect::<Vec<_>>()
        };
        let missing = failed(Why::Missing);
        let (answers, inputs) = (failed(Why::OtherAnswer), failed(Why::OtherInput));
        let mut lines: String = of(Trend::Faster).map(line).collect();
        lines += &first_few("failed: missing in the new record: ", &missing);
        lines += &first_few("failed: another answer to the same input: ", &answers);
        lines += &first_few("failed: another input: ", &inputs);
        lines.extend(of(Trend::Slower).map(line));
        let slower = |group: &&GroupChange| group.verdict == Some(Trend::Slower);
        lines.extend(self.groups.iter().filter(slower).map(|group| {
            let (title, ratio) = (group.group.title(), units::ratio(group.ratio));
            let game = &group.game;
            format!("slower as a whole: {game} {title}: {ratio} the old time\n")
        }));
        let ours = |row: &&Change| row.name.solver.role() == Origin::Ours;
        lines += &format!(
            "ours: {} slower, {} faster, {} within noise, {} missing, {} not comparable; a change \
             counts when it exceeds {} and three times the noise\n",
            of(Trend::Slower).count(),
            of(Trend::Faster).count(),
            of(Trend::WithinNoise).filter(ours).count(),
            missing.len(),
            answers.len() + inputs.len(),
            units::percent(self.threshold)
        );
        let learned_from: usize = self.between.iter().map(|group| group.rows).sum();
        let alarms: usize = self.between.iter().map(|group| group.slower).sum();
        lines += &format!(
            "of {learned_from} floors and baselines, which no change of ours moves, {alarms} would be \
             called slower\n"
        );
        lines
    }
}

/// A line for each of the first few items, and one with the number of the others.
fn first_few<T: Display>(what: &str, items: &[T]) -> String {
    const SHOWN: usize = 5;
    let mut lines = text::lines(what, items.iter().take(SHOWN));
    if items.len() > SHOWN {
        let more = items.len() - SHOWN;
        lines += &format!("{what}{more} more; --format json has all\n");
    }
    lines
}
