//! What Sig has of its own for a running fight.

use std::cmp::Ordering;

use itertools::Itertools;
use num_rational::Ratio;

use super::analyse::{Analysis, By, Ranking, analyse, rank};
use super::budget::Effort;
use super::moves::{Walker, Yield, playable};
use super::notation::Setup;
use super::position::Position;
use super::rules::{Cancel, End, Face, Order, Rules, Safe, Start, Throw, Turns};
use super::view::View;
use crate::board::Bits;
use crate::board::notation::{About, Faults, SetupFault};
use crate::chance::expr::{Expr, Score};
use crate::chance::turn::{self, TurnRules};
use crate::games::running_fight::plays::{Left, Standing};
use crate::games::running_fight::position::Fight;
use crate::games::running_fight::route::Route;
use crate::games::running_fight::rows::{self, Frame};
use crate::rules::Conflict;
use crate::work;

const KHADZH: &str = "khadzh";
const KHMAR: &str = "khmar";

impl Fight for Rules {
    type Board = View;
    type Setup = Setup;
    type Throw = Face;
    type Fallen = Throw;
    type Uses<'a> = Walker;
    const FORM: &'static str = "type `a3-b2`, or `free a3`; ";
    const LINE: &'static str = "A khadzh,4: free a3, a3-b2";
    const IDLE: bool = true;
    const WON: &'static str = "has more pieces";
    const NAMED: &'static str = KHADZH;

    fn of_size(self, rows: &[Vec<char>]) -> Result<Rules, Conflict> {
        self.with_size(rows.len() as u8, rows[0].len() as u8)
    }

    fn frame(&self) -> Frame {
        let route = Route::zigzag(self.rows(), self.length(), self.from == Start::Left);
        Frame {
            route,
            pieces: self.length(),
            all_awake: self.wakes().is_empty(),
            safe: match self.safe {
                Safe::EnemyHome => route.home(),
                Safe::None => 0,
            },
            order: self.order,
            all_first: true,
            two_turns: self.turns == Turns::TwoAndTwo,
            words: [
                "cells",
                "must be freed",
                "all pieces may move under wakes=none",
            ],
        }
    }

    fn sticks(&self) -> (&[Throw], &[Ratio<u32>]) {
        (self.throws(), self.bias())
    }

    fn score(throw: Throw) -> (Score, bool) {
        let value = match throw.face {
            Face::Nothing => Score::Value(Expr::Number(0)),
            Face::Move(cells) => Score::Value(Expr::Number(cells.into())),
            Face::Khadzh => Score::Label(KHADZH.to_owned()),
            Face::Khmar => Score::Cancel(Some(KHMAR.to_owned())),
        };
        (value, throw.again)
    }

    fn legal(&self, setup: &Setup) -> Result<Position, Faults> {
        let faults = self.frame().faults(&setup.rows, None, |_| 1);
        let faults = faults.map_err(|fault| Faults(vec![fault]))?;
        let mut faults: Vec<SetupFault> = faults.into_iter().map(|(_, fault)| fault).collect();
        let side = setup.side;
        if setup.second && self.turns == Turns::Alternating {
            let message =
                format!("turns alternate under these rules: write `{side}`, without `turn=2`");
            faults.push(SetupFault::new(About::Field("turn"), message));
        }
        Faults::none_of(faults, || ())?;
        let route = self.route();
        let mut view = View::default();
        for (cell, team, freed) in rows::pieces(&setup.rows) {
            let number = route.number(side, cell);
            let bit = number.map_or(0, |number| 1u128 << number);
            let (pieces, dry) = if team == side {
                (&mut view.own, &mut view.own_dry)
            } else {
                (&mut view.enemy, &mut view.enemy_dry)
            };
            *pieces |= bit;
            if !freed {
                *dry |= bit;
            }
        }
        Ok(Position::trusted(self, side, setup.second, view))
    }

    fn setup(position: &Position) -> Setup {
        let (side, view) = (position.side(), position.board());
        let sides = [
            (side, view.own, view.own_dry),
            (side.other(), view.enemy, view.enemy_dry),
        ];
        let pieces = sides.into_iter().flat_map(|(team, pieces, dry)| {
            let pieces = pieces.ones();
            pieces.map(move |number| (position.cell(number), team, !dry.has(number)))
        });
        Setup {
            rows: rows::drawn(position.route(), pieces),
            side,
            second: position.is_second(),
        }
    }

    fn result(&self, view: &View) -> Option<Ordering> {
        let route = self.route();
        let none_left = view.own == 0 || view.enemy == 0;
        let own = view.own.minus(route.goal()) == 0;
        let enemy = view.enemy.minus(route.home()) == 0;
        let over = match self.end {
            End::Taken => false,
            End::One => own || enemy,
            End::Both => own && enemy,
        };
        (over || none_left).then(|| view.own.count().cmp(&view.enemy.count()))
    }

    fn is_stuck(&self, view: &View, falling: &[Face]) -> bool {
        Walker::new(self).is_stuck(*view, falling)
    }

    /// Nothing is the yield of no throws.
    fn read_yield(&self, text: &str) -> Result<Yield, work::Fault> {
        let known = playable(self);
        let face = |text: &str| known.iter().copied().find(|face| face.to_string() == text);
        Yield::read(text, face, |text| {
            let known = known.iter().join(", ");
            format!("`{text}` is not a throw to be played under these rules: they are {known}")
        })
    }

    fn turn_rules(&self) -> TurnRules {
        TurnRules {
            cancel: match self.cancel {
                Cancel::Previous => turn::Cancel::Previous,
                Cancel::Stack => turn::Cancel::Stack,
            },
            ..TurnRules::default()
        }
    }

    /// A khmar takes the throw before it off again.
    fn and(&self, mut standing: Standing<Face>, throw: Throw) -> (Standing<Face>, bool) {
        let is_khmar = throw.face == Face::Khmar;
        if !is_khmar {
            standing.throws.push(throw.face);
        } else if standing.fresh || self.cancel == Cancel::Stack {
            standing.throws.pop();
        }
        standing.fresh = !is_khmar;
        (standing, throw.again)
    }

    /// What can still be cancelled stays as it is.
    fn settled(&self, mut standing: Standing<Face>, falling: &[Throw]) -> Standing<Face> {
        let cancellable = match self.cancel {
            _ if falling.iter().all(|throw| throw.face != Face::Khmar) => 0,
            Cancel::Stack => standing.throws.len(),
            Cancel::Previous => usize::from(standing.fresh),
        };
        let last = (standing.throws).split_off(standing.throws.len() - cancellable);
        let mut throws = self.alike(self.played(standing)).throws().to_vec();
        throws.extend(last);
        Standing {
            throws,
            fresh: self.cancel == Cancel::Previous && cancellable > 0,
        }
    }

    fn played(&self, mut standing: Standing<Face>) -> Yield {
        standing.throws.retain(|face| *face != Face::Nothing);
        Yield::trusted(standing.throws)
    }

    fn alike(&self, played: Yield) -> Yield {
        let mut throws = played.throws().to_vec();
        if self.order == Order::Any {
            throws.sort_unstable();
        }
        Yield::trusted(throws)
    }

    fn begin(&self, view: View, throws: &[Face]) -> (Walker, Left<View>) {
        let walker = Walker::new(self);
        (walker, walker.start(view, throws))
    }

    fn uses(&self, view: &View, left: &[Face]) -> Vec<(View, Option<Vec<Face>>)> {
        let mut found = Vec::new();
        if view.enemy == 0 {
            return found;
        }
        let walker = Walker::new(self);
        for (at, throw) in left.iter().enumerate() {
            let before = match self.order {
                Order::Any if left[..at].contains(throw) => continue,
                Order::Any => &left[..at],
                Order::Thrown => &[],
            };
            let rest = || Some([before, &left[at + 1..]].concat());
            let after = walker.after(*view, *throw);
            found.extend(after.map(|next| (next, rest())));
            if self.order == Order::Thrown && !found.is_empty() {
                break;
            }
        }
        found
    }

    fn analysis(position: &Position, effort: &Effort) -> Result<Analysis, work::Fault> {
        analyse(position, effort)
    }

    fn ranking(
        position: &Position,
        played: &Yield,
        by: By,
        effort: &Effort,
    ) -> Result<Ranking, work::Fault> {
        rank(position, played, by, effort)
    }
}
