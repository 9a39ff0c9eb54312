//! The outcomes of a layer, two bits a place.

use std::sync::Arc;

use crate::solve::retro::{Layer, LayerIndex, Outcome, Sets};

/// Win, draw or loss of every position of a layer, and what it is worth to a side that has just captured.
///
/// Places are those of [`LayerIndex`] with the classes of the side with fewer pieces, whoever is to
/// move; of the side to move where both have as many. Four places share a byte, the first in its lowest bits:
/// 0 a loss, 1 a draw, 3 a win of the side to move.
#[derive(Debug, Clone)]
pub struct Outcomes {
    layer: Layer,
    index: LayerIndex,
    values: Vec<u8>,
    going_on: Option<Vec<u8>>,
    stuck: u64,
}

/// The sets by whose classes the rows of a layer are numbered: how many pieces they have.
pub(super) const fn rows_of(layer: Layer) -> Layer {
    if layer.own <= layer.other {
        layer
    } else {
        Layer::new(layer.other, layer.own)
    }
}

/// The number of bytes that two bits a place take.
pub(super) const fn bytes(places: usize) -> usize {
    places.div_ceil(4)
}

/// The outcome that two bits stand for; `None` for the pattern that stands for nothing.
const fn outcome(code: u8) -> Option<Outcome> {
    match code {
        0 => Some(Outcome::Loss),
        1 => Some(Outcome::Draw),
        3 => Some(Outcome::Win),
        _ => None,
    }
}

impl Outcomes {
    /// A table from its parts: four places a byte. `None` if the sets are not those of its rows, or there are too
    /// many or too few bytes, or one says nothing.
    pub(crate) fn new(
        layer: Layer,
        sets: Arc<Sets>,
        values: Vec<u8>,
        going_on: Option<Vec<u8>>,
        stuck: u64,
    ) -> Option<Outcomes> {
        let index = LayerIndex::with(rows_of(layer), sets)?;
        let fits = |codes: &Vec<u8>| {
            let nothing = codes.iter().any(|code| code >> 1 & !code & 0x55 != 0);
            codes.len() == bytes(index.len()) && !nothing
        };
        (fits(&values) && going_on.as_ref().is_none_or(fits)).then_some(Outcomes {
            layer,
            index,
            values,
            going_on,
            stuck,
        })
    }

    /// The layer.
    pub(crate) fn layer(&self) -> Layer {
        self.layer
    }

    /// The numbering of its places: of the sets of the side with fewer pieces first.
    pub(crate) fn index(&self) -> &LayerIndex {
        &self.index
    }

    /// Whether the sets that come first are those of the side to move.
    pub(crate) fn rows_are_movers(&self) -> bool {
        self.layer.own <= self.layer.other
    }

    /// Values at the beginning of a turn, four places a byte.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Values to a side that has just captured, if they are kept.
    pub(crate) fn going_on(&self) -> Option<&[u8]> {
        self.going_on.as_deref()
    }

    /// The table with the values at the beginning of turns only.
    pub(crate) fn without_going_on(self) -> Outcomes {
        Outcomes {
            going_on: None,
            ..self
        }
    }

    /// The table with another outcome at a place.
    #[cfg(test)]
    pub(crate) fn with_another(mut self, place: usize) -> Outcomes {
        let (byte, shift) = (&mut self.values[place / 4], 2 * (place % 4));
        let another = [1, 3, 0, 0][usize::from(*byte >> shift & 3)];
        *byte = *byte & !(3 << shift) | another << shift;
        self
    }

    /// All values as one run of bytes: those at the beginning of turns, then the others.
    pub(crate) fn into_records(self) -> Vec<u8> {
        let mut records = self.values;
        records.extend(self.going_on.unwrap_or_default());
        records
    }

    /// In how many arrangements the side to move has no move on the board.
    pub fn stuck(&self) -> u64 {
        self.stuck
    }

    /// The place of a position.
    pub(crate) fn place(&self, own: u32, other: u32) -> usize {
        if self.rows_are_movers() {
            self.index.place(own, other)
        } else {
            self.index.place(other, own)
        }
    }

    /// The value of a position at the beginning of a turn.
    pub(crate) fn value(&self, own: u32, other: u32) -> Outcome {
        let place = self.place(own, other);
        outcome(self.values[place / 4] >> (2 * (place % 4)) & 3).unwrap_or(Outcome::Draw)
    }

    /// Wins, losses and draws over every arrangement, symmetric ones counted apart.
    pub fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 4];
        let row = self.index.row();
        for class in 0..self.index.classes() {
            let orbit = self.index.orbit(class) as u64;
            for place in class * row..(class + 1) * row {
                let code = self.values[place / 4] >> (2 * (place % 4)) & 3;
                counts[usize::from(code)] += orbit;
            }
        }
        [counts[3], counts[0], counts[1]]
    }
}

/// The outcome of a position for the side to move, if its layer is among the tables.
pub(crate) fn outcome_in<'a>(
    tables: impl Iterator<Item = &'a Outcomes>,
) -> impl Fn(u32, u32) -> Option<Outcome> {
    let place = |own: u32, other: u32| (own * 32 + other) as usize;
    let mut by_layer = vec![None; 32 * 32];
    for table in tables {
        let Layer { own, other } = table.layer;
        by_layer[place(own.into(), other.into())] = Some(table);
    }
    move |own, other| {
        let table = by_layer[place(own.count_ones(), other.count_ones())]?;
        Some(table.value(own, other))
    }
}
