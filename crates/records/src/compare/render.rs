//! A comparison as text, Markdown and JSON.

use super::document::{self, Block, push_list};
use super::{Change, Comparison, GroupChange, Verdict};
use crate::solver::Role;
use crate::units;

impl Comparison {
    /// The comparison as plain text.
    pub fn to_text(&self) -> String {
        document::text(&self.blocks())
    }

    /// The comparison as Markdown.
    pub fn to_markdown(&self) -> String {
        document::markdown(&self.blocks())
    }

    /// The comparison as JSON, all numbers raw.
    ///
    /// # Errors
    /// Never for a comparison that [`Comparison::new`] made.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks = vec![
            rows_table(&self.rows),
            Block::Heading("Geometric means of new/old".into()),
            groups_table(&self.groups),
        ];
        let only_old = self
            .only_old
            .iter()
            .map(|name| format!("only in the old record: {name}"));
        let only_new = self
            .only_new
            .iter()
            .map(|name| format!("only in the new record: {name}"));
        let different = self
            .not_comparable
            .iter()
            .map(|row| format!("not comparable: {row}"));
        let warnings = self
            .warnings
            .iter()
            .map(|warning| format!("warning: {warning}"));
        for list in [
            only_old.chain(only_new).chain(different).collect(),
            warnings.collect(),
        ] {
            push_list(&mut blocks, list);
        }
        blocks.push(Block::List(self.summary()));
        blocks
    }

    /// The changed rows by name, and the counts.
    fn summary(&self) -> Vec<String> {
        let of = |verdict| self.rows.iter().filter(move |row| row.verdict == verdict);
        let line = |row: &Change| {
            let (verdict, ratio) = (row.verdict.name(), units::ratio(row.ratio));
            format!("{verdict}: {}: {ratio} the old time", row.name)
        };
        let changed = of(Verdict::Faster).chain(of(Verdict::Slower));
        let mut lines: Vec<String> = changed.map(line).collect();
        lines.push(format!(
            "{} slower, {} faster, {} within noise; a change counts when it exceeds {} and the noise",
            of(Verdict::Slower).count(),
            of(Verdict::Faster).count(),
            of(Verdict::WithinNoise).count(),
            self.threshold
        ));
        lines
    }
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
        ]
    };
    Block::Table {
        columns: vec!["game", "group", "whose", ">rows", ">new/old"],
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
