//! Pictures are drawn as they were when they were last looked at.
//!
//! After a change of the layout these tests write the new picture beside the old one: look at it, and rename it if it is right.

use std::fs;
use std::path::{Path, PathBuf};

use grundy_games::heaps::Sequence;
use grundy_records::picture::{Picture, Values};

fn is_as_in(file: &str, drawn: &[u8]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if fs::read(&file).is_ok_and(|old| old == drawn) {
        return;
    }
    let mut new = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    new.push(file.file_name().unwrap());
    fs::write(&new, drawn).unwrap();
    panic!(
        "{} is drawn otherwise now: {}",
        file.display(),
        new.display()
    );
}

/// The picture of docs/python.md.
#[test]
fn the_values_of_kayles() {
    let kayles = Sequence::to("0.77".parse().unwrap(), 167);
    let title = "Kayles, the heap game 0.77";
    let picture = Picture::of_heaps(title, kayles.cells(), kayles.period());
    is_as_in("../../docs/images/kayles.svg", picture.svg().as_bytes());
}

/// Values that do not begin with that of 0, so many that their dots are smaller. They end within the first period, and the
/// note is too long.
#[test]
fn values_from_seven_on() {
    let shown = Values {
        across: "stones",
        up: "value",
        lost: "lost",
        values: (7..400_u64).map(|stones| (stones, stones * stones % 11)),
        shaded: Some((380, 50)),
    };
    let note = "a < b & c; ".repeat(20);
    let picture = Picture::of_values("Squares modulo 11", &note, &shown);
    is_as_in("tests/all/data/values.svg", picture.svg().as_bytes());
}

/// P-positions of Wythoff's game: pairs whose difference no other pair has.
#[test]
fn a_plane() {
    let golden = f64::midpoint(1.0, 5_f64.sqrt());
    let pairs = (0..16_u32).map(|apart| ((golden * f64::from(apart)) as u64, u64::from(apart)));
    let lost: Vec<(u64, u64)> = pairs
        .flat_map(|(least, apart)| [(least, least + apart), (least + apart, least)])
        .collect();
    let picture = Picture::of_plane("Wythoff's game", "numbers to 40", 40, &lost);
    is_as_in("tests/all/data/plane.svg", picture.svg().as_bytes());
}

#[test]
fn the_name_of_a_file_says_its_format() {
    let picture = Picture::of_plane("a", "b", 3, &[(1, 2)]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.SVG");
    picture.write(&path).unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), picture.svg());
    let error = picture.write(Path::new("a.png")).unwrap_err().to_string();
    assert!(error.starts_with("a.png: found a name without .svg"));
}
