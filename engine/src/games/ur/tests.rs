//! Bounds against fractions and an independent program; the start on record. Published chances and lengths are in
//! `fixtures/answers/ur.txt`.

use std::collections::HashSet;

use num_rational::BigRational;
use num_traits::Zero;

use super::position::Position;
use super::solve::{SolvedRace, by_throw, in_fractions};
use super::{Recorded, Rules};
use crate::exact::approx;
use crate::games::throws::{Values, best_of};
use crate::work::Note;

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

fn solved(position: &Position) -> std::sync::Arc<SolvedRace> {
    SolvedRace::from(position, None, 1_000_000, &Note::default()).unwrap()
}

/// The bounds of a position.
fn ends(solved: &SolvedRace, position: &Position) -> (BigRational, BigRational) {
    solved.own(position).unwrap().unwrap().ends().unwrap()
}

/// With one piece a side every value is a fraction, found by strategy iteration; all lie between the bounds.
#[test]
fn fractions_of_another_solver_lie_between_the_bounds() {
    for text in
        "finkel masters masters4 blitz aseb finkel,rosette=replay finkel,rosette=safe".split(' ')
    {
        let start = Position::start(&rules(&format!("ur:{text},pieces=1")));
        let solved = solved(&start);
        let mut seen = HashSet::from([start.view()]);
        let (mut positions, mut checked) = (vec![start], 0);
        while let Some(position) = positions.pop().filter(|_| checked < 10) {
            for &throw in position.rules().dice().throws() {
                let after = position.moves(throw).into_iter().map(|play| play.after);
                positions.extend(
                    after.filter(|after| after.winner().is_none() && seen.insert(after.view())),
                );
            }
            let (low, high) = ends(&solved, &position);
            let fraction = in_fractions(&position, &Note::default()).unwrap().win(0);
            let value = fraction.exact().unwrap();
            assert!(low <= *value && *value <= high, "{text}: {position}");
            assert!(approx(&(high - low)) < 1e-9);
            checked += 1;
        }
    }
}

/// First player's chances of an independent program, found by value iteration in floating point.
fn first_players_chances(all: &[(&str, f64)]) {
    for &(text, chance) in all {
        let start = Position::start(&rules(text));
        let (low, high) = ends(&solved(&start), &start);
        let (low, high) = (approx(&low), approx(&high));
        assert!(
            low <= chance + 1e-12 && chance - 1e-12 <= high,
            "{text}: {low} {high}"
        );
        assert!(high - low < 1e-9, "{text}: {low} {high}");
    }
}

#[test]
fn first_players_chances_are_those_of_another_program() {
    first_players_chances(&[
        ("ur:finkel,pieces=2", 0.518_572_907_495_7),
        ("ur:masters,pieces=2", 0.510_354_915_526_7),
        ("ur:masters4,pieces=2", 0.508_485_970_125_6),
        ("ur:blitz,pieces=2", 0.505_027_398_163_2),
        ("ur:aseb,pieces=2", 0.512_826_741_103_9),
        ("ur:finkel,pieces=2,rosette=replay", 0.518_714_091_499_6),
        ("ur:finkel,pieces=2,rosette=safe", 0.518_409_870_997_6),
        ("ur:skiriuk,pieces=1", 0.511_145_693_781_6),
        ("ur:murray,pieces=1", 0.512_802_832_601_8),
    ]);
}

#[test]
#[ignore = "half a minute with optimisation"]
fn first_players_chances_with_three_pieces_are_those_of_another_program() {
    first_players_chances(&[
        ("ur:finkel,pieces=3", 0.516_201_102_238_3),
        ("ur:masters,pieces=3", 0.507_578_176_741_6),
        ("ur:masters4,pieces=3", 0.506_842_696_434_1),
        ("ur:blitz,pieces=3", 0.504_840_844_921_7),
        ("ur:aseb,pieces=3", 0.509_184_392_165_3),
        ("ur:finkel,pieces=3,rosette=replay", 0.516_646_704_760_6),
        ("ur:finkel,pieces=3,rosette=safe", 0.517_572_114_670_8),
    ]);
}

/// Where the turn may be passed play can go on for ever; the bounds still meet from the start.
#[test]
fn a_turn_that_may_be_passed_is_bounded_step_by_step() {
    let start = Position::start(&rules("ur:finkel,pieces=1,pass=free"));
    let solved = solved(&start);
    let (low, high) = ends(&solved, &start);
    assert!(approx(&low) > 0.5 && approx(&(high - low)) < 1e-9);
}

/// The start's recorded bounds meet the mean of those after its first throws, found apart.
#[test]
fn the_record_of_the_start_follows_from_that_of_its_throws() {
    let start = Position::start(&rules("ur:finkel"));
    let recorded = Recorded::of(&start).unwrap();
    let (mut low, mut high) = (BigRational::zero(), BigRational::zero());
    for throw in by_throw(&recorded, &start, start.rules().dice().throws()).unwrap() {
        let chance = throw.chance.unwrap();
        let (least, most) = best_of(&throw.plays).unwrap().ends().unwrap();
        assert!(most.clone() - &least < BigRational::new(1.into(), 900_000.into()));
        low += &chance * least;
        high += chance * most;
    }
    let (least, most) = recorded.own(&start).unwrap().unwrap().ends().unwrap();
    assert!(low <= most && least <= high, "{low} {high}");
    assert!(Recorded::of(&Position::start(&rules("ur:finkel2"))).is_none());
}
