//! The sixteen variants together: what they share is solved once.

use std::collections::BTreeMap;

use super::{Drop, Goals, Rules};
use crate::games::alignment::solve::Summary;
use crate::games::alignment::{Model, Ruleset};
use crate::solve::retro::{Layer, LayerTable, Solution, SolveError, Solver, Tick, plan};

/// Solves all sixteen variants, in the order of [`Rules::all`].
///
/// The movement phase is solved once for each set of goals, and a layer of the drop phase once for
/// all variants in which the drops from there on are alike. The observer is told of every ply, and
/// can stop the work by returning false.
///
/// Exact. Cost: some ten seconds and 90 MB.
///
/// # Errors
/// If the observer stops it.
pub fn solve_all(
    mut observe: impl FnMut(Rules, Tick) -> bool,
) -> Result<Vec<Summary<Rules>>, SolveError> {
    let mut summaries = Vec::new();
    for goals in [Goals::FortyFour, Goals::FiftyEight] {
        // By layer and by who chooses the cells of the pieces that the side to move, and so the
        // other too, has still to place.
        let mut solved: BTreeMap<(Layer, Vec<bool>), LayerTable> = BTreeMap::new();
        for drop in Drop::ALL {
            let rules = Rules { goals, drop };
            let model = Model::new(rules);
            let solver = Solver::new(&model)?;
            let mut solution = Solution::default();
            for group in plan(&model) {
                let key = |layer: Layer| {
                    let rest = layer.own..rules.men();
                    let rest = rest.map(|placed| rules.opponent_places(placed));
                    (layer, rest.collect::<Vec<bool>>())
                };
                let known = group.iter().map(|&layer| solved.get(&key(layer)).cloned());
                let tables = match known.collect::<Option<Vec<_>>>() {
                    Some(tables) => tables,
                    None => {
                        let mut observe = |tick| observe(rules, tick);
                        solver.solve(&group, solution.tables(), &mut observe)?
                    }
                };
                for table in tables {
                    solved
                        .entry(key(table.layer()))
                        .or_insert_with(|| table.clone());
                    solution.insert(table);
                }
            }
            summaries.push(model.summary(&solution)?);
        }
    }
    Ok(summaries)
}
