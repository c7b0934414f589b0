//! What belongs to a picture is where it belongs, and what is framed holds it: asked of the lessons of shipped scenes.

use std::sync::Arc;

use contact_lens::lesson::{Lesson, WORLD};
use contact_lens::picture::{Bounds, Form, Mark, Role};
use contact_lens::play::{self, Precision};
use contact_lens::scene::{self, SHIPPED};
use glam::DVec3;

/// A frame of each query of the shipped scenes that are so called.
fn lessons(begin: &str, frame: usize) -> Vec<(String, Arc<dyn Lesson>)> {
    let mut all = Vec::new();
    for shipped in SHIPPED.iter().filter(|shipped| shipped.name.starts_with(begin)) {
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in &scene.queries {
            let lesson = play::lesson(Precision::F64, &scene, query, frame).unwrap();
            all.push((format!("{}, {}", shipped.name, query.name), lesson));
        }
    }
    assert!(!all.is_empty(), "scenes of {begin}");
    all
}

#[test]
fn the_arrow_of_a_contact_goes_with_the_body_that_a_solve_has_moved() {
    let mut held = 0;
    for (name, lesson) in lessons("world-real-avian", 1) {
        let last = lesson.beats(lesson.steps() - 1).pop().unwrap();
        let marks = &last.pictures.of(WORLD).marks;
        let moving: Vec<&Mark> =
            marks.iter().filter(|mark| mark.role == Role::Member && matches!(mark.form, Form::Solid(_))).collect();
        let extent = |mark: &Mark| Bounds::of(&std::iter::once(mark.clone()).collect());
        for mark in marks.iter().filter(|mark| mark.role == Role::Witness && mark.key.0 != "unit") {
            let Form::Arrow { from, .. } = mark.form else { continue };
            let touches = |body: &&Mark| {
                let [low, high] = extent(body).corners().unwrap();
                let room = DVec3::splat(0.1 * low.distance(high));
                from.cmpge(low - room).all() && from.cmple(high + room).all()
            };
            assert!(moving.iter().any(touches), "{name}: {:?} stands where no body is", mark.key);
            held += 1;
        }
    }
    assert!(held > 5, "{held}");
}

#[test]
fn the_ball_of_margins_lies_in_what_is_framed_from_the_start() {
    let mut held = 0;
    for (name, lesson) in lessons("planar-distance", 0) {
        let backdrop = lesson.backdrop();
        let framed = Bounds::of(backdrop.pictures.of("cso")).corners();
        for mark in lesson.beats(lesson.steps() - 1).iter().flat_map(|beat| &beat.pictures.of("cso").marks) {
            let Form::Circle { center, radius, .. } = mark.form else { continue };
            let [low, high] = framed.unwrap();
            let reach = DVec3::new(radius, radius, 0.0) * (1.0 - 1e-9);
            assert!((center - reach).cmpge(low).all() && (center + reach).cmple(high).all(), "{name}");
            assert_ne!(mark.role, Role::Bound, "{name}: it is no supporting plane");
            held += 1;
        }
    }
    assert!(held > 0);
}

#[test]
fn the_patch_of_a_half_space_in_question_is_framed_whole() {
    let mut held = 0;
    for (name, lesson) in lessons("halfspace-distance", 0).into_iter().chain(lessons("halfspace-contacts", 0)) {
        let backdrop = lesson.backdrop();
        let world = backdrop.pictures.of(WORLD);
        let [low, high] = Bounds::of(world).corners().unwrap();
        let asked = |mark: &&Mark| matches!(mark.role, Role::ShapeA | Role::ShapeB);
        for mark in world.marks.iter().filter(asked) {
            let Form::HalfSpace { half_size, flat: false, .. } = mark.form else { continue };
            // A square of twice that side has a diagonal of 2 √2 halves, however it is turned.
            let least = 2.0 * 2f64.sqrt() * half_size * (1.0 - 1e-9);
            assert!(low.distance(high) >= least, "{name}: {} < {least}", low.distance(high));
            held += 1;
        }
    }
    assert!(held > 5, "{held}");
}
