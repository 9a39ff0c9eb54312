//! A table for a paper: LaTeX with the rules of the package booktabs.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use itertools::Itertools;

use super::people::{Align, Plain};
use super::{Sheet, Style};
use crate::render::terminal::shown;

impl Sheet {
    /// A floating table with caption, notes under it, and the version in a comment.
    pub(crate) fn latex(&self, style: &Style, quiet: bool) -> String {
        let plain = Plain::of(self, style).without_bars();
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let cells: Vec<String> = cells.map(|cell| escaped(cell)).collect();
            format!("{} \\\\\n", cells.join(" & "))
        };
        let aligns: String = (plain.columns.iter())
            .map(|(_, align)| if *align == Align::Left { 'l' } else { 'r' })
            .collect();
        let mut text = format!(
            "% siga {}; needs \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n",
            env!("CARGO_PKG_VERSION")
        );
        if !quiet {
            let caption = shown(&self.heading);
            let _ = writeln!(text, "\\caption{{{}}}", escaped(&caption));
        }
        let _ = writeln!(text, "\\begin{{tabular}}{{{aligns}}}\n\\toprule");
        text.push_str(&line(&mut plain.columns.iter().map(|(name, _)| name)));
        text.push_str("\\midrule\n");
        for row in &plain.rows {
            text.push_str(&line(&mut row.iter()));
        }
        text.push_str("\\bottomrule\n\\end{tabular}\n");
        if !quiet {
            for note in self.notes_for_people() {
                let _ = writeln!(text, "\n{{\\footnotesize {}}}", escaped(&note));
            }
        }
        text.push_str("\\end{table}\n");
        text
    }
}

/// Signs that LaTeX has a command for, each before its command.
const COMMANDS: &str = r"\ \textbackslash{} ~ \textasciitilde{} ^ \textasciicircum{} < \textless{} > \textgreater{} | \textbar{}
    ` \textasciigrave{} ≈ $\approx$ √ $\surd$ ² $^2$ → $\to$ ≥ $\ge$ ≤ $\le$ ≠ $\ne$ × $\times$ · $\cdot$ … \ldots{} – -- − $-$
    & \& % \% $ \$ # \# _ \_ { \{ } \}";

static SIGNS: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| COMMANDS.split_whitespace().tuples().collect());

/// Text in which nothing is a command.
fn escaped(text: &str) -> String {
    let mut letter = [0; 4];
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        let sign = &*c.encode_utf8(&mut letter);
        escaped.push_str(SIGNS.get(sign).unwrap_or(&sign));
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_in_a_cell_is_a_command() {
        assert_eq!(
            escaped("50 % \\x {a}_1"),
            "50 \\% \\textbackslash{}x \\{a\\}\\_1"
        );
        assert_eq!(escaped("0.1 … 0.2"), "0.1 \\ldots{} 0.2");
    }
}
