//! Solutions on disk: one file a layer, compressed in blocks, checksummed, looked up in place.
//!
//! | module | what it holds |
//! |---|---|
//! | `record`, `bounds`, `outcomes` | what is kept of a place: a code of one byte, two bounds of a chance in sixteen bytes or in eight, or two bits |
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
//!
//! # Tables on disk
//! Two kinds of record share one format: a byte a position for games that are solved outright, two bounds for endgames of dice. Bounds are
//! kept as they were found, to the last bit: rounded to fewer bits they would no longer follow from each other, and the file would have to be
//! believed. A block holds their bytes plane by plane; a layer of an endgame is a file of its own, so that larger endgames rest on the files
//! of the smaller ones.
//!
//! How the layers of a game are solved, what the header of each says and how it is written is a trait (`solve::table::LayerSolver`); one loop
//! locks, looks for sound files, solves and writes for all of them. What else is done with tables (audit, counts, certificates) is a trait of
//! the rules (`games::kept_game::KeptGame`), and `games/mod.rs` lists the games that have it.
//!
//! One file a layer: a solver that is killed goes on with the first layer that has no sound file, and there is no manifest that could
//! disagree with the files, because each names all layers of its rules. A file is one byte a position in blocks of 16,384, each a zstd frame
//! with a CRC-32, behind a header in plain text under a SHA-256 (`docs/tables.md`). In Teeko's largest layer a position takes 1.45 bits with
//! its distance, 0.83 without; the entropy without context is 1.56.
//!
//! The order of the index puts positions that differ in one piece of the other side beside each other, which is all the transformation zstd
//! needs; to split outcome and distance costs bits. Level 12 compresses three times as fast as level 16 for 4 % more. A block of 16,384
//! decompresses in about 20 µs; the last 64 are kept.
//!
//! Blocks are read by their place in the file, not through a memory map: a table that somebody shortens meanwhile is then an error, where a map
//! ends the process with a bus error (tried with both). A block is read and decompressed once and kept. A hostile header cannot make the program
//! take memory: what it claims is compared with the length of the file, and with what the game's index expects, before anything is allocated.
//!
//! The one place with unsafe code calls the kernels for processors with BMI2 after asking for it (`solve/bits`).

mod block;
mod bounds;
mod build;
mod certificate;
mod directory;
mod error;
mod header;
mod outcomes;
mod probe;
mod reader;
mod record;
mod source;
#[cfg(test)]
pub(crate) mod tests;
mod whole_game;
mod writer;

pub use bounds::KeptBounds;
pub use build::{Built, Event, LayerSolver, Records, build};
pub(crate) use certificate::codes_of_share;
pub use certificate::{Share, shares};
pub use directory::{Directory, Listing, Lock, Removed, Stored};
pub use error::TableError;
pub use header::{FORMAT, Header, MAGIC, hex};
pub use probe::Tables;
pub use reader::Table;
pub use record::{BLOCK, Record, RecordKind};
pub use whole_game::WholeGame;
pub use writer::write;
