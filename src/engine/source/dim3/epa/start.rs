//! Builds EPA's first tetrahedron from GJK's last simplex, which may have fewer than four points or no volume.
//!
//! - **Method.** A tetrahedron with volume is used as it is. Otherwise GJK ended with the origin on a vertex, an edge
//!   or a face, or in a tetrahedron that rounding has flattened. The tetrahedron is then built up by dimension
//!   (`[ACD11]`, initial polytope): a point gets the second vertex from support points along the axes, a segment the
//!   third from three support points perpendicular to it and 120° apart, a triangle the fourth from the two support
//!   points along its normal.
//! - **Flat CSO.** If the CSO has no extent in the missing dimension, it has no volume, and the depth is 0.
//! - **Origin.** The tetrahedron need not contain the origin: EPA expands the face with the least *signed* distance, so
//!   it moves across the origin or proves that the origin is outside.

use super::polytope::{Face, Polytope, nearest_on_segment, orientation, unit};
use super::stepper::Epa;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::support::{Support, Vertex};
use contact_lens_model::snapshot::epa::Flat;

/// Sine of the angle between two unit vectors up to which they count as parallel: far above the rounding errors of both
/// vectors, which could give the difference any direction.
const PARALLEL_SINE: Real = 64.0 * EPS;

/// Support points collected while the first tetrahedron is built.
#[derive(Clone, Copy, Debug, Default)]
struct Corners {
    /// Vertices of the tetrahedron, in the first slots.
    vertices: [Option<Vertex>; 4],
    /// Other support points, in the first slots. The finished tetrahedron is expanded by them.
    spare: [Option<Vertex>; 4],
}

impl Corners {
    /// Writes a vertex into the first free slot, if there is one.
    #[inline]
    fn push(slots: &mut [Option<Vertex>; 4], vertex: Vertex) {
        if let Some(free) = slots.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(vertex);
        }
    }
}

/// Fourth vertex of the tetrahedron.
struct Apex {
    /// The support point that becomes the vertex.
    vertex: Vertex,
    /// Its [`orientation`] relative to the triangle of the other vertices; not 0.
    side: f64,
}

impl<A: Support, B: Support> Epa<A, B> {
    /// Builds the first tetrahedron and queues its faces: GJK's simplex if it has a volume, otherwise one built up from
    /// its vertices.
    ///
    /// # Errors
    /// The dimension of the CSO if it has no volume to rounding.
    pub(super) fn build_tetrahedron(&mut self) -> Result<(), Flat> {
        if let [Some(a), Some(b), Some(c), Some(d)] = &self.simplex {
            let side = orientation([a.w, b.w, c.w], d.w);
            if side != 0.0 {
                write_tetrahedron(&mut self.buffers.polytope, [a, b, c, d], side);
                self.queue_all();
                return Ok(());
            }
        }
        self.build_up_from_vertices()
    }

    /// Builds the tetrahedron from fewer than four points, or from four points in one plane.
    ///
    /// # Errors
    /// The dimension of the CSO if it has no volume to rounding.
    #[cold]
    fn build_up_from_vertices(&mut self) -> Result<(), Flat> {
        let mut corners = Corners { vertices: self.simplex, spare: [None; 4] };
        if let [Some(a), Some(b), Some(c), Some(d)] = corners.vertices {
            let mut largest = [a, b, c];
            for face in [[a, b, d], [a, c, d], [b, c, d]] {
                if squared_area(&face) > squared_area(&largest) {
                    largest = face;
                }
            }
            let [p, q, r] = largest;
            corners.vertices = [Some(p), Some(q), Some(r), None];
        }
        self.remove_coincident(&mut corners);
        let p = match corners.vertices[0] {
            Some(p) => p,
            None => self.probe(Vec3::X),
        };
        let q = match corners.vertices[1] {
            Some(q) => q,
            None => self.second_vertex(p).ok_or(Flat { dimension: 0 })?,
        };
        let r = match corners.vertices[2].filter(|r| self.distance_from_line(p, q, r.w) > self.rounding()) {
            Some(r) => r,
            None => self.third_vertex(p, q, &mut corners).ok_or(Flat { dimension: 1 })?,
        };
        let apex = self.fourth_vertex(p, q, r, &mut corners).ok_or(Flat { dimension: 2 })?;
        write_tetrahedron(&mut self.buffers.polytope, [&p, &q, &r, &apex.vertex], apex.side);
        self.queue_all();
        for spare in corners.spare.into_iter().flatten() {
            self.insert(spare);
        }
        Ok(())
    }

    /// Bound of the rounding error of the difference of EPA's bounds, in the pair's length unit. An extent of the CSO
    /// up to this bound counts as 0.
    #[inline]
    pub fn rounding(&self) -> Real {
        rounding::DOT_ROUNDING * EPS * self.bounding_radius()
    }

    /// Distance of `x` from the line through `p` and `q`; 0 if these coincide.
    fn distance_from_line(&self, p: Vertex, q: Vertex, x: Vec3) -> Real {
        let Some(along) = unit(q.w - p.w) else { return 0.0 };
        let arm = x - p.w;
        // Projected twice, which removes the rounding error along the line.
        let across = arm - along * arm.dot(along);
        (across - along * across.dot(along)).length()
    }

    /// Removes vertices that coincide with an earlier one, and orders a triangle so that its longest edge comes first.
    fn remove_coincident(&self, corners: &mut Corners) {
        let rounding = self.rounding();
        let mut kept: [Option<Vertex>; 4] = [None; 4];
        for vertex in corners.vertices.into_iter().flatten() {
            if kept.iter().flatten().all(|k| (k.w - vertex.w).length() > rounding) {
                Corners::push(&mut kept, vertex);
            }
        }
        if let [Some(a), Some(b), Some(c), None] = kept {
            let mut longest = [a, b, c];
            for order in [[b, c, a], [c, a, b]] {
                if first_edge_squared(&order) > first_edge_squared(&longest) {
                    longest = order;
                }
            }
            let [p, q, r] = longest;
            kept = [Some(p), Some(q), Some(r), None];
        }
        corners.vertices = kept;
    }

    /// A support point of the CSO other than `p`, first searched towards the origin; `None` if the CSO is a point.
    fn second_vertex(&mut self, p: Vertex) -> Option<Vertex> {
        let to_origin = unit(-p.w).unwrap_or(Vec3::X);
        let rounding = self.rounding();
        for d in [to_origin, -to_origin, Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z] {
            let vertex = self.probe(d);
            if (vertex.w - p.w).length() > rounding {
                return Some(vertex);
            }
        }
        None
    }

    /// The third vertex: the support point farthest from the line `pq`, in three directions perpendicular to it and
    /// 120° apart. The other two become spare points. `None` if the CSO is a segment.
    fn third_vertex(&mut self, p: Vertex, q: Vertex, corners: &mut Corners) -> Option<Vertex> {
        let along = unit(q.w - p.w)?;
        // The first of the three directions points from the segment to the origin.
        let u = unit(-nearest_on_segment(p.w, q.w - p.w)).and_then(|d| perpendicular(along, d));
        let u = u.unwrap_or_else(|| along.any_orthonormal_vector());
        let v = along.cross(u);
        // Cosine and sine of 120°.
        let cos = -0.5;
        let sin = 0.75_f64.sqrt() as Real;
        let mut farthest = self.probe(u);
        let mut farthest_distance = self.distance_from_line(p, q, farthest.w);
        for d in [u * cos + v * sin, u * cos - v * sin] {
            let vertex = self.probe(d);
            let distance = self.distance_from_line(p, q, vertex.w);
            if farthest_distance >= distance {
                Corners::push(&mut corners.spare, vertex);
            } else {
                Corners::push(&mut corners.spare, farthest);
                farthest = vertex;
                farthest_distance = distance;
            }
        }
        (farthest_distance > self.rounding()).then_some(farthest)
    }

    /// The fourth vertex: the support point farther from the plane of the triangle `pqr`, along its two normals. The
    /// other one becomes a spare point. `None` if the CSO is flat.
    fn fourth_vertex(&mut self, p: Vertex, q: Vertex, r: Vertex, corners: &mut Corners) -> Option<Apex> {
        let along = unit(q.w - p.w)?;
        // Component of the edge pr perpendicular to pq; projected twice, which removes the rounding error along pq.
        let arm = r.w - p.w;
        let across = arm - along * arm.dot(along);
        let across = unit(across - along * across.dot(along))?;
        let normal = unit(along.cross(across))?;
        let front = self.probe(normal);
        let back = self.probe(-normal);
        let front_height = normal.dot(front.w - p.w);
        let back_height = -normal.dot(back.w - p.w);
        let is_front = front_height >= back_height;
        let [vertex, spare] = if is_front { [front, back] } else { [back, front] };
        let height = if is_front { front_height } else { back_height };
        Corners::push(&mut corners.spare, spare);
        let side = orientation([p.w, q.w, r.w], vertex.w);
        (height > self.rounding() && side != 0.0).then_some(Apex { vertex, side })
    }

    /// Queues all faces of the polytope.
    fn queue_all(&mut self) {
        for face in 0..self.buffers.polytope.faces.len() as u32 {
            self.queue_face(face);
        }
    }
}

/// Unit vector along the component of the unit vector `d` perpendicular to the unit vector `along`. `None` if both are
/// parallel to rounding, because rounding then determines the direction of that component.
fn perpendicular(along: Vec3, d: Vec3) -> Option<Vec3> {
    let across = d - along * d.dot(along);
    let across = unit(across).filter(|_| across.length_squared() > PARALLEL_SINE * PARALLEL_SINE)?;
    unit(across - along * across.dot(along))
}

/// Writes four vertices and four faces, outward and linked, into an empty `polytope`. `side` is the [`orientation`] of
/// the fourth vertex relative to the triangle of the others.
fn write_tetrahedron(polytope: &mut Polytope, corners: [&Vertex; 4], side: f64) {
    // With d in front of (a, b, c) the triangle faces inward: reverse it.
    let [i, j, k, l] = if side > 0.0 { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
    polytope.vertices.extend(corners.map(|corner| *corner));
    // The base, then a side over each of its edges. Edge 0 of a side is on the base; edge 1 is edge 2 of the next side.
    polytope.faces.reserve(4);
    push_face(polytope, [i, j, k], [1, 2, 3], [0, 0, 0]);
    push_face(polytope, [j, i, l], [0, 3, 2], [0, 2, 1]);
    push_face(polytope, [k, j, l], [0, 1, 3], [1, 2, 1]);
    push_face(polytope, [i, k, l], [0, 2, 1], [2, 2, 1]);
}

/// Adds a face with these vertices, the faces `across` its edges and the indices `edge` of its edges in those faces.
#[inline(always)]
fn push_face(polytope: &mut Polytope, corner: [u32; 3], across: [u32; 3], edge: [u8; 3]) {
    let plane = polytope.plane(polytope.triangle(corner));
    polytope.faces.push(Face::new(corner, plane, across, edge));
}

/// Square of twice a triangle's area.
fn squared_area([a, b, c]: &[Vertex; 3]) -> Real {
    (b.w - a.w).cross(c.w - a.w).length_squared()
}

/// Squared length of a triangle's first edge.
fn first_edge_squared([a, b, _]: &[Vertex; 3]) -> Real {
    (b.w - a.w).length_squared()
}
