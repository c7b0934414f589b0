//! Intermediate form of an import, which all readers fill: bodies with the rigid bodies that they belong to, poses over
//! frames, and the pairs to query. [`Draft::finish`] converts it to a scene.

mod pair_queries;

use std::collections::{HashMap, HashSet};

use contact_lens_scene::List;
use contact_lens_scene::limits;
use contact_lens_scene::model::{
    self, Body, CapturedAnswer, CapturedStep, Dimension, Frame, Query, Recorded, Scene, Shape, Upward,
};

pub(super) use self::pair_queries::MOST_QUERIES;
use self::pair_queries::PairSearch;
use super::options::Options;
use super::pose::Pose;
use super::tally::ShapeCounts;

/// Collision bits of static bodies, which collide only with moving ones.
pub(super) const STATIC_BITS: [u32; 2] = [2, 1];
/// Collision bits of moving bodies, which collide with all bodies.
pub(super) const MOVING_BITS: [u32; 2] = [1, 3];

/// Maximum number of characters of a body's name; scenes allow 200, which leaves space for a number.
const MAX_NAME_CHARACTERS: usize = 150;

/// Sentence for the note about a mesh with degenerate triangles.
pub(super) const DEGENERATE_TRIANGLES: &str = "Triangles with zero area are skipped.";

/// Body with the data that select the pairs to query.
#[derive(Clone, Debug)]
pub(super) struct DraftBody {
    pub(super) body: Body,
    /// Number of the rigid body in the source; bodies of one rigid body do not collide.
    pub(super) rigid: usize,
    /// Collision bits of the body, then the mask of the bits that it collides with.
    pub(super) collision_bits: [u32; 2],
}

impl DraftBody {
    /// Whether the body is at the origin without a rotation, as a body whose pose was not read.
    fn is_unplaced(&self) -> bool {
        self.body.position == [0.0; 3] && self.body.rotation == Pose::default().rotation
    }
}

/// Shape of a rigid body, in the frame of the body.
pub(super) struct Piece {
    /// Name in the source; `None` if it has none.
    pub(super) name: Option<String>,
    pub(super) shape: Shape,
    /// Pose in the frame of the rigid body.
    pub(super) pose: Pose,
}

impl Piece {
    /// Converts to a part of a compound; a name that scenes do not allow is dropped.
    fn into_part(self) -> model::Part {
        model::Part {
            name: self.name.filter(|name| (1..=200).contains(&name.chars().count())),
            shape: self.shape,
            position: self.pose.position,
            rotation: self.pose.rotation,
        }
    }

    /// Removes the name, so that the body takes that of its rigid body.
    fn unnamed(self) -> Self {
        Self { name: None, ..self }
    }
}

/// Scene while it is being imported.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) name: String,
    /// Whether the scene is planar.
    pub(super) plane: bool,
    pub(super) up: Upward,
    pub(super) bodies: Vec<DraftBody>,
    pub(super) frames: Vec<Frame>,
    pub(super) queries: Vec<Query>,
    /// Captured steps of the source's engine.
    pub(super) steps: Vec<CapturedStep>,
    /// Audits of the captured steps, which come before other queries.
    pub(super) audits: Vec<Query>,
    /// Pairs of rigid bodies that do not collide, lower index first: connected by a joint, or excluded by the source.
    pub(super) excluded_pairs: HashSet<[usize; 2]>,
    /// Pairs of bodies that the source itself lists for contact, by their indices.
    pub(super) named_pairs: Vec<[usize; 2]>,
    /// Answers of the source's own engine about pairs in `named_pairs`.
    pub(super) theirs: HashMap<[usize; 2], Vec<CapturedAnswer>>,
    /// Answers printed in the source, without the names of their bodies.
    pub(super) printed_answers: Vec<CapturedAnswer>,
    /// Masses, gravity and step that the engine recorded.
    pub(super) recorded: Option<Recorded>,
    pub(super) options: Options,
    /// Counts of the source's shapes, and of the missing ones.
    pub(super) shape_counts: ShapeCounts,
    /// Finished scene, if the source is a scene file.
    pub(super) finished: Option<Scene>,
    /// First and last line, from 1, of a model inside other text; `None` for a whole source.
    pub(super) model_lines: Option<[usize; 2]>,
    /// Sentences for the scene's note.
    pub(super) notes: Vec<String>,
    /// Number of uses of each body name before it was made unique.
    names: HashMap<String, usize>,
}

impl Draft {
    /// Creates an empty draft with the user's options.
    pub(super) fn with_options(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// Creates a draft with bodies and frames; `plane` makes it planar.
    pub(super) fn from_bodies(bodies: Vec<DraftBody>, frames: Vec<Frame>, plane: bool) -> Self {
        Self { bodies, frames, plane, ..Self::default() }
    }

    /// Adds a body at a pose in the world. Returns its name, which is made unique.
    pub(super) fn add(&mut self, name: &str, shape: Shape, pose: Pose, rigid: usize) -> String {
        let name = self.unique_name(name);
        let body = Body { position: pose.position, rotation: pose.rotation, ..Body::new(name.clone(), shape) };
        self.bodies.push(DraftBody { body, rigid, collision_bits: [1, 1] });
        name
    }

    /// Adds the shapes of a rigid body as one compound at `pose` in the world; a single shape becomes the body itself,
    /// under its own name if it has one.
    pub(super) fn add_compound(&mut self, name: &str, mut pieces: Vec<Piece>, pose: Pose, rigid: usize) {
        match pieces.len() {
            0 => {}
            1 => {
                let Piece { name: shape_name, shape, pose: local } = pieces.remove(0);
                self.add(shape_name.as_deref().unwrap_or(name), shape, pose.then(local), rigid);
            }
            _ => {
                let parts = pieces.into_iter().map(Piece::into_part).collect();
                self.add(name, Shape::Compound { parts }, pose, rigid);
                self.add_note(
                    "The shapes of a rigid body form one compound; an answer names the child shape that it comes from.",
                );
            }
        }
    }

    /// Adds the shapes of a rigid body: half-spaces are bodies of their own, a single other shape is the body itself,
    /// several form a compound. Returns the indices of the added bodies, each with its pose in the frame of the rigid
    /// body.
    pub(super) fn add_rigid_body(
        &mut self,
        name: &str,
        pieces: Vec<Piece>,
        pose: Pose,
        rigid: usize,
    ) -> Vec<(usize, Pose)> {
        let first = self.bodies.len();
        let (half_spaces, pieces): (Vec<Piece>, Vec<Piece>) =
            pieces.into_iter().partition(|piece| piece.shape.is_half_space());
        let mut locals: Vec<Pose> = half_spaces.iter().map(|piece| piece.pose).collect();
        match pieces.as_slice() {
            [] => {}
            [only] => locals.push(only.pose),
            _ => locals.push(Pose::default()),
        }
        half_spaces.into_iter().for_each(|piece| self.add_compound(name, vec![piece.unnamed()], pose, rigid));
        let pieces = if pieces.len() == 1 { pieces.into_iter().map(Piece::unnamed).collect() } else { pieces };
        self.add_compound(name, pieces, pose, rigid);
        (first..).zip(locals).collect()
    }

    /// Returns a unique name without control characters: `name`, or `name 2`, `name 3`, … if it is taken.
    pub(super) fn unique_name(&mut self, name: &str) -> String {
        let plain: String = name.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARACTERS).collect();
        let plain = if plain.trim().is_empty() { String::from("body") } else { plain };
        loop {
            let count = self.names.entry(plain.clone()).or_default();
            *count += 1;
            let name = if *count == 1 { plain.clone() } else { format!("{plain} {count}") };
            // A source may have a body that is itself named `crate 2`.
            if name == plain || !self.names.contains_key(&name) {
                self.names.entry(name.clone()).or_insert(1);
                return name;
            }
        }
    }

    /// Builds a triangle mesh from vertices to which `scale` has been applied; if the scale mirrors them, the triangles
    /// are reversed, so that they keep facing outward. Triangles with zero area are skipped, with a sentence in the
    /// note.
    ///
    /// # Errors
    /// Fails if all triangles have zero area.
    pub(super) fn surface(
        &mut self,
        vertices: Vec<[f64; 3]>,
        mut triangles: Vec<[u32; 3]>,
        scale: [f64; 3],
    ) -> Result<Shape, String> {
        if scale.iter().product::<f64>() < 0.0 {
            triangles.iter_mut().for_each(|vertex_indices| vertex_indices.swap(0, 1));
        }
        let mesh = Shape::triangle_mesh(vertices, triangles);
        let (shape, degenerate_count) = mesh.ok_or("all triangles of its mesh have zero area")?;
        if degenerate_count > 0 {
            self.add_note(DEGENERATE_TRIANGLES);
        }
        Ok(shape)
    }

    /// Adds a sentence to the note, once.
    pub(super) fn add_note(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.notes.contains(&sentence) {
            self.notes.push(sentence);
        }
    }

    /// Whether another draft has the same shapes at the same poses.
    pub(super) fn has_bodies_of(&self, other: &Self) -> bool {
        self.bodies.len() == other.bodies.len()
            && self.bodies.iter().zip(&other.bodies).all(|(a, b)| {
                let a = &a.body;
                let b = &b.body;
                a.shape == b.shape && a.position == b.position && a.rotation == b.rotation
            })
    }

    /// Whether another draft has the same shapes, and all bodies of this one are at the default pose.
    pub(super) fn has_unplaced_shapes_of(&self, other: &Self) -> bool {
        self.bodies.len() == other.bodies.len()
            && self.bodies.iter().zip(&other.bodies).all(|(a, b)| a.is_unplaced() && a.body.shape == b.body.shape)
    }

    /// Excludes two rigid bodies, in any order, from the pairs that get queries.
    pub(super) fn exclude_pair(&mut self, a: usize, b: usize) {
        self.excluded_pairs.insert([a.min(b), a.max(b)]);
    }

    /// Returns the scene, with generated queries if the source has none, and the sentences of its note.
    pub(super) fn finish(mut self) -> (Scene, Vec<String>) {
        if self.queries.is_empty() && self.audits.is_empty() {
            self.add_queries();
        }
        self.add_printed_answers();
        if self.options.every_pair {
            self.add_all_pair_queries();
        }
        let dimension = if self.plane { Dimension::Two } else { Dimension::Three };
        let bodies: Vec<Body> = self.bodies.into_iter().map(|draft_body| draft_body.body).collect();
        let scene = Scene {
            up: self.up,
            queries: self.audits.into_iter().chain(self.queries).collect(),
            steps: self.steps.into_iter().collect::<List<CapturedStep>>(),
            frames: self.frames.into_iter().collect::<List<Frame>>(),
            recorded: self.recorded,
            ..Scene::new(self.name, dimension, bodies)
        };
        (scene, self.notes)
    }

    /// Adds the printed answers to the query, if it is the only one and about a pair in a single frame. Otherwise their
    /// bodies or frames are not known, and the note says so.
    fn add_printed_answers(&mut self) {
        if self.printed_answers.is_empty() {
            return;
        }
        match self.queries.as_mut_slice() {
            [query] if self.bodies.len() == 2 && self.frames.len() <= 1 && query.theirs.is_empty() => {
                query.theirs = std::mem::take(&mut self.printed_answers);
            }
            _ => self.add_note(
                "Printed distances and depths are not compared, because the text does not say of which pair they are.",
            ),
        }
    }

    /// Returns queries about the pairs that come near each other in the frames; with `at_least_one`, about the nearest
    /// pair if none does.
    pub(super) fn near_pair_queries(&mut self, at_least_one: bool) -> Vec<Query> {
        if at_least_one {
            self.add_queries();
        } else {
            let search = PairSearch { skip_excluded: true, at_least_one: false };
            let near = self.near_pairs(search);
            self.add_distance_queries(&near.pairs);
        }
        std::mem::take(&mut self.queries)
    }

    /// Moves each body to the last pose that a frame gives it, and removes the frames.
    pub(super) fn apply_last_frame(&mut self) {
        let indices: HashMap<String, usize> =
            self.bodies.iter().enumerate().map(|(index, draft_body)| (draft_body.body.name.clone(), index)).collect();
        for moved in self.frames.drain(..).flat_map(|frame| frame.poses) {
            if let Some(index) = indices.get(&moved.body) {
                let body = &mut self.bodies[*index].body;
                body.position = moved.position;
                body.rotation = moved.rotation;
            }
        }
    }
}

/// Returns a length, meters, if scenes allow its magnitude.
///
/// # Errors
/// Fails if the length is not finite or exceeds [`limits::MAGNITUDE`].
pub(super) fn checked_length(value: f64) -> Result<f64, String> {
    if !value.is_finite() {
        return Err(format!("a length must be a finite number, but is {value}"));
    }
    if value.abs() > limits::MAGNITUDE {
        return Err(format!("a length must not exceed {:e} in magnitude, but is {value:e}", limits::MAGNITUDE));
    }
    Ok(value)
}
