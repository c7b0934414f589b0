//! A run for programs. Field names and their order are stable; every float is written so that it reads back exactly.

use serde::Serialize;

use super::Report;
use crate::lesson::{Beat, Lesson};

#[derive(Serialize)]
struct Run<'a> {
    scene: &'a str,
    query: &'a str,
    algorithm: &'static str,
    precision: String,
    frame: usize,
    answer: Answer<'a>,
    certificate: Certificate<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<Frames>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Vec<BeatRecord>>>,
}

/// How the frames of a moving scene went: a name for each, what they add up to, and the numbers of each.
#[derive(Serialize)]
struct Frames {
    kinds: Vec<&'static str>,
    say: String,
    table: Table,
}

#[derive(Serialize)]
struct Answer<'a> {
    signed_distance: Option<f64>,
    normal: [f64; 3],
    witness_a: [f64; 3],
    witness_b: [f64; 3],
    lower: f64,
    upper: f64,
    tolerance: f64,
    status: &'static str,
    outcome: &'static str,
    iterations: u32,
    say: &'a str,
}

#[derive(Serialize)]
struct Certificate<'a> {
    holds: bool,
    breaches: Vec<&'a str>,
}

#[derive(Serialize)]
struct BeatRecord {
    line: &'static str,
    say: String,
    values: Vec<Value>,
    stops: Vec<Stop>,
    tables: Vec<Table>,
    plot: Vec<Point>,
}

#[derive(Serialize)]
struct Value {
    symbol: &'static str,
    meaning: &'static str,
    text: String,
}

#[derive(Serialize)]
struct Stop {
    name: &'static str,
    formula: &'static str,
    left: f64,
    relation: &'static str,
    right: f64,
    fired: bool,
}

#[derive(Serialize)]
struct Table {
    title: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    chosen: Vec<usize>,
}

#[derive(Serialize)]
struct Point {
    series: &'static str,
    value: f64,
}

/// The run as one JSON object.
pub(super) fn report(report: &Report, with_steps: bool) -> serde_json::Result<String> {
    let verdict = report.lesson.verdict();
    let steps = |lesson: &dyn Lesson| {
        (0..lesson.steps())
            .map(|step| lesson.beats(step).into_iter().map(|beat| record(lesson, beat)).collect())
            .collect()
    };
    serde_json::to_string_pretty(&Run {
        scene: &report.document.scene.name,
        query: &report.query.name,
        algorithm: report.lesson.card().id,
        precision: report.precision.to_string(),
        frame: report.frame,
        answer: Answer {
            signed_distance: verdict.signed_distance,
            normal: verdict.normal.to_array(),
            witness_a: verdict.witness_a.to_array(),
            witness_b: verdict.witness_b.to_array(),
            lower: verdict.proof.lower,
            upper: verdict.proof.upper,
            tolerance: verdict.proof.tolerance,
            status: verdict.status,
            outcome: verdict.outcome,
            iterations: verdict.iterations,
            say: &verdict.say,
        },
        certificate: Certificate {
            holds: report.breaches.is_empty(),
            breaches: report.breaches.iter().map(|breach| breach.message.as_str()).collect(),
        },
        frames: report.lesson.strip().map(|strip| Frames {
            kinds: (0..strip.frames.len()).filter_map(|frame| Some(strip.kind(frame)?.name)).collect(),
            say: strip.say.clone(),
            table: table(strip.table.clone()),
        }),
        steps: with_steps.then(|| steps(report.lesson)),
    })
}

fn record(lesson: &dyn Lesson, beat: Beat) -> BeatRecord {
    let value = |v: crate::lesson::Value| Value { symbol: v.symbol, meaning: v.meaning, text: v.text };
    let stop = |s: crate::lesson::StopTest| {
        let crate::lesson::StopTest { name, formula, left, relation, right, fired } = s;
        Stop { name, formula, left, relation, right, fired }
    };
    let series = lesson.card().series;
    let point = |(i, value): (usize, f64)| Some(Point { series: series.get(i)?.name, value });
    BeatRecord {
        line: beat.line,
        say: beat.say,
        values: beat.values.into_iter().map(value).collect(),
        stops: beat.stops.into_iter().map(stop).collect(),
        tables: beat.tables.into_iter().map(table).collect(),
        plot: beat.points.into_iter().filter_map(point).collect(),
    }
}

fn table(t: crate::lesson::Table) -> Table {
    Table {
        title: t.title,
        columns: t.columns,
        chosen: t.rows.iter().enumerate().filter(|(_, row)| row.chosen).map(|(i, _)| i).collect(),
        rows: t.rows.into_iter().map(|row| row.cells).collect(),
    }
}
