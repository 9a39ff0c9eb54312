//! Listing moves: `moves` of every game.

use super::args::position::MovedPositionArgs;
use super::prelude::*;
use super::subject::{Shown, read_moved};
use crate::games::Moves;
use crate::games::legal_moves::{Answer, Listed, Question};

/// A game whose moves are listed.
pub(crate) trait ListedMoves: Shown + Listed {
    /// The name of the report.
    const MOVES: &'static str;
    /// The throw in the question as JSON has it.
    type Thrown: Serialize + JsonSchema;
    /// The moves as JSON has them.
    type List: Serialize + JsonSchema;

    fn thrown(throw: &Self::Throw) -> Self::Thrown;

    fn list(answer: &Answer<Self>) -> Self::List;

    fn table(answer: &Answer<Self>) -> Sheet;

    /// About how many characters the table has, in games whose throws can be played in very many ways.
    fn drawn_size(_answer: &Answer<Self>) -> u128 {
        0
    }
}

pub(crate) type MovesReport<P> = SubjectReport<P, Answer<P>>;

/// The question that a command asks in a game without throws.
pub(crate) fn ask<P: Shown + Moves + Listed<Throw = ()>>(
    arguments: &MovedPositionArgs,
    caller: Caller,
) -> Result<(Question<P>, Caption), Failure> {
    let (position, caption) = read_moved(arguments, caller)?;
    let throw = ();
    Ok((Question { position, throw }, caption))
}

/// The report of an answer.
pub(crate) fn report<P: ListedMoves + 'static>(
    answer: Answer<P>,
    caption: Caption,
) -> Box<dyn AnyReport> {
    told(answer.question.position.clone(), caption, answer)
}

/// The question for the moves of a position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MovesQuery")]
pub(crate) struct MovesQuery<T> {
    #[serde(flatten)]
    asked: PositionQuery,
    #[serde(flatten)]
    throw: T,
}

/// Nothing is thrown.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoThrow {}

impl<P: ListedMoves> Reply for MovesReport<P> {
    const NAME: &'static str = P::MOVES;
    type Query = MovesQuery<P::Thrown>;
    type Result = P::List;

    fn query(&self) -> Self::Query {
        MovesQuery {
            asked: self.subject.query("moves"),
            throw: P::thrown(&self.answer.question.throw),
        }
    }

    fn result(&self) -> P::List {
        <P as ListedMoves>::list(&self.answer)
    }
}

impl<P: ListedMoves> Report for MovesReport<P> {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn drawn_size(&self, _style: &Style) -> u128 {
        P::drawn_size(&self.answer)
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        vec![P::table(&self.answer)]
    }
}
