use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::moves::{Yield, playable};
use super::notation::PositionFile;
use super::rules::{Cancel, Face, Rules, Throw};
use super::{Position, Setup, Team, naive_rules, perft};
use crate::exact::{Between, Quantity};

/// The bounds of a number of an answer.
pub(super) fn between(number: &Quantity) -> Between {
    Between::of(number).expect("no function")
}

/// A board of four rows with pieces of both teams, legal under the rules.
pub(super) fn some_board(length: usize) -> impl Strategy<Value = (Setup, bool)> {
    let cells = proptest::collection::vec((0u8..10, any::<bool>()), 4 * length);
    (cells, any::<bool>(), any::<bool>()).prop_map(move |(cells, a_moves, freeing)| {
        let mut left = [length, length];
        let mut rows = [const { Vec::new() }; 4];
        for (at, (what, dry)) in cells.into_iter().enumerate() {
            let row = at / length;
            // Mostly A near its home, mostly B near its own.
            let chance = [[5, 2], [2, 2], [2, 2], [2, 5]][row];
            let team = match what {
                w if w < chance[0] => Some(0),
                w if w < chance[0] + chance[1] => Some(1),
                _ => None,
            };
            let symbol = match team {
                Some(team) if left[team] > 0 => {
                    left[team] -= 1;
                    let dry = dry && freeing && row == 3 * team;
                    [['A', 'a'], ['B', 'b']][team][usize::from(dry)]
                }
                _ => '.',
            };
            rows[row].push(symbol);
        }
        let side = if a_moves { Team::A } else { Team::B };
        let second = false;
        (Setup { rows, side, second }, freeing)
    })
}

/// Rules with every option open.
pub(super) fn some_rules(length: usize, freeing: bool) -> impl Strategy<Value = Rules> {
    let options = proptest::collection::vec(any::<bool>(), 9);
    (options, 0usize..3).prop_map(move |(on, table)| {
        let pick = |at: usize, values: [&str; 2]| values[usize::from(on[at])].to_owned();
        let table = [
            "8|khadzh*|khmar*|5|4*|5|khmar*|khadzh*|8",
            "3|1*|khmar*|2*|khadzh*",
            "8|1*|6|5|4*|5|6|1*|8",
        ][table];
        let text = format!(
            "depaulis,length={length},throws={table},freeing={},khadzh_when_free={},order={},use={},overshoot={},end={},from={},cancel={},passing={},turns={}",
            if freeing { "khadzh" } else { "none" },
            pick(0, ["nothing", "move1"]),
            pick(1, ["any", "thrown"]),
            pick(2, ["must", "may"]),
            pick(3, ["no", "stop"]),
            pick(4, ["one", "both"]),
            pick(5, ["left", "right"]),
            pick(6, ["previous", "stack"]),
            pick(7, ["never", "single"]),
            pick(8, ["two-and-two", "alternating"]),
        );
        text.parse().unwrap()
    })
}

fn engine_boards(position: &Position, throws: &Yield) -> BTreeSet<[Vec<char>; 4]> {
    let plays = position.plays(throws).unwrap();
    let boards: BTreeSet<_> = plays.iter().map(|p| p.position.setup().rows).collect();
    assert_eq!(boards.len(), plays.len(), "each position once");
    boards
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn plays_are_those_of_the_naive_player(
        (setup, rules, picks) in (2usize..6)
            .prop_flat_map(|length| (some_board(length), Just(length)))
            .prop_flat_map(|((setup, freeing), length)| (
                Just(setup),
                some_rules(length, freeing),
                proptest::collection::vec(0usize..8, 0..4),
            )),
    ) {
        let Ok(position) = setup.position(&rules) else { return Ok(()) };
        prop_assert_eq!(position.setup(), setup.clone());
        prop_assert_eq!(position.is_over(), naive_rules::over(&rules, &setup.rows));
        let faces = playable(&rules);
        let throws: Vec<Face> = picks.iter().map(|pick| faces[pick % faces.len()]).collect();
        let played = Yield::trusted(throws.clone());
        prop_assert_eq!(engine_boards(&position, &played), naive_rules::plays(&rules, &setup, &throws));
        for play in position.plays(&played).unwrap() {
            let next = (play.position.side(), play.position.is_second());
            prop_assert_eq!(next, naive_rules::next_turn(&rules, &setup));
            let taken = position.count(setup.side.other()) - play.position.count(setup.side.other());
            prop_assert_eq!(play.captures.len() as u32, taken);
            prop_assert_eq!(position.count(setup.side), play.position.count(setup.side));
        }
    }

    #[test]
    fn text_round_trips((setup, _) in (2usize..33).prop_flat_map(some_board)) {
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup.clone()));
        let file = PositionFile {
            rules: Some("ludii,length=24".parse().unwrap()),
            title: Some("A title".to_owned()),
            source: None,
            setup,
        };
        prop_assert_eq!(file.to_string().parse::<PositionFile>(), Ok(file));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[AaBb.0-9/ \n:#a-z]{0,60}") {
        if let Ok(file) = text.parse::<PositionFile>() {
            for rules in [Rules::depaulis(), "ludii,length=2".parse().unwrap()] {
                let _ = file.setup.position(&rules);
            }
        }
    }
}

#[test]
fn errors_say_where() {
    let wrong = |text: &str| text.parse::<PositionFile>().unwrap_err().to_string();
    assert!(wrong("aaaa/4/4/bbxb A").contains("column 12: `x`"));
    assert!(wrong("aaaa/4/bbbb A").contains("rows on the board: 3, not four"));
    assert!(wrong("aaaa/4/3/bbbb A").contains("length 4, 4, 3, 4: write four"));
    assert!(wrong("aaaa/4/4/bbbb").contains("the team to move is missing"));
    assert!(wrong("aaaa/4/4/bbbb c").contains("`A` or `B`"));
    assert!(wrong("aaaa/4/4/bbbb A - -").contains("`-` is left over"));
    assert!(wrong("99/99999999999999999999999/33/33 A").contains("beyond 32 cells"));
    assert!(wrong("game: teeko\nto move: A\nboard:\n..\n..\n..\n..").contains("line 1"));
    assert!(wrong("to move: C\nboard:\n..\n..\n..\n..").contains("line 1, column 10: `C`"));
    assert!(wrong("to move: A\nboard:\n..\n.?\n..\n..").contains("line 4"));
    assert!(wrong("board:\n..\n..\n..\n..").contains("(`to move`) is missing"));
    let rules: Rules = "depaulis,length=2".parse().unwrap();
    let faults = |text: &str| Position::parse(text, &rules).unwrap_err().to_string();
    assert!(faults("aaa/3/3/bbb A").contains("length=2"));
    let all = faults("aA/a1/A1/bb A");
    assert!(all.contains("4 pieces") && all.contains("b1"), "{all}");
    assert!(faults("2/2/2/2 A").contains("no piece"));
    let ludii: Rules = "ludii,length=2".parse().unwrap();
    let error = Position::parse("aA/2/2/BB A", &ludii).unwrap_err();
    assert!(error.to_string().contains("freeing=none"));
}

/// Perft by the naive player.
fn slow_perft(position: &Position, depth: u32, yields: &[Yield]) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (rules, setup) = (position.rules(), position.setup());
    let boards = yields
        .iter()
        .flat_map(|throws| naive_rules::plays(rules, &setup, throws.faces()));
    boards
        .map(|rows| {
            let (side, second) = naive_rules::next_turn(rules, &setup);
            let next = Setup { rows, side, second }.position(rules).unwrap();
            slow_perft(&next, depth - 1, yields)
        })
        .sum()
}

#[test]
fn perft_is_that_of_the_naive_player() {
    for (rules, throws) in [
        ("depaulis,length=4", 3),
        ("ludii,length=4", 2),
        ("depaulis,length=3,order=thrown,cancel=stack", 3),
        ("ludii,length=3,use=may,overshoot=stop", 2),
        ("ludii,length=3,turns=alternating", 2),
        ("depaulis,length=3,passing=single", 3),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::start(&rules);
        let yields = perft::yields(&rules, throws).unwrap();
        for depth in 0..3 {
            let nodes = perft::perft(&position, depth, throws, 1 << 20).unwrap();
            assert_eq!(nodes, slow_perft(&position, depth, &yields), "{rules}");
            if depth > 0 {
                let budget = perft::perft(&position, depth, throws, 0).unwrap_err();
                assert_eq!(budget, crate::games::perft::PerftError::Turns { budget: 0 });
            }
            let parts = perft::divide(&position, depth, throws, 1 << 20).unwrap();
            if depth > 0 {
                assert_eq!(nodes, parts.iter().map(|(_, n)| n).sum::<u64>());
            }
        }
    }
}

#[test]
fn the_example_of_the_account() {
    // One khadzh frees a piece; if it is the only freed one, it moves four, then five.
    let rules = Rules::depaulis();
    let position = Position::start(&rules);
    let plays = position.plays(&Yield::parse("khadzh,4,5", &rules).unwrap());
    let texts: Vec<String> = plays.unwrap().iter().map(|play| play.text()).collect();
    assert!(
        texts.contains(&"free a1, a1-b4, b4-b9".to_owned()),
        "{texts:?}"
    );
    // Freed in the crowd, a piece cannot move: both throws are lost.
    assert!(texts.contains(&"free a2".to_owned()));
    assert_eq!(texts.len(), 20);
}

/// The yields of turns with their chances, throw after throw; a turn in which `most` throws stand before its last one is left open.
/// Chances below 1e-12 are dropped.
fn slow_yields(rules: &Rules, most: usize) -> BTreeMap<Vec<Face>, f64> {
    use num_traits::ToPrimitive;
    let throws: Vec<(Throw, f64)> = (rules.weighted().iter())
        .map(|found| (found.throw, found.chance.to_f64().unwrap()))
        .collect();
    let mut going = BTreeMap::from([((Vec::new(), false), 1.0)]);
    let mut yields = BTreeMap::new();
    while !going.is_empty() {
        let mut next: BTreeMap<(Vec<Face>, bool), f64> = BTreeMap::new();
        for ((standing, fresh), chance) in going {
            for (throw, part) in &throws {
                let mut standing = standing.clone();
                let cancels = throw.face == Face::Khmar;
                if cancels && (fresh || rules.cancel == Cancel::Stack) {
                    standing.pop();
                } else if !cancels {
                    standing.push(throw.face);
                }
                let chance = chance * part;
                if !throw.again {
                    *yields.entry(standing).or_insert(0.0) += chance;
                } else if standing.len() < most && chance > 1e-12 {
                    *next.entry((standing, !cancels)).or_insert(0.0) += chance;
                }
            }
        }
        going = next;
    }
    yields
}

/// The chance of a yield, and the positions or results that it can be played to.
type SlowYield = (f64, Vec<Result<usize, f64>>);

/// The naive player's game, valued for A: `open` is what turns left open are worth to A, `draw` what a draw is.
struct SlowEndgame<'a> {
    rules: &'a Rules,
    open: f64,
    draw: f64,
    setups: Vec<Setup>,
    /// For each position its yields.
    options: Vec<Vec<SlowYield>>,
}

impl SlowEndgame<'_> {
    fn result(&self, setup: &Setup) -> Option<f64> {
        let count = |team: [char; 2]| -> usize {
            let row = |row: &Vec<char>| row.iter().filter(|cell| team.contains(cell)).count();
            setup.rows.iter().map(row).sum()
        };
        let stuck = [Team::A, Team::B].into_iter().all(|side| {
            let throws = self.rules.throws().iter().map(|throw| throw.face);
            let setup = Setup {
                side,
                ..setup.clone()
            };
            throws.into_iter().all(|face| {
                let plays = naive_rules::plays(self.rules, &setup, &[face]);
                plays.iter().all(|rows| *rows == setup.rows)
            })
        });
        match naive_rules::over(self.rules, &setup.rows) {
            false => stuck.then_some(self.draw),
            true => Some(match count(['A', 'a']).cmp(&count(['B', 'b'])) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => self.draw,
                std::cmp::Ordering::Less => 0.0,
            }),
        }
    }

    /// The value of the first position after rounds of value iteration.
    fn solve(mut self, yields: &BTreeMap<Vec<Face>, f64>, rounds: usize) -> f64 {
        let mut at = 0;
        while at < self.setups.len() {
            let from = self.setups[at].clone();
            let (side, second) = naive_rules::next_turn(self.rules, &from);
            let mut options = Vec::new();
            for (throws, chance) in yields {
                let plays = naive_rules::plays(self.rules, &from, throws).into_iter();
                let next = plays.map(|rows| {
                    let next = Setup { rows, side, second };
                    self.result(&next).map_or_else(
                        || {
                            let known = self.setups.iter().position(|known| *known == next);
                            Ok(known.unwrap_or_else(|| {
                                self.setups.push(next);
                                self.setups.len() - 1
                            }))
                        },
                        Err,
                    )
                });
                options.push((*chance, next.collect()));
            }
            self.options.push(options);
            at += 1;
        }
        let left: f64 = 1.0 - yields.values().sum::<f64>();
        let mut values = vec![0.5; self.setups.len()];
        for _ in 0..rounds {
            for at in 0..values.len() {
                let best = self.options[at].iter().map(|(chance, next)| {
                    let worth = next
                        .iter()
                        .map(|next| next.map_or_else(|end| end, |at| values[at]));
                    chance
                        * match self.setups[at].side {
                            Team::A => worth.fold(0.0, f64::max),
                            Team::B => worth.fold(1.0, f64::min),
                        }
                });
                values[at] = best.sum::<f64>() + left * self.open;
            }
        }
        values[0]
    }
}

#[test]
fn endgames_are_those_of_value_iteration() {
    use super::endgame::{Draw, Question};
    use crate::work::Note;
    use num_traits::ToPrimitive;
    for (rules, text, max_throws) in [
        ("depaulis,length=3", "3/1A1/1B1/3 A", 4),
        (
            "depaulis,length=3,turns=alternating,end=both",
            "3/A2/B2/1bb A",
            3,
        ),
        (
            "depaulis,length=2,throws=3|1*|khmar*|2*|khadzh*",
            "aA/2/B1/2 A",
            3,
        ),
        (
            "depaulis,length=3,cancel=stack,order=thrown",
            "1A1/3/B2/b2 A",
            4,
        ),
        ("ludii,length=2,from=right", "1A/A1/2/1B A", 3),
        (
            "ludii,length=3,overshoot=stop,bias=1/3",
            "A2/3/3/2B A turn=2",
            3,
        ),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let position = Position::parse(text, &rules).unwrap();
        let yields = slow_yields(&rules, max_throws as usize);
        for (draw, worth) in [(Draw::Lost, 0.0), (Draw::Half, 0.5), (Draw::Won, 1.0)] {
            let question = Question {
                position: position.clone(),
                draw,
                exact: false,
                max_throws,
                states: 200_000,
                played: None,
            };
            let answer = question.answer(&Note::default()).unwrap();
            let (lower, upper) = answer.win.ends().unwrap();
            for (bound, open) in [(lower, 0.0), (upper, 1.0)] {
                let slow = SlowEndgame {
                    rules: &rules,
                    open,
                    draw: worth,
                    setups: vec![position.setup()],
                    options: Vec::new(),
                };
                let slow = slow.solve(&yields, 300);
                let bound = bound.to_f64().unwrap();
                assert!(
                    (bound - slow).abs() < 1e-8,
                    "{rules} {text} {draw:?} {bound} {slow}"
                );
            }
        }
    }
}
