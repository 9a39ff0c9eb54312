//! A game whose solution, or whose endgames, are kept in tables on disk.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::sync::Arc;

use crate::rules::RulesError;
use crate::solve::meter::Meter;
use crate::solve::retro::Layer;
use crate::solve::table::{Built, Directory, Event, Share, Stored};
use crate::work::Fault;

/// The layers to be built, of a game of which only endgames are kept.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extent {
    /// The pieces of one side and of the other.
    pub pieces: Option<[usize; 2]>,
    /// The stones of both sides together.
    pub stones: Option<u32>,
    /// One layer and its mirror.
    pub layer: Option<Layer>,
    /// Whether the turns to the end are kept too.
    pub turns: bool,
}

/// A part of an [`Extent`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// [`Extent::pieces`].
    Pieces,
    /// [`Extent::stones`].
    Stones,
    /// [`Extent::layer`].
    Layer,
    /// [`Extent::turns`].
    Turns,
}

impl Part {
    /// As an error names it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Part::Pieces => "numbers of pieces",
            Part::Stones => "a number of stones",
            Part::Layer => "a layer",
            Part::Turns => "keeping turns",
        }
    }
}

impl Extent {
    /// The parts that are given.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Part> {
        let pieces = self.pieces.map(|_| Part::Pieces).into_iter();
        (pieces.chain(self.stones.map(|_| Part::Stones)))
            .chain(self.layer.map(|_| Part::Layer))
            .chain(self.turns.then_some(Part::Turns))
    }
}

/// Layers that are solved together, before they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The layers, the one in which the side with fewer stones is to move first.
    pub layers: Vec<Layer>,
    /// The layers that must be there before, each with its mirror.
    pub needs: Vec<Layer>,
    /// Places of both tables.
    pub places: u64,
    /// Positions of both layers, symmetric ones counted apart.
    pub arrangements: u64,
    /// The most bytes that the files can have; they compress to less.
    pub bytes: u64,
    /// About the most bytes of memory.
    pub memory: u64,
    /// About how many seconds of one core.
    pub seconds: f64,
}

impl Task {
    /// Whether it has its files; they are checked when their turn comes.
    pub fn is_there(&self, rules: &str, directory: &Directory) -> bool {
        let mut layers = self.layers.iter();
        layers.all(|&layer| directory.file(rules, layer).exists())
    }
}

/// A game whose solution, or whose endgames, can be kept.
pub(crate) struct KeptEntry {
    /// The name of the game, or of its family.
    pub(crate) game: &'static str,
    /// Whether a name in a rules text is that of the game, or of one of the family.
    pub(crate) is_game: fn(&str) -> bool,
    /// Rules as they are written.
    pub(crate) example: fn() -> String,
    pub(crate) parse: fn(&str) -> Result<Arc<dyn KeptGame>, RulesError>,
    /// The parts of an extent that it has.
    pub(crate) parts: &'static [Part],
}

/// Rules of a game whose solution is kept: how it is built, counted, audited and certified. As text they are written in full.
pub trait KeptGame: Debug + Display + Send + Sync {
    /// Follows a build layer by layer; `None` where all layers are solved at once.
    fn meter(&self, _extent: Extent) -> Option<Meter> {
        None
    }

    /// The estimated seconds of one core for solving a number of positions; 0 where that is not known.
    fn seconds(&self, _extent: Extent, _positions: u64) -> f64 {
        0.0
    }

    /// Builds what is missing. The parts of the extent are those of the game.
    ///
    /// # Errors
    /// Of kind input: an extent that the rules do not have. Of kind limit: no room. Of kind io: a table that cannot be
    /// read, written or trusted.
    fn build(
        &self,
        extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, Fault>;

    /// The parts in which the tables can be built one by one, each after those it needs; `None` if they are built as a whole.
    ///
    /// # Errors
    /// Of kind input: these rules have no tables.
    fn tasks(&self, _stones: u32) -> Option<Result<Vec<Task>, Fault>> {
        None
    }

    /// Wins, losses, draws and positions that cannot arise of each layer over every arrangement, symmetric ones counted
    /// apart; empty for tables of bounds.
    ///
    /// # Errors
    /// Of kind io: a table that cannot be trusted.
    fn counts(
        &self,
        _directory: &Directory,
        _layers: &[Layer],
    ) -> Result<BTreeMap<Layer, [u64; 4]>, Fault> {
        Ok(BTreeMap::new())
    }

    /// The values of sampled positions of each layer, and of those that follow them.
    ///
    /// # Errors
    /// Of kind input: tables of bounds. Of kind io: a table that cannot be trusted.
    fn certify(
        &self,
        _directory: &Directory,
        _shares: &[Share],
        _seed: &str,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        Err(Fault::input(format!(
            "{self}: tables of bounds have no certificate, each carries its own proof; run `siga tables verify`"
        )))
    }

    /// Cells of the board, where positions are two sets of cells; else 0.
    fn cells(&self) -> u8 {
        0
    }

    /// Audits every value of the tables, and says how many arrangements, symmetric ones counted apart; bounds are proved again.
    ///
    /// In tables of outcomes: the most positions of a layer that are checked, drawn at random; `None` for all.
    ///
    /// # Errors
    /// The table that cannot be read, does not belong to the others, or has a value that does not follow.
    fn audit(
        &self,
        directory: &Directory,
        stored: &Stored,
        sample: Option<u64>,
        observe: &mut dyn FnMut(Layer),
    ) -> Result<u64, String>;
}
