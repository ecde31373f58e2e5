//! What a built-in game is, from the files in its folder.

use std::borrow::Cow;

use grundy_game::Bounds;
use serde::Deserialize;

/// What is told of the problem package of a built-in game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Facts {
    /// How a move is written, in LaTeX.
    #[serde(rename = "move")]
    pub move_line: Cow<'static, str>,
    /// The limits of the solutions.
    pub bounds: Bounds,
}

/// Reads a file of data of a built-in game.
pub(crate) fn data<T: Deserialize<'static>>(json: &'static str) -> T {
    serde_json::from_str(json).expect("the data of each built-in game is valid")
}

/// The right program with a mistake, of which `mistake` has what the program does, the text to replace, and the text in its place.
pub(crate) fn wrong(right: &str, mistake: &'static str) -> String {
    let [does, text, wrong] = data::<[&str; 3]>(mistake);
    let code = right.lines().skip_while(|line| line.starts_with("//"));
    let code: String = code.map(|line| line.replace(text, wrong) + "\n").collect();
    format!("// Wrong: {does}.\n{code}")
}

/// The [`About`] of a built-in game, from the files in its folder, with the largest size of its rules. Its right solution is a file, from
/// which the wrong one is made by a mistake, or both are written from formulas.
macro_rules! built_in {
    ($game:literal, $rules:ty) => {
        $crate::built_in::built_in!($game, $rules, [None, None], {
            let right = include_str!(concat!($game, "/problem/accepted.cpp"));
            let mistake = include_str!(concat!($game, "/problem/wrong.json"));
            let wrong = $crate::built_in::wrong(right, mistake);
            let slow = include_str!(concat!($game, "/problem/slow.cpp"));
            grundy_package::submissions(right.into(), wrong.into(), slow)
        })
    };
    ($game:literal, $rules:ty, right: $right:literal, wrong: $wrong:literal) => {
        $crate::built_in::built_in!(
            $game,
            $rules,
            [$right, $wrong].map(|formula| Some(formula.parse().expect("each formula is valid"))),
            {
                vec![grundy_package::slow(include_str!(concat!(
                    $game,
                    "/problem/slow.cpp"
                )))]
            }
        )
    };
    ($game:literal, $rules:ty, $formulas:expr, $submissions:expr) => {{
        let [formula, mistake] = $formulas;
        let facts: $crate::built_in::Facts =
            $crate::built_in::data(include_str!(concat!($game, "/problem/facts.json")));
        grundy_game::About {
            largest: <$rules as grundy_brute::Space>::LARGEST_SIZE,
            problem: Some(grundy_game::Problem {
                statement: include_str!(concat!($game, "/problem/statement.tex")).into(),
                validator: include_str!(concat!($game, "/problem/validator.cpp")),
                submissions: $submissions,
                formula,
                mistake,
                playing: Some(grundy_game::Playing::ClosedForm {
                    game: include_str!(concat!($game, "/problem/game.cpp")),
                    moves: include_str!(concat!($game, "/problem/game.py")),
                    line: facts.move_line,
                }),
                bounds: facts.bounds,
                ..grundy_game::Problem::default()
            }),
            ..$crate::built_in::data::<grundy_game::About>(include_str!(concat!(
                $game,
                "/about.json"
            )))
        }
    }};
}
pub(crate) use built_in;
