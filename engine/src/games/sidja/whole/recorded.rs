//! Placements on record, and the placing that leads to them.

use crate::games::sidja::analyse::{Analysis, MoveVerdict, Verdict};
use crate::games::sidja::moves::Chain;
use crate::games::sidja::placing::game::is_at_once;
use crate::games::sidja::placing::{Goal, Ranking, Turn, known};
use crate::games::sidja::{Move, Outcome, Position};
use crate::solve::Worth;
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
    /// The errors of [`Ranking::within`].
    pub fn of(position: &Position, budget: u64, note: &Note) -> Result<Option<Recorded>, Fault> {
        if !known::has(position.rules()) {
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
        let placements = known::placements(position.rules()).filter(|_| is_placement);
        let own = position.pieces(position.side()) as u32;
        Ok(placements.map(|all| Recorded::Placement(all.value(own))))
    }
}

impl Recorded {
    /// The verdict on the position.
    pub(super) fn verdict(&self) -> Verdict {
        match self {
            Recorded::Placement(outcome) => Verdict::proved(*outcome, None),
            Recorded::Placing(analysis) => analysis.verdict,
        }
    }
}

impl Analysis {
    /// The rest of the placing, where the game is known ([`is_at_once`]) and the budget reaches; `None` without stones in hand.
    ///
    /// # Errors
    /// The errors of [`Ranking::within`].
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
        let stone = |turn: &Turn| {
            let action = Move::Place(*turn.cells.first()?);
            Some(MoveVerdict {
                action,
                captures: Vec::new(),
                verdict: Verdict::new(turn.worth, None),
                capture_in: None,
            })
        };
        let moves: Vec<MoveVerdict> = found.stones.iter().filter_map(stone).collect();
        Analysis {
            verdict: Verdict::new(found.worth, None),
            line: moves.iter().map(|best| best.action).take(1).collect(),
            moves,
            depth: 0,
            nodes: 0,
            solved: false,
        }
    }

    /// The analysis of a position that is proved to come to `outcome`: no move comes to more. Where the outcome is proved already it
    /// stays as it is, with its turns.
    pub fn within(mut self, outcome: Outcome) -> Analysis {
        if self.verdict.outcome.is_some() {
            return self;
        }
        self.verdict = Verdict::proved(outcome, None);
        for found in &mut self.moves {
            let verdict = &mut found.verdict;
            let known = Worth::from(*verdict);
            let at_most = known.at_most.min(outcome);
            *verdict = Verdict::new(Worth { at_most, ..known }, verdict.stones_ahead);
        }
        // The best move of several may be the only one left that can keep it.
        let mut may = self
            .moves
            .iter_mut()
            .filter(|found| found.verdict.at_most == outcome);
        if let (Some(only), None) = (may.next(), may.next())
            && only.verdict.outcome.is_none()
        {
            only.verdict = Verdict::proved(outcome, None);
        }
        self.moves
            .sort_by_key(|found| found.verdict.at_least < outcome);
        // A line that begins with another move than the best is no best play.
        let best = self.moves.first().map(|found| found.action);
        if self.line.first() != best.as_ref() {
            self.line = best.into_iter().collect();
        }
        self
    }
}
