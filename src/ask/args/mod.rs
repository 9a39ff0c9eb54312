//! The arguments that commands share, and those of commands about no game.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod explore;
pub(crate) mod list;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod record;
pub(crate) mod report;
pub(crate) mod tables;
