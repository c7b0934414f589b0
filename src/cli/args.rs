//! What can be written on the command line.

mod study;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use super::capture::CaptureOptions;
use super::import::ImportOptions;
use super::scenes::ScenesOptions;
use super::solvers::Solvers;
use crate::scene::suggestion;
pub(super) use study::{CompareOptions, PredictOptions, ShrinkOptions};

/// A step debugger for collision detection.
#[derive(Debug, Parser)]
#[command(
    name = "contact-lens",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Jobs",
    after_help = "\
Examples:
  contact-lens                                         open the window on a shipped scene
  contact-lens pair.scene.json --precision f32         open the window on a file
  contact-lens gjk-box-octahedron --step 3 --beat 2    open it at this very beat
  contact-lens --follow run.jsonl                      watch a capture while it is being written
  contact-lens scenes sat boxes                        find a shipped scene
  contact-lens run gjk-box-octahedron                  the steps and the answer of a shipped scene
  contact-lens render pair.scene.json -o steps.gif     every step as an animated picture
  contact-lens check scenes --report report.html       verify a folder of scenes
  contact-lens batch < cases.jsonl > answers.jsonl     answer many pairs

Without a display the steps are printed and drawn instead of the window; a picture that is there stays as it is.
Exit code: 0 the job is done, 1 a certificate or an expectation does not hold, 2 the job could not be done."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) opening: Opening,
    /// What to do instead
    #[command(subcommand)]
    pub(super) job: Option<Job>,
}

/// What the window shows first.
#[derive(Debug, Args)]
pub(super) struct Opening {
    /// Scene to open in the window: a file, or the name of a shipped scene
    pub(super) scene: Option<PathBuf>,
    /// Capture that is still being written: frames are shown as they come
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scene", "frame", "step", "beat"])]
    pub(super) follow: Option<PathBuf>,
    /// Name of the query; the first one when absent
    #[arg(long, short, value_name = "NAME")]
    pub(super) query: Option<String>,
    /// Engine to use
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    pub(super) precision: Precision,
    /// Frame of a moving scene, from 0; when absent the first, of a world the first in which something is constrained
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = frame)]
    pub(super) frame: Option<usize>,
    /// Step at which it opens, from 1; the first one when absent
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) step: Option<u32>,
    /// Beat within the step, from 1; the first one when absent
    #[arg(long, value_name = "N", requires = "step", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) beat: Option<u32>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Job {
    /// Print the steps and the proven answer of one query
    Run(RunOptions),
    /// Draw steps as SVG, PNG or animated GIF; needs no display
    Render(RenderOptions),
    /// Verify expectations and certificates of scenes, in f32 and f64
    Check(CheckOptions),
    /// One query by every solver and in both precisions, in one table
    Compare(CompareOptions),
    /// The smallest scene that still fails in the same way
    Shrink(ShrinkOptions),
    /// Answer questions about shapes, JSON lines in and out
    Batch(BatchOptions),
    /// Ask what each step will choose, grade answers, make exercises
    Predict(PredictOptions),
    /// Make a scene of meshes, robots, printed shapes, tables of points or a capture
    Import(ImportOptions),
    /// Print what writes a capture from a running program: a C header, a Python module, Rust
    Capture(CaptureOptions),
    /// List shipped scenes, or find them by words
    Scenes(ScenesOptions),
    /// Print the JSON Schema of scene files, for editors
    #[command(after_help = "Example:\n  contact-lens schema > scene.schema.json")]
    Schema,
}

/// Which query of which scene is meant.
#[derive(Debug, Args)]
pub(super) struct Target {
    /// Scene file, `-` for standard input, or the name of a shipped scene
    pub(super) scene: PathBuf,
    /// Name of the query; the first one when absent
    #[arg(long, short, value_name = "NAME")]
    pub(super) query: Option<String>,
    /// Engine to use
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    pub(super) precision: Precision,
    #[command(flatten)]
    pub(super) solvers: Solvers,
    /// Frame of a moving scene, from 0; when absent the first, of a world the first in which something is constrained
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = frame)]
    pub(super) frame: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Precision {
    F32,
    F64,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: 0 the certificate holds, 1 the certificate does not prove the answer, 2 the job could not be done.
With --json: every number in full digits, in meters and world axes; what is infinite is \"inf\" or \"-inf\".

Examples:
  contact-lens run pair.scene.json                     a table of the steps, the answer, its proof
  contact-lens run pair.scene.json --steps             everything that was weighed in each step
  contact-lens run pair.scene.json --json | jq .answer
  contact-lens run pair.scene.json --solver johnson    another sub-algorithm of GJK
  contact-lens run pair.scene.json --solver voronoi,epa  and another penetration method
  contact-lens run - --precision f32 < pair.scene.json")]
pub(super) struct RunOptions {
    #[command(flatten)]
    pub(super) target: Target,
    /// One JSON object instead of text
    #[arg(long)]
    pub(super) json: bool,
    /// Everything that was weighed in each step
    #[arg(long)]
    pub(super) steps: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  contact-lens render pair.scene.json -o pair.svg                     the last step
  contact-lens render pair.scene.json --step 3 --view cso -o 3.png    one step, one view
  contact-lens render pair.scene.json --step all -o pair.gif          animated
  contact-lens render pair.scene.json --step all -o pair.png          pair-01.png, pair-02.png, …
  contact-lens render moving.scene.json --frames -o moving.gif        the motion: the answer in each frame
  contact-lens render cast.scene.json --moment 0.4 -o cast.svg        and the bodies 0.4 s after the start
  contact-lens render pair.scene.json --theme print -o - > pair.svg")]
pub(super) struct RenderOptions {
    #[command(flatten)]
    pub(super) target: Target,
    /// The end of every frame of a moving scene instead of the steps of one: numbered .png and .svg, or a .gif at true speed,
    /// in which no frame stands less than 0.04 s
    #[arg(long, conflicts_with_all = ["step", "beat", "frame"])]
    pub(super) frames: bool,
    /// Step to draw, from 1; `last`, or `all`. A GIF shows all when absent, anything else the last
    #[arg(long, value_name = "N|last|all", allow_negative_numbers = true)]
    pub(super) step: Option<Step>,
    /// Beat within the step, from 1; the last one when absent
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) beat: Option<u32>,
    /// Show too what is where at this moment of a motion, seconds from its start: of casts
    #[arg(long, value_name = "SECONDS")]
    pub(super) moment: Option<f64>,
    /// What to show: one view of the lesson, such as `world`; `all` of them side by side; the whole `window`; or the
    /// `browser` of scenes over it. When absent, those that the lesson shows at first
    #[arg(long, value_name = "ID|all|window|browser", default_value = "both", hide_default_value = true)]
    pub(super) view: ShownViews,
    /// Colors
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    pub(super) theme: Theme,
    /// Pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub(super) size: (u32, u32),
    /// File to write: .svg, .png, .gif or .apng; `-` writes SVG to standard output. A picture that is there is replaced
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Replace a file that is there even if it looks like a scene, unless it is one of those that are read
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Number(usize),
    Last,
    All,
}

impl std::str::FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "last" => Ok(Self::Last),
            "all" => Ok(Self::All),
            number => match number.parse() {
                Ok(number) if number > 0 => Ok(Self::Number(number)),
                _ => Err(String::from("must be a number from 1, `last` or `all`")),
            },
        }
    }
}

/// What a figure shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ShownViews {
    /// The view with this id.
    One(String),
    /// Those that the lesson shows at first, side by side.
    AtFirst,
    /// All of the lesson, side by side.
    All,
    /// The whole window.
    Window,
    /// The window with the browser of scenes open.
    Browser,
}

impl std::str::FromStr for ShownViews {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        Ok(match text {
            "both" => Self::AtFirst,
            "all" => Self::All,
            "window" => Self::Window,
            "browser" => Self::Browser,
            id => Self::One(id.to_owned()),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Theme {
    Light,
    Dark,
    /// Black on white, for paper
    Print,
}

fn frame(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| String::from("must be a whole number; frames count from 0"))
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match sides {
        Some((width, height)) if (64..=8192).contains(&width) && (64..=8192).contains(&height) => Ok((width, height)),
        Some(_) => Err(String::from("each side must be from 64 to 8192 pixels")),
        None => Err(String::from("must be two numbers, as in 1280x800")),
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: 0 nothing fails, 1 something fails, 2 a scene could not be read.
A line begins with `ok` where every expectation was met, `computed` where a query expects nothing, `open` where an answer
did not converge and the query does not expect that ending (`outcome`), `FAILS` where something does not hold.

Examples:
  contact-lens check scenes                            every *.scene.json below a folder
  contact-lens check bug.scene.json --screenshots out  a picture of each failure, at the step where it fails
  contact-lens check scenes --solver johnson,epa       the same answers by other ways?
  contact-lens check scenes --report junit.xml         for a build server
  contact-lens check scenes --report report.html       for people, with pictures")]
pub(super) struct CheckOptions {
    /// Scene files and folders; `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// Write a picture of each failing case into this folder
    #[arg(long, value_name = "DIR")]
    pub(super) screenshots: Option<PathBuf>,
    /// Write a report: .html for people, .xml (JUnit) for build servers
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    #[command(flatten)]
    pub(super) solvers: Solvers,
    /// Only failures and the summary
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// A query that takes longer fails as out of budget, and the others go on
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) budget: Option<Duration>,
}

/// A time to wait.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| String::from("must be a positive number of seconds, as in 2.5"))
}

#[derive(Debug, Args)]
#[command(after_help = "\
A line in:
  {\"id\": \"1\", \"dim\": 3, \"a\": {\"shape\": {\"type\": \"sphere\", \"radius\": 1}, \"position\": [0,0,0], \
\"rotation\": [0,0,0,1]}, \"b\": {…}}
A line out:
  {\"id\": \"1\", \"signed_distance\": 0.5, \"normal\": [1,0,0], \"witness_a\": […], \"witness_b\": […],
   \"lower\": 0.5, \"upper\": 0.5, \"status\": \"separated\", \"iterations\": 1}

\"op\" says what a line asks, \"dim\" 2 that it lies in the plane:
  distance    a, b                     the signed distance, with proven bounds and witnesses; what a line without op asks
  intersects  a, b                     whether the bodies overlap
  sat         a, b, stop               the axis on which polygons or polytopes part most
  cast        a, b with velocity, t_max, method   when bodies in flight first meet
  minkowski   a, b                     the difference of all points of A and B
  manifold    a, b, margin, max_points, previous  the points of contact
  hull        points                   their convex hull
  support     points, directions, method          the farthest points along directions
  simplex     points (1 to 4), query   the nearest point of a simplex
  cull        frustum, bodies          which bodies a camera sees
  pairs       frames of boxes          which boxes overlap, frame after frame
  world       scene, query, frames     frames of a simulation
  ray         origin, direction, t_max, b         where a ray first meets a body, and where it leaves it
  mass        shape, margin, density   volume, center of mass and inertia of a body filled evenly
Shapes are those of scene files. Half-spaces, compounds, triangle meshes and height fields have answers to distance, intersects, cast
(but sat), manifold and ray; two half-spaces to distance and intersects, compounds and closed meshes to mass.
Each answer is flushed before the next line is read. A bad line gives an error line with its number. A
line may be 256 MiB long.")]
pub(super) struct BatchOptions {
    /// Engine to use
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    pub(super) precision: Precision,
    /// Add `ns`: the median time of the query alone, cold, shapes already built
    #[arg(long)]
    pub(super) time: bool,
    #[command(flatten)]
    pub(super) solvers: Solvers,
    /// A line that takes longer is answered with the status `out of budget`, and the others go on
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) budget: Option<Duration>,
}

/// The job that a mistyped word most likely means.
pub(super) fn likely_job(word: &str) -> Option<String> {
    let command = Arguments::command();
    let jobs: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let hint = suggestion(word, jobs.iter().copied());
    jobs.iter().find(|job| hint == format!("; did you mean `{job}`?")).map(|job| (*job).to_owned())
}

/// What to say of it.
pub(super) fn mistyped(word: &str, job: &str) -> String {
    format!("{word}: there is no such job, and no such scene; did you mean `contact-lens {job}`?")
}

/// Prints help and the version, and why the arguments make no sense. Of a mistyped job clap would only say that what comes
/// after it was not expected.
pub(super) fn explain(error: &clap::Error) -> ExitCode {
    let shown = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let word = std::env::args_os().nth(1).and_then(|word| word.into_string().ok());
    let word = word.filter(|word| !word.starts_with('-') && !Path::new(word).exists());
    let job = word.as_deref().filter(|_| !shown).and_then(likely_job);
    if let (Some(word), Some(job)) = (word, job)
        && !Arguments::command().get_subcommands().any(|known| known.get_name() == word)
    {
        return super::tell(&mistyped(&word, &job));
    }
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
