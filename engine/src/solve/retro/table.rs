//! The solution of one layer: a dense index and a code for every place.

use std::sync::Arc;

use super::game::{Layer, LayeredGame};
use super::sets::{SetMap, Sets, spread, squeeze};
use super::value::{Code, Scale};
use crate::solve::{Ending, Subsets};

/// Numbers the positions of a layer, folded by the symmetries of the board.
///
/// The number is that of the class of the side to move's set, times the number of sets of the
/// other, plus the rank of the other's set among the cells that are left when the first set is
/// brought to the representative of its class. A representative that has symmetries of its own
/// leaves images of one position at several places; they hold the same value.
#[derive(Debug, Clone)]
pub struct LayerIndex {
    layer: Layer,
    own: Arc<Sets>,
    others: Subsets,
    /// How the codes of the layer count plies.
    scale: Scale,
}

impl LayerIndex {
    /// The index of a layer of a game, or `None` if it has too many cells or pieces.
    pub fn new<G: LayeredGame + ?Sized>(game: &G, layer: Layer) -> Option<LayerIndex> {
        let index = LayerIndex::of_board(layer, &game.symmetries())?;
        Some(index.scaled(game.scale()))
    }

    /// The index of a layer on a board with these symmetries, or `None` if it has too many cells or pieces.
    pub(crate) fn of_board(layer: Layer, symmetries: &[Vec<u8>]) -> Option<LayerIndex> {
        LayerIndex::with(layer, Sets::new(layer.own, symmetries)?)
    }

    /// The index of a layer, from the sets of the first side's size; `None` if the other's pieces have no room.
    pub(crate) fn with(layer: Layer, own: Arc<Sets>) -> Option<LayerIndex> {
        let left = own.cells().checked_sub(layer.own)?;
        let others = Subsets::new(left.into(), layer.other.into())?;
        Some(LayerIndex {
            layer,
            own,
            others,
            scale: Scale::Plies,
        })
    }

    /// The index of a layer whose codes count plies so.
    pub(super) fn scaled(self, scale: Scale) -> LayerIndex {
        LayerIndex { scale, ..self }
    }

    /// How the codes of the layer count plies.
    pub(crate) fn scale(&self) -> Scale {
        self.scale
    }

    /// The index of the layer with as many pieces of the side to move and `other` of the other side, on
    /// the same board.
    pub(super) fn with_other(&self, other: u8) -> Option<LayerIndex> {
        LayerIndex::with(Layer::new(self.layer.own, other), self.own.clone())
    }

    /// The layer.
    pub(crate) fn layer(&self) -> Layer {
        self.layer
    }

    /// Where sets of cells go under each symmetry, the identity first.
    pub(crate) fn maps(&self) -> &[SetMap] {
        self.own.maps()
    }

    /// The number of places.
    pub(crate) fn len(&self) -> usize {
        self.own.classes() * self.others.len()
    }

    /// The number of arrangements of the layer, symmetric ones counted apart.
    pub(crate) fn arrangements(&self) -> u64 {
        self.own.len() as u64 * self.others.len() as u64
    }

    /// The number of classes of the sets of the side to move.
    pub(crate) fn classes(&self) -> usize {
        self.own.classes()
    }

    /// The sets of the other side among the cells that a set of the side to move leaves.
    pub(crate) fn others(&self) -> &Subsets {
        &self.others
    }

    /// The number of places in a class: one for each set of the other side.
    pub(crate) fn row(&self) -> usize {
        self.others.len()
    }

    /// The number of sets of the side to move that a class stands for.
    pub(crate) fn orbit(&self, class: usize) -> usize {
        self.own.orbit(class)
    }

    /// The class of a position, and the other side's set when its own is brought to the one that stands for the class.
    ///
    /// The sets must be disjoint and have as many members as the layer says.
    #[inline]
    pub(crate) fn turned(&self, own: u32, other: u32) -> (usize, u32) {
        let number = self.own.number(own);
        let class = self.own.class(number);
        // Most steps from a set that stands for its class lead to another such set.
        match own == self.own_of(class) {
            true => (class, other),
            false => (class, self.maps()[self.own.carrier(number)].image(other)),
        }
    }

    /// The place of a position, with sets as for [`LayerIndex::turned`].
    #[inline]
    pub(crate) fn place(&self, own: u32, other: u32) -> usize {
        let (class, other) = self.turned(own, other);
        class * self.others.len() + self.place_in_row(self.own_of(class), other)
    }

    /// The place in its row of a position whose own set stands for its class.
    #[inline]
    pub(super) fn place_in_row(&self, first: u32, other: u32) -> usize {
        self.others.rank(squeeze(other, first))
    }

    /// The position at a place: the sets of the side to move and of the other.
    pub(crate) fn position(&self, place: usize) -> (u32, u32) {
        let own = self.own_of(place / self.others.len());
        (own, self.other_in_row(own, place % self.others.len()))
    }

    /// The number of arrangements that a place stands for: the sets in the class of the side to move.
    #[inline]
    pub(in crate::solve) fn weight(&self, place: usize) -> usize {
        self.own.orbit(place / self.others.len())
    }

    /// Visits the places at which images of the position at a place are, this one among them, once
    /// for each symmetry that the representative of its class has.
    #[inline]
    pub(crate) fn for_images(&self, place: usize, mut visit: impl FnMut(usize)) {
        let class = place / self.others.len();
        match self.own.orbit(class) == self.maps().len() {
            true => visit(place),
            false => {
                (self.images(class, self.position(place).1)).for_each(|(image, _)| visit(image))
            }
        }
    }

    /// The same for the other side's set beside the one that stands for a class: the places, each with the image of that set.
    #[inline]
    pub(crate) fn images(&self, class: usize, other: u32) -> impl Iterator<Item = (usize, u32)> {
        let first = self.own.first(class);
        let (own, start) = (self.own.mask(first), class * self.others.len());
        let maps = self.maps().iter().zip(self.own.images(first));
        let maps = maps.filter(move |&(_, &number)| number as usize == first);
        maps.map(move |(map, _)| {
            let other = map.image(other);
            (start + self.place_in_row(own, other), other)
        })
    }

    /// The least of the places that hold images of the position there.
    #[inline]
    pub(crate) fn least(&self, place: usize) -> usize {
        let mut least = place;
        self.for_images(place, |image| least = least.min(image));
        least
    }

    /// The set that stands for a class.
    #[inline]
    pub(crate) fn own_of(&self, class: usize) -> u32 {
        self.own.mask(self.own.first(class))
    }

    /// The other side's set at a place of any row, among the cells that the first set leaves.
    pub(super) fn other(&self, place: usize) -> u32 {
        self.others.mask(place)
    }

    /// The other side's set at a place of the row whose own set is `first`.
    #[inline]
    pub(super) fn other_in_row(&self, first: u32, place: usize) -> u32 {
        spread(self.other(place), first)
    }
}

/// The solution of a layer.
#[derive(Debug, Clone)]
pub struct LayerTable {
    index: LayerIndex,
    codes: Vec<u8>,
    /// Positions in which the side to move has no legal move, as arrangements.
    blocked: u64,
}

impl LayerTable {
    /// A solution from its codes in the order of the index, as [`LayerTable::codes`] gives them, or
    /// `None` if there are too many or too few.
    pub(crate) fn from_codes(
        index: LayerIndex,
        codes: Vec<u8>,
        blocked: u64,
    ) -> Option<LayerTable> {
        (codes.len() == index.len()).then_some(LayerTable {
            index,
            codes,
            blocked,
        })
    }

    /// The layer.
    pub fn layer(&self) -> Layer {
        self.index.layer()
    }

    /// The index.
    pub(crate) fn index(&self) -> &LayerIndex {
        &self.index
    }

    /// The [`Code`]s of all places, in the order of the index.
    pub(crate) fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// In how many arrangements the side to move has no legal move though nobody has a goal.
    pub(crate) fn blocked(&self) -> u64 {
        self.blocked
    }

    /// The code of a position.
    #[inline]
    pub(crate) fn get(&self, own: u32, other: u32) -> Code {
        Code(self.codes[self.index.place(own, other)])
    }

    /// The value of a position for the side to move, or `None` if it is excluded.
    #[inline]
    pub(crate) fn value(&self, own: u32, other: u32) -> Option<Ending> {
        self.get(own, other).value(self.index.scale)
    }

    /// The number of arrangements with each code, symmetric ones counted apart.
    ///
    /// Cost: one pass over the table.
    pub(crate) fn histogram(&self) -> [u64; 256] {
        let mut counts = [0; 256];
        for (class, row) in self.codes.chunks(self.index.row()).enumerate() {
            let orbit = self.index.orbit(class) as u64;
            for &code in row {
                counts[usize::from(code)] += orbit;
            }
        }
        counts
    }
}
