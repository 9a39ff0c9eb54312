//! The processes that answer.

use std::ffi::OsString;
use std::io;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Bytes;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::Sender;

/// Questions that may wait for a worker.
const MAX_WAITING: usize = 100;

/// One question and what to call its answer, as a request has it and as a worker reads it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// JSON as it was sent, on one line.
    #[serde(default)]
    pub(crate) id: Box<RawValue>,
    /// The words of a command: a list, or one text as it would be typed.
    #[serde(deserialize_with = "words")]
    pub(crate) query: Value,
    /// The form in which the answer is shown; its JSON without it.
    pub(crate) show: Option<String>,
}

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let list = |value: &Value| value.as_array()?.iter().all(Value::is_string).then_some(());
    match value.is_string() || list(&value).is_some() {
        true => Ok(value),
        false => Err(serde::de::Error::custom(
            "the words of a command are a list of texts, or one text",
        )),
    }
}

/// Worker processes, each with one question at a time.
pub(crate) struct Workers {
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

impl Workers {
    /// Workers that are this program with these arguments: it reads one question a line, and writes its answer, perhaps after lines that
    /// say how far it is. `at_once` are asked at once, each for no longer than `limit`.
    pub(crate) fn new(arguments: Vec<OsString>, at_once: usize, limit: Duration) -> Arc<Self> {
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
            Ok(done) => return done,
            Err(error) => error,
        };
        let (kind, message) = match failed.kind() {
            io::ErrorKind::TimedOut => (
                "stopped",
                format!("the question was given up after {} s", self.limit.as_secs()),
            ),
            _ => (
                "internal",
                format!("the question could not be answered: {failed}"),
            ),
        };
        let (id, version) = (&question.id, env!("CARGO_PKG_VERSION"));
        let error = json!({ "status": 1, "kind": kind, "message": message });
        let text = format!(
            "{{\"id\":{id},\"schema\":\"siga/error/1\",\"version\":\"{version}\",\"error\":{error}}}"
        );
        lines.send(line(text)).await.ok()
    }

    /// `None` if nobody wants the answer any more.
    async fn worked(
        &self,
        question: &Question,
        progress: bool,
        lines: &Sender<Bytes>,
    ) -> io::Result<Option<()>> {
        let too_many = |_| io::Error::other("too many questions are waiting");
        let _place = self.places.try_acquire().map_err(too_many)?;
        let _permit = tokio::select! {
            () = lines.closed() => return Ok(None),
            permit = self.free.acquire() => permit.map_err(io::Error::other)?,
        };
        let mut worker = self.worker()?;
        let id = &question.id;
        let asked = serde_json::to_string(question)?;
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
        tokio::select! {
            () = lines.closed() => return Ok(None),
            () = tokio::time::sleep(self.limit) => return Err(io::ErrorKind::TimedOut.into()),
            done = work => done?,
        }
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(worker);
        Ok(Some(()))
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
