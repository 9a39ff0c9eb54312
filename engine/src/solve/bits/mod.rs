//! Bits picked out of rows and put into others, in their order.
//!
//! On x86-64 processors with BMI2 one instruction does this for 64 bits (`pext`, `pdep`); elsewhere a
//! loop over the bits of the mask does. Both are made from the same text.
//!
//! This is the only place with unsafe code. The kernels are safe functions (slices, bounds checked) that may only be called
//! where the processor has their instructions, and each call stands behind that question. Their test runs under Miri:
//!
//! ```text
//! RUSTFLAGS="-C target-feature=+bmi1,+bmi2,+popcnt" cargo +nightly miri test --no-default-features --lib solve::bits
//! ```

use std::hint::select_unpredictable;

use crate::solve::Subsets;

/// Two rows, or two streams, of which the same is done to both: what is counted of a mask is counted once.
pub(super) type Two<T> = [T; 2];

/// Streams for scratch.
pub(super) type Streams = [Vec<u64>; 4];

/// The bits of `word` under `mask`, moved together at the low end.
fn pext(word: u64, mut mask: u64) -> u64 {
    let (mut found, mut place) = (0, 0);
    while mask != 0 {
        found |= (word >> mask.trailing_zeros() & 1) << place;
        place += 1;
        mask &= mask - 1;
    }
    found
}

/// The low bits of `word`, moved to those of `mask`.
fn pdep(mut word: u64, mut mask: u64) -> u64 {
    let mut found = 0;
    while mask != 0 {
        found |= (word & 1) << mask.trailing_zeros();
        word >>= 1;
        mask &= mask - 1;
    }
    found
}

/// Writes two streams of bits into words, as many bits to either.
struct Pen<'a> {
    outs: Two<&'a mut [u64]>,
    at: usize,
    words: Two<u64>,
    fill: u32,
}

impl<'a> Pen<'a> {
    #[inline(always)]
    fn new([one, two]: Two<&'a mut [u64]>) -> Pen<'a> {
        // Equal lengths: one check of bounds does for both.
        let len = one.len().min(two.len());
        Pen {
            outs: [&mut one[..len], &mut two[..len]],
            at: 0,
            words: [0; 2],
            fill: 0,
        }
    }

    #[inline(always)]
    fn put(&mut self, bits: Two<u64>, count: u32) {
        let fill = self.fill + count;
        for (which, bits) in bits.into_iter().enumerate() {
            let full = self.words[which] | bits << self.fill;
            self.outs[which][self.at] = full;
            let over = (bits >> 1) >> (63 - self.fill);
            self.words[which] = select_unpredictable(fill >= 64, over, full);
        }
        self.at += (fill >> 6) as usize;
        self.fill = fill & 63;
    }

    /// Writes what is left, and a word of noughts.
    #[inline(always)]
    fn end(self) {
        for (out, word) in self.outs.into_iter().zip(self.words) {
            out[self.at] = word;
            if let Some(after) = out.get_mut(self.at + 1) {
                *after = 0;
            }
        }
    }
}

/// Reads two streams of bits from words, as many bits from either; there must be a word after the last.
struct Eye<'a> {
    from: Two<&'a [u64]>,
    at: usize,
    fill: u32,
}

impl<'a> Eye<'a> {
    #[inline(always)]
    fn new([one, two]: Two<&'a [u64]>) -> Eye<'a> {
        let len = one.len().min(two.len());
        Eye {
            from: [&one[..len], &two[..len]],
            at: 0,
            fill: 0,
        }
    }

    /// At least `count` bits of either.
    #[inline(always)]
    fn take(&mut self, count: u32) -> Two<u64> {
        let (at, fill) = (self.at, self.fill);
        let [one, two] = self.from;
        // A rotation and a mask in place of a shift by two words at once, which is slow on some processors.
        let above = !(u64::MAX >> fill);
        let bits = [
            one[at] >> fill | one[at + 1].rotate_right(fill) & above,
            two[at] >> fill | two[at + 1].rotate_right(fill) & above,
        ];
        let fill = fill + count;
        self.at += (fill >> 6) as usize;
        self.fill = fill & 63;
        bits
    }
}

/// Bits of one word that belong into another, in their order.
#[derive(Debug, Clone, Copy)]
pub(in crate::solve) struct Transfer {
    /// The bits of the word they come from.
    pub(in crate::solve) from: u64,
    /// Their places in the word they go to.
    pub(in crate::solve) to: u64,
    /// The other word: where they come from, if transfers are sorted by where they go; or the other way round.
    pub(in crate::solve) word: u32,
    /// The row of the word they come from, if there are several.
    pub(in crate::solve) row: u32,
}

/// Where the row of a set stands in a layer.
pub(super) struct Home {
    /// The class of the set.
    pub(super) class: u32,
    /// The set that stands for the class.
    pub(super) first: u32,
    /// The number of a symmetry that takes the set there.
    pub(super) carrier: u8,
}

/// A layer in which sets are looked up: its codes, and where the row of every set stands.
pub(super) struct Homes<'a> {
    /// Two bits a place.
    pub(super) codes: &'a [u8],
    /// The number of places in a row.
    pub(super) row: usize,
    /// By the number of the set in `ranks`.
    pub(super) homes: &'a [Home],
    /// All cells of the board.
    pub(super) full: u32,
    pub(super) ranks: &'a Subsets,
    /// The columns of a row of the layer.
    pub(super) from: &'a Subsets,
    /// The columns of a row that is asked for.
    pub(super) to: &'a Subsets,
}

/// The kernels, written once. They go by places in slices cut to one length: iterators zipped four at a time
/// are not always inlined into functions with instructions of their own.
macro_rules! kernels {
    ($module:ident, $(#[$feature:meta])? $pext:path, $pdep:path) => {
        mod $module {
            use super::{Eye, Homes, Pen, Streams, Transfer, Two};

            $(#[$feature])?
            pub(super) fn compress([one, two]: Two<&[u64]>, mask: &[u64], outs: Two<&mut [u64]>) {
                let words = one.len().min(two.len()).min(mask.len());
                let (one, two, mask) = (&one[..words], &two[..words], &mask[..words]);
                let mut pen = Pen::new(outs);
                for at in 0..words {
                    let mask = mask[at];
                    pen.put([$pext(one[at], mask), $pext(two[at], mask)], mask.count_ones());
                }
                pen.end();
            }

            $(#[$feature])?
            pub(super) fn expand(streams: Two<&[u64]>, mask: &[u64], [one, two]: Two<&mut [u64]>) {
                let words = one.len().min(two.len()).min(mask.len());
                let (one, two, mask) = (&mut one[..words], &mut two[..words], &mask[..words]);
                let mut eye = Eye::new(streams);
                for at in 0..words {
                    let mask = mask[at];
                    let bits = eye.take(mask.count_ones());
                    one[at] |= $pdep(bits[0], mask);
                    two[at] |= $pdep(bits[1], mask);
                }
            }

            $(#[$feature])?
            pub(super) fn gather(
                transfers: &[Transfer],
                ends: &[u32],
                rows: &[&[u64]],
                all: &[u64],
                out: &mut [u64],
            ) {
                let mut begin = 0;
                for ((&end, &all), out) in ends.iter().zip(all).zip(out) {
                    let mut found = 0;
                    for transfer in &transfers[begin..end as usize] {
                        let word = rows[transfer.row as usize][transfer.word as usize];
                        found |= $pdep($pext(word, transfer.from), transfer.to);
                        if found == all {
                            break;
                        }
                    }
                    *out = found;
                    begin = end as usize;
                }
            }

            $(#[$feature])?
            pub(super) fn count(row: &[u64]) -> u64 {
                row.iter().map(|word| u64::from(word.count_ones())).sum()
            }

            $(#[$feature])?
            pub(super) fn swap(
                [one, two]: Two<&mut [u64]>,
                first: &[u64],
                second: &[u64],
                streams: &mut Streams,
            ) {
                let words = one.len().min(two.len()).min(first.len()).min(second.len());
                let (one, two) = (&mut one[..words], &mut two[..words]);
                let (first, second) = (&first[..words], &second[..words]);
                let [a, b, c, d] = streams;
                let (mut first_pen, mut second_pen) = (Pen::new([a, b]), Pen::new([c, d]));
                for at in 0..words {
                    let (first, second) = (first[at] & !second[at], second[at] & !first[at]);
                    let (one, two) = (one[at], two[at]);
                    first_pen.put([$pext(one, first), $pext(two, first)], first.count_ones());
                    second_pen.put([$pext(one, second), $pext(two, second)], second.count_ones());
                }
                first_pen.end();
                second_pen.end();
                let (mut first_eye, mut second_eye) = (Eye::new([a, b]), Eye::new([c, d]));
                for at in 0..words {
                    let (first, second) = (first[at] & !second[at], second[at] & !first[at]);
                    let there = second_eye.take(first.count_ones());
                    let here = first_eye.take(second.count_ones());
                    let rest = !(first | second);
                    one[at] = one[at] & rest | $pdep(there[0], first) | $pdep(here[0], second);
                    two[at] = two[at] & rest | $pdep(there[1], first) | $pdep(here[1], second);
                }
            }

            $(#[$feature])?
            pub(super) fn look_up(
                layer: &Homes,
                set: u32,
                images: &[u32],
                [high, low]: Two<&mut [u64]>,
            ) {
                let left = u64::from(layer.full & !set);
                let mut masks = layer.to.masks();
                // First where a word's codes stand, then the codes: what is waited for is memory, and it is waited for together.
                let mut places = [0; 64];
                for (high, low) in high.iter_mut().zip(low) {
                    let mut count = 0;
                    for (place, squeezed) in places.iter_mut().zip(&mut masks) {
                        let other = $pdep(squeezed.into(), left) as u32;
                        let home = &layer.homes[layer.ranks.rank(other)];
                        let image = images[usize::from(home.carrier)];
                        let outside = u64::from(layer.full & !home.first);
                        let column = layer.from.rank($pext(image.into(), outside) as u32);
                        *place = home.class as usize * layer.row + column;
                        count += 1;
                    }
                    for (bit, at) in places[..count].iter().enumerate() {
                        let code = u64::from(layer.codes[at / 4] >> (2 * (at % 4)));
                        *high |= (code >> 1 & 1) << bit;
                        *low |= (code & 1) << bit;
                    }
                }
            }
        }
    };
}

kernels!(portable, super::pext, super::pdep);

#[cfg(target_arch = "x86_64")]
kernels!(
    native,
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    std::arch::x86_64::_pext_u64,
    std::arch::x86_64::_pdep_u64
);

/// Calls a kernel, the faster one where the processor has it.
macro_rules! either {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the only condition is that the processor has these instructions.
            #[allow(unsafe_code)]
            return unsafe { native::$name($($argument),*) };
        }
        portable::$name($($argument),*)
    }};
}

/// Moves the bits of two rows under a mask together; the outs must have a word more than the rows.
pub(super) fn compress(rows: Two<&[u64]>, mask: &[u64], outs: Two<&mut [u64]>) {
    either!(compress(rows, mask, outs))
}

/// Adds the bits of two streams, in their order, to two rows at the places of a mask. There must be a word
/// after the last of a stream.
pub(super) fn expand(streams: Two<&[u64]>, mask: &[u64], rows: Two<&mut [u64]>) {
    either!(expand(streams, mask, rows))
}

/// Fills each word of a row with the union of what its transfers bring from words of other rows. Those of a word end where
/// `ends` says, and are left off when the word is `all` that it can be.
pub(in crate::solve) fn gather(
    transfers: &[Transfer],
    ends: &[u32],
    rows: &[&[u64]],
    all: &[u64],
    out: &mut [u64],
) {
    either!(gather(transfers, ends, rows, all, out))
}

/// The number of bits that are set.
pub(in crate::solve) fn count(row: &[u64]) -> u64 {
    either!(count(row))
}

/// Exchanges what two rows have at the places of `first` alone with what they have at those of `second`
/// alone, in their order; there must be as many of either. The streams are for scratch.
pub(super) fn swap(rows: Two<&mut [u64]>, first: &[u64], second: &[u64], streams: &mut Streams) {
    for stream in streams.iter_mut() {
        if stream.len() < first.len() + 2 {
            stream.resize(first.len() + 2, 0);
        }
    }
    either!(swap(rows, first, second, streams))
}

/// Adds the two bits of every set disjoint from `set` to its row: its columns are in the order of `layer.to`, and `images` are where
/// `set` goes under each symmetry.
pub(super) fn look_up(layer: &Homes, set: u32, images: &[u32], row: Two<&mut [u64]>) {
    either!(look_up(layer, set, images, row))
}

#[cfg(test)]
mod tests;
