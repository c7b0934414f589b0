//! Constructors of polyhedra: box, triangle, prism, hull of points, explicit faces.

use glam::DVec3;

use super::connect::Topology;
use super::fit::{self, Facet, PlaneOfFace, Scaled, ScaledHull};
use super::merge::{self, ExactHull, Merged, MergedFace};
use super::weld::{self, Welded};
use super::{Face, NONE, Plane, Polyhedron, PolyhedronError, faces};
use crate::dim3::hull::{self, Dimension, Hull};
use crate::dim3::prelude::*;
use crate::dim3::rounding;

/// Largest extent of a body, in units of the rounding, in which nothing is merged. With a smaller value the vertices of
/// a cube a few roundings wide would be welded; with a larger one small bodies far from the origin keep slivers in
/// their faces.
const UNMERGED_EXTENT: f64 = 32.0;

impl Polyhedron {
    /// A box around the origin, with its edges along the axes. In a solid box bit `k` of the index of a vertex is the
    /// sign of its `k`th coordinate (1 is positive), and the faces are −x, +x, −y, +y, −z, +z. Sizes of 0 are allowed:
    /// one of them gives a two-sided rectangle, two or three of them are [`PolyhedronError::NoFace`].
    pub fn cuboid(half_extents: Vec3) -> Result<Self, PolyhedronError> {
        check_points(&[half_extents])?;
        if let Some(index) = half_extents.to_array().iter().position(|&x| x < 0.0) {
            return Err(PolyhedronError::BadSize { index });
        }
        let points: Vec<Vec3> = (0..8).map(|i| half_extents * vertex_signs(i)).collect();
        if half_extents.min_element() == 0.0 {
            return Self::hull(&points);
        }
        const FACES: [[u32; 4]; 6] =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let topology = Topology::new(8, &FACES.map(|face| face.to_vec()))?;
        let mut planes = Vec::new();
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let mut normal = [0.0; 3];
                normal[axis] = side;
                let plane = Plane { normal: normal.into(), offset: half_extents[axis] };
                planes.push(PlaneOfFace { plane, depth: 0.0 });
            }
        }
        Ok(Self::assemble(points, (0..8).collect(), topology, &planes, Dimension::Solid))
    }

    /// A two-sided triangle: face 0 runs `corners[0]`, `corners[1]`, `corners[2]`, face 1 runs back. The vertices keep
    /// their order and indices. Collinear vertices are [`PolyhedronError::NoFace`], decided exactly.
    pub fn triangle(corners: [Vec3; 3]) -> Result<Self, PolyhedronError> {
        check_points(&corners)?;
        check_has_face(&corners, &hull::hull(&corners)?)?;
        Self::two_sided(&corners, &Scaled::new(&corners), &[0, 1, 2], None)
    }

    /// A regular prism around the y axis with flat ends at ± `half_height` and `sides` vertices at the distance
    /// `radius` from the axis. The first vertex is at +z. Face 0 is the top, face 1 the bottom.
    pub fn prism(sides: u32, radius: Real, half_height: Real) -> Result<Self, PolyhedronError> {
        check_points(&[Vec3::new(radius, half_height, 0.0)])?;
        if let Some(index) = [sides >= 3, radius > 0.0, half_height > 0.0].iter().position(|is_valid| !is_valid) {
            return Err(PolyhedronError::BadSize { index });
        }
        // The prism has 6 half-edges per side, whose indices must fit.
        if sides >= NONE / 8 {
            return Err(PolyhedronError::TooMany);
        }
        let top = regular_polygon(sides, radius, half_height);
        let points: Vec<Vec3> = top.chain(regular_polygon(sides, radius, -half_height)).collect();
        let mut loops = vec![(0..sides).collect::<Vec<_>>(), (sides..2 * sides).rev().collect()];
        loops.extend((0..sides).map(|k| {
            let next = (k + 1) % sides;
            vec![sides + k, sides + next, next, k]
        }));
        Self::from_faces(&points, &loops)
    }

    /// The convex hull of points, with coplanar facets merged to the rounding of the coordinates
    /// ([`rounding::coplanar_rounding`]). Duplicates, inner points and points within faces or edges are removed.
    ///
    /// Points in one plane, exactly or to that rounding, give a two-sided polygon; exactly collinear points are
    /// [`PolyhedronError::NoFace`]. In a body at most 32 times as large as that rounding, only exactly coplanar facets
    /// are merged.
    pub fn hull(points: &[Vec3]) -> Result<Self, PolyhedronError> {
        Self::hull_within(points, 0.0)
    }

    /// The hull of [`Polyhedron::hull`], merged to the larger of `rounding` and [`rounding::coplanar_rounding`], in the
    /// unit of the points, for coordinates that are less precise than their number type, such as those of text files
    /// with six digits. NaN counts as 0.
    pub fn hull_within(points: &[Vec3], rounding: Real) -> Result<Self, PolyhedronError> {
        check_points(points)?;
        Self::merged(points, &hull::hull(points)?, rounding)
    }

    /// The merged hull of [`Polyhedron::hull`], for points whose convex hull is given.
    pub(in crate::dim3) fn merged_hull(points: &[Vec3], hull: &Hull) -> Result<Self, PolyhedronError> {
        check_points(points)?;
        Self::merged(points, hull, 0.0)
    }

    /// Builds the polyhedron of a hull, merged to the larger of `rounding` and [`rounding::coplanar_rounding`].
    fn merged(points: &[Vec3], hull: &Hull, rounding: Real) -> Result<Self, PolyhedronError> {
        let magnitude = points.iter().map(|p| p.abs().max_element()).fold(0.0, Real::max);
        Self::of_hull(points, hull, rounding::coplanar_rounding(magnitude).max(rounding))
    }

    /// The exact hull, in which only exactly coplanar facets are merged. `hull` must be that of `points`; an index out
    /// of range is [`PolyhedronError::UnknownVertex`].
    pub fn exact_hull(points: &[Vec3], hull: &Hull) -> Result<Self, PolyhedronError> {
        check_points(points)?;
        if let Some(corner) = hull.vertices.iter().position(|&i| i as usize >= points.len()) {
            return Err(PolyhedronError::UnknownVertex { face: 0, corner: corner as u32 });
        }
        Self::of_hull(points, hull, 0.0)
    }

    /// Builds the polyhedron of a hull, merged to `rounding`, in the unit of the points.
    fn of_hull(points: &[Vec3], hull: &Hull, rounding: Real) -> Result<Self, PolyhedronError> {
        check_has_face(points, hull)?;
        let scaled = Scaled::new(points).select(&hull.vertices);
        // In a body of a few roundings shape and rounding cannot be separated, so nothing is merged.
        let scaled_rounding = rounding as f64 * scaled.factor;
        let rounding = if scaled.extent() > UNMERGED_EXTENT * scaled_rounding { scaled_rounding } else { 0.0 };
        let positions: Vec<Vec3> = hull.vertices.iter().map(|&i| points[i as usize]).collect();
        let loops: Vec<Vec<u32>> = hull.faces().map(<[u32]>::to_vec).collect();
        let mut polyhedron = if hull.dimension == Dimension::Polygon {
            let kept = without_straight_corners(&scaled, &loops[0], rounding);
            Self::two_sided(&positions, &scaled, &kept, None)
        } else {
            Self::solid(&positions, &scaled, &loops, rounding)
        }?;
        polyhedron.sources.iter_mut().for_each(|i| *i = hull.vertices[*i as usize]);
        Ok(polyhedron)
    }

    /// Builds a solid from the vertices and facets of its hull, merged to `rounding` (scaled); unmerged if that fails.
    fn solid(points: &[Vec3], scaled: &Scaled, loops: &[Vec<u32>], rounding: f64) -> Result<Self, PolyhedronError> {
        let full = Topology::new(points.len(), loops)?;
        let Welded { kept, loops, topology } = weld::weld(points, scaled, &full, loops, rounding)?;
        let selected = scaled.select(&kept);
        let facets = facets(&selected, &loops, &topology)?;
        let full_hull = ScaledHull { points: scaled, topology: &full };
        let exact = ExactHull {
            points: &selected,
            topology: &topology,
            facets: &facets,
            support: full_hull,
            support_vertices: &kept,
        };
        if rounding > 0.0
            && let Some(merged) = Self::with_merged_facets(points, &exact, rounding)?
        {
            return Ok(merged);
        }
        let faces = loops.iter().zip(&facets).map(|(list, facet)| {
            let corners: Vec<DVec3> = list.iter().map(|&i| selected.at(i)).collect();
            let support = fit::supporting_plane(facet.normal, &corners, full_hull, kept[list[0] as usize]);
            MergedFace { corners: list.clone(), support }
        });
        Self::of_faces(points, scaled, &kept, faces.collect())
    }

    /// Builds the polyhedron of a solid hull with its facets merged to `rounding` (scaled): a solid, or a flat polygon
    /// for a hull no thicker than that. `None` if the merged faces do not form a polyhedron.
    fn with_merged_facets(
        points: &[Vec3],
        hull: &ExactHull<'_>,
        rounding: f64,
    ) -> Result<Option<Self>, PolyhedronError> {
        let ScaledHull { points: scaled, topology } = hull.support;
        match merge::merge(hull, rounding) {
            Merged::Solid(faces) => Ok(Self::of_faces(points, scaled, hull.support_vertices, faces).ok()),
            Merged::Flat { outline, normal } => {
                let Some(corners) = flat_corners(hull.points, &outline, normal, rounding) else { return Ok(None) };
                let corners: Vec<u32> = corners.iter().map(|&i| hull.support_vertices[i as usize]).collect();
                Self::two_sided(points, scaled, &corners, Some(topology)).map(Some)
            }
        }
    }

    /// Builds a solid from faces whose indices refer to the points in `kept`.
    fn of_faces(
        points: &[Vec3],
        scaled: &Scaled,
        kept: &[u32],
        faces: Vec<MergedFace>,
    ) -> Result<Self, PolyhedronError> {
        // The points that a face uses, renumbered from 0.
        let mut is_used = vec![false; kept.len()];
        faces.iter().flat_map(|face| &face.corners).for_each(|&i| is_used[i as usize] = true);
        let used: Vec<u32> = (0..kept.len() as u32).filter(|&i| is_used[i as usize]).collect();
        let mut number = vec![NONE; kept.len()];
        used.iter().zip(0..).for_each(|(&i, n)| number[i as usize] = n);
        let planes: Vec<_> = faces.iter().map(|face| face.support.plane(scaled.factor)).collect();
        let loops = faces.into_iter().map(|face| face.corners.iter().map(|&i| number[i as usize]).collect());
        let loops: Vec<Vec<u32>> = loops.collect();
        let topology = Topology::new(used.len(), &loops)?;
        let sources: Vec<u32> = used.iter().map(|&i| kept[i as usize]).collect();
        let vertices = sources.iter().map(|&i| points[i as usize]).collect();
        Ok(Self::assemble(vertices, sources, topology, &planes, Dimension::Solid))
    }

    /// A flat polygon with two faces, front and back. `corners` run counter-clockwise around the front. The planes
    /// support the whole hull if its topology is given, else the vertices.
    fn two_sided(
        points: &[Vec3],
        scaled: &Scaled,
        corners: &[u32],
        hull: Option<&Topology>,
    ) -> Result<Self, PolyhedronError> {
        let count = corners.len() as u32;
        let topology = Topology::new(corners.len(), &[(0..count).collect(), (0..count).rev().collect()])?;
        let front = scaled.facet(corners).ok_or(PolyhedronError::NoArea { face: 0 })?;
        let selected = scaled.select(corners);
        let own_hull = ScaledHull { points: &selected, topology: &topology };
        let supported_hull = hull.map_or(own_hull, |topology| ScaledHull { points: scaled, topology });
        // A vertex of that hull.
        let start = if hull.is_some() { corners[0] } else { 0 };
        let planes = [front.normal, -front.normal].map(|normal| {
            let support = fit::supporting_plane(normal, &selected.points, supported_hull, start);
            support.plane(scaled.factor)
        });
        let vertices = corners.iter().map(|&i| points[i as usize]).collect();
        Ok(Self::assemble(vertices, corners.to_vec(), topology, &planes, Dimension::Polygon))
    }

    /// A polyhedron from faces given as lists of vertices, counter-clockwise seen from outside. Everything is checked:
    /// the surface is closed, every edge belongs to two faces that run along it in opposite directions, every point is
    /// used, faces are planar and convex to rounding ([`rounding::coplanar_rounding`]), and no point is outside any
    /// face's plane. The faces stay as they are: coplanar neighbors are not merged, and angles of 180° are allowed, but
    /// every vertex of a solid belongs to at least three faces. Two faces make a two-sided polygon.
    ///
    /// Rounding tilts a thin triangle, and other vertices are then above its plane: a triangulated face with many
    /// vertices may be [`PolyhedronError::NotConvex`]. [`Polyhedron::hull`] of the points accepts it.
    pub fn from_faces(points: &[Vec3], faces: &[impl AsRef<[u32]>]) -> Result<Self, PolyhedronError> {
        check_points(points)?;
        let loops: Vec<Vec<u32>> = faces.iter().map(|face| face.as_ref().to_vec()).collect();
        let topology = Topology::new(points.len(), &loops)?;
        let hull = hull::hull(points)?;
        check_has_face(points, &hull)?;
        let planes = faces::planes(points, &loops, &hull)?;
        let dimension = if loops.len() == 2 { Dimension::Polygon } else { Dimension::Solid };
        if dimension == Dimension::Solid && hull.dimension == Dimension::Polygon {
            return Err(PolyhedronError::Flat);
        }
        if dimension == Dimension::Solid {
            let with_two_faces =
                (0..points.len() as u32).find(|&vertex| topology.vertex_half_edges(vertex).count() < 3);
            if let Some(vertex) = with_two_faces {
                return Err(PolyhedronError::TwoFaces { vertex });
            }
        }
        Ok(Self::assemble(points.to_vec(), (0..points.len() as u32).collect(), topology, &planes, dimension))
    }

    /// Builds a polyhedron from checked components; `planes` are those of the faces.
    fn assemble(
        vertices: Vec<Vec3>,
        sources: Vec<u32>,
        topology: Topology,
        planes: &[PlaneOfFace],
        dimension: Dimension,
    ) -> Self {
        let Topology { half_edges, first, outgoing } = topology;
        let faces_and_planes = first.iter().zip(planes);
        let faces =
            faces_and_planes.map(|(&first, &PlaneOfFace { plane, depth })| Face { first, plane, depth }).collect();
        let max_radius = vertices.iter().map(|v| crate::dim3::numbers::length(*v)).fold(0.0, Real::max);
        let depth = planes.iter().map(|plane| plane.depth).fold(0.0, Real::max);
        Self { dimension, vertices, sources, outgoing, half_edges, faces, max_radius, depth }
    }
}

/// Signs of the coordinates of vertex `i` of a box, 1 or −1: bit `k` of `i` is set for a positive `k`th coordinate.
fn vertex_signs(i: usize) -> Vec3 {
    Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 }))
}

/// Vertices of a regular polygon around the y axis, the first at +z.
fn regular_polygon(sides: u32, radius: Real, height: Real) -> impl Iterator<Item = Vec3> {
    (0..sides).map(move |k| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(sides);
        let (sin, cos) = angle.sin_cos();
        Vec3::new((radius as f64 * sin) as Real, height, (radius as f64 * cos) as Real)
    })
}

/// Checks that every coordinate is finite and small enough for its square.
fn check_points(points: &[Vec3]) -> Result<(), PolyhedronError> {
    if points.is_empty() {
        return Err(PolyhedronError::NoPoints);
    }
    for (vertex, p) in points.iter().enumerate() {
        if !p.is_finite() {
            return Err(PolyhedronError::NotFinite { vertex });
        }
        if p.abs().max_element() > rounding::largest() {
            return Err(PolyhedronError::TooLarge { vertex });
        }
    }
    Ok(())
}

/// Checks that the hull has a face; [`PolyhedronError::NoFace`] for a point or a segment.
fn check_has_face(points: &[Vec3], hull: &Hull) -> Result<(), PolyhedronError> {
    let dimension = hull.dimension;
    if dimension >= Dimension::Polygon {
        return Ok(());
    }
    // The hull distinguishes a point from a segment and has chosen one of the duplicates.
    match (hull.vertices.first(), hull.vertices.last()) {
        (Some(&a), Some(&b)) if !points.is_empty() => Err(PolyhedronError::NoFace { dimension, ends: [a, b] }),
        _ => Err(PolyhedronError::NoPoints),
    }
}

/// The normals and areas of the facets of a hull. A facet too narrow for its own normal is along the edge of two
/// others, and gets the direction halfway between its neighbors.
fn facets(scaled: &Scaled, loops: &[Vec<u32>], topology: &Topology) -> Result<Vec<Facet>, PolyhedronError> {
    // `None` for a facet without a normal of its own.
    let computed: Vec<Option<Facet>> = loops.iter().map(|list| scaled.facet(list)).collect();
    let facets = computed.iter().zip(0..).map(|(facet, face)| {
        let facet = facet.or_else(|| facet_between_neighbors(&computed, topology, face));
        facet.ok_or(PolyhedronError::NoArea { face })
    });
    facets.collect()
}

/// A facet without an area, with the normal halfway between those of its neighbors; `None` if no neighbor has a normal,
/// or if they cancel. `facets` contains `None` for facets without a normal of their own.
fn facet_between_neighbors(facets: &[Option<Facet>], topology: &Topology, face: u32) -> Option<Facet> {
    let neighbors = topology.face_half_edges(face).map(|h| topology.half_edges[(h ^ 1) as usize].face);
    let normals = neighbors.filter_map(|other| facets[other as usize]).map(|facet| facet.normal);
    fit::unit(normals.sum::<DVec3>()).map(|normal| Facet { normal, area: 0.0, width: 0.0 })
}

/// The vertices of a hull that is flat to rounding: the convex hull of its outline, projected along `normal`. `None` if
/// less than a triangle remains, as for a needle.
fn flat_corners(scaled: &Scaled, outline: &[u32], normal: DVec3, rounding: f64) -> Option<Vec<u32>> {
    let x = normal.any_orthonormal_vector();
    let y = normal.cross(x);
    let projected = outline.iter().map(|&i| [scaled.at(i).dot(x), scaled.at(i).dot(y), 0.0]);
    let hull = hull::hull_f64(projected.collect()).ok()?;
    let convex: Vec<u32> = hull.faces().next()?.iter().map(|&i| outline[hull.vertices[i as usize] as usize]).collect();
    let corners = without_straight_corners(scaled, &convex, rounding);
    if corners.len() < 3 {
        return None;
    }
    // A needle has no vertex farther than `rounding` from the line through its first side.
    let a = scaled.at(corners[0]);
    let side = scaled.at(corners[1]) - a;
    let has_width = corners[2..].iter().any(|&i| (scaled.at(i) - a).cross(side).length() > rounding * side.length());
    has_width.then_some(corners)
}

/// A convex polygon without the vertices that are collinear with their neighbors: every removed vertex is within
/// `rounding` of the line through an edge of the remaining polygon. All vertices if less than a triangle would remain,
/// or if `rounding` is 0.
fn without_straight_corners(scaled: &Scaled, corners: &[u32], rounding: f64) -> Vec<u32> {
    let count = corners.len();
    let points: Vec<DVec3> = corners.iter().map(|&i| scaled.at(i)).collect();
    // The vertex farthest from another one is never between its neighbors on a line.
    let distances: Vec<f64> = points.iter().map(|p| p.distance(points[0])).collect();
    let start = (0..count).fold(0, |best, k| if distances[k] > distances[best] { k } else { best });
    let mut kept = vec![start];
    let mut from = start;
    for to in start + 2..=start + count {
        let chord_start = points[from % count];
        let chord = (points[to % count] - chord_start).normalize_or_zero();
        let is_straight = (from + 1..to).all(|k| (points[k % count] - chord_start).cross(chord).length() <= rounding);
        if chord == DVec3::ZERO || !is_straight {
            from = to - 1;
            kept.push(from);
        }
    }
    if rounding > 0.0 && kept.len() >= 3 {
        kept.into_iter().map(|k| corners[k % count]).collect()
    } else {
        corners.to_vec()
    }
}
