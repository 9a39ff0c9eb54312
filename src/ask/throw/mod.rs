//! `siga throw`: from arguments to a question, from an answer to a report.

pub(crate) mod args;
pub(crate) mod disputes;
mod forms;
pub(crate) mod json;
mod printed;
mod result;
mod sheets;
pub(crate) mod shown;
mod track;
mod trials;
mod values;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::caller::Reads;
use super::failure::Located;
use super::input;
use crate::ask::At;
use crate::ask::disputes::throw_change::ThrowChange;
use crate::ask::prelude::*;
use crate::chance::analysis::{AnalysisError, Answer, Bias, Outcomes, Question, Room};
use crate::chance::biases::with_biases;
use crate::chance::throw;
use crate::chance::turn::{Cancel, RowRule, TurnRules};
use crate::chance::{Expr, MAX_LENGTH, Outcome, SpecError, parse, parse_condition_of, presets};
use crate::exact::{gcd, parse_fraction};
use crate::render::json::Numbers;
use crate::render::printed::Printed;
use args::{CancelRule, ThrowArgs};

/// The answer to `siga throw`, with its question.
pub(crate) struct ThrowReport {
    spec: Expr,
    preset: Option<&'static presets::Preset>,
    question: Question,
    tails: Tails,
    answer: Answer,
    trials: Option<trials::Trials>,
}

/// Which cumulative chances are asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Tails {
    at_least: bool,
    at_most: bool,
}

impl Tails {
    fn any(self) -> bool {
        self.at_least || self.at_most
    }
}

/// The reports of these commands.
pub(crate) const REPORTS: &[Described] = &[Described::report::<ThrowReport>()];

/// A throw and what is asked about it.
#[derive(Clone, Debug)]
pub(crate) struct ThrowQuestion {
    /// The throw as it is typed.
    pub(crate) typed: String,
    spec: Expr,
    preset: Option<&'static presets::Preset>,
    /// One for each stick; none where all have that of the question.
    biases: Vec<BigRational>,
    about: Question,
    tails: Tails,
    counts: Vec<OsString>,
}

impl ThrowQuestion {
    pub(crate) fn of(arguments: &ThrowArgs, reads: Reads) -> Result<Self, Failure> {
        let (spec, preset) = spec(&arguments.spec, reads)?;
        Ok(Self {
            typed: arguments.spec.to_string_lossy().into_owned(),
            preset,
            about: question(arguments, &spec, reads)?,
            biases: match arguments.bias.as_slice() {
                [_, _, ..] => biases(&arguments.bias)?,
                _ => Vec::new(),
            },
            tails: Tails {
                at_least: arguments.at_least,
                at_most: arguments.at_most,
            },
            counts: arguments.counts.clone(),
            spec,
        })
    }

    /// The question of a game about a throw.
    pub(crate) fn of_game(spec: Expr, about: Question) -> Self {
        Self {
            typed: spec.to_string(),
            spec,
            preset: None,
            biases: Vec::new(),
            about,
            tails: Tails::default(),
            counts: Vec::new(),
        }
    }

    /// The same under some changes; `None` if they do not go together.
    pub(crate) fn under(&self, changes: &[&ThrowChange]) -> Option<Self> {
        let mut other = self.clone();
        for change in changes {
            match change {
                ThrowChange::Preset(preset) => {
                    other.typed = preset.name.to_owned();
                    other.spec = parse(preset.spec).ok()?;
                    other.preset = Some(*preset);
                }
                ThrowChange::Form(spec) => {
                    other.typed = spec.to_string();
                    other.spec = spec.clone();
                    other.preset = None;
                }
                ThrowChange::Turn => _ = other.about.turn.get_or_insert_default(),
                ThrowChange::OneThrow => {
                    let Question {
                        turn,
                        sequence,
                        values,
                        ..
                    } = &mut other.about;
                    (*turn, *sequence, *values) = (None, None, None);
                }
                ThrowChange::AtMostThrows(n) => {
                    other.about.turn.get_or_insert_default().max_throws = Some(*n);
                }
                ThrowChange::InARow(row) => other.about.turn.as_mut()?.row = Some(*row),
                ThrowChange::Stack => other.about.turn.as_mut()?.cancel = Cancel::Stack,
                ThrowChange::Past(past) => {
                    other.about.track.get_or_insert_default().past = *past;
                }
                ThrowChange::AtLeast => other.tails.at_least = true,
                ThrowChange::AtMost => other.tails.at_most = true,
                ThrowChange::Bias(bias) => {
                    other.biases.clear();
                    let known = bias.clone().map(Bias::Known);
                    other.about.bias = known.unwrap_or(Bias::Unknown { at: None });
                }
            }
        }
        // Counts are of one throw, and values at a bias are of functions.
        let counted = other.counts.is_empty() || other.about.turn.is_none();
        let at = matches!(&self.about.bias, Bias::Unknown { at: Some(_) });
        (counted && !at).then_some(other)
    }

    /// The report that answers it; `name` stands in the messages to those who wait.
    pub(crate) fn answer(&self, name: &str, caller: Caller) -> Result<ThrowReport, Failure> {
        let question = self.question()?;
        match caller.during(name, || question.answer()) {
            Err(AnalysisError::Room(error)) => Err(Failure::too_long(error)),
            Err(error) => Err(placed(&error, &self.typed).unwrap_or_else(|| error.into())),
            Ok(answer) => self.report(answer, caller.reads),
        }
    }

    fn question(&self) -> Result<throw::Question, Failure> {
        let (mut spec, mut about) = (self.spec.clone(), self.about.clone());
        if !self.biases.is_empty() {
            spec = with_biases(&spec, &self.biases).map_err(Failure::input)?;
            about.bias = Bias::default();
        }
        if self.tails.any() && !matches!(about.bias, Bias::Known(_)) {
            return Err(Failure::input(
                "--at-least and --at-most need a bias that is one number",
            ));
        }
        Ok(throw::Question::new(spec, about))
    }

    fn report(&self, answer: throw::Answer, reads: Reads) -> Result<ThrowReport, Failure> {
        if let (true, Some(unordered)) = (self.tails.any(), no_number(&answer.found.outcomes)) {
            return Err(Failure::input(format!(
                "--at-least and --at-most need outcomes that are numbers; {unordered} is not one"
            )));
        }
        Ok(ThrowReport {
            trials: trials::of(&answer.found, &self.counts, reads)?,
            spec: answer.spec,
            preset: self.preset,
            question: answer.about,
            tails: self.tails,
            answer: answer.found,
        })
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
            if looks_named && !error.message.contains("did you mean") {
                if let Some(near) = presets::near(text) {
                    error.message = format!("`{text}` is not a throw (did you mean `{near}`?)");
                    error.span = 0..text.len();
                }
                error.help =
                    Some("a throw such as 2d6, a name from `siga throws`, or a file".to_owned());
            } else if text.contains(['/', '\\']) && error.span.start == 0 {
                error.help =
                    Some("this is not a throw, and no file of that name can be read".to_owned());
            }
            Err(fault(At::argument("SPEC"), &error))
        }
    }
}

/// A fault of a throw written down.
fn fault(at: At, error: &SpecError) -> Failure {
    let (line, column) = error.position();
    let shown = error.to_string();
    // The text below the message is for people.
    let mark = shown.strip_prefix(&error.message).unwrap_or_default();
    Failure::Input(anyhow::Error::new(Located {
        message: error.message.clone(),
        mark: mark.to_owned(),
        help: error.help.clone(),
        at: at.place(line, column),
    }))
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

fn question(arguments: &ThrowArgs, spec: &Expr, reads: Reads) -> Result<Question, Failure> {
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
        cancel: match arguments.cancel {
            CancelRule::Previous => Cancel::Previous,
            CancelRule::Stack => Cancel::Stack,
        },
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
        track: track::asked(arguments, reads)?,
        sequence: arguments.sequence.clone(),
        equal,
        values: arguments.values.map(usize::from),
        room: arguments.room,
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

impl ThrowReport {
    /// The report of an answer that a game asked for.
    pub(crate) fn of(spec: Expr, question: Question, answer: Answer) -> Self {
        Self {
            spec,
            preset: None,
            question,
            tails: Tails::default(),
            answer,
            trials: None,
        }
    }
}

impl Reply for ThrowReport {
    const NAME: &'static str = "throw";
    type Query = json::ThrowQuery;
    type Result = json::ThrowResult;

    fn query(&self) -> json::ThrowQuery {
        self.json_query()
    }

    fn result(&self) -> json::ThrowResult {
        self.json()
    }

    fn write_result(&self, numbers: Numbers, out: &mut dyn Write) -> io::Result<()> {
        result::write(self, numbers, out)
    }
}

impl Report for ThrowReport {
    fn printed(&self) -> Option<Printed> {
        printed::printed(self)
    }

    fn all_printed(&self) -> Vec<(&'static str, Printed)> {
        printed::all(self)
    }

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

    fn long_rows(&self, style: &Style) -> Option<Box<dyn Iterator<Item = Vec<Entry>> + '_>> {
        sheets::long_rows(self, style)
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        sheets::sheets(self, style)
    }
}

/// The least common denominator of exact numbers.
fn common_denominator<'a>(values: impl Iterator<Item = &'a BigRational>) -> num_bigint::BigInt {
    values.fold(1.into(), |common, value| gcd::lcm(&common, value.denom()))
}
