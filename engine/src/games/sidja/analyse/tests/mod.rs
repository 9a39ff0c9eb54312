//! Analyses against whole solutions.

mod exhaustive;
mod outcomes_alone;

use super::{analyse, analyse_with};
use crate::games::review::Judgement;
use crate::games::sidja::endgame::Endgames;
use crate::games::sidja::{Outcome, Play, Position, Rules};
use crate::solve::{Method, Worth};

fn proved(worth: Worth) -> Option<(Outcome, u32)> {
    worth.outcome().zip(worth.length)
}

#[test]
fn a_draw_is_proved_where_the_rules_end_the_game() {
    let rules: Rules = "egypt,size=3,no_capture=3".parse().unwrap();
    let position = Position::parse("x2/3/2o x -", &rules).unwrap();
    let analysis = analyse(&position, 100_000);
    assert_eq!(analysis.worth.outcome(), Some(Outcome::Draw));
    // Where nothing ends a game, the list of what can be reached does.
    let endless: Rules = "egypt,size=3,no_capture=none".parse().unwrap();
    let position = Position::parse("x2/3/2o x -", &endless).unwrap();
    let analysis = analyse(&position, 10_000);
    assert_eq!(analysis.worth.outcome(), Some(Outcome::Draw));
    assert!(
        (analysis.method == Method::Solved)
            && analysis
                .moves
                .iter()
                .all(|found| analysis.keeps(found.worth) == Some(true))
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
        if let Some(outcome) = alone.worth.outcome() {
            assert_eq!(analysis.worth.outcome(), Some(outcome), "{text}");
        }
        if let Some(value) = endgames.value(position.state()) {
            assert_eq!(analysis.worth.outcome(), Some(value.outcome()), "{text}");
        }
        settled += u32::from(analysis.worth.outcome().is_some());
        if proved(analysis.worth).is_some() {
            let last = analysis
                .line
                .iter()
                .fold(position, |at, &action| at.play(action).unwrap().position);
            assert!(last.end().is_some(), "{text} {analysis:?}");
        }
    }
    assert!(settled >= 2);
}
