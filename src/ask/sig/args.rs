//! The arguments that `siga sig` has of its own, and the help of its commands.

use crate::ask::running_fight::args::Texts;

pub(super) const TEXTS: Texts = Texts {
    throw: Some("sig:depaulis"),
    bias: "The chance of a stick to fall red side up, or one for each stick [default: the rules']",
    length: ["4", "List all that can stand, at most N values"],
    throw_example: "khadzh,4,5",
    turn: [
        "turn",
        "What a whole turn yields: values, total, number of throws, khadzhs that stand",
        "\
A turn is all throws up to the first that earns no further one. Where a khmar cancels the latest throw \
still standing (cancel=stack), many chances are irrational: they are given as exact surds, with \
decimals that are right to the last place.

Examples:
  siga sig turn
  siga sig turn --rules sig:ludii --length 2
  siga sig turn --rules sig:depaulis,cancel=stack --digits 30
  siga sig turn --bias 0.55 --json
  siga sig turn --bias 1/2,1/2,1/2,1/2,1/2,1/2,3/5,2/5",
    ],
    moves: "\
Examples:
  siga sig moves --throw khadzh,4,5 fixtures/positions/sig-opening.txt
  siga sig moves --throw 1,4,5 --rules sig:ludii,length=4 --position \"AAAA/4/4/BBBB A\"",
    analyse: [
        "A whole position: what can be taken, freed and lost; the plays of a yield ranked",
        "\
Each number assumes the play that is best for it. Chances are given between proved bounds, which \
close as --max-throws grows. With --by win, plays have the chances to win of `siga sig endgame`, where few pieces are left.

With --simulate, games are played out after each of the plays shown, with the same throws after all of them. Both teams \
use one throw after the other: to take if they can, and so that the least can be taken from them. The chance to win plus half \
the chance of a draw is estimated, with an interval, in a table of its own. Plays that are clearly worse get fewer games than N.

Examples:
  siga sig analyse fixtures/positions/sig-middle.txt
  siga sig analyse fixtures/positions/sig-middle.txt --throw khadzh,4,5 --by net
  siga sig analyse fixtures/positions/sig-middle.txt --throw khadzh,4,5 --by net --top 8 --simulate 200
  siga sig analyse --rules sig:depaulis,length=3 --position \"3/1A1/1B1/3 A\" --throw 4,5 --by win
  siga sig analyse fixtures/positions/sig-end.txt --rules sig:depaulis,cancel=stack --json",
    ],
    perft: "\
  siga sig perft --depth 2 fixtures/positions/sig-middle.txt
  siga sig perft --depth 1 --max-throws 4 --divide fixtures/positions/sig-opening.txt",
    endgame: "\
Proved bounds of the chance to win, a draw counted as --draw says. Turns in which more than --max-throws throws stand are left \
open in the bounds. A game in which no piece can ever be moved again is a draw. Turns of at most 3 throws are listed, each with its \
best play; with --throw the plays of those throws, each with its chance.

Examples:
  siga sig endgame --rules sig:depaulis,length=3 --position \"3/1A1/1B1/3 A\"
  siga sig endgame --rules sig:ludii,length=3 --throw 5 --position \"A2/3/3/2B A\"
  siga sig endgame --rules sig:depaulis,length=3 --draw lost --max-throws 8 --position \"3/1A1/1B1/3 A\"",
    simulate: [
        "Play games out at random: estimates of who wins, how often nobody does, and how long games last",
        "\
Policies: random (any use of a throw), greedy (to take; else so that the least can be taken by single throws). Every throw \
that can be used is used. Without a position games begin at the start. A game in which no piece can ever be moved again is a draw. \
The answers are estimated from random playouts, with intervals; the same seed gives the same games on every machine.

Examples:
  siga sig simulate --games 200
  siga sig simulate --rules sig:ludii,length=8 --games 1000 --a greedy --b random",
    ],
    play: [
        "a3-b2, free a3",
        "throw khadzh,4,5",
        "\
  siga sig play
  siga sig play --as b --rules sig:ludii,length=8 --seed 7
  siga sig play --own-dice --start \"aA2/4/4/2bb A\"
  siga sig play --rules sig:depaulis,length=3 --start \"3/1A1/1B1/3 A\"",
    ],
    review: [
        "\
A record has `key: value` lines (game, rules, title, source, start), then `moves:` and a line for each turn, such as \
`A khadzh,4: free a3, a3-b2`; `record FILE` in `siga sig play` writes one.",
        "\
  siga sig review game.txt
  siga sig review --record \"rules: sig:depaulis,length=4; start: AA2/4/4/2bb A; moves:; A 4: a1-b4\"
  siga sig review --record \"rules: sig:depaulis,length=3; start: 3/1A1/1B1/3 A; moves:; A 4,5: b2-c1; A 5: pass\"
  siga sig review game.txt --simulate 200",
    ],
    work: "At most N steps of work for each turn",
    budget: ("600000000", 100_000_000_000),
};
