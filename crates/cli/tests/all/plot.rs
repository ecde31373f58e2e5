//! `grundy values --plot`: pictures of values and of the plane of P-positions.

use crate::support::{Folder, ROW, wythoff};

/// The dots of a colour in a picture.
fn dots(svg: &str, colour: &str) -> usize {
    let stroke = format!("stroke:var(--{colour})");
    let paths = svg
        .split("<path d=\"")
        .skip(1)
        .filter(|path| path.contains(&stroke));
    let places = |path: &str| {
        path.split('"')
            .next()
            .unwrap_or_default()
            .matches('M')
            .count()
    };
    paths.map(places).sum()
}

#[test]
fn heaps_and_their_proved_period() {
    let folder = Folder::new();
    folder
        .run("values -g 0.77 --up-to 167 --plot kayles.svg")
        .with(0);
    let svg = folder.read("kayles.svg");
    assert_eq!((dots(&svg, "ours"), dots(&svg, "line-0")), (167, 1));
    assert!(
        svg.contains("heaps 0 to 167; period 12 from heap 71 on: proved"),
        "{svg}"
    );
    assert_eq!(svg.matches("fill:var(--period)").count(), 2);
    folder
        .run("values -g 0.77 --up-to 166 --plot kayles.svg")
        .with(0);
    let svg = folder.read("kayles.svg");
    assert!(
        svg.contains("seen and not proved") && !svg.contains("fill:var(--period)"),
        "{svg}"
    );
}

#[test]
fn games_by_size_and_the_plane_of_two_heaps() {
    let folder = wythoff("smallest: 0");
    folder.program("row.sh", ROW);
    folder
        .run("values -g ./row.sh --up-to 20 --plot row.svg")
        .with(0);
    let svg = folder.read("row.svg");
    assert_eq!((dots(&svg, "ours"), dots(&svg, "line-0")), (14, 7));
    folder
        .run("values -g ./wythoff --up-to 20 --plot plane.svg")
        .with(0);
    // 0 0, and in both orders 1 2, 3 5, 4 7, 6 10, 8 13 up to 20 stones.
    assert_eq!(dots(&folder.read("plane.svg"), "line-0"), 9);
}
