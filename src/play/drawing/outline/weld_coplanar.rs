//! Converts a cloud of points to a drawable solid. Rounding errors of the points split one flat face into many slivers
//! of the exact hull; this file merges coplanar faces within a tolerance that is invisible in pictures. The solids
//! serve pictures only, never the engine.

use std::collections::HashMap;

use contact_lens_engine::double::dim3::hull::{Dimension, Hull, Quickhull};
use contact_lens_long_run::watch;
use contact_lens_model::step::Stepper as _;
use contact_lens_picture::Solid;
use glam::{DVec2, DVec3};

/// Tolerance relative to the diameter: closer points are merged, and so are closer planes. The tolerance is small
/// enough for needles of 1 to 10⁵, and large enough for rotations by 90° rounded to `f32`, which leave parallel
/// faces 10⁻⁸ apart.
const WELD_TOLERANCE: f64 = 1e-7;

/// Convex hull of the finite ones of `points`: a solid, a polygon with two faces, a segment or a point; empty without
/// points. An edge is drawn where the cosine between the normals of the adjacent faces is below `crease`.
pub fn solid(points: &[DVec3], crease: f64) -> Solid {
    let finite: Vec<DVec3> = points.iter().copied().filter(|p| p.is_finite()).collect();
    let Some(&first) = finite.first() else { return Solid::default() };
    let [low, high] = finite.iter().fold([first; 2], |[low, high], p| [low.min(*p), high.max(*p)]);
    let tolerance = WELD_TOLERANCE * (high - low).max_element() + f64::MIN_POSITIVE;
    let points = weld(&finite, low, tolerance);
    let a = points[0];
    let b = farthest(&points, first, |p| p.distance(a));
    let Some(axis) = (b - a).try_normalize() else {
        return Solid { vertices: vec![a], ..Solid::default() };
    };
    let c = farthest(&points, first, |p| (p - a).reject_from_normalized(axis).length());
    let off_axis = (c - a).reject_from_normalized(axis);
    if off_axis.length() <= tolerance {
        let start = farthest(&points, first, |p| p.distance(b));
        return Solid { vertices: vec![start, b], creases: vec![[0, 1]], ..Solid::default() };
    }
    let second_axis = off_axis.normalize();
    let normal = axis.cross(second_axis);
    if points.iter().all(|p| normal.dot(*p - a).abs() <= tolerance) {
        return polygon(&points, a, [axis, second_axis], tolerance);
    }
    merge_coplanar_faces(&points, tolerance, crease)
}

/// The first point with the greatest `distance`, which is at least 0; `fallback` without points.
fn farthest(points: &[DVec3], fallback: DVec3, distance: impl Fn(DVec3) -> f64) -> DVec3 {
    let mut greatest_distance = -1.0;
    let mut farthest = fallback;
    for &point in points {
        if distance(point) > greatest_distance {
            greatest_distance = distance(point);
            farthest = point;
        }
    }
    farthest
}

/// Cell of a point in a grid of cubes of side `size` from the corner `low`.
fn grid_cell(p: DVec3, low: DVec3, size: f64) -> [i64; 3] {
    ((p - low) / size).floor().to_array().map(|x| x as i64)
}

/// All cells of the block from the cell `first` to the cell `last`, both included.
fn cells_between(first: [i64; 3], last: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    (first[0]..=last[0])
        .flat_map(move |x| (first[1]..=last[1]).map(move |y| [x, y]))
        .flat_map(move |[x, y]| (first[2]..=last[2]).map(move |z| [x, y, z]))
}

/// Points without those that are within `tolerance`, meters, of an earlier point that stays. `low` is the least corner
/// of the points' bounding box.
fn weld(points: &[DVec3], low: DVec3, tolerance: f64) -> Vec<DVec3> {
    // Cells much larger than the tolerance: almost every search looks into one cell.
    let size = 64.0 * tolerance;
    let mut cells: HashMap<[i64; 3], Vec<DVec3>> = HashMap::new();
    let mut welded = Vec::new();
    for &p in points {
        let first_cell = grid_cell(p - tolerance, low, size);
        let last_cell = grid_cell(p + tolerance, low, size);
        let has_near_point = cells_between(first_cell, last_cell)
            .filter_map(|cell| cells.get(&cell))
            .any(|points| points.iter().any(|q| q.distance(p) <= tolerance));
        if !has_near_point {
            welded.push(p);
            cells.entry(grid_cell(p, low, size)).or_default().push(p);
        }
    }
    welded
}

/// The exact hull of points; `None` if the engine refuses them. Under a [`watch::Watch`] each of its steps counts as an
/// iteration.
fn hull(points: Vec<[f64; 3]>) -> Option<Hull> {
    let mut quickhull = Quickhull::of_f64(points).ok()?;
    while quickhull.step().is_continue() {
        watch::tick();
    }
    Some(quickhull.hull())
}

/// A side of a hull: a face, or an edge of a flat hull.
pub struct Side {
    /// A vertex of the side.
    pub point: DVec3,
    /// Outward unit normal, for an edge in the plane of the hull; zero for a degenerate side.
    pub normal: DVec3,
}

/// All sides of the hull of `points`; none for a point or a segment.
pub fn sides(points: &[DVec3]) -> Vec<Side> {
    let Some(hull) = hull(points.iter().map(DVec3::to_array).collect()) else { return Vec::new() };
    let vertices = hull_vertices(&hull, points);
    let mut faces = hull.faces().filter(|face| !face.is_empty());
    match hull.dimension {
        Dimension::Solid => {
            let sides = faces.map(|face| Side {
                point: vertices[face[0] as usize],
                normal: face_normal(&vertices, face).normalize_or_zero(),
            });
            sides.collect()
        }
        Dimension::Polygon => faces.next().map_or_else(Vec::new, |face| edges_of_polygon(&vertices, face)),
        Dimension::Point | Dimension::Segment => Vec::new(),
    }
}

/// Edges of a flat hull, whose face has the vertices `face` counter-clockwise.
fn edges_of_polygon(vertices: &[DVec3], face: &[u32]) -> Vec<Side> {
    let up = face_normal(vertices, face).normalize_or_zero();
    let mut sides = Vec::with_capacity(face.len());
    for (k, &start) in face.iter().enumerate() {
        let a = vertices[start as usize];
        let b = vertices[face[(k + 1) % face.len()] as usize];
        sides.push(Side { point: a, normal: (b - a).cross(up).normalize_or_zero() });
    }
    sides
}

/// Vertices of a hull of `points`.
fn hull_vertices(hull: &Hull, points: &[DVec3]) -> Vec<DVec3> {
    hull.vertices.iter().map(|&i| points[i as usize]).collect()
}

/// Outward normal of a face, whose length is twice the face's area.
fn face_normal(vertices: &[DVec3], face: &[u32]) -> DVec3 {
    area_normal(face.iter().map(|&i| vertices[i as usize]))
}

/// Hull of points in the plane through `a` with the axes `x` and `y`, with a front and a back face.
fn polygon(points: &[DVec3], a: DVec3, [x, y]: [DVec3; 2], tolerance: f64) -> Solid {
    let flat = points.iter().map(|p| [(*p - a).dot(x), (*p - a).dot(y), 0.0]).collect();
    let Some(hull) = hull(flat) else { return Solid::default() };
    let Some(outline) = hull.faces().next() else { return Solid::default() };
    let mut corners: Vec<DVec3> = outline.iter().map(|&i| points[hull.vertices[i as usize] as usize]).collect();
    // A vertex on the line between its neighbors is removed.
    let mut k = 0;
    while k < corners.len() && corners.len() > 3 {
        let previous = corners[(k + corners.len() - 1) % corners.len()];
        let next = corners[(k + 1) % corners.len()];
        let straight = (next - previous).normalize_or_zero();
        if (corners[k] - previous).reject_from(straight).length() <= tolerance {
            corners.remove(k);
        } else {
            k += 1;
        }
    }
    let count = corners.len() as u32;
    Solid {
        vertices: corners,
        faces: vec![(0..count).collect(), (0..count).rev().collect()],
        creases: (0..count).map(|i| [i, (i + 1) % count]).collect(),
        ..Solid::default()
    }
}

/// The exact hull with faces merged that are coplanar within `tolerance`.
fn merge_coplanar_faces(points: &[DVec3], tolerance: f64, crease: f64) -> Solid {
    let Some(hull) = hull(points.iter().map(DVec3::to_array).collect()) else { return Solid::default() };
    let vertices = hull_vertices(&hull, points);
    let faces: Vec<&[u32]> = hull.faces().collect();
    let regions = find_coplanar_regions(&vertices, &faces, &neighbors_of_faces(&hull, faces.len()), tolerance);
    regions.into_solid(&vertices, &faces, crease)
}

/// Indices of the faces that share an edge with each of the `count` faces of a hull.
fn neighbors_of_faces(hull: &Hull, count: usize) -> Vec<Vec<u32>> {
    let mut neighbors = vec![Vec::new(); count];
    for edge in &hull.edges {
        let [f, g] = edge.faces;
        if (f as usize) < count && (g as usize) < count {
            neighbors[f as usize].push(g);
            neighbors[g as usize].push(f);
        }
    }
    neighbors
}

/// Regions of adjacent faces of a hull that are in one plane within a tolerance.
struct CoplanarRegions {
    /// Region of each face; `None` for a face without an area that adjoins no region.
    of_faces: Vec<Option<usize>>,
    /// Outward unit normal of each region.
    normals: Vec<DVec3>,
}

/// Grows a region from each face that is in none yet, the largest first: its normal is the most accurate one.
fn find_coplanar_regions(
    vertices: &[DVec3],
    faces: &[&[u32]],
    neighbors: &[Vec<u32>],
    tolerance: f64,
) -> CoplanarRegions {
    let face_normals: Vec<DVec3> = faces.iter().map(|face| face_normal(vertices, face)).collect();
    let mut seeds: Vec<usize> = (0..faces.len()).collect();
    seeds.sort_by(|&i, &j| face_normals[j].length_squared().total_cmp(&face_normals[i].length_squared()));
    let mut of_faces = vec![None; faces.len()];
    let mut normals = Vec::new();
    for seed in seeds {
        let normal = face_normals[seed].normalize_or_zero();
        if of_faces[seed].is_some() || normal == DVec3::ZERO {
            continue;
        }
        let region = Some(normals.len());
        let origin = vertices[faces[seed][0] as usize];
        of_faces[seed] = region;
        let mut stack = vec![seed as u32];
        while let Some(face) = stack.pop() {
            for &other in &neighbors[face as usize] {
                let is_free = of_faces[other as usize].is_none();
                let mut corners = faces[other as usize].iter().map(|&i| vertices[i as usize]);
                if is_free && corners.all(|p| normal.dot(p - origin).abs() <= tolerance) {
                    of_faces[other as usize] = region;
                    stack.push(other);
                }
            }
        }
        normals.push(normal);
    }
    CoplanarRegions { of_faces, normals }
}

impl CoplanarRegions {
    /// Converts the regions to faces. Their vertices are the points where three regions meet, in order around the
    /// region's center.
    fn into_solid(self, points: &[DVec3], faces: &[&[u32]], crease: f64) -> Solid {
        let mut regions_at: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
        for (face, region) in faces.iter().zip(self.of_faces) {
            let Some(region) = region else { continue };
            for &i in *face {
                if !regions_at[i as usize].contains(&region) {
                    regions_at[i as usize].push(region);
                }
            }
        }
        let mut solid = Solid::default();
        let mut corners = vec![Vec::new(); self.normals.len()];
        for (&point, regions) in points.iter().zip(&regions_at).filter(|(_, regions)| regions.len() >= 3) {
            regions.iter().for_each(|&r| corners[r].push(solid.vertices.len() as u32));
            solid.vertices.push(point);
        }
        let mut first_normal: HashMap<[u32; 2], DVec3> = HashMap::new();
        let with_area = corners.into_iter().zip(self.normals).filter(|(corners, _)| corners.len() >= 3);
        for (corners, normal) in with_area {
            let face = order_around_center(&solid.vertices, &corners, normal);
            for (k, &start) in face.iter().enumerate() {
                let end = face[(k + 1) % face.len()];
                let edge = [start.min(end), start.max(end)];
                // The second of the two faces at an edge decides whether the edge is drawn.
                let other_normal = first_normal.entry(edge).or_insert(normal);
                if *other_normal != normal && other_normal.dot(normal) < crease {
                    solid.creases.push(edge);
                }
            }
            solid.faces.push(face);
        }
        solid
    }
}

/// The corners of a face in counterclockwise order as seen from the tip of its `normal`.
fn order_around_center(vertices: &[DVec3], corners: &[u32], normal: DVec3) -> Vec<u32> {
    let middle = corners.iter().map(|&i| vertices[i as usize]).sum::<DVec3>() / corners.len() as f64;
    let x = normal.any_orthonormal_vector();
    let y = normal.cross(x);
    let angles: Vec<f64> = corners.iter().map(|&i| angle_in_plane(vertices[i as usize] - middle, x, y)).collect();
    let mut order: Vec<usize> = (0..corners.len()).collect();
    order.sort_by(|&i, &j| angles[i].total_cmp(&angles[j]));
    order.into_iter().map(|i| corners[i]).collect()
}

/// Angle of a vector in the plane with axes `x` and `y`, radians.
fn angle_in_plane(p: DVec3, x: DVec3, y: DVec3) -> f64 {
    DVec2::new(p.dot(x), p.dot(y)).to_angle()
}

/// Normal of a planar polygon, whose length is twice the polygon's area: the sum of the area vectors of its triangles.
/// Zero without corners.
pub fn area_normal(corners: impl Iterator<Item = DVec3> + Clone) -> DVec3 {
    let Some(origin) = corners.clone().next() else { return DVec3::ZERO };
    // Triangles from the first corner to each edge; the closing edge would add nothing.
    let ends = corners.clone().skip(1);
    corners.zip(ends).map(|(start, end)| (start - origin).cross(end - origin)).sum()
}
