//! The number of pieces taken under one good play.
//!
//! The play: after a throw that earns another always the position with the greatest lower bound of the mean, and the best play from where it is
//! no longer followed. Its mean is at least the lower bound of the mean, by induction: a lower bound is a mean over throws of the
//! greatest lower bound among plays, and lower bounds only grow. So it lies within the bounds of the mean, which is what the
//! answer says of it.

use rustc_hash::FxHashMap;

use super::search::Search;
use super::search_context::SearchContext;
use super::span::{ONE, Span};
use crate::games::daldos::moves::View;

/// Lower bounds of the chances that 0, 1, 2, … pieces are taken; the rest of the total of one may belong to any number.
type Least = Vec<i128>;

/// Those of the positions that were followed, each with the likelihood it was followed for.
type Followed = FxHashMap<View, (i128, Least)>;

/// Bounds of the chances of 0, 1, 2, … taken, up to the most that may be.
pub(super) fn distribution(
    context: &mut SearchContext<'_>,
    search: &mut Search,
    state: &View,
    width: i128,
) -> Vec<Span> {
    let mut found = Followed::default();
    let least = follow(context, search, state, (ONE, width), &mut found);
    let rest = (ONE - least.iter().sum::<i128>()).max(0);
    let spans = least.iter().map(|&lo| Span { lo, hi: lo + rest });
    spans.collect()
}

/// From a position that is come to with a likelihood, as far as the width asks.
fn follow(
    context: &mut SearchContext<'_>,
    search: &mut Search,
    state: &View,
    (likely, width): (i128, i128),
    found: &mut Followed,
) -> Least {
    let enemies = state.enemy.count_ones() as usize;
    let mut least = vec![0; enemies + 1];
    if search.glance(context, state).hi == 0 {
        least[0] = ONE;
        return least;
    }
    if let Some((followed, least)) = found.get(state)
        && *followed >= likely
    {
        return least.clone();
    }
    let total = context.total;
    let further = likely * context.extra / total;
    let Some(hits) = context.real(state) else {
        return least;
    };
    for (cast, hit) in context.game.casts().iter().zip(hits.iter()) {
        let weight = i128::from(cast.weight);
        if !cast.extra {
            least[usize::from(hit.most)] += weight * ONE;
            continue;
        }
        if further * 4 <= width || !context.enter() {
            continue;
        }
        if let Some((next, taken)) = search.greedy(context, state, cast) {
            let after = follow(context, search, &next, (further, width), found);
            for (number, chance) in after.into_iter().enumerate() {
                least[number + taken as usize] += weight * chance;
            }
        }
        context.leave();
    }
    for sum in &mut least {
        *sum /= total;
    }
    found.insert(*state, (likely, least.clone()));
    least
}
