//! The sliding phase of a board of 3 or 5 cells a side, numbered up to symmetry.

use crate::board::{Bits, Board, symmetries};
use crate::games::custodial::TakingBetween;
use crate::games::custodial::moves::{Chain, State};
use crate::games::custodial::rules::Facts;
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::{Position, Rules};
use crate::solve::Subsets;
use crate::solve::retro::{Layer, LayerIndex};
use crate::work::Fault;

/// A position of the sliding phase: where the hole is, and which cells the side to move holds.
/// All other cells are the opponent's.
///
/// It is taken as games reach it after the first move: where the opponent is blocked, he has just
/// passed. Under `blocked=opens` the move must then open him a way; only before the first move, where
/// he has not been to move yet, it need not ([`Solution::first_move`](super::Solution::first_move)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The index of the empty cell.
    pub hole: u8,
    /// The cells of the side to move.
    pub own: u32,
}

/// The positions of the sliding phase with their moves and numbers.
///
/// They are numbered as a layer of one hole and the stones of the side to move ([`LayerIndex`]): holes that
/// symmetries of the square turn into one another share a class, 3 on a board of 3×3, 6 on 5×5.
#[derive(Debug, Clone)]
pub struct Space {
    rules: Rules,
    board: Board,
    full: u32,
    /// Whether a move after a pass must open a way.
    opens: bool,
    numbers: LayerIndex,
    near: Vec<u32>,
    /// For each cell, the masks of own stones, and what is wanted of each, that make entering it a capture.
    patterns: Vec<Vec<[u32; 2]>>,
}

impl Space {
    /// The sliding phase under a set of rules.
    ///
    /// # Errors
    /// Of kind input: the board is larger than 5×5.
    pub(crate) fn new(rules: Rules) -> Result<Space, Fault> {
        rules.check_board()?;
        let board = rules.board();
        let described = rules.described();
        let facts = described.facts();
        let layer = Layer::new(1, rules.stones());
        let numbers = LayerIndex::of_board(layer, &symmetries(board));
        Ok(Space {
            rules,
            board,
            full: board.full(),
            opens: rules.blocked == Blocked::Opens,
            numbers: numbers.expect("sets of at most 24 cells can be numbered"),
            near: facts.near.iter().map(|&near| u32::narrow(near)).collect(),
            patterns: (facts.lines.iter())
                .map(|lines| patterns(facts, lines))
                .collect(),
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The sets of cells one side can hold around a hole, numbered.
    pub fn subsets(&self) -> &Subsets {
        self.numbers.others()
    }

    /// The number of different numbers: classes of holes times sets of cells.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The numbers of the positions.
    pub(crate) fn numbers(&self) -> &LayerIndex {
        &self.numbers
    }

    /// The position of a set of cells numbered by [`Space::subsets`] around a hole.
    #[inline]
    pub fn spread(hole: u8, squeezed: u32) -> Slide {
        let below = (1_u32 << hole) - 1;
        Slide {
            hole,
            own: (squeezed & below) | ((squeezed & !below) << 1),
        }
    }

    /// The cells of the side to move without the hole between them.
    #[inline]
    pub(crate) fn squeeze(slide: Slide) -> u32 {
        let below = (1_u32 << slide.hole) - 1;
        (slide.own & below) | ((slide.own >> 1) & !below)
    }

    /// The number of a position.
    #[inline]
    pub(crate) fn index(&self, slide: Slide) -> usize {
        self.numbers.place(1 << slide.hole, slide.own)
    }

    /// The positions that symmetries make of one, with the hole that stands for its class, each with its number; the same one may
    /// come several times.
    #[inline]
    pub(crate) fn images(&self, slide: Slide) -> impl Iterator<Item = (usize, Slide)> {
        let (class, own) = self.numbers.turned(1 << slide.hole, slide.own);
        let hole = self.numbers.own_of(class).trailing_zeros() as u8;
        let images = self.numbers.images(class, own);
        images.map(move |(number, own)| (number, Slide { hole, own }))
    }

    /// Whether no symmetry of the board that keeps the hole of a position makes a lesser set of the own stones.
    ///
    /// It needs no numbers: most sets fail at one of the first symmetries.
    #[inline]
    pub(crate) fn is_first(&self, slide: Slide) -> bool {
        let hole = 1 << slide.hole;
        let mut maps = self.numbers.maps().iter().skip(1);
        maps.all(|map| map.image(hole) != hole || map.image(slide.own) >= slide.own)
    }

    /// The opponent's stones.
    #[inline]
    pub(crate) fn enemy(&self, slide: Slide) -> u32 {
        self.full & !slide.own & !(1 << slide.hole)
    }

    /// The own stones that can move.
    #[inline]
    pub(crate) fn movers(&self, slide: Slide) -> u32 {
        match self.opens {
            true => self.openers(slide),
            false => self.beside(slide),
        }
    }

    /// The own stones beside the hole, whether they may move or not.
    #[inline]
    pub(crate) fn beside(&self, slide: Slide) -> u32 {
        slide.own & self.near[usize::from(slide.hole)]
    }

    /// The stones beside the hole that may move: if the opponent is blocked and some of them
    /// leave a hole beside one of his stones, these.
    fn openers(&self, slide: Slide) -> u32 {
        let (beside, enemy) = (self.beside(slide), self.enemy(slide));
        if enemy & self.near[usize::from(slide.hole)] != 0 {
            return beside;
        }
        let opening = beside
            .ones()
            .filter(|&from| self.near[usize::from(from)] & enemy != 0);
        match opening.fold(0, |set, from| set | 1 << from) {
            0 => beside,
            opening => opening,
        }
    }

    /// Whether a move takes something; then every move does, and the same stones.
    #[inline]
    pub fn takes(&self, slide: Slide) -> bool {
        self.beside(slide) != 0
            && self.patterns[usize::from(slide.hole)]
                .iter()
                .any(|&[mask, want]| slide.own & mask == want)
    }

    /// The positions after each move that takes nothing. A blocked player's pass is not among them.
    #[inline]
    pub(crate) fn successors(&self, slide: Slide) -> impl Iterator<Item = Slide> {
        let own = self.enemy(slide);
        self.movers(slide)
            .ones()
            .map(move |hole| Slide { hole, own })
    }

    /// The position after the pass of a blocked player.
    #[inline]
    pub(crate) fn passed(&self, slide: Slide) -> Slide {
        Slide {
            hole: slide.hole,
            own: self.enemy(slide),
        }
    }

    /// The positions from which a sliding move could have led here.
    #[inline]
    pub(crate) fn predecessors(&self, slide: Slide) -> impl Iterator<Item = Slide> {
        let moved = self.near[usize::from(slide.hole)] & !slide.own;
        let rest = self.full & !slide.own;
        let before = moved.ones().map(move |hole| Slide {
            hole,
            own: rest & !(1 << hole),
        });
        before.filter(move |&before| !self.opens || self.movers(before).has(slide.hole))
    }
}

fn patterns(facts: &Facts, lines: &[Vec<u8>]) -> Vec<[u32; 2]> {
    let safe = u32::narrow(facts.safe);
    let mut all = Vec::new();
    for line in lines {
        let mut run = 0;
        for pair in line.windows(2).take(facts.run) {
            run |= 1_u32 << pair[0];
            let want = 1_u32 << pair[1];
            if run & !safe != 0 {
                all.push([run | want, want]);
            }
        }
    }
    all
}

/// The position of a placement, with the side that moves first to move.
pub fn placement(space: &Space, slide: Slide) -> Position {
    let rules = *space.rules();
    Position::trusted(
        rules,
        State {
            own: u128::from(slide.own),
            enemy: u128::from(space.enemy(slide)),
            side: rules.first_mover(),
            reserve: [0, 0],
            chain: Chain::No,
            quiet: 0,
            first_turns: 0,
        },
    )
}
