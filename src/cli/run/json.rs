//! JSON report of `contact-lens run --json`. Names of fields and their order are stable. Floats of answers, values and
//! tests are written without loss, infinities as `"inf"` and `"-inf"`. Next to the text of each value is its `value`: a
//! number or a vector in meters and world axes, `null` if the text is words. The `values` of a table correspond to the
//! cells of its `rows`.

mod meshes;

use contact_lens_lesson::{self as lesson, Beat, Lesson};
use contact_lens_model::answer::{Exact, Finding, FindingFacts as _, Float};
use contact_lens_play::{Compared, Judgment};
use serde::Serialize;

use super::Report;
use meshes::HullRecord;

/// Report of one query.
#[derive(Serialize)]
struct RunRecord<'a> {
    scene: &'a str,
    query: &'a str,
    algorithm: &'static str,
    precision: String,
    frame: usize,
    answer: Answer<'a>,
    certificate: Certificate<'a>,
    /// Answers of external engines, each compared with ours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    theirs: Vec<ExternalComparison<'a>>,
    /// Audit of external engines' impulses: `ours` is the value that a rule of mechanics requires.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    audit: Vec<ExternalComparison<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<FramesRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<LevelRecord<'a>>,
    /// Sub-steps of each step; `None` unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Vec<BeatRecord>>>,
}

/// Level of groups of steps, such as iterations.
#[derive(Serialize)]
struct LevelRecord<'a> {
    name: &'static str,
    groups: Vec<GroupRecord<'a>>,
}

/// Group of consecutive steps.
#[derive(Serialize)]
struct GroupRecord<'a> {
    title: &'a str,
    /// First step of the group, from 0.
    first: usize,
    /// Number of steps in the group.
    count: usize,
}

/// Name of the kind of a frame in which a body is absent.
const ABSENT: &str = "not there";

/// Overview of all frames of a moving scene.
#[derive(Serialize)]
struct FramesRecord {
    /// Name of the kind of each frame, such as its status; [`ABSENT`] for a frame in which a body is absent.
    kinds: Vec<&'static str>,
    /// Summary in a sentence.
    say: String,
    table: Table,
}

/// Answer of the run, with the fields of its finding.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    status: &'static str,
    outcome: &'static str,
    iterations: u32,
    say: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hulls_of_meshes: Vec<HullRecord<'a>>,
}

/// Result of verifying the answer's certificate.
#[derive(Serialize)]
struct Certificate<'a> {
    holds: bool,
    /// Messages about the claims that do not hold.
    violations: Vec<&'a str>,
}

/// Value of an external engine next to ours. Lengths are in meters, angles in degrees.
#[derive(Serialize)]
struct ExternalComparison<'a> {
    engine: &'a str,
    /// Name of the compared quantity.
    what: &'a str,
    theirs: Option<Exact>,
    ours: Option<Exact>,
    difference: Option<Exact>,
    /// Distance by which the value is outside of the proven bracket, meters: 0 within the bracket, `null` when the
    /// bracket is about another quantity.
    outside: Option<f64>,
    /// For an audit: violation of a rule, newton seconds; 0 when it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<f64>,
    /// Whether the engine's value was recomputed for the capture instead of being taken from its step.
    recomputed: bool,
}

impl<'a> ExternalComparison<'a> {
    /// Converts a comparison with an external engine.
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

/// Sub-step of a step.
#[derive(Serialize)]
struct BeatRecord {
    /// Label of its line in the listing of the algorithm.
    line: &'static str,
    /// Narration of the sub-step.
    say: String,
    values: Vec<Value>,
    stops: Vec<Stop>,
    tables: Vec<Table>,
    plot: Vec<Point>,
}

/// Named value of a sub-step.
#[derive(Serialize)]
struct Value {
    symbol: &'static str,
    meaning: &'static str,
    text: String,
    value: Option<Exact>,
}

/// Stop test of the algorithm: whether `left` and `right` are in the relation.
#[derive(Serialize)]
struct Stop {
    name: &'static str,
    line: &'static str,
    formula: &'static str,
    left: Float,
    relation: &'static str,
    right: Float,
    /// Whether the relation holds, so that the algorithm stops.
    fired: bool,
}

/// Table of a sub-step, such as its candidates, or of all frames.
#[derive(Serialize)]
struct Table {
    title: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    /// Exact value of each cell; `null` for words.
    values: Vec<Vec<Option<Exact>>>,
    /// Indices of the rows that the algorithm chooses.
    chosen: Vec<usize>,
}

/// Value of a plotted series in a sub-step.
#[derive(Serialize)]
struct Point {
    series: &'static str,
    value: Float,
}

/// Formats the report as JSON; if `with_steps` is true, with every candidate and stop test of all steps.
pub(super) fn format_report(report: &Report, with_steps: bool) -> serde_json::Result<String> {
    let verdict = report.lesson.verdict();
    serde_json::to_string_pretty(&RunRecord {
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
            hulls_of_meshes: report.hulls.iter().map(HullRecord::of).collect(),
        },
        certificate: Certificate {
            holds: report.violations.is_empty(),
            violations: report.violations.iter().map(|violation| violation.message.as_str()).collect(),
        },
        theirs: report.external.iter().map(ExternalComparison::of).collect(),
        audit: report.audit.iter().map(ExternalComparison::of).collect(),
        frames: report.lesson.strip().map(|strip| FramesRecord {
            kinds: (0..strip.frames.len()).map(|frame| strip.kind(frame).map_or(ABSENT, |kind| kind.name)).collect(),
            say: strip.say.clone(),
            table: table_record(strip.table.clone()),
        }),
        levels: report.lesson.levels().iter().map(level_record).collect(),
        steps: with_steps.then(|| (0..report.lesson.steps()).map(|step| step_record(report.lesson, step)).collect()),
    })
}

/// Converts a level with its groups.
fn level_record(level: &lesson::Level) -> LevelRecord<'_> {
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
        tables: beat.tables.into_iter().map(table_record).collect(),
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
fn table_record(table: lesson::Table) -> Table {
    Table {
        title: table.title,
        columns: table.columns,
        chosen: table.rows.iter().enumerate().filter(|(_, row)| row.chosen).map(|(i, _)| i).collect(),
        values: table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.exact).collect()).collect(),
        rows: table.rows.into_iter().map(|row| row.cells.into_iter().map(String::from).collect()).collect(),
    }
}
