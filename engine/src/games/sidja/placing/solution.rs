//! The placing from a position on, solved: layers counted, the first of them kept.

use std::collections::HashMap;

use num_integer::binomial;

use super::phase::Phase;
use super::plies::{self, CELLS};
use super::{Arrangements, Goal, Worth};
use crate::board::{Bits, Cell, Side};
use crate::exact::serial::Count;
use crate::games::review::{JudgedMove, Judgement};
use crate::games::sidja::{Move, Outcome, Position, Rules, first_capture};
use crate::solve::placing::KeptLayer;
use crate::solve::{self, parallel::map_ranges};
use crate::work::{Fault, Note};

/// All arrangements that can arise after a number of stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Stones")]
#[non_exhaustive]
pub struct PlacingLayer {
    /// On the board: of x, of o.
    pub stones: [u32; 2],
    /// The side that places the next stone: `x`, `o`, or `null` where all are placed.
    pub to_place: Option<Side>,
    /// The arrangements.
    #[serde(with = "Count")]
    pub positions: u64,
    /// The same by what they come to.
    #[serde(flatten)]
    pub values: Arrangements,
}

/// The placing from a position on, solved.
#[derive(Debug, Clone)]
pub struct SolvedPlacing {
    phase: Phase,
    goal: Goal,
    layers: Vec<PlacingLayer>,
    kept: Vec<KeptLayer>,
}

/// A turn of the placing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlacingTurn {
    /// The cells on which stones are placed, in ascending order.
    pub cells: Vec<Cell>,
    /// The position after it.
    pub position: Position,
    /// The worth of it, for the side that places. Its length, if it is worked out, is the ply of the first capture, counted from the
    /// first move of a stone.
    pub worth: solve::Worth,
}

/// The judgement of a position with stones in hand, whose moves are the stones that can be placed, and, where two stones are placed in this
/// turn, every pair, best first. Its length, if it is worked out, is the ply of the first capture, counted from the first move of a stone.
pub type Ranking = (Judgement<Position>, Vec<PlacingTurn>);

/// The stones that can be placed, as moves of the position.
pub(super) fn judgement(
    goal: Goal,
    worth: solve::Worth,
    stones: Vec<PlacingTurn>,
) -> Judgement<Position> {
    let stone = |turn: PlacingTurn| {
        let action = Move::Place(*turn.cells.first()?);
        Some(JudgedMove::new(action, turn.position, turn.worth))
    };
    let stones = stones.into_iter().filter_map(stone).collect();
    Judgement {
        goal,
        ..Judgement::new(worth, stones, solve::Method::Solved)
    }
}

/// No stones are in hand.
pub(super) fn over() -> Fault {
    Fault::input("all stones are on the board: there is no placing left")
}

/// The board is too large.
pub(super) fn no_board(size: u8) -> Fault {
    Fault::input(format!(
        "the placing of a board of {size}×{size} is not solved, only those of 3×3 and 5×5"
    ))
}

impl SolvedPlacing {
    /// Solves the placing from a position on, given what the placements are worth. The first `keep` layers are kept:
    /// [`SolvedPlacing::value`] knows the positions in them.
    ///
    /// Exact. Cost: from the empty board of 5×5, 5·10^10 arrangements, about half a minute on two cores (egypt a minute), 2.3 GB; with
    /// four stones of each side on the board, a few milliseconds.
    ///
    /// # Errors
    /// Of kind input: no stones are in hand, the board is too large, or the placements are of other rules. Of kind limit: too much
    /// memory.
    pub fn new<W: Worth + ?Sized>(
        position: &Position,
        (goal, placements): (Goal, &W),
        keep: usize,
        note: &Note,
    ) -> Result<SolvedPlacing, Fault> {
        if position.rules() != placements.rules() {
            return Err(Fault::input(
                "the placements are of other rules than the position",
            ));
        }
        let size = position.rules().size();
        if size > 5 {
            return Err(no_board(size));
        }
        let phase = Phase::new(position).ok_or_else(over)?;
        let placing = phase.placing();
        let positions = placing.positions();
        note.set("placing");
        note.count_to(2 * positions);
        let [x, o] = phase.ends(position.rules().first_mover(), placements);
        let (forced, kept) = placing.solve([&x, &o], keep, note.done())?;
        let base = phase.placed();
        let own = forced.iter().enumerate().map(|(placed, &[x, o])| {
            let stones = placing.stones(placed);
            let positions = placing.arrangements(placed);
            PlacingLayer {
                stones: [0, 1].map(|side: usize| base[side] + stones[side] as u32),
                to_place: phase.turns.get(placed).copied(),
                positions,
                values: Arrangements::new(goal, [x, o, positions - x - o]),
            }
        });
        let root = own.clone().next().ok_or_else(over)?;
        let layers = cross_layers((&phase, goal), &root)
            .into_iter()
            .chain(own)
            .collect();
        Ok(SolvedPlacing {
            layers,
            kept,
            phase,
            goal,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.phase.rules()
    }

    /// The goal of the placing.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The layers, one stone at a time, to the full board.
    pub fn layers(&self) -> &[PlacingLayer] {
        &self.layers
    }

    /// The arrangement that a position is; before the cross is complete, the one when it is.
    fn arrangement(&self, position: &Position) -> Option<[u32; 2]> {
        match self.phase.before_cross(position) {
            true => Some([0, 0]),
            false => self.phase.arrangement(position),
        }
    }

    /// The value of a position with best placing, for the side to place (to move, when all stones are placed); `None` if
    /// it does not follow from the position solved, or its layer was not kept.
    pub fn value(&self, position: &Position) -> Option<Outcome> {
        let stones = self.arrangement(position)?;
        let layer = self.kept.get((stones[0] | stones[1]).count() as usize)?;
        let own = position.side() as usize;
        let forced = layer.forced(stones);
        Some(match (forced[own], forced[1 - own]) {
            (true, _) => Outcome::Win,
            (_, true) => Outcome::Loss,
            _ => Outcome::Draw,
        })
    }

    /// Whether few cells are left, so that plies are worked out.
    pub(crate) fn has_plies(&self) -> bool {
        self.phase.turns.len() <= CELLS
    }

    /// The ply of the first capture after best placing, counted from the first move of a stone: where few cells are left, and
    /// there is one. `board` is the sliding phase under the same rules.
    pub fn plies(
        &self,
        board: &first_capture::Solution,
        positions: &[Position],
    ) -> Vec<Option<u32>> {
        let few = self.has_plies() && board.space().rules() == self.rules();
        let mut known = HashMap::new();
        let ply = |position| {
            let stones = self.arrangement(position)?;
            few.then(|| plies::value(&self.phase, board, &mut known, stones).length())?
        };
        positions.iter().map(ply).collect()
    }

    /// The values of turns or stones of the side to place, best first. `None` if the layer after them was not kept.
    pub fn rank(
        &self,
        position: &Position,
        turns: Vec<(Vec<Cell>, Position)>,
    ) -> Option<Vec<PlacingTurn>> {
        let side = position.side();
        let turns = turns.into_iter().map(|(cells, after)| {
            let worth = solve::Worth::proved(self.value(&after)?, None);
            Some(PlacingTurn {
                cells,
                worth: worth.before(after.side() == side, 0),
                position: after,
            })
        });
        let mut turns: Vec<PlacingTurn> = turns.collect::<Option<_>>()?;
        turns.sort_by_key(|turn| std::cmp::Reverse(turn.worth.preference()));
        Some(turns)
    }

    /// Every turn of the side to place, best first: a stone, or two where it places two. `None` if the layer after it
    /// was not kept.
    pub fn turns(&self, position: &Position) -> Option<Vec<PlacingTurn>> {
        self.rank(position, turns(position))
    }
}

/// The arrangements that can arise from a position with stones in hand on a board up to 5×5.
pub fn arrangements(position: &Position) -> Option<u64> {
    Some(Phase::new(position)?.placing().positions())
}

/// Every stone of the side to place with the position after it.
pub(super) fn stones(position: &Position) -> Vec<(Vec<Cell>, Position)> {
    let plays = position.plays().into_iter();
    let placed = plays.filter_map(|play| match play.action {
        Move::Place(cell) => Some((vec![cell], play.position)),
        _ => None,
    });
    placed.collect()
}

/// Every turn of the side to place with the position after it: two stones that it places in one turn are one, whichever
/// comes first.
pub(super) fn turns(position: &Position) -> Vec<(Vec<Cell>, Position)> {
    let mut all = Vec::new();
    for first in position.plays() {
        let Move::Place(cell) = first.action else {
            continue;
        };
        if !first.again || !first.position.state().is_placing() {
            all.push((vec![cell], first.position));
            continue;
        }
        for second in first.position.plays() {
            if let Move::Place(other) = second.action
                && position.board().index(cell) < position.board().index(other)
            {
                all.push((vec![cell, other], second.position));
            }
        }
    }
    all
}

impl Phase {
    /// The full boards that x and o win, a bit each by rank, where `mover` makes the first move of a stone.
    fn ends<W: Worth + ?Sized>(&self, mover: Side, placements: &W) -> [Vec<u64>; 2] {
        let sets = self.placing().ends();
        let ends = map_ranges(sets.len(), 64, |ranks| {
            let mut words = [0_u64; 2];
            for (bit, rank) in ranks.enumerate() {
                let winner = match placements.value(self.mover(sets.mask(rank))) {
                    Outcome::Win => mover,
                    Outcome::Loss => mover.other(),
                    Outcome::Draw => continue,
                };
                words[winner as usize] |= 1 << bit;
            }
            words
        });
        [0, 1].map(|side: usize| ends.iter().map(|words| words[side]).collect())
    }
}

/// The layers before the cross is complete, where nobody has a choice: they are worth what the root of the rest is worth.
fn cross_layers((phase, goal): (&Phase, Goal), root: &PlacingLayer) -> Vec<PlacingLayer> {
    let left = Side::BOTH.map(|side| phase.cross.iter().filter(|&&of| of == side).count());
    (0..phase.cross.len())
        .map(|placed| {
            let after = &phase.cross[placed..];
            let to_come = Side::BOTH.map(|side| after.iter().filter(|&&of| of == side).count());
            let ways = [0, 1].map(|side| binomial(left[side], to_come[side]) as u64);
            let positions = ways[0] * ways[1];
            PlacingLayer {
                stones: [0, 1].map(|side| root.stones[side] - to_come[side] as u32),
                to_place: Some(phase.cross[placed]),
                positions,
                values: Arrangements::new(
                    goal,
                    root.values.counts().map(|count| count * positions),
                ),
            }
        })
        .collect()
}
