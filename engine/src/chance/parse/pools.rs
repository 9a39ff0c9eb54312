//! Pools and cards.

use std::collections::BTreeMap;

use super::{MAX_LIST, Parsed, Parser};
use crate::chance::expr::{Both, Expr, Held, Range, Ties};

/// The functions of pools there are.
pub(super) const POOL_FUNCTIONS: [&str; 13] = [
    "count",
    "sum",
    "largest_set",
    "sets",
    "distinct",
    "straight",
    "contains",
    "matched",
    "difference",
    "common",
    "without",
    "sizes",
    "sorted",
];

impl Parser<'_> {
    /// The arguments of a function of pools; `None` if the name is not that of one.
    pub(super) fn pool_call(&mut self, name: &str) -> Parsed<Option<Expr>> {
        if !POOL_FUNCTIONS.contains(&name) {
            return Ok(None);
        }
        let both = match name {
            "matched" => return self.matched().map(Some),
            "difference" => Some(Both::Difference),
            "common" => Some(Both::Common),
            "without" => Some(Both::Without),
            _ => None,
        };
        if let Some(both) = both {
            let (a, b) = self.two()?;
            let pool = Expr::Both(both, Box::new(a), Box::new(b));
            return self.part(pool).map(Some);
        }
        let mut pools = vec![self.throw()?];
        let mut last = None;
        while last.is_none() && self.take(',') {
            self.blanks();
            let start = self.at;
            match (name, self.peek()) {
                ("count" | "sum" | "contains", Some('{' | '[')) => {
                    let set = self.of_cards(Self::set)?;
                    last = Some(match name {
                        "count" => Held::Count(set),
                        "sum" => Held::Sum(set),
                        _ => Held::Contains(set),
                    });
                }
                ("sets", _) => match self.sizes(')')? {
                    Some(sizes) if sizes.iter().any(|size| size.from < 1) => {
                        return self.fail(
                            start..self.at,
                            "a set of none",
                            "at least one, as in sets(5d6, 2)",
                        );
                    }
                    Some(sizes) => last = Some(Held::Sets(sizes)),
                    // A throw that begins with a number.
                    None => pools.push(self.throw()?),
                },
                _ => pools.push(self.throw()?),
            }
        }
        let held = match last {
            Some(held) => held,
            None => self.held_alone(name)?,
        };
        self.part(Expr::Held(held, pools)).map(Some)
    }

    /// What a function asks of pools where it is told nothing else.
    fn held_alone(&self, name: &str) -> Parsed<Held> {
        Ok(match name {
            "largest_set" => Held::LargestSet,
            "straight" => Held::Straight,
            "sizes" => Held::Sizes,
            "sorted" => Held::Sorted,
            "distinct" => Held::Sets(vec![Range::from(1)]),
            "sets" => return self.fail_here("how many make a set?", "as in sets(5d6, 2)"),
            _ => {
                return self.fail_here("which values?", format!("as in {name}(10d6, [5, 6])"));
            }
        })
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
    fn matched(&mut self) -> Parsed<Expr> {
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
                    return self.fail(
                        gone_at..self.at,
                        format!("{gone} cards of {card} cannot be gone of {there}"),
                        "cards that the deck has",
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
