//! `siga daldos endgame`: the game with few pieces left.

mod all;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

use crate::ask::args::position::{PLACE, POSITION_FILE};
use crate::ask::args::tables::TablesPlace;
use crate::ask::daldos::analyse::Ways;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{Placed as _, PositionOf};
use crate::ask::with_throws::endgame::Endings;
use crate::ask::{input, tables};
use crate::exact::parse_fraction;
use crate::games::daldos::endgame::{AllPositions, all_positions};
use crate::games::daldos::{Game, Position};
use crate::games::throws::ThrowPlays;
use crate::games::throws::endgame::{Known, MAX_POSITIONS, Terms, USUAL_POSITIONS};
use crate::rules::RulesText as _;
use crate::solve::throws::ONE;
use crate::solve::{Directory, Method};
use crate::work::Note;

/// The game with few pieces left.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[command(mut_group(PLACE, |place| place.required(false)))]
#[schemars(rename = "EndgameQuery")]
pub(crate) struct EndgameArgs {
    #[command(flatten)]
    #[serde(flatten)]
    start: PositionOf<Position>,
    /// How many pieces each side has [default: 1,1; 2,2 under loses_at=1]
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1, conflicts_with = PLACE, help_heading = "Question")]
    pieces: Option<Vec<usize>>,
    /// Holes of a home row, in place of the n of the rules
    #[arg(long, value_name = "N", conflicts_with = PLACE, help_heading = "Question")]
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u8>,
    /// At most N positions, up to 15,000,000 [default: 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_POSITIONS)), help_heading = "Question")]
    positions: Option<u32>,
    /// Fractions in place of bounds (up to 14,000 positions)
    #[arg(long, help_heading = "Question")]
    exact: bool,
    /// How far apart the bounds may be
    #[arg(
        long,
        value_name = "W",
        default_value = "1e-12",
        help_heading = "Question"
    )]
    width: String,
    /// List every position (up to 300,000)
    #[arg(long, conflicts_with_all = [POSITION_FILE, "position", "exact"], help_heading = "Question")]
    all: bool,
    /// Solve anew, even where there are tables
    #[arg(long, help_heading = "Question")]
    solve: bool,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
    /// The folder of the tables that were looked into.
    #[arg(skip)]
    #[serde(skip)]
    folder: Option<PathBuf>,
}

/// The chances of all positions with given numbers of pieces, or of one position.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Found {
    /// All positions with given numbers of pieces.
    All(Box<AllPositions>),
    /// One position: its chance to win, and the plays of every throw.
    One(Box<Endings<Ways>>),
}

impl EndgameArgs {
    /// How the endgame is answered, and the tables that are looked into.
    fn terms(&self, rules: &str, caller: Caller) -> Result<(Terms, Option<Directory>), Failure> {
        let tables = match self.solve {
            true => None,
            false => tables::within_reach(&self.tables, rules, caller)?,
        };
        let terms = Terms {
            width: width(&self.width)?,
            exact: self.exact,
            ..Terms::positions(self.positions.unwrap_or(USUAL_POSITIONS))
        };
        Ok((terms, tables))
    }

    /// One position.
    fn one(
        &self,
        position: &Position,
        caller: Caller,
        note: &Note,
    ) -> Result<Endings<Ways>, Failure> {
        let game = position.game();
        let rules = game.rules().to_string();
        let (terms, tables) = self.terms(&rules, caller)?;
        let known = Known::of(position, tables.as_ref(), &terms, note)?;
        let throws = game.casts().iter().map(|cast| {
            let chance = BigRational::new(cast.weight.into(), game.total().into());
            (*cast, chance, cast.extra)
        });
        let throws = ThrowPlays::each(&known, position, throws)?;
        note.set("how long games last");
        let solved = Endings::of(position, &known, &throws)?;
        let folder = tables.map(|tables| tables.folder(&rules));
        let known = self.how_known(&solved, folder.as_deref());
        Ok(Endings { known, ..solved })
    }

    /// How the values of a position are known.
    fn how_known(&self, solved: &Endings<Ways>, folder: Option<&Path>) -> Vec<String> {
        let lengths = match (&solved.length, solved.method) {
            (Some(_), _) => Some(length_rule(self.exact)),
            (None, Some(Method::Solved)) => Some(
                "how long games last is not known: plays that may be best can go on for ever"
                    .to_owned(),
            ),
            (None, _) => None,
        };
        let positions = counted(solved.positions.grouped(), "position", "positions");
        let how = match (solved.method, folder) {
            (Some(Method::Tables), Some(folder)) => format!(
                "bounds of the tables in {} ({positions}); {AGREED}; --solve gives how long games last",
                folder.display()
            ),
            _ if self.exact => "exact; proved: no other play helps either side".to_owned(),
            _ => format!("proved bounds, from {positions}; {AGREED}"),
        };
        lengths.into_iter().chain([how]).collect()
    }

    /// All positions with given numbers of pieces.
    fn all(&mut self, caller: Caller, note: &Note) -> Result<AllPositions, Failure> {
        let mut rules = self.start.rules()?;
        if let Some(n) = self.n {
            let n = n.to_string();
            let sized = rules.with_value("n", &n);
            rules = sized.map_err(|error| Failure::value("--n", &n, &error))?;
        }
        self.start.settle(&rules);
        self.n = None;
        let least = usize::from(rules.board().loses_at) + 1;
        let pieces = match &self.pieces {
            Some(pieces) => input::pair("--pieces", pieces)?,
            None => [least; 2],
        };
        self.pieces = Some(pieces.to_vec());
        let text = rules.to_string();
        let (terms, tables) = self.terms(&text, caller)?;
        let game = Arc::new(
            Game::new(rules.clone()).map_err(|error| Failure::from(error).context(&rules))?,
        );
        self.folder = tables.as_ref().map(|tables| tables.folder(&text));
        Ok(all_positions(
            &game,
            pieces,
            tables.as_ref(),
            &terms,
            self.all,
            note,
        )?)
    }
}

impl Command for EndgameArgs {
    const WORDS: &'static [&'static str] = &["daldos", "endgame"];
    const ABOUT: &'static str =
        "The game with few pieces left: chances to win, lengths and best plays, proved";
    type Answer = Found;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Found, Failure> {
        match self.start.given(caller)?.cloned() {
            Some(position) => Ok(Found::One(Box::new(self.one(&position, caller, note)?))),
            None => Ok(Found::All(Box::new(self.all(caller, note)?))),
        }
    }

    fn target(&mut self) -> Target<'_> {
        self.start.target()
    }

    fn picture(&self, found: &Found) -> Option<Picture> {
        matches!(found, Found::One(_)).then(|| self.start.subject().picture())
    }

    fn tables(&self, found: &Found, style: &Style) -> Vec<Sheet> {
        match found {
            Found::All(all) => vec![self.summary(all, style.places())],
            Found::One(endings) => {
                let rules = self.start.subject().position.game().rules().to_string();
                endings.sheets(&rules, style)
            }
        }
    }
}

/// The width asked for, in the units of the bounds.
fn width(text: &str) -> Result<u64, Failure> {
    let wrong = || {
        Failure::input(format!(
            "--width {text}: a positive number up to 1, such as 1e-12, 0.001 or 1/1000"
        ))
    };
    let value = parse_fraction(text).map_err(|_| wrong())?;
    if !value.is_positive() || value > BigRational::one() {
        return Err(wrong());
    }
    let units = (value * BigInt::from(ONE)).to_integer();
    units.to_u64().filter(|&units| units >= 64).ok_or_else(|| {
        Failure::input(format!(
            "--width {text}: the bounds are kept to 2^-62; the finest width is 2e-17"
        ))
    })
}

/// The meaning of the digits of bounded numbers, for people.
const AGREED: &str = "digits are shown as far as both bounds agree";

/// The plays for which the lengths hold, for people.
fn length_rule(exact: bool) -> String {
    let rule = if exact {
        "where plays are worth the same, lengths are those after one of them (see docs/rules/daldos.md); others may give other lengths"
    } else {
        "lengths hold for every play that may be best by these bounds"
    };
    rule.to_owned()
}
