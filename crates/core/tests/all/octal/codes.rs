//! What a code says, how it is written, and what is said of a text that is none.

use grundy_core::octal::Code;

use crate::table::lines;

#[test]
fn written_and_read_back() {
    let table = "
        0.77 => 0.77
        .77 => 0.77
        0.770 => 0.77
        4.0 => 4.0
        4!.0 => 4!.0
        0.0 => 0.0
        0.3! => 0.3
        0.F => 0.f
        c.08! => c.08!
        0.[3] => 0.[3]
        0.3[3] => 0.[3]
        0.3[0303] => 0.[30]
        0.30[3] => 0.30[3]
        4.[0] => 4.0
        4.7[000] => 4.7
        subtract:1,3,4 => subtract:1,3,4
        subtract:4,1,3 => subtract:1,3,4
        subtract:squares => subtract:squares
    ";
    for (text, written) in lines(table) {
        let code: Code = text.parse().unwrap();
        assert_eq!(code.to_string(), written);
        assert_eq!(written.parse::<Code>().unwrap(), code);
    }
}

#[test]
fn errors_have_their_place() {
    let table = r"
         => column 1: the code ends here, expected a game's code, as in 0.77 or subtract:1,3,4
        chess => column 2: found `h`, expected a point after the first digit
        kayles => column 1: found `k`, expected a game's code, as in 0.77 or subtract:1,3,4
        4 => column 2: the code ends here, expected a point after the first digit
        4. => column 3: the code ends here, expected a digit from 0 to f
        3.7 => column 1: 3 in front of the point: with nothing taken, a heap can only be parted: 0, 4, 8 or c
        0.7g => column 4: found `g`, expected a digit from 0 to f
        0.7ü => column 4: found `\u{fc}`, expected a digit from 0 to f
        0.7!! => column 5: found `!`, expected a digit from 0 to f
        0.[ => column 4: the code ends here, expected a digit that repeats
        0.[] => column 4: found `]`, expected a digit that repeats
        0.[3 => column 5: the code ends here, expected a digit or `]`
        0.[3]1 => column 6: found `1`, expected the end of the code: what repeats, repeats for ever
        subtract: => column 10: the code ends here, expected a number of stones, or `squares`
        subtract:1,,2 => column 12: found `,`, expected a number of stones, or `squares`
        subtract:1;2 => column 11: found `;`, expected a comma
        subtract:1,2, => column 14: the code ends here, expected a number of stones, or `squares`
        subtract:2,1,2 => column 14: 2 stands here for the second time
        subtract:2,0 => column 12: 0 in a subtraction set: a move takes at least 1 stone
        subtract:99999999999 => column 10: at most 1048576 stones can be said in a code
    ";
    for (text, error) in lines(table) {
        let found = text.parse::<Code>().unwrap_err().to_string();
        assert_eq!(found, error, "{text}");
    }
}

#[test]
fn digits_say_what_may_be_taken() {
    let taken = |code: &str, heap| -> Vec<u64> {
        let code: Code = code.parse().unwrap();
        code.moves(heap).map(|(k, _)| k).collect()
    };
    assert_eq!(taken("0.137", 9), [1, 2, 3]);
    assert_eq!(taken("4.07", 9), [0, 2]);
    assert_eq!(taken("4.07", 1), [0]);
    assert_eq!(taken("0.0[10]", 9), [2, 4, 6, 8]);
    assert_eq!(taken("subtract:1,3,4", 3), [1, 3]);
    assert_eq!(taken("subtract:squares", 30), [1, 4, 9, 16, 25]);
    let reach = |code: &str| code.parse::<Code>().unwrap().reach();
    assert_eq!(reach("4.0"), Some(0));
    assert_eq!(reach("0.0007"), Some(4));
    assert_eq!(reach("subtract:2,50"), Some(50));
    assert_eq!(reach("subtract:squares"), None);
    let parts = [
        "0.0",
        "0.1",
        "0.3",
        "0.07",
        "0.08",
        "subtract:2",
        "subtract:squares",
        "0.[3]",
        "0.[04]",
    ];
    let parts = parts.map(|code| code.parse::<Code>().unwrap().parts());
    assert_eq!(parts, [0, 0, 1, 2, 3, 1, 1, 1, 2]);
    let same = |a: &str, b: &str| a.parse::<Code>().unwrap() == b.parse().unwrap();
    assert!(same("0.3[3]", ".[33]"));
    // The same game, and written differently.
    assert!(!same("subtract:1", "0.3"));
}
