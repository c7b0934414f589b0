//! Moving objects from outside: the cases that other engines got wrong, what a batch answers, and what is refused.

use contact_lens::answer::Finding;
use contact_lens::check::{self, Precision};
use contact_lens::cli::batch::Batch;
use contact_lens::lesson::{CSO, WORLD};
use contact_lens::picture::{Form, Role};
use contact_lens::play;
use contact_lens::scene;
use contact_lens::scene::batch_line::Line;
use contact_lens::scene::save;
use serde_json::{Value, json};

use crate::cli::cases;
use crate::scenes::Random;

const METHODS: [&str; 3] = ["sat", "raycast", "advance"];

fn ask(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

/// The line of a case of the public files, whose poses are those before the motion.
fn line(case: &Value, method: &str) -> Value {
    let body = |name: &str| {
        let mut body = case[name].clone();
        body["velocity"] = case["cast"][format!("velocity_{name}")].clone();
        body
    };
    json!({ "id": case["id"], "op": "cast", "dim": case["dim"], "a": body("a"), "b": body("b"),
        "t_max": case["cast"]["max_t"], "method": method })
}

#[test]
fn what_other_engines_got_wrong_is_right_by_every_method() {
    let Some(folder) = cases() else { return };
    let text: String = ["pairs", "other"]
        .map(|name| std::fs::read_to_string(folder.join(format!("real/{name}.jsonl"))).unwrap())
        .concat();
    let all = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut answered = 0;
    for case in all.filter(|case| case["query"] == "cast") {
        for (precision, digits) in [(Precision::F64, 1e-11_f64), (Precision::F32, 5e-5)] {
            for method in METHODS {
                let answer = ask(precision, &line(&case, method));
                let said = format!("{} ({}), {method} in {precision}: {answer}", case["id"], case["source"]);
                if answer["error"].is_string() {
                    // Round bodies have no finite set of axes.
                    assert!(method == "sat" && said.contains("no finite set of separating axes"), "{said}");
                    continue;
                }
                answered += 1;
                let Some(truth) = case["reference"]["toi"].as_f64() else {
                    assert_eq!(answer["hit"], false, "{said}");
                    assert!(answer["gap"].as_f64().unwrap() > 0.0, "{said}");
                    continue;
                };
                let number = |name: &str| answer[name].as_f64().unwrap();
                assert_eq!(answer["hit"], true, "{said}");
                // The references of curved bodies are numeric, to about their twelfth digit.
                let rounding = 1e-10 * truth.max(1.0);
                assert!(number("lower") <= truth + rounding && truth - rounding <= number("upper"), "{truth} {said}");
                // The ray cast searches no farther than to the bracket that it was asked for.
                let digits = if method == "raycast" { digits.max(1e-9) } else { digits };
                assert!((number("t_first") - truth).abs() <= digits * truth.max(1.0) * 10.0, "{truth} {said}");
            }
        }
    }
    assert!(answered > 35, "{answered} answers");
}

fn flying(dim: u8) -> Value {
    let (half, zero, at, v) = match dim {
        2 => (json!([1, 1]), json!([0, 0]), json!([5, 0.5]), json!([-2, 0])),
        _ => (json!([1, 1, 1]), json!([0, 0, 0]), json!([5, 0.5, 0]), json!([-2, 0, 0])),
    };
    json!({ "op": "cast", "dim": dim, "t_max": 10,
        "a": { "shape": { "type": "box", "half_extents": half }, "velocity": zero },
        "b": { "shape": { "type": "box", "half_extents": half }, "position": at, "velocity": v } })
}

#[test]
fn an_answer_has_every_field_of_the_form() {
    for dim in [2, 3] {
        for method in METHODS {
            let mut line = flying(dim);
            line["method"] = json!(method);
            let answer = ask(Precision::F64, &line);
            assert_eq!((&answer["hit"], &answer["status"]), (&json!(true), &json!("hit")), "{answer}");
            assert!((answer["t_first"].as_f64().unwrap() - 1.5).abs() < 1e-12, "{answer}");
            assert_eq!(answer["normal"].as_array().unwrap().len(), usize::from(dim), "{answer}");
            assert!((answer["witness_a"][0].as_f64().unwrap() - 1.0).abs() < 1e-9, "{answer}");
            assert_eq!(answer["t_last"].is_number(), method == "sat", "{answer}");
            // Too short a motion is a miss, with its gap.
            line["t_max"] = json!(1);
            let answer = ask(Precision::F64, &line);
            assert_eq!(
                (&answer["hit"], &answer["lower"], &answer["upper"]),
                (&json!(false), &json!(1.0), &json!(null)),
                "{answer}"
            );
            assert!((answer["gap"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{answer}");
        }
    }
}

#[test]
fn each_mistake_is_named() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut line = flying(3);
        change(&mut line);
        ask(Precision::F64, &line)["error"].as_str().unwrap_or("accepted").to_owned()
    };
    assert!(
        refused(&|line| line["method"] = json!("gjk"))
            .ends_with("method: must be `raycast`, `sat`, `advance` or `bilateral`, but is `gjk`")
    );
    assert!(refused(&|line| line["t_max"] = json!(-1)).ends_with("t_max: must not be negative, but is -1"));
    assert!(
        refused(&|line| line["b"]["velocity"] = json!([1, 2])).contains("b.velocity: must have 3 entries, but has 2")
    );
    assert!(refused(&|line| line["b"]["velocty"] = json!([1, 2, 3])).contains("b.velocty: unknown field"));
    assert!(refused(&|line| line["op"] = json!("distance")).contains("t_max: unknown field"));
    let round = refused(&|line| {
        line["a"]["shape"] = json!({ "type": "sphere", "radius": 1 });
        line["method"] = json!("sat");
    });
    assert!(round.contains("a.shape.type: has no finite set of separating axes"), "{round}");
}

#[test]
fn a_line_becomes_a_scene_that_asks_the_same() {
    let text = flying(2).to_string();
    let scene = Line::read(text.as_bytes()).query().unwrap().scene("pasted");
    assert_eq!(scene.queries[0].ask.algorithm().id(), "cast");
    assert_eq!(scene.bodies[1].velocity, Some([-2.0, 0.0, 0.0]));
    let saved = save::to_string(&scene).unwrap();
    assert!(saved.contains("\"velocity\""), "{saved}");
}

/// Random casts as a batch has them, of numbers that `f32` has too, so that both precisions are asked the same.
struct Casts(Random);

impl Casts {
    /// In −1 … 1.
    fn real(&mut self) -> f64 {
        f64::from(((self.0.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0) as f32)
    }

    fn list(&mut self, count: usize, size: f64) -> Vec<f64> {
        (0..count).map(|_| f64::from((self.real() * size) as f32)).collect()
    }

    fn size(&mut self) -> f64 {
        f64::from((0.5 + 0.3 * self.real()) as f32)
    }

    fn shape(&mut self, dim: usize, cornered: bool) -> Value {
        let [x, y, z] = [0; 3].map(|_| self.size());
        let points: Vec<_> = (0..4 + self.0.below(8)).map(|_| self.list(dim, 1.0)).collect();
        let kinds = if cornered { 2 } else { 7 };
        match (self.0.below(kinds), dim) {
            (0, 2) => json!({ "type": "box", "half_extents": [x, y] }),
            (0, _) => json!({ "type": "box", "half_extents": [x, y, z] }),
            (1, 2) => json!({ "type": "polygon", "points": points }),
            (1, _) => json!({ "type": "polytope", "points": points }),
            (_, 2) => json!({ "type": "circle", "radius": x }),
            (2, _) => json!({ "type": "sphere", "radius": x }),
            (3, _) => json!({ "type": "capsule", "radius": x, "half_height": y }),
            (4, _) => json!({ "type": "cylinder", "radius": x, "half_height": y }),
            (5, _) => json!({ "type": "cone", "radius": x, "half_height": y }),
            _ => json!({ "type": "ellipsoid", "radii": [x, y, z] }),
        }
    }

    fn turn(&mut self, dim: usize) -> Vec<f64> {
        let mut turn = self.list(if dim == 2 { 2 } else { 4 }, 1.0);
        turn[0] += if turn[0] < 0.0 { -0.25 } else { 0.25 };
        let length = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
        turn.iter().map(|x| f64::from((x / length) as f32)).collect()
    }

    /// B is aimed at about A, from anywhere, and perhaps both are far from the world's origin.
    fn aimed(&mut self, dim: usize, method: &str) -> Value {
        let shapes = [0; 2].map(|_| self.shape(dim, method == "sat"));
        let far = [1.0, 1.0, 1.0e3, 1.0e5][self.0.below(4)];
        let (home, way, miss) = (self.list(dim, far), self.list(dim, 4.0), self.list(dim, 2.5));
        let narrow = |x: f64| f64::from(x as f32);
        let place: Vec<_> = home.iter().zip(&way).map(|(a, b)| narrow(a + b)).collect();
        let shared = self.list(dim, 1.0);
        let velocity: Vec<_> = (0..dim).map(|k| narrow(shared[k] + home[k] + miss[k] - place[k])).collect();
        let turns = [0; 2].map(|_| self.turn(dim));
        json!({ "op": "cast", "dim": dim, "method": method, "t_max": 1.5,
            "a": { "shape": shapes[0], "position": home, "rotation": turns[0], "velocity": shared },
            "b": { "shape": shapes[1], "position": place, "rotation": turns[1], "velocity": velocity } })
    }

    /// Boxes along the axes a few numbers from touching, where B recedes, closes, slides or flies along a face.
    fn beside(&mut self, dim: usize, method: &str) -> Value {
        let sizes = [0.25, 0.5, 1.0, 5.0, 10.0];
        let halves = [0; 2].map(|_| (0..dim).map(|_| sizes[self.0.below(5)]).collect::<Vec<_>>());
        let home = if self.0.below(2) == 0 { vec![8.5; dim] } else { self.list(dim, 20.0) };
        let reach = |k: usize| halves[0][k] + halves[1][k];
        let mut place: Vec<_> = (0..dim).map(|k| home[k] + 0.9 * self.real() * reach(k)).collect();
        let mut velocity = self.list(dim, 1.0);
        let mut x = (home[0] + reach(0)) as f32;
        for _ in 0..[0, 0, 1, 2, 8, 64][self.0.below(6)] {
            x = x.next_up();
        }
        place[0] = f64::from(x);
        match self.0.below(4) {
            0 => velocity[0] = 1.0,
            1 => velocity[0] = -1.0,
            2 => velocity[0] = 0.0,
            _ => {
                place[1] = home[1] + 1.5 * reach(1);
                velocity = vec![0.0; dim];
                velocity[1] = -2.0 * reach(1);
            }
        }
        let place: Vec<_> = place.iter().map(|x| f64::from(*x as f32)).collect();
        let body = |i: usize| json!({ "type": "box", "half_extents": halves[i] });
        json!({ "op": "cast", "dim": dim, "method": method, "a": { "shape": body(0), "position": home },
            "b": { "shape": body(1), "position": place, "velocity": velocity } })
    }
}

/// What `f32` says holds in `f64`: a hit is a hit, a miss a miss, and the brackets of time have a moment in common. Where rounding
/// decides, nothing is said.
fn f32_agrees_with_f64(count: usize) {
    let mut casts = Casts(Random(0x5eed_0024));
    let (mut seen, mut wide, mut undecided) = ([0; 3], [0; 2], 0);
    for i in 0..count {
        let (dim, method) = ([2, 3][i % 2], METHODS[i / 2 % 3]);
        let near = casts.0.below(3) == 0;
        let line = if near { casts.beside(dim, method) } else { casts.aimed(dim, method) };
        let [narrow, full] = [Precision::F32, Precision::F64].map(|precision| ask(precision, &line));
        let said = || format!("{line}\nf32 {narrow}\nf64 {full}");
        assert!(narrow["error"].is_null() && full["error"].is_null(), "{}", said());
        let Some(hit) = narrow["hit"].as_bool() else {
            seen[2] += 1;
            undecided += usize::from(!near);
            continue;
        };
        seen[usize::from(hit)] += 1;
        let Some(truth) = full["hit"].as_bool() else { continue };
        assert_eq!(hit, truth, "{}", said());
        if hit {
            let bracket = |answer: &Value| [&answer["lower"], &answer["upper"]].map(|t| t.as_f64().unwrap());
            let ([early, late], [least, most]) = (bracket(&narrow), bracket(&full));
            assert!(early <= most && least <= late, "no moment in common: {}", said());
            if !near && narrow["status"] == "hit" {
                wide[usize::from(late - early > 2e-5)] += 1;
            }
        }
    }
    assert!(3 * seen[0] > count && 4 * seen[1] > count && 4 * seen[2] < count, "{seen:?}");
    assert!(1000 * undecided < count, "{undecided} of those aimed anywhere are not decided");
    assert!(12 * wide[1] < wide[0], "{wide:?} brackets within 2e-5 s, and wider");
}

#[test]
fn f32_says_nothing_that_f64_denies() {
    f32_agrees_with_f64(3000);
}

#[test]
#[ignore = "takes a while, and says no more than the one above"]
fn f32_says_nothing_that_f64_denies_at_length() {
    f32_agrees_with_f64(20_000);
}

/// A scene of one pair in space, asked by both methods for curved bodies.
fn pair_scene(line: &Value) -> scene::model::Scene {
    let body = |name: &str| {
        let mut body = line[name].clone();
        body["name"] = json!(name);
        body
    };
    let query = |method: &str| json!({ "name": method, "algorithm": "cast", "a": "a", "b": "b", "options": { "method": method } });
    let scene = json!({ "version": 1, "name": "pair", "bodies": [body("a"), body("b")],
        "queries": [query("raycast"), query("advance")] });
    scene::parse("pair", scene.to_string().as_bytes()).unwrap()
}

#[test]
fn curved_bodies_that_miss_pass_the_judge() {
    let mut casts = Casts(Random(0x5eed_0025));
    let mut missed = 0;
    for _ in 0..200 {
        let mut line = casts.aimed(3, "raycast");
        for name in ["a", "b"] {
            line[name]["shape"] = loop {
                let shape = casts.shape(3, false);
                if shape["radius"].is_number() || shape["radii"].is_array() {
                    break shape;
                }
            };
        }
        let stretch = [0.0, 1.0, 1.0, 30.0][casts.0.below(4)];
        let velocity = casts.list(3, 4.0).into_iter().map(|v| v * stretch).collect::<Vec<_>>();
        line["a"].as_object_mut().unwrap().remove("velocity");
        line["b"]["velocity"] = json!(velocity);
        for case in check::check_scene(&pair_scene(&line)) {
            assert!(case.failures.is_empty(), "{case:?}\n{line}");
            missed += usize::from(ask(Precision::F64, &line)["hit"] == json!(false));
        }
    }
    assert!(missed > 250, "{missed}");
}

#[test]
fn a_miss_shows_the_gap_where_the_bodies_come_nearest() {
    let mut shown = 0;
    for name in ["planar-cast-real-box2d-short-edge-cast", "planar-cast-endings", "cast-misses"] {
        let shipped = scene::SHIPPED.iter().find(|shipped| shipped.name == name).unwrap();
        let scene = scene::parse(name, shipped.text.as_bytes()).unwrap();
        for query in &scene.queries {
            let lesson = play::open(Precision::F64, &scene, query).unwrap().lesson(0).unwrap();
            let Finding::FirstContact(found) = &lesson.verdict().finding else { panic!("{name}: a cast") };
            let beat = lesson.beats(lesson.steps() - 1).pop().unwrap();
            for view in [WORLD, CSO] {
                let marks = &beat.pictures.of(view).marks;
                let ends = marks.iter().find_map(|mark| match mark.form {
                    Form::Segment(ends) if mark.key.0 == "gap" && mark.role == Role::Witness => Some(ends),
                    _ => None,
                });
                let Some([a, b]) = ends else { continue };
                let gap = found.gap.unwrap_or_else(|| panic!("{name} {}: a miss", query.name));
                assert!((a.distance(b) - gap).abs() <= 1e-9 * gap, "{name} {}: {gap} {a} {b}", query.name);
                shown += 1;
            }
        }
    }
    assert!(shown >= 12, "{shown} pictures show a gap");
}
