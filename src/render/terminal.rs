//! The characters that a terminal may be sent.
//!
//! Labels, titles and quoted lines are written by strangers. A control character among them can move the cursor, name the
//! window or hide what follows; an override of the writing direction shows a text in another order than it has. Both are
//! replaced by a sign that can be seen. Text for people passes here twice: where a stranger's text is put into it
//! ([`shown`]), and where it is printed ([`styled`]), when siga's own marks of style are the only ones left.

use std::borrow::Cow;
use std::io::{self, Write};

/// Marks of style, and the one that ends them.
pub(crate) const BOLD: &str = "\u{1b}[1m";
pub(crate) const FAINT: &str = "\u{1b}[2m";
pub(crate) const RED: &str = "\u{1b}[31m";
pub(crate) const YELLOW: &str = "\u{1b}[33m";
pub(crate) const CYAN: &str = "\u{1b}[36m";
pub(crate) const BOLD_RED: &str = "\u{1b}[1;31m";
pub(crate) const BOLD_YELLOW: &str = "\u{1b}[1;33m";
pub(crate) const BOLD_CYAN: &str = "\u{1b}[1;36m";
pub(crate) const PLAIN: &str = "\u{1b}[0m";

/// Those that are printed: the ones above, and those of help.
const STYLES: [&str; 11] = [
    BOLD,
    FAINT,
    RED,
    YELLOW,
    CYAN,
    BOLD_RED,
    BOLD_YELLOW,
    BOLD_CYAN,
    PLAIN,
    "\u{1b}[4m",
    "\u{1b}[32m",
];

/// Whether a terminal must not be sent a character.
pub(crate) fn is_unsafe(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
        || c.is_control() && c != '\n'
}

/// The sign shown in the place of such a character.
fn sign(c: char) -> char {
    match u32::from(c) {
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// A stranger's text as it may stand among siga's own; line ends stay.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let shown = |c| if is_unsafe(c) { sign(c) } else { c };
    Cow::Owned(text.chars().map(shown).collect())
}

/// A stranger's text on one line.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    match shown(text) {
        text if text.contains('\n') => Cow::Owned(text.replace('\n', "\u{240a}")),
        text => text,
    }
}

/// A text with siga's marks of style in it, and no others.
pub(crate) fn styled(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut styled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_unsafe) {
        let (before, from) = rest.split_at(at);
        styled.push_str(before);
        let mark = STYLES.into_iter().find(|mark| from.starts_with(mark));
        let length = match mark {
            Some(mark) => {
                styled.push_str(mark);
                mark.len()
            }
            None => {
                let c = from.chars().next().unwrap_or_default();
                styled.push(sign(c));
                c.len_utf8()
            }
        };
        rest = &from[length..];
    }
    styled.push_str(rest);
    Cow::Owned(styled)
}

/// JSON in which such characters, which stand only within its texts, are written `\u….`; it means the same.
pub(crate) fn json(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let escaped = text.chars().fold(String::new(), |mut escaped, c| {
        match is_unsafe(c) {
            true => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => escaped.push(c),
        }
        escaped
    });
    Cow::Owned(escaped)
}

/// Lines of fields, each of which a tab may end.
pub(crate) fn fields(text: &str) -> Cow<'_, str> {
    Cow::Owned(text.split('\t').map(shown).collect::<Vec<_>>().join("\t"))
}

/// Data on their way to a terminal.
pub(crate) struct Filter<W> {
    out: W,
    /// The text as a terminal may be sent it: [`json`] or [`fields`].
    shown: fn(&str) -> Cow<'_, str>,
    /// The first bytes of a character whose others have not come yet.
    begun: Vec<u8>,
}

impl<W> Filter<W> {
    pub(crate) fn new(out: W, shown: fn(&str) -> Cow<'_, str>) -> Self {
        Self {
            out,
            shown,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for Filter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Ok(text) => text.len(),
            // The end of a character may still come.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => self.begun.len(),
        };
        let rest = self.begun.split_off(whole);
        let text = std::mem::replace(&mut self.begun, rest);
        let text = String::from_utf8_lossy(&text);
        self.out.write_all((self.shown)(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_marks_pass() {
        let text = format!("{BOLD}a\u{1b}]0;b\u{7}{PLAIN}\u{1b}[8mc\u{9b}d\u{202e}e\n");
        assert_eq!(
            styled(&text),
            format!("{BOLD}a\u{241b}]0;b\u{2407}{PLAIN}\u{241b}[8mc\u{fffd}d\u{fffd}e\n")
        );
        assert_eq!(shown("\u{1b}[1ma\tb\nc"), "\u{241b}[1ma\u{2409}b\nc");
        assert_eq!(line("a\nb"), "a\u{240a}b");
        // Letters written from right to left are no overrides.
        assert_eq!(shown("אבג\u{200f}"), "אבג\u{200f}");
    }

    #[test]
    fn data_cut_anywhere_are_filtered_alike() {
        let text = "{\"a\":\"é\u{9b}x\u{202e}\u{7f}日\"}\n";
        let check = |shown: fn(&str) -> Cow<'_, str>, expected: &str| {
            for length in 1..=text.len() {
                let mut filter = Filter::new(Vec::new(), shown);
                for part in text.as_bytes().chunks(length) {
                    filter.write_all(part).unwrap();
                }
                assert_eq!(String::from_utf8(filter.out).unwrap(), expected);
            }
        };
        check(json, "{\"a\":\"é\\u009bx\\u202e\\u007f日\"}\n");
        check(fields, "{\"a\":\"é\u{fffd}x\u{fffd}\u{2421}日\"}\n");
    }
}
