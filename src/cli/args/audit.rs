//! Arguments of `contact-lens audit`.

use std::path::PathBuf;

use clap::Args;

use super::Precision;

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: 0 no stage of any step is broken, 1 a stage is broken, 2 error.
A file is a captured step (`contact-lens capture` prints code that writes one), a capture with `step` lines, or lines of
`batch` with the operation `audit`. Of a scene, its captured steps are judged, or the last solve of a frame of its world.

Examples:
  contact-lens audit step.json                         nine sentences, one per stage
  contact-lens audit run.jsonl --frame 12              the step of one frame of a capture
  contact-lens audit step.json --why floor crate       also why these bodies have no contact
  contact-lens audit step.json --against other.json    also the first difference from another capture
  contact-lens audit step.json --json --laws           every law as JSON
  contact-lens audit world-column --frame 40           our own solver, in the solve that leads to frame 40
  contact-lens audit world-column --print-step         that solve as a captured step, to change and to judge")]
pub(crate) struct AuditOptions {
    /// File with captured steps, `-` for standard input; or a scene, or the name of a shipped scene
    pub(crate) file: PathBuf,
    /// Judge only the step of this frame of a capture, from 0; of a world, the solve that leads to it [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) frame: Option<usize>,
    /// Name of the world query of a scene [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(crate) query: Option<String>,
    /// Floating-point precision in which a world runs
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    pub(crate) precision: Precision,
    /// Explain why two bodies have no contact
    #[arg(long, num_args = 2, value_names = ["BODY", "BODY"])]
    pub(crate) why: Option<Vec<String>>,
    /// Report the first proven difference from the captured step in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,
    /// Print one JSON object per step instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the steps as JSON, one line each, in place of the verdicts
    #[arg(long, conflicts_with_all = ["json", "laws"])]
    pub(crate) print_step: bool,
    /// List every law in the JSON
    #[arg(long, requires = "json")]
    pub(crate) laws: bool,
}
