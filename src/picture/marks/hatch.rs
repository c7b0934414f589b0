//! Hatching: parallel lines across a flat face, which distinguish it from its neighbors without relying on color.

use glam::DVec3;

/// Maximum number of lines per face.
const MAX_LINES: usize = 60;

/// Spacing of hatch lines, as a share of the diagonal of the solid's bounding box.
const RELATIVE_SPACING: f64 = 0.026;

/// Slant of a face's hatch lines, seen from outside with its longest side as the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slant {
    /// Rising to the right.
    Right,
    /// Rising to the left.
    Left,
}

/// Lines across a convex planar polygon, at least `spacing` apart, at 45° to its longest side; at most 60 of them.
/// `corners` are counter-clockwise seen from outside. No lines for a polygon without area, and for a spacing that is
/// not positive.
pub fn hatch(corners: &[DVec3], slant: Slant, spacing: f64) -> Vec<[DVec3; 2]> {
    let sides: Vec<[DVec3; 2]> = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]).collect();
    let longest = sides.iter().map(|[from, to]| to - from).fold(DVec3::ZERO, longer);
    let normal = sides.iter().map(|[a, b]| (a - corners[0]).cross(b - corners[0])).sum::<DVec3>();
    let (Some(along), Some(normal)) = (longest.try_normalize(), normal.try_normalize()) else { return Vec::new() };
    // Normal of the lines in the face.
    let across = match slant {
        Slant::Right => (along - normal.cross(along)).normalize(),
        Slant::Left => (along + normal.cross(along)).normalize(),
    };
    let heights: Vec<f64> = corners.iter().map(|p| across.dot(*p - corners[0])).collect();
    let low = heights.iter().copied().fold(f64::INFINITY, f64::min);
    let high = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(spacing > 0.0 && (high - low).is_finite()) {
        return Vec::new();
    }
    let spacing = spacing.max((high - low) / MAX_LINES as f64);
    let lines = ((high - low) / spacing) as usize;
    let offset = 0.5 * ((high - low) - lines.saturating_sub(1) as f64 * spacing);
    let levels = (0..lines).map(|k| low + offset + k as f64 * spacing);
    levels.filter_map(|level| line_across(level, &sides, &heights)).collect()
}

/// The longer of two vectors; the first one if they have equal lengths.
fn longer(a: DVec3, b: DVec3) -> DVec3 {
    if b.length() > a.length() { b } else { a }
}

/// Spacing of the hatch lines on every face of a solid with these vertices, meters.
pub(crate) fn hatch_spacing(vertices: &[DVec3]) -> f64 {
    let low = vertices.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let high = vertices.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    RELATIVE_SPACING * (high - low).length()
}

/// Line across a polygon with these `sides` where its height is `level`; `heights` are those of the sides' starts.
/// `None` if the line misses the polygon.
fn line_across(level: f64, sides: &[[DVec3; 2]], heights: &[f64]) -> Option<[DVec3; 2]> {
    let mut first_end = None;
    for (k, [a, b]) in sides.iter().enumerate() {
        let height_a = heights[k];
        let height_b = heights[(k + 1) % heights.len()];
        // Position on the side, from 0 at `a` to 1 at `b`. A vertex at the level counts for the side that ends in it.
        let t = (level - height_a) / (height_b - height_a);
        if t > 0.0 && t <= 1.0 {
            let end = a.lerp(*b, t);
            match first_end {
                None => first_end = Some(end),
                Some(first_end) => return Some([first_end, end]),
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_in_the_face_at_even_distances() {
        let corners = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 3.0, 0.0)];
        let lines = hatch(&corners, Slant::Left, 0.5);
        assert!((5..=10).contains(&lines.len()), "{}", lines.len());
        for [a, b] in &lines {
            for p in [a, b] {
                assert!(p.z == 0.0 && p.x >= -1e-12 && p.y >= -1e-12 && 3.0 * p.x + 4.0 * p.y <= 12.0 + 1e-9, "{p}");
            }
            assert!(a.distance(*b) > 0.0);
        }
        let other = hatch(&corners, Slant::Right, 0.5);
        let [one, other] = [&lines, &other].map(|lines| (lines[0][1] - lines[0][0]).normalize());
        assert!(one.dot(other).abs() < 1e-9, "the two slants cross at right angles: {one} {other}");
        let direction = (lines[0][1] - lines[0][0]).normalize();
        let gaps: Vec<f64> = lines.windows(2).map(|w| (w[1][0] - w[0][0]).reject_from(direction).length()).collect();
        assert!(gaps.iter().all(|gap| (gap - 0.5).abs() < 1e-9), "{gaps:?}");
    }

    #[test]
    fn polygons_without_area_have_no_lines() {
        assert!(hatch(&[], Slant::Left, 1.0).is_empty());
        assert!(hatch(&[DVec3::ZERO; 3], Slant::Left, 1.0).is_empty());
        assert!(hatch(&[DVec3::ZERO, DVec3::X, DVec3::X * 2.0], Slant::Left, 0.1).is_empty());
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
        assert!(hatch(&corners, Slant::Left, 0.0).is_empty() && hatch(&corners, Slant::Left, f64::NAN).is_empty());
        assert!(hatch(&corners, Slant::Left, 1e-12).len() <= MAX_LINES);
    }
}
