//! The parts of almost every report.

pub(crate) use schemars::JsonSchema;
pub(crate) use serde::Serialize;

pub(crate) use super::caller::Caller;
pub(crate) use super::failure::Failure;
pub(crate) use super::subject::Subject;
pub(crate) use crate::render::json::{Count, Number};
pub(crate) use crate::render::picture::Picture;
pub(crate) use crate::render::schema::Described;
pub(crate) use crate::render::sheet::{Chart, Column, Entry, Sheet, Style};
pub(crate) use crate::render::words::{counted, grouped, spaced, texts};
