//! Sig played out at random ([`playouts`](crate::games::playouts)): estimates where there is no proof.
//!
//! A turn is played one throw after the other. Of all moves that a throw left can be used for, the policy greedy chooses one that
//! takes a piece, if there is one; among these one after which the least stands where the enemy could take it, by a cheap count;
//! among equally good ones each is as likely as the others. Every throw that can be used is used.

use super::rules::Rules;
use crate::games::running_fight::policies;

pub use crate::games::playouts::Policy;

/// A position before a throw.
pub type State = policies::State<Rules>;

#[cfg(test)]
mod unit_tests {
    use super::*;
    use crate::board::Bits;
    use crate::games::playouts::playout;
    use crate::games::running_fight::policies::Policies;
    use crate::games::sig::Position;
    use crate::games::sig::moves::{Walker, able_to_fall};
    use crate::games::sig::view::View;
    use crate::games::throws::played_out::PlaysOut as _;

    /// No piece can use a throw any more, and the game is not over.
    #[test]
    fn games_that_are_stuck_are_draws() {
        let rules: Rules = "sig:depaulis,length=4".parse().unwrap();
        let greedy = Policies::new(&rules, [Policy::Greedy; 2]);
        let falling = able_to_fall(&rules);
        let set = |cells: &[u8]| cells.iter().fold(0, |set, &cell| set | u128::bit(cell));
        let stuck = |cells: &[u8]| {
            let view = View {
                own: set(cells),
                enemy: set(&[0]),
                ..View::default()
            };
            Walker::new(&rules).is_stuck(view, &falling)
        };
        // Throws move 4, 5 or 8 cells: too far for the hindmost, and the others are at the end.
        assert!(stuck(&[11, 13, 14, 15]));
        assert!(!stuck(&[5, 13, 14, 15]));
        for number in 0..40 {
            let start = Position::start(&rules).start_of();
            assert!(playout(&greedy, &start, 2, number).ended.is_some());
        }
    }
}
