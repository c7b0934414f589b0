//! A body of a scene, convex or with child shapes, in the engine's type and as data for lessons; and the trait of the
//! 3D and 2D searches over child shapes.

use std::hint::black_box;
use std::sync::{Arc, Mutex};

use contact_lens_lesson::ToF64 as _;
use contact_lens_lesson::parts::{Named, Node, SearchBody, Searched};
use contact_lens_model::snapshot::parts::{Outcome, Search};
use contact_lens_model::snapshot::{self, Snapshot, Snapshots, cast, manifold, ray};
use contact_lens_picture::Solid;
use contact_lens_scene::batch_line::RayLine;
use contact_lens_scene::model::{Body, DistanceOptions, LeafShape, Shape};
use contact_lens_scene::{Subject, Track};
use glam::{DQuat, DVec3};

use super::super::convert::pair;
use super::super::engine::contact::Options;
use super::super::engine::prelude::*;
use super::super::engine::tree::{self, CastMotion, CastPairs, MovingSearch, OverlapResult, Pairs, Plain, Tree, Widen};
use super::super::{QueryError, SceneQuery};

/// Result of a search for the first contact.
pub(in super::super) struct CastResult {
    /// Result of the deciding pair, with a bracket that holds over all pairs; `None` if no pair was tested.
    pub answer: Option<cast::Answer>,
    /// Indices of the deciding child shapes of A and B; `None` if no pair decides.
    pub parts: Option<[u32; 2]>,
    /// Number of pairs of child shapes tested, then of those skipped because a one-sided triangle faces away.
    pub counts: [u32; 2],
}

/// Result of a search for the first child shape on a ray.
pub(in super::super) struct RayResult {
    /// Answer for the child shape that is hit first, or for the whole body.
    pub answer: ray::Answer,
    /// Index of that child shape; `None` without a hit.
    pub part: Option<u32>,
    /// Number of child shapes tested.
    pub queries: u32,
}

/// Result of a search for all contacts.
pub(in super::super) struct ContactsResult<'a> {
    /// Contacts of each pair of child shapes that touches, with the indices of the child shapes of A and B.
    pub contacts: &'a [([u32; 2], manifold::Answer)],
    /// Number of pairs of child shapes tested, then of those skipped because a one-sided triangle faces away.
    pub counts: [u32; 2],
}

/// Origin of a child shape in the list of a body's pieces.
pub(in super::super) struct ChildSource {
    /// Index of the piece that the child shape belongs to.
    pub piece: usize,
    /// Index of the triangle within the piece; `None` for a convex piece.
    pub triangle: Option<u32>,
}

/// The dimension, 3D or 2D: bodies with child shapes and the searches over them. A child shape is a convex piece of a
/// compound, or a triangle of a piece that is a mesh or a height field; its index `part` counts over all pieces.
pub(in super::super) trait PartsDimension: Sized + Send + Sync + 'static {
    /// Poses and drawings of the dimension.
    type Frame: pair::Space<Pose: PartialEq>;
    /// A body with child shapes.
    type Body: Send + Sync + 'static;
    /// Engine options for a pair of child shapes.
    type Options: Copy + Send + Sync + 'static;
    /// Search for the closest pair.
    type DistanceSearch: Snapshots<Snapshot = Search, Outcome: Into<<Search as Snapshot>::Outcome>>
        + Clone
        + Send
        + Sync
        + 'static;

    /// Search for the first contact.
    type CastSearch: Snapshots<Snapshot = Search<cast::Answer>, Outcome: Into<<Search as Snapshot>::Outcome>>
        + Clone
        + Send
        + Sync
        + 'static;
    /// Search for all contacts.
    type ContactSearch: Snapshots<Snapshot = Search<manifold::Answer>, Outcome: Into<<Search as Snapshot>::Outcome>>
        + Clone
        + Send
        + Sync
        + 'static;

    /// Search for the first child shape on a ray.
    type RaySearch: Snapshots<Snapshot = ray::Search, Outcome: Into<ray::Outcome>> + Clone + Send + Sync + 'static;

    /// Returns a search for the first child shape on a ray before its first step.
    fn ray_search(body: Arc<Self::Body>, line: &RayLine) -> Self::RaySearch;

    /// Result of a search for the first child shape on a ray.
    fn ray_found(run: &Self::RaySearch) -> RayResult;

    /// The production call for a ray, for timing.
    fn cast_ray(body: &Self::Body, line: &RayLine);

    /// Whether the dimension is 2D.
    const PLANAR: bool;

    /// Returns a search for the first contact before its first step.
    fn cast_search(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as pair::Space>::Pose; 2],
        cast: CastMotion,
    ) -> Self::CastSearch;

    /// Result of a search for the first contact.
    fn cast_result(run: &Self::CastSearch) -> CastResult;

    /// Returns a search for all contacts before its first step.
    fn contact_search(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as pair::Space>::Pose; 2],
        options: Options,
    ) -> Self::ContactSearch;

    /// Result of a search for all contacts.
    fn contacts(run: &Self::ContactSearch) -> ContactsResult<'_>;

    /// Checks that contacts of a body can be computed.
    ///
    /// # Errors
    /// A child shape has too many vertices; the message is a predicate of the body's shape.
    fn check_contacts(_: &Self::Body) -> Result<(), String> {
        Ok(())
    }

    /// Converts the options of a query.
    fn options(requested: &DistanceOptions) -> Self::Options;

    /// Builds a body of these pieces. With `planar` 2D pieces of a 3D search become flat 3D ones; `path` gives the path
    /// of a field of the body for errors.
    fn build(
        pieces: &[LeafShape<'_>],
        body: &Body,
        planar: bool,
        path: &dyn Fn(&str) -> String,
    ) -> Result<Self::Body, QueryError>;

    /// Checks that this precision can represent the pair.
    ///
    /// # Errors
    /// Squares of lengths would overflow or underflow.
    fn check_range(
        members: &[PartsMember<Self>; 2],
        frame: usize,
        poses: [<Self::Frame as pair::Space>::Pose; 2],
    ) -> Result<(), QueryError>;

    /// Returns a search for the closest pair before its first step.
    fn search(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as pair::Space>::Pose; 2],
        options: Self::Options,
    ) -> Self::DistanceSearch;

    /// The production search for the closest pair, as a closure for timing.
    fn prepared(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as pair::Space>::Pose; 2],
        options: Self::Options,
    ) -> Box<dyn Fn()>;

    /// Tests whether two bodies overlap, with the deciding child shapes.
    fn intersects(bodies: [Arc<Self::Body>; 2], poses: [<Self::Frame as pair::Space>::Pose; 2]) -> OverlapResult;

    /// Result of a search for the closest pair.
    fn searched(run: &Self::DistanceSearch, outcome: Outcome) -> Searched;

    /// Number of child shapes of a body.
    fn count(body: &Self::Body) -> u32;

    /// Piece and triangle of a child shape.
    fn source(body: &Self::Body, part: u32) -> ChildSource;

    /// The node with the index `number` of a body's tree, body frame.
    fn node(body: &Self::Body, number: u32) -> Node;

    /// Number of nodes of the body's tree.
    fn nodes(body: &Self::Body) -> u32;

    /// Solid of a child shape, body frame.
    fn solid(body: &Self::Body, part: u32) -> Solid;

    /// Center of a body, which decides the side of one-sided triangles, body frame.
    fn center(_: &Self::Body) -> DVec3 {
        DVec3::ZERO
    }

    /// A point and the unit normal of a one-sided triangle, body frame; `None` for other child shapes.
    fn front(_: &Self::Body, _: u32) -> Option<[DVec3; 2]> {
        None
    }
}

/// Path and names of a piece.
struct PieceNames {
    /// Indices of the child shapes that lead to the piece, outermost first.
    path: Vec<u32>,
    /// Names of these child shapes.
    names: Vec<String>,
}

/// A body with the paths and names of its child shapes.
pub(in super::super) struct BuiltBody<B> {
    /// The body in the engine's type.
    pub body: Arc<B>,
    /// Path and names of each piece.
    pieces: Vec<PieceNames>,
    /// Name of the whole body.
    pub name: String,
}

impl<B> BuiltBody<B> {
    /// Converts a body of the scene; `path` gives the path of a field for errors.
    pub fn new<K: PartsDimension<Body = B>>(
        body: &Body,
        planar: bool,
        path: &dyn Fn(&str) -> String,
    ) -> Result<Self, QueryError> {
        let pieces = body.shape.pieces();
        let built = K::build(&pieces, body, planar, path)?;
        let pieces = pieces.into_iter().map(|piece| PieceNames { path: piece.path, names: piece.names }).collect();
        Ok(Self { body: Arc::new(built), pieces, name: body.name.clone() })
    }

    /// Path of a child shape, outermost index first.
    pub fn path<K: PartsDimension<Body = B>>(&self, part: u32) -> Vec<u32> {
        let ChildSource { piece, triangle } = K::source(&self.body, part);
        let mut path = self.pieces.get(piece).map_or_else(Vec::new, |piece| piece.path.clone());
        path.extend(triangle);
        path
    }

    /// Name of a child shape without that of its body, such as `table top, left leg`; the body's name if the body is
    /// that child shape.
    pub fn label<K: PartsDimension<Body = B>>(&self, part: u32) -> String {
        let ChildSource { piece, triangle } = K::source(&self.body, part);
        let mut names = self.pieces.get(piece).map_or_else(Vec::new, |piece| piece.names.clone());
        names.extend(triangle.map(|i| format!("triangle {i}")));
        if names.is_empty() { self.name.clone() } else { names.join(", ") }
    }
}

/// A body of a query over all frames.
pub(in super::super) struct PartsMember<K: PartsDimension> {
    /// Poses over all frames.
    pub track: Track,
    /// The body in the engine's type, with the names of its child shapes.
    pub built: Arc<BuiltBody<K::Body>>,
    /// Index of the body in the scene.
    index: usize,
    /// The body of the scene, for drawing.
    scene_body: Arc<Body>,
}

impl<K: PartsDimension> PartsMember<K> {
    /// Converts a body of a query. Errors name the invalid field.
    pub(super) fn new(query: &SceneQuery<'_>, member: Subject<'_>) -> Result<Self, QueryError> {
        let index = member.index;
        let body = query.scene.bodies.shared(index).ok_or_else(super::misdirected)?;
        let built = BuiltBody::new::<K>(body, query.is_planar(), &|field| format!("bodies[{index}].{field}"))?;
        Ok(Self { track: member.track, built: Arc::new(built), index, scene_body: Arc::clone(body) })
    }

    /// Path of a field of the body in the scene.
    pub fn path(&self, field: &str) -> String {
        format!("bodies[{}].{field}", self.index)
    }

    /// Names of the body and of its child shapes.
    pub(super) fn named(&self) -> Named {
        let for_path = Arc::clone(&self.built);
        let for_label = Arc::clone(&self.built);
        Named {
            name: self.built.name.clone(),
            count: K::count(&self.built.body),
            path: Box::new(move |part| for_path.path::<K>(part)),
            label: Box::new(move |part| for_label.label::<K>(part)),
        }
    }

    /// Data of the body at its pose in the world frame, for the lesson.
    pub(super) fn lesson_data(&self, (position, rotation): (DVec3, DQuat)) -> SearchBody {
        let nodes = Arc::clone(&self.built);
        let solids = Arc::clone(&self.built);
        let fronts = Arc::clone(&self.built);
        SearchBody {
            named: self.named(),
            position,
            rotation,
            nodes: K::nodes(&self.built.body),
            middle: position + rotation * K::center(&self.built.body),
            node: Box::new(move |node| K::node(&nodes.body, node)),
            solid: Box::new(move |part| K::solid(&solids.body, part)),
            front: Box::new(move |part| K::front(&fronts.body, part)),
            surface: surface(&self.scene_body.shape),
            placed: Mutex::default(),
        }
    }
}

/// Vertices and triangles of a body that is a single mesh, to be drawn as one; `None` for other bodies.
fn surface(shape: &Shape) -> Option<(Vec<DVec3>, Vec<[u32; 3]>)> {
    let (vertices, triangles) = shape.surface()?;
    Some((vertices.into_iter().map(DVec3::from_array).collect(), triangles))
}

/// A production query of two bodies as a closure for timing.
pub(super) fn timed_query<B: 'static, A: 'static>(
    bodies: [Arc<B>; 2],
    call: impl Fn([&B; 2]) -> A + 'static,
) -> Box<dyn Fn()> {
    Box::new(move || {
        let [a, b] = black_box(&bodies);
        black_box(&call([a, b]));
    })
}

/// Result of a search as plain data. A converged bracket is as wide as the requested tolerance.
pub(super) fn searched<const N: usize, P: Plain<N, Answer: Widen, Plain = snapshot::answer::Answer>>(
    run: &tree::Search<N, P>,
    outcome: Outcome,
) -> Searched {
    let result = run.result(outcome);
    let answer = result.answer.map(|answer| {
        let plain = run.pairs.plain(&answer);
        let width = if outcome == Outcome::NotConverged { 0.0 } else { plain.upper - plain.lower };
        snapshot::answer::Answer { tolerance: plain.tolerance.max(width), ..plain }
    });
    Searched { parts: result.parts, answer, queries: result.queries, left_out: result.skipped }
}

/// Result of a search for the first contact.
pub(super) fn cast_result<const N: usize, P: CastPairs<N>>(run: &tree::Search<N, MovingSearch<N, P>>) -> CastResult {
    CastResult { answer: run.first_contact(), parts: run.deciding_parts(), counts: counts(run) }
}

/// Numbers of pairs of child shapes tested and skipped.
pub(super) fn counts<const N: usize, P: Pairs<N>>(run: &tree::Search<N, P>) -> [u32; 2] {
    [run.queries, run.skipped]
}

/// The node with the index `number` of a tree; z = 0 in 2D.
pub(super) fn node<const N: usize>(tree: &Tree<N>, number: u32) -> Node {
    let node = tree.node(number);
    let [low, high] = [&node.bounds.low, &node.bounds.high].map(point_in_space);
    Node { low, high, children: node.children(), part: node.part() }
}

/// A point of N coordinates in 3D, padded with 0.
fn point_in_space<const N: usize>(point: &[Real; N]) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|k| point.get(k).map_or(0.0, |x| x.to_f64())))
}
