//! The comparisons made in one answer, and its faults.

use serde_json::Value;

use crate::oracles::case::Verdict;
use crate::oracles::number::{Between, approximations};

/// Compares numbers, and remembers how many and what is wrong.
#[derive(Default)]
pub(crate) struct Ledger {
    numbers: u64,
    faults: Vec<String>,
}

impl Ledger {
    pub(crate) fn compare(&mut self, what: &str, said: &Value, truth: &Between) {
        self.numbers += 1;
        match Between::read(said) {
            Some(said) if said.meets(truth) => {}
            Some(said) => self
                .faults
                .push(format!("{what}: siga {said}, oracle {truth}")),
            None => self.faults.push(format!("{what}: no number: {said}")),
        }
    }

    /// Numbers compared elsewhere.
    pub(crate) fn count(&mut self, numbers: u64) {
        self.numbers += numbers;
    }

    /// Every floating-point number beside an exact one is the nearest.
    pub(crate) fn approximations(&mut self, text: &str) {
        match approximations(text) {
            Ok(numbers) => self.numbers += numbers,
            Err(fault) => self.faults.push(fault),
        }
    }

    pub(crate) fn law(&mut self, holds: bool, what: impl FnOnce() -> String) {
        self.numbers += 1;
        if !holds {
            self.faults.push(what());
        }
    }

    pub(crate) fn verdict(self) -> Verdict {
        if self.faults.is_empty() {
            Verdict::Holds(self.numbers)
        } else {
            Verdict::Fault(self.faults.join("\n"))
        }
    }
}

/// Takes the value out, or ends with the verdict there is already.
macro_rules! or_verdict {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(verdict) => return verdict,
        }
    };
}
pub(crate) use or_verdict;
