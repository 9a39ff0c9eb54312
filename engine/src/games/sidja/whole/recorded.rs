//! Placements on record, and the placing that leads to them.

use crate::games::sidja::analyse::{Analysis, MoveVerdict, Verdict};
use crate::games::sidja::moves::Chain;
use crate::games::sidja::placing::game::is_at_once;
use crate::games::sidja::placing::{Goal, Ranking, Turn, known_placements};
use crate::games::sidja::{Move, Outcome, Position};
use crate::work::{Fault, Note};

/// The facts about a position known without a search.
#[derive(Debug, Clone)]
pub enum Recorded {
    /// It is a placement, worth this to the side to move.
    Placement(Outcome),
    /// Stones are in hand, and the rest of the placing is solved.
    Placing(Analysis),
}

impl Recorded {
    /// `None` if nothing is on record for it, or the rest of the placing has more than 100,000 arrangements for each position of the
    /// budget.
    ///
    /// # Errors
    /// Those of [`Ranking::within`].
    pub fn of(position: &Position, budget: u64, note: &Note) -> Result<Option<Recorded>, Fault> {
        if !known_placements::has(position.rules()) {
            return Ok(None);
        }
        if position.state().is_placing() {
            let placing = Analysis::of_placing(position, budget, note)?;
            return Ok(placing.map(Recorded::Placing));
        }
        // All stones and an empty centre: nothing has been taken, and without a limit it does not matter how it was reached, unless the
        // other side has just passed and a way must be opened.
        let centre = position.board().centre();
        let is_placement = centre.is_some()
            && position.sliding_hole() == centre.map(|at| position.board().cell(at))
            && position.state().chain == Chain::No;
        let placements = known_placements::of(position.rules()).filter(|_| is_placement);
        let own = position.pieces(position.side()) as u32;
        Ok(placements.map(|all| Recorded::Placement(all.value(own))))
    }
}

impl Recorded {
    /// The verdict on the position.
    pub(super) fn verdict(&self) -> Verdict {
        match self {
            Recorded::Placement(outcome) => Verdict::Proved {
                outcome: *outcome,
                turns: None,
            },
            Recorded::Placing(analysis) => analysis.verdict,
        }
    }
}

impl Analysis {
    /// The rest of the placing, where the game is known ([`is_at_once`]) and the budget reaches; `None` without stones in hand.
    ///
    /// # Errors
    /// Those of [`Ranking::within`].
    pub(super) fn of_placing(
        position: &Position,
        budget: u64,
        note: &Note,
    ) -> Result<Option<Analysis>, Fault> {
        if !position.state().is_placing() || !is_at_once(position.rules()) {
            return Ok(None);
        }
        let found = Ranking::within(position, Goal::Game, budget, note)?;
        Ok(found.map(|found| Analysis::placing(&found)))
    }

    /// The stones that can be placed, each with its value.
    fn placing(found: &Ranking) -> Analysis {
        let proved = |outcome| Verdict::Proved {
            outcome,
            turns: None,
        };
        let stone = |turn: &Turn| {
            let action = Move::Place(*turn.cells.first()?);
            Some(MoveVerdict {
                action,
                captures: Vec::new(),
                verdict: proved(turn.value),
                capture_in: None,
            })
        };
        let moves: Vec<MoveVerdict> = found.stones.iter().filter_map(stone).collect();
        Analysis {
            verdict: proved(found.value),
            line: moves.iter().map(|best| best.action).take(1).collect(),
            moves,
            depth: 0,
            nodes: 0,
            solved: false,
        }
    }

    /// The same of a position that is proved to come to `outcome`: no move comes to more. Where the outcome is proved already it
    /// stays as it is, with its turns.
    pub fn within(mut self, outcome: Outcome) -> Analysis {
        if self.verdict.outcome().is_some() {
            return self;
        }
        self.verdict = Verdict::Proved {
            outcome,
            turns: None,
        };
        for found in &mut self.moves {
            found.verdict = found.verdict.at_most(outcome);
        }
        // The best move of several may be the only one left that can keep it.
        let mut may = self
            .moves
            .iter_mut()
            .filter(|found| found.verdict.bounds().1 == outcome);
        if let (Some(only), None) = (may.next(), may.next())
            && let Verdict::Open { .. } = only.verdict
        {
            only.verdict = Verdict::Proved {
                outcome,
                turns: None,
            };
        }
        self.moves
            .sort_by_key(|found| found.verdict.bounds().0 < outcome);
        // A line that begins with another move than the best is no best play.
        let best = self.moves.first().map(|found| found.action);
        if self.line.first() != best.as_ref() {
            self.line = best.into_iter().collect();
        }
        self
    }
}

impl Verdict {
    /// The same where it is proved to come to no more than `most`.
    fn at_most(self, most: Outcome) -> Verdict {
        match self {
            Verdict::Open {
                at_least, at_most, ..
            } if at_least == at_most.min(most) => Verdict::Proved {
                outcome: at_least,
                turns: None,
            },
            Verdict::Open {
                at_least,
                at_most,
                stones,
            } => Verdict::Open {
                at_least,
                at_most: at_most.min(most),
                stones,
            },
            proved => proved,
        }
    }
}
