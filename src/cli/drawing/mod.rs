//! Pictures in SVG: boards ([`scene`]) and charts of tables ([`chart`]).
//!
//! Both know what a report hands to every format, nothing of the games. The same answer gives the same bytes: places are
//! rounded to hundredths, colours are CSS variables that follow the reader's light or dark screen, every mark has its exact
//! number as a title, and what is drawn is told to screen readers.

pub(super) mod answer;
mod axis;
mod bars;
pub(super) mod chart;
mod curves;
mod heat;
pub(super) mod scene;

use maud::{Markup, PreEscaped, html};

/// A picture without its frame.
pub(super) struct Drawn {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) content: Markup,
}

/// The colours: Okabe and Ito's, which the colour-blind can tell apart, on paper and on a dark screen.
pub(super) const COLOURS: &str = "\
:root,svg{--paper:#fff;--ink:#1b1b1b;--faint:#767676;--line:#d7d7d7;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#cc79a7;\
--c4:#e69f00;--c5:#56b4e9;--wood:#f3e7d3;--a:#1b1b1b;--b:#fdfdfd;--hot:#d55e00}\
@media (prefers-color-scheme:dark){:root,svg{--paper:#17181a;--ink:#ececec;--faint:#9c9c9c;--line:#3c3e42;--c0:#56b4e9;\
--c1:#f08a4b;--c2:#3cc9a3;--c3:#e3a6c8;--c4:#f0c04f;--c5:#9ad4f5;--wood:#3a3226;--a:#e9d9a6;--b:#2b6f9e;--hot:#f08a4b}}";

/// How marks look, in the colours.
const MARKS: &str = "\
text{font:13px system-ui,sans-serif;fill:var(--ink)}.t{font-weight:600;font-size:15px}.f{fill:var(--faint);font-size:11px}\
.g{stroke:var(--line);stroke-width:1}.x{stroke:var(--faint);stroke-width:1}.e{text-anchor:end}.m{text-anchor:middle}\
.p{fill:none;stroke-width:2}.w{fill:var(--wood);stroke:var(--faint)}.h{fill:var(--paper);stroke:var(--faint)}\
.a{fill:var(--a);stroke:var(--ink)}.b{fill:var(--b);stroke:var(--ink)}.u{opacity:.55;stroke-dasharray:3 2}\
.k{stroke:var(--hot);stroke-width:3;fill:none}.l{stroke:var(--faint);stroke-width:1.2;fill:none}";

/// Width of a picture.
const WIDTH: f64 = 720.0;

/// All of a picture: title, description, the parts under each other, and the words at its foot.
pub(super) fn document(title: &str, description: &str, parts: &[Drawn], foot: &str) -> String {
    const GAP: f64 = 18.0;
    let lines = wrapped(title, 78);
    let head = 14.0 + 20.0 * lines.len() as f64;
    let mut y = head;
    let mut placed = Vec::new();
    for part in parts {
        placed.push((((WIDTH - part.width) / 2.0).max(0.0), y, &part.content));
        y += part.height + GAP;
    }
    let feet = wrapped(foot, 110);
    let height = y + 16.0 * feet.len() as f64;
    let size = format!("0 0 {} {}", r(WIDTH), r(height));
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(size) width=(r(WIDTH)) height=(r(height)) role="img"
            aria-labelledby="title desc" {
            title id="title" { (title) }
            desc id="desc" { (description) }
            style { (PreEscaped(COLOURS)) (PreEscaped(MARKS)) }
            rect width="100%" height="100%" fill="var(--paper)" {}
            @for (i, line) in lines.iter().enumerate() {
                text class="t" x="16" y=(r(24.0 + 20.0 * i as f64)) { (line) }
            }
            @for (x, y, content) in placed {
                g transform=(format!("translate({} {})", r(x), r(y))) { (content) }
            }
            @for (i, line) in feet.iter().enumerate() {
                text class="f" x="16" y=(r(y + 16.0 * i as f64)) { (line) }
            }
        }
    };
    markup.into_string() + "\n"
}

/// A picture alone, to stand in a page.
pub(super) fn inline(part: &Drawn, description: &str) -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", r(part.width), r(part.height)))
            width=(r(part.width)) role="img" aria-label=(description) {
            (part.content)
        }
    }
}

/// The rules for marks of pictures in a page.
pub(super) fn marks() -> &'static str {
    MARKS
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

/// Lines of at most so many characters, broken at blanks.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
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
    fn words_are_kept_whole() {
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
    }
}
