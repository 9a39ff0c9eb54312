//! The values of sampled positions and of those that their turns lead to, for a certificate.

use std::collections::BTreeSet;

use super::Endgames;
use super::outcomes::sliding;
use super::outcomes_on_disk::Shelf;
use super::turns_on_disk::{kind, refused};
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::Turns;
use crate::games::sidja::Rules;
use crate::solve::Ending;
use crate::solve::custody::outcome_in;
use crate::solve::retro::{Code, Layer, Outcome};
use crate::solve::table::{Directory, Share, TableError, codes_of_share};
use crate::work::Fault;

/// For each layer the codes of its sampled positions, each followed by those of the different positions at the beginning of a
/// turn that one turn leads to and that have a value, in ascending order of the set of the side then to move and, for equal
/// ones, of the other's. Of outcomes the codes are their two bits.
///
/// Exact. Cost: of outcomes, each layer and those that captures lead to are read as a whole, as by an audit; of turns,
/// all are.
///
/// # Errors
/// If the rules have no tables, or a table that is needed is missing, damaged or another's.
pub fn certify(
    rules: &Rules,
    directory: &Directory,
    shares: &[Share],
    seed: &str,
) -> Result<Vec<Vec<u8>>, Fault> {
    let sliding = sliding(rules).ok_or_else(|| refused(rules))?;
    let engine = sliding.engine();
    if kind(rules, directory)? == Some("turns") {
        let most = shares.iter().map(|share| share.layer.total()).max();
        let endgames = Endgames::load(rules, most.unwrap_or(0).into(), directory)?;
        let endgames = endgames.ok_or_else(|| refused(rules))?;
        let code = |own, enemy| match endgames.value(&engine.turn(own, enemy)) {
            Some(Ending::Win(turns) | Ending::Loss(turns)) => u8::try_from(turns).ok(),
            Some(Ending::Draw) => Some(Code::DRAW.0),
            None => None,
        };
        let certified = |share: &Share| {
            let values = sampled(engine, *share, seed, &code);
            values.ok_or_else(|| Fault::from(no_layer(rules, share.layer)))
        };
        return shares.iter().map(certified).collect();
    }
    let mut shelf = Shelf::new(rules, &sliding, directory);
    let mut certified = Vec::new();
    for &share in shares {
        let tables = shelf.around(share.layer)?;
        let outcome = outcome_in(tables.values());
        let code = |own: u32, enemy: u32| {
            Some(match outcome(own, enemy)? {
                Outcome::Loss => 0,
                Outcome::Draw => 1,
                Outcome::Win => 3,
            })
        };
        let values = sampled(engine, share, seed, &code);
        certified.push(values.ok_or_else(|| no_layer(rules, share.layer))?);
    }
    Ok(certified)
}

fn no_layer(rules: &Rules, layer: Layer) -> TableError {
    TableError::NoLayer {
        rules: rules.to_string(),
        layer,
    }
}

/// The codes of a layer's share; `None` if one is not known.
fn sampled(
    engine: &Engine<u32>,
    share: Share,
    seed: &str,
    code: &dyn Fn(u32, u32) -> Option<u8>,
) -> Option<Vec<u8>> {
    let lost_with = u32::from(engine.facts().lost_with);
    let next = |own, enemy| {
        let state = engine.turn(own, enemy);
        let mut next = BTreeSet::new();
        if engine.end(&state).is_none() {
            engine.for_turn_ends(&state, state.side, &mut |after| {
                // A side with too few stones has lost, and its positions are in no table.
                if after.own.count_ones() > lost_with {
                    next.insert((after.own, after.enemy));
                }
                false
            });
        }
        next
    };
    let board = (seed, engine.board().cell_count());
    codes_of_share(share, board, code, next)
}
