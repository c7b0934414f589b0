//! Pictures as text for snapshot tests: one line per mark, sorted, then one per request; numbers have four significant
//! digits.

use glam::DVec3;

use super::{Detail, Form, Picture, Requests, Solid};

/// Size of a coordinate relative to the point's largest one below which it is rounding error, which differs between
/// machines.
const RELATIVE_ROUNDING: f64 = 1e-9;

/// Size of a coordinate below which it is rounding error in any case, in the picture's unit.
const ABSOLUTE_ROUNDING: f64 = 1e-14;

/// Describes a picture in one line per mark (key, role, form), sorted by these, followed by the lines of its requests.
pub fn dump(picture: &Picture) -> String {
    let mut lines: Vec<String> = picture
        .marks
        .iter()
        .map(|mark| format!("{:<24} {:<11} {}", mark.key.0, format!("{:?}", mark.role), form_text(&mark.form)))
        .collect();
    lines.sort();
    lines.extend(request_lines(&picture.requests));
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Description of a form.
fn form_text(form: &Form) -> String {
    match form {
        Form::Point(p) => format!("point {}", point_text(*p)),
        Form::Badge { at, text } => format!("badge {} {text:?}", point_text(*at)),
        Form::Segment([a, b]) => format!("segment {} – {}", point_text(*a), point_text(*b)),
        Form::Link([a, b]) => format!("link {} – {}", point_text(*a), point_text(*b)),
        Form::Arrow { from, to } => format!("arrow {} → {}", point_text(*from), point_text(*to)),
        Form::Polyline { points, closed } => {
            format!("{} {}", if *closed { "loop" } else { "chain" }, points_text(points))
        }
        Form::Polygon(points) => format!("polygon {}", points_text(points)),
        Form::Circle { center, normal, radius } => {
            let axis = if *normal == DVec3::ZERO { String::new() } else { format!(" about {}", point_text(*normal)) };
            format!("circle {} radius {}{axis}", point_text(*center), digits(*radius))
        }
        Form::Plane { point, normal, half_size } => {
            format!("plane {} normal {} half {}", point_text(*point), point_text(*normal), digits(*half_size))
        }
        Form::HalfSpace { point, normal, half_size, .. } => {
            let half_size = digits(*half_size);
            format!("half-space below {} normal {} half {half_size}", point_text(*point), point_text(*normal))
        }
        Form::Solid(solid) => solid_text(solid),
        Form::Arc { from, to, strong } => {
            format!("{} {} – {}", if *strong { "strong arc" } else { "arc" }, point_text(*from), point_text(*to))
        }
        Form::Lane { rows, name, note } => format!("lane {name:?} {note:?} rows {}", range_text(*rows)),
        Form::Interval { ends, row, thickness, solid, text } => {
            let solid = if *solid { "solid bar" } else { "bar" };
            format!("{solid} {} at row {} of {} {text:?}", range_text(*ends), digits(*row), digits(*thickness))
        }
        Form::Density { ends, rows, counts } => {
            let largest = counts.iter().max().unwrap_or(&0);
            format!("density {} rows {} up to {largest}", range_text(*ends), range_text(*rows))
        }
        Form::Cell { ends, rows, shade, framed } => {
            let framed = if *framed { "framed cell" } else { "cell" };
            format!("{framed} {} rows {} at {}", range_text(*ends), range_text(*rows), digits(*shade))
        }
        Form::Band { ends, rows } => format!("band {} rows {}", range_text(*ends), range_text(*rows)),
        Form::Axis { up, ends, decades, name } => {
            let direction = if *up { "up" } else { "along" };
            let decades = if *decades { " in decades" } else { "" };
            format!("axis {direction} {}{decades} {name:?}", range_text(*ends))
        }
        Form::Columns { range: [from, to], decades: [low, high], unit, name } => {
            format!("columns {name:?} {from} … {to} in shades from 1e{low} to 1e{high} {unit:?}")
        }
        Form::Entry { row, name, note, .. } => format!("entry {name:?} {note:?} at row {}", digits(*row)),
        Form::Scale { unit, decades, ends } => {
            let range = ends.map_or_else(String::new, |ends| format!(" {}", range_text(ends)));
            format!("{} {unit:?}{range}", if *decades { "decades" } else { "scale" })
        }
        Form::Tile { corners: [low, high], caption, note, .. } => {
            format!("tile {caption:?} {note:?} {} … {}", point_text(*low), point_text(*high))
        }
        Form::Label { at, text } => format!("label {text:?} at {}", point_text(*at)),
    }
}

/// Description of a solid: its kind, its numbers of vertices, faces and edges, and the mean of its vertices.
fn solid_text(solid: &Solid) -> String {
    let middle = solid.vertices.iter().sum::<DVec3>() / solid.vertices.len().max(1) as f64;
    let round = if solid.round { " round" } else { "" };
    let sampled = solid.sampled.map_or_else(String::new, |height| format!(" sampled to {}", digits(height)));
    let parts = if solid.parts.is_empty() { "" } else { " told apart" };
    let vertices = solid.vertices.len();
    let faces = solid.faces.len();
    let creases = solid.creases.len();
    let middle = point_text(middle);
    format!("solid{round}{sampled}{parts} {vertices} vertices {faces} faces {creases} creases about {middle}")
}

/// Lines of the requests: magnified details, number of reserved points, area of bystanders.
fn request_lines(requests: &Requests) -> Vec<String> {
    let mut lines: Vec<String> = requests.details.iter().map(detail_text).collect();
    if !requests.reserved.is_empty() {
        lines.push(format!("reserve {} points", requests.reserved.len()));
    }
    if let Some([low, high]) = requests.bystander_area {
        lines.push(format!("bystanders in {} … {}", point_text(low), point_text(high)));
    }
    lines
}

/// Description of a detail to magnify: center, radius, and the directions that limit its view.
fn detail_text(detail: &Detail) -> String {
    let subject = if detail.is_subject { "subject " } else { "" };
    let mut text = format!("magnify {subject}{} radius {}", point_text(detail.center), digits(detail.radius));
    if let Some(outward) = detail.outward {
        text += &format!(" faces {}", point_text(outward));
    }
    if let Some(across) = detail.across {
        text += &format!(" across {}", point_text(across));
    }
    text
}

/// A range as text.
fn range_text([low, high]: [f64; 2]) -> String {
    format!("{} … {}", digits(low), digits(high))
}

/// A list of points as text.
fn points_text(points: &[DVec3]) -> String {
    let points: Vec<String> = points.iter().map(|p| point_text(*p)).collect();
    points.join(" ")
}

/// A point as text. Coordinates below rounding error are 0.
fn point_text(p: DVec3) -> String {
    let limit = (p.abs().max_element() * RELATIVE_ROUNDING).max(ABSOLUTE_ROUNDING);
    let [x, y, z] = p.to_array().map(|c| digits(if c.abs() < limit { 0.0 } else { c }));
    format!("({x}, {y}, {z})")
}

/// Formats a number with at most four significant digits: in fixed-point notation from 1e-4 to 1e6, otherwise with an
/// exponent; never as −0.
pub fn digits(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return format!("{value}");
    }
    let scientific = format!("{value:.3e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        let decimals = (3 - exponent).max(0) as usize;
        let rounded: f64 = scientific.parse().unwrap_or(value);
        without_final_zeros(&format!("{rounded:.decimals$}")).to_owned()
    } else {
        format!("{}e{exponent}", without_final_zeros(mantissa))
    }
}

/// Removes the final zeros of a decimal fraction, and the point if no digit follows it.
fn without_final_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
