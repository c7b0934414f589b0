//! View of the nine stages: a lane per stage with its verdict, and a dot at the worst deviation in multiples of its
//! bound, on a logarithmic scale.

use contact_lens_model::answer::{AuditFinding, AuditVerdict, AuditedLaw, AuditedStage};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::selection::ratio;

/// Powers of ten at the ends of the scale, unless a deviation is beyond the upper one.
const DECADES: [f64; 2] = [-4.0, 3.0];

/// Largest power of ten at the upper end of the scale.
const MAX_DECADE: f64 = 18.0;

/// Band of a law that states no other, in multiples of the bound.
const DEFAULT_BAND: f64 = 4.0;

/// Key of the line at the bound.
pub(super) const BOUND_KEY: &str = "bound";

/// Key of the band between the bound and the deviation at which the accusation begins.
pub(super) const BAND_KEY: &str = "band";

/// Key of the deviation of the current law.
pub(super) const DEVIATION_KEY: &str = "deviation";

/// Role of a verdict; [`Role::Ghost`] for a stage that is not given.
pub(super) fn role_of(verdict: Option<AuditVerdict>) -> Role {
    match verdict {
        Some(AuditVerdict::Holds) => Role::Closest,
        Some(AuditVerdict::Undecided) => Role::NewSupport,
        Some(AuditVerdict::Broken) => Role::Fault,
        None => Role::Ghost,
    }
}

/// Id of the marks of a stage.
pub(super) fn stage_key(stage: &str) -> String {
    format!("stage/{stage}")
}

/// Range of the scale of the stages, powers of ten.
fn decades(finding: &AuditFinding) -> [f64; 2] {
    decades_up_to(finding.stages.iter().filter_map(|stage| stage.worst.as_ref()).map(ratio))
}

/// Range of a scale with all of these deviations in multiples of their bounds, powers of ten.
pub(super) fn decades_up_to(ratios: impl Iterator<Item = f64>) -> [f64; 2] {
    let worst = ratios.fold(1.0, f64::max);
    [DECADES[0], (worst.log10() + 0.5).ceil().clamp(DECADES[1], MAX_DECADE)]
}

/// Adds the scale and the line at the bound, which are the same in all steps.
pub(super) fn add_fixed_marks(finding: &AuditFinding, picture: &mut Picture) {
    let unit = String::from("× bound");
    picture.add(Role::Grid, "scale", Form::Scale { unit, decades: true, ends: Some(decades(finding)) });
    let rows = [0.0, finding.stages.len() as f64];
    picture.add(Role::Upper, BOUND_KEY, Form::Band { ends: [0.0, 0.0], rows });
}

/// Picture of all stages in a step of the lesson about a stage, and about one of its laws.
pub(super) fn picture(finding: &AuditFinding, current: Option<&str>, law: Option<&AuditedLaw>) -> Picture {
    let mut picture = Picture::default();
    let decades = decades(finding);
    for (index, stage) in finding.stages.iter().enumerate() {
        let is_current = current == Some(stage.stage);
        let row = index as f64;
        let role = match (is_current, stage.verdict) {
            (true, _) => Role::Axis,
            (false, Some(_)) => Role::Member,
            (false, None) => Role::Ghost,
        };
        let key = stage_key(stage.stage);
        let rows = [row, row + 1.0];
        let is_noted = is_current || stage.verdict != Some(AuditVerdict::Holds);
        let note = if is_noted { note_of(stage) } else { String::new() };
        picture.add(role, key.clone(), Form::Lane { rows, name: stage.stage.to_owned(), note });
        if let Some(law) = law.filter(|_| is_current) {
            add_current_law(&mut picture, law, decades, row);
        } else if let Some(worst) = &stage.worst {
            picture.point(role_of(stage.verdict), format!("{key}/worst"), place(ratio(worst), decades, row));
        }
    }
    picture
}

/// Adds the deviation of the current law, and the band in which it would be undecided.
fn add_current_law(picture: &mut Picture, law: &AuditedLaw, decades: [f64; 2], row: f64) {
    let band = match law.band {
        Some(band) if law.bound > 0.0 => band / law.bound,
        Some(_) | None => DEFAULT_BAND,
    };
    let end = if law.band.is_some() { band.max(1.0).log10().min(decades[1]) } else { decades[1] };
    let ends = [0.0, end];
    picture.add(Role::Region, BAND_KEY, Form::Band { ends, rows: [row, row + 1.0] });
    picture.point(role_of(Some(law.verdict)), DEVIATION_KEY, place(ratio(law), decades, row));
}

/// Position of a deviation in multiples of its bound; at the end of the scale if it is beyond.
pub(super) fn place(ratio: f64, [low, high]: [f64; 2], row: f64) -> DVec3 {
    let x = if ratio > 0.0 { ratio.log10().clamp(low, high) } else { low };
    DVec3::new(x, row + 0.5, 0.0)
}

/// Verdict of a stage with its number of laws.
fn note_of(stage: &AuditedStage) -> String {
    match stage.verdict {
        Some(verdict) => format!("{} ({})", verdict.name(), stage.laws),
        None => String::from("not given"),
    }
}
