//! Runs over frames: what is handed on, what is drawn of bodies that nobody asks about.

use contact_lens::lesson::{BeatSummary, WORLD};
use contact_lens::picture::{Form, Role};
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::Algorithm;
use contact_lens::scene::{self, SHIPPED};
use glam::DVec3;

use crate::played::{Play, both, steps};

#[test]
fn frames_may_be_asked_in_any_order() {
    let mut moving = 0;
    for shipped in SHIPPED {
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in scene.queries.iter().filter(|query| query.ask.warm_start()) {
            for precision in Precision::BOTH {
                let in_order = play::open(precision, &scene, query).unwrap();
                let backwards = play::open(precision, &scene, query).unwrap();
                let forward: Vec<_> = (0..in_order.frames()).map(|frame| in_order.answer(frame).unwrap()).collect();
                for frame in (0..backwards.frames()).rev() {
                    assert_eq!(backwards.answer(frame).unwrap(), forward[frame], "{} frame {frame}", shipped.name);
                    // A frame of a world has hundreds of steps: some of its lessons are enough.
                    if query.ask.algorithm() == Algorithm::World && frame % 100 != 1 {
                        continue;
                    }
                    let lesson = backwards.lesson(frame).unwrap();
                    assert_eq!(*lesson.verdict(), forward[frame], "{} frame {frame}", shipped.name);
                }
                moving += forward.len();
            }
        }
    }
    assert!(moving > 100, "only {moving} warm frames");
}

#[test]
fn an_outline_tells_what_the_beats_tell_and_draws_nothing() {
    let mut beats = 0;
    for Play { name, lesson, .. } in both() {
        for step in steps(&**lesson) {
            let outline = lesson.outline(step);
            for beat in &outline {
                let drawn = !beat.pictures.is_empty() || !beat.values.is_empty() || !beat.tables.is_empty();
                assert!(!drawn, "{name} step {step} @{}", beat.line);
            }
            beats += outline.len();
            let told = BeatSummary::of_step(lesson.beats(step));
            assert_eq!(BeatSummary::of_step(outline), told, "{name} step {step}");
        }
    }
    assert!(beats > 2000, "only {beats} beats");
}

#[test]
fn levels_hold_every_step_once_and_say_what_the_lines_say() {
    let mut parts = std::collections::BTreeSet::new();
    for Play { name, lesson, .. } in both() {
        for level in lesson.levels() {
            let steps: Vec<usize> = (0..level.count()).flat_map(|group| level.steps(group)).collect();
            assert!(steps.iter().copied().eq(0..lesson.steps()), "{name}: {level:?}");
            for group in 0..level.count() {
                parts.insert(level.title(group).to_owned());
                for step in level.steps(group) {
                    let line = lesson.outline(step)[0].line;
                    assert_eq!(level.title(group) == "GJK", line == "gjk", "{name} step {step} @{line}");
                    assert_eq!(level.at(step), group, "{name} step {step}");
                }
            }
        }
    }
    for part in ["GJK", "Newton", "overlap", "facets", "refinement", "balls", "EPA", "answer"] {
        assert!(parts.contains(part), "{part} is in none of {parts:?}");
    }
}

#[test]
fn bodies_that_nobody_asks_about_are_drawn_where_they_stand() {
    for (dimension, kind) in [(2, "circle"), (3, "sphere")] {
        let text = serde_json::json!({
            "version": 1, "name": "three", "dimension": dimension,
            "bodies": [
                { "name": "a", "shape": { "type": kind, "radius": 1.0 } },
                { "name": "b", "shape": { "type": kind, "radius": 1.0 }, "position": [3.0, 0.0, 0.0] },
                { "name": "c", "shape": { "type": kind, "radius": 0.5 }, "position": [0.0, 7.0, 0.0] },
            ],
            "queries": [{ "name": "q", "algorithm": "gjk", "a": "a", "b": "b" }],
            "frames": [{ "poses": [] }, { "poses": [{ "body": "c", "position": [0.0, 9.0, 0.0] }] }],
        });
        let scene = scene::parse("three", text.to_string().as_bytes()).unwrap();
        let run = play::open(Precision::F64, &scene, &scene.queries[0]).unwrap();
        for (frame, y) in [(0, 7.0), (1, 9.0)] {
            let backdrop = run.lesson(frame).unwrap().backdrop();
            let world = backdrop.pictures.of(WORLD);
            let marks: Vec<_> = world.marks.iter().filter(|mark| mark.role == Role::Bystander).collect();
            assert!(marks.iter().all(|mark| mark.key.0 == "body/c") && marks.len() == 1, "{dimension}: {marks:?}");
            let Form::Solid(solid) = &marks[0].form else { panic!("{:?}", marks[0].form) };
            let far = solid.vertices.iter().map(|p| p.distance(DVec3::new(0.0, y, 0.0))).fold(0.0, f64::max);
            assert!((far - 0.5).abs() < 0.01, "{dimension} frame {frame}: {far}");
        }
    }
}
