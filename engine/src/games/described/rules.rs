//! The rules of a game of a family whose games are texts.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::board::Board;
use super::library;
use super::text::{GameText, Said, TextError};
use crate::board::Bits;
use crate::board::notation::{Place, Spot};
use crate::rules::{self, Conflict, GameInfo, OptionInfo, Preset, RulesError, RulesText};

/// Rules that are kept once they are worked out, by their text.
pub type Kept<F> = Mutex<Option<HashMap<String, Rules<F>>>>;

/// Sets of rules that are kept.
const MOST_KEPT: usize = 256;

#[derive(Debug)]
struct CompleteRules<F> {
    text: Arc<GameText>,
    chosen: Vec<usize>,
    written: String,
    facts: F,
}

/// A complete set of rules of a game that is a text.
///
/// Written `teeko:goals=44,drop=standard` or `tapatan:blocked=draw`; what the options are is in the text of the game.
///
/// # Examples
/// ```
/// use siga::games::line_up::Rules;
/// let rules: Rules = "teeko:advanced,drop=alternate-2".parse()?;
/// assert_eq!(rules.to_string(), "teeko:goals=58,drop=alternate-2");
/// assert!("teeko:drop=alternate-4".parse::<Rules>().is_err());
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
pub struct Rules<F>(Arc<CompleteRules<F>>);

/// A family of games: all that follows from a text and the words chosen for its options.
pub trait Family: fmt::Debug + Send + Sync + Sized + 'static {
    /// Its name in commands and in texts.
    const NAME: &'static str;

    /// What follows from a text with these words of its options.
    ///
    /// # Errors
    /// A value that is not possible, or values that do not go together.
    fn of(text: &GameText, chosen: &[usize]) -> Result<Self, TextError>;

    /// Rules that were worked out before.
    fn kept() -> &'static Kept<Self>;

    /// The board.
    fn board(&self) -> &Board;

    /// The pieces of `x` and of `o` at the start, where all are on the board.
    fn start(&self) -> Option<[u128; 2]>;
}

impl<F: Family> Rules<F> {
    /// The rules of a text with these words of its options.
    ///
    /// # Errors
    /// A value that is not possible, or values that do not go together.
    pub(in crate::games) fn of(
        text: &Arc<GameText>,
        chosen: &[usize],
    ) -> Result<Rules<F>, TextError> {
        let written = text.written(chosen);
        let mut kept = F::kept().lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.get_or_insert_default();
        if let Some(rules) = kept.get(&written) {
            return Ok(rules.clone());
        }
        let rules = Rules(Arc::new(CompleteRules {
            facts: F::of(text, chosen)?,
            text: text.clone(),
            chosen: chosen.to_vec(),
            written: written.clone(),
        }));
        if kept.len() == MOST_KEPT {
            kept.clear();
        }
        kept.insert(written, rules.clone());
        Ok(rules)
    }

    /// The usual rules of a game that comes with siga, or of a text.
    ///
    /// # Errors
    /// The first line that is not as it must be.
    ///
    /// # Examples
    /// ```
    /// use siga::games::line_up::Rules;
    /// let rules = Rules::of_text("game: Three\nboard: 3x3\nmen: 3\nplace: all first\nmove: step\ngoal: row of 3\nblocked: loses\n")?;
    /// assert_eq!(rules.board().size(), 9);
    /// let error = Rules::of_text("game: Three\nboard: 3x3\nmen: 3\ngaol: row of 3\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 4, column 1: there is no key `gaol` (did you mean `goal`?)"));
    /// # Ok::<(), siga::games::line_up::TextError>(())
    /// ```
    pub fn of_text(text: &str) -> Result<Rules<F>, TextError> {
        let text = library::given(text, F::NAME)?;
        Rules::of(&text, &vec![0; text.options.len()])
    }

    /// Another word of one option with which the words chosen go together.
    fn remedy(text: &Arc<GameText>, chosen: &[usize]) -> Option<String> {
        let usual = text
            .options
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen[*at] == 0);
        let mut others = usual.flat_map(|(at, option)| {
            let words = option.words().enumerate().skip(1);
            words.map(move |(number, word)| (at, number, format!("{}={word}", option.name)))
        });
        let goes = |(at, number, _): &(usize, usize, String)| {
            let mut chosen = chosen.to_vec();
            chosen[*at] = *number;
            Rules::<F>::of(text, &chosen).is_ok()
        };
        others.find(goes).map(|(_, _, other)| other)
    }

    /// The text of the game.
    pub fn text(&self) -> &GameText {
        &self.0.text
    }

    pub(in crate::games) fn facts(&self) -> &F {
        &self.0.facts
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.facts().board()
    }

    /// For each option of the text, the place of the word chosen.
    pub(in crate::games) fn chosen(&self) -> &[usize] {
        &self.0.chosen
    }

    /// The same game on a board with rows of these lengths, from the lowest: with as few other words of its options as that takes.
    pub(crate) fn on_rows(&self, lengths: &[usize]) -> Rules<F> {
        let fits = |rules: &Rules<F>| rules.board().row_lengths() == lengths;
        if fits(self) {
            return self.clone();
        }
        let text = &self.0.text;
        let choices = text.options.iter().map(|option| 0..option.words().count());
        let all = itertools::Itertools::multi_cartesian_product(choices);
        let mut all: Vec<Vec<usize>> = all.take(MOST_WAYS).collect();
        let others = |chosen: &Vec<usize>| {
            chosen
                .iter()
                .zip(&self.0.chosen)
                .filter(|(a, b)| a != b)
                .count()
        };
        all.sort_by_key(others);
        let found = all
            .iter()
            .filter_map(|chosen| Rules::of(text, chosen).ok())
            .find(fits);
        found.unwrap_or_else(|| self.clone())
    }

    /// Every variant on record, the usual rules among them.
    pub fn variants(&self) -> Vec<Rules<F>> {
        let chosen = self.0.text.variants();
        chosen
            .iter()
            .filter_map(|chosen| Rules::of(&self.0.text, chosen).ok())
            .collect()
    }
}

/// Sets of words that are tried for a board.
const MOST_WAYS: usize = 2000;

/// The value of a word of a text; without the line the first.
pub(in crate::games) fn word<T: Copy>(
    said: Option<&Said>,
    key: &str,
    words: &[(&'static str, T)],
) -> Result<T, TextError> {
    let Some(said) = said else {
        return Ok(words[0].1);
    };
    let text = said.words();
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|found| found.1).ok_or_else(|| {
        let all = itertools::join(words.iter().map(|(word, _)| format!("`{word}`")), ", ");
        said.fault(format!("`{key}` is one of {all}"))
    })
}

/// The board of a drawing or of words such as `5x5`, with at most so many points.
pub(in crate::games) fn board(
    text: &GameText,
    said: Option<&Said>,
    joined: Option<&Said>,
    most: usize,
) -> Result<Board, TextError> {
    let said = said.or(text.say("board")).expect("a text has a board");
    let block = said.block();
    if !block.is_empty() {
        // The drawing of an option stands for the board and the joins of the game.
        let own = |key: &str, said: &Said| text.say(key).is_some_and(|own| std::ptr::eq(own, said));
        let with_drawing = |joined: &&Said| own("board", said) || !own("joined", joined);
        return match joined.filter(with_drawing) {
            Some(joined) => Err(joined.fault(
                "`joined` belongs to a board such as `5x5`: a drawing shows which points are joined",
            )),
            None => Board::drawn(&block, most),
        };
    }
    let wrong = || {
        said.fault(
            "a board is a drawing on indented lines, or `5x5`, of 11 rows and columns at most",
        )
    };
    let words = said.words().replace('×', "x");
    let (width, height) = words.split_once('x').ok_or_else(wrong)?;
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|number| *number <= 11)
    };
    let (Some(width), Some(height)) = (number(width), number(height)) else {
        return Err(wrong());
    };
    let ways = [("orthogonal", false), ("all", true)];
    let diagonals = word(joined, "joined", &ways)?;
    Board::grid(width, height, diagonals, most).map_err(|message| said.fault(message))
}

/// The pieces of `x` and of `o` in rows from the top, such as `xxx/3/ooo`, or one a line.
pub(in crate::games) fn start(board: &Board, said: &Said) -> Result<[u128; 2], TextError> {
    let block = said.block();
    let rows: Vec<Spot<'_>> = match block.is_empty() {
        true => said.line().split('/'),
        false => block,
    };
    let mut signs = Vec::new();
    for row in &rows {
        let (mut cells, mut run) = (Vec::new(), 0);
        for (at, sign) in row
            .text
            .chars()
            .enumerate()
            .filter(|(_, sign)| !sign.is_whitespace())
        {
            match (sign, sign.to_digit(10)) {
                ('x' | 'o' | '.', _) => {
                    cells.extend(std::iter::repeat_n('.', std::mem::take(&mut run)));
                    cells.push(sign);
                }
                (_, Some(digit)) => {
                    run = (10 * run + digit as usize).min(usize::from(board.size()) + 1)
                }
                _ => {
                    return Err(
                        row.fault(at, format!("`{sign}` is no piece: write `x`, `o` and `.`"))
                    );
                }
            }
        }
        cells.extend(std::iter::repeat_n('.', run));
        signs.push(cells);
    }
    let lengths: Vec<usize> = signs.iter().rev().map(Vec::len).collect();
    if lengths != board.row_lengths() {
        let wanted = itertools::join(board.row_lengths().iter().rev(), ", ");
        return Err(said.fault(format!(
            "the board has rows of {wanted} points from the top"
        )));
    }
    let all: Vec<char> = signs.into_iter().rev().flatten().collect();
    let of = |side: char| {
        let held = (0..).zip(&all).filter(|(_, sign)| **sign == side);
        held.fold(0, |set, (point, _)| set | u128::bit(point))
    };
    Ok([of('x'), of('o')])
}

/// The numbers of pieces of `x` and of `o`, which must be those of the start.
pub(in crate::games) fn men(
    board: &Board,
    said: Option<&Said>,
    start: Option<&[u128; 2]>,
    text: &GameText,
) -> Result<[u8; 2], TextError> {
    let most = board.size() / 2;
    let placed = start.map(|sides| sides.map(|pieces| pieces.count() as u8));
    let wrong = |message: String| match said.or(text.say("start")).or(text.say("board")) {
        Some(said) => said.fault(message),
        None => TextError {
            place: Place { line: 1, column: 1 },
            message,
        },
    };
    let given = match said {
        None => None,
        Some(said) => {
            let number = said.words().parse::<u8>();
            Some(
                number
                    .map_err(|_| wrong("`men` is the number of pieces of each side".to_owned()))?,
            )
        }
    };
    match (given, placed) {
        (Some(men), Some([x, o])) if [x, o] != [men; 2] => Err(wrong(format!(
            "x has {x} pieces at the start and o {o}, and `men` says {men}"
        ))),
        (_, Some(placed)) if placed.contains(&0) => {
            Err(wrong("each side has a piece at the start".to_owned()))
        }
        (_, Some(placed)) => Ok(placed),
        (Some(men), None) if (1..=most).contains(&men) => Ok([men; 2]),
        (Some(_), None) => Err(wrong(format!(
            "`men` is 1 to {most} on a board of {} points",
            board.size()
        ))),
        (None, None) => Err(wrong("the line `men: …` is missing".to_owned())),
    }
}

/// The turned and mirrored boards on which the points stand as before.
pub(in crate::games) fn drawn_symmetries(board: &Board) -> Vec<Vec<u8>> {
    let cells: Vec<(u8, u8)> = (0..board.size())
        .map(|point| (board.name(point).file(), board.name(point).rank()))
        .collect();
    let files = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let ranks = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
    let mut found = Vec::new();
    for (mirror, turn, swap) in itertools::iproduct!([false, true], [false, true], [false, true]) {
        let to = |&(file, rank): &(u8, u8)| {
            let file = if mirror { files - file } else { file };
            let rank = if turn { ranks - rank } else { rank };
            if swap { (rank, file) } else { (file, rank) }
        };
        let place = |cell| {
            cells
                .iter()
                .position(|known| *known == to(cell))
                .map(|at| at as u8)
        };
        if let Some(map) = cells.iter().map(place).collect() {
            found.push(map);
        }
    }
    found
}

impl<F: Family> RulesText for Rules<F> {
    const GAME: &'static str = F::NAME;

    fn read(text: &str, of: &str) -> Result<Rules<F>, RulesError> {
        let name = text.split(':').next().unwrap_or_default().trim();
        let named = library::game(name, F::NAME).filter(|_| !name.contains('='));
        let text_of = match (of == Self::GAME, named) {
            (true, Some(named)) => named,
            (true, None) => return Err(no_game::<F>(text, name)),
            (false, _) => library::game(of, F::NAME).ok_or_else(|| no_game::<F>(of, of))?,
        };
        let chosen = rules::read(text_of.table(), text)?;
        Rules::of(&text_of, &chosen).map_err(|error| {
            let remedy = Self::remedy(&text_of, &chosen);
            let remedy =
                remedy.map_or_else(String::new, |other| format!(": it goes with `{other}`"));
            let message = format!("{}{remedy}", error.message);
            RulesError {
                at: 0..text.len(),
                message,
            }
        })
    }

    fn is_game(text: &str, of: &str) -> bool {
        let family = of == Self::GAME;
        let found = library::game(if family { text } else { of }, F::NAME);
        text == of || found.is_some_and(|found| family || found.is_called(text))
    }

    fn shown(&self) -> String {
        // What somebody's own text is known by ends with a number made of the text.
        let (title, own) = self
            .0
            .written
            .split_once('@')
            .unwrap_or((&self.0.written, ""));
        let options = own.find(':').map_or("", |at| &own[at..]);
        format!("{title}{options}")
    }

    fn game(&self) -> &str {
        self.0.text.name()
    }

    fn usual(of: &str) -> Result<Rules<F>, Conflict> {
        let none = |message: String| Conflict {
            options: &[],
            message,
        };
        let text = library::game(of, F::NAME);
        let text = text
            .ok_or_else(|| none("which game is meant? Give its text: --rules FILE".to_owned()))?;
        let chosen = vec![0; text.options.len()];
        Rules::of(&text, &chosen).map_err(|error| none(error.to_string()))
    }

    fn how_to_play(&self) -> String {
        let keys = self.0.text.play_in_keys(&self.0.chosen);
        let said = match self.0.text.lines("how to play") {
            said if said.is_empty() => keys,
            // Whoever wrote the text sees what was read.
            said if self.game().contains('@') => format!("{said}\n\n{keys}"),
            said => said,
        };
        let [x, o] = self.facts().start().unwrap_or_default();
        let rows = self.board().draw(|point| match () {
            () if x.has(point) => 'x',
            () if o.has(point) => 'o',
            () => '.',
        });
        // Of a large grid the points alone.
        let step = if self.board().is_grid() && rows.len() > 11 {
            2
        } else {
            1
        };
        let rows = rows.into_iter().step_by(step);
        let row = |row: Vec<char>| {
            let row: String = row.into_iter().collect();
            let row = if step == 2 {
                row.replace('-', " ")
            } else {
                row
            };
            format!("  {}\n", row.trim_end())
        };
        let drawing = rows.map(row).collect::<String>();
        format!("{drawing}\n{said}\n")
    }

    fn info(of: &str) -> Option<GameInfo> {
        info::<F>(of)
    }

    fn value_of(&self, option: &str) -> Option<String> {
        let text = &self.0.text;
        let at = text.options.iter().position(|known| known.name == option)?;
        text.options[at]
            .words()
            .nth(self.0.chosen[at])
            .map(str::to_owned)
    }

    fn with_value(self, option: &str, text: &str) -> Result<Rules<F>, RulesError> {
        let others = self.0.text.options.iter().map(|known| known.name.as_str());
        let others = others.filter(|known| *known != option);
        let others = others.filter_map(|known| Some(format!(",{known}={}", self.value_of(known)?)));
        Rules::read(
            &format!("{option}={text}{}", others.collect::<String>()),
            self.game(),
        )
    }

    fn described(text: &str) -> Option<Result<Rules<F>, (usize, usize, String)>> {
        let fault = |error: TextError| (error.place.line, error.place.column, error.message);
        Some(Rules::of_text(text).map_err(fault))
    }
}

/// The options and presets of a game that comes with siga, or of a text that was given; `None` for another name.
fn info<F: Family>(name: &str) -> Option<GameInfo> {
    static INFOS: OnceLock<Mutex<Vec<GameInfo>>> = OnceLock::new();
    let infos = INFOS.get_or_init(|| {
        let infos = library::all().iter().map(|text| described(text));
        Mutex::new(infos.collect())
    });
    let mut infos = infos.lock().unwrap_or_else(PoisonError::into_inner);
    if !infos.iter().any(|info| info.game == name) {
        let given = library::game(name, F::NAME).filter(|game| game.name() == name)?;
        infos.push(described(Box::leak(Box::new(given.as_ref().clone()))));
    }
    let info = infos.iter().find(|info| info.game == name)?;
    let rules = Rules::<F>::usual(name).ok();
    Some(GameInfo {
        how_to_play: rules.map_or_else(String::new, |rules| rules.how_to_play()),
        ..info.clone()
    })
}

/// The description of a text: made once for each game, and kept.
fn described(text: &'static GameText) -> GameInfo {
    let kept = |words: String| -> &'static str { words.leak() };
    let usual = || ("usual".to_owned(), vec![0; text.options.len()]);
    let presets: &'static [(String, Vec<usize>)] = match text.presets.is_empty() {
        true => vec![usual()].leak(),
        false => &text.presets,
    };
    let about = |name: &str, what: &str| kept(text.words(&format!("{what} {name}")));
    let options = text.options.iter().enumerate().map(|(at, option)| {
        let words: Vec<&'static str> = option.words().collect();
        let of = |(name, chosen): &'static (String, Vec<usize>)| {
            (name.as_str(), words[chosen[at]].to_owned())
        };
        OptionInfo {
            name: &option.name,
            values: text.allowed(at),
            known: words.clone(),
            default: words[0].to_owned(),
            presets: presets.iter().map(of).collect(),
            meaning: about(&option.name, "about"),
            source: about(&option.name, "source"),
        }
    });
    let preset = |(name, _): &'static (String, Vec<usize>)| Preset {
        rules: (),
        name,
        meaning: match text.presets.is_empty() {
            true => "the usual rules",
            false => about(name, "about"),
        },
        assumed: Vec::new(),
        source: match text.presets.is_empty() {
            true => kept(text.words("source")),
            false => about(name, "source"),
        },
    };
    let example = text
        .options
        .first()
        .and_then(|option| option.words().nth(1).map(|word| (option, word)));
    GameInfo {
        game: text.name(),
        example: example.map_or(text.name(), |(option, word)| {
            kept(format!("{}:{}={word}", text.name(), option.name))
        }),
        how_to_play: String::new(),
        presets: presets.iter().map(preset).collect(),
        options: options.collect(),
    }
}

fn no_game<F: Family>(text: &str, name: &str) -> RulesError {
    let names = library::games(F::NAME).map(|game| game.name());
    RulesError {
        at: 0..name.len().min(text.len()),
        message: format!(
            "`{name}` is no game of this family: they are {}",
            itertools::join(names, ", ")
        ),
    }
}

impl<F> Clone for Rules<F> {
    fn clone(&self) -> Rules<F> {
        Rules(self.0.clone())
    }
}

impl<F> PartialEq for Rules<F> {
    fn eq(&self, other: &Rules<F>) -> bool {
        self.0.written == other.0.written
    }
}

impl<F> Eq for Rules<F> {}

impl<F> Hash for Rules<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.written.hash(state);
    }
}

impl<F> fmt::Debug for Rules<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written)
    }
}

impl<F> fmt::Display for Rules<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written)
    }
}

impl<F: Family> FromStr for Rules<F> {
    type Err = RulesError;

    /// Reads `teeko:goals=58` or another rules text that begins with the name of a game.
    ///
    /// # Errors
    /// If the game, the preset, an option or its value does not exist, an option comes twice, or the options do not go together.
    fn from_str(text: &str) -> Result<Rules<F>, RulesError> {
        Rules::read(text, F::NAME)
    }
}
