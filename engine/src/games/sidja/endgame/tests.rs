use super::*;
use crate::board::Side;
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{State, Turns};
use crate::games::sidja::Position;
use crate::solve::retro::{Code, LayerTotals, Scale};

/// The value that those after every move give, from the moves of [`Position`].
fn follows(endgames: &Endgames, position: &Position, side: Side) -> Ending {
    if position.side() != side {
        let value = endgames.value(position.state()).unwrap();
        return value.before();
    }
    let values = position
        .plays()
        .into_iter()
        .map(|play| follows(endgames, &play.position, side));
    values.max_by_key(|value| value.preference()).unwrap()
}

/// Every `stride`th place against the moves of [`Position`], then every arrangement by [`audit`].
fn check(rules: &str, most: u32, stride: usize) -> u64 {
    let rules: Rules = rules.parse().unwrap();
    let endgames = Endgames::new(rules, most).unwrap();
    let mut decided = 0;
    for table in endgames.solution().tables().values() {
        for place in (0..table.index().len()).step_by(stride) {
            let (own, enemy) = table.index().position(place);
            let state: State<u32> = endgames.sliding.engine().turn(own, enemy);
            let position = Position::trusted(rules, state.convert());
            let value = endgames.value(&state).unwrap();
            assert_eq!(Code(table.codes()[place]).value(Scale::Plies), Some(value));
            let expected = match position.end() {
                Some(_) => Ending::Loss(0),
                None => follows(&endgames, &position, Side::X),
            };
            assert_eq!(value, expected, "{position} {rules}");
            decided += u64::from(value != Ending::Draw);
        }
    }
    assert_eq!(audit(&endgames), Ok(endgames.positions()), "{rules}");
    decided
}

#[test]
fn all_of_3x3_follows_from_its_successors() {
    for rules in [
        "sudan,size=3",
        "west-africa,size=3,no_capture=none",
        "egypt,size=3,no_capture=none",
        "egypt,size=3,no_capture=none,centre=open,blocked=loses",
        "sudan,size=3,capture_run=any,steps=4,in_a_row=2",
        "egypt,size=3,no_capture=none,blocked=opens",
        "west-africa,size=3,no_capture=none,blocked=opens",
        "egypt,size=3,no_capture=none,blocked=opens,lost_with=1,continuation=none,capture_lines=8",
    ] {
        assert!(check(rules, 8, 1) > 0, "{rules}");
    }
}

#[test]
fn few_stones_on_5x5_follow_from_their_successors() {
    assert!(check("sudan", 4, 2) > 0);
}

#[test]
fn counts_are_those_of_every_arrangement() {
    let endgames = Endgames::new(Rules::SUDAN, 5).unwrap();
    assert_eq!(endgames.positions(), 1_138_500);
    let totals = endgames.totals();
    let counts = |at: usize| {
        let of = &totals[at];
        (of.layer, [of.win, of.draw, of.loss], of.longest)
    };
    let lost = (Layer::new(2, 3), [0, 71_580, 459_720], Some(60));
    assert_eq!(counts(1), lost);
    let won = (Layer::new(3, 2), [530_956, 344, 0], Some(59));
    assert_eq!(counts(2), won);
}

#[test]
fn what_does_not_fit_is_not_solved() {
    let egypt: Rules = "sidja:egypt".parse().unwrap();
    assert_eq!(Endgames::fits(&egypt), 8);
    assert!(Endgames::new(egypt, 9).is_err());
    assert!(Endgames::new(Rules::SUDAN.with_size(7).unwrap(), 4).is_err());
}

/// Compares the solver by rows with the one that goes position by position.
fn compare(text: &str, most: u32) -> u64 {
    let rules: Rules = text.parse().unwrap();
    let turns = Endgames::new(rules, most).unwrap();
    let solved = solve(rules, most, &mut |_| true).unwrap().unwrap();
    assert_eq!(solved.len(), turns.solution().tables().len());
    let mut quiet = 0;
    for (layer, table) in turns.solution().tables() {
        let outcomes = &solved[layer];
        assert_eq!(outcomes.stuck(), table.blocked(), "{text} {layer}");
        for place in 0..table.index().len() {
            let (own, other) = table.index().position(place);
            let expected = turns.solution().value(own, other).unwrap();
            let found = outcomes.value(own, other);
            assert_eq!(
                found,
                expected.outcome(),
                "{text} {layer} {own:#x} {other:#x} {expected}"
            );
            quiet += u64::from(expected.length().is_some_and(|plies| plies > 2));
        }
        let counts = LayerTotals::new(table);
        assert_eq!(
            outcomes.counts(),
            [counts.win, counts.loss, counts.draw],
            "{text} {layer}"
        );
    }
    quiet
}

#[test]
fn rows_agree_with_single_positions_on_3x3_under_any_rules() {
    use rand::{RngExt, SeedableRng};
    let mut random = rand_pcg::Pcg64::seed_from_u64(3);
    let mut quiet = 0;
    for _ in 0..60 {
        let mut text = "sidja:sudan,size=3".to_owned();
        for (option, values) in [
            ("steps", &["4", "8"][..]),
            ("capture_lines", &["4", "8"]),
            ("capture_run", &["one", "any"]),
            ("centre", &["open", "safe"]),
            ("continuation", &["none", "any", "same", "free"]),
            ("in_a_row", &["unlimited", "2"]),
            ("blocked", &["passes", "opens", "loses"]),
            ("lost_with", &["0", "1"]),
        ] {
            let value = values[random.random_range(0..values.len())];
            text += &format!(",{option}={value}");
        }
        quiet += compare(&text, 8);
    }
    assert!(quiet > 1000);
}

#[test]
fn rows_agree_with_single_positions_on_5x5() {
    for (rules, most) in [
        ("sudan", 5),
        ("west-africa,no_capture=none,capture_run=any", 4),
        ("egypt,no_capture=none", 5),
        (
            "sudan,continuation=none,blocked=loses,centre=safe,capture_run=any,lost_with=0",
            4,
        ),
        (
            "egypt,no_capture=none,capture_run=any,capture_lines=8,steps=8",
            5,
        ),
        (
            "egypt,no_capture=none,capture_run=any,centre=open,in_a_row=2,blocked=passes",
            4,
        ),
        ("sudan,continuation=free,steps=4", 5),
        ("sudan,blocked=opens", 4),
    ] {
        assert!(compare(rules, most) > 0, "{rules}");
    }
}

/// The outcomes of two layers with the sides exchanged, and of those they lead to.
mod rows {
    use std::collections::BTreeMap;

    use super::*;
    use crate::games::sidja::endgame::audit::Judge;
    use crate::games::sidja::endgame::{Solved, audit_rows, solve};
    use crate::solve::custody::Outcomes;
    use crate::solve::retro::Layer;

    /// The findings of both audits in a layer: the number of positions, or a fault.
    fn both(rules: Rules, tables: &BTreeMap<Layer, Outcomes>, layer: Layer) -> [Option<u64>; 2] {
        let engine = Engine::<u32>::new(&rules).unwrap();
        let judge = Judge {
            engine: &engine,
            value: &|state: &State<u32>| {
                let (own, other) = (state.own.count_ones(), state.enemy.count_ones());
                let outcome = match tables.get(&Layer::new(own as u8, other as u8)) {
                    Some(table) => table.value(state.own, state.enemy),
                    None => engine.end(state)?,
                };
                Some(Ending::over(outcome))
            },
            turns: false,
        };
        let mirror = &tables[&layer.after_step()];
        [
            judge.layer(layer).ok(),
            audit_rows::layer(&judge, &tables[&layer], mirror).ok(),
        ]
    }

    fn tables(solved: &Solved) -> BTreeMap<Layer, Outcomes> {
        let plain = |table: &Outcomes| table.clone().without_going_on();
        let tables = solved.iter().map(|(&layer, table)| (layer, plain(table)));
        tables.collect()
    }

    #[test]
    fn an_audit_by_rows_finds_what_one_by_single_positions_finds() {
        for (rules, most) in [
            ("sudan,size=3", 8),
            ("west-africa,size=3,no_capture=none", 8),
            ("egypt,size=3,no_capture=none", 8),
            ("egypt,size=3,no_capture=none,blocked=loses,lost_with=1", 8),
            ("sudan,size=3,capture_run=any,blocked=opens", 8),
            ("egypt,no_capture=none", 4),
        ] {
            let rules: Rules = rules.parse().unwrap();
            let solved = solve(rules, most, &mut |_| true).unwrap().unwrap();
            let sound = tables(&solved);
            for (&layer, table) in &sound {
                let all = layer.arrangements(rules.board().cell_count());
                assert_eq!(
                    both(rules, &sound, layer),
                    [Some(all); 2],
                    "{rules} {layer}"
                );
                // A wrong value here, one after a quiet step, and one after a capture.
                let mut fewer = sound.keys().filter(|other| other.total() < layer.total());
                for wrong in [layer, layer.after_step()].iter().chain(fewer.next_back()) {
                    let places = sound[wrong].index().len();
                    for place in (0..places).step_by(places / 5 + 1) {
                        let mut damaged = sound.clone();
                        damaged.insert(*wrong, sound[wrong].clone().with_another(place));
                        let [single, rows] = both(rules, &damaged, layer);
                        assert_eq!(single, rows, "{rules} {layer}: {wrong} at {place}");
                        if *wrong == layer {
                            // A place that is never read holds an image of another.
                            let (few, many) = table.index().position(place);
                            let is_read = match table.rows_are_movers() {
                                true => table.place(few, many) == place,
                                false => table.place(many, few) == place,
                            };
                            assert!(!is_read || rows.is_none(), "{rules} {layer} at {place}");
                        }
                    }
                }
            }
        }
    }
}
