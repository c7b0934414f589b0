//! Search directions of an algorithm on the Gauss sphere. A cell between the arcs of A and of −B is a vertex of `A −
//! B`, which every direction in the cell finds.

use std::sync::OnceLock;

use glam::DVec3;

use crate::lesson::{PairContext, WORLD};
use crate::picture::marks::surface;
use crate::picture::{Form, Picture, Role, Solid};

/// Largest number of faces of a body whose normals are drawn: more would cover the directions.
const MOST_FACES: usize = 200;

/// Number of latest directions that are drawn.
const SHOWN: usize = 24;

/// Distance on the unit sphere below which the names of two directions would overlap.
const CLOSE: f64 = 0.2;

/// Distance on the unit sphere below which the difference of two directions is rounding error.
const TOO_CLOSE: f64 = 1e-7;

/// Number of earlier directions that the inset shows around the current one.
const RECENT: usize = 3;

/// Search directions of a run, world, unit vectors.
#[derive(Debug, Default)]
pub struct Directions {
    found: Vec<DVec3>,
    /// Gauss maps of A and of −B, made on first use.
    maps: OnceLock<Picture>,
}

impl Directions {
    /// Keeps the order; skips vectors without a length.
    pub fn new(found: impl IntoIterator<Item = DVec3>) -> Self {
        let found = found.into_iter().filter_map(DVec3::try_normalize).collect();
        Self { found, maps: OnceLock::new() }
    }

    /// Picture of the first `count` directions, the last of which is the current one. Labels the first, the current and
    /// the one before it where they are apart; an inset labels those close to the current one.
    pub fn picture(&self, context: &PairContext, count: usize) -> Picture {
        let mut picture = self.maps.get_or_init(|| maps(context)).clone();
        let searched = &self.found[..count.min(self.found.len())];
        let first = searched.len().saturating_sub(SHOWN);
        for (i, ends) in searched.windows(2).enumerate().skip(first) {
            // Opposite directions have no unique arc between them.
            if (ends[0] + ends[1]).length() > 1e-6 && ends[0].distance(ends[1]) > 1e-9 {
                let [from, to] = [ends[0], ends[1]];
                let strong = i + 2 == searched.len();
                let role = if strong { Role::Axis } else { Role::Member };
                picture.add(role, format!("search/{i}"), Form::Arc { from, to, strong: false });
            }
        }
        let Some((last, before)) = searched.split_last() else { return picture };
        for (i, d) in before.iter().enumerate().filter(|(i, _)| *i == 0 || *i >= first) {
            picture.point(Role::Member, format!("direction/{i}"), *d);
        }
        picture.point(Role::Axis, format!("direction/{}", before.len()), *last);
        let recent = before.len().saturating_sub(RECENT)..before.len();
        let spread = before[recent.clone()].iter().map(|d| d.distance(*last)).fold(0.0, f64::max);
        let mut named = vec![before.len()];
        let magnified = spread < CLOSE && spread > TOO_CLOSE;
        for i in std::iter::once(0).chain(recent.rev()).filter(|i| *i < before.len()) {
            let apart = named.iter().all(|other| searched[*other].distance(searched[i]) > CLOSE);
            // The inset labels the latest directions where they are close to each other.
            if (apart && (i == 0 || i + 1 == before.len())) || (magnified && i > 0) {
                named.push(i);
            }
        }
        for i in named {
            let role = if i == before.len() { Role::Axis } else { Role::Member };
            picture.label(role, format!("direction/{i}"), searched[i], format!("d{i}"));
        }
        if magnified {
            let center = *last;
            let radius = 1.2 * spread;
            picture.magnify(center, radius);
        }
        picture.from_behind(DVec3::ZERO, 1.0, *last);
        picture
    }
}

/// Outward normals of the faces of A, and of B negated; none for round bodies.
fn maps(context: &PairContext) -> Picture {
    let mut picture = Picture::default();
    let backdrop = context.backdrop();
    for mark in &backdrop.pictures.of(WORLD).marks {
        let (body, sign) = match mark.role {
            Role::ShapeA => (0, 1.0),
            Role::ShapeB => (1, -1.0),
            _ => continue,
        };
        let Form::Solid(solid) = &mark.form else { continue };
        if !solid.round && solid.sampled.is_none() && solid.faces.len() <= MOST_FACES {
            map(&mut picture, mark.role, (body, sign), solid);
        }
    }
    picture
}

fn map(picture: &mut Picture, role: Role, (body, sign): (usize, f64), solid: &Solid) {
    let surface = surface::Surface::of(solid);
    for (i, sides) in surface.edges.values().enumerate() {
        let [from, to] = [Some(sides.first), sides.second].map(|face| face.map(|face| surface.normals[face] * sign));
        let (Some(from), Some(to)) = (from, to) else { continue };
        if from.distance(to) > 1e-9 && (from + to).length() > 1e-6 {
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
    fn of_a_starburst_the_first_the_last_and_the_one_before_are_named() {
        let at = |turn: f64, k: usize| DVec3::new((turn * k as f64).cos(), (turn * k as f64).sin(), 0.3);
        let named = |turn: f64| {
            let picture =
                Directions::new((0..28).map(|k| at(turn, k))).picture(&PairContext::unseen(Default::default()), 28);
            let has_lens = picture.requests.details.iter().any(|detail| detail.faces.is_none());
            let mut names: Vec<String> = picture
                .marks
                .into_iter()
                .filter_map(|mark| if let Form::Label { text, .. } = mark.form { Some(text) } else { None })
                .collect();
            names.sort();
            (names, has_lens)
        };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(named(0.9), (names(&["d0", "d26", "d27"]), false), "far from each other");
        assert_eq!(named(0.001), (names(&["d24", "d25", "d26", "d27"]), true), "on one spot: in a lens");
        assert_eq!(named(0.0), (names(&["d27"]), false), "the same again and again");
    }
}
