//! Lines of questions: `siga batch` against what docs/json.md says of it, read here on its own, and against `siga::ask`.

use std::fmt;
use std::fs;
use std::time::Duration;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use siga::ask::{self, Limits, Terms};

use super::command;

/// The limits of a line.
const SECONDS: u64 = 1;
const BUDGET: u64 = 1000;
/// Lines of one input.
const LINES: usize = 6;

/// A line that is not blank, as docs/json.md has it.
struct Asked {
    number: usize,
    /// As it stands in the answer.
    id: String,
    words: Option<Vec<String>>,
}

/// Every line has one answer with its id, in the form of a schema; it is that of the same question asked in the library,
/// or the fault that the line has. What was cut off is made again by `--resume`.
pub(crate) fn lines(input: &[u8]) -> String {
    let input: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
    let input = input[..input.len().min(LINES)].concat();
    let choice = Sha256::digest(&input);
    let file = command::folder().join("lines.jsonl");
    fs::write(&file, &input).unwrap();
    let file = file.to_string_lossy().into_owned();
    let (jobs, seconds, budget) = (1 + choice[0] % 3, SECONDS.to_string(), BUDGET.to_string());
    let jobs = jobs.to_string();
    let words = [
        "batch",
        &file,
        "--jobs",
        &jobs,
        "--limit-seconds",
        &seconds,
        "--budget",
        &budget,
    ];
    let words = words.map(str::to_owned);
    let Some(output) = command::siga_as_here(&words) else {
        return "not run".to_owned();
    };
    if command::ended_by_time(&output.status) {
        return "more than its time".to_owned();
    }
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.is_empty(), "{said}");
    let answers = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let asked = read(&input);
    assert_eq!(answers.lines().count(), asked.len(), "{answers}");
    let mut shape = String::new();
    let (mut worst, mut stopped) = (0, false);
    for (line, answer) in asked.iter().zip(answers.lines()) {
        let begin = format!("{{\"id\":{},", line.id);
        let rest = answer.strip_prefix(&begin);
        let rest = rest.unwrap_or_else(|| panic!("{answer} does not begin with {begin}"));
        let mut answer: Value = serde_json::from_str(&format!("{{{rest}")).expect("an object");
        crate::schema::holds(&answer);
        let fault = answer["error"]["kind"].as_str().unwrap_or("-").to_owned();
        assert_ne!(fault, "internal", "{answer}");
        // An answer that is none has its status within.
        let status = match answer.get("error") {
            Some(error) => error["status"].as_u64(),
            None => (answer.as_object_mut().unwrap())
                .shift_remove("status")
                .map_or(Some(0), |it| it.as_u64()),
        };
        let status = status.expect("a status");
        worst = worst.max(status);
        stopped |= fault == "stopped";
        match &line.words {
            None => {
                let at = &answer["error"]["at"];
                assert_eq!((fault.as_str(), status), ("input", 2), "{answer}");
                assert_eq!(
                    (at["file"].as_str(), at["line"].as_u64()),
                    (Some(&*file), Some(line.number as u64))
                );
                assert!(at["column"].as_u64() >= Some(1), "{answer}");
            }
            Some(words) => agrees(words, answer.clone(), status),
        }
        shape += &format!(
            "{fault} {} {}\n",
            answer["schema"], answer["error"]["message"]
        );
    }
    assert_eq!(output.status.code(), Some(worst as i32), "{answers}");
    if choice[1] % 4 == 0 && !stopped {
        let cut = usize::from(choice[2]) * answers.len() / 255;
        let kept = command::folder().join("answers.jsonl");
        fs::write(&kept, &answers.as_bytes()[..cut]).unwrap();
        let resume = ["--resume".to_owned(), kept.to_string_lossy().into_owned()];
        let again =
            command::siga_as_here(&[words.as_slice(), &resume].concat()).expect("it ran before");
        if !command::ended_by_time(&again.status) {
            let again_said = String::from_utf8_lossy(&again.stderr);
            let resumed = without_times(&fs::read_to_string(&kept).unwrap());
            // On a busy machine the second run may be stopped where the first was not.
            if resumed
                .iter()
                .all(|answer| answer["error"]["kind"] != "stopped")
            {
                assert_eq!(again.status.code(), Some(worst as i32), "{again_said}");
                assert_eq!(resumed, without_times(&answers));
            }
        }
    }
    shape
}

/// The answer of a line is that of the library.
fn agrees(words: &[String], mut answer: Value, status: u64) {
    let terms = Terms {
        limits: Limits {
            time: Some(Duration::from_secs(SECONDS)),
            memory: None,
        },
        budget: Some(BUDGET),
        ..Terms::default()
    };
    let (text, expected) = match ask::answer(words, &terms) {
        Ok(answer) => (answer.json, answer.status),
        Err(error) => (error.to_json(), error.status),
    };
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    if message.contains("does nothing in a line of a batch") {
        return;
    }
    let mut same: Value = serde_json::from_str(&text).expect("JSON");
    // A question that takes as long as it may is stopped in the one and not quite in the other.
    if [&same, &answer]
        .iter()
        .any(|answer| answer["error"]["kind"] == "stopped")
    {
        return;
    }
    [&mut same, &mut answer].into_iter().for_each(timeless);
    assert_eq!(answer, same, "{words:?}");
    assert_eq!(status, u64::from(expected), "{words:?}");
}

/// Takes out what depends on the run.
fn timeless(answer: &mut Value) {
    if let Some(result) = answer.get_mut("result").and_then(Value::as_object_mut) {
        result.shift_remove("seconds");
    }
}

fn without_times(answers: &str) -> Vec<Value> {
    let answers = answers.lines().map(serde_json::from_str);
    // An id may be nested deeper than this reader goes.
    let answers = answers.filter_map(Result::ok);
    answers
        .map(|mut answer| {
            timeless(&mut answer);
            answer
        })
        .collect()
}

/// The lines that are not blank.
fn read(input: &[u8]) -> Vec<Asked> {
    let input = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(input);
    let lines = input.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    lines.map(|(at, line)| asked(at + 1, line)).collect()
}

fn asked(number: usize, line: &[u8]) -> Asked {
    let mut asked = Asked {
        number,
        id: number.to_string(),
        words: None,
    };
    // Blanks at the end of a line are passed over, a form feed too.
    let Ok(text) = std::str::from_utf8(line.trim_ascii_end()) else {
        return asked;
    };
    let Ok(Pairs(pairs)) = serde_json::from_str::<Pairs>(text) else {
        asked.words = serde_json::from_str(text).ok();
        return asked;
    };
    let of = |name: &str| -> Vec<&RawValue> {
        let named = pairs.iter().filter(|(key, _)| key == name);
        named.map(|(_, value)| &**value).collect()
    };
    let (ids, queries) = (of("id"), of("query"));
    if let [id] = ids[..]
        && id.get() != "null"
    {
        asked.id = id.get().to_owned();
    }
    if ids.len() > 1 || queries.len() != 1 || ids.len() + 1 != pairs.len() {
        return asked;
    }
    asked.words = serde_json::from_str(queries[0].get()).ok();
    asked
}

/// The fields of an object as they stand there, twice where they stand there twice.
struct Pairs(Vec<(String, Box<RawValue>)>);

impl<'de> serde::Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Pairs;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// Questions to begin with: some lines of every form, and files of one to three of these commands.
pub(crate) fn seeds(commands: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let words = commands
        .iter()
        .filter_map(|text| shlex::split(&String::from_utf8_lossy(text)));
    let lists: Vec<String> = words
        .map(|words| serde_json::to_string(&words).unwrap())
        .collect();
    let mut seeds: Vec<Vec<u8>> = lists.iter().map(|list| list.clone().into_bytes()).collect();
    for (at, several) in lists.chunks(3).enumerate() {
        let lines = several
            .iter()
            .enumerate()
            .map(|(id, list)| match (at + id) % 4 {
                0 => format!("{{\"id\": \"{id}\", \"query\": {list}}}\n"),
                1 => format!("{{\"query\": {list}, \"id\": {{\"n\": [{id}, null]}}}}\n"),
                2 => format!("{{\"id\": null, \"query\": {list}}}\r\n\n"),
                _ => format!("{list}\n"),
            });
        seeds.push(lines.collect::<String>().into_bytes());
    }
    seeds
}
