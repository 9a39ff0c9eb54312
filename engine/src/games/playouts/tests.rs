//! A game small enough to be worked out by hand: counters are taken from a heap.

use super::*;
use crate::work::Note;

/// One or two counters are taken, as a coin says. Who takes the last one wins; a heap of three left is a draw.
struct Heap;

impl Playouts for Heap {
    type State = (u32, Team);
    type Throws = u32;

    fn side(&self, state: &Self::State) -> Team {
        state.1
    }

    fn ended(&self, (left, side): &Self::State) -> Option<Ended> {
        match left {
            0 => Some(Ended::Won(side.other())),
            3 => Some(Ended::Drawn),
            _ => None,
        }
    }

    fn play(&self, state: &mut Self::State, luck: &mut Luck) -> Option<(u32, bool)> {
        // A heap of a hundred is never played out.
        if state.0 >= 100 {
            return None;
        }
        let taken = 1 + luck.dice.below(2) as u32;
        self.play_thrown(state, &taken, &mut luck.ties);
        Some((1, true))
    }

    fn play_thrown(&self, (left, side): &mut Self::State, taken: &u32, _ties: &mut Random) {
        *left = left.saturating_sub(*taken);
        *side = side.other();
    }
}

/// The chances that the side to move wins, draws and loses.
fn exact(left: u32) -> [f64; 3] {
    match left {
        0 => [0.0, 0.0, 1.0],
        3 => [0.0, 1.0, 0.0],
        _ => {
            let [one, two] = [1, 2].map(|taken| exact(left.saturating_sub(taken)));
            [2, 1, 0].map(|at| (one[at] + two[at]) / 2.0)
        }
    }
}

#[test]
fn the_tally_holds_what_is_exact() {
    for left in [1, 2, 4, 5, 8, 11] {
        let (start, games) = ((left, Team::B), 4000);
        let tally = simulate(&Heap, &start, games, 3, &Note::default()).unwrap();
        let [win, draw, lose] = exact(left);
        let highest = Confidence::Highest;
        assert!(
            tally.chance(Team::B, highest).unwrap().holds(win),
            "{left}: {tally:?}"
        );
        assert!(
            tally.chance(Team::A, highest).unwrap().holds(lose),
            "{left}: {tally:?}"
        );
        assert!(
            tally.draw(highest).unwrap().holds(draw),
            "{left}: {tally:?}"
        );
        let advantage = tally.advantage(highest).unwrap();
        assert!(advantage.holds(win - lose), "{left}: {advantage:?}");
        assert_eq!(tally.finished(), games);
    }
    let over = simulate(&Heap, &(3, Team::A), 5, 1, &Note::default()).unwrap_err();
    assert_eq!(over.to_string(), "the game is over: it is a draw");
}

/// Heaps left to B, each with its place for a name.
fn left_to_b(heaps: &[u32]) -> Vec<(String, (u32, Team))> {
    let starts = heaps.iter().map(|&left| (left, Team::B));
    let named = starts.enumerate();
    named.map(|(at, start)| (at.to_string(), start)).collect()
}

fn compare(heaps: &[u32], games: u64, seed: u64) -> Comparison {
    let effort = Effort { games, seed };
    let found = effort.compare(&Heap, Team::A, &left_to_b(heaps), &Note::default());
    found.expect("a few games")
}

/// The play with this place among those that were compared.
fn play(found: &Comparison, at: usize) -> &Compared {
    let is_it = |play: &&Compared| play.action == at.to_string();
    found.plays.iter().find(is_it).expect("it was compared")
}

/// The score of A after leaving a heap to B.
fn score(left: u32) -> f64 {
    let [_, draw, lose] = exact(left);
    lose + draw / 2.0
}

#[test]
fn plays_are_compared() {
    let heaps = [1, 2, 4, 3, 8, 0, 4];
    let found = compare(&heaps, 4000, 9);
    assert_eq!(found, compare(&heaps, 4000, 9));
    assert_eq!((found.plays[0].action.as_str(), found.equals), ("5", 0));
    let wins = &found.plays[0];
    assert!(wins.over && wins.wins == wins.games(), "{wins:?}");
    // Nothing is left to find out: the games end early.
    assert!(found.playouts < 1500, "{}", found.playouts);
    let heaps = [4, 1, 4, 8];
    let found = compare(&heaps, 4000, 9);
    let first: usize = found.plays[0].action.parse().unwrap();
    let best = heaps.iter().map(|&left| score(left)).fold(0.0, f64::max);
    assert_eq!(score(heaps[first]), best);
    // The same position has the same games.
    let [one, other] = [0, 2].map(|at| {
        let play = play(&found, at);
        (play.told_apart, play.wins, play.draws, play.losses)
    });
    assert_eq!(one, other);
}

#[test]
fn games_broken_off_widen_the_interval() {
    let found = compare(&[100, 1], 200, 1);
    let open = play(&found, 0);
    let score = open.score;
    assert_eq!((score.lower, score.estimate, score.upper), (0.0, 0.5, 1.0));
    assert_eq!(open.unfinished, 200);
    assert!(!found.plays.iter().any(|play| play.told_apart));
    let none = Effort { games: 0, seed: 1 };
    let error = none.compare(&Heap, Team::A, &left_to_b(&[1]), &Note::default());
    assert!(error.unwrap_err().to_string().contains("at least one"));
    let many = Effort {
        games: MAX_PLAYOUTS,
        seed: 1,
    };
    let error = many.compare(&Heap, Team::A, &left_to_b(&[1, 1]), &Note::default());
    assert!(error.unwrap_err().to_string().contains("random playouts"));
}

#[test]
fn a_tally_with_games_broken_off_claims_only_what_is_true_of_all() {
    let [least, most] = [3, 9].map(|wins| wilson(wins, 10, Confidence::Usual));
    let tally = Tally {
        wins: [3, 1],
        first: 3,
        unfinished: 6,
        ..Tally::default()
    };
    let chance = tally.chance(Team::A, Confidence::Usual).unwrap();
    assert_eq!(
        (chance.lower, chance.estimate, chance.upper),
        (least.lower, 0.75, most.upper)
    );
    assert_eq!(
        (tally.length(Confidence::Usual), tally.throws()),
        (None, None)
    );
    let none = Tally {
        unfinished: 20,
        ..Tally::default()
    };
    assert_eq!(
        (
            none.chance(Team::A, Confidence::Usual),
            none.advantage(Confidence::Usual)
        ),
        (None, None)
    );
}
