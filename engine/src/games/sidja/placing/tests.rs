//! The rows of bits against plain recursion.

use std::collections::{BTreeMap, HashMap, HashSet};

use itertools::iproduct;
use rand::{RngExt, SeedableRng};

use super::{Goal, Placements, SolvedPlacing, Worth, game};
use crate::board::{Bits, Side};
use crate::games::sidja::first_capture;
use crate::games::sidja::rules::First;
use crate::games::sidja::tests::Exhaustive;
use crate::games::sidja::{Outcome, Position, Rules};
use crate::work::Note;

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

/// Every rule that has a say in the placing, on 3×3.
fn variants() -> impl Iterator<Item = Rules> {
    let presets = ["sudan", "west-africa", "egypt", "egypt,blocked=loses"];
    let options = iproduct!(presets, ["two", "one", "cross"], ["began", "last"]);
    options.map(|(preset, placing, first)| {
        rules(&format!("{preset},size=3,placing={placing},first={first}")).without_limit()
    })
}

/// The placing by plain recursion: each position with its value for the side to move.
fn place(position: Position, slides: &Exhaustive, all: &mut HashMap<Position, Outcome>) -> Outcome {
    if let Some(&known) = all.get(&position) {
        return known;
    }
    let value = match position.state().is_placing() {
        false => {
            let slid = Position::trusted(position.rules().sliding(), *position.state());
            slides.value(&slid).0
        }
        true => {
            let values = position.plays().into_iter().map(|play| {
                let value = place(play.position, slides, all);
                if play.again { value } else { -value }
            });
            values.max().unwrap()
        }
    };
    all.insert(position, value);
    value
}

/// Every position of the placing that can arise, and the placements at its end.
fn arising(rules: &Rules) -> HashSet<Position> {
    let start = Position::start(rules);
    let (mut seen, mut list) = (HashSet::from([start]), vec![start]);
    while let Some(position) = list.pop() {
        let placing = position.state().is_placing();
        for play in position.plays().into_iter().filter(|_| placing) {
            if seen.insert(play.position) {
                list.push(play.position);
            }
        }
    }
    seen
}

/// Compares the placing under these rules with plain recursion, given the sliding phase; counts values by outcome.
fn compare(worth: &dyn Worth, goal: Goal, slides: &Exhaustive, decided: &mut BTreeMap<usize, u32>) {
    let rules = *worth.rules();
    let mut values = HashMap::new();
    place(Position::start(&rules), slides, &mut values);
    // Every position that can arise, with its value, by the rows of bits.
    let root = Position::start(&rules);
    let goal = (goal, worth);
    let solution = SolvedPlacing::new(&root, goal, 9, &Note::default()).unwrap();
    let mut counts: BTreeMap<[u32; 2], [u64; 3]> = BTreeMap::new();
    for (number, (&position, &value)) in values.iter().enumerate() {
        assert_eq!(solution.value(&position), Some(value), "{position} {rules}");
        let stones = Side::BOTH.map(|side| position.pieces(side).count());
        let x = match position.side() {
            Side::X => value,
            Side::O => -value,
        };
        let slot = match x {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Draw => 2,
        };
        counts.entry(stones).or_default()[slot] += 1;
        *decided.entry(slot).or_insert(0) += 1;
        // Now and then from the position on alone, with its turns.
        if position.state().is_placing() && number % 40 == 0 {
            let alone = SolvedPlacing::new(&position, goal, 3, &Note::default()).unwrap();
            assert_eq!(alone.value(&position), Some(value), "{position} {rules}");
            let turns = alone.turns(&position).unwrap();
            assert_eq!(turns[0].worth.outcome(), Some(value), "{position} {rules}");
            assert_eq!(Some(turns.clone()), solution.turns(&position));
            for turn in turns {
                let after = values[&turn.position];
                let same = turn.position.side() == position.side();
                let value = if same { after } else { -after };
                assert_eq!(turn.worth.outcome(), Some(value));
            }
        }
    }
    assert_eq!(values.len(), arising(&rules).len());
    assert_eq!(solution.layers().len(), 9);
    for layer in solution.layers() {
        let values = layer.values.counts();
        assert_eq!(counts[&layer.stones], values, "{rules} {layer:?}");
        assert_eq!(values.iter().sum::<u64>(), layer.positions);
    }
}

/// The sliding phase from all placements, whoever moves first.
fn slides_of(goal: Goal, rules: &Rules) -> Exhaustive {
    let began = rules.sliding();
    let mut last = began;
    last.first = First::Last;
    let all = [began, last]
        .map(|rules| arising(&rules))
        .into_iter()
        .flatten();
    let full = all.filter(|position| !position.state().is_placing());
    let full = full.map(|position| Position::trusted(began, *position.state()));
    Exhaustive::new(&full.collect::<Vec<_>>(), |position| {
        let takes = || position.plays().iter().any(|play| play.taken != 0);
        match position.end() {
            None if goal == Goal::FirstCapture && takes() => Some(Outcome::Win),
            end => end,
        }
    })
}

/// The sliding phases of some sets of rules, each solved once.
#[derive(Default)]
struct AllSlides(HashMap<Rules, Exhaustive>);

impl AllSlides {
    fn of(&mut self, goal: Goal, rules: &Rules) -> &Exhaustive {
        let slides = self.0.entry(rules.sliding());
        slides.or_insert_with(|| slides_of(goal, rules))
    }
}

#[test]
fn all_of_3x3_agrees_with_plain_recursion() {
    let (mut all, mut decided) = (AllSlides::default(), BTreeMap::new());
    for rules in variants() {
        let worth = first_capture::Solution::new(rules).unwrap();
        let slides = all.of(Goal::FirstCapture, &rules);
        compare(&worth, Goal::FirstCapture, slides, &mut decided);
    }
    assert!(decided.values().all(|&count| count > 100), "{decided:?}");
}

/// Compares whole games on 3×3 under each of the rules.
fn compare_whole_games(each: impl Iterator<Item = Rules>) {
    let (mut all, mut decided) = (AllSlides::default(), BTreeMap::new());
    for rules in each {
        let worth = game::game(rules).unwrap();
        let slides = all.of(Goal::Game, &rules);
        compare(&*worth, Goal::Game, slides, &mut decided);
    }
    assert!(
        decided.len() == 3 && decided.values().all(|&count| count > 100),
        "{decided:?}"
    );
}

/// Whole games, with and without a limit on moves without a capture.
#[test]
fn whole_games_of_3x3_agree_with_plain_recursion() {
    let limited = [
        "west-africa,no_capture=3",
        "egypt,no_capture=2,no_capture_end=draw",
    ];
    let limited = limited.map(|text| rules(&format!("{text},size=3")));
    compare_whole_games(variants().chain(limited));
}

/// Whole games under the presets' own limits.
#[test]
#[ignore = "half a minute"]
fn whole_games_of_3x3_agree_under_the_limits_of_the_presets() {
    let presets = iproduct!(["west-africa", "egypt"], ["began", "last"]);
    let each = presets.map(|(preset, first)| {
        let rules = rules(&format!("{preset},size=3,first={first}"));
        assert!(rules.no_capture.is_some());
        rules
    });
    compare_whole_games(each);
}

/// The outcome for x, by plain recursion over sets.
fn plain(
    [x, o]: [u32; 2],
    left: &[Side],
    worth: &dyn Worth,
    known: &mut HashMap<[u32; 2], Outcome>,
) -> Outcome {
    if let Some(&value) = known.get(&[x, o]) {
        return value;
    }
    let rules = worth.rules();
    let free: u32 = rules.board().full::<u32>() & !x & !o & !(1 << 12);
    let value = match left.split_first() {
        None if rules.first_mover() == Side::X => worth.value(x),
        None => -worth.value(o),
        Some((side, left)) => {
            let after = free.ones().map(|at| match side {
                Side::X => [x | 1 << at, o],
                Side::O => [x, o | 1 << at],
            });
            let values = after.map(|after| plain(after, left, worth, known));
            match side {
                Side::X => values.max().unwrap(),
                Side::O => values.min().unwrap(),
            }
        }
    };
    known.insert([x, o], value);
    value
}

/// Placements whose worth is made up, so that every value is common.
struct MadeUp(Rules);

impl Worth for MadeUp {
    fn rules(&self) -> &Rules {
        &self.0
    }

    fn value(&self, own: u32) -> Outcome {
        match own.wrapping_mul(0x9e37_79b9).rotate_left(7) % 16 {
            0..7 => Outcome::Win,
            7..9 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

/// Positions of the middle layers of 5×5, by their own rest of the placing. The worth of the placements is made up.
#[test]
fn samples_of_5x5_agree_with_plain_recursion() {
    let mut random = rand_pcg::Pcg64::seed_from_u64(24);
    let mut found = BTreeMap::new();
    for text in ["sudan", "egypt", "sudan,placing=one", "egypt,placing=cross"] {
        let rules = rules(text);
        let worth = MadeUp(rules);
        for _ in 0..5 {
            // A position with ten cells left, and positions that follow from it.
            let play = |position: &Position, random: &mut rand_pcg::Pcg64| {
                let plays = position.plays();
                plays[random.random_range(0..plays.len())].position
            };
            let mut root = Position::start(&rules);
            for _ in 0..14 {
                root = play(&root, &mut random);
            }
            let goal = (Goal::Game, &worth);
            let solution = SolvedPlacing::new(&root, goal, 11, &Note::default()).unwrap();
            let mut known = HashMap::new();
            for _ in 0..50 {
                let mut position = root;
                for _ in 0..random.random_range(0..=10) {
                    position = play(&position, &mut random);
                }
                let stones = Side::BOTH.map(|side| position.pieces(side) as u32);
                let left: Vec<Side> = (solution.layers().iter())
                    .filter(|layer| {
                        layer.stones.iter().sum::<u32>() >= (stones[0] | stones[1]).count()
                    })
                    .filter_map(|layer| layer.to_place)
                    .collect();
                let x = plain(stones, &left, &worth, &mut known);
                let value = if position.side() == Side::X { x } else { -x };
                assert_eq!(solution.value(&position), Some(value), "{position} {text}");
                *found.entry(x).or_insert(0) += 1;
            }
        }
    }
    assert!(
        found.len() == 3 && found.values().all(|&count| count > 10),
        "{found:?}"
    );
}

#[test]
fn what_is_not_a_placing_is_refused() {
    let rules = rules("sudan,size=3");
    let worth = MadeUp(rules);
    let solve = |position: &Position| {
        let solved = SolvedPlacing::new(position, (Goal::Game, &worth), 1, &Note::default());
        solved.unwrap_err().to_string()
    };
    let full = Position::parse("oxo/x1x/oxo x -", &rules).unwrap();
    assert!(solve(&full).contains("all stones are on the board"));
    assert!(solve(&Position::start(&Rules::SUDAN)).contains("other rules"));
    let large = Placements::of_classes(Rules::SUDAN.with_size(7).unwrap(), |_| None);
    assert!(large.unwrap_err().to_string().contains("7×7"));
}

#[test]
fn the_goal_is_the_game_where_it_is_known_at_once() {
    for (rules, expected) in [
        ("sidja:sudan,first=last,placing=cross", Some(Goal::Game)),
        ("sidja:west-africa,no_capture=none", Some(Goal::Game)),
        ("sidja:egypt,size=3,no_capture=none", Some(Goal::Game)),
        ("sidja:egypt,size=3,no_capture=20", Some(Goal::Game)),
        ("sidja:west-africa", Some(Goal::FirstCapture)),
        ("sidja:sudan,size=7", None),
    ] {
        assert_eq!(game::goal(&rules.parse().unwrap()), expected, "{rules}");
    }
}
