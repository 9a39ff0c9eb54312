//! Whole positions: what a turn can take, and the plays of a yield ranked.

use super::Thrown;
use super::endgame::{self, Endgames};
use super::moves::Move;
use crate::ask::playouts::{Estimates, PlayoutQuery, sheet};
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::games::running_fight::analyse::Answer;
use crate::games::running_fight::endgame::{Solution, USUAL_THROWS};
use crate::games::running_fight::plays::Play;
use crate::games::running_fight::ranked::{By, Ranked, Ranking};
use crate::games::running_fight::review::RunningFight;

/// A game whose positions are analysed.
pub(crate) trait Analyses: Endgames + RunningFight {
    /// The name of the report.
    const ANALYSE: &'static str;
    /// A limit on throws.
    type Limit: Serialize + JsonSchema;
    /// The fields of the answer besides a ranking.
    type Found: Serialize + JsonSchema;

    /// The limit on throws, and the work.
    fn limits(effort: &Self::Effort) -> (Self::Limit, u64);

    fn found(&self, analysis: &Self::Analysis) -> Self::Found;

    fn summary(&self, analysis: &Self::Analysis, digits: usize) -> Sheet;

    /// The pieces that the team to move can take, and those that it can lose, under these headings.
    fn taken(analysis: &Self::Analysis, headings: [String; 2]) -> [Sheet; 2];

    /// The cells of pieces that can be taken, each with the chance.
    fn targets(analysis: &Self::Analysis) -> Vec<(String, &Quantity)>;
}

pub(crate) type AnalyseReport<P> = SubjectReport<P, Answer<P>>;

/// The question for a whole position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AnalyseQuery<L> {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Turns of more throws are left open; in Sig `null`: as many as matter.
    max_throws: L,
    /// The most work, in the steps of the game.
    budget: Count,
    #[serde(flatten)]
    played: Option<Played>,
    #[serde(flatten)]
    playouts: Option<PlayoutQuery>,
}

/// The yield whose plays are ranked.
#[derive(Serialize, JsonSchema)]
struct Played {
    /// Where plays are ranked: the throws to be played, in the order thrown.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    /// The measure they are ranked by.
    by: By,
}

/// A whole position: what can be taken and lost; the plays of a yield ranked.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Whole")]
pub(crate) struct Whole<F, C> {
    #[serde(flatten)]
    found: F,
    #[serde(flatten)]
    ranking: Option<Plays<C>>,
}

/// With `--yield`: its plays.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Plays")]
struct Plays<C> {
    /// With `--yield`: how many plays there are.
    plays: usize,
    /// With `--yield`: whether the bounds prove that no play is better than the first.
    best_proved: bool,
    /// With `--yield`: about the budget that brings the bounds of the plays closer; `null` if this one was enough.
    ranking_budget: Option<Count>,
    #[serde(flatten)]
    solved: Option<Solved>,
    /// With `--yield`: the best `--top` of them, the best first, by the middle of the bounds.
    moves: Vec<RankedPlay<C>>,
    /// With `--simulate`: the same plays compared by random playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<Estimates>,
}

/// With `--by win`: the endgame that was solved.
#[derive(Serialize, JsonSchema)]
struct Solved {
    /// With `--by win`: the states that were solved; `null` if there are too many, endgames are not solved under the rules, or the
    /// game is over.
    states: Option<Count>,
}

/// A play, and what the next turn of the other team takes after it.
// Not `Ranked`: the play is a text with its captures, and `win` is left out but under `--by win`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RankedPlay")]
struct RankedPlay<C> {
    #[serde(flatten)]
    play: Move<C>,
    #[serde(flatten)]
    win: Option<Win>,
    /// Chance that the next turn takes at least one piece.
    loses: Quantity,
    /// Expected number of pieces that it takes.
    lost: Quantity,
    /// Pieces taken less `lost`.
    net: Quantity,
}

/// With `--by win`: the chance to win after a play.
#[derive(Serialize, JsonSchema)]
struct Win {
    /// With `--by win`: the chance that the team wins, plus half the chance of a draw; `null` where it is not known.
    win: Option<Quantity>,
}

impl<P: Analyses> AnalyseReport<P> {
    /// The measure that plays are ranked by.
    fn by(&self) -> Option<By> {
        Some(self.answer.question.played.as_ref()?.1)
    }

    /// The plays that are shown.
    fn shown(&self) -> Option<&[Ranked<Play<P>>]> {
        let plays = self.answer.ranking.as_ref()?.plays.as_slice();
        Some(match self.subject.caption.top {
            0 => plays,
            top => &plays[..top.min(plays.len())],
        })
    }

    /// The way that chances to win are known.
    fn how_known(&self) -> Option<String> {
        let ranking = self.answer.ranking.as_ref();
        let ranking = ranking.filter(|_| self.by() == Some(By::Win))?;
        let open = ranking.plays.iter().any(|ranked| ranked.win.is_none());
        let all_open = ranking.plays.iter().all(|ranked| ranked.win.is_none());
        Some(match self.answer.solution {
            Some(solution) => {
                let drawn = if P::DRAWN {
                    ", a draw counted as half a win"
                } else {
                    ""
                };
                format!(
                    "wins: the chance to win{drawn}; {}",
                    endgame::solved(&solution, USUAL_THROWS)
                )
            }
            None if open => {
                let why = match &self.answer.unsolved {
                    Some(why) => format!("{why}; --simulate 1000 estimates the chances to win"),
                    None => format!(
                        "too many states can follow for the chances to win: --simulate 1000 estimates them, and `siga {} --states N` \
                         may solve more",
                        P::ENDGAME.replace('-', " ")
                    ),
                };
                let plays = if all_open {
                    "these plays"
                } else {
                    "plays whose chance is not known"
                };
                format!("{why}; {plays} are in the order of --by net")
            }
            None => "wins: the chance to win".to_owned(),
        })
    }

    /// What the bounds of the plays leave open.
    fn open(ranking: &Ranking<Play<P>>, by: By) -> impl Iterator<Item = String> {
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
    fn ranking(&self) -> Option<Sheet> {
        let (played, by) = self.answer.question.played.as_ref()?;
        let ranking = self.answer.ranking.as_ref()?;
        let heading = format!(
            "{} · {} of {played}, the best first by {by}",
            self.subject.rules(),
            counted(ranking.plays.len(), "play", "plays"),
        );
        let mut sheet = Sheet::of(self.shown()?)
            .text("moves", |ranked| ranked.play.text())
            .text("takes", |ranked| spaced(&ranked.play.captures));
        if *by == By::Win {
            sheet = sheet.chance_decimal("wins", |ranked| {
                let win = ranked.win.as_ref();
                win.map_or(Entry::Missing("not known"), Entry::from)
            });
        }
        let sheet = sheet
            .chance_decimal("loses one", |ranked| ranked.loses.clone())
            .decimal("expected loss", |ranked| ranked.lost.clone())
            .decimal("net", |ranked| ranked.net.clone())
            .named("plays", heading)
            .note(format!(
                "loses one: the chance that {} takes a piece in the next turn; net: pieces taken less the expected loss",
                self.subject.position.team().other()
            ))
            .notes(self.how_known())
            .notes(Self::open(ranking, *by));
        Some(sheet)
    }

    /// The plays that are shown, compared by playouts.
    fn compared(&self, style: &Style) -> Option<Sheet> {
        let (estimates, shown) = self.answer.estimates.as_ref().zip(self.shown())?;
        let name = |at: usize| shown[at].play.text();
        Some(sheet(estimates, self.subject.position.team(), style, name))
    }

    /// The ranking for programs.
    fn ranked(&self) -> Option<Plays<P::Counts>> {
        let (ranking, shown) = self.answer.ranking.as_ref().zip(self.shown())?;
        let by_win = self.by() == Some(By::Win);
        let states = |solution: &Solution| Count::of(solution.states as u64);
        let play = |ranked: &Ranked<Play<P>>| RankedPlay {
            play: Move::of(&ranked.play),
            win: by_win.then(|| Win {
                win: ranked.win.clone(),
            }),
            loses: ranked.loses.clone(),
            lost: ranked.lost.clone(),
            net: ranked.net.clone(),
        };
        let name = |at: usize| shown[at].play.text();
        Some(Plays {
            plays: ranking.plays.len(),
            best_proved: ranking.proved,
            ranking_budget: ranking.budget.map(Count::of),
            solved: by_win.then(|| Solved {
                states: self.answer.solution.as_ref().map(states),
            }),
            moves: shown.iter().map(play).collect(),
            estimates: (self.answer.estimates.as_ref())
                .map(|estimates| Estimates::of(estimates, name)),
        })
    }
}

impl<P: Analyses> Reply for AnalyseReport<P> {
    const NAME: &'static str = P::ANALYSE;
    type Query = AnalyseQuery<P::Limit>;
    type Result = Whole<P::Found, P::Counts>;

    fn query(&self) -> Self::Query {
        let question = &self.answer.question;
        let (max_throws, budget) = P::limits(&question.effort);
        AnalyseQuery {
            asked: self.subject.query("analyse"),
            max_throws,
            budget: Count::of(budget),
            played: question.played.as_ref().map(|(played, by)| Played {
                played: Thrown::all(played),
                by: *by,
            }),
            playouts: question.playouts.map(|asked| asked.effort.into()),
        }
    }

    fn result(&self) -> Self::Result {
        Whole {
            found: self.subject.position.found(&self.answer.analysis),
            ranking: self.ranked(),
        }
    }
}

impl<P: Analyses> Report for AnalyseReport<P> {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn scene(&self) -> Option<Scene> {
        let mut scene = self.subject.picture().scene;
        for (cell, chance) in P::targets(&self.answer.analysis) {
            scene.shade(&cell, chance);
        }
        scene.shaded = format!(
            "Shaded: the chance that {} takes the piece there this turn",
            self.subject.position.team()
        );
        Some(scene)
    }

    fn best(&self) -> Option<String> {
        let ranking = self.answer.ranking.as_ref();
        let ranking = ranking.filter(|ranking| ranking.proved)?;
        Some(ranking.plays.first()?.play.text())
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let position = &self.subject.position;
        let (mover, other) = (position.team(), position.team().other());
        let headings = [
            format!("Pieces of {other}: the chance that {mover} takes each"),
            format!("Pieces of {mover}: the chance that {other} would take each in the next turn"),
        ];
        let mut sheets: Vec<Sheet> = self.ranking().into_iter().collect();
        sheets.extend(self.compared(style));
        sheets.push(position.summary(&self.answer.analysis, style.places()));
        sheets.extend(P::taken(&self.answer.analysis, headings));
        sheets
    }
}
