//! What sweeps found, in JSON.

use std::fs;
use std::path::{Path, PathBuf};

use grundy_records::found::Findings;

fn committed() -> PathBuf {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    results.join("closure/gra-random-10000.json")
}

/// It is read, and what is written is the same, but for the order of the names in a plan, which the format leaves open.
#[test]
fn the_committed_record_is_read_and_written_again() {
    let found = Findings::read(&committed()).unwrap();
    assert!(found.confirmed && found.total["gra"].followed.winning == 27_960);
    let text = fs::read_to_string(committed()).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::json!(found), value);
}

#[test]
fn what_contradicts_itself_is_refused() {
    let text = fs::read_to_string(committed()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    let error_of = |file: &Path| {
        let error = Findings::read(file).unwrap_err().to_string();
        let (begins, said) = error.split_at(file.to_str().unwrap().len());
        assert_eq!(begins, file.to_str().unwrap());
        said.to_owned()
    };
    let contradicts = ": its fields contradict each other";
    for (what, instead, said) in [
        ("\"confirmed\":true", "\"confirmed\":false", contradicts),
        (
            "\"confirmed\":true",
            "\"distinct\":{\"gra\":10001},\"confirmed\":true",
            contradicts,
        ),
        ("\"losing\":4337", "\"losing\":10001", contradicts),
        ("\"mismatches\":0", "\"mismatches\":1", contradicts),
        ("\"seconds\":{\"gra\"", "\"seconds\":{\"nim\"", contradicts),
        (
            "\"version\"",
            "\"note\":1,\"version\"",
            "unknown field `note`",
        ),
        ("\"version\"", "\"versions\"", "unknown field `versions`"),
        ("}", "", ": "),
    ] {
        // The last of them: `oracle_seconds` comes before `seconds`.
        let at = text.rfind(what).expect(what);
        let spoilt = format!("{}{instead}{}", &text[..at], &text[at + what.len()..]);
        fs::write(&file, spoilt).unwrap();
        let error = error_of(&file);
        assert!(error.contains(said), "{error}");
    }
    assert!(error_of(Path::new("none.json")).starts_with(": No such"));
}
