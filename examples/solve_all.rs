use siga::games::alignment::{Model, Ruleset};
use siga::solve::retro::*;
use std::collections::BTreeMap;
use std::time::Instant;
fn run<R: Ruleset>(rules: R) {
    println!("{rules}");
    let game = Model::new(rules);
    let t0 = Instant::now();
    let solver = Solver::new(&game).unwrap();
    println!("space {:?}", t0.elapsed());
    let mut done: BTreeMap<Layer, LayerTable> = BTreeMap::new();
    for group in plan(&game) {
        let t = Instant::now();
        let mut last = 0;
        let verbose = std::env::args().nth(2).is_some();
        let mut tp = Instant::now();
        let tables = solver
            .solve(&group, &done, &mut |tick| {
                if verbose {
                    println!("{tick:?} {:?}", tp.elapsed());
                    tp = Instant::now();
                }
                last = tick.ply;
                true
            })
            .unwrap();
        for table in tables {
            let h = table.histogram();
            let win: u64 = (1..253).step_by(2).map(|c| h[c]).sum();
            let loss: u64 = (0..253).step_by(2).map(|c| h[c]).sum();
            let longest = (0..254).rev().find(|&c| h[c] > 0);
            println!(
                "{} win {win} loss {loss} (terminal {}) draw {} excl {} blocked {} longest {longest:?} plies {last} {:?}",
                table.layer(),
                h[0],
                h[255],
                h[254],
                table.blocked(),
                t.elapsed()
            );
            done.insert(table.layer(), table);
        }
    }
    let root = done[&Layer::new(0, 0)].get(0, 0);
    println!("root {:?} {:?}", root.value(), t0.elapsed());
}
fn main() {
    let text = std::env::args().nth(1).unwrap();
    if text.starts_with("teeko") {
        run(text.parse::<siga::games::teeko::Rules>().unwrap())
    } else {
        run(text.parse::<siga::games::twentyfive::Rules>().unwrap())
    }
    let s = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", s.lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
