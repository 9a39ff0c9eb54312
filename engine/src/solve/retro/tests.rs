//! The engine against plain values worked out position by position, on boards small enough for it.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::*;
use crate::solve::Ending;

/// A game on a small board: pieces step in eight directions, three in a row win; with `more` goals also a piece in a corner shut in by
/// three of the other side, and three pieces on three sides of an empty cell.
struct Small {
    more: bool,
    goals: OnceLock<[Vec<Goal>; 2]>,
    width: u8,
    height: u8,
    men: u8,
    jumps: bool,
    early: bool,
    /// By pieces placed, whether the other side says where.
    chosen: &'static [bool],
    blocked: Blocked,
}

const OWNER: &[bool] = &[false; 4];

static GAMES: [Small; 12] = [
    small(3, 3, 3, true, true, OWNER, Blocked::Draws),
    small(3, 3, 3, false, true, OWNER, Blocked::Draws),
    small(4, 3, 3, false, false, OWNER, Blocked::Loses),
    small(4, 3, 2, true, true, OWNER, Blocked::Loses),
    small(3, 3, 4, false, false, OWNER, Blocked::Loses),
    small(3, 3, 4, false, false, &[true; 4], Blocked::Draws),
    small(4, 3, 3, true, false, &[true, false, true], Blocked::Draws),
    small(3, 3, 4, false, false, OWNER, Blocked::Passes),
    small(3, 3, 4, false, false, OWNER, Blocked::Wins),
    more(small(3, 3, 4, false, false, OWNER, Blocked::Loses)),
    more(small(4, 3, 3, true, true, OWNER, Blocked::Wins)),
    more(small(4, 3, 3, false, false, &[true; 4], Blocked::Passes)),
];

const fn more(mut game: Small) -> Small {
    game.more = true;
    game
}

const fn small(
    width: u8,
    height: u8,
    men: u8,
    jumps: bool,
    early: bool,
    chosen: &'static [bool],
    blocked: Blocked,
) -> Small {
    Small {
        more: false,
        goals: OnceLock::new(),
        width,
        height,
        men,
        jumps,
        early,
        chosen,
        blocked,
    }
}

impl Small {
    fn at(&self, x: i8, y: i8) -> Option<u8> {
        let inside = (0..self.width as i8).contains(&x) && (0..self.height as i8).contains(&y);
        inside.then(|| y as u8 * self.width + x as u8)
    }

    /// The cells `reach` steps away in each direction, with those between.
    fn ways(&self, from: u8, reach: i8) -> Vec<Vec<u8>> {
        let (x, y) = ((from % self.width) as i8, (from / self.width) as i8);
        let mut ways = Vec::new();
        for (dx, dy) in [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (-1, 1),
            (1, -1),
            (-1, -1),
        ] {
            let way = (1..=reach).map(|step| self.at(x + step * dx, y + step * dy));
            ways.extend(way.collect::<Option<Vec<u8>>>());
        }
        ways
    }
}

impl Game for Small {
    fn cells(&self) -> u8 {
        self.width * self.height
    }

    fn symmetries(&self) -> Vec<Vec<u8>> {
        let (w, h) = (self.width, self.height);
        let turns = if w == h { 2 } else { 1 };
        let mut all = Vec::new();
        for (turn, mirror, flip) in itertools::iproduct!(0..turns, 0..2, 0..2) {
            all.push(
                (0..w * h)
                    .map(|cell| {
                        let (mut x, mut y) = (cell % w, cell / w);
                        if turn == 1 {
                            (x, y) = (y, x);
                        }
                        if mirror == 1 {
                            x = w - 1 - x;
                        }
                        if flip == 1 {
                            y = h - 1 - y;
                        }
                        y * w + x
                    })
                    .collect(),
            );
        }
        all
    }

    fn layers(&self) -> Vec<Layer> {
        let all = itertools::iproduct!(0..=self.men, 0..=self.men);
        all.filter(|&(own, other)| self.early || other == own || other == own + 1)
            .map(|(own, other)| Layer::new(own, other))
            .collect()
    }

    fn turn(&self, layer: Layer) -> TurnKinds {
        let drops = layer.own < self.men;
        let chosen = drops && self.chosen[usize::from(layer.own)];
        let chooser = if chosen {
            Chooser::Opponent
        } else {
            Chooser::Owner
        };
        TurnKinds {
            steps: self.early || !drops,
            drop: drops.then_some(chooser),
        }
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in 0..self.cells() {
            for way in self.ways(from, 1) {
                steps.push(Step::plain(from, way[0]));
            }
            for way in self.ways(from, 2).into_iter().filter(|_| self.jumps) {
                steps.push(Step {
                    held: Some(way[0]),
                    jumps: true,
                    ..Step::plain(from, way[1])
                });
            }
        }
        steps
    }

    fn goals(&self) -> &[Vec<Goal>; 2] {
        self.goals.get_or_init(|| {
            let set = |cells: &[u8]| cells.iter().fold(0, |set, cell| set | 1 << cell);
            let mut goals = Vec::new();
            for from in 0..self.cells() {
                let rows = self.ways(from, 2).into_iter();
                goals.extend(rows.map(|way| Goal::plain(set(&[from, way[0], way[1]]))));
                let near: Vec<u8> = self.ways(from, 1).iter().map(|way| way[0]).collect();
                if self.more && near.len() == 3 {
                    goals.push(Goal {
                        held_by_other: set(&near),
                        ..Goal::plain(1 << from)
                    });
                }
                let straight = |cell: &u8| {
                    cell % self.width == from % self.width || cell / self.width == from / self.width
                };
                let beside: Vec<u8> = near.into_iter().filter(straight).collect();
                for left_out in 0..=beside.len() {
                    let mut held = beside.clone();
                    if left_out < held.len() {
                        held.remove(left_out);
                    }
                    if self.more && held.len() == 3 {
                        goals.push(Goal {
                            empty: 1 << from,
                            ..Goal::plain(set(&held))
                        });
                    }
                }
            }
            [goals.clone(), goals]
        })
    }

    fn blocked(&self) -> Blocked {
        self.blocked
    }
}

type Position = (u32, u32);

/// Moves found cell by cell, without [`actions`].
fn next(game: &Small, (own, other): Position) -> Vec<Position> {
    let cells = 0..game.cells();
    let bit = |cell: &u8| 1_u32 << cell;
    let empty = |cell: &u8| (own | other) & bit(cell) == 0;
    let drops = own.count_ones() < game.men.into();
    let mut found = Vec::new();
    if drops {
        found.extend(
            cells
                .clone()
                .filter(empty)
                .map(|cell| (other, own | bit(&cell))),
        );
    }
    if game.early || !drops {
        for from in cells.filter(|cell| own & bit(cell) != 0) {
            let mut to: Vec<u8> = game.ways(from, 1).iter().map(|way| way[0]).collect();
            if game.jumps {
                let over = |way: &&Vec<u8>| !empty(&way[0]);
                to.extend(game.ways(from, 2).iter().filter(over).map(|way| way[1]));
            }
            for to in to.into_iter().filter(empty) {
                found.push((other, own ^ bit(&from) | bit(&to)));
            }
        }
    }
    if found.is_empty() && !drops && game.blocked == Blocked::Passes {
        found.push((other, own));
    }
    found
}

/// Every position of the game with its value, worked out ply by ply.
fn plain(game: &Small) -> HashMap<Position, Ending> {
    let full = 1_u32 << game.cells();
    let of = |k: u8| (0..full).filter(move |set| set.count_ones() == u32::from(k));
    let mut open: Vec<(Position, Vec<Position>)> = Vec::new();
    let mut values = HashMap::new();
    for layer in game.layers() {
        for (own, other) in itertools::iproduct!(of(layer.own), of(layer.other)) {
            let made = |own: u32, other: u32| {
                let goals = game.goals()[0].iter();
                goals.filter(move |goal| goal.is_made(own, other))
            };
            if own & other != 0 || made(own, other).any(Goal::is_plain) {
                continue;
            }
            let over = match (made(other, own).next(), made(own, other).next()) {
                (Some(_), _) => Some(Ending::Loss(0)),
                (None, Some(_)) => Some(Ending::Win(0)),
                (None, None) => None,
            };
            let moves = next(game, (own, other));
            let stuck = match game.blocked {
                Blocked::Loses => Ending::Loss(0),
                Blocked::Wins => Ending::Win(0),
                Blocked::Draws | Blocked::Passes => Ending::Draw,
            };
            match over.or(moves.is_empty().then_some(stuck)) {
                Some(value) => {
                    values.insert((own, other), value);
                }
                None => open.push(((own, other), moves)),
            }
        }
    }
    for ply in 1..200 {
        let decided = |&((own, _), ref moves): &(Position, Vec<Position>)| {
            let after = |outcome: Outcome| {
                let same = |to: &&Position| {
                    values.get(*to).map(|value: &Ending| value.outcome()) == Some(outcome)
                };
                moves.iter().filter(same).count()
            };
            let count = own.count_ones() as usize;
            let by_other = own.count_ones() < game.men.into() && game.chosen[count];
            let enough = |one: bool| if one { 1 } else { moves.len() };
            let won = after(Outcome::Loss) >= enough(!by_other);
            let lost = after(Outcome::Win) >= enough(by_other);
            won.then_some(Ending::Win(ply))
                .or(lost.then_some(Ending::Loss(ply)))
        };
        let now: Vec<Option<Ending>> = open.iter().map(decided).collect();
        let found = open
            .iter()
            .zip(&now)
            .filter_map(|((at, _), now)| Some((*at, (*now)?)));
        values.extend(found.collect::<Vec<_>>());
        let mut now = now.iter();
        open.retain(|_| now.next() == Some(&None));
    }
    values.extend(open.iter().map(|&(at, _)| (at, Ending::Draw)));
    values
}

#[test]
fn values_are_those_worked_out_position_by_position() {
    for (number, game) in GAMES.iter().enumerate() {
        let solution = Solution::new(game, |_| true).unwrap();
        let values = plain(game);
        for (&(own, other), &value) in &values {
            assert_eq!(
                solution.value(own, other),
                Some(value),
                "game {number}: {own:b} {other:b}"
            );
        }
        let counts: Vec<LayerTotals> = solution.tables().values().map(LayerTotals::new).collect();
        let positions: u64 = counts.iter().map(LayerTotals::positions).sum();
        assert_eq!(positions, values.len() as u64);
        let draws = values.values().filter(|&&value| value == Ending::Draw);
        assert_eq!(
            counts.iter().map(|c| c.draw).sum::<u64>(),
            draws.count() as u64
        );
        let stuck = |&&at: &&Position| next(game, at).is_empty() && !game.is_over(at.0, at.1);
        let blocked = values.keys().filter(stuck).count() as u64;
        assert_eq!(counts.iter().map(|c| c.blocked).sum::<u64>(), blocked);
    }
}

#[test]
fn the_index_is_folded_and_consistent() {
    for game in &GAMES {
        let symmetries = game.symmetries();
        let solution = Solution::new(game, |_| true).unwrap();
        for layer in game.layers() {
            let table = &solution.tables()[&layer];
            let index = table.index();
            let sets = Sets::new(layer.own, &symmetries).unwrap();
            // Burnside: the mean number of sets that a symmetry leaves as they are.
            let all = (0..1_u32 << game.cells()).filter(|s| s.count_ones() == u32::from(layer.own));
            let all: Vec<u32> = all.collect();
            let fixed: usize = symmetries
                .iter()
                .map(|g| all.iter().filter(|&&s| sets::image(g, s) == s).count())
                .sum();
            assert_eq!(fixed, sets.classes() * symmetries.len());
            let orbits: usize = (0..sets.classes()).map(|class| sets.orbit(class)).sum();
            assert_eq!(orbits, all.len());
            for place in 0..index.len() {
                let (own, other) = index.position(place);
                assert_eq!(own & other, 0);
                assert_eq!(index.place(own, other), place);
                for g in &symmetries {
                    let (own, other) = (sets::image(g, own), sets::image(g, other));
                    assert_eq!(table.get(own, other).0, table.codes()[place]);
                }
            }
        }
    }
}

#[test]
fn the_layers_a_position_needs_are_enough() {
    for game in &GAMES {
        let whole = Solution::new(game, |_| true).unwrap();
        for layer in game.layers() {
            let part = Solution::of_layer(game, layer, |_| true).unwrap();
            let codes = |solution: &Solution| solution.tables()[&layer].codes().to_vec();
            assert_eq!(codes(&part), codes(&whole));
            assert!(part.tables().len() <= whole.tables().len());
        }
    }
}

#[test]
fn layers_of_no_board_are_too_many_and_do_not_wrap() {
    assert_eq!(Layer::new(12, 12).arrangements(25), 5_200_300 * 13);
    assert_eq!(Layer::new(12, 12).arrangements(121), u64::MAX);
    assert_eq!(Layer::new(127, 128).arrangements(255), u64::MAX);
    assert_eq!(Layer::new(26, 0).arrangements(25), 0);
    assert_eq!(Layer::new(200, 100).total(), 255);
}

#[test]
fn what_is_missing_is_named_and_work_can_be_stopped() {
    let game = &GAMES[0];
    let solver = Solver::new(game).unwrap();
    let groups = plan(game);
    let none = std::collections::BTreeMap::new();
    let missing = solver.solve(&groups[1], &none, &mut |_| true).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "layer 2-3 needs layer 3-3, which has not been solved yet"
    );
    let stopped = Solution::new(game, |tick| tick.ply < 2).unwrap_err();
    let layer = Layer::new(3, 3);
    assert_eq!(stopped, SolveError::Stopped { layer });
}
