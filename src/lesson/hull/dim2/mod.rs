//! Lessons of convex hulls in the plane, [`graham`] and [`jarvis`], and what both have in common: endings, verdicts,
//! pictures and tables.

mod angle_order;
mod choice;
pub mod graham;
pub mod jarvis;

use std::collections::HashSet;

use contact_lens_model::answer::number::{count, length, number, vector};
use contact_lens_model::answer::{Finding, HullFinding, HullMeasure, Shown, point_name};
use contact_lens_model::snapshot::hull::Dimension;
use contact_lens_model::step::Comparison;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::point_counts::{all_of, vertices_of_all};
use crate::{Beat, BodyContext, Detail, Ending, Row, Table, Value, Verdict, symbol};

endings! {
    pub fn ending(Dimension), ENDINGS:
    Dimension::Point => success "Point" called "The hull is a point":
        "All points coincide: the hull is one point.";
    Dimension::Segment => success "Segment" called "The hull is a segment":
        "All points are on one line: the hull is a segment.";
    Dimension::Polygon | Dimension::Solid => success "Polygon" called "The hull is a polygon":
        "The hull is a convex polygon, counterclockwise; all other points are inside.";
}

/// Area and perimeter of a hull in the plane.
#[derive(Clone, Copy, Debug)]
pub struct PlanarSize {
    /// Area, square meters; 0 for a point or a segment.
    pub area: f64,
    /// Perimeter, meters; twice the length of a segment.
    pub perimeter: f64,
}

/// Verdict of a run that ended after `steps` steps with the vertices `corners` (point indices).
pub fn verdict(
    corners: &[u32],
    PlanarSize { area, perimeter }: PlanarSize,
    outcome: Dimension,
    steps: usize,
    context: &BodyContext,
) -> Verdict {
    let count = context.points.len();
    let say = match outcome {
        Dimension::Point if count == 1 => String::from("The hull of a single point is that point."),
        Dimension::Point => format!("{} points coincide: the hull is a point.", all_of(count)),
        Dimension::Segment if count == 2 => {
            format!("The hull of two points is the segment between them, {} long.", segment_length(perimeter))
        }
        Dimension::Segment => {
            format!("All {count} points are on one line: the hull is {} long.", segment_length(perimeter))
        }
        Dimension::Polygon | Dimension::Solid => format!(
            "{} vertices of the hull, which has an area of {} m².",
            vertices_of_all(corners.len(), count),
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

/// Beats in the detail `detail`; an outline has no pictures, values and tables.
pub fn outlined(beats: Vec<Beat>, detail: Detail) -> impl Iterator<Item = Beat> {
    beats.into_iter().map(move |beat| match detail {
        Detail::Full => beat,
        Detail::Outline => beat.outlined(),
    })
}

/// Length of a segment that is its own hull, whose perimeter runs along it twice.
fn segment_length(perimeter: f64) -> Shown {
    length(0.5 * perimeter)
}

/// Largest number of points that all have names in a picture.
const MAX_NAMED_POINTS: usize = 24;

/// Adds the points that are not in the lists `excluded` of point indices, each position once. Points at the position of
/// an excluded point are skipped.
pub fn add_other_points(picture: &mut Picture, role: Role, excluded: &[&[u32]], context: &BodyContext) {
    let mut drawn: HashSet<[u64; 3]> =
        excluded.iter().copied().flatten().map(|&point| position_bits(context, point)).collect();
    for point in 0..context.points.len() as u32 {
        if drawn.insert(position_bits(context, point)) {
            add_point(picture, role, point, context);
        }
    }
}

/// Adds a point that the beat does not mention; with few points, it has a name.
pub fn add_point(picture: &mut Picture, role: Role, point: u32, context: &BodyContext) {
    if context.points.len() <= MAX_NAMED_POINTS {
        add_named_point(picture, role, point, context);
    } else {
        context.add_point(picture, role, point);
    }
}

/// Adds a point with its name, followed by the names of points at the same position: `p2 = p7`.
pub fn add_named_point(picture: &mut Picture, role: Role, point: u32, context: &BodyContext) {
    let bits = position_bits(context, point);
    let others = (0..context.points.len() as u32).filter(|&other| other != point);
    let coinciding = others.filter(|&other| position_bits(context, other) == bits);
    let mut names = vec![point_name(point)];
    names.extend(coinciding.take(MAX_COINCIDING_NAMES).map(point_name));
    context.add_point(picture, role, point);
    picture.label(role, context.key(point), context.position(point), names.join(" = "));
}

/// Adds a point with its name in place of its other marks, so that it has one color.
pub fn add_subject(picture: &mut Picture, role: Role, point: u32, context: &BodyContext) {
    let key = context.key(point);
    picture.marks.retain(|mark| mark.key != key);
    add_named_point(picture, role, point, context);
}

/// Bits of a position, by which coinciding points are found.
fn position_bits(context: &BodyContext, point: u32) -> [u64; 3] {
    context.position(point).to_array().map(f64::to_bits)
}

/// Adds a chain of vertices with names; `closed` connects the last to the first.
pub fn add_chain(picture: &mut Picture, role: Role, corners: &[u32], closed: bool, context: &BodyContext) {
    if let [_, _, ..] = corners {
        let points = corners.iter().map(|&i| context.position(i)).collect();
        picture.add(role, "hull", Form::Polyline { points, closed: closed && corners.len() > 2 });
    }
    for &corner in corners {
        add_named_point(picture, role, corner, context);
    }
}

/// Largest number of coinciding points that a label lists after the first.
const MAX_COINCIDING_NAMES: usize = 6;

/// Adds the finished hull with its area, or the length of a segment.
pub fn add_finished_hull(picture: &mut Picture, corners: &[u32], context: &BodyContext) {
    add_other_points(picture, Role::Removed, &[corners], context);
    let points: Vec<DVec3> = corners.iter().map(|&i| context.position(i)).collect();
    match points[..] {
        [] | [_] => add_chain(picture, Role::Closest, corners, false, context),
        [from, to] => {
            add_chain(picture, Role::Closest, corners, false, context);
            picture.label(Role::Closest, "hull", from.midpoint(to), length(from.distance(to)).text);
        }
        _ => {
            for &corner in corners {
                add_named_point(picture, Role::Closest, corner, context);
            }
            // The triangles from the first vertex to each edge fill the polygon.
            let start = points[0];
            let twice_signed_area: f64 = points.windows(2).map(|ends| (ends[0] - start).cross(ends[1] - start).z).sum();
            let twice_area = twice_signed_area.abs();
            let middle = points.iter().sum::<DVec3>() / points.len() as f64;
            picture.label(Role::Closest, "hull", middle, square_meters(0.5 * twice_area).text);
            picture.add(Role::Closest, "hull", Form::Polygon(points));
        }
    }
}

/// Mark id of the tested turn and of its triangle.
pub const TURN: &str = "turn";

/// Adds the tested turn, a path from `a` via `b` to `p`, as two arrows.
pub fn add_turn(picture: &mut Picture, [a, b, p]: [u32; 3], context: &BodyContext) {
    picture.arrow(Role::Axis, TURN, context.position(a), context.position(b));
    picture.arrow(Role::Axis, TURN, context.position(b), context.position(p));
}

/// Adds the triangle of a tested turn with its signed area, unless the area is 0; `test` compares twice the area.
pub fn add_triangle(picture: &mut Picture, corners: [u32; 3], test: Comparison<f64>, context: &BodyContext) {
    if test.left == 0.0 {
        return;
    }
    let points = corners.map(|i| context.position(i));
    let middle = points.iter().sum::<DVec3>() / 3.0;
    picture.add(Role::Region, TURN, Form::Polygon(points.to_vec()));
    let area = signed_area(test);
    picture.label(Role::Region, TURN, middle, format!("{} = {}", area.symbol, area.text.text));
}

/// Signed area of the triangle of a tested turn, positive for a left turn; `test` compares twice the area.
pub fn signed_area(test: Comparison<f64>) -> Value {
    Value::of(symbol::SIGNED_AREA, square_meters(0.5 * test.left), TURN)
}

/// Text of an area, square meters.
fn square_meters(area: f64) -> Shown {
    let area = number(area);
    Shown { text: format!("{} m²", area.text), ..area }
}

/// Direction of a path at its middle point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnDirection {
    /// Counterclockwise.
    Left,
    /// Clockwise.
    Right,
    /// The three points are on one line.
    Straight,
}

/// Direction in which a path turns at its middle point; `twice_area` is twice the signed area of the triangle of its
/// three points, square meters, positive if the path bends to the left.
pub fn turn_direction(twice_area: f64) -> TurnDirection {
    if twice_area > 0.0 {
        TurnDirection::Left
    } else if twice_area < 0.0 {
        TurnDirection::Right
    } else {
        TurnDirection::Straight
    }
}

/// Table of points with their positions, in the order of `points`; `chosen` is the marked point.
pub fn table(title: &'static str, points: &[u32], chosen: Option<u32>, context: &BodyContext) -> Table {
    Table {
        title,
        columns: vec!["rank", "point", "where"],
        rows: points
            .iter()
            .enumerate()
            .map(|(rank, &point)| Row {
                cells: vec![count(rank + 1), Shown::from(point_name(point)), vector(context.position(point))],
                key: Some(context.key(point)),
                chosen: chosen == Some(point),
            })
            .collect(),
    }
}
