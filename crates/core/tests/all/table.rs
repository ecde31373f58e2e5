//! Tables of texts in tests.

/// The lines of a table `TEXT => EXPECTED`. In a text, `\\n`, `\\t` and `\\r` stand for these characters.
pub fn lines(table: &str) -> impl Iterator<Item = (String, &str)> {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| {
        let (text, expected) = line.split_once("=>").unwrap();
        let text = text.trim_end_matches(' ').replace("\\n", "\n");
        (
            text.replace("\\t", "\t").replace("\\r", "\r"),
            expected.trim(),
        )
    })
}
