//! `siga tab odds` and `siga tab table`: capture chances by distance.

use itertools::Itertools;

use crate::ask::disputes::Target;
use crate::ask::distances::Distances;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::exact::approx;
use crate::games::tab::Rules;
use crate::games::tab::odds::{Odds, odds, table};
use crate::games::tab::rules::Order;

impl Distances for RulesArgs<Rules> {
    type Chance = Odds;

    const WORDS: [&'static [&'static str]; 2] = [&["tab", "odds"], &["tab", "table"]];
    const GREATEST: [u32; 3] = [20, 10, 7];

    fn one(&mut self, behind: &[u32]) -> Result<Odds, Failure> {
        Ok(odds(RulesArgs::read(self)?, behind)?)
    }

    fn all(&mut self, pieces: usize, max: u32) -> Result<Vec<Odds>, Failure> {
        Ok(table(self.read()?, pieces, max)?)
    }

    fn target(&mut self) -> Target<'_> {
        RulesArgs::target(self)
    }

    fn behind(row: &Odds) -> &[u32] {
        &row.behind
    }

    fn sheet(&self, rows: &[Odds], _style: &Style) -> Sheet {
        let how = match self.get().order {
            Order::Any => "all throws of the turn are made, then used in any order",
            Order::Thrown => {
                "each throw is used before the next is made, as is best for this chance"
            }
        };
        let heading = format!(
            "{} · chance to take a piece this many fields ahead · throws not used here are used elsewhere",
            self.get()
        );
        Sheet::of(rows)
            .right("behind", |row| row.behind.iter().join(", "))
            .chance("probability", "decimal", |row| &row.probability)
            .bar(|row| approx(&row.probability))
            .named("odds", heading)
            .note(how)
    }
}
