//! The one integration-test binary: each module is a room of the house, seen from outside.
#![allow(clippy::unwrap_used, reason = "a test that unwraps None has failed, which is what it is for")]
#![allow(clippy::print_stdout, reason = "a test that steps aside says so")]

#[cfg(feature = "app")]
mod app;
mod attached;
mod audits;
mod batch;
mod captured_steps;
mod case_files;
mod cases;
mod casts;
mod choices;
mod cli;
mod crowd;
mod differences;
mod expectations;
mod follow;
mod frustum;
mod half_spaces;
mod house_rules;
mod hulls;
mod import_files;
mod imports;
mod judge;
mod large;
mod lessons;
mod lies;
mod manifolds;
mod meshes;
mod mutations;
mod one_body;
mod oracle;
mod overwriting;
mod own_shapes;
mod pages;
mod pairs;
mod parts;
mod parts_judge;
mod penetration;
mod pictures;
mod planar;
mod played;
mod points;
mod polyhedra;
mod recordings;
mod runs;
mod said;
mod scenes;
mod separation;
mod study;
mod theirs;
mod two_hulls;
mod units;
mod walk;
mod walkers;
mod worlds;
