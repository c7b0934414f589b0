//! Query of a batch request, by kind, and its conversion to a scene, which is drawn or answered in place of the line.

use super::{Boxes, Case, Culling, Directions, ManifoldLine, MassLine, Operation, Points, RayLine, Simplex, WorldLine};
use crate::model::{Algorithm, Ask, Dimension, ManifoldOptions, PoseRounding, Query, Scene};

/// Query of a batch line: its operation and what the operation is about.
#[derive(Clone, Debug, PartialEq)]
pub enum LineQuery {
    /// Two bodies for a distance, an overlap test, a separating axis, a cast or a Minkowski difference.
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
    /// Returns the scene called `name` that shows the query. Its answer may differ from that of the line in the last
    /// bits, and in kind where scenes have no such query.
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

    /// Returns the scene whose query has the answer of the line, for the operations that scenes have: numbers are
    /// rounded as written ([`PoseRounding::AsWritten`]), overlap tests and manifolds use their own algorithms, and a
    /// cast has the duration of the line.
    pub fn as_written(&self) -> Scene {
        let scene = Scene { pose_rounding: PoseRounding::AsWritten { cos_sin: Vec::new() }, ..self.scene("line") };
        match self {
            Self::Pair(case) => case.complete_scene(scene, None),
            Self::Manifold(line) => line.case.complete_scene(scene, Some(&line.options)),
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

    /// Path of the line's field from which the field at path `field` of its scene comes, for errors about that field;
    /// `field` itself if the line has no such field.
    pub fn field(&self, field: &str) -> String {
        // Beginnings of paths in the scene, each with its replacement in the line.
        let prefixes: &[(&str, &str)] = match self {
            Self::Pair(_) | Self::Manifold(_) => &[("bodies[0]", "a"), ("bodies[1]", "b")],
            Self::Hull(_) => &[("bodies[0].shape.", "")],
            Self::Cull(_) => &[("frusta[0]", "frustum")],
            // The scene as a whole.
            Self::World(_) if field.is_empty() => return String::from("scene"),
            Self::World(_) => &[("", "scene.")],
            Self::Pairs(_) | Self::Support(_) | Self::Simplex(_) | Self::Mass(_) | Self::Ray(_) => &[],
        };
        for (scene_prefix, line_prefix) in prefixes {
            if let Some(inner) = field.strip_prefix(scene_prefix) {
                return format!("{line_prefix}{inner}");
            }
        }
        field.to_owned()
    }
}

impl Case {
    /// Gives the scene of this pair the query of the line's operation and the rotations of planar bodies as cosine and
    /// sine. `manifold_options` are those of a manifold request; `None` for other operations.
    fn complete_scene(&self, mut scene: Scene, manifold_options: Option<&ManifoldOptions>) -> Scene {
        let is_planar = self.dimension() == Dimension::Two;
        if let Some(Query { ask, .. }) = scene.queries.first_mut() {
            match self.operation {
                Operation::Intersects if is_planar => *ask = Algorithm::BooleanGjk.of("a", "b"),
                Operation::Intersects => *ask = Algorithm::IsaGjk.of("a", "b"),
                Operation::Cast(written) => {
                    // The duration of the line may exceed the limit of scenes, which the scene's options keep.
                    if let Ask::Cast { options, .. } = ask {
                        options.t_max = written.t_max;
                    }
                }
                Operation::Distance
                | Operation::Sat(_)
                | Operation::Cull
                | Operation::Hull
                | Operation::Pairs
                | Operation::Support
                | Operation::Minkowski
                | Operation::Manifold
                | Operation::Simplex
                | Operation::World
                | Operation::Mass
                | Operation::Ray => {}
            }
            if let Some(manifold_options) = manifold_options {
                *ask = Algorithm::Manifold.of("a", "b");
                if let Ask::Manifold { options, .. } = ask {
                    options.clone_from(manifold_options);
                }
            }
        }
        if is_planar && let PoseRounding::AsWritten { cos_sin } = &mut scene.pose_rounding {
            cos_sin.extend([&self.a, &self.b].map(|placed| placed.rotation.cosine_and_sine()));
        }
        scene
    }
}
