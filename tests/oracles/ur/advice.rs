//! Advice tried on all positions with one piece a side, play by play, by the names of cells.

use std::collections::BTreeMap;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use super::rules::{Position, Rules, Throw};
use super::{between, options};
use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::program::asked;
use crate::oracles::{Random, effort, or_verdict};

const KINDS: [&str; 16] = [
    "take",
    "rosette",
    "centre",
    "enter",
    "off",
    "foremost",
    "rearmost",
    "safest",
    "stay-centre",
    "stay-rosette",
    "ahead-1",
    "ahead-2",
    "behind-2",
    "behind-3",
    "from-ahead-1",
    "from-ahead-4",
];

pub(super) fn make(random: &mut Random) -> Case {
    let pieces = if effort() > 1000 && random.random_bool(0.3) {
        2
    } else {
        1
    };
    let mut some = |most: usize| {
        let kinds: Vec<&str> = KINDS.sample(random, most).copied().collect();
        kinds.join(" ")
    };
    let (prefer, over) = (some(2), some(1));
    let mut case = Case::new("ur advice")
        .with("rules", format!("{},pieces={pieces}", options(random)))
        .with("prefer", prefer);
    if random.random_bool(0.5) {
        case = case.with("over", over);
    }
    if random.random_bool(0.3) {
        let when = [
            "throw=2",
            "can=take",
            "cannot=rosette",
            "enemy=8",
            "no-enemy=5 throw=1",
        ];
        case = case.with("when", *when.choose(random).unwrap());
    }
    case
}

/// A play: from which step (0 the hand), to which (`None` off the board), what it takes, and the position after it.
struct Play {
    from: usize,
    to: Option<usize>,
    takes: bool,
    again: bool,
    after: Position,
}

struct Decision<'a> {
    rules: &'a Rules,
    position: &'a Position,
    plays: Vec<Play>,
}

impl Decision<'_> {
    fn of<'a>(rules: &'a Rules, position: &'a Position, throw: Throw) -> Decision<'a> {
        let (before, side) = (&position.on[position.side], position.side);
        let plays = rules.plays(position, throw).into_iter();
        let plays = plays.filter(|(text, ..)| text != "pass");
        let plays = plays.map(|(text, takes, again, after)| {
            let gone = before.iter().find(|step| !after.on[side].contains(step));
            let new = after.on[side].iter().find(|step| !before.contains(step));
            Play {
                from: if text.starts_with("in") {
                    0
                } else {
                    *gone.unwrap()
                },
                to: new.copied(),
                takes: takes.is_some(),
                again,
                after,
            }
        });
        Decision {
            rules,
            position,
            plays: plays.collect(),
        }
    }

    fn middle(&self, step: usize) -> bool {
        let cell = self.rules.cell(self.position.side, step);
        self.rules.rosette(cell) && cell.starts_with('B')
    }

    /// Whether an enemy piece, so many steps on, would be on the cell of a step, and could take there.
    fn enemy_reaches(&self, step: usize, steps: usize) -> bool {
        let (rules, side) = (self.rules, self.position.side);
        let cell = rules.cell(side, step);
        let enemy = self.position.on[1 - side].iter();
        let mut reached = enemy
            .map(|from| from + steps)
            .filter(|&to| to <= rules.steps());
        !rules.protected(cell) && reached.any(|to| rules.cell(1 - side, to) == cell)
    }

    fn risk(&self, play: &Play) -> u32 {
        let after = Position {
            side: 1 - self.position.side,
            ..play.after.clone()
        };
        let throws = self.rules.throws.iter();
        let taking = throws.filter(|&&throw| {
            let plays = self.rules.plays(&after, throw);
            plays.iter().any(|(_, takes, ..)| takes.is_some())
        });
        taking.map(|throw| throw.2).sum()
    }

    fn is(&self, play: &Play, kind: &str) -> bool {
        let rosette = |step: usize| {
            self.rules
                .rosette(self.rules.cell(self.position.side, step))
        };
        let froms = || self.plays.iter().map(|play| play.from);
        let (name, number) = match kind.rsplit_once('-') {
            Some((name, number)) if number.parse::<usize>().is_ok() => {
                (name, number.parse().unwrap())
            }
            _ => (kind, 0),
        };
        match name {
            "take" => play.takes,
            "rosette" => play.to.is_some_and(rosette),
            "centre" => play.to.is_some_and(|to| self.middle(to)),
            "enter" => play.from == 0,
            "off" => play.to.is_none(),
            "foremost" => Some(play.from) == froms().max(),
            "rearmost" => Some(play.from) == froms().min(),
            "safest" => {
                Some(self.risk(play)) == self.plays.iter().map(|play| self.risk(play)).min()
            }
            "stay-centre" => play.from == 0 || !self.middle(play.from),
            "stay-rosette" => play.from == 0 || !rosette(play.from),
            "ahead" => play.to.is_some_and(|to| self.enemy_reaches(to, number)),
            "from-ahead" => play.from > 0 && self.enemy_reaches(play.from, number),
            "behind" => play.to.is_some_and(|to| {
                to + number <= self.rules.steps() && self.enemy_reaches(to + number, 0)
            }),
            _ => panic!("{kind}"),
        }
    }

    fn meets(&self, when: &str, steps: usize) -> bool {
        when.split_whitespace().all(|when| {
            let (name, value) = when.split_once('=').unwrap();
            let some = || self.plays.iter().any(|play| self.is(play, value));
            let enemy = || {
                let cell = self.rules.cell(self.position.side, value.parse().unwrap());
                let other = 1 - self.position.side;
                let mut on = self.position.on[other].iter();
                on.any(|&step| self.rules.cell(other, step) == cell)
            };
            match name {
                "throw" => steps.to_string() == value,
                "can" => some(),
                "cannot" => !some(),
                "enemy" => enemy(),
                "no-enemy" => !enemy(),
                _ => panic!("{when}"),
            }
        })
    }
}

/// Every position with light to throw in which neither side has finished.
fn positions(rules: &Rules) -> Vec<Position> {
    let sides = || {
        let mut sides = vec![(Vec::new(), 0)];
        for _ in 0..rules.pieces {
            let more = sides.iter().flat_map(|(on, hand): &(Vec<usize>, usize)| {
                let on_board = (1..=rules.steps()).map(|step| {
                    let mut on = on.clone();
                    on.push(step);
                    on.sort_unstable();
                    (on, *hand)
                });
                let hand = (on.clone(), hand + 1);
                on_board.chain([hand]).collect::<Vec<_>>()
            });
            sides.extend(more.collect::<Vec<_>>());
            sides.sort();
            sides.dedup();
        }
        sides.retain(|(on, hand)| on.len() + hand > 0);
        sides
    };
    let mut all = Vec::new();
    for (light, light_hand) in sides() {
        for (dark, dark_hand) in sides() {
            let mut cells: Vec<&str> = light.iter().map(|&step| rules.cell(0, step)).collect();
            cells.extend(dark.iter().map(|&step| rules.cell(1, step)));
            let pieces = cells.len();
            cells.sort_unstable();
            cells.dedup();
            if cells.len() == pieces {
                all.push(Position {
                    on: [light.clone(), dark],
                    hand: [light_hand, dark_hand],
                    side: 0,
                });
            }
        }
    }
    all
}

pub(super) fn judge(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let mut chances: BTreeMap<Position, [f64; 2]> = BTreeMap::new();
    let positions = positions(&rules);
    for position in &positions {
        if !chances.contains_key(position) {
            let Some(more) = rules.chances(position, 100 * effort()) else {
                return Verdict::Declined("too many for the oracle".into());
            };
            chances.extend(more);
        }
    }
    if chances.values().any(|[low, high]| high - low > 1e-10) {
        return Verdict::Declined("play can go on for ever".into());
    }
    let value = |play: &Play| {
        let [low, high] = chances[&play.after];
        let mean = f64::midpoint(low, high);
        if play.again { mean } else { 1.0 - mean }
    };
    let (mut decisions, mut best, mut unclear) = (0_u64, 0_u64, 0_u64);
    let (mut cost, mut random) = (0.0, 0.0);
    for position in &positions {
        for &throw in &rules.throws {
            let decision = Decision::of(&rules, position, throw);
            let plays = &decision.plays;
            if plays.len() < 2 || !decision.meets(case.get("when"), throw.0) {
                continue;
            }
            let mut kinds = case.get("prefer").split(' ');
            let Some(kind) = kinds.find(|kind| plays.iter().any(|play| decision.is(play, kind)))
            else {
                continue;
            };
            let (advised, others): (Vec<&Play>, Vec<&Play>) =
                plays.iter().partition(|play| decision.is(play, kind));
            let over = case.get("over");
            let others = others.into_iter();
            let others = others.filter(|play| over.is_empty() || decision.is(play, over));
            let others: Vec<f64> = others.map(value).collect();
            if others.is_empty() {
                continue;
            }
            let followed = advised.into_iter().map(value).fold(0.0, f64::max);
            let lost = others.into_iter().fold(0.0, f64::max) - followed;
            decisions += 1;
            unclear += u64::from(lost.abs() < 1e-8);
            best += u64::from(lost <= -1e-8);
            cost += lost.max(0.0);
            let all: Vec<f64> = plays.iter().map(value).collect();
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            random += all.into_iter().fold(0.0, f64::max) - mean;
        }
    }
    let said = or_verdict!(asked("advice", case, &["prefer", "over", "when"]));
    let said = &said["advice"][0];
    let count = |name: &str| said[name].as_str().unwrap().parse::<u64>().unwrap();
    let mut ledger = Ledger::default();
    ledger.count(3);
    ledger.law(count("decisions") == decisions, || {
        format!("siga {said}\noracle {decisions} decisions")
    });
    let sure = best..=best + unclear;
    ledger.law(sure.contains(&count("best")), || {
        format!("siga {said}\noracle {sure:?} best")
    });
    if decisions > 0 {
        for (name, sum) in [("cost", cost), ("random", random)] {
            let mean = sum / decisions as f64;
            ledger.compare(name, &said[name], &between([mean; 2]));
        }
    }
    ledger.verdict()
}
