//! Pictures in SVG: boards ([`scene`]) and charts of tables ([`chart`]).
//!
//! Both know what a report hands to every format, nothing of the games. The same answer gives the same bytes: places are
//! rounded to hundredths, colours are CSS variables that follow the reader's light or dark screen, every mark has its exact
//! number as a title, and what is drawn is told to screen readers.
//!
//! A picture is drawn for a width of [`WIDTH`]. Where it is shown on a narrow screen its texts grow, so that they can be
//! read: there is room for the large ones, and every second label of an axis gives way.

mod axis;
mod bars;
pub(crate) mod board;
pub(crate) mod chart;
mod curves;
mod errors;
mod heat;
mod horizontal_bars;
mod lines;
mod parts;
mod series;
mod table;

use std::borrow::Cow;

use maud::{Markup, PreEscaped, html};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::terminal;

/// A picture without its frame.
pub(crate) struct Drawn {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) content: Markup,
    /// A description, for those who do not see it.
    pub(crate) told: String,
}

impl Drawn {
    /// As wide as a picture.
    fn wide(height: f64, content: Markup, told: String) -> Self {
        Self {
            width: WIDTH,
            height,
            content,
            told,
        }
    }
}

/// The colours: Okabe and Ito's, which the colour-blind can tell apart, on paper and on a dark screen.
pub(crate) const COLOURS: &str = include_str!("colours.css");

/// The style of marks, in the colours.
pub(crate) const MARKS: &str = include_str!("marks.css");

/// Width of a picture.
const WIDTH: f64 = 640.0;

/// Room that a letter of the small size takes on a narrow screen.
const LETTER: f64 = 9.6;

/// Words under the title and at the foot, one line.
const LINE: f64 = 21.0;

/// All of a picture: title, description, the parts under each other, and the words at its foot.
pub(crate) fn document(title: &str, description: &str, parts: &[Drawn], foot: &[String]) -> String {
    const GAP: f64 = 18.0;
    let lines = wrapped(&bound(title), 54);
    let head = 16.0 + 25.0 * lines.len() as f64;
    let mut y = head;
    let mut placed = Vec::new();
    for part in parts {
        placed.push((((WIDTH - part.width) / 2.0).max(0.0), y, &part.content));
        y += part.height + GAP;
    }
    let feet: Vec<String> = foot.iter().flat_map(|foot| wrapped(foot, 66)).collect();
    let height = y + LINE * feet.len() as f64;
    let size = format!("0 0 {} {}", r(WIDTH), r(height));
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(size) width=(r(WIDTH)) height=(r(height)) role="img"
            aria-labelledby="title desc" {
            title id="title" { (title) }
            desc id="desc" { (description) }
            style { (PreEscaped(COLOURS)) (PreEscaped(MARKS)) }
            rect width="100%" height="100%" fill="var(--paper)" {}
            @for (i, line) in lines.iter().enumerate() {
                text class="t" x="16" y=(r(27.0 + 25.0 * i as f64)) { (line) }
            }
            @for (x, y, content) in placed {
                g transform=(format!("translate({} {})", r(x), r(y))) { (content) }
            }
            @for (i, line) in feet.iter().enumerate() {
                text class="f" x="16" y=(r(y + LINE * i as f64)) { (line) }
            }
        }
    };
    terminal::shown(&markup.into_string()).into_owned() + "\n"
}

/// Words between the parts of a picture.
pub(super) fn words(text: &str) -> Drawn {
    let lines = wrapped(&bound(text), 62);
    let content = html! {
        @for (i, line) in lines.iter().enumerate() {
            text x="16" y=(r(10.0 + LINE * i as f64)) { (line) }
        }
    };
    Drawn::wide(LINE * lines.len() as f64 - 4.0, content, String::new())
}

/// A picture alone, to stand in a page.
pub(crate) fn inline(part: &Drawn, description: &str) -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", r(part.width), r(part.height)))
            width=(r(part.width)) role="img" aria-label=(description) {
            (part.content)
        }
    }
}

/// A place, to hundredths.
fn r(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// The text with what belongs together held together: a point between parts stays at the end of a line.
fn bound(text: &str) -> String {
    text.replace(" · ", "\u{a0}· ")
        .replace(" = ", "\u{a0}=\u{a0}")
        .replace(" ≈ ", "\u{a0}≈\u{a0}")
}

/// Lines of at most `width` characters, broken at blanks that may be broken at; a word that is longer is broken too.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options = Options::new(width)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options).into_iter();
    lines.map(Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short() {
        assert_eq!(r(1.0), "1");
        assert_eq!(r(-0.001), "0");
        assert_eq!(r(0.5), "0.5");
    }

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrapped("a bcdefgh", 4), ["a", "bcde", "fgh"]);
    }
}
