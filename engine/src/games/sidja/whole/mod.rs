//! The outcome of a whole position: tables, else solve, else search ([`analyse`](super::analyse)).
//!
//! Where all placements are on record, a placement is looked up, and a position with stones in hand follows from the rest of
//! the placing. The first capture is found in the same way ([`first_capture()`]).

mod found;
mod recorded;

pub use found::{Found, first_capture};
pub use recorded::Recorded;

use super::analyse::{Analysis, analyse_with};
use crate::games::sidja::endgame::Endgames;
use crate::games::sidja::{Outcome, Position, Rules};
use crate::solve::Directory;
use crate::work::{Fault, Kind, Note};

/// What is looked up of positions with few stones.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    /// Positions with at most this many stones are looked up: in the tables that are kept, or solved first; whatever
    /// is kept without a number, nothing at all if it is 0.
    pub stones: Option<u32>,
    /// Where tables are looked for.
    pub tables: Option<Directory>,
}

/// The basis of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[derive(schemars::JsonSchema)]
pub enum Proof {
    /// The game is over.
    Over,
    /// Every move of both sides, to the end of the game.
    Search,
    /// The same, ending in positions of the tables.
    SearchAndTables,
    /// The position is in the tables.
    Tables,
    /// The placement is on record.
    Placement,
    /// The rest of the placing is solved, and so is the game from every placement.
    Placing,
}

/// The tables that were used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Used {
    /// Whether they are kept, and were not solved for this answer.
    pub kept: bool,
    /// They have all positions with at most this many stones.
    pub stones: u32,
    /// Positions in them, symmetric ones and every count of moves without a capture apart.
    pub positions: u64,
}

/// The outcome of a position, and of each of its moves.
#[derive(Debug)]
#[non_exhaustive]
pub struct Whole {
    /// The verdicts on the position and its moves.
    pub analysis: Analysis,
    /// The basis of the outcome, if it is proved.
    pub proof: Option<Proof>,
    /// The tables that were used.
    pub tables: Option<Used>,
}

impl Used {
    fn of(endgames: &Endgames, kept: bool) -> Used {
        Used {
            kept,
            stones: endgames.most(),
            positions: endgames.positions(),
        }
    }
}

/// The outcome of a position and of each of its moves. `note` hears what is being done.
///
/// Exact: see [`Verdict`](super::analyse::Verdict). Cost: [`analyse_with`], and [`Endgames::new`] for tables that are not kept.
///
/// # Errors
/// If the tables asked for cannot be made, or one that is kept is damaged.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use siga::games::sidja::whole::{Lookup, Proof, whole};
/// use siga::games::sidja::{Outcome, Position, Rules};
/// let position = Position::parse("o4/5/2x2/5/3xo x -", &Rules::SUDAN)?;
/// let lookup = Lookup { stones: Some(4), tables: None };
/// let found = whole(&position, 100_000, &lookup, &Note::default())?;
/// assert_eq!(found.proof, Some(Proof::Tables));
/// assert_eq!(found.analysis.verdict.outcome(), Some(Outcome::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn whole(
    position: &Position,
    budget: u64,
    lookup: &Lookup,
    note: &Note,
) -> Result<Whole, Fault> {
    let recorded = Recorded::of(position, budget, note)?;
    if let Some(Recorded::Placing(analysis)) = recorded {
        return Ok(Whole {
            analysis,
            proof: Some(Proof::Placing),
            tables: None,
        });
    }
    let kept = lookup.kept(position.rules())?;
    let tables = tables(position, kept, lookup.stones, note)?;
    note.set("searching");
    let endgames = tables.as_ref().map(|(endgames, _)| endgames);
    let (mut analysis, mut proof) = searched(position, budget, endgames)?;
    if let Some(Recorded::Placement(outcome)) = recorded
        && proof.is_none()
    {
        analysis = analysis.within(outcome);
        proof = Some(Proof::Placement);
    }
    // On 3×3, where the search gives up, the rest of the placing is solved.
    if proof.is_none()
        && let Some(placing) = Analysis::of_placing(position, budget, note)?
    {
        analysis = placing;
        proof = Some(Proof::Placing);
    }
    Ok(Whole {
        analysis,
        proof,
        tables: tables.map(|(endgames, kept)| Used::of(&endgames, kept)),
    })
}

/// What a search finds, and how it proves it.
fn searched(
    position: &Position,
    budget: u64,
    endgames: Option<&Endgames>,
) -> Result<(Analysis, Option<Proof>), Fault> {
    let analysis = analyse_with(position, budget, endgames);
    let known = endgames.and_then(|tables| tables.outcome(position.state()));
    sound(endgames)?;
    let is_over = position.end().is_some();
    let proved = analysis.verdict.outcome();
    let proof = proved.map(|_| Proof::of(is_over, known, endgames.is_some()));
    Ok((analysis, proof))
}

impl Lookup {
    /// The tables of positions with as many stones as are looked up.
    fn kept(&self, rules: &Rules) -> Result<Option<Endgames>, Fault> {
        let all = 2 * u32::from(rules.stones());
        let most = self.stones.unwrap_or(all).min(all);
        match self.tables.as_ref().filter(|_| most > 0) {
            Some(directory) => Ok(Endgames::load(rules, most, directory)?),
            None => Ok(None),
        }
    }
}

/// Refuses what was found in damaged tables.
fn sound(endgames: Option<&Endgames>) -> Result<(), Fault> {
    if let Some(fault) = endgames.and_then(Endgames::fault) {
        return Err(Fault::new(Kind::Io, fault.to_string()));
    }
    Ok(())
}

/// The tables asked for, and whether they are kept: those that are, or else solved here.
fn tables(
    position: &Position,
    kept: Option<Endgames>,
    stones: Option<u32>,
    note: &Note,
) -> Result<Option<(Endgames, bool)>, Fault> {
    let rules = *position.rules();
    let Some(stones) = stones else {
        return Ok(kept.map(|endgames| (endgames, true)));
    };
    let most = stones.min(2 * u32::from(rules.stones()));
    if most == 0 {
        return Ok(None);
    }
    if let Some(endgames) = kept.filter(|endgames| endgames.most() >= most) {
        return Ok(Some((endgames, true)));
    }
    let fits = Endgames::fits(&rules);
    if stones > fits && rules.no_capture.is_some() && rules.size() <= 5 {
        return Err(Fault::new(
            Kind::Input,
            format!(
                "under {rules} every count of moves without a capture has a value of its own; up to {fits} stones fit into 2 \
                 GB, not {stones}: ask for fewer"
            ),
        ));
    }
    note.set(format!("solving positions of {stones} stones"));
    let built = Endgames::new(rules, stones);
    let built = built.map_err(|_| {
        let text = format!(
            "{rules} has no endgame tables: only boards of 3×3 and 5×5 have tables; ask without a number of stones"
        );
        Fault::new(Kind::Input, text)
    })?;
    Ok(Some((built, false)))
}

impl Proof {
    /// How a search with or without tables proves an outcome; `known` is that of the position itself in the tables.
    fn of(is_over: bool, known: Option<Outcome>, has_tables: bool) -> Proof {
        match (known, has_tables) {
            _ if is_over => Proof::Over,
            (Some(_), _) => Proof::Tables,
            (None, true) => Proof::SearchAndTables,
            (None, false) => Proof::Search,
        }
    }
}
