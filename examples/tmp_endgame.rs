#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]
use siga::games::daldos::{board::Game, endgame::Endgame};
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let game = Arc::new(Game::new(a[1].parse().unwrap()).unwrap());
    let p: usize = a[2].parse().unwrap();
    let q: usize = a[3].parse().unwrap();
    let t = Instant::now();
    let e = Endgame::solve(game, [p, q], 1 << 20).unwrap();
    println!(
        "{} {p}v{q}: positions {} options {} solved {:?} widest {:e}",
        a[1],
        e.positions(),
        e.game().options(),
        t.elapsed(),
        siga::exact::approx(&e.bounds().widest())
    );
    let t = Instant::now();
    println!(
        "check {:?} {:?}; endless {}",
        e.bounds().check(e.game()),
        t.elapsed(),
        e.game().endless().len()
    );
    let s = e.bounds().strategy(e.game());
    let t = Instant::now();
    let len = e.game().length(&s, 1 << 20).unwrap();
    println!("length {:?}", t.elapsed());
    let n = e.rules().rules().board().n;
    for i in 0..n {
        let st = siga::games::daldos::board::State {
            own: 1 << i,
            own_undalled: 1 << i,
            enemy: 0,
            enemy_undalled: 0,
        };
        let fl = st.flipped(e.rules());
        let st = siga::games::daldos::board::State {
            enemy: fl.enemy,
            enemy_undalled: fl.enemy_undalled,
            ..st
        };
        if let Some(k) = e.number(&st) {
            let u = siga::exact::stochastic::Unit::Turns;
            println!(
                "{i}: {:.12} {:.12} turns {:.12} {:.3e}",
                siga::exact::approx(&e.bounds().lower(k)),
                siga::exact::approx(&e.bounds().upper(k)),
                siga::exact::approx(&len.lower(u, k)),
                siga::exact::approx(&(len.upper(u, k) - len.lower(u, k)))
            );
        }
    }
    if a.len() > 4 {
        let t = Instant::now();
        let ex = e.game().solve(s).unwrap();
        println!("exact {:?} largest {}", t.elapsed(), ex.largest_system());
        let t = Instant::now();
        println!("certify {:?} {:?}", ex.certify(e.game()), t.elapsed());
    }
}
