//! Every input of the corpus, and everything that a fuzz target once crashed on, replayed.

use std::fs;
use std::path::{Path, PathBuf};

use grundy_fuzz::records::behind_a_hash;
use grundy_fuzz::targets::TARGETS;
use grundy_records::benchmark::Record;
use grundy_records::bfile;
use grundy_records::checkpoint::Checkpoint;
use grundy_records::sweep::SweepRow;
use grundy_records::table;
use grundy_sweep::VERSION;

/// The files of a folder, or its folders.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The corpus of each target is replayed, whole and cut short in many places.
#[test]
fn replayed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    assert_eq!(entries(&corpus).len(), TARGETS.len());
    for (name, check) in TARGETS {
        let mut inputs = 0;
        for file in entries(&corpus.join(name)) {
            let data = fs::read(&file).unwrap();
            // What libFuzzer has found is cut already.
            let is_found = file
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with("found-"));
            let cuts = (0..if is_found { 0 } else { data.len() }).step_by(data.len() / 64 + 1);
            println!("{}", file.display());
            for end in cuts.chain([data.len()]) {
                if let Err(finding) = check(&data[..end]) {
                    panic!("{}, cut to {end} bytes: {finding}", file.display());
                }
                inputs += 1;
            }
        }
        assert!(inputs > 300, "{name}: {inputs} inputs");
    }
}

/// What the good inputs of the corpora are for: they have to be accepted, not refused.
#[test]
fn good_inputs_are_accepted() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let read = |file: &str| fs::read(dir.join("readers").join(file)).unwrap();
    for (game, file) in [
        ("gra", "gra-sample-won"),
        ("gra", "gra-full-strip"),
        ("gra", "gra-largest-m"),
        ("gra", "crlf-and-tabs"),
        ("gra", "leading-zeros"),
        ("nim", "nim-largest-heap"),
        ("bounded", "bounded-largest-k"),
        ("staircase", "staircase-largest-sum"),
        ("constrained", "constrained-all-forbidden"),
        ("kamyki", "kamyki-sample"),
        ("kamyki", "kamyki-largest-pile"),
    ] {
        let game = &*grundy_games::find(game).unwrap();
        assert!(game.answer(&mut &read(file)[..]).is_ok(), "{file}");
    }
    let kayles = fs::read(dir.join("b-file").join("kayles")).unwrap();
    assert_eq!(bfile::parse(&dir, &kayles).unwrap().len(), 8);
    for link in [
        "nim",
        "gra-picked",
        "bounded",
        "staircase",
        "constrained",
        "kamyki",
        "kayles",
        "sum",
        "look-back",
    ] {
        let query = fs::read_to_string(dir.join("page").join(link)).unwrap();
        let request = format!("GET /?{query} HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n");
        let page = grundy::respond(request.as_bytes());
        assert!(page.starts_with("HTTP/1.1 200"), "{link}: {page}");
    }
    let sweep = dir.join("sweep-record").join("two-rows");
    assert_eq!(table::read::<SweepRow>(&sweep).unwrap().len(), 2);
    let bench = dir.join("bench-record").join("two-rows");
    assert_eq!(table::read::<Record>(&bench).unwrap().len(), 2);
    for (file, parts) in [("two-parts", 2), ("random", 0), ("rules-program", 0)] {
        let content = fs::read(dir.join("checkpoint").join(file)).unwrap();
        let file = behind_a_hash(&String::from_utf8(content).unwrap());
        let checkpoint = Checkpoint::from_bytes(&file, VERSION).unwrap();
        assert_eq!(checkpoint.parts.len(), parts);
    }
}
