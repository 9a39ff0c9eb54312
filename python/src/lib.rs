//! siga for Python: questions as words, answers as the JSON text of docs/json.md. What makes Python objects of it is
//! Python (`python/siga`).

use std::ffi::OsString;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use siga::ask::{self, Show, Stop, Terms};

/// The stack of a thread that answers, as large as a process has it.
const STACK: usize = 8 << 20;
/// How often it is seen whether the user has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// What a question may read and use: `siga._answers.Limits`.
#[derive(FromPyObject)]
struct Limits {
    files: bool,
    seconds: Option<f64>,
    memory: Option<u64>,
    budget: Option<u64>,
    stop: Option<Stopper>,
}

/// Ends what is asked under it, from any thread.
#[pyclass(name = "Stop", frozen, from_py_object)]
#[derive(Clone)]
struct Stopper(Stop);

#[pymethods]
impl Stopper {
    #[new]
    fn new() -> Self {
        Self(Stop::new())
    }

    fn stop(&self) {
        self.0.stop();
    }
}

impl Limits {
    fn terms(&self) -> PyResult<Terms> {
        let time = self.seconds.map(Duration::try_from_secs_f64).transpose();
        let time =
            time.map_err(|error| PyValueError::new_err(format!("limit_seconds: {error}")))?;
        Ok(Terms {
            reads: self.files,
            stop: self.stop.clone().map_or_else(Stop::new, |stop| stop.0),
            limits: ask::Limits {
                time,
                memory: self.memory,
            },
            budget: self.budget,
            tell: None,
        })
    }
}

/// The answer to a question and whether it is one: if not, the text is what is wrong, as one JSON object. `show` is `json`, or
/// one of the ways to show it to people: `text`, `board`, `board-svg`, `svg`, `html`, `rows`.
///
/// Works without the lock of the interpreter, in a thread of its own: meanwhile the main thread hears Ctrl-C.
#[pyfunction]
fn answer(
    py: Python<'_>,
    words: Vec<String>,
    show: &str,
    limits: Limits,
) -> PyResult<(bool, String)> {
    let show = match show {
        "json" => None,
        "text" => Some(Show::Text),
        "board" => Some(Show::Board),
        "board-svg" => Some(Show::BoardSvg),
        "svg" => Some(Show::Svg),
        "html" => Some(Show::Html),
        "rows" => Some(Show::Rows),
        other => {
            return Err(PyValueError::new_err(format!(
                "nothing is shown as {other}"
            )));
        }
    };
    let terms = limits.terms()?;
    let stop = terms.stop.clone();
    let work = move || {
        let answered = match show {
            None => ask::answer(&words, &terms).map(|answer| answer.json),
            Some(show) => ask::show(&words, show, &terms),
        };
        match answered {
            Ok(text) => (true, text),
            Err(error) => (false, error.to_json()),
        }
    };
    let (send, receive) = channel();
    let receive = Mutex::new(receive);
    let wait = |time| match receive.lock() {
        Ok(receive) => receive.recv_timeout(time),
        Err(_) => Err(RecvTimeoutError::Disconnected),
    };
    thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || send.send(work()))
        .map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
    loop {
        match py.detach(|| wait(LOOK)) {
            Ok(answered) => return Ok(answered),
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| stop.stop())?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the thread that answers has ended"));
            }
        }
    }
}

/// The name of a game, and the questions that can be asked of it.
#[pyfunction]
fn questions(game: &str) -> Option<(&'static str, Vec<&'static str>)> {
    ask::questions(game)
}

/// The JSON Schema with a name, as a text.
#[pyfunction]
fn schema_json(name: &str) -> Option<String> {
    Some(ask::schema(name)?.to_string())
}

/// The names of the schemas.
#[pyfunction]
fn schema_names() -> Vec<String> {
    ask::schemas().map(Into::into).collect()
}

/// The command line, the program's name first; gives the exit status.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| siga::cli::status(arguments))
}

#[pymodule(gil_used = false)]
fn _siga(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Stopper>()?;
    module.add_function(wrap_pyfunction!(answer, module)?)?;
    module.add_function(wrap_pyfunction!(questions, module)?)?;
    module.add_function(wrap_pyfunction!(schema_json, module)?)?;
    module.add_function(wrap_pyfunction!(schema_names, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)
}
