//! Queries of batch requests, and their conversion to scenes.

use super::{Boxes, Case, Culling, Directions, ManifoldLine, MassLine, Operation, Points, RayLine, Simplex, WorldLine};
use crate::scene::model::{Algorithm, Ask, Dimension, ManifoldOptions, PoseRounding, Query, Scene};

/// Query of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum LineQuery {
    /// Two bodies for a distance, overlap, axis, cast or difference.
    Pair(Box<Case>),
    /// Points for their convex hull.
    Hull(Points),
    /// Moving boxes for their overlapping pairs.
    Pairs(Boxes),
    /// Bodies and the frustum that culls them.
    Cull(Box<Culling>),
    /// Points and directions for support points.
    Support(Directions),
    /// Simplex and query point for the nearest point.
    Simplex(Simplex),
    /// Scene whose world is simulated.
    World(Box<WorldLine>),
    /// Two bodies for their contact manifold.
    Manifold(Box<ManifoldLine>),
    /// Body for its mass properties.
    Mass(Box<MassLine>),
    /// Ray and the body that it is cast at.
    Ray(Box<RayLine>),
}

impl LineQuery {
    /// Returns the query as a scene to look at.
    pub fn scene(&self, name: &str) -> Scene {
        match self {
            Self::Pair(case) => case.scene(name),
            Self::Hull(points) | Self::Support(Directions { points, .. }) => points.scene(name),
            Self::Simplex(simplex) => simplex.scene(name),
            Self::Pairs(boxes) => boxes.scene(name),
            Self::Cull(culling) => culling.scene(name),
            Self::Manifold(line) => line.case.scene(name),
            Self::Mass(line) => line.scene(name),
            Self::Ray(line) => line.scene(name),
            Self::World(world) => Scene { name: name.to_owned(), ..world.scene.clone() },
        }
    }

    /// Returns the query as a scene that has the line's answer, if a scene can have it: every number is rounded as
    /// written, and overlap tests and manifolds have their own algorithms.
    pub fn as_written(&self) -> Scene {
        let scene = Scene { pose_rounding: PoseRounding::AsWritten { cos_sin: Vec::new() }, ..self.scene("line") };
        match self {
            Self::Pair(case) => case.as_written(scene, None),
            Self::Manifold(line) => line.case.as_written(scene, Some(&line.options)),
            Self::Hull(_)
            | Self::Pairs(_)
            | Self::Cull(_)
            | Self::Support(_)
            | Self::Simplex(_)
            | Self::World(_)
            | Self::Mass(_)
            | Self::Ray(_) => scene,
        }
    }

    /// Field of the line that corresponds to a field of its scene.
    pub fn field(&self, field: &str) -> String {
        let names: &[(&str, &str)] = match self {
            Self::Pair(_) | Self::Manifold(_) => &[("bodies[0]", "a"), ("bodies[1]", "b")],
            Self::Hull(_) => &[("bodies[0].shape.", "")],
            Self::Cull(_) => &[("frusta[0]", "frustum")],
            Self::World(_) if field.is_empty() => return String::from("scene"),
            Self::World(_) => &[("", "scene.")],
            Self::Pairs(_) | Self::Support(_) | Self::Simplex(_) | Self::Mass(_) | Self::Ray(_) => &[],
        };
        names
            .iter()
            .find_map(|(old, new)| field.strip_prefix(old).map(|inner| format!("{new}{inner}")))
            .unwrap_or_else(|| field.to_owned())
    }
}

impl Case {
    /// Completes the scene of a pair; `contacts` are the options of a manifold.
    fn as_written(&self, mut scene: Scene, contacts: Option<&ManifoldOptions>) -> Scene {
        let planar = self.dimension() == Dimension::Two;
        if let Some(Query { ask, .. }) = scene.queries.first_mut() {
            match (self.operation, &mut *ask) {
                (Operation::Intersects, _) if planar => *ask = Algorithm::BooleanGjk.of("a", "b"),
                (Operation::Intersects, _) => *ask = Algorithm::IsaGjk.of("a", "b"),
                // The time limit of the line, which may be infinite.
                (Operation::Cast(written), Ask::Cast { options, .. }) => options.t_max = written.t_max,
                _ => {}
            }
            if let Some(contacts) = contacts {
                *ask = Algorithm::Manifold.of("a", "b");
                if let Ask::Manifold { options, .. } = ask {
                    options.clone_from(contacts);
                }
            }
        }
        if let (PoseRounding::AsWritten { cos_sin }, true) = (&mut scene.pose_rounding, planar) {
            cos_sin.extend([&self.a, &self.b].map(|placed| placed.rotation.cosine_and_sine()));
        }
        scene
    }
}
