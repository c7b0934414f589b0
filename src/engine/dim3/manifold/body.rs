//! A body as a manifold asks it: its core with faces, edges and vertices, and the ball around it.

use super::super::hull::{Hull, hull};
use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::sat::Solid;
use super::super::shape::{Axis, Kind, Shape, SolidOfRevolution};
use super::super::support::{Support, SupportPoint};
use super::{Polyhedron, PolyhedronError};

/// Corners of the polygon that stands for a round end; they lie on its rim, and turn with the body.
pub const RIM: u32 = 8;

/// Numbers of the parts of a round body that move over it: the straight line on its side with its two ends, and the lowest
/// points of both rims.
pub(super) const LINE: u32 = 2 * RIM;
pub(super) const LINE_ENDS: [u32; 2] = [2 * RIM, 2 * RIM + 1];
pub(super) const LOWEST: [u32; 2] = [2 * RIM + 2, 2 * RIM + 3];

/// A flat face of the core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Unit vector out of the body.
    pub normal: Vec3,
    /// Where its corners begin in [`Body::ring`].
    pub first: u32,
    /// How many it has.
    pub count: u32,
}

/// A corner of a face, and the edge from it to the next, counter-clockwise seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// Number of the vertex.
    pub vertex: u32,
    /// Number of the edge.
    pub edge: u32,
}

/// What a core is, beyond its flat faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Round {
    /// A polytope.
    No,
    /// A cylinder.
    Cylinder(SolidOfRevolution),
    /// A cone.
    Cone(SolidOfRevolution),
    /// Without faces or straight lines.
    Smooth,
}

/// A convex body `core ⊕ ball`. Made once, from a shape; vectors are of its own frame.
#[derive(Clone, Debug)]
pub struct Body {
    /// The shape; its support mapping is that of the core.
    pub shape: Shape,
    /// Radius of the ball around the core.
    pub ball: Real,
    /// The core, if it is a polytope.
    pub solid: Option<Solid>,
    /// Vertices of the core; of a round one corners on its rims.
    pub points: Vec<Vec3>,
    /// Flat faces; of what is flat both sides.
    pub faces: Vec<Face>,
    /// Corners of the faces, one face after the other.
    pub ring: Vec<Corner>,
    /// The ends of each edge.
    pub edges: Vec<[u32; 2]>,
    /// What else the core is.
    pub round: Round,
    /// What tells it from other bodies: sizes, then vertices.
    pub(super) key: Vec<Real>,
}

impl Body {
    /// The body of a shape. Facets of polytopes that are coplanar within rounding are one face.
    ///
    /// # Errors
    /// A polytope that is too large.
    pub fn new(shape: &Shape) -> Result<Self, PolyhedronError> {
        let mut core = shape;
        while let Kind::Inflate { shape, .. } = core.kind() {
            core = shape;
        }
        let solid = match core.kind() {
            Kind::Box { half_extents } => Some(Solid::cuboid(*half_extents)?),
            Kind::Segment(ends) => Some(Solid::hull(ends)?),
            Kind::Triangle(corners) => Some(welded(corners, &hull(corners)?)?),
            Kind::Polytope(polytope) => Some(welded(polytope.points(), polytope.hull())?),
            Kind::Sphere { .. } => Some(Solid::hull(&[Vec3::ZERO])?),
            Kind::Capsule(round) => Some(Solid::hull(&ends(round))?),
            Kind::Cylinder(round) | Kind::Cone(round) if round.radius == 0.0 => Some(Solid::hull(&ends(round))?),
            _ => None,
        };
        let round = match core.kind() {
            _ if solid.is_some() => Round::No,
            Kind::Cylinder(round) => Round::Cylinder(*round),
            Kind::Cone(round) => Round::Cone(*round),
            _ => Round::Smooth,
        };
        let ball = shape.margin();
        let (points, faces, ring, edges) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut body =
            Self { shape: shape.clone(), ball, solid: None, points, faces, ring, edges, round, key: Vec::new() };
        match (&solid, round) {
            (Some(solid), _) => body.take_solid(solid),
            (None, Round::Cylinder(round)) => body.take_ends(&round, &[1.0, -1.0]),
            (None, Round::Cone(round)) => body.take_ends(&round, &[-1.0]),
            _ => {}
        }
        let kind = body.faces.len() as Real;
        body.key = vec![body.points.len() as Real, kind, ball, shape.bounding_radius()];
        body.key.extend(body.points.iter().flat_map(|p| p.to_array()));
        if let Kind::Ellipsoid { radii } = core.kind() {
            body.key.extend(radii.to_array());
        }
        body.solid = solid;
        Ok(body)
    }

    fn take_solid(&mut self, solid: &Solid) {
        self.points.clone_from(&solid.vertices);
        let Some(polyhedron) = &solid.polyhedron else {
            self.edges = solid.edges.iter().map(|edge| edge.ends).collect();
            return;
        };
        self.edges = polyhedron.edges().map(|edge| edge.ends).collect();
        for (face, number) in polyhedron.faces().iter().zip(0..) {
            let first = self.ring.len() as u32;
            let corner = |h: u32| Corner { vertex: polyhedron.half_edges()[h as usize].origin, edge: h / 2 };
            self.ring.extend(polyhedron.face_half_edges(number).map(corner));
            self.faces.push(Face { normal: face.plane.normal, first, count: self.ring.len() as u32 - first });
        }
    }

    /// The round ends at these signs of the half height.
    fn take_ends(&mut self, round: &SolidOfRevolution, signs: &[Real]) {
        for (sign, end) in signs.iter().zip(0..) {
            let first = end * RIM;
            let normal = laid(round.axis, Vec3::Y * *sign);
            self.faces.push(Face { normal, first, count: RIM });
            for k in 0..RIM {
                let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(RIM)).sin_cos();
                // Counter-clockwise seen from outside of this end.
                let p = Vec3::new(cos as Real, 0.0, -*sign * sin as Real) * round.radius;
                self.points.push(laid(round.axis, p + Vec3::Y * (*sign * round.half_height)));
                self.ring.push(Corner { vertex: first + k, edge: first + k });
                self.edges.push([first + k, first + (k + 1) % RIM]);
            }
        }
    }

    /// The corners of a face.
    pub fn face_ring(&self, face: u32) -> &[Corner] {
        let range = self.faces.get(face as usize).map_or(0..0, |f| f.first as usize..(f.first + f.count) as usize);
        self.ring.get(range).unwrap_or_default()
    }

    /// The corners of the core's feature that looks most along `d` at the point farthest that way, with their numbers: of a face, of
    /// the straight line on a round side, or of a core that has no faces all there are; none of a core that is round there.
    pub fn feature_along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        // The base of a cone looks the other way where its apex is farthest.
        if let Some(face) = self.face_along(d).filter(|face| self.faces[*face as usize].normal.dot(d) > 0.0) {
            let corners =
                self.face_ring(face).iter().map(|corner| (corner.vertex, self.points[corner.vertex as usize]));
            return corners.chain(self.rim_along(face, d).map(|(p, number)| (number, p))).collect();
        }
        if let Some(line) = self.line_along(d) {
            return LINE_ENDS.into_iter().zip(line).collect();
        }
        let all = if self.solid.is_some() { &self.points[..] } else { &[] };
        (0..).zip(all.iter().copied()).collect()
    }

    /// The radius by which a straight line on the side is rounded: that of the ball and of the solid.
    pub(super) fn rounded_by(&self) -> Real {
        match self.round {
            Round::Cylinder(round) | Round::Cone(round) => self.ball + round.radius,
            _ => self.ball,
        }
    }

    /// The face that is the most opposed to what looks along `d`, into the body, of those at the farthest vertex; for a round body only if
    /// the end is more opposed than the side.
    pub(super) fn face_along(&self, d: Vec3) -> Option<u32> {
        let along = |face: u32| self.faces[face as usize].normal.dot(d);
        let best = |best: Option<u32>, face: u32| match best {
            Some(other) if along(face) <= along(other) + 8.0 * EPS => best,
            _ => Some(face),
        };
        match self.round {
            Round::No => {
                let polyhedron = self.solid.as_ref()?.polyhedron.as_ref()?;
                let farthest = polyhedron.support(d);
                let first = polyhedron.vertex_faces(farthest).min()?;
                polyhedron.vertex_faces(farthest).fold(Some(first), best)
            }
            Round::Cylinder(_) | Round::Cone(_) => {
                let face = (0..self.faces.len() as u32).fold(None, best)?;
                let round = self.side_normal(d).map_or(Real::NEG_INFINITY, |side| side.dot(d));
                (along(face) >= round).then_some(face)
            }
            Round::Smooth => None,
        }
    }

    /// The normal of the round side where it looks most along `d`.
    fn side_normal(&self, d: Vec3) -> Option<Vec3> {
        let (Round::Cylinder(round) | Round::Cone(round)) = self.round else { return None };
        let axis = laid(round.axis, Vec3::Y);
        let out = unit(d - axis * axis.dot(d))?;
        match self.round {
            Round::Cone(_) => unit(out * (2.0 * round.half_height) + axis * round.radius),
            _ => Some(out),
        }
    }

    /// The straight line on the round side that looks most along `d`: from the upper rim, or the apex, to the lower rim.
    pub(super) fn line_along(&self, d: Vec3) -> Option<[Vec3; 2]> {
        let (Round::Cylinder(round) | Round::Cone(round)) = self.round else { return None };
        let axis = laid(round.axis, Vec3::Y);
        let out = unit(d - axis * axis.dot(d))? * round.radius;
        let up = axis * round.half_height;
        Some([if let Round::Cone(_) = self.round { up } else { out + up }, out - up])
    }

    /// The point of the rim of a face of a round body that is farthest along `d`; none if all are equally far.
    pub(super) fn rim_along(&self, face: u32, d: Vec3) -> Option<(Vec3, u32)> {
        let (Round::Cylinder(round) | Round::Cone(round)) = self.round else { return None };
        let axis = laid(round.axis, Vec3::Y);
        let across = d - axis * axis.dot(d);
        // Of a flat end every point is as far.
        let out = unit(across).filter(|_| across.length() > 64.0 * EPS)?;
        let end = self.faces.get(face as usize)?.normal * round.half_height;
        Some((out * round.radius + end, LOWEST[face as usize & 1]))
    }
}

impl Support for Body {
    fn support(&self, d: Vec3) -> SupportPoint {
        self.shape.support(d)
    }

    fn bounding_radius(&self) -> Real {
        self.shape.bounding_radius()
    }

    fn margin(&self) -> Real {
        self.shape.margin()
    }
}

/// The ends of the middle line.
fn ends(round: &SolidOfRevolution) -> [Vec3; 2] {
    [Vec3::Y, -Vec3::Y].map(|p| laid(round.axis, p * round.half_height))
}

/// From the frame in which the axis is y.
fn laid(axis: Axis, p: Vec3) -> Vec3 {
    match axis {
        Axis::X => Vec3::new(p.y, p.z, p.x),
        Axis::Y => p,
        Axis::Z => Vec3::new(p.z, p.x, p.y),
    }
}

/// The hull of points with faces that are flat within rounding; exact where that leaves no face.
fn welded(points: &[Vec3], hull: &Hull) -> Result<Solid, PolyhedronError> {
    Polyhedron::merged_hull(points, hull).map(Solid::of).or_else(|_| Solid::of_hull(points, hull))
}
