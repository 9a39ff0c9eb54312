//! Writing tables: a table is there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::header::Header;
use super::{Record, TableError, block};

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
        positions: match header.record {
            Record::Outcomes { .. } => header.positions,
            record => records.len() as u64 / record.bytes(1),
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
        block::compress(records, header.record).map_err(TableError::io("compress", path))?;
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
    let publish = || -> io::Result<()> {
        let fill = |file: &File| {
            let mut file = io::BufWriter::with_capacity(1 << 18, file);
            file.write_all(&head)?;
            blocks.iter().try_for_each(|block| file.write_all(block))?;
            file.flush()?;
            file.get_ref().sync_all()
        };
        let pending = match Pending::nameless(path, fill)? {
            Some(pending) => pending,
            None => Pending::beside(path, fill)?,
        };
        pending.publish(path)
    };
    publish().map_err(TableError::io("write", path))?;
    Ok(length)
}

/// The ending of files that are being written.
pub(super) const PENDING: &str = "partial";

/// A complete file under a temporary name, taken away unless it gets its own.
struct Pending {
    path: PathBuf,
}

impl Pending {
    /// Writes a file that has no name while it is written: whatever ends the process, nothing is left. `None` where the system
    /// has no such files.
    #[cfg(target_os = "linux")]
    fn nameless(
        path: &Path,
        fill: impl Fn(&File) -> io::Result<()>,
    ) -> io::Result<Option<Pending>> {
        use std::os::fd::AsRawFd;

        use rustix::fs::{AtFlags, CWD, Mode, OFlags};

        let folder = path.parent().unwrap_or(Path::new("."));
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let Ok(file) = rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)) else {
            return Ok(None);
        };
        let file = File::from(file);
        fill(&file)?;
        let itself = format!("/proc/self/fd/{}", file.as_raw_fd());
        let named = Pending::first_free(path, |name| {
            rustix::fs::linkat(CWD, &itself, CWD, name, AtFlags::SYMLINK_FOLLOW)?;
            Ok(())
        });
        Ok(named.ok())
    }

    #[cfg(not(target_os = "linux"))]
    fn nameless(_: &Path, _: impl Fn(&File) -> io::Result<()>) -> io::Result<Option<Pending>> {
        Ok(None)
    }

    /// Writes a file that has its temporary name from the beginning.
    fn beside(path: &Path, fill: impl Fn(&File) -> io::Result<()>) -> io::Result<Pending> {
        let mut file = None;
        let pending = Pending::first_free(path, |name| {
            file = Some(OpenOptions::new().write(true).create_new(true).open(name)?);
            Ok(())
        })?;
        file.map_or(Ok(()), |file| fill(&file))?;
        Ok(pending)
    }

    /// Makes a new file: whatever stands under its name already, a link too, is left alone and another name taken.
    fn first_free(
        path: &Path,
        mut make: impl FnMut(&Path) -> io::Result<()>,
    ) -> io::Result<Pending> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let process = std::process::id();
        for number in 0..1000 {
            let path = path.with_file_name(format!("{name}.{process}-{number}.{PENDING}"));
            match make(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Pending { path }),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Gives the file its own name, in place of an older one.
    fn publish(&self, path: &Path) -> io::Result<()> {
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
