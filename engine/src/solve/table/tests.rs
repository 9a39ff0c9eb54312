use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::solve::retro::{Code, Layer, Scale};

/// A folder for one test, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("siga-table-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn header() -> Header {
    Header {
        game: "test".to_owned(),
        rules: "test:size=3".to_owned(),
        layer: Layer::new(2, 1),
        layers: vec![Layer::new(2, 1), Layer::new(1, 1)],
        record: Record {
            kind: RecordKind::Code(Scale::Plies),
            number: 5,
        },
        positions: 0,
        arrangements: 1234,
        values: [0; 32],
    }
}

/// Codes with some disorder in them.
fn codes(length: usize) -> Vec<u8> {
    let code = |i: usize| match i % 977 {
        0 => 254,
        rest if rest * rest % 7 == 2 => (rest % 23) as u8,
        _ => 255,
    };
    (0..length).map(code).collect()
}

fn read(path: &Path, length: usize) -> Result<Vec<u8>, TableError> {
    Table::open(path)?.codes(length)
}

#[test]
fn what_was_written_is_read() {
    let folder = Folder::new("round");
    let path = folder.0.join("a.siga");
    for length in [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7] {
        let codes = codes(length);
        let bytes = write(&path, &header(), &codes).unwrap();
        let table = Table::open(&path).unwrap();
        assert_eq!(
            (table.bytes(), table.header().positions),
            (bytes, length as u64)
        );
        assert_eq!(table.codes(length).unwrap(), codes);
        assert_eq!(table.check().unwrap().iter().sum::<u64>(), length as u64);
        for place in (0..length).step_by(101).chain([length - 1, 0]) {
            assert_eq!(table.code(place as u64).unwrap(), Some(Code(codes[place])));
        }
        assert_eq!(table.code(length as u64).unwrap(), None);
        assert_eq!(table.code(u64::MAX).unwrap(), None);
        let once = table.sha256().unwrap();
        write(&path, &header(), &codes).unwrap();
        assert_eq!(
            Table::open(&path).unwrap().sha256().unwrap(),
            once,
            "the same bytes again"
        );
        // The first one still reads the file it opened.
        assert_eq!(table.codes(length).unwrap(), codes);
    }
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(left.len(), 1, "no temporary file is left");
}

#[test]
fn more_blocks_than_are_kept() {
    let folder = Folder::new("cache");
    let path = folder.0.join("a.siga");
    let codes = codes(80 * BLOCK);
    write(&path, &header(), &codes).unwrap();
    let table = Table::open(&path).unwrap();
    let mut place = 1_usize;
    for _ in 0..400 {
        place = (place * 7_919 + 12_345) % codes.len();
        assert_eq!(table.code(place as u64).unwrap(), Some(Code(codes[place])));
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let folder = Folder::new("flip");
    let path = folder.0.join("a.siga");
    let length = BLOCK + 500;
    let codes = codes(length);
    write(&path, &header(), &codes).unwrap();
    let sound = fs::read(&path).unwrap();
    for at in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[at] ^= [1, 0x80, 0xff][at % 3];
        fs::write(&path, &bytes).unwrap();
        let error = read(&path, length).expect_err("a changed byte");
        assert!(!error.to_string().is_empty());
        // A look-up gives the right value, from a block that is whole, or an error.
        if let Ok(table) = Table::open(&path) {
            for place in [0, length - 1] {
                let code = table.code(place as u64);
                assert!(code.is_err() || code.unwrap() == Some(Code(codes[place])));
            }
            assert!(table.check().is_err());
        }
    }
}

#[test]
fn every_truncation_is_noticed() {
    let folder = Folder::new("cut");
    let path = folder.0.join("a.siga");
    write(&path, &header(), &codes(300)).unwrap();
    let sound = fs::read(&path).unwrap();
    for length in 0..sound.len() {
        fs::write(&path, &sound[..length]).unwrap();
        let error = Table::open(&path).expect_err("a file cut off");
        assert!(matches!(error, TableError::Damaged { .. }), "{error}");
    }
    let longer = [sound.as_slice(), b"x"].concat();
    fs::write(&path, longer).unwrap();
    assert!(matches!(
        Table::open(&path),
        Err(TableError::Damaged { .. })
    ));
}

/// Somebody shortens a table in place, or writes over it, while it is open: an error, not a wrong value and no end of the
/// process.
#[test]
fn a_table_that_is_changed_while_it_is_open() {
    let folder = Folder::new("shorten");
    let path = folder.0.join("a.siga");
    let codes = codes(3 * BLOCK);
    write(&path, &header(), &codes).unwrap();
    let sound = fs::read(&path).unwrap();
    for left in [sound.len() - 1, sound.len() / 2, 100, 0] {
        fs::write(&path, &sound).unwrap();
        let table = Table::open(&path).unwrap();
        assert_eq!(table.code(0).unwrap(), Some(Code(codes[0])));
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(left as u64).unwrap();
        // Of a block that it keeps.
        assert_eq!(table.code(1).unwrap(), Some(Code(codes[1])));
        let last = table.code(codes.len() as u64 - 1);
        let faults = [
            last.err(),
            table.codes(codes.len()).err(),
            table.check().err(),
            table.sha256().err(),
        ];
        for fault in faults {
            let said = fault.expect("a fault").to_string();
            assert!(said.contains("it was cut off while it was read"), "{said}");
        }
        file.set_len(sound.len() as u64).unwrap();
        let emptied = table.check().expect_err("noughts").to_string();
        assert!(emptied.contains("block"), "{emptied}");
    }
}

/// A block as it stands in a file.
fn compressed(records: &[u8]) -> Vec<u8> {
    super::block::compress(records, RecordKind::Turns)
        .unwrap()
        .concat()
}

/// A file with a header that somebody made up, its checksum right.
fn forged(text: &str, blocks: &[(u64, u32, u32)], tail: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend((blocks.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    for (offset, length, checksum) in blocks {
        bytes.extend(offset.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(checksum.to_le_bytes());
    }
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash);
    bytes.extend(tail);
    bytes
}

#[test]
fn claims_of_a_forged_header_are_refused() {
    let folder = Folder::new("forged");
    let path = folder.0.join("a.siga");
    write(&path, &header(), &codes(300)).unwrap();
    let sound = fs::read(&path).unwrap();
    let length = u32::from_le_bytes(sound[12..16].try_into().unwrap()) as usize;
    let text = std::str::from_utf8(&sound[20..20 + length]).unwrap();
    let body = &sound[20 + length + 16 + 32..];
    let offset = (20 + length + 16 + 32) as u64;
    let entry = (offset, body.len() as u32, crc32fast::hash(body));
    assert_eq!(
        forged(text, &[entry], body),
        sound,
        "the format as documented"
    );
    let refused = |text: &str, blocks: &[(u64, u32, u32)], tail: &[u8]| {
        fs::write(&path, forged(text, blocks, tail)).unwrap();
        let error = Table::open(&path).expect_err(text);
        error.to_string()
    };
    // Far more positions than there can be.
    for positions in [
        "301000",
        "18446744073709551615",
        "18446744073709551616",
        "-1",
        "0",
        "0300",
    ] {
        refused(
            &text.replace("positions: 300", &format!("positions: {positions}")),
            &[entry],
            body,
        );
    }
    let stale = refused(&text.replace("index: 1", "index: 2"), &[entry], body);
    assert!(
        stale.contains("index 2") && stale.contains("build it again"),
        "{stale}"
    );
    refused(
        &text.replace("block: 16384", "block: 4294967295"),
        &[entry],
        body,
    );
    refused(&text.replace("layer: 2-1", "layer: 9-9"), &[entry], body);
    refused(&text.replace("game: test", "game: "), &[entry], body);
    refused("", &[entry], body);
    refused(text, &[(offset, u32::MAX, entry.2)], body);
    refused(text, &[(u64::MAX, entry.1, entry.2)], body);
    refused(text, &[(0, entry.1, entry.2)], body);
    refused(text, &[], body);
    // A block that claims other lengths than it has: of other codes, or of far too many.
    for other in [299, 301, 100_000_000] {
        let block = compressed(&vec![255; other]);
        let text = text.to_owned();
        let entry = (offset, block.len() as u32, crc32fast::hash(&block));
        fs::write(&path, forged(&text, &[entry], &block)).unwrap();
        let table = Table::open(&path).unwrap();
        assert!(matches!(table.code(0), Err(TableError::Damaged { .. })));
        assert!(matches!(table.codes(300), Err(TableError::Damaged { .. })));
    }
    // Values of somebody else, with a right checksum of the block, are found by their hash.
    let block = compressed(&[255; 300]);
    let entry = (offset, block.len() as u32, crc32fast::hash(&block));
    fs::write(&path, forged(text, &[entry], &block)).unwrap();
    let table = Table::open(&path).unwrap();
    assert!(table.check().is_err() && table.codes(300).is_err());
    // The file length asked for is compared before memory is taken.
    assert!(matches!(
        table.codes(usize::MAX),
        Err(TableError::Other { .. })
    ));
}

#[test]
fn foreign_and_stale_files() {
    let folder = Folder::new("foreign");
    let path = folder.0.join("a.siga");
    fs::write(&path, "key: value\n").unwrap();
    assert!(matches!(
        Table::open(&path),
        Err(TableError::Foreign { .. })
    ));
    write(&path, &header(), &codes(10)).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    fs::write(&path, bytes).unwrap();
    let error = Table::open(&path).expect_err("another format").to_string();
    assert!(
        error.contains("format 9") && error.contains("format 1"),
        "{error}"
    );
    assert!(
        matches!(Table::open(&folder.0), Err(TableError::Io { .. })),
        "a folder"
    );
    assert!(matches!(
        Table::open(&folder.0.join("b")),
        Err(TableError::Io { .. })
    ));
}

#[test]
fn a_directory_lists_and_removes_its_own() {
    let folder = Folder::new("directory");
    let directory = Directory::new(&folder.0);
    assert!(
        Directory::new(folder.0.join("none"))
            .list()
            .unwrap()
            .sets
            .is_empty()
    );
    let rules = header().rules;
    directory.write(&header(), &codes(300)).unwrap();
    let listing = directory.list().unwrap();
    assert_eq!(listing.sets[0].missing, [Layer::new(1, 1)]);
    assert!(directory.open(&rules, Layer::new(2, 1), 300).is_ok());
    assert!(matches!(
        directory.open(&rules, Layer::new(2, 1), 301),
        Err(TableError::Other { .. })
    ));
    assert!(matches!(
        directory.open(&rules, Layer::new(1, 1), 9),
        Err(TableError::Missing { .. })
    ));
    // A table under the name of another, a note, and what a killed build leaves.
    let place = directory.file(&rules, Layer::new(2, 1));
    let wrong = directory.file(&rules, Layer::new(1, 1));
    fs::copy(&place, &wrong).unwrap();
    fs::write(place.with_extension("partial"), "").unwrap();
    let note = place.with_file_name("note.txt");
    fs::write(&note, "mine").unwrap();
    let listing = directory.list().unwrap();
    assert_eq!(
        (listing.sets[0].tables.len(), listing.refused.len()),
        (1, 1)
    );
    let removed = directory.remove(&rules).unwrap();
    assert_eq!((removed.kept, note.exists()), (vec![note.clone()], true));
    assert!(!place.exists() && !wrong.exists());
    // A foreign file at a table's place is not overwritten.
    fs::write(&place, "key: value").unwrap();
    assert!(matches!(
        directory.write(&header(), &codes(9)),
        Err(TableError::Foreign { .. })
    ));
    // A table that was emptied or cut off is none of theirs: it is damaged, and built again.
    for cut in [0, 5] {
        fs::write(&place, &MAGIC[..cut]).unwrap();
        assert!(matches!(
            Table::open(&place),
            Err(TableError::Damaged { .. })
        ));
        directory.write(&header(), &codes(9)).unwrap();
        Table::open(&place).unwrap();
    }
    fs::remove_file(&note).unwrap();
    fs::remove_file(&place).unwrap();
    directory.remove(&rules).unwrap();
    assert!(!directory.folder(&rules).exists());
}
