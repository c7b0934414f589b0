//! `contact-lens capture --language c|cpp-bullet|python|rust`: prints code that writes a capture from inside a running
//! program.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::{Ending, Result};

#[derive(Debug, Args)]
#[command(after_help = "\
A capture is a JSON lines file with the bodies, their poses per frame, and the engine's answers about pairs. Import it to
compare the engine's answers with proven ones, or follow it while the program runs. A capture may also contain whole steps
of the engine: contacts, impulses, and the rows of its solver.

Examples:
  contact-lens capture --language c > contact_lens.h
  contact-lens capture --language python > contact_lens_capture.py
  contact-lens import bug.jsonl -o bug.scene.json
  contact-lens --follow bug.jsonl                      follow it while the program writes it")]
pub(super) struct CaptureOptions {
    /// Language of the capture writer
    #[arg(long, short, value_enum)]
    pub(super) language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// Header for C99 and C++11
    C,
    /// Solver class that captures the steps of Bullet, with the header for C++11
    CppBullet,
    /// Module that captures MuJoCo, pybullet, rapier3d and trimesh worlds by itself
    Python,
    /// Example program with this crate's recorder
    Rust,
}

/// Header for C and C++: bodies, frames and answers, then whole steps.
const C: &str = concat!(include_str!("contact_lens.h"), include_str!("contact_lens_step.h"));

/// Header for C and C++, then the solver class of Bullet that writes its steps with it.
const CPP_BULLET: &str =
    concat!(include_str!("contact_lens.h"), include_str!("contact_lens_step.h"), include_str!("bullet_step.hpp"));

/// Python module: the writer of captures, then for each engine a function that captures its worlds.
const PYTHON: &str = concat!(
    include_str!("python/writer.py"),
    include_str!("python/mujoco.py"),
    include_str!("python/mujoco_step.py"),
    include_str!("python/pybullet.py"),
    include_str!("python/rapier.py"),
    include_str!("python/rapier_step.py"),
    include_str!("python/trimesh.py"),
);

/// Prints the capture writer in the requested language.
pub(super) fn capture(options: &CaptureOptions) -> Result {
    let text = match options.language {
        Language::C => C,
        Language::CppBullet => CPP_BULLET,
        Language::Python => PYTHON,
        Language::Rust => include_str!("capture.rs.txt"),
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Ending::Fine)
}
