//! Whatever a picture holds, a figure of it is made, is valid, and holds no number that is none.

use std::sync::Arc;

use contact_lens::picture::pick::pick;
use contact_lens::picture::png::rasterize;
use contact_lens::picture::{Batches, Bounds, Camera, Figure, Form, Pane, Picture, Role, Solid, Theme, dump};
use glam::{DVec2, DVec3};

use super::{Dice, demo};

/// Every form with every kind of bad number.
fn bad_picture() -> Picture {
    let mut picture = Picture::default();
    let odd = [
        DVec3::NAN,
        DVec3::INFINITY,
        DVec3::splat(1e300),
        DVec3::splat(-1e-300),
        DVec3::ZERO,
        DVec3::new(1.0, f64::NAN, 0.0),
    ];
    for (i, &p) in odd.iter().enumerate() {
        for (j, &q) in odd.iter().enumerate() {
            let key = format!("{i}/{j}/\u{0}<&\">");
            picture.point(Role::Witness, key.clone(), p);
            picture.segment(Role::Axis, key.clone(), p, q);
            picture.arrow(Role::Normal, key.clone(), p, q);
            picture.label(Role::Fault, key.clone(), p, "\u{7}<b>&amp;\u{202e}한국어");
            picture.add(Role::Region, key.clone(), Form::Polygon(vec![p, q, DVec3::X, DVec3::Y]));
            picture.add(Role::Horizon, key.clone(), Form::Polyline { points: vec![p, q, p], closed: true });
            picture.add(Role::Bound, key.clone(), Form::Plane { point: p, normal: q, half_size: p.x });
            picture.add(Role::Ghost, key.clone(), Form::Circle { center: p, normal: q, radius: q.x });
            let vertices = vec![p, q, DVec3::X, DVec3::Y, DVec3::Y, DVec3::Z];
            let faces =
                vec![vec![0, 1, 2], vec![2, 3, 4], vec![2, 3, 5], vec![9, 1, 2], vec![], vec![2], vec![2, 5, 3, 2]];
            let creases = vec![[0, 1], [2, 2], [7, 8], [2, 5]];
            picture.add(
                Role::ShapeA,
                key.clone(),
                Form::Solid(Arc::new(Solid { vertices, faces, creases, round: j % 2 == 0, ..Solid::default() })),
            );
        }
    }
    picture.add(Role::ShapeB, "", Form::Solid(Arc::default()));
    picture.add(Role::Simplex, "empty", Form::Polygon(Vec::new()));
    picture.add(Role::Simplex, "empty", Form::Polyline { points: Vec::new(), closed: true });
    picture
}

fn check(figure: &Figure) {
    let svg = figure.svg();
    let values = svg.split(" d=\"").skip(1).chain(svg.split("cx=\"").skip(1)).filter_map(|rest| rest.split('"').next());
    for value in values {
        let sound = |c: char| c.is_ascii_digit() || "MLZ .-".contains(c);
        assert!(
            value.chars().all(sound) && !value.contains("-0 ") && !value.ends_with("-0"),
            "{value:?} in the figure"
        );
    }
    rasterize(&svg, 0.5).unwrap();
}

#[test]
fn bad_numbers_draw_nothing_and_break_nothing() {
    let picture = bad_picture();
    for orthographic in [false, true] {
        for size in [[500, 300], [40, 30], [1, 1]] {
            let camera = Camera { orthographic, ..Camera::default() };
            let panes = vec![Pane::new("world", &picture, &picture, camera.framing(&Bounds::of(&picture), 1.6, 0.1))];
            let caption = "a caption with a word-that-is-wider-than-the-whole-figure ".repeat(3);
            check(&Figure { title: "t".into(), caption: caption.into(), panes, size, ..Figure::default() });
        }
    }
    let batches = Batches::new(&picture, DVec3::ZERO);
    assert!(batches.triangles.iter().flat_map(|t| t.normals).flatten().all(f32::is_finite), "a normal is no number");
    assert!(!dump(&picture).is_empty());
    pick(&picture.marks, &Camera::default(), DVec2::new(300.0, 200.0), DVec2::new(150.0, 100.0));
    check(&Figure::default());
}

#[test]
fn an_eye_inside_of_everything_sees_what_is_before_it() {
    let mut figure = demo::penetration(Theme::Dark, [600, 300]);
    for pane in &mut figure.panes {
        pane.camera.distance *= 0.05;
    }
    check(&figure);
    figure.panes[0].camera = Camera { distance: 0.0, ..Camera::default() };
    figure.panes[1].camera = Camera { target: DVec3::NAN, distance: f64::NAN, ..Camera::default() };
    check(&figure);
}

#[test]
fn scenes_of_any_size_and_place_look_alike() {
    let drawn = |scale: f64, far: DVec3| {
        let ball = |at: DVec3, r: f64| Form::Solid(Arc::new(demo::sphere(far + at * scale, r * scale, 12, 8)));
        let mut picture = Picture::default();
        picture.add(Role::ShapeA, "a", ball(DVec3::ZERO, 1.0));
        picture.add(Role::ShapeB, "b", ball(DVec3::X * 1.5, 1.0));
        let panes = vec![Pane { ground: None, ..Pane::new("world", &picture, &Picture::default(), Camera::default()) }];
        demo::framed(Figure { panes, size: [400, 300], ..Figure::default() })
    };
    let usual = rasterize(&drawn(1.0, DVec3::ZERO).svg(), 1.0).unwrap();
    for (scale, far) in [(1e-6, DVec3::ZERO), (1e6, DVec3::ZERO), (1.0, DVec3::new(1e6, -2e6, 5e5)), (1e-6, DVec3::Y)] {
        let other = rasterize(&drawn(scale, far).svg(), 1.0).unwrap();
        let differs = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 24;
        let count = usual.rgba.iter().zip(&other.rgba).filter(|pair| differs(*pair)).count();
        assert!(count * 100 < usual.rgba.len(), "{scale} at {far}: {count} of {} bytes differ", usual.rgba.len());
    }
}

#[test]
fn heaps_of_crossing_faces_are_drawn() {
    let mut dice = Dice(17);
    let mut picture = Picture::default();
    for k in 0..120 {
        let middle = dice.cube(1.0);
        let corners = vec![middle + dice.cube(0.4), middle + dice.cube(0.4), middle + dice.cube(0.4)];
        picture.add(Role::ALL[k % 15], format!("t/{k}"), Form::Polygon(corners));
    }
    let panes = vec![Pane::new("world", &picture, &Picture::default(), Camera::default())];
    check(&demo::framed(Figure { panes, ..Figure::default() }));
}
