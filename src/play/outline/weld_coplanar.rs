//! From a cloud of points to a drawable solid. The points carry rounding errors, so what was meant to be one flat face
//! has become many slivers in the exact hull; this file puts them together again, within a tolerance that no picture
//! shows. Only pictures are made from this: the engine never is.

use std::collections::HashMap;

use glam::{DVec2, DVec3};

use crate::double::dim3::hull::{Dimension, Hull, Quickhull};
use crate::picture::Solid;
use crate::step::Stepper as _;
use crate::watch;

/// Points closer than this part of the diameter are one, and so are planes. Small enough for needles of 1 to 10⁵; a
/// quarter turn that was rounded to `f32` leaves parallel faces 10⁻⁸ apart, and they shall look parallel.
const SAME: f64 = 1e-7;

/// The convex hull of `points`, with an inked edge where neighboring faces' normals have a cosine below `crease`.
pub(in crate::play) fn solid(points: &[DVec3], crease: f64) -> Solid {
    let finite: Vec<DVec3> = points.iter().copied().filter(|p| p.is_finite()).collect();
    let Some(&corner) = finite.first() else { return Solid::default() };
    let (low, high) = finite.iter().fold((corner, corner), |(l, h), p| (l.min(*p), h.max(*p)));
    let same = SAME * (high - low).max_element() + f64::MIN_POSITIVE;
    let points = weld(&finite, low, same);
    let farthest = |value: &dyn Fn(DVec3) -> f64| {
        points
            .iter()
            .map(|p| (value(*p), *p))
            .fold((-1.0, corner), |best, now| if now.0 > best.0 { now } else { best })
            .1
    };
    let a = points[0];
    let b = farthest(&|p| p.distance(a));
    let Some(axis) = (b - a).try_normalize() else {
        return Solid { vertices: vec![a], ..Solid::default() };
    };
    let off_axis = |p: DVec3| (p - a).reject_from_normalized(axis);
    let c = farthest(&|p| off_axis(p).length());
    if off_axis(c).length() <= same {
        let start = farthest(&|p| p.distance(b));
        return Solid { vertices: vec![start, b], creases: vec![[0, 1]], ..Solid::default() };
    }
    let side = off_axis(c).normalize();
    let normal = axis.cross(side);
    if points.iter().all(|p| normal.dot(*p - a).abs() <= same) {
        return polygon(&points, a, [axis, side], same);
    }
    merged(&points, same, crease)
}

/// One point of every group of points that lie within `same` of each other.
fn weld(points: &[DVec3], low: DVec3, same: f64) -> Vec<DVec3> {
    let size = 64.0 * same;
    let cell = |p: DVec3| ((p - low) / size).floor().to_array().map(|x| x as i64);
    let mut cells: HashMap<[i64; 3], Vec<DVec3>> = HashMap::new();
    let mut kept = Vec::new();
    for &p in points {
        let from = cell(p - same);
        let to = cell(p + same);
        let mut near = (from[0]..=to[0])
            .flat_map(|x| (from[1]..=to[1]).flat_map(move |y| (from[2]..=to[2]).map(move |z| [x, y, z])))
            .filter_map(|key| cells.get(&key))
            .flatten();
        if !near.any(|q| q.distance(p) <= same) {
            kept.push(p);
            cells.entry(cell(p)).or_default().push(p);
        }
    }
    kept
}

/// The exact hull. Under a [`watch::Watch`] each of its steps counts as a turn.
fn hull(points: Vec<[f64; 3]>) -> Option<Hull> {
    let mut quickhull = Quickhull::of_f64(points).ok()?;
    while quickhull.step().is_continue() {
        watch::tick();
    }
    Some(quickhull.hull())
}

/// Of each side of the hull of `points` a point and the outward unit normal: of each face, and of a flat hull each edge.
pub(in crate::play) fn sides(points: &[DVec3]) -> Vec<(DVec3, DVec3)> {
    let Some(hull) = hull(points.iter().map(DVec3::to_array).collect()) else { return Vec::new() };
    let at = |i: u32| points[hull.vertices[i as usize] as usize];
    let normal = |face: &[u32]| area(face.iter().map(|&i| at(i))).normalize_or_zero();
    let mut faces = hull.faces().filter(|face| !face.is_empty());
    match hull.dimension {
        Dimension::Solid => faces.map(|face| (at(face[0]), normal(face))).collect(),
        Dimension::Polygon => faces.next().map_or_else(Vec::new, |face| {
            let up = normal(face);
            let ends = face.iter().zip(face.iter().cycle().skip(1)).map(|(&i, &j)| (at(i), at(j)));
            ends.map(|(a, b)| (a, (b - a).cross(up).normalize_or_zero())).collect()
        }),
        Dimension::Point | Dimension::Segment => Vec::new(),
    }
}

/// A flat hull, front and back.
fn polygon(points: &[DVec3], a: DVec3, [x, y]: [DVec3; 2], same: f64) -> Solid {
    let flat = points.iter().map(|p| [(*p - a).dot(x), (*p - a).dot(y), 0.0]).collect();
    let Some(hull) = hull(flat) else { return Solid::default() };
    let Some(walk) = hull.faces().next() else { return Solid::default() };
    let mut corners: Vec<DVec3> = walk.iter().map(|&i| points[hull.vertices[i as usize] as usize]).collect();
    let mut k = 0;
    while k < corners.len() && corners.len() > 3 {
        let before = corners[(k + corners.len() - 1) % corners.len()];
        let after = corners[(k + 1) % corners.len()];
        let straight = (after - before).normalize_or_zero();
        if (corners[k] - before).reject_from(straight).length() <= same { _ = corners.remove(k) } else { k += 1 }
    }
    let count = corners.len() as u32;
    Solid {
        vertices: corners,
        faces: vec![(0..count).collect(), (0..count).rev().collect()],
        creases: (0..count).map(|i| [i, (i + 1) % count]).collect(),
        ..Solid::default()
    }
}

/// The exact hull with faces put together that lie in one plane within `same`.
fn merged(points: &[DVec3], same: f64, crease: f64) -> Solid {
    let Some(hull) = hull(points.iter().map(DVec3::to_array).collect()) else { return Solid::default() };
    let at = |i: u32| points[hull.vertices[i as usize] as usize];
    let faces: Vec<&[u32]> = hull.faces().collect();
    let areas: Vec<DVec3> = faces.iter().map(|f| area(f.iter().map(|&i| at(i)))).collect();
    let mut beside = vec![Vec::new(); faces.len()];
    for edge in &hull.edges {
        let [f, g] = edge.faces;
        if let (Some(a), true) = (beside.get_mut(f as usize), (g as usize) < faces.len()) {
            a.push(g);
            beside[g as usize].push(f);
        }
    }
    // The largest face of a plane knows its normal best, so it decides who belongs to it.
    let mut seeds: Vec<usize> = (0..faces.len()).collect();
    seeds.sort_by(|&i, &j| areas[j].length_squared().total_cmp(&areas[i].length_squared()));
    let mut region_of = vec![usize::MAX; faces.len()];
    let mut normals = Vec::new();
    for seed in seeds.into_iter() {
        let normal = areas[seed].normalize_or_zero();
        if region_of[seed] != usize::MAX || normal == DVec3::ZERO {
            continue;
        }
        let origin = at(faces[seed][0]);
        region_of[seed] = normals.len();
        let mut stack = vec![seed as u32];
        while let Some(face) = stack.pop() {
            for &other in &beside[face as usize] {
                let free = region_of[other as usize] == usize::MAX;
                if free && faces[other as usize].iter().all(|&i| normal.dot(at(i) - origin).abs() <= same) {
                    region_of[other as usize] = normals.len();
                    stack.push(other);
                }
            }
        }
        normals.push(normal);
    }
    assemble(
        &hull.vertices.iter().map(|&i| points[i as usize]).collect::<Vec<_>>(),
        &faces,
        &region_of,
        &normals,
        crease,
    )
}

/// Regions become faces: their corners are the vertices where three regions meet, in order round the region's middle.
fn assemble(points: &[DVec3], faces: &[&[u32]], region_of: &[usize], normals: &[DVec3], crease: f64) -> Solid {
    let mut meets: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
    for (face, &region) in faces.iter().zip(region_of).filter(|(_, r)| **r != usize::MAX) {
        for &i in *face {
            if !meets[i as usize].contains(&region) {
                meets[i as usize].push(region);
            }
        }
    }
    let mut solid = Solid::default();
    let mut corners = vec![Vec::new(); normals.len()];
    for (&point, regions) in points.iter().zip(&meets).filter(|(_, regions)| regions.len() >= 3) {
        regions.iter().for_each(|&r| corners[r].push(solid.vertices.len() as u32));
        solid.vertices.push(point);
    }
    let mut first_normal: HashMap<[u32; 2], DVec3> = HashMap::new();
    for (mut face, &normal) in corners.into_iter().zip(normals).filter(|(corners, _)| corners.len() >= 3) {
        let middle = face.iter().map(|&i| solid.vertices[i as usize]).sum::<DVec3>() / face.len() as f64;
        let x = normal.any_orthonormal_vector();
        let y = normal.cross(x);
        let turn = |i: u32| {
            let p = solid.vertices[i as usize] - middle;
            DVec2::new(p.dot(x), p.dot(y)).to_angle()
        };
        face.sort_by(|&i, &j| turn(i).total_cmp(&turn(j)));
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

/// Twice the area of a planar polygon, along its normal (Newell).
pub(in crate::play) fn area(corners: impl Iterator<Item = DVec3> + Clone) -> DVec3 {
    let Some(origin) = corners.clone().next() else { return DVec3::ZERO };
    let next = corners.clone().skip(1);
    corners.zip(next).map(|(a, b)| (a - origin).cross(b - origin)).sum()
}
