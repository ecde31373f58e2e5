//! The basic commands: inputs, messages, exit codes, files.

use std::fs;

use crate::support::{Ended, Folder, all_refused, grundy};

/// Even for root, reading one's own memory at address 0 and making files in /proc fail.
const REFUSED_BY_LINUX: &str = "\
solve /proc/self/mem => error: cannot read /proc/self/mem:
man /proc/self => error: cannot write to /proc/self:";

#[cfg(target_os = "linux")]
#[test]
fn what_linux_refuses_has_exit_code_2() {
    all_refused(&Folder::new(), "", REFUSED_BY_LINUX);
}

/// The result of a command is an answer, or help, or a version.
#[cfg(target_os = "linux")]
#[test]
fn output_on_a_full_disk_is_an_error() {
    for line in ["gen --shape sparse -m 9 -n 2", "sweep --help", "--version"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let ended = Ended::of(grundy(line).stdout(full.unwrap()).output().unwrap());
        let error =
            "error: cannot write to standard output: No space left on device (os error 28)\n";
        assert_eq!((ended.code, ended.err.as_str()), (Some(2), error), "{line}");
    }
}

/// Problems of the standard streams: a missing one, or `/dev/null` opened for reading as well.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_without_a_reader_is_no_error() {
    for discarded in [">/dev/null", "1<>/dev/null", ">&-"] {
        for line in ["solve", "sweep --up-to 4"] {
            let script = format!("printf '5 2\\n1 3\\n' | grundy {line} {discarded}");
            let ended = Folder::new().shell(&script);
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{script}");
        }
    }
}
