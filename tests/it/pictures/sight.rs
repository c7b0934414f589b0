//! Cameras show what they are asked to show; what is picked is what is seen; vertex arrays hold what is drawn.

use std::sync::Arc;

use contact_lens::picture::pick::pick;
use contact_lens::picture::{Batches, Bounds, Camera, Form, LineKind, LineOfSight, Picture, Role, ViewFrom};
use glam::{DVec2, DVec3};

use super::{Dice, demo};

fn close(a: f64, b: f64, size: f64) -> bool {
    (a - b).abs() <= size * 1e-6
}

#[test]
fn a_framed_picture_fills_the_pane_and_does_not_leave_it() {
    let mut dice = Dice(3);
    let (size, margin) = (DVec2::new(620.0, 490.0), 0.1);
    for (scale, far) in [(1.0, 0.0), (1e-6, 0.0), (1e6, 0.0), (1.0, 1e6), (1e-3, 1e3), (1e-6, 1.0)] {
        for view in ViewFrom::ALL {
            for orthographic in [false, true] {
                let center = DVec3::new(1.0, -0.3, 0.7) * far;
                let mut bounds = Bounds::default();
                let points: Vec<DVec3> =
                    (0..40).map(|_| center + dice.cube(scale) * DVec3::new(3.0, 1.0, 1.0)).collect();
                points.iter().for_each(|p| bounds.include(*p));
                let camera = Camera { orthographic, ..Camera::default() }.looking(view);
                let camera = camera.framing(&bounds, size.x / size.y, margin);
                let seen: Vec<DVec2> = points.iter().map(|p| camera.project(*p, size).unwrap()).collect();
                let (lo, hi) = (
                    seen.iter().copied().reduce(DVec2::min).unwrap(),
                    seen.iter().copied().reduce(DVec2::max).unwrap(),
                );
                let (free_lo, free_hi) = (lo - size * margin, size * (1.0 - margin) - hi);
                let allowed = 0.51 + size.x * 1e-7 * far / scale * 1e-7;
                assert!(
                    free_lo.min_element() > -allowed && free_hi.min_element() > -allowed,
                    "{scale} {view:?} {lo} {hi}"
                );
                let tight = (free_lo.x + free_hi.x).min(free_lo.y + free_hi.y);
                assert!(tight < 2.0, "could be larger: {scale} {far} {view:?} {orthographic} {free_lo} {free_hi}");
            }
        }
    }
}

#[test]
fn degenerate_bounds_give_a_camera_that_can_be_used() {
    let size = DVec2::new(400.0, 300.0);
    let cases =
        [vec![], vec![DVec3::ZERO], vec![DVec3::splat(1e6)], vec![DVec3::NAN, DVec3::X], vec![DVec3::splat(1e-9); 3]];
    for points in cases {
        let mut bounds = Bounds::default();
        points.iter().for_each(|p| bounds.include(*p));
        let camera = Camera::default().framing(&bounds, 4.0 / 3.0, 0.1);
        assert!(
            camera.distance > 0.0 && camera.distance.is_finite() && camera.target.is_finite(),
            "{points:?}: {camera:?}"
        );
        for p in points.into_iter().filter(|p| p.is_finite()) {
            let at = camera.project(p, size).unwrap();
            assert!(at.distance(size * 0.5) < 1.0, "{p} is seen at {at}");
        }
    }
}

#[test]
fn rays_and_view_coordinates_are_the_inverse_of_projection() {
    let mut dice = Dice(21);
    let size = DVec2::new(640.0, 480.0);
    for k in 0..200 {
        let orthographic = k % 2 == 0;
        let (azimuth, elevation) = (dice.next() * 6.0, dice.next() * 3.0 - 1.5);
        let camera = Camera { target: dice.cube(3.0), azimuth, elevation, orthographic, ..Camera::default() };
        let p = camera.target + dice.cube(1.5);
        assert!(camera.from_view(camera.to_view(p)).distance(p) < 1e-12);
        let at = camera.project(p, size).unwrap();
        let LineOfSight { eye, direction } = camera.line_of_sight(at, size);
        let off = (p - eye).reject_from(direction).length();
        assert!(off < 1e-9 && close(direction.length(), 1.0, 1.0), "{off}");
        assert!((p - eye).dot(direction) > 0.0, "the point is before the eye");
    }
}

#[test]
fn dots_are_picked_before_lines_and_lines_before_faces() {
    let mut picture = Picture::default();
    picture.add(
        Role::ShapeA,
        "box",
        Form::Solid(Arc::new(demo::hull(&demo::box_points(DVec3::ONE, DVec3::ZERO, Default::default())))),
    );
    picture.add(Role::Bound, "behind", Form::Plane { point: -DVec3::Z * 3.0, normal: DVec3::Z, half_size: 9.0 });
    picture.segment(Role::Axis, "line", DVec3::new(-1.0, 0.0, 1.5), DVec3::new(1.0, 0.0, 1.5));
    picture.point(Role::Witness, "dot", DVec3::new(0.5, 0.0, 1.5));
    let (camera, size) =
        (Camera { distance: 12.0, ..Camera::default() }.looking(ViewFrom::Front), DVec2::new(600.0, 600.0));
    let at = |p: DVec3| camera.project(p, size).unwrap();
    let key = |at: DVec2| pick(&picture.marks, &camera, size, at).map(|hit| hit.key.0.into_owned());
    assert_eq!(key(at(DVec3::new(0.5, 0.0, 1.5)) + 3.0).as_deref(), Some("dot"));
    assert_eq!(key(at(DVec3::new(-0.4, 0.0, 1.5)) + 3.0).as_deref(), Some("line"));
    assert_eq!(key(at(DVec3::new(0.3, 0.5, 1.0))).as_deref(), Some("box"));
    assert_eq!(key(at(DVec3::new(0.0, 2.0, -3.0))).as_deref(), Some("behind"));
    let hit = pick(&picture.marks, &camera, size, at(DVec3::new(0.3, 0.5, 1.0))).unwrap();
    assert!(hit.at.distance(DVec3::new(0.3, 0.5, 1.0)) < 1e-9, "met at {}", hit.at);
    let empty = Picture::from_iter(picture.marks[..1].to_vec());
    assert!(pick(&empty.marks, &camera, size, DVec2::ZERO).is_none());
}

#[test]
fn vertex_arrays_hold_every_face_and_edge_near_their_origin() {
    let far = DVec3::new(1e7, 0.0, 0.0);
    let mut picture = Picture::default();
    let mut solid = demo::hull(&demo::box_points(DVec3::ONE, DVec3::ZERO, Default::default()));
    solid.vertices.iter_mut().for_each(|p| *p += far);
    picture.add(Role::ShapeA, "box", Form::Solid(Arc::new(solid)));
    picture.add(Role::ShapeB, "ball", Form::Solid(Arc::new(demo::sphere(far + DVec3::X * 5.0, 1.0, 16, 10))));
    picture.arrow(Role::Normal, "n", far, far + DVec3::Y);
    picture.add(Role::Axis, "ring", Form::Circle { center: far, normal: DVec3::ZERO, radius: 1.0 });
    picture.point(Role::Fault, "nan", DVec3::NAN);
    let batches = Batches::new(&picture, far);
    assert_eq!(batches.triangles.iter().filter(|t| t.mark == 0).count(), 12);
    assert_eq!(batches.lines.iter().filter(|l| l.mark == 0 && l.kind == LineKind::Crease).count(), 12);
    assert_eq!(batches.lines.iter().filter(|l| l.arrow).count(), 1);
    assert_eq!((batches.rings.len(), batches.points.len()), (1, 0));
    let corner = Camera { target: far, distance: 30.0, azimuth: 0.7, elevation: 0.5, ..Camera::default() };
    let fronts = batches.fronts(&corner);
    let kinds: Vec<_> = batches.lines.iter().filter(|l| l.mark == 0).map(|l| batches.kind(l, &fronts)).collect();
    let count = |kind| kinds.iter().filter(|k| **k == kind).count();
    let [creases, hidden, outline] = [LineKind::Crease, LineKind::Hidden, LineKind::Outline].map(count);
    assert_eq!((creases, hidden, outline), (3, 3, 6), "three edges of a box in sight, three behind it, six around it");
    let camera = Camera { target: far, distance: 30.0, orthographic: true, ..Camera::default() };
    let outlines = batches.outlines(&camera);
    assert!(
        outlines.len() >= 12 && outlines.iter().all(|line| line.mark == 1),
        "only the ball's outline moves with the eye"
    );
    for line in &outlines {
        let p = DVec3::from(line.ends[0].map(f64::from)) - DVec3::X * 5.0;
        assert!(p.reject_from(camera.axes().back).length() > 0.9, "{p} is not on the rim as seen from the eye");
    }
    let near = |p: [f32; 3]| p.iter().all(|c| c.abs() <= 6.1);
    assert!(batches.triangles.iter().all(|t| t.positions.into_iter().all(near) && t.closed), "far from the origin");
    for tri in batches.triangles.iter().filter(|t| t.mark == 1) {
        for (p, n) in tri.positions.iter().zip(tri.normals) {
            let out = (DVec3::from(p.map(f64::from)) - DVec3::X * 5.0).normalize();
            assert!(
                out.dot(DVec3::from(n.map(f64::from))) > 0.98,
                "a ball's smooth normals point away from its middle"
            );
        }
    }
}
