//! Benchmarks of Contact Lens against parry and rapier: the same inputs, measured in turn in one run.
//!
//! Each benchmark is a program of its own: `cargo bench -p contact-lens-benches --bench gjk`. The program `table` runs
//! all benchmarks that have a peer library and prints one line per ratio of times.

pub mod clock;
pub mod ratio;
