//! Four rows as text.

use itertools::Itertools;

use super::route::{Cell, Team};

/// Four rows of the same length, between two lengths.
pub(in crate::games) fn four(
    rows: Vec<Vec<char>>,
    shortest: u8,
    longest: u8,
) -> Result<[Vec<char>; 4], String> {
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let rows: [Vec<char>; 4] = rows.try_into().map_err(|rows: Vec<Vec<char>>| {
        let found = rows.len();
        format!("rows on the board: {found}, not four: from team A's home row to team B's")
    })?;
    let possible = usize::from(shortest)..=usize::from(longest);
    if !lengths.iter().all_equal() || !possible.contains(&lengths[0]) {
        let found = lengths.iter().join(", ");
        return Err(format!(
            "the rows have length {found}: write four of the same length, {shortest} to {longest}"
        ));
    }
    Ok(rows)
}

/// The pieces on four rows: cell, team, and whether it is awake, or freed.
pub(in crate::games) fn pieces(
    rows: &[Vec<char>; 4],
) -> impl Iterator<Item = (Cell, Team, bool)> + '_ {
    (0u8..).zip(rows).flat_map(|(row, symbols)| {
        let cells = (0u8..).map(move |column| Cell { row, column });
        cells.zip(symbols).filter_map(|(cell, symbol)| {
            let team = Team::BOTH.into_iter();
            let team = team
                .zip(['A', 'B'])
                .find(|(_, letter)| letter.eq_ignore_ascii_case(symbol));
            Some((cell, team?.0, symbol.is_ascii_uppercase()))
        })
    })
}

/// The home row of a team.
pub(in crate::games) fn home(team: Team) -> u8 {
    match team {
        Team::A => 0,
        Team::B => 3,
    }
}

/// The symbol of a piece of a team that is awake, or freed.
pub(in crate::games) fn awake(team: Team) -> char {
    match team {
        Team::A => 'A',
        Team::B => 'B',
    }
}
