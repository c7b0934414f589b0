//! Runs over frames: what is handed on, what is drawn of bodies that nobody asks about.

use std::collections::BTreeSet;

use contact_lens::lesson::{BeatSummary, WORLD};
use contact_lens::picture::{Form, Role};
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::Algorithm;
use contact_lens::scene::{self, SHIPPED};
use glam::DVec3;

use crate::played::{Beats, Met, Play, Rule, met};

/// What holds of every run.
pub(crate) const RULES: &[(&str, Rule)] = &[("outlines", outlines_tell_what_beats_tell), ("levels", levels_hold_steps)];

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

fn outlines_tell_what_beats_tell(play: &Play, all: &Beats, met: &mut Met) {
    let Play { name, lesson, .. } = play;
    for (step, beats) in all {
        let outline = lesson.outline(*step);
        for beat in &outline {
            let drawn = !beat.pictures.is_empty() || !beat.values.is_empty() || !beat.tables.is_empty();
            assert!(!drawn, "{name} step {step} @{}", beat.line);
        }
        met.count += outline.len();
        assert_eq!(BeatSummary::of_step(outline), BeatSummary::of_step(beats.clone()), "{name} step {step}");
    }
}

#[test]
fn an_outline_tells_what_the_beats_tell_and_draws_nothing() {
    let beats = met("outlines").count;
    assert!(beats > 2000, "only {beats} beats");
}

/// The parts into which the full answer falls.
const PARTS: [&str; 8] = ["GJK", "Newton", "overlap", "facets", "refinement", "balls", "EPA", "answer"];

fn levels_hold_steps(play: &Play, _: &Beats, met: &mut Met) {
    let Play { name, lesson, .. } = play;
    for level in lesson.levels() {
        let steps: Vec<usize> = (0..level.count()).flat_map(|group| level.steps(group)).collect();
        assert!(steps.iter().copied().eq(0..lesson.steps()), "{name}: {level:?}");
        for group in 0..level.count() {
            met.names.extend(
                PARTS.iter().filter(|part| **part == level.title(group)).map(|part| (lesson.card().title, *part)),
            );
            for step in level.steps(group) {
                let line = lesson.outline(step)[0].line;
                assert_eq!(level.title(group) == "GJK", line == "gjk", "{name} step {step} @{line}");
                assert_eq!(level.at(step), group, "{name} step {step}");
            }
        }
    }
}

#[test]
fn levels_hold_every_step_once_and_say_what_the_lines_say() {
    let parts: BTreeSet<&str> = met("levels").names.iter().map(|(_, part)| *part).collect();
    for part in PARTS {
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
