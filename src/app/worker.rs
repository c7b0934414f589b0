//! Runs the engine on its own thread: one run at a time, only the newest question queued.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use egui::Context;

use super::player::Player;
use super::progress::RunProgress;
use super::question::{Answer, Opened, Question};
use crate::lesson::Watch;
use crate::play::{Precision, QueryError};

/// Worker that answers questions on a thread.
pub(super) struct Worker {
    player: Player,
    work: Option<Work>,
    next: Option<Box<Question>>,
    /// Run of the last question. Other frames of the same run reuse its state.
    opened: Option<Arc<Opened>>,
    /// Comparison of all frames, in the background after an answer.
    comparison: Option<Comparison>,
    /// Whether to compute only the run itself: no other precision and no comparison of frames.
    alone: bool,
    /// Context to repaint when an answer is there.
    bell: Option<Context>,
}

/// A background run over all frames, for the strip and the table of frames.
struct Comparison {
    /// Compared run and its precision.
    of: (Arc<Opened>, Precision),
    watch: Arc<Watch>,
    done: Receiver<Option<()>>,
    /// Whether the window has waited for it once.
    waited: bool,
    ended: bool,
}

struct Work {
    id: u64,
    frame: usize,
    /// Precision in which to compare frames after the answer; `None` for no comparison.
    moving: Option<Precision>,
    /// Names of the scene and of the query.
    about: [String; 2],
    begun: Instant,
    watch: Arc<Watch>,
    answer: Receiver<Option<Answer>>,
}

impl Worker {
    pub fn new(player: Player) -> Self {
        Self { player, work: None, next: None, opened: None, comparison: None, alone: false, bell: None }
    }

    /// Idle worker for the second run of a comparison, which computes only the run itself.
    pub fn alone(player: Player) -> Self {
        let mut worker = Self::new(player);
        worker.alone = true;
        worker
    }

    /// Repaints `ctx` when an answer is there.
    pub fn wakes(&mut self, ctx: &Context) {
        self.bell.get_or_insert_with(|| ctx.clone());
    }

    /// Sends a question. While another run is active, only the newest question is queued. A run about another scene or
    /// query is canceled.
    pub fn ask(&mut self, question: Box<Question>) {
        if self.work.as_ref().is_some_and(|work| work.about != about(&question)) {
            self.cancel();
        }
        match self.work {
            Some(_) => self.next = Some(question),
            None => self.begin(question),
        }
    }

    /// Cancels the current run, the queued question and the comparison.
    pub fn cancel(&mut self) {
        self.next = None;
        self.comparison = None;
        if let Some(work) = self.work.take() {
            work.watch.cancel();
        }
    }

    /// Progress of the current run; `None` when idle.
    pub fn working(&self) -> Option<RunProgress> {
        let work = self.work.as_ref()?;
        Some(RunProgress { iterations: work.watch.ticks(), seconds: work.begun.elapsed().as_secs_f64() })
    }

    /// Waits up to `patience` for an answer, without a limit when it is `None`, then starts the queued question.
    pub fn answer(&mut self, patience: Option<Duration>) -> Option<Answer> {
        let work = self.work.as_ref()?;
        let got = match patience {
            Some(patience) => work.answer.recv_timeout(patience),
            None => work.answer.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let got = match got {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => return None,
            // The engine thread panicked; report that as the answer.
            Err(RecvTimeoutError::Disconnected) => {
                Some(Answer { id: work.id, frame: work.frame, recording: Err(failed()), second: None, passing: false })
            }
        };
        let moving = self.work.take().and_then(|work| work.moving);
        if let (Some(precision), Some(Answer { recording: Ok(_), .. })) = (moving, &got) {
            self.compare(precision);
        }
        if let Some(next) = self.next.take() {
            self.begin(next);
        }
        got
    }

    /// Whether frames are being compared.
    pub fn compares(&self) -> bool {
        self.comparison.as_ref().is_some_and(|comparison| !comparison.ended)
    }

    /// Whether the comparison has ended since the last call. The first call waits as [`Worker::answer`] does.
    pub fn compared(&mut self, patience: Option<Duration>) -> bool {
        let Some(comparison) = self.comparison.as_mut().filter(|comparison| !comparison.ended) else { return false };
        let first = !std::mem::replace(&mut comparison.waited, true);
        let got = match patience {
            Some(patience) => comparison.done.recv_timeout(if first { patience } else { Duration::ZERO }),
            None => comparison.done.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        comparison.ended = got != Err(RecvTimeoutError::Timeout);
        got == Ok(Some(()))
    }

    /// Starts the comparison of the last question's frames, unless it was started before.
    fn compare(&mut self, precision: Precision) {
        let Some(opened) = &self.opened else { return };
        if let Some(Comparison { of: (run, compared), .. }) = &self.comparison
            && Arc::ptr_eq(run, opened)
            && *compared == precision
        {
            return;
        }
        let (sender, done) = channel();
        let opened = Arc::clone(opened);
        let watch = Arc::new(Watch::default());
        let bell = Bell(self.bell.clone());
        let of = (Arc::clone(&opened), precision);
        let thread_watch = Arc::clone(&watch);
        let thread = std::thread::Builder::new().name(String::from("frames"));
        thread
            .spawn(move || {
                let _bell = bell;
                // The receiver is dropped when the comparison is canceled.
                sender.send(thread_watch.over(|| opened.compare(precision))).ok();
            })
            .ok();
        self.comparison = Some(Comparison { of, watch, done, waited: false, ended: false });
    }

    /// Run of a question: the current one when it fits, else a new one.
    fn open(&mut self, question: &Question) -> Arc<Opened> {
        let opened = match self.opened.take() {
            Some(opened) if opened.is_about(question) => opened,
            Some(other) => Arc::new(Opened::after(&other, question)),
            None => Arc::new(Opened::new(self.player, question)),
        };
        self.opened.insert(opened).clone()
    }

    fn begin(&mut self, question: Box<Question>) {
        let (sender, receiver) = channel();
        let opened = self.open(&question);
        let id = question.id;
        let watch = Arc::new(Watch::default());
        let frame = question.frame;
        if self.comparison.as_ref().is_some_and(|comparison| !Arc::ptr_eq(&comparison.of.0, &opened)) {
            self.comparison = None;
        }
        let moves = question.scene.frame_count() > 1 && !question.query.is_of_a_world();
        let alone = self.alone;
        let moving = (moves && !question.passing && !alone).then_some(question.precision);
        let about = about(&question);
        let thread_watch = watch.clone();
        let bell = Bell(self.bell.clone());
        let thread = std::thread::Builder::new().name(String::from("engine"));
        // If the thread cannot be spawned, the receiver is disconnected at once.
        thread
            .spawn(move || {
                // The bell rings after the answer is sent, and also when the thread panics.
                let _bell = bell;
                let done = thread_watch.over(|| match alone {
                    true => opened.answer_alone(&question),
                    false => opened.answer(&question),
                });
                // The receiver is dropped when the run is canceled.
                sender.send(done).ok();
            })
            .ok();
        self.work = Some(Work { id, frame, moving, about, begun: Instant::now(), watch, answer: receiver });
    }
}

impl Drop for Comparison {
    fn drop(&mut self) {
        self.watch.cancel();
    }
}

/// Repaints the window when dropped, at the end of a thread.
struct Bell(Option<Context>);

impl Drop for Bell {
    fn drop(&mut self) {
        if let Some(ctx) = &self.0 {
            ctx.request_repaint();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn about(question: &Question) -> [String; 2] {
    [question.scene.name.clone(), question.query.name.clone()]
}

fn failed() -> QueryError {
    QueryError::new("", "The engine failed on this query. Please report the scene.")
}

#[cfg(test)]
#[path = "../../tests/it/two_hulls.rs"]
mod two_hulls;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::player::engine_player;
    use crate::lesson::{CSO, WORLD};
    use crate::play::Run;
    use crate::scene::model::{Frame, Query, Scene};

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
            opening: false,
            precision: Precision::F64,
            passing: false,
        })
    }

    #[test]
    fn a_pair_of_20_000_points_each_is_drawn_in_time_and_in_little_memory() {
        let mut worker = Worker::new(engine_player);
        let begun = Instant::now();
        worker.ask(question(two_hulls(20_000), 1));
        let recording = worker.answer(None).and_then(|answer| answer.recording.ok()).expect("an answer");
        // Three seconds in a release build; this one is many times slower, on a machine that does other things as well.
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        let begun = Instant::now();
        let backdrop = recording.lesson.backdrop();
        assert!(begun.elapsed() < Duration::from_millis(50), "the thread that draws has to make the backdrop");
        for mark in backdrop.pictures.of(WORLD).marks.iter().chain(&backdrop.pictures.of(CSO).marks) {
            let crate::picture::Form::Solid(solid) = &mark.form else { continue };
            assert!(solid.sampled.is_some_and(|left_out| left_out < 0.01), "{:?}", solid.sampled);
            assert!(solid.vertices.len() <= 1500 && solid.faces.len() <= 3000, "{} vertices", solid.vertices.len());
        }
    }

    #[test]
    fn a_run_about_a_large_pair_ends_soon_after_it_was_cancelled() {
        let scene = two_hulls(20_000);
        for wait in [30, 300, 1000, 2000] {
            let mut worker = Worker::new(engine_player);
            worker.ask(question(scene.clone(), 1));
            std::thread::sleep(Duration::from_millis(wait));
            let watch = worker.work.as_ref().expect("it runs").watch.clone();
            let begun = Instant::now();
            worker.cancel();
            // The thread lets go of its half when it ends.
            while Arc::strong_count(&watch) > 1 {
                assert!(begun.elapsed() < Duration::from_secs(5), "the engine goes on after {wait} ms");
                std::thread::sleep(Duration::from_millis(5));
            }
            println!("canceled after {wait} ms: ended within {:?}", begun.elapsed());
        }
    }

    #[test]
    fn of_a_run_beside_another_one_precision_is_computed_and_no_frames_are_compared() {
        use std::sync::Mutex;
        static OPENED: Mutex<Vec<Precision>> = Mutex::new(Vec::new());
        fn counting(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
            OPENED.lock().expect("nobody failed").push(precision);
            engine_player(scene, query, precision)
        }
        fn opened() -> Vec<Precision> {
            std::mem::take(&mut *OPENED.lock().expect("nobody failed"))
        }
        let mut scene = two_hulls(8);
        for _ in 0..3 {
            scene.frames.push(Frame { time: None, poses: Vec::new(), gone: Vec::new() });
        }
        let mut worker = Worker::alone(counting);
        worker.ask(question(scene.clone(), 1));
        let answer = worker.answer(None).expect("an answer");
        assert!(answer.recording.is_ok() && answer.second.is_none());
        assert_eq!((opened(), worker.compares()), (vec![Precision::F64], false));
        let mut worker = Worker::new(counting);
        worker.ask(question(scene, 1));
        assert!(worker.answer(None).is_some_and(|answer| answer.second.is_some()) && worker.compares());
        assert_eq!(opened().len(), 2, "the run that is looked at is asked in both");
    }

    #[test]
    fn frames_of_one_query_are_asked_of_one_run() {
        use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
        static OPENED: AtomicUsize = AtomicUsize::new(0);
        fn counting(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
            OPENED.fetch_add(1, Relaxed);
            engine_player(scene, query, precision)
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
            worker.ask(Box::new(Question { id, scene, query, frame, opening: false, precision, passing: false }));
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
    fn frames_are_compared_after_the_answer_and_once_a_run() {
        let mut scene = two_hulls(8);
        scene.frames = vec![Frame { time: None, poses: Vec::new(), gone: Vec::new() }; 6].into();
        let mut worker = Worker::new(engine_player);
        let mut asked = question(scene, 1);
        let mut ask = |id: u64, frame: usize, worker: &mut Worker| {
            asked.id = id;
            asked.frame = frame;
            worker.ask(asked.clone());
            worker.answer(None).and_then(|answer| answer.recording.ok()).expect("an answer")
        };
        let first = ask(1, 0, &mut worker);
        assert!(worker.compares() && worker.compared(None) && !worker.compares());
        assert!(!worker.compared(None), "it is told once");
        assert_eq!(first.lesson.strip().map(|strip| strip.frames.len()), Some(6));
        let second = ask(2, 3, &mut worker);
        assert!(!worker.compares(), "it is known already");
        assert_eq!(second.lesson.strip().map(|strip| strip.now), Some(3));
        worker.ask(question(two_hulls(8), 3));
        assert!(worker.answer(None).is_some() && !worker.compares(), "nothing moves");
    }

    #[test]
    fn a_question_about_another_scene_ends_the_run_at_work() {
        let mut worker = Worker::new(engine_player);
        worker.ask(question(two_hulls(5_000), 1));
        let first = worker.work.as_ref().expect("it runs").watch.clone();
        worker.ask(question(Scene { name: String::from("Another"), ..two_hulls(8) }, 2));
        let answer = worker.answer(None).expect("an answer");
        assert_eq!(answer.id, 2, "the first question is forgotten");
        drop(worker);
        while Arc::strong_count(&first) > 1 {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
