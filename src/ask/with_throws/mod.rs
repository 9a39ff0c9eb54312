//! Commands of all games with throws.

pub(crate) mod endgame;
pub(crate) mod moves;
pub(crate) mod play;
pub(crate) mod review;

use std::fmt::Debug;

use clap::Args;

use crate::ask::prelude::*;

/// Arguments that a game has of its own.
pub(crate) trait OwnArgs:
    Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static
{
}

impl<A: Args + Clone + Debug + Serialize + JsonSchema + Send + Sync + 'static> OwnArgs for A {}
