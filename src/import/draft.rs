//! What a reader has understood, on its way to a scene: bodies with the rigid part that they belong to, poses over frames, and
//! the pairs that are worth a question.

mod questions;

use std::collections::{HashMap, HashSet};

use super::turn::Pose;
use crate::scene::List;
use crate::scene::limits;
use crate::scene::model::{self, Body, Dimension, Frame, Query, Recorded, Scene, Shape, Theirs, Upward};
pub(super) use questions::MOST_QUERIES;

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
    /// Whether all pairs that may meet are asked about, and not only those that come near.
    pub(super) every_pair: bool,
    /// Sentences about what was understood, and how.
    pub(super) said: Vec<String>,
    /// Library of the types in a text, where the user named it.
    pub(super) library: Option<String>,
    names: HashMap<String, usize>,
}

impl Draft {
    /// Of nothing yet.
    pub(super) fn asking(every_pair: bool) -> Self {
        Self { every_pair, ..Self::default() }
    }

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

    /// Triangles as a shape, turned over where their scale has mirrored them.
    pub(super) fn surface(
        &mut self,
        vertices: Vec<[f64; 3]>,
        mut triangles: Vec<[u32; 3]>,
        scale: [f64; 3],
    ) -> Result<Shape, String> {
        if scale.iter().product::<f64>() < 0.0 {
            triangles.iter_mut().for_each(|corners| corners.swap(0, 1));
        }
        let made = Shape::triangle_mesh(vertices, triangles);
        let (shape, left_out) = made.ok_or("no triangle of its mesh has an area")?;
        if left_out > 0 {
            self.say(LEFT_OUT);
        }
        Ok(shape)
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
        if self.every_pair {
            self.ask_all();
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
