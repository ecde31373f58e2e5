//! The package of an interactive task: the judge's program, players, the tool for contestants, opponents and transcripts.

use std::sync::Arc;

use serde_json::Value;

use super::Package;
use super::programs::{SLOW, fold};
use super::statement::in_latex;
use super::transcript::transcript;
use crate::Test;
use grundy_game::{About, Case, Error, Expected, Game, LetterCase, Playing, Starts, Submission};

/// The opponents, each of which plays from positions of its own; the interactor's file says how they play.
pub(super) const OPPONENTS: [&str; 3] = ["least", "most", "random"];
/// A program that is to lose may make games from larger positions as long as it likes, so only `random` plays from them.
const SHORT: u64 = 1000;
/// Of a game that names no samples, smaller sizes are left out: their games have a move or none.
pub(super) const SKIPPED_SIZES: u32 = 3;

const IMPORTS: &str = "import argparse\nimport random\nimport re\nimport subprocess\nimport sys";

impl Package<'_> {
    /// The file of the interactor: its extension and its text.
    pub(super) fn interactor(&self, starts: &Starts) -> (&'static str, String) {
        let about = self.game.about();
        match &self.playing {
            Some(Playing::Rules {
                program,
                is_confirmed,
                ..
            }) => {
                let text = [
                    "#!/usr/bin/env python3\nimport json\nimport select\nimport signal\n",
                    &of_rules(about, (starts, self.plan.case), program, *is_confirmed),
                    include_str!("interactive/interactor.py"),
                ];
                ("py", text.concat())
            }
            Some(Playing::ClosedForm { game, .. }) => {
                let parts = [
                    &*words_in_cpp(starts, self.plan.case),
                    include_str!("interactive/row.cpp"),
                    game,
                    include_str!("interactive/interactor.cpp"),
                ];
                ("cpp", parts.concat())
            }
            None => ("", String::new()),
        }
    }

    /// The tool with which contestants try their programs.
    pub(super) fn testing_tool(&self, starts: &Starts) -> String {
        let about = self.game.about();
        let (imports, game) = match &self.playing {
            Some(Playing::Rules { moves, .. }) => {
                let program = match moves {
                    Some(moves) => Value::from(&**moves).to_string(),
                    None => "open(arguments.rules, encoding=\"utf-8\").read()".to_owned(),
                };
                let start = format!(
                    "\n\ndef start(text, arguments):\n    return State(Rules({program}), [position_of(text)])\n\n\n\
                     HAS_RULES = {}\n",
                    python(moves.is_some())
                );
                let rules = include_str!("interactive/rules.py");
                ("import argparse", [rules, &start].concat())
            }
            Some(Playing::ClosedForm { moves, .. }) => {
                let start = "\n\ndef start(text, arguments):\n    return Game([int(word) for word in text.split()])\n\n\n\
                             HAS_RULES = True\n";
                (
                    IMPORTS,
                    [include_str!("interactive/row.py"), moves, start].concat(),
                )
            }
            None => ("", String::new()),
        };
        include_str!("interactive/testing_tool.py")
            .replace(
                "CONSTANTS\n",
                &words_in_python(about, (starts, self.plan.case)),
            )
            .replace("IMPORTS\n\n\nGAME\n", &format!("{imports}\n{game}"))
    }

    /// Makes a test one against this opponent, or against `random` where it would have no end.
    pub(super) fn against_opponent(
        &self,
        starts: &Starts,
        mut opponent: &'static str,
        test: Test,
    ) -> Result<Test, Error> {
        if let Some(position) = &test.position {
            let wins = position.solve()?.claim.wins();
            let can_win = match starts {
                Starts::Program => wins,
                Starts::Judge => !wins,
                Starts::Choose { .. } => true,
            };
            let numbers = test.case.input.split(|c: char| !c.is_ascii_digit());
            let numbers = numbers.filter_map(|digits| digits.parse().ok());
            if !can_win && numbers.fold(0, u64::saturating_add) > SHORT {
                opponent = "random";
            }
        }
        Ok(Test {
            name: format!("{}-{opponent}", test.name),
            case: self.against(opponent, self.plan.seed, &test.case),
            ..test
        })
    }

    /// A case whose answer file is the opponent. For an interactor that asks a rules program it has the position, too.
    fn against(&self, opponent: &str, seed: u64, case: &Case) -> Case {
        let mut answer = format!("{opponent} {seed}\n");
        if let Some(Playing::Rules { .. }) = self.playing {
            answer += &format!("{}\n", case.position().trim_ascii().replace('\n', " / "));
        }
        Case {
            answer,
            ..case.clone()
        }
    }

    /// Makes the samples into those of the dialogue: one position each, with a transcript.
    pub(super) fn play_samples(&mut self, starts: &Starts) -> Result<(), Error> {
        for sample in std::mem::take(&mut self.samples) {
            for position in self.game.read(sample.position().as_bytes())? {
                let dialogue = transcript(self.game, Arc::clone(&position).into(), starts)?;
                // A game in which the program writes nothing shows nothing.
                if !dialogue.lines().any(|line| line.starts_with('>')) {
                    continue;
                }
                let case = Case {
                    input: position.input()?,
                    position: Some(position.to_string()),
                    ..sample.clone()
                };
                self.transcripts.push(dialogue);
                self.samples.push(self.against("random", 1, &case));
            }
        }
        Ok(())
    }

    /// The section of the statement about the dialogue, in LaTeX.
    pub(super) fn interaction(&self, starts: &Starts) -> String {
        let about = self.game.about();
        let line = match &self.playing {
            Some(Playing::ClosedForm { line, .. }) => line,
            Some(Playing::Rules { line, .. }) => &**line,
            None => "",
        };
        let first = match starts {
            Starts::Program => "Your program makes the first move.".to_owned(),
            Starts::Judge => "The judge makes the first move.".to_owned(),
            Starts::Choose { first, second } => format!(
                "Your program then writes \\texttt{{{}}} on a line if it wants to make the first move itself, and \
                 \\texttt{{{}}} otherwise.",
                in_latex(first),
                in_latex(second)
            ),
        };
        let over = about.over.as_ref().map_or_else(String::new, |over| {
            format!("writes \\texttt{{{}}} and ", in_latex(over))
        });
        format!(
            "This is an interactive task: your program plays against the judge. It reads one position in the form above. \
             {first}\n\nThe players write their moves in turn, a move on each line. A move is {line}. After each line your \
             program has to flush its output, for example with \\texttt{{cout << endl}} or \
             \\texttt{{print(line, flush=True)}}.\n\nWhen the player to move has no move, the game is over. Nobody writes that \
             there is no move: the judge {over}closes the input of your program, which then has to end and to write nothing \
             more.\n\nFrom every position that it can win, your program has to win, whatever the judge does. From others it has \
             to make legal moves to the end.\n"
        )
    }
}

/// The players that a package has as its submissions. An input has this number of lines; `None` where it is not the position
/// itself, which a player of a rules program needs.
pub(super) fn players(
    game: &dyn Game,
    playing: &Playing,
    (starts, case): (&Starts, LetterCase),
    lines: Option<usize>,
) -> Vec<Submission> {
    let about = game.about();
    match playing {
        Playing::ClosedForm { game, .. } => {
            let right = include_str!("interactive/player-right.cpp");
            let wrong = include_str!("interactive/player-wrong.cpp");
            let slow = include_str!("interactive/player-slow.cpp");
            let all = [
                (Expected::Accepted, right),
                (Expected::Wrong, wrong),
                (Expected::Slow, slow),
            ];
            let player = |(verdict, choose)| {
                let parts = [
                    &*words_in_cpp(starts, case),
                    include_str!("interactive/row.cpp"),
                    game,
                    choose,
                    include_str!("interactive/player.cpp"),
                ];
                Submission::new(verdict, "cpp", parts.concat())
            };
            all.map(player).into()
        }
        Playing::Rules {
            program,
            is_confirmed,
            ..
        } => {
            let slow = Submission::new(Expected::Slow, "py", SLOW);
            let Some(lines) = lines else {
                let illegal = "# Wrong: no legal move.\nprint(\"no move\")\n";
                return vec![Submission::new(Expected::Wrong, "py", illegal), slow];
            };
            let player = |verdict, choose: &str| {
                let parts = [
                    &*of_rules(about, (starts, case), program, *is_confirmed),
                    &format!("LINES = {lines}\n"),
                    choose,
                    include_str!("interactive/player.py"),
                ];
                Submission::new(verdict, "py", parts.concat())
            };
            let right = include_str!("interactive/player-right.py");
            let wrong = include_str!("interactive/player-wrong.py");
            vec![
                player(Expected::Accepted, right),
                player(Expected::Wrong, wrong),
                slow,
            ]
        }
    }
}

/// How the programs of a package know the game of a rules program.
pub fn of_rules_program(program: String, is_confirmed: bool) -> Playing {
    Playing::Rules {
        program,
        moves: None,
        is_confirmed,
        line: "its name, or, if it has none, the position that it leads to, with \\texttt{ + } between several. Where there are \
               several positions before the move, the number of the one that it changes, counted from 1, and a colon come \
               first"
            .to_owned(),
    }
}

fn words_in_cpp(starts: &Starts, case: LetterCase) -> String {
    let (letter, first, second) = letter_and_words(starts);
    format!(
        "// Whether upper and lower case of the program's words are the same.\n{}\
         // Who makes the first move: p the program, j the judge, c the player that the program chooses by one of two words.\n\
         const char STARTS = '{letter}';\nconst char* const FIRST = {};\nconst char* const SECOND = {};\n\n",
        fold(case),
        Value::from(first),
        Value::from(second)
    )
}

fn words_in_python(about: &About, (starts, case): (&Starts, LetterCase)) -> String {
    let (letter, first, second) = letter_and_words(starts);
    let over = about
        .over
        .as_ref()
        .map_or("None".to_owned(), |over| Value::from(&**over).to_string());
    format!(
        "STARTS, FIRST, SECOND = \"{letter}\", {}, {}\n# The line that ends the game, and whether a player without a move wins.\n\
         OVER, MISERE = {over}, {}\n# Whether upper and lower case of the program's words are the same.\nFOLD = {}\n\n\n\
         def words_of(text, fold):\n    \"\"\"The words of a text, as they are compared.\"\"\"\n    \
         text = text.encode()\n    return (text.lower() if fold else text).split()\n\n\n",
        Value::from(first),
        Value::from(second),
        python(about.misere),
        python(case == LetterCase::Fold)
    )
}

fn letter_and_words(starts: &Starts) -> (char, &str, &str) {
    match starts {
        Starts::Program => ('p', "", ""),
        Starts::Judge => ('j', "", ""),
        Starts::Choose { first, second } => ('c', first, second),
    }
}

const fn python(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// The part of a program in Python that asks a rules program.
fn of_rules(
    about: &About,
    starts: (&Starts, LetterCase),
    program: &str,
    is_confirmed: bool,
) -> String {
    let lost = if is_confirmed {
        Value::from(about.answers.of_lost()).to_string()
    } else {
        "None".to_owned()
    };
    format!(
        "{}{}\n\n# Who makes the first move: p the program, j the judge, c the player that the program chooses by one of two \
         words.\n{}# What the rules program claims of a lost position; None where its claim was not compared with the oracle.\nLOST = {lost}\nPROGRAM = {}\n",
        include_str!("interactive/rules.py"),
        include_str!("interactive/values.py"),
        words_in_python(about, starts),
        Value::from(program)
    )
}
