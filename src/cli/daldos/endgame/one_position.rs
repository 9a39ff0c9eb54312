//! One position: its chance, and the best plays of every throw.

use std::path::PathBuf;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::One;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::question::Question;
use super::super::table_lookup::{self, Found, Method};
use super::{AGREED, Known, LENGTH_RULE, Win, failure, run_failure};
use crate::cli::args::endgame::Endgame as Arguments;
use crate::cli::caption::PositionQuery;
use crate::cli::failure::Failure;
use crate::cli::json::Count;
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words::counted;
use crate::exact::Quantity;
use crate::exact::bounds::Bounds;
use crate::exact::fraction_text;
use crate::exact::stochastic::Ending;
use crate::games::daldos::board::Position;
use crate::games::daldos::endgame::{
    Endgame, EndgameError, Exact, MAX_POSITIONS, PlayWorth, ThrowWorth,
};
use crate::work::limit::grouped;

pub(in crate::cli::daldos) struct PositionReport {
    question: Question,
    known: Known,
    positions: u64,
    /// Not known where the chances were looked up.
    ending: Option<Ending>,
    throws: Vec<ThrowWorth>,
    /// For each throw the chance of each play where it is known exactly.
    worths: Vec<Vec<Quantity>>,
    exact: bool,
    /// The folder of the tables that the chances are from.
    tables: Option<PathBuf>,
}

/// The question for one position of an endgame.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli::daldos) struct Query {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Whether fractions were asked for.
    exact: bool,
}

/// One position of an endgame: its chance to win, and the best plays of every throw.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli::daldos) struct Endings {
    #[serde(flatten)]
    known: Known,
    /// Where the chances are from.
    method: Method,
    /// How many can come of it; with `method` `tables` those in them.
    positions: Count,
    /// How it is known that games end; `null` where the chances were looked up.
    ends: Option<Ending>,
    /// What each throw can be played to.
    by_throw: Vec<Thrown>,
}

/// A throw with its plays.
#[derive(Serialize, JsonSchema)]
struct Thrown {
    /// What the dice show, the smaller number first.
    throw: [u8; 2],
    /// The number of throws out of the total that show it.
    weight: u64,
    /// Whether it earns another throw.
    again: bool,
    /// Best first.
    plays: Vec<Play>,
}

/// A play and its worth.
#[derive(Serialize, JsonSchema)]
struct Play {
    /// As in `daldos moves`.
    #[serde(rename = "move")]
    action: String,
    #[serde(flatten)]
    after: Win,
    /// Whether no other play is, or is proved to be, better.
    best: bool,
}

pub(super) fn run(
    question: Question,
    width: u64,
    arguments: &Arguments,
    progress: Progress,
) -> Result<PositionReport, Failure> {
    let position = question.position.clone();
    if let Some(winner) = position.winner() {
        return Err(Failure::input(format!(
            "{position}: the game is over, {winner} has won"
        )));
    }
    if !arguments.exact && !arguments.solve {
        let state = position.state();
        let pieces = [state.own, state.enemy].map(|set| set.count_ones() as usize);
        if let Some(found) =
            table_lookup::find(position.game(), pieces, width, &arguments.tables, progress)?
        {
            return looked_up(question, found);
        }
    }
    solved(question, width, arguments.exact, progress)
}

/// The chances as tables have them.
fn looked_up(question: Question, found: Found) -> Result<PositionReport, Failure> {
    let position = question.position.clone();
    let Found { kept, folder } = found;
    let fault = crate::cli::tables::failure;
    let chance = kept.chance(position.state()).map_err(fault)?;
    let throws = kept.throws(position.state()).map_err(fault)?;
    let (Some(chance), Some(throws)) = (chance, throws) else {
        return Err(super::failure(EndgameError::NotReached));
    };
    let worths = throws
        .iter()
        .map(|throw| throw.plays.iter().map(|play| known(&play.chance)).collect());
    Ok(PositionReport {
        known: Known {
            chance: Win {
                position: position.to_string(),
                win: Quantity::Bounded(chance),
            },
            length: None,
            throws: None,
        },
        positions: kept.positions(),
        ending: None,
        worths: worths.collect(),
        throws,
        exact: false,
        tables: Some(folder),
        question,
    })
}

/// Bounds, or the number they meet in.
fn known(bounds: &Bounds) -> Quantity {
    Quantity::between(bounds.lower.clone(), bounds.upper.clone())
}

fn solved(
    question: Question,
    width: u64,
    exact: bool,
    progress: Progress,
) -> Result<PositionReport, Failure> {
    let position = question.position.clone();
    if exact {
        let state = *position.state();
        let pieces = [state.own, state.enemy].map(|set| set.count_ones() as usize);
        Endgame::allow_exact(position.game(), pieces, [state]).map_err(failure)?;
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
    let known = Known::new(&endgame, &position, &length, fractions.as_ref());
    let mut throws = endgame.throws(position.state()).ok_or_else(missing)?;
    let worths = (throws.iter_mut())
        .map(|throw| worths(&endgame, fractions.as_ref(), throw))
        .collect();
    Ok(PositionReport {
        question,
        known: known.ok_or_else(missing)?,
        positions: endgame.positions() as u64,
        ending: Some(ending),
        throws,
        worths,
        exact,
        tables: None,
    })
}

/// What the plays of a throw are worth; where fractions are known, they say which are best.
fn worths(endgame: &Endgame, exact: Option<&Exact>, throw: &mut ThrowWorth) -> Vec<Quantity> {
    let worth = |play: &PlayWorth| {
        let after = || exact?.chance(endgame.number(&play.play.state)?);
        match after() {
            Some(chance) if play.play.again => Quantity::Exact(chance),
            Some(chance) => Quantity::Exact(BigRational::one() - chance),
            None => known(&play.chance),
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
        let position = &self.question.position;
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

impl Reply for PositionReport {
    type Query = Query;
    type Result = Endings;

    fn query(&self) -> Query {
        Query {
            asked: self.question.query("endgame"),
            exact: self.exact,
        }
    }

    fn result(&self) -> Endings {
        let by_throw = self.throws.iter().enumerate().map(|(at, throw)| {
            let plays = self.plays(at).map(|(action, after, chance, best)| Play {
                action,
                after: Win {
                    position: after.to_string(),
                    win: chance.clone(),
                },
                best,
            });
            Thrown {
                throw: throw.cast.numbers,
                weight: throw.cast.weight,
                again: throw.cast.extra,
                plays: plays.collect(),
            }
        });
        Endings {
            known: self.known.clone(),
            method: Method::of(self.tables.as_ref()),
            positions: Count::of(self.positions),
            ends: self.ending,
            by_throw: by_throw.collect(),
        }
    }
}

impl Report for PositionReport {
    fn name(&self) -> &'static str {
        "daldos-endgame-position"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let position = &self.question.position;
        let mut rows = Vec::new();
        for (at, throw) in self.throws.iter().enumerate() {
            let best = self.plays(at).filter(|play| play.3).collect_vec();
            let others = throw.plays.len() - best.len();
            for (nth, (name, _, chance, _)) in best.into_iter().enumerate() {
                let once = |cell: Entry| match nth {
                    0 => cell,
                    _ => Entry::Repeated(Box::new(cell)),
                };
                rows.push(vec![
                    once(throw.cast.numbers.iter().join("+").into()),
                    once(throw.cast.weight.into()),
                    name.into(),
                    chance.into(),
                    once(others.into()),
                ]);
            }
        }
        let Known {
            chance,
            length,
            throws,
        } = &self.known;
        let win = chance.win.decimal(digits);
        let is = match chance.win.exact().map(fraction_text) {
            Some(fraction) if fraction.len() <= 40 => format!("{fraction} = {win}"),
            _ => win,
        };
        let mut notes = vec![format!("{} wins with chance {is}", position.side())];
        if let (Some(turns), Some(throws)) = (length, throws) {
            let [turns, throws] = [turns, throws].map(|length| length.decimal(digits));
            notes[0].push_str(&format!(
                "; {}, {} on average under best play",
                counted(turns, "turn", "turns"),
                counted(throws, "throw", "throws")
            ));
            notes.push(LENGTH_RULE.to_owned());
        }
        let positions = counted(grouped(self.positions.into()), "position", "positions");
        notes.push(match &self.tables {
            Some(folder) => format!(
                "bounds of the tables in {} ({positions}); {AGREED}; --solve for how long games last",
                folder.display()
            ),
            None if self.exact => {
                "exact; proved: no other play helps either side".to_owned()
            }
            None => format!("proved bounds, from {positions}; {AGREED}"),
        });
        if self.ending == Some(Ending::UnderBestPlay) {
            notes.push(
                "the two sides together could go on for ever; best play of either side ends the game"
                    .to_owned(),
            );
        }
        vec![Sheet {
            name: "plays",
            heading: format!(
                "{} · {position} · {} to throw · best plays",
                position.game().rules(),
                position.side()
            ),
            columns: vec![
                Column::text("throw"),
                Column::right("weight"),
                Column::text("best play"),
                Column::chance("win exactly", "win"),
                Column::right("other plays"),
            ],
            rows: rows.into(),
            notes,
            ..Sheet::default()
        }]
    }
}
