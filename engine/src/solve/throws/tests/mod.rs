//! Small games whose values are known.

use std::ops::Range;

mod written;

use super::{
    Disproved, MAX_NUMBERED, Moves, NARROW_ONE, Next, NumberedGame, SolveError, SolvedBounds, Unit,
    solve,
};
use crate::exact::approx;
use crate::work::Note;

/// A game written out: for each position, for each throw, the options.
struct Drawn {
    weights: Vec<u64>,
    layers: Vec<Range<u64>>,
    options: Vec<Vec<Vec<Next<u64>>>>,
}

impl Moves for Drawn {
    type Position = u64;

    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn options(&self, position: &u64, throw: usize, next: &mut Vec<Next<u64>>) {
        next.extend(&self.options[*position as usize][throw]);
    }
}

impl NumberedGame for Drawn {
    fn layers(&self) -> &[Range<u64>] {
        &self.layers
    }

    fn position(&self, number: u64) -> u64 {
        number
    }

    fn number(&self, position: &u64) -> u64 {
        *position
    }

    fn advance(&self, _: &u64) -> u32 {
        0
    }
}

fn one_layer(positions: u64) -> Vec<Range<u64>> {
    std::iter::once(0..positions).collect()
}

fn bounds(solution: &SolvedBounds, number: u64) -> [f64; 2] {
    solution
        .pair(number)
        .map(|bound| bound as f64 / NARROW_ONE as f64)
}

/// Heads wins, tails passes: 2/3. Before it a throw that only passes the coin on: 1/3.
#[test]
fn a_coin_thrown_in_turn() {
    let game = Drawn {
        weights: vec![1, 1],
        layers: vec![0..1, 1..2],
        options: vec![
            vec![vec![Next::End(0)], vec![Next::Pass(0)]],
            vec![vec![Next::Pass(0)], vec![Next::Pass(0)]],
        ],
    };
    let solution = solve(&game, &Note::default()).unwrap();
    assert!(solution.ends());
    for (number, value) in [(0, 2.0 / 3.0), (1, 1.0 / 3.0)] {
        let [low, high] = bounds(&solution, number);
        assert!(
            low <= value && value <= high && high - low < 1e-10,
            "{low} {high}"
        );
    }
    solution.prove(&game, &Note::default()).unwrap();
}

/// Bounds that claim too much are refused, and so are any where play can go on for ever.
#[test]
fn what_does_not_follow_is_refused() {
    let coin = |stays: Next<u64>| Drawn {
        weights: vec![1, 1],
        layers: one_layer(1),
        options: vec![vec![vec![Next::End(0)], vec![stays]]],
    };
    let game = coin(Next::Pass(0));
    let note = Note::default();
    let claimed = |low: u64, high: u64| {
        let mut solution = SolvedBounds::of(game.layers());
        solution.push_narrow(vec![super::bounds::pack(low, high).unwrap()]);
        solution.prove(&game, &note)
    };
    let third = NARROW_ONE / 3;
    assert_eq!(claimed(2 * third - 2, 2 * third + 4), Ok(()));
    let refused = Err(Disproved::Position { number: 0 });
    assert_eq!(claimed(2 * third + 3, 2 * third + 9), refused);
    assert_eq!(claimed(2 * third - 9, 2 * third - 3), refused);

    // Nobody ever wins: any number follows from itself, and none is a bound.
    let endless = Drawn {
        weights: vec![1],
        layers: one_layer(1),
        options: vec![vec![vec![Next::Again(0)]]],
    };
    let mut solution = SolvedBounds::of(endless.layers());
    solution.push_narrow(vec![
        super::bounds::pack(NARROW_ONE / 2, NARROW_ONE / 2).unwrap(),
    ]);
    assert_eq!(
        solution.prove(&endless, &note),
        Err(Disproved::Endless { number: 0 })
    );

    // Bounds of a game with other layers are told from those of this one.
    let mut solution = SolvedBounds::of(&[0..2, 2..3]);
    solution.push_narrow(vec![0; 2]);
    let other = Disproved::Shape {
        bounds: 2,
        positions: 1,
    };
    assert_eq!(solution.prove(&game, &note), Err(other));
}

/// Every throw has an option, if only to pass.
#[test]
#[should_panic(expected = "a throw has an option")]
fn a_throw_without_options_is_refused() {
    let game = Drawn {
        weights: vec![1, 1],
        layers: one_layer(1),
        options: vec![vec![vec![], vec![Next::End(0)]]],
    };
    let _ = solve(&game, &Note::default());
}

/// Positions are counted before any is looked at.
#[test]
fn too_many_positions_are_refused() {
    let game = Drawn {
        weights: vec![1],
        layers: one_layer(MAX_NUMBERED + 1),
        options: Vec::new(),
    };
    let refused = Err(SolveError::TooMany { layer: 0 });
    assert_eq!(solve(&game, &Note::default()), refused);
}

/// In position 0 nobody can force an end; in position 1 one may win at once or go there; in position 2 one must go there on tails.
#[test]
fn where_nobody_can_force_an_end_bounds_do_not_meet() {
    let game = Drawn {
        weights: vec![1, 1],
        layers: one_layer(3),
        options: vec![
            vec![vec![Next::Pass(0)], vec![Next::Pass(0)]],
            vec![vec![Next::End(0), Next::Pass(0)], vec![Next::End(0)]],
            vec![vec![Next::End(0)], vec![Next::Pass(0)]],
        ],
    };
    let solution = solve(&game, &Note::default()).unwrap();
    assert!(!solution.ends());
    assert_eq!(solution.open(), 2);
    assert_eq!(bounds(&solution, 0), [0.0, 1.0]);
    assert_eq!(bounds(&solution, 1), [1.0, 1.0]);
    assert_eq!(bounds(&solution, 2), [0.5, 1.0]);
}

/// In position 1 one wins at once or throws again in position 0, which wins: as good, and longer by a throw. In position 2 tails gives the other
/// side the same choice, which heads, a throw to come, does not have.
#[test]
fn lengths_hold_for_all_plays_that_may_be_best() {
    let game = Drawn {
        weights: vec![1, 1],
        layers: vec![0..2, 2..3],
        options: vec![
            vec![vec![Next::End(0)]; 2],
            vec![vec![Next::End(0), Next::Again(0)]; 2],
            vec![vec![Next::Again(2)], vec![Next::Pass(1)]],
        ],
    };
    let note = Note::default();
    let solution = solve(&game, &note).unwrap();
    let lengths = solution.lengths(&game, &note).unwrap();
    let expected = [
        (0, [1.0, 1.0], [1.0, 1.0]),
        (1, [1.0, 2.0], [1.0, 1.0]),
        (2, [3.0, 4.0], [2.0, 2.0]),
    ];
    for (number, throws, turns) in expected {
        for (unit, [least, most]) in [(Unit::Throws, throws), (Unit::Turns, turns)] {
            let bounds = lengths.of(unit, number);
            let [lower, upper] = [&bounds.lower, &bounds.upper].map(approx);
            assert!(lower <= least && least - lower < 1e-8, "{number} {lower}");
            assert!(upper >= most && upper - most < 1e-8, "{number} {upper}");
        }
    }
}

#[test]
fn two_bounds_fit_into_eight_bytes() {
    for (low, high) in [
        (0, 0),
        (0, 5),
        (NARROW_ONE - 7, NARROW_ONE),
        (NARROW_ONE, NARROW_ONE),
        (NARROW_ONE / 3, NARROW_ONE / 3 + 1000),
    ] {
        let [l, u] = super::bounds::unpack(super::bounds::pack(low, high).unwrap());
        assert!(l <= low && u == high && low - l <= 1, "{low} {high}");
    }
    assert_eq!(super::bounds::pack(0, NARROW_ONE), None);
}
