//! Targets in the library.

use std::fs;
use std::path::Path;
use std::time::Duration;

use num_rational::BigRational;
use num_traits::One;
use sha2::{Digest, Sha256};
use siga::board::notation::{self, PositionFile};
use siga::chance::analysis::{Answer, Bias, Outcomes, Question, analyse};
use siga::chance::turn::{Cancel, RowRule, TurnRules};
use siga::chance::{parse, parse_condition};
use siga::exact::Quantity;
use siga::figures::grid::{self, Layout};
use siga::figures::matching::{Numbers, Options, Views, place};
use siga::figures::{Decimal, Reader, Scale, Sense, judge_readings};
use siga::games::stored_tables::{Extent, KeptGame};
use siga::games::{AnyPosition, custodial, daldos, line_up, sidja, sig, tab, ur};
use siga::rules::RulesText as _;
use siga::solve::table::{Directory, RecordKind, Table};
use siga::work::stop::{Limits, Stop};

/// What the work on one input may use.
const WORK: Limits = Limits {
    time: Some(Duration::from_millis(50)),
    memory: Some(500_000_000),
};

/// A text that is read is written and read again; an answer adds up to one.
pub(crate) fn throw(input: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    let expr = match parse(text) {
        Err(error) => {
            assert!(
                error.span.start <= error.span.end && error.span.end <= error.text.len() + 1,
                "{error:?}"
            );
            let condition = parse_condition(text)
                .map(|condition| parse_condition(&condition.to_string()) == Ok(condition));
            assert_ne!(condition, Ok(false), "{text}");
            return error
                .to_string()
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned();
        }
        Ok(expr) => expr,
    };
    // An input that fills the whole length read is longer when it is printed.
    let printed = expr.to_string();
    if printed.len() <= 10_000 {
        assert_eq!(parse(&printed).as_ref(), Ok(&expr), "{text}");
    }
    let question = question(&Sha256::digest(input));
    let stop = Stop::new().limited(WORK);
    match stop.guard(|| analyse(&expr, &question)) {
        Err(_) => "stopped".to_owned(),
        Ok(Err(error)) => error.to_string(),
        Ok(Ok(answer)) => {
            adds_up(&answer, text);
            let kind = match &answer.outcomes {
                Outcomes::Numbers(_) => "numbers",
                Outcomes::Others(_) => "others",
                Outcomes::Listed { rest: None, .. } => "a list",
                Outcomes::Listed { .. } => "a list without end",
            };
            let (turn, race) = (answer.turn.is_some(), answer.race.is_some());
            format!(
                "{kind} {turn} {race} {:?}",
                expr.to_string()
                    .matches(char::is_alphabetic)
                    .collect::<String>()
            )
        }
    }
}

/// A question about a throw, with options as these bytes choose them.
fn question(choice: &[u8]) -> Question {
    let one_in = |n: u8, at: usize| choice[at].is_multiple_of(n);
    let half = || BigRational::new(1.into(), 2.into());
    let tiny = BigRational::new(1.into(), 10_u64.pow(u32::from(choice[4] % 19)).into());
    let row = RowRule {
        length: 2 + u32::from(choice[5] % 19),
        same: one_in(2, 6),
        all: one_in(2, 7),
    };
    let turn = TurnRules {
        max_throws: one_in(4, 8).then_some(1 + u32::from(choice[8])),
        row: one_in(3, 9).then_some(row),
        cancel: match choice[10] % 4 {
            0 => Cancel::Stack,
            _ => Cancel::Previous,
        },
    };
    let turn = one_in(4, 0).then_some(turn);
    Question {
        target: one_in(8, 1).then_some(10 * u32::from(choice[2])),
        bias: match choice[3] % 16 {
            0 => Bias::Unknown { at: None },
            1 => Bias::Unknown { at: Some(half()) },
            2 => Bias::Between(half(), BigRational::new(3.into(), 5.into())),
            3 => Bias::Known(tiny),
            _ => Bias::default(),
        },
        given: one_in(12, 11).then(|| parse_condition("x >= 3").unwrap()),
        up_to: one_in(8, 12).then_some(10 * i64::from(choice[13]) - 500),
        values: (turn.is_some() && one_in(8, 14)).then_some(usize::from(choice[15] % 6)),
        turn,
        ..Question::default()
    }
}

fn adds_up(answer: &Answer, text: &str) {
    let Outcomes::Listed { rows, rest, .. } = &answer.outcomes else {
        return;
    };
    let rest = rest.iter().map(|(_, rest)| &**rest);
    let chances = rows.iter().map(|(_, chance)| chance).chain(rest);
    let exact: Option<Vec<&BigRational>> = chances.map(Quantity::exact).collect();
    if let Some(exact) = exact {
        assert!(exact.into_iter().sum::<BigRational>().is_one(), "{text}");
    }
}

/// What `$each` makes of a text for every game.
macro_rules! of_each_game {
    ($each:ident, $text:expr) => {
        [
            $each::<custodial::Position>($text),
            $each::<daldos::Position>($text),
            $each::<line_up::Position>($text),
            $each::<sidja::Position>($text),
            $each::<sig::Position>($text),
            $each::<tab::Position>($text),
            $each::<ur::Position>($text),
        ]
        .join("\n")
    };
}

/// Rules that are read are written in full and read again as the same.
pub(crate) fn rules(input: &[u8]) -> String {
    fn read_again<P: AnyPosition>(text: &str) -> String {
        let read = |text: &str| P::Rules::read(text, P::Rules::GAME);
        match read(text) {
            Err(error) => error.to_string(),
            Ok(rules) => {
                let full = rules.to_string();
                assert_eq!(read(&full), Ok(rules), "{text}: {full}");
                full
            }
        }
    }
    match std::str::from_utf8(input) {
        Err(_) => "no text".to_owned(),
        Ok(text) => of_each_game!(read_again, text),
    }
}

/// Positions and files that are read are written and read again as the same; so are those that are legal, under the rules that their
/// board is usual for.
pub(crate) fn positions(input: &[u8]) -> String {
    fn read_again<P: AnyPosition<Setup: ToString + PartialEq>>(text: &str) -> String {
        let file = match text.parse::<PositionFile<P::Rules, P::Setup>>() {
            Err(error) => return error.to_string(),
            Ok(file) => file,
        };
        let written = file.to_string();
        let again = written.parse::<PositionFile<P::Rules, P::Setup>>();
        assert!(
            again.is_ok_and(|again| again == file),
            "{text:?}: {written:?}"
        );
        let line = file.setup.to_string();
        let again = notation::read::<P::Setup>(&line);
        assert!(
            again.is_ok_and(|again| again == file.setup),
            "{text:?}: {line:?}"
        );
        let rules = P::usual_rules(&file.setup, P::Rules::GAME).ok();
        let Some(Ok(legal)) = rules.map(|rules| P::of(&file.setup, &rules)) else {
            return "no rules".to_owned();
        };
        match legal {
            Err(faults) => faults.to_string(),
            Ok(position) => {
                let line = position.to_string();
                let again = notation::read::<P::Setup>(&line);
                assert!(
                    again.is_ok_and(|again| again == position.setup()),
                    "{text:?}: {line:?}"
                );
                "legal".to_owned()
            }
        }
    }
    match std::str::from_utf8(input) {
        Err(_) => "no text".to_owned(),
        Ok(text) => of_each_game!(read_again, text),
    }
}

/// A figure holds for the number that it prints, and its own text is read as it.
pub(crate) fn figures(input: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    let mut shape = String::new();
    for (decimal, plain) in [
        (Decimal::Auto, Scale::One),
        (Decimal::Comma, Scale::One),
        (Decimal::Point, Scale::Percent),
    ] {
        let reader = Reader {
            decimal,
            plain,
            ..Reader::default()
        };
        match reader.read(text) {
            Err(error) => {
                assert!(error.column >= 1, "{text:?}");
                shape += &error.to_string();
            }
            Ok(readings) => {
                for figure in &readings {
                    // A bound such as `< 2` need not hold for the number it names.
                    let plain = matches!(figure.sense, Sense::Is | Sense::About);
                    if let Some(value) = figure.value().filter(|_| plain) {
                        let number = Quantity::Exact(value);
                        let judged = judge_readings(std::slice::from_ref(figure), &number);
                        let status = judged.unwrap().status;
                        assert!(status.holds(), "{text:?}: {figure:?} {status:?}");
                    }
                    let again = reader.read(&figure.text());
                    assert!(again.is_ok(), "{text:?}: {:?}", figure.text());
                }
                shape += &format!(
                    "{} readings {:?}",
                    readings.len(),
                    readings.first().map(|figure| &figure.form)
                );
            }
        }
    }
    shape
}

/// Tables are read in every layout or refused with a place; their figures find numbers or are refused with theirs.
pub(crate) fn grids(input: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    let numbers = Numbers {
        keys: vec!["behind".to_owned()],
        rows: (1..=10).map(|row: u8| vec![row.to_string()]).collect(),
        series: vec![(
            "probability".to_owned(),
            (1..=10)
                .map(|n| Some(Quantity::Exact(BigRational::new(n.into(), 11.into()))))
                .collect(),
        )],
        ..Numbers::default()
    };
    let lines = text.lines().count();
    let mut shape = String::new();
    for layout in [
        None,
        Some(Layout::Csv),
        Some(Layout::Tsv),
        Some(Layout::Markdown),
        Some(Layout::Columns),
    ] {
        match grid::tables(text, layout) {
            Err(error) => {
                assert!(error.line <= lines + 1, "{error}");
                shape += &error.to_string();
            }
            Ok(tables) => {
                for table in tables {
                    for grid in &table {
                        let even = grid.rows.iter().all(|row| row.len() == grid.width());
                        assert!(!grid.rows.is_empty() && even);
                    }
                    let options = Options::default();
                    let placed = place(&Views::of(&table, &options), &[&numbers]);
                    shape += &match placed {
                        Ok(table) => format!("{} figures {:?}", table.figures.len(), table.notes),
                        Err(error) => error.to_string(),
                    };
                }
            }
        }
    }
    shape
}

const RULES: &str = "5x5:size=3,men=3,row=3,goals=rows,jumps=yes";

/// Small tables of every kind, and a target that opens a changed one: refused, or what is read of it is what it says. Of
/// half of the inputs the checksums are made right again, so that what lies behind them is reached.
pub(crate) fn tables() -> (impl Fn(&[u8]) -> String, Vec<Vec<u8>>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-tables");
    let _ = fs::remove_dir_all(&folder);
    let directory = Directory::new(&folder);
    let rules: line_up::Rules = RULES.parse().unwrap();
    let built = rules.build(Extent::default(), &directory, &mut |_| true);
    built.unwrap();
    for (rules, turns) in [
        ("sidja:sudan,size=3", false),
        ("sidja:egypt,size=3,no_capture=none", true),
    ] {
        let rules: sidja::Rules = rules.parse().unwrap();
        let extent = Extent {
            stones: Some(5),
            ..Extent::default()
        };
        match turns {
            true => sidja::endgame::build_turns(&rules, 5, &directory, &mut |_| true).unwrap(),
            false => sidja::endgame::build(&rules, extent, &directory, &mut |_| true).unwrap(),
        };
    }
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for set in fs::read_dir(&folder).unwrap() {
        let files = fs::read_dir(set.unwrap().path()).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        let files = files
            .iter()
            .filter(|path| path.extension().is_some_and(|ending| ending == "siga"));
        seeds.extend(files.map(|path| fs::read(path).unwrap()));
    }
    let sound = seeds.clone();
    let file = folder.join("changed.siga");
    let target = move |input: &[u8]| {
        let mut bytes = input.to_vec();
        let mended = input.len().is_multiple_of(2) && mend(&mut bytes);
        // Another file under the same name, as a mapped file must not change.
        let _ = fs::remove_file(&file);
        fs::write(&file, &bytes).unwrap();
        let table = match Table::open(&file) {
            Err(error) => return error.to_string(),
            Ok(table) => table,
        };
        let header = table.header().clone();
        let checked = table.check();
        if checked.is_ok() && !mended {
            assert!(sound.contains(&bytes), "a changed table passes: {header:?}");
        }
        for place in [
            0,
            1,
            header.positions / 2,
            header.positions - 1,
            header.positions,
            u64::MAX,
        ] {
            match header.record.kind {
                RecordKind::Outcomes { .. } => drop(table.outcome(place)),
                _ => drop(table.code(place)),
            }
        }
        if header.positions < 1 << 24 {
            let _ = table.codes(header.positions as usize);
            let _ = table.outcomes(header.positions as usize);
        }
        match checked {
            Err(error) => error.to_string(),
            Ok(_) => format!("sound, {:?}", header.record),
        }
    };
    (target, seeds)
}

/// Makes the checksum of a header right, where it can be found.
fn mend(bytes: &mut [u8]) -> bool {
    let number =
        |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let (Some(text), Some(blocks)) = (number(12), number(16)) else {
        return false;
    };
    let Some(end) = blocks
        .checked_mul(16)
        .and_then(|size| size.checked_add(20 + text))
    else {
        return false;
    };
    if end.checked_add(32).is_none_or(|end| end > bytes.len()) {
        return false;
    }
    let hash = Sha256::digest(&bytes[..end]);
    bytes[end..end + 32].copy_from_slice(&hash);
    true
}
