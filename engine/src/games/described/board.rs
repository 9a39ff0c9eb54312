//! The board of a game that is a text: points with names, joins, and straight lines.
//!
//! A board is drawn with `o` or `.` for points and `-`, `|`, `/`, `\` and `X` for joins, or is a grid such as `5x5`. Points are
//! numbered row by row from the bottom, each from the left, and named by file and rank: `a1` is the first of the lowest row.

use std::collections::BTreeSet;
use std::fmt;

use super::text::TextError;
use crate::board::notation::Spot;
use crate::board::{Bits, Cell};

/// Points, joins and lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The names of the points by index.
    points: Vec<Cell>,
    /// Where each point is drawn: row from the top, column from the left.
    drawn: Vec<(usize, usize)>,
    /// The drawing without its points, row by row.
    drawing: Vec<Vec<char>>,
    /// For each point and each direction, the points joined to it straight on, nearest first.
    rays: Vec<Vec<Vec<u8>>>,
    grid: bool,
}

/// East, north, west, south, then north-east, north-west, south-west, south-east, as rows down and columns right.
const WAYS: [(isize, isize); 8] = [
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 0),
    (-1, 1),
    (-1, -1),
    (1, -1),
    (1, 1),
];

/// The direction from one row or column to another.
fn way(from: usize, to: usize) -> isize {
    (to as isize - from as isize).signum()
}

/// The signs that a join in a direction is drawn with.
fn signs((down, right): (isize, isize)) -> &'static [char] {
    match (down, right) {
        (0, _) => &['-'],
        (_, 0) => &['|'],
        _ if down == right => &['\\', 'X', 'x'],
        _ => &['/', 'X', 'x'],
    }
}

impl Board {
    /// A grid of points.
    ///
    /// # Errors
    /// If it has fewer than three or more than `most` points, or a side is longer than names allow.
    pub(in crate::games) fn grid(
        width: usize,
        height: usize,
        diagonals: bool,
        most: usize,
    ) -> Result<Board, String> {
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let mut drawing =
            vec![vec![' '; (2 * width).saturating_sub(1)]; (2 * height).saturating_sub(1)];
        for (row, column) in itertools::iproduct!(0..height, 0..width) {
            let (y, x) = (2 * row, 2 * column);
            let (right, below) = (column + 1 < width, row + 1 < height);
            if right {
                drawing[y][x + 1] = '-';
            }
            if below {
                drawing[y + 1][x] = '|';
            }
            if right && below && diagonals {
                drawing[y + 1][x + 1] = 'X';
            }
        }
        let board = Board::of(
            cells.map(|(row, column)| (2 * row, 2 * column)).collect(),
            drawing,
            most,
        )?;
        Ok(Board {
            grid: true,
            ..board
        })
    }

    /// The board of a drawing.
    ///
    /// # Errors
    /// A sign that is not known, a join that leads from no point to another, or too many points; each with its place.
    pub(in crate::games) fn drawn(rows: &[Spot<'_>], most: usize) -> Result<Board, TextError> {
        let mut drawing: Vec<Vec<char>> = Vec::new();
        let mut points = Vec::new();
        for (row, line) in rows.iter().enumerate() {
            let mut signs: Vec<char> = line.text.chars().collect();
            for (column, sign) in signs.iter_mut().enumerate() {
                match sign {
                    'o' | 'O' | '.' | '·' => {
                        points.push((row, column));
                        *sign = ' ';
                    }
                    '-' | '|' | '/' | '\\' | 'X' | 'x' | ' ' => {}
                    _ => {
                        return Err(line.fault(
                            column,
                            format!("`{sign}` is no part of a drawing: points are `o` or `.`, joins `-`, `|`, `/`, `\\` and `X`"),
                        ));
                    }
                }
            }
            drawing.push(signs);
        }
        let longest = drawing.iter().map(Vec::len).max().unwrap_or(0);
        drawing.iter_mut().for_each(|row| row.resize(longest, ' '));
        let whole = rows.first().copied().unwrap_or_default();
        let board = Board::of(points, drawing, most).map_err(|message| whole.fault(0, message))?;
        board.all_lead_somewhere(rows)?;
        Ok(board)
    }

    /// Fails at the first sign of a join that is between no two points.
    fn all_lead_somewhere(&self, rows: &[Spot<'_>]) -> Result<(), TextError> {
        let mut used: BTreeSet<(usize, usize, bool)> = BTreeSet::new();
        for (from, rays) in self.rays.iter().enumerate() {
            for to in rays.iter().filter_map(|ray| ray.first()) {
                let (a, b) = (self.drawn[from], self.drawn[usize::from(*to)]);
                let falling = (a.0 < b.0) == (a.1 < b.1);
                let cells = self.between(a, b).unwrap_or_default();
                used.extend(
                    cells
                        .into_iter()
                        .map(|(row, column)| (row, column, falling)),
                );
            }
        }
        for (row, signs) in self.drawing.iter().enumerate() {
            for (column, sign) in signs.iter().enumerate() {
                let along = |falling| used.contains(&(row, column, falling));
                let leads = match sign {
                    ' ' => true,
                    'X' | 'x' => along(true) && along(false),
                    '\\' => along(true),
                    '/' => along(false),
                    _ => along(true) || along(false),
                };
                if !leads {
                    return Err(rows[row].fault(
                        column,
                        format!("`{sign}` leads from no point to another: a join runs straight from one `o` to the next"),
                    ));
                }
            }
        }
        Ok(())
    }

    /// The places of the signs that join two places of the drawing, if they are joined straight: every column or row between has
    /// the sign where the line passes.
    fn between(&self, a: (usize, usize), b: (usize, usize)) -> Option<Vec<(usize, usize)>> {
        let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        let signs = signs((way(a.0, b.0), way(a.1, b.1)));
        let steps = if rows == 0 { columns } else { rows };
        let along = |from: usize, to: usize, step: usize| {
            let moved = from.abs_diff(to) * step;
            let exact = moved.is_multiple_of(steps).then_some(moved / steps)?;
            Some(if to < from {
                from - exact
            } else {
                from + exact
            })
        };
        let cell = |step: usize| {
            let at = (along(a.0, b.0, step)?, along(a.1, b.1, step)?);
            signs.contains(&self.drawing[at.0][at.1]).then_some(at)
        };
        let cells: Vec<(usize, usize)> = (1..steps).map(cell).collect::<Option<_>>()?;
        (!cells.is_empty()).then_some(cells)
    }

    fn of(
        mut drawn: Vec<(usize, usize)>,
        drawing: Vec<Vec<char>>,
        most: usize,
    ) -> Result<Board, String> {
        if !(3..=most).contains(&drawn.len()) {
            return Err(format!(
                "a board of {} points: there must be 3 to {most}",
                drawn.len()
            ));
        }
        drawn.sort_by_key(|&(row, column)| (std::cmp::Reverse(row), column));
        let rows: BTreeSet<usize> = drawn.iter().map(|at| at.0).collect();
        let columns: BTreeSet<usize> = drawn.iter().map(|at| at.1).collect();
        let cell = |&(row, column): &(usize, usize)| {
            let rank = rows.range(row + 1..).count() as u8;
            let file = columns.range(..column).count() as u8;
            Cell::new(file, rank).ok_or("the points stand in more than 11 rows or 11 columns")
        };
        let points = drawn.iter().map(cell).collect::<Result<_, _>>()?;
        let mut board = Board {
            points,
            drawn,
            drawing,
            rays: Vec::new(),
            grid: false,
        };
        let all = 0..board.points.len() as u8;
        board.rays = all
            .map(|point| WAYS.map(|way| board.ray(point, way)).to_vec())
            .collect();
        Ok(board)
    }

    /// Whether two places are joined straight. A sign that is part of a steep join is not part of a flat one too: in `o-o-o` above
    /// `|/|\|` above `o-o-o` no point is joined to the one three columns on.
    fn is_join(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let Some(signs) = self.between(a, b) else {
            return false;
        };
        let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        if rows == 0 || columns <= rows {
            return true;
        }
        let falling = (a.0 < b.0) == (a.1 < b.1);
        let points = itertools::iproduct!(&self.drawn, &self.drawn);
        !points
            .filter(|(from, to)| {
                let (down, across) = (to.0.saturating_sub(from.0), from.1.abs_diff(to.1));
                across > 0 && across * rows < columns * down && (from.1 < to.1) == falling
            })
            .filter_map(|(from, to)| self.between(*from, *to))
            .any(|steep| steep.iter().any(|sign| signs.contains(sign)))
    }

    /// The nearest point that is joined to one in a direction.
    fn next(&self, point: u8, direction: (isize, isize)) -> Option<u8> {
        let from = self.drawn[usize::from(point)];
        let there = |to: &(usize, usize)| (way(from.0, to.0), way(from.1, to.1)) == direction;
        let joined = self
            .drawn
            .iter()
            .filter(|to| there(to) && self.is_join(from, **to));
        let nearest = joined.min_by_key(|to| (from.0.abs_diff(to.0), from.1.abs_diff(to.1)))?;
        self.drawn
            .iter()
            .position(|at| at == nearest)
            .map(|at| at as u8)
    }

    /// The points joined one after the other in a direction, as long as the line is straight.
    fn ray(&self, point: u8, direction: (isize, isize)) -> Vec<u8> {
        let mut ray: Vec<u8> = Vec::new();
        let slope = |from: u8, to: u8| {
            let (a, b) = (self.drawn[usize::from(from)], self.drawn[usize::from(to)]);
            (a.0.abs_diff(b.0), a.1.abs_diff(b.1))
        };
        let mut at = point;
        while let Some(to) = self.next(at, direction) {
            let (rows, columns) = slope(at, to);
            let straight = ray.first().is_none_or(|&first| {
                let (first_rows, first_columns) = slope(point, first);
                first_rows * columns == rows * first_columns
            });
            if !straight {
                break;
            }
            ray.push(to);
            at = to;
        }
        ray
    }

    /// The number of points.
    pub fn size(&self) -> u8 {
        self.points.len() as u8
    }

    /// All points as a set.
    pub(crate) fn full<B: Bits>(&self) -> B {
        (0..self.size()).fold(B::ZERO, |set, point| set | B::bit(point))
    }

    /// The name of a point; an index beyond the last is that of the last.
    pub fn name(&self, point: u8) -> Cell {
        self.points[usize::from(point.min(self.size() - 1))]
    }

    /// The point of a name.
    pub fn point(&self, name: Cell) -> Option<u8> {
        let found = self.points.iter().position(|point| *point == name);
        found.map(|found| found as u8)
    }

    /// For each direction the points joined to one straight on, nearest first.
    pub(crate) fn rays(&self, point: u8) -> &[Vec<u8>] {
        &self.rays[usize::from(point)]
    }

    /// The points joined to one.
    pub(crate) fn near<B: Bits>(&self, point: u8) -> B {
        let first = self.rays(point).iter().filter_map(|ray| ray.first());
        first.fold(B::ZERO, |set, &next| set | B::bit(next))
    }

    /// The points joined to one, by index.
    pub fn joined(&self, point: u8) -> Vec<u8> {
        self.near::<u128>(point).ones().collect()
    }

    /// Whether it was given as a grid and not drawn.
    pub fn is_grid(&self) -> bool {
        self.grid
    }

    /// The lengths of the rows of points, the lowest first.
    pub fn row_lengths(&self) -> Vec<usize> {
        let ranks = self
            .points
            .iter()
            .map(|point| point.rank())
            .max()
            .unwrap_or(0);
        let length = |rank| {
            self.points
                .iter()
                .filter(|point| point.rank() == rank)
                .count()
        };
        (0..=ranks).map(length).collect()
    }

    /// Where a point is drawn: row from the top, column from the left.
    pub fn place(&self, point: u8) -> (usize, usize) {
        self.drawn[usize::from(point)]
    }

    /// The drawing with a sign on each point.
    pub fn draw(&self, sign: impl Fn(u8) -> char) -> Vec<Vec<char>> {
        let mut rows = self.drawing.clone();
        for (point, &(row, column)) in (0..).zip(&self.drawn) {
            rows[row][column] = sign(point);
        }
        rows
    }

    /// The point in the middle, if there is one: as many files and ranks on either side of it.
    pub(crate) fn centre(&self) -> Option<u8> {
        let files = self.points.iter().map(|point| point.file()).max()?;
        let ranks = self.points.iter().map(|point| point.rank()).max()?;
        let middle = |point: &Cell| 2 * point.file() == files && 2 * point.rank() == ranks;
        let found = self.points.iter().position(middle)?;
        Some(found as u8)
    }

    /// The set of the point in the middle; `part` asks for it.
    pub(in crate::games) fn middle<B: Bits>(&self, part: Spot<'_>) -> Result<B, TextError> {
        let centre = self.centre().map(B::bit);
        centre.ok_or_else(|| part.fault(0, "this board has no centre"))
    }

    /// The set of the points of these names; `ways` says what else could stand in `part`.
    pub(in crate::games) fn points<B: Bits>(
        &self,
        part: Spot<'_>,
        names: &[&str],
        ways: &str,
    ) -> Result<B, TextError> {
        let mut set = B::ZERO;
        for name in names {
            let cell: Cell = name.parse().map_err(|_| part.fault(0, ways))?;
            let none = || part.fault(0, format!("there is no point {name} on this board"));
            let point = self.point(cell).ok_or_else(none)?;
            if set.has(point) {
                return Err(part.fault(0, format!("{name} is named twice")));
            }
            set = set | B::bit(point);
        }
        match set.is_empty() {
            true => Err(part.fault(0, ways)),
            false => Ok(set),
        }
    }

    /// The corners: the first and the last point of the lowest and of the highest row.
    pub(crate) fn corners<B: Bits>(&self) -> B {
        let ranks = self
            .points
            .iter()
            .map(|point| point.rank())
            .max()
            .unwrap_or(0);
        let ends = |rank: u8| {
            let row: Vec<u8> = (0..self.size())
                .filter(|&point| self.name(point).rank() == rank)
                .collect();
            [row.first().copied(), row.last().copied()]
        };
        let all = ends(0).into_iter().chain(ends(ranks)).flatten();
        all.fold(B::ZERO, |set, point| set | B::bit(point))
    }

    /// The set of the four corners of the board; `part` asks for it.
    pub(in crate::games) fn four_corners<B: Bits>(&self, part: Spot<'_>) -> Result<B, TextError> {
        let files = self.points.iter().map(|point| point.file()).max();
        let ranks = self.points.iter().map(|point| point.rank()).max();
        let (file, rank) = (files.unwrap_or(0), ranks.unwrap_or(0));
        let mut corners = itertools::iproduct!([0, file], [0, rank]);
        let all = corners.try_fold(B::ZERO, |set, (file, rank)| {
            Some(set | B::bit(self.point(Cell::new(file, rank)?)?))
        });
        let none = "this board has no points in the four corners of its rectangle: name the points that are meant";
        all.ok_or_else(|| part.fault(0, none))
    }

    /// The point at a distance in files and ranks from another.
    pub(in crate::games) fn beside(&self, point: u8, files: i8, ranks: i8) -> Option<u8> {
        let at = self.name(point);
        let file = at.file().checked_add_signed(files)?;
        let rank = at.rank().checked_add_signed(ranks)?;
        self.point(Cell::new(file, rank)?)
    }
}

impl fmt::Display for Board {
    /// As it is drawn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.draw(|_| 'o') {
            let row: String = row.into_iter().collect();
            writeln!(f, "{}", row.trim_end())?;
        }
        Ok(())
    }
}
