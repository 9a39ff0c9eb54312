//! `siga sidja survey`: the first capture over all placements.

use clap::Args;
use num_rational::BigRational;

use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::ask::table_names::TableNames;
use crate::games::sidja::first_capture::Solution;
use crate::games::sidja::placing::game::{at_once, is_at_once};
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::survey::{self, CellWorth, Fight, Forced, Games, SideBySide};
use crate::games::sidja::{Outcome, Rules};
use crate::solve::Ending;
use crate::solve::retro::Decided;
use crate::work::Note;

/// The first capture over all placements.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Survey {
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<Rules>,
    /// How many of the longest fights to list
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u16).range(0..=1000))]
    longest: u16,
}

/// A share of all placements.
fn share(part: u64, all: u64) -> Entry {
    Entry::exact(BigRational::new(part.into(), all.max(1).into()))
}

/// Placements by a number of stones or moves.
fn counts(
    name: &'static str,
    heading: &str,
    what: &'static str,
    counts: impl Iterator<Item = (u32, u64)>,
    all: u64,
) -> Sheet {
    Sheet::of(counts)
        .right(what, |(what, _)| *what)
        .right("placements", |(_, number)| *number)
        .chance_decimal("share", |(_, number)| share(*number, all))
        .bar(|(_, number)| *number as f64 / all.max(1) as f64)
        .named(name, heading)
}

fn longest(fights: &[Fight]) -> Sheet {
    let outcome = |fight: &&Fight| Entry::Outcome {
        word: fight.outcome.as_str(),
        plies: Some(fight.plies),
        shown: Ending::from_plies(fight.plies).to_string(),
    };
    Sheet::of(fights)
        .text("first capture", outcome)
        .text("placement", |fight| fight.position.to_string())
        .named(
            "longest",
            "The longest fights, one of each set of mirror images",
        )
}

impl Survey {
    /// The rules, of a board that is solved.
    fn rules(&mut self) -> Result<&Rules, Failure> {
        let rules = self.rules.read()?;
        let help = "; single positions of larger ones: `siga sidja first-capture`";
        super::solved_outright(rules, help)?;
        Ok(rules)
    }

    fn histogram(&self, survey: &survey::Survey) -> Sheet {
        let rules = self.rules.get();
        let all = survey.positions;
        let first = rules.first_mover();
        let loses = rules.blocked == Blocked::Loses;
        let blocking = survey.blocking_first_move;
        // Captures and blocks with the first ply apart.
        let apart = |row: &Decided| match (row.outcome, row.plies) {
            (_, 1) if loses => vec![
                (first, 1, "capture", row.count - blocking),
                (first, 1, "block", blocking),
            ],
            (_, 0) => vec![(first.other(), 0, "block", row.count)],
            (outcome, plies) => {
                let how = if loses { "capture or block" } else { "capture" };
                let by = match outcome {
                    Outcome::Win => first,
                    _ => first.other(),
                };
                vec![(by, plies, how, row.count)]
            }
        };
        let forced = survey.by_plies.iter().flat_map(apart);
        let forced = forced.map(|(by, plies, how, number)| (Some((by, plies)), how, number));
        let never = survey.first_capture.never;
        let never = (never > 0).then_some((None, "", never));
        let [mover, opponent, nobody] = {
            let Forced {
                mover,
                opponent,
                never,
                ..
            } = survey.first_capture;
            [mover, opponent, never].map(grouped)
        };
        let or_block = if loses { " or block" } else { "" };
        let heading = format!(
            "{rules} · the ply of the first capture{or_block} with best play, over all {} placements · {first} moves first",
            grouped(all),
        );
        Sheet::of(forced.chain(never))
            .text("by", |(end, ..)| {
                end.map_or("nobody".to_owned(), |(by, _)| by.to_string())
            })
            .right("ply", |(end, ..)| {
                end.map_or(Entry::Missing("never"), |(_, plies)| Entry::from(plies))
            })
            .text("with a", |(_, how, _)| *how)
            .chance_decimal("share", |(.., number)| share(*number, all))
            .right("placements", |(.., number)| *number)
            .bar(|(.., number)| *number as f64 / all.max(1) as f64)
            .named("plies", heading)
            .note(format!(
                "{first} forces the first capture{or_block} in {mover} placements, {} in {opponent}, nobody in {nobody}",
                first.other(),
            ))
            .note("limits on moves without a capture are ignored")
    }

    /// The cells from the most to the least worth.
    fn cells(&self, survey: &survey::Survey) -> Sheet {
        let first = self.rules.get().first_mover();
        let mut cells: Vec<&CellWorth> = survey.cells.iter().collect();
        cells.sort_by_key(|found| std::cmp::Reverse(found.first_capture.mover));
        let sheet = Sheet::of(cells)
            .text("cell", |found| found.cell.to_string())
            .right("held", |found| found.held)
            .right("mover", |found| found.first_capture.mover)
            .right("opponent", |found| found.first_capture.opponent)
            .right("never", |found| found.first_capture.never)
            .right("at once", |found| found.at_once)
            .chance_decimal("share", |found| {
                share(found.first_capture.mover, found.held)
            });
        let solved = survey.game.is_some();
        let won = |found: &&CellWorth| found.game.map_or(0, |game| game.win);
        let sheet = match solved {
            false => sheet,
            true => sheet
                .right("wins", won)
                .right("loses", |found| found.game.map(|game| game.loss))
                .right("draws", |found| found.game.map(|game| game.draw))
                .chance_decimal("share won", move |found| share(won(found), found.held)),
        };
        let heading = format!(
            "The placements in which {first}, who moves first, holds a cell, by who takes first"
        );
        let note = "wins, loses, draws: the whole game, with best play".to_owned();
        sheet
            .named("cells", heading)
            .note("share: of the mover")
            .notes(solved.then_some(note))
    }

    /// The first capture and the whole game side by side.
    fn game(&self, game: &SideBySide) -> Sheet {
        let first = self.rules.get().first_mover();
        let rows = [
            (first.to_string(), game.mover),
            (first.other().to_string(), game.opponent),
            ("nobody".to_owned(), game.never),
        ];
        let all = |games: Games| games.win + games.loss + games.draw;
        Sheet::of(rows)
            .text("takes first", |(taker, _)| taker.clone())
            .right("placements", |(_, games)| all(*games))
            .right(format!("{first} wins"), |(_, games)| games.win)
            .right(format!("{} wins", first.other()), |(_, games)| games.loss)
            .right("draws", |(_, games)| games.draw)
            .named(
                "game",
                "The placements by who takes first and who wins the game, with best play",
            )
            .note(format!(
                "the side that takes first also wins the game in {} of the {} placements in which a side takes",
                grouped(game.mover.win + game.opponent.loss),
                grouped(all(game.mover) + all(game.opponent))
            ))
    }
}

impl Command for Survey {
    const WORDS: &'static [&'static str] = &["sidja", "survey"];
    const ABOUT: &'static str = "The first capture over all placements of the stones: who makes it, when, how much it takes";
    type Answer = survey::Survey;

    fn ask(&mut self, _caller: Caller, note: &Note) -> Result<survey::Survey, Failure> {
        let rules = *self.rules()?;
        let solution = Solution::noting(rules, note)?;
        let game = at_once(rules);
        Ok(survey::Survey::new(
            &solution,
            self.longest.into(),
            game.as_deref(),
        ))
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn table_names(&self) -> Option<TableNames> {
        let rules = *self.clone().rules().ok()?;
        let solved = is_at_once(&rules);
        let mut names = vec!["plies", "best_single_move", "capturing_moves", "cells"];
        names.extend(solved.then_some("game"));
        // Where nobody can force a capture there is no fight, however long.
        let fights: &[&str] = if self.longest > 0 { &["longest"] } else { &[] };
        let names = TableNames::new(names, fights);
        Some(match solved {
            true => names,
            false => names.without(
                "game",
                format!("the whole game of {rules} is not solved for a survey"),
            ),
        })
    }

    fn tables(&self, survey: &survey::Survey, _style: &Style) -> Vec<Sheet> {
        let taken = survey.best_single_move.iter();
        let capturing = survey.capturing_moves.iter();
        let mut sheets = vec![
            self.histogram(survey),
            counts(
                "best_single_move",
                "The most stones that the first move can take",
                "stones",
                taken.map(|row| (row.captured, row.count)),
                survey.positions,
            ),
            counts(
                "capturing_moves",
                "First moves that take something",
                "moves",
                capturing.map(|row| (row.moves, row.count)),
                survey.positions,
            ),
            self.cells(survey),
        ];
        sheets.extend(survey.game.as_ref().map(|game| self.game(game)));
        let fights = &survey.longest;
        sheets.extend((!fights.is_empty()).then(|| longest(fights)));
        sheets
    }
}
