//! Runs on the thread: cancellation, reuse of opened runs, comparison of frames.

use contact_lens_lesson::{CSO, WORLD};
use contact_lens_play::Run;
use contact_lens_scene::model::{Frame, Query, Scene};

use super::*;
use crate::run::query_opener::open_in_engine;

/// Two ellipsoids of `count` points each, all of them vertices of their hulls.
fn two_hulls(count: usize) -> Scene {
    let a = two_hulls::ellipsoid(count, "A", [1.0, 0.8, 0.6], 0.0);
    let b = two_hulls::ellipsoid(count, "B", [0.5, 0.9, 0.7], 1.0);
    let scene = serde_json::json!({
        "version": 1, "name": "Two hulls",
        "bodies": [a, b],
        "queries": [{"name": "depth", "algorithm": "distance", "a": "A", "b": "B"}]
    });
    serde_json::from_value(scene).expect("a scene")
}

fn question(scene: Scene, id: u64) -> Box<Question> {
    let query = scene.queries[0].clone();
    Box::new(Question {
        id,
        scene: Arc::new(scene),
        query,
        frame: 0,
        uses_default_frame: false,
        precision: Precision::F64,
        end_only: false,
    })
}

#[test]
fn a_pair_of_20_000_points_each_is_computed_in_time_with_a_sampled_backdrop() {
    let mut worker = Worker::new(open_in_engine);
    let begun = Instant::now();
    worker.ask(question(two_hulls(20_000), 1));
    let recording = worker.answer(None).and_then(|answer| answer.recording.ok()).expect("an answer");
    // Three seconds in a release build; other builds are many times slower.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let begun = Instant::now();
    let backdrop = recording.lesson.backdrop();
    assert!(begun.elapsed() < Duration::from_millis(50), "the backdrop was not made by the worker");
    for mark in backdrop.pictures.of(WORLD).marks.iter().chain(&backdrop.pictures.of(CSO).marks) {
        let contact_lens_picture::Form::Solid(solid) = &mark.form else { continue };
        assert!(solid.sampled.is_some_and(|left_out| left_out < 0.01), "{:?}", solid.sampled);
        assert!(solid.vertices.len() <= 1500 && solid.faces.len() <= 3000, "{} vertices", solid.vertices.len());
    }
}

#[test]
fn a_canceled_run_about_a_large_pair_ends_soon() {
    let scene = two_hulls(20_000);
    for wait in [30, 300, 1000, 2000] {
        let mut worker = Worker::new(open_in_engine);
        worker.ask(question(scene.clone(), 1));
        std::thread::sleep(Duration::from_millis(wait));
        let watch = worker.work.as_ref().expect("it runs").watch.clone();
        let begun = Instant::now();
        worker.cancel();
        // The thread drops its reference when it ends.
        while Arc::strong_count(&watch) > 1 {
            assert!(begun.elapsed() < Duration::from_secs(5), "the engine goes on after {wait} ms");
            std::thread::sleep(Duration::from_millis(5));
        }
        println!("canceled after {wait} ms: ended within {:?}", begun.elapsed());
    }
}

#[test]
fn a_second_run_computes_one_precision_and_compares_no_frames() {
    use std::sync::Mutex;
    static OPENED: Mutex<Vec<Precision>> = Mutex::new(Vec::new());
    fn counting(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
        OPENED.lock().expect("nobody failed").push(precision);
        open_in_engine(scene, query, precision)
    }
    fn opened() -> Vec<Precision> {
        std::mem::take(&mut *OPENED.lock().expect("nobody failed"))
    }
    let mut scene = two_hulls(8);
    for _ in 0..3 {
        scene.frames.push(Frame { time: None, poses: Vec::new(), gone: Vec::new() });
    }
    let mut worker = Worker::in_one_precision(counting);
    worker.ask(question(scene.clone(), 1));
    let answer = worker.answer(None).expect("an answer");
    assert!(answer.recording.is_ok() && answer.other_precision.is_none());
    assert_eq!((opened(), worker.is_comparing_frames()), (vec![Precision::F64], false));
    let mut worker = Worker::new(counting);
    worker.ask(question(scene, 1));
    assert!(worker.answer(None).is_some_and(|answer| answer.other_precision.is_some()) && worker.is_comparing_frames());
    assert_eq!(opened().len(), 2, "the run shown is computed in both precisions");
}

#[test]
fn frames_of_a_query_reuse_its_run() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    static OPENED: AtomicUsize = AtomicUsize::new(0);
    fn counting(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
        OPENED.fetch_add(1, Relaxed);
        open_in_engine(scene, query, precision)
    }
    let scene = Arc::new(two_hulls(8));
    let mut worker = Worker::new(counting);
    let mut id = 0;
    let mut ask = |scene: &Arc<Scene>, margin: f64, frame: usize, precision: Precision| {
        id += 1;
        let mut scene = Arc::clone(scene);
        if margin > 0.0 {
            Arc::make_mut(&mut scene).bodies[1].margin = margin;
        }
        let query = scene.queries[0].clone();
        worker.ask(Box::new(Question {
            id,
            scene,
            query,
            frame,
            uses_default_frame: false,
            precision,
            end_only: false,
        }));
        assert!(worker.answer(None).is_some_and(|answer| answer.id == id && answer.recording.is_ok()));
        OPENED.load(Relaxed)
    };
    assert_eq!(ask(&scene, 0.0, 0, Precision::F64), 2, "one run in each precision");
    for frame in [5, 3, 4] {
        assert_eq!(ask(&scene, 0.0, frame, Precision::F64), 2, "frame {frame}");
    }
    assert_eq!(ask(&scene, 0.0, 4, Precision::F32), 2, "the other precision was opened before");
    let titled = Arc::new(Scene { name: String::from("Another title"), ..Scene::clone(&scene) });
    assert_eq!(ask(&titled, 0.0, 4, Precision::F32), 2, "a title changes no run");
    assert_eq!(ask(&scene, 0.1, 4, Precision::F32), 4, "a margin does");
}

#[test]
fn frames_are_compared_once_per_run_after_its_answer() {
    let mut scene = two_hulls(8);
    scene.frames = vec![Frame { time: None, poses: Vec::new(), gone: Vec::new() }; 6].into();
    let mut worker = Worker::new(open_in_engine);
    let mut asked = question(scene, 1);
    let mut ask = |id: u64, frame: usize, worker: &mut Worker| {
        asked.id = id;
        asked.frame = frame;
        worker.ask(asked.clone());
        worker.answer(None).and_then(|answer| answer.recording.ok()).expect("an answer")
    };
    let first = ask(1, 0, &mut worker);
    assert!(worker.is_comparing_frames() && worker.take_comparison_result(None) && !worker.is_comparing_frames());
    assert!(!worker.take_comparison_result(None), "the end is reported once");
    assert_eq!(first.lesson.strip().map(|strip| strip.frames.len()), Some(6));
    let second = ask(2, 3, &mut worker);
    assert!(!worker.is_comparing_frames(), "the frames were compared before");
    assert_eq!(second.lesson.strip().map(|strip| strip.now), Some(3));
    worker.ask(question(two_hulls(8), 3));
    assert!(worker.answer(None).is_some() && !worker.is_comparing_frames(), "the scene has one frame");
}

#[test]
fn a_question_about_another_scene_cancels_the_current_run() {
    let mut worker = Worker::new(open_in_engine);
    worker.ask(question(two_hulls(5_000), 1));
    let first = worker.work.as_ref().expect("it runs").watch.clone();
    worker.ask(question(Scene { name: String::from("Another"), ..two_hulls(8) }, 2));
    let answer = worker.answer(None).expect("an answer");
    assert_eq!(answer.id, 2, "the first question is canceled");
    drop(worker);
    while Arc::strong_count(&first) > 1 {
        std::thread::sleep(Duration::from_millis(5));
    }
}
