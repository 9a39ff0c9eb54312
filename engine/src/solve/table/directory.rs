//! The folder with all tables: one folder in it for each set of rules, one file a layer.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use sha2::{Digest, Sha256};

use super::header::{MAGIC, hex};
use super::{Header, RecordKind, Table, TableError, writer};
use crate::solve::retro::Layer;
use crate::work::whole_file::PENDING;

/// Ending of the names of tables.
const ENDING: &str = "siga";
/// The name of the file that a build locks.
const LOCK: &str = "lock";

/// The folder with all tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory {
    root: PathBuf,
}

/// The tables of one set of rules that are on disk.
#[derive(Debug)]
pub struct Stored {
    /// The full text of the rules.
    pub rules: String,
    /// The game's name.
    pub game: String,
    /// The folder.
    pub folder: PathBuf,
    /// The tables, in the order in which they are built.
    pub tables: Vec<Table>,
    /// Layers without a table, in the same order.
    pub missing: Vec<Layer>,
}

impl Stored {
    /// Whether every layer has a table.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }
}

/// The contents of the folder.
#[derive(Debug, Default)]
pub struct Listing {
    /// Sets of rules with at least one table, in order of their folders.
    pub sets: Vec<Stored>,
    /// Files that look like tables and cannot be used.
    pub refused: Vec<TableError>,
}

/// The result of [`Directory::remove`].
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// The files that are gone.
    pub files: Vec<PathBuf>,
    /// The number of bytes they had.
    pub bytes: u64,
    /// Files in the same folder that are not siga's, and are still there.
    pub kept: Vec<PathBuf>,
}

/// The right to write tables of one set of rules, until it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A process that was just started may still share the open file; unlocking ends it for all.
        let _ = self.file.unlock();
    }
}

impl Directory {
    /// The tables in a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Directory {
        Directory { root: root.into() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of a set of rules: the text, with an underscore for what file names cannot hold
    /// everywhere, and the first eight digits of its SHA-256.
    ///
    /// # Examples
    /// ```
    /// use siga::solve::table::Directory;
    /// let folder = Directory::new("tables").folder("teeko:goals=44,drop=standard");
    /// assert!(folder.starts_with("tables"));
    /// assert!(folder.to_string_lossy().contains("teeko_goals=44,drop=standard-"));
    /// ```
    pub fn folder(&self, rules: &str) -> PathBuf {
        let kept = |c: char| c.is_ascii_alphanumeric() || "=,-".contains(c);
        let name = rules.chars().take(100);
        let name: String = name.map(|c| if kept(c) { c } else { '_' }).collect();
        let hash = hex(&Sha256::digest(rules.as_bytes()));
        self.root.join(format!("{name}-{}", &hash[..8]))
    }

    /// Whether the folder of a set of rules can be looked into, or is not there.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn reach(&self, rules: &str) -> Result<(), TableError> {
        for folder in [self.root.clone(), self.folder(rules)] {
            match fs::read_dir(&folder) {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                Err(error) => return Err(TableError::io("read the folder", &folder)(error)),
            }
        }
        Ok(())
    }

    /// The file of a layer.
    pub fn file(&self, rules: &str, layer: Layer) -> PathBuf {
        self.folder(rules).join(format!("layer-{layer}.{ENDING}"))
    }

    /// Opens the table of a layer, which must have `positions` places.
    ///
    /// # Errors
    /// If it is missing, or is not that table.
    pub fn open(&self, rules: &str, layer: Layer, positions: u64) -> Result<Table, TableError> {
        let table = match Table::open(&self.file(rules, layer)) {
            Err(TableError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                return Err(TableError::Missing {
                    rules: rules.to_owned(),
                    layer,
                    folder: self.root.clone(),
                });
            }
            opened => opened?,
        };
        table.expect(rules, layer, positions)?;
        Ok(table)
    }

    /// Writes the table of a layer, in place of an older one, and returns its length; a file under
    /// its name that is no table is left alone.
    ///
    /// # Errors
    /// If the system refuses, or the name is taken by another file.
    pub fn write(&self, header: &Header, records: &[u8]) -> Result<u64, TableError> {
        let path = self.file(&header.rules, header.layer);
        if path.exists() && !is_ours(&path)? {
            return Err(TableError::Foreign { path });
        }
        make(&self.folder(&header.rules))?;
        writer::write(&path, header, records)
    }

    /// Takes the right to write tables of a set of rules; the system gives it back when the process
    /// ends, however it ends.
    ///
    /// Where the system cannot lock files two builds do the same work and write the same bytes.
    ///
    /// # Errors
    /// If another process has it, or the folder cannot be made.
    pub fn lock(&self, rules: &str) -> Result<Lock, TableError> {
        self.lock_named(rules, LOCK, |_| true)
    }

    /// The same for a few layers only, by the first of them: others can be written meanwhile.
    ///
    /// # Errors
    /// As [`Directory::lock`].
    pub(crate) fn lock_layers(&self, rules: &str, layers: &[Layer]) -> Result<Lock, TableError> {
        let first = layers
            .first()
            .map_or(String::new(), |layer| format!("-{layer}"));
        let names: Vec<String> = layers
            .iter()
            .map(|layer| format!("layer-{layer}."))
            .collect();
        let ours = |name: &str| names.iter().any(|ours| name.starts_with(ours));
        self.lock_named(rules, &format!("{LOCK}{first}"), ours)
    }

    fn lock_named(
        &self,
        rules: &str,
        name: &str,
        ours: impl Fn(&str) -> bool,
    ) -> Result<Lock, TableError> {
        let folder = self.folder(rules);
        make(&folder)?;
        let path = folder.join(name);
        let file = lock_file(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(TableError::Locked { folder }),
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                Err(TableError::io("lock", &path)(error))
            }
            Err(TryLockError::Error(_)) => Ok(Lock { file }),
            Ok(()) => {
                sweep(&folder, ours)?;
                Ok(Lock { file })
            }
        }
    }

    /// Every table there is; of those of one set of rules, only these that keep the same, and tables of codes only
    /// where they agree on the layers. Tables of bounds name the layers they rest on.
    ///
    /// # Errors
    /// If the folder cannot be read. A missing folder is no error.
    pub fn list(&self) -> Result<Listing, TableError> {
        let mut listing = Listing::default();
        for folder in entries(&self.root)? {
            if folder.is_dir() {
                self.list_folder(&folder, &mut listing)?;
            }
        }
        Ok(listing)
    }

    /// The tables of a set of rules, like [`Directory::list`].
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn list_rules(&self, rules: &str) -> Result<Listing, TableError> {
        let mut listing = Listing::default();
        let folder = self.folder(rules);
        if folder.is_dir() {
            self.list_folder(&folder, &mut listing)?;
        }
        Ok(listing)
    }

    fn list_folder(&self, folder: &Path, listing: &mut Listing) -> Result<(), TableError> {
        let mut tables: Vec<Table> = Vec::new();
        for path in entries(folder)? {
            if path.extension().is_none_or(|ending| ending != ENDING) {
                continue;
            }
            match self.open_beside(&path, tables.first()) {
                Ok(table) => tables.push(table),
                Err(error) => listing.refused.push(error),
            }
        }
        // A layer that others rest on names fewer layers, and comes first.
        tables.sort_by_key(|table| {
            let header = table.header();
            let own = |&layer: &Layer| layer == header.layer;
            (header.layers.len(), header.layers.iter().position(own))
        });
        let Some(first) = tables.first().map(|table| table.header().clone()) else {
            return Ok(());
        };
        let there: Vec<Layer> = tables.iter().map(|table| table.header().layer).collect();
        let named = tables.iter().flat_map(|table| &table.header().layers);
        let missing = named.filter(|layer| !there.contains(layer)).unique();
        listing.sets.push(Stored {
            missing: missing.copied().collect(),
            rules: first.rules,
            game: first.game,
            folder: folder.to_owned(),
            tables,
        });
        Ok(())
    }

    /// Opens a table, which must stand in its place and be of one set with the first of its folder.
    fn open_beside(&self, path: &Path, first: Option<&Table>) -> Result<Table, TableError> {
        let table = Table::open(path)?;
        let header = table.header();
        let place = self.file(&header.rules, header.layer);
        let like = first.map_or(header, Table::header);
        let other = |expected: String| TableError::Other {
            path: path.to_owned(),
            found: format!("layer {} of {}", header.layer, header.rules),
            expected,
        };
        if place != path {
            return Err(other(format!(
                "the table its name stands for, for which it would be {}",
                place.display()
            )));
        }
        let codes = matches!(header.record.kind, RecordKind::Code(_));
        if header.game != like.game
            || header.record.kind.name() != like.record.kind.name()
            || (codes && header.layers != like.layers)
        {
            return Err(other(
                "one of the layers that the other tables name".to_owned(),
            ));
        }
        Ok(table)
    }

    /// Removes the tables of a set of rules: every file of its folder that begins as a table does,
    /// sound or not, and what a build that was killed has left. Other files stay.
    ///
    /// # Errors
    /// If a build is running, or the system refuses.
    pub fn remove(&self, rules: &str) -> Result<Removed, TableError> {
        let folder = self.folder(rules);
        let mut removed = Removed::default();
        if !folder.is_dir() {
            return Ok(removed);
        }
        let lock = self.lock(rules)?;
        for path in entries(&folder)? {
            let bytes = fs::metadata(&path).map_or(0, |data| data.len());
            if is_lock(&path) {
                // Empty files under these names are siga's; its own goes last.
                if bytes == 0 && path != folder.join(LOCK) {
                    fs::remove_file(&path).map_err(TableError::io("remove", &path))?;
                }
                continue;
            }
            if path.is_file() && is_ours(&path)? {
                fs::remove_file(&path).map_err(TableError::io("remove", &path))?;
                removed.bytes += bytes;
                removed.files.push(path);
            } else {
                removed.kept.push(path);
            }
        }
        // An empty file under this name is siga's.
        let path = folder.join(LOCK);
        if fs::metadata(&path).is_ok_and(|data| data.len() == 0) {
            fs::remove_file(&path).map_err(TableError::io("remove", &path))?;
        }
        drop(lock);
        if removed.kept.is_empty() {
            fs::remove_dir(&folder).map_err(TableError::io("remove", &folder))?;
        }
        Ok(removed)
    }
}

/// Whether a file is named as those that builds lock.
fn is_lock(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let layer = name
        .strip_prefix(LOCK)
        .map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    layer.is_some_and(|layer| layer.chars().all(|c| c.is_ascii_digit() || c == '-'))
}

/// Opens the file that a build locks, or makes it. Anything else under its name (a link, a pipe, a folder) is refused and
/// left alone: opening a pipe would wait for ever, and a link lead elsewhere.
fn lock_file(path: &Path) -> Result<File, TableError> {
    let made = File::options().create_new(true).write(true).open(path);
    match made {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let data = fs::symlink_metadata(path).map_err(TableError::io("look at", path))?;
            if !data.is_file() {
                return Err(TableError::NoLock {
                    path: path.to_owned(),
                });
            }
            File::options()
                .write(true)
                .open(path)
                .map_err(TableError::io("write", path))
        }
        made => made.map_err(TableError::io("write", path)),
    }
}

fn make(folder: &Path) -> Result<(), TableError> {
    fs::create_dir_all(folder).map_err(TableError::io("make the folder", folder))
}

/// The entries of a folder in order; none if there is no such folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let read = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(TableError::io("read the folder", folder))?,
    };
    let paths: io::Result<Vec<PathBuf>> = read.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(TableError::io("read the folder", folder))?;
    paths.sort();
    Ok(paths)
}

/// Takes away what a killed build was writing.
fn sweep(folder: &Path, ours: impl Fn(&str) -> bool) -> Result<(), TableError> {
    let named = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| ours(&name.to_string_lossy()))
    };
    for path in entries(folder)?.into_iter().filter(named) {
        let pending = path.extension().is_some_and(|ending| ending == PENDING);
        if pending && is_ours(&path)? {
            fs::remove_file(&path).map_err(TableError::io("remove", &path))?;
        }
    }
    Ok(())
}

/// Whether a file begins as a table does, or is one cut off within its first bytes: emptied, for one.
fn is_ours(path: &Path) -> Result<bool, TableError> {
    if !path.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut start))
        .map_err(TableError::io("read", path))?;
    Ok(MAGIC.starts_with(&start))
}
