//! `contact-lens [SCENE]`: the window. Without a display it says so and does the main job all the same: it prints the steps
//! and writes the animated picture.

use std::io::Write;
use std::path::PathBuf;

use super::args::{Opening, Target};
use super::figure::{Film, Views};
use super::progress::Progress;
use super::solvers::Solvers;
use super::{Ending, Failure, Result, render, run, source, term};
use crate::picture::{Figure, Theme};
use crate::scene;

pub(super) fn open(opening: &Opening) -> Result {
    let reason = match show(opening) {
        Ok(()) => return Ok(Ending::Fine),
        Err(reason) => reason,
    };
    let style = term::Style::of(&std::io::stderr());
    let reason = plain(&reason);
    writeln!(std::io::stderr(), "{} {reason}. The steps are printed and drawn instead.\n", style.strong("No window:"))?;
    without_window(opening)
}

/// The reason without the places in source files that window libraries put before it.
fn plain(reason: &str) -> &str {
    let line = reason.lines().next().unwrap_or_default().trim_end_matches('.');
    let behind_place = line.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    behind_place.map_or(line, |(_, words)| words)
}

#[cfg(feature = "app")]
fn show(opening: &Opening) -> std::result::Result<(), String> {
    let Opening { scene, query, precision, frame } = opening;
    let precision = (*precision).into();
    crate::app::run(crate::app::Opening { scene: scene.clone(), query: query.clone(), frame: *frame, precision })
}

#[cfg(not(feature = "app"))]
fn show(_: &Opening) -> std::result::Result<(), String> {
    Err(String::from("this program was built without it (feature `app`)"))
}

fn without_window(opening: &Opening) -> Result {
    let name = opening.scene.clone().unwrap_or_else(|| PathBuf::from(scene::welcome().name));
    let document = source::open(&name)?;
    let Opening { query, precision, frame, .. } = opening;
    let (query, precision, frame) = (query.clone(), *precision, *frame);
    let target = Target { scene: name.clone(), query, precision, solvers: Solvers::default(), frame };
    let (_, query) = source::query(&document, &target)?;
    let lesson = source::play(&document, &target)?;
    let mut out = std::io::stdout().lock();
    run::print(&document, query, lesson.as_ref(), &mut out)?;
    let film = Film {
        scene: &document.scene,
        query,
        frame,
        precision: precision.into(),
        lesson: lesson.as_ref(),
        views: Views::Both,
        theme: Theme::Light,
        size: Figure::default().size,
    };
    let stem = name.file_name().map_or_else(|| String::from("scene"), |name| name.to_string_lossy().into_owned());
    let stem = match stem.trim_end_matches(".json").trim_end_matches(".scene") {
        "-" => "scene",
        stem => stem,
    };
    let file = PathBuf::from(format!("{stem}.gif"));
    render::write(&file, &film.gif(&Progress::begin("Drawing")).map_err(Failure::from)?)?;
    let shown = name.display();
    let style = term::Style::of(&std::io::stdout());
    writeln!(out, "\nWrote {}: every step, animated. More:", style.strong(&file.display().to_string()))?;
    for (command, what) in [
        (format!("contact-lens run {shown} --steps"), "everything that was weighed in each step"),
        (format!("contact-lens render {shown} -o last.svg"), "a figure of the last step"),
        (format!("contact-lens check {shown}"), "verify its expectations and certificates"),
    ] {
        writeln!(out, "  {command:<56} {}", style.faint(what))?;
    }
    Ok(Ending::Fine)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn reasons_lose_places_in_source_files() {
        assert_eq!(plain("no EventLoop: os error at a/b.rs:788: Failed to connect.\nmore"), "Failed to connect");
        assert_eq!(plain("there is no driver."), "there is no driver");
    }
}
