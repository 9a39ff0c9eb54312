//! A table in the columns that there are: bars shrink before anything is wrapped, texts are wrapped at words, and rows of
//! long texts stand one below the other.

use textwrap::core::Word;
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

use super::cells::{aligned, shortened};
use super::people::{Align, BAR, Plain};
use super::{Column, Sheet, Style};

/// Blanks between columns.
const GAP: usize = 2;
/// The shortest bar that shows something.
const LEAST_BAR: usize = 5;
/// The lines over which texts may go on.
const LINES: usize = 3;

/// Columns of a table of long texts that is drawn for no terminal.
const PROSE: u16 = 80;

impl Sheet {
    /// The columns to draw it in: those of the terminal. Without one, a table of long texts has 80, and another as many as it
    /// needs: each row is on a line.
    pub(crate) fn width(&self, terminal: Option<u16>) -> Option<u16> {
        let prose = || {
            let texts = self.columns.iter().all(Column::is_text);
            texts && is_prose(&Plain::of(self, &Style::default()), PROSE.into())
        };
        terminal.or_else(|| prose().then_some(PROSE))
    }
}

/// The table of texts with bars as long as the width allows; without them where it does not.
pub(super) fn fitted(sheet: &Sheet, style: &Style, width: Option<u16>) -> Plain {
    let plain = Plain::of(sheet, style);
    let bars = plain.columns.iter();
    let bars = bars.filter(|(_, align)| *align == Align::Picture).count();
    let over = width.map_or(0, |width| total(&plain).saturating_sub(width.into()));
    if over == 0 || bars == 0 {
        return plain;
    }
    match BAR.checked_sub(over.div_ceil(bars)) {
        Some(bar) if bar >= LEAST_BAR => Plain::with_bars(sheet, style, bar),
        _ => plain.without_bars(),
    }
}

/// Whether side by side the texts would go on over more lines than read well.
pub(super) fn is_prose(plain: &Plain, width: usize) -> bool {
    let texts = (0..plain.columns.len()).filter(|&at| plain.columns[at].1 == Align::Left);
    let texts: usize = texts.map(|at| column(plain, at)).sum();
    let room = (width + texts).saturating_sub(total(plain));
    texts > LINES * room
}

/// Text that goes on below where it would pass the width, at words or the commas of rules; `indent`: of its first line
/// and of the others.
pub(crate) fn wrapped(text: &str, indent: [&str; 2], width: Option<u16>) -> String {
    let Some(width) = width else {
        return format!("{}{text}", indent[0]);
    };
    // Where a name of rules is longer than a line, its commas are the places to break it.
    let room = usize::from(width).saturating_sub(display_width(indent[1]));
    let separator = match text.split(' ').any(|word| display_width(word) > room) {
        true => WordSeparator::Custom(words),
        false => WordSeparator::AsciiSpace,
    };
    let options = Options::new(width.into())
        .initial_indent(indent[0])
        .subsequent_indent(indent[1])
        .break_words(false)
        .word_separator(separator)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// The words of a line, each with the blanks after it; a comma before a letter ends one too.
fn words<'a>(line: &'a str) -> Box<dyn Iterator<Item = Word<'a>> + 'a> {
    let ends = line.char_indices().filter_map(move |(at, c)| {
        let after = &line[at + c.len_utf8()..];
        let ends = match c {
            ' ' => !after.starts_with(' '),
            ',' => after.starts_with(char::is_alphabetic),
            _ => false,
        };
        (ends || after.is_empty()).then(|| line.len() - after.len())
    });
    let mut from = 0;
    Box::new(ends.map(move |end| Word::from(&line[std::mem::replace(&mut from, end)..end])))
}

fn total(plain: &Plain) -> usize {
    (0..plain.columns.len()).map(|at| column(plain, at)).sum()
}

/// Columns that a column of the table takes.
fn column(plain: &Plain, at: usize) -> usize {
    let (name, align) = &plain.columns[at];
    let cells = plain.rows.iter().map(|row| shortened(&row[at]));
    let cells = aligned(cells.collect(), *align);
    let cells = cells.iter().map(|cell| display_width(cell));
    cells.max().unwrap_or(0).max(display_width(name)) + GAP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sheet::Entry;

    fn lines(sheet: &Sheet, width: u16) -> Vec<String> {
        let text = sheet.table(&Style::default(), false, Some(width));
        let text = anstream::adapter::strip_str(&text).to_string();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn texts_go_on_at_words_and_within_rules_after_commas() {
        let text = "Rules: 5x5:size=5,men=5,row=4, where  they fit 1,000.";
        let narrow = wrapped(text, ["", ""], Some(18));
        assert_eq!(
            narrow,
            "Rules: 5x5:size=5,\nmen=5,row=4, where\nthey fit 1,000."
        );
        assert_eq!(wrapped(text, ["", ""], Some(200)), text);
        assert_eq!(wrapped(text, ["", ""], None), text);
    }

    #[test]
    fn bars_shrink_and_then_go() {
        let half = Entry::from(&crate::exact::Quantity::Exact(
            num_rational::BigRational::new(1.into(), 2.into()),
        ));
        let sheet = Sheet {
            heading: "Chances".to_owned(),
            columns: vec![Column::right("outcome"), Column::bar()],
            rows: vec![vec![half, Entry::Bar(1.0)]],
            ..Sheet::default()
        };
        let bar = |width| {
            let bars = lines(&sheet, width).concat();
            bars.chars().filter(|&c| c == '█').count()
        };
        assert_eq!((bar(80), bar(12)), (20, 0));
        assert!((LEAST_BAR..20).contains(&bar(22)));
    }

    #[test]
    fn rows_of_long_texts_stand_one_below_the_other() {
        let long = "a long text that is more than a column can hold well ".repeat(3);
        let cells = ["name", long.as_str(), long.as_str()].map(Entry::from);
        let sheet = Sheet {
            heading: long.clone(),
            columns: ["option", "meaning", "source"].map(Column::text).to_vec(),
            rows: vec![cells.to_vec()],
            notes: vec![long.clone()],
            ..Sheet::default()
        };
        let narrow = lines(&sheet, 60);
        assert!(
            narrow.iter().all(|line| display_width(line) <= 60),
            "{narrow:#?}"
        );
        assert!(narrow.iter().any(|line| line == "  name"));
        assert!(
            narrow
                .iter()
                .any(|line| line.starts_with("      meaning: a long text"))
        );
        let wide = lines(&sheet, 400);
        assert!(!wide.iter().any(|line| line.contains("meaning:")));
    }
}
