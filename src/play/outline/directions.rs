//! In which directions two round bodies are asked, so that their difference is drawn with its flats, strips and rims.
//!
//! The boundary of `A − B` is made of patches: a vertex of A with a round part of B, an edge with a strip, a face with a
//! translated copy. Directions spread evenly would miss every flat face. So each body names the directions in which
//! its own patches begin and end: face normals leaning by a hair towards each corner, and arcs across creases.

use std::collections::HashMap;

use glam::DVec3;

use super::weld_coplanar::area;
use crate::picture::Solid;

/// How far a direction leans from a face towards its corner: far above rounding, far below what a picture shows.
const LEAN: f64 = 1e-4;
/// Arcs are cut into parts of this angle: a 48th of a turn.
const PART: f64 = std::f64::consts::TAU / 48.0;
/// Faces round a vertex whose normals differ from their mean by more than this (cosine of 20°) make it a tip.
const TIP: f64 = 0.94;

/// The normals of a body beside and across one of its creases.
struct Crease {
    ends: [u32; 2],
    /// Normals of the faces to the left and to the right.
    faces: [DVec3; 2],
    /// In each face's plane, away from the face.
    outward: [DVec3; 2],
    /// Between the two normals.
    angle: f64,
}

impl Crease {
    /// The normal that lies `part` of the way from the left face to the right one. It turns towards the outward side,
    /// also when the two faces are the two sides of a flat body.
    fn normal(&self, part: f64) -> DVec3 {
        turn(self.faces[0], self.outward[0], self.angle * part)
    }
}

/// The directions of one body, not normalized.
pub(in crate::play) fn of(solid: &Solid) -> Vec<DVec3> {
    let at = |i: u32| solid.vertices[i as usize];
    if let (true, &[[i, j]]) = (solid.faces.is_empty(), &solid.creases[..]) {
        return around_segment((at(j) - at(i)).normalize_or_zero());
    }
    let (around, creases) = normals(solid);
    // A direction well within each vertex's normal cone.
    let mut mean: Vec<DVec3> = around.iter().map(|n| n.iter().sum::<DVec3>()).collect();
    for crease in &creases {
        crease.ends.iter().for_each(|&i| mean[i as usize] += crease.normal(0.5));
    }
    mean.iter_mut().for_each(|m| *m = m.normalize_or_zero());
    let mut all = mean.clone();
    for (mean, around) in mean.iter().zip(&around) {
        all.extend(around.iter().filter(|n| n.dot(*mean) < TIP).map(|n| n + mean * LEAN));
    }
    for crease in &creases {
        let parts = (crease.angle / PART).ceil().max(1.0);
        for mean in crease.ends.map(|i| mean[i as usize]) {
            all.extend((0..=parts as u32).map(|k| crease.normal(f64::from(k) / parts) + mean * LEAN));
            all.extend([0, 1].map(|side| crease.faces[side] + (crease.outward[side] + mean * LEAN) * LEAN));
        }
    }
    all
}

/// The normals of the faces round every vertex, and the creases with theirs.
fn normals(solid: &Solid) -> (Vec<Vec<DVec3>>, Vec<Crease>) {
    let at = |i: u32| solid.vertices[i as usize];
    let mut around = vec![Vec::new(); solid.vertices.len()];
    let mut beside: HashMap<[u32; 2], DVec3> = HashMap::new();
    for corners in &solid.faces {
        let normal = area(corners.iter().map(|&i| at(i))).normalize_or_zero();
        for (k, &from) in corners.iter().enumerate() {
            around[from as usize].push(normal);
            beside.insert([from, corners[(k + 1) % corners.len()]], normal);
        }
    }
    let crease = |&[i, j]: &[u32; 2]| {
        let f = *beside.get(&[i, j])?;
        let g = *beside.get(&[j, i])?;
        let along = (at(j) - at(i)).normalize_or_zero();
        let outward = [along.cross(f), g.cross(along)];
        let angle = g.dot(outward[0]).max(0.0).atan2(g.dot(f));
        Some(Crease { ends: [i, j], faces: [f, g], outward, angle })
    };
    let creases = solid.creases.iter().filter_map(crease).collect();
    (around, creases)
}

/// Directions spread over the sphere, for round parts that meet round parts.
pub(in crate::play) fn everywhere() -> impl Iterator<Item = DVec3> {
    spread(600)
}

/// `count` directions spread evenly over the sphere: Fibonacci's spiral, which is in no symmetry with any shape.
pub(in crate::play) fn spread(count: usize) -> impl Iterator<Item = DVec3> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let point = move |i: usize| {
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / count as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        let radius = (1.0 - y * y).sqrt();
        DVec3::new(radius * cos, y, radius * sin)
    };
    (0..count).map(point)
}

/// `from` turned by `angle` towards `to`, both unit and perpendicular.
fn turn(from: DVec3, to: DVec3, angle: f64) -> DVec3 {
    let (sin, cos) = angle.sin_cos();
    from * cos + to * sin
}

/// For a body that is a segment: a circle about it, leaning towards either end.
fn around_segment(along: DVec3) -> Vec<DVec3> {
    let x = along.any_orthonormal_vector();
    let y = along.cross(x);
    (0..48).flat_map(|k| [1.0, -1.0].map(|end| turn(x, y, PART * f64::from(k)) + along * (end * LEAN))).collect()
}
