//! Blocks: runs of records, each compressed by itself.

use std::io;

use super::Record;
use super::header::BLOCK;
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
pub(super) fn compress(records: &[u8], record: Record) -> io::Result<Vec<Vec<u8>>> {
    let level = match record {
        Record::Outcomes { .. } => FAST,
        _ => LEVEL,
    };
    let blocks = records.len().div_ceil(BLOCK);
    let runs = parallel::map_ranges(blocks, RUN, |range| {
        let mut zstd = zstd::bulk::Compressor::new(level)?;
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
pub(super) struct Decompressor(zstd::bulk::Decompressor<'static>);

impl Decompressor {
    pub(super) fn new() -> io::Result<Decompressor> {
        zstd::bulk::Decompressor::new().map(Decompressor)
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
