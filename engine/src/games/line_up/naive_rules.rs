//! The same games once more, as plainly as possible: a grid of characters and loops over it.
//!
//! It shares nothing with the engine but the text of rules and positions, and is what the engine is
//! compared with.

/// A position as a grid; `grid[rank][file]`.
#[derive(Clone, Debug)]
pub(super) struct Naive {
    rules: String,
    grid: Vec<Vec<char>>,
    side: char,
}

impl Naive {
    /// Reads a rules text with every option and `ROWS SIDE …`.
    pub(super) fn new(rules: &str, text: &str) -> Naive {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut grid = Vec::new();
        for row in fields[0].split('/') {
            let mut cells = Vec::new();
            for symbol in row.chars() {
                match symbol.to_digit(10) {
                    Some(run) => cells.extend(vec!['.'; run as usize]),
                    None => cells.push(symbol),
                }
            }
            grid.insert(0, cells);
        }
        Naive {
            rules: rules.to_owned(),
            grid,
            side: fields[1].chars().next().unwrap(),
        }
    }

    fn option(&self, name: &str) -> &str {
        let (_, options) = self.rules.split_once(':').unwrap();
        let option = options.split(',').find_map(|part| {
            let (found, value) = part.split_once('=').unwrap();
            (found == name).then_some(value)
        });
        option.unwrap_or("")
    }

    fn is_teeko(&self) -> bool {
        self.rules.starts_with("teeko")
    }

    fn men(&self) -> usize {
        if self.is_teeko() {
            4
        } else {
            self.option("men").parse().unwrap()
        }
    }

    fn at(&self, file: i32, rank: i32) -> char {
        let row = usize::try_from(rank).ok().and_then(|at| self.grid.get(at));
        let cell = row.and_then(|row| row.get(usize::try_from(file).ok()?));
        *cell.unwrap_or(&'#')
    }

    fn cells(&self) -> Vec<(i32, i32)> {
        let size = self.grid.len() as i32;
        (0..size * size).map(|at| (at % size, at / size)).collect()
    }

    fn count(&self, side: char) -> usize {
        self.grid.iter().flatten().filter(|&&c| c == side).count()
    }

    /// Whether a side has four in a square or enough in a row.
    pub(super) fn wins(&self, side: char) -> bool {
        let mut shapes: Vec<Vec<(i32, i32)>> = Vec::new();
        let row = match self.option("row") {
            "3" => 3,
            _ => 4,
        };
        for (df, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            shapes.push((0..row).map(|i| (df * i, dr * i)).collect());
        }
        let widest = match (self.is_teeko(), self.option("goals")) {
            (true, "58") => 4,
            (true, _) | (_, "squares-too") => 1,
            _ => 0,
        };
        for w in 1..=widest {
            shapes.push(vec![(0, 0), (w, 0), (0, w), (w, w)]);
        }
        self.cells().iter().any(|&(file, rank)| {
            shapes.iter().any(|shape| {
                shape
                    .iter()
                    .all(|(df, dr)| self.at(file + df, rank + dr) == side)
            })
        })
    }

    fn next(&self, from: Option<(i32, i32)>, (file, rank): (i32, i32)) -> Naive {
        let mut next = self.clone();
        if let Some((file, rank)) = from {
            next.grid[rank as usize][file as usize] = '.';
        }
        next.grid[rank as usize][file as usize] = self.side;
        next.side = if self.side == 'x' { 'o' } else { 'x' };
        next
    }

    /// Every move by name, with the cell jumped over, and what comes of it.
    pub(super) fn moves(&self) -> Vec<(String, Option<String>, Naive)> {
        let name =
            |(file, rank): (i32, i32)| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        let mut all = Vec::new();
        if self.wins('x') || self.wins('o') {
            return all;
        }
        let placed = self.count(self.side);
        if placed < self.men() {
            for cell in self.cells() {
                if self.at(cell.0, cell.1) == '.' {
                    all.push((name(cell), None, self.next(None, cell)));
                }
            }
        }
        if self.is_teeko() && placed < 4 {
            return all;
        }
        for (file, rank) in self.cells() {
            if self.at(file, rank) != self.side {
                continue;
            }
            for (df, dr) in (0..9).map(|way| (way % 3 - 1, way / 3 - 1)) {
                let (near, far) = ((file + df, rank + dr), (file + 2 * df, rank + 2 * dr));
                let from = Some((file, rank));
                if self.at(near.0, near.1) == '.' {
                    let text = format!("{}-{}", name((file, rank)), name(near));
                    all.push((text, None, self.next(from, near)));
                } else if self.option("jumps") == "yes"
                    && (df, dr) != (0, 0)
                    && "xo".contains(self.at(near.0, near.1))
                    && self.at(far.0, far.1) == '.'
                {
                    let text = format!("{}-{}", name((file, rank)), name(far));
                    all.push((text, Some(name(near)), self.next(from, far)));
                }
            }
        }
        all
    }

    /// The board and the side to move, without the reserve.
    pub(super) fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in self.grid.iter().rev() {
            let mut text: String = row.iter().collect();
            for run in (1..=row.len()).rev() {
                text = text.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(text);
        }
        format!("{} {}", rows.join("/"), self.side)
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        moves.iter().map(|(_, _, next)| next.perft(depth - 1)).sum()
    }
}
