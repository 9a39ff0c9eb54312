//! Games of 5×5 that are solved, kept with the library: what each placement comes to, and the first stones of the placing.
//!
//! *The first stones.* Whatever they are, they come to the same. To find that out takes half a minute and 2.2 GB
//! ([`from_empty_board`](super::from_empty_board)); `cargo run --release --package siga-research --example sidja_placing` does it again and compares.
//!
//! *The file of the placements.* A line of text names the rules. After it come two bits for each class of placements that symmetries make
//! of one another, in ascending order of the least set of cells of the side that moves first: 0 it loses, 1 a draw, 2 it wins. Four
//! classes make a byte, from its lowest bits up; the bits left over are 0.
//!
//! The values are those of the complete tables (docs/results.md has their hashes).
//! `cargo run --release --package siga-research --example sidja_record -- sidja:sudan TABLES FILE` makes a file again from them.

use std::sync::{Arc, LazyLock};

use super::solution::{judgement, stones, turns};
use super::{Goal, Placements, PlacingTurn, Ranking};
use crate::board::{Cell, Side};
use crate::games::sidja::first_capture::space::Space;
use crate::games::sidja::{Outcome, Position, Rules};
use crate::solve::{Worth, solution_cache};
use crate::work::Fault;

/// The facts on record of the game under some rules. Others have the same games where they differ in the placing alone
/// ([`Rules::sliding`]).
struct Record {
    rules: Rules,
    /// The file of the placements.
    placements: &'static [u8],
    /// For the whole game and for the first capture: the most stones on the board for which every arrangement is worth the same, and its
    /// value for x.
    openings: [(u32, Outcome); 2],
}

static RECORDS: LazyLock<[Record; 3]> = LazyLock::new(|| {
    let record = |rules: &str, placements, openings| Record {
        rules: rules.parse().expect("rules of a record"),
        placements,
        openings,
    };
    [
        record(
            "sudan",
            include_bytes!("sudan.placements"),
            [(4, Outcome::Win), (5, Outcome::Win)],
        ),
        record(
            "west-africa,no_capture=none",
            include_bytes!("west-africa.placements"),
            [(5, Outcome::Win), (5, Outcome::Win)],
        ),
        record(
            "egypt,no_capture=none",
            include_bytes!("egypt.placements"),
            [(3, Outcome::Draw), (3, Outcome::Loss)],
        ),
    ]
});

/// By the number that stands for each.
const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

impl Record {
    fn of(rules: &Rules) -> Option<&'static Record> {
        let mut records = RECORDS.iter();
        records.find(|record| record.rules.sliding() == rules.sliding())
    }
}

/// Whether what every placement is worth in the whole game is on record.
pub fn has(rules: &Rules) -> bool {
    Record::of(rules).is_some()
}

/// The rules of the records, for messages.
pub(super) fn names() -> String {
    itertools::join(RECORDS.iter().map(|record| record.rules), ", ")
}

/// The value of every placement in the whole game, if it is on record.
pub fn placements(rules: &Rules) -> Option<Arc<Placements>> {
    let file = Record::of(rules)?.placements;
    let read = || {
        Placements::from_bytes(*rules, file)
            .ok()
            .flatten()
            .ok_or(())
    };
    let key = format!("the game of {rules} on record");
    solution_cache::solution(key, read).ok()
}

/// The most stones on the board for which every arrangement has the same value, and that value for x; `None` if it is not on record. A
/// limit on moves without a capture does not count where the first capture ends it all.
pub fn opening(rules: &Rules, goal: Goal) -> Option<(u32, Outcome)> {
    let (rules, of_goal) = match goal {
        Goal::Game => (*rules, 0),
        Goal::FirstCapture => (rules.without_limit(), 1),
    };
    let Record {
        rules: of,
        openings,
        ..
    } = Record::of(&rules)?;
    let same = (of.placing, of.first) == (rules.placing, rules.first);
    same.then_some(openings[of_goal])
}

/// The values of every stone and pair of a position with few stones on the board, if they are on record.
pub(super) fn ranking(position: &Position, goal: Goal) -> Option<Ranking> {
    let found = opening(position.rules(), goal).filter(|_| position.state().is_placing());
    let (most, for_x) = found?;
    let worth = Worth::proved(for_x, None).before(position.side() == Side::X, 0);
    let is_known = |position: &Position| {
        let placed = position.pieces(Side::X) | position.pieces(Side::O);
        placed.count_ones() <= most
    };
    let known = |turns: Vec<(Vec<Cell>, Position)>| -> Option<Vec<PlacingTurn>> {
        let turn = |(cells, position)| {
            is_known(&position).then_some(PlacingTurn {
                cells,
                position,
                worth,
            })
        };
        turns.into_iter().map(turn).collect()
    };
    let mut pairs = turns(position);
    pairs.retain(|(cells, _)| cells.len() == 2);
    let stones = known(stones(position))?;
    Some((judgement(goal, worth, stones), known(pairs)?))
}

/// The first line of the file.
fn heading(rules: &Rules) -> String {
    format!("Placements of {}, 2 bits each\n", rules.sliding())
}

impl Placements {
    /// The file that keeps these values.
    ///
    /// # Errors
    /// Of kind input: the board is larger than 5×5.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Fault> {
        let mut codes = Vec::new();
        for (number, slide) in Placements::firsts(&Space::new(*self.rules())?)
            .iter()
            .enumerate()
        {
            if number % 4 == 0 {
                codes.push(0);
            }
            let code = OUTCOMES.iter().position(|&of| of == self.value(slide.own));
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
    /// Of kind input: the board is larger than 5×5.
    pub(crate) fn from_bytes(rules: Rules, bytes: &[u8]) -> Result<Option<Placements>, Fault> {
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
    use crate::board::{image, symmetries};
    use crate::games::sidja::analyse::analyse;
    use crate::games::sidja::placing::game::game as solved;

    /// The numbers of stones and pairs of a position that are on record, and its value.
    fn recorded(rules: &str, position: &str, goal: Goal) -> Option<(usize, usize, Outcome)> {
        let position = Position::parse(position, &rules.parse().unwrap()).unwrap();
        let (found, pairs) = ranking(&position, goal)?;
        let stones = found.moves.iter().map(|stone| stone.worth);
        let mut all = stones.chain(pairs.iter().map(|pair| pair.worth));
        assert!(all.all(|worth| worth == found.worth));
        let value = found.worth.outcome()?;
        Some((found.moves.len(), pairs.len(), value))
    }

    #[test]
    fn the_first_turns_are_on_record() {
        let empty = "5/5/5/5/5 x x12o12";
        let pair = "xx3/5/5/5/5 o x10o12";
        let won = Some((24, 276, Outcome::Win));
        for rules in ["sudan", "west-africa,no_capture=none"] {
            assert_eq!(recorded(rules, empty, Goal::Game), won);
            let lost = Some((22, 231, Outcome::Loss));
            assert_eq!(recorded(rules, pair, Goal::Game), lost);
        }
        let egypt = "egypt,no_capture=none";
        let drawn = Some((24, 276, Outcome::Draw));
        assert_eq!(recorded(egypt, empty, Goal::Game), drawn);
        // Its second pairs are not all worth the same.
        assert_eq!(recorded(egypt, pair, Goal::Game), None);
        let lost = Some((24, 276, Outcome::Loss));
        assert_eq!(recorded("egypt", empty, Goal::FirstCapture), lost);
        assert_eq!(recorded("west-africa", empty, Goal::FirstCapture), won);
        // Few stones are left after the placing too.
        assert_eq!(recorded("sudan", "xx3/5/5/5/3oo x -", Goal::Game), None);
        for other in ["west-africa", "sudan,first=last", "sudan,placing=one"] {
            assert_eq!(recorded(other, empty, Goal::Game), None, "{other}");
        }
    }

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
        assert!(!has(&"west-africa".parse().unwrap()));
        let sudan = placements(&Rules::SUDAN).expect("it is on record");
        let last: Rules = "sidja:sudan,placing=one,first=last".parse().unwrap();
        let other = placements(&last).expect("it is on record");
        assert_eq!(sudan.counts(), other.counts());
        assert!(!has(&"sidja:egypt".parse().unwrap()));
        assert!(!has(&"sidja:sudan,size=3".parse().unwrap()));
        assert!(!has(&"sidja:sudan,no_capture=40".parse().unwrap()));
    }

    /// The totals are those of the layer 12-12 with an empty centre, read by a program of another hand.
    #[test]
    fn all_placements_are_there_and_images_are_alike() {
        for (rules, counts) in [
            ("sudan", [1_598_268, 467_764, 638_124]),
            ("west-africa,no_capture=none", [2_114_100, 384_594, 205_462]),
            ("egypt,no_capture=none", [1_290_067, 1_322_608, 91_481]),
        ] {
            let rules: Rules = rules.parse().unwrap();
            let placements = placements(&rules).expect("it is on record");
            assert_eq!(placements.counts(), counts);
            let mut random = rand_pcg::Pcg64::seed_from_u64(24);
            for _ in 0..1_000 {
                let mut position = Position::start(&rules);
                while position.state().is_placing() {
                    let plays = position.plays();
                    position = plays[random.random_range(0..plays.len())].position;
                }
                let (board, own) = (position.board(), position.pieces(Side::X));
                for map in symmetries(board) {
                    let same = placements.value(image(&map, own) as u32);
                    assert_eq!(same, placements.value(own as u32), "{position}");
                }
            }
        }
    }

    /// The first mover takes four at once and loses all: proved by a search without tables.
    #[test]
    fn a_placement_that_a_search_refutes_is_lost() {
        let text = "xoxox/oxoxo/xo1ox/oxoxo/xoxox x -";
        let position = Position::parse(text, &Rules::SUDAN).unwrap();
        let sudan = placements(&Rules::SUDAN).expect("it is on record");
        let proved = analyse(&position, 4_000_000).worth.outcome();
        assert_eq!(proved, Some(Outcome::Loss));
        assert_eq!(proved, Some(sudan.value(position.pieces(Side::X) as u32)));
    }

    /// Proved on its own, by 4,154,877 positions of a search and the tables of twelve stones.
    #[test]
    fn a_placement_that_a_search_proves_is_won() {
        let text = "oxxoo/xoxox/ox1oo/xxoxx/oxoxo x -";
        let position = Position::parse(text, &Rules::SUDAN).unwrap();
        let sudan = placements(&Rules::SUDAN).expect("it is on record");
        assert_eq!(sudan.value(position.pieces(Side::X) as u32), Outcome::Win);
    }
}
