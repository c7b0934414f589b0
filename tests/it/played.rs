//! The shipped scenes, played once for all the tests that look at what is told.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use contact_lens::lesson::{Beat, Lesson};
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::{Algorithm, Query};
use contact_lens::scene::{self, SHIPPED};

/// One play of one query: the name says which.
pub(crate) struct Play {
    pub(crate) name: String,
    pub(crate) query: Query,
    pub(crate) frame: usize,
    pub(crate) lesson: Arc<dyn Lesson>,
}

/// The frames that are played: of a world, in which one frame is much like the next, the start, the first and the last.
fn frames(query: &Query, count: usize) -> Vec<usize> {
    match query.ask.algorithm() {
        Algorithm::World => [0, 1, count - 1].into_iter().collect::<BTreeSet<_>>().into_iter().collect(),
        _ => (0..count).collect(),
    }
}

/// Every query of every frame of every shipped scene, of worlds of some frames, in one precision.
fn plays(precision: Precision) -> Vec<Play> {
    let mut all = Vec::new();
    for shipped in SHIPPED {
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in &scene.queries {
            let run = play::open(precision, &scene, query).unwrap_or_else(|error| panic!("{}: {error}", shipped.name));
            for frame in frames(query, run.frames()) {
                let name = format!("{} {} {frame} {precision}", shipped.name, query.name);
                let lesson = run.lesson(frame).unwrap_or_else(|error| panic!("{name}: {error}"));
                all.push(Play { name, query: query.clone(), frame, lesson });
            }
            run.compare().unwrap_or_else(|error| panic!("{}: {error}", shipped.name));
        }
    }
    assert!(all.len() > 40, "the shipped scenes are played");
    all
}

/// The plays of both precisions.
pub(crate) fn both() -> &'static [Play] {
    static ALL: LazyLock<Vec<Play>> = LazyLock::new(|| Precision::BOTH.into_iter().flat_map(plays).collect());
    &ALL
}

/// The beats of a lesson. Of a frame with thousands of steps, in which one iteration is much like the next, those of the
/// first and of the last steps.
pub(crate) fn beats(lesson: &dyn Lesson) -> Vec<Beat> {
    steps(lesson).flat_map(|step| lesson.beats(step)).collect()
}

/// The steps that [`beats`] takes.
pub(crate) fn steps(lesson: &dyn Lesson) -> impl Iterator<Item = usize> {
    const MOST: usize = 250;
    let all = lesson.steps();
    let middle = MOST.min(all)..all.saturating_sub(MOST);
    (0..all).filter(move |step| !middle.contains(step))
}
