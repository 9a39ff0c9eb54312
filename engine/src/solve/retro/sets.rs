//! The sets of one size, numbered orbit by orbit.

use std::sync::Arc;

use crate::solve::Subsets;

/// The sets of `k` cells, numbered so that those which are images of each other under the
/// symmetries stand together.
///
/// The first of each orbit, that of least rank, stands for its class.
#[derive(Debug)]
pub struct Sets {
    /// Where sets of cells go under each symmetry, the identity first.
    maps: Vec<SetMap>,
    cells: u8,
    ranks: Subsets,
    number_of_rank: Vec<u32>,
    masks: Vec<u32>,
    /// The numbers of the images, all symmetries of a set together.
    images: Vec<u32>,
    /// The number of the first set of each class, and in the end the number of sets.
    firsts: Vec<u32>,
    class_of: Vec<u32>,
    /// A symmetry that takes the set to the first of its class.
    carriers: Vec<u8>,
}

/// Where a set goes under a symmetry.
pub(in crate::solve) fn image(permutation: &[u8], mut set: u32) -> u32 {
    let mut image = 0;
    while set != 0 {
        image |= 1 << permutation[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    image
}

/// Where sets of cells go under a symmetry: for each eight cells, the images of all their sets.
#[derive(Debug)]
pub(crate) struct SetMap(Vec<[u32; 256]>);

impl SetMap {
    /// From where each cell goes.
    pub(crate) fn new(cells: &[u8]) -> SetMap {
        let images = |cells: &[u8]| {
            let mut images = [0; 256];
            for set in 1..1_usize << cells.len() {
                let first = cells[set.trailing_zeros() as usize];
                images[set] = images[set & (set - 1)] | 1 << first;
            }
            images
        };
        SetMap(cells.chunks(8).map(images).collect())
    }

    /// Where a set goes.
    #[inline]
    pub(crate) fn image(&self, set: u32) -> u32 {
        let parts = self.0.iter().zip(set.to_le_bytes());
        parts.fold(0, |all, (images, part)| all | images[usize::from(part)])
    }
}

impl Sets {
    /// The sets of `k` cells of the board that these symmetries are of, or `None` if it has too many cells, or too few.
    ///
    /// Cost: four bytes a set and symmetry, and twenty-five more a set.
    pub(crate) fn new(k: u8, symmetries: &[Vec<u8>]) -> Option<Arc<Sets>> {
        let cells = symmetries.first()?.len() as u8;
        let ranks = Subsets::new(cells.into(), k.into())?;
        let maps: Vec<SetMap> = symmetries.iter().map(|to| SetMap::new(to)).collect();
        let mut number_of_rank = vec![u32::MAX; ranks.len()];
        let mut masks = Vec::with_capacity(ranks.len());
        let mut firsts = vec![0];
        let mut class_of = Vec::with_capacity(ranks.len());
        for mask in ranks.masks() {
            if number_of_rank[ranks.rank(mask)] != u32::MAX {
                continue;
            }
            let class = firsts.len() as u32 - 1;
            for map in &maps {
                let image = map.image(mask);
                let number = &mut number_of_rank[ranks.rank(image)];
                if *number == u32::MAX {
                    *number = masks.len() as u32;
                    masks.push(image);
                    class_of.push(class);
                }
            }
            firsts.push(masks.len() as u32);
        }
        let mut images = Vec::with_capacity(masks.len() * symmetries.len());
        for &mask in &masks {
            images.extend((maps.iter()).map(|map| number_of_rank[ranks.rank(map.image(mask))]));
        }
        let carriers = masks.iter().zip(&class_of).enumerate();
        let carriers = carriers.map(|(number, (_, &class))| {
            let first = firsts[class as usize];
            let own = &images[number * maps.len()..(number + 1) * maps.len()];
            let carrier = own.iter().position(|&image| image == first);
            carrier.expect("an orbit of a group leads back to its first") as u8
        });
        Some(Arc::new(Sets {
            carriers: carriers.collect(),
            maps,
            cells,
            ranks,
            number_of_rank,
            masks,
            images,
            firsts,
            class_of,
        }))
    }

    /// Where sets of cells go under each symmetry, the identity first.
    pub(crate) fn maps(&self) -> &[SetMap] {
        &self.maps
    }

    /// The cells of the board.
    pub(super) fn cells(&self) -> u8 {
        self.cells
    }

    /// The number of sets.
    pub(crate) fn len(&self) -> usize {
        self.masks.len()
    }

    /// The number of classes.
    pub(crate) fn classes(&self) -> usize {
        self.firsts.len() - 1
    }

    /// The number of a set, which must have `k` members.
    #[inline]
    pub(crate) fn number(&self, mask: u32) -> usize {
        self.number_of_rank[self.ranks.rank(mask)] as usize
    }

    /// The set with a number below the number of sets.
    #[inline]
    pub fn mask(&self, number: usize) -> u32 {
        self.masks[number]
    }

    /// The numbers of the images of a set, by symmetry.
    #[inline]
    pub(crate) fn images(&self, number: usize) -> &[u32] {
        &self.images[number * self.maps.len()..(number + 1) * self.maps.len()]
    }

    /// The number of the first set of a class.
    #[inline]
    pub(crate) fn first(&self, class: usize) -> usize {
        self.firsts[class] as usize
    }

    /// The number of sets in a class.
    pub(crate) fn orbit(&self, class: usize) -> usize {
        (self.firsts[class + 1] - self.firsts[class]) as usize
    }

    /// The class of a set.
    #[inline]
    pub(crate) fn class(&self, number: usize) -> usize {
        self.class_of[number] as usize
    }

    /// The number of a symmetry that takes the set to the first of its class.
    #[inline]
    pub(crate) fn carrier(&self, number: usize) -> usize {
        self.carriers[number].into()
    }

    /// Consecutive ranges of set numbers, made of whole classes, each of at least the number of sets given.
    pub(super) fn runs(&self, least: usize) -> Vec<usize> {
        let mut bounds = vec![0];
        let mut start = 0;
        for &end in &self.firsts[1..] {
            if end as usize - start >= least {
                bounds.push(end as usize);
                start = end as usize;
            }
        }
        if start < self.len() {
            bounds.push(self.len());
        }
        bounds
    }
}

/// The members of `set` outside `gone` as places among the cells that are left.
#[inline]
pub(in crate::solve) fn squeeze(set: u32, mut gone: u32) -> u32 {
    let mut squeezed = set;
    while gone != 0 {
        // The highest first, so that lower places are not yet shifted.
        let below = (1 << (31 - gone.leading_zeros())) - 1;
        squeezed = squeezed & below | squeezed >> 1 & !below;
        gone &= below;
    }
    squeezed
}

/// The cells that places among the cells outside `gone` stand for.
#[inline]
pub(in crate::solve) fn spread(squeezed: u32, mut gone: u32) -> u32 {
    let mut set = squeezed;
    while gone != 0 {
        let below = (gone & gone.wrapping_neg()) - 1;
        set = set & below | (set & !below) << 1;
        gone &= gone - 1;
    }
    set
}
