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

pub(super) struct Distribution<'a, 'g> {
    context: &'a mut SearchContext<'g>,
    search: &'a mut Search,
    /// By position, each with the likelihood it was followed for.
    found: FxHashMap<View, (i128, Least)>,
}

/// Bounds of the chances of 0, 1, 2, … taken, up to the most that may be.
pub(super) fn distribution(
    context: &mut SearchContext<'_>,
    search: &mut Search,
    state: &View,
    width: i128,
) -> Vec<Span> {
    let mut distribution = Distribution {
        context,
        search,
        found: FxHashMap::default(),
    };
    let least = distribution.follow(state, ONE, width);
    let rest = (ONE - least.iter().sum::<i128>()).max(0);
    let spans = least.iter().map(|&lo| Span { lo, hi: lo + rest });
    spans.collect()
}

impl Distribution<'_, '_> {
    /// From a position that is come to with a likelihood.
    fn follow(&mut self, state: &View, likely: i128, width: i128) -> Least {
        let enemies = state.enemy.count_ones() as usize;
        let mut least = vec![0; enemies + 1];
        if self.search.glance(self.context, state).hi == 0 {
            least[0] = ONE;
            return least;
        }
        if let Some((followed, found)) = self.found.get(state)
            && *followed >= likely
        {
            return found.clone();
        }
        let total = self.context.total;
        let further = likely * self.context.extra / total;
        let Some(hits) = self.context.real(state) else {
            return least;
        };
        for (cast, hit) in self.context.game.casts().iter().zip(hits.iter()) {
            let weight = i128::from(cast.weight);
            if !cast.extra {
                least[usize::from(hit.most)] += weight * ONE;
                continue;
            }
            if further * 4 <= width || !self.context.enter() {
                continue;
            }
            if let Some((next, taken)) = self.search.greedy(self.context, state, cast) {
                let after = self.follow(&next, further, width);
                for (number, chance) in after.into_iter().enumerate() {
                    least[number + taken as usize] += weight * chance;
                }
            }
            self.context.leave();
        }
        for sum in &mut least {
            *sum /= total;
        }
        self.found.insert(*state, (likely, least.clone()));
        least
    }
}
