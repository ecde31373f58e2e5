//! How much memory is free, asked before a large table is made.

use std::fmt;

/// A table would need more memory than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("needs {}, {} are free", Size(*needed), Size(*free))]
pub struct NotEnoughMemory {
    /// Bytes needed; `u64::MAX` stands for more than a `u64` holds.
    pub needed: u64,
    /// Bytes that are free.
    pub free: u64,
}

/// A number of bytes as people read it: with one decimal in MiB, GiB or TiB.
///
/// ```
/// assert_eq!(grundy_brute::memory::Size(5 << 29).to_string(), "2.5 GiB");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(bytes) = *self;
        let (unit, name) = match bytes {
            0..0x4000_0000 => (0x10_0000, "MiB"),
            0x4000_0000..0x100_0000_0000 => (0x4000_0000, "GiB"),
            _ => (0x100_0000_0000_u64, "TiB"),
        };
        write!(f, "{:.1} {name}", bytes as f64 / unit as f64)
    }
}

/// How many bytes are free, as Linux estimates it (`MemAvailable`): what can be used without pushing
/// other programs out of memory. `None` where the system does not say.
pub fn free_bytes() -> Option<u64> {
    available(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// The line `MemAvailable:   12345 kB`, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kib.checked_mul(1024)
}

/// Compares what a table needs with what is free; where that is not known, anything goes.
///
/// # Errors
/// When `needed` bytes are more than are free.
pub fn check(needed: u64) -> Result<(), NotEnoughMemory> {
    check_against(needed, free_bytes())
}

pub(crate) fn check_against(needed: u64, free: Option<u64>) -> Result<(), NotEnoughMemory> {
    match free {
        Some(free) if needed > free => Err(NotEnoughMemory { needed, free }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_linux_writes() {
        let text = "MemTotal:       24689868 kB\nMemFree:  1 kB\nMemAvailable:   22334455 kB\n";
        assert_eq!(available(text), Some(22_334_455 * 1024));
        assert_eq!(available("MemTotal:       24689868 kB\n"), None);
        assert_eq!(available("MemAvailable: many kB\n"), None);
        assert_eq!(available("MemAvailable: 5\n"), None);
    }

    #[test]
    fn says_what_is_missing() {
        let gib = 1 << 30;
        let error = check_against(64 * gib, Some(213 * gib / 10)).unwrap_err();
        assert_eq!(error.to_string(), "needs 64.0 GiB, 21.3 GiB are free");
        let error = check_against(1 << 45, Some(1 << 20)).unwrap_err();
        assert_eq!(error.to_string(), "needs 32.0 TiB, 1.0 MiB are free");
        assert_eq!(check_against(5, Some(5)), Ok(()));
        assert_eq!(check_against(u64::MAX, None), Ok(()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn asks_the_machine() {
        assert!(free_bytes().unwrap() > 1 << 20);
        assert_eq!(check(0), Ok(()));
        let error = check(u64::MAX).unwrap_err();
        assert_eq!(error.needed, u64::MAX);
        assert!(error.free > 1 << 20);
    }
}
