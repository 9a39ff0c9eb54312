//! Teams, cells and the way each team goes through the rows.

use super::Rules;
use super::rules::Start;

pub use crate::games::running_fight::route::{Cell, Route, Team};

impl Route {
    /// The routes under some rules.
    pub(crate) fn new(rules: &Rules) -> Route {
        Route::zigzag(rules.rows(), rules.length(), rules.from == Start::Left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_follow_the_accounts() {
        let ludii = Route::new(&"ludii,length=5".parse().unwrap());
        let cells = |route: Route, team| -> Vec<String> {
            let numbers = 0..route.cells();
            numbers
                .map(|number| route.cell(team, number).to_string())
                .collect()
        };
        assert_eq!(
            cells(ludii, Team::A).join(" "),
            "a1 a2 a3 a4 a5 b5 b4 b3 b2 b1 c1 c2 c3 c4 c5 d5 d4 d3 d2 d1"
        );
        // The same seen from the other side: B's left is A's right.
        assert_eq!(
            cells(ludii, Team::B).join(" "),
            "d5 d4 d3 d2 d1 c1 c2 c3 c4 c5 b5 b4 b3 b2 b1 a1 a2 a3 a4 a5"
        );
        let depaulis = Route::new(&"depaulis,length=3".parse().unwrap());
        assert_eq!(
            cells(depaulis, Team::A).join(" "),
            "a3 a2 a1 b1 b2 b3 c3 c2 c1 d1 d2 d3"
        );
        // Three rows: in the middle one they meet head-on.
        let three = Route::new(&"ludii,rows=3,length=3".parse().unwrap());
        assert_eq!(
            cells(three, Team::A).join(" "),
            "a1 a2 a3 b3 b2 b1 c1 c2 c3"
        );
        assert_eq!(
            cells(three, Team::B).join(" "),
            "c3 c2 c1 b1 b2 b3 a3 a2 a1"
        );
    }

    #[test]
    fn numbers_and_cells_agree() {
        for rules in [
            "ludii,length=7",
            "depaulis,length=32",
            "ludii,rows=3,length=5",
        ] {
            let route = Route::new(&rules.parse().unwrap());
            for number in 0..route.cells() {
                for team in [Team::A, Team::B] {
                    let cell = route.cell(team, number);
                    assert_eq!(route.number(team, cell), Some(number));
                    assert_eq!(cell.to_string().parse(), Ok(cell));
                }
                assert_eq!(route.flip_all(1 << number), 1 << route.flip(number));
                assert_eq!(route.flip(route.flip(number)), number);
            }
        }
        for text in ["", "a", "e1", "a0", "a01", "a33", "a+1", "aé"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
