//! `siga explore`: the local page.

mod kept;
pub(crate) mod worker;

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use itertools::Itertools;

use super::output::Output;
use crate::ask::args::explore::ExploreArgs;
use crate::ask::caller::{Caller, Reads};
use crate::ask::failure::Failure;
use crate::ask::input;
use crate::ask::{all_games, games};
use crate::board::notation;
use crate::render::address;
use crate::serve::{self, Workers};
use crate::work::stop::Limits;
use kept::Kept;

/// Bytes a position may have that is put into the address of the page.
const MAX_POSITION: usize = 8 << 10;

pub(crate) fn run(arguments: &ExploreArgs, limits: Limits, output: &Output) -> Result<(), Failure> {
    let place = place(arguments)?;
    let processors = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(4);
    let Limits { time, memory } = limits.or(Limits::PAGE);
    let limit = time.expect("questions of a page have a limit of time");
    let memory = memory.expect("questions of a page have a limit of memory") / 1_000_000;
    let worker = vec![
        "explore".into(),
        "--worker".into(),
        format!("--limit-seconds={}", limit.as_secs_f64()).into(),
        format!("--limit-memory={memory}MB").into(),
    ];
    let cannot = |error: std::io::Error| Failure::io(format!("the page cannot be served: {error}"));
    let kept = Kept::read().map_err(cannot)?;
    let ports: Vec<u16> = match arguments.port {
        0 => kept.port.into_iter().chain([0]).collect(),
        port => vec![port],
    };
    let at_once = arguments.at_once.map_or(processors, usize::from);
    let workers = Workers::new(worker, at_once, limit);
    let mut said = Ok(());
    serve::run(&ports, kept.token.clone(), workers, |address, port| {
        kept.write(port);
        let address = format!("{address}{place}");
        let text = format!("siga is at {address}\nPress Ctrl-C to end it.\n");
        said = output.bytes(text.as_bytes());
        if said.is_err() {
            return ControlFlow::Break(());
        }
        // Without a browser to open there is still the address.
        if !arguments.no_open && open::that_detached(&address).is_err() {
            output.complain("no browser could be opened: open the address above");
        }
        ControlFlow::Continue(())
    })
    .map_err(cannot)?;
    said
}

/// The part of the address after `#`, which says where the page begins.
fn place(arguments: &ExploreArgs) -> Result<String, Failure> {
    let mut place = String::new();
    if let Some(file) = &arguments.file {
        let text = input::read(file, MAX_POSITION, Reads::All)?;
        let there = notation::positions(&text).len();
        if there > 1 {
            return Err(Failure::input(format!(
                "{}: the page begins with one position; there are {there}",
                input::shown(file)
            )));
        }
        place = format!("#/open?text={}", escaped(&text));
    } else if let Some(rules) = &arguments.rules {
        let game = games::game_of_rules(rules).ok_or_else(|| {
            let names = all_games().iter().map(|game| game.name).join(", ");
            let message = match Path::new(rules).is_file() {
                true => format!("a text of a game stands alone: siga explore {rules}"),
                false => format!("this does not name a game; rules begin with one of {names}"),
            };
            Failure::input(format!("--rules {rules}: {message}"))
        })?;
        game.opening(Some(rules), Caller::NOBODY)?;
        place = format!("#/board?rules={}", escaped(rules));
    }
    if let Some(position) = &arguments.position {
        let _ = write!(place, "&position={}", escaped(position));
    }
    Ok(place)
}

/// A part of what follows `#`.
fn escaped(text: &str) -> String {
    address::escaped(text, b"-_.~/:,")
}
