//! Retrograde analysis of games of placing and moving like pieces, layer by layer.
//!
//! A [`LayeredGame`] says which cells, moves, goals and layers there are; a [`Solver`] solves the layers
//! in the order of [`plan`] into [`LayerTable`]s, which hold for every position whether the side to
//! move wins and in how many plies. Games whose pieces take each other say what can be done and
//! taken back in a position instead ([`ReversibleGame`]), and [`solve_moves`] makes the same tables.
//!
//! # Solving by rows of bits
//! Teeko and twenty-five are solved by `solve::retro`, which knows a game as a trait: cells, symmetries, how a piece moves, what a goal is,
//! and what a side may do with so many pieces on the board. A *layer* is all positions with so many pieces of the side to move and of the
//! other. As nothing is taken, a move on the board leads to the layer with the sides exchanged, a drop to a fuller one; layers are solved
//! from the fullest on, and a layer that is done is all that a stopped build needs. Layers may also be solved ply by ply together, one of
//! them under several rules: so Teeko's variants share the movement phase, whose matrices need not be replayed for each of them.
//!
//! A layer is two bit matrices: rows are the sets of the side that has just moved, columns those of the side to move; one says *lost*, the other
//! *not known to be won*. A set's row of positions won in `p` plies is then the union of the rows of *lost* that its moves lead to, and its row
//! of positions not yet lost the union of rows of *not known to be won*: the condition that the cell entered is empty is in the rows already,
//! since a position whose sets overlap is in neither. A jump over a piece of the other side needs one more row, of the sets that have a piece
//! there. So each ply is a few dozen `or`s of rows, 64 positions at a time. A drop is one more row, in the matrices of the fuller layer, which
//! are replayed from its values ply by ply beside the layer being solved; where the opponent says where to drop, the union is of complements.
//!
//! Unions are formed for one set of each class under the symmetries only. Their new members are written, with all their images, into the
//! matrices: once in the life of a position. For that the sets are numbered orbit by orbit. The images of a row then lie in one run of rows,
//! runs are shared out to the cores as slices, and neither locks nor atomic words are needed; odd plies read one matrix and write the other,
//! even plies the reverse, so that nothing is written while it is read (where a side can lose by its own move a ply does both, and writes
//! afterwards). Rows carry 64 marks of which blocks have changed, so that late plies
//! cost little. Teeko's movement phase, 75,446,910 positions, takes 0.6 CPU seconds so, and a plain retrograde analysis in C 32.
//!
//! The folded index is the class of the first set times the sets of the other, plus the other's rank among the cells left. A set with
//! symmetries of its own leaves images of one position at several places; they hold equal values (a test looks), and the counts weigh every
//! class by its orbit.
//!
//! Sidja's endgames with turns share the folded index, the codes and the files, but not the rows: what a move takes, and so whether it stays
//! among equal numbers of stones, depends on both sides' sets, and so does who is blocked; the rows rest on a position's predecessors
//! depending on one side's set alone. For such games there is a second solver (`solve_moves`), one position at a time. A game says what its
//! turns to other layers are worth, which turns stay, and which lead here (`Moves`): a turn with all its captures is a ply, so that the side
//! to move changes with every ply and a win has an odd, a loss an even number of them, as the codes say. Only one of the places that hold
//! images of a position decides when several threads find it at once; the others are then filled. Sliding and taking are the same under all
//! eight symmetries of a board with a centre cell, whatever the rules say of the placing.

mod counts;
mod game;
mod layer_in_progress;
mod matrix;
mod sets;
mod single;
mod solution;
mod solver;
mod space;
mod table;
mod value;

pub use super::worth::Outcome;
pub use counts::{Decided, LayerTotals};
pub(crate) use game::plain_targets;
pub use game::{Blocked, Chooser, Goal, Layer, LayeredGame, Step, TurnKinds, plan};
pub(crate) use sets::SetMap;
pub use sets::Sets;
pub(in crate::solve) use sets::{image, spread, squeeze};
pub use single::{ReversibleGame, index_of, solve_moves};
pub use solution::{Solution, Values, closure};
pub use solver::{SolveError, Solver, Tick};
pub use table::{LayerIndex, LayerTable};
pub use value::{Code, Scale};
