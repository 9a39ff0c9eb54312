//! A legal position and the end of the game.

use std::fmt;
use std::sync::Arc;

use super::notation::ReadError;
use super::route::{Cell, Route, Team};
use super::rules::{End, Freeing, Rules, Turns};
use super::setup::{Fault, Setup, WORDS};
use crate::board::Bits;
use crate::board::notation::Faults;
use crate::games::AnyPosition;
use crate::games::running_fight::rows::{self, Allowed};
use crate::rules::{Conflict, Options};
use crate::work;

/// The board as the team to move sees it: sets of cells numbered along that team's route.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View {
    /// The pieces of the team to move.
    pub own: u128,
    /// Those of them that are not yet freed.
    pub own_dry: u128,
    /// The enemy's pieces.
    pub enemy: u128,
    /// Those of them that are not yet freed.
    pub enemy_dry: u128,
}

impl View {
    /// The same board seen by the other team.
    #[must_use]
    pub(crate) fn flip(self, route: Route) -> View {
        View {
            own: route.flip_all(self.enemy),
            own_dry: route.flip_all(self.enemy_dry),
            enemy: route.flip_all(self.own),
            enemy_dry: route.flip_all(self.own_dry),
        }
    }

    /// Whether the game is over.
    pub fn over(self, rules: &Rules) -> bool {
        let route = Route::new(rules);
        if self.own == 0 || self.enemy == 0 {
            return true;
        }
        let own = self.own.minus(route.goal()) == 0;
        let enemy = self.enemy.minus(route.home()) == 0;
        match rules.end {
            End::One => own || enemy,
            End::Both => own && enemy,
        }
    }
}

/// A legal position: what stands where, and whose turn it is.
///
/// # Examples
/// ```
/// use siga::games::sig::{Position, Rules, Team};
/// let rules: Rules = "sig:depaulis,length=4".parse()?;
/// let position = Position::parse("aaAa/4/2A1/bbbb B", &rules).unwrap_err();
/// assert!(position.to_string().contains("5 pieces"));
/// let position = Position::parse("aa1a/4/2A1/bbbb B", &rules)?;
/// assert_eq!(position.side(), Team::B);
/// assert_eq!(position.count(Team::A), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Arc<Rules>,
    side: Team,
    second: bool,
    view: View,
}

impl Position {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &Rules) -> Result<Position, ReadError> {
        let setup: Setup = text.parse()?;
        setup.position(rules).map_err(ReadError::Faults)
    }

    /// The start of a game.
    pub fn start(rules: &Rules) -> Position {
        let start = Setup::start(rules).position(rules);
        start.expect("both teams in their home rows are a position")
    }

    /// A position whose parts are known to be legal.
    pub(super) fn trusted(rules: Arc<Rules>, side: Team, second: bool, view: View) -> Position {
        Position {
            rules,
            side,
            second,
            view,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The routes.
    pub fn route(&self) -> Route {
        Route::new(&self.rules)
    }

    /// The team whose turn it is.
    pub fn side(&self) -> Team {
        self.side
    }

    /// Whether it is the second of two turns in a row.
    pub(crate) fn is_second(&self) -> bool {
        self.second
    }

    /// The board as the team to move sees it.
    pub fn view(&self) -> View {
        self.view
    }

    /// The same turn with another board.
    pub(super) fn seen(&self, view: View) -> Position {
        Position {
            view,
            ..self.clone()
        }
    }

    /// The position after a turn that leads to this view of the team to move: the next turn under the rules.
    pub(super) fn after(&self, view: View) -> Position {
        let after = self.seen(view);
        if self.rules.turns == Turns::TwoAndTwo && !self.second {
            return Position {
                second: true,
                ..after
            };
        }
        after.passed()
    }

    /// The same board, the other team having the first of its turns.
    #[must_use]
    pub fn passed(&self) -> Position {
        Position {
            rules: Arc::clone(&self.rules),
            side: self.side.other(),
            second: false,
            view: self.view.flip(self.route()),
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.view.over(&self.rules)
    }

    /// Pieces of a team on the board.
    pub fn count(&self, team: Team) -> u32 {
        let view = self.view;
        if team == self.side {
            view.own.count()
        } else {
            view.enemy.count()
        }
    }

    /// The team with more pieces, or `None` when they are equal: who has won once the game is over.
    pub fn ahead(&self) -> Option<Team> {
        let [a, b] = [Team::A, Team::B].map(|team| self.count(team));
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Team::A),
            std::cmp::Ordering::Less => Some(Team::B),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The cells of a set numbered along the route of the team to move, in order of the route.
    pub(crate) fn cells_of(&self, numbers: u128) -> Vec<Cell> {
        let cell = |number| self.route().cell(self.side, number);
        numbers.ones().map(cell).collect()
    }

    /// The position as it is written down.
    pub fn setup(&self) -> Setup {
        let view = self.view;
        let sides = [
            (self.side, view.own, view.own_dry),
            (self.side.other(), view.enemy, view.enemy_dry),
        ];
        let pieces = sides.into_iter().flat_map(|(team, pieces, dry)| {
            let pieces = pieces.ones();
            pieces.map(move |number| (self.route().cell(self.side, number), team, !dry.has(number)))
        });
        Setup {
            rows: rows::drawn(self.rules.length(), pieces),
            side: self.side,
            second: self.second,
        }
    }
}

impl fmt::Display for Position {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl Setup {
    /// The legal position of this setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::sig::Setup;
    /// let rules = "sig:depaulis,length=3".parse()?;
    /// let setup: Setup = "aaa/1A1/3/bBb A".parse()?;
    /// let faults = setup.position(&rules).unwrap_err();
    /// assert_eq!(faults.to_string(), "team A has 4 pieces, and each team begins with 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, rules: &Rules) -> Result<Position, Faults<Fault>> {
        let allowed = Allowed {
            length: rules.length(),
            most: rules.length(),
            all_awake: rules.freeing == Freeing::None,
            words: WORDS,
        };
        let faults = allowed.faults(&self.rows, |_| 1);
        let faults = faults.map_err(|fault| Faults(vec![fault.into()]))?;
        let faults = faults.into_iter().map(|(_, fault)| Fault::from(fault));
        let mut faults: Vec<Fault> = faults.collect();
        if self.second && rules.turns == Turns::Alternating {
            faults.push(Fault::Second { side: self.side });
        }
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
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
        let rules = Arc::new(rules.clone());
        Ok(Position::trusted(rules, self.side, self.second, view))
    }
}

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;
    type Fault = Fault;

    fn usual_rules(drawn: &Setup) -> Result<Rules, Conflict> {
        Rules::usual().with_length(u8::try_from(drawn.rows[0].len()).unwrap_or(u8::MAX))
    }

    fn of(setup: &Setup, rules: &Rules) -> Result<Result<Self, Faults<Self::Fault>>, work::Fault> {
        Ok(setup.position(rules))
    }

    fn start(rules: &Rules) -> Result<Self, work::Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn setup(&self) -> Setup {
        self.setup()
    }
}
