//! `siga ur analyse`: the chance to win from a position, and every play ranked.

use std::cmp::Reverse;

use clap::Args;

use crate::ask::args::tables::TablesPlace;
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::ask::with_throws::endgame::{Endings, Solves};
use crate::exact::serial::count;
use crate::games::throws::endgame::Endgames as _;
use crate::games::throws::{NothingKnown, Values};
use crate::games::ur;
use crate::games::ur::rules::Throw;
use crate::games::ur::solve::{USUAL_POSITIONS, by_throw, in_fractions};
use crate::games::ur::{Position, Recorded};
use crate::solve::Method;
use crate::work::Note;

/// What is asked of a position.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct AnalyseArgs {
    /// The chance of the position as a fraction, where at most 3,000 positions can follow
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    #[serde(flatten)]
    solving: SolvingArgs,
}

/// What is solved, and where it may be solved already.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct SolvingArgs {
    /// Solve what can follow, if that is at most N positions
    #[arg(long, value_name = "N", default_value_t = USUAL_POSITIONS)]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    pub(super) budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    pub(super) tables: TablesPlace,
}

impl Solves for Position {
    const WORD: &'static str = "analyse";
    const ALSO: &'static [&'static str] = &["probe"];
    type Terms = AnalyseArgs;

    fn solved(
        &self,
        throw: Option<&Throw>,
        terms: &AnalyseArgs,
        caller: Caller,
        note: &Note,
    ) -> Result<Endings<Self::Own>, Failure> {
        let tables = within_reach(&terms.solving.tables, &self.rules().to_string(), caller)?;
        let throws = match throw {
            Some(throw) => std::slice::from_ref(throw),
            None => self.rules().dice().throws(),
        };
        let solved = ur::SolvedRace::from(self, tables.as_ref(), terms.solving.budget, note);
        // A damaged table is an error, and no reason to look into the record.
        let too_many =
            (solved.as_ref().err()).is_some_and(|fault| fault.limit_to_raise().is_some());
        let recorded = Recorded::of(self).filter(|_| too_many && !terms.exact);
        if let Some(recorded) = recorded
            && let Some(win) = recorded.own(self)?
        {
            let throws = by_throw(&recorded, self, throws)?;
            let known = "proved bounds, recorded from the tables of the whole game";
            return Ok(Endings {
                known: vec![known.to_owned()],
                ..Endings::new(self, Some(win), &throws, Some(Method::Recorded))
            });
        }
        if let (Err(fault), false) = (&solved, terms.exact || !too_many) {
            let mut throws = by_throw(&NothingKnown, self, throws)?;
            for throw in &mut throws {
                (throw.plays).sort_by_cached_key(|worth| Reverse(worth.play.ahead()));
            }
            let ranked = "plays are ranked by the steps ahead after the next throw, on average; no play is proved to be best";
            return Ok(Endings {
                measure: Some(("steps ahead", |play| Entry::exact(play.ahead.0.clone()))),
                known: vec![format!("who wins is not known: {fault}"), ranked.to_owned()],
                ..Endings::new(self, None, &throws, None)
            });
        }
        let solved = solved?;
        let exact = terms.exact.then(|| in_fractions(self, note)).transpose()?;
        let (win, lengths) = match exact {
            Some(exact) => (exact.win(0), exact.lengths(&[0])?.of(0)),
            None if solved.is_small() => (solved.bounds_of(self)?, solved.lengths(self, note)?),
            None => (solved.bounds_of(self)?, None),
        };
        let [length, expected] = lengths.map_or([None, None], |lengths| lengths.map(Some));
        let throws = by_throw(&*solved, self, throws)?;
        let small = solved.positions() <= Self::MOST_EXACT as u64;
        let known = "proved bounds; only the chance of the position is a fraction with --exact";
        let endings = Endings {
            length,
            throws: expected,
            positions: Count::of(solved.positions()),
            known: vec![known.to_owned()],
            ..Endings::new(self, Some(win), &throws, Some(solved.method()))
        };
        Ok(endings.naming_exact(small))
    }
}
