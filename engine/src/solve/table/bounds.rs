//! Tables of bounds of chances, spread over a block so that like bytes stand together.

use std::io;

use super::record::BLOCK;
use super::{Directory, Header, Record, RecordKind, Table, TableError};
use crate::solve::throws;
use crate::solve::throws::ONE;

/// Two bounds of a chance as a table keeps them.
pub trait KeptBounds: Copy {
    /// Bytes of a place.
    const SIZE: usize = Self::KIND.bytes(1) as usize;
    /// The kind of such records.
    const KIND: RecordKind;

    /// One of its bytes.
    fn byte(self, index: usize) -> u8;

    /// The bounds of these bytes.
    fn of_bytes(byte: impl Fn(usize) -> u8) -> Self;

    /// How far the bounds lie apart; `None` where they are not bounds of a chance.
    fn width(self) -> Option<u64>;
}

/// In units of 2^-62: the lower bound, and how much the upper one lies above it.
impl KeptBounds for [u64; 2] {
    const KIND: RecordKind = RecordKind::Bounds;

    fn byte(self, index: usize) -> u8 {
        let [low, high] = self;
        [low, high - low][index / 8].byte(index % 8)
    }

    fn of_bytes(byte: impl Fn(usize) -> u8) -> Self {
        let low = u64::of_bytes(&byte);
        [
            low,
            low.saturating_add(u64::of_bytes(|index| byte(8 + index))),
        ]
    }

    fn width(self) -> Option<u64> {
        let [low, high] = self;
        high.checked_sub(low).filter(|_| high <= ONE)
    }
}

/// Bounds close together, packed into one number, in units of 2^-44.
impl KeptBounds for u64 {
    const KIND: RecordKind = RecordKind::Narrow;

    fn byte(self, index: usize) -> u8 {
        (self >> (8 * index)) as u8
    }

    fn of_bytes(byte: impl Fn(usize) -> u8) -> Self {
        (0..8)
            .rev()
            .fold(0, |number, index| number << 8 | u64::from(byte(index)))
    }

    fn width(self) -> Option<u64> {
        let [low, high] = throws::unpack(self);
        (high <= throws::NARROW_ONE).then_some(high - low)
    }
}

/// Bounds as the blocks hold them: the first bytes of all places of a block, then the second ones, and so on.
fn encode<K: KeptBounds>(kept: &[K]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(kept.len() * K::SIZE);
    for block in kept.chunks(BLOCK / K::SIZE) {
        for index in 0..K::SIZE {
            bytes.extend(block.iter().map(|kept| kept.byte(index)));
        }
    }
    bytes
}

/// The bounds at a place of a block; `None` where they are not bounds of a chance.
fn at<K: KeptBounds>(block: &[u8], place: usize) -> Option<K> {
    let places = block.len() / K::SIZE;
    let kept = K::of_bytes(|index| block[index * places + place]);
    kept.width().map(|_| kept)
}

/// All bounds of a block; `None` where they are not bounds of a chance.
pub(super) fn all<K: KeptBounds>(block: &[u8]) -> impl Iterator<Item = Option<K>> {
    (0..block.len() / K::SIZE).map(|place| at(block, place))
}

fn about<K: KeptBounds>(kept: &[K]) -> Option<Record> {
    let widths: Option<Vec<u64>> = kept.iter().map(|kept| kept.width()).collect();
    Some(Record {
        kind: K::KIND,
        number: widths?.into_iter().max().unwrap_or(0),
    })
}

impl Table {
    /// The bounds at a place, or `None` if there is no such place.
    ///
    /// Cost: a look into a block, decompressed first if it is not one of the last ones used.
    ///
    /// # Errors
    /// If the block is damaged, or the table does not keep such bounds.
    pub fn bounds<K: KeptBounds>(&self, place: u64) -> Result<Option<K>, TableError> {
        self.keeps(K::KIND.name())?;
        if place >= self.header().positions {
            return Ok(None);
        }
        let places = (BLOCK / K::SIZE) as u64;
        let found = self.look(place / places, |block| at(block, (place % places) as usize))?;
        found.map(Some).ok_or_else(|| self.no_bounds())
    }

    /// All bounds, in the order of the index; `positions` says how many there should be.
    ///
    /// # Errors
    /// If the range passes the end, or the table is damaged anywhere or does not keep such bounds.
    pub fn all_bounds<K: KeptBounds>(&self, positions: usize) -> Result<Vec<K>, TableError> {
        self.keeps(K::KIND.name())?;
        let bytes = self.records(positions)?;
        let found: Option<Vec<K>> = bytes.chunks(BLOCK).flat_map(all).collect();
        let found = found.ok_or_else(|| self.no_bounds())?;
        match about(&found) == Some(self.header().record) {
            true => Ok(found),
            false => Err(self.no_bounds()),
        }
    }
}

impl Directory {
    /// Writes bounds as the table of a layer, like [`Directory::write`]; they set what the header says of its records.
    ///
    /// # Errors
    /// As [`Directory::write`], and if they are not bounds of chances.
    pub fn write_bounds<K: KeptBounds>(
        &self,
        header: &Header,
        kept: &[K],
    ) -> Result<u64, TableError> {
        let (header, records) = self.bounds_table(header.clone(), kept)?;
        self.write(&header, &records)
    }

    /// The table of a layer as [`Directory::write_bounds`] writes it: its header, and the bounds as its records.
    ///
    /// # Errors
    /// They are not bounds of chances.
    pub(crate) fn bounds_table<K: KeptBounds>(
        &self,
        header: Header,
        kept: &[K],
    ) -> Result<(Header, Vec<u8>), TableError> {
        let Some(record) = about(kept) else {
            let path = self.file(&header.rules, header.layer);
            let fault = io::Error::new(io::ErrorKind::InvalidInput, "they bound no chance");
            return Err(TableError::io("write bounds to", &path)(fault));
        };
        Ok((Header { record, ..header }, encode(kept)))
    }
}
