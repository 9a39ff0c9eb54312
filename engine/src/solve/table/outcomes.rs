//! Tables of outcomes: two bits a place, in one section or two.

use super::record::BLOCK;
use super::{RecordKind, Table, TableError};
use crate::solve::retro::{Code, Outcome};

/// The code that stands for two bits where codes are counted.
const CODES: [Option<Code>; 4] = [Some(Code(0)), Some(Code::DRAW), None, Some(Code(1))];

impl Table {
    fn no_outcome(&self) -> TableError {
        self.damaged("it has outcomes that mean nothing".to_owned())
    }

    /// Whether values of sides that have just captured are kept too.
    pub(crate) fn goes_on(&self) -> bool {
        self.header().record.kind == RecordKind::Outcomes { going_on: true }
    }

    /// The outcome at a place at the beginning of a turn, or `None` if there is no such place.
    ///
    /// Cost: a look into a block, decompressed first if it is not one of the last ones used.
    ///
    /// # Errors
    /// If the block is damaged, or the table is not one of outcomes.
    pub fn outcome(&self, place: u64) -> Result<Option<Outcome>, TableError> {
        self.keeps("outcomes")?;
        if place >= self.header().positions {
            return Ok(None);
        }
        let byte = place / 4;
        let (block, within) = (byte / BLOCK as u64, (byte % BLOCK as u64) as usize);
        let bits = self.look(block, |bytes| bytes[within] >> (2 * (place % 4)) & 3)?;
        let outcome = CODES[usize::from(bits)].and_then(Code::outcome);
        outcome.map(Some).ok_or_else(|| self.no_outcome())
    }

    /// All outcomes as bytes of four, those at the beginning of turns and those after captures, if
    /// they are kept; `positions` says how many places there should be.
    ///
    /// # Errors
    /// If the range passes the end, or the table is damaged anywhere or not one of outcomes.
    pub fn outcomes(&self, positions: usize) -> Result<(Vec<u8>, Option<Vec<u8>>), TableError> {
        self.keeps("outcomes")?;
        let mut values = self.records(positions)?;
        let going_on = self.goes_on().then(|| values.split_off(values.len() / 2));
        Ok((values, going_on))
    }

    /// Adds the outcomes of a block, of the first section, to the number of places with each code.
    pub(super) fn count(
        &self,
        block: u64,
        bytes: &[u8],
        counts: &mut [u64; 256],
    ) -> Result<(), TableError> {
        let mut patterns = [0_u64; 256];
        let first = block * 4 * BLOCK as u64;
        let places = self
            .header()
            .positions
            .saturating_sub(first)
            .min(4 * bytes.len() as u64);
        let whole = (places / 4) as usize;
        bytes[..whole]
            .iter()
            .for_each(|&byte| patterns[usize::from(byte)] += 1);
        let mut add = |bits: u8, times: u64| -> Option<()> {
            counts[usize::from(CODES[usize::from(bits & 3)]?.0)] += times;
            Some(())
        };
        let mut all = || {
            for (pattern, &times) in (0_u8..=255).zip(&patterns).filter(|(_, times)| **times > 0) {
                (0..4).try_for_each(|at| add(pattern >> (2 * at), times))?;
            }
            (0..places % 4).try_for_each(|at| add(bytes[whole] >> (2 * at), 1))
        };
        all().ok_or_else(|| self.no_outcome())
    }
}
