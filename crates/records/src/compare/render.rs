//! A comparison as text and Markdown.

use super::change::Change;
use super::comparison::{Comparison, GroupChange, Why};
use super::page::{Page, PageStyle};
use super::verdict::Trend;
use crate::solver::Origin;
use crate::units;

impl Comparison {
    /// The comparison for people.
    pub fn page(&self, style: PageStyle) -> String {
        let mut page = Page::new(style);
        if !self.rows.is_empty() {
            self.add_tables(&mut page);
        }
        let mut lists = first_few("only in the old record: ", &self.only_old);
        lists.extend(first_few("only in the new record: ", &self.only_new));
        lists.extend(first_few("not comparable: ", &self.not_comparable));
        page.list(&lists);
        page.warnings(&self.warnings);
        page.list(&self.summary());
        page.into_text()
    }

    fn add_tables(&self, page: &mut Page) {
        let columns = [
            "game", "workload", "solver", ">old", ">new", ">new/old", ">noise", "verdict",
        ];
        page.table(columns, &self.rows, |row| {
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
        });
        page.heading("Geometric means of new/old");
        let columns = ["game", "group", "whose", ">rows", ">new/old", "verdict"];
        page.table(columns, &self.groups, |group| {
            let whose = match group.role {
                Origin::Ours => "ours",
                Origin::Baseline => "baselines",
                Origin::Floor => "floor",
            };
            [
                group.game.clone(),
                group.group.title().to_owned(),
                whose.to_owned(),
                group.rows.to_string(),
                units::ratio(group.ratio),
                group.verdict.map_or("", Trend::name).to_owned(),
            ]
        });
        page.heading("The noise between the runs, learned from floors and baselines");
        let columns = ["group", ">rows", ">drift", ">spread", ">would be slower"];
        page.table(columns, &self.between, |group| {
            [
                group.group.title().to_owned(),
                group.rows.to_string(),
                units::ratio(group.drift),
                units::percent(group.spread),
                group.slower.to_string(),
            ]
        });
    }

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
        let mut lines: Vec<String> = of(Trend::Faster).map(line).collect();
        lines.extend(first_few("failed: missing in the new record: ", &missing));
        lines.extend(first_few(
            "failed: another answer to the same input: ",
            &answers,
        ));
        lines.extend(first_few("failed: another input: ", &inputs));
        lines.extend(of(Trend::Slower).map(line));
        let slower = |group: &&GroupChange| group.verdict == Some(Trend::Slower);
        lines.extend(self.groups.iter().filter(slower).map(|group| {
            let (title, ratio) = (group.group.title(), units::ratio(group.ratio));
            format!(
                "slower as a whole: {} {title}: {ratio} the old time",
                group.game
            )
        }));
        let ours = |row: &&Change| row.name.solver.role() == Origin::Ours;
        lines.push(format!(
            "ours: {} slower, {} faster, {} within noise, {} missing, {} not comparable; a change \
             counts when it exceeds {} and three times the noise",
            of(Trend::Slower).count(),
            of(Trend::Faster).count(),
            of(Trend::WithinNoise).filter(ours).count(),
            missing.len(),
            answers.len() + inputs.len(),
            units::percent(self.threshold)
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
