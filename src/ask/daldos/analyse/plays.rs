//! The plays of a throw, ranked, for people.

use num_rational::BigRational;

use super::json::{Best, RankedPlay, RankedPlays};
use super::{Analyse, SHOWN};
use crate::ask::daldos::{in_short, in_words};
use crate::ask::failure::Failure;
use crate::games::daldos::analyse::{By, Ranked, Reason, Threat};
use crate::games::daldos::{Cast, Hole, Play, Position};
use crate::games::playouts::Effort;
use crate::games::throws::played_out::compare_plays;
use crate::render::sheet::{Column, Entry, Sheet};
use crate::render::words::counted;
use crate::solve::Method;
use crate::work::Note;

/// Decimal places in the reason for a play.
const DIGITS: usize = 6;

/// The value of a play in words.
pub(crate) fn worth(by: By, value: &str) -> String {
    match by {
        By::Take => format!("chance {value} to take something"),
        By::Safe => format!("chance {value} that the opponent takes something"),
        By::Net => format!("net gain {value}, on average"),
        By::Win => format!("wins with chance {value}"),
    }
}

/// Whether a threat is worth mentioning: its chance may be 1 in 1,000.
fn matters(threat: &Threat) -> bool {
    let little = BigRational::new(1.into(), 1000.into());
    threat
        .probability
        .ends()
        .is_none_or(|(_, most)| most >= little)
}

impl Analyse {
    pub(super) fn plays_sheet(&self, plays: &RankedPlays) -> Sheet {
        let by = self.by;
        let what = match by {
            By::Take => "chance to take something this turn",
            By::Safe => "chance that the opponent takes something next turn, lower is better",
            By::Net => "net gain in pieces to the end of the next turn, on average",
            By::Win => "chance to win",
        };
        let mut notes: Vec<String> = plays.best.iter().map(|best| best.reason.clone()).collect();
        if by == By::Win && plays.plays.iter().any(|ranked| ranked.value.is_none()) {
            let estimated = match plays.estimates {
                Some(Some(_)) => "estimates are below",
                _ => "--simulate 1000 estimates the chances, and see --by net",
            };
            notes.push(format!(
                "no endgame value is known for these positions: {estimated}"
            ));
        }
        if matches!(plays.estimates, Some(None)) {
            notes.push("all chances are proved: nothing is estimated".to_owned());
        }
        notes.extend(self.looked_up(plays));
        if by != By::Win {
            notes.extend(self.closeness(plays));
        }
        let heading = format!(
            "Throw {} · {} by {by}: {what}",
            self.thrown.text(),
            counted(plays.plays.len(), "play", "plays"),
        );
        let value = match by {
            By::Net => Column::number("exact", "decimal"),
            _ => Column::chance("exact", "decimal"),
        };
        let sheet = Sheet::of(&plays.plays)
            .text("play", |ranked| ranked.play.action.clone())
            .text("takes", |ranked| ranked.play.captures.join(" "))
            .column(value, |ranked| {
                let value = ranked.value.as_ref();
                value.map_or(Entry::Missing("not known"), Entry::from)
            })
            .named("plays", heading)
            .notes(notes);
        Sheet {
            shown: Some(SHOWN),
            ..sheet
        }
    }

    /// The folder of the tables that the chances are from.
    fn looked_up(&self, plays: &RankedPlays) -> Option<String> {
        let folder = self.folder.as_ref()?;
        (plays.method == Some(Some(Method::Tables))).then(|| {
            let folder = folder.display();
            format!("chances to win are those of the tables in {folder}")
        })
    }

    /// The distance that the bounds of the plays have reached.
    fn closeness(&self, plays: &RankedPlays) -> Option<String> {
        let values = plays
            .plays
            .iter()
            .filter_map(|ranked| ranked.value.as_ref());
        let first = if plays.extra && matches!(self.by, By::Safe | By::Net) {
            "the extra throw comes first: "
        } else {
            ""
        };
        self.wider(values)
            .map(|wider| format!("{first}{wider}; all bounds are proved"))
    }
}

/// The reason for the best play.
fn why(position: &Position, by: By, plays: &[Ranked], reason: &Reason) -> Option<String> {
    let best = plays.first()?;
    let value = best.value.as_ref()?;
    let text = best.play.text(position);
    let mut parts = Vec::new();
    let taken = position.holes(best.play.taken);
    if !taken.is_empty() {
        parts.push(format!("takes {}", itertools::join(&taken, " and ")));
    }
    if best.play.again {
        parts.push("throws again".to_owned());
    }
    if position.after(&best.play).winner().is_some() {
        return Some(format!("Best: {text} {} and wins.", parts.join(", ")));
    }
    parts.extend(dangers(position, best, reason));
    let criterion = worth(by, &in_words(value, DIGITS));
    let next = plays.get(1).and_then(|next| next.value.as_ref());
    let equals = match (reason.equals, next, reason.proved) {
        (0, Some(next), _) => format!("; the next best has {}", in_words(next, DIGITS)),
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
    if best.play.is_pass() {
        return Some(format!("The throw cannot be used: {criterion}."));
    }
    Some(format!(
        "{best_of}: {text} {}: {criterion}{equals}.",
        parts.join(", ")
    ))
}

/// The pieces that a play brings out of danger, and those that it leaves in reach.
fn dangers(position: &Position, best: &Ranked, reason: &Reason) -> Vec<String> {
    let route = position.game().route();
    let hole = |at: u8| route.hole(position.side(), at);
    let mut parts = Vec::new();
    // A piece that has moved is looked for where it stands now.
    let now_at = |at: Hole| {
        let ways = best.play.ways.first();
        let mut legs = ways.into_iter().flat_map(|way| way.legs());
        let moved = legs.find(|leg| hole(leg.from) == at);
        moved.map_or(at, |leg| hole(leg.to))
    };
    let rescued: Vec<String> = (reason.hanging_before.iter())
        .filter(|threat| matters(threat))
        .filter(|threat| {
            let now = now_at(threat.hole);
            !(reason.hanging.iter()).any(|hanging| hanging.hole == now && matters(hanging))
        })
        .take(2)
        .map(|threat| format!("{} ({})", threat.hole, in_short(&threat.probability)))
        .collect();
    if !rescued.is_empty() {
        parts.push(format!("brings {} out of danger", rescued.join(" and ")));
    }
    let hanging: Vec<&Threat> = reason
        .hanging
        .iter()
        .filter(|threat| matters(threat))
        .collect();
    match hanging.as_slice() {
        [] if !reason.hanging.is_empty() => {
            parts.push("leaves next to nothing that the opponent can take".to_owned());
        }
        [] => parts.push("leaves nothing that the opponent can take".to_owned()),
        threats => {
            let shown = (threats.iter())
                .take(2)
                .map(|threat| format!("{} ({})", threat.hole, in_short(&threat.probability)));
            let more = match threats.len() {
                0..=2 => String::new(),
                number => format!(" and {} less so", number - 2),
            };
            let shown: Vec<String> = shown.collect();
            parts.push(format!("leaves {} in reach{more}", shown.join(" and ")));
        }
    }
    parts
}

impl RankedPlays {
    /// The plays of a throw, and with `effort` the games played out after each.
    pub(super) fn of(
        position: &Position,
        (cast, by): (Cast, By),
        (plays, reason): (Vec<Ranked>, Option<Reason>),
        effort: Option<Effort>,
        note: &Note,
    ) -> Result<Self, Failure> {
        let estimates = match effort {
            None => None,
            // Nothing is left to estimate.
            Some(_) if by == By::Win && plays.iter().all(|play| play.value.is_some()) => Some(None),
            Some(effort) => {
                let after = |play: &Play| (play.text(position), position.after(play));
                let plays = plays.iter().map(|ranked| after(&ranked.play));
                Some(compare_plays(position, plays, effort, note)?)
            }
        };
        Ok(Self {
            best: Best::of(position, by, &plays, reason),
            method: None,
            estimates,
            plays: RankedPlay::all(position, &plays),
            extra: cast.extra,
        })
    }
}

impl Best {
    /// The first of some plays; `None` where its value is not known.
    pub(super) fn of(
        position: &Position,
        by: By,
        plays: &[Ranked],
        reason: Option<Reason>,
    ) -> Option<Self> {
        let (best, reason) = (plays.first()?, reason?);
        Some(Self {
            action: best.play.text(position),
            reason: why(position, by, plays, &reason)?,
            why: reason,
        })
    }
}
