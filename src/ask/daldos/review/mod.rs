//! `siga daldos review`: a game that was played, gone through.

mod json;

use clap::Args;
use itertools::Itertools;

use crate::ask::args::play::Aim;
use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::playouts::PlayoutArgs;
use crate::ask::prelude::*;
use crate::ask::record::RecordOf;
use crate::ask::record::{at_end, heading};
use crate::ask::running_fight::chances;
use crate::ask::tables::within_reach;
use crate::exact::Quantity;
use crate::exact::serial::count;
use crate::games::daldos::Position;
use crate::games::daldos::analyse::{By, Options};
use crate::games::daldos::review::{Question, luck_and_skill};
use crate::work::Note;
use json::{Gone, ReviewedThrow};

/// A game that was played, gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "ReviewQuery")]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    #[serde(flatten)]
    played: RecordOf<Position>,
    /// What plays are measured by where the chance to win is not known
    #[arg(long, value_enum, default_value_t = Aim::Net)]
    by: Aim,
    /// Solve the endgame of the game, if it has at most N positions; 0: none
    #[arg(long, visible_alias = "states", value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(0..=5_000_000))]
    positions: u32,
    /// Chances to win as fractions, of at most 14,000 positions
    #[arg(long)]
    exact: bool,
    /// The most work for each throw, in throws and plays looked at; more work brings the bounds closer
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
    #[command(flatten)]
    #[serde(flatten)]
    playouts: PlayoutArgs,
}

/// What follows the options in the help.
const HELP: &str = "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and a line for each throw, such as \
`A 1+3: !a1-m4`; docs/rules/daldos.md has the form, and `siga daldos play` writes such records. Where an endgame is small \
enough to be solved, plays are measured by the chance to win, proved; before that by what --by says.

With --simulate, before the chance to win is known games are played out from the position before each throw and from that after \
it, both sides by the policy greedy of `siga daldos simulate`, to estimate what the throws changed (luck) and what the plays did \
(skill), each with an interval.

Examples:
  siga daldos review fixtures/games/daldos-short.txt
  siga daldos review fixtures/games/daldos-short.txt --exact --json
  siga daldos review fixtures/games/daldos-short.txt --positions 0 --simulate 400
  siga daldos review --record \"rules: daldos:n=3; moves:; A 1+2: a1-m3; B 1+3: b1-m4\"";

/// The measure of values, in words.
fn measure(by: By) -> &'static str {
    match by {
        By::Take => "take: the chance to take something in this turn",
        By::Safe => {
            "safe: the chance that the opponent takes something in the next turn, lower is better"
        }
        By::Net => "net: the net gain in pieces to the end of the next turn, on average",
        By::Win => "win: the chance to win",
    }
}

impl ReviewArgs {
    fn throws(&self, gone: &Gone) -> Sheet {
        let mut notes = vec![
            "before: what the position is worth to the side that throws; luck: by how much the throw changed that, played best; \
             lost: what the play gave away"
                .to_owned(),
        ];
        let used = gone.throws.iter().map(|throw| throw.reviewed.by).unique();
        notes.extend(used.map(|by| measure(by).to_owned()));
        notes.extend(self.how_known(gone));
        let heading = heading(self.played.record(), ["throw", "throws"]);
        let number = |value: &Option<Quantity>| {
            let value = value.as_ref();
            value.map_or(Entry::Missing("not known"), Entry::from)
        };
        Sheet::of(&gone.throws)
            .right("ply", |throw| throw.ply)
            .text("side", |throw| throw.side.to_string())
            .text("throw", |throw| throw.throw.iter().join("+"))
            .text("play", |throw| throw.action.clone())
            .text("by", |throw| throw.reviewed.by.to_string())
            .decimal("before", |throw| number(&throw.reviewed.before))
            .decimal("luck", |throw| number(&throw.reviewed.luck))
            .decimal("lost", |throw| number(&throw.reviewed.lost))
            .text("better play", |throw: &&ReviewedThrow| {
                throw.reviewed.better.clone()
            })
            .chance_decimal("A wins", |throw| throw.win_a.clone())
            .named("throws", heading)
            .notes(notes)
            // The value of a position belongs to alternating sides; a line of it would only go up and down.
            .chart(Chart::HistoryOf(&["A wins", "lost"]))
    }

    /// The way chances to win are known.
    fn how_known(&self, gone: &Gone) -> Option<String> {
        let from = gone.change.as_ref()?.from_ply;
        let how = match &gone.solved {
            Some(positions) => {
                let positions = counted(positions.grouped(), "position", "positions");
                match self.exact {
                    true => format!("from an endgame of {positions}, exact"),
                    false => format!("from an endgame of {positions}, proved bounds"),
                }
            }
            None => "from tables, proved bounds".to_owned(),
        };
        Some(format!(
            "chances to win are known from ply {from} on, {how}"
        ))
    }
}

impl Command for ReviewArgs {
    const WORDS: &'static [&'static str] = &["daldos", "review"];
    const ABOUT: &'static str =
        "Go through a game that was played: what each play gave away, and what the dice did";
    type Answer = Gone;

    fn help() -> String {
        HELP.to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Gone, Failure> {
        let record = self.played.read(caller)?;
        let rules = record.end().game().rules().to_string();
        let question = Question {
            record: record.clone(),
            by: self.by.into(),
            options: Options {
                budget: self.budget,
                ..Options::default()
            },
            positions: self.positions.into(),
            exact: self.exact,
            tables: within_reach(&self.tables, &rules, caller)?,
        };
        let effort = self.playouts.effort("", true)?;
        let review = question.review(note)?;
        let estimates = match effort {
            Some(effort) => luck_and_skill(record, &review, effort, note)?,
            None => None,
        };
        Ok(Gone::of(record, review, estimates))
    }

    fn target(&mut self) -> Target<'_> {
        self.played.target()
    }

    fn picture(&self, _gone: &Gone) -> Option<Picture> {
        Some(at_end(self.played.record()))
    }

    fn scene(&self, gone: &Gone) -> Option<Scene> {
        Some(self.picture(gone)?.scene)
    }

    fn tables(&self, gone: &Gone, style: &Style) -> Vec<Sheet> {
        let estimates = gone.estimates.iter();
        let estimates = estimates
            .flat_map(|estimates| estimates.sheets(style))
            .collect();
        let sums = chances::sums("sums", &gone.sums, gone.change.as_ref(), style.places());
        [vec![self.throws(gone), sums], estimates].concat()
    }
}
