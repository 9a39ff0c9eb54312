//! One game: what is typed, and what is answered.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::{AnySession, GameArgs, Match, Next, Ranking, StepMade, file, rules_text};
use crate::ask::failure::Failure;
use crate::ask::help;
use crate::ask::subject::{Shown, how_to_play};
use crate::ask::written_file;
use crate::games::AnyPosition;
use crate::games::playouts::Random;
use crate::render::words::counted;
use crate::rules::RulesText;

/// Steps a game may have: no one plays so long, but with some rules a game need not end.
const MAX_STEPS: usize = 10_000;
/// Steps made without a word from the person.
const MOST_AT_ONCE: usize = 200;
/// Throws without a move that are shown one after the other; further ones are counted.
const SHOWN_UNUSED: usize = 4;
/// What can be typed in each game, and in any.
const TYPED: &str = include_str!("typed.txt");
/// Moves that are listed.
const LISTED: usize = 40;

/// A game under way.
struct Session<M: Match> {
    game: M,
    /// The rules, how the machine plays, and who plays which side.
    remarks: Vec<String>,
    seed: u64,
    /// Whether every throw is typed.
    own_dice: bool,
    state: M::State,
    past: Vec<StepMade<M>>,
    /// The moves that `moves` has listed here: a number is one of them.
    listed: Vec<M::Move>,
    /// Whether it has been said that the endgame is solved.
    solved: bool,
    /// Files written in this game, which may be written again.
    written: Vec<PathBuf>,
}

/// Begins a game between a person and the machine; `before` was thrown and played from `state` on.
///
/// # Errors
/// What was played before cannot be played so.
pub(crate) fn begin<P: Shown, M: Match + 'static>(
    args: &GameArgs<P>,
    own_dice: bool,
    (game, state): (M, M::State),
    before: &[[String; 2]],
    mut remarks: Vec<String>,
) -> Result<Box<dyn AnySession>, Failure> {
    remarks.push(args.seat().sentence::<P>());
    let mut session = Session {
        game,
        remarks,
        seed: args.seed,
        own_dice,
        state,
        past: Vec::new(),
        listed: Vec::new(),
        solved: false,
        written: Vec::new(),
    };
    session.replay(before)?;
    Ok(Box::new(session))
}

impl<M: Match> AnySession for Session<M> {
    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn open(&mut self) -> Result<String, Failure> {
        let how = match how_to_play(self.rules()).is_empty() {
            true => "",
            false => "`how` explains the game, ",
        };
        let text = format!("Type a move; {how}`moves` lists your moves, `help` the commands.\n");
        Ok(text + &self.go_on()?)
    }

    fn answer(&mut self, line: &str) -> Result<ControlFlow<String, String>, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_lowercase();
        let text = match (word.as_str(), rest) {
            ("", _) => self.go_on_if_waiting()?,
            ("q" | "quit" | "exit", "") => {
                return Ok(ControlFlow::Break("Goodbye.\n".to_owned()));
            }
            ("?" | "h" | "help", "") => self.help(),
            ("board", "") => self.game.shown(&self.state),
            ("rules", "") => rules_text(self.rules()),
            ("how", "") => match how_to_play(self.rules()) {
                how if how.is_empty() => {
                    "The text of this game does not say how it is played.\n".into()
                }
                how => how,
            },
            ("undo" | "back", "") => self.undo(),
            ("value", "") => format!("{}\n", self.value()?),
            ("moves", "") => self.moves()?,
            ("hint", "") => self.hint()?,
            ("save", path) => {
                let lacks = self.game.not_in_file(&self.state);
                let mut text = file(self.game.position(&self.state));
                text.extend(lacks.iter().map(|lacks| format!("# {lacks}\n")));
                self.save(path, text, lacks)
            }
            ("record", file) => match self.game.record(&self.past, &self.state) {
                Some(record) => self.save(file, record, None),
                None => "This game cannot be written down: `save` writes the position.\n".into(),
            },
            ("throw", throw) if M::THROW.is_some() => self.own_throw(throw)?,
            _ => self.typed(&line.to_lowercase())?,
        };
        Ok(ControlFlow::Continue(text))
    }
}

impl<M: Match> Session<M> {
    fn rules(&self) -> &<M::Position as AnyPosition>::Rules {
        self.game.position(&self.state).rules()
    }

    fn next(&self) -> Next {
        match self.game.next(&self.state, &self.past) {
            over @ Next::Over(_) => over,
            _ if self.past.len() >= MAX_STEPS => Next::Over(format!(
                "The game ends here: it has {MAX_STEPS} moves and throws, the most there can be."
            )),
            next => next,
        }
    }

    fn step(&mut self, action: Option<M::Move>, after: M::State) {
        let state = std::mem::replace(&mut self.state, after);
        self.past.push(StepMade { state, action });
        self.listed.clear();
    }

    /// Throws and plays turns that were thrown and played before; the last may be a throw alone.
    ///
    /// # Errors
    /// One of them is not possible where the game stands.
    fn replay(&mut self, turns: &[[String; 2]]) -> Result<(), Failure> {
        for [throw, play] in turns {
            let wrong = |why: String| {
                Failure::input(format!(
                    "--start: `{throw}: {play}` cannot be played again: {why}"
                ))
            };
            if let Some(thrown) = self.game.read_throw(&self.state, throw) {
                let (after, _) = thrown.map_err(wrong)?;
                self.step(None, after);
            }
            if !play.is_empty() && matches!(self.next(), Next::Person | Next::Machine) {
                for action in self.game.read(&self.state, play).map_err(wrong)? {
                    self.make(action);
                }
            }
        }
        Ok(())
    }

    fn make(&mut self, action: M::Move) {
        let after = self.game.make(&self.state, &action);
        self.step(Some(action), after);
    }

    /// The random numbers of this step: a sequence of its own, so that what was thrown is thrown again after a move was taken back.
    fn dice(&self) -> Random {
        Random::new(self.seed, self.past.len() as u128)
    }

    /// Throws, forced moves and moves of the machine, until it is the turn of the person.
    fn go_on(&mut self) -> Result<String, Failure> {
        let mut text = String::new();
        let mut unused: usize = 0;
        for _ in 0..MOST_AT_ONCE {
            let next = self.next();
            match next {
                Next::Over(how) => {
                    let _ = writeln!(text, "\n{}{how}", self.game.shown(&self.state));
                    return Ok(text);
                }
                Next::Throw => {
                    self.tell_solved(&mut text)?;
                    let before = text.len();
                    if !self.throw(&mut text) {
                        return Ok(text);
                    }
                    match self.next() == Next::Throw {
                        true => unused += 1,
                        false => {
                            let more = unused.saturating_sub(SHOWN_UNUSED);
                            if more > 0 {
                                let more = counted(more, "more throw", "more throws");
                                text.insert_str(before, &format!("… {more} without a move\n"));
                            }
                            unused = 0;
                        }
                    }
                    if unused > SHOWN_UNUSED {
                        text.truncate(before);
                    }
                }
                Next::Person | Next::Machine => {
                    if self.make_forced(&mut text) {
                        continue;
                    }
                    if next == Next::Person {
                        let _ = write!(text, "\n{}", self.game.shown(&self.state));
                        return Ok(text);
                    }
                    self.play_best(&mut text)?;
                }
            }
        }
        text.push_str("Press Enter to go on.\n");
        Ok(text)
    }

    /// Says, once in a game, that the endgame is solved.
    fn tell_solved(&mut self, text: &mut String) -> Result<(), Failure> {
        if !self.solved && self.game.is_solved(&self.state)? {
            self.solved = true;
            let what = match self.past.is_empty() {
                true => "This position and all that can follow are solved",
                false => "From here on the endgame is solved",
            };
            text.push_str(what);
            text.push_str(": the machine plays for its chance to win.\n");
        }
        Ok(())
    }

    /// Makes the only move, if there is just one.
    fn make_forced(&mut self, text: &mut String) -> bool {
        let Some(forced) = self.game.forced(&self.state) else {
            return false;
        };
        // A throw that cannot be used has been said to be one.
        if self.past.last().is_none_or(|step| step.action.is_some()) {
            let who = self.game.mover(&self.state);
            let name = self.game.name(&self.state, &forced);
            let _ = writeln!(text, "{who} has only one move: {name}");
        }
        self.make(forced);
        true
    }

    /// Throws; `false` where the person has to type the throw.
    fn throw(&mut self, text: &mut String) -> bool {
        let who = self.game.mover(&self.state);
        let thrown = match self.own_dice {
            true => Err(String::new()),
            false => self.game.throw(&self.state, &mut self.dice()),
        };
        match thrown {
            Ok((after, what)) => {
                let _ = writeln!(text, "{who} throws {what}");
                self.step(None, after);
                true
            }
            Err(mut why) => {
                let how = M::THROW.unwrap_or_default();
                let board = self.game.shown(&self.state);
                if !why.is_empty() {
                    why.push_str(".\n");
                }
                let _ = writeln!(
                    text,
                    "\n{board}{why}Type the throw of {who}, such as {how}."
                );
                false
            }
        }
    }

    /// Makes one of the best moves.
    fn play_best(&mut self, text: &mut String) -> Result<(), Failure> {
        let who = self.game.mover(&self.state);
        let Ranking {
            mut moves,
            equal,
            basis,
            ..
        } = self.game.ranking(&self.state, &self.past)?;
        let choice = self.dice().below(equal.max(1) as u64) as usize;
        let (choice, _) = moves.swap_remove(choice);
        let name = self.game.name(&self.state, &choice);
        let _ = writeln!(text, "{who} plays {name} ({basis})");
        self.make(choice);
        Ok(())
    }

    fn go_on_if_waiting(&mut self) -> Result<String, Failure> {
        match self.next() {
            Next::Machine => self.go_on(),
            Next::Throw if !self.own_dice => self.go_on(),
            _ => Ok(String::new()),
        }
    }

    /// A move, the number of one, or a throw.
    fn typed(&mut self, text: &str) -> Result<String, Failure> {
        if let Next::Over(_) = self.next() {
            return Ok("The game is over: `undo`, `save` or `quit`.\n".to_owned());
        }
        let waits = self.next() == Next::Throw;
        let number = text.parse::<usize>().ok().filter(|_| !waits);
        if let Some(number) = number {
            if self.listed.is_empty() {
                self.moves()?;
            }
            let at = number.checked_sub(1);
            let Some(action) = at.and_then(|at| self.listed.get(at).cloned()) else {
                let most = counted(self.listed.len(), "move", "moves");
                return Ok(format!(
                    "There is no move {number}: `moves` lists {most}.\n"
                ));
            };
            return self.made(vec![action]);
        }
        if waits || self.game.read_throw(&self.state, text).is_some() {
            return self.own_throw(text);
        }
        match self.game.read(&self.state, text) {
            Ok(actions) => self.made(actions),
            Err(error) => Ok(format!("{error} (`help` shows what you can type)\n")),
        }
    }

    fn made(&mut self, actions: Vec<M::Move>) -> Result<String, Failure> {
        let mut text = String::new();
        for action in actions {
            let name = self.game.name(&self.state, &action);
            let _ = writeln!(text, "{} plays {name}", self.game.mover(&self.state));
            self.make(action);
        }
        Ok(text + &self.go_on()?)
    }

    /// A throw that was typed: the one that is waited for, or in the place of the last one.
    fn own_throw(&mut self, text: &str) -> Result<String, Failure> {
        let waits = self.next() == Next::Throw;
        let thrown = (self.past.last()).is_some_and(|step| step.action.is_none());
        if !waits && !thrown {
            return Ok("This throw is being played: `undo` first.\n".to_owned());
        }
        let before = match self.past.last() {
            Some(step) if !waits => step.state.clone(),
            _ => self.state.clone(),
        };
        match self.game.read_throw(&before, text) {
            Some(Ok((after, what))) => {
                if !waits {
                    self.past.pop();
                    self.state = before;
                }
                let text = format!("{} throws {what}\n", self.game.mover(&self.state));
                self.step(None, after);
                Ok(text + &self.go_on()?)
            }
            Some(Err(error)) => Ok(format!("{error}\n")),
            None => {
                let how = M::THROW.unwrap_or_default();
                Ok(format!("`{text}` is not a throw: type it like {how}.\n"))
            }
        }
    }

    /// Why there are no moves to list now, if that is so.
    fn no_moves(&self) -> Option<String> {
        match self.next() {
            Next::Over(how) => Some(format!("{how}\n")),
            Next::Throw => Some("Type the throw first.\n".to_owned()),
            Next::Person | Next::Machine => None,
        }
    }

    fn hint(&mut self) -> Result<String, Failure> {
        if let Some(why) = self.no_moves() {
            return Ok(why);
        }
        let ranking = self.game.ranking(&self.state, &self.past)?;
        let Some((best, value)) = ranking.moves.first() else {
            return Ok("There is no move.\n".to_owned());
        };
        if let Some(open) = ranking.open {
            return Ok(format!("{open}\n"));
        }
        let others = match ranking.equal {
            0 | 1 => String::new(),
            equal => format!("; {} as good", counted(equal - 1, "other is", "others are")),
        };
        let name = self.game.name(&self.state, best);
        Ok(format!("{name}: {value} ({}{others})\n", ranking.basis))
    }

    fn moves(&mut self) -> Result<String, Failure> {
        if let Some(why) = self.no_moves() {
            return Ok(why);
        }
        let Ranking { moves, basis, .. } = self.game.ranking(&self.state, &self.past)?;
        let mut text = format!("Best first; number 1: {basis}.\n");
        for (number, (action, value)) in (1..).zip(moves.iter().take(LISTED)) {
            let name = self.game.name(&self.state, action);
            let _ = writeln!(text, "{number:>4}  {name}: {value}");
        }
        if moves.len() > LISTED {
            let _ = writeln!(text, "      and {} more", moves.len() - LISTED);
        }
        let listed = moves.into_iter().take(LISTED);
        self.listed = listed.map(|(action, _)| action).collect();
        Ok(text)
    }

    fn value(&self) -> Result<String, Failure> {
        match self.next() {
            Next::Over(how) => Ok(how),
            _ => self.game.value(&self.state, &self.past),
        }
    }

    /// Back to where the person was last to move.
    fn undo(&mut self) -> String {
        let typed = |at: &usize| {
            let step = &self.past[*at];
            let asked = self.game.forced(&step.state).is_none();
            let person = self.game.next(&step.state, &self.past[..*at]) == Next::Person;
            step.action.is_some() && asked && person
        };
        let Some(at) = (0..self.past.len()).rfind(typed) else {
            return "There is nothing to take back.\n".to_owned();
        };
        let steps = self.past.drain(at..);
        if let Some(step) = steps.into_iter().next() {
            self.state = step.state;
        }
        self.listed.clear();
        self.game.shown(&self.state)
    }

    /// Writes a file, or shows what would be in it; what it lacks is said after it is written.
    fn save(&mut self, file: &str, text: String, lacks: Option<String>) -> String {
        if file.is_empty() {
            return text;
        }
        let path = Path::new(file);
        if path.exists() && !self.written.iter().any(|known| known == path) {
            return format!("`{file}` is there already: give the file another name.\n");
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return format!("There is no folder `{}`.\n", folder.display());
        }
        match written_file::write(path, text.as_bytes()) {
            Ok(()) => {
                self.written.push(path.to_owned());
                let lacks = lacks.map_or_else(String::new, |lacks| lacks + "\n");
                format!("Written to {file}.\n{lacks}")
            }
            Err(failure) => format!("{failure}\n"),
        }
    }

    fn help(&self) -> String {
        let recorded = self.game.record(&self.past, &self.state).is_some();
        let game = <<M::Position as AnyPosition>::Rules as RulesText>::GAME;
        let [own, all] = [game, "any game"].map(|of| help::section(TYPED, of));
        let lines = own.lines().chain(all.lines());
        let lines = lines.filter(|line| recorded || !line.starts_with("  record FILE"));
        lines.map(|line| format!("{line}\n")).collect()
    }
}
