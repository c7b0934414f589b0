//! Solids: the drawn surface of a body, a hull or a configuration-space obstacle.

use glam::DVec3;

use super::hatch::Slant;
use super::key::Key;
use crate::Role;

/// Number of triangles up to which all edges of a mesh are drawn.
const MAX_TRIANGLES_WITH_EDGES: usize = 4_000;

/// Number of dots of one solid up to which they have their full size; beyond it, their total area is constant.
const FULL_SIZE_DOTS: f64 = 200.0;

/// Least radius of dots as a factor of their ink's, so that very many remain visible.
const MIN_DOT_FACTOR: f64 = 0.34;

/// A drawn surface: usually closed, such as a hull or a sampled round shape; otherwise a flat polygon, a mesh, or only
/// points.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Solid {
    /// Vertices in world (or configuration-space) coordinates, meters.
    pub vertices: Vec<DVec3>,
    /// Convex planar polygons as vertex indices, counter-clockwise seen from outside.
    pub faces: Vec<Vec<u32>>,
    /// Edges to draw: all of a polytope's, only the rims of a round shape.
    pub creases: Vec<[u32; 2]>,
    /// Whether the facets approximate a round surface, which is shaded with interpolated normals.
    pub round: bool,
    /// For a body with more vertices than are drawn: largest distance that it extends beyond a drawn face, meters.
    /// `None` where every vertex is drawn, and for round primitives.
    pub sampled: Option<f64>,
    /// Role, key and sign of each face, in the order of the faces; empty where the faces are not distinguished.
    pub parts: Vec<Part>,
    /// Whether the surface hides everything behind and inside.
    pub opaque: bool,
    /// Whether dots behind the body are drawn hollow, and lines dashed; for convex bodies only.
    pub veil: bool,
    /// For a solid that is drawn as dots: whether they are so pale that everything else is visible over them.
    pub pale: bool,
}

/// A face of a solid that is distinguished from the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Role that gives its ink.
    pub role: Role,
    /// Identity of the face over steps.
    pub key: Key,
    /// Text on the face where there is space, which distinguishes it without relying on color. May be empty.
    pub sign: &'static str,
    /// Slants of its hatch lines, which distinguish it without relying on color; empty for none.
    pub hatched: &'static [Slant],
}

impl Solid {
    /// Surface of a mesh or a height field, which encloses no volume: each triangle has two sides, so that it is
    /// visible from both.
    pub fn of_triangles(vertices: Vec<DVec3>, triangles: &[[u32; 3]]) -> Self {
        let with_edges = if triangles.len() <= MAX_TRIANGLES_WITH_EDGES { triangles } else { &[] };
        let mut creases: Vec<[u32; 2]> = with_edges
            .iter()
            .flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]])
            .map(|[from, to]| [from.min(to), from.max(to)])
            .collect();
        creases.sort_unstable();
        creases.dedup();
        let faces = triangles.iter().flat_map(|[a, b, c]| [vec![*a, *b, *c], vec![*c, *b, *a]]).collect();
        Self { vertices, faces, creases, ..Self::default() }
    }

    /// Part of the face with this index; `None` where the faces are not distinguished.
    pub fn part(&self, face: usize) -> Option<&Part> {
        if self.parts.len() == self.faces.len() { self.parts.get(face) } else { None }
    }

    /// Whether the solid has only vertices, which are drawn as dots.
    pub fn is_dots(&self) -> bool {
        self.faces.is_empty() && self.creases.is_empty()
    }

    /// Size of the vertices when drawn as dots: smaller where there are many, so that they stay distinguishable.
    pub fn dot_size(&self) -> DotSize {
        let count = self.vertices.len().max(1) as f64;
        DotSize::Scaled((FULL_SIZE_DOTS / count).sqrt().clamp(MIN_DOT_FACTOR, 1.0))
    }
}

/// Size of a dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DotSize {
    /// Radius as a factor of the ink's radius, above 0, at most 1.
    Scaled(f64),
    /// Large enough for a number inside, in every ink.
    WithNumber,
}

impl DotSize {
    /// The ink's own radius.
    pub const FULL: Self = Self::Scaled(1.0);
}
