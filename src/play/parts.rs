//! Bodies of parts taken apart into convex bodies of a scene: to look at one pair of parts alone, and for the questions that are
//! asked of one pair after the other.

use glam::{DQuat, DVec3};

use super::{Precision, QueryError};
use crate::answer::{ContactFinding, Finding, ManifoldFinding, PartsFinding};
use crate::lesson::Verdict;
use crate::scene::List;
use crate::scene::model::{Ask, Body, Query, Scene, Shape};

/// A convex part of a body, where the body stands in a frame.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// A body of its own.
    pub body: Body,
    /// The numbers that lead to it, from the outside in.
    pub path: Vec<u32>,
    /// Of a one-sided triangle a corner and the normal at its front, in the world.
    front: Option<[DVec3; 2]>,
}

/// The convex parts of a body in the world, in order.
fn leaves(body: &Body) -> Vec<Leaf> {
    let (at, turn) = (DVec3::from(body.position), DQuat::from_array(body.orientation()).normalize());
    let mut leaves = Vec::new();
    for piece in body.shape.pieces() {
        let (position, rotation) = (at + turn * piece.position, turn * piece.rotation);
        let put = |shape: Shape, names: Vec<String>, path, front| {
            let name =
                if names.is_empty() { body.name.clone() } else { format!("{}: {}", body.name, names.join(", ")) };
            let mut own = Body { margin: body.margin, velocity: body.velocity, ..Body::new(name, shape) };
            (own.position, own.rotation) = (position.to_array(), rotation.to_array());
            if piece.is_unmoved() {
                // As it is written, to the bit.
                (own.position, own.rotation, own.angle) = (body.position, body.rotation, body.angle);
            }
            Leaf { body: own, path, front }
        };
        let Some((vertices, triangles)) = piece.shape.surface() else {
            leaves.push(put(piece.shape.clone(), piece.names.clone(), piece.path.clone(), None));
            continue;
        };
        let one_sided = matches!(piece.shape, Shape::TriangleMesh { one_sided: true, .. });
        for (i, corners) in triangles.into_iter().enumerate() {
            let points = corners.map(|corner| vertices[corner as usize]);
            let [a, b, c] = points.map(|p| position + rotation * DVec3::from_array(p));
            let front = one_sided.then(|| [a, (b - a).cross(c - a).normalize_or_zero()]);
            let names = piece.names.iter().cloned().chain([format!("triangle {i}")]).collect();
            let path = piece.path.iter().copied().chain([i as u32]).collect();
            leaves.push(put(Shape::Triangle { points }, names, path, front));
        }
    }
    leaves
}

/// The middle of the box around parts along the axes of a body, in the world.
fn middle(body: &Body, leaves: &[Leaf]) -> DVec3 {
    let turn = DQuat::from_array(body.orientation()).normalize();
    let boxes = leaves.iter().map(|leaf| super::double::bounds_of(&leaf.body, turn));
    let around = boxes.reduce(|[low, high], [l, h]| [low.min(l), high.max(h)]);
    around.map_or(DVec3::from(body.position), |[low, high]| turn * (0.5 * (low + high)))
}

/// Two bodies taken apart.
struct Apart {
    parts: [Vec<Leaf>; 2],
    boxes: [Vec<[DVec3; 2]>; 2],
    middles: [DVec3; 2],
}

impl Apart {
    fn of(scene: &Scene, query: &Query, frame: usize) -> Result<Self, QueryError> {
        let subjects =
            scene.subjects(query).map_err(|(_, name)| QueryError::new("", format!("there is no body `{name}`")))?;
        let [a, b] = <[_; 2]>::try_from(subjects).map_err(|_| QueryError::new("", "is not about two bodies"))?;
        let standing = [a, b].map(|subject| {
            let mut body = subject.body.clone();
            let (position, rotation) = subject.track.pose(frame);
            body.put(position, rotation);
            body
        });
        let parts = standing.each_ref().map(leaves);
        let middles = [0, 1].map(|i| middle(&standing[i], &parts[i]));
        let boxes = parts.each_ref().map(|parts: &Vec<Leaf>| {
            parts.iter().map(|leaf| super::double::bounds_of(&leaf.body, DQuat::IDENTITY)).collect()
        });
        Ok(Self { parts, boxes, middles })
    }

    /// Whether one of two parts is a one-sided triangle behind whose plane the middle of the other body lies.
    fn is_behind(&self, [i, j]: [usize; 2]) -> bool {
        let behind = |leaf: &Leaf, other: DVec3| leaf.front.is_some_and(|[at, normal]| normal.dot(other - at) < 0.0);
        behind(&self.parts[0][i], self.middles[1]) || behind(&self.parts[1][j], self.middles[0])
    }

    /// Whether one of two parts is a one-sided triangle along whose normal the other moves.
    fn flies_along(&self, [i, j]: [usize; 2]) -> bool {
        let velocity = |leaf: &Leaf| DVec3::from(leaf.body.velocity.unwrap_or_default());
        let way = velocity(&self.parts[1][j]) - velocity(&self.parts[0][i]);
        let along = |leaf: &Leaf, way: DVec3| leaf.front.is_some_and(|[_, normal]| normal.dot(way) > 0.0);
        along(&self.parts[0][i], way) || along(&self.parts[1][j], -way)
    }

    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        (0..self.parts[0].len()).flat_map(|i| (0..self.parts[1].len()).map(move |j| [i, j]))
    }

    fn leaf(&self, [i, j]: [usize; 2]) -> [&Leaf; 2] {
        [&self.parts[0][i], &self.parts[1][j]]
    }

    /// How far apart the boxes of two parts are along the axis on which they are farthest, with room for rounding.
    fn gap(&self, [i, j]: [usize; 2]) -> f64 {
        let ([low_a, high_a], [low_b, high_b]) = (self.boxes[0][i], self.boxes[1][j]);
        let size = [low_a, high_a, low_b, high_b].map(|p| p.abs().max_element()).into_iter().fold(0.0, f64::max);
        (low_b - high_a).max(low_a - high_b).max_element() - 1.0e-5 * size
    }

    /// Two parts as a scene of their own with this question about them, under the names of their bodies.
    fn asked(&self, scene: &Scene, pair: [usize; 2], ask: &Ask) -> Scene {
        let mut alone = self.alone(scene, pair, ask);
        let mut ask = ask.clone();
        ask.expect_nothing();
        let names = ask.pair_mut().map(|names| names.map(|name| name.clone()));
        for (i, name) in names.into_iter().flatten().enumerate() {
            if let Some(body) = alone.bodies.get_mut(i) {
                body.name = name;
            }
        }
        alone.queries = vec![Query::new(ask.algorithm().id(), ask)];
        alone
    }

    /// The same under names of their own.
    fn alone(&self, scene: &Scene, pair: [usize; 2], ask: &Ask) -> Scene {
        let bodies = self.leaf(pair).map(|leaf| leaf.body.clone());
        let mut ask = ask.clone();
        ask.expect_nothing();
        if let Some([a, b]) = ask.pair_mut() {
            (*a, *b) = (bodies[0].name.clone(), bodies[1].name.clone());
        }
        let name = format!("{} and {}", bodies[0].name, bodies[1].name);
        let query = Query::new(ask.algorithm().id(), ask);
        Scene { queries: vec![query], ..Scene::new(name, scene.dimension, List::from(bodies.to_vec())) }
    }
}

/// What was found of one pair of parts.
#[derive(Clone, Debug)]
pub struct OfParts<T> {
    /// Which parts of A and of B.
    pub parts: [Vec<u32>; 2],
    /// What was found.
    pub found: T,
}

/// Whether a question is about a body that is made of parts.
pub fn is_about_parts(scene: &Scene, query: &Query) -> bool {
    scene.subjects(query).is_ok_and(|subjects| subjects.iter().any(|subject| subject.body.shape.is_of_parts()))
}

/// The pair of parts that decides an answer, as a scene of its own with the same question: to be looked at in its own lesson.
///
/// # Errors
/// An answer that is about no parts, or in which none decides.
pub fn deciding_pair(scene: &Scene, query: &Query, frame: usize, finding: &Finding) -> Result<Scene, QueryError> {
    let none = || QueryError::new("", "No pair of parts decides this answer.");
    let Finding::Parts(PartsFinding { part_a: Some(part_a), part_b: Some(part_b), .. }) = finding else {
        return Err(none());
    };
    let apart = Apart::of(scene, query, frame)?;
    let place = |body: usize, path: &Vec<u32>| apart.parts[body].iter().position(|leaf| leaf.path == *path);
    let pair = [place(0, part_a).ok_or_else(none)?, place(1, part_b).ok_or_else(none)?];
    Ok(apart.alone(scene, pair, &query.ask))
}

/// The contacts of every pair of parts that has some.
///
/// # Errors
/// Those of the question about a pair of parts.
pub fn manifolds(
    precision: Precision,
    scene: &Scene,
    query: &Query,
) -> Result<Vec<OfParts<(ManifoldFinding, &'static str)>>, QueryError> {
    let Ask::Manifold { options, .. } = &query.ask else { return Err(super::misdirected()) };
    let apart = Apart::of(scene, query, 0)?;
    let mut found = Vec::new();
    let near = apart.pairs().filter(|pair| apart.gap(*pair) <= options.margin() && !apart.is_behind(*pair));
    for pair in near {
        let alone = apart.asked(scene, pair, &query.ask);
        let verdict =
            super::answer(precision, &alone, &alone.queries[0], 0).map_err(|error| of_part(&apart, pair, error))?;
        if let Finding::Manifold(manifold) = verdict.finding
            && !manifold.points.is_empty()
        {
            let parts = apart.leaf(pair).map(|leaf| leaf.path.clone());
            found.push(OfParts { parts, found: (manifold, verdict.outcome) });
        }
    }
    Ok(found)
}

/// What is wrong with a part.
fn of_part(apart: &Apart, pair: [usize; 2], error: QueryError) -> QueryError {
    let [a, b] = apart.leaf(pair).map(|leaf| leaf.body.name.as_str());
    QueryError::new("", format!("{a} and {b}: {error}"))
}

/// When two bodies first meet: the first contact of all pairs of parts. On a miss the pair that stays closest is told.
///
/// # Errors
/// Those of the question about a pair of parts.
pub fn first_contact(
    precision: Precision,
    scene: &Scene,
    query: &Query,
) -> Result<Option<OfParts<Verdict>>, QueryError> {
    let Ask::Cast { options, .. } = &query.ask else { return Err(super::misdirected()) };
    let (apart, t_max) = (Apart::of(scene, query, 0)?, options.t_max());
    let mut order: Vec<([usize; 2], f64)> =
        apart.pairs().filter(|pair| !apart.flies_along(*pair)).map(|pair| (pair, apart.way(pair, t_max))).collect();
    order.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let mut best: Option<OfParts<Verdict>> = None;
    let (mut lower, mut undecided) = (f64::INFINITY, false);
    for (pair, gap) in order {
        // Boxes that stay apart prove a miss, and that no part comes closer than they do.
        let known = best.as_ref().and_then(|best| contact(&best.found));
        let left_out = match known {
            Some(ContactFinding { hit: Some(true), .. }) => gap > 0.0,
            Some(ContactFinding { gap: Some(least), .. }) => gap >= *least && gap > 0.0,
            _ => false,
        };
        if left_out {
            break;
        }
        let alone = apart.asked(scene, pair, &query.ask);
        let verdict =
            super::answer(precision, &alone, &alone.queries[0], 0).map_err(|error| of_part(&apart, pair, error))?;
        let Some(now) = contact(&verdict) else { return Err(super::misdirected()) };
        undecided |= now.hit.is_none();
        lower = lower.min(now.lower);
        if known.is_none_or(|known| is_sooner(now, known)) {
            best = Some(OfParts { parts: apart.leaf(pair).map(|leaf| leaf.path.clone()), found: verdict });
        }
    }
    if let Some(OfParts { found: Verdict { finding: Finding::FirstContact(contact), .. }, .. }) = &mut best {
        contact.lower = contact.lower.min(lower);
        if undecided && contact.hit == Some(false) {
            (contact.hit, contact.status, contact.gap) = (None, "grazing", None);
        }
    }
    Ok(best)
}

fn contact(verdict: &Verdict) -> Option<&ContactFinding> {
    match &verdict.finding {
        Finding::FirstContact(found) => Some(found),
        _ => None,
    }
}

/// Whether one pair of parts meets before another, or of two that miss comes closer.
fn is_sooner(now: &ContactFinding, before: &ContactFinding) -> bool {
    match (now.hit, before.hit) {
        (Some(true), Some(true)) => now.t_first < before.t_first,
        (Some(true), _) => true,
        (_, Some(true)) => false,
        (None, Some(false)) => true,
        (Some(false), Some(false)) => now.gap.unwrap_or(f64::INFINITY) < before.gap.unwrap_or(f64::INFINITY),
        _ => false,
    }
}

impl Apart {
    /// How far apart the boxes of two parts stay while both bodies move, along the axis on which that is most.
    fn way(&self, pair: [usize; 2], t_max: f64) -> f64 {
        let [a, b] = self.leaf(pair).map(|leaf| DVec3::from(leaf.body.velocity.unwrap_or_default()));
        let way = (b - a) * t_max;
        let [low, high] = self.boxes[1][pair[1]];
        let swept = [low.min(low + way), high.max(high + way)];
        let [low_a, high_a] = self.boxes[0][pair[0]];
        let size = swept.iter().chain([&low_a, &high_a]).map(|p| p.abs().max_element()).fold(0.0, f64::max);
        (swept[0] - high_a).max(low_a - swept[1]).max_element() - 1.0e-5 * size
    }
}
