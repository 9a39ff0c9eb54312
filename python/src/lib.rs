//! siga for Python: questions as words, answers as the JSON text of docs/json.md. What makes Python objects of it is
//! Python (`python/siga`).

use std::ffi::OsString;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use siga::ask::{self, Stop, Terms};

/// The stack of a thread that answers, as large as a process has it.
const STACK: usize = 8 << 20;
/// How often it is seen whether the user has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// How long a picture may take that nobody asked for in so many words: a notebook shows it with the answer.
const PICTURE: Duration = Duration::from_secs(10);

/// The answer to a question, or what is wrong with it, as one JSON object.
///
/// Works without the lock of the interpreter. `interruptible` is for the main thread, which alone hears Ctrl-C.
#[pyfunction]
#[pyo3(signature = (words, *, files, limit_seconds, budget, interruptible))]
fn ask_json(
    py: Python<'_>,
    words: Vec<String>,
    files: bool,
    limit_seconds: Option<f64>,
    budget: Option<u64>,
    interruptible: bool,
) -> PyResult<String> {
    let stop = Stop::new();
    let limited = match limit_seconds.map(Duration::try_from_secs_f64) {
        None => stop.clone(),
        Some(Ok(time)) => stop.within(time),
        Some(Err(error)) => return Err(PyValueError::new_err(format!("limit_seconds: {error}"))),
    };
    let terms = Terms {
        reads: files,
        stop: limited,
        budget,
        tell: None,
    };
    let work = move || match ask::answer(&words, &terms) {
        Ok(answer) => answer.json,
        Err(error) => error.to_json(),
    };
    if !interruptible {
        return Ok(py.detach(work));
    }
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
            Ok(json) => return Ok(json),
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| stop.stop())?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the thread that answers has ended"));
            }
        }
    }
}

/// The picture of the answer to a question, as SVG; nothing where there is none, or it takes long.
#[pyfunction]
fn ask_svg(py: Python<'_>, words: Vec<String>, files: bool) -> Option<String> {
    let terms = Terms {
        reads: files,
        stop: Stop::new().within(PICTURE),
        ..Terms::default()
    };
    py.detach(|| ask::svg(&words, &terms).ok())
}

/// The JSON Schema with a name, as a text.
#[pyfunction]
fn schema_json(name: &str) -> Option<String> {
    Some(ask::schema(name)?.to_string())
}

/// The names of the schemas.
#[pyfunction]
fn schema_names() -> Vec<&'static str> {
    ask::schemas().collect()
}

/// The command line, the program's name first; gives the exit status.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| siga::cli::status(arguments))
}

#[pymodule(gil_used = false)]
fn _siga(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(ask_json, module)?)?;
    module.add_function(wrap_pyfunction!(ask_svg, module)?)?;
    module.add_function(wrap_pyfunction!(schema_json, module)?)?;
    module.add_function(wrap_pyfunction!(schema_names, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)
}
