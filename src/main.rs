//! The program: the window when no job is named, the command line otherwise.

use std::process::ExitCode;

use contact_lens::cli;

fn main() -> ExitCode {
    cli::main(&DESKTOP)
}

#[cfg(not(feature = "app"))]
const DESKTOP: cli::Desktop = cli::Desktop::NONE;

#[cfg(feature = "app")]
const DESKTOP: cli::Desktop = cli::Desktop { open, photograph };

#[cfg(feature = "app")]
fn open(opened: cli::Opened) -> Result<(), String> {
    let cli::Opened { scene, query, frame, step, beat, precision } = opened;
    contact_lens::app::run(contact_lens::app::Opening { scene, query, frame, step, beat, precision })
}

#[cfg(feature = "app")]
fn photograph(
    scene: &contact_lens::scene::model::Scene,
    wanted: &cli::Photograph,
) -> Result<contact_lens::picture::png::Pixels, String> {
    use contact_lens::app::{WindowOptions, render_window};
    let cli::Photograph { query, step, beat, frame, precision, size, dark, browser } = *wanted;
    let options =
        WindowOptions { query, step, beat, frame, precision, size, dark, browser, ..WindowOptions::default() };
    let image = render_window(scene, &options)?;
    Ok(contact_lens::picture::png::Pixels { width: image.width(), height: image.height(), rgba: image.into_raw() })
}
