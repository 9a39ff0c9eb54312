//! The rules of sidja on a plain list of cells, row after row from the top: `x`, `o`, `.`.

use crate::oracles::case::{drawn, short};

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) size: usize,
    placing: String,
    last_begins: bool,
    steps: usize,
    capture_lines: usize,
    whole_run: bool,
    safe_centre: bool,
    pub(crate) continuation: String,
    two_in_a_row: bool,
    pub(crate) blocked: String,
    lost_with: usize,
    pub(crate) no_capture: Option<usize>,
    count: bool,
}

/// While a turn goes on: any stone may, or the one in this cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Chain {
    None,
    Any,
    From(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) cells: Vec<u8>,
    pub(crate) side: u8,
    pub(crate) reserve: [usize; 2],
    pub(crate) chain: Chain,
    pub(crate) quiet: usize,
    /// A forced pass was made just before: under `blocked=opens` this move has to open a way if one does.
    pub(crate) passed: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) text: String,
    pub(crate) captures: Vec<usize>,
    pub(crate) after: Position,
}

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Win,
    Draw,
    Loss,
}

const AROUND: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

impl Rules {
    pub(crate) fn read(text: &str) -> Rules {
        let text = text.split_once(':').map_or("sudan", |(_, text)| text);
        let preset = text
            .split(',')
            .find(|part| !part.contains('='))
            .unwrap_or("sudan");
        let of = |sudan: &str, west_africa: &str, egypt: &str| {
            let value = match preset {
                "west-africa" => west_africa,
                "egypt" => egypt,
                _ => sudan,
            };
            value.to_owned()
        };
        let mut options = vec![
            ("size", of("5", "5", "5")),
            ("placing", of("two", "two", "two")),
            ("first", of("began", "began", "last")),
            ("steps", of("8", "4", "4")),
            ("capture_lines", of("8", "8", "4")),
            ("capture_run", of("one", "one", "one")),
            ("centre", of("open", "open", "safe")),
            ("continuation", of("any", "free", "same")),
            ("in_a_row", of("unlimited", "unlimited", "unlimited")),
            ("blocked", of("passes", "passes", "opens")),
            ("lost_with", of("1", "0", "0")),
            ("no_capture", of("none", "10", "20")),
            ("no_capture_end", of("count", "count", "count")),
        ];
        for (name, value) in text.split(',').filter_map(|part| part.split_once('=')) {
            options
                .iter_mut()
                .find(|(option, _)| *option == name)
                .unwrap()
                .1 = value.to_owned();
        }
        let get = |name: &str| {
            options
                .iter()
                .find(|(option, _)| *option == name)
                .unwrap()
                .1
                .clone()
        };
        Rules {
            size: get("size").parse().unwrap(),
            placing: get("placing"),
            last_begins: get("first") == "last",
            steps: get("steps").parse().unwrap(),
            capture_lines: get("capture_lines").parse().unwrap(),
            whole_run: get("capture_run") == "any",
            safe_centre: get("centre") == "safe",
            continuation: get("continuation"),
            two_in_a_row: get("in_a_row") == "2",
            blocked: get("blocked"),
            lost_with: get("lost_with").parse().unwrap(),
            no_capture: get("no_capture").parse().ok(),
            count: get("no_capture_end") == "count",
        }
    }

    pub(crate) fn stones(&self) -> usize {
        (self.size * self.size - 1) / 2
    }

    fn centre(&self) -> usize {
        self.size * self.size / 2
    }

    pub(crate) fn name(&self, cell: usize) -> String {
        let (row, column) = (cell / self.size, cell % self.size);
        format!("{}{}", (b'a' + column as u8) as char, self.size - row)
    }

    fn cell(&self, name: &str) -> usize {
        (0..self.size * self.size)
            .find(|&cell| self.name(cell) == name)
            .unwrap()
    }

    pub(crate) fn empty(&self) -> Position {
        Position {
            cells: vec![b'.'; self.size * self.size],
            side: b'x',
            reserve: [self.stones(); 2],
            chain: Chain::None,
            quiet: 0,
            passed: false,
        }
    }

    pub(crate) fn position(&self, text: &str) -> Position {
        let mut words = text.split(' ');
        let mut position = self.empty();
        position.cells = drawn(words.next().unwrap())
            .bytes()
            .filter(|&cell| cell != b'/')
            .collect();
        position.side = words.next().unwrap().as_bytes()[0];
        let reserve = words.next().unwrap();
        for (index, side) in ['x', 'o'].into_iter().enumerate() {
            let digits = reserve.split_once(side).map_or("0", |(_, digits)| digits);
            let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
            position.reserve[index] = digits.parse().unwrap();
        }
        for word in words {
            match (word.strip_prefix("quiet="), word) {
                (Some(quiet), _) => position.quiet = quiet.parse().unwrap(),
                (None, "+") => position.chain = Chain::Any,
                (None, "extra") => position.passed = true,
                (None, cell) => position.chain = Chain::From(self.cell(&cell[1..])),
            }
        }
        position
    }

    pub(crate) fn text(&self, position: &Position) -> String {
        let rows: Vec<&str> = position
            .cells
            .chunks(self.size)
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect();
        let mut text = format!("{} {} ", short(&rows.join("/")), position.side as char);
        for (side, left) in ['x', 'o'].into_iter().zip(position.reserve) {
            if left > 0 {
                text += &format!("{side}{left}");
            }
        }
        if position.reserve == [0, 0] {
            text.push('-');
        }
        match position.chain {
            Chain::None => {}
            Chain::Any => text += " +",
            Chain::From(cell) => text += &format!(" +{}", self.name(cell)),
        }
        if position.passed {
            text += " extra";
        }
        if position.quiet > 0 {
            text += &format!(" quiet={}", position.quiet);
        }
        text
    }

    fn beside(&self, cell: usize, (down, right): (i32, i32)) -> Option<usize> {
        let size = self.size as i32;
        let (row, column) = (cell as i32 / size + down, cell as i32 % size + right);
        let inside = (0..size).contains(&row) && (0..size).contains(&column);
        inside.then_some((row * size + column) as usize)
    }

    /// The stones taken by the one that has just come to this cell.
    fn taken(&self, cells: &[u8], at: usize) -> Vec<usize> {
        let (own, enemy) = (cells[at], other(cells[at]));
        let mut taken = Vec::new();
        for way in &AROUND[..self.capture_lines] {
            let mut line = Vec::new();
            let mut next = self.beside(at, *way);
            while let Some(cell) = next
                && cells[cell] == enemy
            {
                line.push(cell);
                next = self.beside(cell, *way);
            }
            let closed = next.is_some_and(|cell| cells[cell] == own);
            if closed && (self.whole_run || line.len() == 1) {
                taken.extend(
                    line.into_iter()
                        .filter(|&cell| !self.safe_centre || cell != self.centre()),
                );
            }
        }
        taken.sort_unstable();
        taken
    }

    /// Every step of a side, or of one of its stones: from, to, what it takes, the cells after it.
    fn steps(
        &self,
        cells: &[u8],
        side: u8,
        only: Option<usize>,
    ) -> Vec<(usize, usize, Vec<usize>, Vec<u8>)> {
        let mut steps = Vec::new();
        for from in (0..cells.len())
            .filter(|&cell| cells[cell] == side && only.is_none_or(|only| only == cell))
        {
            for way in &AROUND[..self.steps] {
                let Some(to) = self.beside(from, *way).filter(|&to| cells[to] == b'.') else {
                    continue;
                };
                let mut after = cells.to_vec();
                after[from] = b'.';
                after[to] = side;
                let taken = self.taken(&after, to);
                for &cell in &taken {
                    after[cell] = b'.';
                }
                steps.push((from, to, taken, after));
            }
        }
        steps
    }

    fn blocked(&self, cells: &[u8], side: u8) -> bool {
        self.steps(cells, side, None).is_empty()
    }

    fn number(cells: &[u8], side: u8) -> usize {
        cells.iter().filter(|&&cell| cell == side).count()
    }

    pub(crate) fn both_lost(&self, cells: &[u8]) -> bool {
        [b'x', b'o']
            .iter()
            .all(|&side| Self::number(cells, side) <= self.lost_with)
    }

    pub(crate) fn end(&self, position: &Position) -> Option<End> {
        if position.reserve != [0, 0] {
            return None;
        }
        let [own, enemy] =
            [position.side, other(position.side)].map(|side| Self::number(&position.cells, side));
        if own <= self.lost_with {
            return Some(End::Loss);
        }
        if enemy <= self.lost_with {
            return Some(End::Win);
        }
        if self.no_capture.is_some_and(|limit| position.quiet >= limit) {
            return Some(match own.cmp(&enemy) {
                _ if !self.count => End::Draw,
                std::cmp::Ordering::Greater => End::Win,
                std::cmp::Ordering::Equal => End::Draw,
                std::cmp::Ordering::Less => End::Loss,
            });
        }
        if position.chain == Chain::None
            && self.blocked == "loses"
            && self.blocked(&position.cells, position.side)
        {
            return Some(End::Loss);
        }
        None
    }

    /// Whose stone is placed when so many have been.
    fn placer(&self, placed: usize) -> u8 {
        let turn = if self.placing == "one" {
            placed
        } else {
            placed / 2
        };
        if turn % 2 == 0 { b'x' } else { b'o' }
    }

    fn placings(&self, position: &Position) -> Vec<Move> {
        let size = self.size;
        let placed = 2 * self.stones() - position.reserve[0] - position.reserve[1];
        let index = (position.side == b'o') as usize;
        let cross = self.placing == "cross" && placed < 4;
        let half = size / 2;
        let ends = if index == 0 {
            [half * size, half * size + size - 1]
        } else {
            [half, (size - 1) * size + half]
        };
        let allowed = |cell: usize| {
            position.cells[cell] == b'.'
                && cell != self.centre()
                && (!cross || ends.contains(&cell))
        };
        let moves = (0..size * size).filter(|&cell| allowed(cell)).map(|cell| {
            let mut after = position.clone();
            after.cells[cell] = position.side;
            after.reserve[index] -= 1;
            after.side = if after.reserve == [0, 0] {
                if self.last_begins {
                    position.side
                } else {
                    b'x'
                }
            } else {
                self.placer(placed + 1)
            };
            Move {
                text: self.name(cell),
                captures: Vec::new(),
                after,
            }
        });
        moves.collect()
    }

    pub(crate) fn moves(&self, position: &Position) -> Vec<Move> {
        if self.end(position).is_some() {
            return Vec::new();
        }
        if position.reserve != [0, 0] {
            return self.placings(position);
        }
        let only = match position.chain {
            Chain::From(cell) => Some(cell),
            _ => None,
        };
        let on = position.chain != Chain::None;
        let free = self.continuation == "free";
        let handed_over = |cells: Vec<u8>, quiet: usize| Position {
            cells,
            side: other(position.side),
            quiet,
            chain: Chain::None,
            ..position.clone()
        };
        let mut moves = Vec::new();
        for (from, to, captures, cells) in self.steps(&position.cells, position.side, only) {
            if on && !free && captures.is_empty() {
                continue;
            }
            let quiet = if captures.is_empty() && self.no_capture.is_some() {
                position.quiet + 1
            } else {
                0
            };
            let mut after = handed_over(cells, quiet);
            after.passed = false;
            let may_go_on =
                !captures.is_empty() && self.continuation != "none" && !(self.two_in_a_row && on);
            let over = Self::number(&after.cells, other(position.side)) <= self.lost_with;
            if may_go_on && !over {
                let only = (self.continuation == "same").then_some(to);
                let more = self.steps(&after.cells, position.side, only);
                if free || more.iter().any(|(_, _, captures, _)| !captures.is_empty()) {
                    after.side = position.side;
                    after.chain = only.map_or(Chain::Any, Chain::From);
                }
            }
            moves.push(Move {
                text: format!("{}-{}", self.name(from), self.name(to)),
                captures,
                after,
            });
        }
        if position.passed && self.blocked == "opens" {
            let opens = |one: &Move| {
                self.end(&one.after).is_some()
                    || !self.blocked(&one.after.cells, other(position.side))
            };
            if moves.iter().any(opens) {
                moves.retain(opens);
            }
        }
        if (on && free) || (!on && moves.is_empty()) {
            let mut after = handed_over(position.cells.clone(), position.quiet);
            after.passed = !on && self.blocked == "opens";
            moves.push(Move {
                text: "pass".into(),
                captures: Vec::new(),
                after,
            });
        }
        moves
    }
}

pub(crate) fn other(side: u8) -> u8 {
    if side == b'x' { b'o' } else { b'x' }
}
