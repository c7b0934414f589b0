//! Pictures of search directions on the unit sphere, above the Gauss maps of A and of −B. The arcs of both maps divide
//! the sphere into cells; all directions within a cell have the same vertex of `A − B` as support point.

use std::sync::OnceLock;

use contact_lens_picture::marks::surface;
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use crate::{PairContext, WORLD};

/// Largest number of faces of a body whose normals are drawn: more would cover the directions.
const MOST_FACES: usize = 200;

/// Number of latest directions that are drawn, besides the first one.
const DRAWN_COUNT: usize = 24;

/// Number of directions before the current one that the inset shows.
const RECENT_COUNT: usize = 3;

/// Distance on the unit sphere below which the names of two directions would overlap.
const NAMES_APART: f64 = 0.2;

/// Distance on the unit sphere below which the difference of two directions is rounding error.
const ROUNDING: f64 = 1e-7;

/// Length of the sum of two unit vectors up to which they count as opposite, so that no arc between them is the
/// shortest.
const OPPOSITE: f64 = 1e-6;

/// Distance of two unit vectors up to which they count as equal.
const EQUAL: f64 = 1e-9;

/// Radius of the inset, relative to the distance of the farthest recent direction from the current one.
const INSET_RADIUS: f64 = 1.2;

/// Search directions of a run, world, unit vectors.
#[derive(Debug, Default)]
pub struct Directions {
    /// Directions in the order of the search.
    directions: Vec<DVec3>,
    /// Gauss maps of A and of −B, made on first use.
    gauss_maps: OnceLock<Picture>,
}

impl Directions {
    /// Directions of a run, in the order of the search; their lengths do not matter, and zero vectors are skipped.
    pub fn new(directions: impl IntoIterator<Item = DVec3>) -> Self {
        let directions = directions.into_iter().filter_map(DVec3::try_normalize).collect();
        Self { directions, gauss_maps: OnceLock::new() }
    }

    /// Picture of the first `count` directions; the last of them is the current one. The first, the current and the
    /// previous direction have labels where these do not overlap; directions close to the current one have labels in an
    /// inset. Only the Gauss maps for a count of 0.
    pub fn picture(&self, context: &PairContext, count: usize) -> Picture {
        let mut picture = self.gauss_maps.get_or_init(|| gauss_maps(context)).clone();
        let searched = &self.directions[..count.min(self.directions.len())];
        let Some((current, before)) = searched.split_last() else { return picture };
        let first_drawn = searched.len().saturating_sub(DRAWN_COUNT);
        for (i, ends) in searched.windows(2).enumerate().skip(first_drawn) {
            let [from, to] = [ends[0], ends[1]];
            if has_arc(from, to) {
                // The arc to the current direction has its color.
                let role = if i + 1 == before.len() { Role::Axis } else { Role::Member };
                picture.add(role, format!("search/{i}"), Form::Arc { from, to, strong: false });
            }
        }
        for (i, d) in before.iter().enumerate() {
            if i == 0 || i >= first_drawn {
                picture.point(Role::Member, direction_key(i), *d);
            }
        }
        picture.point(Role::Axis, direction_key(before.len()), *current);
        let inset = inset_radius(searched);
        for i in named_directions(searched, inset.is_some()) {
            let role = if i == before.len() { Role::Axis } else { Role::Member };
            picture.label(role, direction_key(i), searched[i], format!("d{i}"));
        }
        if let Some(radius) = inset {
            picture.magnify(*current, radius);
        }
        // The current direction is seen from the side that it points to.
        picture.magnify_from_outside(DVec3::ZERO, 1.0, *current);
        picture
    }
}

/// Mark id of the direction with the index `number`.
fn direction_key(number: usize) -> String {
    format!("direction/{number}")
}

/// Whether a shortest arc connects two unit vectors.
fn has_arc(from: DVec3, to: DVec3) -> bool {
    (from + to).length() > OPPOSITE && from.distance(to) > EQUAL
}

/// Indices of the directions before the current one that an inset would show.
fn recent_indices(searched: &[DVec3]) -> std::ops::Range<usize> {
    let current = searched.len().saturating_sub(1);
    current.saturating_sub(RECENT_COUNT)..current
}

/// Radius of the inset around the current direction; `None` if the recent ones are far enough apart to be named without
/// one, or equal to rounding.
fn inset_radius(searched: &[DVec3]) -> Option<f64> {
    let current = searched.last()?;
    let spread = searched[recent_indices(searched)].iter().map(|d| d.distance(*current)).fold(0.0, f64::max);
    (spread < NAMES_APART && spread > ROUNDING).then_some(INSET_RADIUS * spread)
}

/// Indices of the directions with names: the current one; the first and the previous one if no name is close; and with
/// an inset, all recent ones. `searched` has at least one direction.
fn named_directions(searched: &[DVec3], has_inset: bool) -> Vec<usize> {
    let current = searched.len() - 1;
    let mut named = vec![current];
    for i in std::iter::once(0).chain(recent_indices(searched).rev()) {
        // With a single direction, the first one is the current one.
        if i == current {
            continue;
        }
        let is_apart = named.iter().all(|other| searched[*other].distance(searched[i]) > NAMES_APART);
        let is_first_or_previous = i == 0 || i + 1 == current;
        let is_in_inset = has_inset && i > 0;
        if is_apart && is_first_or_previous || is_in_inset {
            named.push(i);
        }
    }
    named
}

/// Gauss maps of A and of −B: the outward normals of A's faces, and the negated ones of B's, with arcs for the edges.
/// Round bodies and bodies with many faces have none.
fn gauss_maps(context: &PairContext) -> Picture {
    let mut picture = Picture::default();
    let backdrop = context.backdrop();
    for mark in &backdrop.pictures.of(WORLD).marks {
        if !matches!(mark.role, Role::ShapeA | Role::ShapeB) {
            continue;
        }
        let Form::Solid(solid) = &mark.form else { continue };
        if !solid.round && solid.sampled.is_none() && solid.faces.len() <= MOST_FACES {
            add_gauss_map(&mut picture, mark.role, solid);
        }
    }
    picture
}

/// Adds the normals of the faces of the body with the role `role`, A or B, as points, and its edges as the arcs between
/// them. The normals of B are negated.
fn add_gauss_map(picture: &mut Picture, role: Role, solid: &Solid) {
    let (body, sign) = if role == Role::ShapeB { (1, -1.0) } else { (0, 1.0) };
    let surface = surface::Surface::of(solid);
    for (i, faces) in surface.edges.values().enumerate() {
        let Some(second) = faces.second else { continue };
        let from = surface.normals[faces.first] * sign;
        let to = surface.normals[second] * sign;
        if has_arc(from, to) {
            picture.arc(role, format!("arc/{body}/{i}"), from, to);
        }
    }
    for (i, normal) in surface.normals.iter().enumerate() {
        picture.point(role, format!("node/{body}/{i}"), *normal * sign);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_the_current_and_the_previous_direction_have_names() {
        let direction = |angle: f64, k: usize| DVec3::new((angle * k as f64).cos(), (angle * k as f64).sin(), 0.3);
        let named = |angle: f64| {
            let picture = Directions::new((0..28).map(|k| direction(angle, k)))
                .picture(&PairContext::without_pictures(Default::default()), 28);
            let has_inset = picture.requests.details.iter().any(|detail| detail.outward.is_none());
            let mut names: Vec<String> = picture
                .marks
                .into_iter()
                .filter_map(|mark| if let Form::Label { text, .. } = mark.form { Some(text) } else { None })
                .collect();
            names.sort();
            (names, has_inset)
        };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(named(0.9), (names(&["d0", "d26", "d27"]), false), "far from each other");
        assert_eq!(named(0.001), (names(&["d24", "d25", "d26", "d27"]), true), "close to each other: in an inset");
        assert_eq!(named(0.0), (names(&["d27"]), false), "all equal");
    }
}
