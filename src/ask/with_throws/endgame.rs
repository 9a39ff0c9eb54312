//! Who wins a position under best play, and the plays of its throws: for positions of which all that can follow is solved, or in tables.

use clap::Args;
use num_rational::BigRational;
use num_traits::Zero as _;

use super::moves::{Move, ThrowArg};
use super::{GameWithThrows, OwnArgs};
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{Placed, PositionOf};
use crate::exact::{Quantity, decimal_text};
use crate::games::throws::endgame::Known;
use crate::games::throws::{ThrowPlays, Values as _, Worth, best_of};
use crate::rules::RulesText;
use crate::solve::Method;
use crate::solve::throws::Ending;
use crate::work::Note;

/// A position, of which all that can follow is solved.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: Solves", rename = "EndgameQuery")]
pub(crate) struct Endgame<P: Solves> {
    #[command(flatten)]
    #[serde(flatten)]
    at: PositionOf<P>,
    #[command(flatten)]
    #[serde(flatten)]
    thrown: ThrowArg<P>,
    #[command(flatten)]
    #[serde(flatten)]
    terms: P::Terms,
}

/// Who wins a position under best play.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Endings")]
pub(crate) struct Endings<C> {
    /// The position, on one line.
    pub(crate) position: String,
    /// Chance that the side to throw wins; where games can be drawn, with the chance of a draw as it was asked for. `null`: not known.
    pub(crate) win: Option<Quantity>,
    /// Expected number of turns under best play: bounds for all that may be best, or the fraction of one best play; `null` where it is not
    /// worked out, or where such play can go on for ever.
    pub(crate) length: Option<Quantity>,
    /// Expected number of throws, in the same way.
    pub(crate) throws: Option<Quantity>,
    /// Where the chances are from; `null` where none is known.
    pub(crate) method: Option<Method>,
    /// The positions, or states of turns, that were solved; with `method` `tables` those in them.
    pub(crate) positions: Count,
    /// Whether turns of more throws than were asked for were left open.
    pub(crate) cut: bool,
    /// How it is known that games end; `null` where the chances were looked up.
    pub(crate) ends: Option<Ending>,
    /// The plays of the throw, else of each throw; where all throws of a turn are made first, of each choice of throws of turns of at most 3.
    pub(crate) by_throw: Vec<ThrowValues<C>>,
    /// The chance of longer turns, which are not in `by_throw`.
    pub(crate) longer: Number,
    /// The measure that plays are ranked by where no chance is known.
    #[serde(skip)]
    pub(crate) measure: Option<Measure<C>>,
    #[serde(skip)]
    pub(crate) side: String,
    #[serde(skip)]
    pub(crate) says: String,
    #[serde(skip)]
    pub(crate) known: Vec<String>,
}

/// A measure of plays, and its number for one of them.
pub(crate) type Measure<C> = (&'static str, fn(&C) -> Entry);

/// A throw with its plays.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ThrowValues")]
pub(crate) struct ThrowValues<C> {
    /// The throw, as in a record.
    throw: String,
    /// Its chance; `null` where it was asked for and is one of many throws.
    chance: Option<Number>,
    /// Whether the same side throws again afterwards.
    again: bool,
    /// The chance that the side to throw wins once it has fallen; `null` where a play leads out of what was solved.
    win: Option<Quantity>,
    /// The best first by the middle of the bounds.
    plays: Vec<PlayValue<C>>,
}

/// A play and its worth.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PlayValue")]
pub(crate) struct PlayValue<C> {
    #[serde(flatten)]
    play: Move<C>,
    /// The chance after it that the side that plays it wins; `null` where it leads out of what was solved.
    win: Option<Quantity>,
    /// Whether no other play is proved to be better.
    best: bool,
    /// Whether it is proved that no other play is better.
    proved: bool,
}

impl<C> PlayValue<C> {
    /// Whether it is best, as far as the bounds tell.
    fn best(&self) -> &'static str {
        match (self.best, self.proved) {
            (false, _) => "no",
            (true, false) => "perhaps",
            (true, true) => "yes",
        }
    }

    /// The value after it, or its measure, for people.
    fn worth(&self, measure: Option<Measure<C>>) -> Entry {
        match (&self.win, measure) {
            (Some(win), _) => win.into(),
            (None, Some((_, measured))) => measured(&self.play.own),
            (None, None) => Entry::Missing("not known"),
        }
    }
}

impl<C> ThrowValues<C> {
    fn of<P: GameWithThrows<Own = C>>(position: &P, throw: &ThrowPlays<P>) -> Self {
        let play = |worth: &Worth<P::Play>| PlayValue {
            play: Move::of(position, &worth.play),
            win: worth.value.clone(),
            best: worth.may_be_best(&throw.plays),
            proved: worth.is_best(&throw.plays),
        };
        Self {
            throw: P::throw_text(&throw.throw),
            chance: throw.chance.as_ref().map(Number::from),
            again: throw.again,
            win: best_of(&throw.plays),
            plays: throw.plays.iter().map(play).collect(),
        }
    }
}

impl<C> Endings<C> {
    /// The chance to win, and the plays of some throws; nothing of how long games last.
    pub(crate) fn new<P: GameWithThrows<Own = C>>(
        position: &P,
        win: Option<Quantity>,
        throws: &[ThrowPlays<P>],
        method: Option<Method>,
    ) -> Self {
        let side = position.mover().to_string();
        let by_throw = throws.iter().map(|throw| ThrowValues::of(position, throw));
        Self {
            position: position.to_string(),
            win,
            length: None,
            throws: None,
            method,
            positions: Count::of(0),
            cut: false,
            ends: None,
            by_throw: by_throw.collect(),
            longer: (&BigRational::zero()).into(),
            measure: None,
            says: format!("{side} wins"),
            side,
            known: Vec::new(),
        }
    }

    /// From an endgame, with lengths where it was solved.
    pub(crate) fn of<P: GameWithThrows<Own = C>>(
        position: &P,
        endgame: &Known<P>,
        plays: &[ThrowPlays<P>],
    ) -> Result<Self, Failure> {
        let solved = endgame.solved();
        // The position is the first of those solved.
        let lengths = solved.map(|solved| solved.lengths(&[0]));
        let lengths = lengths.transpose()?.and_then(|lengths| lengths.of(0));
        let [length, throws] = lengths.map_or([None, None], |lengths| lengths.map(Some));
        let missing = || Failure::input(format!("{position} is not in its own endgame"));
        let win = Some(endgame.own(position)?.ok_or_else(missing)?);
        let method = Some(endgame.method().ok_or_else(missing)?);
        Ok(Self {
            length,
            throws,
            positions: Count::of(match endgame {
                Known::Tables(stored) => stored.positions,
                _ => solved.map_or(0, |solved| solved.positions() as u64),
            }),
            cut: solved.is_some_and(|solved| solved.is_cut()),
            ends: solved.map(|solved| solved.endgame().ending()),
            ..Self::new(position, win, plays, method)
        })
    }

    /// With what --exact has, if it does, where the bounds of the length say little: the upper is more than twice the lower.
    pub(crate) fn naming_exact(mut self, has_it: bool) -> Self {
        let ends = self.length.as_ref().and_then(Quantity::ends);
        if has_it && ends.is_some_and(|(least, most)| &least + &least < most) {
            self.known
                .push("--exact has the lengths as fractions".to_owned());
        }
        self
    }

    /// The best play, if a throw was asked for and one is proved to be the best.
    pub(crate) fn best(&self) -> Option<String> {
        let [throw] = self.by_throw.as_slice() else {
            return None;
        };
        let best = throw.plays.first().filter(|play| play.proved)?;
        Some(best.play.action.clone())
    }

    /// The column of what plays are worth.
    fn worth(&self) -> Column {
        match self.measure {
            Some((measure, _)) => Column::decimal(measure),
            None => Column::chance_decimal(format!("{} wins", self.side)),
        }
    }

    /// The best play of each throw; the plays of the only one.
    fn plays(&self, rules: &str, style: &Style) -> Sheet {
        let measure = self.measure;
        if let [throw] = self.by_throw.as_slice() {
            let open = throw.plays.iter().any(|play| play.best && !play.proved);
            return Sheet::of(&throw.plays)
                .text("play", |value| value.play.action.clone())
                .text("takes", |value| value.play.captures.join(" "))
                .column(self.worth(), |value| value.worth(measure))
                .text("best", |value| value.best())
                .text("position", |value| value.play.position.clone())
                .named(
                    "plays",
                    format!("{rules} · plays of {}, the best first", throw.throw),
                )
                .notes(open.then(|| {
                    "perhaps: no other play is proved to be better, but this one is not proved to be best"
                        .to_owned()
                }));
        }
        let best = self.by_throw.iter();
        let best = best.filter_map(|throw| Some((throw, throw.plays.first()?)));
        let as_good =
            |throw: &ThrowValues<C>| throw.plays.iter().filter(|play| play.best).count() - 1;
        let longer = (!self.longer.0.is_zero()).then(|| {
            format!(
                "turns of at most 3 throws; the chance of longer ones is {}: --throw has the plays of any throws",
                decimal_text(&self.longer.0, style.places())
            )
        });
        Sheet::of(best)
            .text("throw", |(throw, _)| throw.throw.clone())
            .chance("exactly", "chance", |(throw, _)| {
                let chance = throw.chance.as_ref();
                chance.map_or(Entry::Missing(""), |chance| Entry::exact(chance.0.clone()))
            })
            .text("best play", |(_, best)| best.play.action.clone())
            .column(self.worth(), |(_, best)| best.worth(measure))
            .right("as good", |(throw, _)| as_good(throw))
            .right("other plays", |(throw, _)| {
                throw.plays.len() - 1 - as_good(throw)
            })
            .named("plays", format!("{rules} · the best play of each throw"))
            .note("as good: plays that may be as good, as far as the bounds tell")
            .notes(longer)
    }

    /// Every play of every throw.
    fn every_play(&self, rules: &str) -> Sheet {
        let throws = self.by_throw.iter();
        let plays = throws.flat_map(|throw| throw.plays.iter().map(move |play| (throw, play)));
        Sheet::of(plays)
            .text("throw", |(throw, _)| throw.throw.clone())
            .text("play", |(_, value)| value.play.action.clone())
            .column(self.worth(), |(_, value)| value.worth(self.measure))
            .text("best", |(_, value)| value.best())
            .named("every_play", format!("{rules} · every play"))
    }

    /// The chance to win, and how it is known.
    fn notes(&self, style: &Style) -> Vec<String> {
        let Some(win) = &self.win else {
            return self.known.clone();
        };
        let mut notes = vec![format!(
            "{} with chance {}",
            self.says,
            style.phrase(win, true)
        )];
        if let (Some(turns), Some(throws)) = (&self.length, &self.throws) {
            let [turns, throws] = [turns, throws].map(|length| style.decimal(length, false));
            notes[0].push_str(&format!(
                "; {}, {} on average under best play",
                counted(turns, "turn", "turns"),
                counted(throws, "throw", "throws")
            ));
        }
        notes.extend(self.known.iter().cloned());
        // Where there is one value, it is the same whatever a game without end is worth.
        let open = win.width() > Some(BigRational::new(1.into(), 1_000_000_000.into()));
        let ends = self.ends.filter(|ends| open || *ends != Ending::NotKnown);
        notes.extend(ends.and_then(Ending::said).map(str::to_owned));
        notes
    }

    pub(crate) fn sheets(&self, rules: &str, style: &Style) -> Vec<Sheet> {
        let chance = Sheet::of([(&self.side, &self.win)])
            .text("wins", |(side, _)| (*side).clone())
            .chance("exactly", "chance", |(_, win)| {
                let win = win.as_ref();
                win.map_or(Entry::Missing("not known"), Entry::from)
            })
            .named("win", format!("{rules} · before the throw, best play"))
            .notes(self.notes(style));
        vec![self.plays(rules, style), chance]
    }
}

/// A game whose positions are solved.
pub(crate) trait Solves: GameWithThrows {
    /// The command.
    const WORD: &'static str = "endgame";
    /// Other words for it.
    const ALSO: &'static [&'static str] = &[];
    /// What is asked besides the position and the throw.
    type Terms: OwnArgs;

    /// Solves a position; the plays are those of the throw, else of every throw.
    ///
    /// # Errors
    /// Those of the arguments, and limits.
    fn solved(
        &self,
        throw: Option<&Self::Throw>,
        terms: &Self::Terms,
        caller: Caller,
        note: &Note,
    ) -> Result<Endings<Self::Own>, Failure>;
}

impl<P: Solves> Command for Endgame<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, P::WORD];
    const ABOUT: &'static str = "Who wins a position under best play, and the plays of its throws";
    const ALSO: &'static [&'static str] = P::ALSO;
    type Answer = Endings<P::Own>;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Self::Answer, Failure> {
        let position = self.at.read(caller)?;
        let throw = self.thrown.read(position)?;
        position.solved(throw.as_ref(), &self.terms, caller, note)
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, endings: &Self::Answer) -> Option<Picture> {
        let picture = self.at.subject().picture();
        Some(picture.with_best(endings.best().as_deref()))
    }

    fn background(&self, endings: &Self::Answer) -> Vec<Sheet> {
        let rules = self.at.subject().rules().to_string();
        vec![endings.every_play(&rules)]
    }

    fn tables(&self, endings: &Self::Answer, style: &Style) -> Vec<Sheet> {
        let rules = self.at.subject().rules().to_string();
        endings.sheets(&rules, style)
    }
}
