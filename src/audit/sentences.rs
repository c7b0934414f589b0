//! Nine plain sentences about an audit, one per stage: "stage: verdict, number, bound."

use crate::report::{CulpritNames, Report, StageAnswer};

/// One sentence per stage, in order, with the culprit and the cause where a law does not hold.
pub fn sentences(report: &Report) -> Vec<String> {
    report.stages.iter().map(sentence).collect()
}

/// Sentence about one stage.
fn sentence(stage: &StageAnswer) -> String {
    let mut name = stage.stage.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let verdict = stage.verdict;
    let Some(((law, unit), (value, bound))) = stage.law.zip(stage.unit).zip(stage.value.zip(stage.bound)) else {
        return match (verdict, stage.missing.is_empty()) {
            ("not given", false) => format!("{name}: not given: {}.", fields(&stage.missing)),
            _ => format!("{name}: {verdict}. There is nothing to judge."),
        };
    };
    let of = stage.culprit.as_ref().map(item).filter(|item| !item.is_empty());
    let of = of.map(|item| format!(" of {item}")).unwrap_or_default();
    let mut text = match verdict {
        "holds" if value == 0.0 => match stage.laws {
            1 => format!("{name}: holds. The only law is exact: {law}."),
            count => format!("{name}: holds. All {count} laws are exact, among them: {law}."),
        },
        "holds" => format!(
            "{name}: holds. The largest deviation of {} is {} ({law}); the bound is {}.",
            if stage.laws == 1 { String::from("the only law") } else { format!("{} laws", stage.laws) },
            quantity(value, unit),
            quantity(bound, unit)
        ),
        "undecided" if law == "residual without a claim" => {
            let value = quantity(value, unit);
            format!("{name}: undecided: nothing is claimed of it. The largest residual is {value}{of}.")
        }
        _ => format!(
            "{name}: {verdict}. The law \"{law}\"{of} has the deviation {}; the bound is {}.",
            quantity(value, unit),
            quantity(bound, unit)
        ),
    };
    if let Some(because) = &stage.because {
        text.push_str(&format!(" Cause: {because}."));
    }
    if !stage.missing.is_empty() {
        text.push_str(&format!(" Not given: {}.", fields(&stage.missing)));
    }
    text
}

/// Names of fields, as code.
fn fields(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// A number with three digits and its unit.
fn quantity(number: f64, unit: &str) -> String {
    let digits = if number == 0.0 || (1e-3..1e4).contains(&number) {
        let text = format!("{number:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{number:.1e}")
    };
    if unit == "1" { digits } else { format!("{digits} {unit}") }
}

/// Name of the item of a law: as much of body, contact, row, joint and degree of freedom as is known.
fn item(culprit: &CulpritNames) -> String {
    let pair = culprit.pair.as_ref().map(|[a, b]| format!("`{a}` and `{b}`"));
    let numbered = [
        culprit.row.map(|row| format!("row {row}")),
        culprit.contact.map(|contact| format!("contact {contact}")),
        culprit.joint.map(|joint| format!("joint {joint}")),
        culprit.dof.map(|dof| format!("degree of freedom {dof}")),
        culprit.body.as_ref().map(|body| format!("the body `{body}`")),
    ];
    let numbered: Vec<String> = numbered.into_iter().flatten().collect();
    match (numbered.is_empty(), pair) {
        (true, Some(pair)) => format!("the pair {pair}"),
        (false, Some(pair)) => format!("{} ({pair})", numbered.join(", ")),
        (_, None) => numbered.join(", "),
    }
}
