//! What other engines answered: saved and read, compared, judged by the bracket, drawn; and captures from C, C++ and
//! Python, written by the very text that the program prints.

use std::path::{Path, PathBuf};
use std::process::Command;

use contact_lens::answer::FindingFacts as _;
use contact_lens::import;
use contact_lens::lesson::WORLD;
use contact_lens::picture::{Form, Role};
use contact_lens::play::{self, Judgment, Precision};
use contact_lens::scene::model::{
    Algorithm, CapturedAnswer, CapturedField, CapturedPoint, Dimension, Query, Scene, Shape,
};
use contact_lens::scene::{Recorder, parse, save};
use serde_json::Value;

/// Two unit boxes a tenth of a meter apart along x, with what an engine says of them.
fn scene(theirs: CapturedAnswer) -> Scene {
    let half_extents = [0.5, 0.5, 0.5];
    let mut recorder = Recorder::new("boxes", [("a", Shape::Box { half_extents }), ("b", Shape::Box { half_extents })]);
    recorder.frame(0.0, [("b", [1.1, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0])]);
    recorder.query(Algorithm::Distance.of("a", "b"));
    let mut scene = recorder.scene().clone();
    scene.queries.remove(0);
    scene.queries[0].theirs.push(theirs);
    scene
}

fn all() -> CapturedAnswer {
    let point = |x: f64| CapturedPoint {
        position: Some([x, 0.25, 0.25]),
        depth: Some(-0.1),
        impulse: Some(0.5),
        ..CapturedPoint::default()
    };
    let (distance, normal, points) = (Some(0.1), Some([1.0, 0.0, 0.0]), vec![point(0.55), point(0.75)]);
    CapturedAnswer {
        distance,
        normal,
        points,
        iterations: Some(7),
        recomputed: vec![CapturedField::Points],
        ..CapturedAnswer::new("an engine 2.0")
    }
}

fn rows(scene: &Scene) -> Vec<play::Compared> {
    let verdict = play::answer(Precision::F64, scene, &scene.queries[0], 0).unwrap();
    play::compare(&scene.queries[0], &verdict, 0)
}

#[test]
fn what_others_answered_changes_nothing_else_of_a_lesson() {
    let (with, mut without) = (scene(all()), scene(all()));
    without.queries[0].theirs.clear();
    let [with, without] =
        [&with, &without].map(|scene| play::opening(Precision::F64, scene, &scene.queries[0]).unwrap());
    assert_eq!((with.steps(), with.verdict()), (without.steps(), without.verdict()));
    let choices = |step| [with.choices(step), without.choices(step)];
    (0..with.steps()).map(choices).for_each(|[with, without]| assert_eq!(with, without));
    assert!((0..with.steps()).any(|step| !with.choices(step).is_empty()), "questions are asked here too");
}

#[test]
fn a_scene_keeps_what_others_answered() {
    let scene = scene(all());
    let text = save::to_string(&scene).unwrap();
    assert_eq!(parse("again", text.as_bytes()).unwrap(), scene);
    for (broken, said) in [
        (text.replace("\"iterations\": 7", "\"iteratons\": 7"), "unknown field; did you mean `iterations`?"),
        (text.replace("\"an engine 2.0\"", "\"\""), "queries[0].theirs[0].engine: must not be empty"),
        (
            text.replace("\"engine\": \"an engine 2.0\"", "\"engine\": \"x\", \"frame\": 4"),
            "must be a frame of this query, from 0 to 0",
        ),
        (text.replace("[1.0, 0.0, 0.0]", "[1.0, 1.0, 0.0]"), "theirs[0].normal: must be a unit vector"),
    ] {
        let error = parse("x", broken.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn what_lies_in_the_plane_may_have_two_coordinates() {
    let text = r#"{"version": 1, "name": "plane", "dimension": 2, "bodies": [
        {"name": "a", "shape": {"type": "circle", "radius": 1}}, {"name": "b", "shape": {"type": "circle", "radius": 1}, "position": [3, 0]}],
        "queries": [{"name": "q", "algorithm": "distance", "a": "a", "b": "b",
            "theirs": [{"engine": "box2d", "distance": 1.0, "normal": [1, 0], "points": [{"position": [1.5, 0]}]}]}]}"#;
    let scene = parse("plane", text.as_bytes()).unwrap();
    assert_eq!(scene.dimension, Dimension::Two);
    let theirs = &scene.queries[0].theirs[0];
    assert_eq!((theirs.normal, theirs.points[0].position), (Some([1.0, 0.0, 0.0]), Some([1.5, 0.0, 0.0])));
    let lesson = play::lesson(Precision::F64, &scene, &scene.queries[0], 0).unwrap();
    assert!(!lesson.beats(lesson.steps() - 1)[0].tables[0].rows.is_empty());
}

/// The bracket judges what is about the distance: true, off by rounding, off by a micrometer, off to the other side.
#[test]
fn the_proven_bracket_judges_a_distance() {
    let judged = |distance: f64| {
        rows(&scene(CapturedAnswer { distance: Some(distance), ..CapturedAnswer::new("x") }))[0].judgment
    };
    assert_eq!(judged(0.1f64.next_up()), Judgment::WithinBracket);
    assert!(matches!(judged(0.1 + 5e-13), Judgment::WithinRounding(by) if by > 0.0 && by < 1e-12));
    assert!(matches!(judged(0.1 + 1e-6), Judgment::OutsideBracket(by) if (by - 1e-6).abs() < 1e-9));
    assert!(matches!(judged(-0.2), Judgment::OutsideBracket(by) if (by - 0.3).abs() < 1e-9));
    let deep = CapturedPoint { depth: Some(0.01), ..CapturedPoint::default() };
    let rows = rows(&scene(CapturedAnswer { points: vec![deep], ..CapturedAnswer::new("x") }));
    assert!(
        matches!(rows[0].judgment, Judgment::OutsideBracket(by) if (by - 0.11).abs() < 1e-9),
        "no point is in overlap where bodies are apart"
    );
}

/// A value is called within the bracket only where both of its sides are known.
#[test]
fn a_bracket_with_one_side_calls_nothing_within() {
    let mut one_sided = 0;
    for algorithm in [Algorithm::IsaGjk, Algorithm::BooleanGjk, Algorithm::Sat, Algorithm::Distance] {
        let judged = |distance: f64| {
            let mut scene = scene(CapturedAnswer::new("x"));
            let theirs = vec![CapturedAnswer { distance: Some(distance), ..CapturedAnswer::new("x") }];
            scene.queries = vec![Query { theirs, ..Query::new("q", algorithm.of("a", "b")) }];
            let verdict = play::answer(Precision::F64, &scene, &scene.queries[0], 0).unwrap();
            (verdict.finding.bracket(), play::compare(&scene.queries[0], &verdict, 0)[0].judgment)
        };
        let (bracket, near) = judged(0.1);
        let Some([lower, upper]) = bracket else {
            assert_eq!(near, Judgment::NotJudged);
            continue;
        };
        if lower.is_finite() {
            assert!(matches!(judged(lower - 1.0).1, Judgment::OutsideBracket(_)), "{algorithm:?}");
        }
        if lower.is_finite() && upper.is_finite() {
            assert!(matches!(near, Judgment::WithinBracket | Judgment::WithinRounding(_)), "{algorithm:?}: {near:?}");
        } else {
            assert_eq!((near, judged(1e3).1), (Judgment::NotJudged, Judgment::NotJudged), "{algorithm:?}");
            one_sided += 1;
        }
    }
    assert!(one_sided > 0, "no algorithm here leaves a side open");
}

/// A gap at the deepest point that is too small is as wrong as one that is too large: rapier's are off by 17.5 mm.
#[test]
fn the_bracket_judges_gaps_of_points_on_both_sides() {
    let judged = |depth: f64| {
        let point = CapturedPoint { depth: Some(depth), ..CapturedPoint::default() };
        let rows = rows(&scene(CapturedAnswer { points: vec![point], ..CapturedAnswer::new("rapier 0.36") }));
        rows.iter().find(|row| row.quantity == "greatest depth").unwrap().judgment
    };
    assert!(matches!(judged(-0.1), Judgment::WithinBracket | Judgment::WithinRounding(_)));
    assert!(
        matches!(judged(-0.1175), Judgment::OutsideBracket(by) if (by - 0.0175).abs() < 1e-9),
        "{:?}",
        judged(-0.1175)
    );
    assert!(matches!(judged(-0.0825), Judgment::OutsideBracket(by) if (by - 0.0175).abs() < 1e-9));
}

#[test]
fn every_value_stands_beside_ours() {
    let rows = rows(&scene(all()));
    let what: Vec<&str> = rows.iter().map(|row| row.quantity.as_ref()).collect();
    assert_eq!(what, ["distance", "normal", "farthest point", "greatest depth", "sum of impulses", "iterations"]);
    assert_eq!(rows.iter().map(|row| row.recomputed).collect::<Vec<_>>(), [false, false, true, false, false, false]);
    assert_eq!((&*rows[1].difference, &*rows[4].captured), ("0°", "1 N s"));
    // Between the witnesses a point is on the segment; the one beyond is 0.15 m past the face of b, or aside of it.
    assert!(rows[2].difference.ends_with(" m"), "{:?}", rows[2]);
}

/// In the last step, in the world, in an ink of its own; nothing is drawn for a frame that nobody answered.
#[test]
fn theirs_are_drawn_where_ours_end() {
    let scene = scene(all());
    let lesson = play::lesson(Precision::F64, &scene, &scene.queries[0], 0).unwrap();
    let drawn = |step: usize| {
        let beats = lesson.beats(step);
        let marks = beats[0].pictures.of(WORLD).marks.iter().filter(|mark| mark.role == Role::Theirs);
        marks.map(|mark| mark.form.clone()).collect::<Vec<Form>>()
    };
    let last = lesson.steps() - 1;
    assert!(last == 0 || drawn(last - 1).is_empty());
    let forms = drawn(last);
    assert_eq!(forms.iter().filter(|form| matches!(form, Form::Point(_))).count(), 2);
    assert_eq!(forms.iter().filter(|form| matches!(form, Form::Arrow { .. })).count(), 1);
    assert!(lesson.role_names().contains(&(Role::Theirs, String::from("an engine 2.0"))));
    let silent = Scene { queries: vec![Query::new("q", Algorithm::Distance.of("a", "b"))], ..scene };
    let lesson = play::lesson(Precision::F64, &silent, &silent.queries[0], 0).unwrap();
    assert!(!lesson.beats(0)[0].tables.iter().any(|table| table.title == "Captured values"));
}

/// A ball that falls, and what an engine says of two of its frames.
const FALL: &str = r#"{"version": 1, "name": "fall", "dimension": 2, "gravity": [0, -10],
    "bodies": [{"name": "ground", "shape": {"type": "rectangle", "half_extents": [5, 0.5]}, "position": [0, -0.5], "motion": "static"},
        {"name": "ball", "shape": {"type": "circle", "radius": 0.5}, "position": [0, 0.5], "mass": 2}],
    "queries": [{"name": "run", "algorithm": "world", "options": {"steps": 4, "time_step": 0.1},
        "theirs": [
            {"engine": "another", "frame": 1, "poses": [{"body": "ball", "position": [0.01, 0.5]}], "points": [{"position": [0, 0], "depth": 0, "impulse": 2.5}]},
            {"engine": "another", "frame": 3, "poses": [{"body": "ball", "position": [0.3, 0.9], "rotation": [0, 1]}]}]}]}"#;

#[test]
fn a_world_is_compared_by_where_bodies_are_and_what_contacts_do() {
    let scene = parse("fall", FALL.as_bytes()).unwrap();
    assert_eq!(parse("again", save::to_string(&scene).unwrap().as_bytes()).unwrap(), scene);
    let run = play::open(Precision::F64, &scene, &scene.queries[0]).unwrap();
    let rows = play::compare(&scene.queries[0], &run.answer(1).unwrap(), 1);
    let what: Vec<(&str, &str)> =
        rows.iter().map(|row| (row.quantity.as_ref(), row.difference.text.as_str())).collect();
    assert_eq!(
        what.iter().map(|row| row.0).collect::<Vec<_>>(),
        [
            "farthest body",
            "most rotated body",
            "number of points",
            "farthest point",
            "greatest depth",
            "sum of impulses"
        ]
    );
    assert_eq!(what[0].1, "0.01 m", "{what:?}");
    assert_eq!((what[2].1, what[5].1), ("0", "0.5 N s"), "2 kg · 10 m/s² · 0.1 s = 2 N s are told here");
    let told = run.lesson(1).unwrap();
    let last = told.beats(told.steps() - 1).pop().unwrap();
    assert!(last.tables.iter().any(|table| table.title == "Captured values"));
    // Of all frames `check` tells the one in which each value differs most.
    let case = contact_lens::check::check_scene(&scene).pop().unwrap();
    assert!(case.holds(), "{:?}", case.failures);
    let frames: Vec<(usize, &str)> = case.external.iter().map(|(frame, row)| (*frame, row.quantity.as_ref())).collect();
    assert_eq!(frames[..2], [(3, "farthest body"), (3, "most rotated body")]);
    assert_eq!(frames.len(), 6);
    for (broken, said) in [
        (
            FALL.replace("\"body\": \"ball\", \"position\": [0.3", "\"body\": \"bell\", \"position\": [0.3"),
            "theirs[1].poses[0].body",
        ),
        (FALL.replace("\"frame\": 3", "\"frame\": 9"), "must be a frame of this query"),
    ] {
        let error = parse("x", broken.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_contact-lens"))
}

fn printed(language: &str) -> String {
    let output = program().args(["capture", "--language", language]).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Whether a program is there.
fn has(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn done(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// What a program of a dozen lines captures, with every kind of body.
const USER: &str = r#"
#include <locale.h>
#include "contact_lens.h"
#ifndef SET_LOCALE
#define SET_LOCALE (void)setlocale(LC_ALL, "")
#endif
int main(int argc, char **argv) {
    FILE *out = fopen(argv[argc - 1], "w");
    double p[3] = {0.1, 1.0 / 3.0, 1e-300}, q[4] = {0.0, 0.6, 0.0, 0.8};
    double points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    unsigned faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    double at[1][3] = {{0.25, 0.1, 0.5}}, on_b[1][3] = {{0.25, 0.2, 0.5}}, up[3] = {0, 1, 0}, depth[1] = {1e-3}, impulse[1] = {0.5};
    double gravity[3] = {0, -9.81, 0}, masses[1] = {0.1}, friction[3] = {0.25, 0, 0};
    const char *const moving[1] = {"wheel"};
    cl_answer answer = cl_nothing();
    cl_about about = cl_about_of("wheel \"on\" kerb\n", "my engine 3.1");
    about.up = "z"; about.precision = "f32"; about.gravity = gravity; about.step = 1.0 / 60.0;
    about.bodies = moving; about.masses = masses; about.count = 1;
    SET_LOCALE;
    if (argc > 2) cl_begin(out, "wheel", "my engine 3.1");
    else cl_begin_about(out, &about);
    cl_box(out, "kerb", 1.0, 0.1, 1.0, NULL, NULL);
    cl_sphere(out, "wheel", 0.1f, p, q);
    cl_round(out, "rod", "capsule", 0.05, 0.7, 'x', p, NULL);
    cl_hull(out, "hull", (const double (*)[3])points, 4, NULL, NULL);
    cl_body(out, "egg", "{\"type\":\"ellipsoid\",\"radii\":[1,2,3]}", NULL, q);
    cl_half_space(out, "ground", up, -0.25, p, NULL);
    cl_mesh(out, "rock", (const double (*)[3])points, 4, (const unsigned (*)[3])faces, 4, NULL, q);
    cl_skipped(out, "cloth", "it bends");
    cl_frame_begin(out, 0.0);
    cl_pose(out, "wheel", p, q);
    cl_frame_end(out);
    cl_frame_begin(out, 1.0 / 60.0);
    cl_pose(out, "wheel", p, NULL);
    cl_pose(out, "rod", p, q);
    cl_gone(out, "egg");
    cl_gone(out, "hull");
    cl_frame_end(out);
    answer.distance = -2e-3;
    answer.normal[0] = 0; answer.normal[1] = -1; answer.normal[2] = 0;
    answer.points = 1; answer.position = (const double (*)[3])at; answer.depth = depth; answer.impulse = impulse;
    answer.friction = friction; answer.friction_coefficient = 0.5;
    answer.iterations = 7; answer.recomputed = "\"depths\"";
    cl_theirs(out, "wheel", "kerb", &answer);
    answer.position = NULL; answer.on_a = (const double (*)[3])at; answer.on_b = (const double (*)[3])on_b;
    cl_theirs(out, "rod", "kerb", &answer);
    return fclose(out);
}
"#;

#[test]
fn the_header_compiles_without_a_warning_and_loses_no_bit() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("contact_lens.h"), printed("c")).unwrap();
    std::fs::write(path("user.c"), USER).unwrap();
    let compilers = [("cc", ["-std=c99", "-x", "c"]), ("c++", ["-std=c++11", "-x", "c++"])];
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for (compiler, flags) in compilers {
        if !has(compiler) {
            println!("no {compiler} here: what it would compile is not tested");
            continue;
        }
        let (user, built, stream) = (path("user.c"), path(compiler), path("stream.jsonl"));
        let warnings = ["-Wall", "-Wextra", "-pedantic", "-Werror"];
        done(Command::new(compiler).args(flags).args(warnings).arg(user).arg("-o").arg(&built).arg("-lm"));
        done(Command::new(built).arg(&stream));
        seen.push(std::fs::read(&stream).unwrap());
        let scene = import::files(&[stream]).unwrap().scene;
        let place = [0.1, 1.0 / 3.0, 1e-300];
        assert_eq!(scene.bodies[1].shape, Shape::Sphere { radius: f64::from(0.1f32) });
        assert_eq!((scene.bodies[1].position, scene.bodies[1].rotation), (place, [0.0, 0.6, 0.0, 0.8]));
        assert_eq!((scene.frames.len(), scene.frames[1].time), (2, Some(1.0 / 60.0)));
        assert_eq!(
            (&scene.frames[0].gone[..], &scene.frames[1].gone[..]),
            (&[][..], &["egg", "hull"].map(String::from)[..])
        );
        let theirs = &scene.queries[0].theirs[0];
        assert_eq!((theirs.frame, theirs.distance, theirs.iterations), (1, Some(-2e-3), Some(7)));
        assert_eq!((theirs.points[0].impulse, &theirs.recomputed[..]), (Some(0.5), &[CapturedField::Depths][..]));
        assert_eq!((theirs.friction, theirs.friction_coefficient), (Some([0.25, 0.0, 0.0]), Some(0.5)));
        let ground = Shape::HalfSpace { normal: [0.0, 1.0, 0.0], offset: -0.25 };
        assert_eq!(scene.bodies.iter().find(|body| body.name == "ground").unwrap().shape, ground);
        let rock = &scene.bodies.iter().find(|body| body.name == "rock").unwrap().shape;
        assert_eq!(rock.surface().map(|(vertices, triangles)| (vertices.len(), triangles.len())), Some((4, 4)));
        assert!(scene.note.contains("computes in f32") && scene.note.contains("z points up"), "{}", scene.note);
        assert!(scene.note.contains("`cloth`: it bends"), "{}", scene.note);
        let point = &scene.queries[1].theirs[0].points[0];
        assert_eq!((point.position, point.on_a, point.on_b), (None, Some([0.25, 0.1, 0.5]), Some([0.25, 0.2, 0.5])));
        let recorded = scene.recorded.as_ref().unwrap();
        assert_eq!((recorded.gravity, recorded.step), ([0.0, -9.81, 0.0], Some(1.0 / 60.0)));
        assert_eq!(recorded.masses, [(String::from("wheel"), 0.1)].into());
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "C and C++ write the same bytes");
}

/// `snprintf` and `fprintf` as a locale has them that writes another sign for the point: here two bytes.
const COMMA: &str = r#"
#include <stdarg.h>
#include <stdio.h>
static char swapped[4096];
static void swap(const char *text) {
    char *to = swapped;
    for (; *text; ++text) {
        if (*text == '.') { *to++ = '\xd9'; *to++ = '\xab'; } else *to++ = *text;
    }
    *to = 0;
}
static int comma_snprintf(char *to, size_t size, const char *format, ...) {
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    swap(text);
    return snprintf(to, size, "%s", swapped);
}
static int comma_fprintf(FILE *out, const char *format, ...) {
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    swap(text);
    return fputs(swapped, out);
}
#define snprintf comma_snprintf
#define fprintf comma_fprintf
"#;

/// Numbers of the header are those of JSON in every locale: with another sign for the point they are the same bytes.
#[test]
fn the_header_does_not_depend_on_the_locale() {
    if !has("cc") {
        return println!("no cc here: the header is not tested in another locale");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("contact_lens.h"), printed("c")).unwrap();
    let write = |name: &str, before: &str, flag: &str, locale: Option<&str>| {
        std::fs::write(path("user.c"), before.to_owned() + USER).unwrap();
        done(Command::new("cc").args(["-std=c99", flag]).arg(path("user.c")).arg("-o").arg(path(name)).arg("-lm"));
        let stream = path(&format!("{name}.jsonl"));
        let mut command = Command::new(path(name));
        locale.map(|locale| command.env("LC_ALL", locale).env("LOCPATH", folder.path()));
        done(command.arg(&stream));
        std::fs::read(stream).unwrap()
    };
    let plain = write("plain", "", "-DSET_LOCALE=(void)0", None);
    assert_eq!(write("comma", COMMA, "-DSET_LOCALE=(void)0", None), plain);
    // German, where the system can make it.
    let made = Command::new("localedef").args(["-i", "de_DE", "-f", "UTF-8"]).arg(path("de_DE.UTF-8")).output();
    match made.is_ok_and(|output| output.status.success()) {
        true => assert_eq!(write("german", "", "-DGERMAN", Some("de_DE.UTF-8")), plain),
        false => println!("no German locale can be made here: only the double of one is tested"),
    }
}

#[test]
fn the_module_writes_what_is_read() {
    if !has("python3") {
        return println!("no python3 here: the module is not tested");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("contact_lens_capture.py"), printed("python")).unwrap();
    let user = r#"
from contact_lens_capture import Capture
with Capture("out.jsonl", "snake 1.0", up="y") as capture:
    capture.body("a", {"type": "box", "half_extents": [1, 0.1, 1]})
    capture.body("b", {"type": "sphere", "radius": 0.1 + 0.2}, position=[0, 1 / 3, 0])
    capture.frame(0.5, {"b": ([0, 0.35, 1e-17], [0, 0, 0, 1])})
    capture.theirs("a", "b", distance=-0.05, normal=[0, 1, 0], points=[{"position": [0, 0.1, 0]}])
    capture.frame(1, {}, gone=["b"])
"#;
    done(Command::new("python3").arg("-c").arg(user).current_dir(folder.path()));
    let scene = import::files(&[folder.path().join("out.jsonl")]).unwrap().scene;
    assert_eq!(scene.bodies[1].shape, Shape::Sphere { radius: 0.1 + 0.2 });
    assert_eq!(scene.bodies[1].position, [0.0, 1.0 / 3.0, 0.0]);
    assert_eq!(scene.frames[0].poses[0].position, [0.0, 0.35, 1e-17]);
    assert_eq!((&scene.frames[0].gone[..], &scene.frames[1].gone[..]), (&[][..], &[String::from("b")][..]));
    assert_eq!(scene.queries[0].theirs[0].distance, Some(-0.05));
}

/// What MuJoCo and Bullet said of their own steps, captured once: MuJoCo's distances are those that are proven here.
#[test]
fn captures_of_real_engines_are_judged() {
    let file =
        |name: &str| -> PathBuf { Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/imports/capture").join(name) };
    let scene = import::files(&[file("mujoco-stack.jsonl")]).unwrap().scene;
    let mut judged = 0;
    for query in &scene.queries {
        for frame in 0..scene.frame_count() {
            let verdict = play::answer(Precision::F64, &scene, query, frame).unwrap();
            for row in play::compare(query, &verdict, frame).iter().filter(|row| row.quantity == "distance") {
                assert!(matches!(row.judgment, Judgment::WithinBracket | Judgment::WithinRounding(_)), "{}", row.say());
                judged += 1;
            }
        }
    }
    assert!(judged >= 20, "{judged}");
    let scene = import::files(&[file("bullet-pile.jsonl")]).unwrap().scene;
    assert!(scene.queries.iter().all(|query| query.theirs.len() > 5));
}

/// `run`, `run --json` and `check` tell the same.
#[test]
fn the_command_line_tells_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boxes.scene.json");
    save::to_file(&scene(CapturedAnswer { distance: Some(0.2), ..all() }), &path).unwrap();
    let said = |arguments: &[&str]| {
        let output = program().args(arguments).arg(&path).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = said(&["run"]);
    assert!(
        text.contains("captured versus proven answers")
            && text.contains("an engine 2.0: distance")
            && text.contains("outside the proven"),
        "{text}"
    );
    let json: Value = serde_json::from_str(&said(&["run", "--json"])).unwrap();
    let first = &json["theirs"][0];
    assert_eq!((first["what"].as_str(), first["theirs"].as_f64()), (Some("distance"), Some(0.2)));
    assert!((first["outside"].as_f64().unwrap() - 0.1).abs() < 1e-9 && json["theirs"][2]["recomputed"] == true);
    // The distance is wrong by far more than its precision.
    let output = program().arg("check").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("captured answer") && text.contains("an engine 2.0 reports distance 0.2 m"), "{text}");
}
