//! Machine words as sets of cells.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A machine word used as a set of cell indices: `u32`, `u64` or `u128`.
///
/// Move generation is generic over this trait, so that a 5×5 board works in 32 bits.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const ZERO: Self;
    /// The number of bits of the word.
    const WIDTH: u32;

    /// The set with one member; the index must be below [`Bits::WIDTH`].
    fn bit(index: u8) -> Self;
    /// The number of members.
    fn count(self) -> u32;
    /// The least member, or `None` if the set is empty.
    fn lowest(self) -> Option<u8>;
    /// The set without its least member.
    fn without_lowest(self) -> Self;
    /// This set in 128 bits.
    fn widen(self) -> u128;
    /// The members of a 128-bit set that fit into this word.
    fn narrow(wide: u128) -> Self;

    /// Whether the set has no member.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    /// Whether the index is a member.
    #[inline]
    fn has(self, index: u8) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// The members of this set that are not in the other.
    #[inline]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// The members in ascending order.
    #[inline]
    fn ones(self) -> impl Iterator<Item = u8> + Clone {
        let mut left = self;
        std::iter::from_fn(move || {
            let lowest = left.lowest()?;
            left = left.without_lowest();
            Some(lowest)
        })
    }
}

macro_rules! impl_bits {
    ($word:ty) => {
        impl Bits for $word {
            const ZERO: Self = 0;
            const WIDTH: u32 = <$word>::BITS;

            fn bit(index: u8) -> Self {
                1 << index
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn lowest(self) -> Option<u8> {
                (self != 0).then(|| self.trailing_zeros() as u8)
            }

            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            fn widen(self) -> u128 {
                u128::from(self)
            }

            fn narrow(wide: u128) -> Self {
                wide as $word
            }
        }
    };
}

impl_bits!(u32);
impl_bits!(u64);
impl_bits!(u128);
