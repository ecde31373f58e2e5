//! A comparison as text and Markdown.

use super::change::{Change, GroupNoise};
use super::comparison::{Comparison, GroupChange, Why};
use super::document::{Block, Document};
use super::verdict::Verdict;
use crate::solver::Role;
use crate::units;

impl Document for Comparison {
    fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        if !self.rows.is_empty() {
            blocks.push(rows_table(&self.rows));
            blocks.push(Block::Heading("Geometric means of new/old".into()));
            blocks.push(groups_table(&self.groups));
            blocks.push(Block::Heading(
                "The noise between the runs, learned from floors and baselines".into(),
            ));
            blocks.push(noise_table(&self.between));
        }
        let mut lists = first_few("only in the old record: ", &self.only_old);
        lists.extend(first_few("only in the new record: ", &self.only_new));
        lists.extend(first_few("not comparable: ", &self.not_comparable));
        let warnings = self.warnings.iter();
        blocks.push(Block::List(lists));
        blocks.push(Block::List(
            warnings.map(|text| format!("warning: {text}")).collect(),
        ));
        blocks.push(Block::List(self.summary()));
        blocks
    }
}

impl Comparison {
    /// The changes and failures by name, and their numbers.
    fn summary(&self) -> Vec<String> {
        let of = |verdict| self.rows.iter().filter(move |row| row.verdict == verdict);
        let line = |row: &Change| {
            let (verdict, ratio) = (row.verdict.name(), units::ratio(row.ratio));
            format!("{verdict}: {}: {ratio} the old time", row.name)
        };
        let failed = |why| {
            let failures = self.failures.iter().filter(move |row| row.why == why);
            failures.map(|row| &row.name).collect::<Vec<_>>()
        };
        let missing = failed(Why::Missing);
        let (answers, inputs) = (failed(Why::OtherAnswer), failed(Why::OtherInput));
        let mut lines: Vec<String> = of(Verdict::Faster).map(line).collect();
        lines.extend(first_few("failed: missing in the new record: ", &missing));
        lines.extend(first_few(
            "failed: another answer to the same input: ",
            &answers,
        ));
        lines.extend(first_few("failed: another input: ", &inputs));
        lines.extend(of(Verdict::Slower).map(line));
        let slower = |group: &&GroupChange| group.verdict == Some(Verdict::Slower);
        lines.extend(self.groups.iter().filter(slower).map(|group| {
            let (title, ratio) = (group.group.title(), units::ratio(group.ratio));
            format!(
                "slower as a whole: {} {title}: {ratio} the old time",
                group.game
            )
        }));
        let ours = |row: &&Change| row.name.solver.role() == Role::Ours;
        lines.push(format!(
            "ours: {} slower, {} faster, {} within noise, {} missing, {} not comparable; a change \
             counts when it exceeds {} and three times the noise",
            of(Verdict::Slower).count(),
            of(Verdict::Faster).count(),
            of(Verdict::WithinNoise).filter(ours).count(),
            missing.len(),
            answers.len() + inputs.len(),
            self.threshold
        ));
        let learned_from: usize = self.between.iter().map(|group| group.rows).sum();
        let alarms: usize = self.between.iter().map(|group| group.slower).sum();
        lines.push(format!(
            "of {learned_from} floors and baselines, which no change of ours moves, {alarms} would be \
             called slower"
        ));
        lines
    }
}

/// A line for each of the first few items, and one with the number of the others.
fn first_few<T: ToString>(what: &str, items: &[T]) -> Vec<String> {
    const SHOWN: usize = 5;
    let shown = items.iter().take(SHOWN);
    let mut lines: Vec<String> = shown
        .map(|item| what.to_owned() + &item.to_string())
        .collect();
    if items.len() > SHOWN {
        let more = items.len() - SHOWN;
        lines.push(format!("{what}{more} more; --format json has all"));
    }
    lines
}

fn rows_table(rows: &[Change]) -> Block {
    let columns = [
        "game", "workload", "solver", ">old", ">new", ">new/old", ">noise", "verdict",
    ];
    Block::table(columns, rows, |row| {
        [
            row.name.game.clone(),
            row.name.workload.clone(),
            row.name.solver.to_string(),
            units::time(row.old_ns),
            units::time(row.new_ns),
            units::ratio(row.ratio),
            units::percent(row.noise),
            row.verdict.name().to_owned(),
        ]
    })
}

fn groups_table(groups: &[GroupChange]) -> Block {
    let columns = ["game", "group", "whose", ">rows", ">new/old", "verdict"];
    Block::table(columns, groups, |group| {
        let whose = match group.role {
            Role::Ours => "ours",
            Role::Baseline => "baselines",
            Role::Floor => "floor",
        };
        [
            group.game.clone(),
            group.group.title().to_owned(),
            whose.to_owned(),
            group.rows.to_string(),
            units::ratio(group.ratio),
            group.verdict.map_or("", Verdict::name).to_owned(),
        ]
    })
}

fn noise_table(groups: &[GroupNoise]) -> Block {
    let columns = ["group", ">rows", ">drift", ">spread", ">would be slower"];
    Block::table(columns, groups, |group| {
        [
            group.group.title().to_owned(),
            group.rows.to_string(),
            units::ratio(group.drift),
            units::percent(group.spread),
            group.slower.to_string(),
        ]
    })
}
