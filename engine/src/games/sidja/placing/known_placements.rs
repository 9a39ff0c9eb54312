//! Placements of 5×5 whose whole game is solved, kept with the library.
//!
//! *The file.* A line of text names the rules. After it come two bits for each class of placements that symmetries make of one
//! another, in ascending order of the least set of cells of the side that moves first: 0 it loses, 1 a draw, 2 it wins. Four
//! classes make a byte, from its lowest bits up; the bits left over are 0.
//!
//! The values are those of the complete tables (docs/results.md has their hashes).
//! `cargo run --release --example sidja_record -- sidja:sudan TABLES FILE` makes a file again from them.

use std::sync::Arc;

use super::Placements;
use crate::games::sidja::{Outcome, Rules, Unsolved};
use crate::solve::solution_cache;

/// Rules, and every placement under them. Others have the same games where they differ in the placing alone ([`Rules::sliding`]).
const RECORDS: [(Rules, &[u8]); 3] = [
    (Rules::SUDAN, include_bytes!("sudan.placements")),
    (
        Rules::WEST_AFRICA.without_limit(),
        include_bytes!("west-africa.placements"),
    ),
    (
        Rules::EGYPT.without_limit(),
        include_bytes!("egypt.placements"),
    ),
];

/// By the number that stands for each.
const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

/// The file of the rules, if there is one.
fn file(rules: &Rules) -> Option<&'static [u8]> {
    let mut records = RECORDS.into_iter();
    records.find_map(|(of, file)| (of.sliding() == rules.sliding()).then_some(file))
}

/// Whether what every placement is worth in the whole game is on record.
pub fn has(rules: &Rules) -> bool {
    file(rules).is_some()
}

/// The rules of the records, for messages.
pub(super) fn names() -> String {
    let names = RECORDS.map(|(rules, _)| rules.to_string());
    names.join(", ")
}

/// The value of every placement in the whole game, if it is on record.
pub fn of(rules: &Rules) -> Option<Arc<Placements>> {
    let file = file(rules)?;
    let read = || {
        Placements::from_bytes(*rules, file)
            .ok()
            .flatten()
            .ok_or(())
    };
    let key = format!("the game of {rules} on record");
    solution_cache::solution(key, read).ok()
}

/// The first line of the file.
fn heading(rules: &Rules) -> String {
    format!("Placements of {}, 2 bits each\n", rules.sliding())
}

impl Placements {
    /// The file that keeps these values.
    ///
    /// # Errors
    /// [`Unsolved::Board`]: the board is larger than 5×5.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Unsolved> {
        let mut codes = Vec::new();
        for (number, own) in Placements::classes(*self.rules())?.into_iter().enumerate() {
            if number % 4 == 0 {
                codes.push(0);
            }
            let code = OUTCOMES.iter().position(|&of| of == self.value(own));
            if let (Some(byte), Some(code)) = (codes.last_mut(), code) {
                *byte |= (code as u8) << (2 * (number % 4));
            }
        }
        let mut bytes = heading(self.rules()).into_bytes();
        bytes.extend(codes);
        Ok(bytes)
    }

    /// The values kept in a file; `None` if it is not one of these rules, or not whole.
    ///
    /// # Errors
    /// [`Unsolved::Board`]: the board is larger than 5×5.
    pub(crate) fn from_bytes(rules: Rules, bytes: &[u8]) -> Result<Option<Placements>, Unsolved> {
        let Some(codes) = bytes.strip_prefix(heading(&rules).as_bytes()) else {
            return Ok(None);
        };
        let all = codes
            .iter()
            .flat_map(|byte| [0, 2, 4, 6].map(|at| byte >> at & 3));
        let mut all = all.map(|code| OUTCOMES.get(usize::from(code)).copied());
        let found = Placements::of_classes(rules, |_| all.next()?)?;
        // The rest fills the last byte.
        let left: Vec<Option<Outcome>> = all.collect();
        let whole = left.len() < 4 && left.iter().all(|&of| of == Some(OUTCOMES[0]));
        Ok(found.filter(|_| whole))
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::{Side, Symmetry};
    use crate::games::sidja::Position;
    use crate::games::sidja::analyse::analyse;
    use crate::games::sidja::placing::game::game as solved;

    #[test]
    fn files_round_trip_and_are_refused_when_damaged() {
        let rules: Rules = "sidja:sudan,size=3".parse().unwrap();
        let placements = solved(rules).unwrap();
        let bytes = placements.to_bytes().unwrap();
        let read = |rules, bytes: &[u8]| Placements::from_bytes(rules, bytes).unwrap();
        assert_eq!(read(rules, &bytes).as_ref(), Some(&*placements));
        let [mut long, mut wrong] = [(); 2].map(|()| bytes.clone());
        long.push(0);
        *wrong.last_mut().unwrap() |= 0xc0;
        for damaged in [&bytes[..bytes.len() - 1], &long, &wrong, b""] {
            assert_eq!(read(rules, damaged), None);
        }
        let other: Rules = "sidja:egypt,size=3".parse().unwrap();
        assert_eq!(read(other, &bytes), None);
    }

    #[test]
    fn what_differs_in_the_placing_alone_is_the_same_game() {
        let no_limit = ["", ",no_capture_end=draw", ",placing=cross"];
        let games = ["west-africa,first=last", "egypt,first=began"];
        for (game, other) in games.into_iter().cartesian_product(no_limit) {
            let rules = format!("sidja:{game},no_capture=none{other}");
            assert!(has(&rules.parse().unwrap()), "{rules}");
        }
        assert!(!has(&Rules::WEST_AFRICA));
        let sudan = of(&Rules::SUDAN).expect("it is on record");
        let last: Rules = "sidja:sudan,placing=one,first=last".parse().unwrap();
        let other = of(&last).expect("it is on record");
        assert_eq!(sudan.counts(), other.counts());
        assert!(!has(&"sidja:egypt".parse().unwrap()));
        assert!(!has(&"sidja:sudan,size=3".parse().unwrap()));
        assert!(!has(&"sidja:sudan,no_capture=40".parse().unwrap()));
    }

    /// The totals are those of the layer 12-12 with an empty centre, read by a program of another hand.
    #[test]
    fn all_placements_are_there_and_images_are_alike() {
        for (rules, counts) in [
            (Rules::SUDAN, [1_598_268, 467_764, 638_124]),
            (
                Rules::WEST_AFRICA.without_limit(),
                [2_114_100, 384_594, 205_462],
            ),
            (Rules::EGYPT.without_limit(), [1_290_067, 1_322_608, 91_481]),
        ] {
            let placements = of(&rules).expect("it is on record");
            assert_eq!(placements.counts(), counts);
            let mut random = rand_pcg::Pcg64::seed_from_u64(24);
            for _ in 0..1_000 {
                let mut position = Position::start(&rules);
                while position.state().is_placing() {
                    let plays = position.plays();
                    position = plays[random.random_range(0..plays.len())].position;
                }
                let (board, own) = (position.board(), position.pieces(Side::X));
                let image = |turn: Symmetry| turn.apply_set(board, own) as u32;
                let images = Symmetry::ALL.map(|turn| placements.value(image(turn)));
                assert_eq!(images, [placements.value(own as u32); 8], "{position}");
            }
        }
    }

    /// The first mover takes four at once and loses all: proved by a search without tables.
    #[test]
    fn a_placement_that_a_search_refutes_is_lost() {
        let text = "xoxox/oxoxo/xo1ox/oxoxo/xoxox x -";
        let position = Position::parse(text, &Rules::SUDAN).unwrap();
        let sudan = of(&Rules::SUDAN).expect("it is on record");
        let proved = analyse(&position, 4_000_000).verdict.outcome;
        assert_eq!(proved, Some(Outcome::Loss));
        assert_eq!(proved, Some(sudan.value(position.pieces(Side::X) as u32)));
    }

    /// Proved on its own, by 4,154,877 positions of a search and the tables of twelve stones.
    #[test]
    fn a_placement_that_a_search_proves_is_won() {
        let text = "oxxoo/xoxox/ox1oo/xxoxx/oxoxo x -";
        let position = Position::parse(text, &Rules::SUDAN).unwrap();
        let sudan = of(&Rules::SUDAN).expect("it is on record");
        assert_eq!(sudan.value(position.pieces(Side::X) as u32), Outcome::Win);
    }
}
