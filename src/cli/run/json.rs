//! JSON report of a run. Field names and their order are stable; floats of answers, values and tests are written
//! without loss, infinities as `"inf"` and `"-inf"`. The text of each value has a `value` next to it: its number or
//! vector in meters and world axes, `null` if the text is words. The `values` of a table are those of its `rows`.

mod meshes;

use serde::Serialize;

use super::Report;
use crate::answer::{Exact, Finding, FindingFacts as _, Float};
use crate::lesson::{self, Beat, Lesson};
use crate::play::{Compared, Judgment};
use meshes::Hulled;

/// Report of one query, as printed.
#[derive(Serialize)]
struct Run<'a> {
    scene: &'a str,
    query: &'a str,
    algorithm: &'static str,
    precision: String,
    frame: usize,
    answer: Answer<'a>,
    certificate: Certificate<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    theirs: Vec<ExternalComparison<'a>>,
    /// Audit of the external engines' impulses; `ours` is the expected value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    audit: Vec<ExternalComparison<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<Frames>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<LevelRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Vec<BeatRecord>>>,
}

/// Level of groups of steps, such as iterations; each group has its title, first step from 0, and number of steps.
#[derive(Serialize)]
struct LevelRecord<'a> {
    name: &'static str,
    groups: Vec<GroupRecord<'a>>,
}

#[derive(Serialize)]
struct GroupRecord<'a> {
    title: &'a str,
    first: usize,
    count: usize,
}

/// Name of the kind of a frame in which a body is absent.
const ABSENT: &str = "not there";

/// FrameStrip of a moving scene: the kind of each frame, the summary, and a table.
#[derive(Serialize)]
struct Frames {
    kinds: Vec<&'static str>,
    say: String,
    table: Table,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    status: &'static str,
    outcome: &'static str,
    iterations: u32,
    say: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hulls_of_meshes: Vec<Hulled<'a>>,
}

#[derive(Serialize)]
struct Certificate<'a> {
    holds: bool,
    violations: Vec<&'a str>,
}

/// Value of an external engine next to ours: lengths in meters, angles in degrees. `outside` is the distance in meters
/// by which the value is outside of the proven bracket: 0 within the bracket, null when the bracket is about something
/// else.
#[derive(Serialize)]
struct ExternalComparison<'a> {
    engine: &'a str,
    what: &'a str,
    theirs: Option<Exact>,
    ours: Option<Exact>,
    difference: Option<Exact>,
    outside: Option<f64>,
    /// For an audit: violation of a rule, newton seconds; 0 when it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<f64>,
    recomputed: bool,
}

impl<'a> ExternalComparison<'a> {
    fn of(row: &'a Compared) -> Self {
        let Compared { engine, quantity, captured, computed, difference, judgment, recomputed } = row;
        let outside = match judgment {
            Judgment::WithinBracket => Some(0.0),
            Judgment::WithinRounding(by) | Judgment::OutsideBracket(by) => Some(*by),
            Judgment::NotJudged | Judgment::ObeysRule | Judgment::BreaksRule(_) => None,
        };
        let breaks = match judgment {
            Judgment::ObeysRule => Some(0.0),
            Judgment::BreaksRule(by) => Some(*by),
            Judgment::WithinBracket
            | Judgment::WithinRounding(_)
            | Judgment::OutsideBracket(_)
            | Judgment::NotJudged => None,
        };
        let [theirs, ours, difference] = [captured, computed, difference].map(|shown| shown.exact);
        Self { engine, what: quantity, theirs, ours, difference, outside, breaks, recomputed: *recomputed }
    }
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
    value: Option<Exact>,
}

#[derive(Serialize)]
struct Stop {
    name: &'static str,
    line: &'static str,
    formula: &'static str,
    left: Float,
    relation: &'static str,
    right: Float,
    fired: bool,
}

#[derive(Serialize)]
struct Table {
    title: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    values: Vec<Vec<Option<Exact>>>,
    chosen: Vec<usize>,
}

#[derive(Serialize)]
struct Point {
    series: &'static str,
    value: Float,
}

/// Returns the report as JSON; with `with_steps`, with every candidate and stop test of all steps.
pub(super) fn report(report: &Report, with_steps: bool) -> serde_json::Result<String> {
    let verdict = report.lesson.verdict();
    serde_json::to_string_pretty(&Run {
        scene: &report.document.scene.name,
        query: &report.query.name,
        algorithm: report.lesson.card().id,
        precision: report.precision.to_string(),
        frame: report.frame,
        answer: Answer {
            finding: &verdict.finding,
            status: verdict.finding.status(),
            outcome: verdict.outcome,
            iterations: verdict.iterations,
            say: &verdict.say,
            hulls_of_meshes: report.hulls.iter().map(Hulled::of).collect(),
        },
        certificate: Certificate {
            holds: report.violations.is_empty(),
            violations: report.violations.iter().map(|violation| violation.message.as_str()).collect(),
        },
        theirs: report.external.iter().map(ExternalComparison::of).collect(),
        audit: report.audit.iter().map(ExternalComparison::of).collect(),
        frames: report.lesson.strip().map(|strip| Frames {
            kinds: (0..strip.frames.len()).map(|frame| strip.kind(frame).map_or(ABSENT, |kind| kind.name)).collect(),
            say: strip.say.clone(),
            table: table(strip.table.clone()),
        }),
        levels: report.lesson.levels().iter().map(level).collect(),
        steps: with_steps.then(|| (0..report.lesson.steps()).map(|step| step_record(report.lesson, step)).collect()),
    })
}

/// Converts a level with its groups.
fn level(level: &lesson::Level) -> LevelRecord<'_> {
    let groups = (0..level.count()).map(|i| {
        let steps = level.steps(i);
        GroupRecord { title: level.title(i), first: steps.start, count: steps.len() }
    });
    LevelRecord { name: level.name, groups: groups.collect() }
}

/// Converts the sub-steps of a step.
fn step_record(run: &dyn Lesson, step: usize) -> Vec<BeatRecord> {
    run.beats(step).into_iter().map(|beat| beat_record(run, beat)).collect()
}

/// Converts a sub-step with its values, tests, tables and plot points.
fn beat_record(run: &dyn Lesson, beat: Beat) -> BeatRecord {
    let series = run.card().series;
    let points = beat.points.into_iter();
    BeatRecord {
        line: beat.line,
        say: beat.say.text(),
        values: beat.values.into_iter().map(Value::from).collect(),
        stops: beat.stops.into_iter().map(Stop::from).collect(),
        tables: beat.tables.into_iter().map(table).collect(),
        plot: points.filter_map(|(i, y)| Some(Point { series: series.get(i)?.name, value: Float(y) })).collect(),
    }
}

impl From<lesson::Value> for Value {
    fn from(lesson::Value { symbol, meaning, text, .. }: lesson::Value) -> Self {
        Self { symbol, meaning, value: text.exact, text: text.text }
    }
}

impl From<lesson::StopTest> for Stop {
    fn from(test: lesson::StopTest) -> Self {
        let lesson::StopTest { name, line, formula, left, relation, right, fired } = test;
        Self { name, line, formula, left: Float(left), relation, right: Float(right), fired }
    }
}

/// Converts a table, with the exact values of its cells.
fn table(table: lesson::Table) -> Table {
    Table {
        title: table.title,
        columns: table.columns,
        chosen: table.rows.iter().enumerate().filter(|(_, row)| row.chosen).map(|(i, _)| i).collect(),
        values: table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.exact).collect()).collect(),
        rows: table.rows.into_iter().map(|row| row.cells.into_iter().map(String::from).collect()).collect(),
    }
}
