//! Files seen as memory: one of two places with unsafe code (the other is `solve::rows::bits`).

use std::fs::File;
use std::io;
use std::path::Path;

/// A whole file, read through the system's page cache where it is touched.
#[derive(Debug)]
pub(super) struct Map(memmap2::Mmap);

impl Map {
    /// Maps a file for reading.
    pub(super) fn open(path: &Path) -> io::Result<Map> {
        // Opening a pipe would wait for a writer.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not an ordinary file"));
        }
        map(&File::open(path)?).map(Map)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: the mapping is private to this type, read-only, and must not change while it lives.
    // Tables are never written in place: a new one is written under another name, synced and
    // renamed over the old, and removing unlinks it; in both cases a mapping keeps the old file.
    // What is left is somebody else who edits or truncates a table in use. Readers take nothing
    // from the mapping as a Rust type with invalid values: bytes only, each block copied out by
    // the decompressor after its checksum, and every offset is checked against the mapped length.
    // Truncation meanwhile ends the process with a bus error, as with any mapped file.
    unsafe { memmap2::Mmap::map(file) }
}
