//! `grundy --timings COMMAND`: where the time of a command went, by stage.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::span::Id;
use tracing::{Subscriber, subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::{LookupSpan, Registry};

use crate::command::output;
use crate::command::text::{grouped, table};

/// For each stage how often it was entered, and the time in it, added up over all threads.
type Sums = Arc<Mutex<BTreeMap<&'static str, (u64, Duration)>>>;

/// The times of all spans of this process from now on.
pub struct Timings {
    begun: Instant,
    sums: Sums,
}

struct Adding(Sums);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Adding {
    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            span.extensions_mut().replace(Instant::now());
        }
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else {
            return;
        };
        let begun = span.extensions_mut().remove::<Instant>();
        let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (entered, time) = sums.entry(span.name()).or_default();
        *entered += 1;
        *time += begun.map_or(Duration::ZERO, |begun| begun.elapsed());
    }
}

impl Timings {
    /// Begins to add up.
    pub fn begin() -> Self {
        let sums = Sums::default();
        let adding = Registry::default().with(Adding(Arc::clone(&sums)));
        // Only one command runs in a process.
        _ = subscriber::set_global_default(adding);
        let begun = Instant::now();
        Self { begun, sums }
    }

    /// Writes the times to standard error.
    pub fn note(&self) {
        let sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        let row = |name: &str, entered: String, time: Duration| {
            vec![
                name.to_owned(),
                entered,
                format!("{:.3}", time.as_secs_f64()),
            ]
        };
        let stages = sums.iter();
        let stages = stages.map(|(name, (entered, time))| row(name, grouped(*entered), *time));
        let all = row("whole command", String::new(), self.begun.elapsed());
        let rows = stages.chain([all]);
        output::note(table("stage|>times|>seconds", rows).trim_end());
    }
}
