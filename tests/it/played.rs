//! The shipped scenes, played once for all the tests that look at what is told, and their beats made once for all rules.
//!
//! `PLAYED=jolt cargo test --release lessons::` plays the scenes whose names hold these letters; then tests that count what all scenes
//! tell may fail.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;

use contact_lens::lesson::{Beat, Lesson};
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::{Algorithm, Query};
use contact_lens::scene::{self, SHIPPED};

use crate::{lessons, runs};

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
    let part = std::env::var("PLAYED").unwrap_or_default();
    let mut all = Vec::new();
    for shipped in SHIPPED.iter().filter(|shipped| shipped.name.contains(part.as_str())) {
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
    assert!(all.len() > 40 || !part.is_empty(), "the shipped scenes are played");
    all
}

/// The plays of both precisions.
pub(crate) fn both() -> &'static [Play] {
    static ALL: LazyLock<Vec<Play>> = LazyLock::new(|| Precision::BOTH.into_iter().flat_map(plays).collect());
    &ALL
}

/// What a rule has met in all plays: its test sees by this that it is not a weak one.
#[derive(Clone, Default)]
pub(crate) struct Met {
    pub(crate) count: usize,
    pub(crate) names: BTreeSet<(&'static str, &'static str)>,
    /// What is not as the rule says.
    pub(crate) wrong: Vec<String>,
}

/// The beats of a play by its steps.
pub(crate) type Beats = [(usize, Vec<Beat>)];

/// Something that holds in every play. Where it does not, it panics or notes what is wrong.
pub(crate) type Rule = fn(&Play, &Beats, &mut Met);

/// All beats, whatever their step.
pub(crate) fn each(beats: &Beats) -> impl DoubleEndedIterator<Item = &Beat> {
    beats.iter().flat_map(|(_, beats)| beats)
}

/// What a rule has met. All rules look while the beats are made, which takes far longer than looking.
///
/// # Panics
/// With what is wrong in the plays.
pub(crate) fn met(rule: &str) -> &'static Met {
    static ALL: LazyLock<BTreeMap<&'static str, Met>> = LazyLock::new(walked);
    let met = ALL.get(rule).unwrap_or_else(|| panic!("no rule is called {rule}"));
    assert!(met.wrong.is_empty(), "{} wrong:\n{}", met.wrong.len(), first_of_each(&met.wrong));
    met
}

/// Shows all plays to all rules, on as many threads as there are.
fn walked() -> BTreeMap<&'static str, Met> {
    let rules: Vec<(&'static str, Rule)> =
        [lessons::RULES, lessons::bounds::RULES, lessons::moments::RULES, lessons::words::RULES, runs::RULES].concat();
    let next = AtomicUsize::new(0);
    let walk = || {
        let mut met = vec![Met::default(); rules.len()];
        while let Some(play) = both().get(next.fetch_add(1, Ordering::Relaxed)) {
            let beats: Vec<_> = steps(&*play.lesson).map(|step| (step, play.lesson.beats(step))).collect();
            for ((_, rule), met) in rules.iter().zip(&mut met) {
                let looked = catch_unwind(AssertUnwindSafe(|| rule(play, &beats, met)));
                met.wrong.extend(looked.err().map(|panic| words(&*panic)));
            }
        }
        met
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let parts = thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(walk)).collect();
        all.into_iter().flat_map(|part| part.join().expect("rules are asked one by one")).collect::<Vec<Met>>()
    });
    let mut all: BTreeMap<&'static str, Met> = BTreeMap::new();
    for ((name, _), part) in rules.iter().cycle().zip(parts) {
        let met = all.entry(name).or_default();
        met.count += part.count;
        met.names.extend(part.names);
        met.wrong.extend(part.wrong);
    }
    all
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panicked").to_owned()
}

/// One line a kind of failure is enough to read.
fn first_of_each(wrong: &[String]) -> String {
    let mut kinds = BTreeMap::new();
    for line in wrong {
        let kind = line.split('@').nth(1).and_then(|rest| rest.split(':').next()).unwrap_or(line);
        kinds.entry(kind).or_insert(line.as_str());
    }
    kinds.into_values().take(40).collect::<Vec<_>>().join("\n")
}

/// The beats of a lesson. Of a frame with thousands of steps, in which one iteration is much like the next, those of the
/// first and of the last steps.
pub(crate) fn beats(lesson: &dyn Lesson) -> Vec<Beat> {
    steps(lesson).flat_map(|step| lesson.beats(step)).collect()
}

/// The steps that [`beats`] takes.
pub(crate) fn steps(lesson: &dyn Lesson) -> impl Iterator<Item = usize> {
    const MOST: usize = 100;
    let all = lesson.steps();
    let middle = MOST.min(all)..all.saturating_sub(MOST);
    (0..all).filter(move |step| !middle.contains(step))
}
