//! A board to be drawn: spots with names, pieces, shading and arrows.

use maud::{Markup, html};
use num_traits::Signed;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Drawn, r};
use crate::exact::{Quantity, approx, decimal_ceil};

/// A board in units of one spot, the first at the top left.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Scene {
    /// The cells.
    pub(crate) spots: Vec<Spot>,
    /// Words beside the board.
    pub(crate) labels: Vec<(f64, f64, String)>,
    /// The edge of the board: its corners.
    pub(crate) edge: Vec<(f64, f64)>,
    /// Lines from place to place, under the spots.
    pub(crate) lines: Vec<[(f64, f64); 2]>,
    /// The meaning of shading; empty where nothing is shaded.
    #[serde(skip)]
    pub(crate) shaded: String,
    /// A move: from and to.
    #[serde(skip)]
    pub(crate) arrows: Vec<[(f64, f64); 2]>,
}

/// A place for a piece.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Spot {
    /// Across and down.
    pub(crate) at: (f64, f64),
    /// Such as `c3`.
    pub(crate) name: String,
    /// Whether it is a hole, and not a square.
    #[serde(skip)]
    pub(crate) hole: bool,
    #[serde(skip)]
    pub(crate) piece: Option<Stone>,
    /// Whether a piece has just been taken here.
    #[serde(skip)]
    pub(crate) taken: bool,
    /// The strength of its shading, from 0 to 1, with words in short and in full.
    #[serde(skip)]
    pub(crate) shade: Option<(f64, [String; 2])>,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stone {
    /// Whether it is of the second side.
    pub(crate) second: bool,
    /// Whether it is not yet let loose: an undalled piece, a dry one.
    pub(crate) bound: bool,
    /// Its letter.
    pub(crate) letter: char,
}

/// Chances below this are not written on the board.
const SMALL: f64 = 0.01;
/// Points of one spot.
const UNIT: f64 = 50.0;

impl Scene {
    /// Draws arrows for a move such as `a1-a2 c3-c5`.
    pub(crate) fn add_move(&mut self, text: &str) {
        for step in text.split([' ', ',']) {
            let mut stops = step.trim_matches(['!', '*', '+']).split(['-', 'x']);
            let mut from = stops.next().and_then(|name| self.place(name));
            for name in stops {
                let to = self.place(name);
                if let (Some(from), Some(to)) = (from, to) {
                    self.arrows.push([from, to]);
                }
                from = to;
            }
        }
    }

    fn place(&self, name: &str) -> Option<(f64, f64)> {
        (self.spots.iter().find(|spot| spot.name == name)).map(|spot| spot.at)
    }

    /// Shades a spot by the chance of what can happen there; not where it cannot. Small chances are said on hover only.
    pub(crate) fn shade(&mut self, name: &str, chance: &Quantity) {
        let Some((_, upper)) = chance.ends().filter(|(_, upper)| upper.is_positive()) else {
            return;
        };
        let short = match chance.fixed(2) {
            _ if approx(&upper) < SMALL => String::new(),
            bounds if bounds.contains('…') => format!("≤ {}", decimal_ceil(&upper, 2)),
            number => number,
        };
        if let Some(spot) = self.spots.iter_mut().find(|spot| spot.name == name) {
            spot.shade = Some((approx(&upper), [short, chance.decimal(6)]));
        }
    }

    pub(crate) fn draw(&self) -> Drawn {
        let places = (self.spots.iter().map(|spot| spot.at))
            .chain(self.labels.iter().map(|&(x, y, _)| (x, y)))
            .chain(self.edge.iter().copied());
        let (mut width, mut height) = (0.0_f64, 0.0_f64);
        for (x, y) in places {
            (width, height) = (width.max(x + 0.7), height.max(y + 0.7));
        }
        // Long boards are drawn smaller.
        let unit = UNIT.min((super::WIDTH - 20.0) / width);
        let at = |value: f64| r(value * unit);
        let corners: Vec<String> = (self.edge.iter())
            .map(|&(x, y)| format!("{},{}", at(x), at(y)))
            .collect();
        let content = html! {
            @if !corners.is_empty() {
                polygon class="w" points=(corners.join(" ")) {}
            }
            @for [from, to] in &self.lines {
                line class="l" x1=(at(from.0)) y1=(at(from.1)) x2=(at(to.0)) y2=(at(to.1)) {}
            }
            @for spot in &self.spots { (self::spot(spot, unit)) }
            @for [from, to] in &self.arrows { (arrow(*from, *to, unit)) }
            @for (x, y, label) in &self.labels {
                @if self.spots.iter().any(|spot| spot.at == (*x, *y) && spot.piece.is_some()) {
                    // On a piece the text is read on the ground of a hole, whatever the colour of the piece.
                    circle class="h" cx=(at(*x)) cy=(at(*y)) r=(r(unit * 0.2)) {}
                }
                text class="f m" x=(at(*x)) y=(r(y * unit + 4.0)) { (label) }
            }
        };
        Drawn {
            width: width * unit,
            height: height * unit,
            content,
            told: String::new(),
        }
    }
}

fn spot(spot: &Spot, unit: f64) -> Markup {
    let (x, y) = (spot.at.0 * unit, spot.at.1 * unit);
    let half = unit / 2.0;
    let mut title = spot.name.clone();
    if let Some(stone) = spot.piece {
        title.push_str(&format!(": {}", stone.letter));
    }
    if spot.taken {
        title.push_str(": taken");
    }
    if let Some((_, [_, words])) = &spot.shade {
        title.push_str(&format!(" · {words}"));
    }
    html! {
        g {
            title { (title) }
            @if spot.hole {
                circle class="h" cx=(r(x)) cy=(r(y)) r=(r(unit * 0.2)) {}
            } @else {
                rect class="q" x=(r(x - half)) y=(r(y - half)) width=(r(unit)) height=(r(unit)) {}
            }
            @if let Some((share, _)) = &spot.shade {
                circle cx=(r(x)) cy=(r(y)) r=(r(unit * 0.47)) fill="var(--hot)"
                    fill-opacity=(r(0.12 + 0.78 * share.clamp(0.0, 1.0))) {}
            }
            @if let Some(stone) = spot.piece {
                circle class=(format!("{}{}", if stone.second { "b" } else { "a" }, if stone.bound { " u" } else { "" }))
                    cx=(r(x)) cy=(r(y)) r=(r(unit * 0.34)) {}
                @if stone.second {
                    // Told apart without colour too.
                    circle class="l" cx=(r(x)) cy=(r(y)) r=(r(unit * 0.2)) {}
                }
            }
            @if spot.taken {
                path class="k" d=(cross(x, y, unit * 0.22)) {}
            }
            @if let Some((_, [words, _])) = &spot.shade {
                text class="v m" x=(r(x)) y=(r(y + unit * 0.52 + 7.0)) { (short(words)) }
            }
        }
    }
}

/// A chance as it has room under a hole: without the nought before the point.
fn short(words: &str) -> String {
    words.replace("0.", ".").replace(' ', "")
}

fn cross(x: f64, y: f64, arm: f64) -> String {
    let (left, right, top, bottom) = (r(x - arm), r(x + arm), r(y - arm), r(y + arm));
    format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}")
}

/// An arrow that ends short of the middle of its spot.
fn arrow(from: (f64, f64), to: (f64, f64), unit: f64) -> Markup {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(1e-9);
    let (x, y) = (x / length, y / length);
    let tip = ((to.0 - 0.12 * x) * unit, (to.1 - 0.12 * y) * unit);
    let start = ((from.0 + 0.2 * x) * unit, (from.1 + 0.2 * y) * unit);
    let wing = |turn: f64| {
        let (x, y) = (-x * 0.26 - turn * y * 0.16, -y * 0.26 + turn * x * 0.16);
        format!("L{} {}", r(tip.0 + x * unit), r(tip.1 + y * unit))
    };
    let tip_text = format!("{} {}", r(tip.0), r(tip.1));
    html! {
        path class="k" d=(format!(
            "M{} {}L{tip_text}{}M{tip_text}{}",
            r(start.0), r(start.1), wing(1.0), wing(-1.0)
        )) {}
    }
}
