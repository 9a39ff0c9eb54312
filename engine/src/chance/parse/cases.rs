//! Score tables.

use super::operators::ends_a_case;
use super::{Parsed, Parser};
use crate::chance::expr::{Case, Expr, Key, Score};

impl Parser<'_> {
    pub(super) fn cases(&mut self) -> Parsed<Vec<Case>> {
        self.expect('{', "opens a score table, as in 4s -> {0: 6*, else: 2}")?;
        let mut cases: Vec<Case> = Vec::new();
        loop {
            cases.push(self.nested(Self::case)?);
            if !self.take(',') {
                break;
            }
            self.blanks();
            // A comma may end the table.
            if self.rest().starts_with(['}', ']']) {
                break;
            }
        }
        self.expect(
            '}',
            "closes the score table, and a comma comes between cases",
        )?;
        Ok(cases)
    }

    pub(super) fn case(&mut self) -> Parsed<Case> {
        let mut keys = Vec::new();
        if !self.take_word("else") {
            keys.push(self.key()?);
            while self.take('|') || self.take_word("or") {
                keys.push(self.key()?);
            }
        }
        self.expect(':', "comes between what is thrown and what it counts")?;
        self.counted(keys, Self::sum)
    }

    /// What a case or a branch counts: a value is read as it may stand there.
    pub(super) fn counted(
        &mut self,
        keys: Vec<Key>,
        value: fn(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Case> {
        let value = self.score(value)?;
        let again = self.take('*') || self.take_word("again");
        self.count_part()?;
        Ok(Case { keys, value, again })
    }

    pub(super) fn key(&mut self) -> Parsed<Key> {
        self.blanks();
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let mut parts = vec![self.signed()?];
                while self.take(',') {
                    parts.push(self.signed()?);
                }
                self.expect(')', "closes the tuple")?;
                Ok(Key::Tuple(parts))
            }
            Some('"') => self.quoted().map(Key::Label),
            Some(c) if c.is_alphabetic() => {
                let word = self.word_ahead(true);
                self.at += word.len();
                Ok(Key::Label(word.to_owned()))
            }
            _ => self.range().map(Key::Range),
        }
    }

    fn score(&mut self, value: fn(&mut Self) -> Parsed<Expr>) -> Parsed<Score> {
        self.blanks();
        let label = if self.peek() == Some('"') {
            Some(self.quoted()?)
        } else {
            self.label_ahead()
        };
        if self.take_word("cancel") {
            return Ok(Score::Cancel(label));
        }
        match label {
            Some(label) => Ok(Score::Label(label)),
            None => value(self).map(Score::Value),
        }
    }

    /// A word that ends the case, or stands before `cancel`, and is neither a die nor `x`.
    pub(super) fn label_ahead(&mut self) -> Option<String> {
        let word = self.word_ahead(true);
        let lower = word.to_ascii_lowercase();
        let is_x = |word: &str| {
            let part = word.strip_prefix('x');
            part.is_some_and(|part| part.chars().all(|c| c.is_ascii_digit()))
        };
        // `roll-1` is arithmetic, as `roll - 1` is.
        let is_difference = lower
            .split_once('-')
            .is_some_and(|(first, _)| is_x(first) || self.name_ahead_of(first).is_some());
        let is_throw = is_difference
            || lower == "s"
            || lower == "x"
            || lower == "cancel"
            || lower
                .strip_prefix(['d', 'x'])
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_throw || !word.starts_with(char::is_alphabetic) || self.name_ahead_of(word).is_some()
        {
            return None;
        }
        let after = self.rest()[word.len()..].trim_start();
        let next = after
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let ends =
            ends_a_case(after) || after.starts_with('*') || matches!(next, "again" | "cancel");
        ends.then(|| {
            self.at += word.len();
            word.to_owned()
        })
    }

    pub(super) fn quoted(&mut self) -> Parsed<String> {
        let start = self.at;
        self.at += 1;
        let Some(length) = self.rest().find('"') else {
            return self.fail(start..self.at, "the label has no end", "a closing `\"`");
        };
        let label = self.rest()[..length].to_owned();
        self.at += length + 1;
        if label.is_empty() {
            return self.fail(
                start..self.at,
                "the label is empty",
                "a name between the quotes",
            );
        }
        Ok(label)
    }
}
