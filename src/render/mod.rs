//! A report in any format: tables for people, Markdown, LaTeX, CSV, JSON and its schema, SVG, HTML.
//!
//! Every command hands over a [`report::Report`]; nothing here knows which games or commands exist.
//!
//! # One table, every format
//! A report hands over tables of typed cells (`render::sheet`), written column by column (`Sheet::of`): what a column is called, what kind it
//! is and what it has of each thing stand together. A cell is a number however well it is known, a whole number, an outcome with its plies,
//! words. People and programs get two readings of the same cells: people get a fraction and a decimal, groups of digits,
//! "win in 3 plies"; data get one value a cell and columns of their own for bounds. So there is one place where a bound is rounded outwards,
//! and `--percent`, LaTeX or a new format costs nothing in the commands. Rows that are too many to hold (10000d6 has 977 MB of fractions) are
//! made as they are written.
//!
//! Pictures come from the same place (`render::drawing`): a chart is drawn of a table's key and its probabilities, a board of a scene, a list
//! of named spots with pieces. A game says where its holes are and nothing of pictures. A page is heading, board, charts, tables and the
//! JSON. maud writes both: what is put into markup is escaped by its type.

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
