//! Each kernel against single bits, and against its portable form.

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
            let third: Vec<u64> = (0..words).map(&mut draw).collect();
            let bit = |row: &[u64], at: usize| row[at / 64] >> (at % 64) & 1;
            let under: Vec<usize> = (0..64 * words).filter(|&at| bit(&mask, at) == 1).collect();
            let rows = [&row[..], &other[..]];
            let mut outs = [(); 4].map(|()| vec![7; words + 2]);
            let [a, b, c, d] = &mut outs;
            compress(rows, &mask, [a, b]);
            portable::compress(rows, &mask, [c, d]);
            for (number, out) in outs.iter().enumerate() {
                for (to, &from) in under.iter().enumerate() {
                    assert_eq!(bit(out, to), bit(rows[number % 2], from));
                }
            }
            let mut backs = [&third, &row, &third, &row].map(Clone::clone);
            let [a, b, c, d] = &mut backs;
            expand([&outs[0], &outs[1]], &mask, [a, b]);
            portable::expand([&outs[2], &outs[3]], &mask, [c, d]);
            for word in 0..words {
                for back in [&backs[0], &backs[2]] {
                    assert_eq!(back[word], third[word] | row[word] & mask[word]);
                }
                for back in [&backs[1], &backs[3]] {
                    assert_eq!(back[word], row[word] | other[word] & mask[word]);
                }
            }
            assert_eq!(count(&row), portable::count(&row));
            let set = (0..64 * words).filter(|&at| bit(&row, at) == 1);
            assert_eq!(count(&row), set.count() as u64);
        }
    }
}
