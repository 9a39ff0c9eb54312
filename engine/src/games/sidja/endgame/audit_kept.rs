//! Outcomes on disk against those of the positions their turns lead to.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::audit::Judge;
use super::audit_rows;
use super::outcomes::sliding;
use super::outcomes_on_disk::Shelf;
use super::turns_on_disk::refused;
use crate::games::custodial::moves::{State, Turns};
use crate::games::sidja::Rules;
use crate::solve::Ending;
use crate::solve::custody::outcome_in;
use crate::solve::parallel::map_ranges;
use crate::solve::retro::Layer;
use crate::solve::table::Directory;
use crate::work::{Fault, Kind};

/// Checks outcomes on disk like [`audit`](super::audit()): of these layers, whose tables and those they lead to must be
/// there, every position, or of a layer that has more than `sample` that number, drawn at random. Returns the
/// number of positions checked.
///
/// That every outcome follows proves that nothing called a draw, and nothing called a win, can be lost. That what is
/// called a win can be brought to its end it does not prove by itself: wins could rest on each other in a
/// circle. The solver enters only what follows from what is known, and so do the turns of [`audit`](super::audit()), with which
/// its outcomes are compared for few stones.
///
/// # Errors
/// The first position whose outcome does not follow, or a table that cannot be read.
pub fn audit_outcomes(
    rules: &Rules,
    directory: &Directory,
    layers: &[Layer],
    sample: Option<u64>,
    observe: &mut dyn FnMut(Layer),
) -> Result<u64, Fault> {
    let sliding = sliding(rules).ok_or_else(|| refused(rules))?;
    let engine = sliding.engine();
    let mut shelf = Shelf::new(rules, &sliding, directory);
    let mut checked = 0;
    for &layer in layers {
        observe(layer);
        let tables = shelf.around(layer)?;
        let outcome = outcome_in(tables.values());
        let judge = Judge {
            engine,
            // Where a side has lost all it needs there is no table.
            value: &|state: &State<u32>| {
                let known = outcome(state.own, state.enemy);
                known.or_else(|| engine.end(state)).map(Ending::over)
            },
            turns: false,
        };
        let all = layer.arrangements(engine.board().cell_count());
        let pair = (&tables[&layer], &tables[&layer.after_step()]);
        checked += match sample.filter(|&sample| sample < all) {
            Some(sample) => sampled(&judge, layer, sample),
            None => audit_rows::layer(&judge, pair.0, pair.1),
        }
        .map_err(|fault| Fault::new(Kind::Io, fault))?;
    }
    Ok(checked)
}

/// The cells of both sides' stones in a random arrangement of a layer.
fn drawn(layer: Layer, cells: usize, random: &mut Pcg64) -> [u32; 2] {
    let mut order: Vec<u8> = (0..cells as u8).collect();
    let mut draw = |number: u8, from: usize| {
        (from..from + usize::from(number)).fold(0_u32, |set, at| {
            let other = random.random_range(at..cells);
            order.swap(at, other);
            set | 1 << order[at]
        })
    };
    [draw(layer.own, 0), draw(layer.other, layer.own.into())]
}

/// Positions drawn at random, all equally likely; the same ones every time.
fn sampled(judge: &Judge<'_>, layer: Layer, sample: u64) -> Result<u64, String> {
    const PART: u64 = 1 << 14;
    let cells = usize::from(judge.engine.board().cell_count());
    let parts = map_ranges(sample.div_ceil(PART) as usize, 1, |parts| {
        let mut checked = 0;
        for part in parts {
            let seed = u64::from(layer.own) << 56 | u64::from(layer.other) << 48 | part as u64;
            let mut random = Pcg64::seed_from_u64(seed);
            for _ in 0..PART.min(sample - part as u64 * PART) {
                let [own, enemy] = drawn(layer, cells, &mut random);
                judge.position(own, enemy)?;
                checked += 1;
            }
        }
        Ok(checked)
    });
    parts.into_iter().sum()
}
