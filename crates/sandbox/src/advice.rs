//! Why a program could not be started, with advice if the reason is known.

use rustix::io::Errno;
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Returns the error of starting `command` with advice.
pub(crate) fn not_started(command: &OsStr, error: &io::Error) -> String {
    let path = Path::new(command);
    let shown = path.display().to_string();
    let has_no_format = error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error());
    let advice = match error.kind() {
        ErrorKind::NotFound if !shown.contains('/') && path.is_file() => {
            &format!("; the file here is ./{shown}")
        }
        ErrorKind::NotFound if path.is_file() => {
            "; the file is there, but what its first line names after #! is not (a line feed alone has to end that \
             line), or a library"
        }
        ErrorKind::NotFound if shown.contains(' ') => {
            "; a command and its arguments are words of their own, without quotes around all of them"
        }
        ErrorKind::PermissionDenied if path.is_dir() => "; it is a folder",
        ErrorKind::PermissionDenied => "; a file to be started has to be executable (chmod +x)",
        _ if has_no_format => {
            "; it is empty, or its first line does not say what runs it (#!/usr/bin/env python3)"
        }
        _ => "",
    };
    format!("{error}{advice}")
}
