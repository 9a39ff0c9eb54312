//! The start on record, and whole games too long for `fixtures/answers/ur.txt`, against an independent program.

use num_rational::BigRational;
use num_traits::Zero;

use super::position::Position;
use super::solve::{SolvedRace, by_throw};
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

#[test]
#[ignore = "half a minute with optimisation"]
fn first_players_chances_with_three_pieces_are_those_of_another_program() {
    let all = [
        ("ur:finkel,pieces=3", 0.516_201_102_238_3),
        ("ur:masters,pieces=3", 0.507_578_176_741_6),
        ("ur:masters4,pieces=3", 0.506_842_696_434_1),
        ("ur:blitz,pieces=3", 0.504_840_844_921_7),
        ("ur:aseb,pieces=3", 0.509_184_392_165_3),
        ("ur:finkel,pieces=3,rosette=replay", 0.516_646_704_760_6),
        ("ur:finkel,pieces=3,rosette=safe", 0.517_572_114_670_8),
    ];
    for (text, chance) in all {
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
