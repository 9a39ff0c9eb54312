use siga::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The three highest of four dice: the weights are whole numbers over one total.
    let throw: Throw = "4d6 keep highest 3".parse()?;
    let sum = throw.distribution()?;
    assert_eq!(sum.probability(&18).to_string(), "7/432");
    assert_eq!(decimal_text(&sum.chance(|&x| x >= 15), 4), "0.2315");

    // Daldøs: the chance to take this turn from four holes behind, with best play, and what to do after dal-dal.
    let rules: daldos::Rules = "daldos".parse()?;
    let odds = daldos::odds::odds(&rules, &[4], daldos::odds::Elsewhere::Any)?;
    assert_eq!(odds.probability, parse_fraction("2/3")?);
    assert_eq!(odds.on_rethrow[0].ways, [vec![0]]); // stay

    // Sidja on 3×3: who wins, proved by search.
    let rules: sidja::Rules = "sidja:sudan,size=3".parse()?;
    let position = sidja::Position::parse("o2/o2/2x x -", &rules)?;
    let found = sidja::analyse::analyse(&position, 1000);
    assert_eq!(found.verdict.outcome(), Some(sidja::Outcome::Loss));

    // What is wrong is said with its place and what would be right.
    let error = "4d6 +".parse::<Throw>().unwrap_err();
    assert_eq!(error.position(), (1, 6));
    let error = "daldos:dice=0".parse::<daldos::Rules>().unwrap_err();
    assert_eq!(error.at, 7..13);
    Ok(())
}
