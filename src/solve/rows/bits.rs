//! Bits picked out of rows and put into others, in their order.
//!
//! On x86-64 processors with BMI2 one instruction does this for 64 bits (`pext`, `pdep`); elsewhere a
//! loop over the bits of the mask does. Both are made from the same text.
//!
//! This is the only place with unsafe code. The kernels are safe functions (slices, bounds checked) that may only be called
//! where the processor has their instructions, and each call stands behind that question. Their test runs under Miri:
//!
//! ```text
//! RUSTFLAGS="-C target-feature=+bmi1,+bmi2,+popcnt" cargo +nightly miri test --no-default-features --lib rows::bits
//! ```

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

/// Writes a stream of bits into words.
struct Pen<'a> {
    out: &'a mut [u64],
    at: usize,
    word: u64,
    fill: u32,
}

impl<'a> Pen<'a> {
    fn new(out: &'a mut [u64]) -> Pen<'a> {
        let (at, word, fill) = (0, 0, 0);
        Pen {
            out,
            at,
            word,
            fill,
        }
    }

    #[inline(always)]
    fn put(&mut self, bits: u64, count: u32) {
        let full = self.word | bits << self.fill;
        self.out[self.at] = full;
        let over = (bits >> 1) >> (63 - self.fill);
        let fill = self.fill + count;
        self.word = if fill >= 64 { over } else { full };
        self.at += (fill >> 6) as usize;
        self.fill = fill & 63;
    }

    /// Writes what is left, and a word of noughts.
    #[inline(always)]
    fn end(self) {
        self.out[self.at] = self.word;
        if let Some(after) = self.out.get_mut(self.at + 1) {
            *after = 0;
        }
    }
}

/// Reads a stream of bits from words; there must be a word after the last.
struct Eye<'a> {
    from: &'a [u64],
    at: usize,
    fill: u32,
}

impl<'a> Eye<'a> {
    fn new(from: &'a [u64]) -> Eye<'a> {
        Eye {
            from,
            at: 0,
            fill: 0,
        }
    }

    /// At least so many bits.
    #[inline(always)]
    fn take(&mut self, count: u32) -> u64 {
        let high = self.from.get(self.at + 1).copied().unwrap_or(0);
        let bits = self.from[self.at] >> self.fill | (high << 1) << (63 - self.fill);
        let fill = self.fill + count;
        self.at += (fill >> 6) as usize;
        self.fill = fill & 63;
        bits
    }
}

/// The three kernels, written once.
macro_rules! kernels {
    ($module:ident, $(#[$feature:meta])? $pext:path, $pdep:path) => {
        mod $module {
            use super::{Eye, Pen};

            $(#[$feature])?
            pub(super) fn compress(row: &[u64], mask: &[u64], out: &mut [u64]) {
                let mut pen = Pen::new(out);
                for (&word, &mask) in row.iter().zip(mask) {
                    pen.put($pext(word, mask), mask.count_ones());
                }
                pen.end();
            }

            $(#[$feature])?
            pub(super) fn expand(stream: &[u64], mask: &[u64], row: &mut [u64]) {
                let mut eye = Eye::new(stream);
                for (word, &mask) in row.iter_mut().zip(mask) {
                    *word |= $pdep(eye.take(mask.count_ones()), mask);
                }
            }

            $(#[$feature])?
            pub(super) fn compress_rows<const N: usize>(
                rows: [&[u64]; N],
                mask: &[u64],
                outs: &mut [Vec<u64>; N],
            ) {
                let rows = rows.map(|row| &row[..mask.len()]);
                let (mut at, mut fill, mut pens) = (0, 0, [0_u64; N]);
                for (place, &mask) in mask.iter().enumerate() {
                    let count = mask.count_ones();
                    let last = fill + count >= 64;
                    for ((row, pen), out) in rows.iter().zip(&mut pens).zip(outs.iter_mut()) {
                        let bits = $pext(row[place], mask);
                        let full = *pen | bits << fill;
                        out[at] = full;
                        let over = (bits >> 1) >> (63 - fill);
                        *pen = if last { over } else { full };
                    }
                    at += usize::from(last);
                    fill = (fill + count) & 63;
                }
                for (pen, out) in pens.iter().zip(outs.iter_mut()) {
                    out[at] = *pen;
                    out[at + 1] = 0;
                }
            }

            $(#[$feature])?
            pub(super) fn expand_rows<const N: usize>(
                streams: [&[u64]; N],
                mask: &[u64],
                rows: &mut [&mut [u64]; N],
            ) {
                let (mut at, mut fill) = (0, 0);
                for (place, &mask) in mask.iter().enumerate() {
                    for (stream, row) in streams.iter().zip(rows.iter_mut()) {
                        let (low, high) = (stream[at], stream[at + 1]);
                        let bits = low >> fill | (high << 1) << (63 - fill);
                        row[place] |= $pdep(bits, mask);
                    }
                    fill += mask.count_ones();
                    at += (fill >> 6) as usize;
                    fill &= 63;
                }
            }

            $(#[$feature])?
            pub(super) fn swap(
                row: &mut [u64],
                first: &[u64],
                second: &[u64],
                streams: &mut [Vec<u64>; 2],
            ) {
                let [one, two] = streams;
                let (mut first_pen, mut second_pen) = (Pen::new(one), Pen::new(two));
                for ((&word, &first), &second) in row.iter().zip(first).zip(second) {
                    let (first, second) = (first & !second, second & !first);
                    first_pen.put($pext(word, first), first.count_ones());
                    second_pen.put($pext(word, second), second.count_ones());
                }
                first_pen.end();
                second_pen.end();
                let (mut first_eye, mut second_eye) = (Eye::new(one), Eye::new(two));
                for ((word, &first), &second) in row.iter_mut().zip(first).zip(second) {
                    let (first, second) = (first & !second, second & !first);
                    let there = $pdep(second_eye.take(first.count_ones()), first);
                    let here = $pdep(first_eye.take(second.count_ones()), second);
                    *word = *word & !(first | second) | there | here;
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

/// Moves the bits of a row under a mask together; `out` must have a word more than the row.
pub(in crate::solve) fn compress(row: &[u64], mask: &[u64], out: &mut [u64]) {
    either!(compress(row, mask, out))
}

/// Adds the bits of a stream, in their order, to a row at the places of a mask.
pub(in crate::solve) fn expand(stream: &[u64], mask: &[u64], row: &mut [u64]) {
    either!(expand(stream, mask, row))
}

/// [`compress`] of several rows at once: `outs` must have two words more than a row.
pub(in crate::solve) fn compress_rows<const N: usize>(
    rows: [&[u64]; N],
    mask: &[u64],
    outs: &mut [Vec<u64>; N],
) {
    either!(compress_rows(rows, mask, outs))
}

/// [`expand`] of several streams at once; each must have two words more than are read.
pub(in crate::solve) fn expand_rows<const N: usize>(
    streams: [&[u64]; N],
    mask: &[u64],
    rows: &mut [&mut [u64]; N],
) {
    either!(expand_rows(streams, mask, rows))
}

/// Exchanges what a row has at the places of `first` alone with what it has at those of `second`
/// alone, in their order; there must be as many of either. The streams are for scratch.
pub(in crate::solve) fn swap(
    row: &mut [u64],
    first: &[u64],
    second: &[u64],
    streams: &mut [Vec<u64>; 2],
) {
    for stream in streams.iter_mut() {
        if stream.len() < row.len() + 2 {
            stream.resize(row.len() + 2, 0);
        }
    }
    either!(swap(row, first, second, streams))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn kernels_agree_with_single_bits() {
        let mut random = rand_pcg::Pcg64::seed_from_u64(11);
        for words in [1, 2, 3, 17] {
            for _ in 0..50 {
                let mut draw = |_: usize| -> u64 {
                    match random.random_range(0..4) {
                        0 => 0,
                        1 => u64::MAX,
                        _ => random.random(),
                    }
                };
                let row: Vec<u64> = (0..words).map(&mut draw).collect();
                let mask: Vec<u64> = (0..words).map(&mut draw).collect();
                let other: Vec<u64> = (0..words).map(&mut draw).collect();
                let bit = |row: &[u64], at: usize| row[at / 64] >> (at % 64) & 1;
                let under: Vec<usize> = (0..64 * words).filter(|&at| bit(&mask, at) == 1).collect();
                let mut outs = [vec![7; words + 2], vec![7; words + 2]];
                compress(&row, &mask, &mut outs[0]);
                portable::compress(&row, &mask, &mut outs[1]);
                for out in &outs {
                    for (to, &from) in under.iter().enumerate() {
                        assert_eq!(bit(out, to), bit(&row, from));
                    }
                }
                let mut backs = [other.clone(), other.clone()];
                expand(&outs[0], &mask, &mut backs[0]);
                portable::expand(&outs[0], &mask, &mut backs[1]);
                for back in &backs {
                    for word in 0..words {
                        assert_eq!(back[word], other[word] | row[word] & mask[word]);
                    }
                }
                // Two rows at once are as one and the other.
                let mut other_out = vec![7; words + 2];
                compress(&other, &mask, &mut other_out);
                let both = [&row[..], &other[..]];
                let mut streams = [vec![7; words + 2], vec![7; words + 2]];
                let mut portable_streams = streams.clone();
                compress_rows(both, &mask, &mut streams);
                portable::compress_rows(both, &mask, &mut portable_streams);
                assert_eq!(streams, portable_streams);
                for (stream, out) in streams.iter().zip([&outs[0], &other_out]) {
                    for at in 0..under.len() {
                        assert_eq!(bit(stream, at), bit(out, at));
                    }
                }
                let mut pair = [other.clone(), vec![0; words]];
                let mut portable_pair = pair.clone();
                let from = || streams.each_ref().map(|stream| &stream[..]);
                expand_rows(from(), &mask, &mut pair.each_mut().map(|row| &mut row[..]));
                let mut rows = portable_pair.each_mut().map(|row| &mut row[..]);
                portable::expand_rows(from(), &mask, &mut rows);
                assert_eq!(pair, portable_pair);
                for word in 0..words {
                    assert_eq!(pair[0][word], other[word] | row[word] & mask[word]);
                    assert_eq!(pair[1][word], other[word] & mask[word]);
                }
            }
        }
    }
}
