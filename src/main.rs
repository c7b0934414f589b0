//! The program: the window when no job is named, the command line otherwise.

use std::process::ExitCode;

fn main() -> ExitCode {
    contact_lens::cli::main()
}
