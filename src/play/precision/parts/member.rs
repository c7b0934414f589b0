//! A body of a scene, convex or made of parts, as this engine has it, and as a lesson sees it.

use std::hint::black_box;
use std::sync::{Arc, Mutex};

use glam::{DQuat, DVec3};

use super::super::engine::contact::Options;
use super::super::engine::prelude::*;
use super::super::engine::tree::{Flight, Flying, Pairs, Plain, Search as Run, Tested, Throw, Tree, Widened};
use super::super::pair::Space as Frame;
use super::super::{Asked, QueryError};
use crate::lesson::parts::{Named, Node, Searched, Told};
use crate::lesson::{Card, ToF64 as _};
use crate::picture::Solid;
use crate::scene::model::{Body, DistanceOptions, Piece, Shape};
use crate::scene::{Subject, Track};
use crate::snapshot::parts::{Outcome, Search};
use crate::snapshot::{self, Snapshot, Snapshots, cast, manifold};

/// The first contact of two bodies, the parts that decide, and how many pairs of parts were asked and left out.
pub(super) type Met = (Option<cast::Answer>, Option<[u32; 2]>, [u32; 2]);

/// Space or the plane: what bodies of parts are there.
pub(in super::super) trait Kind: Sized + Send + Sync + 'static {
    /// Where bodies stand, and how they are drawn.
    type Frame: Frame<Pose: PartialEq>;
    /// A body of parts.
    type Body: Send + Sync + 'static;
    /// How two parts are asked.
    type Options: Copy + Send + Sync + 'static;
    /// The search.
    type Run: Snapshots<Snapshot = Search, Outcome: Into<<Search as Snapshot>::Outcome>> + Clone + Send + Sync + 'static;

    /// Two bodies in flight.
    type Flight: Snapshots<Snapshot = Search<cast::Answer>, Outcome: Into<<Search as Snapshot>::Outcome>>
        + Clone
        + Send
        + Sync
        + 'static;
    /// Two bodies that touch in many places.
    type Touching: Snapshots<Snapshot = Search<manifold::Answer>, Outcome: Into<<Search as Snapshot>::Outcome>>
        + Clone
        + Send
        + Sync
        + 'static;

    /// Everything fixed about its lesson.
    const CARD: &'static Card;
    /// Whether it is the plane.
    const PLANAR: bool;

    /// Before the first step of a search for the first contact.
    fn flight(bodies: [Arc<Self::Body>; 2], poses: [<Self::Frame as Frame>::Pose; 2], throw: Throw) -> Self::Flight;

    /// What such a search has found, with the parts that decide, and how many pairs were asked and left out.
    fn met(run: &Self::Flight) -> Met;

    /// Before the first step of a search for all contacts.
    fn touching(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as Frame>::Pose; 2],
        options: Options,
    ) -> Self::Touching;

    /// What such a search has found, and how many pairs were asked and left out.
    fn touched(run: &Self::Touching) -> (&[([u32; 2], manifold::Answer)], [u32; 2]);

    /// Why a body cannot be asked for contacts.
    fn touchable(_: &Self::Body) -> Result<(), String> {
        Ok(())
    }

    /// How two parts are asked, as the question says it.
    fn options(asked: &DistanceOptions) -> Self::Options;

    /// A body of these pieces; `path` says where a field of the body is.
    fn made(
        pieces: &[Piece<'_>],
        body: &Body,
        planar: bool,
        path: &dyn Fn(&str) -> String,
    ) -> Result<Self::Body, QueryError>;

    /// Why this engine cannot compute with a pair.
    fn refused(
        members: &[Member<Self>; 2],
        frame: usize,
        poses: [<Self::Frame as Frame>::Pose; 2],
    ) -> Result<(), QueryError>;

    /// Before its first step.
    fn search(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as Frame>::Pose; 2],
        options: Self::Options,
    ) -> Self::Run;

    /// The same question as a program asks it, again and again.
    fn prepared(
        bodies: [Arc<Self::Body>; 2],
        poses: [<Self::Frame as Frame>::Pose; 2],
        options: Self::Options,
    ) -> Box<dyn Fn()>;

    /// Whether two bodies overlap, and which parts decide.
    fn intersects(bodies: [Arc<Self::Body>; 2], poses: [<Self::Frame as Frame>::Pose; 2]) -> Tested;

    /// What a search has found.
    fn searched(run: &Self::Run, outcome: Outcome) -> Searched;

    /// How many parts a body has.
    fn count(body: &Self::Body) -> u32;

    /// Which piece holds a part, and of a mesh which triangle.
    fn place(body: &Self::Body, part: u32) -> (usize, Option<u32>);

    /// A node of a body's tree, the body's frame.
    fn node(body: &Self::Body, node: u32) -> Node;

    /// How many nodes there are.
    fn nodes(body: &Self::Body) -> u32;

    /// A part, in the body's frame.
    fn solid(body: &Self::Body, part: u32) -> Solid;

    /// The middle of a body, by which one-sided triangles are judged, and of a one-sided triangle a corner and its normal; the
    /// body's frame.
    fn middle(_: &Self::Body) -> DVec3 {
        DVec3::ZERO
    }

    /// Of a one-sided triangle a corner and its unit normal.
    fn front(_: &Self::Body, _: u32) -> Option<[DVec3; 2]> {
        None
    }
}

/// A body and what its parts are called.
pub(in super::super) struct Built<B> {
    /// As this engine has it.
    pub body: Arc<B>,
    /// Of each piece the numbers that lead to it, and its names.
    pieces: Vec<(Vec<u32>, Vec<String>)>,
    /// What people call the whole.
    pub name: String,
}

impl<B> Built<B> {
    /// A body of the scene; `path` says where a field of it is.
    pub fn new<K: Kind<Body = B>>(
        body: &Body,
        planar: bool,
        path: &dyn Fn(&str) -> String,
    ) -> Result<Self, QueryError> {
        let pieces = body.shape.pieces();
        let made = K::made(&pieces, body, planar, path)?;
        let pieces = pieces.into_iter().map(|piece| (piece.path, piece.names)).collect();
        Ok(Self { body: Arc::new(made), pieces, name: body.name.clone() })
    }

    /// The numbers that lead to a part, from the outside in.
    pub fn path<K: Kind<Body = B>>(&self, part: u32) -> Vec<u32> {
        let (piece, triangle) = K::place(&self.body, part);
        let path = self.pieces.get(piece).map_or_else(Vec::new, |(path, _)| path.clone());
        path.into_iter().chain(triangle).collect()
    }

    /// What people call a part.
    pub fn label<K: Kind<Body = B>>(&self, part: u32) -> String {
        let (piece, triangle) = K::place(&self.body, part);
        let names = self.pieces.get(piece).map_or_else(Vec::new, |(_, names)| names.clone());
        let names: Vec<String> = names.into_iter().chain(triangle.map(|i| format!("triangle {i}"))).collect();
        if names.is_empty() { self.name.clone() } else { names.join(", ") }
    }
}

/// A body of a question over all frames.
pub(in super::super) struct Member<K: Kind> {
    pub track: Track,
    pub built: Arc<Built<K::Body>>,
    index: usize,
    drawn: Arc<Body>,
}

impl<K: Kind> Member<K> {
    pub(super) fn new(asked: &Asked<'_>, member: Subject<'_>) -> Result<Self, QueryError> {
        let index = member.index;
        let body = asked.scene.bodies.shared(index).ok_or_else(super::misdirected)?;
        let path = |field: &str| format!("bodies[{index}].{field}");
        let built = Built::new::<K>(body, asked.is_planar(), &path)?;
        Ok(Self { track: member.track, built: Arc::new(built), index, drawn: Arc::clone(body) })
    }

    /// Where a field of the body is in the scene.
    pub fn path(&self, field: &str) -> String {
        format!("bodies[{}].{field}", self.index)
    }

    /// What people call it and its parts.
    pub(super) fn named(&self) -> Named {
        let path = Arc::clone(&self.built);
        let label = Arc::clone(&self.built);
        Named {
            name: self.built.name.clone(),
            count: K::count(&self.built.body),
            path: Box::new(move |part| path.path::<K>(part)),
            label: Box::new(move |part| label.label::<K>(part)),
        }
    }

    /// All that a lesson sees of it where it stands.
    pub(super) fn told(&self, (position, rotation): (DVec3, DQuat)) -> Told {
        let of = || Arc::clone(&self.built);
        let nodes = of();
        let solids = of();
        let fronts = of();
        Told {
            named: self.named(),
            position,
            rotation,
            nodes: K::nodes(&self.built.body),
            middle: position + rotation * K::middle(&self.built.body),
            node: Box::new(move |node| K::node(&nodes.body, node)),
            solid: Box::new(move |part| K::solid(&solids.body, part)),
            front: Box::new(move |part| K::front(&fronts.body, part)),
            surface: surface(&self.drawn.shape),
            placed: Mutex::default(),
        }
    }
}

/// The triangles of a body that is one mesh, to be drawn as one.
fn surface(shape: &Shape) -> Option<(Vec<DVec3>, Vec<[u32; 3]>)> {
    let (vertices, triangles) = shape.surface()?;
    Some((vertices.into_iter().map(DVec3::from_array).collect(), triangles))
}

/// A question about two bodies as a program asks it, again and again.
pub(super) fn again<B: 'static, A: 'static>(
    bodies: [Arc<B>; 2],
    asked: impl Fn([&B; 2]) -> A + 'static,
) -> Box<dyn Fn()> {
    Box::new(move || {
        let [a, b] = black_box(&bodies);
        black_box(&asked([a, b]));
    })
}

/// What a search has found, as plain data. The bracket of one that has converged is as wide as was asked for.
pub(super) fn searched<const N: usize, P: Plain<N, Answer: Widened, Plain = snapshot::answer::Answer>>(
    run: &Run<N, P>,
    outcome: Outcome,
) -> Searched {
    let found = run.searched(outcome);
    let answer = found.answer.map(|answer| {
        let plain = run.pairs.plain(&answer);
        let width = if outcome == Outcome::NotConverged { 0.0 } else { plain.upper - plain.lower };
        snapshot::answer::Answer { tolerance: plain.tolerance.max(width), ..plain }
    });
    Searched { parts: found.parts, answer, queries: found.queries, left_out: found.left_out }
}

/// What a search for the first contact has found.
pub(super) fn met<const N: usize, P: Flying<N>>(run: &Run<N, Flight<N, P>>) -> Met {
    (run.first_contact(), run.deciding(), counts(run))
}

/// How many pairs of parts were asked and left out.
pub(super) fn counts<const N: usize, P: Pairs<N>>(run: &Run<N, P>) -> [u32; 2] {
    [run.queries, run.left_out]
}

/// A node of a tree; in the plane z = 0.
pub(super) fn node<const N: usize>(tree: &Tree<N>, number: u32) -> Node {
    let node = tree.node(number);
    let corner = |of: &[Real; N]| DVec3::from_array(std::array::from_fn(|k| of.get(k).map_or(0.0, |x| x.to_f64())));
    let low = corner(&node.bounds.low);
    let high = corner(&node.bounds.high);
    Node { low, high, children: node.children(), part: node.part() }
}
