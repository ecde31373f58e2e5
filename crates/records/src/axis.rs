//! The axes of charts and pictures: where numbers lie, and which are written beside the axis.

/// How numbers lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Evenly, with whole numbers beside the axis.
    Whole,
    /// Evenly, beginning at 0.
    FromZero,
    /// By their logarithms. Only positive numbers are shown.
    Log,
}

impl Scale {
    /// The place of a number; `None` for one that cannot be shown.
    fn place(self, value: f64) -> Option<f64> {
        let place = match self {
            Self::Whole | Self::FromZero => value,
            Self::Log => value.log10(),
        };
        place.is_finite().then_some(place)
    }

    /// A range with room for all places, and 6 % more at each end; a range from 0 on begins there.
    fn range(self, places: &[f64]) -> (f64, f64) {
        let is_from_zero = self == Self::FromZero;
        let least = if is_from_zero { 0.0 } else { f64::INFINITY };
        let places = || places.iter().copied();
        let low = places().fold(least, f64::min);
        let high = places().fold(f64::NEG_INFINITY, f64::max);
        let span = high - low;
        if !span.is_finite() {
            return (0.0, 1.0);
        }
        let margin = if span < 1e-9 { 0.5 } else { 0.06 * span };
        let below = if is_from_zero { 0.0 } else { margin };
        (low - below, high + margin)
    }

    /// The places of the numbers that are written beside an axis, two to eight.
    fn ticks(self, (low, high): (f64, f64)) -> Vec<f64> {
        let step = (high - low) / 7.0;
        match self {
            Self::Whole => return multiples(round_step(step.max(1.0)), low, high),
            Self::FromZero => return multiples(round_step(step), low, high),
            Self::Log => (),
        }
        let decades = multiples(step.ceil(), low, high);
        if decades.len() > 2 {
            return decades;
        }
        let fine: Vec<f64> = (low.floor() as i32..=high.ceil() as i32)
            .flat_map(|decade| [1.0, 2.0, 5.0].map(|digit: f64| digit.log10() + f64::from(decade)))
            .filter(|place| (low..=high).contains(place))
            .collect();
        if fine.len() > 1 {
            return fine;
        }
        // Less than a factor of two from end to end.
        let (low, high) = (10_f64.powf(low), 10_f64.powf(high));
        let values = multiples(round_step((high - low) / 4.0), low, high);
        values.into_iter().map(f64::log10).collect()
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... and their tenths that is not less than `least`.
fn round_step(least: f64) -> f64 {
    let decade = 10_f64.powf(least.max(f64::MIN_POSITIVE).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|digit| digit * decade);
    // A little less is enough, or rounding would skip a step.
    let enough = |step: &f64| *step >= least * (1.0 - 1e-9);
    steps.into_iter().find(enough).unwrap_or(10.0 * decade)
}

/// The multiples of `step` from `low` to `high`.
fn multiples(step: f64, low: f64, high: f64) -> Vec<f64> {
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    // Bounded for ranges that are so far from 0 that adding a step changes nothing.
    (first..=last.min(first.saturating_add(50)))
        .map(|i| i as f64 * step)
        .collect()
}

/// One axis of a chart.
pub(crate) struct Axis<'a> {
    /// What is on it, unit included.
    pub title: &'a str,
    scale: Scale,
    /// How a number is written beside it.
    label: fn(f64) -> String,
    range: (f64, f64),
}

impl<'a> Axis<'a> {
    /// An axis with room for these numbers.
    pub fn new(
        title: &'a str,
        scale: Scale,
        label: fn(f64) -> String,
        numbers: impl IntoIterator<Item = f64>,
    ) -> Self {
        let places: Vec<f64> = numbers
            .into_iter()
            .filter_map(|number| scale.place(number))
            .collect();
        Self {
            title,
            scale,
            label,
            range: scale.range(&places),
        }
    }

    /// Where a number lies, from 0 to 1; `None` for one that cannot be shown.
    pub fn share(&self, number: f64) -> Option<f64> {
        Some(self.share_of(self.scale.place(number)?))
    }

    fn share_of(&self, place: f64) -> f64 {
        (place - self.range.0) / (self.range.1 - self.range.0)
    }

    /// The numbers to write beside the axis, and where.
    pub fn labels(&self) -> Vec<(f64, String)> {
        let is_log = self.scale == Scale::Log;
        let value = |place: f64| if is_log { 10_f64.powf(place) } else { place };
        let places = self.scale.ticks(self.range).into_iter();
        let labels = places.map(|place| (self.share_of(place), (self.label)(value(place))));
        labels.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_has_some_numbers_and_not_too_many() {
        for scale in [Scale::FromZero, Scale::Log] {
            for low in [-3.0, 0.0, 0.3, 2.0, 7.99] {
                for span in [
                    1e-6, 0.01, 0.1, 0.3, 0.5, 1.0, 1.7, 2.0, 3.0, 5.5, 9.0, 16.0, 40.0,
                ] {
                    let places = scale.ticks((low, low + span));
                    let inside = |place: &f64| (low - 1e-9..=low + span + 1e-9).contains(place);
                    assert!(
                        (2..=8).contains(&places.len())
                            && places.iter().all(inside)
                            && places.windows(2).all(|pair| pair[0] < pair[1]),
                        "{scale:?} {low} {span}: {places:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_range_has_room_for_all_places() {
        let is = |scale: Scale, places: &[f64], (low, high): (f64, f64)| {
            let found = scale.range(places);
            let near = (found.0 - low).abs() < 1e-9 && (found.1 - high).abs() < 1e-9;
            assert!(near, "{scale:?} {places:?}: {found:?}");
        };
        is(Scale::Whole, &[30.0, 10.0, 20.0], (8.8, 31.2));
        is(Scale::Log, &[1.0, 2.0], (0.94, 2.06));
        is(Scale::FromZero, &[30.0, 10.0], (0.0, 31.8));
        is(Scale::Whole, &[5.0], (4.5, 5.5));
        is(Scale::Whole, &[], (0.0, 1.0));
    }

    #[test]
    fn of_few_powers_of_ten_twos_and_fives_are_written_too() {
        let ticks = |low, high| {
            let places = Scale::Log.ticks((low, high)).into_iter();
            places
                .map(|place| 10_f64.powf(place).round())
                .collect::<Vec<_>>()
        };
        assert_eq!(ticks(0.0, 2.2), [1.0, 10.0, 100.0]);
        assert_eq!(ticks(0.0, 1.2), [1.0, 2.0, 5.0, 10.0]);
        let labels = |scale| {
            let ends = if scale == Scale::Log {
                [100.0, 1e4]
            } else {
                [2.0, 4.0]
            };
            Axis::new("", scale, |value| value.round().to_string(), ends).labels()
        };
        let written = |scale| {
            labels(scale)
                .into_iter()
                .map(|(_, text)| text)
                .collect::<Vec<_>>()
        };
        assert_eq!(written(Scale::Log), ["100", "1000", "10000"]);
        assert_eq!(written(Scale::Whole), ["2", "3", "4"]);
        assert!(
            labels(Scale::Log)
                .iter()
                .zip([0.06, 0.53, 1.0])
                .all(|(label, share)| (label.0 - share).abs() < 0.06)
        );
    }

    #[test]
    fn steps_are_round() {
        let steps = [1.0, 2.0, 5.0, 10.0, 0.02, 0.05];
        for (least, expected) in [1.0, 1.1, 3.0, 7.0, 0.02, 0.03].into_iter().zip(steps) {
            let step = round_step(least);
            assert!((step / expected - 1.0).abs() < 1e-9, "{least}: {step}");
        }
    }
}
