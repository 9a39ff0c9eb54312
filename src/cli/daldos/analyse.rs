//! `siga daldos analyse`: the chances of a whole turn, and plays ranked.

use std::cell::RefCell;

use num_rational::BigRational;
use num_traits::Zero;
use serde_json::{Value, json};

use super::kept::Source;
use super::question::Question;
use super::{cast, in_short, in_words, kinds, moves, spaced, throw};
use crate::cli::args::daldos::{Analyse, Criterion};
use crate::cli::drawing::scene::Scene;
use crate::cli::failure::Failure;
use crate::cli::json::{number, quantity};
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::tables;
use crate::cli::words::counted;
use crate::exact::{Quantity, parse_fraction};
use crate::games::daldos::analyse::Turn;
use crate::games::daldos::analyse::{
    AnalyseError, By, Options, Ranked, Reason, Threat, rank, turn,
};
use crate::games::daldos::board::{Cast, Position};

/// Plays shown to people; the other formats have all.
const SHOWN: usize = 20;

/// A throw with its plays.
struct Plays {
    cast: Cast,
    by: By,
    ranked: Vec<Ranked>,
    reason: Option<Reason>,
}

pub(super) struct AnalyseReport {
    question: Question,
    options: Options,
    /// Of the side to throw, then of the other as if it were to throw.
    turns: [Turn; 2],
    plays: Option<Plays>,
    /// With `--by win`: where the chances are from.
    known: Source,
}

pub(super) fn run(arguments: &Analyse, progress: Progress) -> Result<AnalyseReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let width = parse_fraction(&arguments.width).map_err(|error| {
        let context = format!("--width {}", arguments.width);
        Failure::Input(anyhow::Error::new(error).context(context))
    })?;
    let options = Options {
        width,
        budget: arguments.budget,
        ..Options::default()
    };
    let position = &question.position;
    let cast = match &arguments.throw {
        Some(numbers) => Some(cast(position.game(), &numbers.0)?),
        None => None,
    };
    let by = match arguments.by {
        Criterion::Take => By::Take,
        Criterion::Safe => By::Safe,
        Criterion::Net => By::Net,
        Criterion::Win => By::Win,
    };
    let known = match by {
        By::Win if cast.is_some() => progress.during("solving the endgame", || {
            Source::of(position, &arguments.tables, progress)
        })?,
        _ => Source::Nothing,
    };
    let fault = RefCell::new(None);
    let probe = |after: &Position| {
        let bounds = match known.chance(after.state()) {
            Ok(bounds) => bounds?,
            Err(error) => {
                fault.replace(Some(error));
                return None;
            }
        };
        Some(if bounds.lower == bounds.upper {
            Quantity::Exact(bounds.lower)
        } else {
            Quantity::Bounded(bounds)
        })
    };
    let (turns, plays) = progress
        .during("analysing", || -> Result<_, AnalyseError> {
            let turns = [position.clone(), position.flipped()]
                .map(|position| turn(position.game(), position.state(), &options));
            let [mine, theirs] = turns;
            let plays = match cast {
                None => None,
                Some(cast) => {
                    let (ranked, reason) = rank(position, &cast, by, Some(&probe), &options)?;
                    Some(Plays {
                        cast,
                        by,
                        ranked,
                        reason,
                    })
                }
            };
            Ok(([mine?, theirs?], plays))
        })
        .map_err(|error| Failure::Input(error.into()))?;
    if let Some(fault) = fault.into_inner() {
        return Err(tables::failure(fault));
    }
    Ok(AnalyseReport {
        question,
        options,
        turns,
        plays,
        known,
    })
}

fn name(by: By) -> &'static str {
    match by {
        By::Take => "take",
        By::Safe => "safe",
        By::Net => "net",
        By::Win => "win",
    }
}

fn turn_json(position: &Position, found: &Turn) -> Value {
    let pieces = found.pieces.iter().map(|threat| piece(position, threat));
    let counts = found
        .number
        .iter()
        .map(|(taken, chance)| json!({"taken": taken, "probability": quantity(chance)}));
    json!({
        "side": position.side().to_string(),
        "take": quantity(&found.any),
        "pieces": pieces.collect::<Vec<_>>(),
        "mean": quantity(&found.mean),
        "number": counts.collect::<Vec<_>>(),
        "number_short": number(&found.number_short),
        "lost": number(&found.lost),
        "dal": quantity(&found.release),
        "work": found.work.to_string(),
    })
}

/// How far apart the bounds of a number are.
fn gap(value: &Quantity) -> BigRational {
    let (lower, upper) = value.ends().unwrap_or_default();
    upper - lower
}

/// All numbers of a turn that are bounded by themselves.
fn numbers(found: &Turn) -> impl Iterator<Item = &Quantity> {
    [&found.any, &found.mean, &found.release]
        .into_iter()
        .chain(found.pieces.iter().map(|threat| &threat.chance))
}

fn piece(position: &Position, threat: &Threat) -> Value {
    let hole = position.game().route().hole(position.side(), threat.at);
    json!({
        "hole": hole.to_string(),
        "dalled": threat.dalled,
        "probability": quantity(&threat.chance),
    })
}

impl AnalyseReport {
    fn position(&self) -> &Position {
        &self.question.position
    }

    /// What is so unlikely that it is only counted.
    fn small(&self) -> BigRational {
        let millionth = BigRational::new(1.into(), 1_000_000.into());
        self.options.width.clone().min(millionth)
    }

    /// That some numbers are not as close as asked, and what it would take.
    fn wider(&self, wide: usize) -> Option<String> {
        let numbers = match wide {
            0 => return None,
            1 => "one number is".to_owned(),
            wide => format!("{wide} numbers are"),
        };
        Some(format!(
            "{numbers} bounded less closely than {}: the work of --budget {} was used up; more brings the bounds closer",
            self.options.width, self.options.budget
        ))
    }

    fn turn_sheet(
        &self,
        position: &Position,
        found: &Turn,
        name: &'static str,
        heading: String,
        digits: usize,
    ) -> Sheet {
        let route = position.game().route();
        let (mine, theirs) = (position.side(), position.side().other());
        let mut rows = Vec::new();
        let mut line = |what: String, value: &Quantity| {
            rows.push(vec![Entry::from(what), value.into()]);
        };
        line("take at least one piece".to_owned(), &found.any);
        let mut threats: Vec<&Threat> = found.pieces.iter().collect();
        threats.sort_by_key(|threat| std::cmp::Reverse(upper_of(&threat.chance)));
        let small = self.small();
        for threat in &threats {
            if upper_of(&threat.chance) <= small {
                continue;
            }
            let state = if threat.dalled { "" } else { " (undalled)" };
            let hole = route.hole(mine, threat.at);
            line(format!("take {theirs} on {hole}{state}"), &threat.chance);
        }
        line("pieces taken, on average".to_owned(), &found.mean);
        for (taken, chance) in &found.number {
            if upper_of(chance) > small {
                line(format!("  of these, exactly {taken}"), chance);
            }
        }
        line("release a piece".to_owned(), &found.release);
        line(
            "lose the turn".to_owned(),
            &Quantity::Exact(found.lost.clone()),
        );
        let mut notes = vec![format!(
            "each line with the best play for it, extra throws without limit; {}",
            kinds(numbers(found).chain(found.number.iter().map(|(_, chance)| chance)))
        )];
        let unlikely = (threats.iter().map(|threat| upper_of(&threat.chance)))
            .filter(|chance| *chance <= small);
        let (never, seldom): (Vec<_>, Vec<_>) = unlikely.partition(Zero::is_zero);
        if !seldom.is_empty() {
            notes.push(format!(
                "{} of {theirs} can be taken with a chance of at most {small}",
                counted(seldom.len(), "more piece", "more pieces")
            ));
        }
        if !never.is_empty() {
            notes.push(format!(
                "{} of {theirs} cannot be taken, whatever is thrown",
                counted(never.len(), "piece", "pieces")
            ));
        }
        let short = if found.number_short.is_zero() {
            "the play that is best for the average".to_owned()
        } else {
            let short = super::up(&found.number_short, digits.max(6));
            format!("a play whose average is at most {short} less than the best")
        };
        notes.push(format!("how many are taken: under {short}"));
        let width = &self.options.width;
        notes.extend(self.wider(numbers(found).filter(|value| gap(value) > *width).count()));
        Sheet {
            name,
            heading,
            columns: vec![Column::text("what"), Column::number("exact", "decimal")],
            rows: rows.into(),
            notes,
            ..Sheet::default()
        }
    }

    fn plays_sheet(&self, plays: &Plays, digits: usize, shown: usize) -> Sheet {
        let position = self.position();
        let [i, j] = plays.cast.numbers;
        let rows = plays.ranked.iter().map(|ranked| {
            let value = ranked.value.as_ref();
            vec![
                Entry::from(ranked.play.text(position)),
                spaced(&position.holes(ranked.play.taken)).into(),
                value.map_or(Entry::Missing("not known"), Entry::from),
            ]
        });
        let what = match plays.by {
            By::Take => "chance to take something this turn",
            By::Safe => "chance that the opponent takes something next turn, lower is better",
            By::Net => "pieces taken less those lost next turn, on average",
            By::Win => "chance to win",
        };
        let mut notes = Vec::new();
        if let Some(why) = self.why(plays, digits) {
            notes.push(why);
        }
        if plays.by == By::Win && plays.ranked.iter().any(|ranked| ranked.value.is_none()) {
            notes.push("no endgame value is known for these positions: see --by net".to_owned());
        }
        notes.extend(self.known.note());
        if plays.by != By::Win {
            notes.extend(self.closeness(plays));
        }
        Sheet {
            name: "plays",
            shown: Some(shown),
            heading: format!(
                "Throw {i}+{j} · {} by {}: {what}",
                counted(plays.ranked.len(), "play", "plays"),
                name(plays.by)
            ),
            columns: vec![
                Column::text("play"),
                Column::text("takes"),
                if plays.by == By::Net {
                    Column::number("exact", "decimal")
                } else {
                    Column::chance("exact", "decimal")
                },
            ],
            rows: rows.collect(),
            notes,
        }
    }

    /// How close the bounds of the plays have come.
    fn closeness(&self, plays: &Plays) -> Option<String> {
        let width = &self.options.width;
        let values = plays
            .ranked
            .iter()
            .filter_map(|ranked| ranked.value.as_ref());
        let wide = values.filter(|value| gap(value) > *width).count();
        let first = if plays.cast.extra && matches!(plays.by, By::Safe | By::Net) {
            "the extra throw comes first: "
        } else {
            ""
        };
        self.wider(wide)
            .map(|wider| format!("{first}{wider}; all bounds are proved"))
    }

    /// What speaks for the best play.
    fn why(&self, plays: &Plays, digits: usize) -> Option<String> {
        let position = self.position();
        let (best, reason) = (plays.ranked.first()?, plays.reason.as_ref()?);
        let value = best.value.as_ref()?;
        let text = best.play.text(position);
        let route = position.game().route();
        let at = |threat: &Threat| route.hole(position.side(), threat.at);
        let mut parts = Vec::new();
        let taken = position.holes(best.play.taken);
        if !taken.is_empty() {
            parts.push(format!("takes {}", itertools::join(&taken, " and ")));
        }
        if best.play.again {
            parts.push("throws again".to_owned());
        }
        // A piece that has moved is looked for where it stands now.
        let now_at = |at: u8| {
            let ways = best.play.ways.first();
            let mut legs = ways.into_iter().flat_map(|way| way.legs());
            legs.find(|leg| leg.from == at).map_or(at, |leg| leg.to)
        };
        let rescued: Vec<String> = (reason.before.iter())
            .filter(|threat| {
                let now = now_at(threat.at);
                !reason.hanging.iter().any(|hanging| hanging.at == now)
            })
            .take(2)
            .map(|threat| format!("{} ({})", at(threat), in_short(&threat.chance)))
            .collect();
        if !rescued.is_empty() {
            parts.push(format!("brings {} out of danger", rescued.join(" and ")));
        }
        match reason.hanging.as_slice() {
            [] => parts.push("leaves nothing that the opponent can take".to_owned()),
            threats => {
                let shown = threats
                    .iter()
                    .take(2)
                    .map(|threat| format!("{} ({})", at(threat), in_short(&threat.chance)));
                let more = match threats.len() {
                    0..=2 => String::new(),
                    number => format!(" and {} less so", number - 2),
                };
                let shown: Vec<String> = shown.collect();
                parts.push(format!("leaves {} in reach{more}", shown.join(" and ")));
            }
        }
        let value = in_words(value, digits);
        let criterion = match plays.by {
            By::Take => format!("something is taken with {value}"),
            By::Safe => format!("the opponent takes something with {value}"),
            By::Net => format!("on balance {value}"),
            By::Win => format!("wins with {value}"),
        };
        let next = plays.ranked.get(1).and_then(|next| next.value.as_ref());
        let equals = match (reason.equals, next, reason.proved) {
            (0, Some(next), _) => format!("; the next best has {}", in_words(next, digits)),
            (0, None, _) => String::new(),
            (1, _, true) => "; another play is as good".to_owned(),
            (number, _, true) => format!("; {number} other plays are as good"),
            (1, _, false) => "; another play may be as good or better".to_owned(),
            (number, _, false) => format!("; {number} other plays may be as good or better"),
        };
        let best_of = if reason.proved {
            "Best"
        } else {
            "Best by its proved bound"
        };
        if best.play.ways.iter().all(|way| way.first.is_none()) {
            return Some(format!("The throw cannot be used: {criterion}."));
        }
        Some(format!(
            "{best_of}: {text} {}: {criterion}{equals}.",
            parts.join(", ")
        ))
    }
}

fn upper_of(value: &Quantity) -> BigRational {
    match value {
        Quantity::Bounded(bounds) => bounds.upper.clone(),
        other => other.exact().cloned().unwrap_or_else(BigRational::zero),
    }
}

impl Reply for AnalyseReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let mut query = json!(self.question.query("analyse"));
        if let Some(plays) = &self.plays {
            query["throw"] = throw(&plays.cast);
            query["by"] = json!(name(plays.by));
        }
        query["width"] = json!(self.options.width.to_string());
        query["budget"] = json!(self.options.budget.to_string());
        query
    }

    fn result(&self) -> Self::Result {
        let position = self.position();
        let other = position.flipped();
        let mut result = json!({
            "winner": position.winner().map(|side| side.to_string()),
            "turn": turn_json(position, &self.turns[0]),
            "threats": turn_json(&other, &self.turns[1]),
        });
        if let Some(plays) = &self.plays {
            let ranked = plays.ranked.iter().map(|ranked| {
                let mut object = moves::play(position, &ranked.play);
                object["value"] = json!(ranked.value.as_ref().map(quantity));
                object
            });
            result["plays"] = ranked.collect();
            if plays.by == By::Win {
                result["method"] = json!(self.known.method());
            }
            let hanging = |threats: &[Threat]| -> Value {
                threats
                    .iter()
                    .map(|threat| piece(position, threat))
                    .collect()
            };
            result["best"] = match (plays.ranked.first(), &plays.reason) {
                (Some(best), Some(reason)) if best.value.is_some() => json!({
                    "move": best.play.text(position),
                    "reason": self.why(plays, 6),
                    "equals": reason.equals,
                    "proved": reason.proved,
                    "hanging": hanging(&reason.hanging),
                    "hanging_before": hanging(&reason.before),
                }),
                _ => Value::Null,
            };
        }
        result
    }
}

impl Report for AnalyseReport {
    fn name(&self) -> &'static str {
        "daldos-analyse"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn scene(&self) -> Option<Scene> {
        let position = self.position();
        let mut scene = self.question.picture().scene;
        for threat in &self.turns[0].pieces {
            let share = crate::exact::approx(&upper_of(&threat.chance));
            if share > 0.0 {
                let hole = position.game().route().hole(position.side(), threat.at);
                let short = match threat.chance.fixed(2) {
                    bounds if bounds.contains('…') => {
                        format!("≤ {}", super::up(&upper_of(&threat.chance), 2))
                    }
                    number => number,
                };
                let words = [short, threat.chance.decimal(6)];
                scene.shade(&hole.to_string(), share, words);
            }
        }
        Some(scene)
    }

    fn best(&self) -> Option<String> {
        let best = self.plays.as_ref()?.ranked.first()?;
        best.value.as_ref().map(|_| best.play.text(self.position()))
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let position = self.position();
        let other = position.flipped();
        let (mine, theirs) = (position.side(), other.side());
        if let Some(winner) = position.winner() {
            return vec![Sheet {
                name: "plays",
                heading: format!(
                    "{} · the game is over: {winner} has won, and nothing is thrown any more",
                    self.question.rules()
                ),
                ..Sheet::default()
            }];
        }
        let mut sheets = Vec::new();
        if let Some(plays) = &self.plays {
            sheets.push(self.plays_sheet(plays, digits, SHOWN));
        }
        sheets.push(self.turn_sheet(
            position,
            &self.turns[0],
            "turn",
            format!(
                "{} · {mine} to throw: what this turn can bring",
                self.question.rules()
            ),
            digits,
        ));
        sheets.push(self.turn_sheet(
            &other,
            &self.turns[1],
            "threats",
            format!("Threats by {theirs}, if {theirs} were to throw now"),
            digits,
        ));
        sheets
    }
}
