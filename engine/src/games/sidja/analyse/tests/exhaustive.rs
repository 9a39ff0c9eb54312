//! Every position of 3×3 against an exhaustive solution.

use super::*;
use crate::games::sidja::tests::Exhaustive;

/// The value of a move for the side that makes it.
fn after(truth: &Exhaustive, play: &Play) -> (Outcome, Option<u32>) {
    let (outcome, turns) = truth.value(&play.position);
    match play.again {
        true => (outcome, turns),
        false => (-outcome, turns.map(|turns| turns + 1)),
    }
}

/// Whether every move leads to what needs no search: an end, or a position of the tables.
fn is_one_ply_away(position: &Position, endgames: Option<&Endgames>) -> bool {
    position.plays().iter().all(|play| {
        let next = &play.position;
        let value = || endgames.and_then(|tables| tables.value(next.state()));
        next.end().is_some() || value().is_some() || play.again && is_one_ply_away(next, endgames)
    })
}

/// The verdict on a position, at any budget, against its value and those of its moves.
fn check(
    position: &Position,
    budget: u64,
    endgames: Option<&Endgames>,
    truth: &Exhaustive,
) -> Judgement<Position> {
    let context = format!("{position} {} budget {budget}", position.rules());
    let analysis = analyse_with(position, budget, endgames);
    let within = |worth: Worth, value: (Outcome, Option<u32>)| {
        assert!(
            worth.at_least <= value.0 && value.0 <= worth.at_most,
            "{context} {analysis:?}"
        );
        if let Some(turns) = worth.length {
            // Through tables a win found need not be the quickest.
            let exact = endgames.is_none() || (analysis.method == Method::Solved);
            assert!(
                !exact || value.1.is_none() || value.1 == Some(turns),
                "{context} {analysis:?}"
            );
        }
    };
    let value = truth.value(position);
    within(analysis.worth, value);
    let plays = position.plays();
    assert_eq!(analysis.moves.len(), plays.len());
    for found in &analysis.moves {
        let play = plays
            .iter()
            .find(|play| play.action == found.action)
            .unwrap();
        let after = after(truth, play);
        within(found.worth, after);
        if let Some(keeps) = analysis.keeps(found.worth) {
            assert_eq!(keeps, after.0 == value.0, "{context} {analysis:?}");
        }
    }
    if (analysis.method == Method::Solved) || is_one_ply_away(position, endgames) {
        assert_eq!(
            analysis.worth.outcome(),
            Some(value.0),
            "{context} {analysis:?}"
        );
        for found in &analysis.moves {
            assert!(found.worth.outcome().is_some(), "{context} {analysis:?}");
        }
    }
    let end = analysis
        .line
        .iter()
        .fold(*position, |at, &action| at.play(action).unwrap().position);
    if analysis.worth.length.is_some() {
        let seen = if end.side() == position.side() {
            end.end()
        } else {
            end.end().map(|end| -end)
        };
        assert_eq!(seen, analysis.worth.outcome(), "{context} {analysis:?}");
    }
    analysis
}

/// Every position of 3×3 of which the rows are these numbers in base three.
fn all_of_3x3(rules: &Rules) -> Vec<Position> {
    let text = |number: usize| {
        let cell = |at: u32| ['1', 'x', 'o'][number / 3_usize.pow(at) % 3];
        let rows: Vec<String> = [0, 3, 6]
            .map(|row| (row..row + 3).map(cell).collect())
            .into();
        format!("{} x -", rows.join("/"))
    };
    let all = (0..19_683)
        .map(text)
        .filter_map(|text| Position::parse(&text, rules).ok());
    all.filter(|position| position.end().is_none()).collect()
}

#[test]
fn positions_of_3x3_are_what_an_exhaustive_solution_says() {
    for (text, tables) in [
        ("egypt,no_capture=none,continuation=none", Some(7)),
        ("west-africa,no_capture=none", Some(8)),
        ("sudan,blocked=opens", Some(5)),
        ("egypt,no_capture=3,no_capture_end=draw", None),
        ("west-africa,no_capture=2,blocked=loses", None),
        ("egypt,no_capture=4,blocked=opens", Some(6)),
        ("west-africa,no_capture=3", Some(5)),
    ] {
        let rules: Rules = format!("{text},size=3").parse().unwrap();
        let roots = all_of_3x3(&rules);
        let truth = Exhaustive::new(&roots, Position::end);
        let endgames = tables.map(|most| Endgames::new(rules, most).unwrap());
        let endgames = endgames.as_ref();
        let (mut near, mut draws) = (0, 0);
        let mut all: Vec<Position> = truth.numbers.keys().copied().collect();
        all.retain(|position| position.end().is_none());
        all.sort_by_cached_key(ToString::to_string);
        for (number, position) in all.iter().enumerate() {
            // All that is one ply from proved, and one of the others every now and then.
            let one_ply = is_one_ply_away(position, endgames);
            near += u32::from(one_ply);
            if one_ply && number % 8 == 0 || number % 193 == 0 {
                let budget = [2, 30, 300, 3000][number % 4];
                let analysis = check(position, budget, endgames, &truth);
                draws += u32::from(analysis.worth.outcome() == Some(Outcome::Draw));
            }
            if number % 1999 == 0 {
                assert!(check(position, 400_000, endgames, &truth).method == Method::Solved);
                check(position, 400_000, None, &truth);
            }
        }
        assert!(near > 100 && draws > 20, "{rules}: {near} {draws}");
    }
}
