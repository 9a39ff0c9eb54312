//! One position: its chance, and the best plays of every throw.

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::One;
use serde_json::{Value, json};

use super::super::question::Question;
use super::{Known, cells, ending_text, failure, run_failure};
use crate::cli::failure::Failure;
use crate::cli::json::quantity;
use crate::cli::progress::Progress;
use crate::cli::report::Report;
use crate::cli::sheet::{Column, Sheet};
use crate::exact::Quantity;
use crate::exact::limit::grouped;
use crate::exact::stochastic::Ending;
use crate::games::daldos::board::Position;
use crate::games::daldos::endgame::{Endgame, Exact, MAX_POSITIONS, PlayWorth, ThrowWorth};

pub(super) struct PositionReport {
    question: Question,
    known: Known,
    positions: usize,
    ending: Ending,
    throws: Vec<ThrowWorth>,
    /// For each throw the chance of each play where it is known exactly.
    worths: Vec<Vec<Quantity>>,
    exact: bool,
}

pub(super) fn run(
    question: Question,
    width: u64,
    exact: bool,
    progress: Progress,
) -> Result<PositionReport, Failure> {
    let position = question.position.clone();
    if let Some(winner) = position.winner() {
        return Err(Failure::input(format!(
            "{position}: the game is over, {winner} has won"
        )));
    }
    let endgame = progress
        .during("solving the endgame", || {
            let game = position.game().clone();
            Endgame::solve_position(game, position.state(), width, MAX_POSITIONS)
        })
        .map_err(failure)?;
    let missing = || Failure::Run(anyhow::anyhow!("{position} is not in its own endgame"));
    let ending = (endgame.bounds().check(endgame.game()))
        .map_err(|error| Failure::Run(anyhow::Error::new(error)))?;
    let number = endgame.number(position.state()).ok_or_else(missing)?;
    let fractions = if exact {
        let found = progress.during("solving for fractions", || endgame.exact([number]));
        Some(found.map_err(run_failure)?)
    } else {
        None
    };
    let length = progress
        .during("how long games last", || {
            endgame.length([number], width.saturating_mul(4))
        })
        .map_err(|error| Failure::Run(error.into()))?;
    let known = Known::new(&endgame, position.clone(), &length, fractions.as_ref());
    let mut throws = endgame.throws(position.state()).ok_or_else(missing)?;
    let worths = (throws.iter_mut())
        .map(|throw| worths(&endgame, fractions.as_ref(), throw))
        .collect();
    Ok(PositionReport {
        question,
        known: known.ok_or_else(missing)?,
        positions: endgame.positions(),
        ending,
        throws,
        worths,
        exact,
    })
}

/// What the plays of a throw are worth; where fractions are known, they say which are best.
fn worths(endgame: &Endgame, exact: Option<&Exact>, throw: &mut ThrowWorth) -> Vec<Quantity> {
    let worth = |play: &PlayWorth| {
        let after = || exact?.chance(endgame.number(&play.play.state)?);
        match after() {
            Some(chance) if play.play.again => Quantity::Exact(chance),
            Some(chance) => Quantity::Exact(BigRational::one() - chance),
            None if play.chance.lower == play.chance.upper => {
                Quantity::Exact(play.chance.lower.clone())
            }
            None => Quantity::Bounded(play.chance.clone()),
        }
    };
    let known: Vec<Quantity> = throw.plays.iter().map(worth).collect();
    if let Some(fractions) = (known.iter().map(Quantity::exact)).collect::<Option<Vec<_>>>() {
        let best = fractions.iter().max().copied();
        for (play, chance) in throw.plays.iter_mut().zip(&fractions) {
            play.best = Some(*chance) == best;
        }
    }
    known
}

impl PositionReport {
    /// For each throw and each of its plays: name, position after it, worth, whether it is best.
    fn plays(&self, at: usize) -> impl Iterator<Item = (String, Position, &Quantity, bool)> {
        let position = &self.known.position;
        let plays = self.throws[at].plays.iter().zip(&self.worths[at]);
        plays.map(|(worth, chance)| {
            let play = &worth.play;
            (
                play.text(position),
                position.after(play),
                chance,
                worth.best,
            )
        })
    }
}

impl Report for PositionReport {
    fn name(&self) -> &'static str {
        "daldos-endgame-position"
    }

    fn query(&self) -> Value {
        let mut query = self.question.query("endgame");
        query["exact"] = json!(self.exact);
        query
    }

    fn picture(&self) -> Option<String> {
        Some(self.question.picture())
    }

    fn result(&self) -> Value {
        let mut result = self.known.json();
        result["positions"] = json!(self.positions.to_string());
        result["ends"] = json!(ending_text(self.ending));
        let by_throw = self.throws.iter().enumerate().map(|(at, throw)| {
            let plays = self.plays(at).map(|(name, after, chance, best)| {
                json!({
                    "move": name,
                    "position": after.to_string(),
                    "win": quantity(chance),
                    "best": best,
                })
            });
            json!({
                "throw": throw.cast.numbers,
                "weight": throw.cast.weight,
                "again": throw.cast.extra,
                "plays": plays.collect_vec(),
            })
        });
        result["by_throw"] = by_throw.collect();
        result
    }

    fn sheets(&self, digits: usize) -> Vec<Sheet> {
        let known = &self.known;
        let position = &known.position;
        let mut rows = Vec::new();
        for (at, throw) in self.throws.iter().enumerate() {
            let best = self.plays(at).filter(|play| play.3).collect_vec();
            let others = throw.plays.len() - best.len();
            for (nth, (name, _, chance, _)) in best.into_iter().enumerate() {
                let [decimal, fraction] = cells(chance, digits);
                // A throw is named once.
                let once = |text: String| if nth == 0 { text } else { String::new() };
                rows.push(vec![
                    once(throw.cast.numbers.iter().join("+")),
                    once(throw.cast.weight.to_string()),
                    name,
                    decimal,
                    once(others.to_string()),
                    fraction,
                ]);
            }
        }
        let [win, fraction] = cells(&known.chance, digits);
        let [turns, _] = cells(&known.turns, digits);
        let [throws, _] = cells(&known.throws, digits);
        let is = if fraction.is_empty() || fraction.len() > 40 {
            win
        } else {
            format!("{fraction} = {win}")
        };
        let mut notes = vec![format!(
            "{} wins with chance {is}; {turns} turns, {throws} throws on average under best play",
            position.side()
        )];
        notes.push(if self.exact {
            "exact; it has been checked that no other play helps either side".to_owned()
        } else {
            format!(
                "proved bounds, from {} positions; rounded here",
                grouped(self.positions as u128)
            )
        });
        if self.ending == Ending::UnderBestPlay {
            notes.push(
                "the two sides together could go on for ever; best play of either side ends the game"
                    .to_owned(),
            );
        }
        vec![Sheet {
            heading: format!(
                "{} · {position} · {} to throw · best plays",
                position.game().rules(),
                position.side()
            ),
            columns: vec![
                Column::text("throw"),
                Column::right("weight"),
                Column::text("best play"),
                Column::decimal("win"),
                Column::right("other plays"),
                Column::fraction("win exactly"),
            ],
            rows,
            notes,
        }]
    }
}
