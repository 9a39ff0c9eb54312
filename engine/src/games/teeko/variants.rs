//! The sixteen variants together: what they share is solved once.

use std::collections::BTreeMap;

use super::{Drop, Goals, Rules};
use crate::games::alignment::solve::Summary;
use crate::games::alignment::{Model, Ruleset};
use crate::solve::retro::{
    Game, Layer, LayerPart, LayerTotals, Solution, SolveError, Solver, Tick, plan,
};

/// A layer, and who chooses the cells of the pieces that the side to move, and so the other too, has still to place: all
/// that its values depend on, given the goals.
type Key = (Layer, Vec<bool>);

fn key(rules: &Rules, layer: Layer) -> Key {
    let rest = layer.own..rules.men();
    (
        layer,
        rest.map(|placed| rules.opponent_places(placed)).collect(),
    )
}

/// Solves all sixteen variants, in the order of [`Rules::all`].
///
/// Those with the same goals are solved ply by ply together: the movement phase once, and a layer of the drop phase once for
/// all variants in which the drops from there on are alike. The observer hears of every ply, and
/// can stop the work by returning false.
///
/// Exact. Cost: some seconds and 100 MB.
///
/// # Errors
/// If the observer stops it.
pub fn solve_all(
    mut observe: impl FnMut(Goals, Tick) -> bool,
) -> Result<Vec<Summary<Rules>>, SolveError> {
    let mut summaries = Vec::new();
    for goals in [Goals::FortyFour, Goals::FiftyEight] {
        let models = Drop::ALL.map(|drop| Model::new(Rules { goals, drop }));
        let mut places: BTreeMap<Key, usize> = BTreeMap::new();
        let mut distinct = Vec::new();
        for model in &models {
            for layer in plan(model).concat() {
                places.entry(key(model.rules(), layer)).or_insert_with(|| {
                    distinct.push((model, layer));
                    distinct.len() - 1
                });
            }
        }
        let part = |&(model, layer): &(&Model<Rules>, Layer)| {
            let turn = model.turn(layer);
            let place = |layer: Layer| places[&key(model.rules(), layer)];
            LayerPart {
                layer,
                turn,
                step: turn.steps.then(|| place(layer.after_step())),
                drop: turn.drop.map(|_| place(layer.after_drop())),
            }
        };
        let parts: Vec<LayerPart> = distinct.iter().map(part).collect();
        let solver = Solver::new(&models[0])?;
        let tables = solver.solve_parts(&parts, &[], &mut |tick| observe(goals, tick))?;
        let counts: Vec<LayerTotals> = tables.iter().map(LayerTotals::new).collect();
        for model in &models {
            let mut solution = Solution::default();
            let mut counted = Vec::new();
            for layer in model.layers() {
                let place = places[&key(model.rules(), layer)];
                solution.insert(tables[place].clone());
                counted.push(counts[place].clone());
            }
            summaries.push(model.summary_of(&solution, counted)?);
        }
    }
    Ok(summaries)
}
