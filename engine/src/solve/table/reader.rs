//! Reading tables: nothing is believed before its checksum.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::block::{self, Decompressor, MAX_COMPRESSED};
use super::bounds::{self, KeptBounds};
use super::header::{Entry, Header};
use super::record::BLOCK;
use super::source::Source;
use super::{RecordKind, TableError};
use crate::solve::parallel;
use crate::solve::retro::{Code, Layer};

/// Blocks of a table kept decompressed, and of all tables together: at most 1 GB.
const KEPT: usize = 1 << 13;
const KEPT_IN_ALL: usize = 1 << 16;
/// Blocks that a table keeps whatever the others keep.
const KEPT_ALWAYS: usize = 64;
/// Blocks given to a thread at a time.
const RUN: usize = 64;

/// A table file, of which blocks are read when something in them is asked for.
pub struct Table {
    path: PathBuf,
    source: Source,
    header: Header,
    /// Where its directory of blocks is.
    directory: u64,
    recent: Mutex<Recent>,
}

/// The blocks of all tables that are kept decompressed.
static IN_ALL: AtomicUsize = AtomicUsize::new(0);

/// The blocks decompressed last.
#[derive(Default)]
struct Recent {
    zstd: Option<Decompressor>,
    /// By number: when it was last used, and its bytes.
    blocks: HashMap<u64, (u64, Box<[u8]>)>,
    clock: u64,
}

impl Recent {
    /// A buffer for another block: a new one, or that of the block not used for the longest time.
    fn buffer(&mut self) -> Box<[u8]> {
        let (here, in_all) = (self.blocks.len(), IN_ALL.load(Ordering::Relaxed));
        if here >= KEPT || (here >= KEPT_ALWAYS && in_all >= KEPT_IN_ALL) {
            let oldest = self.blocks.iter().min_by_key(|(_, (used, _))| *used);
            let oldest = oldest.map(|(&number, _)| number);
            if let Some((_, bytes)) = oldest.and_then(|number| self.blocks.remove(&number)) {
                return bytes;
            }
        }
        IN_ALL.fetch_add(1, Ordering::Relaxed);
        vec![0; BLOCK].into_boxed_slice()
    }
}

impl Drop for Recent {
    fn drop(&mut self) {
        IN_ALL.fetch_sub(self.blocks.len(), Ordering::Relaxed);
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("path", &self.path)
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Opens a table and checks its header, the length of the file and the directory of its blocks.
    ///
    /// The blocks themselves are checked when they are read.
    ///
    /// Cost: the header, a thousandth of the positions.
    ///
    /// # Errors
    /// If there is no such file, or it is foreign, stale, cut off or damaged.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let source = Source::open(path).map_err(TableError::io("open", path))?;
        let (header, directory) = Header::decode(path, &source)?;
        Ok(Table {
            path: path.to_owned(),
            source,
            header,
            directory,
            recent: Mutex::default(),
        })
    }

    /// Its header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.source.length()
    }

    /// The SHA-256 of the whole file.
    ///
    /// # Errors
    /// If it can no longer be read as a whole.
    pub fn sha256(&self) -> Result<[u8; 32], TableError> {
        let mut hash = Sha256::new();
        let read = self
            .source
            .pieces(0..self.bytes(), |part| hash.update(part));
        read.map_err(TableError::unreadable(&self.path))?;
        Ok(hash.finalize().into())
    }

    /// Checks that it is the table of a layer with `places` places.
    ///
    /// # Errors
    /// If it is another one.
    pub fn expect(&self, rules: &str, layer: Layer, positions: u64) -> Result<(), TableError> {
        let told = |rules: &str, layer, positions| {
            format!("layer {layer} of {rules} with {positions} positions")
        };
        let header = &self.header;
        if (header.rules.as_str(), header.layer, header.positions) == (rules, layer, positions) {
            return Ok(());
        }
        Err(TableError::Other {
            path: self.path.clone(),
            found: told(&header.rules, header.layer, header.positions),
            expected: told(rules, layer, positions),
        })
    }

    /// The fault of bounds that cannot be any.
    pub(super) fn no_bounds(&self) -> TableError {
        self.damaged(
            "its bounds are not those of a chance, or lie farther apart than it says".to_owned(),
        )
    }

    pub(super) fn damaged(&self, what: String) -> TableError {
        TableError::Damaged {
            path: self.path.clone(),
            what,
        }
    }

    /// Decompresses a block into a buffer that is exactly as long.
    fn read(
        &self,
        block: u64,
        zstd: &mut Decompressor,
        records: &mut [u8],
    ) -> Result<(), TableError> {
        let unreadable = TableError::unreadable(&self.path);
        if block >= self.header.blocks() {
            return Err(self.damaged(format!("block {block} is not in it")));
        }
        let mut entry = [0; Entry::BYTES];
        let at = self.directory + block * Entry::BYTES as u64;
        let mut buffer = [0; MAX_COMPRESSED];
        self.source.read(at, &mut entry).map_err(&unreadable)?;
        let entry = Entry::of(entry);
        let Some(bytes) = buffer.get_mut(..entry.length as usize) else {
            return Err(self.damaged(format!("block {block} is longer than any")));
        };
        (self.source.read(entry.offset, bytes)).map_err(&unreadable)?;
        if crc32fast::hash(bytes) != entry.checksum {
            return Err(self.damaged(format!("the checksum of block {block} is wrong")));
        }
        block::fill(zstd, bytes, records)
            .map_err(|why| self.damaged(format!("block {block} does not decompress: {why}")))
    }

    fn decompressor(&self) -> Result<Decompressor, TableError> {
        block::decompressor().map_err(TableError::io("decompress", &self.path))
    }

    /// Refuses a table that keeps something else of its places.
    pub(super) fn keeps(&self, what: &str) -> Result<(), TableError> {
        let found = self.header.record.kind.name();
        if found == what {
            return Ok(());
        }
        Err(TableError::Other {
            path: self.path.clone(),
            found: found.to_owned(),
            expected: what.to_owned(),
        })
    }

    /// The greatest distance of two bounds of a block.
    fn widest<K: KeptBounds>(&self, block: &[u8]) -> Result<u64, TableError> {
        let mut widths = bounds::all::<K>(block).map(|kept| kept.and_then(K::width));
        let widest = widths.try_fold(0, |widest, width| Some(width?.max(widest)));
        widest.ok_or_else(|| self.no_bounds())
    }

    /// Looks at the bytes of a block, which the table has.
    ///
    /// Cost: decompresses the block first if it is not one of the last ones used.
    pub(super) fn look<T>(
        &self,
        block: u64,
        look: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, TableError> {
        let length = self.header.block_len(block);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.clock += 1;
        let now = recent.clock;
        if let Some((used, bytes)) = recent.blocks.get_mut(&block) {
            *used = now;
            return Ok(look(&bytes[..length]));
        }
        let mut zstd = match recent.zstd.take() {
            Some(zstd) => zstd,
            None => self.decompressor()?,
        };
        let mut bytes = recent.buffer();
        let read = self.read(block, &mut zstd, &mut bytes[..length]);
        recent.zstd = Some(zstd);
        let found = read.map(|()| look(&bytes[..length]));
        if found.is_ok() {
            recent.blocks.insert(block, (now, bytes));
        } else {
            IN_ALL.fetch_sub(1, Ordering::Relaxed);
        }
        found
    }

    /// The code at a place, or `None` if there is no such place.
    ///
    /// Cost: a look into a block, decompressed first if it is not one of the last ones used.
    ///
    /// # Errors
    /// If the block is damaged, or the table is not one of codes.
    pub fn code(&self, place: u64) -> Result<Option<Code>, TableError> {
        self.keeps("values")?;
        if place >= self.header.positions {
            return Ok(None);
        }
        let (block, within) = (place / BLOCK as u64, (place % BLOCK as u64) as usize);
        self.look(block, |codes| codes.get(within).copied().map(Code))
    }

    /// All codes, in the order of the index; `positions` says how many there should be.
    ///
    /// # Errors
    /// If the range passes the end, or the table is damaged anywhere or not one of codes.
    pub fn codes(&self, positions: usize) -> Result<Vec<u8>, TableError> {
        self.keeps("values")?;
        self.records(positions)
    }

    /// All records as the blocks hold them.
    pub(super) fn records(&self, positions: usize) -> Result<Vec<u8>, TableError> {
        self.expect(&self.header.rules, self.header.layer, positions as u64)?;
        let mut bytes = vec![0; self.header.payload() as usize];
        let faults = Mutex::new(Vec::new());
        parallel::for_each(bytes.chunks_mut(BLOCK * RUN).enumerate(), |(run, part)| {
            let read = self.decompressor().and_then(|mut zstd| {
                let blocks = part.chunks_mut(BLOCK).enumerate();
                blocks.into_iter().try_for_each(|(block, bytes)| {
                    self.read((run * RUN + block) as u64, &mut zstd, bytes)
                })
            });
            if let Err(fault) = read {
                let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
                faults.push((run, fault));
            }
        });
        let faults = faults.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, fault)) = faults.into_iter().min_by_key(|&(run, _)| run) {
            return Err(fault);
        }
        if Sha256::digest(&bytes).as_slice() != self.header.values {
            return Err(self.damaged("the checksum of its values is wrong".to_owned()));
        }
        Ok(bytes)
    }

    /// Reads everything, block by block, and counts the codes or looks at the bounds: the number of places with each
    /// code, a win or loss of outcomes counting as one in 1 or 0 plies; none in a table of bounds.
    ///
    /// Cost: one pass; the memory of one block.
    ///
    /// # Errors
    /// If the table is damaged anywhere.
    pub fn check(&self) -> Result<Box<[u64; 256]>, TableError> {
        let mut zstd = self.decompressor()?;
        let mut buffer = vec![0; BLOCK];
        let mut hash = Sha256::new();
        let mut counts = Box::new([0; 256]);
        let mut widest = 0;
        for block in 0..self.header.blocks() {
            let bytes = &mut buffer[..self.header.block_len(block)];
            self.read(block, &mut zstd, bytes)?;
            hash.update(&*bytes);
            match self.header.record.kind {
                RecordKind::Code(_) | RecordKind::Turns => {
                    bytes.iter().for_each(|&b| counts[usize::from(b)] += 1);
                }
                RecordKind::Outcomes { .. } => self.count(block, bytes, &mut counts)?,
                RecordKind::Narrow => widest = widest.max(self.widest::<u64>(bytes)?),
                RecordKind::Bounds => widest = widest.max(self.widest::<[u64; 2]>(bytes)?),
            }
        }
        if hash.finalize().as_slice() != self.header.values {
            return Err(self.damaged("the checksum of its values is wrong".to_owned()));
        }
        match self.header.record.widest() {
            Some(told) if told != widest => Err(self.no_bounds()),
            _ => Ok(counts),
        }
    }
}
