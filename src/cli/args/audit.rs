//! Arguments of `contact-lens audit`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: 0 no stage of any step is broken, 1 a stage is broken, 2 error.
A file is a captured step (`contact-lens capture` prints code that writes one), a capture with `step` lines, or lines of
`batch` with the operation `audit`.

Examples:
  contact-lens audit step.json                         nine sentences, one per stage
  contact-lens audit run.jsonl --frame 12              the step of one frame of a capture
  contact-lens audit step.json --why floor crate       also why these bodies have no contact
  contact-lens audit step.json --against other.json    also the first difference from another capture
  contact-lens audit step.json --json --laws           every law as JSON")]
pub(crate) struct AuditOptions {
    /// File with captured steps, `-` for standard input
    pub(crate) file: PathBuf,
    /// Judge only the step of this frame of a capture, from 0
    #[arg(long, value_name = "N")]
    pub(crate) frame: Option<usize>,
    /// Explain why two bodies have no contact
    #[arg(long, num_args = 2, value_names = ["BODY", "BODY"])]
    pub(crate) why: Option<Vec<String>>,
    /// Report the first proven difference from the captured step in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,
    /// Print one JSON object per step instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// List every law in the JSON
    #[arg(long, requires = "json")]
    pub(crate) laws: bool,
}
