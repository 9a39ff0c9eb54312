//! Tests that every running fight on four rows passes, on positions that random play under random rules leads to.
//!
//! `tests/oracles` compares plays, counts, chances and endgames with those of each game's naive player.

use std::collections::BTreeSet;

use super::record::Recordable as _;
use super::running_fight::perft::yields;
use super::running_fight::playing::PlayedTurn;
use super::running_fight::position::{Fight, Position};
use super::throws::endgame::{self, Terms};
use crate::exact::Between;
use crate::games::perft::{self, Counted, PerftError};
use crate::games::playouts::{Playouts as _, Policy, Random};
use crate::games::throws::Values as _;
use crate::games::throws::played_out::PlaysOut as _;
use crate::games::{sig, tab};
use crate::rules;
use crate::work::Note;

/// A game as these tests see it.
trait Member: Fight {
    /// Small boards, from which random rules are made.
    const RULES: &'static [&'static str];
    /// Endgames in which all throws of a turn are made first: rules, position, and throws to be played.
    const ENDS: &'static [[&'static str; 3]];
}

impl Member for sig::Rules {
    const RULES: &'static [&'static str] = &[
        "sig:depaulis,length=3",
        "sig:ludii,length=3",
        "sig:depaulis,length=2,throws=3|1*|khmar*|2*|khadzh*",
        "sig:mzab,length=3",
        "sig:tozeur,length=3,rows=3",
    ];
    const ENDS: &'static [[&'static str; 3]] = &[
        ["sig:depaulis,length=3", "3/1A1/1B1/3 A", "4,5"],
        ["sig:ludii,length=3,use=may", "A2/3/3/2B A turn=2", "5"],
    ];
}

impl Member for tab::Rules {
    const RULES: &'static [&'static str] = &[
        "tab:lane,length=3",
        "tab:wikipedia,length=3",
        "tab:ludii,length=3",
        "tab:lane,length=5,pieces=2",
        "tab:porto,length=3",
    ];
    const ENDS: &'static [[&'static str; 3]] = &[
        ["tab:lane,length=3", "3/2A/3/B2 A", "1,2"],
        ["tab:lane,length=3,wake=foremost", "a2/3/3/1B1 B", "6,3"],
        ["tab:ludii,length=3,saved=yes", "3/2A/3/B2 A", "2"],
    ];
}

fn one_of<T: Clone>(of: &[T], random: &mut Random) -> T {
    of[random.below(of.len() as u64) as usize].clone()
}

/// Rules in which any option may have another of its values.
fn some_rules<R: Member>(random: &mut Random) -> R {
    let base = one_of(R::RULES, random);
    let mut text = base.to_owned();
    for option in R::options() {
        let values = option.values.disputed();
        if base.contains(option.name) || random.below(3) > 0 {
            continue;
        }
        let more = format!("{text},{}={}", option.name, one_of(&values, random));
        if rules::parse::<R>(&more).is_ok() {
            text = more;
        }
    }
    rules::parse(&text).unwrap()
}

/// A position that some turns lead to from the start.
fn some_position<R: Member>(random: &mut Random) -> Position<R> {
    let mut position = Position::start(&some_rules::<R>(random));
    let yields = yields(position.rules(), 2).unwrap();
    for _ in 0..random.below(25) {
        let mut plays = position.plays(&one_of(&yields, random)).unwrap();
        if plays.is_empty() {
            break;
        }
        let play = random.below(plays.len() as u64) as usize;
        position = plays.swap_remove(play).position;
    }
    position
}

fn is_over<R: Member>(position: &Position<R>) -> bool {
    position.ended().is_some()
}

/// Whether something holds of many positions.
fn always<R: Member>(holds: impl Fn(&Position<R>, &mut Random)) {
    for number in 0..150 {
        let random = &mut Random::new(28, number);
        let position = some_position::<R>(random);
        holds(&position, random);
    }
}

/// The positions in which a turn under way can end.
fn ends<R: Member>(turn: &PlayedTurn<R>, found: &mut BTreeSet<String>) {
    found.extend(turn.ended().map(|end| end.to_string()));
    for (_, next) in turn.steps() {
        ends(&next, found);
    }
}

fn one_throw_after_the_other_leads_where_plays_do<R: Member>() {
    always(|position: &Position<R>, random| {
        if is_over(position) {
            return;
        }
        let yields = yields(position.rules(), 3).unwrap();
        for _ in 0..15 {
            let played = one_of(&yields, random);
            let plays = position.plays(&played).unwrap();
            let expected: BTreeSet<String> =
                plays.iter().map(|play| play.position.to_string()).collect();
            assert_eq!(
                expected.len(),
                plays.len(),
                "{position} {played}: each position once"
            );
            let mut found = BTreeSet::new();
            ends(&PlayedTurn::new(position, &played), &mut found);
            assert_eq!(found, expected, "{} {position} {played}", position.rules());
            for play in plays {
                let read = position.turn(played.clone(), &play.text());
                let after = read.map(|turn| turn.after.to_string());
                let expected = play.position.to_string();
                assert_eq!(
                    after.ok(),
                    Some(expected),
                    "{position} {played} {}",
                    play.text()
                );
            }
        }
    });
}

fn counts_divide_by_the_first_turn<R: Member>() {
    always(|position: &Position<R>, random| {
        let most = 1 + random.below(2) as u32;
        let count = |position: &Position<R>, depth, budget| {
            let terms = perft::Terms {
                depth,
                bound: most,
                budget,
                divide: true,
            };
            Counted::count(position, &terms, &Note::default())
        };
        let found = count(position, 2, 1 << 22).unwrap();
        let parts = found.by_first.as_ref().unwrap();
        let nodes: u64 = parts.iter().map(|part| part.nodes).sum();
        assert_eq!(u128::from(nodes), found.nodes(), "{position}");
        let firsts = parts.iter().flat_map(|part| position.plays(&part.played));
        let after = firsts
            .flatten()
            .map(|play| count(&play.position, 1, 1 << 22).unwrap().nodes());
        assert_eq!(after.sum::<u128>(), found.nodes());
        let refused = count(position, 1, 0).unwrap_err();
        assert_eq!(refused, PerftError::Turns { budget: 0 });
    });
}

fn policies_play_by_the_rules<R: Member>() {
    always(|position: &Position<R>, random| {
        let played = &one_of(&yields(position.rules(), 3).unwrap(), random);
        let plays = position.plays(played).unwrap();
        for policy in [Policy::Greedy, Policy::Random] {
            let mut state = position.start_of();
            if !is_over(position) {
                let game = position.game([policy; 2]);
                game.play_thrown(&mut state, played, random);
                let reached = &state.position;
                // Once the enemy has no piece the turn is left as it is.
                let legal = plays.iter().any(|play| play.position == *reached);
                assert!(
                    legal || is_over(reached),
                    "{policy} {position} {played} {reached}"
                );
            }
        }
    });
}

/// With more throws of a turn looked at, or kept for later turns, the bounds of an endgame are within those before.
fn bounds_contain_closer_ones<R: Member>() {
    for [rules, text, played] in R::ENDS {
        let rules = rules::parse(rules).unwrap();
        let position = Position::<R>::parse(text, &rules).unwrap();
        let mut before = Between::zero();
        for max_throws in [1, 2, 4] {
            let terms = Terms {
                max_throws,
                ..Terms::default()
            };
            let solved = endgame::solve(&position, &terms, &Note::default()).unwrap();
            let win = solved.value(position.side(), &position).unwrap().unwrap();
            let found = Between::of(&win).unwrap();
            let holds = before.lower <= found.lower && found.upper <= before.upper;
            assert!(max_throws == 1 || holds, "{text}: {max_throws} throws");
            assert!(solved.is_cut() && found.lower < found.upper, "{text}");
            let played = position.rules().read_yield(played).unwrap();
            assert!(!solved.plays(&position, &played).unwrap().is_empty());
            before = found;
        }
    }
}

/// Sig's engine knows the throws of tâb: all are made, then used in any order.
#[test]
fn chances_of_one_piece_are_the_same_in_both_games() {
    let table: sig::Rules = "sig:ludii,throws=6*|1*|2|3|4*".parse().unwrap();
    for distance in 1..=16 {
        let here = tab::odds::odds(&tab::Rules::lane(), &[distance]).unwrap();
        let there = sig::odds::odds(&table, &[distance], &sig::Effort::default()).unwrap();
        assert_eq!(
            Some(&here.probability),
            there.probability.exact(),
            "{distance}"
        );
    }
}

#[test]
fn endgames_that_are_not_solved_say_why() {
    for known in [None, Some(("up to ", 20_000_000))] {
        let refused = endgame::too_many(endgame::MAX_POSITIONS, known).to_string();
        assert!(
            refused.ends_with(": give a position of fewer pieces"),
            "{refused}"
        );
    }
}

/// Each test of each member.
macro_rules! members {
    ($($name:ident: $rules:ty,)*) => {$(
        mod $name {
            members!(each $rules: one_throw_after_the_other_leads_where_plays_do, counts_divide_by_the_first_turn,
                policies_play_by_the_rules, bounds_contain_closer_ones);
        }
    )*};
    (each $rules:ty: $($test:ident),*) => {$(
        #[test]
        fn $test() {
            super::$test::<$rules>();
        }
    )*};
}

members! {
    of_sig: crate::games::sig::Rules,
    of_tab: crate::games::tab::Rules,
}
