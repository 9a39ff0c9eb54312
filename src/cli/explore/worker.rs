//! Answering questions for the page: one a line of standard input, each answered on standard output.
//!
//! The lines are those of a batch; before its answer a question may have lines `{"progress": "…"}`.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::{process, thread};

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as ValueError;
use serde_json::json;

use crate::ask::{self, Failure, Limits, Show, Terms, words};
use crate::serve::Question;

fn answer(question: &Question, terms: &Terms) -> Result<String, Failure> {
    let words = words::from_json(&question.query.to_string()).map_err(Failure::input)?;
    let Some(show) = &question.show else {
        return ask::answer(&words, terms).map(|answer| answer.json);
    };
    let show = Show::deserialize(show.as_str().into_deserializer());
    let show = show.map_err(|error: ValueError| Failure::input(format!("`show`: {error}")))?;
    ask::show(&words, show, terms).map(|shown| json!({ "shown": shown }).to_string())
}

/// Answers until the input ends; then nobody is left who wants answers, and work under way ends too.
pub(crate) fn run(limits: Limits) -> Result<(), Failure> {
    let (lines, questions) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if lines.send(line).is_err() {
                break;
            }
        }
        process::exit(0);
    });
    let terms = Terms {
        tell: Some(Arc::new(|said| {
            // A reader that has gone has also closed the input, which ends the loop.
            let _ = writeln!(io::stdout(), "{}", json!({ "progress": said }));
        })),
        limits,
        ..Terms::default()
    };
    for line in questions {
        let question: Question = serde_json::from_str(&line)
            .map_err(io::Error::from)
            .map_err(Failure::writing)?;
        let answer = answer(&question, &terms).unwrap_or_else(|error| error.to_json());
        // Either is an object that is not empty.
        writeln!(io::stdout(), "{{\"id\":{},{}", question.id, &answer[1..])
            .map_err(Failure::writing)?;
    }
    Ok(())
}
