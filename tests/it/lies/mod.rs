//! The judges must refuse every lie: answers of the engine, spoiled one value at a time.

mod judges;
mod spoil;
mod tables;
mod worlds;

use std::collections::BTreeMap;

use contact_lens::answer::Finding;
use contact_lens::check::{self, Bodies};
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::{Algorithm, Scene};
use spoil::Spoil;

/// Lies that pass: the beginning of their names, and of the name of the scene in which they are true all the same, or empty.
type Free = (&'static str, &'static str);

/// A judge under test.
struct Table<F> {
    /// The shipped scenes that are asked.
    scenes: &'static [&'static str],
    /// Their questions.
    algorithm: fn(Algorithm) -> bool,
    /// The answer as this judge reads it.
    read: fn(&Finding) -> Option<&F>,
    /// And as it is handed to it.
    hand: fn(F) -> Finding,
    /// What the judge's own page says it cannot refute. All are needed.
    free: &'static [Free],
    /// How many lies are told at least.
    least: usize,
}

fn shipped(name: &str) -> Scene {
    let shipped = contact_lens::scene::shipped(name).unwrap_or_else(|| panic!("no scene {name}"));
    contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap()
}

/// What was told, refused and let pass.
#[derive(Default)]
struct Tally {
    refused: usize,
    /// By kind and scene, with the first example.
    passed: BTreeMap<(String, String), (usize, String)>,
}

impl Tally {
    fn tell(&mut self, kind: String, scene: &str, refused: bool, example: impl FnOnce() -> String) {
        if refused {
            self.refused += 1;
        } else {
            self.passed.entry((kind, scene.to_owned())).or_insert_with(|| (0, example())).0 += 1;
        }
    }

    /// Lies pass only where the judge says so, and where it says so some do.
    fn close(self, free: &[Free], least: usize) {
        let covers = |free: &Free, lie: &(String, String)| lie.0.starts_with(free.0) && lie.1.starts_with(free.1);
        let wrong: Vec<String> = self
            .passed
            .iter()
            .filter(|(lie, _)| !free.iter().any(|free| covers(free, lie)))
            .map(|((kind, _), (count, example))| format!("{kind}: {count}, {example}"))
            .collect();
        assert!(wrong.is_empty(), "these lies passed:\n{}", wrong.join("\n"));
        let idle: Vec<_> = free.iter().filter(|free| !self.passed.keys().any(|lie| covers(free, lie))).collect();
        assert!(idle.is_empty(), "the judge refuses these after all: {idle:?}");
        assert!(self.refused >= least, "only {} lies were refused", self.refused);
    }
}

impl<F: Spoil> Table<F> {
    fn holds(&self) {
        let mut tally = Tally::default();
        for name in self.scenes {
            let scene = shipped(name);
            for query in scene.queries.iter().filter(|query| (self.algorithm)(query.ask.algorithm())) {
                let placed = Bodies::of(&scene, query).unwrap();
                for (precision, frame) in Precision::BOTH
                    .into_iter()
                    .flat_map(|precision| (0..scene.frame_count().min(2)).map(move |frame| (precision, frame)))
                {
                    let at = format!("{name} › {} frame {frame} in {precision}", query.name);
                    let bodies = placed.placed_in(frame);
                    let verdict = play::answer(precision, &scene, query, frame).unwrap_or_else(|e| panic!("{at}: {e}"));
                    let judged = |finding: &Finding| check::verify(&placed, frame, precision, finding);
                    assert_eq!(judged(&verdict.finding), vec![], "{at}: the truth is refused");
                    let Some(truth) = (self.read)(&verdict.finding) else { panic!("{at}: {:?}", verdict.finding) };
                    let size = bodies.iter().map(check::Placed::radius).fold(0.0, f64::max);
                    for lie in truth.lies(0.05 * size) {
                        let refused = !judged(&(self.hand)(lie.claimed.clone())).is_empty();
                        let scene = format!("{name} › {}", query.name);
                        tally.tell(lie.kind(), &scene, refused, || format!("{at}: {}", lie.name));
                    }
                }
            }
        }
        tally.close(self.free, self.least);
    }
}
