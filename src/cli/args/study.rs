//! Arguments of the jobs that find something out about one scene: what people predict, what other solvers say, why it fails.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Target, frame, seconds};

#[derive(Debug, Args)]
#[command(after_help = "\
Before a step is shown, what will it choose? The questions are those that the window asks; what is right was computed by the engine.
Exit code: 0 the questions were printed, or all answers are right; 1 an answer is wrong; 2 the job could not be done.

Examples:
  contact-lens predict gjk-box-octahedron                    the questions of a run
  contact-lens predict gjk-box-octahedron --key --json       with the right answers, for who grades
  contact-lens predict gjk-box-octahedron --answers 2,1,-,4  the score of these answers; - is none
  contact-lens predict gjk-box-octahedron --seed 7           another pair like this, always the same for one seed
  contact-lens predict gjk-box-octahedron --seed 7 -o 7.scene.json  and its scene")]
pub(in crate::cli) struct PredictOptions {
    #[command(flatten)]
    pub(in crate::cli) target: Target,
    /// Ask about another scene like this one, made from this number
    #[arg(long, value_name = "N")]
    pub(in crate::cli) seed: Option<u64>,
    /// The right answers and the reasons, too
    #[arg(long)]
    pub(in crate::cli) key: bool,
    /// Grade these answers: the number of a candidate for each question in order, - for none
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub(in crate::cli) answers: Vec<String>,
    /// One JSON object instead of text
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Write the scene of the seed here
    #[arg(long, short, value_name = "FILE", requires = "seed")]
    pub(in crate::cli) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Who is right is not voted on: an answer counts where its certificate holds, and answers that are proven must agree.
Exit code: 0 every answer is proven and all agree, 1 one is not proven or two contradict each other, 2 the job could not be done.

Examples:
  contact-lens compare gjk-box-octahedron              every query of the scene
  contact-lens compare bug.scene.json --query depth    one of them
  contact-lens compare moving.scene.json --frame 12    in another frame
  contact-lens compare bug.scene.json --json | jq '.[].answers'")]
pub(in crate::cli) struct CompareOptions {
    /// Scene file, `-` for standard input, or the name of a shipped scene
    pub(in crate::cli) scene: PathBuf,
    /// Name of the query; all of them when absent
    #[arg(long, short, value_name = "NAME")]
    pub(in crate::cli) query: Option<String>,
    /// Frame of a moving scene, from 0; when absent the one that `run` shows
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = frame)]
    pub(in crate::cli) frame: Option<usize>,
    /// A JSON array instead of text: an object a query, with all its answers
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Other queries, bodies, frames, options and points are dropped, and numbers rounded, as long as `check` still finds the same failure.
Exit code: 0 a smaller scene was written, or the same one where nothing can be dropped, 2 the job could not be done; nothing fails
is such a case.

Examples:
  contact-lens shrink bug.scene.json -o small.scene.json               the first query that fails
  contact-lens shrink bug.scene.json --query depth -o small.scene.json this one
  contact-lens shrink bug.scene.json --budget 600 -o small.scene.json  search for ten minutes at most")]
pub(in crate::cli) struct ShrinkOptions {
    /// Scene file, `-` for standard input, or the name of a shipped scene
    pub(in crate::cli) scene: PathBuf,
    /// Name of the query; the first that fails when absent
    #[arg(long, short, value_name = "NAME")]
    pub(in crate::cli) query: Option<String>,
    /// Scene file to write, `-` for standard output
    #[arg(long, short, value_name = "OUT")]
    pub(in crate::cli) output: PathBuf,
    /// Search no longer than this, and write what was found by then
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(in crate::cli) budget: Duration,
    /// Replace a file that is there
    #[arg(long)]
    pub(in crate::cli) force: bool,
}
