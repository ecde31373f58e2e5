//! The programs of a package: validators, checkers and solutions.

use std::borrow::Cow;
use std::io;

use super::{ANY_OF, Package, Put, Tests};
use grundy_game::{Expected, LetterCase, Limit, Submission};

/// `validate` for a game whose inputs are not described: it checks white space and leading zeros.
pub const LINES: &str = include_str!("lines.cpp");

/// Never ends: it stands for solutions in Python that are too slow.
pub const SLOW: &str = "# Too slow: never ends.\nwhile True:\n    pass\n";

/// Solutions in C++: a right one, a wrong one, and one that is too slow, of which `slow` is the part behind that of all games.
pub fn submissions(
    accepted: Cow<'static, str>,
    wrong: Cow<'static, str>,
    slow: &str,
) -> Vec<Submission> {
    let slow = format!("{}{slow}", include_str!("slow.cpp")).into();
    let all = [
        (Expected::Accepted, accepted),
        (Expected::Wrong, wrong),
        (Expected::Slow, slow),
    ];
    all.map(|(verdict, text)| Submission::new(verdict, "cpp", text))
        .into()
}

/// Which system runs a validator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum System {
    /// ICPC and Kattis: exit code 42 for valid, 43 for not valid.
    Kattis,
    /// sinol-make: exit code 0 for valid.
    Sinol,
    /// Polygon, by testlib.
    Polygon,
}

/// The checker of a task whose answer is a move, or whose words the system itself would compare in another way.
pub(super) fn checker(system: System, case: LetterCase) -> String {
    let fold = fold(case);
    let (head, main) = match system {
        System::Polygon => (
            "#include \"testlib.h\"\n",
            include_str!("checker-polygon.cpp"),
        ),
        System::Kattis => ("", include_str!("checker-kattis.cpp")),
        System::Sinol => ("", include_str!("checker-sinol.cpp")),
    };
    format!(
        "{head}#include <algorithm>\n#include <cstdio>\n\n{fold}{}{main}",
        include_str!("accepts.cpp").replace("ANY_OF", &format!("\"{ANY_OF}\""))
    )
}

/// The constant by which a program in C++ knows how letters are compared.
pub(super) fn fold(case: LetterCase) -> String {
    format!("const bool FOLD = {};\n\n", case == LetterCase::Fold)
}

impl Package<'_> {
    /// The input validator.
    pub(super) fn input_validator(&self, system: System, tests: &Tests) -> String {
        let Limit { m, n } = Limit::largest(&self.plan.limits).unwrap_or_default();
        let (head, reader, main) = match system {
            System::Polygon => (
                String::new(),
                include_str!("testlib-reader.cpp"),
                include_str!("testlib-main.cpp"),
            ),
            System::Kattis | System::Sinol => {
                let [accepted, rejected] = if system == System::Sinol {
                    [0, 1]
                } else {
                    [42, 43]
                };
                (
                    format!("const int ACCEPTED = {accepted}, REJECTED = {rejected};\n\n"),
                    include_str!("reader.cpp"),
                    include_str!("main.cpp"),
                )
            }
        };
        let row = include_str!("row.cpp");
        let mut bounds = format!("const u64 M = {m}ULL, N = {n}ULL;\n\n");
        if self.validator == LINES {
            bounds = format!(
                "const bool ASCII = {}, SPACED = {}, PLAIN = {};\n\n",
                tests.are_ascii, tests.are_spaced, tests.are_plain
            );
        }
        format!("{head}{reader}{row}{bounds}{}{main}", self.validator)
    }

    /// Writes the solutions under these names: right, wrong, and too slow.
    pub(super) fn put_solutions(&self, names: &[String; 3], put: Put<'_>) -> io::Result<()> {
        let verdicts = [Expected::Accepted, Expected::Wrong, Expected::Slow];
        for (verdict, name) in verdicts.into_iter().zip(names) {
            for solution in self.of(verdict) {
                put(&format!("{name}.{}", solution.language), &solution.text)?;
            }
        }
        Ok(())
    }

    /// A validator of the form of answers that are words or numbers.
    pub(super) fn answer_validator(&self) -> String {
        let is_answer = self.plan.answers.validation();
        format!(
            "#include <string>\n\nconst bool SEVERAL = {};\n\n\
             static bool is_answer(const std::string& word) {{ return {is_answer}; }}\n\n{}",
            self.has_several,
            include_str!("answers.cpp")
        )
    }
}
