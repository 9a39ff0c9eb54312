//! Blocks: runs of records, each compressed by itself.

use std::io;

use super::RecordKind;
use super::record::BLOCK;
use crate::solve::parallel;
pub(super) use compression::{Decompressor, decompressor, fill};

/// The compression level of zstd. Measured on Teeko's largest layer: 1.45 bits a position; the highest level
/// saves a twentieth of that and takes four times as long.
const LEVEL: i32 = 12;
/// The same for outcomes, of which tables can be a hundred times as large.
const FAST: i32 = 6;
/// Blocks given to a thread at a time.
const RUN: usize = 32;
/// The greatest length of a compressed block: zstd adds a few bytes to what it cannot compress.
pub(super) const MAX_COMPRESSED: usize = BLOCK + BLOCK / 128 + 64;

/// Compresses records, in blocks, in their order; the result does not depend on the threads.
pub(super) fn compress(records: &[u8], kind: RecordKind) -> io::Result<Vec<Vec<u8>>> {
    let level = if kind.is_outcomes() { FAST } else { LEVEL };
    let blocks = records.len().div_ceil(BLOCK);
    let runs = parallel::map_ranges(blocks, RUN, |range| {
        let part = &records[range.start * BLOCK..records.len().min(range.end * BLOCK)];
        compression::compress(part, level)
    });
    let mut all = Vec::with_capacity(blocks);
    for run in runs {
        all.extend(run?);
    }
    Ok(all)
}

#[cfg(feature = "zstd")]
mod compression {
    use std::io;

    use zstd::bulk::Compressor;

    use super::BLOCK;

    /// Decompresses blocks one after the other.
    pub(in crate::solve::table) type Decompressor = zstd::bulk::Decompressor<'static>;

    pub(in crate::solve::table) fn decompressor() -> io::Result<Decompressor> {
        Decompressor::new()
    }

    /// Each block of some records.
    pub(super) fn compress(records: &[u8], level: i32) -> io::Result<Vec<Vec<u8>>> {
        let mut zstd = Compressor::new(level)?;
        let blocks = records.chunks(BLOCK);
        blocks.map(|block| zstd.compress(block)).collect()
    }

    /// Fills `records`; a block that gives fewer or more is refused.
    pub(in crate::solve::table) fn fill(
        zstd: &mut Decompressor,
        block: &[u8],
        records: &mut [u8],
    ) -> Result<(), String> {
        match zstd.decompress_to_buffer(block, records) {
            Ok(found) if found == records.len() => Ok(()),
            Ok(found) => Err(format!("{found} bytes in place of {}", records.len())),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// What stands for the compressor where the library was built without it: no table is read or written.
#[cfg(not(feature = "zstd"))]
mod compression {
    use std::io;

    pub(in crate::solve::table) type Decompressor = std::convert::Infallible;

    fn missing<T>() -> io::Result<T> {
        Err(io::Error::other(
            "tables are compressed, and the library was built without the feature `zstd`",
        ))
    }

    pub(in crate::solve::table) fn decompressor() -> io::Result<Decompressor> {
        missing()
    }

    pub(super) fn compress(_records: &[u8], _level: i32) -> io::Result<Vec<Vec<u8>>> {
        missing()
    }

    pub(in crate::solve::table) fn fill(
        zstd: &mut Decompressor,
        _block: &[u8],
        _records: &mut [u8],
    ) -> Result<(), String> {
        match *zstd {}
    }
}
