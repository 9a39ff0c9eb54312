//! Whole positions: what a turn can take, and the plays of a yield ranked.

use clap::Args;
use num_traits::Zero as _;

use super::args::{Commands, EffortArgs};
use super::endgame;
use super::worth::PlayCounts;
use crate::ask::args::measure::measure;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::playouts::{self, PlayoutArgs};
use crate::ask::prelude::*;
use crate::ask::subject::{Placed, PositionOf};
use crate::ask::with_throws::endgame::Endgame;
use crate::ask::with_throws::moves::{Move, ThrowArg};
use crate::board::Team;
use crate::exact::{Quantity, decimal_at_most, decimal_text};
use crate::games::playouts::Comparison;
use crate::games::record::Recordable;
use crate::games::running_fight::analyse::rank;
use crate::games::running_fight::analysis::{Analysis, BothTurns, Stopped, Takes};
use crate::games::running_fight::position::{Play, Position};
use crate::games::throws::endgame::{Solved, USUAL_THROWS};
use crate::games::throws::played_out::compare_plays;
use crate::games::throws::ranked::{By, Ranked, Ranking};
use crate::rules::RulesText;
use crate::work::Note;

/// A whole position; with a yield, its plays ranked.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands", rename = "AnalyseQuery")]
pub(crate) struct Analyse<R: Commands> {
    #[command(flatten)]
    #[serde(flatten)]
    at: PositionOf<Position<R>>,
    #[command(flatten)]
    #[serde(flatten)]
    effort: EffortArgs<R>,
    #[command(flatten)]
    #[serde(flatten)]
    thrown: ThrowArg<Position<R>>,
    /// Rank plays by pieces taken, by safety in the next turn, by pieces taken less expected losses, or by the chance to win
    #[arg(long, value_parser = measure(), default_value = "take", requires = "throw")]
    by: By,
    /// Show the best N plays; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20, requires = "throw")]
    top: usize,
    #[command(flatten)]
    #[serde(flatten)]
    playouts: PlayoutArgs,
}

/// A whole position: what can be taken and lost; the plays of a yield ranked.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Whole")]
pub(crate) struct WholePosition {
    #[serde(flatten)]
    analysis: Analysis,
    #[serde(flatten)]
    ranking: Option<Plays>,
    /// What there is to say of the plays.
    #[serde(skip)]
    notes: Vec<String>,
}

/// With `--throw`: its plays.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Plays")]
struct Plays {
    /// With `--throw`: how many plays there are.
    plays: usize,
    /// With `--throw`: whether the bounds prove that no play is better than the first.
    best_proved: bool,
    /// With `--throw`: about the budget that brings the bounds of the plays closer; `null` if this one was enough.
    ranking_budget: Option<Count>,
    /// With `--by win`: the positions that were solved; `null` if there are too many, or the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Option<Count>>,
    /// With `--throw`: the best `--top` of them, the best first, by the middle of the bounds.
    moves: Vec<RankedPlay>,
    /// With `--simulate`: the same plays compared by random playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<Comparison>,
}

/// A play, and what the next turn of the other team takes after it.
// Not `Ranked`: the play is a text with its captures, and `win` is left out but under `--by win`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RankedPlay")]
struct RankedPlay {
    #[serde(flatten)]
    play: Move<PlayCounts>,
    /// With `--by win`: the chance that the team wins, plus half the chance of a draw; `null` where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<Option<Quantity>>,
    /// Chance that the next turn takes at least one piece.
    loses: Quantity,
    /// Expected number of pieces that it takes.
    lost: Quantity,
    /// Pieces taken less `lost`.
    net: Quantity,
}

/// The pieces that a turn can take.
fn pieces<R: Commands>(name: &'static str, heading: String, takes: &Takes) -> Sheet {
    let sheet = Sheet::of(&takes.each).text("cell", |piece| piece.cell.to_string());
    let sheet = match R::STACKS {
        true => sheet.right("pieces", |piece| piece.pieces),
        false => sheet.text("freed", |piece| if piece.awake { "yes" } else { "no" }),
    };
    sheet
        .chance_decimal("taken", |piece| piece.probability.clone())
        .named(name, heading)
}

/// What the turns of both teams can bring.
fn summary<R: Commands>(position: &Position<R>, analysis: &Analysis, digits: usize) -> Sheet {
    let (mover, other) = (position.side(), position.side().other());
    let (takes, hangs) = (&analysis.take, &analysis.exposure.next);
    let mut rows = vec![
        (
            format!("{mover} takes at least one piece"),
            &takes.at_least_one,
        ),
        (format!("pieces {mover} takes, expected"), &takes.expected),
    ];
    let asleep = position.sleeping() > 0;
    if let Some(frees) = analysis.free.as_ref().filter(|_| asleep) {
        rows.extend([
            (format!("{mover} frees a piece"), &frees.at_least_one),
            (format!("pieces {mover} frees, expected"), &frees.expected),
        ]);
    }
    rows.extend([
        (
            format!("{other} would take at least one piece in the next turn"),
            &hangs.at_least_one,
        ),
        (
            format!("pieces {other} would take, expected"),
            &hangs.expected,
        ),
    ]);
    let both = analysis.exposure.both_turns.as_ref();
    rows.extend(both.into_iter().flat_map(|both| {
        [
            (
                format!("{other} would take at least one piece in its two turns"),
                &both.at_least_one,
            ),
            (
                format!("pieces {other} would take in its two turns, expected"),
                &both.expected,
            ),
        ]
    }));
    let when = match Recordable::ended(position) {
        Some(ended) => format!("the game is over: {ended}"),
        None => "before the throw".to_owned(),
    };
    Sheet::of(rows)
        .text("best play for each", |(what, _)| what.clone())
        .column(Column::number("exact", "decimal"), |(_, value)| {
            (*value).clone()
        })
        .named("summary", format!("{} · {when}", position.rules()))
        .notes([extent(mover, takes, digits), extent(other, hangs, digits)])
        .notes(both.map(|both| two_turns(both, digits)))
}

/// What two turns in a row are, and how much of the first is left open.
fn two_turns(both: &BothTurns, digits: usize) -> String {
    let closer = |budget| format!("; for closer bounds try --budget {budget}");
    format!(
        "two turns in a row: the second is thrown when the first is played; yields of the first with the chance {} \
         were not looked at{}",
        decimal_text(&both.open, digits.max(6)),
        both.budget.map_or_else(String::new, closer)
    )
}

/// How far the turns of a team were looked at.
fn extent(team: Team, takes: &Takes, digits: usize) -> String {
    let widest = takes.expected.width().unwrap_or_default();
    if takes.open.is_zero() && widest.is_zero() {
        return format!("every turn of {team} was looked at, so that its numbers are exact");
    }
    let standing = takes.max_standing.map_or_else(String::new, |standing| {
        let throws = counted(standing, "throw", "throws");
        format!(" and yields of at most {throws} before the last")
    });
    let stopped = takes.stopped.as_ref();
    let stopped = stopped.map_or_else(String::new, |stopped| {
        format!("; {}", stopped_note(stopped))
    });
    format!(
        "turns of {team} of at most {}{standing}; the chance {} of others is left open in the bounds, which are at most {} apart{stopped}",
        counted(takes.max_throws, "throw", "throws"),
        decimal_text(&takes.open, digits.max(9)),
        decimal_at_most(&widest, digits.max(9)),
    )
}

/// Where the budget ended the work, for people.
pub(crate) fn stopped_note(stopped: &Stopped) -> String {
    let throws = match stopped.standing {
        0 => "the last throw alone was looked at".to_owned(),
        1 => "yields of at most 1 throw before the last were looked at".to_owned(),
        throws => format!("yields of at most {throws} throws before the last were looked at"),
    };
    format!(
        "the budget ended the work: {throws}; for closer bounds try --budget {}",
        stopped.budget
    )
}

impl<R: Commands> Analyse<R> {
    /// The way that chances to win are known.
    fn how_known(
        &self,
        ranking: &Ranking<Play<R>>,
        solution: Option<&Solved<Position<R>>>,
    ) -> Option<String> {
        if self.by != By::Win {
            return None;
        }
        let mut plays = ranking.plays.iter();
        let all_open = plays.clone().all(|ranked| ranked.win.is_none());
        let open = plays.any(|ranked| ranked.win.is_none());
        Some(match solution {
            Some(solution) => {
                let drawn = if R::DRAWN {
                    ", a draw counted as half a win"
                } else {
                    ""
                };
                format!(
                    "wins: the chance to win{drawn}; {}",
                    endgame::known(solution, USUAL_THROWS)
                )
            }
            None if open => {
                let plays = if all_open {
                    "these plays"
                } else {
                    "plays whose chance is not known"
                };
                format!(
                    "too many positions can follow for the chances to win: --simulate 1000 estimates them; with few pieces left \
                     `siga {} --positions N` may solve more; {plays} are in the order of --by net",
                    Endgame::<Position<R>>::WORDS.join(" ")
                )
            }
            None => "wins: the chance to win".to_owned(),
        })
    }

    /// What the bounds of the plays leave open.
    fn open(ranking: &Ranking<Play<R>>, by: By) -> impl Iterator<Item = String> {
        let first = ranking.plays.first();
        // Where no chance to win is known, another note says by what the plays are ranked.
        let is_ranked = by != By::Win || first.is_some_and(|first| first.win.is_some());
        let unproved = (!ranking.proved && is_ranked).then(|| {
            "ranked by the middle of the bounds, which do not prove that the first is the best"
                .to_owned()
        });
        let ended = ranking.budget.map(|budget| {
            let of = if by == By::Win { " of the losses" } else { "" };
            format!(
                "the budget ended the work on some plays; for closer bounds{of} try --budget {budget}"
            )
        });
        unproved.into_iter().chain(ended)
    }

    /// The plays of the yield.
    fn plays(&self, plays: &Plays, notes: &[String]) -> Sheet {
        let by = self.by;
        let heading = format!(
            "{} · {} of {}, the best first by {by}",
            self.at.subject().rules(),
            counted(plays.plays, "play", "plays"),
            self.thrown.text(),
        );
        let mut sheet = Sheet::of(&plays.moves)
            .text("moves", |ranked| ranked.play.action.clone())
            .text("takes", |ranked| ranked.play.captures.join(" "));
        if by == By::Win {
            sheet = sheet.chance_decimal("wins", |ranked| {
                let win = ranked.win.as_ref().and_then(Option::as_ref);
                win.map_or(Entry::Missing("not known"), Entry::from)
            });
        }
        sheet
            .chance_decimal("loses one", |ranked| ranked.loses.clone())
            .decimal("expected loss", |ranked| ranked.lost.clone())
            .decimal("net", |ranked| ranked.net.clone())
            .named("plays", heading)
            .note(format!(
                "loses one: the chance that {} takes a piece in the next turn; net: pieces taken less the expected loss",
                self.at.subject().position.side().other()
            ))
            .notes(notes.iter().cloned())
    }

    /// Those of the plays that are shown.
    fn shown<'a>(&self, plays: &'a [Ranked<Play<R>>]) -> &'a [Ranked<Play<R>>] {
        match self.top {
            0 => plays,
            top => &plays[..top.min(plays.len())],
        }
    }

    /// The plays of the yield, with those that are shown.
    fn ranked(
        &self,
        ranking: &Ranking<Play<R>>,
        solution: Option<&Solved<Position<R>>>,
        estimates: Option<Comparison>,
    ) -> Plays {
        let position = &self.at.subject().position;
        let shown = self.shown(&ranking.plays);
        let by_win = self.by == By::Win;
        let positions = |solved: &Solved<Position<R>>| Count::of(solved.positions());
        let play = |ranked: &Ranked<Play<R>>| RankedPlay {
            play: Move::of(position, &ranked.play),
            win: by_win.then(|| ranked.win.clone()),
            loses: ranked.loses.clone(),
            lost: ranked.lost.clone(),
            net: ranked.net.clone(),
        };
        Plays {
            plays: ranking.plays.len(),
            best_proved: ranking.proved,
            ranking_budget: ranking.budget.map(Count::of),
            positions: by_win.then(|| solution.map(positions)),
            moves: shown.iter().map(play).collect(),
            estimates,
        }
    }
}

impl<R: Commands> Command for Analyse<R> {
    const WORDS: &'static [&'static str] = &[<R as RulesText>::GAME, "analyse"];
    const ABOUT: &'static str = R::ANALYSE;
    type Answer = WholePosition;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<WholePosition, Failure> {
        let position = self.at.read(caller)?.clone();
        let played = self.thrown.read(&position)?;
        let played = played.map(|played| (played, self.by));
        let effort = (self.playouts).after_plays("--throw THROW,…", played.is_some())?;
        let work = self.effort.of();
        note.set("looking at every yield");
        let mut whole = WholePosition {
            analysis: R::analysis(&position, &work)?,
            ranking: None,
            notes: Vec::new(),
        };
        let Some((played, by)) = played else {
            return Ok(whole);
        };
        let (ranking, solution) = rank(&position, &played, by, &work, note)?;
        let shown = self.shown(&ranking.plays).iter();
        let shown = shown.map(|ranked| (ranked.play.text(), ranked.play.position.clone()));
        let estimates = match effort {
            None => None,
            Some(effort) => compare_plays(&position, shown, effort, note)?,
        };
        let (open, solution) = (Self::open(&ranking, by), solution.as_ref());
        let known = self.how_known(&ranking, solution).into_iter();
        whole.notes = known.chain(open).collect();
        whole.ranking = Some(self.ranked(&ranking, solution, estimates));
        Ok(whole)
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, whole: &WholePosition) -> Option<Picture> {
        let subject = self.at.subject();
        let mut picture = subject.picture();
        for piece in &whole.analysis.take.each {
            let cell = piece.cell.to_string();
            picture.scene.shade(&cell, &piece.probability);
        }
        picture.scene.shaded = format!(
            "Shaded: the chance that {} takes the piece there this turn",
            subject.position.side()
        );
        let ranking = whole.ranking.as_ref();
        let ranking = ranking.filter(|ranking| ranking.best_proved);
        let best = ranking.and_then(|ranking| ranking.moves.first());
        Some(picture.with_best(best.map(|best| best.play.action.as_str())))
    }

    fn tables(&self, whole: &WholePosition, style: &Style) -> Vec<Sheet> {
        let position = &self.at.subject().position;
        let (mover, other) = (position.side(), position.side().other());
        let headings = [
            format!("Pieces of {other}: the chance that {mover} takes each"),
            format!("Pieces of {mover}: the chance that {other} would take each in the next turn"),
        ];
        let mut sheets = Vec::new();
        if let Some(plays) = &whole.ranking {
            sheets.push(self.plays(plays, &whole.notes));
            let estimates = plays.estimates.iter();
            sheets.extend(estimates.map(|found| playouts::sheet(found, style)));
        }
        sheets.push(summary(position, &whole.analysis, style.places()));
        let Analysis { take, exposure, .. } = &whole.analysis;
        let taken = ["takes", "exposure"].into_iter().zip(headings);
        for ((name, heading), takes) in taken.zip([take, &exposure.next]) {
            sheets.push(pieces::<R>(name, heading, takes));
        }
        sheets
    }
}
