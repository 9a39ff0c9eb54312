//! The arguments that `siga tab` has of its own, and the help of its commands.

use crate::ask::running_fight::args::Texts;

pub(super) const TEXTS: Texts = Texts {
    throw: None,
    bias: "The chance of a stick to fall flat side up, or one for each stick [default: the rules']",
    length: ["3", "List all that can be thrown in a turn, at most N values"],
    throw_example: "1,4,2",
    turn: [
        "throw",
        "The throw, and what a whole turn yields: values, total, number of throws, tâbs",
        "\
A turn is all throws up to the first 2 or 3.

Examples:
  siga tab throw
  siga tab throw --bias 0.55 --length 2
  siga tab throw --bias 1/2,1/2,1/2,3/5 --json",
    ],
    moves: "\
Moves are named by fields: a3-b3 for a piece or a whole stack, part b3-b2 where one piece stays, c3-d3-c1 \
through the whole of the enemy's home; keep and saved b3-b2 are for tâbs that are kept.

Examples:
  siga tab moves --throw 1,4,2 --position \"aaa/3/3/bbb A\"
  siga tab moves --throw 6,2 fixtures/positions/tab-middle.txt",
    analyse: [
        "A whole position: what can be taken and lost; the plays of a yield ranked",
        "\
Each number assumes the play that is best for it. Chances are given between proved bounds, which \
close as --budget and --max-throws grow. With --by win, plays have the chances to win of `siga tab endgame`, where few pieces are left.

With --simulate, games are played out after each of the plays shown, with the same throws after all of them, both teams by \
the policy greedy of `siga tab simulate`. The chance to win is estimated, with an interval, in a table of its own. Plays that \
are clearly worse get fewer games than N.

Examples:
  siga tab analyse fixtures/positions/tab-middle.txt
  siga tab analyse fixtures/positions/tab-middle.txt --throw 6,2 --by net
  siga tab analyse --rules tab:ludii,length=3 --position \"3/2A/3/B2 A\" --throw 2 --by win
  siga tab analyse fixtures/positions/tab-middle.txt --throw 6,2 --by net --top 8 --simulate 200",
    ],
    perft: "\
  siga tab perft --depth 2 --position \"aaa/3/3/bbb A\"
  siga tab perft --depth 1 --max-throws 4 --divide fixtures/positions/tab-middle.txt",
    endgame: "\
Proved bounds of the chance to win, or fractions with --exact. Under order=any turns of more than --max-throws throws \
are left open in the bounds; under order=thrown nothing is left open. The throws that a turn can begin with are listed, each with \
its best play; with --throw the plays of those throws, each with the chance to win.

Examples:
  siga tab endgame --rules tab:ludii,length=3 --exact --position \"3/2A/3/B2 A\"
  siga tab endgame --rules tab:lane,length=5,order=thrown --throw 1 --position \"5/1A3/2B2/5 A\"
  siga tab endgame --rules tab:lane,length=3 --max-throws 8 --position \"3/2A/3/B2 A\"",
    simulate: [
        "Play games out at random: who wins, how long games last, estimated",
        "\
Policies: random (any use of a throw), greedy (to take; else to keep own pieces; else so that the least can be taken by \
single throws). Without a position games begin at the start, under start=tab by throwing for the first tâb. \
All results are estimates from random playouts, each with an interval; the same seed gives the same games on \
every machine.

Examples:
  siga tab simulate --games 1000 --a greedy --b random
  siga tab simulate --rules tab:ludii --games 200",
    ],
    play: [
        "a3-b3, part b3-b2",
        "throw 1,4,2",
        "\
  siga tab play --rules tab:lane,length=7
  siga tab play --as b --rules tab:ludii --seed 7
  siga tab play --rules tab:ludii,length=3 --start \"3/2A/3/B2 A\"",
    ],
    review: [
        "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and a line for each turn, such as \
`A 1,4,2: a3-b3, b3-b1`, under order=thrown for each throw; `record FILE` in `siga tab play` writes one.",
        "\
  siga tab review game.txt
  siga tab review --record \"rules: tab:lane,length=5; start: 5/4A/1B3/4b A; moves:; A 1,2: b5-b4, b4-b2\"
  siga tab review --record \"rules: tab:ludii,length=3; start: 3/1AA/3/B2 A; moves:; A 2: b2-c1; B 2: d1-c2; A 3: b3-c1\"
  siga tab review game.txt --simulate 200",
    ],
    work: "Look at about N positions at most for each turn",
    budget: ("400000", 1_000_000_000),
};
