//! Axes: where numbers lie, how far an axis reaches, and which numbers are written beside it.

/// How numbers lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Evenly; the upright axis begins at 0.
    Linear,
    /// By their logarithms.
    Log,
}

/// One axis of a chart.
pub(super) struct Axis {
    /// What is on it, unit included.
    pub title: String,
    pub scale: Scale,
    /// How a number is written beside it.
    pub label: fn(f64) -> String,
    /// Where numbers are written; chosen when empty.
    pub at: Vec<f64>,
}

impl Scale {
    /// Where a number lies.
    pub fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log => value.log10(),
        }
    }

    /// The number that lies there.
    pub fn value(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Log => 10_f64.powf(place),
        }
    }
}

/// A range with room for all places, and some more; downwards too unless it begins at 0.
pub(super) fn range(places: impl Iterator<Item = f64>, from_zero: bool) -> (f64, f64) {
    let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
        (low.min(place), high.max(place))
    });
    let low = if from_zero { low.min(0.0) } else { low };
    match high - low {
        span if !span.is_finite() => (0.0, 1.0),
        span if span < 1e-9 => (low - 0.5, high + 0.5),
        span if from_zero => (low, high + 0.06 * span),
        span => (low - 0.06 * span, high + 0.06 * span),
    }
}

/// Where numbers are written on an axis: at most about seven places.
pub(super) fn ticks(axis: &Axis, (low, high): (f64, f64)) -> Vec<f64> {
    if !axis.at.is_empty() {
        return axis
            .at
            .iter()
            .map(|&value| axis.scale.place(value))
            .collect();
    }
    let inside = |place: &f64| (low..=high).contains(place);
    if axis.scale == Scale::Linear {
        return multiples(step((high - low) / 7.0), low, high);
    }
    let decades = multiples(1.0, low, high);
    if decades.len() > 7 {
        return multiples(((high - low) / 6.0).ceil(), low, high);
    }
    if decades.len() > 2 {
        return decades;
    }
    let fine: Vec<f64> = (low.floor() as i32..=high.ceil() as i32)
        .flat_map(|decade| [1.0, 2.0, 5.0].map(|digit: f64| digit.log10() + f64::from(decade)))
        .filter(inside)
        .collect();
    if fine.len() > 1 {
        return fine;
    }
    // Less than a factor of two from end to end.
    let (low, high) = (axis.scale.value(low), axis.scale.value(high));
    let places = multiples(step((high - low) / 4.0), low, high);
    places.into_iter().map(f64::log10).collect()
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... and their tenths that is not less than `least`.
fn step(least: f64) -> f64 {
    let decade = 10_f64.powf(least.max(f64::MIN_POSITIVE).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * decade);
    // A little less is enough, or rounding would skip a step.
    let enough = |step: &f64| *step >= least * (1.0 - 1e-9);
    steps.into_iter().find(enough).unwrap_or(10.0 * decade)
}

/// The multiples of `step` from `low` to `high`.
fn multiples(step: f64, low: f64, high: f64) -> Vec<f64> {
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last.min(first.saturating_add(50)))
        .map(|i| i as f64 * step)
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An axis with nothing said of it but its scale.
    pub fn axis(scale: Scale) -> Axis {
        Axis {
            title: String::new(),
            scale,
            label: |value| value.to_string(),
            at: Vec::new(),
        }
    }

    #[test]
    fn every_axis_has_some_numbers_and_not_too_many() {
        for scale in [Scale::Linear, Scale::Log] {
            for low in [-3.0, 0.0, 0.3, 2.0, 7.99] {
                for span in [
                    1e-6, 0.01, 0.1, 0.3, 0.5, 1.0, 1.7, 2.0, 3.0, 5.5, 9.0, 16.0, 40.0,
                ] {
                    let places = ticks(&axis(scale), (low, low + span));
                    assert!(
                        (2..=8).contains(&places.len()),
                        "{scale:?} {low} {span}: {places:?}"
                    );
                    let inside = |place: &f64| (low - 1e-9..=low + span + 1e-9).contains(place);
                    assert!(
                        places.iter().all(inside),
                        "{scale:?} {low} {span}: {places:?}"
                    );
                    assert!(
                        places.windows(2).all(|pair| pair[0] < pair[1]),
                        "{places:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn steps_are_round() {
        for (least, expected) in [
            (1.0, 1.0),
            (1.1, 2.0),
            (3.0, 5.0),
            (7.0, 10.0),
            (0.02, 0.02),
            (0.03, 0.05),
        ] {
            assert!(
                (step(least) / expected - 1.0).abs() < 1e-9,
                "{least}: {}",
                step(least)
            );
        }
    }
}
