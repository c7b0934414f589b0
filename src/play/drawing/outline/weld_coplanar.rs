//! Converts a cloud of points to a drawable solid. Rounding errors of the points split one flat face into many slivers
//! of the exact hull; this file merges coplanar faces within a tolerance that is invisible in pictures. The solids
//! serve pictures only, never the engine.

use std::collections::HashMap;

use glam::{DVec2, DVec3};

use crate::double::dim3::hull::{Dimension, Hull, Quickhull};
use crate::picture::Solid;
use crate::step::Stepper as _;
use crate::watch;

/// Tolerance relative to the diameter: closer points are merged, and so are closer planes. The tolerance is small
/// enough for needles of 1 to 10⁵, and large enough for quarter-turn rotations rounded to `f32`, which leave parallel
/// faces 10⁻⁸ apart.
const WELD_TOLERANCE: f64 = 1e-7;

/// Convex hull of the finite ones of `points`, with a drawn edge where the normals of adjacent faces have a cosine
/// below `crease`.
pub fn solid(points: &[DVec3], crease: f64) -> Solid {
    let finite: Vec<DVec3> = points.iter().copied().filter(|p| p.is_finite()).collect();
    let Some(&corner) = finite.first() else { return Solid::default() };
    let [low, high] = finite.iter().fold([corner; 2], |[low, high], p| [low.min(*p), high.max(*p)]);
    let tolerance = WELD_TOLERANCE * (high - low).max_element() + f64::MIN_POSITIVE;
    let points = weld(&finite, low, tolerance);
    let a = points[0];
    let b = farthest(&points, corner, |p| p.distance(a));
    let Some(axis) = (b - a).try_normalize() else {
        return Solid { vertices: vec![a], ..Solid::default() };
    };
    let c = farthest(&points, corner, |p| (p - a).reject_from_normalized(axis).length());
    let off_axis = (c - a).reject_from_normalized(axis);
    if off_axis.length() <= tolerance {
        let start = farthest(&points, corner, |p| p.distance(b));
        return Solid { vertices: vec![start, b], creases: vec![[0, 1]], ..Solid::default() };
    }
    let side = off_axis.normalize();
    let normal = axis.cross(side);
    if points.iter().all(|p| normal.dot(*p - a).abs() <= tolerance) {
        return polygon(&points, a, [axis, side], tolerance);
    }
    merged(&points, tolerance, crease)
}

/// The point with the greatest `value`, which is at least 0; `fallback` without points.
fn farthest(points: &[DVec3], fallback: DVec3, value: impl Fn(DVec3) -> f64) -> DVec3 {
    let values = points.iter().map(|p| (value(*p), *p));
    values.fold((-1.0, fallback), |best, other| if other.0 > best.0 { other } else { best }).1
}

/// Cell of a point in a grid of cubes of side `size` from the corner `low`.
fn grid_cell(p: DVec3, low: DVec3, size: f64) -> [i64; 3] {
    ((p - low) / size).floor().to_array().map(|x| x as i64)
}

/// One point of every group of points within `tolerance` of each other.
fn weld(points: &[DVec3], low: DVec3, tolerance: f64) -> Vec<DVec3> {
    // Cells much larger than the tolerance: almost every search looks into one cell.
    let size = 64.0 * tolerance;
    let mut cells: HashMap<[i64; 3], Vec<DVec3>> = HashMap::new();
    let mut welded = Vec::new();
    for &p in points {
        let from = grid_cell(p - tolerance, low, size);
        let to = grid_cell(p + tolerance, low, size);
        let mut near = (from[0]..=to[0])
            .flat_map(|x| (from[1]..=to[1]).flat_map(move |y| (from[2]..=to[2]).map(move |z| [x, y, z])))
            .filter_map(|key| cells.get(&key))
            .flatten();
        if !near.any(|q| q.distance(p) <= tolerance) {
            welded.push(p);
            cells.entry(grid_cell(p, low, size)).or_default().push(p);
        }
    }
    welded
}

/// The exact hull. Under a [`watch::Watch`] each of its steps counts as an iteration.
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
                normal: face_area(&vertices, face).normalize_or_zero(),
            });
            sides.collect()
        }
        Dimension::Polygon => faces.next().map_or_else(Vec::new, |face| {
            let up = face_area(&vertices, face).normalize_or_zero();
            let ends = face.iter().zip(face.iter().cycle().skip(1));
            let ends = ends.map(|(&i, &j)| [vertices[i as usize], vertices[j as usize]]);
            ends.map(|[a, b]| Side { point: a, normal: (b - a).cross(up).normalize_or_zero() }).collect()
        }),
        Dimension::Point | Dimension::Segment => Vec::new(),
    }
}

/// Vertices of a hull of `points`.
fn hull_vertices(hull: &Hull, points: &[DVec3]) -> Vec<DVec3> {
    hull.vertices.iter().map(|&i| points[i as usize]).collect()
}

/// Twice the area of a face, along its normal.
fn face_area(vertices: &[DVec3], face: &[u32]) -> DVec3 {
    area(face.iter().map(|&i| vertices[i as usize]))
}

/// A flat hull with a front and a back face.
fn polygon(points: &[DVec3], a: DVec3, [x, y]: [DVec3; 2], tolerance: f64) -> Solid {
    let flat = points.iter().map(|p| [(*p - a).dot(x), (*p - a).dot(y), 0.0]).collect();
    let Some(hull) = hull(flat) else { return Solid::default() };
    let Some(outline) = hull.faces().next() else { return Solid::default() };
    let mut corners: Vec<DVec3> = outline.iter().map(|&i| points[hull.vertices[i as usize] as usize]).collect();
    // A vertex on the line between its neighbors is removed.
    let mut k = 0;
    while k < corners.len() && corners.len() > 3 {
        let before = corners[(k + corners.len() - 1) % corners.len()];
        let after = corners[(k + 1) % corners.len()];
        let straight = (after - before).normalize_or_zero();
        if (corners[k] - before).reject_from(straight).length() <= tolerance { _ = corners.remove(k) } else { k += 1 }
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
fn merged(points: &[DVec3], tolerance: f64, crease: f64) -> Solid {
    let Some(hull) = hull(points.iter().map(DVec3::to_array).collect()) else { return Solid::default() };
    let vertices = hull_vertices(&hull, points);
    let faces: Vec<&[u32]> = hull.faces().collect();
    let areas: Vec<DVec3> = faces.iter().map(|face| face_area(&vertices, face)).collect();
    let mut neighbors = vec![Vec::new(); faces.len()];
    for edge in &hull.edges {
        let [f, g] = edge.faces;
        if (f as usize) < faces.len() && (g as usize) < faces.len() {
            neighbors[f as usize].push(g);
            neighbors[g as usize].push(f);
        }
    }
    // The largest face of a plane has the most accurate normal, so it starts the region.
    let mut seeds: Vec<usize> = (0..faces.len()).collect();
    seeds.sort_by(|&i, &j| areas[j].length_squared().total_cmp(&areas[i].length_squared()));
    let mut region_of = vec![usize::MAX; faces.len()];
    let mut normals = Vec::new();
    for seed in seeds {
        let normal = areas[seed].normalize_or_zero();
        if region_of[seed] != usize::MAX || normal == DVec3::ZERO {
            continue;
        }
        let origin = vertices[faces[seed][0] as usize];
        region_of[seed] = normals.len();
        let mut stack = vec![seed as u32];
        while let Some(face) = stack.pop() {
            for &other in &neighbors[face as usize] {
                let is_free = region_of[other as usize] == usize::MAX;
                let mut corners = faces[other as usize].iter().map(|&i| vertices[i as usize]);
                if is_free && corners.all(|p| normal.dot(p - origin).abs() <= tolerance) {
                    region_of[other as usize] = normals.len();
                    stack.push(other);
                }
            }
        }
        normals.push(normal);
    }
    assemble(&vertices, &faces, &region_of, &normals, crease)
}

/// Converts regions to faces. Their vertices are the points where three regions meet, in order around the region's
/// center.
fn assemble(points: &[DVec3], faces: &[&[u32]], region_of: &[usize], normals: &[DVec3], crease: f64) -> Solid {
    let mut regions_at: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
    for (face, &region) in faces.iter().zip(region_of).filter(|(_, r)| **r != usize::MAX) {
        for &i in *face {
            if !regions_at[i as usize].contains(&region) {
                regions_at[i as usize].push(region);
            }
        }
    }
    let mut solid = Solid::default();
    let mut corners = vec![Vec::new(); normals.len()];
    for (&point, regions) in points.iter().zip(&regions_at).filter(|(_, regions)| regions.len() >= 3) {
        regions.iter().for_each(|&r| corners[r].push(solid.vertices.len() as u32));
        solid.vertices.push(point);
    }
    let mut first_normal: HashMap<[u32; 2], DVec3> = HashMap::new();
    for (face, &normal) in corners.into_iter().zip(normals).filter(|(corners, _)| corners.len() >= 3) {
        let middle = face.iter().map(|&i| solid.vertices[i as usize]).sum::<DVec3>() / face.len() as f64;
        let x = normal.any_orthonormal_vector();
        let y = normal.cross(x);
        let angles: Vec<f64> =
            face.iter().map(|&i| angle_in_plane(solid.vertices[i as usize] - middle, x, y)).collect();
        let mut order: Vec<usize> = (0..face.len()).collect();
        order.sort_by(|&i, &j| angles[i].total_cmp(&angles[j]));
        let face: Vec<u32> = order.into_iter().map(|i| face[i]).collect();
        for (k, &from) in face.iter().enumerate() {
            let to = face[(k + 1) % face.len()];
            let other = first_normal.entry([from.min(to), from.max(to)]).or_insert(normal);
            if *other != normal && other.dot(normal) < crease {
                solid.creases.push([from.min(to), from.max(to)]);
            }
        }
        solid.faces.push(face);
    }
    solid
}

/// Angle of a vector in the plane with axes `x` and `y`, radians.
fn angle_in_plane(p: DVec3, x: DVec3, y: DVec3) -> f64 {
    DVec2::new(p.dot(x), p.dot(y)).to_angle()
}

/// Twice the area of a planar polygon, along its normal (Newell).
pub fn area(corners: impl Iterator<Item = DVec3> + Clone) -> DVec3 {
    let Some(origin) = corners.clone().next() else { return DVec3::ZERO };
    let next = corners.clone().skip(1);
    corners.zip(next).map(|(a, b)| (a - origin).cross(b - origin)).sum()
}
