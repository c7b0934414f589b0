//! Tests of camera placement and framing.

use super::costs::MAX_FORESHORTENING;
use super::*;

#[test]
fn a_point_of_a_plane_is_not_below_the_axes() {
    let mut bounds = Bounds::default();
    bounds.include(DVec3::ZERO);
    bounds.include(DVec3::ONE.with_z(0.0));
    let size = DVec2::splat(600.0);
    let camera = clear_of_axes(&bounds, size, 0.05, |margin| Camera::flat().framing(&bounds, 1.0, margin));
    let off = (-camera.target.truncate() * 300.0 / camera.half_height()) + 300.0;
    assert!(off.max_element() > AXES_AREA.x && off.max_element() < 0.2 * size.x, "{off}");
    bounds.include(DVec3::new(-9.0, 0.5, 0.0));
    let camera = clear_of_axes(&bounds, size, 0.05, |margin| Camera::flat().framing(&bounds, 1.0, margin));
    assert_eq!(camera, Camera::flat().framing(&bounds, 1.0, 0.05), "nothing is in the corners");
}

#[test]
fn other_lines_are_not_seen_end_on() {
    let along = DVec3::Y;
    let plain = Camera::perpendicular_to(DVec3::Y, &[]).axes().back;
    let others = [plain, plain.cross(DVec3::Y)];
    let back = Camera::perpendicular_to(along, &others).axes().back;
    assert!(back.dot(along).abs() < 1e-9);
    assert!(others.iter().all(|other| other.dot(back).abs() < MAX_FORESHORTENING + 0.02), "{back}");
}

#[test]
fn a_camera_beside_a_direction_looks_across_it_and_not_from_below() {
    for i in 0..200 {
        let a = f64::from(i) * 0.7;
        let b = f64::from(i % 17) * 0.19;
        let along = DVec3::new(a.cos() * b.sin(), b.cos(), a.sin() * b.sin());
        let camera = Camera::perpendicular_to(along * 3.0, &[]);
        let back = camera.axes().back;
        assert!(back.dot(along).abs() < 1e-9, "{along}: {back}");
        assert!(camera.orthographic && back.y > -0.02 && back.y < 0.95, "{along}: {back}");
    }
    assert_eq!(Camera::perpendicular_to(DVec3::ZERO, &[]).azimuth, Camera::default().azimuth, "nothing to look across");
}

#[test]
fn a_world_whose_z_points_up_stands_upright() {
    for camera in [
        Camera::default(),
        Camera::for_pair_with_normal(DVec3::Z),
        Camera::facing(DVec3::X),
        Camera::perpendicular_to(DVec3::Y, &[]),
    ] {
        let turned = camera.upright(Up::Z);
        let axes = turned.axes();
        assert!(axes.right.z.abs() < 1e-12 && axes.up.z > 0.0 && axes.back.z > -1e-9, "{turned:?}");
        assert!((axes.right.cross(axes.up) - axes.back).length() < 1e-12, "right-handed");
        assert_eq!(turned.upright(Up::Z), turned);
        if camera.orthographic {
            let along = axes.back.dot(camera.axes().back).abs();
            assert!((along - 1.0).abs() < 1e-12, "a parallel view looks along the same line");
        }
        assert_eq!(camera.upright(Up::Y), camera);
    }
    let front = Camera { up: Up::Z, ..Camera::default() }.looking(ViewFrom::Front).axes();
    assert_eq!((front.right, front.back), (DVec3::X, DVec3::NEG_Y));
    let top = Camera { up: Up::Z, ..Camera::default() }.looking(ViewFrom::Top).axes();
    assert!((top.back - DVec3::Z).length() < 1e-12 && (top.up - DVec3::Y).length() < 1e-12);
}

#[test]
fn a_flat_thing_that_lies_across_is_never_a_line() {
    for degrees in 0..360 {
        let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
        let along = DVec3::new(cos, 0.0, sin);
        let camera = Camera::for_pair_with_normal(along);
        let slant = along.dot(camera.axes().back).abs();
        assert!(slant > 75f64.to_radians().cos(), "{degrees}: {slant}");
        let length = along.reject_from(camera.axes().back).length();
        assert!(length > 0.79, "{degrees}: the gap is long enough to be seen: {length}");
    }
}
