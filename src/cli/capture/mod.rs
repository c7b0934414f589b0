//! `contact-lens capture --language c|python|rust`: prints code that writes a capture from inside a running program.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::{Ending, Result};

#[derive(Debug, Args)]
#[command(after_help = "\
A capture is a file of JSON lines: the bodies, their poses frame by frame, and what the engine answered about pairs. Import it
to see the engine's answers beside those that are proven here, or follow it while the program runs.

Examples:
  contact-lens capture --language c > contact_lens.h
  contact-lens capture --language python > contact_lens_capture.py
  contact-lens import bug.jsonl -o bug.scene.json
  contact-lens --follow bug.jsonl                      watch it while it is being written")]
pub(super) struct CaptureOptions {
    /// For which language
    #[arg(long, short, value_enum)]
    pub(super) language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// One header for C99 and C++11
    C,
    /// A module; walks MuJoCo, pybullet, rapier3d and trimesh by itself
    Python,
    /// A program with this crate's recorder
    Rust,
}

/// The Python module: the writer, then one walker per engine.
const PYTHON: &str = concat!(
    include_str!("python/writer.py"),
    include_str!("python/mujoco.py"),
    include_str!("python/pybullet.py"),
    include_str!("python/rapier.py"),
    include_str!("python/trimesh.py"),
);

pub(super) fn capture(options: &CaptureOptions) -> Result {
    let text = match options.language {
        Language::C => include_str!("contact_lens.h"),
        Language::Python => PYTHON,
        Language::Rust => include_str!("capture.rs.txt"),
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Ending::Fine)
}
