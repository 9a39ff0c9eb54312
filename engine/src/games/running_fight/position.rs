//! A legal position, what a game has of its own for it, and the plays of its throws.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::sync::Arc;

use itertools::Itertools;
use num_rational::Ratio;
use num_traits::Zero;

use super::analysis::{Analysis, Effort};
use super::frame::Frame;
use super::plays::{self, FightBoard, Left, Step, UsesThrows};
use super::route::{Cell, Route, Team};
use super::rows;
use super::sticks;
use super::throws::{self, Face, Throw, Weighted, Yield, playable};
use crate::board::Bits;
use crate::board::notation::{self, Faults, Notation, ReadError};
use crate::chance::expr::Expr;
use crate::chance::turn::TurnRules;
use crate::games::AnyPosition;
use crate::games::playouts::Ended;
use crate::games::throws::ranked::{By, Ranking};
use crate::rules::{Conflict, Options};
use crate::work;

/// The rules of a running fight on rows of one length: what stands where, and how throws are used.
pub trait Fight: Options + Debug + Display + Eq + Hash {
    /// What stands where.
    type Board: FightBoard;
    /// Anything that can be written down as a position.
    type Setup: Notation;
    /// The use of the throws of a turn.
    type Uses<'a>: UsesThrows<Board = Self::Board>
    where
        Self: 'a;
    /// How a move is written, for errors; empty, or with `; ` at its end.
    const FORM: &'static str;
    /// A line of a record, as an example.
    const LINE: &'static str;
    /// Whether a turn can leave no throw to be played, written `-`.
    const IDLE: bool;
    /// What is said of the team that has won.
    const WON: &'static str;
    /// The throws, as they are written, that are counted in a whole turn: a khadzh, a tâb.
    const NAMED: &'static str;
    /// The most throws of the next turn that are looked at for each turn of a game; `None` for as many as matter.
    const REVIEW_THROWS: Option<u32> = None;
    /// Whether policies use every throw that can be used, also where it may be given up.
    const USES_ALL: bool;

    /// The same rules on a board with as many rows, as long, as some.
    ///
    /// # Errors
    /// A size that is not possible.
    fn of_size(self, rows: &[Vec<char>]) -> Result<Self, Conflict>;

    /// What the rules say in numbers.
    fn frame(&self) -> Frame;

    /// The throw for each number of sticks with the biased side up, from none to all, and the chance of each stick to fall so.
    fn sticks(&self) -> (&[Throw], &[Ratio<u32>]);

    /// The legal position of a setup.
    ///
    /// # Errors
    /// Every fault at once.
    fn legal(&self, setup: &Self::Setup) -> Result<Position<Self>, Faults>;

    /// A position as it is written down.
    fn setup(position: &Position<Self>) -> Self::Setup;

    /// How the game has ended on a board, if it has: greater for the team to move to have won.
    fn result(&self, board: &Self::Board) -> Option<Ordering>;

    /// Whether neither team can ever use a throw again; `falling` are those that can fall.
    fn is_stuck(&self, _board: &Self::Board, _falling: &[Face]) -> bool {
        false
    }

    /// The throws of a text, separated by commas.
    ///
    /// # Errors
    /// If a part is not a throw of the rules that can be played, or there are too many.
    fn read_yield(&self, text: &str) -> Result<Yield, work::Fault>;

    /// The most throws that a team has kept on a board for later turns; `None` under rules by which none are kept.
    fn kept(&self, _board: &Self::Board) -> Option<u32> {
        None
    }

    /// The use of throws under these rules.
    fn using(&self) -> Self::Uses<'_>;

    /// What the turns of both teams can take.
    ///
    /// # Errors
    /// An effort that the rules do not allow.
    fn analysis(position: &Position<Self>, effort: &Effort) -> Result<Analysis, work::Fault>;

    /// Every play of a yield with what the next turn of the other team takes after it, by another measure than the chance to win.
    ///
    /// # Errors
    /// Too many plays, or rules under which they cannot be compared.
    fn ranking(
        position: &Position<Self>,
        played: &Yield,
        by: By,
        effort: &Effort,
    ) -> Result<Ranking<Play<Self>>, work::Fault>;

    /// The routes of both teams.
    fn route(&self) -> Route {
        self.frame().route
    }

    /// Whether all throws of a turn are made before any is used.
    fn all_first(&self) -> bool {
        self.frame().all_first
    }

    /// The beginning of a turn that yields these throws.
    fn begin(&self, board: Self::Board, throws: &[Face]) -> Left<Self::Board> {
        let throws = self.frame().together(throws);
        Left { board, throws }
    }

    /// Whether the turn is over when these throws have been used: one of them earns no other, if not all are made first.
    fn is_whole(&self, throws: &[Face]) -> bool {
        let earns_another = |face: &Face| self.sticks().0.contains(&Throw::again(*face));
        self.all_first() || !throws.iter().all(earns_another)
    }

    /// Whether the same team throws next, and if so, whether in the second of two turns; `whole`: whether its throws end the turn.
    fn follows(&self, board: &Self::Board, second: bool, whole: bool) -> Option<bool> {
        match whole || self.result(board).is_some() {
            false => Some(false),
            true => (self.frame().two_turns && !second).then_some(true),
        }
    }

    /// The different throws with their chances, in the order of the fewest sticks with the biased side up.
    ///
    /// Exact: the chances sum to 1; a throw that cannot fall has chance 0.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::fraction_text;
    /// use siga::games::running_fight::position::Fight as _;
    /// use siga::games::{sig, tab};
    /// let throws = sig::Rules::depaulis().weighted();
    /// let chances: Vec<String> = throws.iter().map(|t| fraction_text(&t.chance)).collect();
    /// assert_eq!(chances, ["1/128", "1/16", "7/32", "7/16", "35/128"]);
    ///
    /// let throws = tab::Rules::lane().weighted();
    /// let chances: Vec<String> = throws.iter().map(|t| fraction_text(&t.chance)).collect();
    /// assert_eq!(chances, ["1/16", "1/4", "3/8", "1/4", "1/16"]);
    /// ```
    fn weighted(&self) -> Vec<Weighted> {
        let (table, bias) = self.sticks();
        throws::weighted(table, bias)
    }

    /// Those of them that can fall.
    fn falling(&self) -> Vec<Weighted> {
        let mut falling = self.weighted();
        falling.retain(|throw| !throw.chance.is_zero());
        falling
    }

    /// Throws the sticks. `below` gives a number below its argument, all equally likely.
    fn throw(&self, below: &mut dyn FnMut(u64) -> u64) -> Throw {
        let (table, bias) = self.sticks();
        table[sticks::fallen(bias, table.len() - 1, below)]
    }

    /// The throws to be played that can fall, ascending.
    fn able_to_fall(&self) -> Vec<Face> {
        playable(self.falling().into_iter().map(|falling| falling.throw))
    }

    /// A throw of the sticks in the notation of throws, and the turns that are made of it.
    ///
    /// # Examples
    /// ```
    /// use siga::games::running_fight::position::Fight as _;
    /// use siga::games::{sig, tab};
    /// assert_eq!(
    ///     sig::Rules::depaulis().as_throw().0.to_string(),
    ///     "8s -> {0|8: 8, 1|7: \"khadzh\"*, 2|6: \"khmar\" cancel*, 3|5: 5, 4: 4*}"
    /// );
    /// assert_eq!(tab::Rules::lane().as_throw().0.to_string(), "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}");
    /// ```
    fn as_throw(&self) -> (Expr, TurnRules) {
        let (table, bias) = self.sticks();
        let cases = self.weighted().into_iter();
        let cases = cases.map(|of| (of.ups, of.throw.score(), of.throw.again));
        let turns = TurnRules {
            cancel: self.frame().cancel,
            ..TurnRules::default()
        };
        (sticks::scored(bias, table.len() - 1, cases), turns)
    }
}

/// A legal position: what stands where, and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position<R: Fight> {
    rules: Arc<R>,
    side: Team,
    /// In Sig: whether it is the second of two turns in a row.
    second: bool,
    board: R::Board,
}

impl<R: Fight> Position<R> {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &R) -> Result<Self, ReadError> {
        let setup: R::Setup = notation::read(text)?;
        Ok(rules.legal(&setup)?)
    }

    /// The start of a game, with A to move.
    pub fn start(rules: &R) -> Self {
        let rows = rules.frame().start();
        let rows = rows.iter().map(String::from_iter).join("/");
        let start = Self::parse(&format!("{rows} {}", Team::A), rules);
        start.expect("both teams in their home rows are a position")
    }

    /// A position whose parts are known to be legal.
    pub(in crate::games) fn trusted(rules: &R, side: Team, second: bool, board: R::Board) -> Self {
        Self {
            rules: Arc::new(rules.clone()),
            side,
            second,
            board,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The routes of both teams.
    pub fn route(&self) -> Route {
        self.rules.route()
    }

    /// The team whose turn it is.
    pub fn side(&self) -> Team {
        self.side
    }

    /// Whether it is the second of two turns in a row.
    pub(crate) fn is_second(&self) -> bool {
        self.second
    }

    /// The board as the team to move sees it.
    pub fn board(&self) -> &R::Board {
        &self.board
    }

    /// The same turn with another board.
    pub(in crate::games) fn seen(&self, board: R::Board) -> Self {
        Self {
            board,
            ..self.clone()
        }
    }

    /// The position after throws have been used, the turn being over with them or not.
    pub(in crate::games) fn after(&self, board: R::Board, whole: bool) -> Self {
        let seen = self.seen(board);
        match self.rules.follows(&board, self.second, whole) {
            Some(second) => Self { second, ..seen },
            None => seen.passed(),
        }
    }

    /// The same board, the other team having the first of its turns.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            side: self.side.other(),
            second: false,
            board: self.board.turned(self.route()),
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// How the game has ended by the rules, if it has.
    pub fn result(&self) -> Option<Ended> {
        let ended = self.rules.result(&self.board)?;
        Some(match ended {
            Ordering::Greater => Ended::Won(self.side),
            Ordering::Equal => Ended::Drawn,
            Ordering::Less => Ended::Won(self.side.other()),
        })
    }

    /// How the game has ended, if it has; one in which no piece can ever be moved again is a draw.
    pub fn ended(&self) -> Option<Ended> {
        self.ended_by(&self.rules.able_to_fall())
    }

    /// The same, where the throws that can fall are known.
    pub(in crate::games) fn ended_by(&self, falling: &[Face]) -> Option<Ended> {
        let stuck = || self.rules.is_stuck(&self.board, falling);
        self.result().or_else(|| stuck().then_some(Ended::Drawn))
    }

    /// Pieces of a team on the board.
    pub fn count(&self, team: Team) -> u32 {
        self.board.counts()[usize::from(team != self.side)]
    }

    /// The pieces of the team to move that are asleep, or not freed.
    pub fn sleeping(&self) -> usize {
        let sign = rows::awake(self.side).to_ascii_lowercase();
        let rows = self.setup().rows();
        rows.concat()
            .iter()
            .filter(|&&symbol| symbol == sign)
            .count()
    }

    /// The cell with this number on the route of the team to move.
    pub(crate) fn cell(&self, number: u8) -> Cell {
        self.route().cell(self.side, number)
    }

    /// The cells of a set numbered along that route, in order.
    pub(crate) fn cells_of(&self, numbers: u128) -> Vec<Cell> {
        numbers.ones().map(|number| self.cell(number)).collect()
    }

    /// A use of a throw as it is written.
    pub(super) fn step(&self, used: Step<u8>) -> Step {
        used.written(|number| self.cell(number))
    }

    /// Whether the game begins here and it is thrown for who begins.
    pub fn opens(&self) -> bool {
        self.rules.frame().opener.is_some() && *self == Self::start(&self.rules)
    }

    /// The position as it is written down.
    pub fn setup(&self) -> R::Setup {
        R::setup(self)
    }
}

impl<R: Fight> Display for Position<R> {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(&self.setup(), f)
    }
}

impl<R: Fight> AnyPosition for Position<R> {
    type Rules = R;
    type Setup = R::Setup;

    fn usual_rules(drawn: &R::Setup, _of: &str) -> Result<R, Conflict> {
        R::usual().of_size(&drawn.rows())
    }

    fn of(setup: &R::Setup, rules: &R) -> Result<Result<Self, Faults>, work::Fault> {
        Ok(rules.legal(setup))
    }

    fn start(rules: &R) -> Result<Self, work::Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &R {
        self.rules()
    }

    fn setup(&self) -> R::Setup {
        self.setup()
    }
}

impl Yield {
    /// Reads throws separated by commas.
    ///
    /// # Errors
    /// If a part is not a throw of the rules that can be played, or there are too many.
    ///
    /// # Examples
    /// ```
    /// use siga::games::{sig, tab};
    /// let rules = sig::Rules::depaulis();
    /// assert_eq!(sig::moves::Yield::parse("khadzh, 4,5", &rules)?.to_string(), "khadzh,4,5");
    /// assert!(sig::moves::Yield::parse("6", &rules).is_err());
    /// // A turn of tâb ends with its first 2 or 3.
    /// assert!(tab::moves::Yield::parse("2,4", &tab::Rules::lane()).is_err());
    /// # Ok::<(), siga::work::Fault>(())
    /// ```
    pub fn parse<R: Fight>(text: &str, rules: &R) -> Result<Self, work::Fault> {
        rules.read_yield(text)
    }
}

/// A way to play a whole yield, known by the position it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Play<R: Fight> {
    /// The moves of the first way that was found; throws that are lost are left out.
    pub steps: Vec<Step>,
    /// The number of sequences of moves that lead to the same position.
    pub ways: u128,
    /// The cells on which enemy pieces stood that are taken, in order of the route.
    pub captures: Vec<Cell>,
    /// The number of enemy pieces taken.
    pub taken: u32,
    /// The number of own pieces that left the board because stacks were reduced: in tâb alone.
    pub reduced: u32,
    /// The position afterwards, whoever has the next turn, or the next throw, under the rules.
    pub position: Position<R>,
}

impl<R: Fight> Play<R> {
    /// The moves with commas between them, or `pass` if no throw was used.
    pub fn text(&self) -> String {
        Self::text_of(&self.steps)
    }

    /// The same of any moves.
    pub fn text_of(steps: &[Step]) -> String {
        match steps {
            [] => "pass".to_owned(),
            steps => itertools::join(steps, ", "),
        }
    }
}

impl<R: Fight> Position<R> {
    /// Every position a yield can be played to, each once, in the order found: earlier throws and pieces nearer home
    /// first.
    ///
    /// In Sig one throw moves or frees one piece. A throw that no piece can use is lost. Under `use=must` a turn does not end
    /// while a throw left can be used.
    ///
    /// In tâb one throw moves one piece or stack. A throw that cannot be used is lost; one that can be must be, unless all that it
    /// could do is reduce or part a stack, or it is a tâb that is kept. The turn ends with the last enemy piece.
    ///
    /// Under `order=any` the team may choose an order that makes a throw useless. If the game is over there is no play.
    ///
    /// Cost: the positions on the way, at most [`MAX_NODES`](plays::MAX_NODES).
    ///
    /// # Errors
    /// Of kind limit: too many plays.
    ///
    /// # Examples
    /// ```
    /// use siga::games::{sig, tab};
    /// let rules: sig::Rules = "sig:depaulis,length=4".parse()?;
    /// let position = sig::Position::parse("aA2/4/4/2bb A", &rules)?;
    /// let plays = position.plays(&sig::moves::Yield::parse("khadzh,4", &rules)?)?;
    /// let moves: Vec<String> = plays.iter().map(|play| play.text()).collect();
    /// // The home row is walked from right to left: the piece just freed stands in front and cannot be passed.
    /// assert_eq!(moves, ["free a1, a1-b4"]);
    ///
    /// let rules: tab::Rules = "tab:lane,length=3".parse()?;
    /// let position = tab::Position::start(&rules);
    /// let plays = position.plays(&tab::moves::Yield::parse("1,4,2", &rules)?)?;
    /// let moves: Vec<String> = plays.iter().map(|play| play.text()).collect();
    /// // The foremost piece wakes; it alone can go on. At the end of row c it circles or enters the enemy's home.
    /// assert_eq!(moves, ["a3-b3, b3-b1, b1-b3", "a3-b3, b3-b1, b1-d3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plays(&self, played: &Yield) -> Result<Vec<Play<R>>, work::Fault> {
        Ok(self.plays_on_the_way(played)?.0)
    }

    /// The same with the number of boards on the way.
    pub(super) fn plays_on_the_way(
        &self,
        played: &Yield,
    ) -> Result<(Vec<Play<R>>, usize), work::Fault> {
        if self.is_over() {
            return Ok((Vec::new(), 1));
        }
        let start = self.rules().begin(*self.board(), played.throws());
        let whole = self.rules().is_whole(played.throws());
        let ended = plays::ends(&self.rules().using(), start)?;
        let before = self.board();
        let [own, enemy] = before.counts();
        let plays = ended.each().map(|(board, ways, steps)| {
            let [own_left, enemy_left] = board.counts();
            Play {
                steps: steps.into_iter().map(|used| self.step(used)).collect(),
                ways,
                captures: self.cells_of(before.enemies().minus(board.enemies())),
                taken: enemy - enemy_left,
                reduced: own - own_left,
                position: self.after(board, whole),
            }
        });
        Ok((plays.collect(), ended.nodes()))
    }
}
