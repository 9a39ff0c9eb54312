//! The position that a command is asked about, whatever the game.

use std::fmt::Debug;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::list::{List, flat};
use super::args::position::PositionArgs;
use super::caller::Caller;
use super::disputes::Target;
use super::failure::Failure;
use super::input;
use crate::games::{AnyPosition, Moves};
use crate::render::drawing::board::Scene;
use crate::render::picture::Picture;
use crate::render::terminal::{BOLD, PLAIN, shown};
use crate::rules::{OptionInfo, RulesText};

/// Moves `--play` may make.
const MAX_PLAYED: usize = 10_000;

/// A position that can be shown and asked about. `taken` are the cells of the pieces taken last, in games that mark them.
pub(crate) trait Shown: AnyPosition + Debug + Send + Sync + 'static {
    /// The sides as a position names them, each with its name for people; the first begins.
    const SIDES: [[&'static str; 2]; 2] = [["x", "Dark (x)"], ["o", "Light (o)"]];
    /// Everything that can stand on a cell.
    const PIECES: &'static [PieceWords] = &[
        PieceWords::new("x", "x", "dark stone (x)"),
        PieceWords::new("o", "o", "light stone (o)"),
    ];

    /// The numbers of dice thrown, and what one of them shows, in games whose dice are thrown one by one.
    fn dice(_rules: &Self::Rules) -> Option<DiceWords> {
        None
    }

    /// The board for a terminal.
    fn draw(&self, taken: u128) -> String;

    /// The board drawn in any other way.
    fn scene(&self, taken: u128) -> Scene;

    /// Whose turn it is to do what, or how the game has ended.
    fn turn(&self) -> String;

    /// Further lines under the board.
    fn legend(&self, _taken: u128) -> String {
        String::new()
    }

    /// The cells of the pieces taken last.
    fn last_taken(&self, _taken: u128) -> Option<Vec<String>> {
        None
    }
}

/// A piece as it is written and called.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct PieceWords {
    /// Its letter in a position.
    sign: &'static str,
    /// Its side as a position names it.
    side: &'static str,
    /// Whether it is not yet let loose.
    bound: bool,
    /// Its name for people.
    called: &'static str,
}

impl PieceWords {
    pub(crate) const fn new(sign: &'static str, side: &'static str, called: &'static str) -> Self {
        Self {
            sign,
            side,
            bound: false,
            called,
        }
    }

    /// A piece that is not yet let loose.
    pub(crate) const fn bound(self) -> Self {
        Self {
            bound: true,
            ..self
        }
    }
}

/// The dice of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct DiceWords {
    /// The number of dice thrown together.
    pub(crate) count: u8,
    /// What one of them shows, with its weight.
    pub(crate) faces: Vec<(String, u32)>,
}

/// Where a game begins, and the board it is played on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Opening {
    /// The full text of the rules.
    pub(crate) rules: String,
    /// The start of the game, as `--position` takes it.
    pub(crate) start: String,
    /// The sides as a position names them, each with its name for people; the first begins.
    sides: [[&'static str; 2]; 2],
    /// Everything that can stand on a cell.
    pieces: &'static [PieceWords],
    /// The dice; `null` where there are none, or where sticks are thrown again and again.
    dice: Option<DiceWords>,
    /// The board as it is drawn.
    scene: Scene,
    /// How the game is played by these rules.
    #[serde(skip)]
    pub(crate) how_to_play: String,
}

impl Opening {
    /// By some rules, else by the usual ones of the game.
    ///
    /// # Errors
    /// The text gives no rules of the game.
    pub(crate) fn of<P: Shown>(
        game: &str,
        rules: Option<&str>,
        caller: Caller,
    ) -> Result<Self, Failure> {
        let position: P = start(rules, Some(game), caller)?;
        Ok(Self {
            rules: position.rules().to_string(),
            start: position.to_string(),
            sides: P::SIDES,
            pieces: P::PIECES,
            dice: P::dice(position.rules()),
            scene: position.scene(0),
            how_to_play: how_to_play(position.rules()),
        })
    }
}

/// The position that a report is about, and what is said of it.
#[derive(Clone, Debug)]
pub(crate) struct Subject<P> {
    pub(crate) position: P,
    pub(crate) title: Option<String>,
    pub(crate) source: Option<String>,
    /// The moves played since the position that was given.
    pub(crate) played: Vec<String>,
    /// The cells of the stones taken by the last of them that took any.
    pub(crate) taken: u128,
}

impl<P: Shown> Subject<P> {
    /// A position of a game under way.
    pub(crate) fn at(position: P) -> Self {
        Self {
            position,
            title: None,
            source: None,
            played: Vec::new(),
            taken: 0,
        }
    }

    /// The lines above the board.
    fn heading(&self) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            let after = if self.played.is_empty() {
                ""
            } else {
                ", later"
            };
            let title = shown(title);
            text.push_str(&format!("{BOLD}{title}{after}{PLAIN}\n"));
        }
        if let Some(source) = &self.source {
            text.push_str(&format!("{}\n", shown(source)));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// The title, the board and whose turn it is.
    pub(crate) fn picture(&self) -> Picture {
        let (position, taken) = (&self.position, self.taken);
        let (turn, legend) = (position.turn(), position.legend(taken));
        Picture {
            above: self.heading(),
            board: position.draw(taken),
            below: format!("\n  {position} · {turn}{legend}\n"),
            scene: position.scene(taken),
        }
    }

    pub(crate) fn rules(&self) -> &P::Rules {
        self.position.rules()
    }
}

/// Arguments that name a position; once they are read, the position itself.
pub(crate) trait Placed<P: Shown>:
    Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static
{
    /// Reads the position.
    ///
    /// # Errors
    /// It cannot be read, or is not legal.
    fn read(&mut self, caller: Caller) -> Result<&P, Failure>;

    /// The position, which has been read.
    fn subject(&self) -> &Subject<P>;

    /// Where it is written, and its rules.
    fn target(&mut self) -> Target<'_>;
}

/// The position of a question, named by a file or written out; or else, of commands that can do without, rules of one's own. Once it is
/// read, its text is normalised.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "", rename = "PositionAsked")]
pub(crate) struct PositionOf<P: Clone + Debug> {
    #[command(flatten)]
    #[serde(flatten)]
    asked: PositionArgs,
    /// The title of the position's file.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The moves played since the position that was given.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    played: Vec<String>,
    /// The cells of the stones last taken by the moves played.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    last_taken: Option<Vec<String>>,
    #[arg(skip)]
    #[serde(skip)]
    read: Option<Box<Subject<P>>>,
}

/// A position after some moves.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[command(next_help_heading = "Position")]
#[serde(bound = "")]
#[schemars(bound = "", rename = "PositionAsked")]
pub(crate) struct MovedPositionOf<P: Clone + Debug> {
    #[command(flatten)]
    #[serde(flatten)]
    at: PositionOf<P>,
    /// Moves to make first
    #[arg(long, value_name = "MOVE[,MOVE…]")]
    #[serde(serialize_with = "flat", skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    play: Vec<List<String>>,
    /// What letters on the board mean, where they are not siga's: x begins, o is the other side, . an empty cell
    #[arg(long, value_name = "B=x,W=o", hide_short_help = true)]
    #[serde(skip)]
    letters: Option<String>,
}

impl<P: Shown> Placed<P> for PositionOf<P> {
    fn read(&mut self, caller: Caller) -> Result<&P, Failure> {
        let subject = read::<P>(&self.asked, caller)?;
        Ok(&self.is(subject).position)
    }

    fn subject(&self) -> &Subject<P> {
        self.read
            .as_ref()
            .expect("an answer has a position that was read")
    }

    fn target(&mut self) -> Target<'_> {
        Target {
            position: Some(&mut self.asked.read),
            game: Some(&mut self.asked.game),
            ..Target::rules::<P::Rules>(&mut self.asked.rules)
        }
    }
}

impl<P: Shown> PositionOf<P> {
    /// Reads the position, if one is named.
    ///
    /// # Errors
    /// It cannot be read, or is not legal.
    pub(crate) fn given(&mut self, caller: Caller) -> Result<Option<&P>, Failure> {
        match self.asked.is_given() {
            true => self.read(caller).map(Some),
            false => Ok(None),
        }
    }

    /// The rules that are given, else the usual ones.
    ///
    /// # Errors
    /// The text is none.
    pub(crate) fn rules(&self) -> Result<P::Rules, Failure> {
        rules_of(self.asked.rules.as_deref())
    }

    /// Begins with this position, where none was named.
    pub(crate) fn begin(&mut self, position: P) {
        self.is(Subject::at(position));
    }

    /// Writes down what it is.
    fn is(&mut self, subject: Subject<P>) -> &Subject<P> {
        let position = &subject.position;
        self.asked.rules = Some(position.rules().to_string());
        self.asked.position = Some(position.to_string());
        self.title.clone_from(&subject.title);
        self.played.clone_from(&subject.played);
        let moved = !subject.played.is_empty();
        self.last_taken = moved.then(|| position.last_taken(subject.taken)).flatten();
        self.read.insert(Box::new(subject))
    }

    /// Is asked under these rules, where no position was named.
    pub(crate) fn settle(&mut self, rules: &P::Rules) {
        self.asked.rules = Some(rules.to_string());
    }

    /// The text of the rules that are asked for.
    pub(crate) fn rules_text(&self) -> &str {
        self.asked.rules.as_deref().unwrap_or_default()
    }
}

impl<P: Shown + Moves> Placed<P> for MovedPositionOf<P> {
    fn read(&mut self, caller: Caller) -> Result<&P, Failure> {
        self.at.asked.letters.clone_from(&self.letters);
        let mut subject = read::<P>(&self.at.asked, caller)?;
        subject.make(&List::all(&self.play))?;
        self.play.clear();
        Ok(&self.at.is(subject).position)
    }

    fn subject(&self) -> &Subject<P> {
        self.at.subject()
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }
}

/// The rules of a question without a position.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "", rename = "RulesAsked")]
pub(crate) struct RulesArgs<R: RulesText> {
    /// The full rules text.
    #[arg(long, value_name = "TEXT", help = rules_help::<R>())]
    #[schemars(with = "String")]
    rules: Option<String>,
    #[arg(skip)]
    #[serde(skip)]
    read: Option<R>,
}

fn rules_help<R: RulesText>() -> String {
    let game = R::GAME;
    let example = R::info(game).map_or(game, |info| info.example);
    let usual = R::usual(game).map_or_else(|error| error.message, |usual| usual.to_string());
    format!("The rules, such as {example} (see `siga rules {game}`) [default: {usual}]")
}

impl<R: RulesText> RulesArgs<R> {
    /// Reads the rules.
    ///
    /// # Errors
    /// The text is none.
    pub(crate) fn read(&mut self) -> Result<&R, Failure> {
        self.set(self.parsed()?);
        Ok(self.get())
    }

    /// The rules of the text alone.
    ///
    /// # Errors
    /// The text is none.
    pub(crate) fn parsed(&self) -> Result<R, Failure> {
        rules_of(self.rules.as_deref())
    }

    /// Other rules than the text has: those that further options make of them.
    pub(crate) fn set(&mut self, rules: R) {
        self.rules = Some(rules.to_string());
        self.read = Some(rules);
    }

    /// The rules, which have been read.
    pub(crate) fn get(&self) -> &R {
        self.read
            .as_ref()
            .expect("an answer has rules that were read")
    }

    /// Where they are written.
    pub(crate) fn target(&mut self) -> Target<'_> {
        Target::rules::<R>(&mut self.rules)
    }
}

/// The position asked about, and what its file says of it.
pub(crate) fn read<P: Shown>(asked: &PositionArgs, caller: Caller) -> Result<Subject<P>, Failure> {
    let game = asked.game.unwrap_or(P::Rules::GAME);
    let given = asked.rules.as_deref();
    let given = given.map(|text| input::rules_of_game::<P::Rules>(text, game, caller.reads));
    let given = given.transpose()?;
    let read = input::position::<P::Rules, P::Setup>(
        asked,
        (game, asked.letters.as_deref()),
        caller.reads,
    )?;
    let rules = match (given, &read.file.rules) {
        (Some(rules), _) => rules,
        (None, Some(rules)) => rules.clone(),
        (None, None) => {
            P::usual_rules(&read.file.setup, game).map_err(|error| read.fault(error))?
        }
    };
    let made = P::of(&read.file.setup, &rules)?;
    let position = read.legal(&rules, made)?;
    Ok(Subject {
        title: read.file.title,
        source: read.file.source,
        ..Subject::at(position)
    })
}

impl<P: Shown + Moves> Subject<P> {
    /// Makes moves.
    fn make(&mut self, moves: &[String]) -> Result<(), Failure> {
        if moves.len() > MAX_PLAYED {
            return Err(Failure::input(format!(
                "--play has {} moves; at most {MAX_PLAYED}",
                moves.len()
            )));
        }
        let is_number = |text: &String| {
            text.strip_suffix('.')
                .is_some_and(|number| number.parse::<u32>().is_ok())
        };
        let moves: Vec<&String> = moves.iter().filter(|text| !is_number(text)).collect();
        let mut left = moves.as_slice();
        while let [text, after @ ..] = left {
            left = after;
            let number = 1 + self.played.len();
            let wrong = |why: String| Failure::input(format!("--play, move {number}: {why}"));
            // `b2 b1` is one move where `b2` alone is none.
            let made = self.position.made(text).or_else(|why| {
                let [next, rest @ ..] = left else {
                    return Err(why);
                };
                let made = self
                    .position
                    .made(&format!("{text} {next}"))
                    .map_err(|_| why)?;
                left = rest;
                Ok(made)
            });
            let (action, after, taken) = made.map_err(wrong)?;
            self.position = after;
            self.played.push(action.to_string());
            if taken != 0 {
                self.taken = taken;
            }
        }
        Ok(())
    }
}

/// The rules of `--rules`, else the usual ones.
pub(crate) fn rules_of<R: RulesText>(text: Option<&str>) -> Result<R, Failure> {
    text.map_or_else(|| R::usual(R::GAME).map_err(Failure::input), input::rules)
}

/// The rules of `--rules` for a game of a family, else its usual ones.
pub(crate) fn rules_of_game<R: RulesText>(
    text: Option<&str>,
    game: Option<&str>,
    caller: Caller,
) -> Result<R, Failure> {
    let game = game.unwrap_or(R::GAME);
    text.map_or_else(
        || R::usual(game).map_err(Failure::input),
        |text| input::rules_of_game(text, game, caller.reads),
    )
}

/// The start of a game by the rules of `--rules`.
pub(crate) fn start<P: AnyPosition>(
    text: Option<&str>,
    game: Option<&str>,
    caller: Caller,
) -> Result<P, Failure> {
    let rules = rules_of_game::<P::Rules>(text, game, caller)?;
    P::start(&rules).map_err(|error| Failure::from(error).context(rules.to_string()))
}

/// How the game is played, and in which options these rules differ from those that are explained.
pub(crate) fn how_to_play<R: RulesText>(rules: &R) -> String {
    let text = rules.how_to_play();
    let others = options_text(rules, |option, value| value != option.default);
    match text.is_empty() || others.is_empty() {
        true => text,
        false => format!(
            "{}\n\nUnder {} this is different:\n{others}",
            text.trim_end(),
            rules.shown()
        ),
    }
}

/// Some options, each with its value and its meaning.
pub(crate) fn options_text<R: RulesText>(
    rules: &R,
    shown: impl Fn(&OptionInfo, &str) -> bool,
) -> String {
    let mut text = String::new();
    for option in R::info(rules.game()).map_or_else(Vec::new, |info| info.options) {
        let value = rules.value_of(option.name).unwrap_or_default();
        if !shown(&option, &value) {
            continue;
        }
        let words = format!("{}={value}  {}", option.name, option.meaning);
        let indent = textwrap::Options::new(78)
            .initial_indent("  ")
            .subsequent_indent("      ");
        text.push_str(&textwrap::fill(&words, indent));
        text.push('\n');
    }
    text
}
