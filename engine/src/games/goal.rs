//! What is to be won by best play: the game, or something short of it.

/// What the outcomes of a position are outcomes of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[derive(schemars::JsonSchema)]
pub enum Goal {
    /// The game.
    Game,
    /// The first capture: a win is to force it, and a draw is that nobody can.
    FirstCapture,
}

impl Goal {
    /// `first-capture` or `game`.
    pub fn as_str(self) -> &'static str {
        match self {
            Goal::FirstCapture => "first-capture",
            Goal::Game => "game",
        }
    }
}
