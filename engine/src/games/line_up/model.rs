//! The games as [`crate::solve::retro`] wants them described.

use super::Rules;
use crate::board::Side;
use crate::solve::retro::{Blocked, Goal, Layer, LayeredGame, Step, TurnKinds};

/// A game to be solved.
///
/// # Examples
/// ```
/// use siga::games::line_up::Model;
/// use siga::solve::retro::LayeredGame;
/// let model = Model::new("teeko".parse()?);
/// assert_eq!(model.layers().len(), 9);
/// assert_eq!(model.steps().len(), 144);
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Model {
    rules: Rules,
}

impl Model {
    /// The game with these rules.
    pub fn new(rules: Rules) -> Model {
        Model { rules }
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The layer of the start.
    pub(crate) fn first_layer(&self) -> Layer {
        match self.rules.places() {
            true => Layer::new(0, 0),
            false => Layer::new(self.rules.men(Side::X), self.rules.men(Side::O)),
        }
    }
}

impl LayeredGame for Model {
    fn cells(&self) -> u8 {
        self.rules.board().size()
    }

    fn symmetries(&self) -> Vec<Vec<u8>> {
        self.rules.facts().symmetries.clone()
    }

    fn layers(&self) -> Vec<Layer> {
        let first = self.first_layer();
        if !self.rules.places() {
            let mut layers = vec![first, first.after_step()];
            layers.dedup();
            return layers;
        }
        let men = self.rules.men(Side::X);
        let mut layers = Vec::new();
        for own in 0..=men {
            for other in 0..=men {
                // Where pieces are placed first, the sides take turns.
                if self.rules.facts().early || other == own || other == own + 1 {
                    layers.push(Layer::new(own, other));
                }
            }
        }
        layers
    }

    fn turn(&self, layer: Layer) -> TurnKinds {
        let drop = self.rules.facts().chooser(layer.own);
        TurnKinds {
            steps: layer.own > 0 && (drop.is_none() || self.rules.facts().early),
            drop,
        }
    }

    fn steps(&self) -> Vec<Step> {
        self.rules.facts().steps.clone()
    }

    fn barred(&self, layer: Layer) -> u32 {
        let [first, always] = self.rules.facts().barred;
        match layer.total() {
            0 => first | always,
            _ => always,
        }
    }

    fn goals(&self) -> &[Vec<Goal>; 2] {
        &self.rules.facts().goals
    }

    fn blocked(&self) -> Blocked {
        self.rules.facts().blocked
    }

    fn turned(&self) -> Option<&[u8]> {
        self.rules.facts().turned.as_deref()
    }
}
