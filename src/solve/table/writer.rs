//! Writing tables: a table is there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::header::Header;
use super::{TableError, block};

/// Writes a table of these records, as bytes, which sets the header's number of positions and hash, and
/// returns the length of the file.
///
/// The file appears under its name complete and synced, replacing an older one, or not at all; what
/// was written is taken away again when something goes wrong. The bytes depend on the header and
/// the records only.
///
/// # Errors
/// If the system refuses, or the header cannot be written down.
pub fn write(path: &Path, header: &Header, records: &[u8]) -> Result<u64, TableError> {
    let header = Header {
        positions: (records.len() / header.record.size()) as u64,
        values: Sha256::digest(records).into(),
        ..header.clone()
    };
    if !header.is_sound() || !records.len().is_multiple_of(header.record.size()) {
        return Err(TableError::Io {
            action: "write",
            path: path.to_owned(),
            error: io::Error::new(
                io::ErrorKind::InvalidInput,
                "its rules, layers or positions cannot be written down",
            ),
        });
    }
    let blocks = block::compress(records).map_err(TableError::io("compress", path))?;
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
    let pending = Pending::beside(path).map_err(TableError::io("write", path))?;
    pending
        .publish(path, |file| {
            file.write_all(&head)?;
            blocks.iter().try_for_each(|block| file.write_all(block))
        })
        .map_err(TableError::io("write", path))?;
    Ok(length)
}

/// The ending of files that are being written.
pub(super) const PENDING: &str = "partial";

/// A file under a temporary name, taken away unless it gets its own.
struct Pending {
    path: PathBuf,
    file: File,
}

impl Pending {
    /// Makes a new file: whatever stands under its name already, a link too, is left alone and another name taken.
    fn beside(path: &Path) -> io::Result<Pending> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let process = std::process::id();
        for number in 0..1000 {
            let path = path.with_file_name(format!("{name}.{process}-{number}.{PENDING}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|file| Pending { path, file }),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn publish(
        &self,
        path: &Path,
        write: impl FnOnce(&mut io::BufWriter<&File>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut file = io::BufWriter::with_capacity(1 << 18, &self.file);
        write(&mut file)?;
        file.flush()?;
        drop(file);
        self.file.sync_all()?;
        fs::rename(&self.path, path)?;
        // The new name too should outlast a power cut; not every system can sync a folder.
        if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // After publishing there is nothing under this name.
        let _ = fs::remove_file(&self.path);
    }
}
