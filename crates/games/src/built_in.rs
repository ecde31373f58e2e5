//! What a built-in game is, from the files in its folder.

use std::borrow::Cow;

use grundy_game::{About, Bounds};
use serde::Deserialize;

/// What the file `about.json` in the folder of a built-in game has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub(crate) struct Facts {
    /// The game.
    pub about: About,
    /// What its problem package needs.
    pub problem: ProblemFacts,
}

/// What is told of the problem package of a built-in game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
pub(crate) struct ProblemFacts {
    /// How a move is written, in LaTeX.
    #[serde(rename = "move")]
    pub move_line: Cow<'static, str>,
    /// The limits of the solutions.
    pub bounds: Bounds,
    /// What the wrong program does that is made of the right one, the text to replace, and the text in its place.
    #[serde(default)]
    wrong: [&'static str; 3],
}

/// Reads a file of data of a built-in game.
pub(crate) fn data<T: Deserialize<'static>>(json: &'static str) -> T {
    serde_json::from_str(json).expect("the data of each built-in game is valid")
}

impl ProblemFacts {
    /// Returns the right program with a mistake.
    pub(crate) fn wrong(&self, right: &str) -> String {
        let [does, text, wrong] = self.wrong;
        let code = right.lines().skip_while(|line| line.starts_with("//"));
        let code: String = code.map(|line| line.replace(text, wrong) + "\n").collect();
        format!("// Wrong: {does}.\n{code}")
    }
}

/// The [`About`] of a built-in game, from the files in its folder, with the largest size of its rules. Its right solution is a file, from
/// which the wrong one is made by a mistake, or both are written from formulas.
macro_rules! built_in {
    ($game:literal, $rules:ty) => {
        $crate::built_in::built_in!($game, $rules, [None, None], |facts, slow| {
            let right = include_str!(concat!($game, "/problem/accepted.cpp"));
            grundy_package::submissions(right.into(), facts.wrong(right).into(), slow)
        })
    };
    ($game:literal, $rules:ty, right: $right:literal, wrong: $wrong:literal) => {
        $crate::built_in::built_in!(
            $game,
            $rules,
            [$right, $wrong].map(|formula| Some(formula.parse().expect("each formula is valid"))),
            |_, slow| vec![grundy_package::slow(slow)]
        )
    };
    ($game:literal, $rules:ty, $formulas:expr, $submissions:expr) => {{
        let [formula, mistake] = $formulas;
        let $crate::built_in::Facts { about, problem } =
            $crate::built_in::data(include_str!(concat!($game, "/about.json")));
        let submissions: fn(&$crate::built_in::ProblemFacts, &'static str) -> _ = $submissions;
        grundy_game::About {
            largest: <$rules as grundy_brute::Space>::LARGEST_SIZE,
            problem: Some(grundy_game::Problem {
                statement: include_str!(concat!($game, "/problem/statement.tex")).into(),
                validator: include_str!(concat!($game, "/problem/validator.cpp")),
                submissions: submissions(
                    &problem,
                    include_str!(concat!($game, "/problem/slow.cpp")),
                ),
                formula,
                mistake,
                playing: Some(grundy_game::Playing::ClosedForm {
                    game: include_str!(concat!($game, "/problem/game.cpp")),
                    moves: include_str!(concat!($game, "/problem/game.py")),
                    line: problem.move_line,
                }),
                bounds: problem.bounds,
                ..grundy_game::Problem::default()
            }),
            ..about
        }
    }};
}
pub(crate) use built_in;
