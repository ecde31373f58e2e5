//! The package of an interactive task: the judge's program, players, the tool for contestants, opponents and transcripts.

use std::sync::Arc;

use grundy_game::sum::{DRAWN, Values};
use grundy_game::{About, Case, Error, Expected, Game, LetterCase, Playing, Starts, Submission};
use serde_json::Value;

use super::Package;
use super::programs::{SLOW, System, fold};
use super::statement::in_latex;
use super::transcript::transcript;
use crate::Test;

/// The opponents, each of which plays from positions of its own; the interactor's file says how they play.
pub(super) const OPPONENTS: [&str; 3] = ["least", "most", "random"];
/// A program that is to lose may make games from larger positions as long as it likes, so only `random` plays from them.
const SHORT: u64 = 1000;
/// Of a game that names no samples, smaller sizes are left out: their games have a move or none.
pub(super) const SKIPPED_SIZES: u32 = 3;

const IMPORTS: &str = "import argparse\nimport random\nimport re\nimport subprocess\nimport sys";

/// What of an interactor in C++ depends on Polygon, in whose packages an answer file cannot name the opponent: the system makes it
/// again. It may run on a system without signals, and not know when a program has read that its input has ended.
const POLYGON: &str = r#"// The judge of an interactive task, for testlib, which the system that runs this brings.
#include "testlib.h"

[[noreturn]] static void reject(const std::string& why, const std::string& for_judges = "") {
    quitf(_wa, "%s %s", why.c_str(), for_judges.c_str());
}

// The system limits the time of a line.
struct Program {
    static void send(const std::string& text) { std::cout << text << std::flush; }
    static std::string read_line() { return words_of(ouf.readLine()); }
    static void check_nothing_ahead(const std::string&) {}
    static void finish(bool) {}
};

// Reads the arguments. Returns the input, from which the opponent and its seed follow.
static std::string begin(int count, char** arguments, std::string& style, u64& seed) {
    registerInteraction(count, arguments);
    std::ifstream file(arguments[1]);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    seed = 14695981039346656037ULL;
    for (char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    const char* const styles[] = {"least", "most", "random"};
    style = styles[seed / 8 % 3];
    return text;
}

[[noreturn]] static void accept() {
    tout << "passed" << std::endl;
    quitf(_ok, "passed");
}

"#;

impl Package<'_> {
    /// The file of the interactor for a system: its extension and its text.
    pub(super) fn interactor(
        &self,
        starts: &Starts,
        system: System,
    ) -> Option<(&'static str, String)> {
        let playing = self.playing.as_ref()?;
        let (language, game) = beginning(self.game.about(), playing, (starts, self.plan.case));
        let text = match playing {
            Playing::ClosedForm { .. } => {
                let parts = include_str!("interactive/interactor.cpp").split("SYSTEM\n");
                let mut parts: Vec<&str> = parts.collect();
                if system == System::Polygon {
                    parts[1] = POLYGON;
                }
                game + &parts.concat()
            }
            Playing::Rules { .. } => [
                "#!/usr/bin/env python3\nimport json\nimport select\nimport signal\n",
                &*game,
                include_str!("interactive/interactor.py"),
            ]
            .concat(),
        };
        Some((language, text))
    }

    /// The tool with which contestants try their programs.
    pub(super) fn testing_tool(&self, starts: &Starts) -> Option<String> {
        let (imports, rules, start, has_rules) = match self.playing.as_ref()? {
            Playing::Rules { moves, .. } => {
                let program = match moves {
                    Some(moves) => Value::from(&**moves).to_string(),
                    None => "open(arguments.rules, encoding=\"utf-8\").read()".to_owned(),
                };
                let start = format!("State(Rules({program}), [position_of(text)])");
                let rules = include_str!("interactive/rules.py").to_owned();
                ("import argparse", rules, start, moves.is_some())
            }
            Playing::ClosedForm { moves, .. } => {
                let start = "Game([int(word) for word in text.split()])".to_owned();
                let row = include_str!("interactive/row.py");
                (IMPORTS, [row, *moves].concat(), start, true)
            }
        };
        let has_rules = python(has_rules);
        let game = format!(
            "{imports}\n{rules}\n\ndef start(text, arguments):\n    return {start}\n\n\nHAS_RULES = {has_rules}\n"
        );
        let words = words_in_python(self.game.about(), (starts, self.plan.case));
        let tool = include_str!("interactive/testing_tool.py").replace("CONSTANTS\n", &words);
        Some(tool.replace("IMPORTS\n\n\nGAME\n", &game))
    }

    /// Makes a test one against this opponent, or against `random` where it would have no end.
    pub(super) fn against_opponent(
        &self,
        starts: &Starts,
        mut opponent: &'static str,
        test: Test,
    ) -> Result<Test, Error> {
        if let [position] = &test.positions[..]
            && !self.game.about().loops
        {
            // What the oracle says of a large position of a rules program would have no end.
            let wins = Values::of(self.game).wins(&Arc::clone(position).into())?;
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
                let start = Arc::clone(&position).into();
                // A game in which the program writes nothing shows nothing.
                let dialogue = transcript(self.game, &start, starts)?
                    .filter(|dialogue| dialogue.lines().any(|line| line.starts_with('>')));
                let Some(dialogue) = dialogue else {
                    continue;
                };
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

    /// What one side writes in a sample: the judge, marked by `<` in the dialogue, or the program, marked by `>`.
    pub(super) fn said(&self, sample: usize, mark: char) -> Option<String> {
        let dialogue = self.transcripts.get(sample - 1)?;
        let lines = dialogue.lines().filter_map(|line| line.strip_prefix(mark));
        Some(lines.map(|line| line.to_owned() + "\n").collect())
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
        let stuck = about.stuck.as_ref().map_or_else(
            || "Neither program writes that there is no move: the judge ".to_owned(),
            |stuck| {
                let stuck = in_latex(stuck);
                format!("The player to move writes \\texttt{{{stuck}}} then. The judge ")
            },
        );
        let nothing = about.ends.as_ref().map_or_else(
            || "write nothing more".to_owned(),
            |ends| {
                let ends = in_latex(ends);
                format!("write, if it has won, \\texttt{{{ends}}}, and nothing else")
            },
        );
        let (draw, kept) = if about.loops {
            let draw = format!(
                "\n\nPositions may repeat. A position from which neither player can force the end of the game is a draw. The game ends \
                 as a draw after {DRAWN} moves of both players together; if a player can win the first position, after as many more \
                 as this win takes when that player hurries and the other one delays. Then, too, the judge closes the input of your \
                 program, which has to end."
            );
            (draw, "; from every draw it must not lose")
        } else {
            (String::new(), "")
        };
        format!(
            "This is an interactive task: your program plays against the judge. It reads one position in the form above. \
             {first}\n\nThe players write their moves in turn, a move on each line. A move is {line}. After each line your \
             program has to flush its output, for example with \\texttt{{cout << endl}} or \
             \\texttt{{print(line, flush=True)}}.\n\nWhen the player to move has no move, the game is over. {stuck}{over}closes \
             the input of your program, which then has to end and to {nothing}.{draw}\n\nFrom every position that it can win, your program has to win, whatever the judge does{kept}. From others it has \
             to make legal moves to the end.\n"
        )
    }
}

/// How the right and the wrong player of a game with a closed form choose a move, in C++.
const CHOOSE: [&str; 2] = [
    r"// Makes a winning move; where there is none, any move.
static void choose(const Game& game, Move& move) {
    if (!game.find_winning(move)) game.find_any(move);
}
",
    r"// Wrong: takes as little as it can from the first place that has a move.
static void choose(const Game& game, Move& move) {
    if (game.find_any(move)) move.amount = game.least(move.place);
}
",
];
/// The same of a rules program, in Python.
const CHOOSE_IN_PYTHON: [&str; 2] = [
    r#"

def choose(values, moves):
    """A winning move; where there is none, one that keeps a draw, or any."""
    return (values.best(moves) or [moves[0][0]])[0]
"#,
    r#"

def choose(_values, moves):
    """Wrong: the first move that the rules list."""
    return moves[0][0]
"#,
];

/// The players that a package has as its submissions. An input has this number of lines; `None` where it is not the position
/// itself, which a player of a rules program needs.
pub(super) fn players(
    game: &dyn Game,
    playing: &Playing,
    (starts, case): (&Starts, LetterCase),
    lines: Option<usize>,
) -> Vec<Submission> {
    let (language, game) = beginning(game.about(), playing, (starts, case));
    let never_ends = Submission::new(Expected::Slow, "py", SLOW);
    let ([right, wrong, rest], head) = match (playing, lines) {
        (Playing::ClosedForm { .. }, _) => {
            let [right, wrong] = CHOOSE;
            let rest = include_str!("interactive/player.cpp");
            ([right, wrong, rest], String::new())
        }
        (Playing::Rules { .. }, Some(lines)) => {
            let [right, wrong] = CHOOSE_IN_PYTHON;
            let rest = include_str!("interactive/player.py");
            ([right, wrong, rest], format!("LINES = {lines}\n"))
        }
        (Playing::Rules { .. }, None) => {
            let illegal = "# Wrong: no legal move.\nprint(\"no move\")\n";
            let illegal = Submission::new(Expected::Wrong, language, illegal);
            return vec![illegal, never_ends];
        }
    };
    let player = |verdict, choose: &str| {
        let text = [&*game, &*head, choose, rest].concat();
        Submission::new(verdict, language, text)
    };
    let slow = match playing {
        Playing::ClosedForm { .. } => {
            let choose = include_str!("interactive/player-slow.cpp");
            player(Expected::Slow, choose)
        }
        Playing::Rules { .. } => never_ends,
    };
    let right = player(Expected::Accepted, right);
    vec![right, player(Expected::Wrong, wrong), slow]
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
    let draw = about.loops.then(|| DRAWN.to_string());
    let [over, stuck, ends] = [&about.over, &about.stuck, &about.ends].map(|line| match line {
        Some(line) => Value::from(&**line).to_string(),
        None => "None".to_owned(),
    });
    format!(
        "STARTS, FIRST, SECOND = \"{letter}\", {}, {}\n# Where positions may repeat, a game is a draw after this number of moves more \
         than a win from its first position takes; None where they do not.\nDRAW = {}\n# The line that ends the game, and whether a player without a move wins.\n\
         OVER, MISERE = {over}, {}\n# What a player without a move writes, and the program at the end of a game that it has won.\n\
         STUCK, ENDS = {stuck}, {ends}\n# Whether upper and lower case of the program's words are the same.\nFOLD = {}\n\n\n\
         def words_of(text, fold):\n    \"\"\"The words of a text, as they are compared.\"\"\"\n    \
         text = text.encode()\n    return (text.lower() if fold else text).split()\n\n\n",
        Value::from(first),
        Value::from(second),
        draw.unwrap_or_else(|| "None".to_owned()),
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

/// The beginning of the judge's program and of players: the language, and how they know the game.
fn beginning(
    about: &About,
    playing: &Playing,
    starts: (&Starts, LetterCase),
) -> (&'static str, String) {
    match playing {
        Playing::ClosedForm { game, .. } => {
            let row = include_str!("interactive/row.cpp");
            let parts = [&*words_in_cpp(starts.0, starts.1), row, game];
            ("cpp", parts.concat())
        }
        Playing::Rules {
            program,
            is_confirmed,
            ..
        } => {
            let lost = Value::from(about.answers.of_lost()).to_string();
            // Lost positions have many lengths; and a win that is only known as such may be put off for ever.
            let tells = *is_confirmed && !about.answers.is_length() && !about.loops;
            let lost = if tells { &lost } else { "None" };
            let text = format!(
                "{}{}\n\n# Who makes the first move: p the program, j the judge, c the player that the program chooses by one of \
                 two words.\n{}# What the rules program claims of a lost position; None where its claim was not compared with \
                 the oracle.\nLOST = {lost}\nPROGRAM = {}\n",
                include_str!("interactive/rules.py"),
                include_str!("interactive/values.py"),
                words_in_python(about, starts),
                Value::from(&**program)
            );
            ("py", text)
        }
    }
}
