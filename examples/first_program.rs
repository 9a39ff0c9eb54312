//! A first program: a throw, its distribution, its chances.

use siga::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The three highest of four dice: the weights are whole numbers over one total.
    let throw: Throw = "best 3 of 4d6".parse()?;
    let sum = throw.distribution()?;
    assert_eq!(sum.probability(&18).to_string(), "7/432");
    assert_eq!(decimal_text(&sum.chance(|&x| x >= 15), 4), "0.2315");

    // Daldøs: the chance to take this turn from four holes behind, with best play, and what to do after dal-dal.
    let rules: daldos::Rules = "daldos".parse()?;
    let odds = daldos::odds::odds(&rules, &[4], daldos::odds::Elsewhere::Any)?;
    assert_eq!(odds.probability, parse_fraction("2/3")?);
    assert_eq!(odds.on_rethrow[0].ways, [vec![0]]); // stay

    // Three in a row on 3×3, pieces placed or moved: every position solved. Neither side can force a win.
    let rules: line_up::Rules = "5x5:size=3,men=3,row=3".parse()?;
    let solution = rules.solve()?;
    let state = line_up::Position::parse("3/1x1/3 o", &rules)?.state();
    assert_eq!(solution.value(state.own, state.other), Some(Ending::Draw));

    // An error names the place and says what would be right.
    let error = "2d".parse::<Throw>().expect_err("no faces");
    assert_eq!(error.position(), (1, 3));
    let error = "teeko:goals=45"
        .parse::<line_up::Rules>()
        .expect_err("44 or 58");
    assert_eq!(error.at, 12..14);
    Ok(())
}
