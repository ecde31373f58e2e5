//! What docs/formats.md says in tables, against the games themselves.

const FORMATS: &str = include_str!("../../../../../docs/formats.md");

/// The cells of the rows that begin with a game's name, all tables together, without the marks around
/// names.
fn rows(game: &str) -> Vec<Vec<String>> {
    let head = format!("| `{game}` |");
    FORMATS
        .lines()
        .filter(|line| line.starts_with(&head))
        .map(|line| {
            let cells = line.trim_matches('|').split(" | ");
            cells.map(|cell| cell.trim().replace('`', "")).collect()
        })
        .collect()
}

#[test]
fn tables_tell_every_game_and_shape() {
    for game in grundy_games::all() {
        let about = game.about();
        let shapes: Vec<&str> = about.shapes.iter().map(|shape| shape.name).collect();
        let rows = rows(&about.name);
        for (what, cell) in [
            ("its shapes", shapes.join(", ")),
            ("how far its sweep goes", about.sweep_to.to_string()),
        ] {
            assert!(
                rows.iter().flatten().any(|found| *found == cell),
                "docs/formats.md: no row `| {} |` has a cell `{cell}` ({what}); its rows: {rows:?}",
                about.name
            );
        }
    }
}
