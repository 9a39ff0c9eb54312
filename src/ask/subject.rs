//! The position that a command is asked about, whatever the game.

use super::args::list::List;
use super::args::position::{MovedPositionArgs, PositionArgs};
use super::caller::Caller;
use super::caption::{Caption, PositionQuery};
use super::failure::Failure;
use super::input;
use crate::games::{AnyPosition, Moves};
use crate::render::drawing::board::Scene;
use crate::render::picture::Picture;
use crate::render::report::AnyReport;
use crate::rules::Options;

/// Moves `--play` may make.
const MAX_PLAYED: usize = 10_000;

/// A position that can be shown. `taken` are the cells of the pieces taken last, in games that mark them.
pub(crate) trait Shown: AnyPosition {
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

/// The position that a report is about, and what is said of it.
pub(crate) struct Subject<P> {
    pub(crate) position: P,
    pub(crate) caption: Caption,
}

impl<P: Shown> Subject<P> {
    /// A position of a game under way.
    pub(crate) fn at(position: P) -> Self {
        let caption = Caption::default();
        Self { position, caption }
    }

    /// The question for JSON.
    pub(crate) fn query(&self, command: &str) -> PositionQuery {
        let played = &self.caption.played;
        let last_taken = || self.position.last_taken(self.caption.taken);
        PositionQuery {
            command: format!("{} {command}", P::Rules::GAME),
            rules: self.rules().to_string(),
            position: self.position.to_string(),
            title: self.caption.title.clone(),
            played: (!played.is_empty()).then(|| played.clone()),
            last_taken: (!played.is_empty()).then(last_taken).flatten(),
        }
    }

    /// The title, the board and whose turn it is.
    pub(crate) fn picture(&self) -> Picture {
        let (position, taken) = (&self.position, self.caption.taken);
        let (turn, legend) = (position.turn(), position.legend(taken));
        Picture {
            above: self.caption.heading(),
            board: position.draw(taken),
            below: format!("\n  {position} · {turn}{legend}\n"),
            scene: position.scene(taken),
        }
    }

    pub(crate) fn rules(&self) -> &P::Rules {
        self.position.rules()
    }
}

/// The report of an answer about a position.
pub(crate) struct SubjectReport<P, A> {
    pub(crate) subject: Subject<P>,
    pub(crate) answer: A,
}

/// Makes it.
pub(crate) fn told<P: 'static, A: 'static>(
    position: P,
    caption: Caption,
    answer: A,
) -> Box<dyn AnyReport>
where
    SubjectReport<P, A>: AnyReport,
{
    let subject = Subject { position, caption };
    Box::new(SubjectReport { subject, answer })
}

/// The position asked about, and what its file says of it.
pub(crate) fn read<P: Shown>(
    asked: &PositionArgs,
    caller: Caller,
) -> Result<(P, Caption), Failure> {
    let read = input::position::<P::Rules, P::Setup>(&asked.place, caller.reads)?;
    let rules = match (&asked.rules, &read.file.rules) {
        (Some(text), _) => input::rules(text)?,
        (None, Some(rules)) => rules.clone(),
        (None, None) => P::usual_rules(&read.file.setup).map_err(|error| read.fault(error))?,
    };
    let made = P::of(&read.file.setup, &rules)?;
    let position = read.legal(rules, made)?;
    Ok((position, Caption::of(read.file.title, read.file.source)))
}

/// The same after the moves of `--play`.
pub(crate) fn read_moved<P: Shown + Moves>(
    asked: &MovedPositionArgs,
    caller: Caller,
) -> Result<(P, Caption), Failure> {
    let (mut position, mut caption) = read::<P>(&asked.asked, caller)?;
    let moves = List::all(&asked.play);
    if moves.len() > MAX_PLAYED {
        return Err(Failure::input(format!(
            "--play has {} moves; at most {MAX_PLAYED}",
            moves.len()
        )));
    }
    for (number, text) in (1..).zip(&moves) {
        let wrong = |why: String| Failure::input(format!("--play, move {number}: {why}"));
        let (action, after, taken) = position.made(text).map_err(wrong)?;
        position = after;
        caption.played.push(action.to_string());
        if taken != 0 {
            caption.taken = taken;
        }
    }
    Ok((position, caption))
}

/// The rules of `--rules`, else the usual ones.
pub(crate) fn rules<R: Options>(text: Option<&str>) -> Result<R, Failure> {
    text.map_or_else(|| Ok(R::usual()), input::rules)
}

/// The start of a game by the rules of `--rules`.
pub(crate) fn start<P: AnyPosition>(text: Option<&str>) -> Result<P, Failure> {
    let rules = rules::<P::Rules>(text)?;
    P::start(&rules).map_err(|error| Failure::from(error).context(rules.to_string()))
}
