//! Workloads, and the inputs that are made for them.

use std::collections::HashSet;

use grundy_bench::baseline::family::Plain;
use grundy_bench::input::SolvedInput;
use grundy_bench::workload::{InputSource, Workload, all};
use grundy_records::solver::SolverGroup;

/// What is said of the seeds above, and the sizes that names promise.
#[test]
fn boards_are_what_their_names_say() {
    for workload in all().iter().filter(|w| w.game == "gra") {
        if workload.name.ends_with("0000000") {
            continue; // takes long, and is one of a series
        }
        let input = SolvedInput::of(workload).unwrap();
        let Plain::Gra(m, squares) = &input.position else {
            panic!("{workload:?}");
        };
        assert!(squares[squares.len() - 1] < m - 1, "{workload:?}: group 1");
        assert!(
            workload
                .n()
                .is_none_or(|n| n == input.case(SolverGroup::Count).n),
            "{workload:?}"
        );
        if let Some(n) = workload.name.strip_prefix("scale/") {
            assert_eq!(
                n.parse(),
                Ok(input.case(SolverGroup::Count).n),
                "{workload:?}"
            );
        }
        let lost = ["alternating", "poi/gra10", "poi/gra12", "poi/gra14"];
        let expected = lost.contains(&workload.name);
        assert_eq!(
            input.answer == "0",
            expected,
            "{workload:?}: {}",
            input.answer
        );
        let n = input.case(SolverGroup::Count).n;
        assert!(n >= 190_000 || workload.name.starts_with("scale/"), "{n}");
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let of = |game, source| Workload {
        game,
        source,
        ..all()[0]
    };
    let said = |workload: Workload| format!("{:#}", SolvedInput::of(&workload).unwrap_err());
    let (shape, m, n) = ("round", 9, 3);
    let round = said(of("gra", InputSource::Shape { shape, m, n }));
    assert!(round.contains("no shape `round`"), "{round}");
    let chess = said(of("chess", InputSource::Test));
    assert!(
        chess.starts_with("chess/sparse: no game `chess`"),
        "{chess}"
    );
    assert_eq!(
        said(of("nim", InputSource::Test)),
        "nim/sparse: the test set has no test `sparse`"
    );
}

#[test]
fn names_are_different_and_every_game_has_a_workload() {
    let names: HashSet<String> = all().iter().map(Workload::id).collect();
    assert_eq!(names.len(), all().len());
    for game in grundy_games::all() {
        let name = &*game.about().name;
        assert!(all().iter().any(|workload| workload.game == name), "{name}");
    }
    let huge = || all().iter().filter(|workload| workload.is_huge());
    assert!(huge().all(|workload| workload.name == "scale/100000000"));
    assert_eq!(huge().count(), 5);
}
