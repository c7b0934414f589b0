//! Query for the point of a simplex nearest to a query point Q: geometric predicates with the tolerances of the
//! pictures, and the names of faces in sentences. "Size of the picture" is `Regions::bounding_radius`, half the longest
//! side of a box around the simplex and Q.

use std::sync::{Arc, OnceLock};

use contact_lens_model::snapshot::simplex::{BY_SIZE, Subset, members, name, size};
use contact_lens_picture::{Camera, Role};
use glam::DVec3;

use super::regions::Regions;
use crate::{Backdrop, Sentence, say};

/// Distance below which two dots look like one, as a fraction of the picture's size.
pub(super) const CLOSE_DOTS: f64 = 0.01;

/// Distance up to which Q's projection counts as on the border of a face, in relative rounding errors of the search
/// times the size of the picture.
const ROUNDING_ERRORS: f64 = 1e4;

/// Coordinate below which it is a rounding error in `f64`, as a fraction of the distance from Q to the farthest vertex.
const ZERO_COORDINATE: f64 = 1e-15;

/// Distance of Q from the plane of the simplex below which the picture shows Q in the plane, as a fraction of the
/// picture's size.
const IN_PLANE: f64 = 1e-6;

/// Length up to which it counts as zero, as a fraction of the picture's size: far above the rounding error of `f64`,
/// far below a pixel.
const ZERO_LENGTH: f64 = 1e-9;

/// Largest rounding error of the sum of a face's weights, also for searches in `f32`.
const SUM_ERROR: f64 = 1e-3;

/// Query for the point of a simplex nearest to the query point Q. World axes, meters.
pub struct SimplexQuery {
    /// Vertices relative to the query point; those outside of `simplex` are zero.
    pub points: [DVec3; 4],
    /// Set of the vertices that exist: the whole simplex.
    pub simplex: Subset,
    /// Query point Q, world.
    pub q: DVec3,
    /// Names of body A and of the query point.
    pub names: [String; 2],
    /// Relative rounding of the search's precision.
    pub(super) epsilon: f64,
    /// Voronoi regions of the simplex.
    pub(super) regions: Regions,
    /// Fixed marks of the picture, made on first use.
    pub(super) backdrop: OnceLock<Arc<Backdrop>>,
}

impl SimplexQuery {
    /// Returns the query for 1 to 4 vertices and the query point, world; `epsilon` is the relative rounding of the
    /// search's precision.
    pub fn new(points: &[DVec3], q: DVec3, names: [String; 2], epsilon: f64) -> Self {
        let mut relative_to_q = [DVec3::ZERO; 4];
        for (relative, point) in relative_to_q.iter_mut().zip(points) {
            *relative = *point - q;
        }
        let simplex = (1u8 << points.len().clamp(1, 4)) - 1;
        let regions = Regions::new(relative_to_q, simplex);
        Self { points: relative_to_q, simplex, q, names, epsilon, regions, backdrop: OnceLock::new() }
    }

    /// All faces of the simplex by ascending number of vertices, which is the order of the search.
    pub(super) fn subsets(&self) -> impl Iterator<Item = Subset> + '_ {
        BY_SIZE.into_iter().filter(|&face| face & !self.simplex == 0)
    }

    /// Returns `v` with coordinates set to 0 where they are rounding errors: below 1e-15 of the distance from Q to the
    /// farthest vertex.
    pub(super) fn without_rounding(&self, v: DVec3) -> DVec3 {
        let farthest_vertex = members(self.simplex).map(|i| self.points[i].length()).fold(0.0, f64::max);
        v.map(|x| if x.abs() < ZERO_COORDINATE * farthest_vertex { 0.0 } else { x })
    }

    /// Initial camera: straight at a triangle or segment whose plane contains Q, obliquely at other triangles, and the
    /// standard view of tetrahedra.
    pub(super) fn camera(&self) -> Camera {
        let standard = Camera { orthographic: true, ..Camera::default() };
        if !self.regions.is_planar() {
            return standard;
        }
        let Some(normal) = self.regions.plane() else { return standard };
        let normal = if normal.dot(standard.axes().back) < 0.0 { -normal } else { normal };
        let camera = if self.is_drawn_flat() { Camera::straight(normal) } else { Camera::facing(normal) };
        Camera { orthographic: true, ..camera }
    }

    /// Whether the picture shows a plane that contains the simplex and Q.
    pub(super) fn is_drawn_flat(&self) -> bool {
        if !self.regions.is_planar() {
            return false;
        }
        let Some(normal) = self.regions.plane() else { return false };
        let first = self.points[self.simplex.trailing_zeros() as usize & 3];
        let distance_of_q = normal.dot(first).abs();
        distance_of_q < IN_PLANE * self.regions.bounding_radius()
    }

    /// Whether a length is zero in the picture, except for rounding error.
    pub(super) fn is_rounding(&self, meters: f64) -> bool {
        meters.abs() <= ZERO_LENGTH * self.regions.bounding_radius()
    }

    /// Whether a face has no length, area or volume.
    pub(super) fn is_flat(&self, subset: Subset) -> bool {
        self.regions.is_flat(subset)
    }

    /// Whether Q lies on the line of an edge or in the plane of a triangle, except for rounding error; `false` for
    /// other faces.
    pub(super) fn is_on(&self, subset: Subset) -> bool {
        let points: Vec<DVec3> = members(subset).map(|i| self.points[i]).collect();
        match points[..] {
            [a, b] => self.is_rounding((b - a).normalize_or_zero().cross(a).length()),
            [a, b, c] => self.is_rounding((b - a).cross(c - a).normalize_or_zero().dot(a)),
            _ => false,
        }
    }

    /// Whether two vertices look like one dot although they differ.
    pub(super) fn has_close_vertices(&self) -> bool {
        let close = CLOSE_DOTS * self.regions.bounding_radius();
        self.subsets().any(|edge| match self.world_points(edge)[..] {
            [a, b] => a != b && a.distance(b) < close,
            _ => false,
        })
    }

    /// Whether another vertex lies between the ends of an edge, so that the regions of the two shorter edges cover that
    /// of this edge; `false` for other faces.
    pub(super) fn is_divided(&self, subset: Subset) -> bool {
        let ends: Vec<DVec3> = members(subset).map(|i| self.points[i]).collect();
        let [a, b] = ends[..] else { return false };
        let mut other_vertices = members(self.simplex & !subset).map(|i| self.points[i]);
        other_vertices.any(|p| {
            let is_between = (p - a).dot(b - p) > 0.0;
            let distance_from_line = (p - a).cross(b - a).length() / (b - a).length();
            is_between && self.is_rounding(distance_from_line)
        })
    }

    /// Position of a vertex, world, meters.
    pub(super) fn world_point(&self, vertex: usize) -> DVec3 {
        self.points[vertex] + self.q
    }

    /// Positions of the vertices of a face, world.
    pub(super) fn world_points(&self, subset: Subset) -> Vec<DVec3> {
        members(subset).map(|i| self.world_point(i)).collect()
    }

    /// Q's projection on an edge or triangle, world, from the weights that the search computed for all faces; `None`
    /// for other faces and for degenerate ones.
    pub(super) fn foot(&self, subset: Subset, weights: &[[f64; 4]; 16]) -> Option<DVec3> {
        let weights = &weights[usize::from(subset)];
        let is_degenerate = !has_sum_one(members(subset).map(|i| weights[i]).sum());
        if !matches!(size(subset), 2 | 3) || is_degenerate {
            return None;
        }
        Some(self.q + members(subset).map(|i| self.points[i] * weights[i]).sum::<DVec3>())
    }
}

impl SimplexQuery {
    /// Q's projection on the line of an edge or the plane of a triangle, world, from the vertices alone; `None` for
    /// other faces and for degenerate ones.
    pub(super) fn projection(&self, subset: Subset) -> Option<DVec3> {
        let points: Vec<DVec3> = members(subset).map(|i| self.points[i]).collect();
        let foot = match points[..] {
            [a, b] => {
                let along = (b - a).try_normalize()?;
                a - along * along.dot(a)
            }
            [a, b, c] => {
                let normal = (b - a).cross(c - a).try_normalize()?;
                normal * normal.dot(a)
            }
            _ => return None,
        };
        Some(self.q + foot)
    }

    /// Whether Q's projection on `face` is on or beyond the border opposite to `vertex` (the face without that vertex),
    /// computed from the vertices instead of the search's weights; with `only_on`, it must be on that border. `true`
    /// for a face without length, area or volume, which has no border.
    pub(super) fn is_beyond_or_on(&self, face: Subset, vertex: usize, only_on: bool) -> bool {
        let Some(height) = self.height_above_border(face, vertex) else { return true };
        let error = ROUNDING_ERRORS * self.epsilon.max(f64::EPSILON) * self.regions.bounding_radius();
        let is_beyond = height < -error;
        if only_on && is_beyond {
            return false;
        }
        height <= error
    }

    /// Signed distance of Q's projection on `face` from the border opposite to `vertex`, meters; positive towards the
    /// vertex. `None` for a face without length, area or volume.
    fn height_above_border(&self, face: Subset, vertex: usize) -> Option<f64> {
        let border = face & !(1 << vertex);
        let towards_vertex = self.regions.towards(border, vertex)?;
        let border_point = self.points[border.trailing_zeros() as usize & 3];
        Some(-towards_vertex.dot(border_point))
    }

    /// Name of a vertex, an edge or a face, with its mark.
    pub(super) fn face(&self, subset: Subset) -> Sentence {
        Sentence::mark(name(subset), format!("face/{}", name(subset)))
    }

    /// Name of a vertex.
    pub(super) fn vertex(&self, vertex: usize) -> Sentence {
        self.face(1 << vertex)
    }

    /// Word for a face; a triangle is a "face" only of a tetrahedron.
    pub(super) fn kind(&self, subset: Subset) -> &'static str {
        match size(subset) {
            1 => "vertex",
            2 => "edge",
            3 if size(self.simplex) == 3 => "triangle",
            3 => "face",
            _ => "tetrahedron",
        }
    }

    /// Kind and name: `edge AB`; a tetrahedron has no name.
    pub(super) fn kind_and_name(&self, subset: Subset) -> Sentence {
        if size(subset) == 4 {
            return Sentence::from("tetrahedron");
        }
        say!("{} {}", self.kind(subset), self.face(subset))
    }

    /// Name of Q's projection on an edge or triangle: `the foot of Q on line AB`, or `Q` where Q is its own foot.
    pub(super) fn foot_name(&self, face: Subset) -> Sentence {
        if self.is_on(face) {
            return self.query_name();
        }
        let place = if size(face) == 2 { "on line" } else { "in plane" };
        let foot = Sentence::mark("foot", format!("foot/{}", name(face)));
        say!("the {} of {} {} {}", foot, self.query_name(), place, self.face(face))
    }

    /// Name of the query point in the legend.
    pub(super) fn query_point(&self) -> String {
        format!("query point {}", self.names[1])
    }

    /// Name of the query point in a sentence.
    pub(super) fn query_name(&self) -> Sentence {
        Sentence::body(&self.names[1], Role::ShapeB)
    }

    /// Location of Q's projections on all faces with this number of vertices, 2 or 3: `on line AB`, `on the line of
    /// each edge`.
    pub(super) fn faces_of_size(&self, vertex_count: usize) -> Sentence {
        let faces: Vec<Subset> = self.subsets().filter(|&face| size(face) == vertex_count).collect();
        match (&faces[..], vertex_count) {
            ([face], 2) => say!("on line {}", self.face(*face)),
            ([face], _) => say!("in plane {}", self.face(*face)),
            (_, 2) => Sentence::from("on the line of each edge"),
            _ => Sentence::from("in the plane of each face"),
        }
    }
}

/// Whether a sum of weights is 1, except for rounding error, as for every face that is not degenerate.
pub(super) fn has_sum_one(sum: f64) -> bool {
    (sum - 1.0).abs() <= SUM_ERROR
}

/// Longest side of the points' bounding box, meters; 0 without points.
pub(super) fn extent(points: &[DVec3]) -> f64 {
    let Some(low) = points.iter().copied().reduce(DVec3::min) else { return 0.0 };
    let Some(high) = points.iter().copied().reduce(DVec3::max) else { return 0.0 };
    (high - low).max_element()
}
