//! Text that stays text in Markdown.

/// Text of a cell or within a line: nothing in it is markup, HTML or the end of a cell.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let within_word = || {
            let after = rest.clone().next();
            before.is_alphanumeric() && after.is_some_and(char::is_alphanumeric)
        };
        let is_markup = match c {
            '_' => !within_word(),
            c => "\\`*[]<&|~$".contains(c),
        };
        if is_markup {
            escaped.push('\\');
        }
        escaped.push(c);
        before = c;
    }
    escaped
}

/// Text on lines of its own: none begins a heading, a list, a quotation or a rule.
pub(crate) fn paragraph(text: &str) -> String {
    let line = |line: &str| {
        let line = escaped(line.trim_start());
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = line.split_at(digits);
        let ends = |at: usize| rest[at..].chars().next().is_none_or(char::is_whitespace);
        match rest.chars().next() {
            Some('#' | '>' | '-' | '+' | '=') if digits == 0 => format!("\\{line}"),
            Some('.' | ')') if digits > 0 && ends(1) => format!("{number}\\{rest}"),
            _ => line,
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Text as it is, in a block of its own.
pub(crate) fn block(text: &str) -> String {
    let mut longest = 2;
    for run in text.split(|c| c != '`') {
        longest = longest.max(run.len());
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence}text\n{text}{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        let label = "<img src=x> [a](b) *c* _d_ e_f `g` &lt; ~h~ | \\";
        assert_eq!(
            escaped(label),
            "\\<img src=x> \\[a\\](b) \\*c\\* \\_d\\_ e_f \\`g\\` \\&lt; \\~h\\~ \\| \\\\"
        );
        assert_eq!(escaped("1/2 … 0.75, 2d6 + 1"), "1/2 … 0.75, 2d6 + 1");
        assert_eq!(
            paragraph("# a\n- b\n2. c\n0.5 d\ne"),
            "\\# a\n\\- b\n2\\. c\n0.5 d\ne"
        );
        assert_eq!(block("a ```` b\n"), "`````text\na ```` b\n`````\n");
    }
}
