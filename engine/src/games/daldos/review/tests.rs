//! Identities of exact numbers. The chances themselves are compared in `tests/oracles` (`daldos endgame`).

use num_rational::BigRational;
use num_traits::Zero;
use proptest::prelude::*;

use super::*;
use crate::exact::{Between, Quantity};
use crate::games::daldos::tests::{game, positions};
use crate::games::record::{MAX_TURNS, Record};
use crate::games::throws::endgame::{Terms, review};
use crate::games::throws::review::Review;
use crate::work::Note;

/// The game gone through: endgames of so many positions are solved, and before them plays are compared by `by` with this work.
fn gone_through(
    record: &Record<Position>,
    (positions, exact): (u32, bool),
    (by, budget): (By, u64),
) -> Review<Team> {
    let terms = Terms {
        exact,
        ..Terms::positions(positions)
    };
    let options = Closeness {
        budget,
        ..Closeness::default()
    };
    let earlier = |turn: &Turn<Position>| measured(turn, by, &options);
    let found = review(record, None, &terms, &earlier, &Note::default());
    found.unwrap().0
}

/// A game of a limited number of throws; throws and plays are chosen by numbers.
fn played(start: Position, choices: &[(u64, usize)]) -> Record<Position> {
    let mut record = Record::new(start);
    for &(throw, choice) in choices {
        let position = record.end();
        if position.winner().is_some() {
            break;
        }
        let casts = position.game().casts();
        let cast = casts[throw as usize % casts.len()];
        let mut plays = position.plays(&cast);
        let play = plays.swap_remove(choice % plays.len());
        record.push(Turn::new(position, cast, &play));
    }
    record
}

fn exact(quantity: &Option<Quantity>) -> BigRational {
    quantity.as_ref().unwrap().exact().unwrap().clone()
}

const SMALL: [&str; 5] = [
    "daldos:n=1",
    "daldos:n=2",
    "daldos:n=2,intermediate_capture=yes,dalling=stern-most",
    "daldos:n=2,loses_at=1,direction=prow",
    "daldos:n=2,dice=1:4|2:6|3:4,extra=1+1|2+2",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn what_was_lost_and_gained_adds_up_exactly(
        rules in 0..SMALL.len(),
        choices in proptest::collection::vec((any::<u64>(), any::<usize>()), 1..30),
    ) {
        let record = played(Position::start(game(SMALL[rules])), &choices);
        let found = gone_through(&record, (14_000, true), (By::Net, 200));
        let change = found.change.clone().unwrap();
        let [from, to, luck, play] = [change.from, change.to, change.by_luck, change.by_play]
            .map(|quantity| quantity.exact().unwrap().clone());
        prop_assert_eq!(change.from_ply, 1);
        prop_assert_eq!(&to - &from, &luck + &play);
        // And by the sums of each side.
        let sum = |side: Team| {
            let sum = found.sums.iter().find(|sum| sum.side == side).unwrap();
            [exact(&sum.luck), exact(&Some(sum.lost.clone()))]
        };
        let ([luck_a, lost_a], [luck_b, lost_b]) = (sum(Team::A), sum(Team::B));
        prop_assert_eq!(luck_a - luck_b, luck);
        prop_assert_eq!(lost_b - lost_a, play);
        if let Some(winner) = record.end().winner() {
            prop_assert_eq!(to, BigRational::from_integer(u8::from(winner == Team::A).into()));
        }
        // Bounds hold the fractions.
        let bounded = gone_through(&record, (14_000, false), (By::Net, 200));
        for (exactly, between) in found.turns.iter().zip(&bounded.turns) {
            let held = |number: &Option<Quantity>, bounds: &Option<Quantity>| {
                let (lower, upper) = bounds.as_ref().unwrap().ends().unwrap();
                lower <= exact(number) && exact(number) <= upper
            };
            prop_assert!(held(&exactly.before, &between.before));
            prop_assert!(held(&exactly.best, &between.best));
            prop_assert!(held(&exactly.value, &between.value));
            prop_assert!(held(&exactly.lost, &between.lost));
            prop_assert!(held(&exactly.luck, &between.luck));
            prop_assert!(exact(&exactly.lost) >= BigRational::zero());
        }
    }

    /// Whatever plays are measured by, the mean of the luck of all throws is 0.
    #[test]
    fn luck_is_nothing_on_average(
        position in positions(5),
        by in prop_oneof![Just(By::Take), Just(By::Safe), Just(By::Net)],
        positions in prop_oneof![Just(0u32), Just(14_000)],
        budget in prop_oneof![Just(30u64), Just(3000), Just(30_000)],
    ) {
        prop_assume!(position.winner().is_none());
        // A wide board with few pieces is solved in some tens of seconds without optimisation.
        let few = position.view().own.count_ones() + position.view().enemy.count_ones() <= 3;
        let positions = if few && position.game().route().n() <= 2 { positions } else { 0 };
        let mut mean = Between::zero();
        for cast in position.game().casts() {
            let mut record = Record::new(position.clone());
            let play = position.plays(cast).swap_remove(0);
            record.push(Turn::new(position.clone(), *cast, &play));
            let found = gone_through(&record, (positions, false), (by, budget));
            let turn = &found.turns[0];
            prop_assert_eq!(turn.by == By::Win, found.change.is_some());
            let [best, value, lost, luck] = [&turn.best, &turn.value, &turn.lost, &turn.luck]
                .map(|quantity| Between::of(quantity.as_ref().unwrap()).unwrap());
            let weight = BigRational::from_integer(cast.weight.into());
            mean = mean + Between::new(luck.lower * &weight, luck.upper * &weight);
            // A play gave away the difference between it and the best, as far as the bounds tell.
            let between = match turn.by {
                By::Safe => value - best,
                _ => best - value,
            };
            prop_assert!(lost.lower >= between.lower.max(BigRational::zero()) && lost.upper <= between.upper);
        }
        prop_assert!(mean.lower <= BigRational::zero() && BigRational::zero() <= mean.upper, "{mean:?}");
    }

    #[test]
    fn records_are_read_back(
        start in positions(6),
        choices in proptest::collection::vec((any::<u64>(), any::<usize>()), 0..20),
    ) {
        let record = played(start, &choices);
        prop_assert_eq!(Record::<Position>::read(&record.to_string(), None), Ok(record.clone()));
        // On one line.
        let line = record.to_string().replace('\n', "; ");
        prop_assert_eq!(Record::<Position>::read(&line, None), Ok(record));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(game: daldos\n|rules: daldos:n=[1-3]\n|start: [aAbB./1-3 ]{0,12}\n|moves:\n)*([AB] [1-5]\\+[1-5]: ([!a-c1-4 -]{0,9}|pass)[;\n]|[ -~]{0,9}\n){0,5}") {
        if let Err(error) = Record::<Position>::read(&text, None) {
            prop_assert!(!error.faults.is_empty());
            prop_assert!(error.faults.is_sorted_by_key(|fault| fault.place));
        }
    }
}

#[test]
fn a_record_has_a_greatest_length() {
    let turns = |many: usize| {
        let lines = (0..many).map(|turn| ["A 2+3: pass\n", "B 2+3: pass\n"][turn % 2]);
        let lines: String = lines.collect();
        Record::<Position>::read(&format!("rules: daldos:n=1\nmoves:\n{lines}"), None)
    };
    assert_eq!(turns(MAX_TURNS).unwrap().turns().len(), MAX_TURNS);
    let error = turns(MAX_TURNS + 1).unwrap_err();
    assert_eq!(error.faults[0].place.line, MAX_TURNS + 3);
}
