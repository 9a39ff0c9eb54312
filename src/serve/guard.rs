//! Access: who may ask, and what the page may do.

use std::borrow::Cow;

use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, StatusCode, Uri};

/// The page may load its own scripts, styles and answers, and nothing else; nobody may put it into a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The names under which the page is served.
pub(super) struct Guard {
    token: String,
    hosts: [String; 2],
}

/// A request that is not answered, and why.
pub(super) type Refused = (StatusCode, Cow<'static, str>);

impl Guard {
    pub(super) fn new(token: String, port: u16) -> Self {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        Self { token, hosts }
    }

    /// Where the page is.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// The path asked for, after the token, if this request may be answered.
    ///
    /// # Errors
    /// It comes from elsewhere, or does not know the token.
    pub(super) fn admit<'a>(
        &self,
        method: &Method,
        uri: &'a Uri,
        headers: &HeaderMap,
    ) -> Result<&'a str, Refused> {
        let forbidden = |why: &'static str| Err((StatusCode::FORBIDDEN, why.into()));
        let Some(host) =
            only(headers, "host").filter(|host| self.hosts.iter().any(|own| own == host))
        else {
            return forbidden("this host is not served here");
        };
        let foreign = (uri.authority()).is_some_and(|named| named.as_str() != host);
        if foreign || uri.scheme_str().is_some_and(|scheme| scheme != "http") {
            return forbidden("this address is not served here");
        }
        if headers.contains_key("origin")
            && only(headers, "origin").and_then(|origin| origin.strip_prefix("http://"))
                != Some(host)
        {
            return forbidden("another page may not ask");
        }
        if only(headers, "sec-fetch-site")
            .is_some_and(|site| site == "cross-site" || site == "same-site")
            && method != Method::GET
        {
            return forbidden("another page may not ask");
        }
        let path = uri.path().strip_prefix('/').unwrap_or_default();
        let (token, rest) = path.split_once('/').unwrap_or((path, ""));
        if !same(token.as_bytes(), self.token.as_bytes()) {
            return forbidden("the address lacks the token that `siga explore` printed");
        }
        Ok(rest)
    }
}

/// The value of a header that stands once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Compares in a time that does not tell how far they agree.
fn same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len()
        && left
            .iter()
            .zip(right)
            .fold(0, |differ, (a, b)| differ | (a ^ b))
            == 0
}

/// Puts what every response says to the browser.
pub(super) fn harden(headers: &mut HeaderMap) {
    set(headers, "content-security-policy", POLICY);
    set(headers, "x-content-type-options", "nosniff");
    set(headers, "x-frame-options", "DENY");
    set(headers, "referrer-policy", "no-referrer");
    set(headers, "cross-origin-opener-policy", "same-origin");
    set(headers, "cross-origin-resource-policy", "same-origin");
    set(headers, "cache-control", "no-store");
}

pub(super) fn set(headers: &mut HeaderMap, name: &'static str, value: &'static str) {
    headers.insert(
        HeaderName::from_static(name),
        HeaderValue::from_static(value),
    );
}
