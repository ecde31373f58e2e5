//! Prints the checks of a report as `JUnit` XML, which servers that run tests read.

use std::time::Duration;

pub use quick_junit::SerializeError;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::Case;
use crate::text::harmless;

/// Returns the checks of a command as `JUnit` XML. `suite` is the game and what was checked.
///
/// ```
/// use grundy_report::{Case, Failure, junit};
/// let verdict = "wrong answer".to_owned();
/// let failure = Failure { verdict, message: "No instead of Yes".into(), counterexample: "1 / 1".into() };
/// let failed = Case { name: "every small position".into(), seconds: 0.25, failure: Some(failure), is_skipped: false };
/// let xml = junit::xml("nim: ./a.py", &[failed])?;
/// assert!(xml.contains(r#"<testsuite name="nim: ./a.py" tests="1" disabled="0" errors="0" failures="1" time="0.250">"#), "{xml}");
/// assert!(xml.contains(r#"<failure message="No instead of Yes" type="wrong answer">1 / 1</failure>"#), "{xml}");
/// # Ok::<(), grundy_report::junit::SerializeError>(())
/// ```
///
/// # Errors
/// The XML cannot be made.
pub fn xml(suite: &str, cases: &[Case]) -> Result<String, SerializeError> {
    let mut tests = TestSuite::new(harmless(suite));
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
                .set_description(harmless(&failure.counterexample));
        }
        let mut test = TestCase::new(harmless(&case.name), status);
        test.set_classname(harmless(suite))
            .set_time(Duration::try_from_secs_f64(case.seconds).unwrap_or_default());
        tests.add_test_case(test);
    }
    let times = cases.iter().map(|case| case.seconds);
    tests.set_time(Duration::try_from_secs_f64(times.sum()).unwrap_or_default());
    let mut report = Report::new("grundy");
    report.add_test_suite(tests);
    report.to_string()
}
