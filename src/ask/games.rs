//! The games whose positions are asked about, and what is to be known of each in a few words.

use super::disputes::Disputes;
use crate::games::{daldos, sidja, sig, teeko, twentyfive};
use crate::rules::{GameInfo, Options, info};

/// A game of the command line.
pub(crate) struct Game {
    /// Its command, and its name in rules texts.
    pub(crate) name: &'static str,
    /// Its rules.
    pub(crate) info: fn() -> GameInfo,
    /// The command within its own that tells what a position comes to.
    pub(crate) analysis: &'static str,
    /// What the help says of the rules of a position.
    pub(crate) rules: &'static str,
    /// What `siga check --explain` tries.
    pub(crate) disputes: Disputes,
}

/// Every game.
pub(crate) const GAMES: [Game; 5] = [
    Game::of::<daldos::Rules>(
        "analyse",
        "The rules, such as daldos:n=12,loses_at=1 (see `siga rules daldos`) [default: the file's, else daldos on a \
         board of the size drawn]",
    ),
    Game::of::<sidja::Rules>(
        "analyse",
        "The rules, such as sidja:west-africa,size=7 (see `siga rules sidja`) [default: the file's, else sidja:sudan \
         on a board of the size drawn]",
    ),
    Game::of::<sig::Rules>(
        "analyse",
        "The rules, such as sig:ludii,length=24 (see `siga rules sig`) [default: the file's, else sig:depaulis with \
         rows as long as drawn]",
    ),
    Game::of::<teeko::Rules>("probe", STANDARD),
    Game::of::<twentyfive::Rules>("probe", STANDARD),
];

const STANDARD: &str = "The rules (see `siga rules teeko` and `siga rules 5x5`) [default: the file's, else the \
                        standard ones, on a board of the size drawn]";

impl Game {
    const fn of<R: Options>(analysis: &'static str, rules: &'static str) -> Self {
        Self {
            name: R::GAME,
            info: info::<R>,
            analysis,
            rules,
            disputes: Disputes::of::<R>(),
        }
    }
}

/// The game of a name.
pub(crate) fn game(name: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.name == name)
}
