//! Scene files: what is read, what is refused and in which words, and that saving loses nothing.

use contact_lens::ask::Kind;
use contact_lens::scene::model::{
    Algorithm, Ask, Axis, Body, CapturedAnswer, CapturedField, CapturedPoint, Chapter, Course, Dimension,
    DistanceExpect, GjkOptions, Query, Scene, Shape, SubjectKind,
};
use contact_lens::scene::{self, Document, Recorder, limits, save, schema};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A scene with everything in it that the refusals below break one at a time.
const GOOD: &str = r#"{
  "version": 1,
  "name": "two boxes",
  "bodies": [
    { "name": "left", "shape": { "type": "box", "half_extents": [1, 1, 1] } },
    { "name": "right", "shape": { "type": "sphere", "radius": 0.5 }, "position": [3, 0, 0] }
  ],
  "queries": [{ "name": "distance", "algorithm": "gjk", "a": "left", "b": "right" }]
}
"#;

fn refusal(text: &str) -> String {
    match scene::parse("f", text.as_bytes()) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// What is said of [`GOOD`] when `old` is replaced by `new`.
fn broken(old: &str, new: &str) -> String {
    assert!(GOOD.contains(old), "{old}");
    refusal(&GOOD.replacen(old, new, 1))
}

#[test]
fn the_good_scene_is_good() {
    let scene = scene::parse("f", GOOD.as_bytes()).unwrap();
    assert_eq!(scene.bodies[1].shape, Shape::Sphere { radius: 0.5 });
    assert_eq!(scene.bodies[0].rotation, [0.0, 0.0, 0.0, 1.0]);
    scene::parse("f", format!("\u{feff}{GOOD}").as_bytes()).expect("a byte order mark is allowed");
    let decimals = GOOD.replacen("\"version\": 1", "\"version\": 1.0", 1);
    scene::parse("f", decimals.as_bytes()).expect("1.0 is a whole number too");
}

#[test]
fn each_mistake_has_its_own_message_with_place_and_field() {
    let cases = [
        ("\"radius\"", "\"radus\"", "f:6:53: bodies[1].shape.radus: unknown field; did you mean `radius`?"),
        (", \"radius\": 0.5", "", "f:6:33: bodies[1].shape: the field `radius` is missing (Radius, meters)"),
        ("0.5", "-1", "f:6:63: bodies[1].shape.radius: must not be negative, but is -1"),
        ("0.5", "\"0.5\"", "f:6:63: bodies[1].shape.radius: must be a number, but is a string"),
        ("0.5", "1e999", "f:6:63: bodies[1].shape.radius: the number 1e999 is too large for f64"),
        ("0.5", "1e13", "f:6:63: bodies[1].shape.radius: must not be beyond 1e12, but is 1e13"),
        ("0.5", "NaN", "f:6:63: bodies[1].shape.radius: expected a value, found `N`; numbers must be finite"),
        ("0.5", "-Infinity", "f:6:63: bodies[1].shape.radius: expected a number, found `-`; numbers must be finite"),
        ("\"sphere\"", "\"spere\"", "f:6:43: bodies[1].shape.type: `spere` is not known; did you mean `sphere`?"),
        ("[1, 1, 1]", "[1, 1]", "f:5:65: bodies[0].shape.half_extents: must have 3 entries, but has 2"),
        ("[1, 1, 1]", "[1, -1, 1]", "f:5:69: bodies[0].shape.half_extents[1]: must not be negative, but is -1"),
        (
            "\"version\": 1",
            "\"version\": 2",
            "f:2:14: version: must be 1, but is 2; this program does not know that version",
        ),
        (
            "\"right\", \"shape\"",
            "\"left\", \"shape\"",
            "f:6:15: bodies[1].name: the name `left` is already used; names must differ",
        ),
        (
            "\"b\": \"right\"",
            "\"b\": \"rihgt\"",
            "f:8:75: queries[0].b: there is no body `rihgt`; did you mean `right`?",
        ),
        ("\"b\": \"right\"", "\"b\": \"left\"", "f:8:75: queries[0].b: must differ from `a`, but both are `left`"),
        ("\"gjk\"", "\"jgk\"", "f:8:50: queries[0].algorithm: `jgk` is not known; did you mean `gjk`?"),
        (
            "[3, 0, 0]",
            "[3, 0, 0], \"rotation\": [0, 0, 0, 0]",
            "f:6:105: bodies[1].rotation: must be a unit quaternion [x, y, z, w], but is zero",
        ),
        (
            "[3, 0, 0]",
            "[3, 0, 0], \"rotation\": [0, 0, 1, 1]",
            "f:6:105: bodies[1].rotation: must be a unit quaternion [x, y, z, w], but its length is 1.414214",
        ),
        ("[3, 0, 0]", "[3, 0, 0], \"position\": [0, 0, 0]", "f:6:93: bodies[1].position: this field is given twice"),
        ("\"two boxes\"", "\"\"", "f:3:11: name: must not be empty"),
        ("\"two boxes\"", "7", "f:3:11: name: must be a string, but is 7"),
        (
            "\"version\": 1",
            "\"version\": 1.5",
            "f:2:14: version: must be 1, but is 1.5; this program does not know that version",
        ),
        ("  \"version\": 1,\n", "", "f:1:1: the field `version` is missing (Version of the format: 1)"),
        (
            "\"b\": \"right\"",
            "\"b\": \"right\", \"options\": {\"max_iterations\": 1.5}",
            "f:8:114: queries[0].options.max_iterations: must be a whole number, but is 1.5",
        ),
        (
            "\"b\": \"right\"",
            "\"b\": \"right\", \"options\": {\"direction\": [0,0,0]}",
            "f:8:109: queries[0].options.direction: must not be the zero vector",
        ),
        (
            "\"b\": \"right\"",
            "\"b\": \"right\", \"expect\": {\"tolerance\": 1}",
            "f:8:108: queries[0].expect.tolerance: has no effect without `signed_distance`",
        ),
        (
            "\"queries\"",
            "\"cameras\": {\"wrld\": {\"target\": [0,0,0], \"distance\": 1, \"azimuth\": 0, \"elevation\": 0}}, \"queries\"",
            "f:8:23: cameras.wrld: no algorithm has a view with this id in 3D; did you mean `world`?",
        ),
        (
            "\"queries\"",
            "\"cameras\": {\"world\": {\"target\": [0,0,0], \"distance\": 0, \"azimuth\": 0, \"elevation\": 0}}, \"queries\"",
            "f:8:56: cameras.world.distance: must be positive, but is 0",
        ),
        ("\"bodies\": [", "\"bodies\": [], \"note\": [", "f:4:13: bodies: must have at least 1 entry, but has 0"),
        ("}]\n}", "}],\n}", "f:8:85: a comma before `}` is not allowed in JSON"),
        (
            "  \"name\"",
            "  // title\n  \"name\"",
            "f:3:3: expected a field name in double quotes, found `/`; JSON has no comments (use the field `note`)",
        ),
    ];
    let wrong = cases.iter().filter(|(old, new, said)| broken(old, new) != *said);
    let wrong: Vec<_> = wrong.map(|(old, new, said)| format!("{}\n  wanted {said}", broken(old, new))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let frames = "\"queries\": [], \"frames\": [{\"poses\": [{\"body\": \"lft\", \"position\": [0,0,0]}]}], \"x\"";
    assert!(broken("\"queries\"", frames).contains("unknown field"), "the schema comes first");
    let frames = frames.replace(", \"x\"", "").replace("\"queries\": [], ", "");
    let said = broken("\"queries\"", &format!("{frames}, \"queries\""));
    assert!(said.ends_with("frames[0].poses[0].body: there is no body `lft`; did you mean `left`?"), "{said}");
}

/// Every option of the format, with its default value.
const OPTIONS: [(&str, &str); 29] = [
    ("origin", "null"),
    ("direction", "null"),
    ("relative_tolerance", "null"),
    ("absolute_tolerance", "null"),
    ("max_iterations", "null"),
    ("solver", "\"signed_volumes\""),
    ("method", "\"hybrid\""),
    ("search", "\"perpendicular\""),
    ("horizon", "\"flood\""),
    ("stop", "\"all\""),
    ("pairs", "\"crossing\""),
    ("t_max", "null"),
    ("margin", "null"),
    ("max_points", "null"),
    ("reference", "\"auto\""),
    ("warm_start", "false"),
    ("time_step", "null"),
    ("steps", "null"),
    ("substeps", "null"),
    ("iterations", "null"),
    ("clamp", "null"),
    ("order", "\"source\""),
    ("position", "\"baumgarte\""),
    ("beta", "null"),
    ("slop", "null"),
    ("contact_frequency", "null"),
    ("contact_damping_ratio", "null"),
    ("restitution_threshold", "null"),
    ("speculative", "null"),
];

/// The good scene with a question that this algorithm can answer, still called `gjk`.
fn good_for(algorithm: Algorithm) -> String {
    match algorithm.subject() {
        SubjectKind::Bodies => GOOD.replacen(r#""a": "left", "b": "right""#, r#""bodies": "all""#, 1),
        SubjectKind::World => {
            let plane = [("[1, 1, 1]", "[1, 1]"), ("\"version\": 1,", "\"version\": 1, \"dimension\": 2,")];
            let asked = GOOD.replacen(r#", "a": "left", "b": "right""#, "", 1);
            plane.into_iter().fold(asked, |text, (old, new)| text.replacen(old, new, 1))
        }
        SubjectKind::Body if !algorithm.options().is_empty() => {
            GOOD.replacen(r#""a": "left", "b": "right""#, r#""body": "left""#, 1)
        }
        _ => GOOD.to_owned(),
    }
}

#[test]
fn an_option_out_of_its_range_is_refused_by_its_path() {
    let mut refused = 0;
    for &algorithm in Algorithm::ALL {
        let ask = algorithm.of("left", "right");
        for about in ask.options().into_iter().flat_map(|options| options.fields()) {
            let kind = ask.options().and_then(|options| options.slot(about.name)).map(|slot| slot.kind());
            if !matches!(kind, Some(Kind::Number | Kind::Count)) {
                continue;
            }
            let range = about.range;
            let below = if range.open { range.least } else { range.least - 1.0 };
            for beyond in [below, range.most + 1.0].into_iter().filter(|beyond| beyond.is_finite()) {
                let path = ask.option_path(about.name);
                let option = format!("\"{}\": {beyond}", about.name);
                // The fields of a ray are next to its body.
                let option = if path == about.name { option } else { format!("\"options\": {{{option}}}") };
                let new = format!("\"{}\", {option}", algorithm.id());
                let said = refusal(&good_for(algorithm).replacen("\"gjk\"", &new, 1));
                assert!(said.contains(&format!(": queries[0].{path}: must ")), "{said}");
                refused += 1;
            }
        }
    }
    assert!(refused > 30, "{refused}");
}

#[test]
fn an_option_that_would_do_nothing_is_refused_even_with_its_default() {
    let all: BTreeSet<&str> = Algorithm::ALL.iter().copied().flat_map(Algorithm::options).collect();
    assert_eq!(all, OPTIONS.into_iter().map(|(name, _)| name).collect());
    for &algorithm in Algorithm::ALL {
        let word = algorithm.id();
        let good = good_for(algorithm);
        if algorithm == Algorithm::Ray {
            let said = refusal(&good.replacen("\"gjk\"", "\"ray\", \"options\": {}", 1));
            assert!(said.contains("queries[0].options: unknown field"), "{said}");
            continue;
        }
        for (option, value) in OPTIONS {
            let value = match (word, option) {
                ("cast", "method") => "\"raycast\"",
                ("world", "solver") => "\"sequential\"",
                _ => value,
            };
            let new = format!("\"{word}\", \"options\": {{\"{option}\": {value}}}");
            let text = good.replacen("\"gjk\"", &new, 1);
            if algorithm.options().contains(&option) {
                scene::parse("f", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
                continue;
            }
            let said = refusal(&text);
            let field = if algorithm.options().is_empty() { "options" } else { &format!("options.{option}") };
            assert!(said.starts_with("f:8:") && said.contains(&format!("queries[0].{field}: unknown field")), "{said}");
        }
    }
    let said = broken("\"gjk\"", "\"isa_gjk\", \"options\": {\"horizon\": \"flood\"}");
    assert_eq!(
        said,
        "f:8:73: queries[0].options.horizon: unknown field; known here: direction, max_iterations, solver, warm_start"
    );
}

#[test]
fn an_expectation_that_no_answer_can_meet_is_refused() {
    let said = broken("\"gjk\"", "\"isa_gjk\", \"expect\": {\"signed_distance\": 1}");
    assert_eq!(
        said,
        "f:8:72: queries[0].expect.signed_distance: unknown field; known here: intersects, iterations_at_most, normal, outcome"
    );
    let said = broken("\"gjk\"", "\"support\", \"expect\": {\"normal\": [1, 0, 0]}");
    assert!(said.contains("queries[0].expect.normal: unknown field"), "{said}");
}

#[test]
fn a_scene_of_the_old_form_is_told_what_to_change() {
    for (old, now) in [
        ("isa", "`isa` is called `isa_gjk` now"),
        ("penetration", "`penetration` is called `distance` now"),
        ("direction", "`direction` is called `boolean_gjk` now"),
        ("epa2", "`epa2` is called `epa` now, in a scene with `\"dimension\": 2`"),
    ] {
        assert_eq!(broken("\"gjk\"", &format!("\"{old}\"")), format!("f:8:50: queries[0].algorithm: {now}"));
    }
    let said = broken("\"type\": \"sphere\"", "\"type\": \"circle\"");
    assert_eq!(said, "f:6:43: bodies[1].shape.type: is a planar shape, which needs `\"dimension\": 2` in the scene");
}

#[test]
fn the_plane_takes_shapes_and_places_by_either_name() {
    let text = r#"{"version": 1, "name": "plane", "dimension": 2, "bodies": [
        {"name": "a", "shape": {"type": "sphere", "radius": 1}},
        {"name": "b", "shape": {"type": "box", "half_extents": [1, 2]}, "position": [3, 0]}],
        "queries": [{"name": "q", "algorithm": "gjk", "a": "a", "b": "b"}]}"#;
    let scene = scene::parse("f", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((&scene.bodies[0].shape, scene.bodies[1].position), (&Shape::Circle { radius: 1.0 }, [3.0, 0.0, 0.0]));
    let answer = contact_lens::play::answer(Default::default(), &scene, &scene.queries[0], 0).unwrap();
    assert!((answer.pair().unwrap().signed_distance.unwrap() - 1.0).abs() < 1e-12);
    let method = text.replacen("\"gjk\"", "\"distance\", \"options\": {\"method\": \"epa\"}", 1);
    let said = refusal(&method);
    assert!(said.ends_with("queries[0].options.method: is only for 3D scenes"), "{said}");
    let said = refusal(&text.replacen("\"dimension\": 2", "\"dimension\": 4", 1));
    assert!(said.contains("dimension: must be at most 3, but is 4"), "{said}");
}

#[test]
fn a_scene_says_which_axis_points_up() {
    let text = include_str!("full.scene.json");
    let scene = scene::parse("f", text.as_bytes()).unwrap();
    assert_eq!(scene.up, contact_lens::scene::model::Upward::Z);
    let saved = save::to_string(&scene).unwrap();
    assert!(saved.contains("\"up\": \"z\"") && scene::parse("g", saved.as_bytes()).unwrap() == scene);
    let lying = Scene { up: Default::default(), ..scene.clone() };
    assert!(!save::to_string(&lying).unwrap().contains("\"up\": \"y\""), "y is not said");
    assert!(scene.has_same_answers(&lying), "nothing is turned by it");
    let refusal = |text: &str| scene::parse("f", text.as_bytes()).unwrap_err().to_string();
    assert!(refusal(&text.replacen("\"up\": \"z\"", "\"up\": \"x\"", 1)).contains("up: "));
    let plane =
        include_str!("full-plane.scene.json").replacen("\"dimension\": 2", "\"dimension\": 2, \"up\": \"z\"", 1);
    assert!(refusal(&plane).contains("up: is only for 3D scenes"), "{}", refusal(&plane));
}

#[test]
fn a_query_handed_to_another_algorithm_keeps_what_that_one_takes() {
    let text = include_str!("full.scene.json");
    let full = scene::parse("f", text.as_bytes()).unwrap();
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_for(full.dimension)) {
        let word = algorithm.id();
        // An audit has no bodies that another query could keep.
        let keeping = full.queries.iter().filter(|query| query.ask.algorithm() != Algorithm::Audit);
        for query in keeping {
            let mut changed = full.clone();
            changed.queries = vec![Query { ask: query.ask.converted_to(algorithm), ..query.clone() }];
            let saved = save::to_string(&changed).unwrap_or_else(|error| panic!("{word}: {error}"));
            assert!(saved.contains(&format!("\"algorithm\": \"{word}\"")));
            let kept = |name: &str| saved.contains(&format!("\"{name}\": "));
            let had = serde_json::to_string(&query.ask).unwrap();
            for name in algorithm.options() {
                // A cast goes by other methods than a distance.
                if (algorithm, name) == (Algorithm::Cast, "method") || name == "margin" {
                    continue; // bodies have margins as well
                }
                assert_eq!(kept(name), had.contains(&format!("\"{name}\":")), "{word}, {name}: {saved}");
            }
        }
    }
}

#[test]
fn what_leaves_the_plane_is_named_where_it_stands() {
    use contact_lens::play::{self, Precision};
    let plane = r#"{"version": 1, "name": "plane", "dimension": 2, "bodies": [
        {"name": "a", "shape": {"type": "circle", "radius": 1}},
        {"name": "b", "shape": {"type": "circle", "radius": 1}, "position": [3, 0, 0], "rotation": [0, 0, 0, 1]}],
        "queries": [{"name": "q", "algorithm": "gjk", "a": "a", "b": "b"}],
        "frames": [{"poses": []}, {"poses": [{"body": "a", "position": [0, 0, 0]}, {"body": "b", "position": [2, 0, 0]}]}]}"#;
    let said = |old: &str, new: &str, frame: usize| {
        let scene = match scene::parse("f", plane.replacen(old, new, 1).as_bytes()) {
            Ok(scene) => scene,
            Err(error) => return error.to_string(),
        };
        let refused = play::answer(Precision::F64, &scene, &scene.queries[0], frame);
        refused.map_or_else(|refusal| refusal.to_string(), |_| String::from("answered"))
    };
    assert_eq!(said("[3, 0, 0]", "[3, 0, 0]", 1), "answered");
    assert_eq!(said("[3, 0, 0]", "[3, 0, 1]", 0), "f:3:84: bodies[1].position[2]: must be 0 in 2D, but is 1");
    assert_eq!(said("[2, 0, 0]", "[2, 0]", 1), "answered", "two numbers are enough");
    assert_eq!(said("[2, 0, 0]", "[2, 0, 1]", 1), "frames[1].poses[1].position[2]: must be 0 in a 2D query");
    let tilted = "must be a rotation about z in 2D: x and y must be 0";
    assert_eq!(said("[0, 0, 0, 1]", "[0, 0.6, 0, 0.8]", 0), format!("bodies[1].rotation: {tilted}"));
}

#[cfg(feature = "app")]
#[test]
fn a_query_that_was_edited_can_be_saved() {
    use contact_lens::app::Edit;
    let scene = scene::parse("f", include_str!("full.scene.json").as_bytes()).unwrap();
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_for(scene.dimension)) {
        let query = Query { ask: scene.queries[0].ask.converted_to(algorithm), ..scene.queries[0].clone() };
        let edited = Edit::Query(0, Box::new(query)).apply(&scene);
        assert_eq!(edited.queries[0].ask.algorithm(), algorithm);
        save::to_string(&edited).unwrap_or_else(|error| panic!("{algorithm:?}: {error}"));
    }
}

#[test]
fn the_address_of_a_schema_is_allowed_and_kept() {
    let text = GOOD.replacen('{', "{\n  \"$schema\": \"https://example.org/scene.json\",", 1);
    let scene = scene::parse("f", text.as_bytes()).unwrap();
    let saved = save::to_string(&scene).unwrap();
    assert!(saved.starts_with("{\n  \"$schema\": \"https://example.org/scene.json\",\n  \"version\": 1,"), "{saved}");
    let said = broken("\"version\"", "\"$schema\": 7, \"version\"");
    assert_eq!(said, "f:2:14: $schema: must be a string, but is 7");
    assert!(schema::schema()["properties"].get("$schema").is_some(), "editors complete it");
}

#[test]
fn an_unknown_field_is_named_wherever_it_stands() {
    let tag = broken("\"type\": \"sphere\"", "\"tpye\": \"sphere\"");
    assert_eq!(tag, "f:6:35: bodies[1].shape.tpye: unknown field; did you mean `type`?");
    let inflate = |inner: &str| format!("{{ \"type\": \"inflate\", \"radius\": 1, \"shape\": {inner} }}");
    let deep =
        (0..9).fold(String::from("{ \"type\": \"sphere\", \"radius\": 0.5, \"zzz\": 1 }"), |inner, _| inflate(&inner));
    let said = broken("{ \"type\": \"sphere\", \"radius\": 0.5 }", &deep);
    assert!(said.contains("shape.shape.shape.shape.shape.shape.shape.shape.shape.zzz: unknown field"), "{said}");
    let first = broken("\"name\": \"right\", ", "\"name\": 7, \"zzz\": 1, ");
    assert!(
        first.contains("bodies[1].zzz: unknown field"),
        "a name that is not known comes before wrong values: {first}"
    );
}

#[test]
fn empty_truncated_deep_huge_and_non_text_files_are_refused() {
    assert_eq!(refusal(""), "f:1:1: the file is empty; a scene is a JSON object");
    assert_eq!(refusal(" \n "), "f:1:1: the file is empty; a scene is a JSON object");
    assert_eq!(refusal("[]"), "f:1:1: must be an object, but is a list");
    for cut in 1..GOOD.trim_end().len() {
        let said = refusal(&GOOD[..cut]);
        assert!(said.contains("incomplete"), "cut at {cut}: {said}");
    }
    let deep = refusal(&"[".repeat(100_000));
    assert!(deep.starts_with(&format!("f:1:{}: [0][0]", limits::NESTING + 1)), "{deep}");
    assert!(deep.ends_with("brackets are nested deeper than 48 levels"), "{deep}");
    let huge = vec![b' '; limits::FILE_BYTES as usize + 1];
    let said = scene::parse("f", &huge).unwrap_err().to_string();
    assert_eq!(said, "f: is larger than 64 MiB, the limit of a scene file");
    let said = scene::parse("f", b"{\n  \"name\": \"\xff\"").unwrap_err().to_string();
    assert_eq!(said, "f:2:12: is not UTF-8 text from here on");
    let said = Document::open("no/such.scene.json".as_ref()).unwrap_err().to_string();
    assert_eq!(said, "no/such.scene.json: cannot be read: no such file or directory");
    let said = Document::open(env!("CARGO_MANIFEST_DIR").as_ref()).unwrap_err().to_string();
    assert!(said.ends_with("is a folder, not a scene file"), "{said}");
}

#[test]
fn a_nearly_unit_quaternion_is_kept_as_written() {
    let rotation = [0.0, 0.0, 0.0, 1.0005];
    let text = GOOD.replacen("[3, 0, 0]", "[3, 0, 0], \"rotation\": [0, 0, 0, 1.0005]", 1);
    let scene = scene::parse("f", text.as_bytes()).unwrap();
    assert_eq!(scene.bodies[1].rotation, rotation);
}

#[test]
fn later_complaints_find_their_place() {
    let document = Document::parse("f", GOOD.as_bytes()).unwrap();
    let said = document.error("bodies[1].shape.radius", "is too small for f32").to_string();
    assert_eq!(said, "f:6:63: bodies[1].shape.radius: is too small for f32");
}

/// xorshift64*, so that every failure can be had again.
pub(crate) struct Random(pub(crate) u64);

/// Whether a shape, or one inside it, is one of the plane.
fn is_planar(shape: &Shape) -> bool {
    match shape {
        Shape::Circle { .. } | Shape::Rectangle { .. } | Shape::Polygon { .. } => true,
        Shape::Affine { shape, .. } | Shape::Inflate { shape, .. } => is_planar(shape),
        _ => false,
    }
}

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// What another engine may have said: every field, with or without a value.
    fn theirs(&mut self) -> Vec<CapturedAnswer> {
        let some = |random: &mut Self| (random.below(2) == 0).then(|| random.number());
        let point = |random: &mut Self| CapturedPoint {
            position: Some([random.number(), random.number(), -0.0]),
            depth: some(random),
            impulse: some(random),
            ..CapturedPoint::default()
        };
        let engine = String::from("an engine 1.0");
        let (distance, points) = (some(self), (0..self.below(3)).map(|_| point(self)).collect());
        let recomputed = if self.below(2) == 0 { vec![CapturedField::Depths] } else { Vec::new() };
        let iterations = Some(self.below(9) as u32);
        vec![CapturedAnswer {
            engine,
            frame: 0,
            distance,
            normal: Some([0.6, -0.8, -0.0]),
            points,
            friction: Some([0.25, -0.5, -0.0]).filter(|_| iterations.is_some_and(|n| n > 3)),
            friction_coefficient: iterations.map(f64::from),
            poses: Vec::new(),
            iterations,
            recomputed,
        }]
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    /// A shape of space.
    pub fn spatial_shape(&mut self) -> Shape {
        self.shape_that(|shape| !is_planar(shape))
    }

    /// A shape of the plane.
    pub fn planar_shape(&mut self) -> Shape {
        self.shape_that(|shape| matches!(shape, Shape::Circle { .. } | Shape::Rectangle { .. } | Shape::Polygon { .. }))
    }

    fn shape_that(&mut self, fits: impl Fn(&Shape) -> bool) -> Shape {
        loop {
            let shape = self.shape(0);
            if fits(&shape) {
                return shape;
            }
        }
    }

    /// A number with random bits that a scene may hold.
    fn number(&mut self) -> f64 {
        loop {
            let number = f64::from_bits(self.next());
            if number.abs() <= limits::MAGNITUDE {
                return number;
            }
        }
    }

    fn point(&mut self) -> [f64; 3] {
        std::array::from_fn(|_| self.number())
    }

    fn positive(&mut self) -> f64 {
        self.number().abs().max(f64::MIN_POSITIVE)
    }

    fn shape(&mut self, depth: usize) -> Shape {
        match self.below(if depth > 3 { 12 } else { 14 }) {
            0 => Shape::Sphere { radius: self.positive() },
            1 => Shape::Box { half_extents: self.point().map(f64::abs) },
            2 => Shape::Cylinder { radius: self.positive(), half_height: self.positive(), axis: Axis::Z },
            3 => Shape::Cone { radius: self.positive(), half_height: self.positive(), axis: Axis::X },
            4 => Shape::Capsule { radius: self.positive(), half_height: self.positive(), axis: Axis::Y },
            5 => Shape::Ellipsoid { radii: std::array::from_fn(|_| self.positive()) },
            6 => Shape::Segment { points: std::array::from_fn(|_| self.point()) },
            7 => Shape::Triangle { points: std::array::from_fn(|_| self.point()) },
            8 => Shape::Polytope { points: (0..=self.below(9)).map(|_| self.point()).collect() },
            9 => Shape::Circle { radius: self.positive() },
            10 => Shape::Rectangle { half_extents: std::array::from_fn(|_| self.number().abs()) },
            11 => Shape::Polygon { points: (0..=self.below(9)).map(|_| [self.number(), self.number()]).collect() },
            12 => {
                let matrix = std::array::from_fn(|_| self.point());
                Shape::Affine { matrix, offset: self.point(), shape: Box::new(self.shape(depth + 1)) }
            }
            _ => Shape::Inflate { radius: self.positive(), shape: Box::new(self.shape(depth + 1)) },
        }
    }
}

#[test]
fn saving_and_loading_keeps_every_bit_of_random_floats() {
    let mut random = Random(0x5eed_0001);
    let (mut subnormal, mut negative_zero, mut kinds) = (0, 0, std::collections::HashSet::new());
    for round in 0..400 {
        let planar = round % 4 == 0;
        let bodies: Vec<Body> = (0..2)
            .map(|i| Body {
                name: format!("body \"{i}\" \u{1f9ca}\\"),
                shape: if planar { random.planar_shape() } else { random.spatial_shape() },
                position: match (random.below(4), planar) {
                    (0, _) => [-0.0, f64::from_bits(random.next() >> 12), 0.0],
                    (_, true) => [random.number(), random.number(), 0.0],
                    (_, false) => random.point(),
                },
                rotation: [-0.0, 0.6 + f64::EPSILON * random.below(9) as f64, -0.8, 0.0],
                margin: if random.below(2) == 0 { 0.0 } else { random.positive() },
                velocity: match (random.below(3), planar) {
                    (0, _) => None,
                    (_, true) => Some([random.number(), -0.0, 0.0]),
                    (_, false) => Some(random.point()),
                },
                ..Body::new("", Shape::Circle { radius: 0.0 })
            })
            .collect();
        for body in &bodies {
            kinds.insert(std::mem::discriminant(&body.shape));
            subnormal += usize::from(body.position.iter().any(|x| x.is_subnormal()));
            negative_zero += usize::from(body.position[0].to_bits() == (-0.0f64).to_bits());
        }
        let query = Query {
            name: String::from("q"),
            theirs: random.theirs(),
            ask: Ask::Gjk {
                a: bodies[0].name.clone(),
                b: bodies[1].name.clone(),
                options: GjkOptions { direction: Some([random.positive(), -0.0, 0.0]), ..GjkOptions::default() },
                expect: DistanceExpect {
                    signed_distance: Some(random.number()),
                    tolerance: Some(0.0),
                    ..DistanceExpect::default()
                },
            },
        };
        let (name, note) = (format!("round {round}"), String::from("tab\tand\nline"));
        let dimension = if planar { Dimension::Two } else { Dimension::Three };
        let scene = Scene {
            note,
            gravity: if planar { [random.number() * 1e-4, -0.0] } else { [0.0; 2] },
            queries: vec![query],
            course: planar.then_some(Course { chapter: Chapter::Clamp, place: 1 + round as u32 }),
            ..Scene::new(name, dimension, bodies)
        };
        let text = save::to_string(&scene).unwrap();
        let back = scene::parse("f", text.as_bytes()).unwrap();
        // Debug prints every float by its shortest exact form and the sign of zero, so equal texts are equal bits.
        assert_eq!(format!("{back:?}"), format!("{scene:?}"));
        assert_eq!(save::to_string(&back).unwrap(), text, "saving is stable");
    }
    assert!(subnormal > 50 && negative_zero > 50 && kinds.len() == 14, "{subnormal} {negative_zero} {}", kinds.len());
}

#[test]
fn what_could_not_be_loaded_is_not_saved() {
    let mut scene = scene::parse("f", GOOD.as_bytes()).unwrap();
    scene.bodies[0].position[1] = f64::NAN;
    let said = save::to_string(&scene).unwrap_err().to_string();
    assert!(said.contains("bodies[0].position[1]: must be a number, but is null"), "{said}");
}

#[test]
fn saved_scenes_read_well() {
    let text = save::to_string(&scene::parse("f", GOOD.as_bytes()).unwrap()).unwrap();
    assert!(text.contains("\"shape\": { \"type\": \"box\", \"half_extents\": [1.0, 1.0, 1.0] }"), "{text}");
    assert!(!text.contains("options") && !text.contains("margin") && !text.contains("null"), "{text}");
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.scene.json");
    let mut scene = scene::parse("f", GOOD.as_bytes()).unwrap();
    save::to_file(&scene, &path).unwrap();
    assert_eq!(Document::open(&path).unwrap().scene, scene);
    scene.name.clear();
    assert!(save::to_file(&scene, &path).is_err());
    assert_eq!(Document::open(&path).unwrap().scene.name, "two boxes", "the old file stands");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn every_field_of_the_model_is_in_the_schema_and_described() {
    let schema = schema::schema();
    assert_eq!(schema::unknown_keywords(schema), Vec::<String>::new(), "words that the checker would ignore");
    let mut undescribed = Vec::new();
    let mut fields = 0;
    visit(schema, &mut |owner, name, field| {
        fields += 1;
        if field.get("description").is_none() && field.get("const").is_none() {
            undescribed.push(format!("{name} in {owner}"));
        }
    });
    assert_eq!(undescribed, Vec::<String>::new());
    assert!(fields > 60, "only {fields} fields were seen");
}

fn visit(schema: &Value, see: &mut impl FnMut(&str, &str, &Value)) {
    match schema {
        Value::Object(rules) => {
            let owner = rules.get("description").and_then(Value::as_str).unwrap_or("?");
            if let Some(Value::Object(fields)) = rules.get("properties") {
                assert_eq!(rules.get("additionalProperties"), Some(&json!(false)), "{owner} admits unknown fields");
                fields.iter().for_each(|(name, field)| see(owner, name, field));
            }
            rules.values().for_each(|inner| visit(inner, see));
        }
        Value::Array(items) => items.iter().for_each(|inner| visit(inner, see)),
        _ => {}
    }
}

/// A scene with every optional field filled serialises to fields that the schema knows, and to all that it knows.
#[test]
fn the_schema_and_a_full_scene_hold_the_same_fields() {
    let text = include_str!("full.scene.json");
    let scene = scene::parse("full.scene.json", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let mut written = std::collections::BTreeSet::new();
    // The dimension is written where it is not the usual one.
    let mut value = serde_json::to_value(Scene { dimension: Dimension::Two, ..scene }).unwrap();
    // Cameras are named by their views; a name there is no field.
    let cameras = value["cameras"].as_object_mut().unwrap();
    *cameras = [(String::from("cameras"), cameras["world"].clone())].into_iter().collect();
    names(&value, &mut written);
    // Questions about one body, in space and in the plane, with all that can be expected of a hull.
    let all = json!({ "dimension": 2, "vertices": 4, "area": 1, "outcome": "Polygon", "iterations_at_most": 9 });
    for (algorithm, more) in [("quickhull", json!({ "faces": 2, "volume": 0 })), ("graham", json!({ "perimeter": 4 }))]
    {
        let mut expect = all.as_object().unwrap().clone();
        expect.extend(more.as_object().unwrap().clone());
        let query = json!({ "name": "hull", "algorithm": algorithm, "body": "b", "expect": expect });
        names(&serde_json::to_value(serde_json::from_value::<Query>(query).unwrap()).unwrap(), &mut written);
    }
    let query = json!({ "name": "up", "algorithm": "hierarchy", "body": "b", "options": { "direction": [0, 1, 0] },
        "expect": { "value": 1, "vertices": 4, "levels": 1, "outcome": "Farthest", "visited_at_most": 9 } });
    names(&serde_json::to_value(serde_json::from_value::<Query>(query).unwrap()).unwrap(), &mut written);
    let query = json!({ "name": "cast", "algorithm": "cast", "a": "a", "b": "b",
        "options": { "method": "sat", "t_max": 2, "max_iterations": 9 },
        "expect": { "hit": true, "t_first": 1, "tolerance": 1, "normal": [1, 0, 0] } });
    names(&serde_json::to_value(serde_json::from_value::<Query>(query).unwrap()).unwrap(), &mut written);
    let query = json!({ "name": "ray", "algorithm": "ray", "body": "a", "origin": [1, 0, 0], "direction": [0, 1, 0],
        "t_max": 2, "expect": { "hit": true, "t": 1, "tolerance": 1, "normal": [1, 0, 0], "part": [1], "tests_at_most": 9 } });
    names(&serde_json::to_value(serde_json::from_value::<Query>(query).unwrap()).unwrap(), &mut written);
    let query = json!({ "name": "sat", "algorithm": "sat", "a": "a", "b": "b",
        "options": { "stop": "first", "pairs": "all", "warm_start": true },
        "expect": { "separation": 1, "tolerance": 1, "lines_at_most": 9 } });
    names(&serde_json::to_value(serde_json::from_value::<Query>(query).unwrap()).unwrap(), &mut written);
    let query = json!({ "name": "contact", "algorithm": "manifold", "a": "a", "b": "b",
        "options": { "margin": 0.1, "max_points": 4, "reference": "face_a", "warm_start": true },
        "expect": { "points": 4, "ids": ["v0-v1"], "depth": 0.1, "tolerance": 1, "normal": [0, 1, 0], "points_at_most": 4 } });
    names(&serde_json::to_value(serde_json::from_value::<Query>(query).unwrap()).unwrap(), &mut written);
    let query = json!({ "name": "cull", "algorithm": "cull", "frustum": "camera", "bodies": ["a", "b"],
        "expect": { "visible": 2, "inside": ["a"], "crossing": ["b"], "outside": [], "false_positives": ["b"], "planes_at_most": 9 } });
    names(&serde_json::to_value(serde_json::from_value::<Query>(query).unwrap()).unwrap(), &mut written);
    let query = json!({ "name": "pairs", "algorithm": "sweep_and_prune", "bodies": "all",
        "expect": { "frame": 1, "pairs": [["a", "b"]], "pair_count": 1, "began": [], "ended": [], "swaps_at_most": 9 } });
    names(&serde_json::to_value(serde_json::from_value::<Query>(query).unwrap()).unwrap(), &mut written);
    let plate = json!({ "type": "box", "half_extents": [1, 1, 1] });
    for shape in [
        json!({ "type": "compound", "parts": [{ "name": "p", "shape": plate, "position": [1, 0, 0], "rotation": [0, 0, 1, 0] }] }),
        json!({ "type": "triangle_mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]], "one_sided": true }),
        json!({ "type": "height_field", "heights": [[0, 1], [1, 0]], "cell": [1, 1] }),
    ] {
        let shape = serde_json::from_value::<contact_lens::scene::model::Shape>(shape).unwrap();
        names(&serde_json::to_value(shape).unwrap(), &mut written);
    }
    let plane = scene::parse("full-plane.scene.json", include_str!("full-plane.scene.json").as_bytes()).unwrap();
    names(&serde_json::to_value(plane).unwrap(), &mut written);
    let mut known = std::collections::BTreeSet::new();
    visit(schema::schema(), &mut |_, name, _| {
        known.insert(name.to_owned());
    });
    assert_eq!(written, known);
}

fn names(value: &Value, into: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, inner)| {
            into.insert(name.clone());
            names(inner, into);
        }),
        Value::Array(items) => items.iter().for_each(|inner| names(inner, into)),
        _ => {}
    }
}

#[test]
fn shipped_scenes_load() {
    for shipped in scene::SHIPPED {
        let document = Document::parse(shipped.name, shipped.text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert!(!document.scene.note.is_empty(), "{} has no note", shipped.name);
        assert!(!document.scene.queries.is_empty(), "{} asks nothing", shipped.name);
    }
}

#[test]
fn a_recording_is_a_scene() {
    let ball = Shape::Sphere { radius: 0.1 };
    let floor = Shape::Box { half_extents: [5.0, 0.1, 5.0] };
    let mut recorder = Recorder::new("falling ball", [("ball", ball), ("floor", floor)]);
    for tick in 0..5 {
        recorder
            .frame(f64::from(tick) / 60.0, [("ball", [0.0, 1.0 - 0.1 * f64::from(tick), 0.0], [0.0, 0.0, 0.0, 1.0])]);
    }
    let scene = scene::parse("f", recorder.to_string().unwrap().as_bytes()).unwrap();
    assert_eq!(&scene, recorder.scene());
    assert_eq!(scene.frame_count(), 5);
    assert_eq!(scene.pose(&scene.bodies[0], 3).0, [0.0, 1.0 - 0.1 * 3.0, 0.0]);
    assert_eq!(scene.pose(&scene.bodies[1], 3).0, [0.0; 3], "a body that never moves stays");
    recorder.frame(1.0, [("boll", [0.0; 3], [0.0, 0.0, 0.0, 1.0])]);
    let said = recorder.to_string().unwrap_err().to_string();
    assert!(said.ends_with("frames[5].poses[0].body: there is no body `boll`; did you mean `ball`?"), "{said}");
}
