//! Lines of questions, one after the other.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::time::SystemTime;

use same_file::Handle;

use crate::ask::At;
use crate::ask::failure::Failure;
use crate::ask::input;

/// Bytes a line may have.
const MAX_LINE: usize = 1 << 20;

/// Lines being read.
pub(super) struct Lines {
    source: Box<dyn BufRead + Send>,
    name: String,
    identity: io::Result<Handle>,
    /// Every N-th line: the remainder of its number, and N.
    shard: Option<[u64; 2]>,
    number: u64,
}

/// A line with a question.
pub(super) struct BatchLine {
    /// Counted from 1, blank lines and those of other shards too.
    pub(super) number: u64,
    /// Where it stands.
    pub(super) at: At,
    /// `None` where it is too long.
    pub(super) text: Option<Vec<u8>>,
}

impl Lines {
    pub(super) fn open(file: &Path, shard: Option<[u64; 2]>) -> Result<Lines, Failure> {
        let name = file.to_string_lossy().into_owned();
        let (source, identity): (Box<dyn BufRead + Send>, _) = if name == "-" {
            (Box::new(BufReader::new(io::stdin())), Handle::stdin())
        } else {
            let opened = File::open(file).map_err(|error| Failure::unreadable(&name, &error))?;
            let identity = opened.try_clone().and_then(Handle::from_file);
            (
                Box::new(BufReader::with_capacity(1 << 16, opened)),
                identity,
            )
        };
        Ok(Lines {
            source,
            name,
            identity,
            shard,
            number: 0,
        })
    }

    /// Whether a file is the one that is read, by whatever name.
    pub(super) fn are_of(&self, file: &File) -> io::Result<bool> {
        let file = Handle::from_file(file.try_clone()?)?;
        Ok(self.identity.as_ref().is_ok_and(|own| *own == file))
    }

    /// When they were last changed, where the system says it of a file.
    pub(super) fn changed(&self) -> Option<SystemTime> {
        let handle = self.identity.as_ref().ok()?;
        let about = handle.as_file().metadata().ok()?;
        about.is_file().then(|| about.modified().ok())?
    }

    /// The next line of the shard that is not blank.
    pub(super) fn next(&mut self) -> Result<Option<BatchLine>, Failure> {
        loop {
            let read = input::line(&mut self.source, MAX_LINE);
            let cannot = |error| Failure::io(format!("cannot read {}: {error}", self.name));
            let Some(mut text) = read.map_err(cannot)? else {
                return Ok(None);
            };
            if let (0, Some(text)) = (self.number, &mut text)
                && text.starts_with("\u{feff}".as_bytes())
            {
                text.drain(.."\u{feff}".len());
            }
            self.number += 1;
            let blank = (text.as_ref()).is_some_and(|bytes| bytes.trim_ascii().is_empty());
            let other = |[rest, of]: [u64; 2]| self.number % of != rest;
            if blank || self.shard.is_some_and(other) {
                continue;
            }
            return Ok(Some(BatchLine {
                number: self.number,
                at: At::file(&*self.name).place(self.number as usize, 1),
                text,
            }));
        }
    }
}
