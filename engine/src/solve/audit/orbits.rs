//! Counting up to symmetry: by the lemma of Burnside, and by what is stored.

use crate::solve::retro::Layer;

/// The number of arrangements of a layer up to symmetry, by Burnside's lemma.
///
/// A symmetry says where each cell goes. An arrangement is fixed by it if every cycle of cells is
/// empty or held by one side.
///
/// # Examples
/// ```
/// use siga::solve::audit::orbits;
/// // Two sides with a piece each on a row of three cells that can be turned round.
/// assert_eq!(orbits(&[vec![0, 1, 2], vec![2, 1, 0]], 1, 1), 3);
/// ```
pub fn orbits(symmetries: &[Vec<u8>], own: u8, other: u8) -> u64 {
    let (own, other) = (usize::from(own), usize::from(other));
    let fixed = symmetries.iter().map(|symmetry| {
        // ways[a][b]: how many ways there are to give whole cycles with a and b cells to the sides.
        let mut ways = vec![vec![0_u64; other + 1]; own + 1];
        ways[0][0] = 1;
        for length in cycles(symmetry) {
            for a in (0..=own).rev() {
                for b in (0..=other).rev() {
                    if a >= length {
                        ways[a][b] += ways[a - length][b];
                    }
                    if b >= length {
                        ways[a][b] += ways[a][b - length];
                    }
                }
            }
        }
        ways[own][other]
    });
    fixed.sum::<u64>() / symmetries.len().max(1) as u64
}

/// The lengths of the cycles of cells.
fn cycles(symmetry: &[u8]) -> Vec<usize> {
    let mut seen = vec![false; symmetry.len()];
    let mut lengths = Vec::new();
    for start in 0..symmetry.len() {
        let mut length = 0;
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            length += 1;
            at = usize::from(symmetry[at]);
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// The number of arrangements with each byte up to symmetry, given the number of all of them.
///
/// The arrangements fixed by each symmetry are listed and looked up.
///
/// # Errors
/// With the byte whose arrangements do not make whole orbits.
pub fn orbits_by_code(
    symmetries: &[Vec<u8>],
    layer: Layer,
    by_code: &[u64],
    here: impl Fn(u32, u32) -> u8,
) -> Result<Vec<u64>, u8> {
    let mut sums = by_code.to_vec();
    let moving = symmetries
        .iter()
        .filter(|symmetry| (0_u8..).zip(*symmetry).any(|(from, to)| from != *to));
    for symmetry in moving {
        for_each_fixed(symmetry, layer.own, layer.other, &mut |own, other| {
            sums[usize::from(here(own, other))] += 1;
        });
    }
    let order = symmetries.len().max(1) as u64;
    (0_u8..=255)
        .zip(sums)
        .map(|(code, sum)| match sum % order {
            0 => Ok(sum / order),
            _ => Err(code),
        })
        .collect()
}

/// Visits the arrangements that a symmetry leaves as they are.
fn for_each_fixed(symmetry: &[u8], own: u8, other: u8, visit: &mut dyn FnMut(u32, u32)) {
    let mut seen = 0_u32;
    let mut sets = Vec::new();
    for start in 0..symmetry.len() {
        let mut cycle = 0_u32;
        let mut at = start;
        while (seen | cycle) >> at & 1 == 0 {
            cycle |= 1 << at;
            at = usize::from(symmetry[at]);
        }
        seen |= cycle;
        if cycle != 0 {
            sets.push(cycle);
        }
    }
    spread_cycles(&sets, own.into(), other.into(), (0, 0), visit);
}

fn spread_cycles(
    cycles: &[u32],
    own: u32,
    other: u32,
    held: (u32, u32),
    visit: &mut dyn FnMut(u32, u32),
) {
    let Some((&cycle, rest)) = cycles.split_first() else {
        if own == 0 && other == 0 {
            visit(held.0, held.1);
        }
        return;
    };
    let size = cycle.count_ones();
    spread_cycles(rest, own, other, held, visit);
    if size <= own {
        let held = (held.0 | cycle, held.1);
        spread_cycles(rest, own - size, other, held, visit);
    }
    if size <= other {
        let held = (held.0, held.1 | cycle);
        spread_cycles(rest, own, other - size, held, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of four cells that can be turned round, each arrangement with a byte of its own orbit's.
    #[test]
    fn bytes_that_are_closed_under_symmetry_make_whole_orbits() {
        let symmetries = [vec![0, 1, 2, 3], vec![3, 2, 1, 0]];
        let layer = Layer::new(2, 0);
        let sets = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100];
        let count = |byte: &dyn Fn(u32) -> u8| {
            let mut by_code = vec![0; 256];
            for set in sets {
                by_code[usize::from(byte(set))] += 1;
            }
            by_code
        };
        // Two pieces next to each other, or not; 0110 and 1001 are their own images.
        let near = |set: u32| u8::from(set & (set >> 1) != 0);
        let found = orbits_by_code(&symmetries, layer, &count(&near), |own, _| near(own)).unwrap();
        assert_eq!((found[1], found[0]), (2, 2));
        assert_eq!(found.iter().sum::<u64>(), orbits(&symmetries, 2, 0));
        // One arrangement that differs from its image.
        let torn = |set: u32| u8::from(set == 0b0011);
        let found = orbits_by_code(&symmetries, layer, &count(&torn), |own, _| torn(own));
        assert!(found.is_err());
    }
}
