//! The formats of packages as tables: the files of each with their texts.

use super::Format;
use super::files::{Layout, Table};
use super::programs::System;

impl Format {
    pub(super) const fn layout(self) -> &'static Layout {
        match self {
            Self::Legacy => &LEGACY,
            Self::Icpc => &ICPC,
            Self::Polygon => &POLYGON,
            Self::Sinol => &SINOL,
        }
    }
}

/// `problem.yaml` with `domjudge-problem.ini`, as Kattis and `DOMjudge` read it.
const LEGACY: Layout = Layout {
    system: System::Kattis,
    rules: ".",
    solutions: KATTIS_SOLUTIONS,
    tables: &[&KATTIS, &OF_LEGACY],
};

const OF_LEGACY: Table = Table {
    once: &[
        ("+validation", "@checked@custom"),
        ("+validation", "@interactive@custom interactive"),
        ("+validation", "@compared@default"),
        ("+flags", "@exact@validator_flags: case_sensitive\n"),
        (
            "problem.yaml",
            "problem_format_version: legacy\nname: @json title@\nuuid: @uuid@\n@source@license: permission\n\
             rights_owner: @json owner@\nvalidation: @validation@\n@flags@limits:\n  memory: @MiB@\n",
        ),
        (
            "domjudge-problem.ini",
            "name = @ini title@\nshort-name = @id@\nexternalid = @id@\ntimelimit = @seconds@\n",
        ),
        (
            "problem_statement/problem.en.tex",
            "%% plainproblemname: @title@\n\\problemname{@latex title@}\n\n@latex@",
        ),
        ("problem_statement/problem.html", "@html@"),
        ("problem_statement/problem.txt", "@text@"),
        ("output_validators/checker.cpp", "@checker@"),
        ("output_validators/interactor.@language@", "@interactor@"),
    ],
    test: &[("data/secret/@two digits@-@name@.desc", "@command@\n")],
    solution: &[],
    sample: &[],
};

/// Version 2025-09 of the format of ICPC and Kattis: <https://icpc.io/problem-package-format/>, with the `generators.yaml` of
/// `BAPCtools`, which makes the tests again: each line calls `gen`, which calls this command.
const ICPC: Layout = Layout {
    tables: &[&KATTIS, &OF_ICPC],
    ..LEGACY
};

const OF_ICPC: Table = Table {
    once: &[
        ("+type", "@interactive@interactive"),
        ("+type", "@not interactive@pass-fail"),
        (
            "problem.yaml",
            "problem_format_version: 2025-09\ntype: @type@\nname:\n  en: @json title@\nuuid: @uuid@\n@source@\
             license: permission\nrights_owner: @json owner@\nlimits:\n  time_limit: @seconds@\n  memory: @MiB@\n",
        ),
        (
            "statement/problem.en.tex",
            "\\problemname{@latex title@}\n\n@latex@",
        ),
        ("output_validator/checker.cpp", "@checker@"),
        ("output_validator/interactor.@language@", "@interactor@"),
        ("answer_validators/validator.cpp", "@answer validator@"),
        (
            "+exact line",
            "@exact@output_validator_args: [case_sensitive]\n",
        ),
        ("data/test_group.yaml", "@exact@@exact line@"),
        ("+exact group", "@exact@test_group.yaml:\n  @exact line@"),
        ("generators/gen.py", "@generator@"),
        ("generators/@rules@", "@rules text@"),
        ("+rules item", ", @rules@"),
        (
            "generators/generators.yaml",
            "@solution@version: 2025-12\ngenerators:\n  gen: [gen.py@rules item@]\n@exact group@data:\n@samples@\
             \x20 secret:\n    data:\n@tests@",
        ),
    ],
    solution: &[(
        "+solution",
        "@right@solution: /submissions/@file@.@language@\n",
    )],
    sample: &[
        ("+samples", "@first@  sample:\n    data:\n"),
        ("+samples", "      '@number@':\n"),
        ("+samples", "        in: |2+\n@input lines@"),
        ("+samples", "        ans: |2+\n@answer lines@"),
        // Beside a dialogue `BAPCtools` wants to be told what contestants download.
        (
            "+samples",
            "@played@        in.download: |2+\n@input lines@",
        ),
        (
            "+samples",
            "@played@        ans.download: |2+\n@answer lines@",
        ),
        ("+samples", "        interaction: |2+\n@dialogue lines@"),
        ("data/sample/@number@.in.download", "@played@@input@"),
        ("data/sample/@number@.ans.download", "@played@@answer@"),
    ],
    test: &[
        ("+tests", "      @two digits@-@name@:"),
        ("+tests", "@interactive@\n        generate:"),
        ("+tests", " gen @arguments@\n"),
        ("+tests", "@interactive@        ans: |2+\n@answer lines@"),
    ],
};

/// What both formats of ICPC have.
const KATTIS: Table = Table {
    once: &[
        ("+source", "source: @json original@\n"),
        ("attachments/testing_tool.py", "@testing tool@"),
        ("input_validators/validator.cpp", "@validator@"),
    ],
    solution: &[("submissions/@file@.@language@", "@text@")],
    sample: &[
        ("data/sample/@number@.in", "@input@"),
        ("data/sample/@number@.ans", "@answer@"),
        ("data/sample/@number@.interaction", "@dialogue@"),
    ],
    test: &[
        ("data/secret/@two digits@-@name@.in", "@input@"),
        ("data/secret/@two digits@-@name@.ans", "@answer@"),
    ],
};

const KATTIS_SOLUTIONS: [&str; 4] = [
    "accepted/solution",
    "wrong_answer/wrong",
    "time_limit_exceeded/slow",
    "run_time_error/crash",
];

/// A full package of Polygon, for testlib. The file `testlib.h` comes from the system that reads the package.
const POLYGON: Layout = Layout {
    system: System::Polygon,
    rules: "files",
    solutions: ["solution", "wrong", "slow", "crash"],
    tables: &[&OF_POLYGON],
};

const OF_POLYGON: Table = Table {
    once: &[
        ("statement-sections/english/name.tex", "@latex title@"),
        ("statement-sections/english/legend.tex", "@legend@"),
        ("statement-sections/english/input.tex", "@form of input@"),
        (
            "statement-sections/english/output.tex",
            "@not interactive@@form of output@",
        ),
        (
            "statement-sections/english/interaction.tex",
            "@interactive@@form of output@",
        ),
        ("+output head", "@not interactive@\\OutputFile\n"),
        ("+output head", "@interactive@\\Interaction\n"),
        (
            "statements/english/problem.tex",
            "\\begin{problem}{@latex title@}{standard input}{standard output}{@seconds@ seconds}{@MiB@ megabytes}\n\n\
             @legend@\n\\InputFile\n@form of input@\n@output head@@form of output@\n\\Examples\n\\begin{example}\n\
             @examples@\\end{example}\n\n\\end{problem}\n",
        ),
        ("statements/.html/english/problem.html", "@html@"),
        ("files/check.cpp", "@checker@"),
        ("files/interactor.cpp", "@interactor@"),
        (
            "+interactor element",
            "@interactive@        <interactor>\n            <source path=\"files/interactor.cpp\" type=\"cpp.g++17\"/>\n        \
             </interactor>\n",
        ),
        ("files/gen.py", "@generator@"),
        ("files/@rules@", "@rules text@"),
        ("files/validator.cpp", "@validator@"),
        (
            "doall.sh",
            "#!/bin/sh\n# Makes the inputs of the tests again.\nset -e\ncd \"$(dirname \"$0\")\"\n@script@",
        ),
        (
            "+resources",
            "            <file path=\"files/@html rules@\"/>\n",
        ),
        ("problem.xml", include_str!("problem.xml")),
    ],
    solution: &[
        ("solutions/@file@.@language@", "@text@"),
        (
            "+solutions",
            "            <solution tag=\"@tag@\">\n                <source path=\"solutions/@file@.@language@\" \
             type=\"@compiler@\"/>\n            </solution>\n",
        ),
    ],
    sample: &[
        ("tests/@place@", "@input@"),
        ("tests/@place@.a", "@answer@"),
        ("statements/english/example.@place@", "@shown input@"),
        ("statements/english/example.@place@.a", "@shown answer@"),
        (
            "+examples",
            "\\exmpfile{example.@place@}{example.@place@.a}%\n",
        ),
        (
            "+tests",
            "                <test method=\"manual\" sample=\"true\"/>\n",
        ),
    ],
    test: &[
        ("tests/@place@", "@input@"),
        ("tests/@place@.a", "@answer@"),
        (
            "+script",
            "python3 files/gen.py @arguments@ >tests/@place@\n",
        ),
        (
            "+tests",
            "                <test cmd=\"gen @html arguments@\" method=\"generated\"/>\n",
        ),
    ],
};

/// The format of sinol-make, in which Polish olympiads keep their tasks.
const SINOL: Layout = Layout {
    system: System::Sinol,
    rules: "../prog",
    solutions: ["", "b1", "s1", "e1"],
    tables: &[&OF_SINOL],
};

const OF_SINOL: Table = Table {
    once: &[
        (
            "config.yml",
            "title: @json title@\nsinol_task_id: @short id@\nsinol_contest_type: default\ntime_limit: @milliseconds@\n\
             memory_limit: @KiB@\nsinol_static_tests: [\"@short id@0*.in\"]\n",
        ),
        (
            "doc/@short id@zad.tex",
            "\\documentclass{article}\n\\begin{document}\n\\section*{@latex title@}\n@latex@\\end{document}\n",
        ),
        ("prog/@short id@chk.cpp", "@checker@"),
        ("prog/@rules@", "@rules text@"),
        ("prog/@short id@inwer.cpp", "@validator@"),
        (
            "prog/@short id@ingen.sh",
            "#!/bin/sh\n# Makes the inputs of the tests again, in the folder where it is started.\nset -e\n@script@",
        ),
    ],
    solution: &[("prog/@short id@@file@.@language@", "@text@")],
    sample: &[
        ("in/@short id@0@letter@.in", "@input@"),
        ("out/@short id@0@letter@.out", "@answer@"),
    ],
    test: &[
        ("in/@short name@.in", "@input@"),
        ("out/@short name@.out", "@answer@"),
        ("+script", "@command@ >@short name@.in\n"),
    ],
};
