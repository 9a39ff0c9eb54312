//! Races against walks that know nothing of situations: a piece moved by hand, and every sequence of throws.

use proptest::prelude::*;

use super::*;
use crate::chance::Outcome;
use crate::exact::Natural;
use crate::exact::tests::Markov;

fn throws(faces: &[(i64, u64, bool)]) -> Dist<Scored> {
    let scored = |&(number, weight, again): &(i64, u64, bool)| {
        let outcome = Outcome::Number(number);
        (
            Scored {
                outcome,
                again,
                cancels: false,
                open: None,
            },
            Natural::from(weight),
        )
    };
    Dist::new(faces.iter().map(scored)).unwrap()
}

/// A track with jumps, and with cells that move on and that cost turns, each cell being one thing only.
fn with_cells(mut track: Track, target: u32, cells: Vec<(u32, u32, usize)>) -> Track {
    let mut used = Vec::new();
    for (from, to, kind) in cells {
        if from >= target || used.contains(&from) {
            continue;
        }
        used.push(from);
        match kind {
            // Ends of jumps have nothing of their own here, so that none leads back.
            0 | 1 if to <= target && to != from && !used.contains(&to) => {
                used.push(to);
                track.jumps.push((from, to));
            }
            2 => track.onward.push(from),
            _ => track.waits.push((from, 1 + to % 3)),
        }
    }
    track
}

/// The cell a throw leads to, a cell at a time; past the end where that ends the race.
fn moved(track: &Track, target: i64, from: i64, throw: i64) -> i64 {
    let mut at = from;
    let mut direction = 1;
    loop {
        let before = at;
        for _ in 0..throw {
            if at == target && direction == 1 {
                match track.past {
                    Past::End => return target,
                    Past::Stay => return before,
                    Past::Bounce => direction = -1,
                }
            }
            at = (at + direction).max(0);
        }
        while let Some((_, to)) = track.jumps.iter().find(|(from, _)| i64::from(*from) == at) {
            at = (*to).into();
        }
        if throw == 0 || at == target || !track.onward.contains(&(at as u32)) {
            return at;
        }
    }
}

proptest! {
    /// As a Markov chain of cells, missed turns among its states; and who wins, by following both players.
    #[test]
    fn agrees_with_chains_of_cells(
        weights in prop::collection::vec((0i64..5, 1u64..4), 1..4),
        target in 3u32..10,
        cells in prop::collection::vec((1u32..9, 0u32..10, 0usize..4), 0..4),
        past in prop_oneof![Just(Past::End), Just(Past::Stay), Just(Past::Bounce)],
    ) {
        let track = with_cells(Track { past, players: Some(2), ..Track::default() }, target, cells);
        let mut faces: Vec<(i64, u64, bool)> = Vec::new();
        for (face, weight) in weights {
            match faces.iter_mut().find(|(other, ..)| *other == face) {
                Some((_, sum, _)) => *sum += weight,
                None => faces.push((face, weight, false)),
            }
        }
        prop_assume!(faces.iter().any(|(face, ..)| *face > 0));
        let Ok(found) = track.run(&throws(&faces), target, Some(0)) else {
            // On and on over cells that move on: the walk here would not end either.
            return Ok(());
        };
        let n = target as usize;
        // After the cells, three states a cell for turns that are missed there.
        let wait = |cell: usize| {
            let wait = track.waits.iter().find(|(waits, _)| *waits as usize == cell);
            wait.map_or(0, |(_, turns)| *turns as usize)
        };
        let mut next: Vec<Vec<(usize, u64)>> = vec![Vec::new(); 4 * (n + 1)];
        for cell in 0..n {
            for &(face, weight, _) in &faces {
                let to = moved(&track, n as i64, cell as i64, face) as usize;
                let turns = if face == 0 { 0 } else { wait(to) };
                let to = if turns > 0 { turns * (n + 1) + to } else { to };
                next[cell].push((to, weight));
            }
            for turns in 1..=3 {
                let total = faces.iter().map(|(_, weight, _)| weight).sum();
                next[turns * (n + 1) + cell].push(((turns - 1) * (n + 1) + cell, total));
            }
        }
        let ways = next.iter().map(|ways| ways.iter().map(|&(to, weight)| (to, weight.into())).collect());
        let chain = Markov(ways.collect());
        if let Some(turns) = &found.turns {
            let turn = |state| BigRational::from_integer(i64::from(!chain.ends(state)).into());
            prop_assert_eq!(turns.exact().cloned(), chain.expected(0, turn));
        }
        // Two pieces, turn after turn.
        let total: u64 = faces.iter().map(|(_, weight, _)| weight).sum();
        let mut at = vec![BigRational::zero(); next.len()];
        at[0] = BigRational::from_integer(1.into());
        let mut first = BigRational::zero();
        let mut open = BigRational::from_integer(1.into());
        for row in found.rows.iter().take(6) {
            let mut after = vec![BigRational::zero(); next.len()];
            for (from, chance) in at.iter().enumerate() {
                for &(to, weight) in &next[from] {
                    after[to] += chance * BigRational::new(weight.into(), total.into());
                }
            }
            let ended = std::mem::take(&mut after[n]);
            prop_assert_eq!(&row.probability, &Quantity::Exact(ended.clone()));
            first += &ended * &open;
            open -= ended;
            at = after;
        }
        let (lower, upper) = found.wins[0].ends().unwrap();
        prop_assert!(lower <= upper && upper >= first && lower <= &first + &open * &open);
        let (second, _) = found.wins[1].ends().unwrap();
        prop_assert!(&lower + &second <= BigRational::from_integer(1.into()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Sticks of which the bias is unknown, at one bias, and the same sticks with that bias.
    #[test]
    fn functions_agree_with_numbers(
        target in 2u32..7,
        cells in prop::collection::vec((1u32..6, 0u32..7, 0usize..4), 0..3),
        further in any::<bool>(),
        past in prop_oneof![Just(Past::End), Just(Past::Stay), Just(Past::Bounce)],
        over in 1u64..5,
    ) {
        let track = with_cells(Track { past, ..Track::default() }, target, cells);
        // Two sticks; both flat earns another throw.
        let bias = BigRational::new(over.into(), 5.into());
        let (flat, not) = (over, 5 - over);
        let weights = [not * not, 2 * flat * not, flat * flat];
        let faces: Vec<_> = (0..).zip(weights).map(|(face, weight)| (face, weight, further && face == 2)).collect();
        let Ok(expected) = track.race(&throws(&faces), target, 0) else {
            return Ok(());
        };
        let (p, q) = (Poly::x(), Poly::one() - &Poly::x());
        let weights = [&q * &q, &(&p * &q) + &(&p * &q), &p * &p];
        let functions = throws(&faces);
        let functions = functions.iter().zip(weights).map(|((face, _), weight)| (face.clone(), weight));
        let value = |function: &RatFunc| Ok::<_, RaceError>(Quantity::Exact(function.eval(&bias).unwrap()));
        let listing: Listing<'_, _> = (&value, &|_| false);
        let found = track.race_of_bias(&Dist::new(functions).unwrap(), target, listing).unwrap();
        let (track, expected_track) = (found.track.unwrap(), expected.track.unwrap());
        let rows = if further { 0 } else { track.rows.len().min(expected_track.rows.len()) };
        prop_assert_eq!(&track.rows[..rows], &expected_track.rows[..rows]);
        prop_assert_eq!((found.to_reach, found.to_hit, found.hit), (expected.to_reach, expected.to_hit, expected.hit));
        prop_assert_eq!(
            (track.turns, track.throws, track.exactly, track.jumps),
            (expected_track.turns, expected_track.throws, expected_track.exactly, expected_track.jumps)
        );
    }
}
