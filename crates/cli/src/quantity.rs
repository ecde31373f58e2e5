//! Numbers in words, and options that are times and sizes.

use std::time::Duration;

pub use grundy_records::units::count as grouped;

/// A number of things: `1 run`, `2,048 runs`.
pub fn counted(number: u64, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(number))
}

/// A number of positions: `1 position`, `2,048 positions`.
pub fn positions(number: u64) -> String {
    counted(number, "position")
}

/// As [`positions`], where there are no others: `1 position`, `all 2,048 positions`.
pub fn all_positions(number: u64) -> String {
    let all = if number == 1 { "" } else { "all " };
    format!("{all}{}", positions(number))
}

/// Parses a time: a number with `s` or `ms`, from 1 ms to an hour.
pub fn time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time like 2s, 0.5s or 500ms".to_owned();
    let (number, unit) = split(text);
    let seconds = match unit {
        "s" => 1.0,
        "ms" => 1e-3,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number * seconds)
        .ok()
        .filter(|time| (Duration::from_millis(1)..=Duration::from_hours(1)).contains(time))
        .ok_or_else(|| "expected a time from 1ms to 3600s".to_owned())
}

/// Parses a factor from 0.01 to 1000.
pub fn factor(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok();
    factor
        .filter(|factor| (0.01..=1000.0).contains(factor))
        .ok_or_else(|| "expected a number from 0.01 to 1000".to_owned())
}

/// Parses a number of bytes with its unit. A number alone is refused: some judges mean megabytes by it, others
/// bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor = match unit {
        "B" => 1,
        "" if !number.is_empty() => {
            return Err(format!(
                "expected a unit behind the number: {number}MiB, or {number}B for bytes"
            ));
        }
        "kB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return Err("expected a size like 256MiB, 1GiB or 64MB".to_owned()),
    };
    let number: Option<u64> = number.parse().ok();
    number
        .and_then(|number| number.checked_mul(factor))
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "expected a whole number with KiB, MiB or GiB".to_owned())
}

fn split(text: &str) -> (&str, &str) {
    let unit = text.find(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(unit.unwrap_or(text.len()));
    (number.trim_end(), unit)
}

#[cfg(test)]
mod tests {
    use super::{bytes, factor, time};
    use std::time::Duration;

    #[test]
    fn times() {
        assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(time("0.5s"), Ok(Duration::from_millis(500)));
        assert_eq!(time("500 ms"), Ok(Duration::from_millis(500)));
        let bad = [
            "", "2", "s", "2m", "-1s", "0s", "0.1ms", "1e9s", "nans", "infs",
        ];
        for bad in bad {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn factors() {
        assert_eq!(factor("3"), Ok(3.0));
        assert_eq!(factor("0.5"), Ok(0.5));
        for bad in ["", "0", "-1", "nan", "inf", "2x", "1e9"] {
            assert!(factor(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("256MiB"), Ok(256 << 20));
        assert_eq!(bytes("1 GiB"), Ok(1 << 30));
        assert_eq!(bytes("64MB"), Ok(64_000_000));
        assert_eq!(bytes("4096B"), Ok(4096));
        assert_eq!(
            bytes("64"),
            Err("expected a unit behind the number: 64MiB, or 64B for bytes".to_owned())
        );
        for bad in ["", "MiB", "1.5GiB", "0", "99999999999GiB", "1TB", "-1"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
