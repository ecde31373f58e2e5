//! Exit codes.

/// The result of a command that ran to its end, as its exit code states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Exit code 0.
    Fine,
    /// A check failed: exit code 1.
    CheckFailed,
    /// The user stopped it: exit code 130.
    Interrupted,
}

impl Done {
    /// The result of a check.
    pub const fn of_check(is_passed: bool) -> Self {
        if is_passed {
            Self::Fine
        } else {
            Self::CheckFailed
        }
    }
}

/// The exit code of bad usage and bad input.
pub const BAD_USAGE: u8 = 2;
/// The exit code of a command that was stopped, the same as shells use for Ctrl-C.
pub const INTERRUPTED: u8 = 130;
