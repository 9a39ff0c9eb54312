//! Questions that are varied, counted and typed.

use std::sync::atomic::Ordering;

use super::*;
use crate::ask::disputes::Change as Other;
use crate::work::Note;

/// The words of a command and its question.
fn question(command: &str) -> (Vec<String>, Box<dyn AnyCommand>) {
    let words = words::words(command).unwrap();
    let asked = parse_words(&words).unwrap().command.question();
    (words, asked.unwrap())
}

#[test]
fn questions_are_counted_and_end_with_the_time_for_all() {
    let (words, asked) = question("throw 8s");
    let numbers = |report: &dyn Report| {
        let printed = report.all_printed().into_iter().next();
        printed.map(|(_, printed)| printed.numbers)
    };
    let report = asked.answer("", Caller::NOBODY).unwrap();
    let base = Arc::new(numbers(report.as_ref()).unwrap());
    let varied = Varied::of(&words, Some(asked.as_ref()));
    let two = [Vec::new(), vec![0], vec![0]];
    let begun = Instant::now();
    for (until, answered) in [(begun + PATIENCE, 2), (begun, 0)] {
        let reading = Reading {
            numbers: &numbers,
            base: &base,
            caller: Caller::NOBODY,
            greatest: None,
            until,
        };
        let (mut known, note) = (Known::new(), Note::default());
        note.count_to(varied.questions() as u64);
        let mut asker = Asker::new(&varied, reading, &mut known);
        asker.answers(&two, &note);
        assert_eq!(asker.late(), answered == 0);
        assert_eq!(note.done().load(Ordering::Relaxed), answered);
    }
    // As it is, under each of the points, and under each two of them.
    let points = varied.points.len();
    let pairs = (0..points).array_combinations::<2>().count();
    assert_eq!(varied.questions(), 1 + points + pairs);
}

/// The command that is shown for what is assumed asks just that.
#[test]
fn every_point_in_dispute_is_asked_as_it_is_typed() {
    let commands = [
        "daldos table",
        "daldos table --pieces 2 --max 5",
        "sig turn",
        "throw senet:kendall",
        "throw 8s",
        "throw chowka-bhara --turn",
        "daldos odds --behind 1,3 --no-elsewhere --rules daldos:n=12",
        "daldos opening --turns 3",
        "sig table --pieces 2 --max 4 --rules=sig:ludii",
        "sidja survey --rules sidja:egypt",
        "teeko solve",
        "5x5 solve",
        "throw tab --turn --max-throws 3 --in-a-row=3,same --cancel stack --values 2 --sequence 1,4",
        "throw yut --bias 1/2,1/2,3/5,2/5 --at-least",
        "throw 4d6kh3 --given \">= 3\"",
        "throw \"d6! -> {1: 2, else: x}\"",
        "throw \"count(deal(5, 4{1..13}), {1})\" --at-most",
        "throw \"2d6 / 2\" --up-to 9",
        "throw d6ro{1}",
    ];
    let mut asked_so = 0;
    for command in commands {
        let (_, asked) = question(command);
        let points = asked.points();
        assert!(!points.is_empty(), "{command}");
        let further = [Other::Reaching(7)];
        let changes = points.iter().map(|point| &point.change).chain(&further);
        for change in changes {
            let Some(other) = asked.under(&[change]) else {
                continue;
            };
            let typed = other.words();
            let read = parse_words(&typed).unwrap().command.question().unwrap();
            assert_eq!(format!("{read:?}"), format!("{other:?}"), "{typed:?}");
            asked_so += 1;
        }
    }
    assert!(asked_so > 200, "{asked_so}");
}
