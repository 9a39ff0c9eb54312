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

/// The kernels, written once. They go by places in slices cut to one length: iterators zipped four at a time
/// are not always inlined into functions with instructions of their own.
macro_rules! kernels {
    ($module:ident, $(#[$feature:meta])? $pext:path, $pdep:path) => {
        mod $module {
            use super::{Eye, Pen, Streams, Two};

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

#[cfg(test)]
mod tests;
