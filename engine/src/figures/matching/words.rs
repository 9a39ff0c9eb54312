//! The meaning of headings and labels, in the languages in which such tables are printed.

use std::sync::LazyLock;

use num_bigint::BigInt;
use num_traits::Zero;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::figures::figure::Scale;
use crate::figures::reading::Odds;

/// A text as it is compared: small letters without marks, digits, and single blanks.
pub(super) fn plain(text: &str) -> String {
    let letters = text.nfkd().filter(|c| !is_combining_mark(*c));
    let spaced: String = letters
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words for one thing; `*` stands for any ending.
type Entry = (&'static str, &'static str);

/// Names of series and keys, each with the words for it, separated by commas.
const NAMES: [Entry; 16] = [
    (
        "flat",
        "flat, flat side*, flat sides up, white side*, white sides up, white up, whites, white, mouths up, mouths, marked sides, marked sides up, \
         marks, marks up, flache seite*, flache seiten oben, weisse seite*, weisse seiten, weisse seiten oben, weiss oben, batons a plat, \
         a plat, cotes plats, faces blanches, blancs, caras blancas, caras planas, lati bianchi, facce bianche, facce piatte, hvide sider, hvide op, \
         flade sider, witte kanten, platte kanten, белых сторон, белые стороны, плоских сторон",
    ),
    (
        "round",
        "round, round side*, round sides up, black side*, black sides up, black up, runde seite*, runde seiten oben, schwarze seite*, \
         schwarz oben, cotes ronds, faces rondes, caras redondas, facce rotonde, runde sider, ronde kanten, круглых сторон",
    ),
    (
        "name",
        "name*, nom, nombre, nome, navn, naam, namn, nazwa, название, имя, bezeichnung",
    ),
    (
        "sd",
        "standard deviation, sd, s d, std, stdev, deviation, standardabweichung, streuung, ecart type, desviacion tipica, desviacion estandar, \
         deviazione standard, scarto tipo, desvio padrao, standaardafwijking, standardafvigelse, standardavvik, standardavvikelse, \
         odchylenie standardowe, стандартное отклонение, среднеквадратичное отклонение",
    ),
    (
        "at_least",
        "at least, or more, or better, or higher, mindestens, wenigstens, oder mehr, au moins, ou plus, al menos, \
         o mas, almeno, o piu, pelo menos, ou mais, minstens, ten minste, of meer, mindst, eller flere, eller mer, \
         minst, co najmniej, ne menee, не менее, по меньшей мере, и более, или больше, 以上",
    ),
    (
        "at_most",
        "at most, or less, or fewer, or worse, or lower, hochstens, oder weniger, au plus, ou moins, so far, by then, como maximo, \
         a lo sumo, o menos, al massimo, al piu, o meno, no maximo, ou menos, hoogstens, ten hoogste, of minder, \
         hojst, højst, høyst, eller faerre, eller færre, eller mindre, hogst, co najwyzej, не более, и менее, или меньше, 以下",
    ),
    (
        "cumulated",
        "cumulat*, cumul, cumule*, kumul*, kumuliert*, acumulad*, cumulata, cumulativ*, gecumuleerd*, skumulowan*, \
         накоплен*, кумулятивн*, running total",
    ),
    (
        "on_rethrow",
        "use of dal dal, using dal dal, on dal dal, holes on dal dal, dal dal, nutzung von dal dal, utilisation de dal dal, \
         использование дал дала, дал дал*, brug af dal dal, bruk av dal dal, use of an extra throw, use of extra throw, \
         use of the extra throw, on rethrow",
    ),
    (
        "again",
        "extra throw*, extra roll*, extra turn*, another throw, another roll, throw again, roll again, throws again, \
         again, bonus throw, bonus roll, free throw, extrawurf, zusatzwurf, freiwurf, nochmal*, nochmal werfen, noch einmal, noch einmal werfen, nochmals, weiterer wurf, \
         erneut*, lancer supplementaire, jet supplementaire, coup supplementaire, on rejoue, rejoue*, rejouer, relance*, tirada extra, \
         tiro extra, lanzamiento extra, tira de nuevo, repite, repetir, lancio extra, tiro supplementare, \
         rilancia, ritira, jogada extra, lance extra, joga de novo, extra worp, nogmaals, opnieuw, ekstra kast, ekstrakast, kast igen, slar igen, slå igen, sla igen, kast igjen, \
         extra kast, extrakast, kasta igen, dodatkowy rzut, rzut dodatkowy, дополнительный бросок, доп бросок, еще бросок, \
         ещё бросок, повторный бросок, бросает снова",
    ),
    (
        "hits",
        "throws that take, number of throws, winning throws, throws that hit, anzahl der wurfe, nombre de coups",
    ),
    (
        "weight",
        "weight*, quantity, count, frequency count, way, ways, combination*, case, cases, number of ways, number of cases, favourable, favorable, favourable cases, \
         moglichkeit*, anzahl, falle, gunstige falle, kombination*, combinaison*, cas, cas favorables, nombre de cas, facons, \
         combinacion*, casos, casos favorables, maneras, combinazion*, casi, casi favorevoli, modi, combinac*, \
         combinatie*, aantal, manieren, gevallen, antal, antall, mader, muligheder, tilfaelde, muligheter, \
         mojligheter, satt, sposob*, kombinacj*, liczba, комбинаци*, число комбинаций, число способов, способ*, случа*, вариант*, число случаев, \
         경우의 수, 場合の数",
    ),
    (
        "mean",
        "mean, avg, average, expected value, expectation, expected, mittel*, durchschnitt*, erwartungswert, moyenne, esperance, media, promedio, esperanza, valor esperado, valore atteso, gemiddelde, verwachting, gennemsnit*, middelvaerdi, gjennomsnitt, forventning, medelvarde, srednia, среднее*, матожидание, математическое ожидание",
    ),
    (
        "variance",
        "variance, var, varianz, varianza, variancia, varians, wariancja, дисперсия",
    ),
    (
        "probability",
        "probabilit*, probabilid*, probab*, prob, props, prop, p, pr, chance, chances, likelihood, odds, frequenc*, relative frequenc*, \
         proportion*, percentage*, percent, per cent, share, decimal, fraction, relative haufigkeit, haufigkeit*, wahrscheinlich*, wkeit, w keit, ws, quote, anteil, \
         prozent*, wahrsch, prozentsatz, pourcentage, pourcent, frequence*, frecuencia*, porcentaje, frequenz*, percentual*, porcentagem, frequencia*, \
         kans, kansen, waarschijnlijkhe*, procent*, sandsynlighe*, sands, chancen, sannsynlighe*, sjanse*, sannolikhe*, chans*, \
         prawdopodobienstw*, szans*, вероятност*, вер, шанс*, частот*, доля, процент*, олас*, olasilik*, todennakois*, pravdepodob*, pravdepodobnost*, \
         valoszinuseg*, πιθανοτητ*, 확률, 確率, 概率, 機率, 几率, احتمال*, הסתברות, סיכוי",
    ),
    (
        "behind",
        "behind, distance*, hole, holes, cell, cells, pips, points away, away, square*, positions behind, holes behind, distanz, abstand, entfernung, \
         felder, locher, lochern, positionen, distancia*, distanza, distanze, casilla*, casell*, posizion*, posicion*, afstand*, velden, avstand, avstand*, huller, hull, \
         felter, fält, steg, odleglosc, pol, расстояни*, дистанци*, позици*, лун*, 거리, 距離",
    ),
    (
        "outcome",
        "outcome*, throw, throws, roll, rolls, sum, score*, value, values, result*, move, moves, points, point, pips, number, spots, \
         wurf, wurfe, wert, werte, augen, augenzahl, punkte, punkt, summe, ergebnis*, zug, zuge, feld, lancer, jet, coup, coups, valeur*, resultat*, somme, score, \
         tirada*, lanzamiento*, valor, valores, resultado*, suma, puntos, puntuacion, lancio, lanci, tiro, tiri, valore, \
         valori, risultat*, somma, punti, punteggio, lance*, jogada*, soma, pontos, worp*, waarde*, uitkomst*, som, ogen, kast, \
         vaerdi*, værdi, resultat, sum, oje, øjne, verdi, utfall, poeng, summa, varde, poang, rzut*, wartosc*, wynik*, oczka, punkty, \
         бросок, броск*, значени*, сумма, очки, очк*, результат*, ход, ходы, исход*, выпало, 값, 結果, 点数",
    ),
];

/// Words that may stand in a heading and change nothing of what it names.
const NOTATION: &str = "in, as, en, w, im, per, cent, percent, approx, approximate, approximately, appr, ca, circa, about, rounded, exact, exactly, decimal, \
    fraction, dezimal, bruch, exakt, genau, gerundet, ungefahr, arrondi*, environ, redondead*, aprox, exact*, dans, por, pour, \
    ciento, cento, prozent, procent, prosent, процент*, проценты, в, около, примерно, the, der, die, das, la, le, les, el, los, o, de, du, des, of, \
    von, di, del, della, do, da, av, af, van, against, for, on, no, nr, as, a, pct, x, k, n, 1, one";

/// Words that turn the meaning of a heading round, or narrow it to something else.
const OTHERWISE: &str = "not, no, non, never, miss*, fail*, lose, losing, loss, without, second, both, nicht, kein*, ohne, pas, sans, \
    jamais, sin, nunca, senza, mai, sem, niet, geen, zonder, ikke, uden, uten, inte, utan, nie, bez, не, без, complement*";

/// Words for the sum of a column.
const TOTAL: &str = "total, totals, totale, totales, totaux, sum, sums, sum total, all, together, gesamt, summe, insgesamt, zusammen, alle, \
    somme, ensemble, suma, totaal, som, samlet, i alt, ialt, summa, totalt, razem, ogolem, итого, всего, сумма, σ, ∑, 합계, 計, 合計";

/// Yes and no.
const YES: &str =
    "yes, y, ja, j, oui, si, sim, s, tak, да, д, true, wahr, vrai, jah, evet, kylla, 예, はい, 是";
const NO: &str = "no, n, nein, non, nao, nej, nei, nee, nie, нет, н, false, falsch, faux, hayir, ei, 아니오, いいえ, 否";

/// Numbers from 0 on, in words.
const NUMBERS: [&str; 13] = [
    "zero, no, null, none, kein, pas de, ningun, nessun, cero, nul, noll, zéro, ноль, нуль, keine, keiner, aucun, ninguno, nessuno, nenhum, geen, ingen, inga, żaden",
    "one, ein, eins, eine, un, une, uno, una, um, uma, een, en, et, én, ett, jeden, один, одна, одно",
    "two, zwei, deux, dos, due, dois, duas, twee, to, två, dwa, dwie, два, две",
    "three, drei, trois, tres, três, tre, drie, trzy, три",
    "four, vier, quatre, cuatro, quattro, quatro, fire, fyra, cztery, четыре",
    "five, fünf, cinq, cinco, cinque, vijf, fem, pięć, пять",
    "six, sechs, seis, sei, zes, seks, sex, sześć, шесть",
    "seven, sieben, sept, siete, sette, sete, zeven, syv, sju, siedem, семь",
    "eight, acht, huit, ocho, otto, oito, otte, åtte, åtta, osiem, восемь",
    "nine, neun, neuf, nueve, nove, negen, ni, nio, dziewięć, девять",
    "ten, zehn, dix, diez, dieci, dez, tien, ti, tio, dziesięć, десять",
    "eleven, elf, onze, once, undici, elleve, elva, jedenaście, одиннадцать",
    "twelve, zwölf, douze, doce, dodici, doze, twaalf, tolv, dwanaście, двенадцать",
];

/// A word as it is compared, and whether any ending may follow.
type Word = (String, bool);

/// Phrases of words.
fn phrases(list: &str) -> Vec<Vec<Word>> {
    let word = |word: &str| (plain(word), word.ends_with('*'));
    let words = |phrase: &str| {
        phrase
            .split_whitespace()
            .map(word)
            .filter(|(word, _)| !word.is_empty())
            .collect()
    };
    list.split(',')
        .map(words)
        .filter(|phrase: &Vec<Word>| !phrase.is_empty())
        .collect()
}

/// The words of a phrase, in order.
type Phrase = Vec<Word>;

/// All names with their phrases.
static NAMED: LazyLock<Vec<(&str, Vec<Phrase>)>> = LazyLock::new(|| {
    NAMES
        .iter()
        .map(|(name, list)| (*name, phrases(list)))
        .collect()
});
static NOTATIONS: LazyLock<Vec<Vec<Word>>> = LazyLock::new(|| phrases(NOTATION));
static OTHERWISES: LazyLock<Vec<Vec<Word>>> = LazyLock::new(|| phrases(OTHERWISE));
static TOTALS: LazyLock<Vec<Vec<Word>>> = LazyLock::new(|| phrases(TOTAL));
static YESES: LazyLock<Vec<Vec<Word>>> = LazyLock::new(|| phrases(YES));
static NOES: LazyLock<Vec<Vec<Word>>> = LazyLock::new(|| phrases(NO));
static NUMERALS: LazyLock<Vec<Vec<Vec<Word>>>> =
    LazyLock::new(|| NUMBERS.iter().map(|list| phrases(list)).collect());

fn is_word(word: &str, (pattern, open): &Word) -> bool {
    match open {
        true => word.starts_with(pattern.as_str()),
        false => word == pattern,
    }
}

/// Whether the words are just this phrase.
fn is_phrase(words: &[&str], phrase: &[Word]) -> bool {
    words.len() == phrase.len()
        && words
            .iter()
            .zip(phrase)
            .all(|(word, pattern)| is_word(word, pattern))
}

/// Whether a text is one of these phrases.
fn among(text: &str, list: &[Vec<Word>]) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    list.iter().any(|phrase| is_phrase(&words, phrase))
}

/// The certainty with which a heading names something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// It says something more, which may make it something else.
    Partly,
    /// It says this, and in which notation.
    Wholly,
}

/// The thing that a heading names, if it is known.
pub(super) fn named(heading: &str) -> Option<(&'static str, Certainty)> {
    if heading.contains(['≥', '⩾']) || heading.contains(">=") {
        return Some(("at_least", Certainty::Wholly));
    }
    if heading.contains(['≤', '⩽']) || heading.contains("<=") {
        return Some(("at_most", Certainty::Wholly));
    }
    let text = plain(heading);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut best: Option<(&'static str, Certainty, usize)> = None;
    for (name, list) in NAMED.iter() {
        for phrase in list {
            let length = phrase.len();
            let found = words
                .windows(length)
                .position(|there| is_phrase(there, phrase));
            let Some(at) = found else { continue };
            let other = |(i, word): (usize, &&str)| {
                let own = (at..at + length).contains(&i);
                own || among(word, &NOTATIONS) || word.parse::<u64>().is_ok()
            };
            let sure = match words.iter().enumerate().all(other) {
                true => Certainty::Wholly,
                false => Certainty::Partly,
            };
            // A letter in a sentence is no name.
            let is_letter = length == 1 && phrase[0].0.chars().count() < 3 && !phrase[0].1;
            if sure == Certainty::Partly && is_letter {
                continue;
            }
            if best.is_none_or(|(_, known, long)| (sure, length) > (known, long)) {
                best = Some((name, sure, length));
            }
        }
    }
    best.map(|(name, sure, _)| (name, sure))
}

/// Whether a label is that of a sum.
pub(super) fn is_total(label: &str) -> bool {
    matches!(label.trim(), "Σ" | "∑" | "=") || among(&plain(label), &TOTALS)
}

/// The property of the whole that a label names: `mean`, `variance`.
pub(super) fn fact(label: &str) -> Option<&'static str> {
    let (name, sure) = named(label)?;
    (sure == Certainty::Wholly && matches!(name, "mean" | "variance" | "sd")).then_some(name)
}

/// Yes or no, if a cell says one of them.
pub(super) fn yes_or_no(text: &str) -> Option<bool> {
    match text.trim() {
        "✓" | "✔" | "☑" | "✅" | "+" | "*" | "•" | "●" | "×" | "x" | "X" => {
            return Some(true);
        }
        "✗" | "✘" | "❌" | "☐" | "○" => return Some(false),
        _ => {}
    }
    let word = plain(text);
    if among(&word, &YESES) {
        Some(true)
    } else if among(&word, &NOES) {
        Some(false)
    } else {
        throws_again(&word)
    }
}

/// Whether words say that something throws again, or that it does not.
fn throws_again(word: &str) -> Option<bool> {
    let phrases = &NAMED.iter().find(|(name, _)| *name == "again")?.1;
    let words: Vec<&str> = word.split_whitespace().collect();
    let said = phrases.iter().any(|phrase| {
        words.len() <= phrase.len() + 2
            && words
                .windows(phrase.len())
                .any(|there| is_phrase(there, phrase))
    });
    said.then(|| !words.iter().any(|word| among(word, &OTHERWISES)))
}

/// The number that a word is.
pub(super) fn number_word(text: &str) -> Option<usize> {
    let word = plain(text);
    NUMERALS.iter().position(|list| among(&word, list))
}

/// The one number, in digits or as a word, among other words: `no white`, `one white side`.
pub(super) fn number_in(text: &str) -> Option<usize> {
    let plain = plain(text);
    let mut numbers = plain
        .split(' ')
        .filter_map(|word| word.parse().ok().or_else(|| number_word(word)));
    numbers.next().filter(|_| numbers.next().is_none())
}

/// The scale that a heading gives to the plain numbers under it.
pub(super) fn scale_of(heading: &str) -> Option<Scale> {
    let lower = heading.to_lowercase();
    let text = plain(heading);
    let has = |stem: &str| text.split(' ').any(|word| word.starts_with(stem));
    let percent = [
        "percent",
        "prozent",
        "pourcent",
        "porcent",
        "percentu",
        "procent",
        "prosent",
        "процент",
    ];
    if lower.contains(['%', '٪', '％'])
        || percent.iter().any(|stem| has(stem))
        || [
            "per cent",
            "pour cent",
            "por ciento",
            "per cento",
            "por cento",
        ]
        .iter()
        .any(|words| text.contains(words))
    {
        return Some(Scale::Percent);
    }
    if lower.contains('‰') || has("promille") || has("permille") || text.contains("per mille") {
        return Some(Scale::PerMille);
    }
    if text.contains("1 in") || text.contains("one in") {
        return Some(Scale::OneIn);
    }
    out_of(&lower)
}

/// The scale of a heading that ends in a number: `ways of 61`, `/36`, `von 256`.
fn out_of(lower: &str) -> Option<Scale> {
    let trimmed = lower.trim_end_matches([')', ']', ' ', '.']);
    let digits = trimmed
        .chars()
        .rev()
        .take_while(char::is_ascii_digit)
        .count();
    let (before, number) = trimmed.split_at(trimmed.len() - digits);
    let before = before.trim_end();
    let words = [
        "of", "von", "sur", "de", "su", "di", "van", "uit", "af", "av", "z", "из", "/",
    ];
    let said = words.iter().any(|word| {
        before
            .strip_suffix(word)
            .is_some_and(|rest| *word == "/" || rest.is_empty() || rest.ends_with([' ', '(']))
    });
    number
        .parse::<BigInt>()
        .ok()
        .filter(|n| said && !n.is_zero())
        .map(Scale::OutOf)
}

/// The meaning that a heading gives to odds under it.
pub(super) fn odds_of(heading: &str) -> Option<Odds> {
    let text = plain(heading);
    let has = |word: &str| text.split(' ').any(|other| other == word);
    if has("against") || has("gegen") || has("contre") || has("contra") || has("contro") {
        Some(Odds::Against)
    } else if has("odds") && (has("for") || has("on")) {
        Some(Odds::For)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_in_many_languages() {
        for (heading, name) in [
            ("Wahrscheinlichkeit", "probability"),
            ("Approx. prop.", "probability"),
            ("P (in %)", "probability"),
            ("Вероятность, %", "probability"),
            ("Probabilité", "probability"),
            ("Probabilità", "probability"),
            ("Sandsynlighed", "probability"),
            ("Prawdopodobieństwo", "probability"),
            ("Wert", "outcome"),
            ("Möglichkeiten", "weight"),
            ("mindestens", "at_least"),
            ("P(X ≥ k)", "at_least"),
            ("Using dal-dal", "on_rethrow"),
            ("holes on dal-dal", "on_rethrow"),
            ("Extra throw", "again"),
            ("Positions behind", "behind"),
            ("Extrawurf?", "again"),
            ("chance of at least", "at_least"),
            ("ways of 61", "weight"),
        ] {
            assert_eq!(
                named(heading).map(|(name, _)| name),
                Some(name),
                "{heading}"
            );
        }
        assert_eq!(named("Foo"), None);
        assert_eq!(scale_of("Probability of 4 holes"), None);
        assert_eq!(scale_of("ways (of 36)"), Some(Scale::OutOf(36.into())));
        assert_eq!(yes_or_no("Да"), Some(true));
        assert_eq!(number_word("Fünf"), Some(5));
    }
}
