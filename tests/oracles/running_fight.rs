//! What is asked of every game with throws and judged alike by its naive player: counts of plays, endgames, tables of chances by distance.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::ToPrimitive as _;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::number::Between;
use crate::oracles::program::{asked, same_nodes, shown};
use crate::oracles::{effort, or_verdict};

/// A bound on the effect of rounding.
pub(crate) const ROUNDING: f64 = 1e-8;
/// Plays looked at for one endgame, for each unit of effort.
const LOOKS: usize = 1_000_000;

/// The rules of a game with throws.
pub(crate) trait NaivePlayer {
    /// A board and whose turn it is.
    type Position: Clone + Ord;
    /// Throws that are played at once.
    type Throws;

    fn read(rules: &str) -> Self;

    fn position(&self, text: &str) -> Self::Position;

    /// The team to move, `A` or `B`.
    fn team(position: &Self::Position) -> u8;

    /// The worth of a position for A: 1, 0, or `drawn` for a draw; `None` if the game goes on.
    fn result(&self, position: &Self::Position, drawn: f64) -> Option<f64>;

    /// Whether no team can go on by the rules.
    fn is_over(&self, position: &Self::Position) -> bool {
        self.result(position, 0.0).is_some()
    }

    /// The most throws that a team keeps for later turns.
    fn kept(_position: &Self::Position) -> usize {
        0
    }

    /// For each of some throws every position that they can be played to.
    fn plays(
        &self,
        position: &Self::Position,
        each: &[Self::Throws],
    ) -> Vec<BTreeSet<Self::Position>>;

    /// The throws that counts of plays go over, and how often each counts.
    fn counted(&self, most_throws: usize) -> (Vec<Self::Throws>, Vec<i128>);

    /// Throws that are played at once, of at most `most_throws` throws, and their chances.
    fn chances(&self, most_throws: usize) -> (Vec<Self::Throws>, Vec<f64>);
}

/// Counts of plays, with so many throws looked at for each unit of effort.
pub(crate) fn perft<P: NaivePlayer>(case: &Case, looks: usize) -> Verdict {
    let player = P::read(case.get("rules"));
    let depth: u32 = case.get("depth").parse().unwrap();
    let counted = player.counted(case.get("max-throws").parse().unwrap_or(0));
    let start = player.position(case.get("position"));
    let mut left = looks * effort();
    let Some(expected) = sequences(&player, &counted, &start, depth, &mut left) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("perft", case, &["depth", "max-throws"]));
    same_nodes(&said, expected)
}

fn sequences<P: NaivePlayer>(
    player: &P,
    counted: &(Vec<P::Throws>, Vec<i128>),
    position: &P::Position,
    depth: u32,
    left: &mut usize,
) -> Option<i128> {
    if depth == 0 {
        return Some(1);
    }
    if player.is_over(position) {
        return Some(0);
    }
    *left = left.checked_sub(counted.0.len())?;
    let mut sum = 0;
    for (plays, weight) in player.plays(position, &counted.0).iter().zip(&counted.1) {
        for after in plays {
            sum += weight * sequences(player, counted, after, depth - 1, left)?;
        }
    }
    Some(sum)
}

/// All positions that can come of one, the first, and what each can be thrown and played to.
pub(crate) struct Endgame<'a, P: NaivePlayer> {
    player: &'a P,
    pub(crate) numbers: BTreeMap<P::Position, usize>,
    pub(crate) positions: Vec<P::Position>,
    pub(crate) lots: Vec<Vec<(f64, Vec<usize>)>>,
    /// The chance of the throws left out.
    open: f64,
}

impl<P: NaivePlayer> Endgame<'_, P> {
    /// `None` if there are more than `most` positions; those in which a team keeps more than `kept` throws are left open.
    pub(crate) fn of<'a>(
        player: &'a P,
        start: P::Position,
        (throws, chances): &(Vec<P::Throws>, Vec<f64>),
        [kept, most]: [usize; 2],
    ) -> Option<Endgame<'a, P>> {
        let kept = kept.max(P::kept(&start));
        let mut numbers = BTreeMap::from([(start.clone(), 0)]);
        let mut positions = vec![start];
        let mut lots = Vec::new();
        while let Some(position) = positions.get(lots.len()).cloned() {
            let mut own = Vec::new();
            let thrown = match player.result(&position, 0.0) {
                None if P::kept(&position) <= kept => player.plays(&position, throws),
                _ => Vec::new(),
            };
            for (plays, chance) in thrown.into_iter().zip(chances) {
                let after = plays.into_iter().map(|position| {
                    let next = positions.len();
                    *numbers.entry(position).or_insert_with_key(|position| {
                        positions.push(position.clone());
                        next
                    })
                });
                own.push((*chance, after.collect()));
            }
            lots.push(own);
            if positions.len() > most {
                return None;
            }
        }
        let open = 1.0 - chances.iter().sum::<f64>();
        Some(Endgame {
            player,
            numbers,
            positions,
            lots,
            open,
        })
    }

    /// Whether the two teams together can keep some game going for ever: positions where, whatever is thrown, one of the plays
    /// leads to another of them. What is left open ends nothing.
    fn can_go_on(&self) -> bool {
        let positions = self.positions.iter();
        let mut going: Vec<bool> = positions
            .map(|position| !self.player.is_over(position))
            .collect();
        loop {
            let stays = |at: usize| {
                let mut lots = self.lots[at].iter();
                lots.all(|(_, after)| after.iter().any(|&after| going[after]))
            };
            let Some(ends) = (0..going.len()).find(|&at| going[at] && !stays(at)) else {
                return going.contains(&true);
            };
            going[ends] = false;
        }
    }

    /// The chances of a team from each position, a draw and what is left open being worth this much to it.
    pub(crate) fn chances(&self, team: u8, drawn: f64, open: f64) -> Vec<f64> {
        let own = |value: f64| if team == b'A' { value } else { 1.0 - value };
        let result = |position: &P::Position| self.player.result(position, own(drawn));
        let worth = |position| result(position).map_or(open, own);
        let mut values: Vec<f64> = self.positions.iter().map(worth).collect();
        let mut left = LOOKS * effort();
        loop {
            let mut change: f64 = 0.0;
            for (at, lots) in self.lots.iter().enumerate().rev() {
                if lots.is_empty() {
                    continue;
                }
                let is_own = P::team(&self.positions[at]) == team;
                let best = |after: &Vec<usize>| {
                    let after = after.iter().map(|&after| values[after]);
                    match is_own {
                        true => after.fold(0.0, f64::max),
                        false => after.fold(1.0, f64::min),
                    }
                };
                let sum: f64 = lots
                    .iter()
                    .map(|(chance, after)| chance * best(after))
                    .sum();
                let value = sum + self.open * open;
                change = change.max((value - values[at]).abs());
                values[at] = value;
                left = left.saturating_sub(lots.iter().map(|(_, after)| after.len()).sum());
            }
            if change < 1e-14 || left == 0 {
                return values;
            }
        }
    }
}

/// The bounds with room for rounding.
pub(crate) fn between(lower: f64, upper: f64) -> Between {
    let exact = |value: f64| BigRational::from_float(value).unwrap();
    Between {
        lower: exact(lower - ROUNDING),
        upper: exact(upper + ROUNDING),
    }
}

/// The chance that the team to move wins, with at most `throws` throws of a turn followed; where `same_turns` siga leaves just the
/// same turns open.
pub(crate) fn endgame<P: NaivePlayer>(
    case: &Case,
    (throws, most): (usize, usize),
    same_turns: bool,
) -> Verdict {
    let player = P::read(case.get("rules"));
    let start = player.position(case.get("position"));
    if player.result(&start, 0.0).is_some() {
        return Verdict::Declined("the game is over".into());
    }
    let team = P::team(&start);
    let Some(game) = Endgame::of(&player, start, &player.chances(throws), [throws, most]) else {
        return Verdict::Declined("too many positions for the oracle".into());
    };
    let drawn = match case.get("draw") {
        "lost" => 0.0,
        "won" => 1.0,
        _ => 0.5,
    };
    let [lower, upper] = [0.0, 1.0].map(|open| game.chances(team, drawn, open));
    let truth = between(lower[0], upper[0]);
    let said = or_verdict!(asked("endgame", case, &["max-throws", "draw"]));
    let mut ledger = Ledger::default();
    ledger.compare("win", &said["win"], &truth);
    // After plays of each throw, where they lead to what both have gone over.
    let listed = said["by_throw"].as_array().unwrap().iter();
    for play in listed.flat_map(|throw| throw["plays"].as_array().unwrap()) {
        let after = player.position(play["position"].as_str().unwrap());
        if let (Some(&at), false) = (game.numbers.get(&after), play["win"].is_null()) {
            let truth = between(lower[at], upper[at]);
            ledger.compare(play["move"].as_str().unwrap(), &play["win"], &truth);
        }
    }
    ledger.law(
        !same_turns || (said["ends"] == "always") != game.can_go_on(),
        || format!("games end: {}", said["ends"]),
    );
    let close = |one: &BigRational, other: &BigRational| {
        let apart = (one - other).to_f64().unwrap_or(1.0);
        apart.abs() < 3.0 * ROUNDING
    };
    let found = Between::read(&said["win"]).unwrap();
    ledger.law(
        !same_turns || close(&found.lower, &truth.lower) && close(&found.upper, &truth.upper),
        || format!("bounds: siga {found}, oracle {truth}"),
    );
    ledger.verdict()
}

/// The same answers in a table of many distances, one by one, and as CSV.
pub(crate) fn table(case: &Case) -> Verdict {
    let said = or_verdict!(asked("table", case, &["pieces", "max"]));
    let csv = or_verdict!(shown("table", case, &["pieces", "max", "--csv"]));
    let mut ledger = Ledger::default();
    for row in said["rows"].as_array().unwrap() {
        let behind = row["behind"].as_array().unwrap().iter();
        let behind: Vec<String> = behind.map(ToString::to_string).collect();
        let alone = case.clone().with("behind", behind.join(","));
        let alone = or_verdict!(asked("odds", &alone, &["behind"]));
        ledger.law(alone == *row, || {
            format!("in the table {row}\nalone {alone}")
        });
        let exact = row["probability"]["exact"].as_str().unwrap_or_default();
        ledger.law(csv.contains(exact), || {
            format!("{exact} is not in the CSV:\n{csv}")
        });
    }
    ledger.verdict()
}
