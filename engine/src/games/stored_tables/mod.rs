//! The games whose solutions can be kept, and what can be done with their tables.

mod audit;
mod verify;

use std::collections::BTreeMap;
use std::sync::Arc;

use num_rational::BigRational;

use thiserror::Error;

use audit::{audit_game, audit_sidja, prove_endgames};
pub use verify::{VerifiedLayer, VerifiedSet, records_by_outcome, verify};

use crate::exact::stochastic::ONE;
use crate::games::alignment::{self, Model, Ruleset};
use crate::games::daldos::endgame;
use crate::games::sidja::endgame::{LayerCounts, Wanted};
use crate::games::{daldos, sidja, teeko, twentyfive};
use crate::names;
use crate::rules::{Options, RulesError};
use crate::solve::meter::Meter;
use crate::solve::retro::{Counts, Layer};
use crate::solve::table::{
    self, Built, Directory, Event, Identity, Record, Share, Stored, TableError, Tables,
};
use crate::work::Fault;

/// Rules of a game that can be solved outright, or of one whose endgames can.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeptRules {
    /// Of Teeko.
    Teeko(teeko::Rules),
    /// Of twenty-five.
    TwentyFive(twentyfive::Rules),
    /// Of Daldøs, whose endgames are kept.
    Daldos(Box<daldos::rules::Rules>),
    /// Of Sidja, whose endgames are kept.
    Sidja(Box<sidja::Rules>),
}

/// How much is asked for of a game of which only endgames are kept.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extent {
    /// Of daldos: the pieces of one side and of the other.
    pub pieces: Option<[usize; 2]>,
    /// Of sidja: the stones of both sides together.
    pub stones: Option<u32>,
    /// Of sidja: one layer and its mirror.
    pub layer: Option<Layer>,
    /// Of sidja: with the turns to the end.
    pub turns: bool,
}

/// About the seconds of one core for a position of Sidja, with the turns to the end and without.
const TURNS: f64 = 2.9e-7;
const OUTCOMES: f64 = 4e-8;
/// The stones of Sidja's tables unless another number is asked for.
const STONES: u32 = 6;
/// The most stones for which the turns to the end can be kept.
const MOST_TURNS: u32 = 9;

/// Why tables are not kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeptError {
    /// The text names no game with tables.
    #[error(
        "siga keeps no tables of `{text}`: write rules such as `{}`, `{}`, `{}:n=8` or `{}:sudan`",
        teeko::Rules::default(),
        twentyfive::Rules::default(),
        endgame::GAME,
        sidja::endgame::GAME
    )]
    Game {
        /// The text.
        text: String,
    },
    /// The text has a fault.
    #[error("rules `{text}`: {error}")]
    Rules {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: RulesError,
    },
    /// What was asked for is for another game.
    #[error("{what} can be asked for of endgames of {game}, not of {rules}: leave it out")]
    Extent {
        /// What it was.
        what: &'static str,
        /// The game it is for.
        game: &'static str,
        /// The rules.
        rules: String,
    },
    /// Turns are kept for fewer stones.
    #[error("{stones} stones: with turns at most {MOST_TURNS} stones are solved")]
    Turns {
        /// As many as were asked for.
        stones: u32,
    },
    /// Bounds need no certificate.
    #[error(
        "{rules}: tables of bounds have no certificate, each carries its own proof; run `siga tables verify`"
    )]
    OwnProof {
        /// The rules.
        rules: String,
    },
}

crate::work::of_kind!(KeptError, Input);

impl Extent {
    /// Which of Sidja's positions.
    pub fn wanted(self) -> Wanted {
        match self.layer {
            Some(layer) => Wanted::Layer(layer),
            None => Wanted::Stones(self.stones.unwrap_or(STONES)),
        }
    }
}

impl KeptRules {
    /// The rules of a text, which must name the game.
    ///
    /// # Errors
    /// [`KeptError::Game`], [`KeptError::Rules`].
    ///
    /// # Examples
    /// ```
    /// use siga::games::stored_tables::KeptRules;
    /// assert_eq!(KeptRules::parse("Daldos: n=8")?.text(), "daldos:n=8");
    /// assert!(KeptRules::parse("sig").is_err());
    /// # Ok::<(), siga::games::stored_tables::KeptError>(())
    /// ```
    pub fn parse(text: &str) -> Result<KeptRules, KeptError> {
        let game = names::fold(text.split(':').next().unwrap_or_default().trim());
        let fault = |error: RulesError| KeptError::Rules {
            text: text.to_owned(),
            error,
        };
        match game.as_str() {
            teeko::Rules::GAME => Ok(KeptRules::Teeko(text.parse().map_err(fault)?)),
            twentyfive::Rules::GAME => Ok(KeptRules::TwentyFive(text.parse().map_err(fault)?)),
            endgame::GAME => Ok(KeptRules::Daldos(Box::new(text.parse().map_err(fault)?))),
            sidja::endgame::GAME => Ok(KeptRules::Sidja(Box::new(text.parse().map_err(fault)?))),
            _ => Err(KeptError::Game {
                text: text.to_owned(),
            }),
        }
    }

    /// All of a list, each once.
    ///
    /// # Errors
    /// As [`KeptRules::parse`].
    pub fn parse_all(texts: &[String]) -> Result<Vec<KeptRules>, KeptError> {
        let mut all = Vec::new();
        for text in texts {
            let known = KeptRules::parse(text)?;
            if !all.contains(&known) {
                all.push(known);
            }
        }
        Ok(all)
    }

    /// The full text.
    pub fn text(&self) -> String {
        match self {
            KeptRules::Teeko(rules) => rules.to_string(),
            KeptRules::TwentyFive(rules) => rules.to_string(),
            KeptRules::Daldos(rules) => rules.to_string(),
            KeptRules::Sidja(rules) => rules.to_string(),
        }
    }

    /// What follows a solver of these rules layer by layer.
    pub fn meter(&self, extent: Extent) -> Option<Meter> {
        match self {
            KeptRules::Teeko(rules) => Some(Meter::new(&Model::new(*rules))),
            KeptRules::TwentyFive(rules) => Some(Meter::new(&Model::new(*rules))),
            KeptRules::Daldos(_) => None,
            KeptRules::Sidja(rules) => {
                let groups = extent.wanted().groups(rules).unwrap_or_default();
                let cells = rules.board().cell_count();
                Some(Meter::of(cells, groups.into_iter().flatten()))
            }
        }
    }

    /// The estimated seconds of one core for solving a number of positions; 0 where that is not known.
    pub fn seconds(&self, extent: Extent, positions: u64) -> f64 {
        match self {
            KeptRules::Teeko(rules) => Model::new(*rules).seconds(positions),
            KeptRules::TwentyFive(rules) => Model::new(*rules).seconds(positions),
            KeptRules::Daldos(_) => 0.0,
            KeptRules::Sidja(_) if extent.turns => TURNS * positions as f64,
            KeptRules::Sidja(_) => OUTCOMES * positions as f64,
        }
    }

    /// Builds what is missing.
    ///
    /// # Errors
    /// Of kind input: an extent that is for another game. Of kind limit: no room. Of kind io: a table that cannot be
    /// read, written or trusted.
    pub fn build(
        &self,
        extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event),
    ) -> Result<Built, Fault> {
        self.fits(extent)?;
        let mut watch = |event: Event| {
            observe(event);
            true
        };
        match self {
            KeptRules::Teeko(rules) => build(*rules, directory, &mut watch),
            KeptRules::TwentyFive(rules) => build(*rules, directory, &mut watch),
            KeptRules::Daldos(rules) => {
                let least = usize::from(rules.board().loses_at) + 1;
                let game = ready(rules)?;
                let pieces = extent.pieces.unwrap_or([least; 2]);
                endgame::build(game, pieces, directory, observe).map_err(Fault::from)
            }
            KeptRules::Sidja(rules) => {
                let stones = extent.stones.unwrap_or(STONES);
                let built = match extent.turns {
                    true => sidja::endgame::build_turns(rules, stones, directory, observe),
                    false => {
                        sidja::endgame::room_to_build(rules, extent.wanted(), directory)?;
                        sidja::endgame::build(rules, extent.wanted(), directory, observe)
                    }
                };
                built.map_err(Fault::from)
            }
        }
    }

    /// Refuses an extent that is for another game.
    fn fits(&self, extent: Extent) -> Result<(), KeptError> {
        let of_sidja = (extent.stones.map(|_| "a number of stones"))
            .or(extent.layer.map(|_| "a layer"))
            .or(extent.turns.then_some("keeping turns"));
        let of_daldos = extent.pieces.map(|_| "numbers of pieces");
        let (what, game) = match self {
            KeptRules::Daldos(_) => (of_sidja, sidja::endgame::GAME),
            KeptRules::Sidja(_) => (of_daldos, endgame::GAME),
            _ if of_daldos.is_some() => (of_daldos, endgame::GAME),
            _ => (of_sidja, sidja::endgame::GAME),
        };
        if let (KeptRules::Sidja(_), true, Some(stones)) = (self, extent.turns, extent.stones)
            && stones > MOST_TURNS
        {
            return Err(KeptError::Turns { stones });
        }
        match what {
            None => Ok(()),
            Some(what) => Err(KeptError::Extent {
                what,
                game,
                rules: self.text(),
            }),
        }
    }

    /// Wins, losses, draws and no positions of a game in each layer over every arrangement, symmetric ones counted
    /// apart; nothing of tables of bounds.
    ///
    /// # Errors
    /// What is wrong with a table.
    pub fn counts(
        &self,
        directory: &Directory,
        layers: &[Layer],
    ) -> Result<BTreeMap<Layer, [u64; 4]>, String> {
        let found = match self {
            KeptRules::Daldos(_) => return Ok(BTreeMap::new()),
            KeptRules::Teeko(rules) => counts(*rules, directory, layers),
            KeptRules::TwentyFive(rules) => counts(*rules, directory, layers),
            KeptRules::Sidja(rules) => {
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
    ///
    /// # Errors
    /// Of kind input: tables of bounds. Of kind io: a table that cannot be trusted.
    pub fn certify(
        &self,
        directory: &Directory,
        shares: &[Share],
        seed: &str,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        match self {
            KeptRules::Teeko(rules) => {
                alignment::certify(*rules, directory, shares, seed).map_err(Fault::from)
            }
            KeptRules::TwentyFive(rules) => {
                alignment::certify(*rules, directory, shares, seed).map_err(Fault::from)
            }
            KeptRules::Sidja(rules) => {
                sidja::endgame::certify(rules, directory, shares, seed).map_err(Fault::from)
            }
            KeptRules::Daldos(_) => Err(KeptError::OwnProof { rules: self.text() }.into()),
        }
    }

    /// Cells of the board, where positions are two sets of cells.
    pub fn cells(&self) -> u8 {
        match self {
            KeptRules::Teeko(rules) => rules.board().cell_count(),
            KeptRules::TwentyFive(rules) => rules.board().cell_count(),
            KeptRules::Sidja(rules) => rules.board().cell_count(),
            KeptRules::Daldos(_) => 0,
        }
    }

    /// Audits every value of the tables, and says how many arrangements, symmetric ones counted apart; bounds are proved again.
    ///
    /// In tables of outcomes: the most positions of a layer that are checked, drawn at random; `None` for all.
    ///
    /// # Errors
    /// What cannot be read, does not belong together, or does not follow.
    pub fn audit(
        &self,
        directory: &Directory,
        stored: &Stored,
        sample: Option<u64>,
        observe: &mut dyn FnMut(Layer),
    ) -> Result<u64, String> {
        match self {
            KeptRules::Daldos(rules) => prove_endgames(rules, directory, stored),
            KeptRules::Sidja(rules) => audit_sidja(rules, directory, stored, sample, observe),
            KeptRules::Teeko(rules) => audit_game(*rules, directory, stored),
            KeptRules::TwentyFive(rules) => audit_game(*rules, directory, stored),
        }
    }
}

/// How far apart a table's bounds may be; `None` if it holds values.
pub fn widest(record: Record) -> Option<BigRational> {
    match record {
        Record::Code { .. } | Record::Turns { .. } | Record::Outcomes { .. } => None,
        Record::Bounds { widest } => Some(BigRational::new(widest.into(), ONE.into())),
    }
}

fn ready(rules: &daldos::rules::Rules) -> Result<Arc<daldos::Game>, Fault> {
    Ok(Arc::new(daldos::Game::new(rules.clone())?))
}

fn build<R: Ruleset>(
    rules: R,
    directory: &Directory,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, Fault> {
    let text = rules.to_string();
    let identity = Identity {
        game: R::GAME,
        rules: &text,
    };
    table::build(&Model::new(rules), identity, directory, observe).map_err(Fault::from)
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
