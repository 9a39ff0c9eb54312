//! Games of custody solved by rows of bits: win, draw or loss of every position.
//!
//! Two sides have like stones; a stone moves one cell, and the stones of the other side between the
//! cell it enters and another own stone are taken ([`Custody`]). Positions with the same numbers of
//! stones are solved together, whoever is to move, from those with fewer: a *pair*.
//!
//! # The layout
//!
//! Let the side with fewer stones (of equal numbers, one of them) have the set X and the other the set
//! Y. A row is a set X, one for each class under the symmetries; its columns are the sets Y among the
//! cells that X leaves empty, by rank. So there are no columns for sets that overlap. For either side
//! to move there are rows of bits: won, lost, and what captures are worth.
//!
//! Every move is then a few operations on whole rows, because *taking a cell away from sets that have
//! it, or adding it to sets that do not, changes neither their order nor the order of the others*:
//!
//! * X steps from a to b. The columns without b in the row before are those without a in the row after,
//!   in the same order: compress and expand (`bits`). If the row after is not the one that stands for
//!   its class, a symmetry g takes it there. Steps with the same g are worked out together on the row as g shows it; the cells of the
//!   sum are renamed back, by exchanges of two cells, which are two compressions and expansions each.
//! * Y steps from a to b. Both positions are in the same row: the columns with b, not a, and those with
//!   a, not b. All steps go through the sets Z = Y without the stone that moves, to which b, then a,
//!   are added: two compressions and expansions a cell, and a plain `or` for each pair of neighbours.
//! * Whether entering b takes nothing, or exactly the stones S, is a mask over the columns: for X, that Y
//!   has, or has not, the cells between b and the next stone of X on each line; for Y, that Z has, or
//!   has not, the cells just behind runs of X.
//! * A capture leads to the row of X, or of X without S, of a finished pair: its columns without S.
//!
//! So no position is ever transposed from rows to columns while its pair is solved. Finished pairs whose
//! rows are the other side's sets are turned over when they are read (`turn_over`).
//!
//! # The work
//!
//! Captures lead to fewer stones, so they are worth what they are worth from the beginning; a turn that
//! goes on after a capture is looked up too, for the tables keep what a position is worth *to the side
//! that has just captured* (see [`Chain`]). Where the same stone must go on, its captures are followed to the last on whole rows
//! (`captures`). What remains are quiet steps, iterated: a position is won if
//! one leads to a lost one, lost if all lead to won ones and no capture to better. Values are only ever
//! entered when they follow from what is known, so the order does not matter. When little is new in a
//! round, the rest is done one position at a time, row by row.

mod buffers;
mod captures;
mod columns;
mod game;
mod noncapture_steps;
mod one_at_a_time;
mod pair_captures;
mod pair_tables;
mod places;
mod row_store;
mod solve_pair;
mod source;
mod table;
mod turn_over;

pub use game::{Blocked, Chain, Custody, CustodyGame};
pub use solve_pair::{Progress, needs, solve_pair};
pub use table::{Outcomes, sets_of};
