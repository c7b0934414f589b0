//! A body for manifold queries: its core with faces, edges and vertices, and the ball around it.

use std::sync::LazyLock;

use super::{Polyhedron, PolyhedronError};
use crate::dim3::hull::{Hull, hull};
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;
use crate::dim3::sat::Solid;
use crate::dim3::shape::{Axis, Kind, Shape, SolidOfRevolution};
use crate::dim3::support::{Support, SupportPoint};

/// Number of vertices of the polygon on the rim of a round end, which approximates the end and rotates with the body.
pub const RIM_VERTICES: u32 = 8;

/// Edge index of the straight line on the side of a round body, which is chosen anew for each direction. The edges of
/// both rims have the indices below it.
pub(super) const SIDE_LINE_EDGE: u32 = 2 * RIM_VERTICES;

/// Vertex indices of the ends of the line [`SIDE_LINE_EDGE`]. The vertices of both rims have the indices below them.
pub(super) const SIDE_LINE_VERTICES: [u32; 2] = [2 * RIM_VERTICES, 2 * RIM_VERTICES + 1];

/// Vertex indices of the rim point that is farthest along a query's direction, one for each flat end.
pub(super) const LOWEST_RIM_VERTICES: [u32; 2] = [2 * RIM_VERTICES + 2, 2 * RIM_VERTICES + 3];

/// Difference of two cosines, each between a direction and a face normal, up to which the first face is kept: the
/// rounding errors of two dot products of unit vectors. With a smaller one the last bit decides between equal faces.
const SAME_COSINE: Real = 8.0 * EPS;

/// Length of the component of a unit direction in the plane of a flat end, up to which the direction counts as
/// perpendicular to the end: the rounding error of that component, with a reserve for the error of the direction.
const PERPENDICULAR: Real = 64.0 * EPS;

/// A flat face of the core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Unit normal, out of the body.
    pub normal: Vec3,
    /// Index in [`CoreFeatures::ring`] of the face's first vertex.
    pub first: u32,
    /// Number of the face's vertices.
    pub count: u32,
}

/// A vertex of a face, and the edge from it to the next vertex, counter-clockwise seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceVertex {
    /// Index of the vertex.
    pub vertex: u32,
    /// Index of the edge.
    pub edge: u32,
}

/// The point of a flat end's rim that is farthest along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RimPoint {
    /// Position of the point, body frame.
    pub position: Vec3,
    /// Index of the point, one of [`LOWEST_RIM_VERTICES`].
    pub vertex: u32,
}

/// Round part of a core, in addition to its flat faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Round {
    /// No round part: the core is a polytope.
    No,
    /// The side of a cylinder.
    Cylinder(SolidOfRevolution),
    /// The side of a cone.
    Cone(SolidOfRevolution),
    /// A smooth core without faces or straight lines.
    Smooth,
}

/// A convex body `core ⊕ ball`, built once from a shape; its own frame.
#[derive(Clone, Debug)]
pub struct Body {
    /// The shape; its support mapping is that of the core.
    pub shape: Shape,
    /// Radius of the ball around the core, in the body's length unit.
    pub ball: Real,
    /// The core, if it is a polytope.
    pub solid: Option<Solid>,
    /// Vertices of the core; for a round core points on its rims.
    pub points: Vec<Vec3>,
    /// Faces and edges; empty for a box, which uses [`BOX_FEATURES`].
    stored_features: CoreFeatures,
    /// Round part of the core.
    pub round: Round,
    /// Sort key of the body: numbers of vertices and faces, radius of the ball and bounding radius.
    pub(super) sizes: [Real; 4],
    /// Second sort key, for bodies with equal `sizes`: the vertex coordinates, and the radii of an ellipsoid.
    pub(super) key: Vec<Real>,
}

/// Faces and edges of a core, by the indices of its vertices. Boxes differ only in the positions of their vertices, so
/// they share one instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoreFeatures {
    /// Flat faces; both sides of a flat core.
    pub faces: Vec<Face>,
    /// Vertices of the faces, one face after the other.
    pub ring: Vec<FaceVertex>,
    /// Vertices at the ends of each edge.
    pub edges: Vec<[u32; 2]>,
    /// Faces at each vertex of a box, counter-clockwise; empty for other cores.
    faces_around_vertex: Vec<[u32; 3]>,
}

/// Signs of the coordinates of a box's vertices: positive where the axis' bit of the vertex index is 1.
const BOX_VERTEX_SIGNS: [Vec3; 8] = [
    Vec3::new(-1.0, -1.0, -1.0),
    Vec3::new(1.0, -1.0, -1.0),
    Vec3::new(-1.0, 1.0, -1.0),
    Vec3::new(1.0, 1.0, -1.0),
    Vec3::new(-1.0, -1.0, 1.0),
    Vec3::new(1.0, -1.0, 1.0),
    Vec3::new(-1.0, 1.0, 1.0),
    Vec3::new(1.0, 1.0, 1.0),
];

/// Faces and edges of every box.
static BOX_FEATURES: LazyLock<CoreFeatures> = LazyLock::new(|| {
    let mut features = CoreFeatures::default();
    if let Ok(cube) = Polyhedron::cuboid(Vec3::ONE) {
        features.add_polyhedron(&cube);
        let around = (0..8).map(|vertex| {
            let mut faces = cube.vertex_faces(vertex);
            [(); 3].map(|()| faces.next().unwrap_or_default())
        });
        features.faces_around_vertex = around.collect();
    }
    features
});

impl CoreFeatures {
    /// Adds the faces and edges of a polyhedron. The lists must be empty.
    fn add_polyhedron(&mut self, polyhedron: &Polyhedron) {
        self.edges = polyhedron.edges().map(|edge| edge.ends).collect();
        for (face, number) in polyhedron.faces().iter().zip(0..) {
            let first = self.ring.len() as u32;
            let half_edges = polyhedron.face_half_edges(number);
            self.ring.extend(half_edges.map(|h| {
                let vertex = polyhedron.half_edges()[h as usize].origin;
                FaceVertex { vertex, edge: h / 2 }
            }));
            self.faces.push(Face { normal: face.plane.normal, first, count: self.ring.len() as u32 - first });
        }
    }

    /// Faces and edges of a polytope; empty for a box, which uses the shared ones.
    fn of_solid(solid: &Solid) -> Self {
        let mut features = Self::default();
        match &solid.polyhedron {
            _ if solid.half_extents.is_some() => {}
            Some(polyhedron) => features.add_polyhedron(polyhedron),
            None => features.edges = solid.edges.iter().map(|edge| edge.ends).collect(),
        }
        features
    }
}

impl Body {
    /// The body of a shape. Facets of polytopes that are coplanar to rounding are merged into one face.
    ///
    /// # Errors
    /// If a polytope is too large.
    pub fn new(shape: &Shape) -> Result<Self, PolyhedronError> {
        let mut core = shape;
        while let Kind::Inflate { shape, .. } = core.kind() {
            core = shape;
        }
        let solid = solid_of_core(core)?;
        let round = match core.kind() {
            _ if solid.is_some() => Round::No,
            Kind::Cylinder(round) => Round::Cylinder(*round),
            Kind::Cone(round) => Round::Cone(*round),
            Kind::Ellipsoid { .. } | Kind::Affine(_) | Kind::Inflate { .. } | Kind::Sphere { .. } => Round::Smooth,
            Kind::Capsule(_) | Kind::Box { .. } | Kind::Segment(_) | Kind::Triangle(_) => Round::Smooth,
            Kind::Polytope(_) => Round::Smooth,
        };
        let (points, stored_features) = match (&solid, round) {
            (Some(solid), _) => (solid.vertices.clone(), CoreFeatures::of_solid(solid)),
            (None, Round::Cylinder(round)) => flat_ends(&round, &[1.0, -1.0]),
            (None, Round::Cone(round)) => flat_ends(&round, &[-1.0]),
            (None, Round::No | Round::Smooth) => Default::default(),
        };
        let mut key: Vec<Real> = points.iter().flat_map(|p| p.to_array()).collect();
        if let Kind::Ellipsoid { radii } = core.kind() {
            key.extend(radii.to_array());
        }
        let ball = shape.margin();
        // Filled in below: the number of faces is known only to the finished body.
        let sizes = [0.0; 4];
        let mut body = Self { shape: shape.clone(), ball, solid, points, stored_features, round, sizes, key };
        body.sizes = [body.points.len() as Real, body.features().faces.len() as Real, ball, shape.bounding_radius()];
        Ok(body)
    }

    /// Faces and edges of the core.
    #[inline]
    pub fn features(&self) -> &CoreFeatures {
        if self.half_extents().is_some() { &BOX_FEATURES } else { &self.stored_features }
    }

    /// Position of a vertex of the core, body frame. A box's vertex is computed from the half extents.
    #[inline(always)]
    pub fn point(&self, vertex: u32) -> Vec3 {
        match self.half_extents() {
            Some(half) => half * BOX_VERTEX_SIGNS[vertex as usize & 7],
            None => self.points[vertex as usize],
        }
    }

    /// Half extents of a box; `None` for other cores.
    #[inline(always)]
    fn half_extents(&self) -> Option<Vec3> {
        self.solid.as_ref()?.half_extents
    }

    /// The vertices of a face, with its edges; empty for an index out of range.
    pub fn face_ring(&self, face: u32) -> &[FaceVertex] {
        let features = self.features();
        let Some(Face { first, count, .. }) = features.faces.get(face as usize).copied() else { return &[] };
        features.ring.get(first as usize..(first + count) as usize).unwrap_or_default()
    }

    /// Vertices of the core's feature that is farthest along the unit vector `d` and faces it most, each with its
    /// index; body frame. The feature is a face or the straight line on a round side. A core without faces returns all
    /// its vertices, a smooth core none.
    pub fn feature_along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        // The base of a cone faces away where its apex is farthest.
        let facing = self.face_along(d).filter(|face| self.features().faces[*face as usize].normal.dot(d) > 0.0);
        if let Some(face) = facing {
            let vertices = self.face_ring(face).iter().map(|entry| (entry.vertex, self.point(entry.vertex)));
            let rim_point = self.rim_along(face, d).map(|rim_point| (rim_point.vertex, rim_point.position));
            return vertices.chain(rim_point).collect();
        }
        if let Some(line) = self.line_along(d) {
            return SIDE_LINE_VERTICES.into_iter().zip(line).collect();
        }
        let vertices = if self.solid.is_some() { &self.points[..] } else { &[] };
        (0..).zip(vertices.iter().copied()).collect()
    }

    /// Largest radius of curvature of the surface across a straight edge, in the body's length unit: the ball's radius,
    /// plus the radius of a cylinder or of a cone's base.
    pub(super) fn edge_radius(&self) -> Real {
        match self.round {
            Round::Cylinder(round) | Round::Cone(round) => self.ball + round.radius,
            Round::No | Round::Smooth => self.ball,
        }
    }

    /// The face at the vertex farthest along `d` whose normal is nearest to `d`; for a round body only if the end faces
    /// `d` more than the side does.
    pub(super) fn face_along(&self, d: Vec3) -> Option<u32> {
        match (self.round, self.half_extents()) {
            (Round::No, Some(_)) => {
                let farthest = usize::from(d.x > 0.0) | usize::from(d.y > 0.0) << 1 | usize::from(d.z > 0.0) << 2;
                let faces = self.features().faces_around_vertex.get(farthest)?;
                self.nearest_face(faces.iter().copied(), d)
            }
            (Round::No, None) => {
                let polyhedron = self.solid.as_ref()?.polyhedron.as_ref()?;
                self.nearest_face(polyhedron.vertex_faces(polyhedron.support(d)), d)
            }
            (Round::Cylinder(_) | Round::Cone(_), _) => {
                let face = self.nearest_face(0..self.features().faces.len() as u32, d)?;
                let end_alignment = self.features().faces[face as usize].normal.dot(d);
                let side_alignment = self.side_normal(d).map_or(Real::NEG_INFINITY, |side| side.dot(d));
                (end_alignment >= side_alignment).then_some(face)
            }
            (Round::Smooth, _) => None,
        }
    }

    /// The one of these faces whose normal is nearest to `d`; the lowest index comes first, and a later face counts as
    /// nearer only if its cosine is larger by more than rounding error. `None` for an empty list.
    #[inline]
    fn nearest_face(&self, candidates: impl Iterator<Item = u32> + Clone, d: Vec3) -> Option<u32> {
        let faces = &self.features().faces;
        let mut best = candidates.clone().min()?;
        for face in candidates {
            let cosine = faces[face as usize].normal.dot(d);
            let best_cosine = faces[best as usize].normal.dot(d);
            if !(cosine <= best_cosine + SAME_COSINE) {
                best = face;
            }
        }
        Some(best)
    }

    /// Unit normal of the round side that is nearest to `d`; `None` without a round side or for `d` along its axis.
    fn side_normal(&self, d: Vec3) -> Option<Vec3> {
        let (Round::Cylinder(round) | Round::Cone(round)) = self.round else { return None };
        let axis = rotate_from_upright(round.axis, Vec3::Y);
        let out = unit(d - axis * axis.dot(d))?;
        match self.round {
            Round::Cone(_) => unit(out * (2.0 * round.half_height) + axis * round.radius),
            Round::No | Round::Cylinder(_) | Round::Smooth => Some(out),
        }
    }

    /// The straight line on the round side farthest along `d`: from the upper rim, or the apex, to the lower rim.
    /// `None` without a round side or for `d` along its axis.
    pub(super) fn line_along(&self, d: Vec3) -> Option<[Vec3; 2]> {
        let (Round::Cylinder(round) | Round::Cone(round)) = self.round else { return None };
        let axis = rotate_from_upright(round.axis, Vec3::Y);
        let out = unit(d - axis * axis.dot(d))? * round.radius;
        let up = axis * round.half_height;
        Some([if let Round::Cone(_) = self.round { up } else { out + up }, out - up])
    }

    /// The point of a round face's rim that is farthest along the unit vector `d`; `None` if all are equally far to
    /// rounding, or for a body without round faces.
    pub(super) fn rim_along(&self, face: u32, d: Vec3) -> Option<RimPoint> {
        let (Round::Cylinder(round) | Round::Cone(round)) = self.round else { return None };
        let axis = rotate_from_upright(round.axis, Vec3::Y);
        let across = d - axis * axis.dot(d);
        // All points of a flat end are equally far.
        let out = unit(across).filter(|_| across.length() > PERPENDICULAR)?;
        let end = self.features().faces.get(face as usize)?.normal * round.half_height;
        Some(RimPoint { position: out * round.radius + end, vertex: LOWEST_RIM_VERTICES[face as usize & 1] })
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

/// The rim vertices of the flat ends at these signs of the half height, body frame, and the faces and edges that they
/// form.
fn flat_ends(round: &SolidOfRevolution, signs: &[Real]) -> (Vec<Vec3>, CoreFeatures) {
    let mut points = Vec::new();
    let mut features = CoreFeatures::default();
    for (sign, end) in signs.iter().zip(0..) {
        let first = end * RIM_VERTICES;
        let normal = rotate_from_upright(round.axis, Vec3::Y * *sign);
        features.faces.push(Face { normal, first, count: RIM_VERTICES });
        for k in 0..RIM_VERTICES {
            let (sin, cos) = f64::sin_cos(std::f64::consts::TAU * f64::from(k) / f64::from(RIM_VERTICES));
            // Counter-clockwise seen from outside of this end.
            let p = Vec3::new(cos as Real, 0.0, -*sign * sin as Real) * round.radius;
            points.push(rotate_from_upright(round.axis, p + Vec3::Y * (*sign * round.half_height)));
            features.ring.push(FaceVertex { vertex: first + k, edge: first + k });
            features.edges.push([first + k, first + (k + 1) % RIM_VERTICES]);
        }
    }
    (points, features)
}

/// The ends of the center line.
fn axis_ends(round: &SolidOfRevolution) -> [Vec3; 2] {
    [Vec3::Y, -Vec3::Y].map(|p| rotate_from_upright(round.axis, p * round.half_height))
}

/// Rotates a point from the frame in which the axis is y.
fn rotate_from_upright(axis: Axis, p: Vec3) -> Vec3 {
    match axis {
        Axis::X => Vec3::new(p.y, p.z, p.x),
        Axis::Y => p,
        Axis::Z => Vec3::new(p.z, p.x, p.y),
    }
}

/// A core as a solid, if it is a polytope; `None` for a round core, an error for a polytope that is too large.
fn solid_of_core(core: &Shape) -> Result<Option<Solid>, PolyhedronError> {
    let solid = match core.kind() {
        Kind::Box { half_extents } => Solid::cuboid(*half_extents)?,
        Kind::Segment(ends) => Solid::hull(ends)?,
        Kind::Triangle(vertices) => merged_solid(vertices, &hull(vertices)?)?,
        Kind::Polytope(polytope) => merged_solid(polytope.points(), polytope.hull())?,
        Kind::Sphere { .. } => Solid::hull(&[Vec3::ZERO])?,
        Kind::Capsule(round) => Solid::hull(&axis_ends(round))?,
        // Without a radius both are a segment.
        Kind::Cylinder(round) | Kind::Cone(round) if round.radius == 0.0 => Solid::hull(&axis_ends(round))?,
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } => return Ok(None),
        Kind::Affine(_) | Kind::Inflate { .. } => return Ok(None),
    };
    Ok(Some(solid))
}

/// The hull of points as a solid, in which faces that are coplanar to rounding are merged; without merging where that
/// fails. An error for a hull that is too large.
fn merged_solid(points: &[Vec3], hull: &Hull) -> Result<Solid, PolyhedronError> {
    Polyhedron::merged_hull(points, hull).map(Solid::of).or_else(|_| Solid::of_hull(points, hull))
}
