//! The numbers of positions that are won, lost and drawn, layer by layer: read from tables, else solved.

use super::room::room_to_solve;
use super::{LayerCounts, STONES, Wanted, count_kept, count_solved, groups};
use crate::games::sidja::Rules;
use crate::solve::meter::Meter;
use crate::solve::retro::Layer;
use crate::solve::table::Directory;
use crate::work::{Fault, Note};

/// The question for the outcomes of the positions with few stones.
#[derive(Clone, Debug)]
pub struct Question {
    /// The rules, without a limit on moves without a capture.
    pub rules: Rules,
    /// The stones of both sides together, at most; by default those that are kept, else 6.
    pub stones: Option<u32>,
    /// Where tables are looked for.
    pub tables: Option<Directory>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The rules.
    pub rules: Rules,
    /// The stones of both sides together, at most.
    pub stones: u32,
    /// Whether it was read from tables, and not solved for this answer.
    pub kept: bool,
    /// By the number of stones.
    pub layers: Vec<LayerCounts>,
}

impl Question {
    /// The answer.
    ///
    /// Exact. Cost: reading all tables, or solving the positions in memory.
    ///
    /// # Errors
    /// Of kind input: these rules have no tables. Of kind limit: memory does not suffice. Of kind io: a table that cannot
    /// be trusted.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use siga::games::sidja::Rules;
    /// use siga::games::sidja::endgame::outcome_counts::Question;
    /// let question = Question { rules: Rules::SUDAN, stones: Some(4), tables: None };
    /// let answer = question.answer(&Note::default())?;
    /// assert!(!answer.kept);
    /// assert_eq!(answer.layers[0].layer.total(), 4);
    /// let limited = Question { rules: Rules::EGYPT, stones: Some(4), tables: None };
    /// assert!(limited.answer(&Note::default()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let rules = self.rules;
        let all = 2 * u32::from(rules.stones());
        let asked = self.stones.map(|stones| stones.min(all));
        let kept = match &self.tables {
            Some(directory) => {
                note.set("reading tables");
                let layers = groups(&rules, asked.unwrap_or(all)).concat();
                count_kept(&rules, &layers, directory)?
            }
            None => Vec::new(),
        };
        // The number of stones up to which every layer is there.
        let there = |total: u32| {
            let mut layers = groups(&rules, total).into_iter().flatten();
            layers.all(|layer| kept.iter().any(|counts| counts.layer == layer))
        };
        let complete = (2 * (u32::from(rules.lost_with()) + 1)..=all)
            .take_while(|&stones| there(stones))
            .last();
        let stones = asked.or(complete).unwrap_or(STONES.min(all));
        if complete >= Some(stones) {
            let within = |counts: &LayerCounts| u32::from(counts.layer.total()) <= stones;
            return Ok(Answer {
                rules,
                stones,
                kept: true,
                layers: kept.into_iter().filter(within).collect(),
            });
        }
        room_to_solve(&rules, Wanted::Stones(stones))?;
        let cells = rules.board().cell_count();
        let layers: Vec<Layer> = groups(&rules, stones).concat();
        let mut meter = Meter::of(cells, layers);
        let layers = count_solved(&rules, stones, &mut |tick| {
            note.set(format!("solving {}", meter.tick(tick.into())));
            true
        })?;
        Ok(Answer {
            rules,
            stones,
            kept: false,
            layers,
        })
    }
}
