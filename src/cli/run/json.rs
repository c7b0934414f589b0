//! A run for programs. Field names and their order are stable; every float is written so that it reads back exactly, and
//! what is infinite as `"inf"` or `"-inf"`. Beside every text for people stands `value`, the number or vector behind it in
//! meters and world axes, `null` where the text is words; `values` of a table are those of its `rows`.

mod difference;
mod manifold;
mod meshes;

use serde::Serialize;

use super::super::exact::{Float, Number, floats};
use super::super::world::WorldObject;
use super::Report;
use super::classified::Classified;
use crate::lesson::{self, Beat, HullMeasure, Lesson};
use difference::Difference;
use manifold::Manifold;
use meshes::Hulled;

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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<LevelRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Vec<BeatRecord>>>,
}

/// Steps that belong together, all of them: each group with its first step, from 0, and their number.
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

/// How the frames of a moving scene went: a name for each, what they add up to, and the numbers of each.
#[derive(Serialize)]
struct Frames {
    kinds: Vec<&'static str>,
    say: String,
    table: Table,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    finding: Option<Finding>,
    status: &'static str,
    outcome: &'static str,
    iterations: u32,
    say: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hulls_of_meshes: Vec<Hulled<'a>>,
}

/// What was found, by its kind.
#[derive(Serialize)]
#[serde(untagged)]
enum Finding {
    Pair {
        signed_distance: Option<Float>,
        normal: Option<[Float; 3]>,
        witness_a: [Float; 3],
        witness_b: [Float; 3],
        lower: Float,
        upper: Float,
        tolerance: Float,
    },
    Separation {
        separation: Option<Float>,
        lower: Float,
        upper: Option<Float>,
        normal: Option<[Float; 3]>,
        line: Option<String>,
        lines: u32,
        skipped: u32,
        ties: Vec<String>,
    },
    FirstContact {
        hit: Option<bool>,
        t_first: Option<Float>,
        lower: Float,
        upper: Option<Float>,
        t_last: Option<Float>,
        normal: Option<[Float; 3]>,
        witness_a: Option<[Float; 3]>,
        witness_b: Option<[Float; 3]>,
        gap: Option<Float>,
    },
    Manifold(Box<Manifold>),
    Classes {
        bodies: Vec<Classified>,
        planes_tested: u64,
    },
    World(Box<WorldObject>),
    PlanarHull {
        dimension: u8,
        vertices: Vec<u32>,
        area: Float,
        perimeter: Float,
    },
    Hull {
        dimension: u8,
        vertices: Vec<u32>,
        faces: Vec<Vec<u32>>,
        volume: Float,
        area: Float,
        #[serde(skip_serializing_if = "Option::is_none")]
        mesh_volume: Option<Float>,
    },
    Difference(Difference),
    Farthest {
        point: u32,
        value: Float,
        direction: [Float; 3],
        visited: u32,
        vertices: u32,
        levels: u32,
    },
    Pairs {
        pairs: Vec<[String; 2]>,
        began: Vec<[String; 2]>,
        ended: Vec<[String; 2]>,
        swaps: Vec<u64>,
    },
}

impl Finding {
    fn of_contact(found: &lesson::ContactFinding) -> Self {
        Self::FirstContact {
            hit: found.hit,
            t_first: found.t_first.map(Float),
            lower: Float(found.lower),
            upper: found.upper.map(Float),
            t_last: found.t_last.map(Float),
            normal: found.normal.map(floats),
            witness_a: found.witness.map(|[a, _]| floats(a)),
            witness_b: found.witness.map(|[_, b]| floats(b)),
            gap: found.gap.map(Float),
        }
    }

    fn of(found: &lesson::Finding) -> Option<Self> {
        if let lesson::Finding::Hull(hull) = found {
            let (dimension, vertices) = (hull.dimension, hull.vertices.clone());
            return Some(match &hull.measure {
                HullMeasure::Planar { area, perimeter } => {
                    Self::PlanarHull { dimension, vertices, area: Float(*area), perimeter: Float(*perimeter) }
                }
                HullMeasure::Spatial { faces, volume, area } => {
                    let (faces, volume, area) = (faces.clone(), Float(*volume), Float(*area));
                    Self::Hull { dimension, vertices, faces, volume, area, mesh_volume: hull.mesh_volume.map(Float) }
                }
            });
        }
        if let lesson::Finding::Separation(found) = found {
            return Some(Self::Separation {
                separation: found.separation.map(Float),
                lower: Float(found.lower),
                upper: found.upper.map(Float),
                normal: found.normal.map(floats),
                line: found.line.clone(),
                lines: found.lines,
                skipped: found.skipped,
                ties: found.ties.clone(),
            });
        }
        if let lesson::Finding::FirstContact(found) = found {
            return Some(Self::of_contact(found));
        }
        if let lesson::Finding::Manifold(found) = found {
            return Some(Self::Manifold(Box::new(Manifold::of(found))));
        }
        if let Some(many) = Self::of_points_or_many(found) {
            return Some(many);
        }
        found.pair().map(|pair| Self::Pair {
            signed_distance: pair.signed_distance.map(Float),
            normal: pair.normal.map(floats),
            witness_a: floats(pair.witness_a),
            witness_b: floats(pair.witness_b),
            lower: Float(pair.proof.lower),
            upper: Float(pair.proof.upper),
            tolerance: Float(pair.proof.tolerance),
        })
    }

    /// What is about the points of one body, or about many bodies.
    fn of_points_or_many(found: &lesson::Finding) -> Option<Self> {
        if let lesson::Finding::Difference(found) = found {
            return Some(Self::Difference(Difference::of(found)));
        }
        if let lesson::Finding::Farthest(found) = found {
            return Some(Self::Farthest {
                point: found.point,
                value: Float(found.value),
                direction: floats(found.direction),
                visited: found.visited,
                vertices: found.vertices,
                levels: found.levels,
            });
        }
        if let lesson::Finding::Pairs(found) = found {
            let named = |pairs| found.named(pairs).map(|pair| pair.map(String::from)).collect();
            return Some(Self::Pairs {
                pairs: named(&found.pairs),
                began: named(&found.began),
                ended: named(&found.ended),
                swaps: found.swaps.clone(),
            });
        }
        if let lesson::Finding::World(found) = found {
            // Of a frame that is not there nothing can be told.
            return found.diverged.is_none().then(|| Self::World(Box::new(WorldObject::from(&**found))));
        }
        if let lesson::Finding::Classes(found) = found {
            let bodies = found.bodies.iter().map(Classified::of).collect();
            return Some(Self::Classes { bodies, planes_tested: found.tested });
        }
        None
    }
}

#[derive(Serialize)]
struct Certificate<'a> {
    holds: bool,
    violations: Vec<&'a str>,
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
    value: Number,
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
    values: Vec<Vec<Number>>,
    chosen: Vec<usize>,
}

#[derive(Serialize)]
struct Point {
    series: &'static str,
    value: Float,
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
            finding: Finding::of(&verdict.finding),
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
        frames: report.lesson.strip().map(|strip| Frames {
            kinds: (0..strip.frames.len()).filter_map(|frame| Some(strip.kind(frame)?.name)).collect(),
            say: strip.say.clone(),
            table: table(strip.table.clone()),
        }),
        levels: report.lesson.levels().iter().map(level).collect(),
        steps: with_steps.then(|| steps(report.lesson)),
    })
}

fn level(level: &lesson::Level) -> LevelRecord<'_> {
    let group = |i| GroupRecord { title: level.title(i), first: level.steps(i).start, count: level.steps(i).len() };
    LevelRecord { name: level.name, groups: (0..level.count()).map(group).collect() }
}

fn record(run: &dyn Lesson, beat: Beat) -> BeatRecord {
    let value = |v: lesson::Value| {
        let lesson::Value { symbol, meaning, text, .. } = v;
        Value { symbol, meaning, value: text.exact.into(), text: text.text }
    };
    let stop = |s: lesson::StopTest| {
        let lesson::StopTest { name, line, formula, left, relation, right, fired } = s;
        Stop { name, line, formula, left: Float(left), relation, right: Float(right), fired }
    };
    let series = run.card().series;
    let point = |(i, value): (usize, f64)| Some(Point { series: series.get(i)?.name, value: Float(value) });
    BeatRecord {
        line: beat.line,
        say: beat.say,
        values: beat.values.into_iter().map(value).collect(),
        stops: beat.stops.into_iter().map(stop).collect(),
        tables: beat.tables.into_iter().map(table).collect(),
        plot: beat.points.into_iter().filter_map(point).collect(),
    }
}

fn table(t: lesson::Table) -> Table {
    Table {
        title: t.title,
        columns: t.columns,
        chosen: t.rows.iter().enumerate().filter(|(_, row)| row.chosen).map(|(i, _)| i).collect(),
        values: t.rows.iter().map(|row| row.cells.iter().map(|cell| cell.exact.into()).collect()).collect(),
        rows: t.rows.into_iter().map(|row| row.cells.into_iter().map(String::from).collect()).collect(),
    }
}
