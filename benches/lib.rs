//! Contact Lens beside parry and rapier. Each bench is a program of its own: `cargo bench -p contact-lens-benches --bench gjk`.
