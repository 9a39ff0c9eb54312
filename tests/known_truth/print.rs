//! How tables are printed: notations of chances, layouts, files.

use num_rational::Ratio;

use super::make::Dice;

/// A chance.
pub(super) type Chance = Ratio<i128>;

/// How a chance is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `0.0625`.
    Decimal,
    Percent,
    PerMille,
    /// `1 in 3.5`.
    OneIn,
    /// `7/16`, the lower number being the same in all rows.
    Fraction,
    /// `15:1`, against.
    Odds,
}

/// How a column of chances is printed.
#[derive(Clone, Copy)]
pub(super) struct Notation {
    pub(super) kind: Kind,
    places: usize,
    comma: bool,
    /// A sign stands behind each figure, not in the heading.
    sign: bool,
    blank: &'static str,
    /// The lower number of fractions.
    under: i128,
}

impl Notation {
    pub(super) fn any(dice: &mut Dice, english: bool, chances: &[Chance]) -> Self {
        let kind = match dice.below(12) {
            0..6 => Kind::Percent,
            6..9 => Kind::Decimal,
            9 => Kind::PerMille,
            10 => Kind::Fraction,
            _ if english && dice.one_in(2) => Kind::Odds,
            _ => Kind::OneIn,
        };
        let places = match kind {
            Kind::Percent => dice.below(3),
            Kind::Decimal => 3 + dice.below(3),
            Kind::PerMille => dice.below(2),
            Kind::OneIn => dice.below(3),
            Kind::Fraction | Kind::Odds => 0,
        };
        Self {
            kind,
            places,
            comma: dice.one_in(2),
            sign: matches!(kind, Kind::Percent | Kind::PerMille) && !dice.one_in(3),
            blank: [" ", "", "\u{a0}"][dice.below(3)],
            under: (chances.iter())
                .fold(1, |under, chance| num_integer::lcm(under, *chance.denom())),
        }
    }

    /// The number to be printed, before rounding, in units of the last place.
    fn meant(self, chance: Chance) -> Chance {
        let power = Chance::from(10_i128.pow(self.places as u32));
        match self.kind {
            Kind::Decimal => chance * power,
            Kind::Percent => chance * power * 100,
            Kind::PerMille => chance * power * 1000,
            Kind::OneIn => power / chance,
            Kind::Fraction => chance * self.under,
            Kind::Odds => Chance::from(chance.denom() - chance.numer()),
        }
    }

    /// Units of the last place, to the nearest.
    pub(super) fn units(self, chance: Chance) -> i128 {
        self.meant(chance).round().to_integer()
    }

    /// Units of the last place, the rest cut off or a whole one more.
    pub(super) fn cut(self, chance: Chance, up: bool) -> i128 {
        let meant = self.meant(chance);
        let cut = if up { meant.ceil() } else { meant.floor() };
        cut.to_integer()
    }

    /// Whether units of the last place are a right rounding.
    pub(super) fn is_right(self, units: i128, chance: Chance) -> bool {
        let off = self.meant(chance) - units;
        let slack = match self.kind {
            Kind::Fraction | Kind::Odds => Chance::from(0),
            _ => Chance::new(1, 2),
        };
        -slack <= off && off <= slack
    }

    /// The figure of these units, in the row of this chance.
    pub(super) fn written(self, units: i128, chance: Chance) -> String {
        let power = 10_i128.pow(self.places as u32);
        let (whole, part) = (units / power, units % power);
        let sign = if self.comma { ',' } else { '.' };
        let digits = match self.places {
            0 => format!("{whole}"),
            places => format!("{whole}{sign}{part:0>places$}"),
        };
        match self.kind {
            Kind::Percent if self.sign => format!("{digits}{}%", self.blank),
            Kind::PerMille if self.sign => format!("{digits}{}‰", self.blank),
            Kind::OneIn => format!("1 in {digits}"),
            Kind::Fraction => format!("{digits}/{}", self.under),
            Kind::Odds => format!("{digits}:{}", chance.numer()),
            _ => digits,
        }
    }

    /// The heading, from the word for what the figures are.
    pub(super) fn heading(self, word: &str) -> String {
        match self.kind {
            Kind::Percent if !self.sign => format!("{word} (%)"),
            Kind::PerMille if !self.sign => format!("{word} (‰)"),
            Kind::Odds => "Odds against".to_owned(),
            _ => word.to_owned(),
        }
    }

    /// Whether a sum of all rows could stand below it.
    pub(super) fn adds_up(self) -> bool {
        !matches!(self.kind, Kind::OneIn | Kind::Odds)
    }
}

/// A table as a text, and the ending of a file that has it.
pub(super) fn text(
    dice: &mut Dice,
    mut lines: Vec<Vec<String>>,
    note: Option<String>,
) -> (String, &'static str) {
    if dice.one_in(3) {
        let width = lines[0].len();
        let turned = (0..width).map(|at| lines.iter().map(|line| line[at].clone()).collect());
        lines = turned.collect();
    }
    let mut text = String::new();
    let format = dice.below(6);
    let title = dice.one_in(3);
    if title && format != 5 {
        text.push_str("Table 4. The chances\n\n");
    }
    let widths = (0..lines[0].len()).map(|at| {
        let cells = lines.iter().map(|line| line[at].chars().count());
        cells.max().unwrap_or_default()
    });
    let widths: Vec<usize> = widths.collect();
    for (at, line) in lines.iter().enumerate() {
        let joined = match format {
            0 => line.join(";"),
            1 => line.join("\t"),
            2 => (line.iter().map(|cell| format!("\"{cell}\"")))
                .collect::<Vec<_>>()
                .join(","),
            3 => format!("| {} |", line.join(" | ")),
            4 => (line.iter().zip(&widths))
                .map(|(cell, width)| format!("{cell:>width$}"))
                .collect::<Vec<_>>()
                .join("   "),
            _ => format!("<tr><td>{}</td></tr>", line.join("</td><td>")),
        };
        text.push_str(&joined);
        text.push('\n');
        if at == 0 && format == 3 && dice.one_in(2) {
            text.push_str(&format!("|{}\n", "---|".repeat(line.len())));
        }
    }
    if format == 5 {
        let head = if title {
            "<h1>Chances</h1><p>Table 4.</p>"
        } else {
            ""
        };
        text = format!("<html><body>{head}<table>{text}</table></body></html>");
    } else {
        if let Some(note) = note {
            text.push_str(&format!("\n{note}\n"));
        }
        if dice.one_in(4) {
            text.push_str("\nSource: made up for a test\n");
        }
    }
    (text, ["csv", "tsv", "csv", "md", "txt", "html"][format])
}

/// The bytes of a file, as some program could have written it.
pub(super) fn bytes(dice: &mut Dice, text: &str) -> Vec<u8> {
    let units = || text.encode_utf16();
    match dice.below(10) {
        0 => [
            vec![0xFF, 0xFE],
            units().flat_map(u16::to_le_bytes).collect(),
        ]
        .concat(),
        1 => [
            vec![0xFE, 0xFF],
            units().flat_map(u16::to_be_bytes).collect(),
        ]
        .concat(),
        2 => ["\u{feff}".as_bytes(), text.as_bytes()].concat(),
        3..6 => one_byte(text).unwrap_or_else(|| text.as_bytes().to_vec()),
        _ => text.as_bytes().to_vec(),
    }
}

/// Windows-1251 where there is Cyrillic, else Windows-1252; `None` where that has no such letter.
fn one_byte(text: &str) -> Option<Vec<u8>> {
    let cyrillic = text.chars().any(|c| ('А'..='я').contains(&c));
    let byte = |c: char| {
        Some(match (c, cyrillic) {
            (c, _) if c.is_ascii() => c as u8,
            ('–', _) => 0x96,
            ('‰', _) => 0x89,
            ('\u{a0}', _) => 0xA0,
            ('А'..='я', true) => 0xC0 + (c as u32 - 'А' as u32) as u8,
            (c, false) => u8::try_from(c as u32).ok().filter(|byte| *byte >= 0xA0)?,
            _ => return None,
        })
    };
    text.chars().map(byte).collect()
}
