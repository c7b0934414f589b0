//! Arguments of the command line, parsed by clap. Docs of fields and variants of the option types are the help texts.

mod audit;
mod check;
mod study;
mod values;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use contact_lens_scene::likely_name;

use super::capture::CaptureOptions;
use super::import::ImportOptions;
use super::scenes::ScenesOptions;
use super::solvers::Solvers;
pub(super) use audit::AuditOptions;
pub(super) use check::CheckOptions;
pub(super) use study::{CompareOptions, PredictOptions, ShrinkOptions};
use values::{parse_frame, parse_seconds, parse_size, parse_speed};

/// A step debugger for collision detection.
#[derive(Debug, Parser)]
#[command(
    name = "contact-lens",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Commands",
    after_help = "\
Examples:
  contact-lens                                         open the window on a shipped scene
  contact-lens pair.scene.json --precision f32         open the window on a file
  contact-lens gjk-box-octahedron --step 3 --substep 2  open it at step 3, sub-step 2
  contact-lens --follow run.jsonl                      follow a capture while a program writes it
  contact-lens scenes sat boxes                        find a shipped scene
  contact-lens run gjk-box-octahedron                  print the steps and the answer of a shipped scene
  contact-lens render pair.scene.json -o steps.gif     write an animation of all steps
  contact-lens check scenes --report report.html       verify a folder of scenes
  contact-lens batch < cases.jsonl > answers.jsonl     answer one query per line

A frame is one pose of all bodies in a moving scene. A step is one iteration of the algorithm, and a sub-step is one of
its operations. A view is one of the pictures in the window.

Without a display, the program prints the steps and writes a picture instead of opening the window; an existing file is
not overwritten.
Exit code: 0 success, 1 a certificate or an expectation fails, 2 error."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) opening: Opening,
    /// Command to run instead of opening the window
    #[command(subcommand)]
    pub(super) job: Option<Job>,
}

/// Scene, query and step that the window opens.
#[derive(Debug, Args)]
pub(super) struct Opening {
    /// Scene to open in the window: a file, or the name of a shipped scene
    pub(super) scene: Option<PathBuf>,
    /// Capture to follow: new frames are shown as a program writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scene", "frame", "step", "substep"])]
    pub(super) follow: Option<PathBuf>,
    /// Name of the query [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) query: Option<String>,
    /// Floating-point precision of the engine
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    pub(super) precision: Precision,
    /// Frame of a moving scene, from 0 [default: the first; in a rigid-body world, the first with an active constraint]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_frame)]
    pub(super) frame: Option<usize>,
    /// Step to open, from 1 [default: the first]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) step: Option<u32>,
    /// Sub-step within the step, from 1 [default: the first]
    #[arg(
        long = "substep",
        alias = "beat",
        value_name = "N",
        requires = "step",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(super) substep: Option<u32>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Job {
    /// Print the steps and the proven answer of one query
    Run(RunOptions),
    /// Draw steps as SVG, PNG or animated GIF; needs no display
    Render(RenderOptions),
    /// Verify expectations and certificates of scenes, in f32 and f64
    Check(CheckOptions),
    /// Judge captured steps of a physics engine, stage by stage, with proven bounds
    Audit(AuditOptions),
    /// Compare all solvers in both precisions in one table
    Compare(CompareOptions),
    /// Reduce a failing scene to the smallest that fails in the same way
    Shrink(ShrinkOptions),
    /// Answer queries about shapes: JSON lines in, JSON lines out
    Batch(BatchOptions),
    /// Print questions about the algorithm's choice at each step, and grade your answers
    Predict(PredictOptions),
    /// Convert meshes, robot models, source code, debug output, point tables or captures to a scene
    Import(ImportOptions),
    /// Print a capture writer for your program: C header, Python module or Rust program
    Capture(CaptureOptions),
    /// List shipped scenes, or search them
    Scenes(ScenesOptions),
    /// Print the JSON Schema of scene files, for editors
    #[command(after_help = "Example:\n  contact-lens schema > scene.schema.json")]
    Schema,
}

/// A query of a scene.
#[derive(Debug, Args)]
pub(super) struct Target {
    /// Scene file, `-` for standard input, or the name of a shipped scene
    pub(super) scene: PathBuf,
    /// Name of the query [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) query: Option<String>,
    /// Floating-point precision of the engine
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    pub(super) precision: Precision,
    #[command(flatten)]
    pub(super) solvers: Solvers,
    /// Frame of a moving scene, from 0 [default: the first; in a rigid-body world, the first with an active constraint]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_frame)]
    pub(super) frame: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Precision {
    F32,
    F64,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: 0 the certificate holds, 1 the certificate does not prove the answer, 2 error.
With --json, numbers have all digits and are in meters and world axes; infinite values are \"inf\" or \"-inf\".

Examples:
  contact-lens run pair.scene.json                     table of the steps, answer, certificate
  contact-lens run pair.scene.json --steps             every candidate and stop test of each step
  contact-lens run pair.scene.json --json | jq .answer
  contact-lens run pair.scene.json --solver johnson    another simplex solver of GJK
  contact-lens run pair.scene.json --solver voronoi,epa  and another penetration method
  contact-lens run world.scene.json --frame 30 --why-moved crate   what changed its velocity
  contact-lens run - --precision f32 < pair.scene.json")]
pub(super) struct RunOptions {
    #[command(flatten)]
    pub(super) target: Target,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(super) json: bool,
    /// Print each sub-step: sentence, values, tables of candidates, stop tests
    #[arg(long)]
    pub(super) steps: bool,
    /// Also print why this body of a world moved in the frame: the change of its velocity by cause
    #[arg(long, value_name = "BODY", conflicts_with = "json")]
    pub(super) why_moved: Option<String>,
    /// Also print why these two bodies have no contact in the frame
    #[arg(long, num_args = 2, value_names = ["BODY", "BODY"], conflicts_with = "json")]
    pub(super) why_no_contact: Option<Vec<String>>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  contact-lens render pair.scene.json -o pair.svg                     the last step
  contact-lens render pair.scene.json --step 3 --view world -o 3.png  one step, one view
  contact-lens render pair.scene.json --step all -o pair.gif          animated
  contact-lens render pair.scene.json --step all -o pair.png          pair-01.png, pair-02.png, …
  contact-lens render moving.scene.json --frames -o moving.gif        the motion, with the answer in each frame
  contact-lens render cast.scene.json --moment 0.4 -o cast.svg        with the bodies 0.4 s after the start
  contact-lens render pair.scene.json -o pair.html                    the run as a page: steps, keys, questions
  contact-lens render pair.scene.json --theme print -o - > pair.svg")]
pub(super) struct RenderOptions {
    #[command(flatten)]
    pub(super) target: Target,
    /// Draw every frame of a moving scene at its last step: numbered .png or .svg files, or one .gif at true speed
    /// (each frame is shown for 0.04 s or longer)
    #[arg(long, conflicts_with_all = ["step", "substep", "frame"])]
    pub(super) frames: bool,
    /// Step to draw, from 1, or `last` or `all` [default: all for a GIF, last otherwise]
    #[arg(long, value_name = "N|last|all", allow_negative_numbers = true)]
    pub(super) step: Option<Step>,
    /// Sub-step within the step, from 1 [default: the last]
    #[arg(
        long = "substep",
        alias = "beat",
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(super) substep: Option<u32>,
    /// Also draw the moving bodies of a cast at this time, seconds from the start of the motion
    #[arg(long, value_name = "SECONDS")]
    pub(super) moment: Option<f64>,
    /// Speed of an animation of sub-steps: 2 plays twice as fast
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_speed)]
    pub(super) speed: f64,
    /// Also draw the bodies that the query does not name
    #[arg(long)]
    pub(super) bystanders: bool,
    /// View to draw: the id of a view, such as `world` (an unknown id prints the list of ids); `all` for all views side
    /// by side; `window` for the whole window; `browser` for the window with the scene browser open [default: the
    /// views that the window opens with]
    #[arg(long, value_name = "ID|all|window|browser", default_value = "both", hide_default_value = true)]
    pub(super) view: ShownViews,
    /// Color theme
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    pub(super) theme: Theme,
    /// Size of the picture, pixels
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = parse_size)]
    pub(super) size: [u32; 2],
    /// File to write: .svg, .png, .gif, .apng or .html (a page with every sub-step); `-` writes SVG to standard output.
    /// An existing picture is replaced, another file only with --force
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Replace an existing file even if it is not a picture; input files are never replaced
    #[arg(long)]
    pub(super) force: bool,
}

/// Step that `render` draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The step with this number, from 1.
    Number(usize),
    /// The last step of the run.
    Last,
    /// Every step, each in its own figure or in an animation.
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
                _ => Err(String::from("must be a step number (from 1), `last` or `all`")),
            },
        }
    }
}

/// Views that a figure shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ShownViews {
    /// The view with this id.
    One(String),
    /// The views that the window opens with, side by side.
    Initial,
    /// All views of the lesson, side by side.
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
            // The option's default value, which the help does not list.
            "both" => Self::Initial,
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

#[derive(Debug, Args)]
#[command(after_help = "\
Input line:
  {\"id\": \"1\", \"dim\": 3, \"a\": {\"shape\": {\"type\": \"sphere\", \"radius\": 1}, \"position\": [0,0,0], \
\"rotation\": [0,0,0,1]}, \"b\": {…}}
Output line:
  {\"id\": \"1\", \"signed_distance\": 0.5, \"normal\": [1,0,0], \"witness_a\": […], \"witness_b\": […],
   \"lower\": 0.5, \"upper\": 0.5, \"status\": \"separated\", \"iterations\": 1}

\"op\" is the query (`distance` when absent); \"dim\": 2 selects the plane:
  distance    a, b                     signed distance with proven bounds and witness points
  intersects  a, b                     whether the bodies overlap
  sat         a, b, stop               axis of largest separation of polygons or polytopes
  cast        a, b with velocity, t_max, method   first time of contact of moving bodies
  minkowski   a, b                     Minkowski difference A − B
  manifold    a, b, margin, max_points, previous  contact points and normal
  hull        points                   convex hull of the points
  support     points, directions, method          support points along directions
  simplex     points (1 to 4), query   nearest point of a simplex
  cull        frustum, bodies          bodies that a camera sees
  pairs       frames of boxes          overlapping boxes, frame by frame
  world       scene, query, frames     frames of a rigid-body simulation
  ray         origin, direction, t_max, b         entry and exit of a ray
  mass        shape, margin, density   volume, center of mass and inertia at uniform density
Shapes are written as in scene files. Half-spaces, compounds, triangle meshes and height fields support distance,
intersects, cast (except `sat`), manifold and ray; two half-spaces support distance and intersects; compounds and closed
meshes support mass. Each answer is written before the next line is read. An invalid line gets an error message with
its number. A line may have up to 256 MiB.")]
pub(super) struct BatchOptions {
    /// Floating-point precision of the engine
    #[arg(long, value_enum, default_value_t = Precision::F64)]
    pub(super) precision: Precision,
    /// Add the field `ns` to each answer: median time of the query in nanoseconds, without building the shapes
    #[arg(long)]
    pub(super) time: bool,
    #[command(flatten)]
    pub(super) solvers: Solvers,
    /// Time limit per line; slower lines get the status `out of budget`
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(super) budget: Option<Duration>,
}

/// Returns the command that a mistyped word most likely means; `None` if it resembles none.
pub(super) fn likely_command(word: &str) -> Option<String> {
    let command = Arguments::command();
    likely_name(word, command.get_subcommands().map(clap::Command::get_name)).map(str::to_owned)
}

/// Returns the error message for a mistyped command; `job` is the likely one.
pub(super) fn mistyped_command_message(word: &str, job: &str) -> String {
    format!("{word}: no such command or scene; did you mean `contact-lens {job}`?")
}

/// Prints the help, the version or the error that parsing ended with, and returns the exit code. For a mistyped command
/// it names the likely one, which clap does not.
pub(super) fn report_argument_error(error: &clap::Error) -> ExitCode {
    let is_error = !matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let word = std::env::args_os().nth(1).and_then(|word| word.into_string().ok());
    let word = word.filter(|word| !word.starts_with('-') && !Path::new(word).exists());
    if is_error
        && let Some(word) = word
        && let Some(job) = likely_command(&word)
        && !Arguments::command().get_subcommands().any(|command| command.get_name() == word)
    {
        return super::report_failure(&mistyped_command_message(&word, &job));
    }
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
