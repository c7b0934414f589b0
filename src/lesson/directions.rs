//! The directions in which an algorithm looked for support points, on the Gauss sphere: a cell of the sphere between the
//! arcs of A and of −B is a vertex of `A − B`, and a direction in it finds that vertex.

use std::sync::OnceLock;

use glam::DVec3;

use super::{PairContext, WORLD};
use crate::picture::{Form, Picture, Role, Solid, surface};

/// Bodies with more faces are drawn without their normals: these would cover the directions.
const MOST_FACES: usize = 200;

/// Of very many directions the last ones are shown.
const SHOWN: usize = 24;

/// Names of directions that are nearer to each other would stand on one spot.
const CLOSE: f64 = 0.2;

/// Nearer than this is rounding.
const TOO_CLOSE: f64 = 1e-7;

/// So many before the one at hand are shown in a lens where they stand close.
const RECENT: usize = 3;

/// The directions of a run, in the axes of the world, unit vectors.
#[derive(Debug, Default)]
pub struct Directions {
    found: Vec<DVec3>,
    /// The normals of A and of −B.
    maps: OnceLock<Picture>,
}

impl Directions {
    /// In this order; what has no length is left out.
    pub fn new(found: impl IntoIterator<Item = DVec3>) -> Self {
        let found = found.into_iter().filter_map(DVec3::try_normalize).collect();
        Self { found, maps: OnceLock::new() }
    }

    /// The directions that were searched before, in their order, and the one at hand. Named are the first, the one at hand, and the
    /// one before it, where they stand apart; of those that stand close to the one at hand the last in a lens.
    pub fn picture(&self, context: &PairContext, count: usize) -> Picture {
        let mut picture = self.maps.get_or_init(|| maps(context)).clone();
        let searched = &self.found[..count.min(self.found.len())];
        let first = searched.len().saturating_sub(SHOWN);
        for (i, ends) in searched.windows(2).enumerate().skip(first) {
            // Two that are opposite have no shortest way between them.
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
        let (mut named, magnified) = (vec![before.len()], spread < CLOSE && spread > TOO_CLOSE);
        for i in std::iter::once(0).chain(recent.rev()).filter(|i| *i < before.len()) {
            let apart = named.iter().all(|other| searched[*other].distance(searched[i]) > CLOSE);
            // The last ones, where they stand close to each other, have their names in a lens.
            if (apart && (i == 0 || i + 1 == before.len())) || (magnified && i > 0) {
                named.push(i);
            }
        }
        for i in named {
            let role = if i == before.len() { Role::Axis } else { Role::Member };
            picture.label(role, format!("direction/{i}"), searched[i], format!("d{i}"));
        }
        if magnified {
            let (center, radius) = (*last, 1.2 * spread);
            picture.add(Role::Region, "lens", Form::Lens { center, radius, faces: None });
        }
        picture.from_behind(DVec3::ZERO, 1.0, *last);
        picture
    }
}

/// The outward normals of the faces of A, and of those of B turned about; none of round bodies.
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
            let has_lens = picture.marks.iter().any(|mark| mark.key.0 == "lens");
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
