//! The program: the window when no job is named, the command line otherwise.

use std::process::ExitCode;

use contact_lens::cli;

fn main() -> ExitCode {
    cli::main(&DESKTOP)
}

/// Functions of the window for the command line: none in a build without it.
#[cfg(not(feature = "app"))]
const DESKTOP: cli::Desktop = cli::Desktop::NONE;

/// Functions of the window for the command line.
#[cfg(feature = "app")]
const DESKTOP: cli::Desktop = cli::Desktop { open: contact_lens::app::run, photograph };

/// Draws the window without a display.
#[cfg(feature = "app")]
fn photograph(
    scene: &contact_lens::scene::model::Scene,
    options: &contact_lens::play::WindowOptions,
) -> Result<contact_lens::picture::png::Pixels, String> {
    let image = contact_lens::app::render_window(scene, options)?;
    Ok(contact_lens::picture::png::Pixels { width: image.width(), height: image.height(), rgba: image.into_raw() })
}
