//! Answer to `--why-no-contact`: the first reason why two bodies have no contact in a frame.

use contact_lens_play as play;

use super::{Failure, Report, Result};

/// Returns the sentence about two bodies, given by their names.
///
/// # Errors
/// Fails if the scene has no body with one of the names, or a body is absent from the frame.
pub(super) fn line(report: &Report<'_>, bodies: &[String]) -> Result<String> {
    let scene = &report.document.scene;
    let mut pair = [0; 2];
    for (index, name) in pair.iter_mut().zip(bodies) {
        *index = scene.bodies.iter().position(|body| body.name == *name).ok_or_else(|| {
            let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
            let known = names.join(", ");
            Failure::Message(format!("--why-no-contact: there is no body `{name}`; the bodies are {known}"))
        })?;
    }
    let reason = play::why_no_contact(report.precision, scene, report.query, report.frame, pair)
        .map_err(|error| Failure::Message(format!("--why-no-contact: {error}")))?;
    Ok(format!("\n{}", reason.sentence))
}
