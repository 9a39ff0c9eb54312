//! The numbers of won, lost and drawn positions of a layer.

use super::game::Layer;
use super::table::LayerTable;
use super::value::Code;
use crate::solve::worth::Outcome;

/// The totals of a layer over every arrangement of the pieces, symmetric ones counted apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerTotals {
    /// The layer.
    pub layer: Layer,
    /// Won by the side to move.
    pub win: u64,
    /// Lost by the side to move.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost already, for the other side has a goal; counted in `loss` too.
    pub terminal: u64,
    /// Arrangements in which the side to move has a goal already; in none of the others.
    pub excluded: u64,
    /// Without a legal move though nobody has a goal.
    pub blocked: u64,
    /// The plies of the longest win or loss.
    pub longest: Option<u16>,
    /// For each number of plies, how many positions are decided in it: wins if odd, losses if even.
    pub by_plies: Vec<(u16, u64)>,
    /// A position with the longest line: the sets of the side to move and of the other.
    pub hardest: Option<(u32, u32)>,
}

impl LayerTotals {
    /// Counts a layer.
    ///
    /// Cost: one pass over the table.
    pub fn new(table: &LayerTable) -> LayerTotals {
        let histogram = table.histogram();
        let decided = (0..=Code::LAST).filter(|&code| histogram[usize::from(code)] > 0);
        let by_plies: Vec<(u16, u64)> = decided
            .map(|code| (code.into(), histogram[usize::from(code)]))
            .collect();
        let sum = |rest: u16| {
            let of = by_plies.iter().filter(|(plies, _)| plies % 2 == rest);
            of.map(|(_, count)| count).sum()
        };
        let longest = by_plies.last().map(|&(plies, _)| plies);
        let hardest = longest.and_then(|plies| {
            let mut codes = table.codes().iter();
            let place = codes.position(|&code| u16::from(code) == plies)?;
            Some(table.index().position(place))
        });
        LayerTotals {
            layer: table.layer(),
            win: sum(1),
            loss: sum(0),
            draw: histogram[usize::from(Code::DRAW.0)],
            terminal: histogram[0],
            excluded: histogram[usize::from(Code::EXCLUDED.0)],
            blocked: table.blocked(),
            longest,
            by_plies,
            hardest,
        }
    }

    /// A layer of which nothing is counted yet.
    pub(crate) fn none(layer: Layer) -> LayerTotals {
        LayerTotals {
            layer,
            win: 0,
            loss: 0,
            draw: 0,
            terminal: 0,
            excluded: 0,
            blocked: 0,
            longest: None,
            by_plies: Vec::new(),
            hardest: None,
        }
    }

    /// Counts a position of this outcome, decided in so many plies.
    pub(crate) fn add(&mut self, outcome: Outcome, plies: Option<u32>) {
        match outcome {
            Outcome::Win => self.win += 1,
            Outcome::Loss => self.loss += 1,
            Outcome::Draw => self.draw += 1,
        }
        self.terminal += u64::from((outcome, plies) == (Outcome::Loss, Some(0)));
        let Some(plies) = plies.map(|plies| plies as u16) else {
            return;
        };
        self.longest = self.longest.max(Some(plies));
        match self
            .by_plies
            .binary_search_by_key(&plies, |(known, _)| *known)
        {
            Ok(at) => self.by_plies[at].1 += 1,
            Err(at) => self.by_plies.insert(at, (plies, 1)),
        }
    }

    /// Positions: all arrangements but those excluded.
    pub fn positions(&self) -> u64 {
        self.win + self.loss + self.draw
    }
}
