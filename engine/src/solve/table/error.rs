//! Errors of tables on disk.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::solve::retro::{Layer, SolveError};

/// Why a table cannot be read, written or trusted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The operating system refuses.
    #[error("cannot {action} {}: {error}", path.display())]
    Io {
        /// The operation that failed.
        action: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file that does not begin as a table does.
    #[error("{} is not a table of siga: it does not begin with the eight bytes of one", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A table of another version of the format or of the index.
    #[error(
        "{} is a table of {what} {found}, this program reads {what} {expected}: remove it and build it again",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// `format` or `index`.
        what: &'static str,
        /// The version found.
        found: u64,
        /// The version read.
        expected: u64,
    },
    /// A table that is not as it was written.
    #[error("{} is damaged: {what}; remove it and build it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault and its place.
        what: String,
    },
    /// A sound table of something else than was asked for.
    #[error("{} holds {found}, not {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The table that it is.
        found: String,
        /// The table that was asked for.
        expected: String,
    },
    /// No table of a layer.
    #[error("{} has no table of layer {layer} of {rules}: run `siga tables build {rules}`", folder.display())]
    Missing {
        /// The rules.
        rules: String,
        /// The layer.
        layer: Layer,
        /// The folder looked in.
        folder: PathBuf,
    },
    /// A position that no layer of the rules has.
    #[error("no layer of {rules} has {layer} pieces on the board")]
    NoLayer {
        /// The rules.
        rules: String,
        /// Pieces of the side to move and of the other.
        layer: Layer,
    },
    /// Another build of the same rules is running.
    #[error("{} is being built by another process: wait for it, or end it and try again", folder.display())]
    Locked {
        /// The folder of the rules.
        folder: PathBuf,
    },
    /// Something else under the name of the file that a build locks.
    #[error("{} is not a file: a build locks a file of this name, so remove it", path.display())]
    NoLock {
        /// Its path.
        path: PathBuf,
    },
    /// The solver cannot go on.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

crate::work::of_kind!(TableError, Io);

impl TableError {
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TableError {
        let path = path.to_owned();
        move |error| TableError::Io {
            action,
            path,
            error,
        }
    }

    /// Why an open table cannot be read: it has become shorter, or the system refuses.
    pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> TableError {
        move |error| match error.kind() {
            io::ErrorKind::UnexpectedEof => TableError::Damaged {
                path: path.to_owned(),
                what: "it was cut off while it was read".to_owned(),
            },
            _ => TableError::io("read", path)(error),
        }
    }

    /// Whether the system does not let the tables be looked for: the folder is below a file, or may not be entered.
    pub fn is_out_of_reach(&self) -> bool {
        matches!(
            self,
            TableError::Io { error, .. } if matches!(
                error.kind(),
                io::ErrorKind::NotADirectory | io::ErrorKind::PermissionDenied
            )
        )
    }

    /// Whether the file is one of siga's that cannot be used as it is: damaged, or stale.
    pub fn is_unusable_table(&self) -> bool {
        matches!(
            self,
            TableError::Version { .. } | TableError::Damaged { .. } | TableError::Other { .. }
        )
    }
}
