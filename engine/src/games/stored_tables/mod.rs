//! The games whose solutions can be kept, and what can be done with their tables.

mod verify;

use std::fmt;
use std::sync::Arc;

use itertools::Itertools;
use num_rational::BigRational;

pub use verify::{VerifiedLayer, VerifiedSet, records_by_outcome, verify};

use crate::games::KEPT;
use crate::games::kept_game::KeptEntry;
pub use crate::games::kept_game::{Extent, KeptGame, Part, Task};
use crate::names;
use crate::solve::table::{Built, Directory, Event, Record, RecordKind};
use crate::solve::throws;
use crate::solve::throws::ONE;
use crate::work::{Fault, Kind};

/// Rules of a game that can be solved outright, or of one whose endgames can.
#[derive(Clone, Debug)]
pub struct KeptRules {
    game: Arc<dyn KeptGame>,
    parts: &'static [Part],
}

/// Rules of each game: `` `a`, `b` or `c` ``.
fn examples() -> String {
    let mut all = KEPT.iter().map(|game| format!("`{}`", (game.example)()));
    let last = all.next_back().unwrap_or_default();
    format!("{} or {last}", all.join(", "))
}

impl KeptRules {
    /// The rules of a text, which must name the game.
    ///
    /// # Errors
    /// Of kind input: the text names no game with tables, or its rules have a fault.
    ///
    /// # Examples
    /// ```
    /// use siga::games::stored_tables::KeptRules;
    /// assert_eq!(KeptRules::parse("Daldos: n=8")?.to_string(), "daldos:n=8");
    /// assert!(KeptRules::parse("sig").is_err());
    /// # Ok::<(), siga::work::Fault>(())
    /// ```
    pub fn parse(text: &str) -> Result<KeptRules, Fault> {
        let name = names::fold(text.split(':').next().unwrap_or_default().trim());
        let entry = KEPT.iter().find(|entry| (entry.is_game)(&name));
        let unknown = || {
            let examples = examples();
            let text = format!("siga keeps no tables of `{text}`: write rules such as {examples}");
            Fault::new(Kind::Input, text)
        };
        let KeptEntry { parse, parts, .. } = entry.ok_or_else(unknown)?;
        match parse(text) {
            Ok(game) => Ok(KeptRules { game, parts }),
            Err(error) => {
                let text = format!("rules `{text}`: {error}");
                Err(Fault::new(Kind::Input, text))
            }
        }
    }

    /// All of a list, each once.
    ///
    /// # Errors
    /// As [`KeptRules::parse`].
    pub fn parse_all(texts: &[String]) -> Result<Vec<KeptRules>, Fault> {
        let all: Result<Vec<KeptRules>, Fault> =
            texts.iter().map(|text| KeptRules::parse(text)).collect();
        Ok(all?.into_iter().unique_by(ToString::to_string).collect())
    }

    /// The game by which its tables are built and audited.
    pub fn game(&self) -> &dyn KeptGame {
        &*self.game
    }

    /// Whether an extent can have this part.
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// Builds what is missing. The observer stops the build by returning false.
    ///
    /// # Errors
    /// Of kind input: an extent that is for another game. Of kind limit: no room. Of kind io: a table that cannot be
    /// read, written or trusted.
    pub fn build(
        &self,
        extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, Fault> {
        if let Some(part) = extent.parts().find(|&part| !self.has(part)) {
            let other = KEPT.iter().find(|entry| entry.parts.contains(&part));
            let text = format!(
                "{} can be asked for of endgames of {}, not of {self}: leave it out",
                part.name(),
                other.map_or("", |entry| entry.game),
            );
            return Err(Fault::new(Kind::Input, text));
        }
        self.game.build(extent, directory, observe)
    }
}

impl fmt::Display for KeptRules {
    /// The full text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

/// The greatest distance between a table's bounds; `None` if it holds values.
pub fn widest(record: Record) -> Option<BigRational> {
    let unit = match record.kind {
        RecordKind::Narrow => throws::NARROW_ONE,
        _ => ONE,
    };
    let widest = record.widest()?;
    Some(BigRational::new(widest.into(), unit.into()))
}
