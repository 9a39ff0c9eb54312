//! Counting plays: every turn of at most N throws, every position each can be played to.

use super::moves::{Play, Step, TooManyPlays, Yield};
use super::position::Position;
use super::rules::{Order, THROWS};
use crate::games::perft::PerftError;
use crate::games::running_fight::perft::Turns;

pub use crate::games::running_fight::perft::{MAX_YIELDS, divide, perft};

impl Turns for Position {
    type Yield = Yield;
    type Step = Step;

    /// Turns in the order thrown, or with the throws before the last sorted if throws may be used in any order. Throws that cannot fall count like the
    /// others.
    ///
    /// # Examples
    /// ```
    /// use siga::games::running_fight::perft::Turns;
    /// use siga::games::tab::Position;
    /// let start = Position::start(&"tab:lane,length=3".parse()?);
    /// let texts: Vec<String> = start.yields(2)?.iter().map(ToString::to_string).collect();
    /// assert_eq!(texts, ["1,2", "1,3", "2", "3", "4,2", "4,3", "6,2", "6,3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn yields(&self, max_throws: u32) -> Result<Vec<Yield>, PerftError> {
        let mut going: Vec<Vec<u8>> = vec![Vec::new()];
        let mut ended = Vec::new();
        for _ in 0..max_throws {
            let mut next = Vec::new();
            for (throws, (throw, again)) in itertools::iproduct!(&going, THROWS) {
                let mut throws: Vec<u8> = throws.clone();
                throws.push(throw);
                if again && self.rules().order == Order::Any {
                    throws.sort_unstable();
                }
                if again { &mut next } else { &mut ended }.push(throws);
            }
            next.sort_unstable();
            next.dedup();
            if next.len().max(ended.len()) > MAX_YIELDS {
                return Err(PerftError::Yields { most: MAX_YIELDS });
            }
            going = next;
        }
        ended.sort_unstable();
        ended.dedup();
        Ok(ended.into_iter().map(Yield::trusted).collect())
    }

    fn plays_on_the_way(&self, played: &Yield) -> Result<(Vec<Play>, usize), TooManyPlays> {
        self.plays_counted(played)
    }
}
