//! In how many ways the throws of a pool show a face.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::{PoolPart, Weight};
use crate::work::stop;

/// In how many ways parts show a face, each list made once for as many faces as it is the same for.
pub(in crate::exact) struct Ways<'a, W: Weight> {
    parts: &'a [(usize, &'a PoolPart<W>)],
    face: i64,
    /// Of each part, by the number of throws left.
    lists: Vec<FxHashMap<u32, Vec<W>>>,
    /// Of each part, the faces below this one, by the number of throws left.
    below: Vec<FxHashMap<u32, W>>,
}

impl<'a, W: Weight> Ways<'a, W> {
    pub(in crate::exact) fn new(parts: &'a [(usize, &'a PoolPart<W>)]) -> Self {
        Self {
            parts,
            face: 0,
            lists: parts.iter().map(|_| FxHashMap::default()).collect(),
            below: parts.iter().map(|_| FxHashMap::default()).collect(),
        }
    }

    pub(in crate::exact) fn turn_to(&mut self, face: i64) {
        for (at, (_, part)) in self.parts.iter().enumerate() {
            let same = match part {
                PoolPart::Dice(dist, _) => dist.weight(&face) == dist.weight(&self.face),
                PoolPart::Cards(..) | PoolPart::Hand(..) => false,
            };
            if !same {
                self.lists[at].clear();
            }
        }
        self.below.iter_mut().for_each(FxHashMap::clear);
        self.face = face;
    }

    /// The least and the greatest number of times that a part with `left` throws can show the face; their ways are known then.
    pub(in crate::exact) fn range(&mut self, part: usize, left: u32) -> (u32, u32) {
        let (least, most) = self.parts[part].1.times(self.face, left);
        if let Entry::Vacant(vacant) = self.lists[part].entry(left) {
            stop::check();
            vacant.insert(self.parts[part].1.ways(self.face, left, most));
        }
        (least, most)
    }

    pub(in crate::exact) fn of(&self, part: usize, left: u32, count: u32) -> &W {
        &self.lists[part][&left][count as usize]
    }

    /// In how many ways the throws left show lower faces; nothing if there are none.
    pub(super) fn below(&mut self, part: usize, left: u32) -> Option<&W> {
        if left == 0 {
            return None;
        }
        Some(match self.below[part].entry(left) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(vacant) => {
                stop::check();
                vacant.insert(self.parts[part].1.below(self.face, left))
            }
        })
    }
}
