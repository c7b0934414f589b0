//! Common parts of the lessons on hulls in the plane: endings, verdicts, pictures and tables.

mod choice;
pub mod graham;
pub mod jarvis;

use std::collections::HashSet;

use super::point_counts::{all, of_all};
use crate::answer::number::{count, length, number, vector};
use crate::answer::{Finding, HullFinding, HullMeasure, Shown, point_name};
use crate::lesson::{Beat, BodyContext, Detail, Ending, Pictures, Row, Table, Value, Verdict, symbol};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::hull::Dimension;
use crate::step::Comparison;

endings! {
    pub fn ending(Dimension), ENDINGS:
    Dimension::Point => success "Point" called "The hull is a point":
        "All points coincide: the hull is one point.";
    Dimension::Segment => success "Segment" called "The hull is a segment":
        "All points are on one line: the hull is a segment.";
    Dimension::Polygon | Dimension::Solid => success "Polygon" called "The hull is a polygon":
        "The hull is a convex polygon, counterclockwise; all other points are inside.";
}

/// Verdict of a run that ended after `steps` steps with these vertices; `area` and `perimeter` of the polygon in the
/// unit of the points.
pub fn verdict(
    corners: &[u32],
    [area, perimeter]: [f64; 2],
    outcome: Dimension,
    steps: usize,
    context: &BodyContext,
) -> Verdict {
    let count = context.points.len();
    let name_of = &context.name;
    let say = match outcome {
        Dimension::Point if count == 1 => format!("{name_of} has a single point, which is its hull."),
        Dimension::Point => format!("{} points of {name_of} coincide: the hull is a point.", all(count)),
        Dimension::Segment => {
            format!(
                "{} points of {name_of} are on one line: the hull is a segment of {}.",
                all(count),
                length(0.5 * perimeter)
            )
        }
        _ => format!(
            "{} vertices of the hull, which has an area of {} m².",
            of_all(corners.len(), count, name_of),
            number(area)
        ),
    };
    let dimension = match outcome {
        Dimension::Point => 0,
        Dimension::Segment => 1,
        Dimension::Polygon | Dimension::Solid => 2,
    };
    let measure = HullMeasure::Planar { area, perimeter };
    let finding = Finding::Hull(HullFinding { dimension, vertices: corners.to_vec(), measure, mesh_volume: None });
    Verdict { outcome: ending(outcome).name, say, iterations: u32::try_from(steps).unwrap_or(u32::MAX), finding }
}

/// Beats in the requested detail; an outline has no pictures, values and tables.
pub fn outlined(beats: Vec<Beat>, detail: Detail) -> impl Iterator<Item = Beat> {
    beats.into_iter().map(move |beat| match detail {
        Detail::Full => beat,
        Detail::Outline => Beat { pictures: Pictures::default(), values: Vec::new(), tables: Vec::new(), ..beat },
    })
}

/// Adds the points that are not in `shown` as dots, except those that coincide with one of them.
pub fn others(picture: &mut Picture, role: Role, shown: &[&[u32]], context: &BodyContext) {
    let shown: HashSet<[u64; 3]> =
        shown.iter().copied().flatten().map(|&point| position_bits(context, point)).collect();
    for point in (0..context.points.len() as u32).filter(|point| !shown.contains(&position_bits(context, *point))) {
        context.dot(picture, role, point);
    }
}

fn position_bits(context: &BodyContext, point: u32) -> [u64; 3] {
    context.at(point).to_array().map(f64::to_bits)
}

/// Adds a chain of vertices with names; `closed` connects the last to the first.
pub fn chain(picture: &mut Picture, role: Role, corners: &[u32], closed: bool, context: &BodyContext) {
    if let [_, _, ..] = corners {
        let points = corners.iter().map(|&i| context.at(i)).collect();
        picture.add(role, "hull", Form::Polyline { points, closed: closed && corners.len() > 2 });
    }
    corners.iter().for_each(|&i| context.add_named_point(picture, role, i));
}

/// Largest number of coinciding points that the label of a hull of one point lists.
const MOST_AT_ONE_PLACE: usize = 6;

/// Adds the finished hull.
pub fn finished(picture: &mut Picture, corners: &[u32], context: &BodyContext) {
    others(picture, Role::Removed, &[corners], context);
    if corners.len() > 2 {
        picture.add(Role::Closest, "hull", Form::Polygon(corners.iter().map(|&i| context.at(i)).collect()));
        corners.iter().for_each(|&i| context.add_named_point(picture, Role::Closest, i));
    } else {
        chain(picture, Role::Closest, corners, false, context);
    }
    if let [only] = corners {
        let all = (0..context.points.len() as u32).filter(|other| other != only);
        let names: Vec<String> = all.take(MOST_AT_ONE_PLACE).map(point_name).collect();
        if !names.is_empty() {
            let text = format!("{} = {}", point_name(*only), names.join(" = "));
            picture.marks.retain(|mark| !matches!(mark.form, Form::Label { .. }));
            picture.label(Role::Closest, context.key(*only), context.at(*only), text);
        }
    }
}

/// Adds the tested turn from `a` via `b` to `p`.
pub fn add_turn(picture: &mut Picture, [a, b, p]: [u32; 3], context: &BodyContext) {
    picture.arrow(Role::Axis, "turn", context.at(a), context.at(b));
    picture.arrow(Role::Axis, "turn", context.at(b), context.at(p));
}

/// Value of a turn: twice the signed area, m². `key` is the mark that shows the turn.
pub fn turn_value(test: Comparison<f64>, key: &'static str) -> Value {
    let area = number(test.left);
    Value::of(symbol::TURN, Shown { text: format!("{} m²", area.text).into(), ..area }, key)
}

/// Direction of a turn: `left`, `right` or `not at all`.
pub fn turn_direction(turn: f64) -> &'static str {
    match turn {
        turn if turn > 0.0 => "left",
        turn if turn < 0.0 => "right",
        _ => "not at all",
    }
}

/// Table of points with their positions.
pub fn table(title: &'static str, points: &[u32], chosen: Option<u32>, context: &BodyContext) -> Table {
    Table {
        title,
        columns: vec!["rank", "point", "where"],
        rows: points
            .iter()
            .enumerate()
            .map(|(rank, &point)| Row {
                cells: vec![count(rank + 1), Shown::from(point_name(point)), vector(context.at(point))],
                key: Some(context.key(point)),
                chosen: chosen == Some(point),
            })
            .collect(),
    }
}
