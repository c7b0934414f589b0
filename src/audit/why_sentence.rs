//! Sentence about why two bodies have no contact, with the numbers of the reason.

use crate::capture::Step;
use crate::report::Report;

/// Sentence about the pair of bodies `names` of a report's question. `None` unless the report answers why they have no
/// contact.
pub fn why_sentence(report: &Report, step: &Step, names: [&str; 2]) -> Option<String> {
    let [a, b] = names;
    let reason = report.why.as_deref()?;
    let pair =
        report.pairs.iter().find(|pair| [pair.a.as_str(), &pair.b] == [a, b] || [pair.a.as_str(), &pair.b] == [b, a]);
    let distance = pair.map(|pair| pair.distance);
    let margin = step.model.margin.unwrap_or(0.0);
    let contacts = step.contacts.as_ref().map_or(0, Vec::len);
    Some(match reason {
        "apart" => match distance {
            Some([lower, _]) => format!(
                "{a} and {b} are apart: their distance is at least {lower:.6e} m, more than the margin {margin} m."
            ),
            None => format!("{a} and {b} are apart: their boxes are farther apart than 1 m."),
        },
        "neither moves" => format!("Neither {a} nor {b} is dynamic."),
        "excluded" => format!("{a} and {b} are excluded from contact, or asleep."),
        "mask" => format!("The filter of {a} and {b} does not allow a contact: {}.", filters(step, names)),
        "filter wrong" => format!("The broad phase rejected {a} and {b}, although their filters allow a contact."),
        "broad phase" => format!("{a} and {b} are not in the pairs of the broad phase{}.", overlap(distance)),
        "cap" => format!("The list of contacts is full: it has {contacts} contacts, as many as the engine allows."),
        "narrow phase" => format!("The narrow phase returned no contact of {a} and {b}{}.", overlap(distance)),
        "within the margin" => match distance {
            Some([lower, upper]) => format!(
                "{a} and {b} are within the margin {margin} m: their distance is between {lower:.6e} m and {upper:.6e} m."
            ),
            None => format!("{a} and {b} are within the margin {margin} m."),
        },
        "no row" => format!("{a} and {b} have a contact, but no constraint row."),
        "no impulse" => format!("{a} and {b} have a contact, but its impulses are 0."),
        other => format!("Contact of {a} and {b}: {other}."),
    })
}

/// Words about the proven overlap of a pair; empty if no overlap is proven.
fn overlap(distance: Option<[f64; 2]>) -> String {
    match distance {
        Some([_, upper]) if upper < 0.0 => format!(", although they overlap by at least {:.6e} m", -upper),
        Some(_) | None => String::new(),
    }
}

/// Groups and masks of two bodies, in hexadecimal.
fn filters(step: &Step, names: [&str; 2]) -> String {
    let texts = names.into_iter().filter_map(|name| {
        let body = step.bodies.iter().find(|body| body.name == name)?;
        Some(format!("{name} has the group {:#x} and the mask {:#x}", body.group?, body.mask?))
    });
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, audit, read_step};

    /// Text of a ball of radius 0.5 at this height.
    fn ball(name: &str, y: f64, filters: &str) -> String {
        format!(
            r#"{{"name": "{name}", "mass": 1, "inertia": [0.1, 0.1, 0.1], {filters}
                "shapes": [{{"shape": {{"type": "sphere", "radius": 0.5}}}}],
                "before": {{"position": [0, {y}, 0], "velocity": [0, 0, 0], "angular_velocity": [0, 0, 0]}}}}"#
        )
    }

    /// Sentence about two balls of radius 0.5, whose centers are this far apart; `fields` are further fields of the
    /// step, and `filters` those of the first ball.
    fn sentence(apart: f64, fields: &str, filters: &str) -> String {
        let text = format!(
            r#"{{"time_step": 0.01, {fields} "bodies": [{}, {}], "contacts": []}}"#,
            ball("low", 0.0, filters),
            ball("high", apart, r#""group": 1, "mask": 1,"#)
        );
        let step = read_step(&text).unwrap();
        let report = audit(&step, &Options { why: Some(["low", "high"]), ..Options::default() }).unwrap();
        why_sentence(&report, &step, ["low", "high"]).unwrap()
    }

    #[test]
    fn reasons_have_their_numbers() {
        let apart = sentence(1.5, "", "");
        assert!(apart.starts_with("low and high are apart: their distance is at least 5.0000"), "{apart}");
        let masked = sentence(0.9, "", r#""group": 2, "mask": 2,"#);
        assert!(masked.contains("low has the group 0x2 and the mask 0x2"), "{masked}");
        let listed = sentence(0.9, r#""broad_phase": {"pairs": []},"#, "");
        assert!(listed.contains("not in the pairs of the broad phase, although they overlap by at least"), "{listed}");
        let missed = sentence(0.9, r#""broad_phase": {"pairs": [["low", "high"]]},"#, "");
        assert!(missed.starts_with("The narrow phase returned no contact of low and high"), "{missed}");
        let full = sentence(0.9, r#""model": {"max_contacts": 0},"#, "");
        assert!(full.contains("as many as the engine allows"), "{full}");
    }
}
