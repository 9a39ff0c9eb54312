//! Asking siga by the words of a command, and reading numbers back out of its JSON.

pub(super) mod number;
pub(super) mod numbers;
pub(super) mod question;
