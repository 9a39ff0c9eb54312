//! The output of `siga … play` in a game, move after move.

use crate::oracles::case::{Case, Verdict};
use crate::oracles::ledger::Ledger;
use crate::oracles::or_verdict;
use crate::oracles::program::siga;

use super::cells::Board;
use super::judge::read;
use super::rules::{Position, Rules, other};
use super::values::{Claim, Truth, before, compare, in_order};

/// The lines that siga prints while one plays a side.
fn printed(case: &Case, side: &str, typed: String) -> Result<String, Verdict> {
    let game = case.get("rules").split(':').next().unwrap();
    let start = case.get("position");
    let mut arguments = vec![game, "play", "--rules", case.get("rules"), "--start", start];
    arguments.extend(["--as", side]);
    if !case.get("search").is_empty() {
        arguments.extend(["--search", case.get("search")]);
    }
    let mut command = siga(&arguments);
    let output = command.write_stdin(typed + "quit\n").output().unwrap();
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let status = output.status.code();
        let word = if status == Some(2) { "refused" } else { "" };
        return Err(Verdict::Fault(format!("{word} {status:?}\n{errors}")));
    }
    Ok(String::from_utf8(output.stdout).unwrap())
}

/// The moves of the machine, as long as it is its turn, keep the value where it says so.
pub(crate) fn machine(case: &Case) -> Verdict {
    let (rules, mut position) = read(case);
    let truth = Truth::of(&rules, case.get("rules"));
    let chooser = |position: &Position| {
        if rules.opponent_chooses(position) {
            other(position.side)
        } else {
            position.side
        }
    };
    let mine = chooser(&position);
    let side = (other(mine) as char).to_string();
    let text = or_verdict!(printed(case, &side, String::new()));
    let mut ledger = Ledger::default();
    let mut lines = text.lines().filter(|line| {
        line.get(1..)
            .is_some_and(|rest| rest.starts_with(" plays "))
    });
    while !rules.over(&position) && chooser(&position) == mine {
        let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let [who, "plays", made, best, how, ..] = words[..] else {
            return Verdict::Fault(format!("the machine's move is missing:\n{text}"));
        };
        let known = best == "(best," && how == "proved)";
        ledger.law(
            known || words[3..] == ["(best", "found,", "not", "proved)"],
            || text.clone(),
        );
        ledger.law(who.as_bytes() == [mine], || text.clone());
        let Some((_, _, after)) = rules.moves(&position).into_iter().find(|one| one.0 == made)
        else {
            return Verdict::Fault(format!("no move {made}:\n{text}"));
        };
        let (before_it, after_it) = (
            truth.known(Board::sets(&position)),
            truth.known(Board::sets(&after)),
        );
        if known && before_it.is_some() {
            ledger.law(after_it.map(before) == before_it, || {
                format!("{made} for {before_it:?} plies leaves {after_it:?}\n{text}")
            });
        }
        position = after;
    }
    ledger.law(lines.next().is_none(), || {
        format!("too many moves:\n{text}")
    });
    ledger.verdict()
}

/// Two people play the moves of the case, and ask of each position what it is worth.
pub(crate) fn play(case: &Case) -> Verdict {
    let (rules, mut position) = read(case);
    let truth = Truth::of(&rules, case.get("rules"));
    let moves: Vec<&str> = case.get("moves").split_whitespace().collect();
    let mut typed = String::from("value\nmoves\nhint\n");
    for one in &moves {
        typed += &format!("{one}\nvalue\nmoves\nhint\n");
    }
    let text = or_verdict!(printed(case, "both", typed));
    let search = case.get("search").parse().ok();
    let mut ledger = Ledger::default();
    // The text after each prompt.
    let mut blocks = text.split("\n> ").skip(1).map(|block| {
        let (typed, answer) = block.split_once('\n').unwrap_or((block, ""));
        (typed.to_owned(), answer.to_owned())
    });
    let mut block = |typed: &str| {
        let found = blocks.next();
        found
            .filter(|(command, _)| command == typed)
            .map(|found| found.1)
    };
    for made in 0..=moves.len() {
        let answers = (block("value"), block("moves"), block("hint"));
        let (Some(value), Some(listed), Some(hint)) = answers else {
            return Verdict::Fault(format!("no answers after {made} moves:\n{text}"));
        };
        let heard = Heard {
            rules: &rules,
            position: &position,
            truth: &truth,
            search,
        };
        if let Err(fault) = heard.judge(&mut ledger, &value, &listed, &hint) {
            return Verdict::Fault(format!("after {made} moves: {fault}"));
        }
        if let Some(one) = moves.get(made) {
            if block(one).is_none() {
                return Verdict::Fault(format!("{one} is not answered:\n{text}"));
            }
            let found = rules.moves(&position).into_iter().find(|two| two.0 == *one);
            position = found.unwrap().2;
        }
    }
    ledger.verdict()
}

/// The statement about a position.
struct Heard<'a> {
    rules: &'a Rules,
    position: &'a Position,
    truth: &'a Truth,
    /// How far the machine looks; nothing if it has solved the game.
    search: Option<u64>,
}

impl Heard<'_> {
    fn judge(
        &self,
        ledger: &mut Ledger,
        value: &str,
        listed: &str,
        hint: &str,
    ) -> Result<(), String> {
        let at = Board::sets(self.position);
        let side = self.position.side;
        let name = |side: u8| side as char;
        if self.rules.over(self.position) {
            let won = format!("{} has won.", name(other(side)));
            let right = [value, listed, hint].iter().all(|text| text.trim() == won);
            ledger.law(right, || format!("{won}: siga {value}{listed}{hint}"));
            return Ok(());
        }
        let claim = self.value(value.trim())?;
        match claim {
            Some(claim) => compare(ledger, "value", self.truth, at, claim, false),
            // The machine has looked so far.
            None => {
                let near = self.truth.known(at).flatten();
                let near = near.filter(|&plies| Some(plies) <= self.search);
                ledger.law(near.is_none(), || {
                    format!(
                        "value: not known, {:?} plies ahead; oracle {near:?}",
                        self.search
                    )
                });
            }
        }
        let mut lines = listed.trim().lines();
        let proved = match lines.next() {
            Some("Best first; number 1: best, proved.") => true,
            Some("Best first; number 1: best found, not proved.") => false,
            other => return Err(format!("moves: {other:?}")),
        };
        let moves = self.rules.moves(self.position);
        let mut claims = Vec::new();
        let mut names = Vec::new();
        let mut more = 0;
        for line in lines {
            if let Some(number) = line.trim().strip_prefix("and ") {
                more = number.trim_end_matches(" more").parse().unwrap();
                continue;
            }
            let (text, said) = line.split_once(": ").ok_or(line)?;
            let text = text.split_whitespace().nth(1).ok_or(line)?;
            let after = &moves.iter().find(|found| found.0 == text).ok_or(line)?.2;
            let one = worth(said)?;
            if let Some(claim) = one {
                compare(ledger, text, self.truth, Board::sets(after), claim, true);
            }
            names.push((text, said));
            claims.push(one);
        }
        ledger.law(claims.len() + more == moves.len(), || {
            format!("moves: {listed}")
        });
        let ranked: Vec<Claim> = claims.iter().map(|claim| claim.flatten()).collect();
        ledger.law(in_order(self.rules, self.position, &ranked), || {
            format!("not best first: {listed}")
        });
        ledger.law(proved == claim.is_some(), || format!("{value}{listed}"));
        if proved {
            ledger.law(claims[0] == claim, || format!("{value}{listed}"));
        }
        if let Some(open) = hint.strip_prefix("No best move is known here: ") {
            // Nothing may be known to be better than what is open, and the open moves stand first.
            let number = open
                .split(' ')
                .next()
                .and_then(|word| word.parse::<usize>().ok());
            let listed = claims.iter().take_while(|claim| claim.is_none()).count();
            let cut = names.len() < self.rules.moves(self.position).len();
            let right = number.is_some_and(|number| number == listed || cut && number > listed);
            ledger.law(!proved && right, || format!("{listed} open: siga {hint}"));
            return Ok(());
        }
        let how = if proved {
            "best, proved"
        } else {
            "best found, not proved"
        };
        let first = format!("{}: {} ({how}", names[0].0, names[0].1);
        ledger.law(hint.starts_with(&first), || format!("{first}: siga {hint}"));
        self.as_good(ledger, hint, &names, claim)
    }

    /// Whether so many moves are as good as the one hinted at.
    fn as_good(
        &self,
        ledger: &mut Ledger,
        hint: &str,
        names: &[(&str, &str)],
        claim: Option<Claim>,
    ) -> Result<(), String> {
        let said = match hint.split_once("; ") {
            Some((_, rest)) => rest.split(' ').next().and_then(|word| word.parse().ok()),
            None => Some(0),
        };
        let said: usize = said.ok_or(hint)?;
        let listed = names.iter().filter(|name| name.1 == names[0].1).count() - 1;
        let cut = names.len() < self.rules.moves(self.position).len();
        ledger.law(said == listed || cut && said > listed, || {
            format!("{listed} others as good: {hint}")
        });
        if let Some(claim) = claim {
            let moves = self.rules.moves(self.position);
            let known = moves
                .iter()
                .filter_map(|found| self.truth.known(Board::sets(&found.2)));
            let as_good = known.filter(|&there| before(there) == claim).count();
            let at_most = claim.is_none_or(|plies| plies > 1 && !self.whole());
            ledger.law(
                as_good == said + 1 || at_most && as_good <= said + 1,
                || format!("{as_good} moves of {claim:?} plies: {hint}"),
            );
        }
        Ok(())
    }

    fn whole(&self) -> bool {
        matches!(self.truth, Truth::Whole(_))
    }

    fn value(&self, said: &str) -> Result<Option<Claim>, String> {
        if said == "A draw (proved)." {
            return Ok(Some(None));
        }
        if said == "Who wins is not known." {
            return Ok(None);
        }
        let words: Vec<&str> = said.split(' ').collect();
        let [
            who @ ("x" | "o"),
            "wins",
            "in",
            plies,
            "ply" | "plies",
            "(proved).",
        ] = words[..]
        else {
            return Err(format!("value: {said}"));
        };
        let plies: u64 = plies.parse().map_err(|_| said)?;
        let wins = who.as_bytes() == [self.position.side];
        if wins != (plies % 2 == 1) || (plies == 1) != (words[4] == "ply") {
            return Err(format!("value: {said}"));
        }
        Ok(Some(Some(plies)))
    }
}

/// `win in 3`, `loss in 4`, `draw`, `not known`.
fn worth(said: &str) -> Result<Option<Claim>, String> {
    let words: Vec<&str> = said.split(' ').collect();
    let (odd, plies) = match words[..] {
        ["draw"] => return Ok(Some(None)),
        ["not", "known"] => return Ok(None),
        ["win", "in", plies] => (true, plies),
        ["loss", "in", plies] => (false, plies),
        _ => return Err(said.into()),
    };
    let plies: u64 = plies.parse().map_err(|_| said)?;
    if odd == (plies % 2 == 1) {
        Ok(Some(Some(plies)))
    } else {
        Err(said.into())
    }
}
