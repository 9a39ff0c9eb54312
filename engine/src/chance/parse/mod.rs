//! From text to [`Expr`]: the grammar, by recursive descent.
//!
//! ```text
//! program   = {"let" name "=" throw (";" | end of line)} throw [";"]
//! throw     = either ["->" cases] | "if" either "then" branch "else" branch
//!             | "repeat" (name | "(" name {"," name} ")") "=" sum "until" either ":" program
//! branch    = ([label] "cancel" | label | throw) ["*" | "again"]
//! either    = both {"or" both}            both = negation {"and" negation}
//! negation  = ["not"] comparison
//! comparison= sum [relation sum | "in" set]
//! relation  = "<" "<=" "=" "!=" ">=" ">"  or  lt le eq ne ge gt
//! sum       = product {("+" | "-") product}
//! product   = unary {("*" | "/" | "mod") unary}   unary = ["-"] modified
//! modified  = primary {modifier}
//! modifier  = "!" [N] | ("r" | "ru") set | "ro" set [N] | ("kh" | "kl" | "dh" | "dl") N | "[" place [".." place] "]"
//! primary   = [count] element | N | function | name | "x" [N]        count = N | "(" throw ")"
//!           | ("best" | "worst") N "of" modified
//!           | ("best" | "least") "(" (program {"," program} | name "in" throw {"," throw} ["," (N | set)] ":" program) ")"
//! element   = die | stick | "(" program ")" | "(" throw {"," throw} ")"
//! die       = "d" (N | "%" | "{" face {"," face} "}" | "(" throw ")")
//! face      = number [".." number] [":" count]
//! stick     = "s" ["(" bias ")"]
//! set       = "{" range {"," range} "}"                     range = number [".." number]
//! cases     = "{" case {"," case} "}"
//! case      = ("else" | key {("|" | "or") key}) ":" score ["*" | "again"]
//! key       = range | label | "(" number {"," number} ")"
//! score     = [label] "cancel" | label | sum
//! ```

mod cases;
mod functions;
mod operators;
mod pools;
mod primary;
mod program;

use num_rational::BigRational;

use super::error::SpecError;
use super::expr::{Expr, Name, Places, Reroll};

/// What may follow a throw.
const CONTINUES: &str = "an operator (+ - * / -> >=), a modifier (! kh r ro) or the end";
/// What several statements are.
const STATEMENTS: &str =
    "of several statements all but the last give a name: let roll = d6; roll + 1";
/// What is written otherwise elsewhere, and how it is written here.
const OTHER_TOOLS: [(&str, &str); 16] = [
    (
        "->",
        "what is scored again stands in parentheses, as in (d6 -> {1: 2, else: x}) -> {2: 5, else: 0}",
    ),
    (
        ",",
        "outcomes side by side stand in parentheses, as in (d6, d8)",
    ),
    (";", STATEMENTS),
    ("k", "kh keeps the highest, kl the lowest: 4d6kh3, 4d6kl1"),
    ("d", "dh drops the highest, dl the lowest: 4d6dl1"),
    ("e", "`!` throws again at the highest and adds: d6!"),
    ("x", "`*` multiplies, as in d6 * 2"),
    ("×", "`*` multiplies, as in d6 * 2"),
    ("÷", "`/` divides and rounds down, as in d6 / 2"),
    ("≥", "write >="),
    ("≤", "write <="),
    ("≠", "write !="),
    (
        ">",
        "two conditions are joined by `and`; for a range write 2d6 in {7..9}",
    ),
    (
        "<",
        "two conditions are joined by `and`; for a range write 2d6 in {7..9}",
    ),
    ("|", "write `or`"),
    ("&", "write `and`"),
];

/// Characters a throw may be written with.
pub const MAX_LENGTH: usize = 10_000;
/// Parts (numbers, dice, operators) a throw may have.
pub(crate) const MAX_PARTS: usize = 1000;
/// The greatest depth of parentheses.
const MAX_DEPTH: usize = 60;
/// The greatest depth of throws within throws: parentheses and modifiers together.
const MAX_HEIGHT: usize = 120;
/// Different faces or numbers one list may name.
const MAX_LIST: usize = 10_000;
/// Numbers written down stay within ± this.
const MAX_NUMBER: i64 = 1_000_000_000_000;

/// Reads a throw.
///
/// # Errors
/// [`SpecError`] with the place and what would be right.
///
/// # Examples
/// ```
/// use siga::chance::parse;
/// assert_eq!(parse("3D6+ 2").unwrap().to_string(), "3d6 + 2");
/// assert_eq!(parse("explode(2d6)").unwrap().to_string(), "2d6!");
/// assert_eq!(parse("2d").unwrap_err().position(), (1, 3));
/// ```
pub fn parse(text: &str) -> Result<Expr, SpecError> {
    let bare = program::without_comments(text);
    let read = Parser::new(&bare, false)?.whole();
    read.map_err(|error| match error.text == bare {
        true => SpecError {
            text: text.to_owned(),
            ..error
        },
        false => error,
    })
}

/// Reads a condition on an outcome `x`, such as `x >= 8`, `>= 8` or `x1 = 6 or x2 = 6`.
///
/// # Errors
/// [`SpecError`] with the place and what would be right.
pub fn parse_condition(text: &str) -> Result<Expr, SpecError> {
    Parser::new(text, true)?.whole()
}

/// Reads a condition on an outcome `x` of a throw and on what has a name in it, such as `count(roll, {6}) >= 1`.
///
/// # Errors
/// [`SpecError`] with the place and what would be right.
///
/// # Examples
/// ```
/// use siga::chance::{parse, parse_condition_of};
/// let throw = parse("let roll = 3d6; roll")?;
/// assert!(parse_condition_of(&throw, "count(roll, {6}) >= 1").is_ok());
/// assert!(parse_condition_of(&throw, "count(other, {6}) >= 1").is_err());
/// # Ok::<(), siga::chance::SpecError>(())
/// ```
pub fn parse_condition_of(throw: &Expr, text: &str) -> Result<Expr, SpecError> {
    let mut parser = Parser::new(text, true)?;
    if let Expr::Let(bindings, _) = throw {
        for binding in bindings {
            parser.know(binding);
        }
    }
    parser.whole()
}

/// Where a divisor, or what is repeated, stands in a throw that is well written, given its canonical text; the first, if there
/// are several.
pub(super) fn marked_in(text: &str, part: &str) -> Option<std::ops::Range<usize>> {
    let bare = program::without_comments(text);
    let mut parser = Parser::new(&bare, false).ok()?;
    parser.program().ok()?;
    let found = parser.marked.into_iter();
    let mut found = found.filter(|(_, written)| written == part);
    found.next().map(|(span, _)| span)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    parts: usize,
    condition: bool,
    /// Whether A, K, Q and J stand for numbers.
    cards: bool,
    /// Where divisors and what is repeated stand, and their canonical text.
    marked: Vec<(std::ops::Range<usize>, String)>,
    /// Where the statement that is read ends.
    end: usize,
    /// The words that may be used here, the latest last, and the names that they are.
    names: Vec<(String, Name)>,
    /// Of each name given so far, the throw, where it is written, and how many parts it stands for.
    given: Vec<(Option<Expr>, usize)>,
}

type Parsed<T> = Result<T, SpecError>;

/// An expression and whether it stood in parentheses of its own.
struct Operand {
    expr: Expr,
    enclosed: bool,
}

impl Operand {
    /// An operand that stands in no parentheses.
    fn open(expr: Expr) -> Operand {
        Operand {
            expr,
            enclosed: false,
        }
    }
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, condition: bool) -> Parsed<Self> {
        let parser = Self {
            text,
            at: 0,
            depth: 0,
            parts: 0,
            condition,
            cards: false,
            marked: Vec::new(),
            end: text.len(),
            names: Vec::new(),
            given: Vec::new(),
        };
        if text.len() > MAX_LENGTH {
            return Err(SpecError {
                text: text.chars().take(60).collect(),
                span: 0..1,
                message: format!("the throw is {} characters long", text.len()),
                help: Some(format!("at most {MAX_LENGTH} characters are read")),
            });
        }
        Ok(parser)
    }

    fn whole(mut self) -> Parsed<Expr> {
        let expr = self.program()?;
        self.blanks();
        if self.at < self.text.len() {
            let meant = self.dice_meant();
            let before = &self.text[..self.at];
            let help = match OTHER_TOOLS.iter().find(|(sign, _)| self.begins(sign)) {
                _ if before.trim_end().ends_with(';') => STATEMENTS,
                Some(("d", _)) if before.ends_with(' ') => "throws are added with +, as in d6 + d8",
                Some((_, help)) => help,
                None => CONTINUES,
            };
            return self.fail_here(
                format!("`{}` does not continue a throw{meant}", self.rest_word()),
                help,
            );
        }
        if expr.height() > MAX_HEIGHT {
            return self.fail(
                0..self.text.len(),
                "the throw is nested too deeply",
                format!("at most {MAX_HEIGHT} throws and modifiers within each other"),
            );
        }
        Ok(expr)
    }

    // Reading characters.

    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn blanks(&mut self) {
        self.at = self.end - self.rest().trim_start().len();
    }

    /// Takes one character, brackets counting as braces and a minus sign as a hyphen.
    fn take(&mut self, wanted: char) -> bool {
        self.blanks();
        let found = match (self.peek(), wanted) {
            (Some('['), '{') | (Some(']'), '}') | (Some('−'), '-') => true,
            (found, wanted) => found == Some(wanted),
        };
        if found {
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        found
    }

    fn take_text(&mut self, wanted: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// The letters, digits and underscores ahead, and hyphens between them when asked.
    fn word_ahead(&self, hyphens: bool) -> &'a str {
        let rest = self.rest();
        let inside = |c: char| c.is_alphanumeric() || c == '_' || (hyphens && c == '-');
        let word = &rest[..rest.find(|c| !inside(c)).unwrap_or(rest.len())];
        word.trim_end_matches('-')
    }

    fn take_word(&mut self, wanted: &str) -> bool {
        self.blanks();
        let found = self.word_ahead(false).eq_ignore_ascii_case(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// Whether a sign is next; of a word, whether no other letter follows.
    fn begins(&self, sign: &str) -> bool {
        let rest = self.rest().strip_prefix(sign);
        let is_word = sign.ends_with(char::is_alphabetic);
        rest.is_some_and(|rest| !is_word || !rest.starts_with(char::is_alphabetic))
    }

    /// ` (did you mean `2d6`?)`, where dice are written with another letter, as in 2W6, or with blanks.
    fn dice_meant(&self) -> String {
        let before = self.text[..self.at].trim_end();
        let (rest, count) =
            before.split_at(before.trim_end_matches(|c: char| c.is_ascii_digit()).len());
        // `4d6k3`, `d6; d6`: the dice are there already.
        if rest.ends_with(char::is_alphabetic) || (count.is_empty() && self.begins("d")) {
            return String::new();
        }
        let mut rest = self.rest().trim_start().chars();
        let letter = rest.next().is_some_and(char::is_alphabetic);
        let rest = rest.as_str().trim_start();
        let faces = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        match letter && faces > 0 {
            true => format!(" (did you mean `{count}d{}`?)", &rest[..faces]),
            false => String::new(),
        }
    }

    fn rest_word(&self) -> String {
        match self.word_ahead(false) {
            "" if self.begins("->") => "->".to_owned(),
            "" => self.peek().map_or("the end".to_owned(), |c| c.to_string()),
            word => word.chars().take(30).collect(),
        }
    }

    // Faults.

    fn fail<T>(
        &self,
        span: std::ops::Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Parsed<T> {
        Err(SpecError {
            text: self.text.to_owned(),
            span,
            message: message.into(),
            help: Some(help.into()),
        })
    }

    fn fail_here<T>(&self, message: impl Into<String>, help: impl Into<String>) -> Parsed<T> {
        let length = self
            .word_ahead(false)
            .len()
            .max(self.peek().map_or(0, char::len_utf8));
        self.fail(self.at..self.at + length, message, help)
    }

    fn expect(&mut self, wanted: char, after: &str) -> Parsed<()> {
        if self.take(wanted) {
            return Ok(());
        }
        self.fail_here(
            format!("`{wanted}` is missing"),
            format!("`{wanted}` {after}"),
        )
    }

    fn part(&mut self, expr: Expr) -> Parsed<Expr> {
        self.count_part()?;
        Ok(expr)
    }

    fn count_part(&mut self) -> Parsed<()> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return self.fail_here(
                "the throw has too many parts",
                format!("at most {MAX_PARTS}"),
            );
        }
        Ok(())
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail_here(
                "the throw is nested too deeply",
                format!("at most {MAX_DEPTH} levels of parentheses and signs"),
            );
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }
}

/// Whether a number lies between 0 and 1.
pub(super) fn is_probability(value: &BigRational) -> bool {
    use num_traits::{One, Zero};
    *value >= BigRational::zero() && *value <= BigRational::one()
}

/// The rule for throwing again that a short word stands for.
fn reroll_word(word: &str) -> Option<Reroll> {
    let all = [Reroll::UntilNot, Reroll::AtMost(1), Reroll::Until];
    all.into_iter().find(|reroll| reroll.to_string() == word)
}

/// The places of a pool that a short word stands for.
fn keep_word(word: &str) -> Option<fn(u32) -> Places> {
    Some(match word {
        "kh" => Places::highest,
        "kl" => Places::lowest,
        "dh" => Places::but_highest,
        "dl" => Places::but_lowest,
        _ => return None,
    })
}
