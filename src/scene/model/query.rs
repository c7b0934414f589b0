//! Questions: which algorithm, about which bodies, how, and what must come out.
//!
//! Each algorithm has a variant of [`Ask`] of its own with its own options and expectations, so that what it has no use
//! for cannot be written.

mod algorithm;
mod demand;
mod expect;
mod questions;
mod selection;
mod subjects;
#[cfg(test)]
mod tests;
mod theirs;
#[cfg(test)]
#[path = "../../../tests/unit/toy/options.rs"]
mod toy;

use std::any::Any;

use serde::{Deserialize, Serialize};

use super::{Dimension, is_default};
use crate::ask::{
    AnyOptions, BooleanGjkOptions, CastOptions, CullOptions, DistanceOptions, EpaOptions, GjkOptions, HierarchyOptions,
    IsaGjkOptions, ManifoldOptions, Method, SatOptions, Slot, Solver, SupportOptions, WorldOptions,
};
pub use demand::Demand;
#[cfg(test)]
pub use expect::GapExpect;
pub use expect::{
    CastExpect, ClassesExpect, DifferenceExpect, DistanceExpect, Expectation, FarthestExpect, HullExpect,
    IntersectionExpect, ManifoldExpect, PairsExpect, PlanarHullExpect, SeparationExpect, StateExpect, SupportExpect,
    WorldExpect,
};
use questions::questions;
pub use selection::Selection;
pub use subjects::{SubjectKind, Subjects, SubjectsMut};
pub use theirs::{TheirField, TheirPoint, Theirs};

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// Unique in the scene.
    pub name: String,
    /// Who answers, and what is asked.
    #[serde(flatten)]
    pub ask: Ask,
    /// What other engines answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub theirs: Vec<Theirs>,
}

impl Query {
    /// A question that nobody has answered yet.
    pub fn new(name: impl Into<String>, ask: Ask) -> Self {
        Self { name: name.into(), ask, theirs: Vec::new() }
    }

    /// Follows a body to its new name, in what is asked and in what others answered.
    pub fn rename(&mut self, old: &str, new: &str) {
        self.ask.rename(old, new);
        let poses = self.theirs.iter_mut().flat_map(|theirs| &mut theirs.poses);
        poses.filter(|pose| pose.body == old).for_each(|pose| new.clone_into(&mut pose.body));
    }

    /// Leaves a body out. Returns whether there is something left to ask.
    pub fn forget(&mut self, body: &str) -> bool {
        self.theirs.iter_mut().for_each(|theirs| theirs.poses.retain(|pose| pose.body != body));
        self.ask.forget(body)
    }

    /// Whether it is about a world: its frames are one run.
    pub fn is_of_a_world(&self) -> bool {
        self.ask.algorithm() == Algorithm::World
    }
}

/// The schema of a query is that of what it asks, with the name in each variant.
impl schemars::JsonSchema for Query {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Query".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = Ask::json_schema(generator);
        let theirs = generator.subschema_for::<Theirs>();
        let variants = schema.get_mut("oneOf").and_then(serde_json::Value::as_array_mut);
        for variant in variants.into_iter().flatten() {
            variant["properties"]["name"] = serde_json::json!({
                "description": "Unique in the scene.",
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
            });
            variant["properties"]["theirs"] = serde_json::json!({
                "description": "What other engines answered, to be shown beside the answer here.",
                "type": "array",
                "items": theirs,
                "maxItems": 100_000,
            });
            if let Some(required) = variant["required"].as_array_mut() {
                required.push(serde_json::Value::from("name"));
            }
        }
        schema
    }
}

const BOTH: [Dimension; 2] = [Dimension::Two, Dimension::Three];
const PLANE: [Dimension; 1] = [Dimension::Two];
const SPACE: [Dimension; 1] = [Dimension::Three];

questions! {
    /// Support mapping: the farthest points of A and of B against each other in one direction.
    Support = "support" in BOTH: pair, SupportOptions => Support(SupportExpect), ["world", "cso"];
    /// GJK distance.
    Gjk = "gjk" in BOTH: pair, GjkOptions => Distance(DistanceExpect), ["world", "cso"], ["world", "cso", "sphere"];
    /// The full answer, signed distance and normal: GJK on the cores, then margins or EPA.
    /// Of bodies that are made of parts: the closest pair of parts.
    Distance = "distance" in BOTH: pair, DistanceOptions => Distance(DistanceExpect),
        ["world", "cso", "tree", "bounds"];
    /// Penetration depth by the expanding polytope, from GJK's simplex.
    Epa = "epa" in BOTH: pair, EpaOptions => Distance(DistanceExpect), ["world", "cso"], ["world", "cso", "sphere"];
    /// Do they overlap? ISA-GJK: stops at the first separating axis.
    IsaGjk = "isa_gjk" in BOTH: pair, IsaGjkOptions => Intersection(IntersectionExpect), ["world", "cso"];
    /// Do they overlap? The test by directions, with its line, triangle and tetrahedron cases.
    BooleanGjk = "boolean_gjk" in BOTH: pair, BooleanGjkOptions => Intersection(IntersectionExpect), ["world", "cso"];
    /// Separating axes: the line on which the shadows of A and B part most. For polytopes, boxes, triangles and segments, in
    /// the plane for polygons, rectangles, triangles and segments; without margins.
    Sat = "sat" in BOTH: pair, SatOptions => Separation(SeparationExpect),
        ["world", "axes"], ["world", "axes", "sphere"];
    /// When two bodies in flight first meet: separating axes over time, a GJK ray cast or conservative advancement. Bodies move
    /// by their velocities; with `advance` they turn about their origins, too.
    Cast = "cast" in BOTH: pair, CastOptions => Cast(CastExpect),
        ["world", "time", "cso", "separation", "tree", "bounds"];
    /// Where two bodies touch: what faces the reference face is clipped against its sides, or edges and closest points make the
    /// contact.
    Manifold = "manifold" in BOTH: pair, ManifoldOptions => Manifold(ManifoldExpect),
        ["world", "tree", "bounds"], ["world", "face", "tree", "bounds"];
    /// Nearest point of one simplex (body A, at most four points) to a point (body B) by Voronoi regions.
    Voronoi = "voronoi" in BOTH: pair => Distance(DistanceExpect), ["world", "cso"];
    /// The same by Johnson's distance algorithm.
    Johnson = "johnson" in BOTH: pair => Distance(DistanceExpect), ["world", "cso"];
    /// The same by signed volumes.
    SignedVolumes = "signed_volumes" in BOTH: pair => Distance(DistanceExpect), ["world", "cso"];
    /// The difference A − B itself, every face named after what made it: by both Gauss maps, in the plane by a merge of edges.
    /// For polytopes, boxes, triangles and segments, in the plane for polygons and rectangles; without margins.
    Minkowski = "minkowski" in BOTH: pair => Difference(DifferenceExpect),
        ["world", "cso"], ["world", "cso", "sphere"];
    /// Convex hull of the points of a body of the plane by Graham's scan. For dimension 2.
    Graham = "graham" in PLANE: body => PlanarHull(PlanarHullExpect), ["world"];
    /// The same by Jarvis's march. For dimension 2.
    Jarvis = "jarvis" in PLANE: body => PlanarHull(PlanarHullExpect), ["world"];
    /// Convex hull of the points of a body by Quickhull. For dimension 3.
    Quickhull = "quickhull" in SPACE: body => Hull(HullExpect), ["world"];
    /// Which bodies can a camera see? Frustum culling by planes, and exactly for those that planes cannot decide. For
    /// dimension 3.
    Cull = "cull" in SPACE: frustum, CullOptions => Classes(ClassesExpect), ["world", "camera", "planes"];
    /// Which boxes around bodies overlap? Sweep and prune: the sorted ends of all boxes on each axis, handed from frame to
    /// frame.
    SweepAndPrune = "sweep_and_prune" in BOTH: crowd => Pairs(PairsExpect), ["world", "lanes", "swap", "cost", "time"];
    /// The farthest corner of a body along a direction, by the Dobkin-Kirkpatrick hierarchy of its hull. For dimension 3.
    Hierarchy = "hierarchy" in SPACE: body, HierarchyOptions => Farthest(FarthestExpect), ["world", "visited"];
    /// How bodies move under forces, contacts and joints: sequential impulses, frame after frame, from where the bodies stand. For
    /// dimension 2.
    World = "world" in PLANE: world, WorldOptions => World(WorldExpect), ["world", "impulses", "row", "distance"];
    /// A toy that only tests see: the gap along the line of the two origins.
    Toy = "toy" if test in SPACE: pair, toy::ToyOptions => Gap(GapExpect), ["world"];
}

impl Ask {
    /// The names of the bodies that it is about, to be changed.
    pub fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.subjects_mut().names()
    }

    /// Follows a body to its new name, in what is asked about and in what is expected.
    pub fn rename(&mut self, old: &str, new: &str) {
        let follow = |name: &mut String| {
            if *name == old {
                new.clone_into(name);
            }
        };
        self.names_mut().for_each(follow);
        if let Self::Cull { expect, .. } = self {
            expect.names_mut().for_each(follow);
        }
        if let Self::SweepAndPrune { expect, .. } = self {
            expect.names_mut().for_each(follow);
        }
        if let Self::World { expect, .. } = self {
            expect.names_mut().for_each(follow);
        }
    }

    /// Takes a body that is gone out of what it is about. Returns whether there still is something to ask; what was
    /// expected of many bodies is not expected of the others.
    pub fn forget(&mut self, body: &str) -> bool {
        if !self.subjects().chosen()(body) {
            return true;
        }
        // A world is about whoever there is.
        if let Self::World { expect, .. } = self {
            expect.forget(body);
            return true;
        }
        let left = match self.subjects_mut() {
            SubjectsMut::Crowd(bodies) => bodies.remove(body),
            SubjectsMut::World => true,
            _ => false,
        };
        self.expect_nothing();
        left
    }

    /// The name of the frustum that bodies are culled by; empty for the first of the scene.
    pub fn frustum(&self) -> Option<&str> {
        match self {
            Self::Cull { frustum, .. } => Some(frustum),
            _ => None,
        }
    }

    /// The names of A and B, for a question about a pair.
    pub fn pair_mut(&mut self) -> Option<[&mut String; 2]> {
        match self.subjects_mut() {
            SubjectsMut::Pair(pair) => Some(pair),
            _ => None,
        }
    }

    /// The option of this name, where the algorithm has one of this type.
    fn option<S: Slot>(&self, name: &str) -> Option<&S> {
        let slot: &dyn Any = self.options()?.slot(name)?;
        slot.downcast_ref()
    }

    /// The same, to be changed.
    fn option_mut<S: Slot>(&mut self, name: &str) -> Option<&mut S> {
        let slot: &mut dyn Any = self.options_mut()?.slot_mut(name)?;
        slot.downcast_mut()
    }

    /// The first direction, or that of a support query; world frame.
    pub fn direction(&self) -> Option<[f64; 3]> {
        *self.option("direction")?
    }

    /// Whether a frame starts from what the frame before has found.
    pub fn warm_start(&self) -> bool {
        match self {
            Self::SweepAndPrune { .. } | Self::World { .. } => true,
            _ => self.option("warm_start").is_some_and(|warm: &bool| *warm),
        }
    }

    /// The sub-algorithm for the nearest point of a simplex, where one can be chosen.
    pub fn solver_mut(&mut self) -> Option<&mut Solver> {
        self.option_mut("solver")
    }

    /// What is done about margins, where that can be chosen.
    pub fn method_mut(&mut self) -> Option<&mut Method> {
        self.option_mut("method")
    }
}
