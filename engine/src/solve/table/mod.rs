//! Solutions on disk: one file a layer, compressed in blocks, checksummed, looked up in place.
//!
//! | module | what it holds |
//! |---|---|
//! | `record`, `bounds`, `narrow`, `outcomes` | what is kept of a place: a code of one byte, two bounds of a chance in sixteen bytes or in eight, or two bits |
//! | `header` | what a table says of itself, and the directory of its blocks |
//! | `block` | compression of runs of records |
//! | `writer`, `reader` | a table as a file: there as a whole or not at all; believed after its checksums |
//! | `directory` | the folder with all tables: its layout, what is there, removing, locking |
//! | [`build()`] | solving what is missing, of any [`LayerSolver`] |
//! | [`WholeGame`] | the solver of a game that is solved as a whole |
//! | [`Tables`] | looking positions up |
//! | `certificate` | positions drawn so that nobody has chosen them |
//!
//! `docs/tables.md` describes the format for other programs.

mod block;
mod bounds;
mod build;
mod certificate;
mod directory;
mod error;
mod header;
mod narrow;
mod outcomes;
mod probe;
mod reader;
mod record;
mod source;
#[cfg(test)]
mod tests;
mod whole_game;
mod writer;

pub use build::{Built, Event, Identity, LayerSolver, build};
pub use certificate::{Draw, Share, shares};
pub use directory::{Directory, Listing, Lock, Removed, Stored};
pub use error::TableError;
pub use header::{BLOCK, FORMAT, Header, MAGIC, hex};
pub use probe::Tables;
pub use reader::{Contents, Table};
pub use record::Record;
pub use whole_game::WholeGame;
pub use writer::write;
