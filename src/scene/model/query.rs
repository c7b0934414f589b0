//! Queries of a scene: the algorithm, its bodies, options and expectations, and the table of all algorithms.
//!
//! Each algorithm has its own variant of [`Ask`] with its own options and expectations, so that a scene cannot hold
//! settings that the algorithm does not use.

mod algorithm;
mod captured_answer;
mod expect;
mod expected_number;
mod query_table;
mod selection;
mod subjects;
#[cfg(test)]
mod tests;

use std::any::Any;

use contact_lens_model::ask::{
    AnyOptions, BooleanGjkOptions, CastOptions, CullOptions, DistanceOptions, EpaOptions, GjkOptions, HierarchyOptions,
    IsaGjkOptions, ManifoldOptions, Method, RayOptions, SatOptions, Slot, Solver, SupportOptions, WorldOptions,
};
use serde::{Deserialize, Serialize};

pub use self::captured_answer::{CapturedAnswer, CapturedField, CapturedPoint};
pub use self::expected_number::ExpectedNumber;
use super::{Dimension, is_default};
pub use expect::{
    AuditExpect, BrokenExpect, CastExpect, ClassesExpect, DifferenceExpect, DistanceExpect, Expectation,
    FarthestExpect, HullExpect, IntersectionExpect, ManifoldExpect, PairsExpect, PlanarHullExpect, RayExpect,
    SeparationExpect, StateExpect, SupportExpect, WorldExpect,
};
use query_table::define_queries;
pub use selection::Selection;
pub use subjects::{SubjectKind, Subjects, SubjectsMut};

/// Query of a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// Name, unique in the scene.
    pub name: String,
    /// Algorithm, bodies, options and expectations.
    #[serde(flatten)]
    pub ask: Ask,
    /// Answers of other engines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub theirs: Vec<CapturedAnswer>,
}

impl Query {
    /// Creates a query without answers of other engines.
    pub fn new(name: impl Into<String>, ask: Ask) -> Self {
        Self { name: name.into(), ask, theirs: Vec::new() }
    }

    /// Renames a body in the query and in the answers of other engines.
    pub fn rename(&mut self, old: &str, new: &str) {
        self.ask.rename(old, new);
        let poses = self.theirs.iter_mut().flat_map(|theirs| &mut theirs.poses);
        poses.filter(|pose| pose.body == old).for_each(|pose| new.clone_into(&mut pose.body));
    }

    /// Removes a body from the query. Returns whether the query still has a subject.
    pub fn remove_body(&mut self, body: &str) -> bool {
        self.theirs.iter_mut().for_each(|theirs| theirs.poses.retain(|pose| pose.body != body));
        self.ask.remove_body(body)
    }

    /// Whether the query simulates a world, so that its frames are those of one run.
    pub fn is_of_a_world(&self) -> bool {
        self.ask.algorithm() == Algorithm::World
    }
}

/// Schema of a query: that of [`Ask`], with name and answers of other engines in each variant.
impl schemars::JsonSchema for Query {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Query".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = Ask::json_schema(generator);
        let theirs = generator.subschema_for::<CapturedAnswer>();
        let variants = schema.get_mut("oneOf").and_then(serde_json::Value::as_array_mut);
        for variant in variants.into_iter().flatten() {
            variant["properties"]["name"] = serde_json::json!({
                "description": "Name, unique in the scene.",
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
            });
            variant["properties"]["theirs"] = serde_json::json!({
                "description": "Answers of other engines, shown next to the answer of this program.",
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

/// Dimensions of an algorithm for the plane and for space.
const BOTH: [Dimension; 2] = [Dimension::Two, Dimension::Three];
/// Dimensions of an algorithm only for the plane.
const PLANE: [Dimension; 1] = [Dimension::Two];
/// Dimensions of an algorithm only for space.
const SPACE: [Dimension; 1] = [Dimension::Three];

define_queries! {
    /// Support mapping: the support points of A and of B in one direction and its opposite.
    Support = "support" in BOTH: pair, SupportOptions => Support(SupportExpect), ["world", "cso"];
    /// Distance and closest points of two bodies by GJK.
    Gjk = "gjk" in BOTH: pair, GjkOptions => Distance(DistanceExpect), ["world", "cso"], ["world", "cso", "sphere"];
    /// Signed distance and normal: GJK on the cores, then margins or EPA. For bodies of many child shapes: the closest
    /// pair of child shapes.
    Distance = "distance" in BOTH: pair, DistanceOptions => Distance(DistanceExpect),
        ["world", "cso", "tree", "bounds"];
    /// Penetration depth by the expanding polytope algorithm, from GJK's simplex.
    Epa = "epa" in BOTH: pair, EpaOptions => Distance(DistanceExpect), ["world", "cso"], ["world", "cso", "sphere"];
    /// Overlap test by ISA-GJK, which stops at the first separating axis.
    IsaGjk = "isa_gjk" in BOTH: pair, IsaGjkOptions => Intersection(IntersectionExpect), ["world", "cso"];
    /// Overlap test by boolean GJK, with its line, triangle and tetrahedron cases.
    BooleanGjk = "boolean_gjk" in BOTH: pair, BooleanGjkOptions => Intersection(IntersectionExpect), ["world", "cso"];
    /// Separating axis test: the axis with the largest separation of A and B. For polytopes, boxes, triangles and
    /// segments, in the plane for polygons, rectangles, triangles and segments; without margins.
    Sat = "sat" in BOTH: pair, SatOptions => Separation(SeparationExpect),
        ["world", "axes"], ["world", "axes", "sphere"];
    /// Time of the first contact of two moving bodies: by separating axes over time, a GJK ray cast, or conservative or
    /// bilateral advancement. Bodies move by their velocities; with `advance` and `bilateral` they also rotate.
    Cast = "cast" in BOTH: pair, CastOptions => Cast(CastExpect),
        ["world", "time", "cso", "separation", "tree", "bounds"];
    /// First point of a ray on a body of any kind: by the planes and curved surfaces of a convex body, and by the tree
    /// of boxes of a body of many parts.
    Ray = "ray" in BOTH: ray, RayOptions => Ray(RayExpect), ["world"];
    /// Contact manifold of two bodies: the incident face clipped against the side planes of the reference face, or the
    /// contact of two edges or of the closest points.
    Manifold = "manifold" in BOTH: pair, ManifoldOptions => Manifold(ManifoldExpect),
        ["world", "tree", "bounds"], ["world", "face", "tree", "bounds"];
    /// Nearest point of one simplex (body A, at most four points) to a point (body B) by Voronoi regions.
    Voronoi = "voronoi" in BOTH: pair => Distance(DistanceExpect), ["world"];
    /// Nearest point of one simplex (body A, at most four points) to a point (body B) by Johnson's distance algorithm.
    Johnson = "johnson" in BOTH: pair => Distance(DistanceExpect), ["world"];
    /// Nearest point of one simplex (body A, at most four points) to a point (body B) by signed volumes.
    SignedVolumes = "signed_volumes" in BOTH: pair => Distance(DistanceExpect), ["world"];
    /// Minkowski difference A − B with the origin of every face: by both Gauss maps, in the plane by merging edges. For
    /// polytopes, boxes, triangles and segments, in the plane for polygons and rectangles; without margins.
    Minkowski = "minkowski" in BOTH: pair => Difference(DifferenceExpect),
        ["world", "cso"], ["world", "cso", "sphere"];
    /// Convex hull of the points of a planar body by Graham's scan. 2D only.
    Graham = "graham" in PLANE: body => PlanarHull(PlanarHullExpect), ["world"];
    /// Convex hull of the points of a planar body by Jarvis's march. 2D only.
    Jarvis = "jarvis" in PLANE: body => PlanarHull(PlanarHullExpect), ["world"];
    /// Convex hull of the points of a body by Quickhull. 3D only.
    Quickhull = "quickhull" in SPACE: body => Hull(HullExpect), ["world"];
    /// Frustum culling: by planes, and exactly for bodies that the planes cannot decide. 3D only.
    Cull = "cull" in SPACE: frustum, CullOptions => Classes(ClassesExpect), ["world", "camera", "planes"];
    /// Sweep and prune: overlapping bounding boxes of many bodies, from the endpoints on each axis, which stay sorted
    /// from frame to frame.
    SweepAndPrune = "sweep_and_prune" in BOTH: bodies => Pairs(PairsExpect), ["world", "lanes", "swap", "cost", "time"];
    /// Vertex of a body farthest along a direction, by the Dobkin-Kirkpatrick hierarchy of its hull. 3D only.
    Hierarchy = "hierarchy" in SPACE: body, HierarchyOptions => Farthest(FarthestExpect), ["world", "visited"];
    /// Simulation of bodies under forces, contacts and joints by sequential impulses, frame by frame, from the poses of
    /// the scene. 2D only.
    World = "world" in PLANE: world, WorldOptions => World(WorldExpect), ["world", "impulses", "row", "distance"];
    /// Audit of a captured step of another engine, stage by stage: whether the captured values follow from the values
    /// captured before them. 3D only.
    Audit = "audit" in SPACE: step => Audit(AuditExpect), ["world", "impulses", "stages", "items"];
}

impl Ask {
    /// The names of the query's bodies, mutable.
    pub fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.subjects_mut().names()
    }

    /// Renames a body in the subjects and in the expectations.
    pub fn rename(&mut self, old: &str, new: &str) {
        match self {
            Self::Cull { expect, .. } => rename_all(expect.names_mut(), old, new),
            Self::SweepAndPrune { expect, .. } => rename_all(expect.names_mut(), old, new),
            Self::World { expect, .. } => rename_all(expect.names_mut(), old, new),
            // No other expectations name bodies of the scene.
            _ => {}
        }
        rename_all(self.names_mut(), old, new);
    }

    /// Removes a body that the scene no longer has. Returns whether the query still has a subject. Expectations of a
    /// query about other bodies stay, those of a query about the body are dropped; a world drops only those about the
    /// body.
    pub fn remove_body(&mut self, body: &str) -> bool {
        if !self.subjects().membership_test()(body) {
            return true;
        }
        // A captured step keeps its own bodies.
        if let Self::Audit { .. } = self {
            return true;
        }
        // A world simulates all bodies of the scene.
        if let Self::World { expect, .. } = self {
            expect.remove_body(body);
            return true;
        }
        let has_subject = match self.subjects_mut() {
            SubjectsMut::Bodies(bodies) => bodies.remove(body),
            SubjectsMut::World => true,
            SubjectsMut::Pair(_) | SubjectsMut::Body(_) => false,
        };
        self.expect_nothing();
        has_subject
    }

    /// Name of the frustum that bodies are culled by, empty for the first of the scene; `None` for other queries.
    pub fn frustum(&self) -> Option<&str> {
        match self {
            Self::Cull { frustum, .. } => Some(frustum),
            _ => None,
        }
    }

    /// The names of A and B, mutable; `None` for a query that is not about a pair.
    pub fn pair_mut(&mut self) -> Option<[&mut String; 2]> {
        match self.subjects_mut() {
            SubjectsMut::Pair(pair) => Some(pair),
            SubjectsMut::Body(_) | SubjectsMut::Bodies(_) | SubjectsMut::World => None,
        }
    }

    /// The option called `name` of the type `S`; `None` if the algorithm has no such option.
    fn option<S: Slot>(&self, name: &str) -> Option<&S> {
        let slot: &dyn Any = self.options()?.slot(name)?;
        slot.downcast_ref()
    }

    /// The option called `name` of the type `S`, mutable; `None` if the algorithm has no such option.
    fn option_mut<S: Slot>(&mut self, name: &str) -> Option<&mut S> {
        let slot: &mut dyn Any = self.options_mut()?.slot_mut(name)?;
        slot.downcast_mut()
    }

    /// First search direction, or that of a support query, world frame; `None` for the default and for algorithms
    /// without that option.
    pub fn direction(&self) -> Option<[f64; 3]> {
        *self.option("direction")?
    }

    /// Path of the option called `name`, from the query on: an option of a ray is next to the body.
    pub fn option_path(&self, name: &str) -> String {
        if matches!(self, Self::Ray { .. }) { name.to_owned() } else { format!("options.{name}") }
    }

    /// Whether a frame starts from the result of the previous frame: by the option, and always for worlds and sweep and
    /// prune.
    pub fn warm_start(&self) -> bool {
        match self {
            Self::SweepAndPrune { .. } | Self::World { .. } => true,
            _ => self.option("warm_start").is_some_and(|warm: &bool| *warm),
        }
    }

    /// The choice of the simplex solver, mutable; `None` for an algorithm without one.
    pub fn solver_mut(&mut self) -> Option<&mut Solver> {
        self.option_mut("solver")
    }

    /// The treatment of margins, mutable; `None` for an algorithm without that option.
    pub fn method_mut(&mut self) -> Option<&mut Method> {
        self.option_mut("method")
    }
}

/// Renames the body `old` to `new` in a list of names.
fn rename_all<'a>(names: impl Iterator<Item = &'a mut String>, old: &str, new: &str) {
    names.filter(|name| *name == old).for_each(|name| new.clone_into(name));
}
