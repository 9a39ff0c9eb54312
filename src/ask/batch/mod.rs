//! `siga batch`: JSON Lines in, JSON Lines out, in the same order.
//!
//! Workers take lines in turn. An answer waits until those before it are written, and no line is taken while too many
//! answers wait, so that memory does not grow with the input.

mod answer_line;
mod read_lines;
mod resume;
mod write_in_order;

use std::io;
use std::sync::{Mutex, RwLock};
use std::thread;

use super::args::batch::BatchArgs;
use super::caller::Caller;
use super::failure::Failure;
use crate::ask::{Stop, Terms};
use crate::render::schema::Described;
use read_lines::Lines;
use write_in_order::Out;

/// Answers a worker may be ahead of the one that is written next.
const AHEAD: u64 = 64;

/// The stack of a worker, as large as a process has it.
const STACK: usize = 8 << 20;

/// The lines that are read.
pub(crate) const REPORTS: &[Described] = &[Described::whole::<answer_line::AnyLine>("batch-line")];

/// Answers all lines, on `out` unless they are added to a file; gives the greatest status of theirs.
pub(crate) fn run(
    arguments: &BatchArgs,
    out: impl io::Write + Send + 'static,
    caller: Caller,
) -> Result<u8, Failure> {
    let mut lines = Lines::open(&arguments.file, arguments.shard)?;
    let (earlier, target): (u8, Box<dyn io::Write + Send>) = match &arguments.resume {
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
    let out = Out::new(target, AHEAD * jobs as u64, earlier, stop.clone());
    let lines = Mutex::new(lines);
    let beside = RwLock::new(());
    caller.noting("answering", |note| {
        let work = || {
            while let Some((turn, line)) = out.take(&lines) {
                let terms = Terms {
                    reads: arguments.allow_files,
                    stop: stop.clone(),
                    limits: caller.limits,
                    budget: arguments.budget,
                    tell: None,
                };
                let (text, status) = answer_line::answer(&line, &terms, &beside);
                let written = out.put(turn, text, status);
                note.set(format!("lines answered: {written}"));
            }
        };
        with_threads(jobs, &work);
    });
    out.end()
}

/// Does the work on several threads. Where the system starts no other one, this one does all of it.
fn with_threads(count: usize, work: &(impl Fn() + Sync)) {
    thread::scope(|scope| {
        for _ in 1..count {
            let thread = thread::Builder::new().stack_size(STACK);
            if thread.spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}
