//! The programs of a package: validators, checkers and solutions.

use std::borrow::Cow;

use grundy_formula::{Formula, Language};
use grundy_game::{Cases, CasesLayout, Expected, LetterCase, Limit, Submission, VARYING};

use serde_json::Value;

use super::{ANY_OF, Package, Plan, Summary};

/// `validate` for a game whose inputs are not described: it checks white space and leading zeros.
pub const LINES: &str = include_str!("lines.cpp");

/// The part of a solution in Python that reads its `positions`: for one position, until a package says how many there are.
pub const POSITIONS: &str = include_str!("positions.py");

/// What stands in [`POSITIONS`] for one position.
const ONE: &str = "COUNTED, LINES, PREFIX = False, 0, \"\"\n";

/// What a solution in C++ that may read several positions ends with: `answer` answers one.
const MAIN: &str = "int main() { answer(); }\n";
/// What it ends with in a package whose inputs have several: it reads their number, or goes on to the end, and writes PREFIX before
/// each answer.
const EACH: &str = "int main() {
    unsigned long long positions = ~0ULL;
    if (COUNTED && std::scanf(\"%llu\", &positions) != 1) return 1;
    for (unsigned long long number = 1; number <= positions; number++) {
        // Up to the next position, or the end.
        if (std::scanf(\" \") == EOF || std::feof(stdin)) break;
PREFIX        if (!answer()) return 1;
    }
}
";

/// Where a solution in C++ stops in front of a line of zeros: no position of a game with such solutions begins with 0.
const AT_ZERO: &str = "        int next = std::getchar();
        std::ungetc(next, stdin);
        if (next == '0') break;
";

/// Never ends: it stands for solutions in Python that are too slow.
pub const SLOW: &str = "# Too slow: never ends.\nwhile True:\n    pass\n";

/// Solutions in C++: a right one, a wrong one, and one that is too slow, of which `slow` is the part behind that of all games.
pub fn submissions(
    accepted: Cow<'static, str>,
    wrong: Cow<'static, str>,
    slow: &str,
) -> Vec<Submission> {
    vec![
        Submission::new(Expected::Accepted, "cpp", accepted),
        Submission::new(Expected::Wrong, "cpp", wrong),
        self::slow(slow),
    ]
}

/// A solution in C++ that is too slow, of which `rest` is the part behind that of all games.
pub fn slow(rest: &str) -> Submission {
    let text = include_str!("slow.cpp").to_owned() + rest;
    Submission::new(Expected::Slow, "cpp", text)
}

/// Makes a solution one that answers all positions of an input of the task, which have this number of lines each; or says why it
/// cannot be one.
pub(super) fn for_inputs(
    mut one: Submission,
    plan: &Plan,
    lines: Option<usize>,
) -> Result<Submission, String> {
    let (is_counted, prefix) = (plan.cases.has_count(), plan.cases.prefix.trim());
    if !plan.cases.are_many() {
        return Ok(one);
    }
    if let Some(code) = one.text.strip_suffix(MAIN) {
        let format = prefix.replace('%', "%%").replace("%%d", "%llu");
        let numbers = ", number".repeat(prefix.matches("%d").count());
        let prefix = match prefix {
            "" => String::new(),
            _ => format!(
                "        std::printf({}{numbers});\n",
                Value::from(format + " ")
            ),
        };
        let counted = is_counted.to_string();
        let ends = if plan.cases.layout == CasesLayout::Zero {
            AT_ZERO
        } else {
            ""
        };
        let main = EACH.replace("COUNTED", &counted);
        let main = main.replace("PREFIX", &(ends.to_owned() + &prefix));
        one.text = format!("{code}{main}").into();
    } else if one.text.contains(POSITIONS) {
        if lines.is_none() && one.verdict == Expected::Accepted {
            let language = one.language;
            return Err(format!(
                "the package has no right solution .{language}: {VARYING}"
            ));
        }
        let counted = if is_counted { "True" } else { "False" };
        let several = format!(
            "COUNTED, LINES, PREFIX = {counted}, {}, {}\n",
            lines.unwrap_or(0),
            Value::from(prefix)
        );
        let mut text = one.text.replace(ONE, &several);
        if plan.cases.layout == CasesLayout::Zero {
            text = text.replace("[COUNTED:]", "[:-1]");
        }
        one.text = text.into();
    }
    Ok(one)
}

/// The end of a validator of inputs that end with a line of zeros.
const ENDS: &str = "\n    check(closed, \"expected a line of zeros at the end\");";

/// How a validator reads the number of positions, unless it stands behind a header.
const FIRST_LINE: &str = "left = number(1, CASES);\n        newline();";

/// Solutions in C++ and in Python from a formula, in the task's words; or why there is none in a language.
pub(super) fn by_formula(
    verdict: Expected,
    formula: &Formula,
    plan: &Plan,
    lines: Option<usize>,
) -> Vec<Result<Submission, String>> {
    const MOST_IN_CPP: u64 = 1 << 63;
    let Some(answers) = plan.answers.of_formula() else {
        return Vec::new();
    };
    let program = |language| {
        let program = formula.program(language, answers, plan.cases.inputs(lines)?);
        program.map_err(|error| error.to_string())
    };
    let cpp = match Limit::largest(&plan.limits) {
        Some(Limit { m, .. }) if m >= MOST_IN_CPP => Err(format!(
            "m is {m}, expected numbers below {MOST_IN_CPP} for a program in C++"
        )),
        _ => program(Language::Cpp),
    };
    let python = program(Language::Python);
    let submission = |(language, comment, text): (_, _, Result<String, String>)| match text {
        Ok(text) if verdict == Expected::Wrong => {
            let text = format!("{comment} Wrong.\n{text}");
            Ok(Submission::new(verdict, language, text))
        }
        Ok(text) => Ok(Submission::new(verdict, language, text)),
        Err(why) => Err(format!(
            "the package has no solution .{language} by the formula: {why}"
        )),
    };
    [("cpp", "//", cpp), ("py", "#", python)]
        .map(submission)
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

/// The constant by which a program in C++ knows how letters are compared.
pub(super) fn fold(case: LetterCase) -> String {
    format!("const bool FOLD = {};\n\n", case == LetterCase::Fold)
}

/// The end of a checker for ICPC and Kattis, and of one for testlib.
const KATTIS_CHECKER: &str = r"int main(int argc, char** argv) {
    if (argc < 4) return 1;
    std::ifstream file(argv[2]);
    std::string answers{std::istreambuf_iterator<char>(file), {}};
    std::string output{std::istreambuf_iterator<char>(std::cin), {}};
    return accepts(answers, output) ? 42 : 43;
}
";
const POLYGON_CHECKER: &str = r#"static std::string all(InStream& stream) {
    std::string text;
    while (!stream.eof()) text += stream.readLine() + '\n';
    return text;
}

int main(int argc, char** argv) {
    registerTestlibCmd(argc, argv);
    if (!accepts(all(ans), all(ouf))) quitf(_wa, "no right answer");
    quitf(_ok, "a right answer");
}
"#;
/// The end of a validator for testlib, and of one without it.
const TESTLIB_MAIN: &str = r"
int main(int argc, char** argv) {
    registerValidation(argc, argv);
    validate();
    end();
}
";
const VALIDATOR_MAIN: &str = r"
int main() {
    validate();
    end();
    return ACCEPTED;
}
";

impl Package<'_> {
    /// The checker: of a task whose answer is a move, whose words the system itself would compare in another way, and of
    /// every task for Polygon.
    pub(super) fn checker(&self, system: System) -> Option<String> {
        let case = self.plan.case;
        let has_words = self.plan.answers.has_letters() && case == LetterCase::Fold;
        let (head, main) = match system {
            System::Polygon if !self.needs_checker() => {
                return Some(fold(case) + include_str!("words-polygon.cpp"));
            }
            System::Polygon => ("#include \"testlib.h\"\n", POLYGON_CHECKER),
            System::Sinol if self.needs_checker() || has_words => {
                ("", include_str!("checker-sinol.cpp"))
            }
            System::Kattis if self.needs_checker() => ("", KATTIS_CHECKER),
            System::Sinol | System::Kattis => return None,
        };
        let is_by_line = self.needs_checker()
            && (self.plan.cases.are_many() || self.plan.answers.has_second_line());
        let is_sorted = self.plan.answers.has_any_order();
        // The words of the prefix have an order.
        let ordered = self.plan.cases.prefix.split_ascii_whitespace().count();
        Some(format!(
            "{head}#include <algorithm>\n#include <cstdio>\n#include <string>\n\nconst bool SORTED = {is_sorted}, BY_LINE = {is_by_line};\n\
             const int ORDERED = {ordered};\n{}{}{}{main}",
            self.plan.answers.two_lines(),
            fold(case),
            include_str!("accepts.cpp").replace("ANY_OF", &format!("\"{ANY_OF}\""))
        ))
    }

    /// The input validator.
    pub(super) fn input_validator(&self, system: System, tests: &Summary) -> String {
        let Limit { m, n } = Limit::largest(&self.plan.limits).unwrap_or_default();
        let (head, reader, main) = match system {
            System::Polygon => (
                String::new(),
                include_str!("testlib-reader.cpp"),
                TESTLIB_MAIN,
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
                    VALIDATOR_MAIN,
                )
            }
        };
        let row = include_str!("row.cpp");
        let mut bounds = format!("const u64 M = {m}ULL, N = {n}ULL;\n\n");
        let lines = self.lines.unwrap_or(0);
        if self.validator == LINES {
            bounds = format!(
                "const u64 LINES = {lines};\nconst bool ASCII = {}, SPACED = {}, PLAIN = {}, ZERO = {};\n\n",
                !tests.has_others,
                !tests.has_gaps,
                !tests.has_zeros,
                self.plan.cases.layout == CasesLayout::Zero
            );
        }
        let (mut each, mut main) = (String::new(), main.to_owned());
        if self.plan.cases.are_many() {
            let Cases { most, parts, .. } = self.plan.cases;
            let is_whole = self.validator == LINES && lines == 0;
            // A line of zeros stands where one more position might.
            let (most, ends) = match self.plan.cases.layout {
                CasesLayout::Zero if self.validator == LINES => {
                    (most.saturating_add(1), ENDS.to_owned())
                }
                CasesLayout::Zero => {
                    let first = self
                        .samples
                        .first()
                        .and_then(|one| one.input.lines().next());
                    let words = first.map_or(1, |line| line.split_ascii_whitespace().count());
                    (most, format!("\n    row({words}, 0, 0);"))
                }
                _ => (most, String::new()),
            };
            each = format!(
                "\nconst u64 CASES = {most}ULL, PARTS = {parts}ULL;\nconst bool COUNTED = {}, WHOLE = {is_whole};\n{}",
                self.plan.cases.has_count(),
                include_str!("each.cpp")
            );
            match self.plan.cases.layout {
                CasesLayout::Zero if self.validator != LINES => {
                    each = each.replace("at_end", "at_zero");
                }
                CasesLayout::Header => {
                    each = each.replace(FIRST_LINE, "left = last_number(CASES);");
                }
                _ => {}
            }
            main = main.replace("validate();", &format!("validate_each();{ends}"));
        }
        format!("{head}{reader}{row}{bounds}{}{each}{main}", self.validator)
    }

    /// A validator of the form of answers that are words or numbers, one for each position of the input, which the system itself
    /// compares.
    pub(super) fn answer_validator(&self) -> Option<String> {
        let is_checked = self.plan.interactive.is_some() || self.needs_checker();
        if is_checked || self.game.about().asks_several {
            return None;
        }
        let functions = self.plan.answers.validation();
        Some(format!(
            "#include <string>\n\nconst std::string PREFIX = {};\nconst bool SEVERAL = {}, COUNTED = {}, SHARED = {};\n{functions}\n{}",
            Value::from((self.plan.cases.prefix.trim().to_owned() + " ").trim_start()),
            self.plan.cases.are_many(),
            self.has_several || self.plan.cases.has_count(),
            self.plan.cases.layout == CasesLayout::Header,
            include_str!("answers.cpp")
        ))
    }
}
