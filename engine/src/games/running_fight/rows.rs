//! Rows as text, and the faults of the pieces on them.

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::frame::Frame;
use super::route::{Cell, Route, Team};
use crate::board::notation::{About, Reader, SetupFault};

/// A cell as a fault is about it.
pub(in crate::games) fn at(cell: Cell) -> About {
    About::Cell {
        row: cell.row.into(),
        column: cell.column.into(),
    }
}

impl Frame {
    /// The rows at the start: each team has its pieces in the first cells of its home row.
    pub(super) fn start(&self) -> Vec<Vec<char>> {
        let pieces = Team::BOTH.into_iter().flat_map(|team| {
            let numbers = 0..self.pieces;
            numbers.map(move |number| (self.route.cell(team, number), team, self.all_awake))
        });
        drawn(self.route, pieces)
    }

    /// The faults of pieces, each with the team it is of; on each cell stands a number of them, which `heights` is about, if anything is.
    ///
    /// # Errors
    /// Another number of rows, or rows of another length.
    pub(in crate::games) fn faults(
        &self,
        rows: &[Vec<char>],
        heights: Option<About>,
        height: impl Fn(Cell) -> u8,
    ) -> Result<Vec<(Team, SetupFault)>, SetupFault> {
        self.check_size(rows)?;
        let (most, [_, left_home, all_awake]) = (self.pieces, self.words);
        let mut faults = Vec::new();
        for team in Team::BOTH {
            let own = pieces(rows).filter(|piece| piece.1 == team);
            let found = own.map(|(cell, ..)| u32::from(height(cell))).sum::<u32>();
            if found > u32::from(most) {
                let surplus = || About::surplus(rows, team.symbols(), most.into());
                let message =
                    format!("team {team} has {found} pieces, and each team begins with {most}");
                let about = heights.unwrap_or_else(surplus);
                faults.push((team, SetupFault::new(about, message)));
            }
        }
        let asleep = || pieces(rows).filter(|piece| !piece.2);
        let teams = asleep().map(|(_, team, _)| team).unique();
        for team in teams.filter(|_| self.all_awake) {
            let own = asleep().filter(|piece| piece.1 == team);
            let cells: Vec<Cell> = own.map(|(cell, ..)| cell).collect();
            let right = awake(team);
            let message = format!(
                "{all_awake}: write `{right}`, not `{}`, on {}",
                right.to_ascii_lowercase(),
                cells.iter().join(", ")
            );
            faults.push((team, SetupFault::new(at(cells[0]), message)));
        }
        for (cell, team, _) in asleep().filter(|_| !self.all_awake) {
            if cell.row != home(team, self.route.rows()) {
                let message = format!(
                    "the piece on {cell} has left its home row, so it {left_home}: write `{}`",
                    awake(team)
                );
                faults.push((team, SetupFault::new(at(cell), message)));
            }
        }
        if pieces(rows).next().is_none() {
            let message = "there is no piece on the board";
            faults.push((Team::B, SetupFault::new(About::Board, message)));
        }
        Ok(faults)
    }

    /// Fails where the rows drawn are not as many and as long as the rules say.
    fn check_size(&self, rows: &[Vec<char>]) -> Result<(), SetupFault> {
        let said = self.route.rows();
        if rows.len() != usize::from(said) {
            let message = format!(
                "the board drawn has {} rows, the rules say {said}",
                rows.len(),
            );
            return Err(SetupFault::new(About::Board, message));
        }
        let length = usize::from(self.route.length());
        if let Some(row) = rows.iter().find(|row| row.len() != length) {
            let about = About::Cell {
                row: 0,
                column: length,
            };
            let message = format!(
                "the board drawn has rows of {} {}, the rules say length={length}",
                row.len(),
                self.words[0]
            );
            return Err(SetupFault::new(about, message));
        }
        Ok(())
    }
}

/// The rows of a board with these pieces: cell, team, and whether it is awake, or freed.
pub(in crate::games) fn drawn(
    route: Route,
    pieces: impl Iterator<Item = (Cell, Team, bool)>,
) -> Vec<Vec<char>> {
    let mut rows = vec![vec!['.'; route.length().into()]; route.rows().into()];
    for (cell, team, is_awake) in pieces {
        let symbol = awake(team);
        rows[usize::from(cell.row)][usize::from(cell.column)] = match is_awake {
            true => symbol,
            false => symbol.to_ascii_lowercase(),
        };
    }
    rows
}

/// Reads rows of one length: as many as one of some numbers, with its name, and as long as a range allows.
pub(in crate::games) fn read(
    reader: &mut Reader<'_>,
    (rows, name): (&[usize], &str),
    lengths: RangeInclusive<u8>,
) -> Option<Vec<Vec<char>>> {
    let read: Vec<Vec<char>> = reader.rows().iter().map(|row| row.cells.clone()).collect();
    let fault = fault_of_size(&read, (rows, name), &lengths);
    fault.map_or(Some(read), |fault| {
        reader.refuse(fault);
        None
    })
}

/// Why rows cannot be a board.
fn fault_of_size(
    read: &[Vec<char>],
    (rows, name): (&[usize], &str),
    lengths: &RangeInclusive<u8>,
) -> Option<String> {
    let found = read.len();
    if !rows.contains(&found) {
        return Some(format!(
            "rows on the board: {found}, not {name}: from team A's home row to team B's"
        ));
    }
    let (shortest, longest) = (lengths.start(), lengths.end());
    let possible = usize::from(*shortest)..=usize::from(*longest);
    let mut each = read.iter().map(Vec::len);
    (!each.clone().all_equal() || !each.all(|length| possible.contains(&length))).then(|| {
        let found = read.iter().map(Vec::len).join(", ");
        format!(
            "the rows have length {found}: write {name} of the same length, {shortest} to {longest}"
        )
    })
}

/// The pieces on some rows: cell, team, and whether it is awake, or freed.
pub(in crate::games) fn pieces(
    rows: &[Vec<char>],
) -> impl Iterator<Item = (Cell, Team, bool)> + '_ {
    (0u8..).zip(rows).flat_map(|(row, symbols)| {
        let cells = (0..=u8::MAX).map(move |column| Cell { row, column });
        cells.zip(symbols).filter_map(|(cell, symbol)| {
            let team = Team::BOTH.into_iter();
            let team = team
                .zip(['A', 'B'])
                .find(|(_, letter)| letter.eq_ignore_ascii_case(symbol));
            Some((cell, team?.0, symbol.is_ascii_uppercase()))
        })
    })
}

/// The home row of a team, among so many rows.
pub(in crate::games) fn home(team: Team, rows: u8) -> u8 {
    match team {
        Team::A => 0,
        Team::B => rows - 1,
    }
}

/// The symbol of a piece of a team that is awake, or freed.
pub(in crate::games) fn awake(team: Team) -> char {
    match team {
        Team::A => 'A',
        Team::B => 'B',
    }
}
