//! Races on tracks with jumps: what is asked, and the tables.

use std::ffi::{OsStr, OsString};

use itertools::Itertools;

use super::args::Throw;
use crate::ask::caller::Reads;
use crate::ask::failure::Failure;
use crate::ask::input;
use crate::chance::race::track::{Past, Track, TrackRace};
use crate::exact::Quantity;
use crate::render::sheet::{Column, Entry, Sheet, Style};

/// Bytes a file of cells may have.
const MAX_FILE: usize = 1 << 20;
/// Rows that people are shown.
const SHOWN: usize = 60;

/// The track that is asked for, if there is more to it than its length.
pub(super) fn asked(arguments: &Throw, reads: Reads) -> Result<Option<Track>, Failure> {
    let Throw {
        jump,
        onward,
        wait,
        past,
        players,
        ..
    } = arguments;
    let plain = jump.is_none() && onward.is_none() && wait.is_none();
    if plain && past.is_none() && players.is_none() {
        return Ok(None);
    }
    let pairs = |option, text: Option<&OsStr>, example| -> Result<Vec<(u32, u32)>, Failure> {
        let pair = |part: &str| {
            let (from, to) = part.split_once(':')?;
            Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
        };
        list(option, (text, reads), example, pair)
    };
    Ok(Some(Track {
        jumps: pairs("--jump", jump.as_deref(), "4:14")?,
        onward: list("--onward", (onward.as_deref(), reads), "5", |part| {
            part.parse().ok()
        })?,
        waits: pairs("--wait", wait.as_deref(), "19:2 (cell 19, two turns)")?,
        past: past.unwrap_or_default(),
        players: *players,
    }))
}

/// The cells as they are typed.
pub(super) fn written<T>(cells: &[T], write: impl Fn(&T) -> String) -> Option<OsString> {
    (!cells.is_empty()).then(|| cells.iter().map(write).join(",").into())
}

/// The parts of a list, or of a file that has such lists, with comments from `#` to the end of a line.
fn list<T>(
    option: &str,
    (text, reads): (Option<&OsStr>, Reads),
    example: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Failure> {
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    let given = text.to_string_lossy();
    let is_cells = (given.chars()).all(|c| c.is_ascii_digit() || ":, ".contains(c));
    let is_file =
        || input::is_readable(text.as_ref(), reads) || given.contains(['/', '.']) || given == "-";
    let is_list = is_cells || !is_file();
    let (whole, source) = match is_list {
        true => (given.to_string(), String::new()),
        false => (input::read(text, MAX_FILE, reads)?, format!(" {given}")),
    };
    let mut found = Vec::new();
    for (line, row) in (1..).zip(whole.lines()) {
        let row = row.split('#').next().unwrap_or_default();
        for part in row
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            found.push(read(part).ok_or_else(|| {
                let at = if is_list { String::new() } else { format!(", line {line}") };
                Failure::input(format!(
                    "{option}{source}{at}: `{part}` is not one of its parts, which look like {example}, with commas between them"
                ))
            })?);
        }
    }
    if found.is_empty() {
        return Err(Failure::input(format!(
            "{option}{source} names no cell; write {example}"
        )));
    }
    Ok(found)
}

/// The tables of a race on a track.
pub(super) fn sheets(target: u32, race: &TrackRace, turns: bool, style: &Style) -> Vec<Sheet> {
    // Missed ones are turns as well.
    let what = match turns || race.throws != race.turns {
        true => "turns",
        false => "throws",
    };
    let past = match race.past {
        Past::End => "passing it ends the race",
        Past::Stay => "a throw that would pass it does not move",
        Past::Bounce => "a throw that would pass it moves back by the rest",
    };
    let mean = |value: &Option<Quantity>| match value {
        Some(value) => style.phrase(value, false),
        None => "none: the race may never end".to_owned(),
    };
    let rows = race.rows.iter();
    let rows = rows.map(|row| (Entry::from(row.turns as i64), &row.probability));
    let last = race.rows.len().to_string();
    let rest = (Entry::Beyond('>', last), &race.rest);
    let mut length = Sheet::of(rows.chain([rest]))
        .right(what, |(turn, _)| turn.clone())
        .chance("probability", "decimal", |(_, chance)| *chance)
        .named("length", format!("A race to cell {target}: {past}"))
        .fact(
            &format!("{what} on average    "),
            &mean(&race.turns),
            race.turns.as_ref(),
        );
    if race.throws != race.turns {
        let throws = mean(&race.throws);
        length = length.fact("throws on average   ", &throws, race.throws.as_ref());
    }
    length.asked = true;
    length.shown = (length.rows.len() > SHOWN).then_some(SHOWN);
    let mut sheets = vec![length];
    if !race.jumps.is_empty() {
        sheets.push(jumps_sheet(race));
    }
    if !race.wins.is_empty() {
        sheets.push(players_sheet(race));
    }
    sheets
}

fn jumps_sheet(race: &TrackRace) -> Sheet {
    Sheet::of(&race.jumps)
        .right("from", |jump| i64::from(jump.from))
        .right("to", |jump| i64::from(jump.to))
        .column(Column::number("times", "times decimal"), |jump| {
            let mean = jump.mean.as_ref();
            mean.map_or(Entry::Missing("not known"), Entry::from)
        })
        .named("jumps", "How often each jump is taken on average")
}

fn players_sheet(race: &TrackRace) -> Sheet {
    let nobody = "the rest: nobody wins, since no throw leads anyone to the end any more";
    let wins = race.wins.iter().zip(1..);
    Sheet::of(wins)
        .right("player", |(_, player): &(&Quantity, i64)| *player)
        .chance("wins", "wins decimal", |(chance, _)| *chance)
        .named("players", "Who is first at the end, by order of play")
        .notes(race.turns.is_none().then(|| nobody.to_owned()))
}
