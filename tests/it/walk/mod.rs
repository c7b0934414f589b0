//! A walk through the beats of every shipped scene, that looks at where things stand: in the figure of 1280 × 800, and in the
//! window of 1440 × 900, 1280 × 800 and 1024 × 700. Nothing is rasterized.
//!
//! Of all scenes but most of the reported bugs some beats of every query are looked at each time, and every beat of all by the long
//! walks, which print what they find:
//! `WALK=sat cargo test --release walk:: -- --ignored --nocapture` of the scenes whose names hold these letters.

mod figure;
mod laws;
mod named_marks;
mod page;
mod text;
#[cfg(feature = "app")]
mod window;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use contact_lens::lesson::Lesson;
use contact_lens::scene::model::Scene;
use contact_lens::scene::{self, SHIPPED, Shipped, catalog};

/// What is wrong with a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A text ends in an ellipsis.
    Cut,
    /// A text leaves its pane or its page.
    Outside,
    /// Two texts lie over each other.
    Overlap,
    /// An axis with a unit has fewer than two numbers.
    Ticks,
    /// A lane with a name is under 12 points high.
    LowLane,
    /// The legend names what is not drawn, or does not name what is.
    Legend,
    /// What leads the eye in a beat is in its picture, and hidden.
    Hidden,
    /// A label lies on what is of nearly its color.
    Lost,
    /// The legend says one thing twice, or two labels in one place say the same.
    Twice,
    /// All that a beat draws in a pane is under 10 points, and no lens shows it.
    Tiny,
    /// Letters that nobody can read.
    Letters,
    /// A body that the query does not name.
    Bystander,
    /// A pane without marks of the sub-step.
    Empty,
    /// World and configuration space are seen from two directions.
    Cameras,
    /// More values or legend entries than can be read.
    TooMany,
    /// More texts than can be read.
    Texts,
    /// A value whose mark is not drawn.
    Undrawn,
    /// A number of a sentence without a reference to its quantity.
    Untied,
    /// A symbol with two numbers.
    Disagree,
    /// A caption of many words, or a second one of a symbol.
    Caption,
    /// A sentence that begins with a pronoun.
    Subject,
    /// A number that is not the length at which it is written.
    Length,
}

/// A fault and where it is.
#[derive(Clone, Debug)]
pub struct Fault {
    pub kind: Kind,
    /// What and where in the layout.
    pub what: String,
}

pub fn fault(kind: Kind, what: impl Into<String>) -> Fault {
    Fault { kind, what: what.into() }
}

/// Beats that are looked at of one query: all of them where they are no more, else so many spread over the run, the first and the
/// last among them.
pub fn sample(lesson: &dyn Lesson, most: usize) -> Vec<(usize, usize)> {
    let steps = lesson.steps();
    let beats: Vec<usize> = (0..steps).map(|step| lesson.outline(step).len()).collect();
    let all: Vec<(usize, usize)> =
        beats.iter().enumerate().flat_map(|(step, count)| (0..*count).map(move |beat| (step, beat))).collect();
    match all.len() {
        count if count <= most => all,
        count => (0..most).map(|k| all[k * (count - 1) / (most - 1).max(1)]).collect(),
    }
}

/// A crowd is drawn slowly: fewer of its beats are looked at.
pub fn is_crowd(scene: &Scene) -> bool {
    scene.bodies.len() > 60
}

/// Shipped scenes, as many as every run can look at: of reported bugs, which are many and alike, every fourth.
pub fn some_scenes() -> impl Iterator<Item = (usize, &'static Shipped)> {
    let reported = |index: usize| catalog::entry_of(index).is_some_and(|entry| entry.report.is_some());
    let mut reports = 0;
    SHIPPED.iter().enumerate().filter(move |(index, _)| {
        reports += usize::from(reported(*index));
        !reported(*index) || reports % 4 == 1
    })
}

/// Faults that are accepted in a scene:
///
/// - **Outside**: in `world-mass-ratio`, the ground's name is on the rim of the pane, as only its surface is in view.
/// - **Texts**: the steps of these worlds have four panes, each with its scale: bodies, impulses by row, the current
///   row, the error against the direct solve. In `sweep-and-prune-fourteen-boxes`, all boxes have a name in the world
///   and on the axis of the sweep. The verdict in `audit-find-the-false-step` has four panes, each with its scale: bodies,
///   impulses, stages, and one law for all items.
const ACCEPTED: [(Kind, &str); 8] = [
    (Kind::Outside, "world-mass-ratio"),
    (Kind::Texts, "audit-find-the-false-step"),
    (Kind::Texts, "sweep-and-prune-fourteen-boxes"),
    (Kind::Texts, "world-colors"),
    (Kind::Texts, "world-half-plane"),
    (Kind::Texts, "world-mass-ratio"),
    (Kind::Texts, "world-motor"),
    (Kind::Texts, "world-real-physx-21-heavy-on-top"),
];

/// Looks at scenes, prints what is wrong, and fails where anything is.
pub fn walk<'a>(
    name: &str,
    scenes: impl IntoIterator<Item = &'a Shipped>,
    look: impl Fn(&Scene, &mut dyn FnMut(String, Vec<Fault>)) + Sync,
) {
    let part = std::env::var("WALK").unwrap_or_default();
    let scenes: Vec<&Shipped> = scenes.into_iter().filter(|scene| scene.name.contains(part.as_str())).collect();
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(BTreeMap::<Kind, usize>::new()));
    let (looked, cores) = (AtomicUsize::new(0), std::thread::available_parallelism().map_or(2, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(shipped) = scenes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
                    let begun = std::time::Instant::now();
                    look(&scene, &mut |place, faults| {
                        looked.fetch_add(1, Ordering::Relaxed);
                        for fault in faults.into_iter().filter(|fault| !ACCEPTED.contains(&(fault.kind, shipped.name)))
                        {
                            println!("{:?} · {} · {place} · {}", fault.kind, shipped.name, fault.what);
                            *counts.lock().unwrap().entry(fault.kind).or_default() += 1;
                        }
                    });
                    if begun.elapsed().as_secs() > 4 {
                        println!("{} took {:?}", shipped.name, begun.elapsed());
                    }
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap();
    println!("{name}: {} layouts of {} scenes: {counts:?}", looked.into_inner(), scenes.len());
    assert!(counts.is_empty(), "{counts:?}");
}
