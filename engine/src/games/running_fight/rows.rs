//! Four rows as text.

use itertools::Itertools;

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
