//! What players advise, tried on every position: how often the play that is advised is best, and what it costs to follow it.
//!
//! Advice prefers plays of one kind to plays of another. It is tried on every decision (a position and a throw with two plays or
//! more) in which both kinds can be played. It costs what the best play of the other kind is better than the best play of the kind advised.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;

use super::position::Position;
use super::race::{Played, Race, View};
use super::rules::{Rules, Throw};
use super::solve::{Numbered, SolvedRace, quantity};
use crate::exact::Quantity;
use crate::names::NameError;
use crate::solve::Directory;
use crate::solve::parallel::map_ranges;
use crate::solve::throws::Next;
use crate::solve::throws::{NARROW_ONE, NumberedGame as _, SolvedBounds};
use crate::work::{Fault, Note};

/// A kind of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayKind {
    /// Takes a piece.
    Take,
    /// Ends on a rosette.
    Rosette,
    /// Ends on a rosette of the middle row.
    Centre,
    /// Brings a piece in from the hand.
    Enter,
    /// Bears a piece off.
    Off,
    /// Moves the foremost piece that can move.
    Foremost,
    /// Moves the rearmost piece that can move, one in hand before all.
    Rearmost,
    /// Leaves the enemy the fewest throws that take a piece, were it to throw next.
    Safest,
    /// Moves no piece away from a rosette of the middle row.
    StayCentre,
    /// Moves no piece away from any rosette.
    StayRosette,
    /// Ends so many steps ahead of an enemy piece that could take the piece there.
    Ahead(u8),
    /// Ends so many steps behind an enemy piece that could be taken there.
    Behind(u8),
    /// Moves a piece that stood so many steps ahead of an enemy piece that could have taken it.
    FromAhead(u8),
}

/// The kinds without a number, as they are written.
const KINDS: [(&str, PlayKind); 10] = [
    ("take", PlayKind::Take),
    ("rosette", PlayKind::Rosette),
    ("centre", PlayKind::Centre),
    ("enter", PlayKind::Enter),
    ("off", PlayKind::Off),
    ("foremost", PlayKind::Foremost),
    ("rearmost", PlayKind::Rearmost),
    ("safest", PlayKind::Safest),
    ("stay-centre", PlayKind::StayCentre),
    ("stay-rosette", PlayKind::StayRosette),
];

/// The kinds as they are written, for errors.
macro_rules! kinds {
    () => {
        "take, rosette, centre, enter, off, foremost, rearmost, safest, stay-centre, stay-rosette, ahead-N, behind-N or from-ahead-N"
    };
}
pub(super) use kinds;

impl FromStr for PlayKind {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == text) {
            return Ok(*kind);
        }
        let numbered = text.rsplit_once('-').and_then(|(name, steps)| {
            let steps = steps.parse().ok().filter(|steps| (1..=9).contains(steps))?;
            match name {
                "ahead" => Some(PlayKind::Ahead(steps)),
                "behind" => Some(PlayKind::Behind(steps)),
                "from-ahead" => Some(PlayKind::FromAhead(steps)),
                _ => None,
            }
        });
        const WANTED: &str = concat!("known here: write ", kinds!());
        numbered.ok_or_else(|| NameError::new(text, WANTED))
    }
}

impl fmt::Display for PlayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ahead(steps) => write!(f, "ahead-{steps}"),
            Self::Behind(steps) => write!(f, "behind-{steps}"),
            Self::FromAhead(steps) => write!(f, "from-ahead-{steps}"),
            plain => {
                let known = KINDS.iter().find(|(_, kind)| kind == plain);
                f.write_str(known.map_or("", |(name, _)| name))
            }
        }
    }
}

/// A circumstance that a decision must meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circumstance {
    /// This number was thrown.
    Throw(u8),
    /// The side to move has one piece on the board, on this step, and nobody has borne off.
    Only(u8),
    /// An enemy piece stands on this step of the mover's way.
    Enemy(u8),
    /// No enemy piece stands there.
    NoEnemy(u8),
    /// A play of this kind is possible.
    Can(PlayKind),
    /// No play of this kind is possible.
    Cannot(PlayKind),
}

impl FromStr for Circumstance {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        const WANTED: &str = "known here: write throw=N, only=STEP, enemy=STEP, no-enemy=STEP, can=KIND or cannot=KIND";
        let unknown = || NameError::new(text, WANTED);
        let (name, value) = text.split_once('=').ok_or_else(unknown)?;
        let number = || {
            let number = value.parse().ok().filter(|number| *number <= 27);
            number.ok_or_else(unknown)
        };
        Ok(match name {
            "throw" => Self::Throw(number()?),
            "only" => Self::Only(number()?),
            "enemy" => Self::Enemy(number()?),
            "no-enemy" => Self::NoEnemy(number()?),
            "can" => Self::Can(value.parse()?),
            "cannot" => Self::Cannot(value.parse()?),
            _ => return Err(unknown()),
        })
    }
}

impl fmt::Display for Circumstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Throw(steps) => write!(f, "throw={steps}"),
            Self::Only(step) => write!(f, "only={step}"),
            Self::Enemy(step) => write!(f, "enemy={step}"),
            Self::NoEnemy(step) => write!(f, "no-enemy={step}"),
            Self::Can(kind) => write!(f, "can={kind}"),
            Self::Cannot(kind) => write!(f, "cannot={kind}"),
        }
    }
}

/// Advice that can be tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// In words, and who says so; `None` for advice of one's own.
    pub said: Option<(&'static str, &'static str)>,
    /// Kinds of play in the order in which they are preferred: the first that can be played is advised.
    pub prefer: Vec<PlayKind>,
    /// The kind of play that is advised against; every other play if there is none.
    pub over: Option<PlayKind>,
    /// What a decision must meet.
    pub when: Vec<Circumstance>,
}

/// In the words of whoever said it, else as it is asked for.
impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((text, _)) = self.said {
            return f.write_str(text);
        }
        write!(f, "{}", self.prefer.iter().format(", else "))?;
        if let Some(over) = self.over {
            write!(f, " rather than {over}")?;
        }
        match self.when.is_empty() {
            true => Ok(()),
            false => write!(f, ", if {}", self.when.iter().format(" and ")),
        }
    }
}

const DICE_ARTICLE: &str = "royalur.net, article on dice";
const REVIEW: &str = "royalur.net, review of 2024";
const PLAY: &str = "jheled/royalur, doc/play.rst";
const HUMAN: &str = "jheled/royalur, doc/humanst.rst";
const AGENTS: &str = "RoyalUr-Analysis, docs/Agents.md";
const GUIDE: &str = "rgou-cloudflare, docs/GAME-GUIDE.md";

/// What players say that can be said of single decisions, each in plain words, with who says it: the kinds of play that are preferred,
/// the kind that is advised against, and what a decision must meet.
#[rustfmt::skip]
const SAYINGS: [[&str; 5]; 27] = [
    ["one step ahead of an enemy is safer than two", DICE_ARTICLE, "ahead-1", "ahead-2", ""],
    ["three steps ahead of an enemy are safer than two", DICE_ARTICLE, "ahead-3", "ahead-2", ""],
    ["four steps ahead of an enemy are nearly safe: enter instead of moving on", DICE_ARTICLE, "enter", "from-ahead-4", ""],
    ["put pieces two steps behind the enemy's", DICE_ARTICLE, "behind-2", "", ""],
    ["stop on the centre rosette", HUMAN, "centre", "", ""],
    ["do not leave the centre", "game_of_ur, stage 1", "stay-centre", "", ""],
    ["hold the centre rather than take", "jheled/royalur, doc/index.rst", "stay-centre", "take", ""],
    ["a rosette rather than a risk", REVIEW, "rosette", "", "cannot=take"],
    ["land on a rosette whenever you can", "tre-systems, rules.md", "rosette", "", ""],
    ["1, then 2 at the start: enter", PLAY, "enter", "", "only=1 throw=2"],
    ["2, then 1 at the start: enter", PLAY, "enter", "", "only=2 throw=1"],
    ["1, then 3: to the rosette, unless the enemy holds the centre or a piece can be taken", PLAY, "rosette", "", "only=1 throw=3 no-enemy=8 cannot=take"],
    ["1, then 3: enter if the enemy holds the centre", PLAY, "enter", "", "only=1 throw=3 enemy=8 cannot=take"],
    ["2, then 3: enter, unless a piece can be taken or the enemy is on the seventh step", PLAY, "enter", "", "only=2 throw=3 no-enemy=7 cannot=take"],
    ["2, then 3: take", PLAY, "take", "", "only=2 throw=3"],
    ["2, then 3: move on if the enemy is on the seventh step", PLAY, "foremost", "", "only=2 throw=3 enemy=7 cannot=take"],
    ["1, then 4: enter, unless a piece can be taken", PLAY, "enter", "", "only=1 throw=4 cannot=take"],
    ["1, then 4: take", PLAY, "take", "", "only=1 throw=4"],
    ["take, else a rosette, else the foremost piece", AGENTS, "take rosette foremost", "", ""],
    ["always the rearmost piece", AGENTS, "rearmost", "", ""],
    ["not to be taken rather than to take", HUMAN, "safest", "take", ""],
    ["take, else the centre, else bear off, else the least risk", HUMAN, "take centre off safest", "", ""],
    ["enter pieces quickly", GUIDE, "enter", "", ""],
    ["bear off rather than take", GUIDE, "off", "take", ""],
    ["hold a rosette rather than take", "visualfoodie", "stay-rosette", "take", ""],
    ["bear off with a 1 at once", "APJansen/TDUr", "off", "", "throw=1"],
    ["bear off, else enter, else the rearmost piece", "game_of_ur, stage 1", "off enter rearmost", "", ""],
];

/// Words of one kind, with blanks between.
///
/// # Errors
/// [`NameError`].
pub fn words<T: FromStr<Err = NameError>>(text: &str) -> Result<Vec<T>, NameError> {
    text.split_whitespace().map(str::parse).collect()
}

/// What players say that can be said of single decisions.
///
/// # Panics
/// Never: a test reads all of them.
pub fn sayings() -> Vec<Advice> {
    let read = "sayings are written in known words";
    let advice = |[text, source, prefer, over, when]: [&'static str; 5]| Advice {
        said: Some((text, source)),
        prefer: words(prefer).expect(read),
        over: words(over).expect(read).first().copied(),
        when: words(when).expect(read),
    };
    SAYINGS.into_iter().map(advice).collect()
}

/// Some of the plays of a decision, as bits.
pub(super) type Plays = u32;

/// A throw that can be used in several ways.
pub(super) struct Decision<'a> {
    pub(super) race: &'a Race,
    pub(super) view: View,
    pub(super) throw: Throw,
    pub(super) plays: &'a [Played],
    /// With which each side began.
    pub(super) pieces: u8,
}

impl Decision<'_> {
    pub(super) fn all(&self) -> Plays {
        (1 << self.plays.len()) - 1
    }

    fn that(&self, is_so: impl Fn(u8, u8, Option<u8>) -> bool) -> Plays {
        let mut found = 0;
        for (at, played) in self.plays.iter().enumerate() {
            if let Some([from, to]) = played.moves
                && is_so(from, to, played.takes)
            {
                found |= 1 << at;
            }
        }
        found
    }

    /// Whether an enemy piece could take a piece on this step by so many steps.
    fn is_ahead(&self, step: u8, by: u8) -> bool {
        let reached = self.race.exposed(step) >> by;
        self.view.other & reached != 0
    }

    pub(super) fn of(&self, kind: PlayKind) -> Plays {
        let (race, last) = (self.race, self.race.steps());
        match kind {
            PlayKind::Take => self.that(|_, _, takes| takes.is_some()),
            PlayKind::Rosette => self.that(|_, to, _| to <= last && race.rosette(to)),
            PlayKind::Centre => self.that(|_, to, _| to <= last && race.is_centre(to)),
            PlayKind::Enter => self.that(|from, _, _| from == 0),
            PlayKind::Off => self.that(|_, to, _| to > last),
            // The plays are of the foremost piece first, passing last.
            PlayKind::Foremost => self.that(|_, _, _| true) & 1,
            PlayKind::Rearmost => {
                let moves = self.that(|_, _, _| true);
                moves & !(moves >> 1)
            }
            PlayKind::Safest => self.safest(),
            PlayKind::StayCentre => self.that(|from, _, _| from == 0 || !race.is_centre(from)),
            PlayKind::StayRosette => self.that(|from, _, _| from == 0 || !race.rosette(from)),
            PlayKind::Ahead(by) => self.that(|_, to, _| to <= last && self.is_ahead(to, by)),
            PlayKind::Behind(by) => self.that(|_, to, _| {
                let reached = to + by;
                reached <= last && self.view.other & race.exposed(reached) != 0
            }),
            PlayKind::FromAhead(by) => self.that(|from, _, _| from > 0 && self.is_ahead(from, by)),
        }
    }

    fn safest(&self) -> Plays {
        let risks = self.plays.iter().map(|played| self.race.risk(played.after));
        let risks: Vec<u32> = risks.collect();
        let least = risks.iter().min();
        let mut found = 0;
        for (at, risk) in risks.iter().enumerate() {
            if Some(risk) == least {
                found |= 1 << at;
            }
        }
        found
    }

    fn nobody_is_off(&self) -> bool {
        [self.view.own_left, self.view.other_left] == [self.pieces; 2]
    }

    fn meets(&self, circumstance: Circumstance) -> bool {
        let enemy = |step: u8| {
            step >= 1 && step <= self.race.steps() && self.view.other & self.race.shared(step) != 0
        };
        match circumstance {
            Circumstance::Throw(steps) => self.throw.steps == steps,
            Circumstance::Only(step) => {
                step >= 1 && self.view.own == 1 << (step - 1) && self.nobody_is_off()
            }
            Circumstance::Enemy(step) => enemy(step),
            Circumstance::NoEnemy(step) => !enemy(step),
            Circumstance::Can(kind) => self.of(kind) != 0,
            Circumstance::Cannot(kind) => self.of(kind) == 0,
        }
    }
}

/// The greatest bounds of some of the plays.
fn best(plays: Plays, values: &[[u64; 2]]) -> [u64; 2] {
    let chosen = values.iter().enumerate();
    let chosen = chosen.filter(|(at, _)| plays >> at & 1 == 1);
    chosen.fold([0; 2], |best, (_, value)| {
        [best[0].max(value[0]), best[1].max(value[1])]
    })
}

/// What was counted of advice, in units of 1/[`NARROW_ONE`].
#[derive(Clone, Debug, Default)]
struct Tally {
    decisions: u64,
    best: u64,
    worse: u64,
    cost: [u128; 2],
    random: [u128; 2],
    /// The greatest cost, and the position with the throw.
    worst: Option<([u64; 2], View, Throw)>,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.decisions += other.decisions;
        self.best += other.best;
        self.worse += other.worse;
        for end in 0..2 {
            self.cost[end] += other.cost[end];
            self.random[end] += other.random[end];
        }
        if let Some((cost, view, throw)) = other.worst {
            self.note_worst(cost, view, throw);
        }
    }

    fn note_worst(&mut self, cost: [u64; 2], view: View, throw: Throw) {
        if self.worst.is_none_or(|(worst, ..)| cost[0] > worst[0]) {
            self.worst = Some((cost, view, throw));
        }
    }

    fn count(&mut self, advice: &Advice, decision: &Decision<'_>, values: &[[u64; 2]]) {
        if !advice.when.iter().all(|&when| decision.meets(when)) {
            return;
        }
        let kinds = advice.prefer.iter().map(|&kind| decision.of(kind));
        let advised = kinds
            .into_iter()
            .find(|&plays| plays != 0)
            .unwrap_or_default();
        let others = match advice.over {
            Some(kind) => decision.of(kind) & !advised,
            None => decision.all() & !advised,
        };
        if advised == 0 || others == 0 {
            return;
        }
        let (followed, other) = (best(advised, values), best(others, values));
        let cost = [
            other[0].saturating_sub(followed[1]),
            other[1].saturating_sub(followed[0]),
        ];
        self.decisions += 1;
        self.best += u64::from(cost[1] == 0);
        self.worse += u64::from(cost[0] > 0);
        let top = best(decision.all(), values);
        let number = values.len() as u128;
        let sums = values.iter().fold([0_u128; 2], |sums, value| {
            [
                sums[0] + u128::from(value[0]),
                sums[1] + u128::from(value[1]),
            ]
        });
        let means = [sums[1].div_ceil(number), sums[0] / number];
        for end in 0..2 {
            self.cost[end] += u128::from(cost[end]);
            self.random[end] += u128::from(top[end]).saturating_sub(means[end]);
        }
        if cost[0] > 0 {
            self.note_worst(cost, decision.view, decision.throw);
        }
    }
}

/// What came of advice.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "TriedAdvice")]
#[non_exhaustive]
pub struct Tried {
    /// In words.
    pub says: String,
    /// Who says so; not with `--prefer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    /// The kinds of play that are preferred, in this order.
    pub prefer: String,
    /// The kind that is advised against; not where it is every other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    /// What a decision has to meet.
    pub when: String,
    /// Decisions (a position and a throw) in which both kinds of play are possible.
    #[serde(with = "crate::exact::serial::Count")]
    pub decisions: u64,
    /// Those in which no other play is better: proved.
    #[serde(with = "crate::exact::serial::Count")]
    pub best: u64,
    /// Those in which another is better: proved. The rest is not decided by the bounds.
    #[serde(with = "crate::exact::serial::Count")]
    pub worse: u64,
    /// The chance to win that following it gives away, on average; not if there are no decisions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Quantity>,
    /// What a play at random gives away in the same decisions, on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<Quantity>,
    /// Where it gives away most; not if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worst: Option<Worst>,
}

/// Where advice gives away most.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "WorstDecision")]
#[non_exhaustive]
pub struct Worst {
    /// The chance to win that is given away.
    pub cost: Quantity,
    /// The position, light to throw.
    pub position: String,
    /// The throw.
    pub throw: String,
}

impl Tried {
    /// The share of the decisions in which it is best, in bounds where it is not proved for each; `None` if there are none.
    pub fn share(&self) -> Option<Quantity> {
        let share = |number: u64| BigRational::new(number.into(), self.decisions.into());
        let most = self.decisions - self.worse;
        (self.decisions > 0).then(|| Quantity::between(share(self.best), share(most)))
    }

    fn of(advice: &Advice, tally: &Tally, rules: &Rules) -> Self {
        let decisions = tally.decisions;
        let mean = |[low, high]: [u128; 2]| {
            let mean =
                |sum: u128| BigRational::new(sum.into(), BigInt::from(NARROW_ONE) * decisions);
            (decisions > 0).then(|| Quantity::between(mean(low), mean(high)))
        };
        let prefer = advice.prefer.iter().join(" ");
        let worst = tally.worst.map(|(cost, view, throw)| Worst {
            cost: quantity(cost),
            position: Position::of_light(rules, view).to_string(),
            throw: throw.to_string(),
        });
        Self {
            says: advice.to_string(),
            source: advice.said.map(|(_, source)| source),
            prefer,
            over: advice.over.map(|kind| kind.to_string()),
            when: advice.when.iter().join(" "),
            decisions,
            best: tally.best,
            worse: tally.worse,
            cost: mean(tally.cost),
            random: mean(tally.random),
            worst,
        }
    }
}

/// Tries advice on every position of a game: all positions in which neither side has finished count alike, and so do their throws.
///
/// Exact: costs are proved bounds.
/// Cost: bounds of all positions in memory (eight bytes each), from tables or solved now, and every play of every throw.
///
/// # Errors
/// Too many positions, and tables that cannot be used.
pub fn try_on_every_position(
    advice: &[Advice],
    rules: &Rules,
    tables: Option<&Directory>,
    budget: u64,
    note: &Note,
) -> Result<Vec<Tried>, Fault> {
    let solved = SolvedRace::from(&Position::start(rules), tables, budget, note)?;
    let solution = solved.bounds()?;
    note.set("trying the advice".to_owned());
    let game = &solved.game;
    let positions = game.index.len() as usize;
    let parts = map_ranges(positions, 1 << 16, |range| {
        let mut tallies = vec![Tally::default(); advice.len()];
        for number in range {
            count_position(game, &solution, number as u64, advice, &mut tallies);
        }
        tallies
    });
    let mut tallies = vec![Tally::default(); advice.len()];
    for part in &parts {
        for (tally, part) in tallies.iter_mut().zip(part) {
            tally.add(part);
        }
    }
    let tried = advice.iter().zip(&tallies);
    let tried = tried.map(|(advice, tally)| Tried::of(advice, tally, rules));
    Ok(tried.collect())
}

fn count_position(
    game: &Numbered,
    solution: &SolvedBounds,
    number: u64,
    advice: &[Advice],
    tallies: &mut [Tally],
) {
    let bounds = |view: View| solution.pair(game.index.of(view));
    let (race, view) = (&game.race, game.position(number));
    let (mut plays, mut values) = (Vec::new(), Vec::new());
    for &throw in race.throws() {
        plays.clear();
        race.each(view, throw, |played| plays.push(played));
        if plays.len() < 2 {
            continue;
        }
        values.clear();
        values.extend(plays.iter().map(|played| match played.next() {
            Next::End(_) => [NARROW_ONE; 2],
            Next::Again(view) => bounds(view),
            Next::Pass(view) => {
                let [low, high] = bounds(view);
                [NARROW_ONE - high, NARROW_ONE - low]
            }
        }));
        let decision = Decision {
            race,
            view,
            throw,
            plays: &plays,
            pieces: game.pieces,
        };
        for (advice, tally) in advice.iter().zip(tallies.iter_mut()) {
            tally.count(advice, &decision, &values);
        }
    }
}
