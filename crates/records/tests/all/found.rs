//! What sweeps found, in JSON.

use std::path::Path;

use grundy_records::found::Findings;

fn committed() -> String {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    std::fs::read_to_string(results.join("closure/gra-random-10000.json")).unwrap()
}

#[test]
fn the_committed_record_is_read_and_written_again() {
    let text = committed();
    let found = Findings::parse(Path::new("a.json"), text.as_bytes()).unwrap();
    assert!(found.confirmed && found.total["gra"].followed.winning == 27_960);
    // But for the order of the names in a plan, which nobody is promised.
    let again = serde_json::to_string(&found).unwrap();
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(&again), value(&text));
    assert_eq!(
        Findings::parse(Path::new("a.json"), again.as_bytes()).unwrap(),
        found
    );
}

#[test]
fn what_contradicts_itself_is_refused() {
    let text = committed();
    let contradicts = "a.json: its fields contradict each other";
    for (what, instead, said) in [
        ("\"confirmed\":true", "\"confirmed\":false", contradicts),
        ("\"losing\":4337", "\"losing\":10001", contradicts),
        ("\"mismatches\":0", "\"mismatches\":1", contradicts),
        ("\"seconds\":{\"gra\"", "\"seconds\":{\"nim\"", contradicts),
        (
            "\"smallest\":[]",
            "\"smallest\":[],\"note\":1",
            "unknown field `note`",
        ),
        ("\"version\"", "\"versions\"", "unknown field `versions`"),
        ("}", "", "a.json: "),
    ] {
        assert!(text.contains(what), "{what}");
        // The last of them: `oracle_seconds` comes before `seconds`.
        let at = text.rfind(what).unwrap();
        let spoilt = format!("{}{instead}{}", &text[..at], &text[at + what.len()..]);
        let error = Findings::parse(Path::new("a.json"), spoilt.as_bytes())
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("a.json: ") && error.contains(said),
            "{error}"
        );
    }
    let missing = Findings::read(Path::new("none.json"))
        .unwrap_err()
        .to_string();
    assert!(missing.starts_with("none.json: "), "{missing}");
}
