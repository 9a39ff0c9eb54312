//! The games as [`crate::solve::retro`] wants them described.

use super::Rules;
use crate::board::Side;
use crate::solve::retro::{Blocked, Goal, Layer, LayeredGame, Step, TurnKinds};

impl Rules {
    /// The layer of the start.
    pub(crate) fn first_layer(&self) -> Layer {
        match self.places() {
            true => Layer::new(0, 0),
            false => Layer::new(self.men(Side::X), self.men(Side::O)),
        }
    }
}

/// # Examples
/// ```
/// use siga::games::line_up::Rules;
/// use siga::solve::retro::LayeredGame;
/// let teeko: Rules = "teeko".parse()?;
/// assert_eq!(teeko.layers().len(), 9);
/// assert_eq!(teeko.steps().len(), 144);
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
impl LayeredGame for Rules {
    fn cells(&self) -> u8 {
        self.board().size()
    }

    fn symmetries(&self) -> Vec<Vec<u8>> {
        self.facts().symmetries.clone()
    }

    fn layers(&self) -> Vec<Layer> {
        let first = self.first_layer();
        if !self.places() {
            let mut layers = vec![first, first.after_step()];
            layers.dedup();
            return layers;
        }
        let men = self.men(Side::X);
        let mut layers = Vec::new();
        for own in 0..=men {
            for other in 0..=men {
                // Where pieces are placed first, the sides take turns.
                if self.facts().early || other == own || other == own + 1 {
                    layers.push(Layer::new(own, other));
                }
            }
        }
        layers
    }

    fn turn(&self, layer: Layer) -> TurnKinds {
        let drop = self.facts().chooser(layer.own);
        TurnKinds {
            steps: layer.own > 0 && (drop.is_none() || self.facts().early),
            drop,
        }
    }

    fn steps(&self) -> Vec<Step> {
        self.facts().steps.clone()
    }

    fn barred(&self, layer: Layer) -> u32 {
        let [first, always] = self.facts().barred;
        match layer.total() {
            0 => first | always,
            _ => always,
        }
    }

    fn goals(&self) -> &[Vec<Goal>; 2] {
        &self.facts().goals
    }

    fn blocked(&self) -> Blocked {
        self.facts().blocked
    }

    fn turned(&self) -> Option<&[u8]> {
        self.facts().turned.as_deref()
    }
}
