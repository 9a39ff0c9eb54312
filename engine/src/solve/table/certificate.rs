//! Certificates: a sample of positions that somebody else can draw again, without this program.
//!
//! A sample is worth something because nobody chose it. Each layer's positions come from a stream of numbers that the
//! seed alone determines, and unless another is asked for, the seed is the hash of the tables themselves: who changes a
//! value gets other positions. `docs/tables.md` describes it for other programs; `tools/verify.py` is one.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use crate::solve::retro::Layer;

/// The positions that a certificate samples of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The layer.
    pub layer: Layer,
    /// The size of the sample, drawn with repetition.
    pub samples: u64,
}

/// Shares out samples among layers, of each of which the number of arrangements is given: every layer as much as any other, but none more than it has
/// arrangements; what small ones leave goes to the larger ones.
///
/// # Examples
/// ```
/// use siga::solve::retro::Layer;
/// use siga::solve::table::shares;
/// let layers = [(Layer::new(1, 1), 600), (Layer::new(0, 0), 1), (Layer::new(0, 1), 25)];
/// let samples: Vec<u64> = shares(&layers, 100).iter().map(|share| share.samples).collect();
/// assert_eq!(samples, [74, 1, 25]);
/// ```
pub fn shares(layers: &[(Layer, u64)], samples: u64) -> Vec<Share> {
    let mut order: Vec<usize> = (0..layers.len()).collect();
    order.sort_by_key(|&at| (layers[at].1, layers[at].0));
    let mut shares: Vec<Share> = (layers.iter())
        .map(|&(layer, _)| Share { layer, samples: 0 })
        .collect();
    let mut left = samples;
    for (done, &at) in order.iter().enumerate() {
        shares[at].samples = layers[at].1.min(left / (order.len() - done) as u64);
        left -= shares[at].samples;
    }
    shares
}

/// Positions of a layer on a board of `cells` cells, drawn at random without end: the sets of the side to move and of the other.
///
/// The seed, a blank, the layer, a blank and a number from 0 on, in ASCII, are hashed with SHA-256; each hash is four
/// numbers below 2^64, the lowest byte first. A number x draws one of k things: that at place ⌊x·k / 2^64⌋. The cells stand in
/// order; the piece number i is put on one of those from place i on, which changes places with the one at i.
fn drawn(seed: &str, layer: Layer, cells: u8) -> impl Iterator<Item = (u32, u32)> {
    let mut numbers = (0_u64..).flat_map(move |block| {
        let hash = Sha256::digest(format!("{seed} {layer} {block}"));
        let parts = hash.as_chunks::<8>().0.iter();
        let numbers: Vec<u64> = parts.map(|bytes| u64::from_le_bytes(*bytes)).collect();
        numbers
    });
    std::iter::from_fn(move || {
        let mut order: Vec<u8> = (0..cells).collect();
        let mut sets = [0; 2];
        for at in 0..layer.total().min(cells) {
            let from = u128::from(cells - at);
            let drawn = ((u128::from(numbers.next()?) * from) >> 64) as usize;
            order.swap(at.into(), usize::from(at) + drawn);
            sets[usize::from(at >= layer.own)] |= 1 << order[usize::from(at)];
        }
        Some((sets[0], sets[1]))
    })
}

/// The codes of a layer's share: of each position drawn, then of the different ones that follow it, in ascending order of the set of the side then
/// to move and, for equal ones, of the other's. `None` if one is not known.
pub(crate) fn codes_of_share(
    share: Share,
    (seed, cells): (&str, u8),
    code: &dyn Fn(u32, u32) -> Option<u8>,
    next: impl Fn(u32, u32) -> BTreeSet<(u32, u32)>,
) -> Option<Vec<u8>> {
    let mut codes = Vec::new();
    for (own, other) in drawn(seed, share.layer, cells).take(share.samples as usize) {
        codes.push(code(own, other)?);
        for (own, other) in next(own, other) {
            codes.push(code(own, other)?);
        }
    }
    Some(codes)
}
