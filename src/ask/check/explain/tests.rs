//! Every point in dispute against the words in which it is asked.

use crate::ask::command::parse_words;
use crate::ask::disputes::Change;
use crate::ask::words;

/// The command that is shown for what is assumed asks just that.
#[test]
fn every_point_in_dispute_is_asked_as_it_is_typed() {
    let commands = [
        "daldos table",
        "daldos table --pieces 2 --max 5",
        "sig turn",
        "throw senet:kendall",
        "throw 8s",
        "throw tab --turn",
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
        let words = words::words(command).unwrap();
        let asked = parse_words(&words).unwrap().command.question().unwrap();
        let points = asked.points();
        assert!(!points.is_empty(), "{command}");
        let further = [Change::Reaching(7)];
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
    assert!(asked_so > 300, "{asked_so}");
}
