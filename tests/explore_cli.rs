//! `siga explore`: who may ask, what is asked, and that a question which runs away takes nothing with it.

#![cfg(feature = "cli")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A page that is served, and ends with the test.
struct Page {
    child: Child,
    port: u16,
    token: String,
    /// The line with its address.
    said: String,
}

/// A new folder for data.
fn data() -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = format!("explore-{}-{number}", std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder)
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Page {
    /// A page whose address nobody has kept.
    fn open(more: &[&str]) -> Self {
        Self::open_with(&data(), more)
    }

    /// A page that keeps its address in a folder for data.
    fn open_with(data: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_siga"))
            .args(["explore", "--no-open"])
            .args(more)
            .env("XDG_DATA_HOME", data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("siga starts");
        let out = child.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(out)
            .read_line(&mut line)
            .expect("the address");
        let rest = line.trim().strip_prefix("siga is at http://127.0.0.1:");
        let (port, rest) = rest
            .and_then(|rest| rest.split_once('/'))
            .expect("an address of the loopback");
        let (token, _) = rest.split_once('/').expect("a token");
        Self {
            child,
            port: port.parse().expect("a port"),
            token: token.to_owned(),
            said: line,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .expect("a time limit");
        stream
    }

    /// The status, the headers in small letters, and the body.
    fn raw(&self, request: &str) -> (u16, String, String) {
        let mut stream = self.connect();
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).expect("UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status");
        let body = if head.contains("transfer-encoding: chunked") {
            unchunked(body)
        } else {
            body.to_owned()
        };
        (status.parse().expect("a number"), head.to_lowercase(), body)
    }

    fn get(&self, path: &str, headers: &str) -> (u16, String, String) {
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: 127.0.0.1:{}\r\n", self.port)
        };
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\n{host}Connection: close\r\n{headers}\r\n"
        ))
    }

    fn post(&self, body: &str, headers: &str) -> (u16, String, String) {
        self.raw(&self.question(body, headers))
    }

    fn question(&self, body: &str, headers: &str) -> String {
        let kind = if headers.contains("Content-Type") {
            ""
        } else {
            "Content-Type: application/json\r\n"
        };
        format!(
            "POST /{}/ask HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Length: {}\r\n{kind}{headers}\r\n{body}",
            self.token,
            self.port,
            body.len()
        )
    }

    fn ask(&self, question: Value) -> Vec<Value> {
        let (status, _, body) = self.post(&question.to_string(), "");
        assert_eq!(status, 200, "{body}");
        let answer = |line| serde_json::from_str(line).expect("JSON");
        body.lines().map(answer).collect()
    }
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("a size");
        text.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
        if size == 0 {
            break;
        }
    }
    text
}

#[test]
fn the_page_is_whole_and_may_load_nothing_foreign() {
    let page = Page::open(&[]);
    let (status, head, body) = page.get(&format!("/{}/", page.token), "");
    assert_eq!(status, 200);
    for said in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
        "cache-control: no-store",
    ] {
        assert!(head.contains(said), "{said} in {head}");
    }
    assert!(!head.contains("access-control"), "{head}");
    assert!(body.contains("app.js"));
    // Every file that one of them names is there, and none names another place.
    let mut left = vec!["app.js".to_owned(), "style.css".to_owned()];
    let mut seen = Vec::new();
    while let Some(path) = left.pop() {
        if seen.contains(&path) {
            continue;
        }
        let (status, _, text) = page.get(&format!("/{}/{path}", page.token), "");
        assert_eq!(status, 200, "{path}");
        let foreign = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !foreign.contains("http://") && !foreign.contains("https://"),
            "{path}"
        );
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (_, rest) in text
            .match_indices(" from '")
            .map(|(at, sign)| text.split_at(at + sign.len()))
        {
            let name = rest.split('\'').next().expect("a name");
            let name = match (name.strip_prefix("./"), name.strip_prefix("../")) {
                (Some(name), _) if folder.is_empty() => name.to_owned(),
                (Some(name), _) => format!("{folder}/{name}"),
                (_, Some(name)) => name.to_owned(),
                _ => panic!("{path} imports {name}"),
            };
            left.push(name);
        }
        seen.push(path);
    }
    assert!(seen.len() > 10, "{seen:?}");
    assert_eq!(
        page.get(&format!("/{}/../Cargo.toml", page.token), "").0,
        404
    );
}

#[test]
fn only_the_page_itself_may_ask() {
    let page = Page::open(&[]);
    let other = Page::open(&[]);
    assert_ne!(page.token, other.token);
    assert_eq!(page.token.len(), 32);
    let question = "[\"throws\"]";
    let home = format!("/{}/", page.token);
    // The token.
    for path in [
        "/",
        "/ask",
        "/app.js",
        &format!("/{}/", other.token),
        &format!("/{}0/", page.token),
    ] {
        assert_eq!(page.get(path, "").0, 403, "{path}");
    }
    // The host: a name that somebody else made to lead here is not served.
    for host in ["siga.example", "127.0.0.1", "127.0.0.1:1", "localhost"] {
        assert_eq!(
            page.get(&home, &format!("Host: {host}\r\n")).0,
            403,
            "{host}"
        );
    }
    assert_eq!(
        page.get(&home, &format!("Host: localhost:{}\r\n", page.port))
            .0,
        200
    );
    // The origin.
    let own = format!("Origin: http://127.0.0.1:{}\r\n", page.port);
    assert_eq!(page.post(question, &own).0, 200);
    for origin in [
        "http://siga.example",
        "null",
        "http://127.0.0.1",
        "https://127.0.0.1:1",
    ] {
        assert_eq!(
            page.post(question, &format!("Origin: {origin}\r\n")).0,
            403,
            "{origin}"
        );
    }
    assert_eq!(
        page.post(question, &format!("{own}Origin: null\r\n")).0,
        403
    );
    assert_eq!(page.post(question, "Sec-Fetch-Site: cross-site\r\n").0, 403);
    // A request that a form of another page could send.
    assert_eq!(page.post(question, "Content-Type: text/plain\r\n").0, 415);
    // Reading only.
    assert_eq!(page.get(&format!("{home}ask"), "").0, 405);
}

#[test]
fn questions_are_answered_as_in_a_batch() {
    let page = Page::open(&[]);
    let answers = page.ask(json!([
        { "id": "four", "query": ["daldos", "odds", "--behind", "4"] },
        ["throw", "2d"],
        { "query": ["sidja", "moves", "Cargo.toml"] },
        { "id": null, "query": ["explore"] },
    ]));
    assert_eq!(answers[0]["id"], "four");
    assert_eq!(answers[0]["schema"], "siga/daldos-odds/1");
    assert_eq!(answers[0]["result"]["probability"]["exact"], "2/3");
    assert_eq!(answers[1]["id"], 2);
    assert_eq!(answers[1]["schema"], "siga/error/1");
    assert_eq!(answers[1]["error"]["at"]["column"], 3);
    assert_eq!(answers[2]["error"]["status"], 2);
    let said = answers[2]["error"]["message"].as_str().expect("a message");
    assert!(said.contains("not read"), "{said}");
    assert_eq!(answers[3]["error"]["status"], 2);
    assert_eq!(answers.len(), 4);
    // A table is judged as it is pasted.
    let table = "distance,chance\n1,0.4375\n2,0.51\n";
    let answers = page.ask(json!(["check", "--text", table, "--of", "daldos table"]));
    let figures = &answers[0]["result"]["figures"];
    assert_eq!(figures[0]["status"], "exact");
    assert_eq!(figures[1]["status"], "differs");
}

/// An answer comes in any form that siga shows it in.
#[test]
fn answers_are_shown() {
    let page = Page::open(&[]);
    let shown = |show: &str| {
        let query = ["throw", "yut"];
        let answers = page.ask(json!([{ "id": 1, "query": query, "show": show }]));
        answers[0]["shown"].as_str().unwrap_or_default().to_owned()
    };
    assert!(shown("svg").starts_with("<svg"));
    assert!(shown("page").starts_with("<!DOCTYPE html>"));
    assert!(shown("html").contains("<table>"));
    assert!(shown("csv").contains("2,3/8,0.375"), "{}", shown("csv"));
}

/// Links to the page go on working: it is served where it was the last time.
#[test]
fn a_link_works_after_a_restart() {
    let data = data();
    let first = Page::open_with(&data, &[]);
    let (port, token) = (first.port, first.token.clone());
    // While it is served, another one has another port.
    assert_ne!(Page::open_with(&data, &[]).port, port);
    drop(first);
    let again = Page::open_with(&data, &[]);
    assert_eq!((again.port, &again.token), (port, &token));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let kept = std::fs::metadata(data.join("siga/explore")).expect("the file");
        assert_eq!(kept.permissions().mode() & 0o777, 0o600);
    }
}

/// Numbers that a reader of JSON would round, or refuse, are given back as they were written.
#[test]
fn names_of_questions_go_through_as_they_are() {
    let page = Page::open(&[]);
    for id in ["12345678901234567890123", "1e400", "[1,\n 2.50]"] {
        for query in ["[\"throw\",\"d6\"]", "[\"throw\",\"d\"]"] {
            let body = format!("{{\"id\":{id},\"query\":{query}}}");
            let (status, _, said) = page.post(&body, "");
            let begin = format!("{{\"id\":{},\"schema\"", id.replace('\n', " "));
            assert!(status == 200 && said.starts_with(&begin), "{said}");
        }
    }
}

#[test]
fn a_foreign_absolute_address_is_refused() {
    let page = Page::open(&[]);
    let asked = page.question("[\"throws\"]", "");
    for (before, status) in [
        ("http://example.org", 403),
        ("http://127.0.0.1:1", 403),
        ("", 200),
    ] {
        let foreign = asked.replacen("POST /", &format!("POST {before}/"), 1);
        assert_eq!(page.raw(&foreign).0, status, "{before}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_address_that_cannot_be_printed_ends_it() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("the device");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("siga"));
    let run = command.args(["explore", "--no-open"]).stdout(full).output();
    let run = run.expect("runs");
    let said = String::from_utf8(run.stderr).expect("UTF-8");
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("No space left"), "{said}");
}

#[test]
fn what_is_no_question_is_refused() {
    let page = Page::open(&[]);
    let no_questions = r#" | EOF
        7 | a list of texts, or one text
        null | a list of texts, or one text
        5 | a list of texts, or one text
        {} | query
        [[7]] | words
        not JSON | expected
        {"query":["throws"],"more":1} | unknown field `more`
        {"query":["throws"],"query":["rules"]} | duplicate field `query`
        [{"id":1,"id":2,"query":["throws"]}] | duplicate field `id`"#;
    for line in no_questions.lines() {
        let (body, words) = line.split_once(" | ").expect("a body and words");
        let body = body.trim();
        let (status, _, said) = page.post(body, "");
        assert!(status == 400 && said.contains(words), "{body}: {said}");
    }
    // The words may be one text, as they are typed.
    for typed in [
        json!("throw '2d4 + 1'"),
        json!({ "query": "throw '2d4 + 1'" }),
        json!([{ "query": "siga throw '2d4 + 1'" }]),
    ] {
        assert_eq!(page.ask(typed)[0]["query"]["spec"], "2d4 + 1");
    }
    assert_eq!(page.ask(json!("throw '2d4"))[0]["error"]["status"], 2);
    let many = Value::from(vec![json!(["throws"]); 101]).to_string();
    assert_eq!(page.post(&many, "").0, 400);
    // Refused by what it says of its length, and while it is read where it says nothing.
    let head = page.question("", "");
    let long = head.replace("Content-Length: 0", "Content-Length: 2000000");
    assert_eq!(page.raw(&long).0, 413);
    // One that breaks off is not too long.
    let short = page
        .question("[\"thr", "")
        .replace("Content-Length: 5", "Content-Length: 50");
    let mut stream = page.connect();
    stream.write_all(short.as_bytes()).expect("sent");
    stream.shutdown(Shutdown::Write).expect("broken off");
    let mut said = String::new();
    stream.read_to_string(&mut said).expect("an answer");
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
    let piece = format!("{:x}\r\n{}\r\n", 1 << 16, " ".repeat(1 << 16));
    let chunked = head.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    // No byte more than is needed to pass the limit, so that none is left unread.
    assert_eq!(page.raw(&(chunked + &piece.repeat(17))).0, 413);
    assert_eq!(page.ask(json!(["throws"]))[0]["schema"], "siga/throws/1");
}

#[test]
fn the_address_without_its_last_slash_leads_to_the_page() {
    let page = Page::open(&[]);
    let (status, head, _) = page.get(&format!("/{}", page.token), "");
    assert_eq!(status, 308);
    let to = format!("location: /{}/\r\n", page.token);
    assert!(head.contains(&to), "{head}");
}

#[test]
fn who_says_nothing_keeps_nobody_out() {
    let page = Page::open(&[]);
    // One that has shown the token stays open however many come after it.
    let mut own = page.connect();
    let request = page
        .question("[\"throws\"]", "")
        .replace("Connection: close\r\n", "");
    let mut answered = || {
        own.write_all(request.as_bytes()).expect("asked");
        let mut answer = Vec::new();
        while !answer.ends_with(b"0\r\n\r\n") {
            let mut byte = [0];
            own.read_exact(&mut byte).expect("an answer");
            answer.push(byte[0]);
        }
    };
    answered();
    let idle: Vec<TcpStream> = (0..200).map(|_| page.connect()).collect();
    let begun = Instant::now();
    assert_eq!(page.ask(json!(["throws"]))[0]["schema"], "siga/throws/1");
    answered();
    assert!(begun.elapsed() < Duration::from_secs(25), "{idle:?}");
}

/// Takes hours.
fn endless() -> Value {
    json!(["5x5", "solve"])
}

#[test]
fn a_question_that_runs_away_is_given_up() {
    let page = Page::open(&["--limit-seconds", "1", "--at-once", "1"]);
    let answers = page.ask(endless());
    assert_eq!(answers[0]["error"]["kind"], "stopped", "{answers:?}");
    assert_eq!(page.ask(json!(["throws"]))[0]["schema"], "siga/throws/1");
}

#[test]
fn who_stops_listening_stops_the_work() {
    let page = Page::open(&["--at-once", "1"]);
    let mut stream = page.connect();
    let question = page.question(&endless().to_string(), "");
    stream.write_all(question.as_bytes()).expect("asked");
    let mut begun = [0; 8];
    stream.read_exact(&mut begun).expect("an answer begins");
    drop(stream);
    // There is one worker: this is answered because the other question is over.
    assert_eq!(page.ask(json!(["throws"]))[0]["schema"], "siga/throws/1");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_cleanly() {
    let mut page = Page::open(&[]);
    page.ask(json!(["throws"]));
    let sent = Command::new("kill")
        .args(["-INT", &page.child.id().to_string()])
        .status()
        .expect("kill");
    assert!(sent.success());
    assert!(page.child.wait().expect("an end").success());
}

#[test]
fn it_begins_where_it_is_told_to() {
    let position = ["--rules", "teeko:goals=58", "--position", "5/5/2x2/5/5 o"];
    let said = &Page::open(&position).said;
    assert!(
        said.ends_with("/#/board?rules=teeko:goals%3D58&position=5/5/2x2/5/5%20o\n"),
        "{said}"
    );
    let said = &Page::open(&["fixtures/positions/teeko-square.txt"]).said;
    assert!(said.contains("/#/open?text="), "{said}");
}
