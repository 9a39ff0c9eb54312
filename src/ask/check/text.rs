//! The text of a file, whatever wrote it.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252};

/// The bytes as text, and how they were read if they are not UTF-8.
///
/// A mark at the beginning says what they are. Without one, zero bytes at every second place are UTF-16; what is not UTF-8 is one
/// of the two encodings in which spreadsheets write: that of Cyrillic where letters beyond ASCII follow each other as they do
/// in words, else that of Western Europe.
pub(super) fn decoded(bytes: Vec<u8>) -> (String, Option<String>) {
    let marked = Encoding::for_bom(&bytes).map(|(encoding, _)| encoding);
    let encoding = match marked.or_else(|| utf_16(&bytes)) {
        Some(encoding) => encoding,
        None => match String::from_utf8(bytes) {
            Ok(text) => return (text, None),
            Err(error) => return as_note(error.as_bytes(), one_byte(error.as_bytes())),
        },
    };
    as_note(&bytes, encoding)
}

fn as_note(bytes: &[u8], encoding: &'static Encoding) -> (String, Option<String>) {
    let (text, used, _) = encoding.decode(bytes);
    let note = (used.name() != "UTF-8").then(|| format!("the file is read as {}", used.name()));
    (text.into_owned(), note)
}

/// UTF-16 without a mark: nearly every second byte is zero.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |from: usize| {
        bytes
            .iter()
            .skip(from)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let enough = |zeros: usize| bytes.len().is_multiple_of(2) && 4 * zeros > bytes.len();
    if enough(odd) && even == 0 {
        Some(UTF_16LE)
    } else if enough(even) && odd == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}

fn one_byte(bytes: &[u8]) -> &'static Encoding {
    let is_letter = |byte: &u8| *byte >= 0xC0;
    let letters = bytes.iter().filter(|byte| is_letter(byte)).count();
    let runs = bytes.chunk_by(|a, b| is_letter(a) == is_letter(b));
    let runs = runs.filter(|run| is_letter(&run[0])).count();
    if letters > 0 && letters >= 3 * runs {
        WINDOWS_1251
    } else {
        WINDOWS_1252
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spreadsheets_write_is_read() {
        let utf_16 = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<u8>>()
        };
        let marked = [vec![0xFF, 0xFE], utf_16("Möglich;25 %")].concat();
        for (bytes, text, note) in [
            ("Möglich;25 %".as_bytes().to_vec(), "Möglich;25 %", None),
            (marked, "Möglich;25 %", Some("the file is read as UTF-16LE")),
            (
                utf_16("Wert;25 %"),
                "Wert;25 %",
                Some("the file is read as UTF-16LE"),
            ),
            (
                b"M\xF6glich;25\xA0%".to_vec(),
                "Möglich;25\u{a0}%",
                Some("the file is read as windows-1252"),
            ),
            (
                b"Wert;25\xB9".to_vec(),
                "Wert;25¹",
                Some("the file is read as windows-1252"),
            ),
            (
                b"\xC1\xF0\xEE\xF1\xEE\xEA;25 %".to_vec(),
                "Бросок;25 %",
                Some("the file is read as windows-1251"),
            ),
        ] {
            let (read, said) = decoded(bytes);
            assert_eq!((read.as_str(), said.as_deref()), (text, note));
        }
    }
}
