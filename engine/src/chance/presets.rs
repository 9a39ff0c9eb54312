//! Throws of traditional games, as data.

use crate::names;

/// A throw with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "NamedThrow")]
pub struct Preset {
    /// The name that can be written in place of a throw: `game` or `game:variant`.
    pub name: &'static str,
    /// The throw in the notation of throws, written as `Display` writes it.
    pub spec: &'static str,
    /// The game and the implements.
    pub title: &'static str,
    /// Where the values come from.
    pub source: &'static str,
}

impl Preset {
    /// The side of a stick or cowrie whose chance is the bias: `mouth up`, or `flat` as the notation has it.
    pub fn side(&self) -> &'static str {
        match self.title.contains("mouths up") {
            true => "mouth up",
            false => "flat",
        }
    }
}

/// All presets, by game. Sticks, beans and cowries count the sides named in the title.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "backgammon",
        spec: "(d6, d6) -> {(1, 1): 4, (2, 2): 8, (3, 3): 12, (4, 4): 16, (5, 5): 20, (6, 6): 24, else: x1 + x2}",
        title: "Backgammon: two dice, the points of a whole turn; doubles count four times",
        source: "Wikipedia, Backgammon, Movement",
    },
    Preset {
        name: "chaupar:dice",
        spec: "3d{1, 2, 5, 6}",
        title: "Chaupar: three long dice marked 1, 2, 5, 6, added",
        source: "Wikipedia, Long dice and Chaupar",
    },
    Preset {
        name: "chaupar:seven",
        spec: "7s -> {0: 7, 1: 10*, 2..4: x, 5: 25*, 6: 30*, 7: 14}",
        title: "Chaupar: seven cowries, mouths up; 10, 25 and 30 throw again",
        source: "Wikipedia, Chaupar, Cowry shells",
    },
    Preset {
        name: "chowka-bhara",
        spec: "4s -> {0: 8*, 1..3: x, 4: 4*}",
        title: "Chowka bhara: four cowries, mouths up; 8 (ashta) and 4 (chamma) throw again",
        source: "Wikipedia, Chowka bhara",
    },
    Preset {
        name: "chowka-bhara:reversed",
        spec: "4s -> {0: 4*, 1..3: x, 4: 8*}",
        title: "Chowka bhara: the same with 4 and 8 the other way round",
        source: "thepostcard.in, Ashta Chamma: how to play",
    },
    Preset {
        name: "chowka-bhara:six",
        spec: "6s -> {0: 12*, 1..5: x, 6: 6*}",
        title: "Chowka bhara on a larger board: six cowries, mouths up; 6 and 12 throw again",
        source: "mgnaik.github.io, kp-update-1 (Game overview)",
    },
    Preset {
        name: "daldos",
        spec: "2d4 -> {2: 2*, 3..8: x}",
        title: "Daldøs: two long dice marked 1 to 4; dal-dal (1 and 1) throws again",
        source: "Wikipedia, Daldøs",
    },
    Preset {
        name: "ishighan",
        spec: "4s -> {0: 80*, 1: 9*, 2: 0, 3: 5*, 4: 20*}",
        title: "Ishighän (Kel Ferwan, Niger): four sticks, white sides up; thrown until a 0",
        source: "Ludii, Ishighän",
    },
    Preset {
        name: "kawasukuts",
        spec: "2 * s + 3 * s + 10 * s",
        title: "Ka-wa-su-kuts (Laguna): three sticks with 2, 3 and 10 notches, notches up",
        source: "Culin 1898, 729-730, in Ludii DLP.Evidence.1581",
    },
    Preset {
        name: "ludo",
        spec: "d6 -> {1..5: x, 6: 6*}",
        title: "Ludo: a die; 6 throws again (a third 6 is void with --in-a-row 3)",
        source: "Wikipedia, Ludo, Rules",
    },
    Preset {
        name: "pachisi:deccan-seven",
        spec: "7s -> {0: 6*, 1: 10*, 2..4: x, 5: 25*, 6: 30*, 7: 12*}",
        title: "Pachisi of the Deccan: seven cowries, mouths up; thrown until 2, 3 or 4 (--in-a-row 3,same,all)",
        source: "Herklots 1832, lviii-lix, in Ludii DLP.GameRulesets.21",
    },
    Preset {
        name: "pachisi:deccan-six",
        spec: "6s -> {0: 6*, 1: 10*, 2..4: x, 5: 25*, 6: 12*}",
        title: "Pachisi of the Deccan: six cowries, mouths up; thrown until 2, 3 or 4 (--in-a-row 3,same,all)",
        source: "Herklots 1832, lviii-lix, in Ludii DLP.GameRulesets.19; Tylor, Popular Science Monthly 14, 1879, 496",
    },
    Preset {
        name: "pachisi:seven",
        spec: "7s -> {0: 7*, 1: 10*, 2..4: x, 5: 25*, 6: 35*, 7: 14*}",
        title: "Pachisi: seven cowries, mouths up; 7, 10, 14, 25 and 35 throw again",
        source: "Wikipedia, Pachisi (May 2016), Traditional equipment",
    },
    Preset {
        name: "pachisi:six",
        spec: "6s -> {0: 25*, 1: 10*, 2..5: x, 6: 6*}",
        title: "Pachisi: six cowries, mouths up; 6, 10 and 25 throw again",
        source: "Wikipedia, Pachisi, Traditional equipment",
    },
    Preset {
        name: "patol",
        spec: "3s -> {0: 5, 1: 3, 2: 2, 3: 10}",
        title: "Patol (Isleta): three sticks, marked sides up",
        source: "Lummis 1891, 183-189, in Ludii DLP.GameRulesets.830",
    },
    Preset {
        name: "patolli",
        spec: "5s -> {0..4: x, 5: 10}",
        title: "Patolli: five beans, marked sides up",
        source: "bead.game, Patolli; OCA Studios, Patolli manual (both modern reconstructions)",
    },
    Preset {
        name: "puluc",
        spec: "4s -> {0: 5, 1..4: x}",
        title: "Puluc: four grains of maize, marked sides up",
        source: "boardgamesoftheworld.com, Puluc",
    },
    Preset {
        name: "puluc:sapper",
        spec: "4s -> {0: 5, 1|3: 3, 2: 2, 4: 4}",
        title: "Puluc: four grains of maize, black sides up, by how many lie the same way",
        source: "Sapper 1906, 284, in Ludii DLP.GameRulesets.1001",
    },
    Preset {
        name: "sahkku",
        spec: "3d{0, 1, 2, 3}",
        title: "Sáhkku: three long dice marked X (counts 1), 2, 3 and blank, added",
        source: "Wikipedia, Sáhkku; Michaelsen, Board Games Studies 6, 2003",
    },
    Preset {
        name: "senet",
        spec: "4s -> {0: 5, 1..4: x}",
        title: "Senet: four sticks, white sides up, one throw",
        source: "Wikipedia, Senet, Kendall",
    },
    Preset {
        name: "senet:jequier",
        spec: "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}",
        title: "Senet as Jéquier proposed: four sticks, plain sides up; 1, 4 and 6 throw again",
        source: "Jéquier 1930, in Ludii DLP.GameRulesets.939",
    },
    Preset {
        name: "senet:kendall",
        spec: "4s -> {0: 5*, 1: 1*, 2: 2, 3: 3, 4: 4*}",
        title: "Senet as Kendall proposed: four sticks, blank sides up; 1, 4 and 5 throw again",
        source: "Kendall 1978, in Ludii DLP.GameRulesets.922",
    },
    Preset {
        name: "senet:piccione",
        spec: "4s -> {0: 5*, 1..4: x}",
        title: "Senet as Piccione proposed: four sticks, flat sides up; 5 throws again",
        source: "Piccione 1977, King Tut's Game, in Ludii DLP.GameRulesets.938",
    },
    Preset {
        name: "sig:depaulis",
        spec: "8s -> {0|8: 8, 1|7: \"khadzh\"*, 2|6: \"khmar\" cancel*, 3|5: 5, 4: 4*}",
        title: "Sig (Western Sahara): eight sticks; khadzh frees a piece, khmar voids the throw before it",
        source: "Depaulis, Board Games Studies 4, 2001, 74-76 (the informant's account)",
    },
    Preset {
        name: "sig:ludii",
        spec: "8s -> {0|8: 8, 1|7: 1*, 2|6: 6, 3|5: 5, 4: 4*}",
        title: "Sig (Western Sahara): eight sticks; 1 and 4 throw again",
        source: "Ludii DLP.Evidence.1512 (its English summary of Depaulis 2001)",
    },
    Preset {
        name: "sig:mzab",
        spec: "6s -> {0|6: 6, 1|5: 0, 2: 2, 3: 1, 4: 4}",
        title: "Sig of the Mzab: six sticks, white sides up",
        source: "Goichon 1927, 60-61, in Ludii, Sig (Mzab); Depaulis 2001, 62",
    },
    Preset {
        name: "sijat-el-taba",
        spec: "3s -> {0: 6*, 1: 1*, 2: 2, 3: 4*}",
        title: "Sijat el taba (Kababish, Sudan): three sticks, flat sides up; thrown until a 2",
        source: "Davies, Sudan Notes and Records 8, 1925, 146-147, in Ludii DLP.Evidence.1410",
    },
    Preset {
        name: "tab",
        spec: "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}",
        title: "Tâb: four sticks, white sides up; 1, 4 and 6 throw again",
        source: "Wikipedia, Tâb, after Lane 1836",
    },
    Preset {
        name: "tablan",
        spec: "4s -> {0: 12*, 1: 2*, 2|3: 0, 4: 8*}",
        title: "Tablan (Mysore): four sticks, plain sides up; 2, 8 and 12 throw again",
        source: "Bell, Board and Table Games from Many Civilizations, Tablan, at a4games.company",
    },
    Preset {
        name: "ur",
        spec: "4s",
        title: "Royal Game of Ur: four pyramids with two of four corners marked, marks up",
        source: "royalur.net, Dice of the Royal Game of Ur",
    },
    Preset {
        name: "ur:quarter",
        spec: "4s(1/4)",
        title: "Royal Game of Ur: four dice that show their mark one time in four",
        source: "gist.github.com/ganesshkumar/239e722f",
    },
    Preset {
        name: "yut",
        spec: "4s -> {0: 5*, 1: 1, 2: 2, 3: 3, 4: 4*}",
        title: "Yut: four sticks, flat sides up: do 1, gae 2, geol 3, yut 4, mo 5; 4 and 5 throw again",
        source: "Culin 1895, 66-77, in Ludii DLP.Evidence.1313",
    },
    Preset {
        name: "yut:back-do",
        spec: "(3s, s) -> {(0, 0): 5*, (0, 1): -1, (1, 0): 1, (1, 1): 2, (2, 0): 2, (2, 1): 3, (3, 0): 3, (3, 1): 4*}",
        title: "Yut with a marked stick: flat side up alone it goes back one (back-do)",
        source: "MyYut, game and rewards guide (medium.com, xverse-official); Wikipedia, Yunnori",
    },
    Preset {
        name: "zohn-ahl",
        spec: "4s -> {0: 10*, 1..3: x, 4: 5*}",
        title: "Zohn ahl (Kiowa): four sticks, marked sides up; 5 and 10 throw again",
        source: "Culin 1898, in Ludii DLP.Evidence.1446",
    },
];

/// Other names of outcomes: the throw, the outcome, and the names, as people print them.
const NAMES: [(&str, &str, &[&str]); 9] = [
    ("yut", "1", &["do", "to", "도"]),
    ("yut", "2", &["gae", "kae", "개"]),
    ("yut", "3", &["geol", "kol", "keol", "걸"]),
    ("yut", "4", &["yut", "yoot", "yuch", "윷"]),
    ("yut", "5", &["mo", "모"]),
    ("chowka-bhara", "4", &["chamma"]),
    ("chowka-bhara", "8", &["ashta"]),
    ("sig:depaulis", "4", &["bagra"]),
    ("daldos", "2", &["dal-dal", "daldal"]),
];

/// Other names of an outcome of a throw with a name.
pub fn names_of(preset: &str, outcome: &str) -> Option<&'static [&'static str]> {
    let same = |(throw, value, _): &&(&str, &str, _)| *throw == preset && *value == outcome;
    NAMES.iter().find(same).map(|(.., names)| *names)
}

/// The preset of that name, whatever the case and the letters: `Tâb` is `tab`.
pub fn find(name: &str) -> Option<&'static Preset> {
    let name = names::fold(name.trim());
    PRESETS.iter().find(|preset| preset.name == name)
}

/// The name of a preset that is written much like a text.
pub fn near(text: &str) -> Option<&'static str> {
    names::near(text.trim(), PRESETS.iter().map(|preset| preset.name))
}
