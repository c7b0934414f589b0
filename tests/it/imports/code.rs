//! Shapes, poses and points in program text: forms and reports as data, each with its meaning.

use std::path::Path;

use contact_lens::import::{self, Imported};
use contact_lens::scene::model::{Body, Shape};
use serde_json::{Value, json};

/// A file of this folder.
pub(super) fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/imports/code").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The shape of words: `box 0.5 1 1.5`, `capsule z 0.3 0.5`, `inflate 0.1 box 1 1 1`.
fn shape(words: &str) -> Value {
    let words: Vec<&str> = words.split_whitespace().collect();
    let numbers = |from: usize| -> Vec<f64> { words[from..].iter().map(|word| word.parse().unwrap()).collect() };
    match words[0] {
        kind @ ("box" | "rectangle") => json!({ "type": kind, "half_extents": numbers(1) }),
        kind @ ("sphere" | "circle") => json!({ "type": kind, "radius": numbers(1)[0] }),
        kind @ ("capsule" | "cylinder" | "cone") => {
            let mut shape = json!({ "type": kind, "radius": numbers(2)[0], "half_height": numbers(2)[1] });
            if words[1] != "y" {
                shape["axis"] = json!(words[1]);
            }
            shape
        }
        "ellipsoid" => json!({ "type": "ellipsoid", "radii": numbers(1) }),
        "halfspace" => json!({ "type": "halfspace", "normal": numbers(1)[..3], "offset": numbers(1)[3] }),
        kind @ ("triangle" | "segment") => json!({ "type": kind, "points": numbers(1).chunks(3).collect::<Vec<_>>() }),
        "inflate" => {
            json!({ "type": "inflate", "radius": numbers_of(words[1]), "shape": shape(&words[2..].join(" ")) })
        }
        other => panic!("no shape `{other}`"),
    }
}

fn numbers_of(word: &str) -> f64 {
    word.parse().unwrap()
}

/// Whether two values are equal, numbers to 1e-12.
fn is_near(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-12,
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_near(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_near(a, b)))
        }
        _ => a == b,
    }
}

fn of_body(body: &Body) -> Value {
    serde_json::to_value(&body.shape).unwrap()
}

/// What is wrong with a text that means these bodies, or that is refused with these words.
pub(super) fn fault(text: &str, wanted: &str) -> Option<String> {
    let read = import::text("text.txt", text);
    if let Some(said) = wanted.strip_prefix("refused ") {
        return match read {
            Ok(imported) => Some(format!("is read: {:?}", imported.scene.bodies)),
            Err(error) => (!error.to_string().contains(said)).then(|| format!("is refused with `{error}`")),
        };
    }
    if wanted == "refused" {
        return read.ok().map(|imported| format!("is read: {:?}", imported.scene.bodies));
    }
    let imported = match read {
        Ok(imported) => imported,
        Err(error) => return Some(format!("is refused: {error}")),
    };
    let bodies: Vec<&Body> = imported.scene.bodies.iter().filter(|body| body.name != "point").collect();
    let all: Vec<&str> = wanted.split(';').map(str::trim).collect();
    if all.len() != bodies.len() {
        return Some(format!("has {} bodies", bodies.len()));
    }
    all.iter().zip(bodies).find_map(|(wanted, body)| body_fault(wanted, body))
}

/// Words of shapes.
const KINDS: [&str; 10] =
    ["box", "rectangle", "sphere", "circle", "capsule", "cylinder", "cone", "ellipsoid", "halfspace", "triangle"];

/// What is wrong with a body of points: `name polytope 0 0 0, 1 0 0, … @ 0 0 1`, at any pose without one; the outer
/// `None` for any other words.
fn points_fault(wanted: &str, body: &Body) -> Option<Option<String>> {
    let (wanted, pose) = wanted.split_once('@').unwrap_or((wanted, ""));
    let kind = ["polytope", "polygon"].into_iter().find(|kind| wanted.contains(kind) && wanted.contains(','))?;
    let (name, points) = wanted.rsplit_once(kind)?;
    let found = of_body(body);
    let points: Vec<Vec<f64>> =
        points.split(',').map(|point| point.split_whitespace().map(numbers_of).collect()).collect();
    let is_right = found["type"] == kind && is_near(&found["points"], &json!(points));
    if !name.is_empty() && name.trim() != body.name {
        return Some(Some(format!("is called `{}`", body.name)));
    }
    if !is_right {
        return Some(Some(format!("is {found}")));
    }
    Some(pose_fault(pose, body))
}

/// What is wrong with the pose of a body: `1 2 3 / 0 0 0 1`; an empty text allows any pose.
fn pose_fault(pose: &str, body: &Body) -> Option<String> {
    let (position, rotation) = pose.split_once('/').unwrap_or((pose, "0 0 0 1"));
    let numbers = |words: &str| -> Value { words.split_whitespace().map(numbers_of).collect() };
    let placed = pose.is_empty()
        || is_near(&json!(body.position), &numbers(position)) && is_near(&json!(body.rotation), &numbers(rotation));
    (!placed).then(|| format!("is at {:?}, {:?}", body.position, body.rotation))
}

/// What is wrong with one body: `box 1 2 3 @ 0 1 0 / 0 0 0 1`, or `polytope 5` with the number of its points.
fn body_fault(wanted: &str, body: &Body) -> Option<String> {
    let found = of_body(body);
    if let Some(fault) = points_fault(wanted, body) {
        return fault;
    }
    if let Some((kind @ ("polytope" | "polygon"), count)) = wanted.split_once(' ') {
        let good =
            found["type"] == kind && found["points"].as_array().unwrap().len() == count.parse::<usize>().unwrap();
        return (!good).then(|| format!("is {found}"));
    }
    let (kind, count) = wanted.split_once(' ').unwrap_or_default();
    let list = match kind {
        "mesh" => "vertices",
        "compound" => "parts",
        _ => "",
    };
    if let Some(count) = count.parse::<usize>().ok().filter(|_| !list.is_empty()) {
        return (found[list].as_array().map_or(0, Vec::len) != count).then(|| format!("is {found}"));
    }
    if wanted == "segment" {
        return (found["type"] != "segment").then(|| format!("is {found}"));
    }
    let (named, pose) = wanted.split_once('@').unwrap_or((wanted, ""));
    let words: Vec<&str> = named.split_whitespace().collect();
    let of_kind = words.iter().rposition(|word| KINDS.contains(word));
    let start = if words[0] == "inflate" { 0 } else { of_kind.unwrap_or_else(|| panic!("no shape in `{wanted}`")) };
    let (name, own) = (words[..start].join(" "), words[start..].join(" "));
    if !name.is_empty() && name != body.name {
        return Some(format!("is called `{}`", body.name));
    }
    if !is_near(&found, &shape(&own)) {
        return Some(format!("is {found}"));
    }
    pose_fault(pose, body)
}

/// Every form is read as its library means it, or refused with the question that decides.
#[test]
fn forms_of_constructors_have_the_meaning_of_their_library() {
    let text = data("forms.txt");
    let forms: Vec<(&str, &str)> =
        text.lines().filter(|line| !line.starts_with("# ")).filter_map(|line| line.rsplit_once(" => ")).collect();
    assert!(forms.len() >= 120, "{} forms", forms.len());
    let wrong: Vec<String> = forms
        .iter()
        .filter_map(|(form, wanted)| Some(format!("{form}\n    {wanted}: {}", fault(form, wanted)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Reports of several lines: shapes with their poses, and lists of points.
#[test]
fn reports_have_their_bodies_where_the_code_puts_them() {
    let text = data("reports.txt");
    let reports: Vec<(&str, &str)> =
        text.split("\n----\n").filter_map(|block| block.trim_end().rsplit_once("\n => ")).collect();
    assert!(reports.len() >= 45, "{} reports", reports.len());
    let wrong: Vec<String> = reports
        .iter()
        .filter_map(|(report, wanted)| Some(format!("{report}\n    {wanted}: {}", fault(report, wanted)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Short forms of points and shapes: matrices, well-known text, records of logs, lists of YAML.
#[test]
fn short_forms_have_their_bodies() {
    let text = data("short.txt");
    let reports: Vec<(&str, &str)> =
        text.split("\n----\n").filter_map(|block| block.trim_end().rsplit_once("\n => ")).collect();
    assert!(reports.len() >= 25, "{} reports", reports.len());
    let wrong: Vec<String> = reports
        .iter()
        .filter_map(|(report, wanted)| Some(format!("{report}\n    {wanted}: {}", fault(report, wanted)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Sentences about bodies: each is read as it is meant, or refused with a question.
#[test]
fn sentences_have_the_bodies_that_they_describe() {
    let text = data("prose.txt");
    let reports: Vec<(&str, &str)> =
        text.split("\n----\n").filter_map(|block| block.trim_end().rsplit_once("\n => ")).collect();
    assert!(reports.len() >= 100, "{} reports", reports.len());
    let wrong: Vec<String> = reports
        .iter()
        .filter_map(|(report, wanted)| Some(format!("{report}\n    {wanted}: {}", fault(report, wanted)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Reads a text whose types are those of `library`.
fn read_of(text: &str, library: &str) -> Result<Imported, contact_lens::scene::SceneError> {
    let options = import::Options { library: Some(library.to_owned()), ..import::Options::default() };
    import::text_with("text.txt", text, &options)
}

/// A library that the caller names decides what a type means; one that is not known is an error.
#[test]
fn a_named_library_decides() {
    let read = |library: &str| read_of("box = Box(1, 2, 3)", library);
    let half = |imported: &Imported| imported.scene.bodies[0].shape.clone();
    assert_eq!(half(&read("fcl").unwrap()), Shape::Box { half_extents: [0.5, 1.0, 1.5] });
    assert_eq!(half(&read("drake").unwrap()), Shape::Box { half_extents: [0.5, 1.0, 1.5] });
    assert!(read("simulia").unwrap_err().to_string().contains("`simulia` is not a known library"));
    let capsule = |library: &str| half(&read_of("CapsuleShape c(0.5, 0.25);", library).unwrap());
    assert_eq!(of(&capsule("jolt")), (0.25, 0.5));
    assert_eq!(of(&capsule("reactphysics3d")), (0.5, 0.125));
}

fn of(shape: &Shape) -> (f64, f64) {
    match shape {
        Shape::Capsule { radius, half_height, .. } => (*radius, *half_height),
        other => panic!("{other:?}"),
    }
}

/// The first sentence of the note says where poses were assumed, and nothing of the sort is said where the text has them.
#[test]
fn assumed_poses_are_said_first() {
    let note = |text: &str| import::text("t.txt", text).unwrap().scene.note;
    let shapes = "btBoxShape a(btVector3(1, 2, 3));\nbtSphereShape b(0.5);\n";
    assert!(note(shapes).starts_with("The text gives no poses: all bodies are at the origin. Imported from"));
    let posed = "a = fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([1.0, 2.0, 3.0]))";
    assert!(!note(posed).contains("no poses"));
}

/// One list of points asks for its hull, two ask for their distance.
#[test]
fn lists_of_points_ask_their_question() {
    let asks = |text: &str| {
        serde_json::to_value(&import::text("t.txt", text).unwrap().scene.queries[0].ask).unwrap()["algorithm"].clone()
    };
    let one = "a = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])\n";
    assert_eq!(asks(one), "quickhull");
    assert_eq!(asks(&format!("{one}b = np.array([[2, 0, 0], [3, 0, 0], [2, 1, 0], [2, 0, 1]])\n")), "distance");
    assert_eq!(asks("p = [[0, 0], [1, 0], [0, 1]]"), "graham");
}

/// Numbers that a shape does not use are quoted; those that it uses are not.
#[test]
fn unused_numbers_are_quoted() {
    let imported =
        import::text("t.txt", "btBoxShape a(btVector3(1, 2, 3));\nworld.stepSimulation(0.016, 10);\n").unwrap();
    let lines: Vec<usize> = imported.skipped.iter().flat_map(|quote| quote.lines.clone()).collect();
    assert_eq!(lines, [2], "{:?}", imported.skipped);
}

/// Text that means harm ends at once, with an error or a scene.
#[test]
fn hostile_code_ends() {
    let deep = format!("btBoxShape a({});", "btVector3(".repeat(20_000));
    let closed = format!("btBoxShape a({}1{});", "(".repeat(20_000), ")".repeat(20_000));
    let chain = format!("a{} = Box(1, 2, 3)", ".b".repeat(100_000));
    let sum = format!("btSphereShape s(1{});", " + 1".repeat(100_000));
    let calls = format!("btSphereShape s(1){};", ".f()".repeat(100_000));
    let turned =
        "b.addChild(b); a = new CANNON.Body(); a.addShape(a); c = new CANNON.Body({ shape: a }); a.addShape(c);"
            .repeat(500);
    let generic = "a<".repeat(100_000);
    let sentence = format!("`new p2.Circle({{ radius: 0.2 }})` at (0, 1) {}", "(".repeat(100_000));
    let repeated = ["a: ", "- ", "x=", "(", "1 "].map(|part| part.repeat(100_000));
    let names = format!("a = coal.Box(1, 1, 1)\n{}", "a = a\n".repeat(20_000));
    let texts = [&deep, &closed, &chain, &sum, &calls, &turned, &generic, &sentence, &names];
    for text in texts.into_iter().chain(&repeated) {
        let start = std::time::Instant::now();
        if let Err(error) = import::text("t.txt", text) {
            assert!(error.to_string().starts_with("t.txt"), "{error}");
        }
        let limit = if cfg!(debug_assertions) { 20 } else { 5 };
        assert!(start.elapsed() < std::time::Duration::from_secs(limit), "{:?}", start.elapsed());
    }
}
