//! `siga batch`: JSON Lines in, JSON Lines out, in the same order.
//!
//! Workers take lines in turn. The answer to each has a place in the order of the lines, where it is waited for and written. No line is
//! taken while too many places are not yet written, so that memory does not grow with the input.

mod answer_line;
mod read_lines;
mod resume;

use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;

use super::args::batch::BatchArgs;
use super::caller::Caller;
use super::failure::{Failure, closed_pipe_is_fine};
use crate::ask::{Stop, Terms};
use crate::render::schema::Described;
use read_lines::{BatchLine, Lines};

/// Answers a worker may be ahead of the one that is written next.
const AHEAD: usize = 64;

/// The stack of a worker, as large as a process has it.
const STACK: usize = 8 << 20;

/// The lines that are read.
pub(crate) const LINE: Described =
    Described::whole("batch-line", |_, generator| answer_line::schema(generator));

/// The answer to a line and its status, or why no more lines can be read.
type LineAnswer = Result<(String, u8), Failure>;

/// The lines that are left, and where the places of their answers go, in order; `None` once nothing is left to be done.
type Left = Mutex<Option<(Lines, SyncSender<Receiver<LineAnswer>>)>>;

/// Answers all lines, on `out` unless they are added to a file; gives the greatest status of theirs.
pub(crate) fn run(
    arguments: &BatchArgs,
    out: impl io::Write + Send + 'static,
    caller: Caller,
) -> Result<u8, Failure> {
    let mut lines = Lines::open(&arguments.file, arguments.shard)?;
    let (mut worst, mut target): (u8, Box<dyn io::Write + Send>) = match &arguments.resume {
        Some(file) => {
            let (answers, worst) = resume::open(file, &mut lines, caller)?;
            (worst, Box::new(answers))
        }
        None => (0, Box::new(out)),
    };
    let jobs = match arguments.jobs {
        Some(jobs) => jobs.into(),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let stop = Stop::new();
    let (places, answers) = sync_channel(AHEAD * jobs);
    let left: Left = Mutex::new(Some((lines, places)));
    let beside = RwLock::new(());
    let answer_one = || {
        let (line, place) = next(&left)?;
        let terms = Terms {
            reads: arguments.allow_files,
            stop: stop.clone(),
            limits: caller.limits,
            budget: arguments.budget,
            tell: None,
        };
        // Who does not wait for it any more has ended the work.
        place
            .send(Ok(answer_line::answer(&line, &terms, &beside)))
            .ok()
    };
    caller.noting("answering", |note| {
        let mut written = 0_u64;
        let mut write = |answer: Receiver<LineAnswer>| {
            let ended = write(answer, &mut target, &mut worst);
            written += 1;
            note.set(format!("lines answered: {written}"));
            ended
        };
        let ended = thread::scope(|scope| {
            let start = |_: &usize| {
                let thread = thread::Builder::new().stack_size(STACK);
                let work = || while answer_one().is_some() {};
                thread.spawn_scoped(scope, work).is_ok()
            };
            let mut ended = ControlFlow::Continue(());
            // Where the system starts no other thread, this one does all of it.
            if (0..jobs).take_while(start).count() == 0 {
                while ended.is_continue() && answer_one().is_some() {
                    ended = answers.try_iter().try_for_each(&mut write);
                }
            }
            if ended.is_continue() {
                ended = answers.iter().try_for_each(&mut write);
            }
            // Nobody reads what would come.
            stop.stop();
            drop(answers);
            ended
        });
        match ended {
            ControlFlow::Continue(()) => Ok(worst),
            ControlFlow::Break(end) => end,
        }
    })
}

/// Waits for an answer and writes it; or says how all ends.
fn write(
    answer: Receiver<LineAnswer>,
    target: &mut dyn io::Write,
    worst: &mut u8,
) -> ControlFlow<Result<u8, Failure>> {
    match answer.recv() {
        Ok(Ok((text, status))) => {
            *worst = status.max(*worst);
            let written = target.write_all((text + "\n").as_bytes());
            match written.and_then(|()| target.flush()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(closed_pipe_is_fine(Err(error)).map(|()| 0)),
            }
        }
        Ok(Err(failure)) => ControlFlow::Break(Err(failure)),
        // Its worker has ended in a panic, which goes on once the others have ended.
        Err(_) => ControlFlow::Break(Ok(*worst)),
    }
}

/// The next line, and where its answer goes; `None` once nothing is left to be done.
fn next(left: &Left) -> Option<(BatchLine, Sender<LineAnswer>)> {
    // Those who wait for a line wait here.
    let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
    let (lines, places) = left.as_mut()?;
    let line = lines.next().transpose();
    let (place, answer) = channel();
    let taken = match line {
        None => None,
        // This waits while too many places are not yet written.
        Some(line) => places.send(answer).ok().map(|()| line),
    };
    match taken {
        Some(Ok(line)) => Some((line, place)),
        end => {
            if let Some(Err(failure)) = end {
                let _ = place.send(Err(failure));
            }
            *left = None;
            None
        }
    }
}
