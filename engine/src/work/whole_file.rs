//! Files that are there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file that appears under its name complete and synced, replacing an older one, or not at all.
///
/// The file is removed again when something goes wrong; on Linux nothing is left either when the process is killed. A
/// link under a temporary name is not followed.
///
/// # Errors
/// If the system refuses, or the content cannot be given.
pub fn write(path: &Path, content: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let fill = |file: &File| {
        let mut file = io::BufWriter::with_capacity(1 << 18, file);
        content(&mut file)?;
        file.flush()?;
        file.get_ref().sync_all()
    };
    let pending = match Pending::nameless(path, fill)? {
        Some(pending) => pending,
        None => Pending::beside(path, fill)?,
    };
    pending.publish(path)
}

/// The ending of files that are being written.
pub(crate) const PENDING: &str = "partial";

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

        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
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
