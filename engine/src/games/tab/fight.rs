//! What tâb has of its own for a running fight.

use std::cmp::Ordering;

use itertools::Itertools;
use num_rational::Ratio;

use super::analyse::{
    Analysis, By, Effort, Exposed, MAX_THROWS, REVIEW_THROWS, Ranked, Ranking, USUAL_THROWS, takes,
};
use super::board::{Board, Stack};
use super::moves::{Yield, earns_another};
use super::position::Position;
use super::rules::{Order, ROWS, Rules, Saved, Start, TAB, THROWS, Wake};
use super::setup::{Setup, of_teams};
use super::walk::Walker;
use super::{Cell, Team};
use crate::board::notation::Faults;
use crate::chance::turn::Cancel;
use crate::exact::Between;
use crate::games::running_fight::frame::Frame;
use crate::games::running_fight::plays::FightBoard as _;
use crate::games::running_fight::position::Fight;
use crate::games::running_fight::route::Route;
use crate::games::running_fight::rows;
use crate::games::running_fight::throws::{Throw, playable};
use crate::rules::Conflict;
use crate::work;

impl Fight for Rules {
    type Board = Board;
    type Setup = Setup;
    type Uses<'a> = Walker<'a>;
    const FORM: &'static str = "";
    const LINE: &'static str = "A 1,4,2: a3-b3, b3-b1, b1-b3";
    const IDLE: bool = false;
    const WON: &'static str = "has won";
    const NAMED: &'static str = "1";
    const REVIEW_THROWS: Option<u32> = Some(REVIEW_THROWS);
    const USES_ALL: bool = false;

    fn of_size(self, rows: &[Vec<char>]) -> Result<Rules, Conflict> {
        self.with_length(rows[0].len() as u8)
    }

    fn frame(&self) -> Frame {
        Frame {
            route: Route::zigzag(ROWS, self.length(), true),
            pieces: self.pieces(),
            all_awake: self.wake == Wake::None,
            safe: 0,
            order: self.order,
            all_first: self.order == Order::Any,
            ends_last: true,
            cancel: Cancel::default(),
            opener: (self.start == Start::Tab).then_some(TAB),
            two_turns: false,
            words: ["fields", "is awake", "no piece sleeps under wake=none"],
        }
    }

    fn sticks(&self) -> (&[Throw], &[Ratio<u32>]) {
        (&THROWS, self.bias())
    }

    fn legal(&self, setup: &Setup) -> Result<Position, Faults> {
        let faults = setup.faults(self).unwrap_or_else(|fault| vec![fault]);
        Faults::none_of(faults, || {
            Position::trusted(self, setup.side, false, setup.board(self))
        })
    }

    fn setup(position: &Position) -> Setup {
        let (side, board) = (position.side(), position.board());
        let team = |stack: Stack| match stack.is_own() {
            true => side,
            false => side.other(),
        };
        let stacks = board.stacks();
        let stacks = stacks.map(|(field, stack)| (position.cell(field), team(stack), stack));
        let stacks: Vec<(Cell, Team, Stack)> = stacks.sorted_unstable().collect();
        let pieces = stacks.iter();
        let pieces = pieces.map(|&(cell, team, stack)| (cell, team, !stack.is_asleep()));
        let mut setup = Setup {
            rows: rows::drawn(position.route(), pieces),
            side,
            stacks: Vec::new(),
            entered: Vec::new(),
            circled: Vec::new(),
            saved: of_teams(side, board.saved()),
        };
        for (cell, team, stack) in stacks {
            if stack.height() > 1 {
                setup.stacks.push((cell, stack.height()));
            }
            if stack.has_entered() && cell.row != rows::home(team.other(), ROWS) {
                setup.entered.push(cell);
            }
            if stack.has_circled() {
                setup.circled.push(cell);
            }
        }
        setup
    }

    fn result(&self, board: &Board) -> Option<Ordering> {
        match board.counts() {
            [_, 0] => Some(Ordering::Greater),
            [0, _] => Some(Ordering::Less),
            _ => None,
        }
    }

    /// Under `order=any` those of a whole turn.
    fn read_yield(&self, text: &str) -> Result<Yield, work::Fault> {
        let wrong = |text: &str| {
            format!("`{text}` is not a throw: write 1, 2, 3, 4 or 6, with commas between them")
        };
        let played = Yield::read(text, &playable(THROWS.into_iter()), wrong)?;
        let Some(&last) = played.throws().last() else {
            return Err(work::Fault::input(wrong("")));
        };
        let mut pairs = played.throws().iter().tuple_windows();
        if let Some((last, after)) = pairs.find(|(last, _)| !earns_another(**last)) {
            return Err(work::Fault::input(format!(
                "a turn ends with its first 2 or 3: {after} is thrown after {last}"
            )));
        }
        match self.order == Order::Any && earns_another(last) {
            true => Err(work::Fault::input(format!(
                "the turn goes on after {last}, and under order=any throws are used when all are made: the last one is 2 or 3"
            ))),
            false => Ok(played),
        }
    }

    fn kept(&self, board: &Board) -> Option<u32> {
        let [own, other] = board.saved();
        (self.saved == Saved::Yes).then(|| own.max(other).into())
    }

    fn using(&self) -> Walker<'_> {
        Walker::new(self)
    }

    fn analysis(position: &Position, effort: &Effort) -> Result<Analysis, work::Fault> {
        effort.check(MAX_THROWS)?;
        let max_throws = effort.max_throws.unwrap_or(USUAL_THROWS);
        let half = |position: &Position| takes(position, max_throws, effort.budget / 2);
        Ok(Analysis {
            over: position.is_over(),
            take: half(position),
            free: None,
            exposure: Exposed {
                next: half(&position.passed()),
                both_turns: None,
            },
        })
    }

    /// The pieces that the other team takes are reckoned as if it threw after the play, also where the turn goes on.
    fn ranking(
        position: &Position,
        played: &Yield,
        by: By,
        effort: &Effort,
    ) -> Result<Ranking, work::Fault> {
        let plays = position.plays(played)?;
        let max_throws = effort.max_throws.unwrap_or(USUAL_THROWS);
        let share = effort.budget / plays.len().max(1) as u64;
        let mut stopped = false;
        let ranked = plays.into_iter().map(|play| {
            let next = match play.position.side() == position.side() {
                true => play.position.passed(),
                false => play.position.clone(),
            };
            let found = takes(&next, max_throws, share);
            stopped |= found.stopped.is_some();
            let [loses, lost] = [&found.at_least_one, &found.expected]
                .map(|found| Between::of(found).unwrap_or_else(Between::zero));
            let taken = play.taken;
            Ranked::new(play, taken, loses, lost)
        });
        let ranked: Vec<Ranked> = ranked.collect();
        let budget = stopped.then(|| effort.budget.saturating_mul(2));
        Ok(Ranking::new(ranked, &[by], budget))
    }
}
