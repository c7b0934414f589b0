//! Sweep and prune from scene to judge: batch, expectations, the memory of a run, crowds, and a judge that sees every lie.

use std::sync::Arc;

use contact_lens::answer::{Finding, PairsFinding};
use contact_lens::check::{self, FailureKind, Precision, judge};
use contact_lens::cli::batch::Batch;
use contact_lens::lesson::{Event, Watch};
use contact_lens::play;
use contact_lens::scene::{self, model::Scene};
use serde_json::{Value, json};

fn reply(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

fn shipped(name: &str) -> Scene {
    let shipped = scene::shipped(name).unwrap();
    scene::parse(name, shipped.text.as_bytes()).unwrap()
}

/// So many boxes on a shaken lattice, over so many frames.
fn crowd(count: usize, frames: usize) -> Scene {
    let side = (count as f64).cbrt().ceil() as usize;
    let shaken = |k: usize, salt: usize| ((k * 7919 + salt * 104_729) % 1000) as f64 / 1000.0;
    let at = |k: usize, frame: usize| {
        let cell = [k % side, k / side % side, k / side / side];
        let at = |axis: usize| cell[axis] as f64 * 1.3 + shaken(k, axis) + 0.02 * frame as f64 * shaken(k, axis + 3);
        [at(0), at(1), at(2)]
    };
    let body = |k: usize| json!({ "name": k.to_string(), "shape": { "type": "box", "half_extents": [0.5, 0.5, 0.5] } });
    let pose = |k: usize, frame: usize| json!({ "body": k.to_string(), "position": at(k, frame) });
    let frame = |frame: usize| json!({ "poses": (0..count).map(|k| pose(k, frame)).collect::<Vec<_>>() });
    let text = json!({
        "version": 1, "name": "crowd", "bodies": (0..count).map(body).collect::<Vec<_>>(),
        "queries": [{ "name": "q", "algorithm": "sweep_and_prune", "bodies": "all" }],
        "frames": (0..frames).map(frame).collect::<Vec<_>>(),
    });
    scene::parse("crowd", text.to_string().as_bytes()).unwrap()
}

#[test]
fn batch_tells_pairs_changes_and_swaps_of_every_frame() {
    let unit = |x: f64| json!([[x, 0, 0], [x + 1.0, 1, 1]]);
    let frames =
        json!([[unit(0.0), unit(2.0), unit(3.0)], [unit(1.5), unit(2.0), unit(3.5)], [unit(1.5), null, unit(2.5)], []]);
    for precision in Precision::BOTH {
        let answer = reply(precision, &json!({ "id": 5, "op": "pairs", "frames": frames }));
        let wanted = json!({
            "id": 5,
            "pairs": [[[1, 2]], [[0, 1]], [[0, 2]], []],
            "began": [[[1, 2]], [[0, 1]], [[0, 2]], []],
            "ended": [[], [[1, 2]], [[0, 1]], [[0, 2]]],
            "swaps": [0, 2, 1, 0],
        });
        assert_eq!(answer, wanted);
    }
    let plane = json!({ "op": "pairs", "dim": 2, "frames": [[[[0, 0], [1, 1]], [[1, 1, 0], ["inf", 1e30, 0]]]] });
    assert_eq!(reply(Precision::F64, &plane)["pairs"], json!([[[0, 1]]]));
    let timed = Batch { time: true, ..Batch::default() }.reply(1, plane.to_string().as_bytes());
    assert!(serde_json::from_str::<Value>(&timed).unwrap()["ns"].as_f64().unwrap() > 0.0);
}

#[test]
fn batch_names_what_is_wrong_with_boxes() {
    let said = |line: Value| {
        let answer = reply(Precision::F64, &line)["error"].as_str().unwrap_or("no error").to_owned();
        answer.split_once(": ").map(|(_, said)| said.to_owned()).unwrap_or(answer)
    };
    let frames = |frames: Value| said(json!({ "op": "pairs", "frames": frames }));
    assert_eq!(
        said(json!({ "op": "pairs" })),
        "the field `frames` is missing (lists of boxes, each [min, max] or null)"
    );
    assert_eq!(said(json!({ "op": "pairs", "framse": [] })), "framse: unknown field; did you mean `frames`?");
    assert_eq!(frames(json!(7)), "frames: must be a list of frames, but is 7");
    assert_eq!(frames(json!([[7]])), "frames[0][0]: must be a box [min, max] or null, but is 7");
    assert_eq!(frames(json!([[[[0, 0, 0]]]])), "frames[0][0]: must be a box [min, max], but has 1 entries");
    assert_eq!(frames(json!([[], [[[0, 0, 0], [1, 1]]]])), "frames[1][0][1]: must have 3 entries, but has 2");
    assert_eq!(
        frames(json!([[null, [[0, 2, 0], [1, 1, 1]]]])),
        "frames[0][1]: min must not be above max: on y, 2 is above 1"
    );
    assert_eq!(
        frames(json!([[[[0, 0, "x"], [1, 1, 1]]]])),
        "frames[0][0][0][2]: must be a number, or \"inf\" or \"-inf\", but is a string"
    );
    let plane = json!({ "op": "pairs", "dim": 2, "frames": [[[[0, 0, 1], [1, 1, 1]]]] });
    assert_eq!(said(plane), "frames[0][0][0][2]: must be 0 in 2D, but is 1");
}

#[test]
fn frames_can_be_looked_at_in_any_order_and_every_event_is_a_change() {
    let scene = shipped("sweep-and-prune-fourteen-boxes");
    let query = &scene.queries[0];
    for precision in Precision::BOTH {
        let (run, fresh) =
            (play::open(precision, &scene, query).unwrap(), play::open(precision, &scene, query).unwrap());
        for frame in [5, 1, 7, 0, 3] {
            let lesson = run.lesson(frame).unwrap();
            assert_eq!(*lesson.verdict(), fresh.answer(frame).unwrap());
            let Finding::Pairs(found) = &lesson.verdict().finding else { panic!() };
            let beats = || (0..lesson.steps()).flat_map(|step| lesson.outline(step));
            let count = |event| beats().filter(|beat| beat.event == Some(event)).count();
            if frame > 0 {
                assert_eq!((count(Event::Begin), count(Event::End)), (found.began.len(), found.ended.len()));
                assert_eq!(lesson.steps() as u64, found.swap_count() + 2, "new boxes, swaps, and the end");
            }
            let last = beats().last().unwrap();
            assert_eq!(last.points, [(0, found.pairs.len() as f64), (1, 0.0)]);
        }
    }
}

#[test]
fn a_large_crowd_is_answered_judged_and_told() {
    let scene = crowd(2_200, 3);
    let case = &check::check_scene(&scene)[0];
    assert!(case.holds(), "{:?}", case.failures);
    let lesson = play::lesson(Precision::F32, &scene, &scene.queries[0], 1).unwrap();
    assert!(lesson.steps() > 1_000, "{} steps", lesson.steps());
    let marks =
        |step: usize| lesson.beats(step).iter().map(|beat| beat.pictures.of("lanes").marks.len()).max().unwrap();
    assert!((0..lesson.steps()).step_by(501).all(|step| marks(step) < 120), "only what is near the swap is drawn");
    let backdrop = lesson.backdrop();
    assert!(backdrop.pictures.of("world").marks.len() < 10, "boxes are dots");
}

#[test]
fn expectations_are_of_the_frame_that_they_name() {
    let text = scene::shipped("sweep-and-prune-fourteen-boxes").unwrap().text;
    let failures = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        let scene = scene::parse("f", text.replacen(old, new, 1).as_bytes()).unwrap();
        let cases = check::check_scene(&scene);
        let all = cases.iter().flat_map(|case| &case.failures);
        all.map(|failure| {
            assert_eq!((failure.kind, failure.precision), (FailureKind::Expectation, Precision::F64), "{failure:?}");
            format!("{}: {}", failure.frame, failure.message)
        })
        .collect::<Vec<_>>()
    };
    assert!(failures("\"frame\": 1", "\"frame\": 1").is_empty());
    assert_eq!(
        failures("\"swaps_at_most\": 20", "\"swaps_at_most\": 19"),
        ["1: expected at most 19 iterations, found 20"]
    );
    assert_eq!(failures("\"pair_count\": 6", "\"pair_count\": 7"), ["0: expected 7 pairs, found 6"]);
    let began = failures("\"began\": [[\"3\", \"8\"]]", "\"began\": [[\"5\", \"7\"]]");
    let wanted = [
        "1: expected the pair of `5` and `7` in `began`, but the list lacks it",
        "1: `began` contains the pair of `3` and `8`, which is not expected",
    ];
    assert_eq!(began, wanted);
    let beyond =
        scene::parse("f", text.replacen("\"frame\": 1", "\"frame\": 8", 1).as_bytes()).unwrap_err().to_string();
    assert!(beyond.ends_with("queries[0].expect.frame: must be a frame of this scene, from 0 to 7"), "{beyond}");
    let mut idle: serde_json::Value = serde_json::from_str(text).unwrap();
    idle["queries"][0]["expect"] = serde_json::json!({ "frame": 1 });
    let idle = scene::parse("f", idle.to_string().as_bytes()).unwrap_err().to_string();
    assert!(idle.ends_with("expect.frame: has no effect without other fields of `expect`"), "{idle}");
}

#[test]
fn the_judge_sees_every_lie_about_pairs() {
    let scene = shipped("sweep-and-prune-fourteen-boxes");
    let query = &scene.queries[0];
    let bodies = check::Bodies::of(&scene, query).unwrap();
    let verdict = play::answer(Precision::F64, &scene, query, 1).unwrap();
    let Finding::Pairs(truth) = &verdict.finding else { panic!() };
    let claims = |lie: &dyn Fn(&mut PairsFinding)| {
        let mut answer = truth.clone();
        lie(&mut answer);
        let found = check::verify(&bodies, 1, Precision::F64, &Finding::Pairs(answer));
        found.into_iter().map(|violation| violation.claim).collect::<Vec<_>>()
    };
    use judge::Claim;
    assert_eq!(claims(&|_| ()), []);
    assert!(claims(&|answer| answer.pairs.truncate(answer.pairs.len() - 1)).contains(&Claim::Overlap));
    assert!(claims(&|answer| answer.pairs.insert(0, [0, 1])).contains(&Claim::Overlap));
    assert_eq!(claims(&|answer| answer.pairs.insert(0, [9, 3])), [Claim::Form]);
    assert_eq!(claims(&|answer| answer.began.clear()), [Claim::Changes]);
    assert_eq!(claims(&|answer| answer.ended.insert(0, [0, 1])), [Claim::Changes]);
    assert_eq!(claims(&|answer| answer.swaps[1] += 1), [Claim::Swaps]);
    assert_eq!(claims(&|answer| answer.swaps.clear()), [Claim::Form]);
    let moved = |answer: &mut PairsFinding| {
        let mut boxes = answer.boxes.to_vec();
        boxes[4].as_mut().unwrap()[1].x += 1e-9;
        answer.boxes = boxes.into();
    };
    assert_eq!(claims(&moved), [Claim::Containment]);
    assert_eq!(claims(&|answer| answer.boxes = Vec::new().into()), [Claim::Form]);
}

#[test]
fn the_first_frame_of_a_crowd_is_there_before_the_others_are_played_and_each_is_played_once() {
    let (scene, frames) = (crowd(300, 24), 24);
    for precision in Precision::BOTH {
        let open = || play::open(precision, &scene, &scene.queries[0]).unwrap();
        let ticks = |work: &dyn Fn()| {
            let watch = Arc::new(Watch::default());
            watch.run(work).unwrap();
            watch.ticks()
        };
        let run = open();
        assert_eq!(ticks(&|| drop(run.lesson(0).unwrap())), run.lesson(0).unwrap().steps(), "only frame 0 is played");
        let lesson = run.lesson(0).unwrap();
        assert_eq!(lesson.strip(), None);
        let before = lesson.beats(0);
        let fresh = open();
        let answers = ticks(&|| (0..frames).for_each(|frame| drop(fresh.answer(frame).unwrap())));
        assert_eq!(ticks(&|| run.compare().unwrap()), answers, "each frame once");
        assert_eq!(ticks(&|| run.compare().unwrap()), 0, "and never again");
        let strip = lesson.strip().expect("the lesson at hand has it now");
        assert_eq!((strip.frames.len(), strip.now), (frames, 0));
        for (before, after) in before.iter().zip(lesson.beats(0)) {
            assert_eq!(after.tables.last(), Some(&strip.table));
            assert_eq!(after.tables[..after.tables.len() - 1], before.tables[..]);
        }
        let steps: usize = (0..frames).map(|frame| run.lesson(frame).unwrap().steps()).sum();
        assert_eq!(steps, answers, "what a frame hands on is found out by the way");
    }
}
