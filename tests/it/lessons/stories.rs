//! Stories: one run of each lesson as text, read by a person when it changes.
//!
//! Each sub-step has its sentence, its values, and the marks that it draws, by view.

use std::collections::BTreeMap;
use std::fmt::Write;

use contact_lens::answer::FindingFacts as _;
use contact_lens::lesson::{Beat, Lesson};
use contact_lens::picture::Picture;
use contact_lens::play::{self, Precision};
use contact_lens::scene::SHIPPED;

use super::scene;

/// Scenes and queries of the stories, one for each title of a lesson.
const STORIES: &[(&str, &str)] = &[
    ("isa-gjk-grazing", "directed"),
    ("planar-boolean-gjk-triangles", "intersects"),
    ("manifold-box-on-box", "four points"),
    ("planar-manifold-boxes", "log, one point"),
    ("halfspace-contacts", "edge"),
    ("parts-plane-flight", "contacts"),
    ("planar-distance", "the cores overlap"),
    ("parts-plane", "distance"),
    ("halfspace-two", "ground and ceiling"),
    ("halfspace-distance", "above the ground"),
    ("distance-mesh-hollow", "second ball above the floor"),
    ("hierarchy-cone", "a corner of the rim"),
    ("planar-epa-starts", "from a segment"),
    ("epa-horizon-discs-out-of-order", "flood fill"),
    ("parts-flight-none-met", "from above"),
    ("cull-real-bevy-spheres", "long frustum"),
    ("gjk-box-sphere", "distance"),
    ("planar-gjk-collinear", "corner over a side"),
    ("planar-graham-degenerate", "on one line"),
    ("isa-gjk-grazing", "intersects"),
    ("planar-jarvis-degenerate", "on one line"),
    ("minkowski-thin", "prism"),
    ("planar-minkowski-thin", "grown"),
    ("planar-cast-real-collision-rs-111-circle-beside-wall", "cast"),
    ("planar-cast-rectangles", "advancement"),
    ("planar-cast-rectangles", "separating axes"),
    ("cast-at-rest", "jumping, ray"),
    ("halfspace-cast", "as the motion ends"),
    ("cast-rotation", "too late"),
    ("cast-bilateral", "too late"),
    ("cast-curved", "advancement"),
    ("cast-misses", "box passes by, axes"),
    ("halfspace-two", "overlap, apart"),
    ("halfspace-distance", "overlap, apart"),
    ("quickhull-degenerate", "nearly flat"),
    ("audit-normal-flipped", "audit"),
    ("planar-ray-compound", "ray"),
    ("ray-edge", "ray"),
    ("ray-one-sided", "far"),
    ("sat-boxes-edge-edge", "first gap"),
    ("planar-sat-segments", "crossing"),
    ("simplex-flat-around-q", "johnson"),
    ("simplex-duplicate-corner", "voronoi"),
    ("simplex-duplicate-corner", "signed volumes"),
    ("support-affine", "support"),
    ("sweep-and-prune-crowd", "pairs"),
    ("planar-sweep-and-prune", "pairs"),
    ("world-half-plane", "direct"),
];

/// Largest number of marks with one root that a story names.
const MAX_NAMED: usize = 4;

/// One run as text.
fn story(lesson: &dyn Lesson) -> String {
    let mut out = format!("{}\n", lesson.card().title);
    for step in 0..lesson.steps() {
        for (number, beat) in lesson.beats(step).iter().enumerate() {
            let event = beat.event.map_or_else(String::new, |event| format!(", {}", event.name()));
            let _ = writeln!(out, "\n{}.{} {}{event}\n  {}", step + 1, number + 1, beat.line, beat.say);
            add_values_and_marks(&mut out, beat);
        }
    }
    let verdict = lesson.verdict();
    let _ = writeln!(out, "\n{} ({}): {}", verdict.finding.status(), verdict.outcome, verdict.say);
    out
}

fn add_values_and_marks(out: &mut String, beat: &Beat) {
    let values: Vec<String> = beat.values.iter().map(|value| format!("{} = {}", value.symbol, value.text)).collect();
    if !values.is_empty() {
        let _ = writeln!(out, "  values: {}", values.join("; "));
    }
    for (view, picture) in beat.pictures.iter().filter(|(_, picture)| !picture.marks.is_empty()) {
        let _ = writeln!(out, "  {view}: {}", marks(picture));
    }
}

/// Marks of a picture by role and id; of many with one root, such as `arc/3`, their number.
fn marks(picture: &Picture) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for mark in &picture.marks {
        let key = mark.key.0.as_ref();
        let group = format!("{:?} {}", mark.role, key.split('/').next().unwrap_or_default());
        match groups.iter_mut().find(|(other, _)| *other == group) {
            Some((_, keys)) if keys.contains(&key) => {}
            Some((_, keys)) => keys.push(key),
            None => groups.push((group, vec![key])),
        }
    }
    let lines = groups.iter().map(|(group, keys)| match keys.len() {
        1..=MAX_NAMED => format!("{} {}", group.split(' ').next().unwrap_or_default(), keys.join(" ")),
        count => format!("{group} × {count}"),
    });
    lines.collect::<Vec<_>>().join(", ")
}

#[test]
fn each_lesson_has_a_story() {
    let mut stories = BTreeMap::new();
    for (name, query) in STORIES {
        let scene = scene(name);
        let query = scene.queries.iter().find(|other| other.name == *query).expect("the query of a story");
        let lesson = play::opening(Precision::F64, &scene, query).unwrap();
        insta::assert_snapshot!(format!("{name}-{}", query.name.replace([' ', ','], "-")), story(&*lesson));
        stories.insert(lesson.card().title, *name);
    }
    let mut missing = BTreeMap::new();
    for shipped in SHIPPED {
        let scene = &scene(shipped.name);
        for query in &scene.queries {
            let Ok(lesson) = play::opening(Precision::F64, scene, query) else { continue };
            let title = lesson.card().title;
            if !stories.contains_key(title) {
                let length: usize = (0..lesson.steps()).map(|step| lesson.outline(step).len()).sum();
                missing.entry(title).or_insert_with(Vec::new).push((length, shipped.name, query.name.clone()));
            }
        }
    }
    missing.values_mut().for_each(|all| all.sort());
    assert!(missing.is_empty(), "lessons without a story, with their runs: {missing:#?}");
}
