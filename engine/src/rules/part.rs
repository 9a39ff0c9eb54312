//! A part of a text that knows where it stands in the whole.

use std::ops::Range;

use super::Refused;

/// Characters of a part that an error repeats.
const SHOWN: usize = 40;

/// A part of a text, without blanks around it.
#[derive(Clone, Copy, Debug)]
pub struct TextPart<'a> {
    /// Where it begins, in bytes of the whole.
    pub offset: usize,
    /// The part itself.
    pub text: &'a str,
}

impl<'a> TextPart<'a> {
    /// The whole of a text.
    pub(crate) fn whole(text: &'a str) -> TextPart<'a> {
        TextPart { offset: 0, text }.trim()
    }

    fn trim(self) -> TextPart<'a> {
        let start = self.text.trim_start();
        TextPart {
            offset: self.offset + self.text.len() - start.len(),
            text: start.trim_end(),
        }
    }

    /// The texts before and after the first separator.
    pub(crate) fn split_once(self, separator: char) -> Option<(TextPart<'a>, TextPart<'a>)> {
        let (before, text) = self.text.split_once(separator)?;
        let offset = self.offset + before.len() + separator.len_utf8();
        let before = TextPart {
            text: before,
            ..self
        };
        Some((before.trim(), TextPart { offset, text }.trim()))
    }

    /// The texts between separators.
    pub(crate) fn split(self, separator: char) -> impl Iterator<Item = TextPart<'a>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let part = rest?;
            let (part, after) = match part.split_once(separator) {
                Some((part, after)) => (part, Some(after)),
                None => (part, None),
            };
            rest = after;
            Some(part)
        })
    }

    /// The bytes it takes up.
    pub(crate) fn range(self) -> Range<usize> {
        self.offset..self.offset + self.text.len()
    }

    /// The text for an error: its beginning only.
    pub(crate) fn shown(self) -> String {
        match self.text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &self.text[..end]),
            None => self.text.to_owned(),
        }
    }

    /// A value is refused for this part.
    pub(crate) fn refused(self, message: impl Into<String>) -> Refused {
        Refused::Part {
            at: self.range(),
            message: message.into(),
        }
    }
}
