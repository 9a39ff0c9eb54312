//! Analyses against plain minimax on small positions, and against whole solutions.

mod exhaustive;
mod outcomes_alone;

use proptest::prelude::*;

use super::{Analysis, Verdict, analyse, analyse_with};
use crate::games::sidja::endgame::Endgames;
use crate::games::sidja::{Outcome, Play, Position, Rules};

/// Plain minimax: the outcome within a number of turns, and the turns; `None` if not settled.
fn minimax(position: &Position, turns: u32) -> Option<(Outcome, u32)> {
    if let Some(outcome) = position.end() {
        return Some((outcome, 0));
    }
    if turns == 0 {
        return None;
    }
    let values: Vec<Option<(Outcome, u32)>> = position
        .plays()
        .iter()
        .map(|play| {
            if play.again {
                return minimax(&play.position, turns);
            }
            minimax(&play.position, turns - 1).map(|(outcome, turns)| (-outcome, turns + 1))
        })
        .collect();
    let with = |wanted: Outcome| {
        let values = values.iter().flatten();
        values
            .filter(move |value| value.0 == wanted)
            .map(|value| value.1)
    };
    if let Some(turns) = with(Outcome::Win).min() {
        return Some((Outcome::Win, turns));
    }
    if values.iter().all(Option::is_some) && with(Outcome::Loss).count() == values.len() {
        return with(Outcome::Loss)
            .max()
            .map(|turns| (Outcome::Loss, turns));
    }
    None
}

fn proved(verdict: Verdict) -> Option<(Outcome, u32)> {
    match verdict {
        Verdict::Proved { outcome, turns } => turns.map(|turns| (outcome, turns)),
        Verdict::Open { .. } => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn proofs_agree_with_minimax(
        cells in prop::collection::vec(0_u8..3, 9),
        variant in 0_usize..4,
    ) {
        let rules: Rules = [
            "sudan,size=3",
            "west-africa,size=3,no_capture=5",
            "egypt,size=3,no_capture=4",
            "egypt,size=3,blocked=loses,centre=open,no_capture=none",
        ][variant].parse().unwrap();
        let symbols: Vec<char> = cells.iter().map(|&cell| ['.', 'x', 'o'][usize::from(cell)]).collect();
        let rows: Vec<String> = symbols.chunks(3).map(|row| row.iter().collect()).collect();
        if let Ok(position) = Position::parse(&format!("{} x -", rows.join("/")), &rules) {
            let analysis = analyse(&position, 3000);
            let depth = analysis.depth.min(4);
            let expected = minimax(&position, depth);
            if expected.is_some_and(|(outcome, _)| outcome != Outcome::Draw) {
                prop_assert_eq!(proved(analysis.verdict), expected, "{} {}", position, rules);
            } else if let Some((_, turns)) = proved(analysis.verdict) {
                prop_assert!(turns > depth);
            }
            // The line is legal, and leads to the end of the game if one is proved.
            let mut at = position;
            for &action in &analysis.line {
                let play = at.play(action);
                prop_assert!(play.is_some());
                at = play.unwrap().position;
            }
            if let Some((outcome, _)) = proved(analysis.verdict) {
                let end = at.end();
                prop_assert!(end.is_some(), "{} {} {:?}", position, rules, analysis);
                let same = at.side() == position.side();
                prop_assert_eq!(end.map(|end| if same { end } else { -end }), Some(outcome));
            }
        }
    }
}

#[test]
fn a_draw_is_proved_where_the_rules_end_the_game() {
    let rules: Rules = "egypt,size=3,no_capture=3".parse().unwrap();
    let position = Position::parse("x2/3/2o x -", &rules).unwrap();
    let analysis = analyse(&position, 100_000);
    assert_eq!(analysis.verdict.outcome(), Some(Outcome::Draw));
    // Where nothing ends a game, the list of what can be reached does.
    let endless: Rules = "egypt,size=3,no_capture=none".parse().unwrap();
    let position = Position::parse("x2/3/2o x -", &endless).unwrap();
    let analysis = analyse(&position, 10_000);
    assert_eq!(analysis.verdict.outcome(), Some(Outcome::Draw));
    assert!(
        analysis.solved
            && analysis
                .moves
                .iter()
                .all(|found| analysis.keeps(found.verdict) == Some(true))
    );
}

#[test]
fn tables_settle_what_the_search_alone_cannot() {
    let rules: Rules = "sudan,size=3".parse().unwrap();
    let endgames = Endgames::new(rules, 5).unwrap();
    let mut settled = 0;
    for text in [
        "xox/1o1/xox x -",
        "xox/1o1/oxx x -",
        "x1x/o1o/x2 x -",
        "xo1/3/1ox x -",
    ] {
        let position = Position::parse(text, &rules).unwrap();
        let analysis = analyse_with(&position, 20_000, Some(&endgames));
        let alone = analyse(&position, 20_000);
        if let Some(outcome) = alone.verdict.outcome() {
            assert_eq!(analysis.verdict.outcome(), Some(outcome), "{text}");
        }
        if let Some(value) = endgames.value(position.state()) {
            assert_eq!(analysis.verdict.outcome(), Some(value.outcome()), "{text}");
        }
        settled += u32::from(analysis.verdict.outcome().is_some());
        if proved(analysis.verdict).is_some() {
            let last = analysis
                .line
                .iter()
                .fold(position, |at, &action| at.play(action).unwrap().position);
            assert!(last.end().is_some(), "{text} {analysis:?}");
        }
    }
    assert!(settled >= 2);
}
