//! What a line asks, whatever it is about, and the same as a scene.

use super::super::model::{Algorithm, Ask, Dimension, ManifoldOptions, Placing, Query, Scene};
use super::{Boxes, Case, Culling, Directions, ManifoldLine, MassLine, Operation, Points, RayLine, Simplex, WorldLine};

/// What a line asks about.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Two bodies.
    Pair(Box<Case>),
    /// A list of points, for its convex hull.
    Hull(Points),
    /// Boxes that move.
    Pairs(Boxes),
    /// Bodies and a frustum.
    Cull(Box<Culling>),
    /// Points and directions, for the farthest.
    Support(Directions),
    /// A simplex and a point, for the nearest.
    Simplex(Simplex),
    /// A scene, for frames of its world.
    World(Box<WorldLine>),
    /// Two bodies, for their points of contact.
    Manifold(Box<ManifoldLine>),
    /// A body, for what it weighs.
    Mass(Box<MassLine>),
    /// A ray, for where it meets a body.
    Ray(Box<RayLine>),
}

impl Asked {
    /// The same question as a scene, to be looked at.
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

    /// The same question as a scene that is answered as the line is: each number is rounded as it is written.
    pub fn as_written(&self) -> Scene {
        let scene = Scene { placing: Placing::AsWritten { turns: Vec::new() }, ..self.scene("line") };
        match self {
            Self::Pair(case) => case.as_written(scene, None),
            Self::Manifold(line) => line.case.as_written(scene, Some(&line.options)),
            _ => scene,
        }
    }

    /// The field of the line that a field of its scene stands for.
    pub fn field(&self, field: &str) -> String {
        let names: &[(&str, &str)] = match self {
            Self::Pair(_) | Self::Manifold(_) => &[("bodies[0]", "a"), ("bodies[1]", "b")],
            Self::Hull(_) => &[("bodies[0].shape.", "")],
            Self::Cull(_) => &[("frusta[0]", "frustum")],
            Self::World(_) if field.is_empty() => return String::from("scene"),
            Self::World(_) => &[("", "scene.")],
            Self::Pairs(_) | Self::Support(_) | Self::Simplex(_) | Self::Mass(_) | Self::Ray(_) => &[],
        };
        let renamed = |(old, new): &(&str, &str)| field.strip_prefix(old).map(|rest| format!("{new}{rest}"));
        names.iter().find_map(renamed).unwrap_or_else(|| field.to_owned())
    }
}

impl Case {
    fn as_written(&self, mut scene: Scene, contacts: Option<&ManifoldOptions>) -> Scene {
        let planar = self.dimension() == Dimension::Two;
        if let Some(Query { ask, .. }) = scene.queries.first_mut() {
            match (self.operation, &mut *ask) {
                (Operation::Intersects, _) if planar => *ask = Algorithm::BooleanGjk.of("a", "b"),
                (Operation::Intersects, _) => *ask = Algorithm::IsaGjk.of("a", "b"),
                // As long as may be.
                (Operation::Cast(given), Ask::Cast { options, .. }) => options.t_max = given.t_max,
                _ => {}
            }
            if let Some(contacts) = contacts {
                *ask = Algorithm::Manifold.of("a", "b");
                if let Ask::Manifold { options, .. } = ask {
                    options.clone_from(contacts);
                }
            }
        }
        if let (Placing::AsWritten { turns }, true) = (&mut scene.placing, planar) {
            turns.extend([&self.a, &self.b].map(|placed| placed.rotation.turn()));
        }
        scene
    }
}
