//! Analyses against plain minimax on small positions.

use std::collections::HashMap;

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

/// Every position that can be reached from some, and what each comes to: found round by round, each
/// round what is over within one turn more.
struct Exhaustive {
    numbers: HashMap<Position, usize>,
    values: Vec<Option<(Outcome, u32)>>,
}

impl Exhaustive {
    fn new(roots: &[Position]) -> Exhaustive {
        let mut list: Vec<Position> = Vec::new();
        let mut numbers = HashMap::new();
        let mut number = |position: Position, list: &mut Vec<Position>| {
            *numbers.entry(position).or_insert_with(|| {
                list.push(position);
                list.len() - 1
            })
        };
        for &root in roots {
            number(root, &mut list);
        }
        let mut moves: Vec<Vec<(usize, bool)>> = Vec::new();
        while let Some(position) = list.get(moves.len()).copied() {
            let after = position.plays().into_iter();
            moves.push(
                after
                    .map(|play| (number(play.position, &mut list), play.again))
                    .collect(),
            );
        }
        let end = |position: &Position| match position.end() {
            Some(Outcome::Draw) | None => None,
            Some(outcome) => Some((outcome, 0)),
        };
        let mut values: Vec<_> = list.iter().map(end).collect();
        let mut idle = 0;
        for round in 1.. {
            let before = values.clone();
            loop {
                let mut changed = false;
                for at in (0..list.len()).filter(|&at| !moves[at].is_empty()) {
                    let seen = |&(to, again): &(usize, bool)| match again {
                        true => values[to],
                        false => before[to].map(|(outcome, turns)| (-outcome, turns + 1)),
                    };
                    let seen: Vec<_> = moves[at].iter().map(seen).collect();
                    let won = seen.iter().flatten().any(|seen| seen.0 == Outcome::Win);
                    let lost = seen
                        .iter()
                        .all(|seen| seen.is_some_and(|seen| seen.0 == Outcome::Loss));
                    if values[at].is_none() && (won || lost) {
                        values[at] = Some((if won { Outcome::Win } else { Outcome::Loss }, round));
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
            idle = if values == before { idle + 1 } else { 0 };
            if idle > 1 {
                break;
            }
        }
        Exhaustive { numbers, values }
    }

    fn value(&self, position: &Position) -> (Outcome, Option<u32>) {
        match self.values[self.numbers[position]] {
            Some((outcome, turns)) => (outcome, Some(turns)),
            None => (Outcome::Draw, None),
        }
    }

    /// The value of a move for the side that makes it.
    fn after(&self, play: &Play) -> (Outcome, Option<u32>) {
        let (outcome, turns) = self.value(&play.position);
        match play.again {
            true => (outcome, turns),
            false => (-outcome, turns.map(|turns| turns + 1)),
        }
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

/// What is said of a position, at any budget, against its value and those of its moves.
fn check(
    position: &Position,
    budget: u64,
    endgames: Option<&Endgames>,
    truth: &Exhaustive,
) -> Analysis {
    let context = format!("{position} {} budget {budget}", position.rules());
    let analysis = analyse_with(position, budget, endgames);
    let within = |verdict: Verdict, value: (Outcome, Option<u32>)| {
        let (at_least, at_most) = verdict.bounds();
        assert!(
            at_least <= value.0 && value.0 <= at_most,
            "{context} {analysis:?}"
        );
        if let Verdict::Proved {
            turns: Some(turns), ..
        } = verdict
        {
            // Through tables a win found need not be the quickest.
            let exact = endgames.is_none() || analysis.solved;
            assert!(
                !exact || value.1.is_none() || value.1 == Some(turns),
                "{context} {analysis:?}"
            );
        }
    };
    let value = truth.value(position);
    within(analysis.verdict, value);
    let plays = position.plays();
    assert_eq!(analysis.moves.len(), plays.len());
    for found in &analysis.moves {
        let play = plays
            .iter()
            .find(|play| play.action == found.action)
            .unwrap();
        let after = truth.after(play);
        within(found.verdict, after);
        if let Some(keeps) = analysis.keeps(found.verdict) {
            assert_eq!(keeps, after.0 == value.0, "{context} {analysis:?}");
        }
    }
    if analysis.solved || is_one_ply_away(position, endgames) {
        assert_eq!(
            analysis.verdict.outcome(),
            Some(value.0),
            "{context} {analysis:?}"
        );
        for found in &analysis.moves {
            assert!(found.verdict.outcome().is_some(), "{context} {analysis:?}");
        }
    }
    let end = analysis
        .line
        .iter()
        .fold(*position, |at, &action| at.play(action).unwrap().position);
    if let Verdict::Proved {
        outcome,
        turns: Some(_),
    } = analysis.verdict
    {
        let seen = if end.side() == position.side() {
            end.end()
        } else {
            end.end().map(|end| -end)
        };
        assert_eq!(seen, Some(outcome), "{context} {analysis:?}");
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
        let truth = Exhaustive::new(&roots);
        let endgames = tables.map(|most| Endgames::new(rules, most).unwrap());
        let endgames = endgames.as_ref();
        let (mut near, mut draws) = (0, 0);
        let mut all: Vec<Position> = truth.numbers.keys().copied().collect();
        all.retain(|position| position.end().is_none());
        all.sort_by_cached_key(ToString::to_string);
        for (number, position) in all.iter().enumerate() {
            // All that is one ply from proved, and every so many of the others.
            let one_ply = is_one_ply_away(position, endgames);
            near += u32::from(one_ply);
            if one_ply && number % 8 == 0 || number % 193 == 0 {
                let budget = [2, 30, 300, 3000][number % 4];
                let analysis = check(position, budget, endgames, &truth);
                draws += u32::from(analysis.verdict.outcome() == Some(Outcome::Draw));
            }
            if number % 1999 == 0 {
                assert!(check(position, 400_000, endgames, &truth).solved);
                check(position, 400_000, None, &truth);
            }
        }
        assert!(near > 100 && draws > 20, "{rules}: {near} {draws}");
    }
}

/// The examples that gave the fault away.
#[test]
fn draws_one_ply_from_proved_are_proved() {
    for (rules, text, tables) in [
        (
            "egypt,size=3,no_capture=none,continuation=none",
            "xo1/xox/xoo o -",
            Some(7),
        ),
        (
            "west-africa,size=3,no_capture=none",
            "xo1/x1x/oo1 o - +",
            Some(8),
        ),
        (
            "egypt,size=3,no_capture=3,no_capture_end=draw",
            "xoo/xox/x2 o - quiet=1",
            None,
        ),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse(text, &rules).unwrap();
        let endgames = tables.map(|most| Endgames::new(rules, most).unwrap());
        let analysis = analyse_with(&position, 1000, endgames.as_ref());
        assert_eq!(analysis.verdict.outcome(), Some(Outcome::Draw), "{text}");
        assert_eq!(analysis.keeps(analysis.moves[0].verdict), Some(true));
    }
}

/// Tables of outcomes alone, on disk.
#[cfg(feature = "tables")]
mod outcomes_alone {
    use super::*;
    use crate::board::{Bits, Side};
    use crate::games::sidja::endgame::{Value, Wanted, build};
    use crate::solve::table::Directory;

    struct Folder(std::path::PathBuf);

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn kept(rules: &Rules, most: u32, name: &str) -> (Endgames, Folder) {
        let name = format!("siga-analyse-{name}-{}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        let directory = Directory::new(&folder.0);
        build(rules, Wanted::Stones(most), &directory, &mut |_| {}).unwrap();
        let tables = Endgames::load(rules, most, &directory).unwrap().unwrap();
        assert!(!tables.keeps_turns());
        (tables, folder)
    }

    /// Whether `winner` forces a capture within so many turns that leaves it won, by the values with turns and
    /// the moves of [`Position`].
    fn forces(
        exact: &Endgames,
        position: &Position,
        winner: Side,
        stones: u32,
        turns: u32,
    ) -> bool {
        let mine = position.side() == winner;
        if let Some(outcome) = position.end() {
            return outcome != Outcome::Draw && (outcome == Outcome::Win) == mine;
        }
        if !position.in_chain() {
            let value = exact.value(position.state()).unwrap().outcome();
            let won = if mine { Outcome::Win } else { Outcome::Loss };
            let left = position.stones(Side::X).count() + position.stones(Side::O).count();
            if value != won || left < stones || turns == 0 {
                return value == won && left < stones;
            }
        }
        let after = |play: &Play| {
            let left = if play.again { turns } else { turns - 1 };
            forces(exact, &play.position, winner, stones, left)
        };
        let plays = position.plays();
        match mine {
            true => plays.iter().any(after),
            false => plays.iter().all(after),
        }
    }

    #[test]
    fn turns_are_found_or_else_captures_that_keep_the_win() {
        let (mut timed, mut near, mut proved_beyond) = (0, 0, 0);
        for (number, (text, most)) in [
            ("sudan,size=3", 5),
            ("egypt,size=3,no_capture=none", 5),
            ("west-africa,size=3,no_capture=none,blocked=loses", 5),
            ("sudan", 4),
        ]
        .into_iter()
        .enumerate()
        {
            let rules: Rules = text.parse().unwrap();
            let exact = Endgames::new(rules, most + 1).unwrap();
            let (tables, _folder) = kept(&rules, most, &number.to_string());
            for table in exact.solution().tables().values() {
                let stride = table.index().len() / 40 + 1;
                for place in (0..table.index().len()).step_by(stride) {
                    let (own, enemy) = table.index().position(place);
                    let state = exact.sliding_turn(own, enemy);
                    let position = Position::trusted(rules, state);
                    if position.end().is_some() {
                        continue;
                    }
                    let value = exact.value(&state).unwrap();
                    let stones = own.count() + enemy.count();
                    for budget in [20, 300, 5_000] {
                        let found = analyse_with(&position, budget, Some(&tables));
                        let asked = format!("{position} {rules}, {budget}");
                        match found.verdict {
                            Verdict::Proved { outcome, turns } => {
                                assert_eq!(outcome, value.outcome(), "{asked}");
                                if let (Some(turns), Value::Win(exact) | Value::Loss(exact)) =
                                    (turns, value)
                                {
                                    // Beyond the tables a win through them may be quicker than the one found.
                                    let right = turns == exact || stones > most && turns > exact;
                                    assert!(right, "{asked}: {turns} {exact}");
                                    timed += 1;
                                }
                                proved_beyond += u32::from(stones > most);
                            }
                            Verdict::Open {
                                at_least, at_most, ..
                            } => {
                                assert!(stones > most, "{asked}: a table has it");
                                assert!((at_least..=at_most).contains(&value.outcome()), "{asked}");
                            }
                        }
                        let winner = match value {
                            Value::Win(_) => position.side(),
                            _ => position.side().other(),
                        };
                        for one in &found.moves {
                            let Some(within) = one.capture_in.filter(|&within| within <= 4) else {
                                continue;
                            };
                            near += 1;
                            let play = position.play(one.action).unwrap();
                            let left = |turns: u32| turns - u32::from(!play.again);
                            let next = &play.position;
                            assert!(
                                forces(&exact, next, winner, stones, left(within)),
                                "{asked} {one:?}"
                            );
                            let sooner = within > 1
                                && forces(&exact, next, winner, stones, left(within - 1));
                            assert!(!sooner, "{asked} {one:?}");
                        }
                        let last = found.line.iter().fold(position, |at, &action| {
                            at.play(action).expect("a legal line").position
                        });
                        drop(last);
                    }
                }
            }
        }
        assert!(
            timed > 100 && near > 100 && proved_beyond > 50,
            "{timed} {near} {proved_beyond}"
        );
    }
}
