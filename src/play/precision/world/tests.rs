//! Lessons of worlds, in both precisions.

use contact_lens_lesson::dynamics::CARD;
use contact_lens_lesson::{Beat, EndingKind, Event, Lesson, WORLD, label};
use contact_lens_picture::{Form, Role};
use contact_lens_scene as scene;

use super::super::engine::dim2::dynamics::{
    Body, Clamp, Mass, Motion, Options, PositionMode, Problem, SolveOrder, Solver, World,
};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::*;
use crate::Run as _;
use crate::replay::Replay;

/// A tall box that falls on the floor, as in the example of the source.
fn start(options: Options) -> World {
    let shape = |x: Real, y: Real| Shape::rectangle(Vec2::new(x, y)).unwrap();
    let floor = Body { motion: Motion::Static, position: Vec2::new(0.0, -0.5), ..Body::new(shape(9.0, 0.5)) };
    let fall = Body { position: Vec2::new(0.0, 1.0), velocity: -Vec2::Y, ..Body::new(shape(0.5, 1.0)) };
    let fall = Body { mass: Mass::Mass(1.0), ..fall };
    World::new(Problem::new(Vec2::new(0.0, -9.81), vec![floor, fall], vec![], options).unwrap())
}

fn lesson(options: Options, frame: usize) -> Arc<dyn Lesson> {
    let names = ["floor", "box"].map(String::from).into();
    let time_step = options.time_step.to_f64();
    let problem = Arc::clone(start(options).problem());
    let world = super::SceneWorld {
        problem,
        names,
        joint_names: Arc::new([]),
        limit_counts: Vec::new(),
        time_step,
        few_rows: OnceLock::new(),
    };
    Replay::new(world, frame + 1, true).lesson(frame).unwrap()
}

fn solver(iterations: u32, clamp: Clamp) -> Solver {
    Solver::Sequential { iterations, warm_start: true, clamp, order: SolveOrder::Source }
}

#[test]
fn each_iteration_is_four_beats_at_lines_of_the_listing_and_an_outline_tells_the_same() {
    let listed: Vec<&str> = CARD.listing.lines().filter_map(label).collect();
    let soft = PositionMode::Soft { frequency: 30.0, damping_ratio: 10.0 };
    for (options, iterations) in [
        (Options { solver: solver(10, Clamp::Accumulated), ..Options::default() }, 40),
        (Options { solver: solver(3, Clamp::Each), ..Options::default() }, 12),
        (Options { solver: solver(3, Clamp::Accumulated), position: soft, ..Options::default() }, 16),
    ] {
        let lesson = lesson(options, 1);
        let mut full = 0;
        for step in 0..lesson.steps() {
            let beats = lesson.beats(step);
            let outline = lesson.outline(step);
            full += usize::from(beats.len() == 4);
            assert!(
                beats.iter().all(|beat| listed.contains(&beat.line) && beat.say.text().ends_with('.')),
                "{beats:?}"
            );
            let bare: Vec<Beat> = beats.into_iter().map(Beat::outlined).collect();
            assert_eq!(bare, outline, "step {step}");
        }
        assert_eq!(full, iterations);
    }
}

#[test]
fn the_plot_ends_where_the_direct_solve_is_and_the_levels_are_iterations_of_constraints() {
    let lesson = lesson(Options { solver: solver(40, Clamp::Accumulated), ..Options::default() }, 1);
    let points: Vec<f64> = (0..lesson.steps())
        .flat_map(|step| lesson.beats(step))
        .flat_map(|beat| beat.points)
        .filter(|(series, _)| *series == 0)
        .map(|(_, value)| value)
        .collect();
    let first = points[0];
    let last = points[points.len() - 1];
    assert!(first > 0.5 && last < 1e-3, "{first} {last}");
    let names: Vec<&str> = lesson.levels().iter().map(|level| level.name).collect();
    assert_eq!(names, ["iteration", "constraint"]);
    assert!(lesson.levels()[0].count() >= 42, "{}", lesson.levels()[0].count());
}

#[test]
fn the_start_is_one_beat_and_direct_frames_and_split_ones_end_as_they_should() {
    let still = lesson(Options::default(), 0);
    assert_eq!((still.steps(), still.beats(0).len(), still.beats(0)[0].line), (1, 1, "end"));
    let split = Options { position: PositionMode::Split, ..Options::default() };
    let direct = Options { solver: Solver::Direct, ..split };
    for (options, wanted) in [(split, "pseudo"), (direct, "direct")] {
        let lesson = lesson(options, 2);
        let beats: Vec<Beat> = (0..lesson.steps()).flat_map(|step| lesson.beats(step)).collect();
        assert!(beats.iter().any(|beat| beat.line == wanted), "{wanted}");
        let last = &beats[beats.len() - 1];
        assert_eq!((last.line, last.event), ("end", Some(Event::Stop(EndingKind::Success))));
        assert!(beats.iter().all(|beat| !beat.pictures.of(WORLD).marks.is_empty()));
    }
}

/// While the friction limits still change, no impulse is applied, yet each iteration reports its values.
#[test]
fn each_round_of_a_direct_solve_tells_its_impulses_and_how_far_it_is_from_the_end() {
    // In the first iteration there is no normal impulse, so friction is zero; its limits follow from iteration to
    // iteration.
    let lesson = lesson(Options { solver: Solver::Direct, ..Options::default() }, 1);
    let beats: Vec<Beat> = (0..lesson.steps()).flat_map(|step| lesson.beats(step)).collect();
    let rounds: Vec<&Beat> = beats.iter().filter(|beat| beat.line == "direct").collect();
    assert!(rounds.len() >= 2, "{}", rounds.len());
    let reach = |beat: &Beat, role: Role| {
        let marks = beat.pictures.of("impulses").marks.iter().filter(|mark| mark.role == role);
        let ends = marks.filter_map(|mark| if let Form::Segment([_, to]) = mark.form { Some(to.x) } else { None });
        ends.fold(0.0, f64::max)
    };
    let first = rounds[0];
    let last = rounds[rounds.len() - 1];
    let pushed = reach(last, Role::Witness);
    assert!(pushed > 0.1 && reach(first, Role::Witness) > 0.5 * pushed, "{pushed}");
    assert!(first.say.text().contains(": its λ goes from ") && first.pictures.of("row").marks.len() > 8);
    assert!(!first.pictures.of(WORLD).marks.iter().all(|mark| mark.role != Role::Witness));
    let left = |beat: &Beat| beat.points.iter().find(|(series, _)| *series == 0).map(|(_, value)| *value);
    let begun = beats.iter().find(|beat| beat.line == "prepare").and_then(left).unwrap();
    let ways: Vec<f64> = rounds.iter().filter_map(|beat| left(beat)).collect();
    assert!(begun > 0.1 && ways.len() == rounds.len() && ways[ways.len() - 1] < 1e-9, "{begun} {ways:?}");
}

/// The rows are drawn in the same way in all frames of a run: as traces, or as a table of changes.
#[test]
fn all_frames_of_a_run_are_laid_out_alike() {
    let frames_of = |name: &str, frames: &[usize]| -> Vec<(bool, usize)> {
        let shipped = scene::shipped(name).unwrap();
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        let run = super::open(&SceneQuery::new(&scene, &scene.queries[0])).unwrap();
        let frames = frames.iter().map(|frame| run.lesson(*frame).unwrap());
        let looked = frames.map(|lesson| {
            let beats: Vec<Beat> = (0..lesson.steps()).flat_map(|step| lesson.beats(step)).collect();
            let marks = || beats.iter().flat_map(|beat| &beat.pictures.of("impulses").marks);
            let bars = beats.iter().map(|beat| {
                beat.pictures.of("impulses").marks.iter().filter(|mark| mark.role == Role::Interval).count()
            });
            (marks().any(|mark| &*mark.key.0 == "trace"), bars.max().unwrap_or(0))
        });
        looked.collect()
    };
    let one_box = frames_of("world-real-genesis-3115-sliding-cube", &[1, 40]);
    assert!(one_box.iter().all(|(is_traced, rows)| *is_traced && (1..=4).contains(rows)), "{one_box:?}");
    let two_boxes = frames_of("world-real-genesis-893-cube-on-cube", &[1, 60, 120]);
    assert!(two_boxes.iter().all(|(is_traced, _)| !is_traced), "{two_boxes:?}");
    assert!(two_boxes.iter().any(|(_, rows)| *rows > 4), "{two_boxes:?}");
}
