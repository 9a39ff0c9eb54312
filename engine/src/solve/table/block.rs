//! Blocks: runs of records, each compressed by itself.

use std::io;

#[cfg(feature = "zstd")]
pub(super) use zstd::bulk;

use super::RecordKind;
use super::record::BLOCK;
use crate::solve::parallel;

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
        let mut zstd = bulk::Compressor::new(level)?;
        let part = &records[range.start * BLOCK..records.len().min(range.end * BLOCK)];
        part.chunks(BLOCK)
            .map(|block| zstd.compress(block))
            .collect::<io::Result<Vec<_>>>()
    });
    let mut all = Vec::with_capacity(blocks);
    for run in runs {
        all.extend(run?);
    }
    Ok(all)
}

/// Decompresses blocks one after the other.
pub(super) struct Decompressor(bulk::Decompressor<'static>);

impl Decompressor {
    pub(super) fn new() -> io::Result<Decompressor> {
        bulk::Decompressor::new().map(Decompressor)
    }

    /// Fills `records`; a block that gives fewer or more is refused.
    pub(super) fn fill(&mut self, block: &[u8], records: &mut [u8]) -> Result<(), String> {
        let found = self.0.decompress_to_buffer(block, records);
        match found {
            Ok(found) if found == records.len() => Ok(()),
            Ok(found) => Err(format!("{found} bytes in place of {}", records.len())),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// What stands for the compressor where the library was built without it: no table is read or written.
#[cfg(not(feature = "zstd"))]
pub(super) mod bulk {
    use std::convert::Infallible;
    use std::io;
    use std::marker::PhantomData;

    fn missing<T>() -> io::Result<T> {
        Err(io::Error::other(
            "tables are compressed, and the library was built without the feature `zstd`",
        ))
    }

    pub(in crate::solve::table) struct Compressor(Infallible);

    impl Compressor {
        pub(in crate::solve::table) fn new(_level: i32) -> io::Result<Self> {
            missing()
        }

        pub(in crate::solve::table) fn compress(&mut self, _records: &[u8]) -> io::Result<Vec<u8>> {
            match self.0 {}
        }
    }

    pub(in crate::solve::table) struct Decompressor<'a>(Infallible, PhantomData<&'a ()>);

    impl Decompressor<'_> {
        pub(in crate::solve::table) fn new() -> io::Result<Self> {
            missing()
        }

        pub(in crate::solve::table) fn decompress_to_buffer(
            &mut self,
            _block: &[u8],
            _records: &mut [u8],
        ) -> io::Result<usize> {
            match self.0 {}
        }
    }
}
