//! 3D bodies with child shapes and the searches over them.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::parts::{Node, Searched};
use contact_lens_lesson::{ToF64, watch};
use contact_lens_model::snapshot::parts::Outcome;
use contact_lens_picture::Solid;
use contact_lens_scene::batch_line::RayLine;
use contact_lens_scene::model::{self, Content, DistanceOptions, LeafShape};
use glam::{DQuat, DVec3};

use super::super::convert::dim3::{self, Dim3, narrow, narrow_rotation};
use super::super::convert::outline;
use super::super::convert::shape_error::SceneShapeError;
use super::super::convert::shape3;
use super::super::engine::contact;
use super::super::engine::dim3::distance::Options;
use super::super::engine::dim3::parts::{
    Body, HeightField, Pair, Part, PartsError, Piece, RaySearch, Triangles, Workspace, cast_ray,
};
use super::super::engine::dim3::ray::Ray;
use super::super::engine::dim3::shape::{Kind, Shape};
use super::super::engine::pose::Pose;
use super::super::engine::prelude::*;
use super::super::engine::rounding;
use super::super::engine::tree::{Buffers, CastMotion, ContactSearch, MovingSearch, OverlapResult, Search};
use super::super::{QueryError, distance};
use super::member::{
    CastResult, ChildSource, ContactsResult, PartsDimension, PartsMember, RayResult, cast_result, counts, node,
    searched, timed_query,
};
use crate::drawing;

/// The 3D [`PartsDimension`].
pub(in super::super) enum Space {}

/// Mesh or height field in the engine's type; `None` for a convex shape.
fn surface(shape: &model::Shape) -> Result<Option<Piece>, SceneShapeError> {
    match shape {
        model::Shape::TriangleMesh { one_sided, .. } => Ok(Some(Piece::Mesh(mesh(shape, *one_sided)?))),
        model::Shape::HeightField { heights, cell } => {
            let mut rows: Vec<Vec<Real>> = Vec::with_capacity(heights.len());
            for row in heights.iter() {
                rows.push(row.iter().map(|y| *y as Real).collect());
            }
            let field = HeightField::new(&rows, cell.map(|side| side as Real))
                .map_err(|error| SceneShapeError::at("heights", error.to_string()))?;
            Ok(Some(Piece::Field(field)))
        }
        _ => Ok(None),
    }
}

/// Mesh in the engine's type. An error if its file was not read, or if a one-sided triangle is degenerate.
fn mesh(shape: &model::Shape, one_sided: bool) -> Result<Triangles, SceneShapeError> {
    let (vertices, corners) = shape.surface().ok_or_else(|| SceneShapeError::at("file", Content::UNREAD))?;
    let vertices = vertices.into_iter().map(|p| narrow(p.into())).collect();
    Triangles::new(vertices, corners, one_sided).map_err(|error| match error {
        PartsError::Degenerate(i) => {
            let message = "has no area in this precision, so it has no front side";
            SceneShapeError::at(format!("triangles[{i}]"), message)
        }
        error => SceneShapeError::at("triangles", error.to_string()),
    })
}

/// Shape of a piece in the engine's type.
struct PieceShape {
    shape: Piece,
    /// Margin that `shape` does not include, meters: that of a mesh or a height field; 0 for a convex piece.
    margin: Real,
}

/// Converts the shape of a piece of a body with this margin, meters.
fn piece_shape(piece: &LeafShape<'_>, margin: f64) -> Result<PieceShape, SceneShapeError> {
    Ok(match surface(piece.shape)? {
        Some(shape) => PieceShape { shape, margin: margin as Real },
        None => PieceShape { shape: Piece::Convex(convex(piece, margin)?), margin: 0.0 },
    })
}

/// A convex piece with its margin in the engine's type.
fn convex(piece: &LeafShape<'_>, margin: f64) -> Result<Shape, SceneShapeError> {
    let shape = shape3::engine_shape(piece.shape)?;
    match margin as Real {
        0.0 => Ok(shape),
        margin => Shape::inflate(shape, margin).map_err(|error| SceneShapeError::at("type", error.to_string())),
    }
}

/// Pose of the body and ray of a 3D request, in the engine's precision.
pub(super) fn pose_and_ray(line: &RayLine) -> (Pose, Ray) {
    let body = line.body();
    let rotation = narrow_rotation(DQuat::from_array(body.orientation()));
    let pose = Pose::as_given_for_rays(narrow(body.position.into()), rotation);
    let [origin, direction] = [line.origin, line.direction].map(|v| narrow(DVec3::from(v)));
    (pose, Ray { origin, direction, t_max: line.t_max as Real })
}

impl PartsDimension for Space {
    type Frame = Dim3;
    type Body = Body;
    type Options = Options;
    type DistanceSearch = Search<3, Pair<Arc<Body>>>;
    type CastSearch = Search<3, MovingSearch<3, Pair<Arc<Body>>>>;
    type ContactSearch = Search<3, ContactSearch<3, Pair<Arc<Body>>>>;
    type RaySearch = RaySearch<Arc<Body>>;

    fn ray_search(body: Arc<Body>, line: &RayLine) -> RaySearch<Arc<Body>> {
        let (pose, ray) = pose_and_ray(line);
        RaySearch::new(body, &pose, &ray, Vec::new())
    }

    fn ray_found(run: &RaySearch<Arc<Body>>) -> RayResult {
        let found = run.found();
        RayResult { answer: found.answer.snapshot(), part: found.part, queries: found.queries }
    }

    fn cast_ray(body: &Body, line: &RayLine) {
        let (pose, ray) = pose_and_ray(line);
        black_box(cast_ray(body, &pose, &ray, &mut Vec::new()));
    }

    const PLANAR: bool = false;

    fn options(requested: &DistanceOptions) -> Options {
        distance::engine_options(requested)
    }

    fn build(
        pieces: &[LeafShape<'_>],
        body: &model::Body,
        planar: bool,
        path: &dyn Fn(&str) -> String,
    ) -> Result<Body, QueryError> {
        let mut parts = Vec::with_capacity(pieces.len());
        for piece in pieces {
            // A hull of very many points takes long, so each piece counts as an iteration for the watch.
            watch::tick();
            let lifted = planar.then(|| shape3::lifted(piece.shape)).flatten();
            let piece = &LeafShape { shape: lifted.as_ref().unwrap_or(piece.shape), ..piece.clone() };
            let PieceShape { shape, margin } =
                piece_shape(piece, body.margin).map_err(|error| error.of_piece(piece, path))?;
            let pose = if piece.is_unmoved() {
                Pose::IDENTITY
            } else {
                Pose::new(narrow(piece.position), narrow_rotation(piece.rotation))
            };
            parts.push(Part { piece: shape, pose, margin });
        }
        Body::new_with(parts, watch::tick).map_err(|error| match error {
            PartsError::Position(i) => {
                QueryError::new(path(pieces[i].field.trim_end_matches(".shape")), error.to_string())
            }
            PartsError::Margin => QueryError::new(path("margin"), error.to_string()),
            error => QueryError::new(path("shape"), error.to_string()),
        })
    }

    fn check_range(members: &[PartsMember<Self>; 2], _: usize, poses: [Pose; 2]) -> Result<(), QueryError> {
        let [a, b] = members;
        let offset = poses[1].position - poses[0].position;
        let largest = rounding::largest();
        if !(offset.is_finite() && offset.abs().max_element() <= largest) {
            let message =
                format!("is too far from `{}`: the squares of distances beyond {largest:e} m overflow", a.built.name);
            return Err(QueryError::new(b.path("position"), message));
        }
        let size = offset.length() + a.built.body.radius() + b.built.body.radius();
        if rounding::is_tiny(size) {
            let message = dim3::too_small(&b.built.name, rounding::SMALLEST_MAGNITUDE);
            return Err(QueryError::new(a.path("shape"), message));
        }
        Ok(())
    }

    fn search(bodies: [Arc<Body>; 2], [a, b]: [Pose; 2], options: Options) -> Self::DistanceSearch {
        Search::new(Pair::new(bodies, [&a, &b], options), Buffers::default())
    }

    fn cast_search(bodies: [Arc<Body>; 2], [a, b]: [Pose; 2], cast: CastMotion) -> Self::CastSearch {
        let pair = Pair::new(bodies, [&a, &b], Options::default());
        Search::new(MovingSearch::new(pair, cast), Buffers::default())
    }

    fn cast_result(run: &Self::CastSearch) -> CastResult {
        cast_result(run)
    }

    fn contact_search(bodies: [Arc<Body>; 2], [a, b]: [Pose; 2], options: contact::Options) -> Self::ContactSearch {
        let pair = Pair::new(bodies, [&a, &b], Options::default());
        Search::new(ContactSearch::new(pair, options), Buffers::default())
    }

    fn contacts(run: &Self::ContactSearch) -> ContactsResult<'_> {
        ContactsResult { contacts: &run.all, counts: counts(run) }
    }

    fn check_contacts(body: &Body) -> Result<(), String> {
        for part in 0..body.count() {
            let (_, triangle) = body.place(part);
            if triangle.is_none() && body.contact_body(part).is_none() {
                return Err(format!("has too many vertices in child shape {part} for a contact query"));
            }
        }
        Ok(())
    }

    fn prepared(bodies: [Arc<Body>; 2], poses: [Pose; 2], options: Options) -> Box<dyn Fn()> {
        let workspace = RefCell::new(Workspace::default());
        timed_query(bodies, move |bodies| workspace.borrow_mut().distance(bodies, [&poses[0], &poses[1]], &options))
    }

    fn intersects([a, b]: [Arc<Body>; 2], poses: [Pose; 2]) -> OverlapResult {
        Workspace::default().intersects([&*a, &*b], [&poses[0], &poses[1]])
    }

    fn searched(run: &Self::DistanceSearch, outcome: Outcome) -> Searched {
        searched(run, outcome)
    }

    fn count(body: &Body) -> u32 {
        body.count()
    }

    fn source(body: &Body, part: u32) -> ChildSource {
        let (piece, triangle) = body.place(part);
        ChildSource { piece, triangle }
    }

    fn node(body: &Body, number: u32) -> Node {
        node(body.tree(), number)
    }

    fn nodes(body: &Body) -> u32 {
        body.tree().nodes().len() as u32
    }

    fn solid(body: &Body, part: u32) -> Solid {
        let (leaf, pose) = body.leaf(part);
        let shape = if leaf.ball == 0.0 {
            leaf.shape
        } else {
            Shape::inflate(leaf.shape.clone(), leaf.ball).unwrap_or(leaf.shape)
        };
        drawing::outline::moved(outline::in_body_frame(&shape), pose.rotation().to_f64(), pose.position.to_f64())
    }

    fn center(body: &Body) -> DVec3 {
        body.middle().to_f64()
    }

    fn front(body: &Body, part: u32) -> Option<[DVec3; 2]> {
        let normal = body.one_sided_normal(part)?.to_f64().try_normalize()?;
        let (leaf, pose) = body.leaf(part);
        let Kind::Triangle(corners) = leaf.shape.kind() else { return None };
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        Some([pose.point(middle).to_f64(), normal])
    }
}
