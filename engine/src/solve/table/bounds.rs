//! Tables of bounds: two numbers a place, spread over a block so that like bytes stand together.

use std::io;

use super::header::BLOCK;
use super::{Directory, Header, Record, Table, TableError};
use crate::exact::stochastic::ONE;

/// Bytes of a place: the lower bound, and how much the upper one lies above it.
pub(super) const SIZE: usize = 16;
/// Places in a block.
const PLACES: usize = BLOCK / SIZE;

/// Bounds as the blocks hold them: the first bytes of all places of a block, then the second ones, and so on.
fn encode(pairs: &[[u64; 2]]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(pairs.len() * SIZE);
    for block in pairs.chunks(PLACES) {
        for plane in 0..SIZE {
            bytes.extend(block.iter().map(|&[low, high]| {
                let number = if plane < 8 { low } else { high - low };
                (number >> (8 * (plane % 8))) as u8
            }));
        }
    }
    bytes
}

/// The bounds at a place of a block; `None` if there is no such place, or they are not bounds of a chance.
fn pair(block: &[u8], place: usize) -> Option<[u64; 2]> {
    let places = block.len() / SIZE;
    if place >= places {
        return None;
    }
    let number = |first: usize| {
        let planes = (first..first + 8).rev();
        planes.fold(0, |number, plane| {
            number << 8 | u64::from(block[plane * places + place])
        })
    };
    let low: u64 = number(0);
    let high = low.checked_add(number(8)).filter(|&high| high <= ONE)?;
    Some([low, high])
}

/// All bounds of a block; `None` where they are not bounds of a chance.
pub(super) fn pairs(block: &[u8]) -> impl Iterator<Item = Option<[u64; 2]>> {
    (0..block.len() / SIZE).map(|place| pair(block, place))
}

impl Table {
    /// The lower and the upper bound at a place, in units of 2^-62, or `None` if there is no such place.
    ///
    /// Cost: a look into a block, decompressed first if it is not one of the last ones used.
    ///
    /// # Errors
    /// If the block is damaged, or the table is not one of bounds.
    pub fn pair(&self, place: u64) -> Result<Option<[u64; 2]>, TableError> {
        self.keeps("bounds")?;
        if place >= self.header().positions {
            return Ok(None);
        }
        let (block, within) = (place / PLACES as u64, (place % PLACES as u64) as usize);
        let found = self.look(block, |bytes| pair(bytes, within))?;
        found.map(Some).ok_or_else(|| self.no_bounds())
    }

    /// All bounds, in the order of the index; `positions` says how many there should be.
    ///
    /// # Errors
    /// If the range passes the end, or the table is damaged anywhere or not one of bounds.
    pub fn pairs(&self, positions: usize) -> Result<Vec<[u64; 2]>, TableError> {
        self.keeps("bounds")?;
        let bytes = self.records(positions)?;
        let found: Option<Vec<_>> = bytes.chunks(BLOCK).flat_map(pairs).collect();
        let found = found.ok_or_else(|| self.no_bounds())?;
        if self.header().record == about(&found) {
            Ok(found)
        } else {
            Err(self.no_bounds())
        }
    }
}

fn about(pairs: &[[u64; 2]]) -> Record {
    let widest = pairs.iter().map(|[low, high]| high - low).max();
    Record::Bounds {
        widest: widest.unwrap_or(0),
    }
}

impl Directory {
    /// Writes bounds as the table of a layer, like [`Directory::write`]; they set what the header says of its records.
    ///
    /// # Errors
    /// As [`Directory::write`], and if bounds are not in order between 0 and 2^62.
    pub fn write_pairs(&self, header: &Header, pairs: &[[u64; 2]]) -> Result<u64, TableError> {
        if pairs.iter().any(|&[low, high]| low > high || high > ONE) {
            let path = self.file(&header.rules, header.layer);
            let fault = io::Error::new(io::ErrorKind::InvalidInput, "they bound no chance");
            return Err(TableError::io("write bounds to", &path)(fault));
        }
        let header = Header {
            record: about(pairs),
            ..header.clone()
        };
        self.write(&header, &encode(pairs))
    }
}
