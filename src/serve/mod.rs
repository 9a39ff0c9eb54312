//! The local page of `siga explore`: a server for this machine only.
//!
//! It knows no game. It hands out the page, which is part of the program, and gives questions on to worker processes,
//! one line of JSON each way, as `siga batch` has them. What may go wrong with a question (it takes for ever, all memory
//! or the stack) goes wrong in a worker: it is killed and another one takes its place.
//!
//! Access: the socket is bound to the loopback address; the address holds a token of 128 random bits; `Host` must
//! be the one that is served, so that no other name can be made to lead here, and `Origin`, if there is one, must be the
//! page itself. The page may load and ask nothing foreign.
//!
//! # The page asks what a batch asks
//! `siga explore` serves files and gives questions on; the page is drawn by scripts that know what a board looks like and which question to
//! ask, and no rule of any game: board, pieces and sides come from `siga games`. Whatever they show stands in an answer of docs/json.md.
//!
//! Each question is answered in a worker: this same program, which reads a question a line as a batch does and is used again for the next, so
//! that what it has solved is kept. Threads would be lighter, but the work of a question cannot always be told to stop, and memory or stack
//! that runs out takes the whole process with it. A worker is killed when whoever asked has gone, which the server learns from the
//! connection: a button that stops the work, a closed tab and a program that was interrupted are one case.
//!
//! The server is hyper on one thread: it keeps time limits and hears that a connection was closed, which blocking servers leave to threads.
//! The scripts are plain modules, so that nothing needs to be built.

mod ask;
mod guard;
mod page;
mod strangers;
mod workers;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use ask::Body;
use guard::{Guard, Refused};
use strangers::Strangers;
pub(crate) use workers::{Question, Workers};

/// Connections of those who know the address, held open at once.
const MAX_CONNECTIONS: usize = 64;
/// The longest time that a request may take to arrive, and that a connection may stand idle.
const PATIENCE: Duration = Duration::from_secs(30);

type Response = hyper::Response<Body>;

/// Serves the page until the program is interrupted, at the first of these ports that is free, 0 being any; `token` is the secret part of
/// the address. `ready` is told the address and the port, and may end it at once.
///
/// # Errors
/// No port is free.
pub(crate) fn run(
    ports: &[u16],
    token: String,
    workers: Arc<Workers>,
    ready: impl FnOnce(&str, u16) -> ControlFlow<()>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(ports, token, workers, ready))
}

async fn serve(
    ports: &[u16],
    token: String,
    workers: Arc<Workers>,
    ready: impl FnOnce(&str, u16) -> ControlFlow<()>,
) -> io::Result<()> {
    let addresses: Vec<SocketAddr> = (ports.iter())
        .map(|port| (Ipv4Addr::LOCALHOST, *port).into())
        .collect();
    let listener = TcpListener::bind(addresses.as_slice()).await?;
    let port = listener.local_addr()?.port();
    let guard = Guard::new(token, port);
    if ready(&guard.address(), port).is_break() {
        return Ok(());
    }
    let server = Arc::new(Server {
        guard,
        workers,
        connections: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
        strangers: Strangers::default(),
    });
    let mut interrupted = std::pin::pin!(tokio::signal::ctrl_c());
    loop {
        let accepted = tokio::select! {
            ended = &mut interrupted => return ended,
            accepted = listener.accept() => accepted,
        };
        let (stream, _) = match accepted {
            Ok(accepted) => accepted,
            // Such as too many open files: others may close soon.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let of_connection = Arc::clone(&server);
        let begin = |number| {
            tokio::spawn(of_connection.connection(number, TokioIo::new(stream))).abort_handle()
        };
        server.strangers.add(begin);
    }
}

struct Server {
    guard: Guard,
    workers: Arc<Workers>,
    connections: Arc<Semaphore>,
    strangers: Strangers,
}

impl Server {
    /// Answers the requests of a connection.
    async fn connection(self: Arc<Self>, number: u64, stream: TokioIo<TcpStream>) {
        let known = Arc::new(OnceLock::new());
        let answer = |request| {
            let (server, known) = (Arc::clone(&self), Arc::clone(&known));
            async move {
                Ok::<_, std::convert::Infallible>(server.answer(request, number, &known).await)
            }
        };
        // A connection that breaks off concerns nobody else.
        let _ = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(64 << 10)
            .serve_connection(stream, service_fn(answer))
            .await;
        self.strangers.forget(number);
    }

    async fn answer(
        &self,
        request: Request<Incoming>,
        number: u64,
        known: &OnceLock<OwnedSemaphorePermit>,
    ) -> Response {
        let admitted = self
            .guard
            .admit(request.method(), request.uri(), request.headers());
        let admitted = admitted.and_then(|path| self.know(number, known).map(|()| path));
        let answered = match admitted {
            Ok("ask") if request.method() == Method::POST => self.ask(request).await,
            Ok("ask") => Err((StatusCode::METHOD_NOT_ALLOWED, "POST a question".into())),
            Ok(_) if request.method() != Method::GET => {
                Err((StatusCode::METHOD_NOT_ALLOWED, "only GET".into()))
            }
            // The files of the page are found beside it.
            Ok("") if !request.uri().path().ends_with('/') => {
                Ok(moved(&format!("{}/", request.uri().path())))
            }
            Ok(path) => page::find(path)
                .ok_or_else(|| (StatusCode::NOT_FOUND, "there is no such page".into())),
            Err(refused) => Err(refused),
        };
        let mut response = answered.unwrap_or_else(|(status, why)| {
            let why = Bytes::from(format!("siga: {why}\n"));
            text(status, "text/plain; charset=utf-8", why)
        });
        guard::harden(response.headers_mut());
        response
    }

    /// Keeps a connection from which a request has been admitted.
    fn know(&self, number: u64, known: &OnceLock<OwnedSemaphorePermit>) -> Result<(), Refused> {
        if known.get().is_some() {
            return Ok(());
        }
        self.strangers.forget(number);
        let permit = Arc::clone(&self.connections).try_acquire_owned();
        let permit = permit.map_err(|_| {
            let why = format!("{MAX_CONNECTIONS} connections are open: close some pages");
            (StatusCode::SERVICE_UNAVAILABLE, why.into())
        })?;
        // Requests of a connection follow each other: nobody else has set it.
        let _ = known.set(permit);
        Ok(())
    }

    async fn ask(&self, request: Request<Incoming>) -> Result<Response, Refused> {
        let progress = request.uri().query() == Some("progress");
        let questions = ask::read(request, PATIENCE).await?;
        let mut response =
            hyper::Response::new(ask::answers(questions, Arc::clone(&self.workers), progress));
        guard::set(response.headers_mut(), "content-type", "application/jsonl");
        Ok(response)
    }
}

/// Sends the browser on to the address that is meant.
fn moved(to: &str) -> Response {
    let mut response = text(
        StatusCode::PERMANENT_REDIRECT,
        "text/plain; charset=utf-8",
        Bytes::new(),
    );
    if let Ok(to) = to.parse() {
        response.headers_mut().insert("location", to);
    }
    response
}

fn text(status: StatusCode, kind: &'static str, bytes: Bytes) -> Response {
    let mut response = hyper::Response::new(Body::Whole(Some(bytes)));
    *response.status_mut() = status;
    guard::set(response.headers_mut(), "content-type", kind);
    response
}
