//! Tâb played out at random ([`playouts`](crate::games::playouts)): estimates where there is no proof.

use super::Rules;
use crate::games::running_fight::policies;

pub use crate::games::playouts::Policy;

/// A position before a throw.
pub type State = policies::State<Rules>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::playouts::{Ended, playout};
    use crate::games::running_fight::policies::Policies;

    #[test]
    fn who_throws_the_first_tab_is_thrown_for() {
        let rules: Rules = "tab:lane,length=3".parse().unwrap();
        let game = Policies::new(&rules, [Policy::Greedy; 2]);
        let start = State::start(&rules);
        assert!(start.opening);
        let mut wins = [0, 0];
        for number in 0..60 {
            match playout(&game, &start, 1, number).ended {
                Some(Ended::Won(team)) => wins[team as usize] += 1,
                other => panic!("{other:?}"),
            }
        }
        assert!(wins.iter().all(|&wins| wins > 5), "{wins:?}");
    }
}
