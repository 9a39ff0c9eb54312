//! The same rules once more, as plainly as possible: a grid of characters and loops over it.
//!
//! It shares nothing with the engine but the text of rules and positions, and is what the engine
//! is compared with.

use std::collections::{BTreeMap, BTreeSet};

use super::Rules;
use crate::rules::Options as _;

/// A position as a grid; `grid[rank][file]`.
#[derive(Clone, Debug)]
pub(super) struct Naive {
    options: BTreeMap<&'static str, String>,
    grid: Vec<Vec<char>>,
    side: char,
    left: BTreeMap<char, usize>,
    chain: Option<Option<(i32, i32)>>,
    /// The other side could not move, and the turn is an extra one to open it a way.
    extra: bool,
    quiet: usize,
}

/// A move: its name, the cells taken, the text of the position after it, whether the side goes on.
pub(super) type NaiveMove = (String, BTreeSet<String>, String, bool);

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

impl Naive {
    pub(super) fn start(rules: &Rules) -> Naive {
        let options: BTreeMap<_, _> = Rules::options()
            .iter()
            .map(|option| (option.name, (option.get)(rules)))
            .collect();
        let size: usize = options["size"].parse().unwrap();
        let stones = (size * size - 1) / 2;
        Naive {
            options,
            grid: vec![vec!['.'; size]; size],
            side: 'x',
            left: BTreeMap::from([('x', stones), ('o', stones)]),
            chain: None,
            extra: false,
            quiet: 0,
        }
    }

    /// Reads `ROWS SIDE -` and perhaps `extra`, without a chain.
    pub(super) fn moving(rules: &Rules, text: &str) -> Naive {
        let mut naive = Naive::start(rules);
        let fields: Vec<&str> = text.split(' ').collect();
        for (rank, row) in fields[0].split('/').rev().enumerate() {
            let mut file = 0;
            for symbol in row.chars() {
                match symbol.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        naive.grid[rank][file] = symbol;
                        file += 1;
                    }
                }
            }
        }
        naive.side = fields[1].chars().next().unwrap();
        naive.left = BTreeMap::from([('x', 0), ('o', 0)]);
        naive.extra = fields.get(3) == Some(&"extra");
        naive
    }

    fn is(&self, option: &str, value: &str) -> bool {
        self.options[option] == value
    }

    fn size(&self) -> i32 {
        self.grid.len() as i32
    }

    fn at(&self, (file, rank): (i32, i32)) -> Option<char> {
        if file < 0 || rank < 0 || file >= self.size() || rank >= self.size() {
            return None;
        }
        Some(self.grid[rank as usize][file as usize])
    }

    fn put(&mut self, (file, rank): (i32, i32), what: char) {
        self.grid[rank as usize][file as usize] = what;
    }

    fn cells(&self) -> Vec<(i32, i32)> {
        let size = self.size();
        (0..size)
            .flat_map(|rank| (0..size).map(move |file| (file, rank)))
            .collect()
    }

    fn count(&self, side: char) -> usize {
        self.cells()
            .iter()
            .filter(|&&cell| self.at(cell) == Some(side))
            .count()
    }

    fn placing(&self) -> bool {
        self.left.values().any(|&left| left > 0)
    }

    fn directions(&self, option: &str) -> Vec<(i32, i32)> {
        let mut all = vec![(1, 0), (-1, 0), (0, 1), (0, -1)];
        if self.is(option, "8") {
            all.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
        }
        all
    }

    fn centre(&self) -> (i32, i32) {
        (self.size() / 2, self.size() / 2)
    }

    pub(super) fn text(&self) -> String {
        let rows: Vec<String> = self
            .grid
            .iter()
            .rev()
            .map(|row| {
                let mut text = String::new();
                let mut run = 0;
                for &symbol in row.iter().chain(&['|']) {
                    if symbol == '.' {
                        run += 1;
                        continue;
                    }
                    if run > 0 {
                        text += &run.to_string();
                        run = 0;
                    }
                    if symbol != '|' {
                        text.push(symbol);
                    }
                }
                text
            })
            .collect();
        let mut reserve = String::new();
        for (side, left) in [('x', self.left[&'x']), ('o', self.left[&'o'])] {
            if left > 0 {
                reserve += &format!("{side}{left}");
            }
        }
        if reserve.is_empty() {
            reserve.push('-');
        }
        let mut text = format!("{} {} {reserve}", rows.join("/"), self.side);
        match self.chain {
            None => {}
            Some(None) => text += " +",
            Some(Some(cell)) => text += &format!(" +{}", name(cell)),
        }
        if self.extra {
            text += " extra";
        }
        if self.quiet > 0 {
            text += &format!(" quiet={}", self.quiet);
        }
        text
    }

    /// The game's end as text, for the side to move.
    pub(super) fn end(&self) -> Option<&'static str> {
        if self.placing() {
            return None;
        }
        let lost: usize = self.options["lost_with"].parse().unwrap();
        let (own, enemy) = (self.count(self.side), self.count(other(self.side)));
        if own <= lost {
            return Some("loss");
        }
        if enemy <= lost {
            return Some("win");
        }
        if let Ok(limit) = self.options["no_capture"].parse::<usize>()
            && self.quiet >= limit
        {
            return Some(if self.is("no_capture_end", "draw") || own == enemy {
                "draw"
            } else if own > enemy {
                "win"
            } else {
                "loss"
            });
        }
        if self.is("blocked", "loses") && self.chain.is_none() && self.steps().is_empty() {
            return Some("loss");
        }
        None
    }

    /// Every step of a stone to a neighbouring empty cell, whether allowed now or not.
    fn steps(&self) -> Vec<((i32, i32), (i32, i32))> {
        let mut all = Vec::new();
        for from in self.cells() {
            if self.at(from) != Some(self.side) {
                continue;
            }
            for (right, up) in self.directions("steps") {
                let to = (from.0 + right, from.1 + up);
                if self.at(to) == Some('.') {
                    all.push((from, to));
                }
            }
        }
        all
    }

    /// The stones taken by a step, made on a copy of the grid.
    fn taken(&self, from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
        let mut after = self.clone();
        after.put(from, '.');
        after.put(to, self.side);
        let mut taken = Vec::new();
        for (right, up) in self.directions("capture_lines") {
            let mut run = Vec::new();
            let mut at = (to.0 + right, to.1 + up);
            while after.at(at) == Some(other(self.side)) {
                run.push(at);
                at = (at.0 + right, at.1 + up);
            }
            let flanked = after.at(at) == Some(self.side);
            if flanked && (run.len() == 1 || self.is("capture_run", "any")) {
                taken.extend(run);
            }
        }
        if self.is("centre", "safe") {
            let centre = self.centre();
            taken.retain(|&cell| cell != centre);
        }
        taken
    }

    fn pass(&self) -> Naive {
        let mut next = self.clone();
        next.side = other(self.side);
        next.chain = None;
        next.extra = self.chain.is_none() && self.is("blocked", "opens");
        next
    }

    fn after(&self, from: (i32, i32), to: (i32, i32)) -> Naive {
        let taken = self.taken(from, to);
        let mut next = self.clone();
        next.put(from, '.');
        next.put(to, self.side);
        next.chain = None;
        next.extra = false;
        for &cell in &taken {
            next.put(cell, '.');
        }
        if taken.is_empty() {
            if !self.is("no_capture", "none") {
                next.quiet += 1;
            }
            next.side = other(self.side);
            return next;
        }
        next.quiet = 0;
        let lost: usize = self.options["lost_with"].parse().unwrap();
        let more: Vec<_> = next
            .steps()
            .into_iter()
            .filter(|&(from, to)| !next.taken(from, to).is_empty())
            .collect();
        let second = self.chain.is_some() && self.is("in_a_row", "2");
        let over = next.count(other(self.side)) <= lost;
        next.chain = match self.options["continuation"].as_str() {
            _ if second || over => None,
            "free" => Some(None),
            "any" if !more.is_empty() => Some(None),
            "same" if more.iter().any(|step| step.0 == to) => Some(Some(to)),
            _ => None,
        };
        if next.chain.is_none() {
            next.side = other(self.side);
        }
        next
    }

    pub(super) fn moves(&self) -> Vec<(NaiveMove, Naive)> {
        let mut all = Vec::new();
        if self.end().is_some() {
            return all;
        }
        let mut add = |text: String, taken: Vec<(i32, i32)>, next: Naive| {
            let taken = taken.into_iter().map(name).collect();
            let again = next.side == self.side;
            all.push(((text, taken, next.text(), again), next));
        };
        if self.placing() {
            for cell in self.cells() {
                if self.at(cell) == Some('.') && cell != self.centre() && self.on_cross(cell) {
                    add(name(cell), Vec::new(), self.placed(cell));
                }
            }
            return all;
        }
        let free = self.is("continuation", "free");
        let mut any = false;
        let ways: Vec<_> = self
            .steps()
            .into_iter()
            .filter(|&(from, to)| self.extra && self.makes_way(from, to))
            .collect();
        for (from, to) in self.steps() {
            let taken = self.taken(from, to);
            let allowed = match self.chain {
                None => true,
                Some(_) if free => true,
                Some(None) => !taken.is_empty(),
                Some(Some(stone)) => stone == from && !taken.is_empty(),
            };
            if allowed && (ways.is_empty() || ways.contains(&(from, to))) {
                any = true;
                add(
                    format!("{}-{}", name(from), name(to)),
                    taken,
                    self.after(from, to),
                );
            }
        }
        if !any || (self.chain.is_some() && free) {
            add("pass".to_owned(), Vec::new(), self.pass());
        }
        all
    }

    /// Whether after a step the other side could move, or the game is over.
    fn makes_way(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        let mut after = self.after(from, to);
        after.side = other(self.side);
        after.end().is_some() || !after.steps().is_empty()
    }

    fn on_cross(&self, (file, rank): (i32, i32)) -> bool {
        if !self.is("placing", "cross") || self.count(self.side) >= 2 {
            return true;
        }
        let (middle, last) = (self.size() / 2, self.size() - 1);
        if self.side == 'x' {
            rank == middle && (file == 0 || file == last)
        } else {
            file == middle && (rank == 0 || rank == last)
        }
    }

    fn placed(&self, cell: (i32, i32)) -> Naive {
        let mut next = self.clone();
        next.put(cell, self.side);
        next.left.insert(self.side, self.left[&self.side] - 1);
        if self.is("placing", "one") || next.count(self.side).is_multiple_of(2) {
            next.side = other(self.side);
        }
        if !next.placing() {
            next.side = if self.is("first", "began") { 'x' } else { 'o' };
        }
        next
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves()
            .iter()
            .map(|(_, next)| next.perft(depth - 1))
            .sum()
    }
}
