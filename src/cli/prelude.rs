//! What almost every report is made of.

pub(super) use schemars::JsonSchema;
pub(super) use serde::Serialize;

pub(super) use super::caption::{Caption, PositionQuery};
pub(super) use super::drawing::board::Scene;
pub(super) use super::failure::Failure;
pub(super) use super::json::{Count, Number};
pub(super) use super::picture::Picture;
pub(super) use super::progress::Progress;
pub(super) use super::report::{AnyReport, Reply, Report};
pub(super) use super::schema::Described;
pub(super) use super::sheet::{Chart, Column, Entry, Sheet, Style};
pub(super) use super::subject::{Subject, Told, told};
pub(super) use super::words::{counted, grouped, spaced, texts};
