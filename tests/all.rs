//! Every integration test is a module of this one program, so that the library is linked once: `cargo test --test all readme` runs
//! those of `readme`. A module that runs `siga` asks for the feature `cli`; the others are built with the bare library too.

mod answers;
mod architecture;
mod ask;
mod batch_cli;
mod certificate_cli;
mod check_cli;
mod check_tables;
mod cli;
mod daldos_tables_cli;
mod explain_throws;
mod explore_cli;
mod faults_cli;
mod formats_cli;
mod fuzz;
mod known_truth;
mod limits;
mod named_throws;
mod oracles;
mod play_cli;
mod playouts_cli;
mod positions_cli;
mod presets;
mod program;
mod published;
mod readme;
mod running_fights_cli;
mod runs;
#[cfg(feature = "cli")]
mod schema;
mod schemas;
mod sidja_placing_cli;
mod sidja_tables_cli;
mod sig_turn;
mod solve_cli;
mod strangers_cli;
mod tables_cli;
mod throw_limits;
mod tutorials;
mod ur_cli;
