//! Compares functions of this crate with their transcriptions in `proof/Machine.v`, of which Coq has checked a proof and
//! which `proof/check.sh` extracts as a program.

use std::env;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::random::Random;

/// Words of every length, with their neighbours, and next to both ends of `u64`.
fn word(random: &mut Random) -> u64 {
    let bits = 1 + random.below(64) as u32;
    match random.below(4) {
        0 => random.bits(bits),
        1 => (1 << (bits - 1)) + random.bits(2) - 1,
        2 => u64::MAX - random.bits(bits),
        _ => random.bits(64),
    }
}

/// Checks that `ours` returns what the kernel does, on random lists of `N` words, each as `shape` makes it. If the program
/// is not built, prints SKIPPED, or fails if `GRUNDY_PROOFS` is set, as in CI.
pub(crate) fn assert_same<const N: usize>(
    kernel: &str,
    shape: impl Fn([u64; N]) -> [u64; N],
    ours: impl Fn([u64; N]) -> u64,
) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proof/bin/machine");
    if !program.exists() {
        let is_needed = env::var_os("GRUNDY_PROOFS").is_some();
        assert!(!is_needed, "proof/check.sh builds {}", program.display());
        // Not `eprintln!`, which the test harness hides for tests that pass.
        let _ = writeln!(
            io::stderr(),
            "\n*** SKIPPED {kernel}: proof/bin/machine is not built ***"
        );
        return;
    }
    let mut random = Random(1);
    let drawn = std::iter::repeat_with(|| std::array::from_fn(|_| word(&mut random)));
    let inputs: Vec<[u64; N]> = drawn.map(shape).take(10_000).collect();
    let lines = inputs
        .iter()
        .map(|words| words.map(|word| word.to_string()).join(" ") + "\n");
    let mut child = Command::new(program)
        .arg(kernel)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It prints nothing before it has read everything.
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(lines.collect::<String>().as_bytes())
        .expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{kernel}");
    let answers = String::from_utf8(output.stdout).expect("answers are text");
    let answers: Vec<u64> = answers
        .lines()
        .map(|line| line.parse().expect("a number"))
        .collect();
    assert_eq!(answers.len(), inputs.len());
    for (words, answer) in inputs.into_iter().zip(answers) {
        assert_eq!(ours(words), answer, "{kernel} of {words:?}");
    }
}
