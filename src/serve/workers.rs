//! The processes that answer.

use std::ffi::OsString;
use std::io;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::Sender;

/// Questions that may wait for a worker.
const MAX_WAITING: usize = 100;

/// One question and what to call its answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    /// JSON as it was sent, on one line.
    #[serde(default)]
    pub(super) id: Box<RawValue>,
    pub(super) query: Words,
    /// The form in which the answer is shown; its JSON without it.
    pub(super) show: Option<String>,
}

/// The words of a command: a list, or one text as it would be typed.
#[derive(Deserialize, Serialize)]
#[serde(
    untagged,
    expecting = "the words of a command are a list of texts, or one text"
)]
pub(super) enum Words {
    List(Vec<String>),
    Typed(String),
}

/// Worker processes, each with one question at a time.
pub(super) struct Workers {
    arguments: Vec<OsString>,
    limit: Duration,
    free: Semaphore,
    /// The places of questions that are being answered, or wait for a worker.
    places: Semaphore,
    idle: Mutex<Vec<Worker>>,
}

/// Killed when it is dropped.
struct Worker {
    child: Child,
    questions: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

/// The end of a question that has no answer.
enum End {
    /// Nobody waits for it any more.
    Gone,
    Late,
    Broken(io::Error),
}

impl Workers {
    pub(super) fn new(arguments: Vec<OsString>, at_once: usize, limit: Duration) -> Arc<Self> {
        Arc::new(Self {
            arguments,
            limit,
            free: Semaphore::new(at_once),
            places: Semaphore::new(MAX_WAITING),
            idle: Mutex::default(),
        })
    }

    /// Sends the answer to a question, or the error in its place; `None` if nobody wants it any more.
    pub(super) async fn answer(
        &self,
        question: Question,
        progress: bool,
        lines: &Sender<Bytes>,
    ) -> Option<()> {
        let failed = match self.worked(&question, progress, lines).await {
            Ok(()) => return Some(()),
            Err(End::Gone) => return None,
            Err(End::Late) => (
                "stopped",
                format!("the question was given up after {} s", self.limit.as_secs()),
            ),
            Err(End::Broken(error)) => (
                "internal",
                format!("the question could not be answered: {error}"),
            ),
        };
        let (kind, message) = failed;
        let (id, version) = (&question.id, env!("CARGO_PKG_VERSION"));
        let error = json!({ "status": 1, "kind": kind, "message": message });
        let text = format!(
            "{{\"id\":{id},\"schema\":\"siga/error/1\",\"version\":\"{version}\",\"error\":{error}}}"
        );
        lines.send(line(text)).await.ok()
    }

    async fn worked(
        &self,
        question: &Question,
        progress: bool,
        lines: &Sender<Bytes>,
    ) -> Result<(), End> {
        let too_many = || End::Broken(io::Error::other("too many questions are waiting"));
        let _place = self.places.try_acquire().map_err(|_| too_many())?;
        let _permit = tokio::select! {
            () = lines.closed() => return Err(End::Gone),
            permit = self.free.acquire() => permit.map_err(|error| End::Broken(io::Error::other(error)))?,
        };
        let mut worker = self.worker().map_err(End::Broken)?;
        let (id, query, show) = (&question.id, json!(question.query), json!(question.show));
        let asked = format!("{{\"id\":{id},\"query\":{query},\"show\":{show}}}");
        let work = async {
            worker.questions.write_all(&line(asked)).await?;
            loop {
                let Some(text) = worker.answers.next_line().await? else {
                    let ended = worker.child.wait().await?;
                    return Err(io::Error::other(format!("its process ended ({ended})")));
                };
                let told = said(&text);
                if told.is_some() && !progress {
                    continue;
                }
                let text = match &told {
                    Some(said) => format!("{{\"id\":{id},\"progress\":{said}}}"),
                    None => text,
                };
                // A client that has gone is noticed outside.
                let _ = lines.send(line(text)).await;
                if told.is_none() {
                    return Ok(());
                }
            }
        };
        let done = tokio::select! {
            () = lines.closed() => return Err(End::Gone),
            () = tokio::time::sleep(self.limit) => return Err(End::Late),
            done = work => done,
        };
        done.map_err(End::Broken)?;
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(worker);
        Ok(())
    }

    /// One that stands idle and lives, else a new one.
    fn worker(&self) -> io::Result<Worker> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(mut worker) = idle.pop() {
            if matches!(worker.child.try_wait(), Ok(None)) {
                return Ok(worker);
            }
        }
        drop(idle);
        let mut child = Command::new(std::env::current_exe()?)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pipe = || io::Error::other("a worker without its pipes");
        let questions = child.stdin.take().ok_or_else(pipe)?;
        let answers = child.stdout.take().ok_or_else(pipe)?;
        Ok(Worker {
            child,
            questions,
            answers: BufReader::new(answers).lines(),
        })
    }
}

/// The content of a line about work under way; `None` for an answer, which has its `id` first.
fn said(text: &str) -> Option<Value> {
    if !text.starts_with("{\"progress\"") {
        return None;
    }
    serde_json::from_str::<Value>(text)
        .ok()
        .map(|mut value| value["progress"].take())
}

fn line(mut text: String) -> Bytes {
    text.push('\n');
    Bytes::from(text)
}
