//! The headings of tables in eight languages.

/// The headings of a language.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) throw: &'static str,
    pub(super) distance: &'static str,
    pub(super) chance: &'static str,
    pub(super) ways: &'static str,
    pub(super) again: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
    pub(super) other: &'static str,
    pub(super) at_least: &'static str,
    pub(super) at_most: &'static str,
    pub(super) total: &'static str,
    pub(super) flat: &'static str,
}

/// A language a line: the words in the order of [`Words`].
const LANGUAGES: &str = "
    Throw; Distance; Probability; Ways; Extra throw; yes; no; Remark; At least; At most; Total; White sides up
    Wurf; Abstand; Wahrscheinlichkeit; Möglichkeiten; Extrawurf; ja; nein; Bemerkung; mindestens; höchstens; Summe; Weiße Seiten oben
    Valeur; Distance; Probabilité; Combinaisons; Lancer supplémentaire; oui; non; Remarques; au moins; au plus; Total; Bâtons à plat
    Tirada; Distancia; Probabilidad; Combinaciones; Tirada extra; sí; no; Nombre; al menos; como máximo; Total; Caras blancas
    Valore; Distanza; Probabilità; Combinazioni; Tiro supplementare; sì; no; Nome; almeno; al massimo; Totale; Facce bianche
    Kast; Afstand; Sandsynlighed; Muligheder; Ekstra kast; ja; nej; Navn; mindst; højst; I alt; Hvide sider
    Worp; Afstand; Kans; Combinaties; Extra worp; ja; nee; Naam; ten minste; ten hoogste; Totaal; Witte kanten
    Бросок; Расстояние; Вероятность; Комбинации; Дополнительный бросок; да; нет; Название; не менее; не более; Итого; Белых сторон
";

pub(super) fn languages() -> Vec<Words> {
    let lines = LANGUAGES.trim().lines();
    let words = lines.map(|line| {
        let mut words = line.trim().split("; ");
        let mut next = || words.next().expect("all words of a language");
        Words {
            throw: next(),
            distance: next(),
            chance: next(),
            ways: next(),
            again: next(),
            yes: next(),
            no: next(),
            other: next(),
            at_least: next(),
            at_most: next(),
            total: next(),
            flat: next(),
        }
    });
    words.collect()
}
