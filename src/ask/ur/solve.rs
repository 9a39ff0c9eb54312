//! `siga ur solve`: a whole game solved.

use clap::Args;

use super::whole_game::WholeGameArgs;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::exact::approx;
use crate::games::ur::solve::{WholeGame, whole_game};
use crate::work::Note;

/// The whole game solved.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "Solve")]
pub(crate) struct Solve {
    #[command(flatten)]
    #[serde(flatten)]
    game: WholeGameArgs,
    /// How long the game lasts, also where it has more than 300,000 positions
    #[arg(long)]
    lengths: bool,
}

impl Command for Solve {
    const WORDS: &'static [&'static str] = &["ur", "solve"];
    const ABOUT: &'static str = "Solve a whole game: the first player's chance with proved bounds";
    type Answer = WholeGame;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<WholeGame, Failure> {
        let (rules, tables) = self.game.read(caller)?;
        Ok(whole_game(
            &rules,
            tables.as_ref(),
            self.game.budget,
            self.lengths,
            note,
        )?)
    }

    fn target(&mut self) -> Target<'_> {
        self.game.rules.target()
    }

    fn tables(&self, solved: &WholeGame, style: &Style) -> Vec<Sheet> {
        let rules = self.game.rules.get();
        let how = match solved.ends {
            true => {
                "every play ends with probability one: the bounds are proved from the numbers alone"
                    .to_owned()
            }
            false => format!(
                "play can go on for ever: the bounds hold whatever such a game is worth; positions from which neither side can force an end: {}",
                solved.open
            ),
        };
        let places = style.places();
        let lengths = solved.length.iter().zip(&solved.throws);
        let lengths = lengths.map(|(turns, throws)| {
            format!(
                "{} turns, {} throws on average under best play",
                turns.decimal(places),
                throws.decimal(places)
            )
        });
        let unknown = (self.lengths && solved.length.is_none()).then(|| {
            let why = match solved.ends {
                true => "it is too long for proved bounds",
                false => "play can go on for ever",
            };
            format!("how long the game lasts is not known: {why}")
        });
        let value = Sheet::of([&solved.first_player])
            .chance_decimal("the first player wins", |value| *value)
            .right("positions", |_| solved.positions)
            .right("neither side finished", |_| solved.unfinished)
            .named("value", format!("{rules} · the whole game"))
            .note(format!(
                "bounds of a position lie at most {:.1e} apart",
                approx(&solved.widest)
            ))
            .note(how)
            .notes(lengths.chain(unknown));
        let throws = Sheet::of(&solved.first_throws)
            .right("throw", |first| first.throw.clone())
            .chance("exactly", "chance", |first| &first.probability)
            .text("best play", |first| first.best.clone())
            .text("proved", |first| if first.proved { "yes" } else { "no" })
            .chance_decimal("the first player wins then", |first| &first.chance)
            .named("throws", "By the first throw");
        vec![value, throws]
    }

    fn in_short(&self, solved: &WholeGame) -> Option<String> {
        Some(format!(
            "the first player wins with {}",
            solved.first_player.decimal(6)
        ))
    }
}
