//! Names for throws, and what depends on whether something holds.

use super::functions::functions;
use super::{Parsed, Parser};
use crate::chance::expr::{
    Binding, Both, Case, ChosenPart, Expr, Faces, Held, Loop, Name, Places, Range, Sense,
};
use crate::chance::presets;

/// Words that are part of the notation.
const WORDS: [&str; 25] = [
    "let", "if", "then", "else", "repeat", "until", "and", "or", "not", "in", "mod", "best",
    "worst", "least", "of", "again", "cancel", "first", "second", "kh", "kl", "dh", "dl", "s", "x",
];

/// Parts that the names in a throw may stand for.
const MAX_MEANT: usize = 20_000;

impl Parser<'_> {
    /// Throws with names, and the throw that is made of them.
    pub(super) fn program(&mut self) -> Parsed<Expr> {
        let outer = self.names.len();
        let mut bindings = Vec::new();
        while self.take_word("let") {
            bindings.extend(self.binding()?);
        }
        let body = self.throw()?;
        self.take(';');
        self.names.truncate(outer);
        if bindings.is_empty() {
            return Ok(body);
        }
        self.part(Expr::Let(bindings, Box::new(body)))
    }

    /// A name with its throw; nothing for another word for a name that there is.
    fn binding(&mut self) -> Parsed<Option<Binding>> {
        let text = self.new_name()?;
        self.expect(
            '=',
            "comes between a name and its throw, as in let roll = 12d6",
        )?;
        let after = self.end;
        self.end = self.end_of_statement();
        self.blanks();
        let start = self.at;
        let value = self.nested(Self::throw)?;
        self.blanks();
        if self.at < self.end {
            return self.fail_here(
                format!("`{}` does not continue a throw", self.rest_word()),
                "an operator, or `;` or a new line after the throw that has a name",
            );
        }
        self.end = after;
        self.take(';');
        if let Expr::Name(name) = value {
            self.names.push((text, name));
            return Ok(None);
        }
        if is_list_of_names(&value, false) {
            return self.fail(
                start..self.at,
                "a pool in which names stand cannot have a name",
                format!("write it where it is used; or let {text} = sorted(…), which is its numbers side by side"),
            );
        }
        let meant = self.meant(&value);
        if meant > MAX_MEANT {
            return self.fail(
                self.at..self.at,
                format!("with what its names stand for this has {meant} parts"),
                format!("at most {MAX_MEANT}"),
            );
        }
        let name = self.give(text, Some(value.clone()), meant);
        Ok(Some(Binding { name, value }))
    }

    /// A name that another text gives.
    pub(super) fn know(&mut self, binding: &Binding) {
        let Binding { name, value } = binding;
        let known = (Some(value.clone()), self.meant(value));
        if self.given.len() <= name.number {
            self.given.resize(name.number + 1, (None, 1));
        }
        self.given[name.number] = known;
        self.names.push((name.text.clone(), name.clone()));
    }

    /// Gives a name that may be used from here on.
    fn give(&mut self, text: String, value: Option<Expr>, meant: usize) -> Name {
        let number = self.given.len();
        self.given.push((value, meant));
        let name = Name { number, text };
        self.names.push((name.text.clone(), name.clone()));
        name
    }

    /// A name that means nothing yet.
    fn new_name(&mut self) -> Parsed<String> {
        self.blanks();
        let start = self.at;
        let word = self.word_ahead(false);
        self.at += word.len();
        let span = start..self.at.max(start + self.peek().map_or(0, char::len_utf8));
        let lower = word.to_ascii_lowercase();
        let digits = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        let fault = if !word.starts_with(char::is_alphabetic) {
            "a name begins with a letter".to_owned()
        } else if lower.strip_prefix(['d', 's', 'x']).is_some_and(digits) {
            let read = match &lower[..1] {
                "d" => "a die",
                "s" => "sticks",
                _ => "a part of an outcome",
            };
            format!("`{word}` is read as {read} and cannot be a name")
        } else if WORDS.contains(&lower.as_str()) || functions().any(|name| name == lower) {
            let meant = match lower.as_str() {
                "s" => " (a stick)",
                "x" => " (the outcome that a score table looks at)",
                _ => "",
            };
            format!("`{word}` is a word of the notation{meant} and cannot be a name")
        } else if presets::find(&lower).is_some() {
            format!("a known throw has the name `{word}`")
        } else if self.name_ahead_of(word).is_some() {
            format!("there is a throw named `{word}` already")
        } else {
            return Ok(word.to_owned());
        };
        self.fail(
            span,
            fault,
            "a name of its own, as in let roll = 12d6; count(roll, {6})",
        )
    }

    /// The name that comes next, if it has been given.
    pub(super) fn name_ahead(&mut self) -> Option<Name> {
        let word = self.word_ahead(false);
        let name = self.name_ahead_of(word)?;
        // A die with faces of its own.
        let after = &self.rest()[word.len()..];
        if word.eq_ignore_ascii_case("d") && after.starts_with(['{', '[', '(', '%']) {
            return None;
        }
        self.at += word.len();
        Some(name)
    }

    /// The name that this word is.
    pub(super) fn name_ahead_of(&self, word: &str) -> Option<Name> {
        let mut names = self.names.iter().rev();
        let found = names.find(|(known, _)| known.eq_ignore_ascii_case(word));
        found.map(|(_, name)| name.clone())
    }

    /// Why a word that is named only here or later is no throw yet.
    pub(super) fn later_name(&self, word: &str) -> Option<String> {
        let text = self.text.to_ascii_lowercase();
        let named_at = |(at, _): (usize, &str)| {
            let rest = text[at + 3..]
                .strip_prefix(char::is_whitespace)?
                .trim_start();
            let rest = rest.strip_prefix(word)?.trim_start();
            rest.starts_with('=').then_some(at)
        };
        let at = text.match_indices("let").find_map(named_at)?;
        Some(match at < self.at {
            true => format!(
                "`{word}` cannot be made of itself, or be used outside the parentheses it is named in"
            ),
            false => format!("`{word}` is used before it is named"),
        })
    }

    /// The place of the `;`, the end of a line or the closing parenthesis that ends a statement.
    fn end_of_statement(&self) -> usize {
        let mut depth = 0;
        let mut quoted = false;
        let blank = self.rest().len() - self.rest().trim_start().len();
        for (at, c) in self.rest().char_indices().skip_while(|(at, _)| *at < blank) {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => return self.at + at,
                ')' | ']' | '}' => depth -= 1,
                ';' | '\n' if depth == 0 => return self.at + at,
                _ => {}
            }
        }
        self.end
    }

    /// After `if`: what has to hold, and what counts then and otherwise.
    pub(super) fn choice(&mut self) -> Parsed<Expr> {
        let condition = self.either()?;
        if !self.take_word("then") {
            return self.fail_here("`then` is missing", "as in if d6 > 4 then 1 else 0");
        }
        let holds = self.branch()?;
        if !self.take_word("else") {
            return self.fail_here("`else` is missing", "as in if d6 > 4 then 1 else 0");
        }
        let branches = vec![holds, self.branch()?];
        self.part(Expr::If(Box::new(condition), branches))
    }

    /// After `repeat`: the numbers, until what holds, and what becomes of them.
    pub(super) fn repeated(&mut self) -> Parsed<Expr> {
        let mut texts = Vec::new();
        if self.take('(') {
            texts.push(self.new_name()?);
            while self.take(',') {
                let text = self.new_name()?;
                if texts
                    .iter()
                    .any(|other: &String| other.eq_ignore_ascii_case(&text))
                {
                    return self.fail_here("two numbers of one name", "a name for each");
                }
                texts.push(text);
            }
            self.expect(')', "closes the names")?;
        } else {
            texts.push(self.new_name()?);
        }
        self.expect(
            '=',
            "comes before the numbers at first, as in repeat a = 3 until a = 0: (…)",
        )?;
        let start = self.nested(Self::sum)?;
        if !self.take_word("until") {
            return self.fail_here("`until` is missing", "as in repeat a = 3 until a = 0: (…)");
        }
        let outer = self.names.len();
        let names = texts
            .into_iter()
            .map(|text| self.give(text, None, 1))
            .collect();
        let ends = self.either()?;
        self.expect(':', "comes before what is repeated")?;
        let next = self.nested(Self::program)?;
        self.names.truncate(outer);
        self.part(Expr::Loop(Box::new(Loop {
            names,
            start,
            ends,
            next,
        })))
    }

    /// In `best(…)` or `least(…)`: throws, or a part of a pool and what is made of it.
    pub(super) fn chosen(&mut self, sense: Sense) -> Parsed<Expr> {
        self.blanks();
        let word = self.word_ahead(false);
        let after = self.rest()[word.len()..].trim_start();
        let names_part = after.strip_prefix("in").is_some_and(|rest| {
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                && !rest.trim_start().starts_with(['{', '['])
        });
        if names_part {
            return self.kept(sense);
        }
        let mut options = vec![self.nested(Self::program)?];
        while self.take(',') {
            options.push(self.nested(Self::program)?);
        }
        if options.len() == 1 {
            return self.fail_here(
                "there are no throws to choose from",
                "several throws, as in best(die, d6), or a part of a pool, as in best(kept in roll: …)",
            );
        }
        self.part(Expr::Choice(sense, options))
    }

    /// `kept in roll, 1: …`: a part of pools, how many it may be, and what is made of it.
    fn kept(&mut self, sense: Sense) -> Parsed<Expr> {
        let text = self.new_name()?;
        self.take_word("in");
        let (pools, sizes) = self.pools(|parser| parser.sizes(':'))?;
        self.expect(
            ':',
            "comes before what is made of the part, as in best(kept in roll: …)",
        )?;
        let outer = self.names.len();
        let name = self.give(text, None, 1);
        let next = self.nested(Self::program)?;
        self.names.truncate(outer);
        let pool = self.part(Expr::Held(Held::Sorted, pools))?;
        let sizes = sizes.unwrap_or_else(|| vec![Range::from(0)]);
        self.part(Expr::ChosenPart(Box::new(ChosenPart {
            sense,
            name,
            pool,
            sizes,
            next,
        })))
    }

    fn branch(&mut self) -> Parsed<Case> {
        self.nested(|parser| parser.counted(Vec::new(), Self::throw))
    }

    /// `[2]`, `[2..-2]`: places of a pool, or parts of a tuple.
    pub(super) fn places(&mut self, of: &Expr) -> Parsed<Places> {
        let start = self.at;
        self.expect('{', "opens the places")?;
        let from = self.signed()?;
        let to = if self.take_text("..") {
            self.signed()?
        } else {
            from
        };
        self.expect('}', "closes the places, as in roll[1] or roll[2..-2]")?;
        let backwards = (from > 0) == (to > 0) && from > to;
        if from == 0 || to == 0 || backwards {
            return self.fail(
                start..self.at,
                "there are no such places",
                "1 is the lowest, -1 the highest: roll[1], roll[2..4], roll[-3..-1]",
            );
        }
        let places = Places { from, to };
        self.within(start, places, of)?;
        Ok(places)
    }

    /// Refuses places that a throw does not have, where their number is known.
    pub(super) fn within(&self, start: usize, places: Places, of: &Expr) -> Parsed<()> {
        let Places { from, to } = places;
        match self.size(of) {
            Some(1) if from.abs().max(to.abs()) > 1 => {
                self.fail(start..self.at, "there is only one place", "it is 1, or -1")
            }
            Some(size) if from.abs().max(to.abs()) > size as i64 => self.fail(
                start..self.at,
                format!("there are only {size} places"),
                format!("a place from 1 to {size}, or from -1 to -{size} counted from the end"),
            ),
            _ => Ok(()),
        }
    }

    /// The parts of a throw, with those of what its names stand for; of a name for a number that is thrown, one.
    fn meant(&self, value: &Expr) -> usize {
        let is_pool = matches!(
            value,
            Expr::Slice(..)
                | Expr::Both(..)
                | Expr::Tuple(_)
                | Expr::Repeat(..)
                | Expr::Copies(..)
                | Expr::DieOf(_)
                | Expr::Explode(..)
                | Expr::Reroll(..)
        );
        if value.throws() && !is_pool {
            return 1;
        }
        let meant = value.all().map(|expr| match expr {
            Expr::Name(name) => self.given.get(name.number).map_or(1, |(_, meant)| *meant),
            _ => 1,
        });
        meant.fold(0, usize::saturating_add)
    }

    /// How many places there can be, where that is written.
    fn size(&self, of: &Expr) -> Option<usize> {
        match of {
            Expr::Deal(hands, _) if hands.len() > 1 => Some(hands.len()),
            Expr::Held(Held::Sizes, pools) => {
                let shown = pools.iter().map(|pool| {
                    let outcomes = self.outcomes(pool)?;
                    // Dice of one face are asked like any others.
                    let different = self.different(pool).filter(|faces| *faces > 1);
                    Some(outcomes.min(different.unwrap_or(outcomes)))
                });
                shown.sum()
            }
            Expr::Held(Held::Sorted, pools) => pools.iter().map(|pool| self.outcomes(pool)).sum(),
            Expr::Name(name) => self.size(self.named(name)?),
            of => self.outcomes(of),
        }
    }

    /// How many outcomes a pool has at most, where that is written.
    fn outcomes(&self, pool: &Expr) -> Option<usize> {
        match pool {
            Expr::Repeat(count, _) => Some(*count as usize),
            Expr::Tuple(parts) => Some(parts.len()),
            Expr::Deal(hands, _) => Some(hands.iter().map(|hand| *hand as usize).sum()),
            Expr::Both(Both::Common, a, b) => {
                let (a, b) = (self.outcomes(a), self.outcomes(b));
                a.into_iter().chain(b).min()
            }
            Expr::Both(_, a, _) => self.outcomes(a),
            Expr::Name(name) => self.outcomes(self.named(name)?),
            die => die.is_one_die().then_some(1),
        }
    }

    /// How many different faces a pool can show, where that is written.
    fn different(&self, pool: &Expr) -> Option<usize> {
        match pool {
            Expr::Repeat(_, die) => self.different(die),
            Expr::Die(Faces::Upto(faces)) => Some(*faces as usize),
            Expr::Die(Faces::List(faces)) => Some(faces.len()),
            Expr::Stick(_) => Some(2),
            Expr::Deal(_, cards) => Some(cards.len()),
            Expr::Name(name) => self.different(self.named(name)?),
            _ => None,
        }
    }

    /// The throw that a name was given.
    fn named(&self, name: &Name) -> Option<&Expr> {
        self.given.get(name.number)?.0.as_ref()
    }
}

/// Comments, from `#` to the end of a line, blanked so that places stay the same.
pub(super) fn without_comments(text: &str) -> String {
    let (mut comment, mut quoted) = (false, false);
    let mut bare = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => (comment, quoted) = (false, false),
            '"' if !comment => quoted = !quoted,
            '#' if !quoted => comment = true,
            _ => {}
        }
        match comment {
            true => bare.extend(std::iter::repeat_n(' ', c.len_utf8())),
            false => bare.push(c),
        }
    }
    bare
}

/// Whether places of a list, or what two lists have in common, are asked for in which names stand and dice are thrown; `within` for
/// the list itself.
fn is_list_of_names(of: &Expr, within: bool) -> bool {
    match of {
        Expr::Tuple(parts) => within && of.throws() && parts.iter().any(Expr::has_names),
        Expr::Slice(places, of) => is_list_of_names(of, within || places.from != places.to),
        Expr::Both(_, a, b) => is_list_of_names(a, true) || is_list_of_names(b, true),
        _ => false,
    }
}
