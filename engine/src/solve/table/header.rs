//! The first part of a table file: what it holds, and where its blocks are.

use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::record::{BLOCK, INDEX};
use super::source::Source;
use super::{Record, TableError};
use crate::solve::retro::Layer;

/// The first bytes of every table. A transfer that changes line ends or drops the eighth bit breaks it.
pub const MAGIC: [u8; 8] = *b"\x89SIGA\r\n\x1a";
/// The version of the format.
pub const FORMAT: u32 = 1;

/// Longest text of a header.
const MAX_TEXT: usize = 1 << 16;
/// Longest text of rules, and most layers of them.
const MAX_RULES: usize = 1000;
const MAX_LAYERS: usize = 1000;
/// Magic, format, length of the text, number of blocks.
const FIXED: usize = 20;
const HASH: usize = 32;

/// The header of a table file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// The full text of the rules.
    pub rules: String,
    /// Pieces of the side to move and of the other.
    pub layer: Layer,
    /// All layers of the rules, in the order in which they are built.
    pub layers: Vec<Layer>,
    /// The kind of record of each place.
    pub record: Record,
    /// Places of the index: the records in the file.
    pub positions: u64,
    /// Positions, symmetric ones counted apart.
    pub arrangements: u64,
    /// SHA-256 of the records as the blocks hold them, uncompressed.
    pub values: [u8; 32],
}

/// Where a block is in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) offset: u64,
    pub(super) length: u32,
    pub(super) checksum: u32,
}

/// Digits of a hash.
pub fn hex(hash: &[u8]) -> String {
    hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if text.len() != 2 * hash.len() || !text.is_ascii() {
        return None;
    }
    for (i, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(hash)
}

/// The error of a file that is cut off.
const SHORT: &str = "it ends within its header";

/// The part of a header whose length is always the same, of a table in the format that this program reads.
fn fixed_part(path: &Path, file: &Source) -> Result<[u8; FIXED], TableError> {
    let short = || TableError::Damaged {
        path: path.to_owned(),
        what: SHORT.to_owned(),
    };
    let mut fixed = [0; FIXED];
    let there = file.length().min(FIXED as u64) as usize;
    (file.read(0, &mut fixed[..there])).map_err(TableError::unreadable(path))?;
    if !fixed[..there].starts_with(&MAGIC) {
        // A file that ends within the first bytes of a table is a table that was cut off.
        return Err(if MAGIC.starts_with(&fixed[..there]) {
            short()
        } else {
            TableError::Foreign {
                path: path.to_owned(),
            }
        });
    }
    if there < MAGIC.len() + 4 {
        return Err(short());
    }
    let format = number(&fixed, MAGIC.len());
    if format != FORMAT {
        return Err(TableError::Version {
            path: path.to_owned(),
            what: "format",
            found: format.into(),
            expected: FORMAT.into(),
        });
    }
    if there < FIXED {
        return Err(short());
    }
    Ok(fixed)
}

/// Refuses a table whose order of places, or the meaning of whose records, is of another version.
fn check_index(path: &Path, text: &str) -> Result<(), TableError> {
    let index = text.lines().find_map(|line| line.strip_prefix("index: "));
    let known = text.lines().any(|line| Record::parse(line).is_some());
    match index.and_then(|index| index.parse().ok()) {
        Some(found) if known && found != INDEX => Err(TableError::Version {
            path: path.to_owned(),
            what: "index",
            found,
            expected: INDEX,
        }),
        _ => Ok(()),
    }
}

fn layer_of(text: &str) -> Option<Layer> {
    let (own, other) = text.split_once('-')?;
    Some(Layer::new(own.parse().ok()?, other.parse().ok()?))
}

impl Header {
    /// Arrangements in which the side to move has no legal move though nobody has a goal.
    pub(super) fn blocked(&self) -> u64 {
        match self.record.widest() {
            Some(_) => 0,
            None => self.record.number,
        }
    }

    /// The number of bytes that the records take.
    pub(super) fn payload(&self) -> u64 {
        self.record.kind.bytes(self.positions)
    }

    /// The number of blocks that the records fill.
    pub(super) fn blocks(&self) -> u64 {
        self.payload().div_ceil(BLOCK as u64)
    }

    /// The number of bytes in a block.
    pub(super) fn block_len(&self, block: u64) -> usize {
        let from = block.saturating_mul(BLOCK as u64);
        self.payload().saturating_sub(from).min(BLOCK as u64) as usize
    }

    fn text(&self) -> String {
        let layers: Vec<String> = self.layers.iter().map(Layer::to_string).collect();
        let record = self.record;
        let [holds, order] = record.explained();
        format!(
            "game: {}\nrules: {}\nlayer: {}\nlayers: {}\nindex: {}\npositions: {}\narrangements: {}\n\
             {}\nblock: {}\ncompression: zstd\nvalues-sha256: {}\nholds: {holds}\norder: {order}\n",
            self.game,
            self.rules,
            self.layer,
            layers.join(" "),
            INDEX,
            self.positions,
            self.arrangements,
            record.line(),
            record.kind.places_in_block(),
            hex(&self.values),
        )
    }

    /// The header as bytes, for blocks of these lengths and checksums, which follow it.
    pub(super) fn encode(&self, blocks: &[(u32, u32)]) -> Vec<u8> {
        let text = self.text();
        let length = FIXED + text.len() + Entry::BYTES * blocks.len() + HASH;
        let mut bytes = Vec::with_capacity(length);
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend((blocks.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        let mut offset = length as u64;
        for &(length, checksum) in blocks {
            bytes.extend(offset.to_le_bytes());
            bytes.extend(length.to_le_bytes());
            bytes.extend(checksum.to_le_bytes());
            offset += u64::from(length);
        }
        let hash = Sha256::digest(&bytes);
        bytes.extend(hash);
        bytes
    }

    /// Reads and checks the header of a file, and gives the place of its directory of blocks.
    pub(super) fn decode(path: &Path, file: &Source) -> Result<(Header, u64), TableError> {
        let damaged = |what: &str| TableError::Damaged {
            path: path.to_owned(),
            what: what.to_owned(),
        };
        let unreadable = TableError::unreadable(path);
        let fixed = fixed_part(path, file)?;
        let text_length = number(&fixed, 12) as usize;
        let blocks = u64::from(number(&fixed, 16));
        if text_length > MAX_TEXT {
            return Err(damaged("its header claims to be longer than any"));
        }
        let directory = (FIXED + text_length) as u64;
        let end = directory + blocks * Entry::BYTES as u64;
        let length = end + HASH as u64;
        if length > file.length() {
            return Err(damaged(SHORT));
        }
        let mut text = vec![0; text_length];
        (file.read(FIXED as u64, &mut text)).map_err(&unreadable)?;
        let mut head = Sha256::new_with_prefix(fixed);
        head.update(&text);
        // Where the next block begins, as long as they follow each other.
        let mut next = Some(length);
        let entries = file.pieces(directory..end, |part| {
            head.update(part);
            for entry in part.as_chunks().0 {
                let entry = Entry::of(*entry);
                let follows = next.filter(|&next| entry.offset == next && entry.length > 0);
                next = follows.and_then(|next| next.checked_add(entry.length.into()));
            }
        });
        entries.map_err(&unreadable)?;
        let mut hash = [0; HASH];
        file.read(end, &mut hash).map_err(&unreadable)?;
        if head.finalize().as_slice() != hash {
            return Err(damaged("the checksum of its header is wrong"));
        }
        // From here on the header is as somebody wrote it; that it makes sense is still to be seen.
        let text = std::str::from_utf8(&text).map_err(|_| damaged("its header is not text"))?;
        check_index(path, text)?;
        let header = Header::parse(text).ok_or_else(|| damaged("its header makes no sense"))?;
        if header.blocks() != blocks {
            return Err(damaged("it has not as many blocks as its positions fill"));
        }
        check_end(next, file.length()).map_err(|what| damaged(&what))?;
        Ok((header, directory))
    }

    fn parse(text: &str) -> Option<Header> {
        let mut lines = text.lines();
        let mut value = |key: &str| lines.next()?.strip_prefix(key)?.strip_prefix(": ");
        let game = value("game")?.to_owned();
        let rules = value("rules")?.to_owned();
        let layer = layer_of(value("layer")?)?;
        let layers: Option<Vec<Layer>> = value("layers")?
            .split(' ')
            .take(MAX_LAYERS + 1)
            .map(layer_of)
            .collect();
        value("index")?;
        let positions = value("positions")?.parse().ok()?;
        let arrangements = value("arrangements")?.parse().ok()?;
        let record = Record::parse(lines.next()?)?;
        let mut value = |key: &str| lines.next()?.strip_prefix(key)?.strip_prefix(": ");
        value("block")?;
        value("compression")?;
        let header = Header {
            game,
            rules,
            layer,
            layers: layers?,
            record,
            positions,
            arrangements,
            values: unhex(value("values-sha256")?)?,
        };
        // Written again it must be the same text: there is one way to write each header.
        (header.is_sound() && header.text() == text).then_some(header)
    }

    /// Whether the sizes, the layers and the texts are within their limits and agree.
    pub(super) fn is_sound(&self) -> bool {
        let plain = |text: &str| {
            !text.is_empty() && text.len() <= MAX_RULES && !text.contains(char::is_control)
        };
        plain(&self.game)
            && plain(&self.rules)
            && self.layers.len() <= MAX_LAYERS
            && self.layers.contains(&self.layer)
            && self.positions > 0
            && self.blocks() <= u64::from(u32::MAX)
    }
}

impl Entry {
    /// Bytes of an entry in the directory: offset, length and checksum.
    pub(super) const BYTES: usize = 16;

    pub(super) fn of(bytes: [u8; Entry::BYTES]) -> Entry {
        let (low, high) = (number(&bytes, 0), number(&bytes, 4));
        Entry {
            offset: u64::from(high) << 32 | u64::from(low),
            length: number(&bytes, 8),
            checksum: number(&bytes, 12),
        }
    }
}

/// The number in the four bytes from a place on, the lowest first.
fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Checks that the blocks, which end at `end` if they follow each other, fill the file.
fn check_end(end: Option<u64>, length: u64) -> Result<(), String> {
    match end {
        None => Err("its blocks do not follow each other".to_owned()),
        Some(end) if end != length => {
            Err(format!("it has {length} bytes, its blocks end at {end}"))
        }
        Some(_) => Ok(()),
    }
}
