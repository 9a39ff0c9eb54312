//! Counting sequences of moves: `perft` of every game.

use super::args::position::PerftArgs;
use super::prelude::*;
use super::subject::{Shown, read_moved};
use crate::games::Moves;
use crate::games::perft::{Answer, ByMove, Counted, Question, Sequences};
use crate::work::limit::grouped;

/// A game whose sequences of moves are counted.
pub(crate) trait Divided: Shown + Counted<First: Beginning<Self>> {
    /// The name of the report.
    const PERFT: &'static str;
}

/// A beginning of sequences, as reports of its games show it.
pub(crate) trait Beginning<P: Counted>: Sized {
    /// The bounds of the question, and whether it asks for beginnings.
    type Terms: Serialize + JsonSchema;
    /// The numbers of shorter sequences, where they are counted too.
    type Shorter: Serialize + JsonSchema;
    /// The beginning as JSON has it.
    type Entry: Serialize + JsonSchema;
    /// The columns of the table of lengths: the unit of length, and the things counted.
    const COLUMNS: [&'static str; 2];

    fn terms(question: &Question<P>, divide: bool) -> Self::Terms;

    fn shorter(found: &Sequences<Self>) -> Self::Shorter;

    fn entry(&self) -> Self::Entry;

    /// The things counted, in words.
    fn heading(question: &Question<P>) -> String;

    /// The table of beginnings; the heading says under which rules.
    fn table(parts: &[Self], rules: &str, answer: &Answer<P>) -> Sheet;
}

pub(crate) type PerftReport<P> = SubjectReport<P, Answer<P>>;

/// The question that a command asks in a game without throws.
pub(crate) fn ask<P: Shown + Moves + Counted<Bound = ()>>(
    arguments: &PerftArgs,
    caller: Caller,
) -> Result<(Question<P>, Caption), Failure> {
    let (position, caption) = read_moved(&arguments.asked, caller)?;
    let question = Question {
        position,
        depth: arguments.depth,
        bound: (),
        budget: arguments.budget,
        divide: arguments.divide,
    };
    Ok((question, caption))
}

/// The report of an answer.
pub(crate) fn report<P: Divided + 'static>(
    answer: Answer<P>,
    caption: Caption,
) -> Box<dyn AnyReport> {
    told(answer.question.position.clone(), caption, answer)
}

/// The question how many sequences of moves there are.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PerftQuery")]
pub(crate) struct PerftQuery<T> {
    #[serde(flatten)]
    asked: PositionQuery,
    /// The length of the sequences: plies, or turns where a turn is played as a whole.
    depth: u32,
    #[serde(flatten)]
    terms: T,
}

/// The number of sequences of moves.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PerftResult")]
pub(crate) struct PerftResult<S, E> {
    /// Plies, or turns where a turn is played as a whole.
    depth: u32,
    /// Sequences of exactly this length: of moves; of plays, each throw counted as often as it is likely; or of turns, one for
    /// each different yield and each position that it can be played to.
    nodes: Count,
    #[serde(flatten)]
    shorter: S,
    /// With `--divide`: the same by the first move, the first throw, or the yield of the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<E>>,
}

impl<P: Divided> Reply for PerftReport<P> {
    const NAME: &'static str = P::PERFT;
    type Query = PerftQuery<<P::First as Beginning<P>>::Terms>;
    type Result =
        PerftResult<<P::First as Beginning<P>>::Shorter, <P::First as Beginning<P>>::Entry>;

    fn query(&self) -> Self::Query {
        let question = &self.answer.question;
        PerftQuery {
            asked: self.subject.query("perft"),
            depth: question.depth,
            terms: P::First::terms(question, self.answer.found.by_first.is_some()),
        }
    }

    fn result(&self) -> Self::Result {
        let found = &self.answer.found;
        let parts = found.by_first.as_ref();
        PerftResult {
            depth: self.answer.question.depth,
            nodes: Count::of(found.nodes()),
            shorter: P::First::shorter(found),
            divide: parts.map(|parts| parts.iter().map(Beginning::entry).collect()),
        }
    }
}

impl<P: Divided> Report for PerftReport<P> {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rules = self.subject.rules().to_string();
        let found = &self.answer.found;
        let [unit, counted] = P::First::COLUMNS;
        let heading = P::First::heading(&self.answer.question);
        let total = Sheet::of(&found.by_depth)
            .right(unit, |(depth, _)| *depth)
            .right(counted, |(_, nodes)| *nodes)
            .named("sequences", format!("{rules} · {heading}"));
        let parts = found.by_first.as_ref();
        let divide = parts.map(|parts| P::First::table(parts, &rules, &self.answer));
        divide.into_iter().chain([total]).collect()
    }
}

/// The bounds of a question about a game whose steps are plies.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlyTerms {
    /// Whether sequences are told apart by their beginning.
    pub(crate) divide: bool,
    /// The most positions in which moves may be made.
    pub(crate) budget: Count,
}

impl PlyTerms {
    pub(crate) fn of<P: Counted>(question: &Question<P>, divide: bool) -> Self {
        let budget = Count::of(question.budget);
        Self { divide, budget }
    }
}

/// The numbers of shorter sequences where they are not counted.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoShorter {}

/// The numbers of sequences of each length.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ByDepths {
    /// The same for each number of plies up to it.
    by_depth: Vec<ByDepth>,
}

#[derive(Serialize, JsonSchema)]
struct ByDepth {
    depth: u32,
    nodes: Count,
}

/// The sequences that begin with a move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MoveEntry {
    #[serde(rename = "move")]
    action: String,
    nodes: Count,
}

impl<P: Counted, M: ToString> Beginning<P> for ByMove<M> {
    type Terms = PlyTerms;
    type Shorter = ByDepths;
    type Entry = MoveEntry;
    const COLUMNS: [&'static str; 2] = ["plies", "sequences"];

    fn terms(question: &Question<P>, divide: bool) -> PlyTerms {
        PlyTerms::of(question, divide)
    }

    fn shorter(found: &Sequences<Self>) -> ByDepths {
        let by_depth = found.by_depth.iter().map(|&(depth, nodes)| ByDepth {
            depth,
            nodes: Count::of(nodes),
        });
        ByDepths {
            by_depth: by_depth.collect(),
        }
    }

    fn entry(&self) -> MoveEntry {
        MoveEntry {
            action: self.action.to_string(),
            nodes: Count::of(self.nodes),
        }
    }

    fn heading(_question: &Question<P>) -> String {
        "sequences of plies by length".to_owned()
    }

    fn table(parts: &[Self], rules: &str, answer: &Answer<P>) -> Sheet {
        let plies = counted(answer.question.depth, "ply", "plies");
        Sheet::of(parts)
            .text("move", |part| part.action.to_string())
            .right("sequences", |part| part.nodes)
            .named(
                "divide",
                format!("{rules} · sequences of {plies} by first move"),
            )
            .note(format!("{} in all", grouped(answer.found.nodes())))
    }
}
