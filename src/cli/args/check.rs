//! Arguments of `contact-lens check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use contact_lens_check::captured::Tolerance;

use super::super::solvers::Solvers;
use super::values::{parse_seconds, parse_tolerance};

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: 0 no query fails (also if none was checked), 1 a query fails, 2 a scene could not be read, 130 interrupted.
Each line begins with its result:
  ok        all expectations of the query hold
  computed  the query has no expectations
  open      the answer did not converge, and the query does not expect that ending (`outcome`)
  FAILS     an expectation, a certificate or a comparison of f32 with f64 or of solvers fails, or a captured answer
            of another engine differs by more than the tolerance
  none      the scene has no query
  idle      a field of the scene has no effect on any answer
  ERROR     the scene could not be read

Examples:
  contact-lens check scenes                            every *.scene.json in a folder and its subfolders
  contact-lens check capture.jsonl --tolerance 1e-4    frames in which another engine was wrong, the worst first
  contact-lens check bug.scene.json --screenshots out  a picture of each failure, at the step where it fails
  contact-lens check scenes --solver johnson,epa       do other solvers give the same answers?
  contact-lens check scenes --report junit.xml         JUnit, for a build server
  contact-lens check scenes --report report.html       a page with pictures")]
pub(crate) struct CheckOptions {
    /// Scene files and folders; `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Write a picture of each failing case into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) screenshots: Option<PathBuf>,
    /// Write a report: .html with pictures, or .xml (JUnit)
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Largest difference of captured answers: meters, or meters and degrees (of normals). By default it follows from
    /// the precision of the captured numbers, and queries with expectations are not judged
    #[arg(long, value_name = "METERS[,DEGREES]", allow_negative_numbers = true, value_parser = parse_tolerance)]
    pub(crate) tolerance: Option<Tolerance>,
    #[command(flatten)]
    pub(crate) solvers: Solvers,
    /// Print only failures and the summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Time limit per query; slower queries fail as `out of budget`
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) budget: Option<Duration>,
}
