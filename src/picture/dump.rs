//! Pictures as text, for snapshot tests: one line per mark, sorted, four significant digits.

use std::fmt::Write;

use glam::DVec3;

use super::{Detail, Form, Picture, Requests, Solid};

/// One line per mark, sorted by key, then role and form; then the requests.
pub fn dump(picture: &Picture) -> String {
    let mut lines: Vec<String> = picture
        .marks
        .iter()
        .map(|mark| format!("{:<24} {:<11} {}", mark.key.0, format!("{:?}", mark.role), form(&mark.form)))
        .collect();
    lines.sort();
    lines.extend(requests(&picture.requests));
    lines.into_iter().fold(String::new(), |mut text, line| {
        text.push_str(line.trim_end());
        text.push('\n');
        text
    })
}

/// Words for a form.
fn form(form: &Form) -> String {
    match form {
        Form::Point(p) => format!("point {}", place(*p)),
        Form::Badge { at, text } => format!("badge {} {text:?}", place(*at)),
        Form::Segment([a, b]) => format!("segment {} – {}", place(*a), place(*b)),
        Form::Link([a, b]) => format!("link {} – {}", place(*a), place(*b)),
        Form::Arrow { from, to } => format!("arrow {} → {}", place(*from), place(*to)),
        Form::Polyline { points, closed } => format!("{} {}", if *closed { "loop" } else { "chain" }, list(points)),
        Form::Polygon(points) => format!("polygon {}", list(points)),
        Form::Circle { center, normal, radius } => {
            let axis = if *normal == DVec3::ZERO { String::new() } else { format!(" about {}", place(*normal)) };
            format!("circle {} radius {}{axis}", place(*center), digits(*radius))
        }
        Form::Plane { point, normal, half_size } => {
            format!("plane {} normal {} half {}", place(*point), place(*normal), digits(*half_size))
        }
        Form::HalfSpace { point, normal, half_size, .. } => {
            format!("half-space below {} normal {} half {}", place(*point), place(*normal), digits(*half_size))
        }
        Form::Solid(body) => solid(body),
        Form::Arc { from, to, strong } => {
            format!("{} {} – {}", if *strong { "strong arc" } else { "arc" }, place(*from), place(*to))
        }
        Form::Lane { rows, name, note } => format!("lane {name:?} {note:?} rows {}", span(*rows)),
        Form::Interval { ends, row, thickness, solid, text } => {
            let solid = if *solid { "solid bar" } else { "bar" };
            format!("{solid} {} at row {} of {} {text:?}", span(*ends), digits(*row), digits(*thickness))
        }
        Form::Density { ends, rows, counts } => {
            let largest = counts.iter().max().unwrap_or(&0);
            format!("density {} rows {} up to {largest}", span(*ends), span(*rows))
        }
        Form::Cell { ends, rows, shade, framed } => {
            let framed = if *framed { "framed cell" } else { "cell" };
            format!("{framed} {} rows {} at {}", span(*ends), span(*rows), digits(*shade))
        }
        Form::Band { ends, rows } => format!("band {} rows {}", span(*ends), span(*rows)),
        Form::Axis { up, ends, decades, name } => {
            let direction = if *up { "up" } else { "along" };
            let decades = if *decades { " in decades" } else { "" };
            format!("axis {direction} {}{decades} {name:?}", span(*ends))
        }
        Form::Columns { range: [from, to], decades: [low, high], unit, name } => {
            format!("columns {name:?} {from} … {to} in shades from 1e{low} to 1e{high} {unit:?}")
        }
        Form::Entry { row, name, note, .. } => format!("entry {name:?} {note:?} at row {}", digits(*row)),
        Form::Scale { unit, decades, ends } => {
            let range = ends.map_or_else(String::new, |ends| format!(" {}", span(ends)));
            format!("{} {unit:?}{range}", if *decades { "decades" } else { "scale" })
        }
        Form::Tile { corners: [low, high], caption, note, .. } => {
            format!("tile {caption:?} {note:?} {} … {}", place(*low), place(*high))
        }
        Form::Label { at, text } => format!("label {text:?} at {}", place(*at)),
    }
}

/// Counts of vertices, faces and edges of a body, and its middle.
fn solid(solid: &Solid) -> String {
    let middle = solid.vertices.iter().sum::<DVec3>() / solid.vertices.len().max(1) as f64;
    let round = if solid.round { " round" } else { "" };
    let sampled = solid.sampled.map_or_else(String::new, |height| format!(" sampled to {}", digits(height)));
    let parts = if solid.parts.is_empty() { "" } else { " told apart" };
    let v = solid.vertices.len();
    let f = solid.faces.len();
    let e = solid.creases.len();
    format!("solid{round}{sampled}{parts} {v} vertices {f} faces {e} creases about {}", place(middle))
}

/// Words for requests: magnified details, reserved points, area of bystanders.
fn requests(requests: &Requests) -> Vec<String> {
    let details = requests.details.iter().map(|Detail { center, radius, outward, is_subject }| {
        let facing = outward.map_or_else(String::new, |outward| format!(" faces {}", place(outward)));
        let subject = if *is_subject { "subject " } else { "" };
        format!("magnify {subject}{} radius {}{facing}", place(*center), digits(*radius))
    });
    let reserved = (!requests.reserved.is_empty()).then(|| format!("reserve {} points", requests.reserved.len()));
    let area = requests.bystander_area.map(|[low, high]| format!("bystanders in {} … {}", place(low), place(high)));
    details.chain(reserved).chain(area).collect()
}

/// Words for a range.
fn span([low, high]: [f64; 2]) -> String {
    format!("{} … {}", digits(low), digits(high))
}

/// Words for a list of points.
fn list(points: &[DVec3]) -> String {
    points.iter().fold(String::new(), |mut text, p| {
        let _ = write!(text, "{}{}", if text.is_empty() { "" } else { " " }, place(*p));
        text
    })
}

/// Words for a point.
fn place(p: DVec3) -> String {
    // A coordinate tiny compared with the largest one is rounding error, which differs between machines.
    let largest = p.abs().max_element();
    let [x, y, z] = p.to_array().map(|c| digits(if c.abs() < largest * 1e-9 || c.abs() < 1e-14 { 0.0 } else { c }));
    format!("({x}, {y}, {z})")
}

/// A number with four significant digits: fixed-point where that is short, else with an exponent; never −0.
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

fn without_final_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}
