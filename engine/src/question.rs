//! Every question siga answers: what arguments, lines of a batch, the page and other languages are translated into.
//!
//! ```
//! use siga::work::Note;
//! use siga::games::{daldos::{self, odds::Elsewhere, question::Under}, distances};
//! use siga::question::{Answer, Question};
//! let under = Under { rules: daldos::Rules::daldos(), elsewhere: Elsewhere::Any };
//! let question = Question::from(daldos::Question::Odds(distances::Question::One { under, behind: vec![4] }));
//! let Answer::Daldos(daldos::Answer::Odds(distances::Answer::One { row, .. })) = question.answer(&Note::default())? else { unreachable!() };
//! assert_eq!(row.probability.to_string(), "2/3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::chance::throw;
use crate::games::alignment::{question as line_up, solve::Summary};
use crate::games::{daldos, sidja, sig, teeko, twentyfive};
use crate::rules::word;
use crate::work::{Fault, Note};

/// A question.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// About a throw.
    Throw(Box<throw::Question>),
    /// About Daldøs.
    Daldos(daldos::Question),
    /// About Sig.
    Sig(sig::Question),
    /// About Sidja and Siga.
    Sidja(sidja::Question),
    /// About Teeko.
    Teeko(line_up::Question<teeko::Rules>),
    /// What each variant of Teeko comes to.
    TeekoVariants,
    /// About twenty-five.
    TwentyFive(line_up::Question<twentyfive::Rules>),
}

/// The answer to a [`Question`].
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Answer {
    /// About a throw.
    Throw(Box<throw::Answer>),
    /// About Daldøs.
    Daldos(daldos::Answer),
    /// About Sig.
    Sig(sig::Answer),
    /// About Sidja and Siga.
    Sidja(sidja::Answer),
    /// About Teeko.
    Teeko(line_up::Answer<teeko::Rules>),
    /// What each variant of Teeko comes to.
    TeekoVariants(Vec<Summary<teeko::Rules>>),
    /// About twenty-five.
    TwentyFive(line_up::Answer<twentyfive::Rules>),
}

impl Question {
    /// The answer. `note` hears what takes long.
    ///
    /// # Errors
    /// Those of the question; [`Fault::kind`] says of what kind.
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        Ok(match self {
            Self::Throw(question) => Answer::Throw(Box::new(question.answer()?)),
            Self::Daldos(question) => Answer::Daldos(question.answer(note)?),
            Self::Sig(question) => Answer::Sig(question.answer(note)?),
            Self::Sidja(question) => Answer::Sidja(question.answer(note)?),
            Self::Teeko(question) => Answer::Teeko(question.answer(note)?),
            Self::TeekoVariants => {
                note.ahead(5.0, || "sixteen variants are solved".to_owned());
                Answer::TeekoVariants(teeko::solve_all(|goals, tick| {
                    let goals = word(goals);
                    note.set(format!("eight with {goals} goals, ply {}", tick.ply));
                    true
                })?)
            }
            Self::TwentyFive(question) => Answer::TwentyFive(question.answer(note)?),
        })
    }
}

/// A question of one game is one of all.
macro_rules! from {
    ($($inner:ty => $variant:ident),+ $(,)?) => {
        $(impl From<$inner> for Question {
            fn from(question: $inner) -> Self {
                Self::$variant(question.into())
            }
        })+
    };
}

from! {
    throw::Question => Throw,
    daldos::Question => Daldos,
    sig::Question => Sig,
    sidja::Question => Sidja,
    line_up::Question<teeko::Rules> => Teeko,
    line_up::Question<twentyfive::Rules> => TwentyFive,
}
