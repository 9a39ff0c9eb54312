//! The outcome of a whole position: tables, else solve, else search ([`analyse`](super::analyse)).
//!
//! Where all placements are on record, a placement is looked up, and a position with stones in hand follows from the rest of
//! the placing. The first capture is found in the same way ([`first_capture()`]).

mod found;
pub mod limit;
mod recorded;

pub use found::first_capture;

use limit::under_limit;
use recorded::{recorded, within};

use super::analyse::analyse_with;
use crate::games::review::{Judgement, Means};
use crate::games::sidja::endgame::Endgames;
use crate::games::sidja::placing::MOMENT;
use crate::games::sidja::rules::NoCaptureEnd;
use crate::games::sidja::{Position, Rules};
use crate::solve::{Directory, Worth};
use crate::work::{Fault, Kind, Note};

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
    /// The outcome without a limit on moves without a capture.
    Unlimited,
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

/// The outcome of the position without the limit on moves without a capture.
#[derive(Debug, Clone)]
pub struct Unlimited {
    /// The worth without the limit.
    pub worth: Worth,
    /// The rules without the limit.
    pub rules: Rules,
    /// The conclusion from that alone under the limit.
    pub implies: Worth,
    /// Up to how many stones positions were looked up; all of them where the placement is on record.
    pub stones: u32,
    /// The tables that were used; `None` for a placement on record.
    pub tables: Option<Used>,
}

impl Unlimited {
    fn of(position: &Position, tables: Option<Used>, worth: Worth) -> Unlimited {
        let all = 2 * u32::from(position.rules().stones());
        Unlimited {
            worth,
            rules: position.rules().without_limit(),
            implies: under_limit(position.rules(), position.quiet(), worth),
            stones: tables.map_or(all, |tables| tables.stones),
            tables,
        }
    }

    /// What is known under the limit, narrowed by this if it was open.
    fn narrow(&self, worth: Worth) -> Worth {
        match worth.outcome() {
            Some(_) => worth,
            None => Worth {
                at_least: worth.at_least.max(self.implies.at_least),
                at_most: worth.at_most.min(self.implies.at_most),
                length: self.implies.length,
            },
        }
    }
}

/// The outcome of a position, and of each of its moves.
#[derive(Debug)]
#[non_exhaustive]
pub struct WholeOutcome {
    /// What is known of the position and its moves.
    pub judgement: Judgement<Position>,
    /// The basis of the outcome, if it is proved.
    pub proof: Option<Proof>,
    /// The tables that were used.
    pub tables: Option<Used>,
    /// The outcome without its limit on moves without a capture, if tables of such rules exist, or it is on record.
    pub unlimited: Option<Unlimited>,
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
/// Positions with at most `stones` stones are looked up: in the tables that are kept, or solved first; whatever is kept without a number,
/// nothing at all if it is 0. Kept are tables of the rules, and of the same rules without a limit on moves without a capture.
///
/// Exact: what is proved. Cost: [`analyse_with`], once more without the limit if there are tables
/// for that, and [`Endgames::new`] for tables that are not kept.
///
/// # Errors
/// If the tables asked for cannot be made, or one that is kept is damaged.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use siga::games::review::Means;
/// use siga::games::sidja::whole::{Proof, whole};
/// use siga::games::sidja::{Outcome, Position, Rules};
/// let position = Position::parse("o4/5/2x2/5/3xo x -", &Rules::SUDAN)?;
/// let means = Means { budget: 100_000, tables: None };
/// let found = whole(&position, &means, Some(4), &Note::default())?;
/// assert_eq!(found.proof, Some(Proof::Tables));
/// assert_eq!(found.judgement.worth.outcome(), Some(Outcome::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn whole(
    position: &Position,
    means: &Means,
    stones: Option<u32>,
    note: &Note,
) -> Result<WholeOutcome, Fault> {
    let budget = means.budget;
    let mut on_record = recorded(position, budget, note)?;
    if let Some(judgement) = on_record.take_if(|_| position.state().is_placing()) {
        return Ok(WholeOutcome {
            judgement,
            proof: Some(Proof::Placing),
            tables: None,
            unlimited: None,
        });
    }
    let [own, unlimited] = kept(position.rules(), stones, means.tables.as_ref())?;
    let tables = tables(position, own, stones, note)?;
    note.set("searching");
    let endgames = tables.as_ref().map(|(endgames, _)| endgames);
    let is_over = position.end().is_some();
    let (mut judgement, mut proof) = searched(position, budget, endgames)?;
    if let Some(outcome) = on_record.and_then(|found| found.worth.outcome())
        && proof.is_none()
    {
        judgement = within(judgement, outcome);
        proof = Some(Proof::Placement);
    }
    // On 3×3, where the search gives up, the rest of the placing is solved.
    if proof.is_none()
        && let Some(placing) = recorded::placing(position, budget, note)?
    {
        judgement = placing;
        proof = Some(Proof::Placing);
    }
    let endless = recorded_without_limit(position, budget, note)?;
    if let Some(found) = &endless {
        narrow_stones(position, found, &mut judgement);
    }
    let unlimited = match (endless, unlimited.filter(|_| !is_over)) {
        (Some(found), _) => Some(Unlimited::of(position, None, found.worth)),
        (None, Some(endgames)) => without_limit(position, budget, &endgames)?,
        (None, None) => None,
    };
    let limited = unlimited.as_ref();
    let worth = limited.map_or(judgement.worth, |found| found.narrow(judgement.worth));
    if let Some(outcome) = worth.outcome() {
        if judgement.worth.outcome().is_none() {
            proof = Some(Proof::Unlimited);
        }
        judgement = within(judgement, outcome);
    }
    judgement.worth = worth;
    Ok(WholeOutcome {
        judgement,
        proof,
        tables: tables.map(|(endgames, kept)| Used::of(&endgames, kept)),
        unlimited,
    })
}

/// What a search finds, and how it proves it.
fn searched(
    position: &Position,
    budget: u64,
    endgames: Option<&Endgames>,
) -> Result<(Judgement<Position>, Option<Proof>), Fault> {
    let judgement = analyse_with(position, budget, endgames);
    let known = endgames.and_then(|tables| tables.outcome(position.state()));
    sound(endgames)?;
    let proof = match (known, endgames) {
        _ if position.end().is_some() => Proof::Over,
        (Some(_), _) => Proof::Tables,
        (None, Some(_)) => Proof::SearchAndTables,
        (None, None) => Proof::Search,
    };
    let proof = judgement.worth.outcome().map(|_| proof);
    Ok((judgement, proof))
}

/// The tables that are kept of positions with as many stones as are looked up: of the rules, and of these without their limit on
/// moves without a capture.
fn kept(
    rules: &Rules,
    stones: Option<u32>,
    directory: Option<&Directory>,
) -> Result<[Option<Endgames>; 2], Fault> {
    let all = 2 * u32::from(rules.stones());
    let most = stones.unwrap_or(all).min(all);
    let Some(directory) = directory.filter(|_| most > 0) else {
        return Ok([None, None]);
    };
    let own = Endgames::load(rules, most, directory)?;
    let unlimited = match rules.no_capture {
        Some(_) => Endgames::load(&rules.without_limit(), most, directory)?,
        None => None,
    };
    Ok([own, unlimited])
}

/// Refuses what was found in damaged tables.
fn sound(endgames: Option<&Endgames>) -> Result<(), Fault> {
    if let Some(fault) = endgames.and_then(Endgames::fault) {
        return Err(Fault::new(Kind::Io, fault.to_string()));
    }
    Ok(())
}

/// The outcome of a position without the limit of its rules; `None` if nothing is known.
fn without_limit(
    position: &Position,
    budget: u64,
    endgames: &Endgames,
) -> Result<Option<Unlimited>, Fault> {
    let endless = position.without_limit();
    if endgames.rules() != endless.rules() {
        return Ok(None);
    }
    let worth = analyse_with(&endless, budget, Some(endgames)).worth;
    sound(Some(endgames))?;
    let tables = Some(Used::of(endgames, true));
    Ok(Some(Unlimited::of(position, tables, worth)))
}

/// What is on record of a position under a limit without it. With stones in hand that can take long: where the limit does not draw,
/// so that nothing would follow, it is done only if it takes a moment.
fn recorded_without_limit(
    position: &Position,
    budget: u64,
    note: &Note,
) -> Result<Option<Judgement<Position>>, Fault> {
    let rules = position.rules();
    if rules.no_capture.is_none() {
        return Ok(None);
    }
    let budget = match rules.no_capture_end {
        NoCaptureEnd::Draw => budget,
        NoCaptureEnd::Count => budget.min(MOMENT),
    };
    recorded(&position.without_limit(), budget, note)
}

/// Narrows what each stone that can be placed comes to by what it comes to without the limit.
fn narrow_stones(
    position: &Position,
    without_limit: &Judgement<Position>,
    judgement: &mut Judgement<Position>,
) {
    for found in &mut judgement.moves {
        let mut same = without_limit.moves.iter();
        if let Some(same) = same.find(|same| same.action == found.action) {
            found.worth = Unlimited::of(position, None, same.worth).narrow(found.worth);
        }
    }
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
