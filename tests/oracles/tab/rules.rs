//! The rules of tâb on a plain list of stacks, each with all that is to be said of it.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use crate::oracles::case::drawn;
use crate::oracles::running_fight::NaivePlayer;

/// A row from 0 (A's home) to 3 (B's home) and a column from A's left.
pub(crate) type Field = (usize, usize);

/// Pieces of one team on one field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Stack {
    pub(crate) field: Field,
    /// `A` or `B`.
    pub(crate) team: char,
    pub(crate) asleep: bool,
    pub(crate) height: usize,
    /// One of them has been in the enemy's home and has left it.
    pub(crate) entered: bool,
    /// They stand in their second row, and one of them has been in the third.
    pub(crate) circled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Board {
    pub(crate) stacks: BTreeSet<Stack>,
    /// The tâbs kept by A and by B.
    pub(crate) saved: [usize; 2],
}

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) length: usize,
    pub(crate) foremost: bool,
    pub(crate) all_awake: bool,
    pub(crate) wake_first: bool,
    pub(crate) thrown: bool,
    pub(crate) saved: bool,
    pub(crate) asleep_safe: bool,
    pub(crate) reduce: bool,
    pub(crate) no_stacks: bool,
    pub(crate) part: bool,
    pub(crate) leave_one_field: bool,
    /// The enemy's home may be entered although no enemy is in it.
    pub(crate) enter_any: bool,
    /// It may be entered only when nobody is at home.
    pub(crate) enter_home_empty: bool,
    /// From its last field a piece goes out whoever is at home.
    pub(crate) leave_free: bool,
    /// What a piece that wakes may land on: anything, no piece of its own, nothing.
    pub(crate) first_step: String,
    /// A throw that earns another need not be used.
    pub(crate) skip: bool,
}

/// A way to use a throw.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    pub(crate) board: Board,
    /// It parts a stack or reduces one: nobody is forced to it.
    pub(crate) unforced: bool,
}

/// The most tâbs that a team keeps.
const MOST_SAVED: usize = 99;

pub(crate) fn other(team: char) -> char {
    if team == 'A' { 'B' } else { 'A' }
}

fn index(team: char) -> usize {
    usize::from(team == 'B')
}

impl Rules {
    pub(crate) fn read(text: &str) -> Rules {
        let (preset, options) = text.split_once(',').unwrap_or((text, ""));
        let ludii = preset == "tab:ludii";
        let wikipedia = preset == "tab:wikipedia";
        let porto = preset == "tab:porto";
        let mut rules = Rules {
            length: if ludii { 7 } else { 9 },
            foremost: false,
            all_awake: ludii,
            wake_first: wikipedia,
            thrown: ludii || porto,
            saved: wikipedia,
            asleep_safe: false,
            reduce: !ludii && !porto,
            no_stacks: porto,
            part: !ludii && !porto,
            leave_one_field: ludii,
            enter_any: porto,
            enter_home_empty: false,
            leave_free: false,
            first_step: if porto { "not-own" } else { "any" }.to_owned(),
            skip: false,
        };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap();
            match name {
                "length" => rules.length = value.parse().unwrap(),
                "wake" => {
                    rules.foremost = value == "foremost";
                    rules.all_awake = value == "none";
                }
                "tabs" => rules.wake_first = value == "wake-first",
                "order" => rules.thrown = value == "thrown",
                "saved" => rules.saved = value == "yes",
                "asleep" => rules.asleep_safe = value == "safe",
                "stacks" => {
                    rules.reduce = value == "reduce";
                    rules.no_stacks = value == "none";
                }
                "part" => rules.part = value == "tab",
                "leave" => rules.leave_one_field = value == "one-field",
                "enter" => rules.enter_any = value == "any",
                "enter4" => rules.enter_home_empty = value == "home-empty",
                "leave4" => rules.leave_free = value == "free",
                "first_step" => rules.first_step = value.to_owned(),
                "skip" => rules.skip = value == "yes",
                "pieces" | "bias" | "start" => {}
                _ => panic!("option {name}"),
            }
        }
        rules
    }

    /// The rows of a team in the order of its way: home, second, third, the enemy's home.
    fn rows(team: char) -> [usize; 4] {
        if team == 'A' {
            [0, 1, 2, 3]
        } else {
            [3, 2, 1, 0]
        }
    }

    /// Every row is gone through in the same direction by both.
    fn ends(&self, row: usize) -> [usize; 2] {
        let last = self.length - 1;
        if row.is_multiple_of(2) {
            [0, last]
        } else {
            [last, 0]
        }
    }

    /// The next fields of a stack after so many rows of its way; more than one where the way forks.
    fn next(&self, team: char, field: Field, may_enter: bool) -> Vec<Field> {
        let (row, column) = field;
        let [first, end] = self.ends(row);
        if column != end {
            let column = if end > first { column + 1 } else { column - 1 };
            return vec![(row, column)];
        }
        let rows = Self::rows(team);
        let stage = rows.iter().position(|&one| one == row).unwrap();
        let to = |stage: usize| (rows[stage], self.ends(rows[stage])[0]);
        match stage {
            0 => vec![to(1)],
            1 => vec![to(2)],
            2 if may_enter => vec![to(1), to(3)],
            2 => vec![to(1)],
            _ => vec![to(2)],
        }
    }

    fn sleeps(board: &Board, team: char) -> bool {
        board
            .stacks
            .iter()
            .any(|stack| stack.team == team && stack.asleep)
    }

    pub(crate) fn over(board: &Board) -> bool {
        let has = |team| board.stacks.iter().any(|stack| stack.team == team);
        !has('A') || !has('B')
    }

    /// Every way for some pieces of a stack to move so many fields.
    fn moves(&self, board: &Board, from: &Stack, height: usize, fields: usize) -> Vec<Used> {
        let team = from.team;
        let rows = Self::rows(team);
        let stage_of = |field: Field| rows.iter().position(|&row| row == field.0).unwrap();
        let in_enemy_home = stage_of(from.field) == 3;
        let home = board.stacks.iter();
        let home = home.filter(|stack| stack.team == team && stack.field.0 == rows[0]);
        let at_home = home.count();
        if in_enemy_home {
            let goes_out = self.leave_free && from.field.1 == self.ends(rows[3])[1];
            let allowed = match at_home {
                0 => true,
                1 => self.leave_one_field || goes_out,
                _ => goes_out,
            };
            if !allowed {
                return Vec::new();
            }
        }
        let enemy_at_home =
            (board.stacks.iter()).any(|stack| stack.team != team && stack.field.0 == rows[3]);
        // The rows where one of them has been.
        let mut been = [true, false, false, false];
        let stage = stage_of(from.field);
        (0..=stage).for_each(|row| been[row] = true);
        been[2] |= from.circled || from.entered;
        been[3] |= from.entered;
        let mut paths = vec![(from.field, been, false)];
        for _ in 0..fields {
            let mut further = Vec::new();
            for (field, been, reduced) in paths {
                let may_enter = (enemy_at_home || self.enter_any)
                    && (at_home == 0 || !self.enter_home_empty)
                    && !been[3];
                for next in self.next(team, field, may_enter) {
                    let (mut been, mut reduced) = (been, reduced);
                    if next.0 != field.0 {
                        let row = stage_of(next);
                        reduced |= been[row];
                        been[row] = true;
                    }
                    further.push((next, been, reduced));
                }
            }
            paths = further;
        }
        let landed = paths.into_iter().filter_map(|(field, been, comes_again)| {
            let reduced = self.reduce && comes_again && height > 1;
            let mut after = board.clone();
            after.stacks.remove(from);
            if height < from.height {
                let stays = Stack {
                    height: from.height - height,
                    ..from.clone()
                };
                after.stacks.insert(stays);
            }
            let stage = stage_of(field);
            let mut moved = Stack {
                field,
                team,
                asleep: false,
                height: if reduced { 1 } else { height },
                entered: been[3] && stage != 3,
                circled: been[2] && stage == 1,
            };
            let there = after.stacks.iter().find(|stack| stack.field == field);
            if let Some(there) = there.cloned() {
                if from.asleep
                    && (self.first_step == "empty"
                        || self.first_step == "not-own" && there.team == team)
                {
                    return None;
                }
                after.stacks.remove(&there);
                if there.team == team {
                    if there.asleep || self.no_stacks {
                        return None;
                    }
                    moved.height += there.height;
                    moved.entered |= there.entered;
                    moved.circled |= there.circled;
                } else if there.asleep && self.asleep_safe {
                    return None;
                }
            }
            after.stacks.insert(self.told(moved));
            Some(Used {
                board: after,
                unforced: reduced || height < from.height,
            })
        });
        landed.collect()
    }

    /// A stack with the marks that are written: what they say makes no difference elsewhere.
    pub(crate) fn told(&self, mut stack: Stack) -> Stack {
        stack.circled &= self.reduce && !stack.entered;
        stack
    }

    /// Every use of a throw by a team.
    pub(crate) fn uses(&self, board: &Board, team: char, throw: usize) -> Vec<Used> {
        let own: Vec<&Stack> = board
            .stacks
            .iter()
            .filter(|stack| stack.team == team)
            .collect();
        let mut found = Vec::new();
        let sleeping: Vec<&&Stack> = own.iter().filter(|stack| stack.asleep).collect();
        if throw == 1 {
            let [first, end] = self.ends(Self::rows(team)[0]);
            let ahead = |stack: &&&Stack| {
                let column = stack.field.1;
                if end > first {
                    column
                } else {
                    self.length - column
                }
            };
            let foremost = sleeping.iter().copied().max_by_key(ahead);
            for stack in &sleeping {
                if !self.foremost || foremost.is_some_and(|one| one == *stack) {
                    found.extend(self.moves(board, stack, 1, 1));
                }
            }
            if self.wake_first && !sleeping.is_empty() {
                return found;
            }
        }
        for stack in own.iter().filter(|stack| !stack.asleep) {
            found.extend(self.moves(board, stack, stack.height, throw));
            if throw == 1 && self.part && stack.height > 1 {
                found.extend(self.moves(board, stack, stack.height - 1, 1));
            }
        }
        found
    }

    /// Whether a throw may be left unused: nothing can use it, or only in ways that nobody is forced to.
    fn may_be_left(&self, board: &Board, team: char, throw: usize) -> bool {
        let kept = throw == 1 && self.saved && !Self::sleeps(board, team);
        let skipped = self.skip && [1, 4, 6].contains(&throw);
        kept || skipped
            || self
                .uses(board, team, throw)
                .iter()
                .all(|used| used.unforced)
    }

    fn with_saved(board: &Board, team: char, more: usize) -> Board {
        let mut board = board.clone();
        let saved = &mut board.saved[index(team)];
        *saved = (*saved + more).min(MOST_SAVED);
        board
    }

    /// The boards after a saved tâb is used.
    fn by_saved(&self, board: &Board, team: char) -> Vec<Board> {
        let Some(left) = board.saved[index(team)].checked_sub(1) else {
            return Vec::new();
        };
        let used = self.uses(board, team, 1).into_iter();
        let used = used.map(|used| {
            let mut board = used.board;
            board.saved[index(team)] = left;
            board
        });
        used.collect()
    }

    /// Every board that the throws of a turn can be played to.
    pub(crate) fn ends_of_turn(
        &self,
        board: &Board,
        team: char,
        throws: &[usize],
    ) -> BTreeSet<Board> {
        let mut found = BTreeSet::new();
        let mut throws = throws.to_vec();
        if !self.thrown {
            throws.sort_unstable();
        }
        let mut seen = BTreeSet::new();
        let mut open = vec![(board.clone(), throws)];
        while let Some((board, left)) = open.pop() {
            if !seen.insert((board.clone(), left.clone())) {
                continue;
            }
            if Self::over(&board) {
                found.insert(board);
                continue;
            }
            for after in self.by_saved(&board, team) {
                open.push((after, left.clone()));
            }
            if self.thrown {
                self.next_thrown(&board, team, &left, &mut open, &mut found);
            } else {
                self.next_of_any(&board, team, &left, &mut open, &mut found);
            }
        }
        found
    }

    /// For each board the number of ways to play the throws of a turn to it, each throw used or kept being a step; `None` of a
    /// board where it is nowhere said: if giving up one throw or another comes to the same steps. No boards if there are more ways
    /// than `most`.
    pub(crate) fn ways(
        &self,
        board: &Board,
        team: char,
        throws: &[usize],
        most: usize,
    ) -> Option<BTreeMap<Board, Option<usize>>> {
        let mut throws = throws.to_vec();
        if !self.thrown {
            throws.sort_unstable();
        }
        let mut open = vec![(board.clone(), throws, Vec::new())];
        let mut ways: BTreeMap<Board, Vec<Vec<(usize, Board)>>> = BTreeMap::new();
        let mut looked = 0;
        while let Some((board, left, steps)) = open.pop() {
            looked += 1;
            if looked > most {
                return None;
            }
            if Self::over(&board) {
                ways.entry(board).or_default().push(steps);
                continue;
            }
            let mut next: Vec<(Board, Vec<usize>)> = Vec::new();
            let mut found = BTreeSet::new();
            if self.thrown {
                self.next_thrown(&board, team, &left, &mut next, &mut found);
            } else {
                self.next_of_any(&board, team, &left, &mut next, &mut found);
                // Of two equal throws it is the same which is used.
                next.sort_unstable();
                next.dedup();
            }
            for after in self.by_saved(&board, team) {
                next.push((after, left.clone()));
            }
            for (after, rest) in next {
                let mut steps = steps.clone();
                if after != board {
                    // The throw with it: a move right round can lead back.
                    steps.push((left.len() - rest.len(), after.clone()));
                }
                open.push((after, rest, steps));
            }
            for end in found {
                ways.entry(end).or_default().push(steps.clone());
            }
        }
        let counted = |steps: Vec<Vec<(usize, Board)>>| {
            let all = steps.len();
            let different = steps.into_iter().collect::<BTreeSet<_>>().len();
            (different == all).then_some(all)
        };
        Some(
            (ways.into_iter())
                .map(|(end, steps)| (end, counted(steps)))
                .collect(),
        )
    }

    /// The first throw left is used or passed over.
    pub(super) fn next_thrown(
        &self,
        board: &Board,
        team: char,
        left: &[usize],
        open: &mut Vec<(Board, Vec<usize>)>,
        found: &mut BTreeSet<Board>,
    ) {
        let Some((&throw, rest)) = left.split_first() else {
            found.insert(board.clone());
            return;
        };
        for used in self.uses(board, team, throw) {
            open.push((used.board, rest.to_vec()));
        }
        if throw == 1 && self.saved && !Self::sleeps(board, team) {
            open.push((Self::with_saved(board, team, 1), rest.to_vec()));
        } else if self.may_be_left(board, team, throw) {
            open.push((board.clone(), rest.to_vec()));
        }
    }

    /// Any throw left is used, or the turn ends.
    pub(super) fn next_of_any(
        &self,
        board: &Board,
        team: char,
        left: &[usize],
        open: &mut Vec<(Board, Vec<usize>)>,
        found: &mut BTreeSet<Board>,
    ) {
        for (at, &throw) in left.iter().enumerate() {
            let mut rest = left.to_vec();
            rest.remove(at);
            for used in self.uses(board, team, throw) {
                open.push((used.board, rest.clone()));
            }
        }
        if left
            .iter()
            .all(|&throw| self.may_be_left(board, team, throw))
        {
            let tabs = left.iter().filter(|&&throw| throw == 1).count();
            let kept = self.saved && !Self::sleeps(board, team);
            found.insert(Self::with_saved(board, team, if kept { tabs } else { 0 }));
        }
    }

    /// The throws of turns of at most so many throws; under any order those that differ only in the order are one.
    pub(crate) fn yields(&self, most: usize) -> BTreeSet<Vec<usize>> {
        let mut found = BTreeSet::new();
        let mut begun = vec![Vec::new()];
        for _ in 0..most {
            let mut longer = Vec::new();
            for throws in begun {
                for throw in [1, 2, 3, 4, 6] {
                    let mut throws: Vec<usize> = throws.clone();
                    throws.push(throw);
                    if throw == 2 || throw == 3 {
                        if !self.thrown {
                            throws.sort_unstable();
                        }
                        found.insert(throws);
                    } else {
                        longer.push(throws);
                    }
                }
            }
            begun = longer;
        }
        found
    }

    pub(crate) fn name(&self, (row, column): Field) -> String {
        format!("{}{}", ["a", "b", "c", "d"][row], column + 1)
    }

    /// A board and the team to move as siga writes them.
    pub(crate) fn text(&self, board: &Board, team: char) -> String {
        let rows = (0..4).map(|row| {
            let cells = (0..self.length).map(|column| {
                let here = board
                    .stacks
                    .iter()
                    .find(|stack| stack.field == (row, column));
                here.map_or('.', |stack| match stack.asleep {
                    true => stack.team.to_ascii_lowercase(),
                    false => stack.team,
                })
            });
            cells.collect::<String>()
        });
        let drawn = rows.collect::<Vec<_>>().join("/");
        let mut text = format!("{} {team}", crate::oracles::case::short(&drawn));
        let name = |stack: &Stack| self.name(stack.field);
        let mut field = |key: &str, parts: Vec<String>| {
            if !parts.is_empty() {
                text.push_str(&format!(" {key}={}", parts.join(",")));
            }
        };
        let all = || board.stacks.iter();
        let high = all().filter(|stack| stack.height > 1);
        field(
            "stacks",
            high.map(|stack| format!("{}x{}", name(stack), stack.height))
                .collect(),
        );
        field(
            "entered",
            all().filter(|stack| stack.entered).map(name).collect(),
        );
        field(
            "circled",
            all().filter(|stack| stack.circled).map(name).collect(),
        );
        let saved = ['A', 'B'].into_iter().zip(board.saved);
        let saved = saved.filter(|(_, count)| *count > 0);
        field(
            "saved",
            saved
                .map(|(team, count)| format!("{team}{count}"))
                .collect(),
        );
        text
    }

    /// Reads what [`Rules::text`] writes.
    pub(crate) fn board(&self, text: &str) -> (Board, char) {
        let mut parts = text.split_whitespace();
        let rows = drawn(parts.next().unwrap());
        let team = parts.next().unwrap().chars().next().unwrap();
        let mut stacks = BTreeMap::new();
        for (row, cells) in rows.split('/').enumerate() {
            for (column, cell) in cells.chars().enumerate().filter(|(_, cell)| *cell != '.') {
                let stack = Stack {
                    field: (row, column),
                    team: cell.to_ascii_uppercase(),
                    asleep: cell.is_ascii_lowercase(),
                    height: 1,
                    entered: false,
                    circled: false,
                };
                stacks.insert(stack.field, stack);
            }
        }
        let mut saved = [0; 2];
        let place = |name: &str| -> Field {
            let row = name.chars().next().unwrap() as usize - 'a' as usize;
            (row, name[1..].parse::<usize>().unwrap() - 1)
        };
        for part in parts {
            let (key, values) = part.split_once('=').unwrap();
            for value in values.split(',') {
                match key {
                    "stacks" => {
                        let (name, height) = value.split_once('x').unwrap();
                        stacks.get_mut(&place(name)).unwrap().height = height.parse().unwrap();
                    }
                    "entered" => stacks.get_mut(&place(value)).unwrap().entered = true,
                    "circled" => stacks.get_mut(&place(value)).unwrap().circled = true,
                    "saved" => {
                        let team = value.chars().next().unwrap();
                        saved[index(team)] = value[1..].parse().unwrap();
                    }
                    _ => panic!("{part}"),
                }
            }
        }
        let stacks = stacks.into_values().collect();
        (Board { stacks, saved }, team)
    }
}

/// The chance of each throw by its value, sticks one by one; a bias for all sticks, or one for each.
pub(crate) fn throws(biases: &[BigRational]) -> BTreeMap<usize, BigRational> {
    let mut chances = BTreeMap::new();
    for sides in 0..16u32 {
        let each = (0..4).map(|stick| {
            let bias = &biases[stick.min(biases.len() - 1)];
            match sides >> stick & 1 {
                1 => bias.clone(),
                _ => BigRational::one() - bias,
            }
        });
        let value = [6, 1, 2, 3, 4][sides.count_ones() as usize];
        *chances.entry(value).or_insert_with(BigRational::zero) += each.product::<BigRational>();
    }
    chances
}

/// The chance of these throws, one after the other, with sticks that fall either way alike.
pub(crate) fn chance(thrown: &[usize]) -> f64 {
    let chances = throws(&[BigRational::new(BigInt::one(), BigInt::from(2))]);
    let each = thrown.iter().map(|throw| chances[throw].to_f64().unwrap());
    each.product()
}

impl NaivePlayer for Rules {
    type Position = (Board, char);
    type Throws = Vec<usize>;

    fn read(rules: &str) -> Rules {
        Rules::read(rules)
    }

    fn position(&self, text: &str) -> (Board, char) {
        self.board(text)
    }

    fn team((_, team): &(Board, char)) -> u8 {
        *team as u8
    }

    fn result(&self, (board, _): &(Board, char), _drawn: f64) -> Option<f64> {
        let wins = board.stacks.iter().all(|stack| stack.team == 'A');
        Self::over(board).then(|| f64::from(u8::from(wins)))
    }

    fn kept((board, _): &(Board, char)) -> usize {
        board.saved[0].max(board.saved[1])
    }

    fn plays(
        &self,
        (board, team): &(Board, char),
        each: &[Vec<usize>],
    ) -> Vec<BTreeSet<(Board, char)>> {
        let plays = each.iter().map(|throws| {
            let goes_on = throws.iter().all(|throw| [1, 4, 6].contains(throw));
            let next = if goes_on { *team } else { other(*team) };
            let ends = self.ends_of_turn(board, *team, throws).into_iter();
            ends.map(|board| (board, next)).collect()
        });
        plays.collect()
    }

    fn counted(&self, most_throws: usize) -> (Vec<Vec<usize>>, Vec<i128>) {
        let throws: Vec<Vec<usize>> = self.yields(most_throws).into_iter().collect();
        let once = vec![1; throws.len()];
        (throws, once)
    }

    /// Under order=thrown each throw by itself; else every turn in each order of its throws.
    fn chances(&self, most_throws: usize) -> (Vec<Vec<usize>>, Vec<f64>) {
        let throws: Vec<Vec<usize>> = match self.thrown {
            true => [1, 2, 3, 4, 6].map(|throw| vec![throw]).into(),
            false => {
                let thrown = true;
                let in_order = Rules {
                    thrown,
                    ..self.clone()
                };
                in_order.yields(most_throws).into_iter().collect()
            }
        };
        let chances = throws.iter().map(|thrown| chance(thrown)).collect();
        (throws, chances)
    }
}
