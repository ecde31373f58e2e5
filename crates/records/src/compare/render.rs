//! A comparison as text, Markdown and JSON.

use super::document::{Block, Document, push_list};
use super::{Between, Change, Comparison, GroupChange, Verdict, Why};
use crate::benchmark::Name;
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
            blocks.push(between_table(&self.between));
        }
        let names = |list: &[Name]| list.iter().map(ToString::to_string).collect();
        let mut lists = some("only in the old record: ", names(&self.only_old));
        lists.extend(some("only in the new record: ", names(&self.only_new)));
        let different = self.not_comparable.iter().map(ToString::to_string);
        lists.extend(some("not comparable: ", different.collect()));
        push_list(&mut blocks, lists);
        let warnings = self
            .warnings
            .iter()
            .map(|warning| format!("warning: {warning}"));
        push_list(&mut blocks, warnings.collect());
        blocks.push(Block::List(self.summary()));
        blocks
    }
}

impl Comparison {
    /// What counts, by name, and how much of it there is.
    fn summary(&self) -> Vec<String> {
        let of = |verdict| self.rows.iter().filter(move |row| row.verdict == verdict);
        let line = |row: &Change| {
            let (verdict, ratio) = (row.verdict.name(), units::ratio(row.ratio));
            format!("{verdict}: {}: {ratio} the old time", row.name)
        };
        let mut lines: Vec<String> = of(Verdict::Faster).map(line).collect();
        let failed = |why| self.failures.iter().filter(move |row| row.why == why);
        let named = |why| failed(why).map(|row| row.name.to_string()).collect();
        lines.extend(some(
            "failed: missing in the new record: ",
            named(Why::Missing),
        ));
        lines.extend(some(
            "failed: another answer to the same input: ",
            named(Why::OtherAnswer),
        ));
        lines.extend(some("failed: another input: ", named(Why::OtherInput)));
        lines.extend(of(Verdict::Slower).map(line));
        let slower = |group: &&GroupChange| group.verdict == Some(Verdict::Slower);
        lines.extend(self.groups.iter().filter(slower).map(|group| {
            let (title, ratio) = (group.group.title(), units::ratio(group.ratio));
            format!(
                "slower as a whole: {} {title}: {ratio} the old time",
                group.game
            )
        }));
        let ours = self
            .rows
            .iter()
            .filter(|row| row.name.solver.role() == Role::Ours);
        lines.push(format!(
            "ours: {} slower, {} faster, {} within noise, {} missing, {} not comparable; a change \
             counts when it exceeds {} and three times the noise",
            of(Verdict::Slower).count(),
            of(Verdict::Faster).count(),
            ours.filter(|row| row.verdict == Verdict::WithinNoise)
                .count(),
            failed(Why::Missing).count(),
            failed(Why::OtherAnswer).count() + failed(Why::OtherInput).count(),
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

/// A line for each, the first few of them.
fn some(what: &str, names: Vec<String>) -> Vec<String> {
    const SHOWN: usize = 5;
    let more = names.len().saturating_sub(SHOWN);
    let mut lines: Vec<String> = names
        .into_iter()
        .take(SHOWN)
        .map(|name| format!("{what}{name}"))
        .collect();
    if more > 0 {
        lines.push(format!("{what}{more} more; --format json has all"));
    }
    lines
}

fn rows_table(rows: &[Change]) -> Block {
    let cells = |row: &Change| {
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
    };
    Block::Table {
        columns: vec![
            "game", "workload", "solver", ">old", ">new", ">new/old", ">noise", "verdict",
        ],
        rows: rows.iter().map(cells).collect(),
    }
}

fn groups_table(groups: &[GroupChange]) -> Block {
    let cells = |group: &GroupChange| {
        vec![
            group.game.clone(),
            group.group.title().to_owned(),
            role_title(group.role).to_owned(),
            group.rows.to_string(),
            units::ratio(group.ratio),
            group.verdict.map_or("", Verdict::name).to_owned(),
        ]
    };
    Block::Table {
        columns: vec!["game", "group", "whose", ">rows", ">new/old", "verdict"],
        rows: groups.iter().map(cells).collect(),
    }
}

fn between_table(groups: &[Between]) -> Block {
    let cells = |group: &Between| {
        vec![
            group.group.title().to_owned(),
            group.rows.to_string(),
            units::ratio(group.drift),
            units::percent(group.spread),
            group.slower.to_string(),
        ]
    };
    Block::Table {
        columns: vec!["group", ">rows", ">drift", ">spread", ">would be slower"],
        rows: groups.iter().map(cells).collect(),
    }
}

const fn role_title(role: Role) -> &'static str {
    match role {
        Role::Ours => "ours",
        Role::Baseline => "baselines",
        Role::Floor => "floor",
    }
}
