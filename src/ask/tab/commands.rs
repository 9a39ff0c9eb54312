//! What the commands of a running fight say of tâb: its throws, its turns, a game in the terminal.

use crate::ask::prelude::*;
use crate::ask::running_fight::args::Commands;
use crate::ask::running_fight::endgame::ExactArgs;
use crate::ask::subject::PieceWords;
use crate::exact::Quantity;
use crate::games::running_fight::position::Fight as _;
use crate::games::running_fight::throws::Weighted;
use crate::games::running_fight::turn::Named;
use crate::games::tab::analyse::{REVIEW_THROWS, takes};
use crate::games::tab::moves::Yield;
use crate::games::tab::{Cell, Position, Rules, Setup};

/// A throw that can fall.
#[derive(Serialize, JsonSchema)]
struct ThrowRow {
    /// Flat sides up.
    flat: usize,
    /// The fields that it moves a piece.
    throw: String,
    /// Whether it earns another throw.
    again: bool,
    /// Its chance.
    probability: Number,
}

/// The throws of the sticks, and the tâbs of a whole turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Own {
    /// The throws that can fall.
    table: Vec<ThrowRow>,
    /// The tâbs of a turn; `null` if none can fall.
    tabs: Option<Named>,
}

fn throws_sheet(rules: &Rules, own: &Own, style: &Style) -> Sheet {
    let sheet = Sheet::of(&own.table)
        .right("flat sides", |throw| throw.flat)
        .right("moves", |throw| throw.throw.clone())
        .text("again", |throw| if throw.again { "yes" } else { "no" })
        .chance("probability", "decimal", |throw| &throw.probability.0)
        .named("throw", format!("{} · one throw", rules));
    let Some(tabs) = &own.tabs else {
        return sheet;
    };
    let (one, mean) = (&tabs.at_least_one, &tabs.mean);
    sheet
        .fact("a turn has a tâb    ", &style.phrase(one, true), Some(one))
        .fact(
            "tâbs on average     ",
            &style.phrase(mean, false),
            Some(mean),
        )
}

impl Commands for Rules {
    const PRESET: &'static str = "tab";
    const BIAS: &'static str =
        "The chance of a stick to fall flat side up, or one for each stick [default: the rules']";
    const LENGTH: [&'static str; 2] = [
        "3",
        "List all that can be thrown in a turn, at most N values",
    ];
    const PLAYED: &'static str = "1,4,2";
    const TURN: [&'static str; 2] = [
        "throw",
        "The throw, and what a whole turn yields: values, total, number of throws, tâbs",
    ];
    const ANALYSE: &'static str =
        "A whole position: what can be taken and lost; the plays of a yield ranked";
    const WORK: &'static str = "Look at about N positions at most for each turn";
    const BUDGET: (&'static str, u64) = ("400000", 1_000_000_000);
    const PIECES: &'static [PieceWords] = &[
        PieceWords::new("A", "A", "piece of A, awake"),
        PieceWords::new("a", "A", "piece of A, asleep").bound(),
        PieceWords::new("B", "B", "piece of B, awake"),
        PieceWords::new("b", "B", "piece of B, asleep").bound(),
    ];
    const DRAWN: bool = false;
    const STACKS: bool = true;
    const THROW: &'static str = "throw 1,4,2";
    const BEGINS: &'static str = "tâb";
    type EndgameTerms = ExactArgs;
    type Own = Own;

    fn own(&self, mut tabs: Option<Named>) -> Own {
        let row = |of: Weighted| ThrowRow {
            flat: of.ups[0],
            throw: of.throw.face.to_string(),
            again: of.throw.again,
            probability: (&of.chance).into(),
        };
        let table = self.falling().into_iter().map(row).collect();
        if let Some(tabs) = &mut tabs {
            tabs.each = None;
        }
        Own { table, tabs }
    }

    fn tables(&self, own: &Own, style: &Style) -> Vec<(usize, Sheet)> {
        vec![(0, throws_sheet(self, own, style))]
    }

    /// From the end of the third row back into the second, and out of the fourth into the third.
    fn joined(&self) -> Vec<(u8, u8)> {
        let length = self.length();
        let joined = [(3 * length - 1, length), (4 * length - 1, 2 * length)];
        let back = [(2 * length, 0), (3 * length - 1, length - 1)];
        [joined, back].concat()
    }

    /// The numbers of pieces.
    fn written(setup: &Setup) -> Vec<(Cell, String)> {
        let stacks = setup.stacks.iter();
        stacks
            .map(|(cell, height)| (*cell, height.to_string()))
            .collect()
    }

    fn chances(
        position: &Position,
        budget: u64,
        _caller: Caller,
    ) -> Result<[Quantity; 2], Failure> {
        let any = |position: &Position| takes(position, REVIEW_THROWS, budget).at_least_one;
        Ok([any(position), any(&position.passed())])
    }

    fn looks_thrown(text: &str, _playing: bool) -> bool {
        let mut signs = text.chars();
        !text.is_empty() && signs.all(|sign| ", ".contains(sign) || sign.is_ascii_digit())
    }

    fn to_be_played(_played: &Yield, usable: bool) -> String {
        match usable {
            false => ": no piece can move".to_owned(),
            true => String::new(),
        }
    }
}
