//! The sliding phase of a board of 3 or 5 cells a side.

use crate::board::{Board, Symmetry};
use crate::games::sidja::moves::{Chain, Engine, State};
use crate::games::sidja::{Position, Rules, Unsolved};
use crate::solve::Subsets;

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

/// Bits a symmetry looks up at a time; three look-ups cover 25 cells.
const CHUNK: u32 = 9;

/// Where each of the three chunks of cells goes under a symmetry.
type Images = [[u32; 1 << CHUNK]; 3];

/// The positions of the sliding phase.
#[derive(Debug, Clone)]
pub struct Space {
    rules: Rules,
    /// The moves; of a limit on those without a capture nothing is known here.
    engine: Engine<u32>,
    subsets: Subsets,
    /// By symmetry: where each chunk of cells goes.
    images: Vec<Images>,
}

impl Space {
    /// The sliding phase under a set of rules.
    ///
    /// # Errors
    /// [`Unsolved::Board`]: the board is larger than 5×5.
    pub(crate) fn new(rules: Rules) -> Result<Space, Unsolved> {
        Unsolved::check_board(&rules)?;
        let board = rules.board();
        let all = Subsets::new(u32::from(board.cell_count()) - 1, rules.stones().into());
        let parts = Engine::new(rules.without_limit()).zip(all);
        let (engine, subsets) = parts.ok_or(Unsolved::Board { size: board.size() })?;
        let images = Symmetry::ALL.iter().map(|&turn| images(board, turn));
        Ok(Space {
            rules,
            engine,
            subsets,
            images: images.collect(),
        })
    }

    /// The moves.
    pub(crate) fn engine(&self) -> &Engine<u32> {
        &self.engine
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.engine.board()
    }

    /// The sets of cells one side can hold around a hole, numbered.
    pub fn subsets(&self) -> &Subsets {
        &self.subsets
    }

    /// The number of positions, every hole counted.
    pub fn positions(&self) -> u64 {
        u64::from(self.board().cell_count()) * self.subsets.len() as u64
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

    /// The placements that the eight symmetries of the board make of one, the centre being empty; the same one may come several times.
    #[inline]
    pub(crate) fn images(&self, placement: Slide) -> impl Iterator<Item = Slide> {
        let image = move |images| Slide {
            own: Space::image(images, placement.own),
            ..placement
        };
        self.images.iter().map(image)
    }

    /// Whether none of them has a lesser set of the own stones.
    #[inline]
    pub(crate) fn is_first(&self, placement: Slide) -> bool {
        self.images(placement)
            .all(|image| image.own >= placement.own)
    }

    #[inline]
    fn image([first, second, third]: &Images, own: u32) -> u32 {
        let chunk = (1 << CHUNK) - 1;
        first[(own & chunk) as usize]
            | second[((own >> CHUNK) & chunk) as usize]
            | third[((own >> (2 * CHUNK)) & chunk) as usize]
    }

    /// The opponent's stones.
    #[inline]
    pub(crate) fn enemy(&self, slide: Slide) -> u32 {
        self.board().full::<u32>() & !slide.own & !(1 << slide.hole)
    }

    /// The position for the engine.
    #[inline]
    pub(super) fn turn(&self, slide: Slide) -> State<u32> {
        self.engine.turn(slide.own, self.enemy(slide))
    }

    /// Whether a move takes something; then every move does, and the same stones.
    #[inline]
    pub fn takes(&self, slide: Slide) -> bool {
        let taken = || self.engine.taken(slide.own, self.enemy(slide), slide.hole);
        self.beside(slide) != 0 && taken() != 0
    }

    /// The own stones beside the hole.
    #[inline]
    pub(super) fn beside(&self, slide: Slide) -> u32 {
        slide.own & self.engine.near(slide.hole)
    }
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
