//! Formats of the files that `render` writes, and which options they allow.

use std::path::Path;

use contact_lens_picture::Figure;
use contact_lens_picture::gif::{Pace, animate};

use super::super::args::{self, RenderOptions, ShownViews, Step};
use super::super::{Failure, Result};

/// Format of a figure's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
    /// Animation: GIF or APNG.
    Animation,
    /// HTML page with every sub-step.
    Page,
}

/// Fails for options that would have no effect, and for several figures on standard output.
pub(super) fn check_combination(options: &RenderOptions, format: Format) -> Result<()> {
    let draws_all_steps = options.step == Some(Step::All) || options.step.is_none() && format == Format::Animation;
    let has_several_files = options.frames || draws_all_steps && format != Format::Animation;
    let in_window = matches!(options.view, ShownViews::Window | ShownViews::Browser);
    let reason = if format == Format::Page && in_window {
        "a page shows figures, not the window; choose another view or a .png file"
    } else if format == Format::Page && options.frames {
        "--frames cannot be a page, which shows the sub-steps of one frame; use --frame N"
    } else if format == Format::Page && (options.step.is_some() || options.substep.is_some()) {
        "--step and --substep have no effect on a page, which has every sub-step"
    } else if in_window && options.frames {
        "--frames cannot draw the window, which shows one frame; use --frame N"
    } else if in_window && options.step == Some(Step::All) {
        "--step all cannot draw the window, which shows one step; use --step N"
    } else if in_window && options.theme == args::Theme::Print {
        "--theme print is not a theme of the window; use light or dark"
    } else if in_window && options.moment.is_some() {
        "--moment has no effect on the window, only on figures"
    } else if in_window {
        return Ok(());
    } else if draws_all_steps && options.substep.is_some() {
        "--substep needs one step (--step N); otherwise all sub-steps are drawn"
    } else if has_several_files && options.output.as_os_str() == "-" {
        "several figures need a file name, not `-`"
    } else {
        return Ok(());
    };
    Err(Failure::Message(reason.to_owned()))
}

/// Returns the format by the file's ending, SVG for standard output (`-`); fails for an unknown ending.
pub(super) fn format_of_file(output: &Path) -> Result<Format> {
    if output.as_os_str() == "-" {
        return Ok(Format::Svg);
    }
    match output.extension().and_then(|extension| extension.to_str()).map(str::to_lowercase).as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("gif" | "apng") => Ok(Format::Animation),
        Some("html" | "htm") => Ok(Format::Page),
        _ => Err(Failure::Message(format!("{}: must end in .svg, .png, .gif, .apng or .html", output.display()))),
    }
}

/// Returns the content of a file of this format with one figure; SVG for a page, which has figures of its own.
pub(super) fn encode_figure(figure: &Figure, format: Format) -> Result<Vec<u8>> {
    Ok(match format {
        Format::Svg | Format::Page => figure.svg().into_bytes(),
        Format::Png => figure.png(1.0)?,
        Format::Animation => animate(std::slice::from_ref(figure), 1.0, Pace::default())?,
    })
}
