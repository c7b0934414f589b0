//! 2D bodies with child shapes and the searches over them.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::parts::{Node, Searched};
use contact_lens_lesson::{ToF64, watch};
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_model::snapshot::parts::Outcome;
use contact_lens_picture::Solid;
use contact_lens_scene::batch_line::RayLine;
use contact_lens_scene::model::{self, DistanceOptions, LeafShape};
use glam::{DVec2, DVec3};

use super::super::convert;
use super::super::convert::dim2::{Dim2, narrow};
use super::super::convert::shape_error::SceneShapeError;
use super::super::engine::contact;
use super::super::engine::dim2::distance::Options;
use super::super::engine::dim2::parts::{Body, Pair, PartsError, RaySearch, Workspace, cast_ray};
use super::super::engine::dim2::pose::Pose;
use super::super::engine::dim2::ray::Ray;
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::super::engine::rounding;
use super::super::engine::tree::{Buffers, CastMotion, ContactSearch, MovingSearch, OverlapResult, Search};
use super::super::{QueryError, plane};
use super::member::{
    CastResult, ChildSource, ContactsResult, PartsDimension, PartsMember, RayResult, cast_result, counts, node,
    searched, timed_query,
};
use crate::drawing::outline;

/// The 2D [`PartsDimension`].
pub(in super::super) enum Plane {}

/// Shape of a piece with its margin, meters, and pose in the body frame.
///
/// # Errors
/// The shape is invalid, or the piece is moved out of the plane.
fn placed_shape(piece: &LeafShape<'_>, margin: f64) -> Result<(Shape, Pose), SceneShapeError> {
    let shape = convert::shape2::engine_shape(piece.shape)?;
    let shape =
        Shape::inflate(&shape, margin as Real).map_err(|error| SceneShapeError::at("type", error.to_string()))?;
    if piece.is_unmoved() {
        return Ok((shape, Pose::IDENTITY));
    }
    let q = piece.rotation;
    if piece.position.z != 0.0 || q.x != 0.0 || q.y != 0.0 {
        return Err(SceneShapeError::at("type", "must be in the plane: z must be 0, and the rotation must be about z"));
    }
    // Double-angle formulas for cosine and sine; `Pose::new` normalizes them.
    let rotation = DVec2::new(q.w * q.w - q.z * q.z, 2.0 * q.w * q.z);
    Ok((shape, Pose::new(narrow(piece.position.truncate()), narrow(rotation))))
}

/// Pose of the body and ray of a 2D request, in the engine's precision.
pub(super) fn pose_and_ray_in_plane(line: &RayLine) -> (Pose, Ray) {
    let body = line.body();
    let [cos, sin] = line.b.rotation.cosine_and_sine();
    // The ray accepts a rotation of any length.
    let rotation = Vec2::new(cos as Real, sin as Real);
    let position = narrow(DVec3::from(body.position).truncate());
    let [origin, direction] = [line.origin, line.direction].map(|v| narrow(DVec3::from(v).truncate()));
    let ray = Ray { origin, direction, t_max: line.t_max as Real };
    (Pose::as_given_for_rays(position, rotation), ray)
}

impl PartsDimension for Plane {
    type Frame = Dim2;
    type Body = Body;
    type Options = Options;
    type DistanceSearch = Search<2, Pair<Arc<Body>>>;
    type CastSearch = Search<2, MovingSearch<2, Pair<Arc<Body>>>>;
    type ContactSearch = Search<2, ContactSearch<2, Pair<Arc<Body>>>>;
    type RaySearch = RaySearch<Arc<Body>>;

    fn ray_search(body: Arc<Body>, line: &RayLine) -> RaySearch<Arc<Body>> {
        let (pose, ray) = pose_and_ray_in_plane(line);
        RaySearch::new(body, &pose, &ray)
    }

    fn ray_found(run: &RaySearch<Arc<Body>>) -> RayResult {
        let found = run.found();
        RayResult { answer: found.answer.snapshot(), part: found.part, queries: run.snapshot().queries }
    }

    fn cast_ray(body: &Body, line: &RayLine) {
        let (pose, ray) = pose_and_ray_in_plane(line);
        black_box(cast_ray(body, &pose, &ray));
    }

    const PLANAR: bool = true;

    fn options(requested: &DistanceOptions) -> Options {
        plane::options_of_distance(requested)
    }

    fn build(
        pieces: &[LeafShape<'_>],
        body: &model::Body,
        _: bool,
        path: &dyn Fn(&str) -> String,
    ) -> Result<Body, QueryError> {
        let parts = pieces.iter().map(|piece| {
            // A hull of very many points takes long, so each piece counts as an iteration for the watch.
            watch::tick();
            placed_shape(piece, body.margin).map_err(|error| error.of_piece(piece, path))
        });
        let parts: Vec<(Shape, Pose)> = parts.collect::<Result<_, _>>()?;
        Body::new(parts).map_err(|error| match error {
            PartsError::Position(i) => {
                QueryError::new(path(pieces[i].field.trim_end_matches(".shape")), error.to_string())
            }
            error => QueryError::new(path("shape"), error.to_string()),
        })
    }

    fn check_range(members: &[PartsMember<Self>; 2], _: usize, poses: [Pose; 2]) -> Result<(), QueryError> {
        let [a, b] = members;
        let distance = (poses[1].position - poses[0].position).length();
        let size = distance + a.built.body.radius() + b.built.body.radius();
        let [smallest, largest] = rounding::MAGNITUDES_IN_PLANE;
        if rounding::fits_own_unit_in_plane(size) || size == 0.0 {
            return Ok(());
        }
        let message = format!(
            "is too small or too large together with `{}`: sizes and distance add up to {size:e} m, which must be \
             between {smallest:e} m and {largest:e} m",
            b.built.name
        );
        Err(QueryError::new(a.path("shape"), message))
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

    fn source(_: &Body, part: u32) -> ChildSource {
        ChildSource { piece: part as usize, triangle: None }
    }

    fn node(body: &Body, number: u32) -> Node {
        node(body.tree(), number)
    }

    fn nodes(body: &Body) -> u32 {
        body.tree().nodes().len() as u32
    }

    fn solid(body: &Body, part: u32) -> Solid {
        let (shape, pose) = body.part(part);
        let corners: Vec<DVec2> = shape.core().iter().map(|p| pose.point(*p).to_f64().truncate()).collect();
        outline::flat(&corners, shape.margin().to_f64())
    }
}
