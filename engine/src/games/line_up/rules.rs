//! The rules of a game, worked out of its text and the words chosen for its options.

use std::ops::Range;

use super::movement::{self, hemmed_in};
use super::symmetry::Invariants;
use super::{goals, known};
use crate::board::{Bits, Side, image};
use crate::games::described::rules::{self, Family, Kept, word};
use crate::games::described::text::Said;
use crate::games::described::{self, Board, GameText, TextError};
use crate::solve::retro::{Blocked, Chooser, Goal, Step, plain_targets};
use crate::solve::{Ending, Subsets};

/// The most points: sets of them are numbered, and every arrangement is checked.
const MAX_POINTS: usize = 25;

/// All that follows from a text and the words chosen.
#[derive(Debug)]
pub struct Facts {
    pub(super) board: Board,
    /// The numbers of pieces of `x` and of `o`; where pieces are placed, both have as many.
    pub(super) men: [u8; 2],
    /// The pieces of `x` and of `o` at the start, where all are on the board.
    pub(super) start: Option<[u32; 2]>,
    /// Whether pieces may be moved as soon as one is on the board.
    pub(super) early: bool,
    pub(super) steps: Vec<Step>,
    /// The goals of the side to move and of the other, as the side to move sees the board.
    pub(super) goals: [Vec<Goal>; 2],
    /// Points where the very first piece, or none at all, may be placed.
    pub(super) barred: [u32; 2],
    pub(super) blocked: Blocked,
    /// The pieces whose points the other side chooses, numbered from 0 in the order they are placed.
    pub(super) chosen_by_other: Range<u8>,
    /// Whether a side that makes the same move three times loses, which the values leave out.
    pub(super) repeats: bool,
    pub(super) symmetries: Vec<Vec<u8>>,
    /// How the second side sees the board, where its goals are others.
    pub(super) turned: Option<Vec<u8>>,
    /// For each point, the goals of the side to move that may come of entering it.
    pub(super) goals_at: Vec<Vec<Goal>>,
    /// The goals of the side to move that a move of the other side may make.
    pub(super) given: Vec<Goal>,
    /// For each point, those that plain steps lead to.
    pub(super) plain: Vec<u32>,
    /// For each point, the steps that need more than an empty point.
    pub(super) other_steps: Vec<Vec<Step>>,
    /// Whether a side can be without a move.
    pub(super) may_be_stuck: bool,
}

/// The rules of a game of lining up pieces: `teeko:goals=44,drop=standard`, `tapatan:blocked=draw`.
pub type Rules = described::Rules<Facts>;

static WORKED_OUT: Kept<Facts> = Kept::new(None);

impl Rules {
    /// The number of pieces of a side.
    pub fn men(&self, side: Side) -> u8 {
        self.facts().men[side as usize]
    }

    /// The patterns that win, of points by index.
    pub fn goals(&self) -> &[Goal] {
        &self.facts().goals[0]
    }

    /// Whether a piece may jump.
    pub fn jumps(&self) -> bool {
        let between = |step: &Step| step.held.is_some() && step.jumps;
        self.facts().steps.iter().any(between)
    }

    /// Whether the same move made three times loses, which the values leave out.
    pub fn repeats(&self) -> bool {
        self.facts().repeats
    }

    /// Whether pieces may be moved before all are placed.
    pub fn moves_early(&self) -> bool {
        self.facts().early
    }

    /// Whether pieces are placed in the course of the game.
    pub fn places(&self) -> bool {
        self.facts().start.is_none()
    }

    /// The value of a position with at most one piece on the board, where the text says what is known of the game.
    pub(crate) fn recorded(&self, own: u32, other: u32) -> Option<Ending> {
        known::value(self, own, other)
    }

    /// What is known of the value of the game, in words.
    pub fn known(&self) -> Option<String> {
        known::words(self)
    }

    /// The first moves with their values and the longest win: of a small game solved at once, else as the text records them.
    pub fn known_of_game(&self) -> Option<described::KnownOfGame> {
        known::of_game(self)
    }
}

impl Family for Facts {
    const NAME: &'static str = "line-up";

    fn kept() -> &'static Kept<Facts> {
        &WORKED_OUT
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self) -> Option<[u128; 2]> {
        self.start.map(|start| start.map(u128::from))
    }

    fn of(text: &GameText, chosen: &[usize]) -> Result<Facts, TextError> {
        let said = |key: &str| text.under(key, chosen).last().copied();
        let board = rules::board(text, said("board"), said("joined"), MAX_POINTS)?;
        let start = said("start")
            .map(|said| rules::start(&board, said))
            .transpose()?;
        let men = rules::men(&board, said("men"), start.as_ref(), text)?;
        let early = places_early(said("place"), said("start"))?;
        let steps = movement::steps(&board, &text.under("move", chosen))?;
        let patterns = goals::patterns(&board, &text.under("goal", chosen))?;
        let pieces = |goal: &Goal| goal.held.count().max(goal.held_by_other.count());
        let least = patterns.iter().map(pieces).min().unwrap_or(0);
        let most = men[0].max(men[1]);
        if let Some(said) = said("goal").filter(|_| least > u32::from(most)) {
            let make = ["pieces make", "piece makes"][usize::from(most == 1)];
            return Err(said.fault(format!("{most} {make} no goal of {least} points")));
        }
        let chosen_by_other = chosen_by_other(said("chooser"), early)?;
        refuse_points_apart(&board, &steps, said("board"))?;
        let mut facts = Facts {
            men,
            early,
            plain: plain_targets(board.size(), &steps),
            other_steps: (0..board.size())
                .map(|point| not_plain(&steps, point))
                .collect(),
            steps,
            goals: [patterns.clone(), patterns],
            barred: barred(&board, said("first"))?,
            blocked: Blocked::Draws,
            chosen_by_other,
            repeats: word(
                said("repeat"),
                "repeat",
                &[("draw", false), ("the same move three times loses", true)],
            )?,
            symmetries: Vec::new(),
            turned: None,
            goals_at: Vec::new(),
            given: Vec::new(),
            may_be_stuck: false,
            start: start.map(|sets| sets.map(u32::narrow)),
            board,
        };
        facts.leave_out_starts(said("no goal"))?;
        facts.refuse_goals_at_the_start(said("start"))?;
        facts.find_symmetries(said("no goal"))?;
        let goals = facts.goals[0].iter().copied();
        facts.given = goals.filter(|goal| !goal.is_plain()).collect();
        facts.goals_at = (0..facts.board.size())
            .map(|point| facts.goals_by(point))
            .collect();
        let [x, o] = facts.men;
        facts.may_be_stuck = facts.is_ever_blocked(x, o) || x != o && facts.is_ever_blocked(o, x);
        facts.blocked = facts.when_blocked(said("blocked"), text)?;
        facts.refuse_endless(said("goal"))?;
        Ok(facts)
    }
}

/// Whether pieces may be moved before all are placed.
fn places_early(place: Option<&Said>, start: Option<&Said>) -> Result<bool, TextError> {
    let words = place.map_or_else(String::new, Said::words);
    match (words.as_str(), start) {
        ("early", None) => Ok(true),
        ("all first" | "", None) | ("none" | "", Some(_)) => Ok(false),
        _ => {
            let said = place.or(start).expect("one of them is said");
            Err(said.fault("place is `all first` or `early`; with a `start:` it is `none`"))
        }
    }
}

impl Facts {
    /// Who chooses the point of the piece that a side with this many pieces on the board places next; `None` if it has placed all.
    pub(super) fn chooser(&self, placed: u8) -> Option<Chooser> {
        let chooser = match self.chosen_by_other.contains(&placed) {
            false => Chooser::Owner,
            true => Chooser::Opponent,
        };
        (self.start.is_none() && placed < self.men[0]).then_some(chooser)
    }

    /// The goals of the side to move that may come of entering a point.
    fn goals_by(&self, point: u8) -> Vec<Goal> {
        let may_come = |goal: &Goal| goal.held.has(point) || goal.empty != 0;
        let goals = self.goals[0].iter().copied();
        goals.filter(may_come).collect()
    }

    /// Takes out goals in which a side begins.
    fn leave_out_starts(&mut self, said: Option<&Said>) -> Result<(), TextError> {
        let Some(said) = said.filter(|said| said.words() != "none") else {
            return Ok(());
        };
        let Some([x, o]) = self.start else {
            return Err(said.fault("only a game with a `start:` has rows that do not count"));
        };
        match said.words().as_str() {
            "either start" => {
                for goals in &mut self.goals {
                    goals.retain(|goal| !goal.is_made(x, o) && !goal.is_made(o, x));
                }
            }
            "own start" => {
                self.goals[0].retain(|goal| !goal.is_made(x, o));
                self.goals[1].retain(|goal| !goal.is_made(o, x));
            }
            _ => return Err(said.fault("`no goal` is `own start`, `either start` or `none`")),
        }
        Ok(())
    }

    /// Without a goal somebody must lose or win by being blocked.
    fn refuse_endless(&self, said: Option<&Said>) -> Result<(), TextError> {
        let ends = self.may_be_stuck && matches!(self.blocked, Blocked::Loses | Blocked::Wins);
        match said.filter(|_| self.goals[0].is_empty() && !ends) {
            Some(said) => Err(said.fault(
                "without a goal a game ends only when a side is blocked: say `blocked: loses` or `blocked: wins`, on a board where that can happen",
            )),
            None => Ok(()),
        }
    }

    /// A game in which somebody has won before the first move is no game.
    fn refuse_goals_at_the_start(&self, said: Option<&Said>) -> Result<(), TextError> {
        let (Some(start), Some(said)) = (self.start, said) else {
            return Ok(());
        };
        let [x, o] = start;
        for (side, goals, own, other) in [("x", &self.goals[0], x, o), ("o", &self.goals[1], o, x)]
        {
            if goals::holds(goals, own, other) {
                return Err(said.fault(format!(
                    "{side} has a goal at the start already: say `no goal: own start` if it does not count, or draw another start"
                )));
            }
        }
        Ok(())
    }

    fn find_symmetries(&mut self, said: Option<&Said>) -> Result<(), TextError> {
        let drawn = rules::drawn_symmetries(&self.board);
        let barred = self.barred.map(|set| vec![Goal::plain(set)]);
        let invariants = Invariants {
            points: self.board.size(),
            steps: &self.steps,
            families: [&self.goals[0], &self.goals[1], &barred[0], &barred[1]]
                .map(Vec::as_slice)
                .to_vec(),
        };
        let found = invariants.symmetries(&drawn);
        if self.goals[0] != self.goals[1] {
            let [x, o] = self.start.unwrap_or_default();
            let all = Invariants {
                points: self.board.size(),
                steps: &self.steps,
                families: Vec::new(),
            };
            let sorted = |map: &[u8], goals: &[Goal]| {
                let mut goals: Vec<Goal> = goals.iter().map(|goal| goal.image(map)).collect();
                goals.sort_unstable();
                goals
            };
            let turns = |map: &&Vec<u8>| {
                image(map, x) == o
                    && image(map, o) == x
                    && sorted(map, &self.goals[0]) == self.goals[1]
                    && sorted(map, &self.goals[1]) == self.goals[0]
            };
            let all = all.symmetries(&drawn);
            let turned = all.iter().find(turns).cloned();
            let fault = || {
                let said = said.expect("goals differ where it is said");
                said.fault("`own start` needs a board whose turn or mirror image exchanges the two starts, and the goals of the two sides with them")
            };
            self.turned = Some(turned.ok_or_else(fault)?);
        }
        self.symmetries = found;
        Ok(())
    }

    /// What happens to a side without a move; it must be said where that can be.
    fn when_blocked(&self, said: Option<&Said>, text: &GameText) -> Result<Blocked, TextError> {
        if said.is_none() && self.may_be_stuck {
            let said = text.say("men").or(text.say("board"));
            return Err(said.expect("a text has a board").fault(format!(
                "with {} pieces a side can be left without a move: say `blocked: loses`, `passes`, `draws` or `wins`, or take fewer pieces",
                self.men[0].max(self.men[1])
            )));
        }
        let words = [
            ("draws", Blocked::Draws),
            ("loses", Blocked::Loses),
            ("passes", Blocked::Passes),
            ("wins", Blocked::Wins),
            ("draw", Blocked::Draws),
            ("lose", Blocked::Loses),
            ("pass", Blocked::Passes),
            ("win", Blocked::Wins),
        ];
        word(said, "blocked", &words)
    }

    /// Whether a side with so many pieces on the board can be without a move, against so many others, though nobody has won.
    fn is_ever_blocked(&self, men: u8, others: u8) -> bool {
        let others = u32::from(others);
        let sets = Subsets::new(self.board.size().into(), men.into());
        // Nearly every set of cells has more neighbours than the other side has pieces.
        let is_free = |own: u32| {
            let beside = self
                .plain
                .iter()
                .zip(0..)
                .filter(|(_, cell)| own.has(*cell));
            let beside = beside.fold(0_u32, |set, (targets, _)| set | *targets) & !own;
            beside.count() > others
        };
        // Goals that are not plain may or may not end the game as well.
        let over = |goals: &[Goal], own: u32| {
            let mut plain = goals.iter().filter(|goal| goal.is_plain());
            plain.any(|goal| goal.is_made(own, 0))
        };
        let is_blocked = |own: u32| {
            let hemming = match is_free(own) {
                true => u32::MAX,
                false => hemmed_in(&self.steps, own),
            };
            hemming.count() <= others
                && !over(&self.goals[0], own)
                && !over(&self.goals[1], hemming)
        };
        sets.is_some_and(|sets| sets.masks().any(is_blocked))
    }
}

/// The steps from a point that need more than an empty point.
fn not_plain(steps: &[Step], point: u8) -> Vec<Step> {
    let here = steps.iter().filter(|step| step.from == point);
    here.filter(|step| !step.is_plain()).copied().collect()
}

/// What `first` can be.
const FIRST: &str = "`first` is `not the centre`, `not a corner`, `not` with points (of the very first piece), or `nobody in the centre` \
    (while pieces are placed)";

fn barred(board: &Board, said: Option<&Said>) -> Result<[u32; 2], TextError> {
    let mut barred = [0, 0];
    let Some(said) = said else { return Ok(barred) };
    for part in said.line().split(',') {
        let centre = || board.middle::<u32>(part);
        match part.text.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] | ["anywhere"] => {}
            ["not", "the", "centre"] => barred[0] |= centre()?,
            ["not", "a", "corner"] => barred[0] |= board.four_corners::<u32>(part)?,
            ["nobody", "in", "the", "centre"] => barred[1] |= centre()?,
            ["not", names @ ..] => barred[0] |= board.points::<u32>(part, names, FIRST)?,
            _ => return Err(part.fault(0, FIRST)),
        }
    }
    match (barred[0] | barred[1]).count() == u32::from(board.size()) {
        true => Err(said.fault("this leaves no point for the first piece")),
        false => Ok(barred),
    }
}

/// A point that no lines and moves join to the others is a slip of the drawing, or of another board.
fn refuse_points_apart(
    board: &Board,
    steps: &[Step],
    said: Option<&Said>,
) -> Result<(), TextError> {
    let mut reached = 1_u32;
    for _ in 0..board.size() {
        let moves = steps.iter().filter(|step| reached.has(step.from));
        let lines = reached
            .ones()
            .fold(0, |all, point| all | board.near::<u32>(point));
        reached |= moves.fold(lines, |all, step| all | u32::bit(step.to));
    }
    let apart = (0..board.size()).filter(|point| !steps.is_empty() && !reached.has(*point));
    let first = apart.min_by_key(|point| board.place(*point));
    let (Some(apart), Some(said)) = (first, said) else {
        return Ok(());
    };
    let (row, column) = board.place(apart);
    let message = format!(
        "no lines and moves join {} to {}: a board is one piece (a line that does not reach a point joins nothing)",
        board.name(apart),
        board.name(0)
    );
    Err(match said.block().get(row) {
        Some(line) => line.fault(column, message),
        None => said.fault(message),
    })
}

fn chosen_by_other(said: Option<&Said>, early: bool) -> Result<Range<u8>, TextError> {
    let Some(said) = said else {
        return Ok(0..0);
    };
    let words = said.words();
    if early && words != "owner" {
        return Err(said.fault(
            "with `place: early` the owner chooses: whether to place or to move would else be the other side's choice",
        ));
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let few = |text: &str| {
        let few = text.parse::<u8>();
        few.map_err(|_| said.fault(format!("`{text}` is no number of pieces")))
    };
    match words.as_slice() {
        ["owner"] => Ok(0..0),
        ["opponent"] => Ok(0..u8::MAX),
        ["opponent", "first", k] => Ok(0..few(k)?),
        ["owner", "first", k] => Ok(few(k)?..u8::MAX),
        _ => {
            Err(said
                .fault("`chooser` is `owner`, `opponent`, `opponent first 2` or `owner first 2`"))
        }
    }
}
