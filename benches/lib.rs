//! Contact Lens beside parry and rapier. Each bench is a program of its own: `cargo bench -p contact-lens-benches --bench gjk`;
//! `table` prints what all of them found, ours over theirs.

pub mod clock;
pub mod ratio;
