//! The subsets of one size, numbered without gaps.

/// Numbers the subsets of `0..n` with exactly `k` members, as bit masks, from nought without gaps.
///
/// A mask is split into a high and a low half; the rank is a base for the high half plus the place
/// of the low half among the low halves with as many members. Ranking is two table look-ups.
///
/// # Examples
/// ```
/// use siga::solve::Subsets;
/// let subsets = Subsets::new(24, 12).unwrap();
/// assert_eq!(subsets.len(), 2_704_156);
/// assert_eq!(subsets.mask(subsets.rank(0xfff000)), 0xfff000);
/// assert!(Subsets::new(33, 4).is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subsets {
    k: u32,
    low_bits: u32,
    bases: Vec<u32>,
    low_ranks: Vec<u32>,
    lows: Vec<Vec<u32>>,
}

impl Subsets {
    /// The largest set: the tables have two to the half of it entries.
    pub const MAX: u32 = 32;

    /// The numbering of the `k`-subsets of `0..n`, or `None` if `n` is above [`Subsets::MAX`] or
    /// below `k`.
    ///
    /// Cost: tables of two to the n/2 entries.
    pub fn new(n: u32, k: u32) -> Option<Subsets> {
        if n > Subsets::MAX || k > n {
            return None;
        }
        let low_bits = n / 2;
        let mut lows: Vec<Vec<u32>> = vec![Vec::new(); low_bits as usize + 1];
        let mut low_ranks = Vec::with_capacity(1 << low_bits);
        for low in 0..1_u32 << low_bits {
            let class = &mut lows[low.count_ones() as usize];
            low_ranks.push(class.len() as u32);
            class.push(low);
        }
        let mut bases = vec![0];
        let mut total: u32 = 0;
        for high in 0..1_u32 << (n - low_bits) {
            let fitting = k
                .checked_sub(high.count_ones())
                .and_then(|rest| lows.get(rest as usize));
            total += fitting.map_or(0, |class| class.len() as u32);
            bases.push(total);
        }
        Some(Subsets {
            k,
            low_bits,
            bases,
            low_ranks,
            lows,
        })
    }

    /// The number of subsets.
    pub fn len(&self) -> usize {
        self.bases.last().map_or(0, |&total| total as usize)
    }

    /// Whether it is empty; it never is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a mask, which must have `k` members below `n`.
    #[inline]
    pub fn rank(&self, mask: u32) -> usize {
        let high = (mask >> self.low_bits) as usize;
        let low = (mask & ((1 << self.low_bits) - 1)) as usize;
        self.bases[high] as usize + self.low_ranks[low] as usize
    }

    /// The mask with a number below [`Subsets::len`].
    pub fn mask(&self, rank: usize) -> u32 {
        let rank = rank as u32;
        let high = self.bases.partition_point(|&base| base <= rank) as u32 - 1;
        let class = (self.k - high.count_ones()) as usize;
        let low = self.lows[class][(rank - self.bases[high as usize]) as usize];
        high << self.low_bits | low
    }

    /// The number of high halves: the ranges for [`Subsets::masks_of_highs`].
    pub(crate) fn highs(&self) -> usize {
        self.bases.len() - 1
    }

    /// The masks whose high halves lie in a range, in order of their numbers, each with its number.
    pub(crate) fn masks_of_highs(
        &self,
        highs: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (usize, u32)> {
        highs.flat_map(move |high| {
            let class = self
                .k
                .checked_sub((high as u32).count_ones())
                .and_then(|rest| self.lows.get(rest as usize))
                .map_or(&[][..], Vec::as_slice);
            let base = self.bases[high] as usize;
            let shifted = (high as u32) << self.low_bits;
            class
                .iter()
                .enumerate()
                .map(move |(place, &low)| (base + place, shifted | low))
        })
    }

    /// All masks in order of their numbers.
    pub fn masks(&self) -> impl Iterator<Item = u32> {
        self.masks_of_highs(0..self.highs()).map(|(_, mask)| mask)
    }
}
