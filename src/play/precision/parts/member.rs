//! A body of a scene, convex or with child shapes, in the engine's type and as data for lessons; and the trait of the
//! 3D and 2D searches over child shapes.

use std::hint::black_box;
use std::sync::{Arc, Mutex};

use glam::{DQuat, DVec3};

use super::super::convert::pair::Space as Frame;
use super::super::engine::contact::Options;
use super::super::engine::prelude::*;
use super::super::engine::tree::{
    CastMotion, CastPairs, MovingSearch, OverlapResult, Pairs, Plain, Search as Run, Tree, Widen,
};
use super::super::{QueryError, SceneQuery};
use crate::lesson::ToF64 as _;
use crate::lesson::parts::{Named, Node, SearchBody, Searched};
use crate::picture::Solid;
use crate::scene::model::{Body, DistanceOptions, LeafShape, Shape};
use crate::scene::{Subject, Track};
use crate::snapshot::parts::{Outcome, Search};
use crate::snapshot::{self, Snapshot, Snapshots, cast, manifold};

/// Result of a search for the first contact.
pub(in super::super) struct CastResult {
    /// Result of the deciding pair, with a bracket that holds over all pairs; `None` if no pair was tested.
    pub answer: Option<cast::Answer>,
    /// Indices of the deciding child shapes of A and B; `None` if no pair decides.
    pub parts: Option<[u32; 2]>,
    /// Number of pairs of child shapes tested, then of those skipped because a one-sided triangle faces away.
    pub counts: [u32; 2],
}

/// The dimension, 3D or 2D: bodies with child shapes and the searches over them.
pub(in super::super) trait PartsDimension: Sized + Send + Sync + 'static {
    /// Poses and drawings of the dimension.
    type Frame: Frame<Pose: PartialEq>;
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

    /// Whether the dimension is 2D.
    const PLANAR: bool;

    /// Returns a search for the first contact before its first step.
    fn cast_search(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as Frame>::Pose; 2],
        cast: CastMotion,
    ) -> Self::CastSearch;

    /// Result of a search for the first contact.
    fn cast_result(run: &Self::CastSearch) -> CastResult;

    /// Returns a search for all contacts before its first step.
    fn contact_search(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as Frame>::Pose; 2],
        options: Options,
    ) -> Self::ContactSearch;

    /// Contacts of a search with the child shapes of each, and the numbers of pairs tested and skipped.
    fn contacts(run: &Self::ContactSearch) -> (&[([u32; 2], manifold::Answer)], [u32; 2]);

    /// Error message if contacts of a body cannot be computed.
    fn check_contacts(_: &Self::Body) -> Result<(), String> {
        Ok(())
    }

    /// Converts the options of a query.
    fn options(requested: &DistanceOptions) -> Self::Options;

    /// Builds a body of these pieces; `path` gives the path of a field of the body for errors.
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
        poses: [<Self::Frame as Frame>::Pose; 2],
    ) -> Result<(), QueryError>;

    /// Returns a search for the closest pair before its first step.
    fn search(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as Frame>::Pose; 2],
        options: Self::Options,
    ) -> Self::DistanceSearch;

    /// The production search for the closest pair, as a closure for timing.
    fn prepared(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as Frame>::Pose; 2],
        options: Self::Options,
    ) -> Box<dyn Fn()>;

    /// Tests whether two bodies overlap, with the deciding child shapes.
    fn intersects(bodies: [Arc<Self::Body>; 2], poses: [<Self::Frame as Frame>::Pose; 2]) -> OverlapResult;

    /// Result of a search for the closest pair.
    fn searched(run: &Self::DistanceSearch, outcome: Outcome) -> Searched;

    /// Number of child shapes of a body.
    fn count(body: &Self::Body) -> u32;

    /// Index of the piece that a child shape belongs to, and of its triangle if the piece is a mesh.
    fn place(body: &Self::Body, part: u32) -> (usize, Option<u32>);

    /// A node of a body's tree, body frame.
    fn node(body: &Self::Body, node: u32) -> Node;

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
    /// Indices of the child shapes that lead to it, outermost first.
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
        let (piece, triangle) = K::place(&self.body, part);
        let path = self.pieces.get(piece).map_or_else(Vec::new, |piece| piece.path.clone());
        path.into_iter().chain(triangle).collect()
    }

    /// Name of a child shape.
    pub fn label<K: PartsDimension<Body = B>>(&self, part: u32) -> String {
        let (piece, triangle) = K::place(&self.body, part);
        let names = self.pieces.get(piece).map_or_else(Vec::new, |piece| piece.names.clone());
        let names: Vec<String> = names.into_iter().chain(triangle.map(|i| format!("triangle {i}"))).collect();
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

    /// Data of the body at a pose, for the lesson.
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
    run: &Run<N, P>,
    outcome: Outcome,
) -> Searched {
    let found = run.result(outcome);
    let answer = found.answer.map(|answer| {
        let plain = run.pairs.plain(&answer);
        let width = if outcome == Outcome::NotConverged { 0.0 } else { plain.upper - plain.lower };
        snapshot::answer::Answer { tolerance: plain.tolerance.max(width), ..plain }
    });
    Searched { parts: found.parts, answer, queries: found.queries, left_out: found.skipped }
}

/// Result of a search for the first contact.
pub(super) fn cast_result<const N: usize, P: CastPairs<N>>(run: &Run<N, MovingSearch<N, P>>) -> CastResult {
    CastResult { answer: run.first_contact(), parts: run.deciding_parts(), counts: counts(run) }
}

/// Numbers of pairs of child shapes tested and skipped.
pub(super) fn counts<const N: usize, P: Pairs<N>>(run: &Run<N, P>) -> [u32; 2] {
    [run.queries, run.skipped]
}

/// A node of a tree; z = 0 in 2D.
pub(super) fn node<const N: usize>(tree: &Tree<N>, number: u32) -> Node {
    let node = tree.node(number);
    let [low, high] = [&node.bounds.low, &node.bounds.high].map(point_in_space);
    Node { low, high, children: node.children(), part: node.part() }
}

/// A point of N coordinates in 3D, padded with 0.
fn point_in_space<const N: usize>(point: &[Real; N]) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|k| point.get(k).map_or(0.0, |x| x.to_f64())))
}
