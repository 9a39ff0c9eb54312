//! The sliding phase of a board of 3 or 5 cells a side, numbered up to symmetry.

use crate::board::{Bits, Board, Symmetry};
use crate::games::custodial::TakingBetween;
use crate::games::custodial::moves::{Chain, State};
use crate::games::custodial::rules::Facts;
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::{Position, Rules};
use crate::solve::Subsets;
use crate::work::Fault;

/// A position of the sliding phase: where the hole is, and which cells the side to move holds.
/// All other cells are the opponent's.
///
/// It is taken as games reach it after the first move: where the opponent is blocked, he has just
/// passed. Under `blocked=opens` the move must then open him a way; only before the first move, where
/// he has not been to move yet, it need not ([`SlidingValues::first_move`](super::SlidingValues::first_move)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The index of the empty cell.
    pub hole: u8,
    /// The cells of the side to move.
    pub own: u32,
}

/// A pattern of own stones that makes entering a cell a capture: `own & mask == want`.
#[derive(Debug, Clone, Copy)]
struct Pattern {
    mask: u32,
    want: u32,
}

/// Bits a symmetry looks up at a time; three look-ups cover 25 cells.
const CHUNK: u32 = 9;

/// Where each of the three chunks of cells goes under a symmetry.
type Images = [[u32; 1 << CHUNK]; 3];

/// The positions of the sliding phase with their moves and numbers.
///
/// Holes that symmetries of the square turn into one another share a *class*: 3 on a board of
/// 3×3, 6 on 5×5. A position is numbered after turning its hole to the representative of its
/// class. Positions that a symmetry fixing the representative turns into one another keep
/// different numbers.
#[derive(Debug, Clone)]
pub struct Space {
    rules: Rules,
    board: Board,
    full: u32,
    /// Whether a move after a pass must open a way.
    opens: bool,
    subsets: Subsets,
    near: Vec<u32>,
    patterns: Vec<Vec<Pattern>>,
    representatives: Vec<u8>,
    class: Vec<u8>,
    /// By hole: the numbers of the symmetries that take it to its representative.
    turns: Vec<Vec<u8>>,
    /// By symmetry: where each chunk of cells goes.
    images: Vec<Images>,
}

impl Space {
    /// The sliding phase under a set of rules.
    ///
    /// # Errors
    /// Of kind input: the board is larger than 5×5.
    pub(crate) fn new(rules: Rules) -> Result<Space, Fault> {
        rules.check_board()?;
        let board = rules.board();
        let cells = board.cell_count();
        let subsets = Subsets::new(u32::from(cells) - 1, u32::from(rules.stones()));
        let subsets = subsets.expect("sets of at most 24 cells can be numbered");
        let described = rules.described();
        let facts = described.facts();
        let mut representatives = Vec::new();
        let mut class = Vec::new();
        let mut turns = Vec::new();
        for hole in 0..cells {
            let images = Symmetry::ALL.map(|symmetry| symmetry.apply(board, hole));
            let least = images.iter().copied().min().unwrap_or(hole);
            if least == hole {
                representatives.push(hole);
            }
            let number = representatives.iter().position(|&other| other == least);
            class.push(number.unwrap_or_default() as u8);
            turns.push(
                (0..8)
                    .filter(|&turn| images[usize::from(turn)] == least)
                    .collect(),
            );
        }
        Ok(Space {
            rules,
            board,
            full: board.full(),
            opens: rules.blocked == Blocked::Opens,
            subsets,
            near: facts.near.iter().map(|&near| u32::narrow(near)).collect(),
            patterns: (facts.lines.iter())
                .map(|lines| patterns(facts, lines))
                .collect(),
            representatives,
            class,
            turns,
            images: Symmetry::ALL
                .iter()
                .map(|&turn| images(board, turn))
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
        &self.subsets
    }

    /// The number of positions, every hole counted.
    pub fn positions(&self) -> u64 {
        u64::from(self.board.cell_count()) * self.subsets.len() as u64
    }

    /// The number of different numbers: classes of holes times sets of cells.
    pub fn len(&self) -> usize {
        self.representatives.len() * self.subsets.len()
    }

    /// Whether there are no positions; there always are.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The representative hole of each class, and how many holes the class has.
    pub(crate) fn classes(&self) -> Vec<(u8, u32)> {
        let holes = |class: usize| {
            let same = self.class.iter().filter(|&&of| usize::from(of) == class);
            same.count() as u32
        };
        self.representatives
            .iter()
            .enumerate()
            .map(|(class, &hole)| (hole, holes(class)))
            .collect()
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
        let class = usize::from(self.class[usize::from(slide.hole)]);
        let image = Slide {
            hole: self.representatives[class],
            own: self.image(slide.own, self.turns[usize::from(slide.hole)][0]),
        };
        self.index_in_class(class, image)
    }

    /// The positions with the representative hole that symmetries make of a position, each with its
    /// number; the same one may come several times.
    #[inline]
    pub(crate) fn images(&self, slide: Slide) -> impl Iterator<Item = (usize, Slide)> {
        let class = usize::from(self.class[usize::from(slide.hole)]);
        let hole = self.representatives[class];
        let turns = self.turns[usize::from(slide.hole)].iter();
        turns.map(move |&turn| {
            let own = self.image(slide.own, turn);
            let image = Slide { hole, own };
            (self.index_in_class(class, image), image)
        })
    }

    /// Whether no symmetry of the board that keeps the hole of a position, which is the representative of its class, makes a
    /// lesser set of the own stones.
    #[inline]
    pub(crate) fn is_first(&self, slide: Slide) -> bool {
        let turns = &self.turns[usize::from(slide.hole)];
        turns
            .iter()
            .all(|&turn| self.image(slide.own, turn) >= slide.own)
    }

    #[inline]
    fn index_in_class(&self, class: usize, image: Slide) -> usize {
        class * self.subsets.len() + self.subsets.rank(Space::squeeze(image))
    }

    #[inline]
    fn image(&self, own: u32, turn: u8) -> u32 {
        let [first, second, third] = &self.images[usize::from(turn)];
        let chunk = (1 << CHUNK) - 1;
        first[(own & chunk) as usize]
            | second[((own >> CHUNK) & chunk) as usize]
            | third[((own >> (2 * CHUNK)) & chunk) as usize]
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
                .any(|pattern| slide.own & pattern.mask == pattern.want)
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

fn patterns(facts: &Facts, lines: &[Vec<u8>]) -> Vec<Pattern> {
    let safe = u32::narrow(facts.safe);
    let mut all = Vec::new();
    for line in lines {
        let mut run = 0;
        for pair in line.windows(2).take(facts.run) {
            run |= 1_u32 << pair[0];
            let want = 1_u32 << pair[1];
            if run & !safe != 0 {
                let mask = run | want;
                all.push(Pattern { mask, want });
            }
        }
    }
    all
}

fn images(board: Board, turn: Symmetry) -> Images {
    let mut all = [[0; 1 << CHUNK]; 3];
    for (chunk, shift) in all.iter_mut().zip([0, CHUNK, 2 * CHUNK]) {
        for (bits, image) in (0_u32..).zip(chunk.iter_mut()) {
            *image = turn.apply_set(board, (bits << shift) & board.full::<u32>());
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
