//! A body as a manifold asks it: its core with faces, edges and vertices, and the ball around it.

use std::sync::LazyLock;

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
    /// Where its corners begin in [`Parts::ring`].
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
    /// Its faces and edges, if these are not those of a box.
    own: Parts,
    /// What else the core is.
    pub round: Round,
    /// What tells it from other bodies: how many vertices and faces it has, its ball and its bounding radius,
    pub(super) sizes: [Real; 4],
    /// and, of bodies that have these in common, its vertices.
    pub(super) key: Vec<Real>,
}

/// The faces and edges of a core. Those of all boxes are the same but for where their corners lie, and are kept once: what
/// each body had of its own was far from it in memory, and to fetch it took half of a manifold's time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// Flat faces; of what is flat both sides.
    pub faces: Vec<Face>,
    /// Corners of the faces, one face after the other.
    pub ring: Vec<Corner>,
    /// The ends of each edge.
    pub edges: Vec<[u32; 2]>,
    /// Of a box the faces at each vertex, counter-clockwise.
    around: Vec<[u32; 3]>,
}

/// On which side of a box's center each of its vertices lies, along each axis: above where the axis' bit of its number is 1.
const SIDES: [Vec3; 8] = [
    Vec3::new(-1.0, -1.0, -1.0),
    Vec3::new(1.0, -1.0, -1.0),
    Vec3::new(-1.0, 1.0, -1.0),
    Vec3::new(1.0, 1.0, -1.0),
    Vec3::new(-1.0, -1.0, 1.0),
    Vec3::new(1.0, -1.0, 1.0),
    Vec3::new(-1.0, 1.0, 1.0),
    Vec3::new(1.0, 1.0, 1.0),
];

/// Those of a box.
static OF_A_BOX: LazyLock<Parts> = LazyLock::new(|| {
    let mut parts = Parts::default();
    if let Ok(cube) = Polyhedron::cuboid(Vec3::ONE) {
        parts.take(&cube);
        let around = |vertex: u32| {
            let mut faces = cube.vertex_faces(vertex);
            [(); 3].map(|()| faces.next().unwrap_or_default())
        };
        parts.around = (0..8).map(around).collect();
    }
    parts
});

impl Parts {
    fn take(&mut self, polyhedron: &Polyhedron) {
        self.edges = polyhedron.edges().map(|edge| edge.ends).collect();
        for (face, number) in polyhedron.faces().iter().zip(0..) {
            let first = self.ring.len() as u32;
            let corner = |h: u32| Corner { vertex: polyhedron.half_edges()[h as usize].origin, edge: h / 2 };
            self.ring.extend(polyhedron.face_half_edges(number).map(corner));
            self.faces.push(Face { normal: face.plane.normal, first, count: self.ring.len() as u32 - first });
        }
    }

    /// Those of a polytope that is no box.
    fn of(solid: &Solid) -> Self {
        let mut parts = Self::default();
        match &solid.polyhedron {
            _ if solid.half_extents.is_some() => {}
            Some(polyhedron) => parts.take(polyhedron),
            None => parts.edges = solid.edges.iter().map(|edge| edge.ends).collect(),
        }
        parts
    }
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
        let (points, own) = match (&solid, round) {
            (Some(solid), _) => (solid.vertices.clone(), Parts::of(solid)),
            (None, Round::Cylinder(round)) => ends_of(&round, &[1.0, -1.0]),
            (None, Round::Cone(round)) => ends_of(&round, &[-1.0]),
            _ => Default::default(),
        };
        let mut key: Vec<Real> = points.iter().flat_map(|p| p.to_array()).collect();
        if let Kind::Ellipsoid { radii } = core.kind() {
            key.extend(radii.to_array());
        }
        let (ball, sizes) = (shape.margin(), [0.0; 4]);
        let mut body = Self { shape: shape.clone(), ball, solid, points, own, round, sizes, key };
        body.sizes = [body.points.len() as Real, body.parts().faces.len() as Real, ball, shape.bounding_radius()];
        Ok(body)
    }

    /// Its faces and edges.
    #[inline]
    pub fn parts(&self) -> &Parts {
        if self.half_extents().is_some() { &OF_A_BOX } else { &self.own }
    }

    /// A vertex of the core. Of a box none of its own is read.
    #[inline(always)]
    pub fn point(&self, vertex: u32) -> Vec3 {
        match self.half_extents() {
            Some(half) => half * SIDES[vertex as usize & 7],
            None => self.points[vertex as usize],
        }
    }

    /// Of a box.
    #[inline(always)]
    fn half_extents(&self) -> Option<Vec3> {
        self.solid.as_ref()?.half_extents
    }

    /// The corners of a face.
    pub fn face_ring(&self, face: u32) -> &[Corner] {
        let range =
            self.parts().faces.get(face as usize).map_or(0..0, |f| f.first as usize..(f.first + f.count) as usize);
        self.parts().ring.get(range).unwrap_or_default()
    }

    /// The corners of the core's feature that looks most along `d` at the point farthest that way, with their numbers: of a face, of
    /// the straight line on a round side, or of a core that has no faces all there are; none of a core that is round there.
    pub fn feature_along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        // The base of a cone looks the other way where its apex is farthest.
        if let Some(face) = self.face_along(d).filter(|face| self.parts().faces[*face as usize].normal.dot(d) > 0.0) {
            let corners = self.face_ring(face).iter().map(|corner| (corner.vertex, self.point(corner.vertex)));
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
        let along = |face: u32| self.parts().faces[face as usize].normal.dot(d);
        let best = |best: Option<u32>, face: u32| match best {
            Some(other) if along(face) <= along(other) + 8.0 * EPS => best,
            _ => Some(face),
        };
        match (self.round, self.half_extents()) {
            (Round::No, Some(_)) => {
                let farthest = usize::from(d.x > 0.0) | usize::from(d.y > 0.0) << 1 | usize::from(d.z > 0.0) << 2;
                let faces = self.parts().around.get(farthest)?;
                faces.iter().copied().fold(faces.iter().copied().min(), best)
            }
            (Round::No, None) => {
                let polyhedron = self.solid.as_ref()?.polyhedron.as_ref()?;
                let farthest = polyhedron.support(d);
                let first = polyhedron.vertex_faces(farthest).min()?;
                polyhedron.vertex_faces(farthest).fold(Some(first), best)
            }
            (Round::Cylinder(_) | Round::Cone(_), _) => {
                let face = (0..self.parts().faces.len() as u32).fold(None, best)?;
                let round = self.side_normal(d).map_or(Real::NEG_INFINITY, |side| side.dot(d));
                (along(face) >= round).then_some(face)
            }
            (Round::Smooth, _) => None,
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
        let end = self.parts().faces.get(face as usize)?.normal * round.half_height;
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

/// The corners, faces and edges of the round ends at these signs of the half height.
fn ends_of(round: &SolidOfRevolution, signs: &[Real]) -> (Vec<Vec3>, Parts) {
    let (mut points, mut parts) = (Vec::new(), Parts::default());
    for (sign, end) in signs.iter().zip(0..) {
        let first = end * RIM;
        let normal = laid(round.axis, Vec3::Y * *sign);
        parts.faces.push(Face { normal, first, count: RIM });
        for k in 0..RIM {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(RIM)).sin_cos();
            // Counter-clockwise seen from outside of this end.
            let p = Vec3::new(cos as Real, 0.0, -*sign * sin as Real) * round.radius;
            points.push(laid(round.axis, p + Vec3::Y * (*sign * round.half_height)));
            parts.ring.push(Corner { vertex: first + k, edge: first + k });
            parts.edges.push([first + k, first + (k + 1) % RIM]);
        }
    }
    (points, parts)
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
