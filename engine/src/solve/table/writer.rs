//! Writing tables: a table is there as a whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::header::Header;
use super::{TableError, block};
use crate::work::whole_file;

/// Writes a table of these records, as bytes, which sets the header's hash and, but for outcomes, of which
/// several share a byte, its number of positions, and returns the length of the file.
///
/// The file appears under its name complete and synced, replacing an older one, or not at all; what
/// was written is taken away again when something goes wrong. The bytes depend on the header and
/// the records only.
///
/// # Errors
/// If the system refuses, or the header cannot be written down.
pub fn write(path: &Path, header: &Header, records: &[u8]) -> Result<u64, TableError> {
    let header = Header {
        positions: match header.record.kind {
            kind if kind.is_outcomes() => header.positions,
            kind => records.len() as u64 / kind.bytes(1),
        },
        values: Sha256::digest(records).into(),
        ..header.clone()
    };
    if !header.is_sound() || header.payload() != records.len() as u64 {
        return Err(TableError::Io {
            action: "write",
            path: path.to_owned(),
            error: io::Error::new(
                io::ErrorKind::InvalidInput,
                "its rules, layers or positions cannot be written down",
            ),
        });
    }
    let blocks =
        block::compress(records, header.record.kind).map_err(TableError::io("compress", path))?;
    let entries: Vec<(u32, u32)> = blocks
        .iter()
        .map(|block| (block.len() as u32, crc32fast::hash(block)))
        .collect();
    let head = header.encode(&entries);
    let length = head.len() as u64
        + entries
            .iter()
            .map(|&(length, _)| u64::from(length))
            .sum::<u64>();
    let content = |file: &mut dyn Write| {
        file.write_all(&head)?;
        blocks.iter().try_for_each(|block| file.write_all(block))
    };
    whole_file::write(path, content).map_err(TableError::io("write", path))?;
    Ok(length)
}
