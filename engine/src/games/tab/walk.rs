//! The use of one throw: what one piece or stack can do with it.

use super::board::{Board, LAST_OF_TRACK, Stack};
use super::rules::{
    Asleep, Enter, EnterFour, FirstStep, Leave, LeaveFour, Part, Rules, Stacks, TAB, Tabs, Wake,
};
use crate::games::running_fight::plays::{Choice, Kind, Step};
use crate::games::running_fight::throws::Face;

/// A piece or stack on its way.
#[derive(Debug, Clone, Copy)]
struct Walk {
    field: u8,
    /// Whether it has been in its third row.
    third: bool,
    entered: bool,
    /// Whether it came into a row in which it had been before.
    again: bool,
    /// Whether it came to the fork.
    forked: bool,
    /// Whether it left the enemy's home.
    left: bool,
}

/// The moves of single throws under some rules.
#[derive(Debug, Clone, Copy)]
pub struct Walker<'a> {
    pub(super) rules: &'a Rules,
    length: u8,
    /// Whether the way is a straight track, not the four rows.
    straight: bool,
}

impl<'a> Walker<'a> {
    pub(super) fn new(rules: &'a Rules) -> Walker<'a> {
        Walker {
            rules,
            length: rules.length(),
            straight: false,
        }
    }

    /// The moves on a straight track that ends with [`LAST_OF_TRACK`].
    pub(super) fn straight(rules: &'a Rules) -> Walker<'a> {
        Walker {
            straight: true,
            ..Walker::new(rules)
        }
    }

    /// Every use of a throw, in order of the way; those that can be moved or wake before the parts of a stack.
    pub(super) fn choices(self, board: &Board, throw: Face) -> Vec<Choice<Board>> {
        let mut choices = Vec::new();
        let sleeps = board.sleeps();
        if throw == TAB && sleeps {
            self.wakings(board, &mut choices);
        }
        if throw == TAB && sleeps && self.rules.tabs == Tabs::WakeFirst {
            return choices;
        }
        let awake = |(_, stack): &(u8, Stack)| stack.is_own_awake();
        for (from, stack) in board.stacks().filter(awake) {
            self.moves(board, from, throw, stack, &mut choices);
            if throw == TAB && self.rules.part == Part::Tab && stack.height() > 1 {
                let parted = stack.of_height(stack.height() - 1);
                self.moves(board, from, throw, parted, &mut choices);
            }
        }
        choices
    }

    /// The uses of a tâb that wake a piece.
    fn wakings(self, board: &Board, choices: &mut Vec<Choice<Board>>) {
        let asleep = |(_, stack): &(u8, Stack)| stack.is_own() && stack.is_asleep();
        let sleeping: Vec<u8> = (board.stacks().filter(asleep))
            .map(|(from, _)| from)
            .collect();
        let able = match self.rules.wake {
            Wake::Foremost => &sleeping[sleeping.len() - 1..],
            Wake::Any | Wake::None => &sleeping[..],
        };
        for &from in able {
            self.moves(board, from, TAB, Stack::awake(true, 1), choices);
        }
    }

    /// The moves of a number of pieces of a stack by a throw: at most two, one each way at the fork.
    fn moves(
        self,
        board: &Board,
        from: u8,
        throw: Face,
        pieces: Stack,
        choices: &mut Vec<Choice<Board>>,
    ) {
        let part = pieces.height() < board.at(from).height();
        for enters in [false, true] {
            let Some(walk) = self.walk(board, from, throw, pieces, enters) else {
                continue;
            };
            // Both ways are one where the fork was not come to.
            if enters && !walk.forked {
                continue;
            }
            let reduced = walk.again && self.rules.stacks == Stacks::Reduce && pieces.height() > 1;
            let marked = pieces.marked(walk.entered, self.circled(&walk));
            let moved = if reduced { marked.of_height(1) } else { marked };
            if let Some(after) = self.landed(board, from, part, walk.field, moved) {
                let through = enters && walk.left;
                let used = Step {
                    kind: if part { Kind::Part } else { Kind::Move },
                    through: through.then_some(3 * self.length),
                    takes: board.at(walk.field).is_enemy(),
                    ..Step::moved(throw, from, walk.field)
                };
                choices.push((used, after, reduced || part));
            }
        }
    }

    /// Whether pieces that have walked so are marked as having been in the third row.
    fn circled(self, walk: &Walk) -> bool {
        let second = walk.field / self.length == 1;
        second && walk.third && self.rules.stacks == Stacks::Reduce
    }

    /// Where pieces come to with a throw, if they can go: from the last field of the third row into the second again, or, where one `enters`,
    /// into the enemy's home.
    fn walk(
        self,
        board: &Board,
        from: u8,
        throw: Face,
        pieces: Stack,
        enters: bool,
    ) -> Option<Walk> {
        let row = from / self.length;
        let mut walk = Walk {
            field: from,
            third: !self.straight && (row >= 2 || pieces.has_circled() || pieces.has_entered()),
            entered: pieces.has_entered(),
            again: false,
            forked: false,
            left: false,
        };
        let fields = throw.cells()?;
        if self.straight {
            walk.field += fields;
            return (walk.field <= LAST_OF_TRACK).then_some(walk);
        }
        if row == 3 && !self.may_leave(board, from) {
            return None;
        }
        for _ in 0..fields {
            walk = self.step(board, walk, enters)?;
        }
        Some(walk)
    }

    /// One field ahead.
    fn step(self, board: &Board, walk: Walk, enters: bool) -> Option<Walk> {
        let length = self.length;
        let ahead = Walk {
            field: walk.field + 1,
            ..walk
        };
        if !ahead.field.is_multiple_of(length) {
            return Some(ahead);
        }
        Some(match (walk.field / length, enters) {
            (0, _) => ahead,
            (1, _) => Walk {
                third: true,
                again: walk.again || walk.third,
                ..ahead
            },
            (2, false) => Walk {
                field: length,
                again: true,
                forked: true,
                ..walk
            },
            (2, true) if walk.entered || !self.may_enter(board) => return None,
            (2, true) => Walk {
                entered: true,
                forked: true,
                ..ahead
            },
            _ => Walk {
                field: 2 * length,
                again: true,
                left: true,
                ..walk
            },
        })
    }

    /// Whether a piece that has not been in the enemy's home may enter it.
    fn may_enter(self, board: &Board) -> bool {
        let mut home = 3 * self.length..4 * self.length;
        let open = match self.rules.enter {
            Enter::Any => true,
            Enter::Enemy => home.any(|field| board.at(field).is_enemy()),
        };
        open && (self.rules.enter_four == EnterFour::Any || self.at_home(board) == 0)
    }

    /// Whether a piece on a field of the enemy's home may move on.
    fn may_leave(self, board: &Board, from: u8) -> bool {
        if self.rules.leave_four == LeaveFour::Free && from == 4 * self.length - 1 {
            return true;
        }
        match self.rules.leave {
            Leave::Empty => self.at_home(board) == 0,
            Leave::OneField => self.at_home(board) <= 1,
        }
    }

    /// The fields of the home row on which own pieces stand.
    fn at_home(self, board: &Board) -> usize {
        let home = (0..self.length).filter(|&field| board.at(field).is_own());
        home.count()
    }

    /// The board after pieces have left a field, all but one if the stack is parted, and landed on another; `None` if they may
    /// not land there.
    fn landed(self, board: &Board, from: u8, part: bool, to: u8, moved: Stack) -> Option<Board> {
        let mut next = *board;
        let stays = if part {
            board.at(from).of_height(1)
        } else {
            Stack::EMPTY
        };
        next.put(from, stays);
        let there = next.at(to);
        let barred = match self.rules.first_step {
            _ if !board.at(from).is_asleep() => false,
            FirstStep::Any => false,
            FirstStep::NotOwn => there.is_own(),
            FirstStep::Empty => there != Stack::EMPTY,
        };
        if barred {
            return None;
        }
        let landed = if !there.is_own() {
            let safe = there.is_asleep() && self.rules.asleep == Asleep::Safe;
            (!safe).then_some(moved)
        } else {
            let apart = there.is_asleep() || self.rules.stacks == Stacks::None;
            (!apart).then(|| moved.joined(there))
        };
        next.put(to, landed?);
        Some(next)
    }
}
