//! How pieces move, as steps from point to point with what each needs.

use super::Board;
use crate::board::Bits;
use crate::board::notation::Spot;
use crate::games::described::text::{Said, TextError};
use crate::solve::retro::Step;

/// The ways to move.
const WAYS: &str = "a move is `step`, `jump`, `jump over enemies`, `slide`, `step of 1 or 2`, `knight`, `fly` (to any empty point), `far` (to \
                    any that is not joined) or `none`, with commas between; `step`, `knight`, `fly` and `far` may be \
                    followed by `not into the centre`; `jump`, `jump over enemies`, `knight`, `fly` and `far` by `if no step`";

/// The steps of a list of ways to move, those to neighbours first.
///
/// # Errors
/// A way that is not known, or a centre that the board has not.
pub(super) fn steps(board: &Board, said: &[&Said]) -> Result<Vec<Step>, TextError> {
    let mut all = Vec::new();
    let parts: Vec<Spot<'_>> = said.iter().flat_map(|s| s.line().split(',')).collect();
    for (at, &part) in parts.iter().enumerate() {
        if parts[..at].iter().any(|known| known.text == part.text) {
            return Err(part.fault(0, format!("`{}` is said twice: say it once", part.text)));
        }
        if part.text == "none" && parts.len() > 1 {
            return Err(part.fault(0, "`none` goes with no other move: leave out one of them"));
        }
        let words = part.text.trim_end();
        let (words, last) = without(words, " if no step");
        let (words, outside) = without(words, " not into the centre");
        let straight = words == "slide" || words.starts_with("step of");
        let barred = if outside {
            board.middle::<u32>(part)?
        } else {
            0
        };
        for from in 0..board.size() {
            let found = way(board, words, from);
            let found = found.filter(|_| !(last && (straight || words == "step")));
            let found = found.filter(|_| !(outside && (straight || words.starts_with("jump"))));
            let steps = found.ok_or_else(|| part.fault(0, WAYS))?.into_iter();
            let steps = steps.filter(|step| !barred.has(step.to));
            all.extend(steps.map(|step| Step { last, ..step }));
        }
    }
    Ok(all)
}

/// Words without those at their end, and whether these stood there.
fn without<'a>(words: &'a str, end: &str) -> (&'a str, bool) {
    words
        .strip_suffix(end)
        .map_or((words, false), |words| (words, true))
}

/// The steps of a piece by one way to move; `None` if there is no such way.
fn way(board: &Board, words: &str, from: u8) -> Option<Vec<Step>> {
    let plain = |to: u8| Step::plain(from, to);
    let points = 0..board.size();
    let joined: u32 = board.near(from);
    let jump = |enemy: bool| {
        let rays = board.rays(from).iter();
        let beyond = rays.filter_map(|ray| match ray.as_slice() {
            [over, to, ..] => Some(Step {
                held: Some(*over),
                jumps: true,
                enemy,
                ..plain(*to)
            }),
            _ => None,
        });
        beyond.collect()
    };
    Some(match words {
        "" | "none" => Vec::new(),
        "step" => joined.ones().map(plain).collect(),
        "jump" => jump(false),
        "jump over enemies" => jump(true),
        "slide" => along(board, from, usize::MAX, true),
        "step of 1 or 2" => along(board, from, 2, false),
        "knight" => knight(board, from).map(plain).collect(),
        "fly" => points.filter(|&to| to != from).map(plain).collect(),
        "far" => points
            .filter(|&to| to != from && !joined.has(to))
            .map(plain)
            .collect(),
        _ => return None,
    })
}

/// The steps straight on over empty points; where it must go on until it is stopped, what stops it.
fn along(board: &Board, from: u8, most: usize, to_the_end: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    for ray in board.rays(from) {
        let mut clear = 0;
        for (at, &to) in ray.iter().enumerate().take(most) {
            steps.push(Step {
                clear,
                held: ray.get(at + 1).copied().filter(|_| to_the_end),
                ..Step::plain(from, to)
            });
            clear |= u32::bit(to);
        }
    }
    steps
}

fn knight(board: &Board, from: u8) -> impl Iterator<Item = u8> + '_ {
    let ways = itertools::iproduct!([-2_i8, -1, 1, 2], [-2_i8, -1, 1, 2]);
    let ways = ways.filter(|(file, rank)| file.abs() != rank.abs());
    ways.filter_map(move |(file, rank)| board.beside(from, file, rank))
}

/// The points that the other side must hold for these pieces to have no move.
///
/// The fewest with which it is so: a piece that has steps has all the points next to it held, so that jumps are possible wherever
/// the point beyond is free.
pub(super) fn hemmed_in(steps: &[Step], own: u32) -> u32 {
    let mut held = 0;
    loop {
        // Where nothing is jumped over, there is no jump.
        let stands = |step: &&Step| step.held.is_none_or(|over| (own | held).has(over));
        let needed = steps.iter().filter(|step| own.has(step.from));
        let needed = needed.filter(|step| !step.jumps || stands(step));
        let all = needed.fold(held, |set, step| set | step.hemming(own));
        if all == held {
            return held;
        }
        held = all;
    }
}
