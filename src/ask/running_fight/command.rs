//! The commands of a running fight: from arguments to a question, from an answer to a report.

use super::analyse::{AnalyseReport, Analyses};
use super::args::{Analyse, Command, CommandArgs, Endgame, Play, Review, Turn};
use super::endgame::EndgameReport;
use super::play::Plays;
use super::review::ReviewReport;
use super::simulate::Starts;
use super::turn::{TurnReport, WholeTurns};
use super::{endgame, play};
use crate::ask::args::position::PositionText;
use crate::ask::disputes::{Disputes, RulesText};
use crate::ask::game::GameCommand;
use crate::ask::input;
use crate::ask::moves::ListedMoves;
use crate::ask::perft::Divided;
use crate::ask::playing::Opened;
use crate::ask::prelude::*;
use crate::ask::record::record;
use crate::ask::subject::read;
use crate::ask::throw::ThrowQuestion;
use crate::chance::analysis;
use crate::chance::expr::Expr;
use crate::chance::turn::{Cancel, TurnRules};
use crate::games::legal_moves::Listed;
use crate::games::playouts::OfRanking;
use crate::games::running_fight::endgame::Limits;
use crate::games::running_fight::perft::Turns;
use crate::games::running_fight::question::{Answer, Question, Questions};
use crate::games::running_fight::{analyse, review};

/// A running fight with its commands.
pub(crate) trait Fight:
    CommandArgs
    + Questions
    + Listed<Throw = <Self as Turns>::Yield>
    + Plays
    + Analyses
    + WholeTurns
    + Starts
    + Divided
    + ListedMoves
{
    fn effort_of(effort: &Self::AnalyseEffort) -> Self::Effort;

    /// The throw in the notation of throws, and the turns made of it.
    fn as_throw(rules: &Self::Rules) -> (Expr, TurnRules);
}

impl<P: Fight> GameCommand for Command<P> {
    fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        let (question, caption) = self.question(caller)?;
        let answer = caller.noting(name, |note| question.answer(note))?;
        Ok(report(answer, caption))
    }

    fn play(&self, caller: Caller<'static>) -> Option<Result<Opened, Failure>> {
        let Self::Play(Play {
            common,
            thrown,
            work,
        }) = self
        else {
            return None;
        };
        Some(play::open::<P>(common, thrown, work.budget, caller))
    }

    fn copy(&self) -> Box<dyn GameCommand> {
        Box::new(self.clone())
    }

    fn about(&mut self, position: PositionText) {
        match self {
            Self::Analyse(Analyse { asked, .. }) => asked.place.read = Some(position),
            Self::Endgame(Endgame { common, .. }) => common.asked.place.read = Some(position),
            Self::Turn(_) | Self::Review(_) | Self::Play(_) => {}
        }
    }

    fn disputes(&self) -> Disputes {
        Disputes::of::<P::Rules>()
    }

    fn rules(&mut self) -> Option<RulesText<'_>> {
        Some(match self {
            Self::Turn(Turn { rules, .. }) => rules.into(),
            Self::Analyse(Analyse { asked, .. }) => (&mut asked.rules).into(),
            Self::Endgame(Endgame { common, .. }) => (&mut common.asked.rules).into(),
            Self::Review(arguments) => (&mut arguments.played.rules).into(),
            Self::Play(_) => return None,
        })
    }

    fn as_throw(&self) -> Option<(ThrowQuestion, Vec<String>)> {
        match self {
            Self::Turn(turn) => turn.as_throw(),
            _ => None,
        }
    }
}

impl<P: Fight> Command<P> {
    /// Their reports.
    pub(crate) const REPORTS: &'static [Described] = &[
        Described::report::<TurnReport<P>>(),
        Described::report::<AnalyseReport<P>>(),
        Described::report::<EndgameReport<P>>(),
        Described::report::<ReviewReport<P>>(),
    ];

    /// The question that it asks, and what is known of its position besides.
    fn question(&self, caller: Caller) -> Result<(Question<P>, Caption), Failure> {
        let bare = |question| (question, Caption::default());
        Ok(match self {
            Self::Turn(arguments) => bare(Question::Turn {
                rules: arguments.biased()?,
                length: arguments.length,
                up_to: arguments.up_to,
            }),
            Self::Analyse(arguments) => arguments.question(caller)?,
            Self::Endgame(Endgame {
                common,
                terms,
                played,
            }) => {
                let (question, caption) = endgame::ask(common, terms, played.as_deref(), caller)?;
                (Question::Endgame(question), caption)
            }
            Self::Review(arguments) => bare(arguments.question(caller)?),
            Self::Play(_) => return Err(Failure::not_a_question()),
        })
    }
}

impl<P: Fight> Turn<P> {
    /// The rules with the bias asked for.
    fn biased(&self) -> Result<P::Rules, Failure> {
        let rules = input::rules(&self.rules)?;
        if self.bias.is_empty() {
            return Ok(rules);
        }
        let bias = self.bias.join("|");
        let number = bias.trim() != "p" && !bias.contains("..");
        if let Some(throw) = P::TEXTS.throw.filter(|_| !number) {
            return Err(Failure::input(format!(
                "--bias {bias}: a turn is given at biases that are numbers; for functions of p and bounds ask \
                 `siga throw {throw} --turn --values 4 --bias {bias}`, which answers without a stack"
            )));
        }
        crate::rules::with(rules, "bias", &bias).map_err(|error| {
            let asked = format!("--bias {}", self.bias.join(","));
            Failure::Input(anyhow::Error::new(error).context(asked))
        })
    }

    /// The turn as `siga throw` asks for it, and the words in which it does.
    fn as_throw(&self) -> Option<(ThrowQuestion, Vec<String>)> {
        let (spec, turn) = P::as_throw(&self.biased().ok()?);
        let stack = turn.cancel == Cancel::Stack;
        let about = analysis::Question {
            turn: Some(turn),
            up_to: self.up_to,
            ..analysis::Question::default()
        };
        let asked = ThrowQuestion::of_game(spec, about);
        let mut words = texts(&["throw", &asked.typed, "--turn"]);
        if stack {
            words.extend(texts(&["--cancel", "stack"]));
        }
        if let Some(up_to) = self.up_to {
            words.extend(["--up-to".to_owned(), up_to.to_string()]);
        }
        Some((asked, words))
    }
}

impl<P: Fight> Analyse<P> {
    fn question(&self, caller: Caller) -> Result<(Question<P>, Caption), Failure> {
        let (position, mut caption) = read::<P>(&self.asked, caller)?;
        let played = match &self.played {
            Some(text) => Some((position.played(text)?, self.by.into())),
            None => None,
        };
        caption.top = self.top;
        let effort = (self.playouts).effort("--yield THROW,…", played.is_some())?;
        let playouts = effort.map(|effort| OfRanking {
            effort,
            plays: self.top,
        });
        let question = analyse::Question {
            position,
            effort: P::effort_of(&self.effort),
            played,
            playouts,
        };
        Ok((Question::Analyse(question), caption))
    }
}

impl<P: Fight> Review<P> {
    fn question(&self, caller: Caller) -> Result<Question<P>, Failure> {
        Ok(Question::Review(review::Question {
            record: record(&self.played, caller)?,
            by: self.by.into(),
            budget: self.work.budget,
            endgame: Limits::from(&self.limits),
            playouts: self.playouts.effort("", true)?,
        }))
    }
}

/// The report of an answer.
fn report<P: Fight>(answer: Answer<P>, caption: Caption) -> Box<dyn AnyReport> {
    match answer {
        Answer::Turn {
            rules,
            length,
            up_to,
            whole,
        } => Box::new(TurnReport::<P>::new(rules, (length, up_to), *whole)),
        Answer::Analyse(answer) => told(answer.question.position.clone(), caption, *answer),
        Answer::Endgame(answer) => told(answer.question.position.clone(), caption, *answer),
        Answer::Review(answer) => Box::new(ReviewReport(*answer)),
    }
}
