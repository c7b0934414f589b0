//! The core path: a short way through the course, one scene per idea, from the difference A − B to a stack of boxes and
//! a falsified step.

use std::sync::LazyLock;

use super::{Entry, catalog};

/// Scene of the core path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreScene {
    /// Idea that the scene teaches: a noun phrase or a short question.
    pub topic: &'static str,
    /// Catalog entry of the scene.
    pub entry: &'static Entry,
}

/// Topic and file name of each scene of the core path, in order.
const SCENES: [(&str, &str); 15] = [
    ("Why A − B?", "planar-minkowski-triangles"),
    ("Support points", "support-triangle"),
    ("The difference in space", "minkowski-tetra-box"),
    ("Nearest point of a simplex", "simplex-point-triangle"),
    ("GJK, bodies apart", "gjk-box-octahedron"),
    ("GJK, bodies in contact", "gjk-deep-overlap"),
    ("EPA: how deep?", "epa-box-box"),
    ("Margins", "gjk-margins"),
    ("Separating axes", "planar-sat-rectangles"),
    ("Contact points", "manifold-box-on-box"),
    ("One constraint", "world-bounce"),
    ("Clamped impulses", "world-accumulated-clamp"),
    ("Warm start", "world-warm-start"),
    ("A stack", "world-column"),
    ("Find the false step", "audit-find-the-false-step"),
];

/// The scenes of the core path, in order. The first one is also the first shipped scene.
pub fn core_path() -> &'static [CoreScene] {
    static PATH: LazyLock<Vec<CoreScene>> = LazyLock::new(|| {
        let scenes = SCENES.iter().filter_map(|(topic, name)| {
            let entry = catalog().iter().find(|entry| entry.name == *name)?;
            Some(CoreScene { topic, entry })
        });
        scenes.collect()
    });
    &PATH
}

/// The scene of the core path after the one with this index in [`SHIPPED`](crate::SHIPPED); `None` after the
/// last and for a scene outside of the path.
pub fn next_in_core_path(index: usize) -> Option<CoreScene> {
    let place = core_path().iter().position(|scene| scene.entry.index == index)?;
    core_path().get(place + 1).copied()
}
