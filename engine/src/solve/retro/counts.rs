//! The numbers of won, lost and drawn positions of a layer.

use std::collections::BTreeMap;

use super::game::Layer;
use super::table::LayerTable;
use super::value::Code;
use crate::exact::serial::Count;
use crate::solve::worth::Outcome;

/// Positions won or lost in a number of plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Decided {
    /// The plies to the end.
    pub plies: u32,
    /// `win` or `loss` of the side to move.
    pub outcome: Outcome,
    /// How many.
    #[serde(with = "Count")]
    pub count: u64,
}

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
    /// How many positions are won or lost in each number of plies.
    pub by_plies: BTreeMap<(u32, Outcome), u64>,
    /// A position with the longest line: the sets of the side to move and of the other.
    pub hardest: Option<(u32, u32)>,
}

impl LayerTotals {
    /// Counts a layer.
    ///
    /// Cost: one pass over the table.
    pub fn new(table: &LayerTable) -> LayerTotals {
        let (histogram, scale) = (table.histogram(), table.index().scale());
        let counted = |code: u8| (Code(code).value(scale), histogram[usize::from(code)]);
        let last = (0..=Code::LAST).rev().find(|&code| counted(code).1 > 0);
        let mut totals = LayerTotals {
            excluded: histogram[usize::from(Code::EXCLUDED.0)],
            blocked: table.blocked(),
            hardest: last.and_then(|last| {
                let mut codes = table.codes().iter();
                let place = codes.position(|&code| code == last)?;
                Some(table.index().position(place))
            }),
            ..LayerTotals::none(table.layer())
        };
        for (value, count) in (0..=u8::MAX).map(counted) {
            if let (Some(value), 1..) = (value, count) {
                totals.add(value.outcome(), value.length(), count);
            }
        }
        totals
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
            by_plies: BTreeMap::new(),
            hardest: None,
        }
    }

    /// Counts positions of this outcome, decided in so many plies.
    pub(crate) fn add(&mut self, outcome: Outcome, plies: Option<u32>, count: u64) {
        match outcome {
            Outcome::Win => self.win += count,
            Outcome::Loss => self.loss += count,
            Outcome::Draw => self.draw += count,
        }
        let Some(plies) = plies else { return };
        if (outcome, plies) == (Outcome::Loss, 0) {
            self.terminal += count;
        }
        self.longest = self.longest.max(Some(plies as u16));
        *self.by_plies.entry((plies, outcome)).or_default() += count;
    }

    /// Positions: all arrangements but those excluded.
    pub fn positions(&self) -> u64 {
        self.win + self.loss + self.draw
    }
}
