//! The command line: a module for each subcommand, and modules that several of them use. Results go to standard output,
//! everything else to standard error.
//!
//! Exit codes: 0 the job is done and nothing fails, 1 something that was checked does not hold, 2 the job could not be
//! done (a wrong scene, file or option), 130 Ctrl-C ended the job.

mod args;
mod audit;
pub mod batch;
mod capture;
mod check;
mod compare;
mod desktop;
mod destination;
pub mod follow;
mod import;
mod interrupt;
mod open;
mod predict;
mod progress;
mod render;
mod requested_substep;
mod run;
mod scenes;
mod schema;
mod shrink;
mod solvers;
mod source;
mod stdout;
mod terminal_text;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use contact_lens_scene::{SceneError, io_message};

use args::{Arguments, Job};
pub use desktop::Desktop;

/// Ending of a completed job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// The job is done, and nothing fails.
    Fine,
    /// The job is done, and something that it checked does not hold.
    SomethingFails,
    /// Ctrl-C ended the job; its earlier results were printed.
    Interrupted,
}

/// Reason why a job could not be done.
#[derive(Debug)]
enum Failure {
    /// The reader of the output closed it, which is no error: `contact-lens … | head`.
    OutputClosed,
    /// Reason for the user, without a final period.
    Message(String),
}

impl From<SceneError> for Failure {
    fn from(error: SceneError) -> Self {
        Self::Message(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Message(format!("cannot write the output: {}", io_message(&error))),
        }
    }
}

/// Result of a job, or of a step of it.
type Result<T = Ending> = std::result::Result<T, Failure>;

/// Prints on standard error why a job could not be done, and returns the exit code.
fn report_failure(message: &str) -> ExitCode {
    let style = terminal_text::Style::of(&io::stderr());
    let _ = writeln!(io::stderr(), "{} {message}", style.bad("error:"));
    ExitCode::from(2)
}

/// Runs the command line with the arguments of the process; `desktop` is the program's window.
pub fn main(desktop: &Desktop) -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return args::report_argument_error(&error),
    };
    match perform(arguments, desktop) {
        Ok(Ending::Fine) | Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Ok(Ending::SomethingFails) => ExitCode::from(1),
        Ok(Ending::Interrupted) => ExitCode::from(interrupt::EXIT_CODE),
        Err(Failure::Message(message)) => report_failure(&message),
    }
}

/// Runs the command that the arguments name; without one, opens the window.
fn perform(arguments: Arguments, desktop: &Desktop) -> Result {
    match arguments.job {
        None => open::open(&arguments.opening, desktop),
        Some(Job::Run(options)) => run::run(&options),
        Some(Job::Render(options)) => render::render(&options, desktop),
        Some(Job::Check(options)) => check::check(&options),
        Some(Job::Audit(options)) => audit::audit(&options),
        Some(Job::Compare(options)) => compare::compare(&options),
        Some(Job::Shrink(options)) => shrink::shrink(&options),
        Some(Job::Batch(options)) => batch::batch(&options),
        Some(Job::Predict(options)) => predict::predict(&options),
        Some(Job::Import(options)) => import::import(&options),
        Some(Job::Capture(options)) => capture::capture(&options),
        Some(Job::Scenes(options)) => scenes::scenes(&options),
        Some(Job::Schema) => schema::schema(),
    }
}
