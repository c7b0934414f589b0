//! Pictures to look at and to test with, made without any algorithm.

use std::collections::BTreeSet;
use std::sync::Arc;

use contact_lens::picture::{Bounds, Camera, Figure, Form, Pane, Picture, Role, Solid, Theme};
use glam::{DQuat, DVec3};

/// The convex hull by brute force: every plane through three points with all others behind it.
pub fn hull(points: &[DVec3]) -> Solid {
    let reach = points.iter().map(|p| p.length()).fold(0.0, f64::max);
    let mut distinct: Vec<DVec3> = Vec::new();
    for p in points {
        if distinct.iter().all(|q| q.distance(*p) > reach * 1e-9) {
            distinct.push(*p);
        }
    }
    let points = &distinct[..];
    let mut seen = BTreeSet::new();
    let mut faces = Vec::new();
    let n = points.len();
    for (i, j, k) in (0..n).flat_map(|i| (0..n).flat_map(move |j| (0..n).map(move |k| (i, j, k)))) {
        if i >= j || i >= k || j == k {
            continue;
        }
        let normal = (points[j] - points[i]).cross(points[k] - points[i]).normalize_or_zero();
        if normal == DVec3::ZERO || points.iter().any(|p| normal.dot(*p - points[i]) > reach * 1e-7) {
            continue;
        }
        let mut flat: Vec<usize> = (0..n).filter(|&m| normal.dot(points[m] - points[i]) > -reach * 1e-7).collect();
        if !seen.insert(flat.clone()) {
            continue;
        }
        let middle = flat.iter().map(|&m| points[m]).sum::<DVec3>() / flat.len() as f64;
        let u = (points[flat[0]] - middle).normalize();
        let v = normal.cross(u);
        let angle = |m: usize| (points[m] - middle).dot(v).atan2((points[m] - middle).dot(u));
        flat.sort_by(|a, b| angle(*a).total_cmp(&angle(*b)));
        // points inside of the face or of an edge are no corners
        while let Some(k) = (0..flat.len()).find(|&k| {
            let (a, b, c) = (flat[(k + flat.len() - 1) % flat.len()], flat[k], flat[(k + 1) % flat.len()]);
            (points[b] - points[a]).cross(points[c] - points[b]).dot(normal) <= reach * reach * 1e-7
        }) {
            flat.remove(k);
        }
        faces.push(flat.iter().map(|&k| k as u32).collect::<Vec<u32>>());
    }
    let mut creases = BTreeSet::new();
    for face in &faces {
        for k in 0..face.len() {
            let (a, b) = (face[k], face[(k + 1) % face.len()]);
            creases.insert([a.min(b), a.max(b)]);
        }
    }
    Solid { vertices: points.to_vec(), faces, creases: creases.into_iter().collect(), ..Solid::default() }
}

pub fn box_points(half: DVec3, at: DVec3, turn: DQuat) -> Vec<DVec3> {
    (0..8)
        .map(|i| {
            let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            at + turn * (half * DVec3::new(sign(0), sign(1), sign(2)))
        })
        .collect()
}

pub fn sphere(center: DVec3, radius: f64, slices: u32, stacks: u32) -> Solid {
    let mut vertices = vec![center + DVec3::Y * radius];
    for s in 1..stacks {
        let (sin, cos) = (f64::from(s) / f64::from(stacks) * std::f64::consts::PI).sin_cos();
        for k in 0..slices {
            let (z, x) = (f64::from(k) / f64::from(slices) * std::f64::consts::TAU).sin_cos();
            vertices.push(center + DVec3::new(x * sin, cos, z * sin) * radius);
        }
    }
    vertices.push(center - DVec3::Y * radius);
    let at = |s: u32, k: u32| 1 + (s - 1) * slices + k % slices;
    let last = vertices.len() as u32 - 1;
    let mut faces = Vec::new();
    for k in 0..slices {
        faces.push(vec![0, at(1, k + 1), at(1, k)]);
        for s in 1..stacks - 1 {
            faces.push(vec![at(s, k), at(s, k + 1), at(s + 1, k + 1), at(s + 1, k)]);
        }
        faces.push(vec![last, at(stacks - 1, k), at(stacks - 1, k + 1)]);
    }
    Solid { vertices, faces, creases: Vec::new(), round: true, ..Solid::default() }
}

/// `A − B` of two point sets.
pub fn difference(a: &[DVec3], b: &[DVec3]) -> Vec<DVec3> {
    a.iter().flat_map(|a| b.iter().map(move |b| *a - *b)).collect()
}

fn body(picture: &mut Picture, role: Role, key: &'static str, solid: Solid) {
    picture.add(role, key, Form::Solid(Arc::new(solid)));
}

/// Two boxes apart, one turned; a step of GJK as a lesson would show it.
pub fn boxes(theme: Theme, size: [u32; 2]) -> Figure {
    let a = box_points(DVec3::new(0.8, 0.5, 0.6), DVec3::new(-1.0, 0.5, 0.0), DQuat::IDENTITY);
    let turn = DQuat::from_rotation_z(0.6) * DQuat::from_rotation_y(0.5);
    let b = box_points(DVec3::new(0.5, 0.7, 0.4), DVec3::new(1.25, 1.15, 0.2), turn);
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    body(&mut world, Role::ShapeA, "a", hull(&a));
    body(&mut world, Role::ShapeB, "b", hull(&b));
    world.label(Role::ShapeA, "a", DVec3::new(-1.0, 1.0, 0.0), "A");
    world.label(Role::ShapeB, "b", DVec3::new(1.25, 1.15, 0.2), "B");
    let all = difference(&a, &b);
    let obstacle = hull(&all);
    body(&mut cso, Role::Difference, "cso", obstacle.clone());
    cso.point(Role::Origin, "origin", DVec3::ZERO);
    let backdrop = (world.clone(), cso.clone());
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    let (pa, pb) = (DVec3::new(-0.2, 0.86, 0.1), DVec3::new(0.47, 0.86, 0.1));
    world.point(Role::Witness, "witness/a", pa);
    world.point(Role::Witness, "witness/b", pb);
    world.segment(Role::Witness, "witness", pa, pb);
    world.label(Role::Witness, "witness/a", pa, "p_A");
    world.label(Role::Witness, "witness/b", pb, "p_B");
    world.arrow(Role::Normal, "normal", pa, pa + DVec3::new(0.0, 0.0, 0.9));
    world.label(Role::Normal, "normal", pa + DVec3::new(0.0, 0.0, 0.9), "n");
    world.point(Role::NewSupport, "w/a", a[7]);
    world.label(Role::NewSupport, "w/a", a[7], "S_A(−v)");
    let near = obstacle.faces.iter().map(|f| f.iter().map(|&i| obstacle.vertices[i as usize]).collect::<Vec<_>>());
    let face = near.min_by(|f, g| mid(f).length().total_cmp(&mid(g).length())).unwrap();
    let v = pa - pb;
    cso.arrow(Role::Closest, "v", DVec3::ZERO, v);
    cso.label(Role::Closest, "v", v * 0.5, "v");
    cso.point(Role::Closest, "v/point", v);
    for (k, p) in face.iter().take(3).enumerate() {
        cso.point(Role::Simplex, format!("simplex/{k}"), *p);
        cso.label(Role::Simplex, format!("simplex/{k}"), *p, ["w₀", "w₁", "w₂"][k]);
    }
    cso.add(Role::Simplex, "simplex", Form::Polygon(face[..3].to_vec()));
    let far = all.iter().copied().max_by(|p, q| (-v).dot(*p).total_cmp(&(-v).dot(*q))).unwrap();
    cso.point(Role::NewSupport, "w", far);
    cso.label(Role::NewSupport, "w", far, "w = S_{A−B}(−v)");
    cso.add(Role::Bound, "bound", Form::Plane { point: v, normal: v.normalize(), half_size: 1.2 });
    cso.label(Role::Bound, "bound", v + DVec3::new(0.0, 1.1, 0.0), "g(n) = 0.67 m");
    let caption = "The new support w lies no further along −v than the simplex does: v is the nearest point of A − B, and \
                   the distance is proven to lie between 0.67 m and 0.67 m. The supporting plane through v separates the \
                   origin from A − B.";
    let mut figure = Figure {
        title: "GJK distance: two boxes".into(),
        step: "step 4 of 5".into(),
        caption: caption.into(),
        theme,
        size,
        metadata: vec![("scene".into(), "demo".into())],
        ..Figure::default()
    };
    figure.panes = vec![
        Pane::new("world", &backdrop.0, &world, Camera::default()),
        Pane::new("configuration space A − B", &backdrop.1, &cso, Camera::default()),
    ];
    framed(figure)
}

fn mid(points: &[DVec3]) -> DVec3 {
    points.iter().sum::<DVec3>() / points.len() as f64
}

/// Cameras moved so that each pane shows all of its picture.
pub fn framed(mut figure: Figure) -> Figure {
    let layout = figure.layout();
    for (pane, area) in figure.panes.iter_mut().zip(&layout.panes) {
        pane.camera = pane.camera.framing(&Bounds::of(&pane.picture), area.aspect(), 0.09);
    }
    figure
}

/// A ball that sinks into a box, the expanding polytope around the origin, ghosts, horizon and removed faces.
pub fn penetration(theme: Theme, size: [u32; 2]) -> Figure {
    let a = box_points(DVec3::new(0.9, 0.5, 0.7), DVec3::new(0.0, 0.5, 0.0), DQuat::from_rotation_y(0.3));
    let ball = sphere(DVec3::new(0.5, 1.2, 0.3), 0.55, 40, 24);
    let mut world = Picture::default();
    let coarse = sphere(DVec3::new(0.5, 1.2, 0.3), 0.55, 10, 6);
    body(&mut world, Role::ShapeA, "a", hull(&a));
    body(&mut world, Role::ShapeB, "b", ball);
    world.label(Role::ShapeA, "a", DVec3::new(-0.7, 0.9, 0.4), "A");
    world.label(Role::ShapeB, "b", DVec3::new(0.5, 1.75, 0.3), "B");
    let mut cso = Picture::default();
    let mut obstacle = hull(&difference(&a[..], &coarse.vertices[..]));
    obstacle.round = false;
    body(&mut cso, Role::Difference, "cso", obstacle.clone());
    cso.point(Role::Origin, "origin", DVec3::ZERO);
    let backdrop = (world, cso);
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    let deep = DVec3::new(0.5, 0.65, 0.3);
    world.point(Role::Witness, "witness/b", deep);
    world.point(Role::Witness, "witness/a", DVec3::new(0.5, 1.0, 0.3));
    world.arrow(Role::Normal, "normal", deep, DVec3::new(0.5, 1.0, 0.3));
    world.label(Role::Witness, "witness/b", deep, "p_B");
    world.label(Role::Witness, "witness/a", DVec3::new(0.5, 1.0, 0.3), "p_A");
    let seeds = [(0.0, 0.35, 0.0), (-1.2, -0.9, 0.5), (0.9, -0.7, 0.6), (0.1, -0.9, -1.0), (-0.4, -0.1, 0.95)];
    let polytope: Vec<DVec3> = seeds.iter().map(|(x, y, z)| DVec3::new(*x, *y, *z) * 0.8).collect();
    let inner = hull(&polytope);
    for (f, face) in inner.faces.iter().enumerate() {
        let corners: Vec<DVec3> = face.iter().map(|&i| polytope[i as usize]).collect();
        let role = if f == 0 { Role::Closest } else { Role::Simplex };
        cso.add(role, format!("face/{f}"), Form::Polygon(corners));
    }
    for (k, p) in polytope.iter().enumerate() {
        cso.point(Role::Simplex, format!("y/{k}"), *p);
        cso.label(Role::Simplex, format!("y/{k}"), *p, format!("y{}", ["₀", "₁", "₂", "₃", "₄"][k]));
    }
    let horizon = vec![polytope[1], polytope[2], polytope[4]];
    cso.add(Role::Horizon, "horizon", Form::Polyline { points: horizon, closed: true });
    let w = DVec3::new(-0.35, -0.2, 1.25);
    cso.point(Role::NewSupport, "w", w);
    cso.label(Role::NewSupport, "w", w, "w");
    cso.segment(Role::Added, "added/0", polytope[1], w);
    cso.segment(Role::Added, "added/1", polytope[2], w);
    cso.segment(Role::Removed, "removed/0", polytope[1], polytope[3]);
    cso.add(Role::Ghost, "ghost", Form::Polyline { points: polytope[..4].to_vec(), closed: true });
    cso.arrow(Role::Axis, "axis", DVec3::ZERO, DVec3::new(-0.2, 0.0, 0.9));
    cso.label(Role::Axis, "axis", DVec3::new(-0.2, 0.0, 0.9), "d");
    let caption =
        "The face nearest to the origin is seen from w; the horizon of the faces that w sees is joined to it.";
    let mut figure = Figure {
        title: "EPA: a ball in a box".into(),
        step: "step 6 of 19".into(),
        caption: caption.into(),
        theme,
        size,
        ..Figure::default()
    };
    figure.panes = vec![
        Pane::new("world", &backdrop.0, &world, Camera::default()),
        Pane::new("configuration space A − B", &backdrop.1, &cso, Camera::default()),
    ];
    framed(figure)
}
