//! Workloads, and the inputs that are made for them.

use std::collections::HashSet;

use grundy_bench::input::SolvedInput;
use grundy_bench::workload::{InputSource, Workload, all};
use grundy_game::Request;
use grundy_records::solver::SolverGroup;

/// What is said of the seeds above, and the sizes that names promise.
#[test]
fn boards_are_what_their_names_say() {
    for workload in all().iter().filter(|w| w.game == "gra") {
        if workload.name.ends_with("0000000") {
            continue; // takes long, and is one of a series
        }
        let input = SolvedInput::of(workload).unwrap();
        let (m, squares) = input.board.as_ref().unwrap();
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
        let expected = lost.contains(&&*workload.name);
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
        ..all()[0].clone()
    };
    let said = |workload: Workload| format!("{:#}", SolvedInput::of(&workload).unwrap_err());
    let (shape, m, n, seed) = ("round", 9, 3, 1);
    let drawn = InputSource::Drawn(Request { shape, m, n, seed });
    let test = InputSource::Test("gra99");
    let round = said(of("gra", drawn));
    assert!(round.contains("no shape `round`"), "{round}");
    let chess = said(of("chess", test));
    assert!(
        chess.starts_with("chess/sparse: no game `chess`"),
        "{chess}"
    );
    assert_eq!(
        said(of("nim", test)),
        "nim/sparse: the test set has no test `gra99`"
    );
}

#[test]
fn names_are_different_and_every_game_has_workloads() {
    let names: HashSet<String> = all().iter().map(Workload::id).collect();
    assert_eq!(names.len(), all().len());
    for game in grundy_games::all() {
        let name = &*game.about().name;
        let of_game = || all().iter().filter(|workload| workload.game == name);
        assert!(of_game().count() > 0, "{name}");
        for workload in of_game().filter(|w| w.n().is_some_and(|n| n <= 10_000)) {
            let case = SolvedInput::of(workload).unwrap().case(SolverGroup::Count);
            assert_eq!(workload.n(), Some(case.n), "{workload:?}");
        }
    }
    let huge = all().iter().filter(|workload| workload.is_huge());
    let huge: Vec<String> = huge.map(Workload::id).collect();
    assert_eq!(huge, ["gra/scale/100000000"]);
}
