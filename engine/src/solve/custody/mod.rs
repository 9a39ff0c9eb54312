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
//! rows are the other side's sets are turned over when they are read (`source`).
//!
//! # The work
//!
//! Captures lead to fewer stones, so they are worth what they are worth from the beginning; a turn that
//! goes on after a capture is looked up too, for the tables keep what a position is worth *to the side
//! that has just captured* (see [`Chain`]). Where the same stone must go on, its captures are followed to the last on whole rows
//! (`captures`). What remains are quiet steps, iterated: a position is won if
//! one leads to a lost one, lost if all lead to won ones and no capture to better. Values are only ever
//! entered when they follow from what is known, so the order does not matter.
//! The last rounds, in which little is new, are like the others: to follow them one position at a time took five sixths of the time in
//! 250 lines more (`sudan` up to seven stones).
//!
//! # Custody by rows of bits
//! For win, draw and loss alone there are rows after all: `solve::custody`, whose comment has the layout on paper. What Teeko's rows rest on,
//! that a position's predecessors depend on one side's set only, is given up; what replaces it is that *a cell can be taken from, or added
//! to, all sets that have it, or do not, without changing their order*. Rows are sets of the side with fewer stones, one of each class,
//! columns the sets of the other among the cells left: no column overlaps, and two bits a position are all that memory holds, folded. To
//! unfold all rows would save the renaming of cells and take eight times the memory.
//!
//! A turn that goes on after a capture would be a tree. Instead a finished pair also keeps what its positions are worth to a side that has
//! *just captured*: `any` is "the best capture if there is one, else the other's turn", `free` "the better of a turn and the other's turn".
//! So a capture is one look-up however long its chain. It costs two more bits a position on disk, for these rules. Under `same` the stone
//! matters: rows say with which sets the stone that took can take again, and there the best of its next captures counts in place of what the
//! finished layer says, worked out in the same way on the rows of what is left (`custody::captures`). Turns of an extra move that must open a way
//! are worked out one at a time by the engine; so are all captures where `in_a_row=2`, since their number matters, and under `any` and `free` where
//! `blocked=opens`.
//!
//! Each operation is done to both rows at once, won and not lost, so that the bits of a mask are counted once; where the processor has `pext`
//! and `pdep`, they do it. A finished pair whose rows lie the other way round is turned over when it is read
//! (`custody::source`). Rows without an open position, and rows next to which nothing is new, are passed over. As values are entered only when they follow from known ones, any
//! order gives the same fixed point, and two cores need no locks.
//!
//! The audit of outcomes (`endgame::audit_rows`) has rows too, but none of these: every arrangement has a bit, rows are all sets of the side
//! to move and columns all sets of the other in one order, overlapping ones among them. A quiet step then relates two rows of the same
//! columns, 64 positions with one `or`, and neither compresses nor renames anything. Captures are made forwards by the engine, one position
//! at a time, where no quiet step wins already. It reads tables as everything else does, by one look-up for each arrangement, so that the
//! index is audited too. Columns are looked at in slices, so that it takes at most 1 GB besides the tables.

mod buffers;
mod captures;
mod game;
mod noncapture_steps;
mod one_at_a_time;
mod pair_captures;
mod pair_tables;
mod row_store;
mod solve_pair;
mod source;
mod table;

pub use game::{Chain, Custody};
pub use solve_pair::{needs, solve_pair};
pub use table::Outcomes;
pub(crate) use table::outcome_in;
