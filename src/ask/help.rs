//! The texts after the options in the help of commands, which stand in `help.txt`.

/// All of them, each under the words of its command.
const TEXTS: &str = include_str!("help.txt");

/// The text of the command with these words; none if it has none.
pub(crate) fn of(words: &[&str]) -> String {
    section(TEXTS, &words.join(" "))
}

/// The text under a heading, a line that begins with `==`: the lines of a paragraph are joined, lines that begin with a blank stand alone.
pub(crate) fn section(texts: &str, heading: &str) -> String {
    let heading = format!("\n== {heading}\n");
    let after = texts.split_once(&heading).map_or("", |(_, text)| text);
    let text = after.split("\n== ").next().unwrap_or_default();
    let mut whole = String::new();
    let mut goes_on = false;
    for line in text.trim_end().lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !whole.is_empty() {
            whole.push(if goes_on && is_prose { ' ' } else { '\n' });
        }
        whole.push_str(line);
        goes_on = is_prose;
    }
    whole
}
