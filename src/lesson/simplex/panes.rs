//! World and configuration space pictures of a search over the faces of a simplex.

use glam::DVec3;

use super::super::{Verdict, add_named_point};
use super::Setting;
use crate::answer::number::{length, weight};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::simplex::{Subset, members, name, size};

/// Pictures of the world and of the configuration space.
pub(super) type Panes = (Picture, Picture);

/// Fixed marks: body A, the query point, and the borders of the regions.
pub(super) fn backdrop(setting: &Setting) -> Panes {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    outline(&mut world, setting, Role::ShapeA, setting.query);
    add_named_point(&mut world, Role::ShapeB, "origin", setting.query, setting.names[1].clone());
    add_named_point(&mut cso, Role::Origin, "origin", DVec3::ZERO, "Q");
    for (i, [from, to]) in setting.regions.borders().into_iter().enumerate() {
        cso.segment(Role::Ghost, format!("border/{i}"), from, to);
    }
    (world, cso)
}

/// Adds every vertex, edge and face of the simplex.
pub(super) fn outline(picture: &mut Picture, setting: &Setting, role: Role, offset: DVec3) {
    for subset in setting.subsets() {
        let corners: Vec<DVec3> = members(subset).map(|i| setting.points[i] + offset).collect();
        let key = format!("face/{}", name(subset));
        match corners[..] {
            [p] => add_named_point(picture, role, &key, p, name(subset)),
            [p, q] => picture.segment(role, key, p, q),
            [_, _, _] => picture.add(role, key, Form::Polygon(corners)),
            _ => {}
        }
    }
}

/// Pictures of the measurements. Lengths: the foot of the perpendicular from Q on every edge. Areas: the triangles of
/// Q's projection with the edges of every face. Volumes: the tetrahedra of Q with the faces.
pub(super) fn measured(
    setting: &Setting,
    vertices: usize,
    shares: &[[f64; 4]; 16],
    symbol: fn(Subset, usize) -> String,
) -> Panes {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    outline(&mut cso, setting, Role::ShapeA, DVec3::ZERO);
    for subset in setting.subsets().filter(|&j| size(j) == vertices) {
        feature(&mut world, subset, setting, Role::Simplex, setting.query);
    }
    for subset in setting.subsets().filter(|&j| size(j) == vertices) {
        let foot: DVec3 = members(subset).map(|i| setting.points[i] * shares[usize::from(subset)][i]).sum();
        let key = format!("foot/{}", name(subset));
        if vertices < 4 && (foot != DVec3::ZERO || setting.flat(subset)) {
            cso.segment(Role::Axis, key.clone(), DVec3::ZERO, foot);
            cso.point(Role::Axis, key.clone(), foot);
        }
        for i in members(subset) {
            let part: Vec<DVec3> = members(subset).filter(|&j| j != i).map(|j| setting.points[j]).collect();
            let key = format!("part/{}/{}", name(subset), name(1 << i));
            let text = format!("{} = {}", symbol(subset, i), weight(shares[usize::from(subset)][i]));
            match part[..] {
                [p] => cso.label(Role::Axis, key, 0.5 * (p + foot), text),
                [p, q] => {
                    cso.add(Role::Region, key.clone(), Form::Polygon(vec![foot, p, q]));
                    if size(setting.all) == 3 {
                        cso.label(Role::Region, key, (p + q + foot) / 3.0, text);
                    }
                }
                [p, q, r] => {
                    let center = (p + q + r) / 4.0;
                    for (a, b) in [(p, q), (q, r), (r, p)] {
                        cso.add(Role::Region, key.clone(), Form::Polygon(vec![DVec3::ZERO, a, b]));
                    }
                    cso.label(Role::Region, key, center, text);
                }
                _ => {}
            }
        }
    }
    (world, cso)
}

/// Pictures of the region of `subset`, and of the face.
pub(super) fn region_pictures(setting: &Setting, subset: Subset, what: &str, holds: bool) -> Panes {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    outline(&mut cso, setting, Role::ShapeA, DVec3::ZERO);
    let key = format!("region/{}", name(subset));
    let faces = setting.regions.region(subset);
    let corners: Vec<DVec3> = faces.iter().flatten().copied().collect();
    // An invisible region has no name.
    if extent(&faces) > 1e-9 * setting.regions.bounding_radius() {
        let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
        cso.label(Role::Region, key.clone(), middle, format!("{what} {}", name(subset)));
    }
    for face in faces {
        cso.add(Role::Region, key.clone(), Form::Polygon(face));
    }
    let role = if holds { Role::Closest } else { Role::Simplex };
    feature(&mut world, subset, setting, role, setting.query);
    feature(&mut cso, subset, setting, role, DVec3::ZERO);
    (world, cso)
}

/// Longest side of the polygons' bounding box.
fn extent(faces: &[Vec<DVec3>]) -> f64 {
    let corners = faces.iter().flatten().copied();
    match (corners.clone().reduce(DVec3::min), corners.reduce(DVec3::max)) {
        (Some(low), Some(high)) => (high - low).max_element(),
        _ => 0.0,
    }
}

/// Adds one face of the simplex in a role; a tetrahedron as its edges.
fn feature(picture: &mut Picture, subset: Subset, setting: &Setting, role: Role, offset: DVec3) {
    let part: Vec<DVec3> = members(subset).map(|i| setting.points[i] + offset).collect();
    let key = format!("region/{}/face", name(subset));
    match part[..] {
        [p] => picture.point(role, key, p),
        [p, q] => picture.segment(role, key, p, q),
        [_, _, _] => picture.add(role, key, Form::Polygon(part)),
        _ => whole(picture, setting, role, offset),
    }
}

/// Adds all edges of the simplex, or the point of a single vertex.
fn whole(picture: &mut Picture, setting: &Setting, role: Role, offset: DVec3) {
    for subset in setting.subsets().filter(|&j| size(j) == if setting.all == 1 { 1 } else { 2 }) {
        feature(picture, subset, setting, role, offset);
    }
}

/// Pictures of the answer: the point, the segment to Q, and the plane that proves it.
pub(super) fn ending(setting: &Setting, subset: Subset, v: DVec3, verdict: &Verdict) -> Panes {
    let (mut world, mut cso) = region_pictures(setting, subset, "", true);
    cso.marks.retain(|mark| !matches!(mark.form, Form::Label { .. }) || mark.role != Role::Region);
    add_named_point(&mut cso, Role::Closest, "v", v, "P");
    let Some(found) = verdict.finding.pair() else { return (world, cso) };
    let a = found.witness_a;
    let b = found.witness_b;
    add_named_point(&mut world, Role::Witness, "witness/a", a, "P");
    if v.length() > 1e-12 * setting.regions.bounding_radius() {
        cso.segment(Role::Closest, "v", DVec3::ZERO, v);
        cso.label(Role::Closest, "v", v * 0.5, length(v.length()));
        let normal = v.normalize();
        if size(setting.all) == 4 {
            cso.add(
                Role::Bound,
                "plane",
                Form::Plane { point: v, normal, half_size: 0.36 * setting.regions.bounding_radius() },
            );
        }
        for (picture, [p, q]) in [(&mut world, [a, b]), (&mut cso, [v, DVec3::ZERO])] {
            let center = 0.5 * (p + q);
            let radius = 0.75 * p.distance(q);
            picture.add(Role::Region, "lens", Form::Magnifier { center, radius, faces: None });
        }
        world.segment(Role::Witness, "witness", a, b);
        world.label(Role::Witness, "witness", 0.5 * (a + b), length(v.length()));
    }
    (world, cso)
}
