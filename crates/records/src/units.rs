//! Numbers as people read them: three digits and a unit. Records never hold these.

/// A time given in nanoseconds: `130 µs`.
///
/// ```
/// use grundy_records::units::time;
/// assert_eq!([time(7.0), time(2.514e6), time(9.996e8)], ["7.00 ns", "2.51 ms", "1.00 s"]);
/// ```
pub fn time(nanoseconds: f64) -> String {
    let (digits, unit) = scaled(nanoseconds, &TIMES);
    format!("{digits} {unit}")
}

/// An amount a second: `7.69 G/s` of whatever is counted.
///
/// ```
/// assert_eq!(grundy_records::units::rate(7.692e9, ""), "7.69 G/s");
/// assert_eq!(grundy_records::units::rate(812.0, "B"), "812 B/s");
/// ```
pub fn rate(per_second: f64, unit: &str) -> String {
    let (digits, prefix) = scaled(per_second, &PREFIXES);
    format!("{digits} {prefix}{unit}/s")
}

/// A ratio: `1.30×`.
///
/// ```
/// use grundy_records::units::ratio;
/// assert_eq!([ratio(1.3), ratio(0.0712), ratio(2384.6)], ["1.30×", "0.0712×", "2,385×"]);
/// ```
pub fn ratio(ratio: f64) -> String {
    format!("{}×", three_digits(ratio))
}

/// A number in as few signs as an axis has room for: `2M`.
///
/// ```
/// use grundy_records::units::short;
/// assert_eq!([short(0.5), short(30.0), short(2e6), short(1.5e9)], ["0.5", "30", "2M", "1.5G"]);
/// ```
pub fn short(value: f64) -> String {
    let (digits, prefix) = scaled(value, &PREFIXES);
    format!("{}{prefix}", without_zeros(&digits))
}

/// A share as percent: `2.1 %`.
///
/// ```
/// assert_eq!(grundy_records::units::percent(0.0213), "2.1 %");
/// ```
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A count with its digits in groups of three: `1,048,555`.
///
/// ```
/// use grundy_records::units::count;
/// assert_eq!([count(0), count(999), count(1_048_555)], ["0", "999", "1,048,555"]);
/// ```
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// A number of things: `1 run`, `2,048 runs`.
///
/// ```
/// use grundy_records::units::counted;
/// assert_eq!([counted(1, "run"), counted(2048, "run")], ["1 run", "2,048 runs"]);
/// ```
pub fn counted(number: u64, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {one}{plural}", count(number))
}

const TIMES: [&str; 4] = ["ns", "µs", "ms", "s"];
const PREFIXES: [&str; 6] = ["", "k", "M", "G", "T", "P"];

/// Three digits of `value` in the largest of the units, each a thousand times the one before, of which it
/// has at least 1 after rounding.
fn scaled<'a>(mut value: f64, units: &[&'a str]) -> (String, &'a str) {
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    (three_digits(value), units[unit])
}

/// Three significant digits; more before the point when the number is large.
fn three_digits(value: f64) -> String {
    // Rounding to three digits may move the point: 9.996 is 10.0 and not 10.00.
    let decimals = match value {
        999.5.. => return grouped(&format!("{value:.0}")),
        99.95.. => 0,
        9.995.. => 1,
        0.9995.. => 2,
        0.09995.. => 3,
        0.009_995.. => 4,
        0.000_999_5.. => 5,
        _ => 6,
    };
    format!("{value:.decimals$}")
}

/// Digits without trailing zeros behind the point.
fn without_zeros(digits: &str) -> &str {
    if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    }
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.char_indices() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_does_not_leave_four_digits() {
        let cases = [
            (9.994, "9.99"),
            (9.996, "10.0"),
            (99.96, "100"),
            (999.4, "999"),
            (999.6, "1,000"),
            (0.000_123_4, "0.000123"),
            (0.001_234, "0.00123"),
            (0.012_34, "0.0123"),
            (0.999_6, "1.00"),
            (0.099_94, "0.0999"),
            (0.0, "0.000000"),
            (1e30, "1,000,000,000,000,000,019,884,624,838,656"),
        ];
        for (value, expected) in cases {
            assert_eq!(three_digits(value), expected);
        }
        assert_eq!(time(999.6), "1.00 µs");
        assert_eq!(time(5e12), "5,000 s");
    }
}
