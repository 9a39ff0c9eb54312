//! A position as written down, and every fault that keeps it from being one.

use super::route::{Route, Team};
use super::rules::{Rules, Turns};
use super::view::View;
use crate::board::notation::{About, Faults, SetupFault};
use crate::games::running_fight::position::Position;
use crate::games::running_fight::rows::{self, Allowed, Words};

/// Sig's words for what is on a board.
const WORDS: &Words = &Words {
    cells: "cells",
    awake: "must be freed",
    all_awake: "all pieces may move under wakes=none",
};

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The rows from team A's home row on, each from A's left: `A`, `B` freed, `a`, `b` not yet, `.` empty.
    pub rows: Vec<Vec<char>>,
    /// The team whose turn it is.
    pub side: Team,
    /// Whether it is the second of two turns in a row.
    pub second: bool,
}

impl Setup {
    /// The start of a game: each team fills its home row, freed only if no piece need be; A begins.
    pub(crate) fn start(rules: &Rules) -> Setup {
        let length = usize::from(rules.length());
        let [a, b] = match rules.wakes().is_empty() {
            true => ['A', 'B'],
            false => ['a', 'b'],
        };
        let mut rows = vec![vec!['.'; length]; rules.rows().into()];
        rows[0].fill(a);
        if let Some(last) = rows.last_mut() {
            last.fill(b);
        }
        Setup {
            rows,
            side: Team::A,
            second: false,
        }
    }

    /// The legal position of this setup.
    ///
    /// # Errors
    /// Every fault at once.
    pub fn position(&self, rules: &Rules) -> Result<Position<Rules>, Faults> {
        let allowed = Allowed {
            rows: rules.rows(),
            length: rules.length(),
            most: rules.length(),
            all_awake: rules.wakes().is_empty(),
            heights: None,
            words: WORDS,
        };
        let faults = allowed.faults(&self.rows, |_| 1);
        let faults = faults.map_err(|fault| Faults(vec![fault]))?;
        let mut faults: Vec<SetupFault> = faults.into_iter().map(|(_, fault)| fault).collect();
        if self.second && rules.turns == Turns::Alternating {
            let message = format!(
                "turns alternate under these rules: write `{}`, without `turn=2`",
                self.side
            );
            faults.push(SetupFault::new(About::Field("turn"), message));
        }
        Faults::none_of(faults, || ())?;
        let route = Route::new(rules);
        let mut view = View::default();
        for (cell, team, freed) in rows::pieces(&self.rows) {
            let number = route.number(self.side, cell);
            let bit = number.map_or(0, |number| 1u128 << number);
            let (pieces, dry) = if team == self.side {
                (&mut view.own, &mut view.own_dry)
            } else {
                (&mut view.enemy, &mut view.enemy_dry)
            };
            *pieces |= bit;
            if !freed {
                *dry |= bit;
            }
        }
        Ok(Position::trusted(rules, self.side, self.second, view))
    }
}
