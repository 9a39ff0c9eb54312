//! Exact values where extra throws can lead to few positions only.

use std::cell::{Cell, RefCell};

use num_bigint::BigInt;
use num_rational::BigRational;

use super::search::Search;
use super::search_context::{Aim, SearchContext};
use crate::games::daldos::{Game, moves::View};
use crate::solve::throws::Moves;
use crate::solve::throws::Next;
use crate::solve::throws::reached::{Payoffs, Reached};

/// The cost of a position that is solved, in units of work.
const SOLVING: u64 = 300;
/// The distance between bounds from which fractions are sought, in units of 2^-62.
const WIDTH: u64 = 1 << 20;

/// A turn as it goes on by extra throws.
struct ExtraThrows<'a, 'g> {
    game: &'g Game,
    context: RefCell<&'a mut SearchContext<'g>>,
    search: Search,
    /// Whether the work was enough so far.
    enough: Cell<bool>,
}

/// A position before a throw, and what the turn has gained already.
type Gained = (View, u32);

/// The exact value for an aim, or `None` if more than `most` positions can be come to by extra throws.
pub(super) fn closed(
    context: &mut SearchContext<'_>,
    aim: Aim,
    start: &View,
    most: usize,
) -> Option<BigRational> {
    // Nobody gains more than each enemy piece, or one release.
    let whole = start.enemy.count_ones().max(1);
    let share = |gained: u32| BigRational::new(gained.into(), whole.into());
    let payoffs = Payoffs {
        payoffs: (0..=whole).map(share).collect(),
        open: None,
    };
    let turn = ExtraThrows {
        game: context.game,
        search: Search::new(aim),
        enough: Cell::new(true),
        context: RefCell::new(context),
    };
    let reached = Reached::new(&turn, payoffs, [(*start, 0)], most).ok()??;
    let context = turn.context.into_inner();
    // Solving is more work than finding the positions.
    let work = reached.positions().len() as u64 * SOLVING;
    if !turn.enough.get() || context.left < work {
        return None;
    }
    context.spend(work);
    let fractions = reached.solve(WIDTH).ok()?.fractions([0], most).ok()?;
    Some(fractions.value(0)? * BigInt::from(whole))
}

impl Moves for ExtraThrows<'_, '_> {
    type Position = Gained;

    fn weights(&self) -> &[u64] {
        &self.game.weights
    }

    fn options(&self, &(state, gained): &Gained, throw: usize, next: &mut Vec<Next<Gained>>) {
        let mut context = self.context.borrow_mut();
        let game = self.game;
        if state.over(game).is_some() {
            return next.push(Next::End(gained as usize));
        }
        let Some(hits) = context.real(&state) else {
            self.enough.set(false);
            return next.push(Next::End(0));
        };
        let cast = &game.casts()[throw];
        let gain = self.search.gain(game, &state, cast, &hits[throw]);
        let ends = self.search.aim().ends();
        if !cast.extra || ends && gain > 0 {
            return next.push(Next::End((gained + gain) as usize));
        }
        let after = context.after(&state, cast).into_iter();
        next.extend(after.map(|(view, taken)| {
            let gained = if ends { 0 } else { gained + taken };
            Next::Again((view, gained))
        }));
    }
}
