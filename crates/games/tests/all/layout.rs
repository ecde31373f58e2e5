//! Test sets are as Polish olympiad tooling wants them, to the last blank.

use std::io;

fn is_tidy(text: &str) -> bool {
    text.ends_with('\n')
        && !text.contains("\n\n")
        && !text.contains("  ")
        && !text.contains(" \n")
        && !text.contains("\n ")
        && !text.starts_with([' ', '\n'])
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() || byte == b' ' || byte == b'\n')
}

/// ID, group, and the rest: `gra1a`.
fn is_a_test_name(name: &str) -> bool {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = name.len() - rest.len();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    letters == 3
        && digits > 0
        && rest[digits..]
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

#[test]
fn names_and_white_space_of_test_sets() {
    let mut tests = 0;
    for game in grundy_games::all() {
        let names = &mut Vec::new();
        game.suite(1, &mut |name, input, answer| {
            assert!(is_a_test_name(name), "{name}");
            assert!(is_tidy(input) && is_tidy(answer), "{name}");
            names.push(name.to_owned());
            tests += 1;
            io::Result::Ok(())
        })
        .unwrap();
        assert_eq!(names.len(), game.about().tests);
        // One ID for all tests of a package.
        assert!(names.windows(2).all(|pair| pair[0][..3] == pair[1][..3]));
    }
    assert_eq!(tests, 32);
    assert!(!is_tidy("1 \n") && !is_tidy("1") && !is_tidy("1\n\n") && !is_tidy("1  2\n"));
    assert!(!is_a_test_name("gra") && !is_a_test_name("gra1A") && is_a_test_name("gra0s1"));
}
