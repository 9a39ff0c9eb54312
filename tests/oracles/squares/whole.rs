//! A whole game solved naively: the plies to the end from every arrangement of the pieces, found ply by ply.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::cells::{Board, Sets};
use super::rules::Rules;

/// One more than the plies to the end; nothing for a draw. Odd plies are wins of the side to move.
type Code = u8;

/// No position: sets that overlap, or the side to move has a goal.
const NONE: Code = 255;

/// All arrangements of so many pieces of the side to move and of the other.
pub(crate) struct Layer {
    own: Vec<u32>,
    other: Vec<u32>,
    /// Own set by own set.
    codes: Vec<Code>,
}

pub(crate) struct Whole {
    board: Board,
    layers: BTreeMap<(u32, u32), Arc<Layer>>,
}

/// Where it lies in the list of all sets with as many cells, in the order of their numbers.
fn rank(set: u32) -> usize {
    let mut rank = 0;
    let (mut rest, mut number) = (set, 0);
    while rest != 0 {
        number += 1;
        rank += choose(rest.trailing_zeros() as usize, number);
        rest &= rest - 1;
    }
    rank
}

fn choose(of: usize, number: usize) -> usize {
    (0..number).fold(1, |product, i| product * of.saturating_sub(i) / (i + 1))
}

fn all_sets(cells: usize, number: u32) -> Vec<u32> {
    (0..1_u32 << cells)
        .filter(|set| set.count_ones() == number)
        .collect()
}

impl Layer {
    fn new(board: &Board, own: u32, other: u32) -> Layer {
        let (own, other) = (all_sets(board.cells, own), all_sets(board.cells, other));
        let goals: Vec<bool> = other.iter().map(|&set| board.has_goal(set)).collect();
        let mut codes = Vec::with_capacity(own.len() * other.len());
        for &mine in &own {
            let goal = board.has_goal(mine);
            codes.extend(other.iter().zip(&goals).map(|(&theirs, &over)| {
                if goal || mine & theirs != 0 {
                    NONE
                } else {
                    Code::from(over)
                }
            }));
        }
        Layer { own, other, codes }
    }

    /// How many positions end in so many plies, or never.
    pub(crate) fn counts(&self) -> BTreeMap<Option<u64>, u64> {
        let mut counts = [0; 255];
        for &code in self.codes.iter().filter(|&&code| code != NONE) {
            counts[usize::from(code)] += 1;
        }
        (0..)
            .zip(counts)
            .filter(|&(_, count)| count > 0)
            .map(|(code, count): (u64, u64)| (code.checked_sub(1), count))
            .collect()
    }

    fn longest(&self) -> Code {
        let codes = self.codes.iter().filter(|&&code| code != NONE);
        codes.max().copied().unwrap_or(0)
    }
}

impl Whole {
    /// The game under these rules, solved once.
    pub(crate) fn of(text: &str) -> Arc<Whole> {
        static SOLVED: Mutex<BTreeMap<String, Arc<Whole>>> = Mutex::new(BTreeMap::new());
        let mut solved = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(whole) = solved.get(text) {
            return whole.clone();
        }
        let rules = Rules::read(text);
        // Who chooses where to place no longer matters when all is placed.
        let same = |other: &&String| {
            let other = Rules::read(other);
            rules.teeko && other.teeko && other.goals == rules.goals
        };
        let known = solved.keys().find(same).map(|other| solved[other].clone());
        let whole = Arc::new(Whole::solve(&rules, known.as_deref()));
        solved.insert(text.to_owned(), whole.clone());
        whole
    }

    fn solve(rules: &Rules, known: Option<&Whole>) -> Whole {
        let board = Board::new(rules);
        let men = board.men;
        let mut whole = Whole {
            board,
            layers: BTreeMap::new(),
        };
        for placed in (0..=2 * men).rev() {
            for own in (placed.saturating_sub(men)..=placed / 2).rev() {
                let other = placed - own;
                if whole.board.teeko && other > own + 1 {
                    continue;
                }
                if let Some(known) = known.filter(|_| own == men) {
                    let full = known.layers[&(men, men)].clone();
                    whole.layers.insert((men, men), full);
                } else {
                    whole.solve_layers(own, other);
                }
            }
        }
        whole
    }

    /// So many pieces of the side to move and of the other, and with the sides exchanged: one leads to the other.
    fn solve_layers(&mut self, a: u32, b: u32) {
        let mut layers = vec![Layer::new(&self.board, a, b)];
        if a != b && !self.board.teeko {
            layers.push(Layer::new(&self.board, b, a));
        }
        let sweeps: Vec<Sweep> = layers.iter().map(|layer| Sweep::new(self, layer)).collect();
        if self.board.teeko && a < self.board.men {
            let mut layer = layers.remove(0);
            layer.codes = sweeps[0].at_once(&layer);
            self.layers.insert((a, b), Arc::new(layer));
            return;
        }
        let mut turned: Vec<Vec<Code>> = layers.iter().map(transposed).collect();
        let fuller = sweeps.iter().filter_map(|sweep| sweep.fuller.as_deref());
        let most = fuller.map(Layer::longest).max().unwrap_or(0);
        let (mut ply, mut quiet) = (0, 0);
        while quiet < 2 || ply <= most {
            ply += 1;
            let mut news = false;
            for i in 0..layers.len() {
                let next = layers.len() - 1 - i;
                let found = sweeps[i].ply(ply, &layers[i], &turned[i], &layers[next].codes);
                news |= !found.is_empty();
                for (own, other) in found {
                    let (owns, others) = (layers[i].own.len(), layers[i].other.len());
                    layers[i].codes[own * others + other] = ply + 1;
                    turned[i][other * owns + own] = ply + 1;
                }
            }
            quiet = if news { 0 } else { quiet + 1 };
        }
        for layer in layers {
            let pieces = (layer.own[0].count_ones(), layer.other[0].count_ones());
            self.layers.insert(pieces, Arc::new(layer));
        }
    }

    pub(crate) fn layer(&self, own: u32, other: u32) -> &Layer {
        &self.layers[&(own, other)]
    }

    /// Plies to the end, odd if the side to move wins; nothing if it is a draw.
    pub(crate) fn plies(&self, at: Sets) -> Option<u64> {
        let layer = &self.layers[&(at.own.count_ones(), at.other.count_ones())];
        let code = layer.codes[rank(at.own) * layer.other.len() + rank(at.other)];
        assert_ne!(code, NONE, "{at:?} is no position");
        u64::from(code).checked_sub(1)
    }
}

/// The value of a move that leads there: best is where the other side has lost soonest.
fn worth(after: Code) -> i32 {
    match i32::from(after) {
        0 => 0,
        code if code % 2 == 1 => 1_000 - code,
        code => code - 1_000,
    }
}

/// The same codes, set by set of the other side.
fn transposed(layer: &Layer) -> Vec<Code> {
    let others = layer.other.len();
    let mut turned = Vec::with_capacity(layer.codes.len());
    for other in 0..others {
        turned.extend(layer.codes[other..].iter().step_by(others));
    }
    turned
}

/// Where the moves of every own set lead, whatever the other has.
struct Sweep {
    /// The own sets after a step or a jump, and the cell that has to be taken by someone.
    steps: Vec<Vec<(usize, u32)>>,
    /// The own sets after a piece is placed.
    drops: Vec<Vec<usize>>,
    /// The positions with one piece more.
    fuller: Option<Arc<Layer>>,
    opponent_chooses: bool,
}

impl Sweep {
    fn new(whole: &Whole, layer: &Layer) -> Sweep {
        let board = &whole.board;
        let mut sweep = Sweep {
            steps: Vec::new(),
            drops: Vec::new(),
            fuller: None,
            opponent_chooses: board.opponent_chooses(layer.own[0]),
        };
        for &own in &layer.own {
            let mut steps = Vec::new();
            let mut drops = Vec::new();
            for cell in 0..board.cells {
                let bit = 1 << cell;
                if own & bit == 0 {
                    if board.places(own) {
                        drops.push(rank(own | bit));
                    }
                } else if board.steps(own) {
                    for &(to, over) in &board.ways[cell] {
                        if own & to == 0 {
                            let over = over.map_or(0, |over| over & !own);
                            steps.push((rank(own ^ bit | to), over));
                        }
                    }
                }
            }
            sweep.steps.push(steps);
            sweep.drops.push(drops);
        }
        if board.places(layer.own[0]) {
            let (own, other) = (layer.own[0].count_ones(), layer.other[0].count_ones());
            sweep.fuller = Some(whole.layers[&(other, own + 1)].clone());
        }
        sweep
    }

    /// All positions, where every move leads to one that is known already.
    fn at_once(&self, layer: &Layer) -> Vec<Code> {
        let fuller = self.fuller.as_deref().unwrap();
        let mut codes = layer.codes.clone();
        let (others, width) = (layer.other.len(), fuller.other.len());
        // One set of the other after the other: few positions can be reached at a time.
        for other in 0..others {
            let row = &fuller.codes[other * width..(other + 1) * width];
            for (own, drops) in self.drops.iter().enumerate() {
                let code = &mut codes[own * others + other];
                if *code != 0 {
                    continue;
                }
                let after = drops.iter().map(|&set| row[set]);
                let after = after.filter(|&code| code != NONE);
                let best = if self.opponent_chooses {
                    after.min_by_key(|&code| worth(code))
                } else {
                    after.max_by_key(|&code| worth(code))
                };
                *code = best.map_or(0, |best| if best == 0 { 0 } else { best + 1 });
            }
        }
        codes
    }

    /// The positions that end in just so many plies.
    fn ply(
        &self,
        plies: Code,
        layer: &Layer,
        turned: &[Code],
        next: &[Code],
    ) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let owns = layer.own.len();
        for (at, &other) in layer.other.iter().enumerate() {
            // All that can be reached while the other has this set.
            let row = &next[at * owns..(at + 1) * owns];
            let drops = self.fuller.as_ref().map_or(&[][..], |fuller| {
                let width = fuller.other.len();
                &fuller.codes[at * width..(at + 1) * width]
            });
            for own in (0..owns).filter(|own| turned[at * owns + own] == 0) {
                let stepped = self.steps[own]
                    .iter()
                    .filter(|(_, over)| over & !other == 0)
                    .map(|&(set, _)| row[set]);
                let placed = self.drops[own].iter().map(|&set| drops[set]);
                let mut after = stepped
                    .chain(placed)
                    .filter(|&code| code != NONE)
                    .peekable();
                // As the rules say.
                assert!(after.peek().is_some(), "a side without a move");
                let lost = |code: Code| code % 2 == 1 && code <= plies;
                let won = |code: Code| code.is_multiple_of(2) && code != 0 && code <= plies;
                let ends = if plies % 2 == 1 {
                    after.any(lost)
                } else {
                    after.all(won)
                };
                if ends {
                    found.push((own, at));
                }
            }
        }
        found
    }
}
