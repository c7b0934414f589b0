//! Bodies of lists of points: in, the lists of a text; out, a polygon (two coordinates) or a polytope (three) for each.

use contact_lens_scene::model::Shape;

use super::clouds::Cloud;
use crate::code::evaluate::value::{ErrorAt, Ranges};
use crate::code::matrix::eigen;
use crate::draft::{Draft, checked_length};
use crate::pose::Pose;

/// Maximum number of points of a body.
const MAX_POINTS: usize = 1_000_000;

/// Adds lists of points as bodies; returns the ranges of the text that state them, bytes.
///
/// # Errors
/// Fails if lists have points of different dimensions, and as [`check`] does.
pub fn add(mut clouds: Vec<Cloud>, text: &str, draft: &mut Draft) -> Result<Ranges, ErrorAt> {
    for cloud in &mut clouds {
        if cloud.is_grown {
            cloud.used.extend(eigen::declared_size(text, &cloud.name));
            continue;
        }
        if let Some(eigen::Arranged { points, at }) = eigen::arrange(text, &cloud.name, &cloud.points)? {
            cloud.points = points;
            cloud.used.push(at);
        }
    }
    let width = clouds.first().map_or(3, |cloud| cloud.points[0].len());
    draft.plane = width == 2;
    let mut used = Ranges::new();
    for (k, cloud) in clouds.into_iter().enumerate() {
        check(&cloud, width, text)?;
        let shape = match width {
            2 => Shape::Polygon { points: cloud.points.iter().map(|p| [p[0], p[1]]).collect() },
            _ => Shape::Polytope { points: cloud.points.iter().map(|p| [p[0], p[1], p[2]]).collect() },
        };
        let name = if cloud.name.is_empty() { format!("points {}", k + 1) } else { cloud.name };
        let rigid = draft.bodies.len() + 1;
        draft.add(&name, shape, Pose::default(), rigid);
        used.extend(cloud.used);
    }
    Ok(used)
}

/// Checks that a list has points of `width` coordinates, is complete and known, and is not too long.
///
/// # Errors
/// Returns the reason with the offset of the list, of the change, or of the dots for omitted points.
fn check(cloud: &Cloud, width: usize, text: &str) -> Result<(), ErrorAt> {
    if cloud.points[0].len() != width {
        let count = cloud.points[0].len();
        let why = format!("a point has {count} numbers, but the points before have {width}; give {width} for each");
        return Err((cloud.at, why));
    }
    if let Some(at) = cloud.changed {
        let name = &cloud.name;
        let why = format!("the points of `{name}` change here in a way that is not understood; write them out");
        return Err((at, why));
    }
    if let Some(at) = omission(text, &cloud.used) {
        return Err((at, String::from("points are omitted here; give all points of the list")));
    }
    if cloud.points.len() > MAX_POINTS {
        let count = cloud.points.len();
        let why = format!("this body has {count} points; give at most {MAX_POINTS} points for a body");
        return Err((cloud.at, why));
    }
    for value in cloud.points.iter().flatten() {
        checked_length(*value).map_err(|why| (cloud.at, why))?;
    }
    Ok(())
}

/// Byte offset of dots, `...`, that stand for omitted elements of a list, between its elements or after the last
/// one; `None` without dots.
pub fn omission(text: &str, used: &Ranges) -> Option<usize> {
    let start = used.iter().map(|range| range.start).min()?;
    let end = used.iter().map(|range| range.end).max()?;
    let after_list = text.get(end..)?;
    if let Some(offset) = find_dots(text.get(start..end)?) {
        return Some(start + offset);
    }
    let next_text = after_list.trim_start_matches(|c: char| c.is_whitespace() || ",;)]}".contains(c));
    let begins_with_dots = ["...", "…"].iter().any(|mark| next_text.starts_with(mark));
    begins_with_dots.then_some(text.len() - next_text.len())
}

/// Offset of the first dots that stand for omitted elements.
fn find_dots(part: &str) -> Option<usize> {
    ["...", "…"].iter().filter_map(|mark| part.find(mark)).min()
}
