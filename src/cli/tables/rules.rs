//! The games whose solutions can be kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_rational::BigRational;

use super::failure;
use crate::cli::failure::Failure;
use crate::cli::meter::Meter;
use crate::exact::stochastic::{BoundsFault, ONE};
use crate::games::alignment::{Model, Ruleset, audit};
use crate::games::daldos::board::{self, Position, Side};
use crate::games::daldos::endgame::{self, Endgame, EndgameError, KeepError, Kept};
use crate::games::sidja::endgame::Endgames;
use crate::games::{daldos, sidja, teeko, twentyfive};
use crate::rules::{Options, RulesError};
use crate::solve::retro::{Layer, LayerTable};
use crate::solve::table::{
    self, Built, Directory, Event, Identity, Record, Stored, TableError, Tables,
};

/// Rules of a game that can be solved outright, or of one whose endgames can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Known {
    Teeko(teeko::Rules),
    TwentyFive(twentyfive::Rules),
    Daldos(Box<daldos::rules::Rules>),
    Sidja(Box<sidja::Rules>),
}

/// How much is asked for of a game of which only endgames are kept.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extent {
    /// Of daldos: the pieces of one side and of the other.
    pub(super) pieces: Option<[usize; 2]>,
    /// Of sidja: the stones of both sides together.
    pub(super) stones: Option<u32>,
}

/// The stones of Sidja's tables unless another number is asked for.
const STONES: u32 = 6;

/// What a full check found.
pub(super) struct Checked {
    /// Arrangements checked, symmetric ones counted apart.
    pub(super) arrangements: u64,
    pub(super) fault: Option<String>,
}

impl Known {
    /// The rules of a text, which must name the game.
    pub(super) fn parse(text: &str) -> Result<Known, Failure> {
        let game = text.split(':').next().unwrap_or_default().trim();
        let fault = |error: RulesError| {
            Failure::Input(anyhow::Error::new(error).context(format!("rules `{text}`")))
        };
        match game {
            teeko::Rules::GAME => Ok(Known::Teeko(text.parse().map_err(fault)?)),
            twentyfive::Rules::GAME => Ok(Known::TwentyFive(text.parse().map_err(fault)?)),
            endgame::GAME => Ok(Known::Daldos(Box::new(text.parse().map_err(fault)?))),
            sidja::endgame::GAME => Ok(Known::Sidja(Box::new(text.parse().map_err(fault)?))),
            _ => Err(Failure::input(format!(
                "siga keeps no tables of `{text}`: write rules such as `{}`, `{}`, `{}:n=8` or `{}:sudan`",
                teeko::Rules::default(),
                twentyfive::Rules::default(),
                endgame::GAME,
                sidja::endgame::GAME,
            ))),
        }
    }

    /// All of a list, each once.
    pub(super) fn parse_all(texts: &[String]) -> Result<Vec<Known>, Failure> {
        let mut all = Vec::new();
        for text in texts {
            let known = Known::parse(text)?;
            if !all.contains(&known) {
                all.push(known);
            }
        }
        Ok(all)
    }

    /// The full text.
    pub(super) fn text(&self) -> String {
        match self {
            Known::Teeko(rules) => rules.to_string(),
            Known::TwentyFive(rules) => rules.to_string(),
            Known::Daldos(rules) => rules.to_string(),
            Known::Sidja(rules) => rules.to_string(),
        }
    }

    /// What follows a solver of these rules layer by layer.
    pub(super) fn meter(&self, extent: Extent) -> Option<Meter> {
        match self {
            Known::Teeko(rules) => Some(Meter::new(&Model::new(*rules))),
            Known::TwentyFive(rules) => Some(Meter::new(&Model::new(*rules))),
            Known::Daldos(_) => None,
            Known::Sidja(rules) => {
                let groups = sidja::endgame::groups(rules, extent.stones.unwrap_or(STONES));
                let cells = rules.board().cell_count();
                Some(Meter::of(cells, groups.into_iter().flatten()))
            }
        }
    }

    /// Builds what is missing.
    pub(super) fn build(
        &self,
        extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event),
    ) -> Result<Built, Failure> {
        self.fits(extent)?;
        let mut watch = |event: Event| {
            observe(event);
            true
        };
        match self {
            Known::Teeko(rules) => build(*rules, directory, &mut watch),
            Known::TwentyFive(rules) => build(*rules, directory, &mut watch),
            Known::Daldos(rules) => {
                let least = usize::from(rules.board().loses_at) + 1;
                let game = ready(rules)?;
                let pieces = extent.pieces.unwrap_or([least; 2]);
                endgame::build(game, pieces, directory, observe).map_err(keep_failure)
            }
            Known::Sidja(rules) => {
                let stones = extent.stones.unwrap_or(STONES);
                sidja::endgame::build(rules, stones, directory, observe).map_err(|error| {
                    use sidja::endgame::KeepError;
                    match error {
                        KeepError::Table(_) => Failure::Run(error.into()),
                        _ => Failure::Input(error.into()),
                    }
                })
            }
        }
    }

    /// Refuses an extent that is for another game.
    fn fits(&self, extent: Extent) -> Result<(), Failure> {
        let wrong = match self {
            Known::Daldos(_) => extent.stones.map(|_| "--stones is for endgames of sidja"),
            Known::Sidja(_) => extent.pieces.map(|_| "--pieces is for endgames of daldos"),
            _ => (extent.pieces.map(|_| "--pieces is for endgames of daldos"))
                .or(extent.stones.map(|_| "--stones is for endgames of sidja")),
        };
        match wrong {
            None => Ok(()),
            Some(why) => Err(Failure::input(format!(
                "{why}, not for {}: leave it out",
                self.text()
            ))),
        }
    }

    /// Checks every value of the tables against those of the next positions.
    pub(super) fn check(&self, directory: &Directory, stored: &Stored) -> Result<Checked, String> {
        let headers = stored.tables.iter().map(|table| table.header());
        match self {
            Known::Daldos(rules) => {
                let fault = check_endgames(rules, directory, stored)?;
                Ok(Checked {
                    arrangements: headers.map(|header| header.arrangements).sum(),
                    fault,
                })
            }
            Known::Sidja(rules) => check_sidja(rules, directory, stored),
            Known::Teeko(rules) => {
                let layers: Vec<Layer> = headers.map(|header| header.layer).collect();
                check(*rules, directory, &layers).map_err(|error| error.to_string())
            }
            Known::TwentyFive(rules) => {
                let layers: Vec<Layer> = headers.map(|header| header.layer).collect();
                check(*rules, directory, &layers).map_err(|error| error.to_string())
            }
        }
    }
}

/// How far apart a table's bounds may be; `None` if it holds values.
pub(super) fn widest(record: Record) -> Option<BigRational> {
    match record {
        Record::Code { .. } | Record::Turns { .. } => None,
        Record::Bounds { widest } => Some(BigRational::new(widest.into(), ONE.into())),
    }
}

fn ready(rules: &daldos::rules::Rules) -> Result<Arc<board::Game>, Failure> {
    board::Game::new(rules.clone())
        .map(Arc::new)
        .map_err(|error| Failure::Input(anyhow::Error::new(error).context(rules.to_string())))
}

fn keep_failure(error: KeepError) -> Failure {
    match error {
        KeepError::Endgame(EndgameError::TooLarge(_)) => Failure::Run(error.into()),
        KeepError::Endgame(_) => Failure::Input(error.into()),
        error => Failure::Run(error.into()),
    }
}

/// Proves the bounds again of every endgame that is not part of another; the first fault.
fn check_endgames(
    rules: &daldos::rules::Rules,
    directory: &Directory,
    stored: &Stored,
) -> Result<Option<String>, String> {
    let game = board::Game::new(rules.clone()).map_err(|error| error.to_string())?;
    let game = Arc::new(game);
    let layers = stored.tables.iter().map(|table| table.header().layer);
    let layers: Vec<Layer> = layers.filter(|layer| layer.own >= layer.other).collect();
    for layer in &layers {
        let holds =
            |other: &Layer| other != layer && layer.own <= other.own && layer.other <= other.other;
        if layers.iter().any(holds) {
            continue;
        }
        let pieces = [layer.own, layer.other].map(usize::from);
        let kept = Kept::open(game.clone(), pieces, directory)
            .map_err(|error| error.to_string())?
            .ok_or_else(|| format!("layer {layer} of {rules} does not rest on the others"))?;
        let endgame = kept.endgame().map_err(|error| error.to_string())?;
        if let Err(fault) = endgame.bounds().check(endgame.game()) {
            return Ok(Some(format!("{}{fault}", place(&endgame, &fault))));
        }
    }
    Ok(None)
}

/// Checks every value of Sidja's endgames.
fn check_sidja(
    rules: &sidja::Rules,
    directory: &Directory,
    stored: &Stored,
) -> Result<Checked, String> {
    let most = stored
        .tables
        .iter()
        .map(|table| table.header().layer.total());
    let most = most.max().unwrap_or(0).into();
    let found = Endgames::load(rules, most, directory).map_err(|error| error.to_string())?;
    let there = |endgames: &Endgames| endgames.solution().tables().len() == stored.tables.len();
    let Some(endgames) = found.filter(there) else {
        return Err(format!("tables of {rules} do not rest on each other"));
    };
    Ok(match sidja::endgame::audit(&endgames) {
        Ok(arrangements) => Checked {
            arrangements,
            fault: None,
        },
        Err(fault) => Checked {
            arrangements: 0,
            fault: Some(fault.to_string()),
        },
    })
}

/// The position that a fault is about.
fn place(endgame: &Endgame, fault: &BoundsFault) -> String {
    let (BoundsFault::State { state } | BoundsFault::Endless { state }) = fault else {
        return String::new();
    };
    let state = endgame.state(*state);
    let position = state.map(|state| Position::new(endgame.rules().clone(), state, Side::A));
    position.map_or_else(String::new, |position| format!("{position}: "))
}

fn build<R: Ruleset>(
    rules: R,
    directory: &Directory,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, Failure> {
    let text = rules.to_string();
    let identity = Identity {
        game: R::GAME,
        rules: &text,
    };
    table::build(&Model::new(rules), identity, directory, observe).map_err(failure)
}

fn check<R: Ruleset>(
    rules: R,
    directory: &Directory,
    layers: &[Layer],
) -> Result<Checked, TableError> {
    let model = Model::new(rules);
    let files = Tables::new(&model, &rules.to_string(), directory);
    let mut tables: BTreeMap<Layer, LayerTable> = BTreeMap::new();
    for &layer in layers {
        tables.insert(layer, files.load(layer)?);
    }
    let mut arrangements = 0;
    for part in audit::parts(&rules) {
        match audit::check(&rules, part, &tables, &|_| {}) {
            Ok(audited) => arrangements += audited.count.arrangements(),
            Err(fault) => {
                return Ok(Checked {
                    arrangements,
                    fault: Some(fault.to_string()),
                });
            }
        }
    }
    Ok(Checked {
        arrangements,
        fault: None,
    })
}
