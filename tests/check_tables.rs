//! Tables as books, pages and programs print them, in many layouts and languages (fixtures/tables/read.txt): how many of their
//! figures are right, wrong, not compared and unreadable, and which command is found for those that name none.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use siga::ask::{self, Answer, Failure, Terms};

const TABLES: &str = include_str!("../fixtures/tables/read.txt");

fn check(table: &str, options: &[String]) -> Result<Answer, Failure> {
    let words = ["check", "--text", table].map(str::to_owned);
    ask::answer(&[&words[..], options].concat(), &Terms::default())
}

#[test]
fn every_table_is_read_as_its_head_says() {
    let cases: Vec<(&str, &str)> = (TABLES.split("\n@ ").skip(1))
        .map(|case| case.split_once('\n').unwrap())
        .collect();
    assert!(cases.len() > 80);
    for (head, table) in cases {
        let (expected, options) = head.split_once(" | ").unwrap();
        let (options, found) = match options.strip_prefix("found:") {
            Some(command) => (Vec::new(), Some(shlex::split(command).unwrap())),
            None => (shlex::split(options).unwrap(), None),
        };
        let answer = check(table, &options);
        if expected == "refused" {
            assert_eq!(answer.unwrap_err().status, 2, "{head}\n{table}");
            continue;
        }
        let answer = answer.unwrap_or_else(|error| panic!("{error}: {head}\n{table}"));
        let report: Value = serde_json::from_str(&answer.json).unwrap();
        let result = &report["result"];
        if expected == "open" {
            let open = answer.status == 2 && result["of"].is_null();
            assert!(open, "{head}\n{table}{result}");
            continue;
        }
        let further = result["further"].as_array().unwrap();
        let (mut counts, mut status) = (Vec::new(), 0);
        for result in std::iter::once(result).chain(further) {
            let sum = |names: &[&str]| -> u64 {
                let number = |name: &&str| result["summary"][*name].as_u64().unwrap_or(0);
                names.iter().map(number).sum()
            };
            let own = [
                sum(&["exact", "rounded", "truncated"]),
                sum(&["last_place", "wrong"]),
                sum(&["not_compared"]),
                sum(&["unreadable"]),
            ];
            let worst = match own {
                [_, 0, 0, 0] => 0,
                [_, 0, ..] => 2,
                _ => 3,
            };
            status = status.max(worst);
            counts.push(own.map(|count| count.to_string()).join(" "));
        }
        assert_eq!(counts.join(", "), expected, "{head}\n{table}{result}");
        assert_eq!(answer.status, status, "{head}\n{table}");
        if let Some(found) = found {
            assert_eq!(result["of"], serde_json::json!(found), "{head}\n{table}");
        }
    }
}
