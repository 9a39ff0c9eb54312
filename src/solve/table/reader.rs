//! Reading tables: nothing is believed before its checksum.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::TableError;
use super::block::{Decompressor, MAX_COMPRESSED};
use super::header::{self, BLOCK, Header};
use super::map::Map;
use crate::solve::parallel;
use crate::solve::retro::{Code, Layer};

/// Blocks kept decompressed.
const KEPT: usize = 64;
/// Blocks given to a thread at a time.
const RUN: usize = 64;

/// A table file, mapped into memory.
pub struct Table {
    path: PathBuf,
    map: Map,
    header: Header,
    /// Where its directory of blocks is.
    directory: usize,
    recent: Mutex<Recent>,
}

/// The blocks decompressed last, the latest at the end.
struct Recent {
    zstd: Option<Decompressor>,
    blocks: Vec<(u64, Box<[u8]>)>,
}

/// What a table's codes are, all of them read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// How many places have each code.
    pub codes: Box<[u64; 256]>,
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
        let map = Map::open(path).map_err(TableError::io("open", path))?;
        let (header, directory) = Header::decode(path, map.bytes())?;
        Ok(Table {
            path: path.to_owned(),
            map,
            header,
            directory,
            recent: Mutex::new(Recent {
                zstd: None,
                blocks: Vec::new(),
            }),
        })
    }

    /// What it says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.map.bytes().len() as u64
    }

    /// The SHA-256 of the whole file.
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(self.map.bytes()).into()
    }

    /// Checks that it is the table of a layer with so many places.
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

    fn damaged(&self, what: String) -> TableError {
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
        codes: &mut [u8],
    ) -> Result<(), TableError> {
        let found = usize::try_from(block)
            .ok()
            .and_then(|block| header::entry(self.map.bytes(), self.directory, block))
            .and_then(|entry| {
                let from = usize::try_from(entry.offset).ok()?;
                let bytes = self
                    .map
                    .bytes()
                    .get(from..from.checked_add(entry.length as usize)?)?;
                Some((bytes, entry.checksum))
            });
        let Some((bytes, checksum)) = found else {
            return Err(self.damaged(format!("block {block} is not in it")));
        };
        if bytes.len() > MAX_COMPRESSED {
            return Err(self.damaged(format!("block {block} is longer than any")));
        }
        if crc32fast::hash(bytes) != checksum {
            return Err(self.damaged(format!("the checksum of block {block} is wrong")));
        }
        zstd.fill(bytes, codes)
            .map_err(|why| self.damaged(format!("block {block} does not decompress: {why}")))
    }

    fn decompressor(&self) -> Result<Decompressor, TableError> {
        Decompressor::new().map_err(TableError::io("decompress", &self.path))
    }

    /// The code at a place, or `None` if there is no such place.
    ///
    /// Cost: a look into a block, decompressed first if it is not one of the last ones used.
    ///
    /// # Errors
    /// If the block is damaged.
    pub fn code(&self, place: u64) -> Result<Option<Code>, TableError> {
        if place >= self.header.positions {
            return Ok(None);
        }
        let (block, within) = (place / BLOCK as u64, (place % BLOCK as u64) as usize);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent
            .blocks
            .iter()
            .rposition(|&(number, _)| number == block);
        if let Some(at) = known {
            let last = recent.blocks.len() - 1;
            recent.blocks[at..].rotate_left(1);
            return Ok(recent.blocks[last].1.get(within).copied().map(Code));
        }
        let mut codes = if recent.blocks.len() < KEPT {
            vec![0; BLOCK].into_boxed_slice()
        } else {
            recent.blocks.remove(0).1
        };
        let mut zstd = match recent.zstd.take() {
            Some(zstd) => zstd,
            None => self.decompressor()?,
        };
        let length = self.header.block_len(block);
        let read = self.read(block, &mut zstd, &mut codes[..length]);
        recent.zstd = Some(zstd);
        read?;
        let code = Code(codes[within]);
        recent.blocks.push((block, codes));
        Ok(Some(code))
    }

    /// All codes, in the order of the index; `positions` says how many there should be.
    ///
    /// # Errors
    /// If there are not so many, or the table is damaged anywhere.
    pub fn codes(&self, positions: usize) -> Result<Vec<u8>, TableError> {
        self.expect(&self.header.rules, self.header.layer, positions as u64)?;
        let mut codes = vec![0; positions];
        let faults = Mutex::new(Vec::new());
        parallel::for_each(codes.chunks_mut(BLOCK * RUN).enumerate(), |(run, part)| {
            let read = self.decompressor().and_then(|mut zstd| {
                let blocks = part.chunks_mut(BLOCK).enumerate();
                blocks.into_iter().try_for_each(|(block, codes)| {
                    self.read((run * RUN + block) as u64, &mut zstd, codes)
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
        if Sha256::digest(&codes).as_slice() != self.header.values {
            return Err(self.damaged("the checksum of its values is wrong".to_owned()));
        }
        Ok(codes)
    }

    /// Reads everything, block by block, and counts the codes.
    ///
    /// Cost: one pass; the memory of one block.
    ///
    /// # Errors
    /// If the table is damaged anywhere.
    pub fn check(&self) -> Result<Contents, TableError> {
        let mut zstd = self.decompressor()?;
        let mut buffer = vec![0; BLOCK];
        let mut hash = Sha256::new();
        let mut counts = Box::new([0; 256]);
        for block in 0..self.header.blocks() {
            let codes = &mut buffer[..self.header.block_len(block)];
            self.read(block, &mut zstd, codes)?;
            hash.update(&*codes);
            for &code in &*codes {
                counts[usize::from(code)] += 1;
            }
        }
        if hash.finalize().as_slice() != self.header.values {
            return Err(self.damaged("the checksum of its values is wrong".to_owned()));
        }
        Ok(Contents { codes: counts })
    }
}
