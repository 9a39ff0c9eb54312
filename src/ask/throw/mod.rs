//! `siga throw`.

pub(crate) mod args;
pub(crate) mod disputes;
mod forms;
pub(crate) mod json;
mod printed;
mod result;
pub(crate) mod sheets;
mod track;
mod trials;
mod values;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::caller::Reads;
use super::input;
use crate::ask::At;
use crate::ask::disputes::{Change, Point};
use crate::ask::one_command::{Command, LongRows};
use crate::ask::prelude::*;
use crate::chance::analysis::{AnalysisError, Answer, Bias, Outcomes, Question, Room, analyse};
use crate::chance::biases::with_biases;
use crate::chance::eval::has_unbiased_stick;
use crate::chance::turn::{Cancel, RowRule, TurnRules};
use crate::chance::{Expr, MAX_LENGTH, Outcome, SpecError, parse, parse_condition_of, presets};
use crate::exact::{decimal_text, fraction_text, parse_fraction};
use crate::render::printed::Printed;
use crate::work::Note;
pub(crate) use args::Throw;

/// The answer to `siga throw`, with what was asked.
pub(crate) struct Thrown {
    spec: Expr,
    preset: Option<&'static presets::Preset>,
    question: Question,
    /// Whether the chance of at least each outcome is asked for, and that of at most each.
    at_least: bool,
    at_most: bool,
    answer: Answer,
    trials: Option<trials::Trials>,
}

impl Command for Throw {
    const WORDS: &'static [&'static str] = &["throw"];
    const ABOUT: &'static str = "The exact distribution of a throw of dice, sticks or cowries";
    const ALSO: &'static [&'static str] = &["roll", "dice"];
    type Answer = Thrown;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<Thrown, Failure> {
        let (spec, preset) = spec(&self.spec, caller.reads)?;
        let (spec, question) = self.question(spec, caller)?;
        let answer = match analyse(&spec, &question) {
            Err(AnalysisError::Room(error)) => return Err(Failure::too_long(error)),
            Err(error) => {
                let typed = self.spec.to_string_lossy();
                let at = match error {
                    AnalysisError::Eval(_) => Some(At::argument("SPEC")),
                    _ => None,
                };
                let failure = placed(&error, &typed).unwrap_or_else(|| error.into());
                return Err(match at {
                    Some(at) => failure.within(at),
                    None => failure,
                });
            }
            Ok(answer) => answer,
        };
        let thrown = Thrown {
            preset,
            ..Thrown::of(spec, question, answer)
        };
        let thrown = self.completed(thrown, caller.reads)?;
        self.complete(&thrown);
        Ok(thrown)
    }

    fn points(&self) -> Vec<Point> {
        disputes::points(self)
    }

    fn change(&mut self, change: &Change) -> bool {
        if let Change::Reaching(last) = change {
            self.up_to = self.up_to.max(Some((*last).into()));
            return self.target.is_some();
        }
        let changed = self.changed(change);
        // Counts are of one throw, and values at a bias are of functions.
        changed && (self.counts.is_empty() || !self.turn) && self.at.is_none()
    }

    fn tables(&self, answer: &Thrown, style: &Style) -> Vec<Sheet> {
        answer.sheets(style)
    }

    fn printed(&self, answer: &Thrown) -> Option<Printed> {
        answer.printed()
    }

    fn all_printed(&self, answer: &Thrown) -> Vec<(&'static str, Printed)> {
        answer.all_printed()
    }

    fn drawn_size(&self, answer: &Thrown, style: &Style) -> u128 {
        answer.drawn_size(style)
    }

    fn long_rows<'a>(&self, answer: &'a Thrown, style: &Style) -> Option<LongRows<'a>> {
        sheets::long_rows(answer, style)
    }

    fn write(&self, answer: &Thrown, decimals_only: bool, out: &mut dyn Write) -> io::Result<()> {
        result::write(answer, decimals_only, out)
    }
}

impl Throw {
    /// A throw, and nothing else asked about it.
    pub(crate) fn of(spec: &Expr) -> Self {
        Self {
            spec: spec.to_string().into(),
            ..Self::default()
        }
    }

    /// The throw where it is written in the argument itself.
    fn parsed(&self) -> Option<(Expr, Option<&'static presets::Preset>)> {
        spec(&self.spec, Reads::Nothing).ok()
    }

    fn question(&self, mut spec: Expr, caller: Caller) -> Result<(Expr, Question), Failure> {
        let mut about = question(self, &spec, caller)?;
        if !self.bias.is_empty() && !has_unbiased_stick(&spec) {
            return Err(AnalysisError::NoStick.into());
        }
        if let [_, _, ..] = self.bias.as_slice() {
            spec = with_biases(&spec, &biases(&self.bias)?).map_err(Failure::input)?;
            about.bias = Bias::default();
        }
        if (self.at_least || self.at_most) && !matches!(about.bias, Bias::Known(_)) {
            return Err(Failure::input(
                "--at-least and --at-most need a bias that is one number; of p each is a throw, as in \"4s >= 2\"",
            ));
        }
        Ok((spec, about))
    }

    /// The answer with the cumulative chances and the trials that are asked for.
    fn completed(&self, thrown: Thrown, reads: Reads) -> Result<Thrown, Failure> {
        let asked = self.at_least || self.at_most;
        if let (true, Some(unordered)) = (asked, no_number(&thrown.answer.outcomes)) {
            return Err(Failure::input(format!(
                "--at-least and --at-most need outcomes that are numbers; {unordered} is not one"
            )));
        }
        let bounded = match &thrown.answer.outcomes {
            Outcomes::Listed { rows, .. } => rows.iter().any(|(_, chance)| chance.surd().is_none()),
            _ => false,
        };
        if asked && bounded {
            return Err(Failure::input(
                "--at-least and --at-most need exact chances: here only bounds are known",
            ));
        }
        Ok(Thrown {
            trials: trials::of(&thrown.answer, &self.counts, reads)?,
            at_least: self.at_least,
            at_most: self.at_most,
            ..thrown
        })
    }

    /// Writes down what was asked in full: the throw, the bias, the cells of a track.
    fn complete(&mut self, thrown: &Thrown) {
        self.spec = thrown.spec.to_string().into();
        self.preset = thrown.preset.map(|preset| preset.name);
        let has_stick = || has_unbiased_stick(&thrown.spec);
        self.bias = match &thrown.question.bias {
            Bias::Known(bias) if has_stick() => vec![fraction_text(bias)],
            Bias::Known(_) => Vec::new(),
            Bias::Unknown { .. } | Bias::Between(..) => std::mem::take(&mut self.bias),
        };
        if let Some(track) = &thrown.question.track {
            let pair = |(from, to): &(u32, u32)| format!("{from}:{to}");
            self.jump = track::written(&track.jumps, pair);
            self.onward = track::written(&track.onward, u32::to_string);
            self.wait = track::written(&track.waits, pair);
        }
    }

    /// Changes it at a disputed point; `false` if they do not go together.
    fn changed(&mut self, change: &Change) -> bool {
        match change {
            Change::Throw(preset) => self.spec = preset.name.into(),
            Change::Form(spec) => self.spec = spec.to_string().into(),
            Change::Turn => self.turn = true,
            Change::OneThrow => {
                let one = Self::default();
                (self.turn, self.max_throws, self.in_a_row) = (false, None, None);
                (self.sequence, self.cancel, self.values) = (None, one.cancel, None);
            }
            Change::AtMostThrows(n) => (self.turn, self.max_throws) = (true, Some(*n)),
            Change::InARow(row) if self.turn => self.in_a_row = Some(disputes::in_a_row(row)),
            Change::Stack if self.turn => self.cancel = Cancel::Stack,
            Change::InARow(_) | Change::Stack => return false,
            Change::Preset(_) | Change::Rule(..) | Change::Elsewhere(_) | Change::Reaching(_) => {
                return false;
            }
            Change::Past(past) => self.past = Some(*past),
            Change::AtLeast => self.at_least = true,
            Change::AtMost => self.at_most = true,
            Change::Bias(bias) => {
                let bias = bias.as_ref().map(|bias| decimal_text(bias, 15));
                let bias = bias.as_deref().map(|decimal| {
                    let decimal = decimal.trim_end_matches('0');
                    decimal.trim_end_matches('.')
                });
                self.bias = vec![bias.unwrap_or("p").to_owned()];
            }
        }
        true
    }
}

/// The first outcome that is a label or several numbers, which have no order.
fn no_number(outcomes: &Outcomes) -> Option<&Outcome> {
    match outcomes {
        Outcomes::Numbers(_) => None,
        Outcomes::Others(dist) => dist.iter().map(|(x, _)| x).find(|x| x.number().is_none()),
        Outcomes::Listed { rows, .. } => rows.iter().map(|(x, _)| x).find(|x| x.number().is_none()),
    }
}

/// A preset, a throw written down, standard input or a file.
fn spec(text: &OsStr, reads: Reads) -> Result<(Expr, Option<&'static presets::Preset>), Failure> {
    // A text that is not UTF-8 can only be the name of a file.
    let Some(text) = text.to_str() else {
        return file(Path::new(text), reads);
    };
    if text == "-" {
        return parse(without_mark(&input::read(text, MAX_LENGTH, reads)?))
            .map(|spec| (spec, None))
            .map_err(|error| fault(At::file("-"), &error));
    }
    if let Some(preset) = presets::find(text) {
        let spec = parse(preset.spec).map_err(Failure::input)?;
        return Ok((spec, Some(preset)));
    }
    match parse(text) {
        Ok(spec) => Ok((spec, None)),
        Err(_) if input::is_readable(Path::new(text), reads) => file(Path::new(text), reads),
        Err(mut error) => {
            let is_word = text
                .chars()
                .all(|c| c.is_alphanumeric() || "-_:.".contains(c));
            // The whole word is the name, where it has a colon too; what stands before the colon may be a name of its own.
            let (begin, _) = text.split_once(':').unwrap_or_default();
            let looks_named =
                is_word && !text.is_empty() && [0, begin.len()].contains(&error.span.start);
            if names_a_file(text, error.span.start) {
                error.help =
                    Some("this is not a throw, and no file of that name can be read".to_owned());
            } else if looks_named && !error.message.contains("did you mean") {
                if let Some(near) = presets::near(text) {
                    error.message = format!("`{text}` is not a throw (did you mean `{near}`?)");
                    error.span = 0..text.len();
                }
                let help = match reads {
                    Reads::Nothing => "a throw such as 2d6, or the name of one",
                    _ => "a throw such as 2d6, a name from `siga throws`, or a file",
                };
                error.help = Some(help.to_owned());
            } else if is_parameter(&text[error.span.start..]) {
                error.help =
                    Some("a name in braces takes its values from --for: --for n=1..8".to_owned());
            }
            Err(fault(At::argument("SPEC"), &error))
        }
    }
}

/// Whether a text with a fault there is meant for the name of a file.
fn names_a_file(text: &str, fault: usize) -> bool {
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    let endings = ["txt", "json", "jsonl", "csv", "tsv", "md", "game"];
    endings.contains(&ending) || text.contains(['/', '\\']) && fault == 0
}

/// Whether a text begins with a name in braces.
fn is_parameter(text: &str) -> bool {
    let name = text.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    name.is_some_and(|(name, _)| name.starts_with(char::is_alphabetic))
}

/// A fault of a throw written down.
fn fault(at: At, error: &SpecError) -> Failure {
    let (line, column) = error.position();
    let shown = error.to_string();
    // The text below the message is for people.
    let mark = shown.strip_prefix(&error.message).unwrap_or_default();
    let failure = Failure::located(at.place(line, column), mark, &error.message);
    match &error.help {
        Some(help) => failure.with_help(help),
        None => failure,
    }
}

/// A fault of a throw that was read, where its place in the argument is known.
fn placed(error: &AnalysisError, typed: &str) -> Option<Failure> {
    let AnalysisError::Eval(error) = error else {
        return None;
    };
    let error = error.placed(typed)?;
    Some(fault(At::argument("SPEC"), &error))
}

/// The throw written in a file.
fn file(path: &Path, reads: Reads) -> Result<(Expr, Option<&'static presets::Preset>), Failure> {
    let spec = parse(without_mark(&input::read(path, MAX_LENGTH, reads)?));
    spec.map(|spec| (spec, None)).map_err(|error| {
        fault(At::file(path.to_string_lossy()), &error).context(path.display().to_string())
    })
}

/// A text without the mark of its encoding.
fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

fn question(arguments: &Throw, spec: &Expr, caller: Caller) -> Result<Question, Failure> {
    let fraction = |text: &str| parse_fraction(text).map_err(Failure::input);
    let at = arguments.at.as_deref().map(fraction).transpose()?;
    let bias = match arguments.bias.first().map(|text| text.trim()) {
        _ if arguments.bias.len() > 1 => Bias::default(),
        None => Bias::default(),
        Some("p") => Bias::Unknown { at: at.clone() },
        Some(text) => match text.split_once("..") {
            Some((lower, upper)) => Bias::Between(fraction(lower)?, fraction(upper)?),
            None => Bias::Known(fraction(text)?),
        },
    };
    if at.is_some() && !matches!(bias, Bias::Unknown { .. }) {
        return Err(Failure::input(
            "--at gives values of functions of an unknown bias; it goes with --bias p",
        ));
    }
    let given = arguments.given.as_deref();
    let given = given.map(|text| condition(spec, text)).transpose()?;
    let turn = arguments.turn.then_some(TurnRules {
        max_throws: arguments.max_throws,
        row: arguments.in_a_row.as_deref().map(row).transpose()?,
        cancel: arguments.cancel,
    });
    let equal = match arguments.equal.as_deref() {
        None => None,
        Some([a, b]) => Some((a.clone(), b.clone())),
        Some(_) => {
            return Err(Failure::input(
                "--equal takes two outcomes, as in --equal 1,4",
            ));
        }
    };
    Ok(Question {
        bias,
        turn,
        given,
        up_to: arguments.up_to,
        target: arguments.target,
        track: track::asked(arguments, caller.reads)?,
        sequence: arguments.sequence.clone(),
        equal,
        values: arguments.values.map(usize::from),
        room: caller.room,
    })
}

/// A condition on the outcome; a number alone is not one.
fn condition(spec: &Expr, text: &str) -> Result<Expr, Failure> {
    let number = text.trim();
    if number.parse::<i64>().is_ok() {
        return Err(Failure::input(format!(
            "--given {text}: this is a number, not a condition; write `= {number}` for outcomes equal to it"
        )));
    }
    parse_condition_of(spec, text).map_err(|error| fault(At::argument("--given"), &error))
}

/// One bias for each stick.
fn biases(texts: &[String]) -> Result<Vec<BigRational>, Failure> {
    let bias = |text: &String| {
        let bias = parse_fraction(text).map_err(Failure::input)?;
        if bias.is_negative() || bias > BigRational::one() {
            return Err(Failure::input(format!(
                "the bias {bias} is not a probability; write a number from 0 to 1 for each stick"
            )));
        }
        Ok(bias)
    };
    texts.iter().map(bias).collect()
}

fn row(text: &str) -> Result<RowRule, Failure> {
    let wrong = || {
        Failure::input(format!(
            "--in-a-row {text}: write a number from 2 to 20, then perhaps `,same` and `,all`"
        ))
    };
    let mut parts = text.split(',').map(str::trim);
    let length = parts
        .next()
        .and_then(|n| n.parse().ok())
        .filter(|n| (2..=20).contains(n));
    let mut row = RowRule {
        length: length.ok_or_else(wrong)?,
        same: false,
        all: false,
    };
    for part in parts {
        match part {
            "same" => row.same = true,
            "all" => row.all = true,
            _ => return Err(wrong()),
        }
    }
    Ok(row)
}

impl Thrown {
    /// The answer to a question of a game.
    pub(crate) fn of(spec: Expr, question: Question, answer: Answer) -> Self {
        Self {
            spec,
            preset: None,
            question,
            at_least: false,
            at_most: false,
            answer,
            trials: None,
        }
    }

    /// About how many characters its main table would have.
    fn drawn_size(&self, style: &Style) -> u128 {
        let fractions = !style.decimals_only;
        match &self.answer.outcomes {
            Outcomes::Numbers(dist) if self.answer.turn.is_some() => {
                Room::taken_by_turn(dist, fractions)
            }
            Outcomes::Numbers(dist) => Room::taken(dist, fractions),
            Outcomes::Others(dist) => Room::taken(dist, fractions),
            Outcomes::Listed { .. } => 0,
        }
    }
}
