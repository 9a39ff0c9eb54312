//! What the commands of a running fight say of Sig: its throws, its turns, a game in the terminal.

use itertools::Itertools;

use crate::ask::prelude::*;
use crate::ask::running_fight::args::Commands;
use crate::ask::running_fight::endgame::DrawArgs;
use crate::ask::subject::PieceWords;
use crate::ask::throw::sheets::number_sheet;
use crate::exact::Quantity;
use crate::games::running_fight::playing::TurnThrows;
use crate::games::running_fight::position::Fight as _;
use crate::games::running_fight::throws::Weighted;
use crate::games::running_fight::turn::Named;
use crate::games::sig::analyse::analyse;
use crate::games::sig::moves::Yield;
use crate::games::sig::rules::{Face, Throw, Use};
use crate::games::sig::{Effort, Position, Rules};

/// A throw of the table, with all numbers of red sides that give it.
#[derive(Serialize, JsonSchema)]
struct ThrowRow {
    /// The effect.
    throw: String,
    /// Whether it earns another throw.
    again: bool,
    /// The numbers of sticks red side up that give it, ascending.
    red: Vec<usize>,
    /// Its chance.
    probability: Number,
}

/// The throws of the sticks, and the khadzhs of a whole turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Own {
    /// The throws that can fall.
    table: Vec<ThrowRow>,
    /// Khadzhs that stand; `null` under rules without a khadzh.
    khadzh: Option<Named>,
}

/// `7:1` of one red side or seven among eight.
fn division(reds: &[usize], sticks: usize) -> String {
    let divided = reds.iter().map(|&red| {
        let (more, less) = (red.max(sticks - red), red.min(sticks - red));
        (more, less)
    });
    divided
        .unique()
        .map(|(more, less)| format!("{more}:{less}"))
        .join(" ")
}

fn throws_sheet(rules: &Rules, own: &Own) -> Sheet {
    let sticks = rules.sticks();
    Sheet::of(&own.table)
        .text("sticks", |throw| division(&throw.red, sticks))
        .text("red sides", |throw| throw.red.iter().join(", "))
        .text("gives", |throw| throw.throw.clone())
        .text("again", |throw| if throw.again { "yes" } else { "no" })
        .chance("probability", "decimal", |throw| &throw.probability.0)
        .named("throw", "One throw")
}

fn khadzh_sheet(khadzh: &Named, style: &Style) -> Sheet {
    let each = khadzh.each.as_ref();
    let rows = each.map_or(&[][..], |each| &each.rows).iter();
    let rows = rows.map(|row| (row.times, &row.probability));
    let rest = each.and_then(|each| each.rest.as_ref());
    number_sheet(
        ["khadzhs", "Khadzhs that stand"],
        rows,
        rest,
        &khadzh.mean,
        style,
    )
    .fact(
        "at least one        ",
        &style.phrase(&khadzh.at_least_one, true),
        Some(&khadzh.at_least_one),
    )
}

impl Commands for Rules {
    const PRESET: &'static str = "sig:depaulis";
    const BIAS: &'static str = "The chance that a stick falls red side up, or one such chance for each stick [default: the rules']";
    const LENGTH: [&'static str; 2] = ["4", "List all that can stand, at most N values"];
    const PLAYED: &'static str = "khadzh,4,5";
    const TURN: [&'static str; 2] = [
        "turn",
        "What a whole turn yields: values, total, number of throws, khadzhs that stand",
    ];
    const ANALYSE: &'static str =
        "A whole position: what can be taken, freed and lost; the plays of a yield ranked";
    const WORK: &'static str = "At most N steps of work for each turn";
    const BUDGET: (&'static str, u64) = ("600000000", 100_000_000_000);
    const PIECES: &'static [PieceWords] = &[
        PieceWords::new("A", "A", "piece of A, freed"),
        PieceWords::new("a", "A", "piece of A, not freed").bound(),
        PieceWords::new("B", "B", "piece of B, freed"),
        PieceWords::new("b", "B", "piece of B, not freed").bound(),
    ];
    const DRAWN: bool = true;
    const STACKS: bool = false;
    const THROW: &'static str = "throw khadzh,4";
    type EndgameTerms = DrawArgs;
    type Own = Own;

    fn own(&self, khadzh: Option<Named>) -> Own {
        let row = |of: Weighted| ThrowRow {
            throw: of.throw.face.to_string(),
            again: of.throw.again,
            probability: (&of.chance).into(),
            red: of.ups,
        };
        let table = self.falling().into_iter().map(row).collect();
        Own { table, khadzh }
    }

    fn tables(&self, own: &Own, style: &Style) -> Vec<(usize, Sheet)> {
        let khadzh = own.khadzh.as_ref();
        let khadzh = khadzh.map(|khadzh| (2, khadzh_sheet(khadzh, style)));
        [(1, throws_sheet(self, own))]
            .into_iter()
            .chain(khadzh)
            .collect()
    }

    fn chances(position: &Position, budget: u64, caller: Caller) -> Result<[Quantity; 2], Failure> {
        let effort = Effort::of(budget);
        let found = caller.during("looking at every yield", || analyse(position, &effort))?;
        Ok([found.take.at_least_one, found.exposure.next.at_least_one])
    }

    fn said(thrown: &TurnThrows) -> String {
        let word = |throw: &Throw| match throw.face {
            Face::Nothing => "nothing".to_owned(),
            face => face.to_string(),
        };
        thrown.0.iter().map(word).join(" ")
    }

    fn looks_thrown(text: &str, playing: bool) -> bool {
        let looks_so = !playing || text.contains(',') && !text.contains('-');
        looks_so && !text.contains("free")
    }

    fn to_be_played(played: &Yield, usable: bool) -> String {
        match (usable, played.throws()) {
            (_, []) => ": nothing to play".to_owned(),
            (false, _) => ": no piece can use it".to_owned(),
            (true, _) => format!(": {played} to use"),
        }
    }

    fn says_end(&self) -> bool {
        self.usage == Use::May
    }
}
