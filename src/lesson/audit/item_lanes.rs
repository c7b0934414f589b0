//! View of one law for all of its items: a lane per item with a dot at the deviation in multiples of its bound, on the
//! scale of the stages.

use contact_lens_model::answer::{AuditVerdict, AuditedLaw};
use contact_lens_picture::{Form, Picture, Role};

use super::CapturedWorld;
use super::quantity::quantity;
use super::selection::{AuditStep, ratio};
use super::stage_lanes::{BOUND_KEY, decades_up_to, place, role_of};

/// Largest number of lanes; the items with the smallest deviations have none beyond.
const MAX_LANES: usize = 8;

/// Id of the lane of the item of a step of the lesson.
fn item_key(step: usize) -> String {
    format!("item/{step}")
}

/// Step of the lesson that a lane with this id is about; `None` for another mark.
pub(super) fn step_of(key: &str) -> Option<usize> {
    key.strip_prefix("item/")?.split('/').next()?.parse().ok()
}

/// Picture of the law of the step with this index for all of its items; empty if there is only one.
pub(super) fn picture(world: &CapturedWorld, steps: &[AuditStep], step: usize) -> Picture {
    let mut picture = Picture::default();
    let Some(AuditStep::Law { law, .. }) = steps.get(step) else { return picture };
    let items = same_law(steps, law);
    if items.len() < 2 {
        return picture;
    }
    let decades = decades_up_to(items.iter().map(|(_, law)| ratio(law)));
    let shown = worst(&items, step);
    let unit = String::from("× bound");
    picture.add(Role::Grid, "scale", Form::Scale { unit, decades: true, ends: Some(decades) });
    let rows = [0.0, shown.len() as f64];
    picture.add(Role::Upper, BOUND_KEY, Form::Band { ends: [0.0, 0.0], rows });
    for (row, (index, law)) in shown.iter().enumerate() {
        let is_current = *index == step;
        let lane = Form::Lane {
            rows: [row as f64, row as f64 + 1.0],
            name: name_of(world, law),
            note: if is_current || law.verdict != AuditVerdict::Holds {
                quantity(law.value, law.unit).text
            } else {
                String::new()
            },
        };
        let key = item_key(*index);
        picture.add(if is_current { Role::Axis } else { Role::Member }, key.clone(), lane);
        picture.point(role_of(Some(law.verdict)), format!("{key}/deviation"), place(ratio(law), decades, row as f64));
    }
    let hidden = items.len() - shown.len();
    if hidden > 0 {
        let name = format!("{hidden} more, none with a larger deviation");
        let row = shown.len() as f64 + 0.5;
        picture.add(Role::Text, "hidden", Form::Entry { row, name, note: String::new(), dot: false });
    }
    picture
}

/// Steps about the same law as `law`, with their indices.
fn same_law<'a>(steps: &'a [AuditStep], law: &AuditedLaw) -> Vec<(usize, &'a AuditedLaw)> {
    let laws = steps.iter().enumerate().filter_map(|(index, step)| match step {
        AuditStep::Law { law, .. } => Some((index, law)),
        AuditStep::Silent(_) | AuditStep::Whole => None,
    });
    laws.filter(|(_, other)| other.stage == law.stage && other.law == law.law).collect()
}

/// The items with the worst verdicts and the largest deviations, and that of the current step, in their order.
fn worst<'a>(items: &[(usize, &'a AuditedLaw)], current: usize) -> Vec<(usize, &'a AuditedLaw)> {
    let mut sorted = items.to_vec();
    sorted.sort_by(|(a, law_a), (b, law_b)| {
        let by_verdict = (*b == current, law_b.verdict).cmp(&(*a == current, law_a.verdict));
        by_verdict.then(ratio(law_b).total_cmp(&ratio(law_a)))
    });
    sorted.truncate(MAX_LANES);
    sorted.sort_by_key(|(index, _)| *index);
    sorted
}

/// Short name of the item of a law, with the part of a row.
pub(super) fn name_of(world: &CapturedWorld, law: &AuditedLaw) -> String {
    let item = &law.culprit;
    if let Some(index) = item.row {
        let row = world.rows.get(index);
        let part = row.map(|row| row.part.as_str()).filter(|part| !part.is_empty());
        let contact = row.and_then(|row| row.contact);
        return match (contact, part) {
            (Some(contact), Some(part)) => format!("row {index}: {part}, contact {contact}"),
            (Some(contact), None) => format!("row {index}: contact {contact}"),
            (None, Some(part)) => format!("row {index}: {part}"),
            (None, None) => format!("row {index}"),
        };
    }
    let numbered = [("contact", item.contact), ("joint", item.joint), ("degree of freedom", item.dof)];
    if let Some((word, index)) = numbered.into_iter().find_map(|(word, index)| Some((word, index?))) {
        return format!("{word} {index}");
    }
    item.words()
}

#[cfg(test)]
mod tests {
    use contact_lens_model::answer::AuditedItem;

    use super::*;

    /// Step about a law of the contact with this index.
    fn step(contact: usize, value: f64) -> AuditStep {
        let law = AuditedLaw {
            stage: "narrow phase",
            law: "normal attains the distance",
            verdict: if value > 4.0 { AuditVerdict::Broken } else { AuditVerdict::Holds },
            value,
            bound: 1.0,
            band: Some(4.0),
            unit: "m",
            culprit: AuditedItem { contact: Some(contact), ..AuditedItem::default() },
            because: None,
        };
        AuditStep::Law { law, is_worst: false }
    }

    /// Names of the lanes of a picture.
    fn lanes(picture: &Picture) -> Vec<&str> {
        let lanes = picture.marks.iter().filter_map(|mark| match &mark.form {
            Form::Lane { name, .. } => Some(name.as_str()),
            _ => None,
        });
        lanes.collect()
    }

    #[test]
    fn the_worst_items_and_the_current_one_have_lanes() {
        let mut steps: Vec<AuditStep> = (0..100).map(|contact| step(contact, contact as f64 / 100.0)).collect();
        steps[50] = step(50, 9.0);
        let picture = picture(&CapturedWorld::default(), &steps, 3);
        let names = lanes(&picture);
        assert_eq!(names.len(), MAX_LANES);
        assert_eq!(names[..3], ["contact 3", "contact 50", "contact 94"]);
        let last = picture.marks.last().unwrap();
        assert!(matches!(&last.form, Form::Entry { name, .. } if name.starts_with("92 more")));
        assert_eq!(step_of("item/50/deviation"), Some(50));
        assert_eq!(step_of("stage/rows"), None);
    }

    #[test]
    fn a_law_with_one_item_has_no_lanes() {
        let steps = [step(0, 0.5), AuditStep::Whole];
        for index in 0..2 {
            assert!(picture(&CapturedWorld::default(), &steps, index).marks.is_empty());
        }
    }
}
