//! The Royal Game of Ur, written from its rules as plainly as possible: pieces by cell names and steps.

use std::collections::{BTreeMap, BTreeSet};

use crate::oracles::case::{drawn, short};
use crate::oracles::running_fight::{Endgame, NaivePlayer};

/// A piece: whose it is (0 light, 1 dark), and its step on its own way, from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Position {
    /// The steps of the pieces on the board.
    pub(crate) on: [Vec<usize>; 2],
    pub(crate) hand: [usize; 2],
    pub(crate) side: usize,
}

/// A throw: steps, whether it gives another, weight.
pub(crate) type Throw = (usize, bool, u32);

pub(crate) struct Rules {
    ways: [Vec<String>; 2],
    pub(crate) throws: Vec<Throw>,
    pub(crate) pieces: usize,
    safe: bool,
    safe_middle_only: bool,
    again: bool,
    again_ends_only: bool,
    held_next: bool,
    own_in_the_way: bool,
    over: bool,
    free_pass: bool,
    capture_again: bool,
    long: bool,
}

const HOME: &str = "A4 A3 A2 A1";

fn way(path: &str) -> String {
    let middle = "B1 B2 B3 B4 B5 B6 B7";
    let back = "B7 B6 B5 B4 B3 B2 B1";
    match path {
        "bell" => format!("{HOME} {middle} B8 A8 A7"),
        "masters" => format!("{HOME} {middle} C7 C8 B8 A8 A7"),
        "skiriuk" => format!("{HOME} {middle} C7 C8 B8 A8 A7 {back}"),
        "murray" => format!("{HOME} {middle} C7 C8 B8 A8 A7 {back} C1 C2 C3 C4"),
        "murray-ludii" => format!("{HOME} {middle} A7 A8 B8 C8 C7 {back} A1 A2 A3 A4"),
        "aseb" => format!("{HOME} {middle} B8 B9 B10 B11 B12"),
        _ => panic!("{path}"),
    }
}

impl Rules {
    /// Reads `ur:finkel,option=value,…`.
    pub(crate) fn read(text: &str) -> Rules {
        let (_, rest) = text.split_once(':').unwrap();
        let mut parts = rest.split(',').peekable();
        let preset = parts
            .next_if(|part| !part.contains('='))
            .unwrap_or("finkel");
        let mut options = BTreeMap::from([
            ("path", "bell"),
            ("pieces", "7"),
            ("dice", "four"),
            ("rosette", "replay+safe"),
            ("held", "illegal"),
            ("passing", "all"),
            ("bearing", "exact"),
            ("pass", "forced-only"),
            ("capture", "plain"),
        ]);
        let masters = [("path", "masters"), ("rosette", "replay")];
        let changes: Vec<(&str, &str)> = match preset {
            "finkel" => vec![],
            "finkel2" => vec![("pieces", "2")],
            "masters" => [&masters[..], &[("dice", "three-0-is-4")]].concat(),
            "masters4" => masters.to_vec(),
            "blitz" => [&masters[..], &[("pieces", "5"), ("capture", "replay")]].concat(),
            "aseb" => vec![("path", "aseb"), ("pieces", "5")],
            "skiriuk" => vec![("path", "skiriuk")],
            "murray" => vec![("path", "murray")],
            _ => panic!("{preset}"),
        };
        options.extend(changes);
        options.extend(parts.map(|part| part.split_once('=').unwrap()));
        let light: Vec<String> = way(options["path"]).split(' ').map(str::to_owned).collect();
        let dark = light.iter().map(|cell| {
            let row = match &cell[..1] {
                "A" => "C",
                "C" => "A",
                row => row,
            };
            format!("{row}{}", &cell[1..])
        });
        let throws = match options["dice"] {
            "four" => vec![
                (0, false, 1),
                (1, false, 4),
                (2, false, 6),
                (3, false, 4),
                (4, false, 1),
            ],
            "three" => vec![(0, false, 1), (1, false, 3), (2, false, 3), (3, false, 1)],
            "three-0-is-4" => vec![(1, false, 3), (2, false, 3), (3, false, 1), (4, false, 1)],
            list => list
                .split('/')
                .map(|throw| {
                    let (steps, weight) = throw.split_once(':').unwrap();
                    let plain = steps.trim_end_matches('+');
                    (
                        plain.parse().unwrap(),
                        plain != steps,
                        weight.parse().unwrap(),
                    )
                })
                .collect(),
        };
        let rosette = options["rosette"];
        Rules {
            ways: [light.clone(), dark.collect()],
            throws,
            pieces: options["pieces"].parse().unwrap(),
            safe: matches!(rosette, "replay+safe" | "safe" | "split"),
            safe_middle_only: rosette == "split",
            again: matches!(rosette, "replay+safe" | "replay" | "split"),
            again_ends_only: rosette == "split",
            held_next: options["held"] == "next",
            own_in_the_way: options["passing"] == "enemies",
            over: options["bearing"] == "over",
            free_pass: options["pass"] == "free",
            capture_again: options["capture"] == "replay",
            long: options["path"] == "aseb",
        }
    }

    pub(crate) fn rosette(&self, cell: &str) -> bool {
        match self.long {
            true => ["A1", "C1", "B4", "B8", "B12"].contains(&cell),
            false => ["A1", "C1", "B4", "A7", "C7"].contains(&cell),
        }
    }

    pub(crate) fn cell(&self, side: usize, step: usize) -> &str {
        &self.ways[side][step - 1]
    }

    pub(crate) fn steps(&self) -> usize {
        self.ways[0].len()
    }

    pub(crate) fn protected(&self, cell: &str) -> bool {
        self.rosette(cell) && self.safe && (!self.safe_middle_only || cell.starts_with('B'))
    }

    /// The step of the other side's piece on a cell.
    fn enemy_on(&self, position: &Position, cell: &str) -> Option<usize> {
        let other = 1 - position.side;
        let mut on = position.on[other].iter();
        on.find(|&&step| self.cell(other, step) == cell).copied()
    }

    /// Every play of a throw: its text, the cell taken, whether the same side throws again, the position after it.
    pub(crate) fn plays(
        &self,
        position: &Position,
        (steps, again, _): Throw,
    ) -> Vec<(String, Option<String>, bool, Position)> {
        let side = position.side;
        let mut plays = Vec::new();
        if self.winner(position).is_some() {
            return plays;
        }
        let mut from: Vec<usize> = position.on[side].clone();
        if position.hand[side] > 0 {
            from.push(0);
        }
        for from in from {
            if steps > 0 {
                plays.extend(self.play(position, from, steps, again));
            }
        }
        if plays.is_empty() || self.free_pass {
            let after = Position {
                side: 1 - side,
                ..position.clone()
            };
            plays.push(("pass".to_owned(), None, false, after));
        }
        plays
    }

    fn play(
        &self,
        position: &Position,
        from: usize,
        steps: usize,
        again: bool,
    ) -> Option<(String, Option<String>, bool, Position)> {
        let (side, last) = (position.side, self.steps());
        let mut to = from + steps;
        if to > last && self.over {
            to = last + 1;
        }
        if to <= last {
            let cell = self.cell(side, to);
            if self.protected(cell) && self.enemy_on(position, cell).is_some() {
                if !self.held_next {
                    return None;
                }
                to += 1;
            }
        }
        if to > last + 1 {
            return None;
        }
        let passed: Vec<&str> = (from + 1..to).map(|step| self.cell(side, step)).collect();
        let stands = |step: &usize| *step != from && passed.contains(&self.cell(side, *step));
        if self.own_in_the_way && position.on[side].iter().any(stands) {
            return None;
        }
        let mut after = position.clone();
        match from {
            0 => after.hand[side] -= 1,
            _ => after.on[side].retain(|&step| step != from),
        }
        let mut again = again;
        let mut taken = None;
        if to <= last {
            let cell = self.cell(side, to);
            if after.on[side]
                .iter()
                .any(|&step| self.cell(side, step) == cell)
            {
                return None;
            }
            if let Some(enemy) = self.enemy_on(position, cell) {
                if self.protected(cell) {
                    return None;
                }
                after.on[1 - side].retain(|&step| step != enemy);
                after.hand[1 - side] += 1;
                taken = Some(cell.to_owned());
                again |= self.capture_again;
            }
            again |= self.rosette(cell)
                && self.again
                && (!self.again_ends_only || !cell.starts_with('B'));
            after.on[side].push(to);
            after.on[side].sort_unstable();
        }
        let won = self.winner(&after).is_some();
        if !again || won {
            after.side = 1 - side;
        }
        let name = |step: usize| match step {
            0 => "in",
            step if step > last => "off",
            step => self.cell(side, step),
        };
        let sign = if taken.is_some() { 'x' } else { '-' };
        let text = format!("{}{sign}{}", name(from), name(to));
        Some((text, taken, again && !won, after))
    }

    pub(crate) fn winner(&self, position: &Position) -> Option<usize> {
        (0..2).find(|&side| position.on[side].is_empty() && position.hand[side] == 0)
    }

    /// A position on one line.
    pub(crate) fn text(&self, position: &Position) -> String {
        let lengths = if self.long { [4, 12, 4] } else { [8, 8, 8] };
        let mut rows = lengths.map(|length| vec!['.'; length]);
        for side in 0..2 {
            for &step in &position.on[side] {
                let cell = self.cell(side, step);
                let before = self.ways[side][..step - 1].iter().any(|one| one == cell);
                let row = "ABC".find(&cell[..1]).unwrap();
                let column: usize = cell[1..].parse().unwrap();
                rows[row][column - 1] = ["Ll", "Dd"][side].chars().nth(before.into()).unwrap();
            }
        }
        let rows = rows.map(|row| short(&String::from_iter(row)));
        let [light, dark] = position.hand;
        let hand = match position.hand {
            [0, 0] => String::new(),
            _ => format!(" hand={light}+{dark}"),
        };
        format!(
            "{} {}{hand}",
            rows.join("/"),
            ["light", "dark"][position.side]
        )
    }

    /// A position and all that can follow.
    fn endgame(&self, start: &Position, most: usize) -> Option<Endgame<'_, Rules>> {
        Endgame::of(
            self,
            start.clone(),
            &NaivePlayer::chances(self, 1),
            [0, most],
        )
    }

    /// The chance that the side to throw wins in a position, from below and from above.
    pub(crate) fn chance(&self, start: &Position, most: usize) -> Option<[f64; 2]> {
        self.chances(start, most)?.get(start).copied()
    }

    /// The same of a position and all that can follow.
    pub(crate) fn chances(
        &self,
        start: &Position,
        most: usize,
    ) -> Option<BTreeMap<Position, [f64; 2]>> {
        let game = self.endgame(start, most)?;
        let [low, high] = [0.0, 1.0].map(|open| game.chances(b'A', 0.5, open));
        let own = |(position, &at): (&Position, &usize)| {
            let bounds = match position.side {
                0 => [low[at], high[at]],
                _ => [1.0 - high[at], 1.0 - low[at]],
            };
            (position.clone(), bounds)
        };
        Some(game.numbers.iter().map(own).collect())
    }

    /// The least and the greatest expected number of throws from a position, both sides taking any play that is best to 10^-10; `None` where
    /// play may go on for ever, or too many positions can follow.
    pub(crate) fn length(&self, start: &Position, most: usize) -> Option<[f64; 2]> {
        let game = self.endgame(start, most)?;
        let chances = self.chances(start, most)?;
        if chances.values().any(|[low, high]| high - low > 1e-10) {
            return None;
        }
        let worth = |side: usize, after: usize| {
            let after = &game.positions[after];
            let chance = chances[after][0];
            if after.side == side {
                chance
            } else {
                1.0 - chance
            }
        };
        let mut counts = vec![[0.0, 0.0]; game.positions.len()];
        for _ in 0..20_000 {
            let mut changed = 0.0_f64;
            for (at, lots) in game.lots.iter().enumerate().rev() {
                if lots.is_empty() {
                    continue;
                }
                let mut new = [1.0; 2];
                let worth = |after: &&usize| worth(game.positions[at].side, **after);
                for (chance, plays) in lots {
                    let best = plays.iter().map(|after| worth(&after)).fold(0.0, f64::max);
                    let kept = plays.iter().filter(|after| worth(after) >= best - 1e-10);
                    let kept: Vec<[f64; 2]> = kept.map(|&to| counts[to]).collect();
                    new[0] += chance * kept.iter().map(|count| count[0]).fold(f64::MAX, f64::min);
                    new[1] += chance * kept.iter().map(|count| count[1]).fold(0.0, f64::max);
                }
                changed = changed
                    .max(new[0] - counts[at][0])
                    .max(new[1] - counts[at][1]);
                counts[at] = new;
            }
            if changed < 1e-12 {
                return Some(counts[0]);
            }
        }
        None
    }
}

impl NaivePlayer for Rules {
    type Position = Position;
    type Throws = Throw;

    fn read(rules: &str) -> Rules {
        Rules::read(rules)
    }

    fn position(&self, text: &str) -> Position {
        let mut words = text.split(' ');
        let rows = drawn(words.next().unwrap());
        let word = words.next().unwrap();
        let side = ["light", "dark"].iter().position(|&side| side == word);
        let hand = text.split_once("hand=").map_or([0, 0], |(_, hand)| {
            let (light, dark) = hand.split_once('+').unwrap();
            [light.parse().unwrap(), dark.parse().unwrap()]
        });
        let empty = Position {
            on: [vec![], vec![]],
            hand,
            side: side.unwrap(),
        };
        let pieces = |letters: [char; 2], side: usize| {
            let on = (1..=self.steps()).filter(|&step| {
                let mut alone = empty.clone();
                alone.on[side] = vec![step];
                let drawn = drawn(self.text(&alone).split(' ').next().unwrap());
                let at = drawn.find(letters);
                at.is_some_and(|at| drawn.chars().nth(at) == rows.chars().nth(at))
            });
            on.collect::<Vec<_>>()
        };
        let on = [pieces(['L', 'l'], 0), pieces(['D', 'd'], 1)];
        Position { on, ..empty }
    }

    fn team(position: &Position) -> u8 {
        b"AB"[position.side]
    }

    fn result(&self, position: &Position, _drawn: f64) -> Option<f64> {
        self.winner(position).map(|winner| f64::from(winner == 0))
    }

    fn plays(&self, position: &Position, each: &[Throw]) -> Vec<BTreeSet<Position>> {
        let plays = each.iter().map(|&throw| {
            let plays = self.plays(position, throw).into_iter();
            plays.map(|(.., after)| after).collect()
        });
        plays.collect()
    }

    fn counted(&self, _most_throws: usize) -> (Vec<Throw>, Vec<i128>) {
        let weights = self.throws.iter().map(|throw| throw.2.into());
        (self.throws.clone(), weights.collect())
    }

    fn chances(&self, _most_throws: usize) -> (Vec<Throw>, Vec<f64>) {
        let total: u32 = self.throws.iter().map(|throw| throw.2).sum();
        let chance = |throw: &Throw| f64::from(throw.2) / f64::from(total);
        (
            self.throws.clone(),
            self.throws.iter().map(chance).collect(),
        )
    }
}
