//! The bytes of a table file, read where they are asked for.
//!
//! A file is not seen as memory: what somebody shortens meanwhile, or its disk cannot give, is an error here, where a memory
//! map would end the process. What is read often is kept by the table, decompressed.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

/// Bytes read at a time of what is read from one end to the other.
const PIECE: usize = 1 << 16;

/// A file of fixed length, open for reading. It stays the same file when another takes its name.
#[derive(Debug)]
pub(super) struct Source {
    file: File,
    length: u64,
}

impl Source {
    /// Opens an ordinary file.
    pub(super) fn open(path: &Path) -> io::Result<Source> {
        // Opening a pipe would wait for a writer.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not an ordinary file"));
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(Source { file, length })
    }

    /// The length in bytes when it was opened.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Fills a buffer with the bytes from a place on.
    ///
    /// # Errors
    /// If the file ends before ([`io::ErrorKind::UnexpectedEof`]), or the system refuses.
    pub(super) fn read(&self, mut from: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            match read_at(&self.file, buffer, from) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    from += read as u64;
                    buffer = &mut buffer[read..];
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Hands over all bytes of a range, in pieces whose lengths are multiples of 16 but for the last.
    pub(super) fn pieces(&self, range: Range<u64>, mut take: impl FnMut(&[u8])) -> io::Result<()> {
        let mut buffer = vec![0; PIECE];
        for from in range.clone().step_by(PIECE) {
            let piece = &mut buffer[..(range.end - from).min(PIECE as u64) as usize];
            self.read(from, piece)?;
            take(piece);
        }
        Ok(())
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], from: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, from)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], from: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, from)
}
