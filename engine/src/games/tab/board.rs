//! The pieces on the fields, as the team to move sees them.

use super::rules::MAX_LENGTH;
use crate::board::Bits as _;
use crate::games::running_fight::plays;
use crate::games::running_fight::route::Route;

/// The most fields of a board.
pub const MAX_FIELDS: usize = 4 * MAX_LENGTH as usize;
/// The last field of a straight track, on which chances by distance are found.
pub(super) const LAST_OF_TRACK: u8 = MAX_FIELDS as u8;
/// The most tâbs that a team can have saved; a further one is lost.
pub const MAX_SAVED: u8 = 99;

/// The pieces on one field, all of one team: none, one, or a stack that moves as one.
///
/// A stack counts as having been wherever one of its pieces has been. Its bits: the height; whose it is; one of asleep, entered, circled
/// or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stack(u8);

impl Stack {
    const HEIGHT: u8 = 31;
    const OWN: u8 = 1 << 5;
    const MARK: u8 = 3 << 6;
    const ASLEEP: u8 = 1 << 6;
    const ENTERED: u8 = 2 << 6;
    const CIRCLED: u8 = 3 << 6;

    /// No piece.
    pub const EMPTY: Stack = Stack(0);

    /// Awake pieces, at least one and at most [`MAX_LENGTH`], of the team to move or the other, that have not been anywhere.
    pub(crate) fn awake(own: bool, height: u8) -> Stack {
        Stack(height.clamp(1, Self::HEIGHT) | if own { Self::OWN } else { 0 })
    }

    /// A sleeping piece.
    pub(crate) fn asleep(own: bool) -> Stack {
        Stack(Stack::awake(own, 1).0 | Self::ASLEEP)
    }

    /// The number of pieces.
    pub(crate) fn height(self) -> u8 {
        self.0 & Self::HEIGHT
    }

    /// Whether it is of the team to move.
    pub(crate) fn is_own(self) -> bool {
        self.0 & Self::OWN != 0
    }

    /// Whether it is of the team to move and awake.
    pub(super) fn is_own_awake(self) -> bool {
        self.is_own() && !self.is_asleep()
    }

    /// Whether it is of the other team.
    pub(crate) fn is_enemy(self) -> bool {
        self != Stack::EMPTY && !self.is_own()
    }

    /// Whether it is a sleeping piece.
    pub(crate) fn is_asleep(self) -> bool {
        self.0 & Self::MARK == Self::ASLEEP
    }

    /// Whether it has been in the enemy's home, which it can enter only once.
    pub(crate) fn has_entered(self) -> bool {
        self.0 & Self::MARK == Self::ENTERED
    }

    /// Whether it stands in its second row and has been in its third, under rules by which stacks are reduced.
    pub(crate) fn has_circled(self) -> bool {
        self.0 & Self::MARK == Self::CIRCLED
    }

    /// The same pieces, awake, with these marks.
    pub(super) fn marked(self, entered: bool, circled: bool) -> Stack {
        let mut found = self.0 & (Self::HEIGHT | Self::OWN);
        if entered {
            found |= Self::ENTERED;
        } else if circled {
            found |= Self::CIRCLED;
        }
        Stack(found)
    }

    /// The same with another number of pieces.
    pub(super) fn of_height(self, height: u8) -> Stack {
        Stack(self.0 & !Self::HEIGHT | height.min(Self::HEIGHT))
    }

    /// The stack of these pieces and others that stand there.
    pub(super) fn joined(self, other: Stack) -> Stack {
        let stack = self.of_height(self.height() + other.height());
        let entered = self.has_entered() || other.has_entered();
        stack.marked(entered, self.has_circled() || other.has_circled())
    }

    fn turned(self) -> Stack {
        match self {
            Stack::EMPTY => self,
            _ => Stack(self.0 ^ Self::OWN),
        }
    }
}

/// The board as the team to move sees it: fields are numbered along its way, its home row first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// A [`Stack`] each, as bytes: they are compared and hashed as one.
    fields: [u8; MAX_FIELDS + 1],
    /// The fields that are not empty.
    taken: u128,
    /// Tâbs saved by the team to move, and by the other.
    pub(super) saved: [u8; 2],
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        fields: [0; MAX_FIELDS + 1],
        taken: 0,
        saved: [0, 0],
    };

    /// The pieces on a field.
    pub fn at(&self, field: u8) -> Stack {
        Stack(self.fields[usize::from(field)])
    }

    /// Tâbs saved by the team to move, and by the other.
    pub(crate) fn saved(&self) -> [u8; 2] {
        self.saved
    }

    pub(super) fn put(&mut self, field: u8, stack: Stack) {
        self.fields[usize::from(field)] = stack.0;
        self.taken = match stack {
            Stack::EMPTY => self.taken.minus(u128::bit(field)),
            _ => self.taken | u128::bit(field),
        };
    }

    /// The fields that are not empty, and what stands there, in order of the way.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = (u8, Stack)> + '_ {
        self.taken.ones().map(|field| (field, self.at(field)))
    }

    /// Whether a piece of the team to move sleeps.
    pub(crate) fn sleeps(&self) -> bool {
        let mut stacks = self.stacks();
        stacks.any(|(_, stack)| stack.is_own() && stack.is_asleep())
    }

    /// Whether one team has no piece left.
    pub(crate) fn is_over(&self) -> bool {
        let any = |is: fn(Stack) -> bool| self.stacks().any(|(_, stack)| is(stack));
        !any(Stack::is_own) || !any(Stack::is_enemy)
    }
}

impl plays::FightBoard for Board {
    fn turned(&self, route: Route) -> Board {
        let [own, other] = self.saved;
        let mut turned = Board {
            saved: [other, own],
            ..Board::EMPTY
        };
        for (field, stack) in self.stacks() {
            turned.put(route.flip(field), stack.turned());
        }
        turned
    }

    fn counts(&self) -> [u32; 2] {
        let mut counts = [0, 0];
        for (_, stack) in self.stacks() {
            counts[usize::from(!stack.is_own())] += u32::from(stack.height());
        }
        counts
    }

    fn enemies(&self) -> u128 {
        let enemies = self.stacks().filter(|(_, stack)| stack.is_enemy());
        enemies.fold(0, |set, (field, _)| set | u128::bit(field))
    }

    fn enemies_on(&self, field: u8) -> u32 {
        let stack = self.at(field);
        let pieces = stack.is_enemy().then_some(stack.height());
        pieces.map_or(0, u32::from)
    }

    fn movable(&self) -> u128 {
        let awake = self.stacks().filter(|(_, stack)| stack.is_own_awake());
        awake.fold(0, |set, (field, _)| set | u128::bit(field))
    }
}
