//! Builds the first tetrahedron from GJK's simplex.
//!
//! GJK may end with the origin on a vertex, an edge or a face, or in a tetrahedron that rounding has flattened. The
//! start is then built up by dimension (`[ACD11]`, initial polytope): from a point along the axes, from a segment with
//! three support points 120° apart, from a triangle with the two support points along its normal. A CSO without extent
//! in the missing dimension is flat: its depth is 0.
//!
//! The tetrahedron need not contain the origin: expansion works on the face with the smallest *signed* distance, so it
//! moves across the origin or proves that the origin is outside.

use super::super::prelude::*;
use super::super::rounding;
use super::super::support::{Support, Vertex};
use super::polytope::{Face, Polytope, nearest_on_segment, orientation, unit};
use super::stepper::Epa;
use crate::snapshot::epa::Flat;

/// Sine of the angle between two unit vectors up to which they count as parallel: far above the rounding errors of both
/// vectors, which could give the difference any direction.
const PARALLEL_SINE: Real = 64.0 * EPS;

/// Vertices of the first tetrahedron while it is built.
#[derive(Clone, Copy, Debug, Default)]
struct Corners {
    /// Vertices found so far, from the first slot on.
    vertices: [Option<Vertex>; 4],
    /// Support points that were computed but are no vertices of the tetrahedron; the polytope is expanded by them at
    /// the end.
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

    /// Replaces the vertices found so far.
    fn replace(&mut self, kept: &[Vertex]) {
        self.vertices = std::array::from_fn(|i| kept.get(i).copied());
    }
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

    /// Builds the tetrahedron from fewer than four points, or from four in one plane. Errors as in
    /// [`Epa::build_tetrahedron`].
    #[cold]
    fn build_up_from_vertices(&mut self) -> Result<(), Flat> {
        let mut corners = Corners { vertices: self.simplex, spare: [None; 4] };
        if let [Some(a), Some(b), Some(c), Some(d)] = corners.vertices {
            let faces = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]];
            let largest =
                faces.iter().fold(faces[0], |best, f| if squared_area(f) > squared_area(&best) { *f } else { best });
            corners.replace(&largest);
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
        let (s, side) = self.fourth_vertex(p, q, r, &mut corners).ok_or(Flat { dimension: 2 })?;
        write_tetrahedron(&mut self.buffers.polytope, [&p, &q, &r, &s], side);
        self.queue_all();
        for spare in corners.spare.into_iter().flatten() {
            self.insert(spare);
        }
        Ok(())
    }

    /// Length below which an extent is only rounding error: the rounding error of EPA's bounds relative to each other.
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
            let orders = [[a, b, c], [b, c, a], [c, a, b]];
            let best = orders.iter().fold(orders[0], |best, order| {
                let [length, longest] = [order, &best].map(|[p, q, _]| (q.w - p.w).length_squared());
                if length > longest { *order } else { best }
            });
            kept = [Some(best[0]), Some(best[1]), Some(best[2]), None];
        }
        corners.vertices = kept;
    }

    /// A point of the CSO away from `p`, first searched towards the origin; `None` if the CSO is a point.
    fn second_vertex(&mut self, p: Vertex) -> Option<Vertex> {
        let guess = unit(-p.w).unwrap_or(Vec3::X);
        let rounding = self.rounding();
        [guess, -guess, Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z]
            .into_iter()
            .map(|d| self.probe(d))
            .find(|v| (v.w - p.w).length() > rounding)
    }

    /// The farthest of three support points perpendicular to the segment and 120° apart; the others become spares.
    /// `None` if the CSO is a segment.
    fn third_vertex(&mut self, p: Vertex, q: Vertex, corners: &mut Corners) -> Option<Vertex> {
        let along = unit(q.w - p.w)?;
        // The first of the three directions points from the segment to the origin.
        let u = unit(-nearest_on_segment(p.w, q.w - p.w)).and_then(|d| perpendicular(along, d));
        let u = u.unwrap_or_else(|| along.any_orthonormal_vector());
        let v = along.cross(u);
        // Cosine and sine of 120°.
        let cos = -0.5;
        let sin = 0.75_f64.sqrt() as Real;
        let mut best: Option<(Real, Vertex)> = None;
        for d in [u, u * cos + v * sin, u * cos - v * sin] {
            let vertex = self.probe(d);
            let distance = self.distance_from_line(p, q, vertex.w);
            match best {
                Some((farthest, _)) if farthest >= distance => Corners::push(&mut corners.spare, vertex),
                _ => {
                    if let Some((_, old)) = best {
                        Corners::push(&mut corners.spare, old);
                    }
                    best = Some((distance, vertex));
                }
            }
        }
        best.filter(|(distance, _)| *distance > self.rounding()).map(|(_, vertex)| vertex)
    }

    /// The farther of the two support points along the triangle's normal, and its [`orientation`]; the other becomes a
    /// spare. `None` if the CSO is flat.
    fn fourth_vertex(&mut self, p: Vertex, q: Vertex, r: Vertex, corners: &mut Corners) -> Option<(Vertex, f64)> {
        let along = unit(q.w - p.w)?;
        // The part of the edge pr perpendicular to pq; projected twice, which removes the rounding error along pq.
        let arm = r.w - p.w;
        let across = arm - along * arm.dot(along);
        let across = unit(across - along * across.dot(along))?;
        let normal = unit(along.cross(across))?;
        let front = self.probe(normal);
        let back = self.probe(-normal);
        let front_height = normal.dot(front.w - p.w);
        let back_height = -normal.dot(back.w - p.w);
        let (best, height, spare) =
            if front_height >= back_height { (front, front_height, back) } else { (back, back_height, front) };
        Corners::push(&mut corners.spare, spare);
        let side = orientation([p.w, q.w, r.w], best.w);
        (height > self.rounding() && side != 0.0).then_some((best, side))
    }

    /// Queues all faces of the polytope.
    fn queue_all(&mut self) {
        for face in 0..self.buffers.polytope.faces.len() as u32 {
            self.queue_face(face);
        }
    }
}

/// The unit vector perpendicular to the unit vector `along`, in one plane with it and the unit vector `d`, on the side
/// of `d`. `None` if the two are parallel to rounding: the remainder of `d` then has an arbitrary direction, even along
/// `along`.
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
    // The base, then a side over each of its edges, each with its vertices, the faces beyond its edges and the indices
    // of its edges in those. Edge 1 of a side is edge 2 of the next side.
    let faces = [
        ([i, j, k], [1, 2, 3], [0, 0, 0]),
        ([j, i, l], [0, 3, 2], [0, 2, 1]),
        ([k, j, l], [0, 1, 3], [1, 2, 1]),
        ([i, k, l], [0, 2, 1], [2, 2, 1]),
    ];
    polytope.faces.reserve(faces.len());
    for (corner, across, edge) in faces {
        let plane = polytope.plane(corner.map(|i| corners[i].w));
        polytope.faces.push(Face::new(corner.map(|i| i as u32), plane, across, edge));
    }
}

/// Square of twice a triangle's area.
fn squared_area([a, b, c]: &[Vertex; 3]) -> Real {
    (b.w - a.w).cross(c.w - a.w).length_squared()
}
