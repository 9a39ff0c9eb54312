//! Two bounds a position, in eight bytes.

use std::ops::Range;

use super::ONE;

/// One, in the units of bounds in eight bytes: 2^44.
pub const NARROW_ONE: u64 = 1 << 44;

/// The units of bounds in sixteen bytes that are one of those in eight.
pub(super) const GRAIN: u64 = ONE / NARROW_ONE;

/// Bits of how far the upper bound lies above the lower one.
const WIDTH_BITS: u32 = 20;
/// The greatest distance between bounds in eight bytes, in units of 1/[`NARROW_ONE`]: about 6e-8.
pub(super) const MAX_WIDTH: u64 = (1 << WIDTH_BITS) - 1;
/// A greater distance than this, 2^-20, is no matter of rounding.
const OPEN: u64 = NARROW_ONE >> 20;

/// Two bounds in eight bytes; `None` if they lie too far apart or beyond 1.
pub(super) fn pack(low: u64, high: u64) -> Option<u64> {
    let width = high.checked_sub(low)?;
    // 2^44 needs a bit more than there is: at 1 the lower bound is one unit below.
    let (low, width) = match low == NARROW_ONE {
        true => (low - 1, width + 1),
        false => (low, width),
    };
    (width <= MAX_WIDTH && high <= NARROW_ONE).then_some(low << WIDTH_BITS | width)
}

/// The two bounds.
#[inline]
pub(crate) fn unpack(packed: u64) -> [u64; 2] {
    let low = packed >> WIDTH_BITS;
    [low, low + (packed & MAX_WIDTH)]
}

/// The bounds of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LayerBounds {
    /// Of a layer in which every play ends.
    Narrow(Vec<u64>),
    /// Of one in which play can go on for ever, or that leads to such a one.
    Wide(Vec<[u64; 2]>),
}

/// Bounds of every position of the layers that are solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedBounds {
    pub(super) layers: Vec<Range<u64>>,
    solved: Vec<LayerBounds>,
}

impl SolvedBounds {
    /// Nothing solved yet.
    pub(crate) fn of(layers: &[Range<u64>]) -> Self {
        Self {
            layers: layers.to_vec(),
            solved: Vec::new(),
        }
    }

    /// The lower and the upper bound of a position of a layer that is solved, in units of 1/[`NARROW_ONE`].
    ///
    /// # Panics
    /// If its layer is not solved.
    #[inline]
    pub fn pair(&self, number: u64) -> [u64; 2] {
        let layer = self.layers.partition_point(|layer| layer.end <= number);
        let place = (number - self.layers[layer].start) as usize;
        match &self.solved[layer] {
            LayerBounds::Narrow(bounds) => unpack(bounds[place]),
            LayerBounds::Wide(bounds) => bounds[place],
        }
    }

    /// The same in units of 1/[`ONE`].
    pub(super) fn wide(&self, number: u64) -> [u64; 2] {
        self.pair(number).map(|bound| bound * GRAIN)
    }

    /// Whether every play ends from all positions of the layers solved.
    pub fn ends(&self) -> bool {
        let mut solved = self.solved.iter();
        solved.all(|layer| matches!(layer, LayerBounds::Narrow(_)))
    }

    /// The greatest distance between two bounds, in units of 1/[`NARROW_ONE`].
    pub fn widest(&self) -> u64 {
        let widest = |layer: &LayerBounds| match layer {
            LayerBounds::Narrow(bounds) => bounds.iter().map(|packed| packed & MAX_WIDTH).max(),
            LayerBounds::Wide(bounds) => bounds.iter().map(|[low, high]| high - low).max(),
        };
        self.solved.iter().filter_map(widest).max().unwrap_or(0)
    }

    /// In how many positions the bounds do not meet: neither side is known to be able to force an end without giving something away.
    pub fn open(&self) -> u64 {
        let open = |layer: &LayerBounds| match layer {
            LayerBounds::Narrow(_) => 0,
            LayerBounds::Wide(bounds) => {
                let open = bounds.iter().filter(|[low, high]| high - low > OPEN);
                open.count() as u64
            }
        };
        self.solved.iter().map(open).sum()
    }

    /// The bounds of a layer as they are kept, if every play ends from its positions.
    pub(crate) fn packed(&self, layer: usize) -> Option<&[u64]> {
        match self.solved.get(layer)? {
            LayerBounds::Narrow(bounds) => Some(bounds),
            LayerBounds::Wide(_) => None,
        }
    }

    /// Of how many positions of a layer there are bounds.
    pub(super) fn places(&self, layer: usize) -> usize {
        match &self.solved[layer] {
            LayerBounds::Narrow(bounds) => bounds.len(),
            LayerBounds::Wide(bounds) => bounds.len(),
        }
    }

    /// How many layers are solved.
    pub(crate) fn layers_solved(&self) -> usize {
        self.solved.len()
    }

    pub(crate) fn push_narrow(&mut self, bounds: Vec<u64>) {
        self.solved.push(LayerBounds::Narrow(bounds));
    }

    /// The pairs of a layer, in eight bytes each if they all lie close enough together.
    pub(super) fn push(&mut self, pairs: Vec<[u64; 2]>) {
        let narrow = pairs.iter().map(|&[low, high]| pack(low, high));
        match narrow.collect() {
            Some(narrow) => self.push_narrow(narrow),
            None => self.push_wide(pairs),
        }
    }

    pub(super) fn push_wide(&mut self, bounds: Vec<[u64; 2]>) {
        self.solved.push(LayerBounds::Wide(bounds));
    }
}
