//! Every input of the corpus, and everything that a fuzz target once crashed on, replayed.

use std::fs;
use std::path::Path;

use grundy_features::tier;
use grundy_fuzz::corpus;
use grundy_fuzz::records::behind_a_hash;
use grundy_fuzz::targets::TARGETS;
use grundy_records::benchmark::Record;
use grundy_records::bfile;
use grundy_records::checkpoint::SweepCheckpoint;
use grundy_records::sweep::SweepRow;
use grundy_records::table;
use grundy_sweep::VERSION;

/// The corpus of each target is replayed, whole and cut short in many places.
#[test]
fn replayed() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    assert_eq!(fs::read_dir(files).unwrap().count(), TARGETS.len());
    for (target, check) in TARGETS {
        let mut inputs = 0;
        for (name, data) in corpus::read(target).unwrap() {
            // What libFuzzer has found is cut already.
            let most = if name.starts_with("found-") {
                0
            } else {
                data.len()
            };
            println!("{target} {name}");
            let step = data.len() / tier(16, 64) + 1;
            for end in (0..most).step_by(step).chain([data.len()]) {
                if let Err(finding) = check(&data[..end]) {
                    panic!("{target} {name}, cut to {end} bytes: {finding}");
                }
                inputs += 1;
            }
        }
        assert!(inputs > 100, "{target}: {inputs} inputs");
    }
}

/// What the good inputs of the corpora are for: they have to be accepted, not refused.
#[test]
fn good_inputs_are_accepted() {
    let input = |target: &str, name: &str| corpus::read(target).unwrap().remove(name).unwrap();
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
        assert!(
            game.answer(&mut &input("readers", file)[..]).is_ok(),
            "{file}"
        );
    }
    let kayles = input("records", "b-file-kayles");
    assert_eq!(bfile::parse(Path::new("kayles"), &kayles).unwrap().len(), 8);
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
        let query = String::from_utf8(input("page", link)).unwrap();
        let request = format!("GET /?{query} HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n");
        let page = grundy_play::web::respond(request.as_bytes());
        assert!(page.starts_with("HTTP/1.1 200"), "{link}: {page}");
    }
    let sweep = input("records", "sweep-record-two-rows");
    let sweep = table::parse::<SweepRow>(Path::new("sweep"), &sweep);
    assert_eq!(sweep.unwrap().len(), 2);
    let bench = input("records", "bench-record-two-rows");
    let bench = table::parse::<Record>(Path::new("bench"), &bench);
    assert_eq!(bench.unwrap().len(), 2);
    for (file, parts) in [("two-parts", 2), ("random", 0), ("rules-program", 0)] {
        let content = String::from_utf8(input("records", &format!("checkpoint-{file}"))).unwrap();
        let file = behind_a_hash(&content);
        let checkpoint = SweepCheckpoint::from_bytes(&file, VERSION).unwrap();
        assert_eq!(checkpoint.parts.len(), parts);
    }
}
