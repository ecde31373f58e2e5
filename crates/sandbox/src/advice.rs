//! Why a program could not be started, with advice if the reason is known.

use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// The system reads at most this many bytes of a file's first line.
const LINE: u64 = 256;

/// Returns the error of starting `command` with advice.
pub(crate) fn not_started(command: &OsStr, error: &io::Error) -> String {
    let path = Path::new(command);
    let shown = path.display().to_string();
    let advice = match error.kind() {
        ErrorKind::NotFound if !shown.contains('/') && path.is_file() => {
            format!("; the file here is ./{shown}")
        }
        ErrorKind::NotFound if path.is_file() => interpreter_missing(path),
        ErrorKind::NotFound if shown.contains(' ') => {
            "; a command and its arguments are words of their own, without quotes around all of them"
                .to_owned()
        }
        ErrorKind::PermissionDenied if path.is_dir() => "; it is a folder".to_owned(),
        ErrorKind::PermissionDenied => {
            "; a file to be started has to be executable (chmod +x)".to_owned()
        }
        _ if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            "; it is empty, or its first line does not say what runs it (#!/usr/bin/env python3)"
                .to_owned()
        }
        _ => String::new(),
    };
    format!("{error}{advice}")
}

/// Returns the advice for a file that exists although the system reports that it does not: the interpreter that its
/// first line names after `#!` is missing.
fn interpreter_missing(path: &Path) -> String {
    let mut begin = Vec::new();
    // A file that cannot be read has no first line.
    let _ = File::open(path).and_then(|file| file.take(LINE).read_to_end(&mut begin));
    let text = String::from_utf8_lossy(&begin);
    let line = text.split('\n').next().unwrap_or_default();
    let Some(words) = line.strip_prefix("#!") else {
        return "; the file is there, but what is needed to run it is not".to_owned();
    };
    let words = words.trim_start_matches([' ', '\t']);
    let interpreter = words.split([' ', '\t']).next().unwrap_or_default();
    let advice = if line.ends_with('\r') {
        ": the line ends with a carriage return; end the lines of the file with line feeds alone"
    } else {
        ""
    };
    format!("; its first line says that {interpreter:?} runs it, which is not there{advice}")
}
