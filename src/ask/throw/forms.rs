//! The disputed points of a throw's notation: forms that people mean in more than one way.

use crate::ask::disputes::{Change, Point};
use crate::chance::expr::{
    Case, Expr, Faces, Held, Operator, Range, Relation, Reroll, Score, Ties,
};

/// A throw written otherwise, and what is assumed by it.
type Other = (&'static str, Expr);

/// Another throw in the place of cards dealt from a deck.
type Redealt<'a> = &'a dyn Fn(u32, &[(i64, u64)]) -> Option<Expr>;

/// The greatest number of other forms of one throw.
const MAX_FORMS: usize = 8;

/// The disputed points of the outermost form, of that of which a table gives the scores, and of what is added, multiplied or compared.
/// Each is the whole throw written otherwise, so that no two of them go together.
pub(super) fn forms(spec: &Expr) -> Vec<Point> {
    let (about, others) = own_forms(spec);
    let others = others.into_iter().filter(|(_, other)| other != spec);
    let mut points: Vec<Point> = others
        .map(|(says, other)| {
            let option = other.to_string();
            Change::Form(other).point((about, 1), option, says)
        })
        .collect();
    for (at, part) in spec.parts().into_iter().enumerate() {
        if points.len() >= MAX_FORMS || with_part(spec, at, Expr::Outcome).is_none() {
            break;
        }
        let inner = forms(part).into_iter();
        points.extend(inner.filter_map(|point| {
            let Change::Form(other) = point.change else {
                return None;
            };
            let (other, mut assumption) = (with_part(spec, at, other)?, point.assumption);
            assumption.option = Some(other.to_string());
            let change = Change::Form(other);
            Some(Point { change, assumption })
        }));
    }
    points.truncate(MAX_FORMS);
    if let Some(first) = points.first().map(|first| first.assumption.about.clone()) {
        (points.iter_mut()).for_each(|point| point.assumption.about.clone_from(&first));
    }
    points
}

/// Whether these are dice or cards as they are thrown.
fn thrown(pool: &Expr) -> bool {
    matches!(
        pool,
        Expr::Repeat(..) | Expr::Copies(..) | Expr::Tuple(_) | Expr::Deal(..)
    )
}

/// Whether either side of an operator can be meant otherwise by itself.
fn is_by_itself(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Sum | Operator::Difference | Operator::Product | Operator::Compare(_)
    )
}

/// The same with another part, where a part can be meant otherwise by itself.
fn with_part(spec: &Expr, at: usize, part: Expr) -> Option<Expr> {
    let part = Box::new(part);
    Some(match (spec.clone(), at) {
        (Expr::Score(_, cases), 0) => Expr::Score(part, cases),
        (Expr::Binary(operator, a, b), at) if is_by_itself(operator) => match at {
            0 => Expr::Binary(operator, part, b),
            _ => Expr::Binary(operator, a, part),
        },
        (Expr::Negative(_), 0) => Expr::Negative(part),
        (Expr::Absolute(_), 0) => Expr::Absolute(part),
        _ => return None,
    })
}

/// The subject of the outermost form, and how else it may be meant.
fn own_forms(spec: &Expr) -> (&'static str, Vec<Other>) {
    match spec {
        Expr::Binary(rounding @ (Operator::Quotient | Operator::QuotientUp), a, b) => {
            ("rounding of quotients", quotients(*rounding, a, b))
        }
        Expr::Slice(places, pool) if thrown(pool) => {
            let says = match (places.from, places.to) {
                (1, 0..) => "the highest are kept",
                (..=-1, -1) => "the lowest are kept",
                (1, _) => "the lowest are dropped",
                (_, -1) => "the highest are dropped",
                _ => "places are counted from the highest",
            };
            (
                "kept",
                vec![(says, Expr::Slice(places.mirrored(), pool.clone()))],
            )
        }
        Expr::Explode(limit, of) => {
            let (other, says) = match limit {
                None => (Some(1), "a die is thrown again at most once"),
                Some(_) => (None, "a die is thrown again without limit"),
            };
            ("again", vec![(says, Expr::Explode(other, of.clone()))])
        }
        Expr::Reroll(Reroll::UntilNot, on, of) => {
            let other = Expr::Reroll(Reroll::AtMost(1), on.clone(), of.clone());
            ("again", vec![("a die is thrown again only once", other)])
        }
        Expr::Reroll(Reroll::AtMost(_), on, of) => {
            let other = Expr::Reroll(Reroll::UntilNot, on.clone(), of.clone());
            let says = "a die is thrown again until it shows something else";
            ("again", vec![(says, other)])
        }
        Expr::Copies(count, of) => ("how many", vec![(FIRST_COUNTS, with_the_first(count, of))]),
        Expr::Deal(hands, deck) => {
            let [cards] = hands.as_slice() else {
                return ("", Vec::new());
            };
            let back = (PUT_BACK, put_back(*cards, deck));
            let aces = other_aces(deck).map(|(says, deck)| (says, Expr::Deal(hands.clone(), deck)));
            ("cards", std::iter::once(back).chain(aces).collect())
        }
        Expr::Held(held, pools) => ("pools", of_pools(spec, held, pools)),
        Expr::Matched(a, b, own) => {
            let others = TIES.iter().filter(|(ties, _)| ties != own);
            let matched = |ties| Expr::Matched(a.clone(), b.clone(), ties);
            (
                "ties",
                others.map(|(ties, says)| (*says, matched(*ties))).collect(),
            )
        }
        _ => ("", Vec::new()),
    }
}

const PUT_BACK: &str = "each card is put back before the next is drawn";
const FIRST_COUNTS: &str = "the throw that says how many counts as well";

/// The ways to count ties of matched pools.
const TIES: [(Ties, &str); 3] = [
    (Ties::Neither, "a tie counts for neither side"),
    (Ties::First, "a tie counts for the side written first"),
    (Ties::Second, "a tie counts for the side written second"),
];

fn quotients(rounding: Operator, a: &Expr, b: &Expr) -> Vec<Other> {
    let (other, says) = match rounding {
        Operator::QuotientUp => (Operator::Quotient, "quotients are rounded down"),
        _ => (Operator::QuotientUp, "quotients are rounded up"),
    };
    let mut others = vec![(says, Expr::binary(other, a.clone(), b.clone()))];
    let &Expr::Number(divisor @ 1..=1_000_000) = b else {
        return others;
    };
    let twice = Expr::binary(Operator::Product, Expr::Number(2), a.clone());
    let more = Expr::binary(Operator::Sum, twice, b.clone());
    let nearest = Expr::binary(Operator::Quotient, more, Expr::Number(2 * divisor));
    others.push((
        "quotients are rounded to the nearest number, halves up",
        nearest,
    ));
    let takes_off = |part: &Expr| {
        matches!(
            part,
            Expr::Binary(Operator::Difference, ..) | Expr::Negative(_)
        )
    };
    if a.any(takes_off) {
        let of = |relation, rounding| {
            let relation = Operator::Compare(relation);
            let holds = Expr::binary(relation, Expr::Outcome, Expr::Number(0));
            let value = Expr::binary(rounding, Expr::Outcome, b.clone());
            Expr::binary(Operator::Product, holds, value)
        };
        let above = of(Relation::Greater, Operator::Quotient);
        let below = of(Relation::Less, Operator::QuotientUp);
        let value = Expr::binary(Operator::Sum, above, below);
        others.push(("quotients are rounded towards zero", scored(a, value)));
    }
    others
}

/// A throw of which each outcome `x` counts a value.
fn scored(of: &Expr, value: Expr) -> Expr {
    let case = Case {
        keys: Vec::new(),
        value: Score::Value(value),
        again: false,
    };
    Expr::Score(Box::new(of.clone()), vec![case])
}

/// As many copies as a throw shows, and that number added.
fn with_the_first(count: &Expr, of: &Expr) -> Expr {
    let copies = Expr::Copies(Box::new(Expr::Outcome), Box::new(of.clone()));
    scored(count, Expr::binary(Operator::Sum, Expr::Outcome, copies))
}

fn of_pools(spec: &Expr, held: &Held, pools: &[Expr]) -> Vec<Other> {
    let dealt = |other: Redealt<'_>| {
        let pool = |pool: &Expr| match pool {
            Expr::Deal(hands, deck) => {
                let other = hands.first().and_then(|cards| other(*cards, deck));
                other.unwrap_or_else(|| pool.clone())
            }
            pool => pool.clone(),
        };
        Expr::Held(held.clone(), pools.iter().map(pool).collect())
    };
    let mut others = vec![(PUT_BACK, dealt(&|cards, deck| Some(put_back(cards, deck))))];
    match held {
        Held::Sets(sizes) => {
            let (to, says) = match sizes.as_slice() {
                [Range { from, to: i64::MAX }] => (*from, "a set has exactly that many"),
                [_, ..] => (i64::MAX, "a set may have more"),
                [] => return others,
            };
            let other = Range {
                from: sizes[0].from,
                to,
            };
            others.push((says, Expr::Held(Held::Sets(vec![other]), pools.to_vec())));
        }
        Held::Straight | Held::Sum(_) => {
            let says = pools.iter().find_map(|pool| match pool {
                Expr::Deal(_, deck) => other_aces(deck).map(|(says, _)| says),
                _ => None,
            });
            let aces = |cards, deck: &[_]| Some(Expr::Deal(vec![cards], other_aces(deck)?.1));
            others.extend(says.map(|says| (says, dealt(&aces))));
        }
        _ => {}
    }
    if matches!(held, Held::Count(_) | Held::Contains(_) | Held::Sets(_)) {
        let relation = Operator::Compare(Relation::GreaterOrEqual);
        let any = Expr::binary(relation, spec.clone(), Expr::Number(1));
        others.push(("it counts whether there is one, not how many", any));
    }
    others
}

/// Cards drawn and put back.
fn put_back(cards: u32, deck: &[(i64, u64)]) -> Expr {
    Expr::Repeat(cards, Box::new(Expr::Die(Faces::List(deck.to_vec()))))
}

/// The same deck with its aces low, or high, if it has one kind of them and no values but those of playing cards.
fn other_aces(deck: &[(i64, u64)]) -> Option<(&'static str, Vec<(i64, u64)>)> {
    const LOW: i64 = 1;
    const HIGH: i64 = 14;
    let has = |value: i64| deck.iter().any(|(card, _)| *card == value);
    let (own, other, says) = match (has(LOW), has(HIGH)) {
        (true, false) => (LOW, HIGH, "aces are high"),
        (false, true) => (HIGH, LOW, "aces are low"),
        _ => return None,
    };
    if deck.iter().any(|(card, _)| !(LOW..=HIGH).contains(card)) {
        return None;
    }
    let moved = |card: i64| if card == own { other } else { card };
    let mut deck: Vec<_> = deck
        .iter()
        .map(|&(card, count)| (moved(card), count))
        .collect();
    deck.sort_unstable();
    Some((says, deck))
}
