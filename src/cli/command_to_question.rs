//! From the arguments of a command to a question of the library, and from its answer to a report.

use super::args::Command;
use super::args::alignment::Teeko;
use super::caption::Caption;
use super::failure::Failure;
use super::output::too_long;
use super::progress::Progress;
use super::report::AnyReport;
use super::{alignment, daldos, sidja, sig, throw};
use crate::chance::analysis::AnalysisError;
use crate::question::{Answer, Question};

/// What a report shows besides the answer.
#[derive(Default)]
pub(super) struct Shown<'a> {
    /// Of a position.
    caption: Caption,
    /// Of a throw.
    throw: throw::Shown<'a>,
}

/// The question that a command asks.
pub(super) fn ask(command: &Command, progress: Progress) -> Result<(Question, Shown<'_>), Failure> {
    fn about<Q: Into<Question>>((question, caption): (Q, Caption)) -> (Question, Shown<'static>) {
        let shown = Shown {
            caption,
            ..Shown::default()
        };
        (question.into(), shown)
    }
    Ok(match command {
        Command::Throw(arguments) => {
            let (question, throw) = throw::ask(arguments)?;
            let shown = Shown {
                throw,
                ..Shown::default()
            };
            (question.into(), shown)
        }
        Command::Daldos(command) => about(daldos::ask(command, progress)?),
        Command::Sig(command) => about(sig::ask(command)?),
        Command::Sidja(command) => about(sidja::ask(command, progress)?),
        Command::Teeko(command) => match command.as_ref() {
            Teeko::Solve(arguments) if arguments.all => {
                about((Question::TeekoVariants, Caption::default()))
            }
            command => about(alignment::teeko(command, progress)?),
        },
        Command::FiveByFive(command) => about(alignment::five_by_five(command, progress)?),
        _ => return Err(Failure::input("this command does not answer a question")),
    })
}

/// The answer; while it is sought, people who wait are told what is being done.
pub(super) fn answer(
    name: &str,
    question: Question,
    progress: Progress,
) -> Result<Answer, Failure> {
    let answer = match question {
        Question::Throw(question) => {
            let meter = question.meter.clone();
            return match progress.metering(name, &meter, || question.answer()) {
                Err(AnalysisError::Room(error)) => Err(too_long(error)),
                answer => Ok(Answer::Throw(Box::new(answer?))),
            };
        }
        question => progress.noting(name, |note| question.answer(note)),
    };
    Ok(answer?)
}

/// The report of an answer.
pub(super) fn report(answer: Answer, shown: Shown<'_>) -> Result<Box<dyn AnyReport>, Failure> {
    let Shown { caption, throw } = shown;
    Ok(match answer {
        Answer::Throw(answer) => Box::new(throw::report(*answer, &throw)?),
        Answer::Daldos(answer) => daldos::report(answer, caption),
        Answer::Sig(answer) => sig::report(answer, caption),
        Answer::Sidja(answer) => sidja::report(answer, caption),
        Answer::Teeko(answer) => alignment::report(answer, caption),
        Answer::TeekoVariants(variants) => alignment::variants(variants),
        Answer::TwentyFive(answer) => alignment::report(answer, caption),
    })
}
