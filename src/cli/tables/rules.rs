//! The games whose solutions can be kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_rational::BigRational;

use crate::cli::failure::Failure;
use crate::exact::stochastic::{BoundsFault, ONE};
use crate::games::alignment::{self, Model, Ruleset, audit};
use crate::games::daldos::board::{self, Position, Side};
use crate::games::daldos::endgame::{self, Endgame, Kept};
use crate::games::sidja::endgame::{
    AuditError, Endgames, LayerCounts, Wanted, audit_layers, audit_outcomes,
};
use crate::games::{daldos, sidja, teeko, twentyfive};
use crate::names;
use crate::rules::{Options, RulesError};
use crate::solve::meter::Meter;
use crate::solve::retro::{Counts, Layer, LayerTable};
use crate::solve::table::{
    self, Built, Directory, Event, Identity, Record, Share, Stored, TableError, Tables,
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
    /// Of sidja: one layer and its mirror.
    pub(super) layer: Option<Layer>,
    /// Of sidja: with the turns to the end.
    pub(super) turns: bool,
}

/// The stones of Sidja's tables unless another number is asked for.
const STONES: u32 = 6;
/// The most stones for which the turns to the end can be kept.
const MOST_TURNS: u32 = 9;

/// What a full check found.
pub(super) struct Checked {
    /// Arrangements checked, symmetric ones counted apart.
    pub(super) arrangements: u64,
    pub(super) fault: Option<String>,
}

impl Extent {
    /// Which of Sidja's positions.
    pub(super) fn wanted(self) -> Wanted {
        match self.layer {
            Some(layer) => Wanted::Layer(layer),
            None => Wanted::Stones(self.stones.unwrap_or(STONES)),
        }
    }
}

impl Known {
    /// The rules of a text, which must name the game.
    pub(super) fn parse(text: &str) -> Result<Known, Failure> {
        let game = names::fold(text.split(':').next().unwrap_or_default().trim());
        let fault = |error: RulesError| {
            Failure::Input(anyhow::Error::new(error).context(format!("rules `{text}`")))
        };
        match game.as_str() {
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
                let groups = extent.wanted().groups(rules).unwrap_or_default();
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
                endgame::build(game, pieces, directory, observe).map_err(Failure::from)
            }
            Known::Sidja(rules) => {
                let stones = extent.stones.unwrap_or(STONES);
                let built = match extent.turns {
                    true => sidja::endgame::build_turns(rules, stones, directory, observe),
                    false => {
                        sidja::endgame::room_to_build(rules, extent.wanted(), directory)?;
                        sidja::endgame::build(rules, extent.wanted(), directory, observe)
                    }
                };
                built.map_err(Failure::from)
            }
        }
    }

    /// Refuses an extent that is for another game.
    fn fits(&self, extent: Extent) -> Result<(), Failure> {
        let of_sidja = (extent.stones.map(|_| "--stones is for endgames of sidja"))
            .or(extent.layer.map(|_| "--layer is for endgames of sidja"))
            .or(extent.turns.then_some("--turns is for endgames of sidja"));
        let of_daldos = extent.pieces.map(|_| "--pieces is for endgames of daldos");
        let wrong = match self {
            Known::Daldos(_) => of_sidja,
            Known::Sidja(_) => of_daldos,
            _ => of_daldos.or(of_sidja),
        };
        if let (Known::Sidja(_), true, Some(stones)) = (self, extent.turns, extent.stones)
            && stones > MOST_TURNS
        {
            return Err(Failure::input(format!(
                "--stones {stones}: with --turns at most {MOST_TURNS} stones are solved"
            )));
        }
        match wrong {
            None => Ok(()),
            Some(why) => Err(Failure::input(format!(
                "{why}, not for {}: leave it out",
                self.text()
            ))),
        }
    }

    /// Wins, losses, draws and no positions of a game in each layer over every arrangement, symmetric ones counted
    /// apart; nothing of tables of bounds.
    pub(super) fn counts(
        &self,
        directory: &Directory,
        layers: &[Layer],
    ) -> Result<BTreeMap<Layer, [u64; 4]>, String> {
        let found = match self {
            Known::Daldos(_) => return Ok(BTreeMap::new()),
            Known::Teeko(rules) => counts(*rules, directory, layers),
            Known::TwentyFive(rules) => counts(*rules, directory, layers),
            Known::Sidja(rules) => {
                let counts = sidja::endgame::count_kept(rules, layers, directory);
                let of =
                    |counts: LayerCounts| (counts.layer, [counts.win, counts.loss, counts.draw, 0]);
                return counts
                    .map(|counts| counts.into_iter().map(of).collect())
                    .map_err(|error| error.to_string());
            }
        };
        found.map_err(|error| error.to_string())
    }

    /// The values of sampled positions of each layer, and of those that follow them.
    pub(super) fn certify(
        &self,
        directory: &Directory,
        shares: &[Share],
        seed: &str,
    ) -> Result<Vec<Vec<u8>>, Failure> {
        match self {
            Known::Teeko(rules) => {
                alignment::certify(*rules, directory, shares, seed).map_err(Failure::from)
            }
            Known::TwentyFive(rules) => {
                alignment::certify(*rules, directory, shares, seed).map_err(Failure::from)
            }
            Known::Sidja(rules) => {
                sidja::endgame::certify(rules, directory, shares, seed).map_err(Failure::from)
            }
            Known::Daldos(_) => Err(Failure::input(format!(
                "{}: tables of bounds have no certificate, each carries its own proof; run `siga tables verify`",
                self.text()
            ))),
        }
    }

    /// Cells of the board, where positions are two sets of cells.
    pub(super) fn cells(&self) -> u8 {
        match self {
            Known::Teeko(rules) => rules.board().cell_count(),
            Known::TwentyFive(rules) => rules.board().cell_count(),
            Known::Sidja(rules) => rules.board().cell_count(),
            Known::Daldos(_) => 0,
        }
    }

    /// Checks every value of the tables against those of the next positions.
    ///
    /// Of outcomes, only so many of a layer that has more, if a number is given.
    pub(super) fn check(
        &self,
        directory: &Directory,
        stored: &Stored,
        sample: Option<u64>,
        observe: &mut dyn FnMut(Layer),
    ) -> Result<Checked, String> {
        let headers = stored.tables.iter().map(|table| table.header());
        match self {
            Known::Daldos(rules) => {
                let fault = check_endgames(rules, directory, stored)?;
                Ok(Checked {
                    arrangements: headers.map(|header| header.arrangements).sum(),
                    fault,
                })
            }
            Known::Sidja(rules) => check_sidja(rules, directory, stored, sample, observe),
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
        Record::Code { .. } | Record::Turns { .. } | Record::Outcomes { .. } => None,
        Record::Bounds { widest } => Some(BigRational::new(widest.into(), ONE.into())),
    }
}

fn ready(rules: &daldos::rules::Rules) -> Result<Arc<board::Game>, Failure> {
    board::Game::new(rules.clone())
        .map(Arc::new)
        .map_err(|error| Failure::Input(anyhow::Error::new(error).context(rules.to_string())))
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
    sample: Option<u64>,
    observe: &mut dyn FnMut(Layer),
) -> Result<Checked, String> {
    let headers = stored.tables.iter().map(|table| table.header());
    let layers: Vec<Layer> = headers.clone().map(|header| header.layer).collect();
    if headers
        .clone()
        .all(|header| matches!(header.record, Record::Outcomes { .. }))
    {
        let found = audit_outcomes(rules, directory, &layers, sample, observe);
        let (arrangements, fault) = match found {
            Ok(arrangements) => (arrangements, None),
            Err(AuditError::Fault(fault)) => (0, Some(fault.to_string())),
            Err(error) => return Err(error.to_string()),
        };
        return Ok(Checked {
            arrangements,
            fault,
        });
    }
    let most = stored
        .tables
        .iter()
        .map(|table| table.header().layer.total());
    let most = most.max().unwrap_or(0).into();
    let found = Endgames::load(rules, most, directory).map_err(|error| error.to_string())?;
    let there = |endgames: &Endgames| {
        let tables = endgames.solution().tables();
        headers
            .clone()
            .all(|header| tables.contains_key(&header.layer))
    };
    let Some(endgames) = found.filter(there) else {
        return Err(format!("tables of {rules} do not rest on each other"));
    };
    Ok(match audit_layers(&endgames, &layers) {
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
    table::build(&Model::new(rules), identity, directory, observe).map_err(Failure::from)
}

fn counts<R: Ruleset>(
    rules: R,
    directory: &Directory,
    layers: &[Layer],
) -> Result<BTreeMap<Layer, [u64; 4]>, TableError> {
    let model = Model::new(rules);
    let files = Tables::new(&model, &rules.to_string(), directory);
    let count = |&layer: &Layer| {
        let counts = Counts::new(&files.load(layer)?);
        Ok((
            layer,
            [counts.win, counts.loss, counts.draw, counts.excluded],
        ))
    };
    layers.iter().map(count).collect()
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
