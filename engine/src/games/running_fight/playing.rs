//! A turn as it is played: one throw used after the other.

use itertools::Itertools;

use super::plays::{Step, UsesThrows as _};
use super::position::{Fight, Play, Position};
use super::sticks::Order;
use super::throws::{Face, MAX_YIELD, Standing, Throw, Yield};
use crate::board::Team;
use crate::games::playouts::Ended;
use crate::games::record::Recordable;
use crate::games::throws::{Turn, WithThrows, some_of};
use crate::work::{Fault, Kind};

/// Moves that an error names.
const NAMED: usize = 12;
/// The most throws that are made in a turn.
const MAX_THROWS_OF_TURN: usize = 1600;

/// A use of one more throw, and the turn after it.
pub type NextStep<R> = (Step, PlayedTurn<R>);

/// A turn that is being played: the board on the way, and the throws that are left.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedTurn<R: Fight> {
    position: Position<R>,
    left: Vec<Face>,
    /// Whether the turn is over when these throws have been used.
    whole: bool,
}

impl<R: Fight> PlayedTurn<R> {
    /// The beginning of the turn of a position in which the game is not over.
    pub fn new(position: &Position<R>, played: &Yield) -> Self {
        Self {
            position: position.clone(),
            left: position.rules().frame().shown(played.throws()),
            whole: position.rules().is_whole(played.throws()),
        }
    }

    /// The board on the way, of the team whose turn it is.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// The throws that are left.
    pub fn left(&self) -> Yield {
        Yield::trusted(self.left.clone())
    }

    /// Every use of one more throw, and the turn after it. Throws before the one used are lost, where they may be.
    pub fn steps(&self) -> Vec<NextStep<R>> {
        let rules = self.position.rules();
        let turn = rules.using();
        let mut steps = Vec::new();
        let mut open = Some(rules.begin(*self.position.board(), &self.left));
        while let Some(state) = open.take() {
            for (used, after) in turn.next(&state).0 {
                let Some(used) = used else {
                    open = Some(after);
                    continue;
                };
                let next = Self {
                    position: self.position.seen(after.board),
                    left: self.left_after(used.throw, after.throws.len()),
                    whole: self.whole,
                };
                steps.push((self.position.step(used), next));
            }
        }
        steps
    }

    /// The throws that are left after a use of one, of which there are so many: as many as before where it is one of an earlier turn.
    fn left_after(&self, used: Face, many: usize) -> Vec<Face> {
        let gone = match self.position.rules().frame().order {
            Order::Thrown => 0..self.left.len() - many,
            Order::Any => {
                let at = self.left.iter().position(|throw| *throw == used);
                let at = at.filter(|_| many < self.left.len());
                at.map_or(0..0, |at| at..at + 1)
            }
        };
        [&self.left[..gone.start], &self.left[gone.end..]].concat()
    }

    /// The position after these throws, if the team may end their use here: throws left are lost or kept.
    pub fn ended(&self) -> Option<Position<R>> {
        let rules = self.position.rules();
        let turn = rules.using();
        let mut left = rules.begin(*self.position.board(), &self.left);
        loop {
            let (next, may_end) = turn.next(&left);
            if may_end {
                return Some(self.position.after(turn.board(&left), self.whole));
            }
            let lost = next.into_iter().find(|(used, _)| used.is_none());
            left = lost?.1;
        }
    }

    /// The uses of one more throw that a text can name, and the turns after them: more than one where an earlier throw may be lost
    /// now or later.
    ///
    /// # Errors
    /// It is none; what could be played.
    pub fn read(&self, text: &str) -> Result<Vec<NextStep<R>>, String> {
        let text = text.split_whitespace().join(" ");
        let steps = self.steps();
        let named = steps.iter().filter(|(step, _)| step.to_string() == text);
        let named: Vec<NextStep<R>> = named.cloned().collect();
        if !named.is_empty() {
            return Ok(named);
        }
        let left = self.left().to_string();
        Err(match left.as_str() {
            "" if steps.is_empty() => format!("the turn is over before `{text}`"),
            _ => format!(
                "`{text}` is not a move with {left}: {}{}",
                R::FORM,
                self.choices()
            ),
        })
    }

    /// The plays that are possible now, for errors.
    fn choices(&self) -> String {
        let steps = self.steps().into_iter();
        let names: Vec<String> = steps.map(|(step, _)| step.to_string()).unique().collect();
        match names.as_slice() {
            [] => "no piece can use what is left".to_owned(),
            names => format!("you can play {}", some_of(names, NAMED)),
        }
    }
}

/// The throws that are made before anything moves, one or all of a turn; and those among them that stand and leave something to play.
pub type TurnThrows = (Vec<Throw>, Yield);

/// Throws until something can move; `first` has fallen already.
///
/// `below` gives a number below its argument, all equally likely. A stick of bias `p/q` falls with its biased side up where the
/// number below `q` is below `p`.
///
/// # Errors
/// More throws would stand than can be played, or the turn does not end.
///
/// # Examples
/// ```
/// use siga::games::running_fight::playing::throw_turn;
/// use siga::games::sig::Rules;
/// // Sticks that show their red sides by turns: four of eight move a piece four cells and earn another throw.
/// let mut numbers = [0, 1].into_iter().cycle().take(8).chain([1].into_iter().cycle());
/// let thrown = throw_turn(&Rules::depaulis(), None, &mut |_| numbers.next().expect("without end"))?;
/// assert_eq!(thrown.0.len(), 2);
/// assert_eq!(thrown.1.to_string(), "4,8");
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn throw_turn<R: Fight>(
    rules: &R,
    mut first: Option<Throw>,
    below: &mut dyn FnMut(u64) -> u64,
) -> Result<TurnThrows, Fault> {
    let frame = rules.frame();
    let (mut throws, mut standing) = (Vec::new(), Standing::default());
    loop {
        let throw = first.take().unwrap_or_else(|| rules.throw(below));
        throws.push(throw);
        standing = frame.and(standing, throw);
        let ends = !(throw.again && frame.all_first);
        if !ends && throws.len() <= MAX_YIELD {
            continue;
        }
        let played = standing.clone().played();
        if played.throws().len() > MAX_YIELD {
            let text = format!("more than {MAX_YIELD} throws would stand: no more can be played");
            return Err(Fault::new(Kind::Limit, text));
        }
        if ends {
            return Ok((throws, played));
        }
        if throws.len() >= MAX_THROWS_OF_TURN {
            let text = format!("a turn goes on after {MAX_THROWS_OF_TURN} throws");
            return Err(Fault::new(Kind::Limit, text));
        }
    }
}

/// A turn of throws used one after the other.
///
/// # Errors
/// A throw that cannot be used so, or the end of the turn where one must be used.
pub fn turn<R: Fight>(
    position: &Position<R>,
    played: Yield,
    texts: &[&str],
) -> Result<Turn<Position<R>>, String> {
    // All turns that the texts can mean: how they end decides.
    let mut turns = vec![PlayedTurn::new(position, &played)];
    let mut steps = Vec::new();
    for text in texts {
        let read = turns.iter().map(|turn| turn.read(text));
        let (found, mut faults): (Vec<_>, Vec<String>) = read.partition_result();
        let found = found.concat();
        let Some((step, _)) = found.first() else {
            return Err(faults.swap_remove(0));
        };
        steps.push(*step);
        turns.clear();
        for (_, turn) in found {
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
    }
    match turns.iter().find_map(PlayedTurn::ended) {
        Some(after) => Ok(Turn {
            position: position.clone(),
            throw: played,
            action: Play::<R>::text_of(&steps),
            after,
        }),
        None => Err(format!("the turn goes on: {}", turns[0].choices())),
    }
}

impl<R: Fight> Recordable for Position<R> {
    type Side = Team;
    type Thrown = Yield;
    type Played = String;
    const LINE: &'static str = R::LINE;
    const THROWS: bool = true;

    fn mover(&self) -> Team {
        self.side()
    }

    fn ended(&self) -> Option<String> {
        Some(match self.result()? {
            Ended::Won(team) => format!("{team} {}", R::WON),
            Ended::Drawn => "a draw".to_owned(),
        })
    }

    fn throw_text(played: &Yield) -> String {
        match played.throws() {
            [] => "-".to_owned(),
            _ => played.to_string(),
        }
    }

    fn wrong_play(_play: &str) -> Option<String> {
        None
    }

    /// `-`: nothing that was thrown can be played.
    fn read_throw(&self, throw: &str) -> Result<Yield, Fault> {
        let idle = R::IDLE && throw == "-";
        self.rules().read_yield(if idle { "" } else { throw })
    }

    fn turn(&self, played: Yield, play: &str) -> Result<Turn<Self>, String> {
        let steps: Vec<&str> = match play {
            "pass" => Vec::new(),
            play => play.split(',').map(str::trim).collect(),
        };
        turn(self, played, &steps)
    }
}

impl<R: Fight> WithThrows for Position<R> {
    fn team(&self) -> Team {
        self.side()
    }

    fn side_of(team: Team) -> Team {
        team
    }

    fn result(&self) -> Option<Ended> {
        Position::ended(self)
    }

    fn follow(&self, play: &Play<R>) -> Self {
        play.position.clone()
    }

    fn name(&self, play: &Play<R>) -> String {
        play.text()
    }
}
