//! The files of the page, part of the program.

use hyper::StatusCode;
use hyper::body::Bytes;

use super::Response;

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("page/", $path)))),*]
    };
}

const FILES: &[(&str, &str)] = files![
    "index.html",
    "style.css",
    "app.js",
    "ask.js",
    "view.js",
    "start.js",
    "game.js",
    "games.js",
    "values.js",
    "plays.js",
    "edit.js",
    "rules.js",
    "throws.js",
    "table.js",
    "boards/board.js",
    "boards/position.js",
    "boards/worth.js",
];

/// The file at a path after the token; the page itself at none.
pub(super) fn find(path: &str) -> Option<Response> {
    let path = if path.is_empty() { "index.html" } else { path };
    let (name, text) = FILES.iter().find(|(name, _)| *name == path)?;
    let kind = match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    let bytes = Bytes::from_static(text.as_bytes());
    Some(super::text(StatusCode::OK, kind, bytes))
}
