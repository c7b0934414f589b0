//! The judge of worlds, which is handed frame after frame.

use contact_lens::answer::{Finding, WorldFinding};
use contact_lens::check::judge::world::World;
use contact_lens::play::{self, Precision};

use super::spoil::Spoil;
use super::{Tally, shipped};

#[test]
fn about_worlds() {
    let mut tally = Tally::default();
    for (name, frames) in [
        ("world-column", [0, 1, 40]),
        ("world-half-plane", [0, 1, 40]),
        ("world-hinges", [0, 1, 40]),
        ("world-motor", [0, 1, 40]),
        ("world-mouse", [1, 20, 40]),
        ("world-bounce", [0, 30, 60]),
        ("world-rope", [0, 1, 40]),
        ("world-diverges", [0, 1, 10]),
        ("world-too-many-rows", [0, 1, 2]),
    ] {
        let scene = shipped(name);
        for (query, precision) in
            scene.queries.iter().flat_map(|query| Precision::BOTH.map(|precision| (query, precision)))
        {
            let at = format!("{name} › {} in {precision}", query.name);
            let judge = World::new(&scene, query, precision.eps()).unwrap();
            let all: Vec<u32> = (0..=frames[2]).collect();
            let mut played: Vec<WorldFinding> = Vec::new();
            let broken =
                play::open_simulation(precision, &scene, query).unwrap().play(&all, &mut |found| played.push(found));
            let mut truths: Vec<WorldFinding> =
                frames.into_iter().filter_map(|frame| played.get(frame as usize).cloned()).collect();
            if broken.is_some() {
                let last = frames[2] as usize;
                let Finding::World(found) = play::answer(precision, &scene, query, last).unwrap().finding else {
                    panic!()
                };
                truths.push(*found);
            }
            for truth in &truths {
                let (frame, before) = (truth.frame, truth.frame.checked_sub(1).map(|before| &played[before]));
                assert_eq!(judge.verify(before, truth), vec![], "{at}: the truth is refused");
                for lie in truth.lies(0.05) {
                    let refused = !judge.verify(before, &lie.claimed).is_empty();
                    let scene = format!("{name} › {}", query.name);
                    tally.tell(lie.kind(), &scene, refused, || format!("{at}, frame {frame}: {}", lie.name));
                }
            }
        }
    }
    let free = [
        // Several solves a frame.
        ("", "world-column › soft"),
        // Poses that are moved by a velocity of their own.
        ("bodies[].angle", "world-column › split"),
        ("bodies[].angle", "world-hinges › split"),
        ("bodies[].angle", "world-motor"),
        ("bodies[].position", "world-column › split"),
        // What is told is true of the last frame that is known.
        ("diverged left out", ""),
        ("diverged.body left out", ""),
        // Contacts that do nothing.
        ("contacts[]", "world-mouse"),
        ("contacts[].normal.x with the other sign", "world-hinges › Baumgarte"),
        ("contacts[].points[].position.x", "world-hinges › Baumgarte"),
        ("contacts[].points[] swapped", ""),
        ("contacts[].points[].id", ""),
    ];
    tally.close(&free, 3000);
}
