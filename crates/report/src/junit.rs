//! Prints the checks of a report as `JUnit` XML, which servers that run tests read.

use std::time::Duration;

pub use quick_junit::SerializeError;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::Suite;
use crate::text::{harmless, plain};

/// Returns the checks of a command as `JUnit` XML; `again` is a property of each suite.
///
/// ```
/// use grundy_report::{Block, Case, Failure, Suite, junit};
/// let failure = Failure::new("wrong answer", "No instead of Yes", [Block::plain("1 / 1")]);
/// let failed = Case::new("every small position", 0.25, Some(failure));
/// let xml = junit::xml(&[Suite { name: "nim: ./a.py".into(), cases: vec![failed] }], None)?;
/// assert!(xml.contains(r#"<testsuite name="nim: ./a.py" tests="1" disabled="0" errors="0" failures="1" time="0.250">"#), "{xml}");
/// assert!(xml.contains(r#"<failure message="No instead of Yes" type="wrong answer">1 / 1"#), "{xml}");
/// # Ok::<(), grundy_report::junit::SerializeError>(())
/// ```
///
/// # Errors
/// The XML cannot be made.
pub fn xml(suites: &[Suite], again: Option<&str>) -> Result<String, SerializeError> {
    let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let mut report = Report::new("grundy");
    for Suite { name, cases } in suites {
        let mut tests = TestSuite::new(harmless(name));
        for case in cases {
            let mut status = match &case.failure {
                Some(_) => TestCaseStatus::non_success(NonSuccessKind::Failure),
                None if case.is_skipped => TestCaseStatus::skipped(),
                None => TestCaseStatus::success(),
            };
            if let Some(failure) = &case.failure {
                status
                    .set_type(&*failure.verdict)
                    .set_message(harmless(&failure.message))
                    .set_description(plain(&failure.counterexample));
            }
            let mut test = TestCase::new(harmless(&case.name), status);
            test.set_classname(harmless(name))
                .set_time(time(case.seconds));
            tests.add_test_case(test);
        }
        if let Some(again) = again {
            tests.add_property(("again", again));
        }
        tests.set_time(time(cases.iter().map(|case| case.seconds).sum()));
        report.add_test_suite(tests);
    }
    report.to_string()
}
