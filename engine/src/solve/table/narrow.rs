//! Tables of bounds that lie close together: eight bytes a place, spread over a block so that like bytes stand together.

use super::header::BLOCK;
use super::{Directory, Header, Record, Table, TableError};
use crate::solve::throws::{self, ONE};

/// Bytes of a place.
pub(super) const SIZE: usize = 8;
/// Places in a block.
const PLACES: usize = BLOCK / SIZE;

/// Numbers as the blocks hold them: the first bytes of all places of a block, then the second ones, and so on.
fn encode(packed: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(packed.len() * SIZE);
    for block in packed.chunks(PLACES) {
        for plane in 0..SIZE {
            bytes.extend(block.iter().map(|number| (number >> (8 * plane)) as u8));
        }
    }
    bytes
}

/// The number at a place of a block; `None` if there is no such place, or it bounds no chance.
fn number(block: &[u8], place: usize) -> Option<u64> {
    let places = block.len() / SIZE;
    if place >= places {
        return None;
    }
    let planes = (0..SIZE).rev();
    let packed = planes.fold(0, |number, plane| {
        number << 8 | u64::from(block[plane * places + place])
    });
    let [_, high] = throws::unpack(packed);
    (high <= ONE).then_some(packed)
}

/// All numbers of a block; `None` where they bound no chance.
pub(super) fn numbers(block: &[u8]) -> impl Iterator<Item = Option<u64>> {
    (0..block.len() / SIZE).map(|place| number(block, place))
}

/// How far the bounds of a place lie apart.
pub(super) fn width(packed: u64) -> u64 {
    let [low, high] = throws::unpack(packed);
    high - low
}

impl Table {
    /// The lower and the upper bound at a place, in units of 2^-44, or `None` if there is no such place.
    ///
    /// Cost: a look into a block, decompressed first if it is not one of the last ones used.
    ///
    /// # Errors
    /// If the block is damaged, or the table is not one of narrow bounds.
    pub(crate) fn narrow(&self, place: u64) -> Result<Option<[u64; 2]>, TableError> {
        self.keeps("narrow bounds")?;
        if place >= self.header().positions {
            return Ok(None);
        }
        let (block, within) = (place / PLACES as u64, (place % PLACES as u64) as usize);
        let found = self.look(block, |bytes| number(bytes, within))?;
        found
            .map(|packed| Some(throws::unpack(packed)))
            .ok_or_else(|| self.no_bounds())
    }

    /// All of them as they are kept, in the order of the index; `positions` says how many there should be.
    ///
    /// # Errors
    /// If the range passes the end, or the table is damaged anywhere or not one of narrow bounds.
    pub(crate) fn all_narrow(&self, positions: usize) -> Result<Vec<u64>, TableError> {
        self.keeps("narrow bounds")?;
        let bytes = self.records(positions)?;
        let found: Option<Vec<_>> = bytes.chunks(BLOCK).flat_map(numbers).collect();
        found.ok_or_else(|| self.no_bounds())
    }
}

impl Directory {
    /// Writes bounds as the table of a layer, like [`Directory::write`]; they set what the header says of its records.
    ///
    /// # Errors
    /// As [`Directory::write`].
    pub(crate) fn write_narrow(&self, header: &Header, packed: &[u64]) -> Result<u64, TableError> {
        let widest = packed.iter().map(|&packed| width(packed)).max();
        let header = Header {
            record: Record::Narrow {
                widest: widest.unwrap_or(0),
            },
            ..header.clone()
        };
        self.write(&header, &encode(packed))
    }
}
