//! Arguments of `predict`, `compare` and `shrink`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::Target;
use super::values::{parse_frame, parse_seconds};

#[derive(Debug, Args)]
#[command(after_help = "\
Each question asks what the next step chooses, as in the window; the right answers come from the engine.
Exit code: 0 the questions were printed or all answers are right, 1 an answer is wrong, 2 error.

Examples:
  contact-lens predict gjk-box-octahedron                    the questions of a run
  contact-lens predict gjk-box-octahedron --key --json       with the right answers, for grading
  contact-lens predict gjk-box-octahedron --answers 2,1,-,4  grade these answers; - skips a question
  contact-lens predict gjk-box-octahedron --seed 7           a similar scene; the same seed gives the same scene
  contact-lens predict gjk-box-octahedron --seed 7 -o 7.scene.json  and write its scene")]
pub(crate) struct PredictOptions {
    #[command(flatten)]
    pub(crate) target: Target,
    /// Ask about a similar scene generated from this seed
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print the right answers and their reasons
    #[arg(long)]
    pub(crate) key: bool,
    /// Grade these answers: the number of a candidate for each question, - to skip one
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) answers: Vec<String>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the generated scene to this file
    #[arg(long, short, value_name = "FILE", requires = "seed")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
There is no majority vote: an answer counts if its certificate holds, and proven answers must agree.
Exit code: 0 all answers are proven and agree, 1 an answer is not proven or two disagree, 2 error.

Examples:
  contact-lens compare gjk-box-octahedron              every query of the scene
  contact-lens compare bug.scene.json --query depth    one query
  contact-lens compare moving.scene.json --frame 12    another frame
  contact-lens compare bug.scene.json --json | jq '.[].answers'")]
pub(crate) struct CompareOptions {
    /// Scene file, `-` for standard input, or the name of a shipped scene
    pub(crate) scene: PathBuf,
    /// Name of the query [default: all]
    #[arg(long, short, value_name = "NAME")]
    pub(crate) query: Option<String>,
    /// Frame of a moving scene, from 0 [default: the first; in a rigid-body world, the first with an active
    /// constraint]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_frame)]
    pub(crate) frame: Option<usize>,
    /// Print a JSON array instead of text, with one object per query
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Removes other queries, bodies, frames, options and points, and rounds numbers, as long as `check` still finds the same
failure.
Exit code: 0 the scene was written (unchanged if nothing can be removed), 2 error, also if no query fails.

Examples:
  contact-lens shrink bug.scene.json -o small.scene.json               the first failing query
  contact-lens shrink bug.scene.json --query depth -o small.scene.json the query `depth`
  contact-lens shrink bug.scene.json --budget 600 -o small.scene.json  search for at most ten minutes")]
pub(crate) struct ShrinkOptions {
    /// Scene file, `-` for standard input, or the name of a shipped scene
    pub(crate) scene: PathBuf,
    /// Name of the query [default: the first that fails]
    #[arg(long, short, value_name = "NAME")]
    pub(crate) query: Option<String>,
    /// Scene file to write, `-` for standard output
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Time limit of the search; the best scene found is written
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_seconds)]
    pub(crate) budget: Duration,
    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}
