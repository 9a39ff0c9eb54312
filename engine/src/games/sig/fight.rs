//! What Sig has of its own for a running fight.

use std::cmp::Ordering;

use itertools::Itertools;
use num_rational::Ratio;

use super::analyse::{Analysis, By, Ranking, analyse, rank};
use super::budget::Effort;
use super::moves::{Walker, Yield};
use super::notation::Setup;
use super::position::Position;
use super::rules::{End, Face, Rules, Safe, Start, Throw, Turns};
use super::view::View;
use crate::board::Bits;
use crate::board::notation::{About, Faults, SetupFault};
use crate::games::running_fight::frame::Frame;
use crate::games::running_fight::position::Fight;
use crate::games::running_fight::route::Route;
use crate::games::running_fight::rows;
use crate::games::running_fight::throws::playable;
use crate::rules::Conflict;
use crate::work;

impl Fight for Rules {
    type Board = View;
    type Setup = Setup;
    type Uses<'a> = Walker;
    const FORM: &'static str = "type `a3-b2`, or `free a3`; ";
    const LINE: &'static str = "A khadzh,4: free a3, a3-b2";
    const IDLE: bool = true;
    const WON: &'static str = "has more pieces";
    const NAMED: &'static str = "khadzh";
    const USES_ALL: bool = true;

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
            ends_last: false,
            cancel: self.cancel,
            opener: None,
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
        let known = playable(self.throws().iter().copied());
        let falling = self.falling();
        let mut lasts = falling.iter().filter(|found| !found.throw.again);
        let idle = match lasts.any(|found| !found.throw.face.is_played()) {
            true => ", or `-` for nothing",
            false => "",
        };
        Yield::read(text, &known, |text| {
            let known = known.iter().join(", ");
            format!(
                "`{text}` is not a throw to be played under these rules: they are {known}{idle}"
            )
        })
    }

    fn using(&self) -> Walker {
        Walker::new(self)
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
