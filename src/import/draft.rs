//! What a reader has understood, on its way to a scene: bodies with the rigid part that they belong to, poses over frames, and
//! the pairs that are worth a question.

use std::collections::{HashMap, HashSet};

use super::bounds::{self, Box3};
use super::turn::Pose;
use crate::scene::List;
use crate::scene::limits;
use crate::scene::model::{self, Algorithm, Body, Dimension, Frame, Query, Recorded, Scene, Shape, Theirs, Upward};

/// Questions that are asked of an import that asks none itself.
pub(super) const MOST_QUERIES: usize = 64;

/// The same where the source has answers of its own about the pairs.
const MOST_ANSWERED: usize = 500;

/// Pairs of boxes that are looked at for them.
const MOST_LOOKED_AT: usize = 20_000_000;

/// Boxes this far apart are near, as a share of the smaller one's size.
const NEAR: f64 = 0.1;

/// Bits of kinds: what stands still meets only what moves.
pub(super) const STILL: [u32; 2] = [2, 1];
pub(super) const MOVING: [u32; 2] = [1, 3];

/// Of a mesh.
pub(super) const LEFT_OUT: &str = "Triangles without an area are left out.";

/// A body, and what decides with whom it is asked.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) body: Body,
    /// The rigid body of the source that it is a part of: its parts do not meet each other.
    pub(super) rigid: usize,
    /// Bits of its kind, and of the kinds that it meets.
    pub(super) kinds: [u32; 2],
}

/// A shape of a rigid body, in the frame of the body.
pub(super) struct Piece {
    /// As the source calls it.
    pub(super) name: Option<String>,
    pub(super) shape: Shape,
    pub(super) pose: Pose,
}

/// A scene in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) plane: bool,
    pub(super) up: Upward,
    pub(super) parts: Vec<Part>,
    pub(super) frames: Vec<Frame>,
    /// Questions that the source asks itself.
    pub(super) queries: Vec<Query>,
    /// Rigid bodies that do not meet, lower first: those that a joint holds together, or that the source excludes.
    pub(super) apart: HashSet<[usize; 2]>,
    /// Pairs of parts that the source names.
    pub(super) named: Vec<[usize; 2]>,
    /// What the source's engine answered about some of them.
    pub(super) theirs: HashMap<[usize; 2], Vec<Theirs>>,
    /// What that engine knows of the bodies.
    pub(super) recorded: Option<Recorded>,
    /// Sentences about what was understood, and how.
    pub(super) said: Vec<String>,
    names: HashMap<String, usize>,
}

impl Draft {
    /// Of what is known already.
    pub(super) fn of(parts: Vec<Part>, frames: Vec<Frame>, plane: bool) -> Self {
        Self { parts, frames, plane, ..Self::default() }
    }

    /// Adds a body under a name that no other has, which it returns.
    pub(super) fn add(&mut self, name: &str, shape: Shape, pose: Pose, rigid: usize) -> String {
        let name = self.distinct(name);
        let body = Body { position: pose.position, rotation: pose.rotation, ..Body::new(name.clone(), shape) };
        self.parts.push(Part { body, rigid, kinds: [1, 1] });
        name
    }

    /// Adds several shapes of a rigid body as one compound that stands at `pose`; one alone stands there itself.
    pub(super) fn add_all(&mut self, name: &str, mut pieces: Vec<Piece>, pose: Pose, rigid: usize) {
        match pieces.len() {
            0 => {}
            1 => {
                let Piece { name: own, shape, pose: local } = pieces.remove(0);
                self.add(own.as_deref().unwrap_or(name), shape, pose.then(local), rigid);
            }
            _ => {
                let part = |piece: Piece| model::Part {
                    name: piece.name.filter(|name| (1..=200).contains(&name.chars().count())),
                    shape: piece.shape,
                    position: piece.pose.position,
                    rotation: piece.pose.rotation,
                };
                self.add(name, Shape::Compound { parts: pieces.into_iter().map(part).collect() }, pose, rigid);
                self.say("Shapes of one rigid body are one compound: an answer about it names the part that decides.");
            }
        }
    }

    /// Adds the shapes of a rigid body: what has no end stands alone, one shape alone is the body itself, several are a
    /// compound. Returns the parts that were added, each with its pose in the frame of the rigid body.
    pub(super) fn stand(&mut self, name: &str, pieces: Vec<Piece>, pose: Pose, rigid: usize) -> Vec<(usize, Pose)> {
        let first = self.parts.len();
        let (endless, pieces): (Vec<Piece>, Vec<Piece>) =
            pieces.into_iter().partition(|piece| piece.shape.is_half_space());
        let mut locals: Vec<Pose> = endless.iter().map(|piece| piece.pose).collect();
        match pieces.as_slice() {
            [] => {}
            [alone] => locals.push(alone.pose),
            _ => locals.push(Pose::default()),
        }
        let own = |piece| Piece { name: None, ..piece };
        endless.into_iter().for_each(|piece| self.add_all(name, vec![own(piece)], pose, rigid));
        let pieces = if pieces.len() == 1 { pieces.into_iter().map(own).collect() } else { pieces };
        self.add_all(name, pieces, pose, rigid);
        (first..).zip(locals).collect()
    }

    /// A name that no other body has, without control characters, of a length that scenes take.
    pub(super) fn distinct(&mut self, name: &str) -> String {
        let plain: String = name.chars().filter(|c| !c.is_control()).take(150).collect();
        let plain = if plain.trim().is_empty() { String::from("body") } else { plain };
        loop {
            let count = self.names.entry(plain.clone()).or_default();
            *count += 1;
            let name = if *count == 1 { plain.clone() } else { format!("{plain} {count}") };
            if name == plain || !self.names.contains_key(&name) {
                self.names.entry(name.clone()).or_insert(1);
                return name;
            }
        }
    }

    /// A sentence, once.
    pub(super) fn say(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.said.contains(&sentence) {
            self.said.push(sentence);
        }
    }

    /// Two rigid bodies do not meet.
    pub(super) fn keep_apart(&mut self, a: usize, b: usize) {
        self.apart.insert([a.min(b), a.max(b)]);
    }

    /// The scene, with questions where the source asks none.
    pub(super) fn finish(mut self) -> (Scene, Vec<String>) {
        if self.queries.is_empty() {
            self.ask();
        }
        let dimension = if self.plane { Dimension::Two } else { Dimension::Three };
        let bodies: Vec<Body> = self.parts.into_iter().map(|part| part.body).collect();
        let scene = Scene {
            up: self.up,
            queries: self.queries,
            frames: self.frames.into_iter().collect::<List<Frame>>(),
            recorded: self.recorded,
            ..Scene::new(self.name, dimension, bodies)
        };
        (scene, self.said)
    }

    /// Questions about the pairs that come near each other in the frames; `at_least_one` asks about the nearest where none does.
    pub(super) fn questions(&mut self, at_least_one: bool) -> Vec<Query> {
        match at_least_one {
            true => self.ask(),
            false => {
                let (near, _) = self.near(true, false);
                self.ask_about(&near);
            }
        }
        std::mem::take(&mut self.queries)
    }

    /// Puts the bodies where the last frame has them, and forgets the frames.
    pub(super) fn settle(&mut self) {
        let index: HashMap<String, usize> =
            self.parts.iter().enumerate().map(|(k, part)| (part.body.name.clone(), k)).collect();
        for moved in self.frames.drain(..).flat_map(|frame| frame.poses) {
            if let Some(k) = index.get(&moved.body) {
                let body = &mut self.parts[*k].body;
                (body.position, body.rotation) = (moved.position, moved.rotation);
            }
        }
    }

    /// Whether a pair can be asked about at all: no algorithm here takes a body of parts and a half-space.
    fn can_be_asked(&self, pair: [usize; 2]) -> bool {
        let [a, b] = pair.map(|k| &self.parts[k].body.shape);
        !(a.is_half_space() && b.is_of_parts() || b.is_half_space() && a.is_of_parts())
    }

    /// Asks the distance of these pairs.
    fn ask_about(&mut self, pairs: &[[usize; 2]]) {
        for pair in pairs {
            if !self.can_be_asked(*pair) {
                self.theirs.remove(pair);
                self.say("A body of parts and a half-space cannot be asked about here; such pairs are left out.");
                continue;
            }
            let [a, b] = pair.map(|k| self.parts[k].body.name.clone());
            let plain: String = format!("{a} and {b}").chars().take(190).collect();
            let taken = |name: &str| self.queries.iter().any(|query| query.name == name);
            let mut name = plain.clone();
            for k in 2.. {
                if !taken(&name) {
                    break;
                }
                name = format!("{plain} {k}");
            }
            let theirs = self.theirs.remove(pair).unwrap_or_default();
            self.queries.push(Query { theirs, ..Query::new(name, Algorithm::Distance.of(a, b)) });
        }
    }

    /// Asks the distance of the pairs that the source names, then of those that are near each other in some frame, nearest
    /// first; where none is, of the nearest pair. A body alone is asked for its hull, or for its distance to a point.
    fn ask(&mut self) {
        if let [alone] = self.parts.as_slice() {
            let hull = if self.plane { Algorithm::Graham } else { Algorithm::Quickhull };
            if alone.body.shape.points().is_some() {
                let name = alone.body.name.clone();
                self.queries.push(Query::new("hull", hull.of(name, "")));
                return;
            }
            self.add_probe();
        }
        let mut pairs = std::mem::take(&mut self.named);
        let (mut near, mut complete) = self.near(true, true);
        if pairs.is_empty() && near.is_empty() && self.parts.len() > 1 {
            (near, complete) = self.near(false, true);
            near.truncate(1);
            self.say("No two bodies of the source may meet; the nearest two are asked all the same.");
        }
        let found = near.len();
        pairs.extend(near);
        let mut seen = HashSet::new();
        pairs.retain(|[a, b]| seen.insert([*a.min(b), *a.max(b)]));
        let answered = self.theirs.len();
        pairs.truncate(MOST_QUERIES.max(answered.min(MOST_ANSWERED)));
        self.ask_about(&pairs);
        if !self.theirs.is_empty() {
            let left = self.theirs.len();
            self.say(format!(
                "Of {answered} pairs about which the source has answers, the first {} are asked.",
                answered - left
            ));
        }
        if found > pairs.len() || !complete {
            let (asked, found) = (pairs.len(), if complete { found.to_string() } else { format!("more than {found}") });
            self.say(format!(
                "Of {found} pairs whose boxes are near, the {asked} nearest are asked; add others by hand."
            ));
        }
    }

    /// Adds a point above the only body, half of the body's size away, so that there is a pair to be asked about.
    fn add_probe(&mut self) {
        let [alone] = self.parts.as_slice() else { return };
        let pose = Pose { position: alone.body.position, rotation: alone.body.rotation };
        let Some([low, high]) = bounds::around(&alone.body, pose) else { return };
        let up = if self.up == Upward::Z && !self.plane { 2 } else { 1 };
        let away = match 0.5 * size(&[low, high]) {
            away if away > 0.0 && !alone.body.shape.is_half_space() => away,
            _ => 1.0,
        };
        let mut position = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
        position[up] = high[up] + away;
        let shape = if self.plane { Shape::Circle { radius: 0.0 } } else { Shape::Sphere { radius: 0.0 } };
        self.add("point", shape, Pose::at(position), usize::MAX);
        self.named.push([0, 1]);
        self.say("The source has one body: a point above it was added, to ask for their distance.");
    }

    /// The pairs whose boxes are near in some frame, nearest first, with `at_least_one` the nearest if there are two that may meet;
    /// and whether all were looked at. `as_said` leaves out those that the source keeps apart.
    fn near(&self, as_said: bool, at_least_one: bool) -> (Vec<[usize; 2]>, bool) {
        let (mut gaps, mut work, mut nearest) = (HashMap::new(), 0usize, None::<(f64, [usize; 2])>);
        let mut complete = true;
        for boxes in self.boxes() {
            let mut order: Vec<usize> = (0..boxes.len()).filter(|k| boxes[*k].is_some()).collect();
            let low = |k: &usize| boxes[*k].map_or(f64::INFINITY, |corners| corners[0][0]);
            order.sort_by(|a, b| low(a).total_cmp(&low(b)));
            for (i, a) in order.iter().enumerate() {
                for b in &order[i + 1..] {
                    work += 1;
                    let (Some(one), Some(other)) = (&boxes[*a], &boxes[*b]) else { continue };
                    let near = NEAR * size(one).min(size(other));
                    let gap = bounds::gap(one, other);
                    if work > MOST_LOOKED_AT {
                        break;
                    }
                    let pair = [*a.min(b), *a.max(b)];
                    let known = nearest.is_some_and(|(least, _)| least <= gap);
                    if gap > near && known || !(if as_said { self.may_meet(pair) } else { self.can_be_asked(pair) }) {
                        if other[0][0] - one[1][0] > near
                            && nearest.is_some_and(|(least, _)| least <= other[0][0] - one[1][0])
                        {
                            break;
                        }
                        continue;
                    }
                    if !known {
                        nearest = Some((gap, pair));
                    }
                    if gap <= near {
                        let least = gaps.entry(pair).or_insert(gap);
                        *least = gap.min(*least);
                    }
                }
            }
            complete &= work <= MOST_LOOKED_AT;
            if !complete {
                break;
            }
        }
        let mut pairs: Vec<(f64, [usize; 2])> = gaps.into_iter().map(|(pair, gap)| (gap, pair)).collect();
        if pairs.is_empty() && at_least_one {
            pairs.extend(nearest);
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        (pairs.into_iter().map(|(_, pair)| pair).collect(), complete)
    }

    /// The box of every part, as placed and frame by frame.
    fn boxes(&self) -> impl Iterator<Item = Vec<Option<Box3>>> {
        let index: HashMap<&str, usize> =
            self.parts.iter().enumerate().map(|(k, part)| (part.body.name.as_str(), k)).collect();
        let start: Vec<Pose> =
            self.parts.iter().map(|part| Pose { position: part.body.position, rotation: part.body.rotation }).collect();
        let mut poses = start;
        let count = self.frames.len().max(1);
        (0..count).map(move |k| {
            for moved in self.frames.get(k).into_iter().flat_map(|frame| &frame.poses) {
                if let Some(k) = index.get(moved.body.as_str()) {
                    poses[*k] = Pose { position: moved.position, rotation: moved.rotation };
                }
            }
            self.parts.iter().zip(&poses).map(|(part, pose)| bounds::around(&part.body, *pose)).collect()
        })
    }

    fn may_meet(&self, [a, b]: [usize; 2]) -> bool {
        if !self.can_be_asked([a, b]) {
            return false;
        }
        let (a, b) = (&self.parts[a], &self.parts[b]);
        let kinds = a.kinds[0] & b.kinds[1] != 0 || b.kinds[0] & a.kinds[1] != 0;
        let bounded = !(a.body.shape.is_half_space() && b.body.shape.is_half_space());
        bounded && a.rigid != b.rigid && kinds && !self.apart.contains(&[a.rigid.min(b.rigid), a.rigid.max(b.rigid)])
    }
}

/// The longest side.
fn size([low, high]: &Box3) -> f64 {
    (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max)
}

/// Why a length is none that a scene takes.
pub(super) fn length(value: f64) -> Result<f64, String> {
    match value {
        x if !x.is_finite() => Err(format!("a length must be a finite number, is {x}")),
        x if x.abs() > limits::MAGNITUDE => {
            Err(format!("a length must not be beyond {:e}, is {x:e}", limits::MAGNITUDE))
        }
        x => Ok(x),
    }
}
