//! The values of sampled positions and of those that follow them, for a certificate.

use std::collections::BTreeSet;

use super::Rules;
use super::moves::State;
use crate::solve::retro::{Layer, LayeredGame};
use crate::solve::table::{Directory, Share, TableError, Tables, codes_of_share};

/// For each layer the codes of its sampled positions, each followed by those of the different positions that its moves lead
/// to, in ascending order of the set of the side then to move and, for equal ones, of the other's.
///
/// A position of a game that is over has no next ones.
///
/// Exact. Cost: each layer is read as a whole; a byte a folded position of at most three layers.
///
/// # Errors
/// If a table is missing, damaged or another's.
pub fn certify(
    rules: &Rules,
    directory: &Directory,
    shares: &[Share],
    seed: &str,
) -> Result<Vec<Vec<u8>>, TableError> {
    let facts = rules.facts();
    let files = Tables::new(rules, &rules.to_string(), directory);
    let certified = |share: &Share| {
        let layer = share.layer;
        let after = rules.turn(layer).after(layer).into_iter().flatten();
        let needed = BTreeSet::from_iter([layer].into_iter().chain(after));
        let loaded: Result<Vec<_>, _> = needed.into_iter().map(|layer| files.load(layer)).collect();
        let tables = loaded?;
        let code = |own: u32, other: u32| {
            let layer = Layer::new(own.count_ones() as u8, other.count_ones() as u8);
            let table = tables.iter().find(|table| table.layer() == layer)?;
            Some(table.get(own, other).0)
        };
        let next = |own, other| {
            let state = State { own, other };
            let plies = facts.plies(state).filter(|_| !facts.is_over(state));
            let after = plies.map(|ply| facts.after(state, ply));
            after.map(|State { own, other }| (own, other)).collect()
        };
        let board = (seed, rules.board().size());
        codes_of_share(*share, board, &code, next).ok_or_else(|| TableError::NoLayer {
            rules: rules.to_string(),
            layer,
        })
    };
    shares.iter().map(certified).collect()
}
