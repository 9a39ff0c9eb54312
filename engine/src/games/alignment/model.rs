//! The games as [`crate::solve::retro`] wants them described.

use super::{Ruleset, goals};
use crate::board::{Compass, Symmetry};
use crate::solve::retro::{Blocked, Chooser, Game, Layer, Step, TurnKinds};

/// A game with its patterns worked out, to be solved.
///
/// # Examples
/// ```
/// use siga::games::alignment::Model;
/// use siga::games::teeko::Rules;
/// use siga::solve::retro::Game;
/// let model = Model::new(Rules::STANDARD);
/// assert_eq!(model.layers().len(), 9);
/// assert_eq!(model.steps().len(), 144);
/// ```
#[derive(Debug, Clone)]
pub struct Model<R> {
    rules: R,
    goals: Vec<u32>,
}

impl<R: Ruleset> Model<R> {
    /// The game with these rules.
    pub fn new(rules: R) -> Model<R> {
        Model {
            goals: rules.goals(),
            rules,
        }
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &R {
        &self.rules
    }
}

impl<R: Ruleset> Game for Model<R> {
    fn cells(&self) -> u8 {
        self.rules.board().cell_count()
    }

    fn symmetries(&self) -> Vec<Vec<u8>> {
        let board = self.rules.board();
        let all = Symmetry::ALL.iter();
        all.map(|symmetry| {
            (0..board.cell_count())
                .map(|cell| symmetry.apply(board, cell))
                .collect()
        })
        .collect()
    }

    fn layers(&self) -> Vec<Layer> {
        let men = self.rules.men();
        let mut layers = Vec::new();
        for own in 0..=men {
            for other in 0..=men {
                // Where pieces are placed first, the sides take turns.
                if self.rules.moves_early() || other == own || other == own + 1 {
                    layers.push(Layer::new(own, other));
                }
            }
        }
        layers
    }

    fn turn(&self, layer: Layer) -> TurnKinds {
        let placed = layer.own;
        let places = placed < self.rules.men();
        let chooser = match self.rules.opponent_places(placed) {
            false => Chooser::Owner,
            true => Chooser::Opponent,
        };
        TurnKinds {
            steps: placed > 0 && (!places || self.rules.moves_early()),
            drop: places.then_some(chooser),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let board = self.rules.board();
        let mut steps = Vec::new();
        for from in 0..board.cell_count() {
            for direction in Compass::ALL {
                let Some(to) = direction.step(board, from) else {
                    continue;
                };
                steps.push(Step {
                    from,
                    to,
                    over: None,
                });
                let beyond = direction.step(board, to);
                if let Some(beyond) = beyond.filter(|_| self.rules.jumps()) {
                    steps.push(Step {
                        from,
                        to: beyond,
                        over: Some(to),
                    });
                }
            }
        }
        steps
    }

    fn is_goal(&self, own: u32) -> bool {
        goals::holds(&self.goals, own)
    }

    /// Never used: under all rules of Teeko and twenty-five a side can always move.
    fn blocked(&self) -> Blocked {
        Blocked::Draws
    }
}
