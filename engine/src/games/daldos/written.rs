//! Plays and throws as people write them: `!a1-m1 m3-m5`, `1+3`.

use crate::names::NameError;
use std::str::FromStr;

use itertools::Itertools;

use super::game::{Cast, Game};
use super::moves::{DAL, Leg, Way};
use super::position::{Play, Position};
use super::route::{Hole, Row};
use crate::games::throws::some_of;
use crate::work::Fault;

/// Plays that an error names.
const NAMED: usize = 8;
/// Characters of a text that an error repeats.
const SHOWN: usize = 40;

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// How a hole is written.
const HOLE: &str = "a hole: write a row and a number, such as a1, m17 or b16";

impl FromStr for Hole {
    type Err = NameError;

    /// Reads `a1`, `m17`, `b16`; whether the board has such a hole is another question.
    ///
    /// # Errors
    /// If the text is not of this form.
    fn from_str(text: &str) -> Result<Hole, NameError> {
        let mut letters = text.chars();
        let row = match letters.next() {
            Some('a' | 'A') => Some(Row::A),
            Some('m' | 'M') => Some(Row::Middle),
            Some('b' | 'B') => Some(Row::B),
            _ => None,
        };
        let number = Some(letters.as_str()).filter(|n| n.bytes().all(|b| b.is_ascii_digit()));
        let number = number.and_then(|number| number.parse().ok());
        match (row, number) {
            (Some(row), Some(number @ 1..)) => Ok(Hole { row, number }),
            _ => Err(NameError::new(shown(text), HOLE)),
        }
    }
}

impl Cast {
    /// The throw as people write it: `1+3`.
    pub fn text(&self) -> String {
        self.numbers().iter().join("+")
    }

    /// The holes that a piece can move, ascending; one that is undalled begins with a dal.
    fn moves(&self, undalled: bool) -> Vec<u8> {
        let mut others = self.numbers().to_vec();
        let dal = others.iter().position(|&number| number == DAL);
        let dal = dal.filter(|_| undalled).map_or(0, |dal| others.remove(dal));
        let sums = others.into_iter().powerset();
        let sums = sums.map(|numbers| dal + numbers.iter().sum::<u8>());
        sums.filter(|&sum| sum > 0)
            .sorted_unstable()
            .dedup()
            .collect()
    }
}

/// Numbers, one at least, with `+`, a comma or a blank between them.
pub(super) fn numbers(text: &str) -> Option<Vec<u8>> {
    let between = ['+', ','];
    if text.trim().starts_with(between) || text.trim().ends_with(between) {
        return None;
    }
    let numbers = text.split(['+', ',', ' ']).filter(|part| !part.is_empty());
    let numbers: Option<Vec<u8>> = numbers.map(|part| part.parse().ok()).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

impl Game {
    /// Reads a throw: a number for each die in any order, with `+`, a comma or a blank between them.
    ///
    /// # Errors
    /// Not as many numbers as dice, or numbers that the dice do not show.
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::Game;
    /// let game = Game::new("daldos".parse()?)?;
    /// assert_eq!(game.read_throw("3+1")?.text(), "1+3");
    /// assert!(game.read_throw("1+5").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_throw(&self, text: &str) -> Result<Cast, Fault> {
        let dice = usize::from(self.rules().count());
        let Some(numbers) = numbers(text).filter(|numbers| numbers.len() == dice) else {
            return Err(Fault::input(format!(
                "`{}` is not a throw: write what the dice show, such as {}",
                shown(text),
                self.casts()[0].text()
            )));
        };
        self.cast(&numbers).copied().ok_or_else(|| {
            let faces = self.rules().die().faces().iter();
            let faces = faces.map(|(face, _)| face).join(", ");
            let thrown = numbers.iter().join("+");
            Fault::input(format!("{thrown} cannot be thrown: the dice show {faces}"))
        })
    }
}

/// The text is no play of any throw.
fn no_play(text: &str) -> Fault {
    Fault::input(format!(
        "`{}` is not a play: write each piece with the hole it leaves and the hole it comes to, such as m3-m5, or `pass`",
        shown(text)
    ))
}

/// A piece moved, as it is written.
struct Written {
    release: bool,
    from: Hole,
    via: Vec<Hole>,
    to: Hole,
}

impl FromStr for Written {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Written, Fault> {
        let (release, holes) = match text.strip_prefix('!') {
            Some(holes) => (true, holes),
            None => (false, text),
        };
        let holes: Vec<&str> = holes.split('-').collect();
        let [from, via @ .., to] = holes.as_slice() else {
            return Err(no_play(text));
        };
        Ok(Written {
            release,
            from: hole(from)?,
            via: via.iter().map(|via| hole(via)).try_collect()?,
            to: hole(to)?,
        })
    }
}

/// The hole of a name.
fn hole(text: &str) -> Result<Hole, Fault> {
    let hole = text.parse();
    hole.map_err(|error: NameError| Fault::input(error.to_string()))
}

/// Whether some order of the legs has each of the moves written.
fn fits(written: &[Written], legs: &[&Leg], is: &impl Fn(&Written, &Leg) -> bool) -> bool {
    let Some((first, rest)) = written.split_first() else {
        return true;
    };
    (0..legs.len()).any(|at| {
        let mut others = legs.to_vec();
        let leg = others.remove(at);
        is(first, leg) && fits(rest, &others, is)
    })
}

impl Position {
    /// The play of a throw that a text names: the moves in any order, `!` at a piece released or not, a stop on the way
    /// or not, as long as only one play has them. Moves that the throw leaves no choice about may be left out.
    ///
    /// # Errors
    /// Of kind input: what is wrong with the text, and the plays there are.
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::{Position, Rules};
    /// let position = Position::parse("aa1/A3/bbb B", &"daldos:n=3".parse::<Rules>()?)?;
    /// let cast = *position.game().cast([1, 2]).expect("two dice");
    /// let play = position.read_play(&cast, "b1-m3")?;
    /// assert_eq!(play.text(&position), "!b1-m3");
    /// let error = position.read_play(&cast, "b1-m4").unwrap_err();
    /// assert!(error.to_string().starts_with("the piece on b1 is undalled"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_play(&self, cast: &Cast, text: &str) -> Result<Play, Fault> {
        let words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
        let mut words = words.peekable();
        let mut plays = self.plays(cast);
        if words.peek().is_none() {
            return Err(no_play(text));
        }
        let written: Vec<Written> = match text.trim().to_ascii_lowercase().as_str() {
            "pass" => Vec::new(),
            _ => words.map(str::parse).try_collect()?,
        };
        let route = self.game().route();
        let is = |written: &Written, leg: &Leg| {
            let hole = |at: u8| route.hole(self.side(), at);
            written.from == hole(leg.from)
                && written.to == hole(leg.to)
                && (!written.release || leg.release)
                && (written.via.is_empty()
                    || (leg.via.iter().flatten().map(|via| hole(*via)))
                        .eq(written.via.iter().copied()))
        };
        let has = |play: &Play, whole: bool| {
            let way = |way: &Way| {
                let legs: Vec<&Leg> = way.legs().collect();
                (!whole || legs.len() == written.len()) && fits(&written, &legs, &is)
            };
            play.ways.iter().any(way)
        };
        let mut found: Vec<usize> = (0..plays.len())
            .filter(|&at| has(&plays[at], true))
            .collect();
        if found.is_empty() && !written.is_empty() {
            found = (0..plays.len())
                .filter(|&at| has(&plays[at], false))
                .collect();
        }
        match found.as_slice() {
            &[only] => Ok(plays.swap_remove(only)),
            [] => Err(Fault::input(format!(
                "{}; {}",
                self.why_not(cast, &written),
                self.named("what can be played is", plays.iter())
            ))),
            several => Err(Fault::input(format!(
                "`{}` is not the whole play: {}",
                shown(text.trim()),
                self.named("it may be", several.iter().map(|&at| &plays[at]))
            ))),
        }
    }

    /// Some plays by name.
    fn named<'a>(&self, words: &str, plays: impl Iterator<Item = &'a Play>) -> String {
        let names: Vec<String> = plays.map(|play| play.text(self)).collect();
        match names.as_slice() {
            [] => "the game is over".to_owned(),
            names => format!("{words} {}", some_of(names, NAMED)),
        }
    }

    /// The fault of moves that are not a play of a throw.
    fn why_not(&self, cast: &Cast, written: &[Written]) -> String {
        let (side, route, state) = (self.side(), self.game().route(), self.view());
        if written.is_empty() {
            return format!("{} can be used, and must be", cast.text());
        }
        for Written { from, to, .. } in written {
            let [start, end] = [from, to].map(|hole| route.index(side, *hole));
            let (Some(start), Some(end)) = (start, end) else {
                let none = if start.is_none() { from } else { to };
                return format!("the board has no hole {none}");
            };
            if state.own >> start & 1 == 0 {
                // The move of the other piece may put one there; this message does not look into that.
                return format!("no piece of {side} stands on {from}");
            }
            if state.own_undalled >> start & 1 == 1 && !cast.has_dal() {
                return format!(
                    "the piece on {from} is undalled, and {} has no 1",
                    cast.text()
                );
            }
            let far = (1..=route.holes())
                .find(|&holes| (0..holes).fold(start, |at, _| route.next(at)) == end);
            let undalled = state.own_undalled >> start & 1 == 1;
            let possible = cast.moves(undalled);
            let is_possible = far.is_some_and(|far| possible.contains(&far));
            if undalled && !is_possible {
                let possible = possible.iter().join(" or ");
                return format!(
                    "the piece on {from} is undalled: with a 1 it moves {possible} holes"
                );
            }
            match far {
                None => return format!("no way leads from {from} to {to}"),
                Some(far) if !is_possible => {
                    let holes = if far == 1 {
                        "1 hole".to_owned()
                    } else {
                        format!("{far} holes")
                    };
                    return format!("{from}-{to} is {holes}, and the throw is {}", cast.text());
                }
                Some(far) if route.path(start, far) & state.own != 0 => {
                    return format!("an own piece stands on the way from {from} to {to}");
                }
                Some(_) => {}
            }
        }
        format!("these moves are not a play of {}", cast.text())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::positions;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn every_way_of_every_play_is_read_back(position in positions(7)) {
            for cast in position.game().casts() {
                for play in position.plays(cast) {
                    for way in &play.ways {
                        let text = position.way_text(way);
                        prop_assert_eq!(position.read_play(cast, &text).ok(), Some(play.clone()));
                        // In the other order, and without marks.
                        let turned: Vec<&str> = text.split(' ').rev().collect();
                        let turned = turned.join(", ").replace('!', "");
                        prop_assert_eq!(position.read_play(cast, &turned).ok(), Some(play.clone()));
                    }
                }
            }
        }
    }
}
