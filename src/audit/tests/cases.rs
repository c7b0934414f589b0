//! Audits of the public cases: verdict, first stage, culprit, and agreement of moved copies with their originals.
//!
//! `CONTACT_LENS_AUDIT_CASES` may name another folder with `questions.jsonl` and `truth.jsonl`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use contact_lens_audit::{Report, answer, read_question};
use serde_json::Value;

/// Folder of the cases; `None`, with a note, if there is none.
fn folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CONTACT_LENS_AUDIT_CASES").map(PathBuf::from) {
        assert!(named.is_dir(), "CONTACT_LENS_AUDIT_CASES names no folder");
        return Some(named);
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = here.ancestors().map(|folder| folder.join("shared/cases/audit")).find(|folder| folder.is_dir());
    let found = found.or_else(|| {
        let named = PathBuf::from(std::env::var_os("CONTACT_LENS_CASES")?).join("audit");
        named.is_dir().then_some(named)
    });
    if found.is_none() {
        eprintln!("skipped: no cases of audits; CONTACT_LENS_AUDIT_CASES may name their folder");
    }
    found
}

/// Lines of a file as JSON.
fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Answer to a line: the report, or the text of the error.
type Answer = Result<Report, String>;

/// Answers to all lines of a file, by id.
fn answers(path: &Path) -> Vec<(String, Answer)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let audits = text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let id = serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap_or_default().to_owned();
        let report = read_question(line).and_then(|question| answer(&question));
        (id, report.map_err(|error| error.to_string()))
    });
    audits.collect()
}

/// Whether a report names an item of the truth.
fn names(report: &Report, key: &str, item: &Value) -> bool {
    let Some(first) = &report.first else { return false };
    let culprit = &first.culprit;
    match key {
        "any" => item.as_array().unwrap().iter().any(|item| names_all(report, item)),
        "row" => item.is_null() || culprit.row == item.as_u64().map(|row| row as usize),
        "contact" => item.is_null() || culprit.contact == item.as_u64().map(|contact| contact as usize),
        "joint" => item.is_null() || culprit.joint == item.as_u64().map(|joint| joint as usize),
        "dof" => item.is_null() || culprit.dof == item.as_u64().map(|dof| dof as usize),
        "body" => item.is_null() || culprit.body.as_deref() == item.as_str(),
        "pair" => {
            let mut expected: Vec<&str> = item.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
            expected.sort_unstable();
            culprit.pair.as_ref().is_some_and(|pair| {
                let mut pair: Vec<&str> = pair.iter().map(String::as_str).collect();
                pair.sort_unstable();
                pair == expected
            })
        }
        _ => panic!("unknown culprit {key}"),
    }
}

/// Whether a report names all items of a culprit.
fn names_all(report: &Report, culprit: &Value) -> bool {
    culprit.as_object().is_none_or(|items| items.iter().all(|(key, item)| names(report, key, item)))
}

/// What is wrong with a report; empty if nothing is.
fn faults(answer: &Answer, truth: &Value, all: &HashMap<&str, &Answer>) -> Vec<String> {
    let report = match (answer, truth["error"].as_array()) {
        (Ok(report), None) => report,
        (Ok(_), Some(_)) => return vec!["no error".to_owned()],
        (Err(error), Some(words)) if words.iter().any(|word| error.contains(word.as_str().unwrap())) => {
            return Vec::new();
        }
        (Err(error), _) => return vec![error.clone()],
    };
    let mut found = Vec::new();
    let verdict = report.verdict.name();
    if !truth["verdict"].as_array().unwrap().iter().any(|allowed| allowed == verdict) {
        found.push(format!("verdict {verdict}"));
    }
    if let Some(stages) = truth["stages"].as_array() {
        let stage = report.first.as_ref().map_or("none", |first| first.stage);
        if !stages.iter().any(|allowed| allowed == stage) {
            found.push(format!("stage {stage}"));
        }
        if !names_all(report, &truth["culprit"]) {
            found.push(format!("culprit {:?}", report.first.as_ref().map(|first| &first.culprit)));
        }
    }
    if let Some(why) = truth["why"].as_str()
        && report.why.as_deref() != Some(why)
    {
        found.push(format!("why {:?}", report.why));
    }
    if let Some(parting) = truth.get("parting") {
        let stage = report.parting.as_ref().and_then(|parting| parting.as_ref()).map(|parting| parting.stage);
        if stage != parting.as_str() {
            found.push(format!("parting {:?}", report.parting));
        }
    }
    if let Some(Ok(original)) = truth["same_as"].as_str().and_then(|id| all.get(id))
        && (original.verdict != report.verdict
            || original.first.as_ref().map(|first| first.stage) != report.first.as_ref().map(|first| first.stage))
    {
        found.push("another answer than its original".to_owned());
    }
    found
}

/// Stages that do not hold, one per line.
fn stages(answer: &Answer) -> String {
    let stages = answer.iter().flat_map(|report| &report.stages);
    let wrong = stages.filter(|stage| ["broken", "undecided"].contains(&stage.verdict));
    let lines: Vec<String> = wrong
        .map(|stage| {
            let numbers = [stage.value, stage.bound].map(Option::unwrap_or_default);
            format!("  {} {:?} {numbers:?} {:?} {:?}", stage.stage, stage.law, stage.culprit, stage.because)
        })
        .collect();
    lines.join("\n")
}

#[test]
fn the_public_cases_have_their_verdicts() {
    let Some(folder) = folder() else { return };
    let answers = answers(&folder.join("questions.jsonl"));
    let all: HashMap<&str, &Answer> = answers.iter().map(|(id, answer)| (id.as_str(), answer)).collect();
    let mut wrong = Vec::new();
    let mut count = 0;
    for truth in lines(&folder.join("truth.jsonl")) {
        let id = truth["id"].as_str().unwrap();
        let Some(answer) = all.get(id) else { continue };
        count += 1;
        let found = faults(answer, &truth, &all);
        if !found.is_empty() {
            wrong.push(format!("{id} {} {}: {found:?}\n{}", truth["class"], truth["fault"], stages(answer)));
        }
    }
    assert!(wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Fields whose absence means a default that the step does not have, or that makes another step.
const DEFAULTED: [&str; 27] = [
    "gravity_scale",
    "surface_velocity",
    "push",
    "locked",
    "joints",
    "center_of_mass",
    "sleeping",
    "gravity",
    "rotation",
    "kind",
    "force",
    "torque",
    "lower",
    "upper",
    "softness",
    "target",
    "coordinates",
    "level",
    "gyroscopic",
    "excluded",
    "friction_of",
    "linear_damping",
    "angular_damping",
    "offset",
    "axis",
    "combine",
    "part",
];

/// Paths of all fields of a value, without the indices of arrays.
fn fields(value: &Value, path: &str, found: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                let path = format!("{path}/{key}");
                found.insert(path.clone());
                fields(inner, &path, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| fields(inner, path, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Removes the field at a path from all objects that have it.
fn remove(value: &mut Value, path: &[&str]) {
    match (value, path) {
        (Value::Array(list), _) => list.iter_mut().for_each(|inner| remove(inner, path)),
        (Value::Object(object), [key]) => drop(object.remove(*key)),
        (Value::Object(object), [key, rest @ ..]) => {
            object.get_mut(*key).into_iter().for_each(|inner| remove(inner, rest))
        }
        (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_), _) | (Value::Object(_), []) => {}
    }
}

#[test]
fn a_clean_step_without_one_of_its_fields_is_not_accused() {
    let Some(folder) = folder() else { return };
    let questions = lines(&folder.join("questions.jsonl"));
    let truths = lines(&folder.join("truth.jsonl"));
    let clean = truths.iter().filter(|truth| truth["class"].as_str().is_some_and(|class| class.contains("clean")));
    let mut wrong = Vec::new();
    for truth in clean {
        let Some(question) = questions.iter().find(|question| question["id"] == truth["id"]) else { continue };
        let mut paths = std::collections::BTreeSet::new();
        fields(&question["step"], "/step", &mut paths);
        for path in paths {
            let keys: Vec<&str> = path.split('/').skip(1).collect();
            if keys.iter().any(|key| DEFAULTED.contains(key)) {
                continue;
            }
            let mut less = question.clone();
            remove(&mut less, &keys);
            let report = read_question(&less.to_string()).and_then(|question| answer(&question));
            if let Ok(report) = report
                && report.verdict.name() == "broken"
            {
                let first = report.first.unwrap();
                wrong.push(format!(
                    "{} without {path}: {}, {} {:?}",
                    truth["id"], first.stage, first.law, first.culprit
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} accused:\n{}", wrong.len(), wrong.join("\n"));
}

/// Replaces all numbers of the field at a path.
fn replace(value: &mut Value, path: &[&str], number: f64) {
    match (value, path) {
        (Value::Array(list), _) => list.iter_mut().for_each(|inner| replace(inner, path, number)),
        (Value::Object(object), [key, rest @ ..]) => {
            object.get_mut(*key).into_iter().for_each(|inner| replace(inner, rest, number));
        }
        (leaf @ Value::Number(_), []) => {
            *leaf = if number.fract() == 0.0 && number.abs() < 1e15 { (number as i64).into() } else { number.into() };
        }
        (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_), _) => {}
    }
}

#[test]
fn a_step_with_absurd_numbers_has_an_answer() {
    let Some(folder) = folder() else { return };
    let questions = lines(&folder.join("questions.jsonl"));
    for question in questions.iter().step_by(9) {
        let mut paths = std::collections::BTreeSet::new();
        fields(&question["step"], "/step", &mut paths);
        for path in paths {
            let keys: Vec<&str> = path.split('/').skip(1).collect();
            for number in [0.0, -1.0, 1e14, 1e300, -1e-300] {
                let mut changed = question.clone();
                replace(&mut changed, &keys, number);
                if let Ok(question) = read_question(&changed.to_string()) {
                    let report = answer(&question);
                    assert!(report.is_err() || report.is_ok_and(|report| serde_json::to_string(&report).is_ok()));
                }
            }
        }
    }
}
