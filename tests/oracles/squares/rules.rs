//! The rules of teeko and twenty-five on a plain list of cells, row after row from the top: `x`, `o`, `.`.

use std::collections::{BTreeMap, BTreeSet};

use crate::oracles::case::{drawn, short};

pub(crate) struct Rules {
    pub(crate) teeko: bool,
    pub(crate) size: usize,
    pub(crate) men: usize,
    pub(crate) jumps: bool,
    pub(crate) goals: BTreeSet<Vec<usize>>,
    /// For each piece of a side, in the order placed: whether the opponent chooses its cell.
    pub(crate) chosen_by_opponent: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) cells: Vec<u8>,
    pub(crate) side: u8,
}

/// The move's text, the cell jumped over, the position after it.
pub(crate) type Move = (String, Option<usize>, Position);

pub(crate) const AROUND: [(i32, i32); 8] = [
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
        let teeko = text.starts_with("teeko");
        let options = text.split_once(':').map_or("", |(_, options)| options);
        let mut get = BTreeMap::from([
            ("size", "5"),
            ("men", if teeko { "4" } else { "5" }),
            ("row", "4"),
            ("jumps", if teeko { "no" } else { "yes" }),
            ("drop", "standard"),
        ]);
        get.insert("goals", if teeko { "44" } else { "rows" });
        get.extend(
            options
                .split(',')
                .filter_map(|option| option.split_once('=')),
        );
        let number = |name: &str| -> usize { get[name].parse().unwrap() };
        let (size, row) = (number("size"), number("row"));
        let mut goals = BTreeSet::new();
        let mut add = |cells: Vec<(usize, usize)>| {
            if cells
                .iter()
                .all(|&(row, column)| row < size && column < size)
            {
                let mut cells: Vec<usize> = cells
                    .into_iter()
                    .map(|(row, column)| row * size + column)
                    .collect();
                cells.sort_unstable();
                goals.insert(cells);
            }
        };
        for at in 0..size * size {
            let (r, c) = (at / size, at % size);
            add((0..row).map(|i| (r, c + i)).collect());
            add((0..row).map(|i| (r + i, c)).collect());
            add((0..row).map(|i| (r + i, c + i)).collect());
            add((0..row).map(|i| (r + i, c.wrapping_sub(i))).collect());
            let widest = match get["goals"] {
                "58" => 4,
                "44" | "squares-too" => 1,
                _ => 0,
            };
            for width in 1..=widest {
                add(vec![
                    (r, c),
                    (r + width, c),
                    (r, c + width),
                    (r + width, c + width),
                ]);
            }
        }
        let men = number("men");
        let (rule, first) = match get["drop"].rsplit_once('-') {
            Some((rule, first)) => (rule, first.parse().unwrap()),
            None => (get["drop"], men),
        };
        Rules {
            teeko,
            size,
            men,
            jumps: get["jumps"] == "yes",
            goals,
            chosen_by_opponent: (0..men)
                .map(|piece| (piece < first) == (rule == "alternate"))
                .collect(),
        }
    }

    pub(crate) fn name(&self, cell: usize) -> String {
        format!(
            "{}{}",
            (b'a' + (cell % self.size) as u8) as char,
            self.size - cell / self.size
        )
    }

    pub(crate) fn number(position: &Position, side: u8) -> usize {
        position.cells.iter().filter(|&&cell| cell == side).count()
    }

    pub(crate) fn position(&self, text: &str) -> Position {
        let mut words = text.split(' ');
        let cells = drawn(words.next().unwrap())
            .bytes()
            .filter(|&cell| cell != b'/')
            .collect();
        Position {
            cells,
            side: words.next().unwrap().as_bytes()[0],
        }
    }

    pub(crate) fn text(&self, position: &Position) -> String {
        let rows: Vec<&str> = position
            .cells
            .chunks(self.size)
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect();
        let left = |side: u8| match self.men - Self::number(position, side) {
            0 => String::new(),
            left => format!("{}{left}", side as char),
        };
        let reserve = match left(b'x') + &left(b'o') {
            text if text.is_empty() => "-".into(),
            text => text,
        };
        format!(
            "{} {} {reserve}",
            short(&rows.join("/")),
            position.side as char
        )
    }

    pub(crate) fn has_goal(&self, position: &Position, side: u8) -> bool {
        self.goals
            .iter()
            .any(|goal| goal.iter().all(|&cell| position.cells[cell] == side))
    }

    /// The other side has made a goal.
    pub(crate) fn over(&self, position: &Position) -> bool {
        self.has_goal(position, other(position.side))
    }

    pub(crate) fn beside(
        &self,
        cell: usize,
        (down, right): (i32, i32),
        times: i32,
    ) -> Option<usize> {
        let size = self.size as i32;
        let (row, column) = (
            cell as i32 / size + times * down,
            cell as i32 % size + times * right,
        );
        let inside = (0..size).contains(&row) && (0..size).contains(&column);
        inside.then_some((row * size + column) as usize)
    }

    pub(crate) fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.over(position) {
            return moves;
        }
        let side = position.side;
        let placed = Self::number(position, side);
        let empty = |cell: usize| position.cells[cell] == b'.';
        let after = |from: Option<usize>, to: usize| {
            let mut after = position.clone();
            if let Some(from) = from {
                after.cells[from] = b'.';
            }
            after.cells[to] = side;
            after.side = other(side);
            after
        };
        let all = 0..self.size * self.size;
        if placed < self.men {
            moves.extend(
                all.clone()
                    .filter(|&cell| empty(cell))
                    .map(|cell| (self.name(cell), None, after(None, cell))),
            );
            if self.teeko {
                return moves;
            }
        }
        for from in all.filter(|&cell| position.cells[cell] == side) {
            for way in AROUND {
                let Some(near) = self.beside(from, way, 1) else {
                    continue;
                };
                if empty(near) {
                    moves.push((
                        format!("{}-{}", self.name(from), self.name(near)),
                        None,
                        after(Some(from), near),
                    ));
                } else if let Some(far) = self
                    .beside(from, way, 2)
                    .filter(|&far| self.jumps && empty(far))
                {
                    moves.push((
                        format!("{}-{}", self.name(from), self.name(far)),
                        Some(near),
                        after(Some(from), far),
                    ));
                }
            }
        }
        moves
    }

    /// Whether the opponent of the side to move chooses the move.
    pub(crate) fn opponent_chooses(&self, position: &Position) -> bool {
        let placed = Self::number(position, position.side);
        self.teeko && placed < self.men && self.chosen_by_opponent[placed]
    }
}

pub(crate) fn other(side: u8) -> u8 {
    if side == b'x' { b'o' } else { b'x' }
}
