//! Free memory, which is checked before a large table is allocated.

use std::{fmt, fs};

/// A table would need more memory than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("needs {}, {} are free", ByteSize(*needed), ByteSize(*free))]
pub struct NotEnoughMemory {
    /// Bytes needed; `u64::MAX` stands for more than a `u64` holds.
    pub needed: u64,
    /// Bytes that are free.
    pub free: u64,
}

/// A number of bytes, displayed with one decimal in MiB, GiB or TiB.
///
/// ```
/// assert_eq!(grundy_brute::memory::ByteSize(5 << 29).to_string(), "2.5 GiB");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByteSize(pub u64);

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(bytes) = *self;
        let (unit, name) = match bytes {
            0..0x400 => return write!(f, "{bytes} bytes"),
            0x400..0x10_0000 => (0x400, "KiB"),
            0x10_0000..0x4000_0000 => (0x10_0000, "MiB"),
            0x4000_0000..0x100_0000_0000 => (0x4000_0000, "GiB"),
            _ => (0x100_0000_0000_u64, "TiB"),
        };
        write!(f, "{:.1} {name}", bytes as f64 / unit as f64)
    }
}

/// How many bytes are free, as Linux estimates it (`MemAvailable`): what can be used without pushing
/// other programs out of memory; or what is left of the process's limit (`ulimit -v`) if that is less.
/// `None` where the system does not tell.
pub fn free_bytes() -> Option<u64> {
    let free = kib(&read("/proc/meminfo")?, "MemAvailable:")?;
    let limits = read("/proc/self/limits").zip(read("/proc/self/status"));
    let left = limits.and_then(|(limits, status)| left_of_limit(&limits, &status));
    Some(left.map_or(free, |left| left.min(free)))
}

/// A quarter of the machine's memory in bytes, the default limit for the positions of a game that may never end. `None`
/// where the system does not tell.
pub fn quarter() -> Option<u64> {
    Some(kib(&read("/proc/meminfo")?, "MemTotal:")? / 4)
}

/// How many bytes of memory this process has at present. `None` where the system does not tell.
pub fn used() -> Option<u64> {
    kib(&read("/proc/self/status")?, "VmRSS:")
}

fn read(name: &str) -> Option<String> {
    fs::read_to_string(name).ok()
}

/// What is left of the line `Max address space  314572800  unlimited  bytes`; `None` where that is unlimited.
fn left_of_limit(limits: &str, status: &str) -> Option<u64> {
    let mut lines = limits.lines();
    let most = lines.find_map(|line| line.strip_prefix("Max address space"))?;
    let most: u64 = most.split_whitespace().next()?.parse().ok()?;
    Some(most.saturating_sub(kib(status, "VmSize:")?))
}

/// The number behind a name, as in the line `MemAvailable:   12345 kB`, in bytes.
fn kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kib.checked_mul(1024)
}

/// Compares what a table needs with what is free; passes where that is not known.
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
    fn sizes_have_a_unit_that_fits() {
        let shown = [1023, 1 << 10, 1 << 20, 3 << 29].map(|bytes| ByteSize(bytes).to_string());
        assert_eq!(shown, ["1023 bytes", "1.0 KiB", "1.0 MiB", "1.5 GiB"]);
    }

    #[test]
    fn reads_what_linux_writes() {
        let text = "MemFree:  1 kB\nMemAvailable:   22334455 kB\n";
        let available = |text| kib(text, "MemAvailable:");
        assert_eq!(available(text), Some(22_334_455 * 1024));
        for bad in [
            "MemTotal: 24689868 kB\n",
            "MemAvailable: many kB\n",
            "MemAvailable: 5\n",
        ] {
            assert_eq!(available(bad), None);
        }
        let limits = |most| {
            format!("Limit  Soft Limit  Hard Limit\nMax address space  {most}  unlimited  bytes\n")
        };
        let status = "Name:\tcat\nVmSize:\t    1000 kB\n";
        assert_eq!(left_of_limit(&limits("1124000"), status), Some(100_000));
        assert_eq!(left_of_limit(&limits("7"), status), Some(0));
        assert_eq!(left_of_limit(&limits("unlimited"), status), None);
    }

    #[test]
    fn the_error_tells_what_is_missing() {
        let error = check_against(1 << 45, Some(1 << 20)).unwrap_err();
        assert_eq!(error.to_string(), "needs 32.0 TiB, 1.0 MiB are free");
        let sizes = [0x3fff_ffff, 0x4000_0000, 1023 << 30, 1 << 40];
        let sizes = sizes.map(|bytes| ByteSize(bytes).to_string());
        assert_eq!(sizes, ["1024.0 MiB", "1.0 GiB", "1023.0 GiB", "1.0 TiB"]);
        assert_eq!(check_against(5, Some(5)), Ok(()));
        assert_eq!(check_against(u64::MAX, None), Ok(()));
        if cfg!(target_os = "linux") {
            assert!(check(u64::MAX).unwrap_err().free > 1 << 20);
            let (used, quarter) = (used().unwrap(), quarter().unwrap());
            assert!(used > 1 << 16 && quarter > used, "{used} of {quarter}");
        }
    }
}
