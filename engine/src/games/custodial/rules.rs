//! The rules of a custodial game, worked out of its text and the words chosen for its options.

use crate::board::{Bits, image};
use crate::games::described::rules::{self, Family, Kept, word};
use crate::games::described::text::Said;
use crate::games::described::{self, Board, GameText, TextError};
use crate::solve::retro::Outcome;

/// The most points: as many as the widest word has bits, with some to spare.
const MAX_POINTS: usize = 121;

/// The rules of a custodial game, such as `custodial-seega:place=cross` or `jul-gonu`.
pub type Rules = described::Rules<Facts>;

static WORKED_OUT: Kept<Facts> = Kept::new(None);

/// The pieces placed in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    One,
    Two,
    /// Two in the first turn of each side, then one.
    TwoThenOne,
}

/// What may follow a capture in the same turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Continuation {
    None,
    /// The same piece, captures only.
    Same {
        must: bool,
    },
    /// Any piece, captures only.
    Any {
        must: bool,
    },
    /// Any move of any piece.
    Free,
}

/// What becomes of a side without a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blocked {
    Loses,
    Wins,
    Draws,
    Passes,
    /// It passes, and the other side's next move must open a way if one does.
    Opens,
    /// It is not left without one: a move must leave one or take, and whoever takes and leaves none moves again.
    IsLeftOne,
    /// It wins in its first turn; later it passes, and the other side's next move must open a way if one does.
    WinsFirst,
    /// It passes, and the other side takes off a piece of its own.
    GiverLosesPiece,
    /// It passes, and the other side takes off one of its pieces.
    LosesPiece,
}

/// All that follows from a text and the words chosen.
#[derive(Debug)]
pub struct Facts {
    pub(super) board: Board,
    pub(super) men: u8,
    /// The pieces of `x` and of `o` at the start, where all are on the board.
    pub(super) start: Option<[u128; 2]>,
    pub(super) pace: Pace,
    /// Where the first two pieces of `x` and of `o` must be placed.
    pub(super) cross: Option<[u128; 2]>,
    /// Where the first piece of each side must be placed.
    pub(super) first_piece: Option<u128>,
    /// Points that stay empty while pieces are placed.
    pub(super) kept_empty: u128,
    /// Whether the side that placed last begins to move.
    pub(super) last_begins: bool,
    /// For each point, those that a step leads to.
    pub(in crate::games) near: Vec<u128>,
    /// For each point and direction, those that a rook's move passes, nearest first.
    pub(super) slides: Vec<Vec<Vec<u8>>>,
    /// For each point, the point jumped over and the one behind it.
    pub(super) jumps: Vec<Vec<[u8; 2]>>,
    /// For each point, the lines along which entering it takes, nearest first.
    pub(in crate::games) lines: Vec<Vec<Vec<u8>>>,
    /// For each point, the pairs between which it stands, where moving between them takes both.
    pub(super) pairs: Vec<Vec<[u8; 2]>>,
    /// The longest run that is taken.
    pub(in crate::games) run: usize,
    /// Points whose pieces are not taken.
    pub(in crate::games) safe: u128,
    pub(super) continuation: Continuation,
    /// Whether the second capture ends a turn.
    pub(super) two_captures: bool,
    pub(super) blocked: Blocked,
    /// A side with as many pieces or fewer has lost.
    pub(in crate::games) lost_with: u8,
    /// A side with so many more pieces has won.
    pub(super) lead: Option<u8>,
    /// The moves without a capture after which the game ends.
    pub(in crate::games) no_capture: Option<u16>,
    /// Whether it is a draw then; else more pieces win.
    pub(super) no_capture_draws: bool,
    pub(super) symmetries: Vec<Vec<u8>>,
}

/// A number of a text.
fn number<T: std::str::FromStr>(said: &Said, text: &str) -> Result<T, TextError> {
    text.parse()
        .map_err(|_| said.fault(format!("`{text}` is no number that can stand here")))
}

impl Family for Facts {
    const NAME: &'static str = "custodial";

    fn kept() -> &'static Kept<Facts> {
        &WORKED_OUT
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self) -> Option<[u128; 2]> {
        self.start
    }

    fn of(text: &GameText, chosen: &[usize]) -> Result<Facts, TextError> {
        let said = |key: &str| text.under(key, chosen).last().copied();
        let board = rules::board(text, said("board"), said("joined"), MAX_POINTS)?;
        let start = said("start").filter(|said| said.words() != "none");
        let start = start.map(|said| rules::start(&board, said)).transpose()?;
        let men = rules::men(&board, said("men"), start.as_ref(), text)?;
        let men = of_each_side(men, said("start"))?;
        let run = word(
            said("capture_run"),
            "capture_run",
            &[("one", 1), ("two", 2), ("any", usize::MAX)],
        )?;
        let mut facts = Facts {
            men,
            start,
            pace: Pace::One,
            cross: None,
            first_piece: None,
            kept_empty: kept_empty(&board, said("keep empty"))?,
            last_begins: word(
                said("first"),
                "first",
                &[("began", false), ("placed last", true)],
            )?,
            near: Vec::new(),
            slides: Vec::new(),
            jumps: Vec::new(),
            lines: Vec::new(),
            pairs: Vec::new(),
            run,
            safe: match word(said("centre"), "centre", &[("open", false), ("safe", true)])? {
                true => board.middle(said("centre").expect("it is said to be safe").line())?,
                false => 0,
            },
            continuation: continuation(said("continuation"))?,
            two_captures: word(
                said("in_a_row"),
                "in_a_row",
                &[("unlimited", false), ("2", true)],
            )?,
            blocked: blocked(said("blocked"), text)?,
            lost_with: 0,
            lead: None,
            no_capture: None,
            no_capture_draws: word(
                said("no_capture_end"),
                "no_capture_end",
                &[("draw", true), ("more pieces win", false)],
            )?,
            symmetries: Vec::new(),
            board,
        };
        facts.read_placing(said("place"), text)?;
        facts.read_moves(said("move"))?;
        facts.read_captures(said("capture_lines"), said("corner"), said("intervention"))?;
        facts.read_end(said("lost_with"), said("no_capture"))?;
        facts.find_symmetries();
        Ok(facts)
    }
}

fn continuation(said: Option<&Said>) -> Result<Continuation, TextError> {
    let words = [
        ("none", Continuation::None),
        ("same may", Continuation::Same { must: false }),
        ("same must", Continuation::Same { must: true }),
        ("any may", Continuation::Any { must: false }),
        ("any must", Continuation::Any { must: true }),
        ("free", Continuation::Free),
    ];
    word(said, "continuation", &words)
}

fn blocked(said: Option<&Said>, text: &GameText) -> Result<Blocked, TextError> {
    let words = [
        ("loses", Blocked::Loses),
        ("wins", Blocked::Wins),
        ("draws", Blocked::Draws),
        ("passes", Blocked::Passes),
        ("passes, the other opens a way", Blocked::Opens),
        ("is left a move", Blocked::IsLeftOne),
        (
            "wins in its first turn, else the other opens a way",
            Blocked::WinsFirst,
        ),
        (
            "passes, the other gives up a piece",
            Blocked::GiverLosesPiece,
        ),
        ("passes and loses a piece", Blocked::LosesPiece),
    ];
    let board = || text.say("board").expect("a text has a board");
    let said = said.ok_or_else(|| {
        board().fault(
            "a side can be left without a move: say `blocked: loses`, or what else becomes of it",
        )
    })?;
    word(Some(said), "blocked", &words)
}

/// The number of pieces of each side.
fn of_each_side([x, o]: [u8; 2], said: Option<&Said>) -> Result<u8, TextError> {
    match said.filter(|_| x != o) {
        Some(said) => Err(said.fault(format!(
            "where pieces are taken both sides have the same number, not {x} and {o}"
        ))),
        None => Ok(x),
    }
}

fn kept_empty(board: &Board, said: Option<&Said>) -> Result<u128, TextError> {
    let Some(said) = said.filter(|said| said.words() != "none") else {
        return Ok(0);
    };
    let words = said.words();
    match words.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["the", "centre"] => board.middle(said.line()),
        names => board.points(
            said.line(),
            names,
            "`keep empty` is `the centre`, points such as `c3 d3`, or `none`",
        ),
    }
}

impl Facts {
    fn read_placing(&mut self, said: Option<&Said>, text: &GameText) -> Result<(), TextError> {
        let words = match &said {
            Some(said) => said.words(),
            None if self.start.is_some() => "none".to_owned(),
            None => "one".to_owned(),
        };
        let board = || text.say("board").expect("a text has a board");
        let fault = |message: &str| said.unwrap_or(board()).fault(message);
        for part in words.split(',').map(str::trim) {
            match part {
                "none" => {}
                "one" => self.pace = Pace::One,
                "two" => self.pace = Pace::Two,
                "then one" => self.pace = Pace::TwoThenOne,
                "cross" => {
                    self.pace = Pace::Two;
                    self.cross = Some(self.middle_ends().ok_or_else(|| {
                        fault("a cross needs a grid with a middle row and a middle column")
                    })?);
                }
                "first beside the centre" => {
                    let centre = self.board.centre();
                    let centre = centre.ok_or_else(|| fault("this board has no centre"))?;
                    self.first_piece = Some(self.board.near(centre));
                }
                _ => {
                    return Err(fault(
                        "`place` is `one`, `two`, `two, then one`, `cross` or `cross, then one`, each perhaps with \
                         `, first beside the centre`; with a `start:` it is `none`",
                    ));
                }
            }
        }
        if (words == "none") != self.start.is_some() {
            return Err(fault(
                "pieces are placed, or stand on the board at the `start:`",
            ));
        }
        let room = u32::from(self.board.size()) - self.kept_empty.count();
        match self.start.is_none() && 2 * u32::from(self.men) > room {
            true => Err(board().fault(format!(
                "two times {} pieces have no room on {room} points",
                self.men
            ))),
            false => Ok(()),
        }
    }

    /// The ends of the middle row, and those of the middle column.
    fn middle_ends(&self) -> Option<[u128; 2]> {
        let rows = self.board.row_lengths();
        let (width, height) = (rows[0] as u8, rows.len() as u8);
        let even = width.is_multiple_of(2) || height.is_multiple_of(2);
        if even || !self.board.is_grid() || self.men < 2 {
            return None;
        }
        let bit = |file: u8, rank: u8| u128::bit(rank * width + file);
        let (middle, half) = (width / 2, height / 2);
        Some([
            bit(0, half) | bit(width - 1, half),
            bit(middle, 0) | bit(middle, height - 1),
        ])
    }

    fn read_moves(&mut self, said: Option<&Said>) -> Result<(), TextError> {
        let all = 0..self.board.size();
        self.near = vec![0; all.len()];
        self.slides = vec![Vec::new(); all.len()];
        self.jumps = vec![Vec::new(); all.len()];
        let words = said.map_or_else(|| "step".to_owned(), Said::words);
        let parts: Vec<&str> = words.split(',').map(str::trim).collect();
        for (number, &part) in parts.iter().enumerate() {
            if let Some(said) = said.filter(|_| parts[..number].contains(&part)) {
                return Err(said.fault(format!("`{part}` is said twice: say it once")));
            }
            for point in all.clone() {
                let at = usize::from(point);
                let rays = self.board.rays(point);
                match part {
                    "step" => self.near[at] = self.board.near(point),
                    "slide" => self.slides[at] = rays.to_vec(),
                    "jump" => {
                        let jump = |ray: &Vec<u8>| Some([*ray.first()?, *ray.get(1)?]);
                        self.jumps[at] = rays.iter().filter_map(jump).collect();
                    }
                    _ => {
                        let said = said.expect("it has words");
                        return Err(said.fault(
                            "a move is `step` (along a join), `slide` (along a line, as far as it is free) or `jump` (over a \
                             neighbour of either side, who is not taken), with commas between",
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn read_captures(
        &mut self,
        lines: Option<&Said>,
        corner: Option<&Said>,
        intervention: Option<&Said>,
    ) -> Result<(), TextError> {
        let ways = word(lines, "capture_lines", &[("4", 4), ("8", 8)])?;
        let all = 0..self.board.size();
        self.lines = all.clone().map(|point| self.rays(point, ways)).collect();
        let pair = |rays: &[Vec<u8>], one: usize, other: usize| {
            let near = |at: usize| rays.get(at).and_then(|ray| ray.first()).copied();
            Some([near(one)?, near(other)?])
        };
        self.pairs = match word(
            intervention,
            "intervention",
            &[("no", false), ("yes", true)],
        )? {
            false => vec![Vec::new(); all.len()],
            true => {
                let across = [(0, 2), (1, 3), (4, 6), (5, 7)];
                let of = |rays: &Vec<Vec<u8>>| {
                    let pairs = across.iter();
                    pairs.filter_map(|&(a, b)| pair(rays, a, b)).collect()
                };
                self.lines.iter().map(of).collect()
            }
        };
        let words = [("no", None), ("two", Some(false)), ("bent", Some(true))];
        if let Some(whole) = word(corner, "corner", &words)? {
            if !self.board.is_grid() {
                let said = corner.expect("it has words");
                return Err(said.fault("only a grid has corners round which pieces are taken"));
            }
            for point in all {
                let bent = self.bent_lines(point, whole);
                self.lines[usize::from(point)].extend(bent);
            }
        }
        Ok(())
    }

    /// The straight lines from a point, in the first so many directions.
    fn rays(&self, point: u8, ways: usize) -> Vec<Vec<u8>> {
        if !self.board.is_grid() {
            return self.board.rays(point)[..ways].to_vec();
        }
        let steps = [
            (1, 0),
            (0, 1),
            (-1, 0),
            (0, -1),
            (1, 1),
            (-1, 1),
            (-1, -1),
            (1, -1),
        ];
        let next = |&(files, ranks): &(i8, i8)| {
            let on = move |&at: &u8| self.board.beside(at, files, ranks);
            std::iter::successors(on(&point), on).collect()
        };
        steps[..ways].iter().map(next).collect()
    }

    /// The lines along the edge that go on round a corner: to the first point behind it, or as far as they reach.
    fn bent_lines(&self, point: u8, whole: bool) -> Vec<Vec<u8>> {
        let corners: u128 = self.board.corners();
        let mut bent = Vec::new();
        for along in self.rays(point, 4) {
            let Some(&corner) = along.last().filter(|&&end| corners.has(end)) else {
                continue;
            };
            // Along an edge only; and with `two` only to the corner from beside it.
            let edge = self.rays(point, 4).iter().any(Vec::is_empty);
            if !edge || (!whole && along.len() > 1) {
                continue;
            }
            for round in self.rays(corner, 4) {
                let back = round
                    .first()
                    .is_none_or(|first| *first == point || along.contains(first));
                if !back {
                    let far = if whole { round.len() } else { 1 };
                    bent.push(along.iter().chain(&round[..far]).copied().collect());
                }
            }
        }
        bent
    }

    fn read_end(&mut self, lost: Option<&Said>, limit: Option<&Said>) -> Result<(), TextError> {
        let words = lost.map_or_else(String::new, Said::words);
        for part in words
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let said = lost.expect("it has words");
            match part.split_whitespace().collect::<Vec<_>>().as_slice() {
                [few] => self.lost_with = number(said, few)?,
                [taken, "taken"] => {
                    let left = self.men.checked_sub(number(said, taken)?);
                    self.lost_with = left.ok_or_else(|| said.fault("a side has fewer pieces"))?;
                }
                ["a", "lead", "of", lead] => self.lead = Some(number(said, lead)?),
                _ => {
                    return Err(said.fault(
                        "`lost_with` is the pieces with which a side has lost, or `5 taken`, perhaps with `, a lead of 3`",
                    ));
                }
            }
            if self.lost_with >= self.men || self.lead == Some(0) {
                return Err(said.fault(format!(
                    "with that the game would be over at once: each side has {} pieces",
                    self.men
                )));
            }
        }
        let most = self.men - self.lost_with;
        if let (Some(lead), Some(said)) = (self.lead.filter(|lead| *lead >= most), lost) {
            return Err(said.fault(format!(
                "a lead of {lead} is never reached before the other side has lost: it has lost with {} of its {} pieces",
                self.lost_with, self.men
            )));
        }
        if let Some(said) = limit.filter(|said| said.words() != "none") {
            let moves: u16 = number(said, &said.words())?;
            if moves == 0 {
                return Err(said.fault("`no_capture` is 1 or more, or `none`"));
            }
            self.no_capture = Some(moves);
        }
        Ok(())
    }

    /// The turned and mirrored boards that leave the rules as they are.
    fn find_symmetries(&mut self) {
        let same = |map: &Vec<u8>| {
            let to = |point: u8| map[usize::from(point)];
            let sets = [self.kept_empty, self.safe].into_iter();
            let sets = sets.chain(self.cross.into_iter().flatten());
            let points = 0..self.board.size();
            let moved = |rays: &[Vec<u8>]| -> Vec<Vec<u8>> {
                let image = |ray: &Vec<u8>| ray.iter().map(|&point| to(point)).collect();
                sorted(rays.iter().map(image).collect())
            };
            sets.into_iter().all(|set| image(map, set) == set)
                && points.into_iter().all(|point| {
                    let (here, there) = (usize::from(point), usize::from(to(point)));
                    moved(&self.lines[here]) == sorted(self.lines[there].clone())
                        && moved(self.board.rays(point))
                            == sorted(self.board.rays(to(point)).to_vec())
                })
        };
        let mut found = rules::drawn_symmetries(&self.board);
        found.retain(same);
        self.symmetries = found;
    }

    /// Whether a move is a step to a neighbour, and nothing is taken by moving between two.
    pub(super) fn steps_alone(&self) -> bool {
        let none = |of: &[Vec<[u8; 2]>]| of.iter().all(Vec::is_empty);
        none(&self.jumps) && none(&self.pairs) && self.slides.iter().all(Vec::is_empty)
    }

    /// Whether pieces are placed in the course of the game.
    pub(super) fn places(&self) -> bool {
        self.start.is_none()
    }
}

fn sorted(mut rays: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    rays.retain(|ray| !ray.is_empty());
    rays.sort_unstable();
    rays
}

impl Rules {
    /// The number of pieces of each side.
    pub fn men(&self) -> u8 {
        self.facts().men
    }

    /// What a side comes to that cannot move, where that ends the game whenever it is so.
    pub fn blocked(&self) -> Option<Outcome> {
        match self.facts().blocked {
            Blocked::Loses => Some(Outcome::Loss),
            Blocked::Wins => Some(Outcome::Win),
            Blocked::Draws => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// What is known of the value of the game, in words, where these are its usual rules.
    pub fn known(&self) -> Option<String> {
        let usual = self.chosen().iter().all(|&word| word == 0);
        let words = self.text().words("known");
        (usual && !words.is_empty()).then_some(words)
    }
}
