use super::*;
use crate::board::Side;
use crate::rules::{Options, Preset, RuleOption, choice};

#[derive(Debug, PartialEq)]
struct Small {
    rows: Vec<Vec<char>>,
    side: Side,
    quiet: Option<u8>,
}

impl Notation for Small {
    const FORM: Form = Form {
        pieces: "xo",
        labels: "",
        longest: 11,
        fields: &[
            Field::SIDE,
            Field {
                key: "quiet",
                what: "the count",
                required: false,
                marks: &["quiet="],
            },
        ],
        example: "xo1/3/3 x",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Small> {
        let side = reader.value("to move");
        let rows = reader.rows().iter().map(|row| row.cells.clone()).collect();
        let quiet = reader.value("quiet");
        Some(Small {
            rows,
            side: side?,
            quiet,
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.clone()
    }

    fn values(&self) -> Vec<Option<String>> {
        let quiet = self.quiet.map(|quiet| quiet.to_string());
        vec![Some(self.side.to_string()), quiet]
    }
}

notation_text!(Small);

/// The rules of the one game there is here.
#[derive(Clone, Debug, PartialEq)]
struct Rules {
    free: bool,
}

impl Options for Rules {
    const GAME: &'static str = "small";
    const EXAMPLE: &'static str = "small:free=yes";
    const HOW_TO_PLAY: &'static str = "";

    fn presets() -> &'static [Preset<Rules>] {
        &[Preset {
            name: "small",
            rules: || Rules { free: false },
            meaning: "for the tests",
            source: "here",
            assumed: &[],
        }]
    }

    fn options() -> &'static [RuleOption<Rules>] {
        const OPTIONS: &[RuleOption<Rules>] = &[choice!("free", free: bool, "anything", "assumed")];
        OPTIONS
    }
}

crate::rules::rules_text!(Rules);

type File = PositionFile<Rules, Small>;

#[test]
fn lines_and_files_round_trip() {
    for text in ["xo1/3/2o x", "3/3/3 o quiet=12"] {
        let small: Small = text.parse().unwrap();
        assert_eq!(small.to_string(), text);
        let file = File {
            rules: Some(Rules { free: true }),
            title: Some("Two".to_owned()),
            source: None,
            setup: small,
        };
        assert_eq!(file.to_string().parse::<File>().unwrap(), file);
    }
    let text =
        "\u{feff}# a comment\ntitle: Three # of four\nto move: x\n\nboard:\nx o .\n. . .\n..o\n";
    let file: File = text.parse().unwrap();
    assert_eq!(file.title.as_deref(), Some("Three"));
    assert_eq!(file.setup.to_string(), "xo1/3/2o x");
    assert_eq!("xo1 / 3 / 2o\nx".parse::<Small>().unwrap(), file.setup);
}

/// Of a sign that has no meaning.
const UNREAD: &str = "is not one of `x` and `o` (or `B` and `W`, `1` and `2`, `⚫` and `⚪`) for pieces, `.` (or `-`, `_`, `·`, `*`) \
                      for an empty cell; say what other letters mean, such as `letters: B=x,W=o`";

#[test]
fn what_is_ambiguous_is_asked() {
    let long: Small = "b10/11/10w b".parse().unwrap();
    assert_eq!(long.to_string(), "x10/11/10o x");
    let wrong = |text: &str| text.parse::<Small>().unwrap_err().to_string();
    assert_eq!(
        wrong("foo bar\nbaz qux\nnothing here")
            .matches("line ")
            .count(),
        1
    );
    let letters = |text: &str, letters: &str| {
        let read = |reader: &mut Reader<'_>| Ok(Small::read(reader));
        let read = read_any(text, &Small::FORM, (None, Some(letters)), read);
        read.map(|(small, _)| small.to_string())
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        letters("WB./.../..B W", "W=x,B=o"),
        Ok("xo1/3/2o x".to_owned())
    );
    assert!(
        letters("WB./.../..B W", "W=white")
            .unwrap_err()
            .contains("write `B=x,W=o`")
    );
}

#[test]
fn all_faults_are_told_with_their_places() {
    let wrong = |text: &str| text.parse::<File>().unwrap_err().to_string();
    assert_eq!(wrong("xo1/1z1/3 y"), format!("column 6: `z` {UNREAD}"));
    assert_eq!(
        wrong("title\nside: x\ntitle: a\ntitle: b\nboard:\nx o\n. ?\n"),
        "line 1, column 1: `title` is not `key: value`; \
         line 2, column 1: `side` is not known: the keys are `game`, `rules`, `title`, `source`, `to move`, `quiet`; \
         line 4, column 1: `title` was given before; \
         line 7, column 3: `?` "
            .to_owned()
            + UNREAD
    );
    assert_eq!(
        wrong("side: x\ngame: chess\nboard:\n"),
        "line 2, column 7: the game is `chess`, not small"
    );
    assert_eq!(
        wrong("  # nothing"),
        "there are only comments and no position: a position is written as in `xo1/3/3 x`"
    );
    assert!(wrong("99999999999999999999999/1/1 x").contains("beyond 11 cells"));
    assert!(wrong("3/3/3").contains("column 6: the side to move is missing"));
    assert!(wrong("3/3/3 x quiet=2 quiet=3").contains("column 17: `quiet` was given before"));
    assert!(wrong("3/3/3 x more").contains("`more` is left over"));
    assert!(wrong("3/3/3 x quiet=many").contains("column 15: "));
}

#[test]
fn a_text_falls_into_its_positions() {
    let starts =
        |text: &str| -> Vec<usize> { positions(text).iter().map(|part| part.line).collect() };
    let whole = |text: &str| {
        positions(text)
            .iter()
            .map(|part| part.text)
            .collect::<String>()
    };
    for (text, expected) in [
        ("", &[1][..]),
        ("# nothing\n\n", &[1]),
        ("3/3/3 x", &[1]),
        // Fields on lines of their own, comments and blank lines begin nothing.
        ("# one\n3/3/3\nx quiet=2\n\n# end\n", &[1]),
        ("3/3/3 x\n3/3/3 o\n\n\n3/3/3 x\n", &[1, 2, 5]),
        ("to move: x\n\nboard:\nxo.\n...\n..o\n", &[1]),
        (
            "board:\nxo.\n...\n..o\nto move: x\n\nto move: o\nboard:\n3\n3\n3\n",
            &[1, 7],
        ),
        (
            "A title\nA source\n\n x o .\n . . .\n . . .\n\n  xo1/3/3 x · x to move\n\nAnother\n\n. .\n. .\no to move\n",
            &[1, 10],
        ),
        ("no position\n\nat all\n", &[1]),
    ] {
        assert_eq!(starts(text), expected, "{text}");
        assert_eq!(whole(text), text);
    }
    let text = "3/3/3 x\n3/3/3 z\n";
    let parts = positions(text);
    let fault = parts[1].text.parse::<File>().unwrap_err().within(&parts[1]);
    assert!(
        fault.to_string().starts_with("line 2, column 7: `z`"),
        "{fault}"
    );
    let both = text.parse::<File>().unwrap_err().to_string();
    assert!(
        both.contains("line 2, column 1: another position begins here"),
        "{both}"
    );
}

#[test]
fn titles_and_labels_are_told_from_cells() {
    for title in ["Teeko", "A short game of three"] {
        let file: File = format!("{title}\n. x . . .\n. . . . .\no to move")
            .parse()
            .unwrap();
        assert_eq!(file.title.as_deref(), Some(title));
    }
    // Where not all rows have their labels, these are cells.
    let file: File = "board:\n3 x o .\n. . .\n. . .\nto move: x".parse().unwrap();
    assert_eq!(file.setup.rows[0].len(), 6);
}
