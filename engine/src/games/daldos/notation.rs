//! Positions in text: `A-ROW/MIDDLE/B-ROW SIDE`.
//!
//! Each row goes from the stern to the prow: `A`, `B` dalled, `a`, `b` undalled, `.` one empty hole, a
//! number that many of them. SIDE is `A` or `B`; its key in a file is `to move` ([`crate::board::notation`]).

use std::sync::Arc;

use itertools::Itertools;

use super::game::Game;
use super::position::Position;
use super::setup::Setup;
use crate::board::notation::{
    About, Faults, Field, Form, Notation, ReadError, Reader, SetupFault, notation_text,
};
use crate::games::daldos::rules::{BoardRules, Rules};

impl Notation for Setup {
    const FORM: Form = Form {
        pieces: "ABab",
        labels: "amb",
        longest: BoardRules::MAX_HOLES as usize - 2,
        fields: &[
            Field {
                what: "the side to throw",
                ..Field::SIDE
            },
            Field::RESERVE,
        ],
        example: "aaa/4/bbb A",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let rows = reader.rows().iter().map(|row| row.cells.clone());
        let rows = rows.collect_vec().try_into();
        if let Err(rows) = &rows {
            let found = Vec::len(rows);
            reader.refuse(format!(
                "rows on the board: {found}, not three: A's row, the middle row and B's row, each from the stern"
            ));
        }
        if reader.rows().iter().any(|row| row.cells.is_empty()) {
            reader.refuse("a row has no holes: a number stands for a run of empty ones".to_owned());
            return None;
        }
        let side = reader.value("to move");
        reader.no_reserve();
        Some(Setup {
            rows: rows.ok()?,
            side: side?,
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.to_vec()
    }

    fn values(&self) -> Vec<Option<String>> {
        vec![Some(self.side.to_string()), None]
    }
}

notation_text!(Setup);

impl Position {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, the full game is not played under these rules, or with every fault of the position at
    /// once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::{Position, Rules};
    /// let rules: Rules = "daldos:n=3".parse()?;
    /// let position = Position::parse("1aa/A.2/bb. B", &rules)?;
    /// assert_eq!(position.to_string(), "1aa/A3/bb1 B");
    /// let error = Position::parse("1aa/A.2/bb.. B", &rules).unwrap_err();
    /// assert!(error.to_string().starts_with("B's row"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, rules: &Rules) -> Result<Position, ReadError> {
        let game = Game::new(rules.clone())
            .map_err(|error| Faults(vec![SetupFault::new(About::Board, error.to_string())]))?;
        Position::parse_in(text, &Arc::new(game))
    }

    /// Reads a legal position on one line, under rules that have been made ready for play.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse_in(text: &str, game: &Arc<Game>) -> Result<Position, ReadError> {
        let setup: Setup = text.parse()?;
        Ok(setup.position(game)?)
    }
}
