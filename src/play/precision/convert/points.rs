//! The body of a query about a point set (convex hull, farthest point): its points in the order of the scene, in the
//! body frame, and its backdrop. The other bodies of the scene are bystanders, which are only drawn.

use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use contact_lens_lesson::{Backdrop, BodyContext, Pictures, Scenery};
use contact_lens_picture::{Form, Picture, Role, Solid};
use contact_lens_scene::Track;
use contact_lens_scene::model::{Content, Dimension, Shape};
use glam::{DQuat, DVec3};

use super::super::engine::dim3::hull::HullError;
use super::super::engine::prelude::*;
use super::super::{Bystander, QueryError, SceneQuery, pose_in_frame};
use super::outline::add_solid;
use super::pair::{Space, bystander_outlines};
use super::shape_error::SceneShapeError;
use crate::drawing::mesh_edges;

/// Maximum number of steps of a lesson: bounds its memory and the time to record it.
const MAX_LESSON_STEPS: usize = 1_000_000;

/// A body given by points, over all frames.
pub(in super::super) struct Points<S> {
    pub name: String,
    /// Index of the body in the scene.
    pub index: usize,
    /// Points in the order of the scene, body frame.
    pub points: Vec<DVec3>,
    /// Field of the shape that holds the points, such as `points`.
    pub field: &'static str,
    /// Poses in all frames.
    pub track: Track,
    bystanders: Arc<[Bystander]>,
    /// Mesh to be drawn, body frame; `None` for a body that is no mesh.
    mesh: Option<Arc<Solid>>,
    /// Volume that the mesh encloses, m³; `None` for a body that is no closed mesh.
    mesh_volume: Option<f64>,
    space: PhantomData<S>,
}

/// Points of a shape.
struct HullPoints {
    /// Points in the order of the scene, body frame.
    points: Vec<DVec3>,
    /// Field of the shape that holds the points.
    field: &'static str,
}

/// Points of a shape for a query of this dimension.
///
/// # Errors
/// The shape has no points of this dimension, or its mesh file was not read.
fn hull_points(shape: &Shape, dimension: Dimension) -> Result<HullPoints, SceneShapeError> {
    if matches!(shape, Shape::Mesh { content, .. } if content.mesh().is_none()) {
        return Err(SceneShapeError::at("file", Content::UNREAD));
    }
    // Triangles and segments are shapes of both dimensions.
    let (is_of_other_dimension, no_points) = match dimension {
        Dimension::Two => (
            matches!(shape, Shape::Polytope { .. } | Shape::Box { .. } | Shape::Mesh { .. }),
            "has no 2D points to compute a hull from; use a polygon, rectangle, triangle or segment",
        ),
        Dimension::Three => (
            matches!(shape, Shape::Polygon { .. } | Shape::Rectangle { .. }),
            "has no points to compute a hull from; use a polytope, mesh, box, triangle or segment",
        ),
    };
    let points = if is_of_other_dimension { None } else { shape.points() };
    let Some(points) = points else { return Err(SceneShapeError::at("type", no_points)) };
    let points: Vec<DVec3> = points.into_iter().map(DVec3::from_array).collect();
    let field = match shape {
        Shape::Box { .. } | Shape::Rectangle { .. } => "half_extents",
        Shape::Mesh { .. } => "file",
        _ => "points",
    };
    if dimension == Dimension::Two
        && let Some(i) = points.iter().position(|p| p.z != 0.0)
    {
        return Err(SceneShapeError::at(format!("{field}[{i}][2]"), "must be 0 in a 2D query"));
    }
    Ok(HullPoints { points, field })
}

impl<S: Space> Points<S> {
    /// The points of the query's body.
    ///
    /// # Errors
    /// The shape has no points of this dimension, or the body has a margin.
    pub fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let member = query.body()?;
        let body = member.body;
        let HullPoints { points, field } = hull_points(&body.shape, query.scene.dimension)
            .map_err(|error| QueryError::new(member.path(&format!("shape.{}", error.field)), error.message))?;
        if body.margin != 0.0 {
            let message = "must be 0: a hull is computed from the points alone";
            return Err(QueryError::new(member.path("margin"), message));
        }
        Ok(Self {
            name: body.name.clone(),
            index: member.index,
            points,
            field,
            track: member.track,
            bystanders: query.bystanders(),
            mesh: mesh_edges::visible_edges(&body.shape).map(Arc::new),
            mesh_volume: mesh_edges::enclosed_volume(&body.shape),
            space: PhantomData,
        })
    }

    /// Points of a 2D query in the engine's precision, body frame.
    pub fn in_plane(&self) -> Vec<Vec2> {
        self.points.iter().map(|p| Vec2::new(p.x as Real, p.y as Real)).collect()
    }

    /// Points of a 3D query in the engine's precision, body frame.
    pub fn in_space(&self) -> Vec<Vec3> {
        self.points.iter().map(|p| Vec3::new(p.x as Real, p.y as Real, p.z as Real)).collect()
    }

    /// The engine's error at the field of the points.
    pub fn error_at(&self, error: HullError) -> QueryError {
        let field = match error {
            HullError::NotFinite { index } if self.field == "points" => format!("points[{index}]"),
            _ => self.field.to_owned(),
        };
        QueryError::new(format!("bodies[{}].shape.{field}", self.index), error.to_string())
    }

    /// Rotation of the body in the frame with the index `frame`, from body axes to world axes. An error if the body is
    /// absent from that frame.
    pub fn rotation(&self, frame: usize) -> Result<DQuat, QueryError> {
        pose_in_frame(&self.track, frame).map(|(_, rotation)| rotation)
    }

    /// Error about the number of points.
    pub fn size_error(&self, message: String) -> QueryError {
        QueryError::new(format!("bodies[{}].shape.{}", self.index, self.field), message)
    }

    /// Error of a run with too many steps for a lesson; `None` if the number of steps is allowed.
    pub fn step_limit_error(&self, steps: usize) -> Option<QueryError> {
        (steps > MAX_LESSON_STEPS).then(|| {
            let points = self.points.len();
            self.size_error(format!("{points} points take {steps} steps; a lesson has at most {MAX_LESSON_STEPS}"))
        })
    }

    /// Name, points and backdrop of the body for the lesson of a frame, world frame.
    pub fn context(&self, frame: usize) -> Result<BodyContext, QueryError> {
        let (position, rotation) = S::in_space(S::world_pose(&self.track, frame)?);
        let points: Arc<[DVec3]> = self.points.iter().map(|p| position + rotation * *p).collect();
        let scenery = self.scenery(frame, &points, (position, rotation));
        Ok(BodyContext::new(self.name.clone(), points, self.mesh_volume, scenery))
    }

    /// Backdrop of all steps: the bystanders, the mesh, and the points, faint. `points` are in the world frame.
    fn scenery(&self, frame: usize, points: &Arc<[DVec3]>, (position, rotation): (DVec3, DQuat)) -> Scenery {
        let bystanders = Arc::clone(&self.bystanders);
        let points = Arc::clone(points);
        let key = format!("body/{}", self.name);
        let mesh = self.mesh.clone();
        LazyLock::new(Box::new(move || {
            let mut world = Picture::default();
            for (name, solid) in bystander_outlines::<S>(frame, bystanders) {
                add_solid(&mut world, Role::Bystander, format!("body/{name}"), solid);
            }
            if let Some(mesh) = &mesh {
                let vertices = mesh.vertices.iter().map(|p| position + rotation * *p).collect();
                add_solid(&mut world, Role::Mesh, format!("{key}/mesh"), Solid { vertices, ..Solid::clone(mesh) });
            }
            // Each step draws the points in its own roles; these points show the body where a step draws none.
            let dots = Solid { vertices: points.to_vec(), ..Solid::default() };
            world.add(Role::Grid, key, Form::Solid(Arc::new(dots)));
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        }))
    }
}
