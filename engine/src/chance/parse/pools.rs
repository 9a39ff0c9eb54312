//! Pools and cards.

use std::collections::BTreeMap;

use super::{MAX_LIST, Parsed, Parser};
use crate::chance::expr::{Expr, Held, Range, Ties};

impl Parser<'_> {
    /// Pools, and what comes after the last of them, as soon as `last` finds it.
    pub(super) fn pools<T>(
        &mut self,
        last: impl Fn(&mut Self) -> Parsed<Option<T>>,
    ) -> Parsed<(Vec<Expr>, Option<T>)> {
        let mut pools = vec![self.throw()?];
        let mut found = None;
        while found.is_none() && self.take(',') {
            self.blanks();
            found = last(self)?;
            if found.is_none() {
                pools.push(self.throw()?);
            }
        }
        Ok((pools, found))
    }

    /// The values that a question about pools names, cards among them.
    pub(super) fn values(&mut self) -> Parsed<Option<Vec<Range>>> {
        match self.peek() {
            Some('{' | '[') => self.of_cards(Self::set).map(Some),
            _ => Ok(None),
        }
    }

    /// The arguments of `sets`: pools, and how many make a set.
    pub(super) fn sets(&mut self) -> Parsed<Expr> {
        let (pools, sizes) = self.pools(|parser| {
            let start = parser.at;
            // It may be a throw that begins with a number.
            let sizes = parser.sizes(')')?;
            let none = |sizes: &Vec<Range>| sizes.iter().any(|size| size.from < 1);
            match sizes.as_ref().is_some_and(none) {
                true => parser.fail(
                    start..parser.at,
                    "a set of none",
                    "at least one, as in sets(5d6, 2)",
                ),
                false => Ok(sizes),
            }
        })?;
        match sizes {
            Some(sizes) => self.part(Expr::Held(Held::Sets(sizes), pools)),
            None => self.fail_here("how many make a set?", "as in sets(5d6, 2)"),
        }
    }

    /// How many there may be of something, the last before `end`: a least number, or a list.
    pub(super) fn sizes(&mut self, end: char) -> Parsed<Option<Vec<Range>>> {
        let start = self.at;
        if let Some('{' | '[') = self.peek() {
            return self.set().map(Some);
        }
        let least = self.number_ahead()?;
        self.blanks();
        let is_last = self.peek() == Some(end);
        if !is_last {
            self.at = start;
        }
        Ok(least
            .filter(|_| is_last)
            .map(|least| vec![Range::from(least.into())]))
    }

    /// The arguments of `matched`: two pools, and the side that a tie counts for.
    pub(super) fn matched(&mut self) -> Parsed<Expr> {
        let (a, b) = self.two()?;
        let ties = match self.take(',') {
            false => Ties::Neither,
            true if self.take_word("first") => Ties::First,
            true if self.take_word("second") => Ties::Second,
            true => {
                return self.fail_here(
                    "which side does a tie count for?",
                    "first or second, as in matched(3d6, 2d6, second); for neither without it",
                );
            }
        };
        self.part(Expr::Matched(Box::new(a), Box::new(b), ties))
    }

    /// The arguments of `deal`: the number of cards, and the deck without those known to be gone.
    pub(super) fn deal(&mut self) -> Parsed<Expr> {
        self.blanks();
        let start = self.at;
        let hands = self.hands()?;
        let copies = self.number_ahead()?;
        self.blanks();
        if !self.begins("{") && !self.begins("[") {
            return self.fail_here(
                "a deck is expected",
                "as in deal(5, 4{1..13}): four of each",
            );
        }
        let mut deck = self.of_cards(Self::face_list)?;
        if let Some(copies) = copies {
            for count in deck.values_mut() {
                *count = count.saturating_mul(copies.into());
            }
        }
        let mut gone_at = self.at;
        if self.take('-') {
            self.blanks();
            gone_at = self.at;
            for (card, gone) in self.of_cards(Self::face_list)? {
                let there = deck.get(&card).copied().unwrap_or(0);
                let Some(left) = there.checked_sub(gone) else {
                    let cards = if gone == 1 { "card" } else { "cards" };
                    // The cards, not their brace: it opens no parameter.
                    return self.fail(
                        gone_at + 1..self.at,
                        format!("{gone} {cards} of {card} cannot be gone of {there}"),
                        "cards that the deck has; J, Q, K and A are 11 to 14",
                    );
                };
                deck.insert(card, left);
            }
        }
        deck.retain(|_, count| *count > 0);
        let cards = deck
            .values()
            .fold(0u64, |sum, count| sum.saturating_add(*count));
        let dealt: u64 = hands.iter().map(|hand| u64::from(*hand)).sum();
        if cards < dealt || hands.contains(&0) {
            return self.fail(
                start..self.at.max(gone_at),
                format!("{dealt} cards cannot be dealt of {cards}"),
                format!("from 1 to {cards} cards"),
            );
        }
        self.part(Expr::Deal(hands, deck.into_iter().collect()))
    }

    /// The numbers of cards before a deck, with the comma after the last.
    fn hands(&mut self) -> Parsed<Vec<u32>> {
        let mut hands = Vec::new();
        loop {
            let Some(hand) = self.number_ahead()? else {
                return self.fail_here("how many cards?", "as in deal(5, 4{1..13})");
            };
            hands.push(hand);
            self.expect(',', "comes before the deck")?;
            self.blanks();
            // A number before the deck says how many of it there are.
            let after = self.rest().trim_start_matches(|c: char| c.is_ascii_digit());
            if after.len() == self.rest().len() || !after.trim_start().starts_with(',') {
                return Ok(hands);
            }
        }
    }

    /// Reads something in which A, K, Q and J stand for 14, 13, 12 and 11.
    fn of_cards<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.cards = true;
        let found = read(self);
        self.cards = false;
        found
    }

    /// The number of a court card ahead, or of an ace, where such are read.
    pub(super) fn card(&mut self) -> Option<i64> {
        let word = self.word_ahead(false);
        let names = ["J", "Q", "K", "A"];
        let card = names
            .iter()
            .position(|name| word.eq_ignore_ascii_case(name));
        let card = card.filter(|_| self.cards)?;
        self.at += word.len();
        Some(11 + card as i64)
    }

    /// `{1..13:4, 14}`: values with how often they occur.
    pub(super) fn face_list(&mut self) -> Parsed<BTreeMap<i64, u64>> {
        let start = self.at;
        self.expect('{', "opens the list of faces")?;
        let mut faces = BTreeMap::new();
        loop {
            let range = self.range()?;
            let count_at = self.at;
            let count = if self.take(':') {
                match self.signed()? {
                    count @ 1.. => count.unsigned_abs(),
                    _ => {
                        return self.fail(
                            count_at..self.at.max(count_at + 1),
                            "a face needs a count of at least one",
                            "how many faces show it, as in d{1:3,2:1}",
                        );
                    }
                }
            } else {
                1
            };
            for value in range.from..=range.to {
                *faces.entry(value).or_insert(0) += count;
                if faces.len() > MAX_LIST {
                    return self.fail(
                        start..self.at,
                        "the list of faces is too long",
                        format!("at most {MAX_LIST} faces"),
                    );
                }
            }
            if !self.take(',') {
                break;
            }
        }
        self.expect('}', "closes the list of faces")?;
        Ok(faces)
    }
}
