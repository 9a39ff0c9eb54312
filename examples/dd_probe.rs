//! scratch
use siga::games::daldos::{analyse::*, board::*};
use std::time::Instant;
fn show(q: &siga::exact::Quantity) -> String {
    match q {
        siga::exact::Quantity::Exact(v) => format!("={v}"),
        siga::exact::Quantity::Bounded(b) => format!(
            "[{:.8},{:.8}]",
            siga::exact::approx(&b.lower),
            siga::exact::approx(&b.upper)
        ),
        _ => "?".into(),
    }
}
fn main() {
    for (rules, line) in [
        ("daldos", "8A7/2A1B12/16 A"),
        ("daldos", "aaaaaaaaaaaaaaaa/17/bbbbbbbbbbbbbbbb A"),
        ("daldos", "1aaaaaaaaaaaaaaa/A16/bbbbbbbbbbbbbbbb B"),
        ("daldos", "12A3/1A1A1B11/3b12 A"),
        ("daldos", "1aa1A1aaaAaa1Aaa/2A1B2A1B3A2B/1bb1bBb1bb1bbBb1 A"),
        (
            "daldos",
            "2A1A1aA1A1B1Aaa/1A1B1B1A1B1B2A2/1A1B2bB1B1b1Bbb A",
        ),
        ("daldos", "4A3A2B4/1B3A2B3A4B/2A3B2A1B1B3 A"),
    ] {
        let game = std::sync::Arc::new(Game::new(rules.parse().unwrap()).unwrap());
        let position = match Position::parse(line, &game) {
            Ok(p) => p,
            Err(e) => {
                println!("{line}: {e}");
                continue;
            }
        };
        let t = Instant::now();
        for p in [position.clone(), position.flipped()] {
            match turn(&game, p.state(), &Options::default()) {
                Ok(r) => println!(
                    "{line} any {} mean {} release {} lost {} looked {} pieces {} number {:?}",
                    show(&r.any),
                    show(&r.mean),
                    show(&r.release),
                    r.lost,
                    r.looked_at,
                    r.pieces
                        .iter()
                        .map(|t| format!("{}:{}", t.at, show(&t.chance)))
                        .collect::<Vec<_>>()
                        .join(" "),
                    r.number
                        .iter()
                        .map(|(k, q)| format!("{k}:{}", show(q)))
                        .collect::<Vec<_>>()
                ),
                Err(e) => println!("{line}: {e}"),
            }
        }
        println!("  {:?}", t.elapsed());
        for by in [By::Take, By::Safe, By::Net] {
            for numbers in [[1, 1], [1, 2], [2, 3]] {
                let t = Instant::now();
                match rank(
                    &position,
                    game.cast(numbers).unwrap(),
                    by,
                    None,
                    &Options::default(),
                ) {
                    Ok((r, _)) => println!(
                        "  {by:?} {numbers:?}: {} plays, {:?}; {}",
                        r.len(),
                        t.elapsed(),
                        r.iter()
                            .take(4)
                            .map(|r| format!(
                                "{} {}",
                                r.play.text(&position),
                                show(r.value.as_ref().unwrap())
                            ))
                            .collect::<Vec<_>>()
                            .join("; ")
                    ),
                    Err(e) => println!("  {by:?} {numbers:?}: {e}"),
                }
            }
        }
    }
}
