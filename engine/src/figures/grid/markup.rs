//! Tables of LaTeX and of wikis, written between bars.

use itertools::Itertools;

/// A drawn line, which takes the place of a line without cells.
const RULE: &str = "\n|-|";

/// Commands of LaTeX within each other that are read.
const DEEPEST: usize = 8;
/// The longest text between braces.
const LONGEST: usize = 1_000;
/// Templates of a line that are read.
const MOST_TEMPLATES: usize = 400;

/// Commands that draw fractions.
const FRACTIONS: [&str; 5] = ["frac", "tfrac", "dfrac", "nicefrac", "sfrac"];

/// Commands that draw a sign.
const SIGNS: [(&str, char); 20] = [
    ("ge", '≥'),
    ("geq", '≥'),
    ("geqslant", '≥'),
    ("le", '≤'),
    ("leq", '≤'),
    ("leqslant", '≤'),
    ("gt", '>'),
    ("textgreater", '>'),
    ("lt", '<'),
    ("textless", '<'),
    ("approx", '≈'),
    ("sim", '~'),
    ("textasciitilde", '~'),
    ("times", '×'),
    ("cdot", '·'),
    ("ldots", '…'),
    ("dots", '…'),
    ("sigma", 'σ'),
    ("mu", 'μ'),
    ("permil", '‰'),
];

/// The text with each row of its tables between bars, on the line where it ends; `None` if it has no such table.
pub(super) fn between_bars(text: &str) -> Option<String> {
    match (text.contains("\\begin{"), text.contains("{|")) {
        (true, _) => latex(text),
        (_, true) => wiki(text),
        _ => text.contains("frac").then(|| formulas(text)),
    }
}

/// A text with the fractions of LaTeX and of wikis as `1/36`, and without the commands that stand with them between dollars.
fn formulas(text: &str) -> String {
    let line = |line: &str| {
        let line = replaced(line, "{{", "}}")
            .replace("\\(", "$")
            .replace("\\)", "$");
        let parts = line.split('$').collect_vec();
        let are_pairs = parts.len() % 2 == 1;
        let part = |(at, part): (usize, &&str)| match at % 2 == 1 && are_pairs {
            true if part.contains('\\') => unmarked(part),
            true => format!("${part}$"),
            false => fractions(part),
        };
        parts.iter().enumerate().map(part).collect::<String>()
    };
    text.split('\n').map(line).join("\n")
}

/// A text with the fractions of LaTeX in it as `1/36`.
fn fractions(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('\\') {
        let length = (rest[at + 1..].chars().take_while(char::is_ascii_alphabetic)).count();
        let end = at + 1 + length;
        plain.push_str(&rest[..at]);
        match FRACTIONS.contains(&&rest[at + 1..end]) {
            true => rest = fraction(&mut plain, &rest[end..], 0),
            false => {
                plain.push_str(&rest[at..end]);
                rest = &rest[end..];
            }
        }
    }
    plain + rest
}

/// Writes the fraction of the two groups with which a text begins behind others; the rest of the text.
fn fraction<'a>(plain: &mut String, text: &'a str, depth: usize) -> &'a str {
    // `\frac16` has digits in place of groups.
    let digit = |text: &'a str| {
        let is_digit = text.starts_with(|c: char| c.is_ascii_digit());
        is_digit.then(|| text.split_at(1))
    };
    let part = |text: &'a str| group(text).or_else(|| digit(text)).unwrap_or(("", text));
    let ((above, text), before) = (part(text), plain.chars().next_back());
    let (below, rest) = part(text);
    // `2\frac13` is 2 1/3.
    plain.extend(before.filter(char::is_ascii_digit).map(|_| ' '));
    plain.push_str(
        &[above, below]
            .map(|part| unmarked_within(part, depth + 1))
            .join("/"),
    );
    rest
}

fn row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    format!("\n| {} |", cells.into_iter().map(str::trim).join(" | "))
}

fn latex(text: &str) -> Option<String> {
    let begins = |text: &str| {
        let mut begins = text.match_indices("\\begin{");
        begins.find_map(|(at, begin)| {
            let name = text[at + begin.len()..].split('}').next()?;
            let is_table = ["tabular", "longtable", "array", "tblr"];
            is_table
                .iter()
                .any(|own| name.contains(own))
                .then_some((at, name.to_owned()))
        })
    };
    begins(text)?;
    let is_comment = |line: &str| line.trim_start().starts_with('%');
    let mut lines = text
        .lines()
        .map(|line| if is_comment(line) { "" } else { line });
    let text = lines.join("\n").replace("\\tabularnewline", "\\\\");
    let (mut bars, mut rest) = (String::new(), text.as_str());
    while let Some((at, name)) = begins(rest) {
        bars.push_str(&unmarked(&rest[..at]));
        let body = &rest[at + "\\begin{}".len() + name.len()..];
        let end = format!("\\end{{{name}}}");
        let (body, after) = body.split_once(&end).unwrap_or((body, ""));
        for line in without_options(body).split("\\\\") {
            let line = without_options(line.trim_start_matches('*'));
            // A row is one line, however many it was written on.
            let cells = unmarked(line).replace('\n', " ");
            let lines = line.matches('\n').count();
            match cells.trim() {
                "" => bars.push_str(&RULE.repeat(lines)),
                cells => {
                    bars.push_str(&RULE.repeat(lines.saturating_sub(1)));
                    bars.push_str(&row(cells.split('&')));
                }
            }
        }
        bars.push('\n');
        rest = after;
    }
    bars.push_str(&unmarked(rest));
    Some(bars)
}

/// A text without what stands before it in brackets and braces: the columns of a table, the distance of a row.
fn without_options(text: &str) -> &str {
    let mut rest = text;
    let pair = |rest: &str| match rest.chars().next() {
        Some('[') => Some(('[', ']')),
        Some('{') => Some(('{', '}')),
        _ => None,
    };
    while let Some((open, close)) = pair(rest) {
        let mut depth = 0;
        let end = rest.find(|c: char| {
            depth += i32::from(c == open) - i32::from(c == close);
            depth == 0
        });
        rest = end.map_or("", |end| &rest[end + 1..]);
    }
    rest
}

/// A text of LaTeX without its commands; what they draw is left.
fn unmarked(text: &str) -> String {
    unmarked_within(text, 0)
}

/// What stands in the braces with which a text begins, and what follows them.
fn group(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim_start().strip_prefix('{')?;
    let mut depth = 1;
    let mut near = inner.char_indices().take(LONGEST);
    let (end, _) = near.find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0
    })?;
    Some((&inner[..end], &inner[end + 1..]))
}

/// The same of a text that stands so deep within commands.
fn unmarked_within(text: &str, depth: usize) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    if depth > DEEPEST {
        return text.to_owned();
    }
    let unmarked = |inner: &str| unmarked_within(inner, depth + 1);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '$' | '{' | '}' => {}
            '~' => plain.push(' '),
            '\\' => {
                let length = rest.chars().take_while(char::is_ascii_alphabetic).count();
                let (name, after) = rest.split_at(length);
                rest = after;
                let mut group = || {
                    let (inner, after) = group(rest)?;
                    rest = after;
                    Some(inner)
                };
                match name {
                    name if FRACTIONS.contains(&name) => rest = fraction(&mut plain, rest, depth),
                    "multicolumn" | "multirow" => {
                        let (wide, _, inner) = (group(), group(), group());
                        let wide = wide.filter(|_| name == "multicolumn");
                        let wide = wide.and_then(|wide| wide.trim().parse().ok()).unwrap_or(1);
                        let inner = unmarked(inner.unwrap_or_default());
                        plain.push_str(&std::iter::repeat_n(inner, wide.min(99)).join("&"));
                    }
                    "cline" | "cmidrule" | "label" | "vspace" | "begin" | "end" | "ref"
                    | "cite" => {
                        group();
                    }
                    "" => {
                        let sign = rest.chars().next();
                        rest = &rest[sign.map_or(0, char::len_utf8)..];
                        plain.push(sign.filter(|sign| "%$#_".contains(*sign)).unwrap_or(' '));
                    }
                    name => {
                        let sign = SIGNS.iter().find(|(own, _)| *own == name);
                        plain.extend(sign.map(|(_, sign)| *sign));
                    }
                }
            }
            '-' if rest.starts_with('-') => {
                rest = rest.trim_start_matches('-');
                plain.push('–');
            }
            c => plain.push(c),
        }
    }
    plain
}

fn wiki(text: &str) -> Option<String> {
    let (mut bars, mut cells, mut open) = (String::new(), Vec::<String>::new(), false);
    for line in text.lines() {
        let line = untemplated(line.trim());
        let begins = line.starts_with("{|");
        open |= begins;
        let ended = line.starts_with("|-") || line.starts_with("|}");
        if !open {
            bars.push('\n');
            bars.push_str(&line);
        } else if begins || ended {
            let own = std::mem::take(&mut cells);
            let all = match own.is_empty() {
                true => RULE.to_owned(),
                false => row(own.iter().map(String::as_str)),
            };
            bars.push_str(if begins { "\n" } else { all.as_str() });
            open = !line.starts_with("|}");
        } else if let Some(title) = line.strip_prefix("|+") {
            bars.push('\n');
            bars.push_str(title);
        } else {
            let inner = line
                .strip_prefix(['|', '!'])
                .map(|inner| inner.replace("!!", "||"));
            match (inner, cells.last_mut()) {
                // What stands before a single bar says how the cell looks.
                (Some(inner), _) => cells.extend(inner.split("||").map(|cell| {
                    let shown = cell.rsplit('|').next();
                    shown.unwrap_or_default().replace("'''", "")
                })),
                (None, Some(last)) => last.push_str(&line),
                (None, None) => {}
            }
            bars.push_str(RULE);
        }
    }
    bars.contains("\n| ").then(|| bars.split_off(1))
}

/// A line of a wiki with the words of its links, and fractions for their templates.
fn untemplated(line: &str) -> String {
    replaced(&replaced(line, "{{", "}}"), "[[", "]]")
}

/// A line with what is shown for each part of it between two signs.
fn replaced(line: &str, begin: &str, end: &str) -> String {
    let mut plain = line.to_owned();
    for _ in 0..MOST_TEMPLATES {
        let found = plain.rfind(begin);
        let found = found.and_then(|at| Some((at, plain[at..].find(end)?)));
        let Some((at, length)) = found else { break };
        let mut parts = plain[at + 2..at + length].split('|');
        let shown = match parts.next() {
            Some(name) if name.ends_with("frac") => parts.join("/"),
            name => parts.next_back().or(name).unwrap_or_default().to_owned(),
        };
        plain.replace_range(at..at + length + 2, &shown);
    }
    plain
}
