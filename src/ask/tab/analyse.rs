//! `siga tab analyse`: whole positions.

use super::moves::Move;
use super::{Thrown, Yields};
use crate::ask::playouts::{Estimates, PlayoutQuery, sheet};
use crate::ask::prelude::*;
use crate::exact::{Quantity, decimal_text};
use crate::games::tab::analyse::{Answer, By, Ranked, Takes};
use crate::games::tab::{Position, Team};

pub(super) type AnalyseReport = SubjectReport<Position, Answer>;

/// The question for a whole position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AnalyseQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Turns of more throws are left open.
    max_throws: u32,
    /// Positions on the way.
    budget: Count,
    #[serde(flatten)]
    played: Option<Played>,
    #[serde(flatten)]
    playouts: Option<PlayoutQuery>,
}

/// The yield whose plays are ranked.
#[derive(Serialize, JsonSchema)]
struct Played {
    /// Where plays are ranked: the throws, in the order thrown.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    /// The measure they are ranked by.
    by: By,
}

/// A whole position: what can be taken and lost; the plays of a yield ranked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Whole {
    /// Whether the game is over.
    over: bool,
    /// The pieces that the team to move can take in this turn, each number with the play that is best for it.
    take: Taking,
    /// The pieces that the other team could take if it threw now.
    exposure: Taking,
    #[serde(flatten)]
    ranking: Option<Plays>,
}

/// The pieces that a turn can take; each number with the play that is best for it.
#[derive(Serialize, JsonSchema)]
struct Taking {
    /// Chance to take a piece.
    at_least_one: Quantity,
    /// The pieces of each field of the enemy, in the order of the way.
    each: Vec<Piece>,
    /// Expected number of pieces taken.
    expected: Quantity,
    /// Turns of more throws are left open.
    max_throws: u32,
    /// The chance left open.
    open: Number,
    /// Whether the budget ended the work.
    stopped: bool,
}

/// The pieces of a field, and the chance to take them.
#[derive(Serialize, JsonSchema)]
struct Piece {
    /// Where they stand.
    cell: String,
    /// How many they are.
    pieces: u8,
    /// Chance to take them.
    probability: Quantity,
}

/// With `--yield`: its plays.
#[derive(Serialize, JsonSchema)]
struct Plays {
    /// With `--yield`: how many plays there are.
    plays: usize,
    /// With `--yield`: the best `--top` of them, the best first, by the middle of the bounds.
    moves: Vec<RankedPlay>,
    /// With `--simulate`: the same plays compared by random playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<Estimates>,
}

/// A play, and what the next turn of the other team takes after it.
#[derive(Serialize, JsonSchema)]
struct RankedPlay {
    #[serde(flatten)]
    play: Move,
    /// Chance that the next turn takes at least one piece.
    loses: Quantity,
    /// Expected number of pieces that it takes.
    lost: Quantity,
    /// Pieces taken less `lost`.
    net: Quantity,
}

impl From<&Takes> for Taking {
    fn from(takes: &Takes) -> Self {
        let each = takes.each.iter().map(|(cell, pieces, chance)| Piece {
            cell: cell.to_string(),
            pieces: *pieces,
            probability: chance.clone(),
        });
        Self {
            at_least_one: takes.any.clone(),
            each: each.collect(),
            expected: takes.expected.clone(),
            max_throws: takes.max_throws,
            open: (&takes.open).into(),
            stopped: takes.stopped,
        }
    }
}

impl From<&Ranked> for RankedPlay {
    fn from(ranked: &Ranked) -> Self {
        Self {
            play: Move::from(&ranked.play),
            loses: ranked.loses.clone(),
            lost: ranked.lost.clone(),
            net: ranked.net.clone(),
        }
    }
}

impl AnalyseReport {
    fn mover(&self) -> Team {
        self.subject.position.side()
    }

    /// The plays that are shown.
    fn best(&self) -> Option<&[Ranked]> {
        let plays = self.answer.ranking.as_deref()?;
        Some(match self.subject.caption.top {
            0 => plays,
            top => &plays[..top.min(plays.len())],
        })
    }

    fn summary(&self, digits: usize) -> Sheet {
        let (mover, other) = (self.mover(), self.mover().other());
        let Answer { takes, hangs, .. } = &self.answer;
        let rows = [
            (format!("{mover} takes at least one piece"), &takes.any),
            (format!("pieces {mover} takes, expected"), &takes.expected),
            (
                format!("{other} would take at least one piece in the next turn"),
                &hangs.any,
            ),
            (
                format!("pieces {other} would take, expected"),
                &hangs.expected,
            ),
        ];
        let open = |team: Team, takes: &Takes| {
            format!(
                "turns of {team} of at most {}; the chance {} of others is left open in the bounds{}",
                counted(takes.max_throws, "throw", "throws"),
                decimal_text(&takes.open, digits.max(9)),
                if takes.stopped {
                    ": the budget ended the work, for closer bounds try a larger --budget"
                } else {
                    ""
                }
            )
        };
        Sheet::of(rows)
            .text("best play for each", |(what, _)| what.clone())
            .column(Column::number("exact", "decimal"), |(_, value)| {
                (*value).clone()
            })
            .named(
                "summary",
                format!("{} · before the throw", self.subject.rules()),
            )
            .notes([open(mover, takes), open(other, hangs)])
    }

    fn pieces(name: &'static str, heading: String, takes: &Takes) -> Sheet {
        Sheet::of(&takes.each)
            .text("field", |(cell, ..)| cell.to_string())
            .right("pieces", |(_, pieces, _)| *pieces)
            .chance_decimal("taken", |(.., chance)| chance.clone())
            .named(name, heading)
    }

    fn ranking(&self, plays: &[Ranked]) -> Option<Sheet> {
        let (played, by) = self.answer.question.played.as_ref()?;
        let other = self.mover().other();
        let all = self.answer.ranking.as_ref().map_or(0, Vec::len);
        let heading = format!(
            "{} · {} of {played}, the best first by {by}",
            self.subject.rules(),
            counted(all, "play", "plays"),
        );
        let sheet = Sheet::of(plays)
            .text("moves", |ranked| ranked.play.text())
            .text("takes", |ranked| spaced(&ranked.play.captures))
            .chance_decimal("loses one", |ranked| ranked.loses.clone())
            .decimal("expected loss", |ranked| ranked.lost.clone())
            .decimal("net", |ranked| ranked.net.clone())
            .named("plays", heading)
            .note(format!(
                "loses one: the chance that {other} takes a piece in the next turn; net: pieces taken less the expected loss; \
                 ranked by the middle of the bounds"
            ));
        Some(sheet)
    }
}

impl Reply for AnalyseReport {
    const NAME: &'static str = "tab-analyse";
    type Query = AnalyseQuery;
    type Result = Whole;

    fn query(&self) -> AnalyseQuery {
        let question = &self.answer.question;
        AnalyseQuery {
            asked: self.subject.query("analyse"),
            max_throws: question.max_throws,
            budget: Count::of(question.budget),
            played: question.played.as_ref().map(|(played, by)| Played {
                played: Position::throws(played),
                by: *by,
            }),
            playouts: question.playouts.map(|asked| asked.effort.into()),
        }
    }

    fn result(&self) -> Whole {
        let plays = self.answer.ranking.as_ref().map_or(0, Vec::len);
        Whole {
            over: self.subject.position.is_over(),
            take: Taking::from(&self.answer.takes),
            exposure: Taking::from(&self.answer.hangs),
            ranking: self.best().map(|best| Plays {
                plays,
                moves: best.iter().map(RankedPlay::from).collect(),
                estimates: (self.answer.estimates.as_ref())
                    .map(|estimates| Estimates::of(estimates, |at| best[at].play.text())),
            }),
        }
    }
}

impl Report for AnalyseReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn scene(&self) -> Option<Scene> {
        let mut scene = self.subject.picture().scene;
        for (cell, _, chance) in &self.answer.takes.each {
            scene.shade(&cell.to_string(), chance);
        }
        scene.shaded = format!(
            "Shaded: the chance that {} takes the piece there this turn",
            self.mover()
        );
        Some(scene)
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let (mover, other) = (self.mover(), self.mover().other());
        let ranking = self.best().and_then(|plays| self.ranking(plays));
        let mut sheets: Vec<Sheet> = ranking.into_iter().collect();
        if let Some((estimates, plays)) = self.answer.estimates.as_ref().zip(self.best()) {
            let name = |at: usize| plays[at].play.text();
            sheets.push(sheet(estimates, mover, style, name));
        }
        sheets.push(self.summary(style.places()));
        sheets.push(Self::pieces(
            "takes",
            format!("Pieces of {other}: the chance that {mover} takes each"),
            &self.answer.takes,
        ));
        sheets.push(Self::pieces(
            "exposure",
            format!("Pieces of {mover}: the chance that {other} would take each in the next turn"),
            &self.answer.hangs,
        ));
        sheets
    }
}
