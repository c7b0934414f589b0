//! The program `contact-lens`: opens the window when no subcommand is given, and runs the command line otherwise.

use std::process::ExitCode;

use contact_lens::cli;

fn main() -> ExitCode {
    cli::main(&DESKTOP)
}

/// Functions of the window that the command line calls: none in a build without the window.
#[cfg(not(feature = "app"))]
const DESKTOP: cli::Desktop = cli::Desktop::NONE;

/// Functions of the window that the command line calls.
#[cfg(feature = "app")]
const DESKTOP: cli::Desktop = cli::Desktop { open: contact_lens::app::run, draw_window };

/// Draws the window with a scene into an image, without a display. Returns an error message if that fails.
#[cfg(feature = "app")]
fn draw_window(
    scene: &contact_lens::scene::model::Scene,
    options: &contact_lens::play::WindowOptions,
) -> Result<contact_lens::picture::png::Pixels, String> {
    let image = contact_lens::app::render_window(scene, options)?;
    Ok(contact_lens::picture::png::Pixels { width: image.width(), height: image.height(), rgba: image.into_raw() })
}
