//! `grundy check`.

use crate::support::{Ended, Folder, ROW, all_refused, all_shown, refused, run, shows};

#[test]
fn an_input_is_valid_or_the_first_place_that_is_not_is_named() {
    let folder = Folder::new();
    for (name, text) in [
        ("right", "2\n3 5\n"),
        ("other", "1\n7\n"),
        ("blank", "2\n3  5\n"),
        ("open", "2\n3 5"),
        ("zero", "2\n03 5\n"),
        ("short", "2\n3\n"),
        ("mark", "\u{feff}2\n3 5\n"),
    ] {
        folder.write(name, text);
    }
    all_shown(
        &folder,
        "check -g nim",
        r"1 right blank => blank:2:3: found ` `, expected `5`\n
43 --kattis blank => blank:2:3: found ` `, expected `5`\n
1 open => open:2:4: found the end of the input, expected the end of the line\n
1 zero => zero:2:1: found `0`, expected `3`\n
1 short => short:
43 --kattis mark => mark:1:1: found a byte order mark, expected none: the validators of judges refuse it\n
1 -m 4 right => right: m is 5, expected at most 4\n
1 -n 1 right => right: n is 2, expected at most 1\n",
    );
    for (code, arguments) in [
        (0, "right"),
        (0, "right other"),
        (0, "-m 5 right"),
        (42, "--kattis right other"),
    ] {
        let ended = folder.run(&format!("check -g nim {arguments}"));
        assert_eq!(ended.with(code), "", "{arguments}");
    }
    all_refused(&folder, "check -g nim", "absent => cannot read absent");
    assert_eq!(run("check -g nim nowhere/absent --kattis").code, Some(2));
}

#[test]
fn the_inputs_of_a_rules_program_are_its_positions() {
    let folder = Folder::new();
    let wythoff = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/rules/wythoff.py"
    );
    for (name, text) in [
        ("right", "3 5\n"),
        ("blank", "3  5\n"),
        ("wrong", "3 x\n"),
        ("mark", "\u{feff}3 5\n"),
    ] {
        folder.write(name, text);
    }
    let said = |name: &str| folder.run(&format!("check -g {wythoff} {name}"));
    said("right").with(0);
    assert_eq!(
        said("blank").with(1),
        "blank:1:3: found ` `, expected `5`\n"
    );
    assert!(
        said("mark")
            .with(1)
            .starts_with("mark:1:1: found a byte order mark")
    );
    // Other commands skip it.
    for command in ["solve", "solve --format json", "explain"] {
        let of = |name| {
            folder
                .run(&format!("{command} -g {wythoff} {name}"))
                .with(0)
        };
        assert_eq!(of("mark"), of("right"), "{command}");
    }
    assert!(said("wrong").with(1).contains("ValueError"));
    // Take one or two of a row, of at most 20. A text with a number in it need not be a position.
    let row = ROW
        .replace("'title: A row'", "'sweep-to: 20'")
        .replace("exit 1 ;;", "p=0 ;;");
    folder.program("row", &row);
    folder.program(
        "far",
        &row.replace("'sweep-to: 20'", "'sweep-to: 20'; echo 'limits: 1000 1'"),
    );
    folder.program("open", &row.replace("about)", "a)"));
    let no_size = "lists this position, and no move from those leads to it";
    for (name, text, by_row, by_far) in [
        ("listed", "20\n", (0, ""), (0, "")),
        (
            "negative",
            "-1\n",
            (1, "no size up to 20 lists this position"),
            (2, "cannot be checked: no size up to 20"),
        ),
        ("zero", "03\n", (1, no_size), (2, no_size)),
        ("beyond", "21\n", (1, no_size), (2, no_size)),
        (
            "empty",
            "20\n\n",
            (
                1,
                "empty:2:1: found the end of the line, expected the end of",
            ),
            (1, "empty:2:1"),
        ),
        (
            "before",
            "\n 20\n",
            (1, "before:1:1: found the end of the line, expected `2`"),
            (1, "before:1:1"),
        ),
    ] {
        folder.write(name, text);
        for (game, (code, why)) in [("row", by_row), ("far", by_far)] {
            let Ended {
                code: got,
                out,
                err,
            } = folder.run(&format!("check -g ./{game} {name}"));
            assert!(
                got == Some(code) && (out + &err).contains(why),
                "{game} {name}: {got:?} {why}"
            );
        }
    }
    // Without `sweep-to` any size may have more positions.
    refused(
        folder.run("check -g ./open negative"),
        "cannot be checked: no size up to 99",
    );
    let refusals = "-m 4 right => -m and -n: the extent of a position of
-n 2 right => is not known, so nothing is checked against these limits";
    all_refused(&folder, &format!("check -g {wythoff}"), refusals);
}

#[test]
fn options_are_compared_with_those_of_another_game() {
    let folder = Folder::new();
    folder.program("row", ROW);
    let line = "check -g gra --up-to 9 --against";
    shows(
        &folder.run(&format!("{line} gra")).with(0),
        "502 positions up to size 9, 0 with other options",
    );
    let page = folder.run("check -g ./row --up-to 5 --against nim").with(1);
    shows(&page, "with other options\n  position  ");
    shows(&page, "\n  nim       1:");
    all_refused(
        &folder,
        "check -g nim --against",
        "nim a => cannot be used with",
    );
}
