//! Tests of magnifiers.

use super::*;
use crate::{Role, flatten};

fn picture(radius: f64) -> Picture {
    let mut picture = Picture::default();
    picture.segment(Role::ShapeA, "long", DVec3::ZERO, DVec3::X * 100.0);
    picture.segment(Role::Closest, "short", DVec3::X * 90.0, DVec3::X * 90.0 + DVec3::Y * 0.5);
    picture.label(Role::Closest, "short", DVec3::X * 90.0 + DVec3::Y * 0.5, "x");
    picture.magnify(DVec3::X * 90.0, radius);
    picture
}

fn seen(picture: &Picture) -> Option<Inset> {
    let size = DVec2::new(400.0, 400.0);
    let theme = Theme::Light;
    let camera = Camera { target: DVec3::X * 50.0, ..Camera::flat() };
    let camera = Camera { distance: 60.0 / (camera.fov * 0.5).tan(), ..camera };
    let drawn = flatten(ViewKind::Plane, picture, &camera, size, theme, 0.0);
    Inset::new(ViewKind::Plane, picture, &camera, PaneExtent { size, top: 0.0 }, theme, InsetPurpose::Figure(&drawn))
}

#[test]
fn what_is_small_is_magnified_in_a_free_corner_and_cut_at_its_sides() {
    let inset = seen(&picture(1.0)).expect("a lens");
    let [min, max] = inset.area;
    let times: f64 = inset.name.trim_start_matches("× ").parse().expect("how many times");
    assert!(times > 10.0 && min.y < 150.0, "above the line: {:?} × {times}", inset.area);
    for item in &inset.flat.items {
        let Draw::Line { points, .. } = &item.draw else { continue };
        assert!(points.iter().all(|p| p.cmpge(min - 1e-6).all() && p.cmple(max + 1e-6).all()), "{points:?}");
    }
    assert_eq!(inset.flat.words.len(), 1);
    assert!(inset.ring.is_some_and(|(middle, _)| inset.contains(middle)) && inset.leaders().len() == 2);
    assert!(inset.contains(0.5 * (min + max)), "no word of the pane is about what lies under the lens");
    assert!(!inset.contains(max + 1.0), "but beside it words stay");
    assert!(seen(&picture(30.0)).is_none(), "large enough");
    assert!(seen(&picture(0.0)).is_none() && seen(&picture(f64::NAN)).is_none());
}

#[test]
fn a_lens_that_would_show_the_same_at_the_same_size_stays_closed() {
    let opens = |pane: f64, radius: f64| {
        let mut picture = Picture::default();
        picture.magnify_subject(DVec3::ZERO, radius);
        picture.point(Role::Simplex, "row", DVec3::ZERO);
        let size = DVec2::splat(pane);
        let theme = Theme::Light;
        let camera = Camera::flat();
        let camera = Camera { target: DVec3::ZERO, distance: 1.0 / (camera.fov * 0.5).tan(), ..camera };
        let drawn = flatten(ViewKind::Plane, &picture, &camera, size, theme, 0.0);
        let lens = Inset::new(
            ViewKind::Plane,
            &picture,
            &camera,
            PaneExtent { size, top: 0.0 },
            theme,
            InsetPurpose::Figure(&drawn),
        );
        lens.map(|lens| lens.name)
    };
    // Radius around the row, in points, so that it is smaller than the limit for the step's subject.
    let reach = 34.0;
    assert_eq!(opens(200.0, reach / 100.0), None, "as large as it is");
    assert!(opens(200.0, 5.0 / 100.0).is_some_and(|name| name.starts_with("× ") && name != "× 1"), "small");
}

/// Magnifier of a mark that faces along `normal`, for a camera that looks along −z.
fn faced(kind: ViewKind, normal: DVec3) -> Option<Inset> {
    let size = DVec2::new(400.0, 400.0);
    let theme = Theme::Light;
    let mut picture = Picture::default();
    picture.segment(Role::ShapeA, "far", normal * 0.9, normal);
    picture.point(Role::Simplex, "node", normal);
    picture.magnify_from_outside(DVec3::ZERO, 1.0, normal);
    let camera = Camera { target: DVec3::ZERO, ..Camera::flat() };
    let camera = Camera { distance: 1.2 / (camera.fov * 0.5).tan(), ..camera };
    let drawn = flatten(kind, &picture, &camera, size, theme, 0.0);
    Inset::new(kind, &picture, &camera, PaneExtent { size, top: 0.0 }, theme, InsetPurpose::Figure(&drawn))
}

#[test]
fn what_is_turned_away_is_seen_from_its_own_side() {
    for kind in [ViewKind::Space, ViewKind::Sphere] {
        let named = |normal| faced(kind, normal).map(|inset| inset.name);
        assert_eq!(named(DVec3::NEG_Z).as_deref(), Some("from behind"));
        assert_eq!(named(DVec3::X).as_deref(), Some("from the side"));
        assert_eq!(named(DVec3::Z), None, "it faces the eye");
        let inset = faced(kind, DVec3::NEG_Z).expect("a lens");
        let dots = inset.flat.items.iter().filter(|item| matches!(item.draw, Draw::Dot { .. })).count();
        assert_eq!(dots, 1, "the node is in it");
        assert!(!inset.contains(DVec2::splat(200.0)), "words stay where they are, too");
        assert!(inset.ring.is_none() && inset.leaders().is_empty(), "around something large");
    }
}
