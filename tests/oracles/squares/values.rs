//! Values and plies to the end, of positions and of every move, against what the oracle finds.

use std::sync::Arc;

use serde_json::Value;

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::{effort, or_verdict};

use super::cells::{Board, Sets};
use super::judge::{asked, read};
use super::rules::{Position, Rules};
use super::whole::Whole;

/// The value of a position or a move: the plies to the end, odd if the side to move wins; or a draw.
pub(crate) type Claim = Option<u64>;

/// From here the oracle solves teeko itself, which takes minutes and 400 MB.
const WHOLE_TEEKO: usize = 10_000;

/// How the oracle knows.
pub(crate) enum Truth {
    Whole(Arc<Whole>),
    /// It looks so many plies ahead.
    Ahead(Board, u64),
}

impl Truth {
    pub(crate) fn of(rules: &Rules, text: &str) -> Truth {
        let small = rules.size == 3 || rules.size == 4 && rules.men == 3;
        let whole = if rules.teeko {
            effort() >= WHOLE_TEEKO
        } else {
            small || effort() > 1_000 && (rules.size == 4 || rules.men == 3)
        };
        if whole {
            return Truth::Whole(Whole::of(text));
        }
        let far = match effort() {
            ..1_000 => 3,
            _ => 4,
        };
        Truth::Ahead(Board::new(rules), far)
    }

    /// Whether what is said may be true. What lies beyond the oracle's sight may be.
    pub(crate) fn allows(&self, at: Sets, claim: Claim) -> bool {
        match self {
            Truth::Whole(whole) => whole.plies(at) == claim,
            Truth::Ahead(board, far) => {
                let within = |plies: u64| board.wins(at, plies) || board.loses(at, plies);
                match claim {
                    Some(plies) if plies <= *far + 2 && plies % 2 == 1 => {
                        board.wins(at, plies) && !within(plies.saturating_sub(1))
                    }
                    Some(plies) if plies <= *far + 2 => {
                        board.loses(at, plies) && (plies == 0 || !within(plies - 1))
                    }
                    _ => !within(*far),
                }
            }
        }
    }

    /// The value that is proved.
    pub(crate) fn known(&self, at: Sets) -> Option<Claim> {
        match self {
            Truth::Whole(whole) => Some(whole.plies(at)),
            Truth::Ahead(board, far) => {
                let ends = (0..=*far).find(|&n| board.wins(at, n) || board.loses(at, n));
                ends.map(Some)
            }
        }
    }
}

/// The value of a move that leads there.
pub(crate) fn before(claim: Claim) -> Claim {
    claim.map(|plies| plies + 1)
}

/// Greatest where the side to move is best off; what is not known lies among the draws.
pub(crate) fn rank(claim: Claim) -> i64 {
    match claim {
        None => 0,
        Some(plies) if plies % 2 == 1 => 1_000 - plies as i64,
        Some(plies) => plies as i64 - 1_000,
    }
}

/// Moves stand best first for whoever chooses.
pub(crate) fn in_order(rules: &Rules, position: &Position, claims: &[Claim]) -> bool {
    claims.windows(2).all(|two| {
        let (first, second) = (rank(two[0]), rank(two[1]));
        if rules.opponent_chooses(position) {
            first <= second
        } else {
            first >= second
        }
    })
}

/// The value in the JSON; `None` if it is not known there.
fn claimed(said: &Value) -> Option<Result<Claim, String>> {
    let plies = said["plies"].as_u64();
    Some(match (said["outcome"].as_str()?, plies) {
        ("draw", None) => Ok(None),
        ("win", Some(plies)) if plies % 2 == 1 => Ok(Some(plies)),
        ("loss", Some(plies)) if plies % 2 == 0 => Ok(Some(plies)),
        (outcome, plies) => Err(format!("{outcome} in {plies:?}")),
    })
}

/// Compares what is said of a position; `None` if nothing is said.
pub(crate) fn compare(
    ledger: &mut Ledger,
    what: &str,
    truth: &Truth,
    at: Sets,
    said: Claim,
    after_move: bool,
) {
    let there = if after_move {
        match said.map(|plies| plies.checked_sub(1)) {
            Some(None) => {
                ledger.law(false, || format!("{what}: lost before it is made"));
                return;
            }
            Some(plies) => plies,
            None => None,
        }
    } else {
        said
    };
    ledger.law(truth.allows(at, there), || {
        let known = truth.known(at);
        let known = if after_move { known.map(before) } else { known };
        format!("{what}: siga {said:?} plies, oracle {known:?} (even: lost, nothing: a draw)")
    });
}

pub(crate) fn probe(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let budget = ["--budget", case.get("budget")];
    let budget = if budget[1].is_empty() {
        &[][..]
    } else {
        &budget
    };
    let said = or_verdict!(asked("probe", case, budget));
    let truth = Truth::of(&rules, case.get("rules"));
    let mut ledger = Ledger::default();
    let searched = said["method"] == "search";
    let value = match claimed(&said) {
        Some(Ok(claim)) if claim.is_some() || !searched => claim,
        other => return Verdict::Fault(format!("position: {other:?}")),
    };
    let at = Board::sets(&position);
    compare(&mut ledger, "position", &truth, at, value, false);
    let moves = rules.moves(&position);
    let listed = said["moves"].as_array().unwrap();
    ledger.law(listed.len() == moves.len(), || "number of moves".into());
    let mut claims = Vec::new();
    for one in listed {
        let Some((text, _, after)) = moves.iter().find(|found| one["move"] == found.0.as_str())
        else {
            return Verdict::Fault(format!("no move {one}"));
        };
        match claimed(one) {
            Some(Ok(claim)) if claim.is_some() || !searched => {
                compare(&mut ledger, text, &truth, Board::sets(after), claim, true);
                claims.push(claim);
            }
            None if searched => claims.push(None),
            other => return Verdict::Fault(format!("{text}: {other:?}")),
        }
    }
    ledger.law(in_order(&rules, &position, &claims), || {
        format!("not best first: {claims:?}")
    });
    ledger.law(claims.first().is_none_or(|&first| first == value), || {
        format!("position {value:?}, its first move {:?}", claims[0])
    });
    line(&mut ledger, &rules, position, &said["line"], value, &truth);
    ledger.verdict()
}

/// Best play keeps the value at every move, and ends when it is said to.
fn line(
    ledger: &mut Ledger,
    rules: &Rules,
    mut position: Position,
    line: &Value,
    value: Claim,
    truth: &Truth,
) {
    let line = line.as_array().unwrap();
    if line.is_empty() {
        return;
    }
    let whole = value.is_none_or(|plies| plies == line.len() as u64);
    ledger.law(whole, || {
        format!("a line of {} moves, {value:?} plies", line.len())
    });
    for (made, one) in line.iter().enumerate() {
        let moves = rules.moves(&position);
        let Some((text, _, after)) = moves.into_iter().find(|found| *one == found.0.as_str())
        else {
            ledger.law(false, || format!("no move {one} in the line"));
            return;
        };
        position = after;
        let left = value.map(|plies| plies - made as u64 - 1);
        let what = format!("line, after {text}");
        compare(ledger, &what, truth, Board::sets(&position), left, false);
    }
    if value.is_some() {
        ledger.law(rules.over(&position), || "the line has no end".into());
    }
}

/// The whole game: how many positions of every layer end in how many plies, and every first move.
pub(crate) fn solve(case: &Case) -> Verdict {
    let rules = Rules::read(case.get("rules"));
    let Truth::Whole(whole) = Truth::of(&rules, case.get("rules")) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("solve", case, &[]));
    let mut ledger = Ledger::default();
    let mut longest = None;
    for layer in said["layers"].as_array().unwrap() {
        let pieces = |i: usize| layer["pieces"][i].as_u64().unwrap() as u32;
        let counts = whole.layer(pieces(0), pieces(1)).counts();
        let mut found: Vec<(u64, String)> = Vec::new();
        for one in layer["by_plies"].as_array().unwrap() {
            let count = one["count"].as_str().unwrap();
            found.push((one["plies"].as_u64().unwrap(), count.into()));
        }
        let number = |part: &dyn Fn(Option<u64>) -> bool| -> String {
            let all = counts.iter().filter(|(plies, _)| part(**plies));
            all.map(|(_, count)| count).sum::<u64>().to_string()
        };
        let expected: Vec<(u64, String)> = counts
            .iter()
            .filter_map(|(plies, count)| plies.map(|plies| (plies, count.to_string())))
            .collect();
        longest = longest.max(expected.last().map(|last| last.0));
        ledger.count(found.len() as u64);
        ledger.law(found == expected, || {
            format!("{}: siga {found:?}, oracle {expected:?}", layer["pieces"])
        });
        let win = number(&|plies| plies.is_some_and(|plies| plies % 2 == 1));
        let loss = number(&|plies| plies.is_some_and(|plies| plies % 2 == 0));
        let named = [
            ("win", win),
            ("loss", loss),
            ("draw", number(&|plies| plies.is_none())),
            ("terminal", number(&|plies| plies == Some(0))),
            ("positions", number(&|_| true)),
        ];
        for (name, expected) in named {
            ledger.law(layer[name] == expected.as_str(), || {
                format!(
                    "{} {name}: siga {}, oracle {expected}",
                    layer["pieces"], layer[name]
                )
            });
        }
    }
    let start = Position {
        cells: vec![b'.'; rules.size * rules.size],
        side: b'x',
    };
    let value = whole.plies(Board::sets(&start));
    ledger.law(claimed(&json(&said, "value")) == Some(Ok(value)), || {
        format!("siga {} {}, oracle {value:?}", said["value"], said["plies"])
    });
    let moves = rules.moves(&start);
    for one in said["first_moves"].as_array().unwrap() {
        let found = moves.iter().find(|found| one["move"] == found.0.as_str());
        let truth = before(whole.plies(Board::sets(&found.unwrap().2)));
        let right = claimed(one) == Some(Ok(truth)) && one["keeps"] == (truth == value);
        ledger.law(right, || format!("{one}, oracle {truth:?}"));
    }
    let said_longest = said["longest"]["plies"].as_u64();
    ledger.law(said_longest == longest, || {
        format!("longest: siga {said_longest:?}, oracle {longest:?}")
    });
    let truth = Truth::Whole(whole.clone());
    for name in ["line", "longest"] {
        let one = &said[name];
        let Some(text) = one["position"].as_str() else {
            continue;
        };
        let position = rules.position(text);
        let Some(Ok(claim)) = claimed(one) else {
            return Verdict::Fault(format!("{name}: {one}"));
        };
        compare(
            &mut ledger,
            name,
            &truth,
            Board::sets(&position),
            claim,
            false,
        );
        line(&mut ledger, &rules, position, &one["moves"], claim, &truth);
    }
    ledger.verdict()
}

/// A value whose outcome has another name.
fn json(said: &Value, outcome: &str) -> Value {
    serde_json::json!({"outcome": said[outcome], "plies": said["plies"]})
}
