//! Pictures of failing cases, each at the step where it fails.

use std::path::{Path, PathBuf};

use contact_lens_check::{self as check, Case};
use contact_lens_figures::RunFigures;
use contact_lens_lesson::initial_views;
use contact_lens_picture::{Figure, Theme};
use contact_lens_play as play;
use contact_lens_scene::{Document, io_message};

use super::super::{Failure, Result, destination};
use super::{CheckedScene, names};

/// Writes a PNG for each failing case of a scene into `folder`, which is created if needed, and returns the files. A
/// case that no engine can run gets none.
pub(super) fn write_failures(checked: &CheckedScene, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let Ok((document, cases)) = &checked.cases else { return Ok(files) };
    let inputs =
        if cases.iter().all(Case::holds) { Vec::new() } else { destination::files_of_scene(&checked.file, document) };
    // Names depend on all cases, so that they stay the same whichever cases fail.
    let named = cases.iter().zip(names::file_names(cases.iter().map(|case| case.query.as_str())));
    for (case, name) in named.filter(|(case, _)| !case.holds()) {
        let Some(figure) = draw_failure(document, case) else { continue };
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::Message(format!("{}: cannot be created: {}", folder.display(), io_message(&error)))
        })?;
        let file = folder.join(format!("{}.{name}.png", checked.picture_name));
        destination::check_is_no_input(&file, &inputs)?;
        destination::check_is_replaceable(&file, false, "remove it, or choose another folder")?;
        destination::write(&file, &figure.png(1.0)?)?;
        files.push(file);
    }
    Ok(files)
}

/// Returns the picture of a failing case as SVG; `None` when no engine can run the query.
pub(super) fn draw_svg(document: &Document, case: &Case) -> Option<String> {
    draw_failure(document, case).map(|figure| figure.svg())
}

/// Draws a case at the step of its first failure; `None` when nothing fails or no engine can run the query.
fn draw_failure(document: &Document, case: &Case) -> Option<Figure> {
    let failure = case.failures.first()?;
    let scene = &document.scene;
    let query = scene.queries.iter().find(|query| query.name == case.query)?;
    let lesson = play::lesson(failure.precision, scene, query, failure.frame).ok()?;
    let figures = RunFigures {
        scene,
        query,
        frame: failure.frame,
        precision: failure.precision,
        lesson: lesson.as_ref(),
        moment: None,
        bystanders: false,
        views: initial_views(lesson.card().views),
        theme: Theme::Light,
        size: Figure::default().size,
    };
    let step = failure.step.min(lesson.steps() - 1);
    let mut figure = figures.draw_still(step, None, &figures.common_to_stills(Some(step)));
    figure.caption = format!("✗ {}. {}", describe_failure(failure), figure.caption.text()).into();
    Some(figure)
}

/// Describes a failure: its kind, its precision and its message.
fn describe_failure(failure: &check::Failure) -> String {
    format!("{} ({}): {}", failure.kind.name(), failure.precision, failure.message)
}
