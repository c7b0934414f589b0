//! `contact-lens shrink`: reduces a failing scene to a small one that still fails in the same way, and writes it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use contact_lens_check::shrink::{Shrunk, TargetFailure, shrink as shrink_scene};
use contact_lens_check::{Case, FailureKind, check_one_within};
use contact_lens_long_run::watch;
use contact_lens_model::answer::number::with_noun;
use contact_lens_scene::model::Scene;
use contact_lens_scene::save;

use super::args::ShrinkOptions;
use super::import::embedded;
use super::progress::Progress;
use super::terminal_text::Style;
use super::{Ending, Failure, Result, destination, interrupt, source};

/// Writes the smallest scene that was found to fail like the given one.
pub(super) fn shrink(options: &ShrinkOptions) -> Result {
    let progress = Progress::begin("Checking");
    let document = source::open_scene(&options.scene)?;
    if options.output != Path::new("-") {
        destination::check_is_no_input(&options.output, &destination::files_of_scene(&options.scene, &document))?;
        destination::check_is_free(&options.output, options.force)?;
    }
    let deadline = Instant::now() + options.budget;
    let scene = with_embedded_meshes(&document.scene);
    interrupt::stop_watched_work();
    if scene.queries.is_empty()
        || options.query.as_ref().is_some_and(|name| scene.queries.iter().all(|query| query.name != *name))
    {
        let names = scene.queries.iter().map(|query| query.name.as_str());
        return Err(source::missing_query(document.file(), options.query.as_deref(), names));
    }
    let cases = check_until(&scene, options.query.as_deref(), deadline);
    let case = failing_case(&cases, options.query.as_deref(), document.file())?;
    if case.failures.iter().any(|failure| failure.kind == FailureKind::OutOfBudget) {
        let file = document.file();
        let query = &case.query;
        if watch::is_interrupted() {
            drop(progress);
            writeln!(
                io::stderr(),
                "{file}: interrupted before the query `{query}` was checked: nothing was removed or written"
            )?;
            return Ok(Ending::Interrupted);
        }
        return Err(Failure::Message(format!(
            "{file}: the check of the query `{query}` alone takes longer than --budget {} s, so nothing was removed; \
             use a larger --budget",
            options.budget.as_secs_f64()
        )));
    }
    // A failing case has a first failure, so that the message is never shown.
    let target = TargetFailure::of(case).zip(TargetFailure::first_failure(case));
    let (target_failure, failure_text) = target.ok_or_else(|| Failure::Message(String::new()))?;
    let shrunk = shrink_scene(&scene, &target_failure, deadline, &|tried| {
        progress.set_description(format!("Shrinking, {} checked", with_noun(tried as u64, "scene")))
    })?;
    let text = save::to_string(&shrunk.scene)?;
    destination::write(&options.output, text.as_bytes())?;
    drop(progress);
    writeln!(io::stderr(), "`{}` still fails: {failure_text}", case.query)?;
    report_reduction(options, &document.scene, &shrunk, text.len())?;
    Ok(if watch::is_interrupted() { Ending::Interrupted } else { Ending::Fine })
}

/// Reports the sizes of the original scene and of the scene that was found, whose text has the length `length`, bytes.
fn report_reduction(options: &ShrinkOptions, original: &Scene, shrunk: &Shrunk, length: usize) -> Result<()> {
    let remaining = match (shrunk.done, watch::is_interrupted()) {
        (true, _) => "",
        (false, true) => "; interrupted, so it may shrink further",
        (false, false) => "; the time limit was reached: with a larger --budget it may shrink further",
    };
    let mut err = io::stderr();
    let style = Style::of(&err);
    let original_length = save::to_string(original)?.len();
    writeln!(
        err,
        "{}: reduced from {} in {original_length} characters to {} in {length} characters; {} checked{remaining}",
        style.strong(&options.output.display().to_string()),
        counts(original),
        counts(&shrunk.scene),
        with_noun(shrunk.tried as u64, "scene"),
    )?;
    Ok(())
}

/// Formats the numbers of bodies and of queries of a scene.
fn counts(scene: &Scene) -> String {
    let bodies = if scene.bodies.len() == 1 { "body" } else { "bodies" };
    let queries = if scene.queries.len() == 1 { "query" } else { "queries" };
    format!("{} {bodies} and {} {queries}", scene.bodies.len(), scene.queries.len())
}

/// Checks the queries until one fails, or only the query with this name. A query that is not checked completely before
/// the deadline fails.
fn check_until(scene: &Scene, query: Option<&str>, deadline: Instant) -> Vec<Case> {
    let shared = Arc::new(scene.clone());
    let mut cases: Vec<Case> = Vec::new();
    for (index, scene_query) in scene.queries.iter().enumerate() {
        if query.is_some_and(|name| name != scene_query.name) {
            continue;
        }
        cases.push(check_one_within(&shared, index, deadline.saturating_duration_since(Instant::now())));
        if cases.last().is_some_and(|case| !case.holds()) {
            break;
        }
    }
    cases
}

/// Returns the first failing case; with a name, that of the query with this name. Fails if there is none.
fn failing_case<'a>(cases: &'a [Case], query: Option<&str>, file: &str) -> Result<&'a Case> {
    let mut requested = cases.iter().filter(|case| query.is_none_or(|query| case.query == query));
    requested.find(|case| !case.holds()).ok_or_else(|| {
        let reason = match query {
            None => String::from("none of its queries fails"),
            Some(query) => format!("the query `{query}` does not fail"),
        };
        Failure::Message(format!("{file}: {reason}, so there is nothing to shrink"))
    })
}

/// Returns the scene with points or triangles in place of mesh files, so that single points can be removed.
fn with_embedded_meshes(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    for index in 0..scene.bodies.len() {
        if let Some(shape) = embedded(&scene.bodies[index].shape)
            && let Some(body) = scene.bodies.get_mut(index)
        {
            body.shape = shape;
        }
    }
    scene
}
