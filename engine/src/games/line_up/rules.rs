//! The rules of a game, worked out of its text and the words chosen for its options.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::board::{Board, Joined};
use super::library;
use super::movement::{self, hemmed_in};
use super::moves::Lookup;
use super::symmetry::{Invariants, image};
use super::text::{GameText, Line, PresetText, Said, TextError};
use super::{goals, known};
use crate::board::Bits;
use crate::rules::table::Table;
use crate::rules::{
    self, Conflict, GameInfo, OptionInfo, PresetInfo, Problem, RulesError, RulesText,
};
use crate::solve::retro::{Blocked, Step, Value};

/// Who chooses the points of the pieces placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chooser {
    /// Each side those of its own.
    Owner,
    /// Each side those of the other's first so many.
    OpponentFirst(u8),
    /// Each side those of its own first so many, then the other's.
    OwnerFirst(u8),
}

/// All that follows from a text and the words chosen.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) board: Board,
    pub(super) men: u8,
    /// The pieces of `x` and of `o` at the start, where all are on the board.
    pub(super) start: Option<[u32; 2]>,
    /// Whether pieces may be moved as soon as one is on the board.
    pub(super) early: bool,
    pub(super) steps: Vec<Step>,
    /// The patterns with which the side to move would win, and those of the other side, as the side to move sees the board.
    pub(super) goals: [Vec<u32>; 2],
    /// Points where the very first piece, or none at all, may be placed.
    pub(super) barred: [u32; 2],
    pub(super) blocked: Blocked,
    pub(super) chooser: Chooser,
    /// Whether a side that makes the same move three times loses, which the values leave out.
    pub(super) repeats: bool,
    pub(super) symmetries: Vec<Vec<u8>>,
    /// How the second side sees the board, where its goals are others.
    pub(super) turned: Option<Vec<u8>>,
    pub(super) lookup: Lookup,
    /// Whether a side can be without a move.
    pub(super) may_be_stuck: bool,
}

struct Whole {
    text: Arc<GameText>,
    chosen: Vec<usize>,
    written: String,
    facts: Facts,
}

/// A complete set of rules of a line-up game.
///
/// Written `teeko:goals=44,drop=standard` or `tapatan:blocked=draw`; what the options are is in the text of the game.
///
/// # Examples
/// ```
/// use siga::games::line_up::Rules;
/// let rules: Rules = "teeko:advanced,drop=alternate-2".parse()?;
/// assert_eq!(rules.to_string(), "teeko:goals=58,drop=alternate-2");
/// assert!("teeko:drop=alternate-4".parse::<Rules>().is_err());
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Clone)]
pub struct Rules(Arc<Whole>);

/// Sets of rules that are kept once they are worked out.
const KEPT: usize = 256;
static WORKED_OUT: Mutex<Option<HashMap<String, Rules>>> = Mutex::new(None);

impl Rules {
    /// The rules of a text with these words of its options.
    ///
    /// # Errors
    /// A value that is not possible, or values that do not go together.
    pub(super) fn of(text: &Arc<GameText>, chosen: &[usize]) -> Result<Rules, TextError> {
        let written = text.written(chosen);
        let mut kept = WORKED_OUT.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.get_or_insert_default();
        if let Some(rules) = kept.get(&written) {
            return Ok(rules.clone());
        }
        let rules = Rules(Arc::new(Whole {
            facts: Facts::of(text, chosen)?,
            text: text.clone(),
            chosen: chosen.to_vec(),
            written: written.clone(),
        }));
        if kept.len() == KEPT {
            kept.clear();
        }
        kept.insert(written, rules.clone());
        Ok(rules)
    }

    /// The usual rules of a game that comes with siga, or of a text.
    ///
    /// # Errors
    /// The first line that is not as it must be.
    ///
    /// # Examples
    /// ```
    /// use siga::games::line_up::Rules;
    /// let rules = Rules::of_text("game: Three\nboard: 3x3\nmen: 3\nplace: all first\nmove: step\ngoal: row of 3\nblocked: loses\n")?;
    /// assert_eq!(rules.board().size(), 9);
    /// let error = Rules::of_text("game: Three\nboard: 3x3\nmen: 3\ngaol: row of 3\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 4, column 1: there is no key `gaol` (did you mean `goal`?)"));
    /// # Ok::<(), siga::games::line_up::TextError>(())
    /// ```
    pub fn of_text(text: &str) -> Result<Rules, TextError> {
        let text = library::given(text)?;
        Rules::of(&text, &vec![0; text.options.len()])
    }

    /// The text of the game.
    pub fn text(&self) -> &GameText {
        &self.0.text
    }

    pub(super) fn facts(&self) -> &Facts {
        &self.0.facts
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.0.facts.board
    }

    /// The number of pieces of each side.
    pub fn men(&self) -> u8 {
        self.0.facts.men
    }

    /// The patterns that win, as sets of points by index.
    pub fn goals(&self) -> &[u32] {
        &self.0.facts.goals[0]
    }

    /// The ways to move as the text says them.
    pub(super) fn moves_in_words(&self) -> Vec<String> {
        let said = self.0.text.under("move", &self.0.chosen);
        let words = said.iter().map(|said| said.words());
        words
            .flat_map(|words| {
                words
                    .split(',')
                    .map(|way| way.trim().to_owned())
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    /// Whether a piece may jump.
    pub fn jumps(&self) -> bool {
        let between = |step: &Step| step.held.is_some() && step.jumps;
        self.0.facts.steps.iter().any(between)
    }

    /// Whether the same move made three times loses, which the values leave out.
    pub fn repeats(&self) -> bool {
        self.0.facts.repeats
    }

    /// Whether pieces may be moved before all are placed.
    pub fn moves_early(&self) -> bool {
        self.0.facts.early
    }

    /// Whether pieces are placed in the course of the game.
    pub fn places(&self) -> bool {
        self.0.facts.start.is_none()
    }

    /// Whether the opponent chooses the point of the piece that a side places when it has placed so many.
    pub(crate) fn opponent_places(&self, placed: u8) -> bool {
        match self.0.facts.chooser {
            Chooser::Owner => false,
            Chooser::OpponentFirst(few) => placed < few,
            Chooser::OwnerFirst(few) => placed >= few,
        }
    }

    /// The value of a position with at most one piece on the board, where the text says what is known of the game.
    pub(crate) fn recorded(&self, own: u32, other: u32) -> Option<Value> {
        known::value(self, own, other)
    }

    /// What is known of the value of the game, in words.
    pub fn known(&self) -> Option<String> {
        known::words(self)
    }

    /// The same game on a board with rows of these lengths, from the lowest: with as few other words of its options as that takes.
    pub(crate) fn on_rows(&self, lengths: &[usize]) -> Rules {
        let fits = |rules: &Rules| rules.board().row_lengths() == lengths;
        if fits(self) {
            return self.clone();
        }
        let text = &self.0.text;
        let choices = text.options.iter().map(|option| 0..option.words().count());
        let all = itertools::Itertools::multi_cartesian_product(choices);
        let mut all: Vec<Vec<usize>> = all.take(MOST_WAYS).collect();
        let others = |chosen: &Vec<usize>| {
            chosen
                .iter()
                .zip(&self.0.chosen)
                .filter(|(a, b)| a != b)
                .count()
        };
        all.sort_by_key(others);
        let found = all
            .iter()
            .filter_map(|chosen| Rules::of(text, chosen).ok())
            .find(fits);
        found.unwrap_or_else(|| self.clone())
    }

    /// Every variant on record, the usual rules among them.
    pub fn variants(&self) -> Vec<Rules> {
        let chosen = self.0.text.variants();
        chosen
            .iter()
            .filter_map(|chosen| Rules::of(&self.0.text, chosen).ok())
            .collect()
    }
}

/// Sets of words that are tried for a board.
const MOST_WAYS: usize = 2000;

impl Facts {
    fn of(text: &GameText, chosen: &[usize]) -> Result<Facts, TextError> {
        let said = |key: &str| text.under(key, chosen).last().copied();
        let board = board(text, said("board"), said("joined"))?;
        let start = said("start").map(|said| start(&board, said)).transpose()?;
        let men = men(&board, said("men"), start.as_ref(), text)?;
        let place = said("place").map_or_else(String::new, Said::words);
        let early = match (place.as_str(), &start) {
            ("early", None) => true,
            ("all first" | "", None) | ("none" | "", Some(_)) => false,
            _ => {
                let said = said("place")
                    .or(said("start"))
                    .expect("one of them is said");
                return Err(
                    said.fault("place is `all first` or `early`; with a `start:` it is `none`")
                );
            }
        };
        let steps = movement::steps(&board, &text.under("move", chosen))?;
        let mut patterns = Vec::new();
        for said in text.under("goal", chosen) {
            patterns.extend(goals::patterns(&board, said.line())?);
        }
        patterns.sort_unstable();
        patterns.dedup();
        let least = patterns.iter().map(|goal| goal.count()).min().unwrap_or(0);
        if let (true, Some(said)) = (least > u32::from(men), said("goal")) {
            return Err(said.fault(format!("{men} pieces make no goal of {least} points")));
        }
        let mut facts = Facts {
            men,
            early,
            steps,
            goals: [patterns.clone(), patterns],
            barred: barred(&board, said("first"))?,
            blocked: Blocked::Draws,
            chooser: chooser(said("chooser"))?,
            repeats: repeats(said("repeat"))?,
            symmetries: Vec::new(),
            turned: None,
            lookup: Lookup::new(0, &[], &[]),
            may_be_stuck: false,
            start,
            board,
        };
        facts.leave_out_starts(said("no goal"))?;
        facts.find_symmetries(said("no goal"))?;
        facts.lookup = Lookup::new(facts.board.size(), &facts.steps, &facts.goals[0]);
        facts.may_be_stuck = facts.somebody_is_blocked();
        facts.blocked = facts.when_blocked(said("blocked"), text)?;
        Ok(facts)
    }

    /// Takes out goals in which a side begins.
    fn leave_out_starts(&mut self, said: Option<&Said>) -> Result<(), TextError> {
        let Some(said) = said.filter(|said| said.words() != "none") else {
            return Ok(());
        };
        let Some([x, o]) = self.start else {
            return Err(said.fault("only a game with a `start:` has rows that do not count"));
        };
        match said.words().as_str() {
            "either start" => {
                for goals in &mut self.goals {
                    goals.retain(|goal| goal & !x != 0 && goal & !o != 0);
                }
            }
            "own start" => {
                self.goals[0].retain(|goal| goal & !x != 0);
                self.goals[1].retain(|goal| goal & !o != 0);
            }
            _ => return Err(said.fault("`no goal` is `own start`, `either start` or `none`")),
        }
        Ok(())
    }

    fn find_symmetries(&mut self, said: Option<&Said>) -> Result<(), TextError> {
        let drawn = drawn_symmetries(&self.board);
        let families = |goals: &[&Vec<u32>], sets: &[u32]| {
            let mut all: Vec<Vec<u32>> = goals.iter().map(|goals| (*goals).clone()).collect();
            all.extend(sets.iter().map(|&set| vec![set]));
            all
        };
        let invariants = Invariants {
            points: self.board.size(),
            steps: &self.steps,
            families: families(&[&self.goals[0], &self.goals[1]], &self.barred),
        };
        let found = invariants.symmetries(&drawn);
        if self.goals[0] != self.goals[1] {
            let [x, o] = self.start.unwrap_or_default();
            let all = Invariants {
                points: self.board.size(),
                steps: &self.steps,
                families: Vec::new(),
            };
            let sorted = |map: &[u8], goals: &[u32]| {
                let mut goals: Vec<u32> = goals.iter().map(|&goal| image(map, goal)).collect();
                goals.sort_unstable();
                goals
            };
            let turns = |map: &&Vec<u8>| {
                image(map, x) == o
                    && image(map, o) == x
                    && sorted(map, &self.goals[0]) == self.goals[1]
                    && sorted(map, &self.goals[1]) == self.goals[0]
            };
            let all = all.symmetries(&drawn);
            let turned = all.iter().find(turns).cloned();
            let fault = || {
                let said = said.expect("goals differ where it is said");
                said.fault("own starts can be left out where a turned or mirrored board exchanges the two sides")
            };
            self.turned = Some(turned.ok_or_else(fault)?);
        }
        self.symmetries = found;
        Ok(())
    }

    /// What happens to a side without a move; it must be said where that can be.
    fn when_blocked(&self, said: Option<&Said>, text: &GameText) -> Result<Blocked, TextError> {
        match said.map_or_else(String::new, Said::words).as_str() {
            "loses" | "lose" => Ok(Blocked::Loses),
            "draws" | "draw" => Ok(Blocked::Draws),
            "passes" | "pass" => Ok(Blocked::Passes),
            "wins" | "win" => Ok(Blocked::Wins),
            "" => match self.may_be_stuck {
                false => Ok(Blocked::Draws),
                true => {
                    let said = text
                        .say("men")
                        .or(text.say("board"))
                        .expect("a text has a board");
                    Err(said.fault(format!(
                        "with {} pieces each a side can be left without a move: say `blocked: loses`, `passes`, `draws` or `wins`, or take fewer pieces",
                        self.men
                    )))
                }
            },
            _ => {
                let said = said.expect("it has words");
                Err(said.fault("`blocked` is `loses`, `passes`, `draws` or `wins`"))
            }
        }
    }

    /// Whether a side with all its pieces on the board can be without a move though nobody has won.
    fn somebody_is_blocked(&self) -> bool {
        let men = u32::from(self.men);
        let end = 1_u64 << self.board.size();
        let mut set = (1_u64 << men) - 1;
        while set < end {
            let own = set as u32;
            let hemming = hemmed_in(&self.steps, own);
            if hemming.count() <= men
                && !goals::holds(&self.goals[0], own)
                && !goals::holds(&self.goals[1], hemming)
            {
                return true;
            }
            let low = set & set.wrapping_neg();
            let high = set + low;
            set = high | (((high ^ set) >> 2) / low);
        }
        false
    }
}

fn board(text: &GameText, said: Option<&Said>, joined: Option<&Said>) -> Result<Board, TextError> {
    let said = said.or(text.say("board")).expect("a text has a board");
    let block = said.block();
    if !block.is_empty() {
        return Board::drawn(&block);
    }
    let wrong = || said.fault("a board is a drawing on indented lines, or `5x5`");
    let words = said.words().replace('×', "x");
    let (width, height) = words.split_once('x').ok_or_else(wrong)?;
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|number| *number <= 11)
    };
    let (Some(width), Some(height)) = (number(width), number(height)) else {
        return Err(wrong());
    };
    let joined = match joined.map_or_else(String::new, Said::words).as_str() {
        "orthogonal" | "" => Joined::Orthogonal,
        "all" => Joined::All,
        _ => {
            let said = joined.expect("it has words");
            return Err(said.fault("`joined` is `orthogonal` or `all`"));
        }
    };
    Board::grid(width, height, joined).map_err(|message| said.fault(message))
}

/// The pieces of `x` and of `o` in rows from the top, such as `xxx/3/ooo`, or one a line.
fn start(board: &Board, said: &Said) -> Result<[u32; 2], TextError> {
    let block = said.block();
    let rows: Vec<Line<'_>> = match block.is_empty() {
        true => said.line().split('/'),
        false => block,
    };
    let mut signs = Vec::new();
    for row in &rows {
        let mut cells = Vec::new();
        for (at, sign) in row
            .text
            .chars()
            .enumerate()
            .filter(|(_, sign)| !sign.is_whitespace())
        {
            match (sign, sign.to_digit(10)) {
                ('x' | 'o' | '.', _) => cells.push(sign),
                (_, Some(run)) => cells.extend((0..run).map(|_| '.')),
                _ => {
                    return Err(
                        row.fault(at, format!("`{sign}` is no piece: write `x`, `o` and `.`"))
                    );
                }
            }
        }
        signs.push(cells);
    }
    let lengths: Vec<usize> = signs.iter().rev().map(Vec::len).collect();
    if lengths != board.row_lengths() {
        let wanted = itertools::join(board.row_lengths().iter().rev(), ", ");
        return Err(said.fault(format!(
            "the board has rows of {wanted} points from the top"
        )));
    }
    let all: Vec<char> = signs.into_iter().rev().flatten().collect();
    let of = |side: char| {
        let held = (0..).zip(&all).filter(|(_, sign)| **sign == side);
        held.fold(0, |set, (point, _)| set | u32::bit(point))
    };
    Ok([of('x'), of('o')])
}

fn men(
    board: &Board,
    said: Option<&Said>,
    start: Option<&[u32; 2]>,
    text: &GameText,
) -> Result<u8, TextError> {
    let most = board.size() / 2;
    let placed = start.map(|[x, o]| (x.count() as u8, o.count() as u8));
    let wrong = |message: String| match said.or(text.say("start")).or(text.say("board")) {
        Some(said) => said.fault(message),
        None => Line::default().fault(0, message),
    };
    let given = match said {
        None => None,
        Some(said) => {
            let number = said.words().parse::<u8>();
            Some(
                number
                    .map_err(|_| wrong("`men` is the number of pieces of each side".to_owned()))?,
            )
        }
    };
    let men = match (given, placed) {
        (_, Some((x, o))) if x != o => {
            return Err(wrong(format!(
                "x has {x} pieces at the start and o {o}: both must have as many"
            )));
        }
        (Some(men), Some((x, _))) if men != x => {
            return Err(wrong(format!(
                "each side has {x} pieces at the start, and `men` says {men}"
            )));
        }
        (Some(men), _) => men,
        (None, Some((x, _))) => x,
        (None, None) => return Err(wrong("the line `men: …` is missing".to_owned())),
    };
    match (1..=most).contains(&men) {
        true => Ok(men),
        false => Err(wrong(format!(
            "`men` is 1 to {most} on a board of {} points",
            board.size()
        ))),
    }
}

fn barred(board: &Board, said: Option<&Said>) -> Result<[u32; 2], TextError> {
    let mut barred = [0, 0];
    let Some(said) = said else { return Ok(barred) };
    for part in said.line().split(',') {
        let centre = || {
            let centre = board
                .centre()
                .ok_or_else(|| part.fault(0, "this board has no centre"))?;
            Ok::<u32, TextError>(u32::bit(centre))
        };
        match part.text.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] | ["anywhere"] => {}
            ["not", "the", "centre"] => barred[0] |= centre()?,
            ["not", "a", "corner"] => barred[0] |= board.corners(),
            ["nobody", "in", "the", "centre"] => barred[1] |= centre()?,
            ["not", names @ ..] => barred[0] |= goals::named(board, part, names)?,
            _ => {
                return Err(part.fault(
                    0,
                    "`first` is `not the centre`, `not a corner`, `not` with points (of the very first piece), or `nobody in the centre` (while pieces are placed)",
                ));
            }
        }
    }
    Ok(barred)
}

fn chooser(said: Option<&Said>) -> Result<Chooser, TextError> {
    let Some(said) = said else {
        return Ok(Chooser::Owner);
    };
    let words = said.words();
    let words: Vec<&str> = words.split_whitespace().collect();
    let few = |text: &str| {
        let few = text.parse::<u8>();
        few.map_err(|_| said.fault(format!("`{text}` is no number of pieces")))
    };
    match words.as_slice() {
        ["owner"] => Ok(Chooser::Owner),
        ["opponent"] => Ok(Chooser::OpponentFirst(u8::MAX)),
        ["opponent", "first", k] => Ok(Chooser::OpponentFirst(few(k)?)),
        ["owner", "first", k] => Ok(Chooser::OwnerFirst(few(k)?)),
        _ => {
            Err(said
                .fault("`chooser` is `owner`, `opponent`, `opponent first 2` or `owner first 2`"))
        }
    }
}

fn repeats(said: Option<&Said>) -> Result<bool, TextError> {
    match said.map_or_else(String::new, Said::words).as_str() {
        "" | "draw" => Ok(false),
        "the same move three times loses" => Ok(true),
        _ => {
            let said = said.expect("it has words");
            Err(said.fault("`repeat` is `draw` or `the same move three times loses`"))
        }
    }
}

/// The turned and mirrored boards on which the points stand as before.
fn drawn_symmetries(board: &Board) -> Vec<Vec<u8>> {
    let cells: Vec<(u8, u8)> = (0..board.size())
        .map(|point| (board.name(point).file(), board.name(point).rank()))
        .collect();
    let files = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let ranks = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    let mut found = Vec::new();
    for (mirror, turn, swap) in itertools::iproduct!([false, true], [false, true], [false, true]) {
        let to = |&(file, rank): &(u8, u8)| {
            let file = if mirror { files - file } else { file };
            let rank = if turn { ranks - rank } else { rank };
            if swap { (rank, file) } else { (file, rank) }
        };
        let place = |cell| {
            cells
                .iter()
                .position(|known| *known == to(cell))
                .map(|at| at as u8)
        };
        if let Some(map) = cells.iter().map(place).collect() {
            found.push(map);
        }
    }
    found
}

impl RulesText for Rules {
    const GAME: &'static str = "line-up";

    fn read(text: &str, of: &str) -> Result<Rules, RulesError> {
        let name = text.split(':').next().unwrap_or_default().trim();
        let named = library::game(name).filter(|_| !name.contains('='));
        let text_of = match (of == Self::GAME, named) {
            (true, Some(named)) => named,
            (true, None) => return Err(no_game(text, name)),
            (false, _) => library::game(of).ok_or_else(|| no_game(of, of))?,
        };
        let chosen = rules::read(text_of.as_ref(), text)?;
        Rules::of(&text_of, &chosen).map_err(|error| RulesError {
            at: 0..text.len(),
            problem: Problem::Together {
                message: error.message,
            },
        })
    }

    fn is_game(text: &str, of: &str) -> bool {
        if of == Self::GAME && text == of {
            return true;
        }
        let found = library::game(text);
        found.is_some_and(|found| of == Self::GAME || found.is_called(of) || found.name() == of)
    }

    fn game(&self) -> &str {
        self.0.text.name()
    }

    fn usual(of: &str) -> Result<Rules, Conflict> {
        let none = |message: String| Conflict {
            options: &[],
            message,
        };
        let text = library::game(of);
        let text = text
            .ok_or_else(|| none("which game is meant? Give its text: --rules FILE".to_owned()))?;
        let chosen = vec![0; text.options.len()];
        Rules::of(&text, &chosen).map_err(|error| none(error.to_string()))
    }

    fn how_to_play(&self) -> String {
        let said = self.0.text.lines("how to play");
        if said.is_empty() {
            return said;
        }
        let [x, o] = self.facts().start.unwrap_or_default();
        let rows = self.board().draw(|point| match () {
            () if x.has(point) => 'x',
            () if o.has(point) => 'o',
            () => '.',
        });
        let row = |row: Vec<char>| format!("  {}\n", row.iter().collect::<String>().trim_end());
        format!(
            "{}\n{said}\n",
            rows.into_iter().map(row).collect::<String>()
        )
    }

    fn info(of: &str) -> Option<GameInfo> {
        info(of)
    }

    fn value_of(&self, option: &str) -> Option<String> {
        let text = &self.0.text;
        let at = text.options.iter().position(|known| known.name == option)?;
        text.options[at]
            .words()
            .nth(self.0.chosen[at])
            .map(str::to_owned)
    }

    fn with_value(self, option: &str, text: &str) -> Result<Rules, RulesError> {
        let others = self.0.text.options.iter().map(|known| known.name.as_str());
        let others = others.filter(|known| *known != option);
        let others = others.filter_map(|known| Some(format!(",{known}={}", self.value_of(known)?)));
        Rules::read(
            &format!("{option}={text}{}", others.collect::<String>()),
            self.game(),
        )
    }

    fn described(text: &str) -> Option<Result<Rules, (usize, usize, String)>> {
        let fault = |error: TextError| (error.place.line, error.place.column, error.message);
        Some(Rules::of_text(text).map_err(fault))
    }
}

/// The options and presets of a game that comes with siga; `None` for another name.
fn info(name: &str) -> Option<GameInfo> {
    static INFOS: OnceLock<Vec<GameInfo>> = OnceLock::new();
    let infos = INFOS.get_or_init(|| {
        library::games()
            .iter()
            .map(|text| described(text))
            .collect()
    });
    infos.iter().find(|info| info.game == name).cloned()
}

/// The description of a text: made once for each game that comes with siga, and kept.
fn described(text: &'static GameText) -> GameInfo {
    let kept = |words: String| -> &'static str { words.leak() };
    let usual = PresetText {
        name: "usual".to_owned(),
        chosen: vec![0; text.options.len()],
    };
    let presets: Vec<&PresetText> = match text.presets.is_empty() {
        true => vec![Box::leak(Box::new(usual))],
        false => text.presets.iter().collect(),
    };
    let about = |name: &str, what: &str| kept(text.words(&format!("{what} {name}")));
    let options = text.options.iter().enumerate().map(|(at, option)| {
        let words: Vec<&'static str> = option.words().collect();
        let of = |preset: &&'static PresetText| {
            (preset.name.as_str(), words[preset.chosen[at]].to_owned())
        };
        OptionInfo {
            name: &option.name,
            values: Table::allowed(text, at),
            known: words.clone(),
            default: words[0].to_owned(),
            presets: presets.iter().map(of).collect(),
            meaning: about(&option.name, "about"),
            source: about(&option.name, "source"),
        }
    });
    let preset = |preset: &&'static PresetText| PresetInfo {
        name: &preset.name,
        meaning: match text.presets.is_empty() {
            true => "the usual rules",
            false => about(&preset.name, "about"),
        },
        assumed: &[],
        source: match text.presets.is_empty() {
            true => kept(text.words("source")),
            false => about(&preset.name, "source"),
        },
    };
    let example = text
        .options
        .first()
        .and_then(|option| option.words().nth(1).map(|word| (option, word)));
    GameInfo {
        game: text.name(),
        example: example.map_or(text.name(), |(option, word)| {
            kept(format!("{}:{}={word}", text.name(), option.name))
        }),
        how_to_play: Rules::usual(text.name())
            .map_or_else(|_| String::new(), |rules| rules.how_to_play()),
        presets: presets.iter().map(preset).collect(),
        options: options.collect(),
    }
}

fn no_game(text: &str, name: &str) -> RulesError {
    let names = library::games().iter().map(|game| game.name());
    RulesError {
        at: 0..name.len().min(text.len()),
        problem: Problem::Together {
            message: format!(
                "`{name}` is no line-up game: they are {}",
                itertools::join(names, ", ")
            ),
        },
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.0.written == other.0.written
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.written.hash(state);
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written)
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads `teeko:goals=58` or another rules text that begins with the name of a game.
    ///
    /// # Errors
    /// If the game, the preset, an option or its value does not exist, an option comes twice, or the options do not go together.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        Rules::read(text, Rules::GAME)
    }
}
