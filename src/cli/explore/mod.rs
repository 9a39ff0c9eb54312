//! `siga explore`: the local page.

pub(crate) mod worker;

use std::fmt::Write as _;
use std::thread;
use std::time::Duration;

use super::output::Output;
use crate::ask::args::explore::Explore;
use crate::ask::failure::Failure;
use crate::ask::input;
use crate::board::notation;
use crate::serve;

/// Bytes a position may have that is put into the address of the page.
const MAX_POSITION: usize = 8 << 10;

pub(crate) fn run(arguments: &Explore, output: &Output) -> Result<(), Failure> {
    let place = place(arguments)?;
    let processors = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(4);
    let options = serve::Options {
        port: arguments.port,
        worker: vec!["explore".into(), "--worker".into()],
        at_once: arguments.at_once.map_or(processors, usize::from),
        limit: Duration::from_secs(arguments.limit_seconds),
    };
    let mut said = Ok(());
    serve::run(options, |address| {
        let address = format!("{address}{place}");
        let text = format!("siga is at {address}\nPress Ctrl-C to end it.\n");
        said = output.bytes(text.as_bytes());
        // Without a browser to open there is still the address.
        if said.is_ok() && !arguments.no_open && open::that_detached(&address).is_err() {
            output.complain("no browser could be opened: open the address above");
        }
    })
    .map_err(|error| Failure::Io(anyhow::Error::new(error).context("the page cannot be served")))?;
    said
}

/// What follows `#` in the address: where the page begins.
fn place(arguments: &Explore) -> Result<String, Failure> {
    let mut place = String::new();
    if let Some(file) = &arguments.file {
        let text = input::read(file, MAX_POSITION)?;
        let there = notation::positions(&text).len();
        if there > 1 {
            return Err(Failure::input(format!(
                "{}: the page begins with one position; there are {there}",
                input::shown(file)
            )));
        }
        place = format!("#/open?text={}", escaped(&text));
    } else if let Some(rules) = &arguments.rules {
        place = format!("#/board?rules={}", escaped(rules));
    }
    if let Some(position) = &arguments.position {
        let _ = write!(place, "&position={}", escaped(position));
    }
    Ok(place)
}

/// The text as it can stand in an address.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/:,".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
