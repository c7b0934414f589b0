//! The choices that steps make: which systems ask, that each question has a right answer that the engine found, and
//! exercises.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use contact_lens::answer::FindingFacts as _;
use contact_lens::lesson::quiz::choice;
use contact_lens::lesson::recorded::score::{questions, why};
use contact_lens::lesson::{CSO, Candidate, Choice, Lesson, WORLD};
use contact_lens::picture::{Form, Picture};
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::{Algorithm, Dimension, Query, Scene};
use contact_lens::scene::{self, SHIPPED};
use glam::DVec3;

/// By system and dimension.
type Examples = BTreeMap<(&'static str, u8), (Scene, Query)>;

/// For each system and dimension a shipped scene of few bodies that asks, in the order of the algorithms.
fn examples() -> &'static Examples {
    static EXAMPLES: LazyLock<Examples> = LazyLock::new(found);
    &EXAMPLES
}

fn found() -> Examples {
    let mut found = BTreeMap::new();
    for shipped in SHIPPED {
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        let large = scene.bodies.len() > 20 || shipped.text.len() > 60_000;
        for query in scene.queries.iter().filter(|_| !large) {
            let key = (query.ask.algorithm().id(), u8::from(scene.dimension));
            if found.contains_key(&key) {
                continue;
            }
            let lesson = asking(Precision::F64, &scene, query);
            if lesson.steps() < 400 && questions(&*lesson).next().is_some() {
                found.insert(key, (scene.clone(), query.clone()));
            }
        }
    }
    found
}

/// The frame that is shown first, or the first one after it in which something is asked.
fn asking(precision: Precision, scene: &Scene, query: &Query) -> Arc<dyn Lesson> {
    let run = play::open(precision, scene, query).unwrap();
    let opening = run.opening().unwrap();
    let frames = (opening..run.frames().min(opening + 3)).map(|frame| run.lesson(frame).unwrap());
    let asks = |lesson: &Arc<dyn Lesson>| questions(&**lesson).next().is_some();
    frames.into_iter().find(asks).unwrap_or_else(|| run.lesson(opening).unwrap())
}

/// Holds of every question.
fn holds(name: &str, lesson: &dyn Lesson, (step, asked): &(usize, Choice)) {
    let beats = lesson.beats(*step);
    let Choice { kind, beat, question: asks, candidates, .. } = asked;
    assert!(*beat < beats.len(), "{name} step {step}: {kind} is answered by no beat");
    assert!(asks.ends_with(['?', '.']) && !kind.is_empty(), "{name}: {asks}");
    assert!((2..=choice::MOST_CANDIDATES).contains(&candidates.len()), "{name}: {asks}");
    let right = candidates.iter().filter(|candidate| candidate.right).count();
    assert!((1..candidates.len()).contains(&right), "{name} step {step}: {right} of {} right", candidates.len());
    assert_eq!(asked.has_several_answers(), right > 1, "{name} step {step}");
    let names: BTreeSet<&str> = candidates.iter().map(|candidate| candidate.name.as_str()).collect();
    assert_eq!(names.len(), candidates.len(), "{name} step {step}: two candidates are called the same: {asks}");
    assert!(!why(lesson, *step, asked).is_empty(), "{name} step {step}: no reason");
    // No two candidates stand in one place.
    for (view, _) in asked.pictures.iter() {
        let badges = badges(asked, view);
        for (i, (at, _)) in badges.iter().enumerate() {
            assert!(badges[..i].iter().all(|(other, _)| other.distance(*at) > 1e-9), "{name} step {step}: {asks}");
        }
    }
    // The candidates in a picture are numbered as in the list, and are numbers of the list.
    for (_, picture) in asked.pictures.iter() {
        for mark in &picture.marks {
            if let Some(index) = Candidate::of_key(&mark.key) {
                assert!(index < candidates.len(), "{name} step {step}: a mark of no candidate");
                if let Form::Badge { text, .. } = &mark.form {
                    assert_eq!(*text, (index + 1).to_string(), "{name} step {step}");
                }
            }
        }
    }
}

#[test]
fn most_systems_ask_before_they_choose() {
    let examples = examples();
    let systems: BTreeSet<&str> = examples.keys().map(|(id, _)| *id).collect();
    let asked = [
        "audit",
        "boolean_gjk",
        "cast",
        "cull",
        "distance",
        "epa",
        "gjk",
        "graham",
        "hierarchy",
        "isa_gjk",
        "jarvis",
        "johnson",
        "manifold",
        "minkowski",
        "quickhull",
        "sat",
        "signed_volumes",
        "support",
        "sweep_and_prune",
        "voronoi",
        "world",
    ];
    assert_eq!(systems.into_iter().collect::<Vec<_>>(), asked);
    let mut kinds = BTreeSet::new();
    for ((id, dimension), (scene, query)) in examples {
        for precision in Precision::BOTH {
            let lesson = asking(precision, scene, query);
            let all: Vec<_> = questions(&*lesson).collect();
            all.iter().for_each(|asked| holds(&format!("{id} in {dimension}"), &*lesson, asked));
            kinds.extend(all.iter().map(|(_, choice)| choice.kind));
        }
    }
    assert!(kinds.len() >= 18, "{kinds:?}");
}

/// Where the badges of a question stand in a view, with the candidates.
fn badges<'a>(choice: &'a Choice, view: &str) -> Vec<(DVec3, &'a Candidate)> {
    let picture: &Picture = choice.pictures.of(view);
    let at = |mark: &contact_lens::picture::Mark| match &mark.form {
        Form::Badge { at, .. } => Some((*at, choice.candidates.get(Candidate::of_key(&mark.key)?)?)),
        _ => None,
    };
    picture.marks.iter().filter_map(at).collect()
}

/// What is right is so by a count of its own: the farthest of the corners along the direction that is drawn.
#[test]
fn the_right_support_point_is_the_farthest_one() {
    let mut seen = 0;
    for id in ["support", "gjk", "distance"] {
        for ((_, dimension), (scene, query)) in examples().iter().filter(|((other, _), _)| *other == id) {
            let lesson = asking(Precision::F64, scene, query);
            for (step, choice) in questions(&*lesson).filter(|(_, choice)| choice.kind == "support point") {
                let world = choice.pictures.of(WORLD);
                let arrow = world.marks.iter().find(|mark| mark.key.0 == "d/asked").map(|mark| &mark.form);
                let Some(Form::Arrow { from, to }) = arrow else { panic!("{id} in {dimension}: no direction") };
                let d = (*to - *from).normalize();
                let corners = badges(&choice, WORLD);
                let most = corners.iter().map(|(at, _)| d.dot(*at)).fold(f64::NEG_INFINITY, f64::max);
                for (at, candidate) in corners {
                    let is_far = most - d.dot(at) <= 1e-5;
                    assert_eq!(candidate.right, is_far, "{id} in {dimension}, step {step}: {}", candidate.name);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 40, "only {seen} corners");
}

/// The nearest face of EPA's polytope is the one whose plane is nearest to the origin.
#[test]
fn the_right_face_is_the_nearest_one() {
    let mut seen = 0;
    for ((_, dimension), (scene, query)) in examples().iter().filter(|((id, _), _)| *id == "epa") {
        let lesson = asking(Precision::F64, scene, query);
        for (step, choice) in questions(&*lesson).filter(|(_, choice)| choice.kind.starts_with("nearest")) {
            let picture = choice.pictures.of(CSO);
            let height = |form: &Form| match form {
                Form::Polygon(points) => {
                    let normal = (points[1] - points[0]).cross(points[2] - points[0]).normalize();
                    Some(normal.dot(points[0]).abs())
                }
                Form::Segment([from, to]) => {
                    let along = (*to - *from).normalize();
                    Some((*from - along * along.dot(*from)).length())
                }
                _ => None,
            };
            let of = |mark: &contact_lens::picture::Mark| {
                Some((height(&mark.form)?, choice.candidates.get(Candidate::of_key(&mark.key)?)?))
            };
            let faces: Vec<_> = picture.marks.iter().filter_map(of).collect();
            let least = faces.iter().map(|(height, _)| *height).fold(f64::INFINITY, f64::min);
            for (height, candidate) in faces {
                assert_eq!(candidate.right, height - least <= 1e-5, "in {dimension}, step {step}: {}", candidate.name);
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "only {seen} faces");
}

/// How many exercises are made of all examples together.
const EXERCISES: usize = 1000;

#[test]
fn a_thousand_exercises_have_right_answers() {
    // A captured step has one state, so there are no exercises about it.
    let examples: Vec<_> = examples().iter().filter(|((id, _), _)| *id != "audit").collect();
    let (mut asked, mut several, mut same, mut made) = (0, 0, 0, 0);
    let mut titles = BTreeSet::new();
    for number in 0..EXERCISES {
        let ((id, dimension), (scene, query)) = examples[number % examples.len()];
        let seed = (number / examples.len()) as u64 + 1;
        let precision = Precision::BOTH[seed as usize % 2];
        let name = format!("{id} in {dimension}, seed {seed}, {}", precision.name());
        let exercise = play::exercise(precision, scene, query, seed).unwrap_or_else(|error| panic!("{name}: {error}"));
        check_like(&name, scene, &exercise, query, seed);
        titles.insert(format!("{id} {dimension} {}", exercise.name));
        let lesson = asking(precision, &exercise, &exercise.queries[0]);
        let before = asking(precision, scene, query);
        same += usize::from(lesson.verdict().finding.status() == before.verdict().finding.status());
        let steps = lesson.steps().min(30);
        for question in (0..steps).flat_map(|step| lesson.choices(step).into_iter().map(move |one| (step, one))) {
            holds(&name, &*lesson, &question);
            asked += 1;
            several += usize::from(question.1.has_several_answers());
        }
        made += 1;
    }
    assert_eq!((made, titles.len()), (EXERCISES, EXERCISES));
    assert!(asked > 3 * EXERCISES, "only {asked} questions");
    assert!(several * 3 < asked, "{several} of {asked} have several answers");
    // The way there is to try some; what has but one ending has it again.
    assert!(same * 10 > EXERCISES * 8, "only {same} end as their example");
}

/// The same kinds of shapes and the same question; other numbers; the same seed makes the same scene.
fn check_like(name: &str, scene: &Scene, exercise: &Scene, query: &Query, seed: u64) {
    assert!(exercise.name.ends_with(&format!("exercise {seed}")), "{name}: {}", exercise.name);
    let asked = &exercise.queries[0].ask;
    assert_eq!(asked.algorithm(), query.ask.algorithm(), "{name}");
    assert!(exercise.bodies != scene.bodies || exercise.gravity != scene.gravity, "{name} is what it was");
    for body in exercise.bodies.iter() {
        let (_, like) = scene.body(&body.name).unwrap();
        assert_eq!(std::mem::discriminant(&body.shape), std::mem::discriminant(&like.shape), "{name}: {}", body.name);
    }
    if seed == 1 {
        let [once, again] = [(), ()].map(|()| play::exercise(Precision::F64, scene, query, seed).unwrap());
        assert_eq!(once, again, "{name} is not repeatable");
    }
    // Its file can be read again.
    let text = scene::save::to_string(exercise).unwrap();
    assert_eq!(scene::parse("exercise", text.as_bytes()).unwrap(), *exercise, "{name}");
    // An exercise of an exercise is called by its own seed alone.
    if seed == 1 && asked.algorithm() == Algorithm::Gjk && exercise.dimension == Dimension::Three {
        let next = play::exercise(Precision::F64, exercise, &exercise.queries[0], 2).unwrap();
        assert_eq!(next.name.matches("exercise").count(), 1, "{}", next.name);
    }
}

/// The choices of one kind in a shipped scene, each with its step.
fn of_kind(name: &str, query: usize, kind: &str) -> (Arc<dyn Lesson>, Scene, Vec<(usize, Choice)>) {
    let text = scene::shipped(name).unwrap().text;
    let scene = scene::parse(name, text.as_bytes()).unwrap();
    let lesson = play::opening(Precision::F64, &scene, &scene.queries[query]).unwrap();
    let all = questions(&*lesson).filter(|(_, choice)| choice.kind == kind).collect();
    (lesson, scene, all)
}

/// The corner of the other body that lies farthest along the normal of a face, and the arcs that cross: both by their
/// meaning on the bodies, not by the search.
#[test]
fn the_right_corners_and_arcs_of_a_difference_in_space_are_those_that_reach_farthest() {
    let (_, _, corners) = of_kind("minkowski-tetra-box", 0, "farthest vertex");
    assert!(corners.len() > 3, "{}", corners.len());
    for (step, choice) in &corners {
        let arrow = choice.pictures.of(WORLD).marks.iter().find(|mark| mark.key.0 == "d/asked");
        let Some(Form::Arrow { from, to }) = arrow.map(|mark| &mark.form) else { panic!("no direction") };
        let reach: Vec<_> = badges(choice, WORLD).into_iter().map(|(at, c)| ((*to - *from).dot(at), c)).collect();
        let most = reach.iter().map(|(reach, _)| *reach).fold(f64::NEG_INFINITY, f64::max);
        for (reach, candidate) in reach {
            assert_eq!(candidate.right, most - reach <= 1e-6, "step {step}: {}", candidate.name);
        }
    }
    let (lesson, scene, arcs) = of_kind("minkowski-tetra-box", 0, "crossing arc");
    let bodies: Vec<Vec<DVec3>> = scene
        .bodies
        .iter()
        .map(|body| {
            let (position, rotation) = scene.pose(body, 0);
            let turn = glam::DQuat::from_array(rotation).normalize();
            let place = |point: [f64; 3]| DVec3::from(position) + turn * DVec3::from(point);
            body.shape.points().unwrap().into_iter().map(place).collect()
        })
        .collect();
    let most = |points: &[DVec3], n: DVec3| points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
    let mut seen = 0;
    for (step, choice) in &arcs {
        holds("arcs", &*lesson, &(*step, choice.clone()));
        let marks = &choice.pictures.of(WORLD).marks;
        let own = marks.iter().find(|mark| mark.key.0 == "asked/edge").map(|mark| &mark.form);
        let Some(Form::Segment([a, b])) = own else { panic!("the edge of A is shown: {own:?}") };
        for (candidate, mark) in
            marks.iter().filter_map(|mark| Some((choice.candidates.get(Candidate::of_key(&mark.key)?)?, mark)))
        {
            let Form::Segment([from, to]) = &mark.form else { continue };
            let n = (*b - *a).cross(*to - *from).normalize_or_zero();
            // A face of A − B: no point of A lies beyond the edge of A, and none of B before that of B.
            let reaches = |n: DVec3| {
                n != DVec3::ZERO
                    && most(&bodies[0], n) - n.dot(*a) <= 1e-9
                    && most(&bodies[1], -n) + n.dot(*from) <= 1e-9
            };
            assert_eq!(candidate.right, reaches(n) || reaches(-n), "step {step}: {}", candidate.name);
            seen += 1;
        }
    }
    assert!(seen > 8, "only {seen} edges");
}

/// What a line takes from the time that is left is what stands in the numbers after it, and not before.
#[test]
fn a_line_of_a_sweep_takes_what_the_next_numbers_say() {
    let mut seen = BTreeMap::new();
    for name in ["cast-boxes", "cast-misses", "cast-long-wall", "cast-rotation"] {
        let text = scene::shipped(name).unwrap().text;
        let scene = scene::parse(name, text.as_bytes()).unwrap();
        for query in &scene.queries {
            let Ok(lesson) = play::opening(Precision::F64, &scene, query) else { continue };
            for (step, choice) in questions(&*lesson).filter(|(_, choice)| choice.kind == "time on an axis") {
                holds(name, &*lesson, &(step, choice.clone()));
                let beats = lesson.beats(step);
                let common = |beat: usize| {
                    ["t₀", "t_last"].map(|symbol| {
                        // A bound that is not known has no value.
                        let value = beats[beat].values.iter().find(|value| value.symbol == symbol);
                        let Some(value) = value else { return f64::NAN };
                        match value.text.exact {
                            Some(contact_lens::answer::number::Exact::Number(t)) => t,
                            _ => {
                                value.text.text.split(' ').next().unwrap().replace('−', "-").parse().unwrap_or(f64::NAN)
                            }
                        }
                    })
                };
                let (before, after) = (common(choice.beat - 1), common(choice.beat));
                let right = choice.right_names().next().unwrap();
                let index = choice.candidates.iter().position(|candidate| candidate.right).unwrap();
                let (later, earlier) = (after[0] > before[0], after[1] < before[1]);
                let expected = match () {
                    () if after[0] > after[1] => 4,
                    () if later && earlier => 3,
                    () if earlier => 2,
                    () if later => 1,
                    () => 0,
                };
                assert!(index == expected || index == 4, "{name} step {step}: {before:?} {after:?}: {right}");
                assert_eq!(choice.candidates.iter().filter(|candidate| candidate.right).count(), 1);
                *seen.entry(index).or_insert(0) += 1;
            }
        }
    }
    assert!(seen.len() >= 4, "{seen:?}");
}

/// How far the gap lets a body go is what the next beat tells.
#[test]
fn a_leap_of_the_advancement_ends_as_it_is_told() {
    let mut lines = BTreeSet::new();
    for shipped in SHIPPED.iter().filter(|shipped| shipped.name.starts_with("cast-") && shipped.text.len() < 20_000) {
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in &scene.queries {
            let Ok(lesson) = play::opening(Precision::F64, &scene, query) else { continue };
            for (step, choice) in questions(&*lesson).filter(|(_, choice)| choice.kind == "safe step") {
                holds(shipped.name, &*lesson, &(step, choice.clone()));
                let line = lesson.beats(step)[choice.beat].line;
                let right = choice.candidates.iter().position(|candidate| candidate.right).unwrap();
                assert_eq!(line == "miss", right == 2, "{} step {step}: {line}", shipped.name);
                assert!(["clip", "miss"].contains(&line), "{}: {line}", shipped.name);
                lines.insert(line);
            }
        }
    }
    assert_eq!(lines.len(), 2, "{lines:?}");
}
