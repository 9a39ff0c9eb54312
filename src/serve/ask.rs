//! `POST /ask`: questions in, answers out as they come, one line of JSON each.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body as _, Bytes, Frame, Incoming};
use hyper::{Request, StatusCode};
use serde_json::value::RawValue;
use tokio::sync::mpsc::{Receiver, channel};

use super::guard::Refused;
use super::workers::{Question, Workers};

/// Bytes a request may have.
const MAX_REQUEST: usize = 1 << 20;
/// Questions a request may have.
const MAX_QUESTIONS: usize = 100;

/// Reads the questions of a request: the words of a command, `{"id": …, "query": […]}`, or a list of these.
///
/// # Errors
/// It is too long, too slow, or none of these.
pub(super) async fn read(
    request: Request<Incoming>,
    patience: Duration,
) -> Result<Vec<Question>, Refused> {
    let kind = request.headers().get("content-type");
    // A form of another page cannot send this type without being asked first.
    if kind
        .and_then(|kind| kind.to_str().ok())
        .map(|kind| kind.split(';').next())
        != Some(Some("application/json"))
    {
        return Err((
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "a question is application/json".into(),
        ));
    }
    let body = body(request, patience).await?;
    questions(&body).map_err(|error| {
        (StatusCode::BAD_REQUEST, format!(
                "{error}: a question is a list of words such as [\"daldos\", \"table\"], or {{\"id\": …, \"query\": \
                 [ … ]}}, or a list of at most {MAX_QUESTIONS} of these"
            ).into())
    })
}

/// The body of a request.
async fn body(request: Request<Incoming>, patience: Duration) -> Result<Bytes, Refused> {
    let too_long = || {
        (
            StatusCode::PAYLOAD_TOO_LARGE,
            "a request is at most a million bytes long".into(),
        )
    };
    // Refused before the body is sent, where its length is given.
    if request.body().size_hint().lower() > MAX_REQUEST as u64 {
        return Err(too_long());
    }
    let body = Limited::new(request.into_body(), MAX_REQUEST).collect();
    match tokio::time::timeout(patience, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(error)) => Err((
            StatusCode::BAD_REQUEST,
            format!("the request breaks off: {error}").into(),
        )),
        Err(_) => Err((
            StatusCode::REQUEST_TIMEOUT,
            "the request did not come to its end".into(),
        )),
    }
}

fn questions(body: &[u8]) -> serde_json::Result<Vec<Question>> {
    let one: &RawValue = serde_json::from_slice(body)?;
    let items: Vec<&RawValue> = match one.get().starts_with('[') {
        true => serde_json::from_str(one.get())?,
        false => vec![one],
    };
    let is_text = |item: &&RawValue| item.get().starts_with('"');
    let items = match items.iter().all(is_text) {
        true => vec![one],
        false => items,
    };
    if items.len() > MAX_QUESTIONS {
        let error = format!("there are {} questions", items.len());
        return Err(serde::de::Error::custom(error));
    }
    let question = |(number, item): (usize, &RawValue)| {
        let mut question: Question = match item.get().starts_with('{') {
            true => serde_json::from_str(item.get())?,
            false => serde_json::from_str(&format!("{{\"query\":{item}}}"))?,
        };
        // A question is a line for its worker; in JSON line ends stand between values only.
        let id = match question.id.get() {
            "null" => number.to_string(),
            id => id.replace(['\n', '\r'], " "),
        };
        question.id = RawValue::from_string(id)?;
        Ok(question)
    };
    (1..).zip(items).map(question).collect()
}

/// The answers, in the order of the questions. Who stops reading stops the work.
pub(super) fn answers(questions: Vec<Question>, workers: Arc<Workers>, progress: bool) -> Body {
    let (lines, body) = channel(16);
    tokio::spawn(async move {
        for question in questions {
            if workers.answer(question, progress, &lines).await.is_none() {
                return;
            }
        }
    });
    Body::Lines(body)
}

/// The content that is sent back.
pub(super) enum Body {
    Whole(Option<Bytes>),
    Lines(Receiver<Bytes>),
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = match self.get_mut() {
            Self::Whole(bytes) => Poll::Ready(bytes.take()),
            Self::Lines(lines) => lines.poll_recv(context),
        };
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
