//! The backward solver against the forward search, the audit, and published counts.

use std::sync::OnceLock;

use proptest::prelude::*;

use super::space::placement;
use super::space::{Slide, Space};
use super::{Solution, audit, looked_up, search};
use crate::games::review::Judgement;
use crate::games::sidja::survey::{Forced, Survey};
use crate::games::sidja::{Outcome, Position, Rules};
use crate::solve::Worth;

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

const VARIANTS: [&str; 9] = [
    "sudan",
    "west-africa",
    "egypt",
    "egypt,blocked=loses",
    "egypt,blocked=passes",
    "egypt,blocked=opens",
    "west-africa,blocked=opens",
    "west-africa,capture_run=any,capture_lines=4",
    "sudan,blocked=loses,steps=4",
];

#[test]
fn all_of_3x3_agrees_with_the_forward_search() {
    let mut extras = 0;
    for text in VARIANTS {
        let rules = rules(&format!("{text},size=3"));
        let solution = Solution::new(rules).unwrap();
        let space = solution.space();
        assert_eq!(audit::audit(&solution, 1), Ok(630));
        let total: u64 = solution.layers().iter().map(|(_, count)| count).sum();
        assert_eq!(total, 630);
        for hole in 0..9 {
            // Of the variants of a preset every third placement.
            let every = if text.contains(',') { 3 } else { 1 };
            for mask in space
                .subsets()
                .masks()
                .skip(hole as usize % every)
                .step_by(every)
            {
                let slide = Space::spread(hole, mask);
                let position = placement(space, slide);
                let value = solution.first_move(slide);
                let found = search(&position, 10_000).unwrap();
                assert_eq!(found.worth, value.into(), "{position} {text}");
                if let Ok(extra) = Position::parse(&format!("{position} extra"), &rules) {
                    let found = search(&extra, 10_000).unwrap();
                    assert_eq!(found.worth, solution.value(slide).into(), "{extra} {text}");
                    let looked_up = looked_up(&extra, &solution).unwrap();
                    let valued = |judged: &Judgement<Position>| {
                        let moves = judged.moves.iter();
                        itertools::join(
                            moves.map(|of| format!("{} {:?}", of.action, of.worth)),
                            ", ",
                        )
                    };
                    assert_eq!(valued(&found), valued(&looked_up));
                    let moves: Vec<_> = extra.plays().iter().map(|play| play.action).collect();
                    assert_eq!(found.moves.len(), moves.len());
                    assert!(
                        found
                            .moves
                            .iter()
                            .all(|found| moves.contains(&found.action))
                    );
                    extras += usize::from(moves.len() < position.plays().len());
                }
                let looked_up = looked_up(&position, &solution).unwrap();
                assert_eq!(found.worth, looked_up.worth);
                let values = |ranking: &Judgement<Position>| -> Vec<Worth> {
                    ranking.moves.iter().map(|found| found.worth).collect()
                };
                assert_eq!(values(&found), values(&looked_up));
                if let Some(plies) = value.length() {
                    assert_eq!(found.line.len(), plies as usize, "{position} {text}");
                    assert_eq!(looked_up.line.len(), plies as usize);
                }
            }
        }
    }
    assert!(extras > 0);
}

/// From all placements of 3×3, from each of them, and from those that eight cells of each side can come to on 5×5.
#[test]
fn what_is_reached_has_the_values_of_the_whole_phase() {
    let all_reached = |solution: &Solution, placements: &[Slide]| {
        let space = solution.space().clone();
        let placements = placements.iter().copied();
        let reached = Solution::from_placements(space, placements.clone(), 1_000_000).unwrap();
        for slide in placements {
            assert_eq!(
                reached.first_move(slide),
                solution.first_move(slide),
                "{slide:?}"
            );
        }
    };
    for text in VARIANTS {
        let solution = Solution::new(rules(&format!("{text},size=3"))).unwrap();
        let masks = solution.space().subsets().masks();
        let placements: Vec<Slide> = masks.map(|mask| Space::spread(4, mask)).collect();
        all_reached(&solution, &placements);
        placements
            .chunks(1)
            .for_each(|one| all_reached(&solution, one));
    }
    let [x, o] = [[0, 4, 11, 23], [1, 6, 18, 21]]
        .map(|cells| cells.map(|cell| 1 << cell).iter().sum::<u32>());
    let masks = sudan().space().subsets().masks();
    let placements = masks.map(|mask| Space::spread(12, mask));
    let placements: Vec<Slide> = placements
        .filter(|slide| slide.own & x == x && slide.own & o == 0)
        .collect();
    assert_eq!(placements.len(), 12_870);
    all_reached(sudan(), &placements);
}

/// The whole phase of 5×5 under the rules of Sudan, solved once for all tests.
fn sudan() -> &'static Solution {
    static SOLUTION: OnceLock<Solution> = OnceLock::new();
    SOLUTION.get_or_init(|| Solution::new(Rules::SUDAN).unwrap())
}

#[test]
fn the_survey_of_the_first_move() {
    let solution = sudan();
    let survey = Survey::new(solution, 3, None);
    assert_eq!(survey.positions, 2_704_156);
    let first = &survey.by_plies[0];
    assert_eq!(
        (first.plies, first.outcome, first.count),
        (1, Outcome::Win, 2_458_554)
    );
    let most = survey.best_single_move.last().unwrap();
    assert_eq!((most.captured, most.count), (7, 1008));
    let Forced {
        mover,
        opponent,
        never,
    } = survey.first_capture;
    assert_eq!([mover, opponent, never], [2_562_356, 136_568, 5232]);
    assert_eq!(mover + opponent + never, 2_704_156);
    assert_eq!(survey.longest[0].plies, 21, "the longest fight");
    assert!(audit::audit(solution, 19_997).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Random positions of 5×5: what the forward search proves is what the solution says.
    #[test]
    fn samples_of_5x5_agree_with_the_forward_search(rank in 0_usize..2_704_156, hole in 0_u8..25) {
        let solution = sudan();
        let slide = Space::spread(hole, solution.space().subsets().mask(rank));
        let value = solution.value(slide);
        let found = search(&placement(solution.space(), slide), 2000).unwrap();
        let known = found.worth.outcome();
        prop_assert!(known.is_none_or(|outcome| outcome == value.outcome()));
        prop_assert!(found.worth.length.is_none_or(|plies| Some(plies) == value.length()));
        prop_assert!(known.is_some() || value.length().is_none_or(|plies| plies > 4));
        let looked_up = looked_up(&placement(solution.space(), slide), solution).unwrap();
        prop_assert_eq!(looked_up.worth, value.into());
        prop_assert_eq!(looked_up.line.len() as u32, value.length().unwrap_or(0));
    }

    /// Moves and their undoing are each other's inverse.
    #[test]
    fn predecessors_undo_successors(rank in 0_usize..2_704_156, hole in 0_u8..25, variant in 0_usize..9) {
        let space = Space::new(rules(VARIANTS[variant])).unwrap();
        let slide = Space::spread(hole, space.subsets().mask(rank));
        for next in space.successors(slide) {
            prop_assert!(space.predecessors(next).any(|before| before == slide));
        }
        for before in space.predecessors(slide) {
            prop_assert!(space.successors(before).any(|next: Slide| next == slide));
        }
    }
}
