//! A report in any format: tables for people, Markdown, LaTeX, CSV, JSON and its schema, SVG, HTML.
//!
//! Every command hands over a [`report::Report`]; nothing here knows which games or commands exist.

pub(crate) mod address;
pub(crate) mod drawing;
pub(crate) mod html_page;
pub(crate) mod json;
pub(crate) mod picture;
pub(crate) mod printed;
pub(crate) mod report;
pub(crate) mod schema;
pub(crate) mod sheet;
pub(crate) mod svg;
pub(crate) mod terminal;
pub(crate) mod words;
