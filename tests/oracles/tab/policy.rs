//! How greedy plays tâb (docs/rules/tab.md), once more.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use siga::games::running_fight::analyse::rank;
use siga::games::tab::analyse::{self, By};
use siga::games::tab::{Position, moves::Yield};
use siga::work::Note;

use crate::oracles::coverage::{Dislike, NaiveGreedy};

use super::rules::{Board, Rules, other};

/// What falls, in sixteenths: four sticks that fall either way alike.
const THROWS: [(usize, u64); 5] = [(1, 4), (2, 6), (3, 4), (4, 1), (6, 1)];
/// Turns of more throws are left out.
const MOST_THROWS: usize = 20;

impl NaiveGreedy for Rules {
    type Siga = Position;

    fn played(rules: &str, position: &str, throws: &Vec<usize>) -> (Position, Vec<Position>) {
        let rules = rules.parse().unwrap();
        let mut throws = throws.clone();
        throws.sort_by_key(|throw| [2, 3].contains(throw));
        let throws: Vec<String> = throws.iter().map(usize::to_string).collect();
        let played = Yield::parse(&throws.join(","), &rules).unwrap();
        let position = Position::parse(position, &rules).unwrap();
        let effort = analyse::Effort {
            max_throws: Some(1),
            budget: 1,
        };
        let ranked = rank(&position, &played, By::Take, &effort, &Note::default());
        let plays = ranked.unwrap().0.plays;
        let after = plays.iter().map(|ranked| ranked.play.position.clone());
        (position, after.collect())
    }

    fn text(&self, (board, team): &(Board, char)) -> String {
        Rules::text(self, board, *team)
    }

    fn thrown(&self) -> BTreeMap<Vec<usize>, f64> {
        if self.thrown {
            let each = THROWS.map(|(throw, parts)| (vec![throw], parts as f64 / 16.0));
            return BTreeMap::from(each);
        }
        let mut begun = BTreeMap::from([(Vec::new(), 1.0)]);
        let mut whole = BTreeMap::new();
        for _ in 0..MOST_THROWS {
            let mut longer = BTreeMap::new();
            for (throws, before) in begun {
                for (throw, parts) in THROWS {
                    // The last throw is in its place too: throws may be used in any order.
                    let mut throws: Vec<usize> = [&throws[..], &[throw]].concat();
                    throws.sort_unstable();
                    let ends = throw == 2 || throw == 3;
                    let to = if ends { &mut whole } else { &mut longer };
                    *to.entry(throws).or_insert(0.0) += before * parts as f64 / 16.0;
                }
            }
            begun = longer;
        }
        whole
    }

    fn uses(
        &self,
        (board, team): &(Board, char),
        left: &Vec<usize>,
    ) -> Vec<((Board, char), Option<Vec<usize>>)> {
        let (mut open, mut ends) = (Vec::new(), BTreeSet::new());
        if Rules::over(board) {
            return Vec::new();
        }
        if self.thrown {
            self.next_thrown(board, *team, left, &mut open, &mut ends);
        } else {
            self.next_of_any(board, *team, left, &mut open, &mut ends);
        }
        // Of equal throws one is used.
        let open: BTreeSet<_> = open.into_iter().collect();
        let used = open.into_iter().map(|(board, left)| (board, Some(left)));
        let all = used.chain(ends.into_iter().map(|board| (board, None)));
        all.map(|(board, left)| ((board, *team), left)).collect()
    }

    fn dislike(&self, (board, team): &(Board, char)) -> Dislike {
        let pieces = |team: char| {
            let own = board.stacks.iter().filter(|stack| stack.team == team);
            own.map(|stack| stack.height).sum()
        };
        let enemy = other(*team);
        // Every row once, straight on: nothing circles or is refused the home.
        let way = |row: usize, column: usize| {
            let stage = if enemy == 'A' { row } else { 3 - row };
            let column = match row % 2 {
                0 => column,
                _ => self.length - 1 - column,
            };
            self.length * stage + column
        };
        let mut reached = 0;
        for one in board
            .stacks
            .iter()
            .filter(|one| one.team == enemy && !one.asleep)
        {
            for own in board.stacks.iter().filter(|own| own.team == *team) {
                let [from, to] = [one, own].map(|stack| way(stack.field.0, stack.field.1));
                for (_, parts) in THROWS.iter().filter(|(throw, _)| from + throw == to) {
                    reached += parts * own.height as u64;
                }
            }
        }
        (pieces(enemy), Reverse(pieces(*team)), reached)
    }

    fn passed(&self, (board, team): &(Board, char), throws: &Vec<usize>) -> (Board, char) {
        let again = throws.iter().all(|throw| [1, 4, 6].contains(throw));
        let again = again && !Rules::over(board);
        (board.clone(), if again { *team } else { other(*team) })
    }
}
