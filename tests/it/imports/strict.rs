//! Loops, conditionals and functions of pasted code, and changes of shapes that are not understood: read right, or
//! refused.

use super::code::{data, fault};

/// Checks that every text of a file has the bodies that its program makes, or is refused with the question that
/// decides.
fn check_programs(file: &str, count: usize) {
    let text = data(file);
    let programs: Vec<(&str, &str)> =
        text.split("\n----\n").filter_map(|block| block.trim_end().rsplit_once("\n => ")).collect();
    assert!(programs.len() >= count, "{} programs", programs.len());
    let wrong: Vec<String> = programs
        .iter()
        .filter_map(|(program, wanted)| Some(format!("{program}\n    {wanted}: {}", fault(program, wanted)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_are_run_or_refused() {
    check_programs("strict.txt", 15);
}

/// Visual shapes next to shapes that collide are no bodies.
#[test]
fn visual_shapes_are_no_bodies() {
    check_programs("multibodies.txt", 20);
}

/// Loops give the parts of their elements to the names in their patterns.
#[test]
fn loops_take_elements_apart() {
    check_programs("loops.txt", 20);
}

/// Points that matrices move are computed; matrices and lists that others are computed from are no bodies.
#[test]
fn computed_points_are_bodies_and_their_ingredients_are_none() {
    check_programs("matrices.txt", 30);
}

/// Further programs of these kinds, in several languages.
#[test]
fn variations_are_run_or_refused() {
    check_programs("variations.txt", 60);
}

/// Numbers that an unknown function takes are refused, whatever its name contains.
#[test]
fn names_that_contain_words_of_readers_are_no_readers() {
    check_programs("asides.txt", 6);
}

/// Bounding volumes are bodies or refused, and shapes without a pose are in the frame of those whose coordinates state it.
#[test]
fn volumes_and_frames_are_read_or_refused() {
    check_programs("volumes-and-frames.txt", 20);
}

/// Factories and overloads of the main libraries have the meaning of their library, or are refused.
#[test]
fn factories_are_read_or_refused() {
    check_programs("factories.txt", 200);
}

/// Types of further engines and geometry tools have the meaning of their library.
#[test]
fn further_libraries_are_read_or_refused() {
    check_programs("further-libraries.txt", 25);
}

/// Comments at the ends of lines place the shapes of their lines; those that move a body in another manner are refused.
#[test]
fn comments_place_the_shapes_of_their_lines() {
    check_programs("remarks.txt", 25);
}

/// Calls that may place a body in a manner that is not read are refused.
#[test]
fn placements_are_read_or_refused() {
    check_programs("placements.txt", 9);
}

/// Short reports: output of debuggers, excerpts of scene files, sentences with types, closest-point libraries.
#[test]
fn short_forms_are_read_or_refused() {
    check_programs("short-forms.txt", 50);
}

/// Poses belong to the shapes that their names, or the objects that methods put the shapes into, state.
#[test]
fn poses_belong_to_bodies_by_their_names() {
    check_programs("names-of-poses.txt", 30);
}

/// Poses among the arguments of queries place the shapes; those that are not understood are refused.
#[test]
fn poses_in_queries_are_read_or_refused() {
    check_programs("poses-in-queries.txt", 10);
}

/// Sentences that state a body around points or surfaces, and quaternions without an order, are refused.
#[test]
fn bodies_in_sentences_are_refused() {
    check_programs("bodies-in-sentences.txt", 14);
}

/// Loops and functions that call themselves end soon.
#[test]
fn endless_programs_end() {
    let calls = "def f(n):\n    return f(n + 1)\na = fcl.Sphere(f(1))\n";
    let nested = "for i in range(20000):\n".to_owned()
        + "    for j in range(20000):\n        a = fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([i, j, 0]))\n";
    let whiles = "btSphereShape a(1);\n".to_owned() + &"while (1) { btSphereShape b(2); }\n".repeat(50);
    let doubled = (0..40).map(|k| format!("v{} = [v{k}, v{k}]\n", k + 1)).collect::<String>() + "s = fcl.Sphere(1)\n";
    for text in [calls, &nested, &whiles, &doubled] {
        let start = std::time::Instant::now();
        if let Err(error) = contact_lens::import::text("t.txt", text) {
            assert!(error.to_string().starts_with("t.txt"), "{error}");
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
    }
}

/// Points that the text scales in place, or adds in a loop, are those after all its statements.
#[test]
fn changed_points_are_the_last_ones() {
    let points = |text: &str| {
        let imported = contact_lens::import::text("t.txt", text).unwrap();
        serde_json::to_value(&imported.scene.bodies[0].shape).unwrap()["points"].clone()
    };
    let corners = "pts = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])\n";
    let scaled = serde_json::json!([[0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.5]]);
    assert_eq!(points(&format!("{corners}pts *= 0.5\n")), scaled);
    let grown = "pts = []\nfor i in range(3):\n    pts.append([i, i * i, 1])\npts.append([0, 0, 2])\n";
    let all = serde_json::json!([[0.0, 0.0, 1.0], [1.0, 1.0, 1.0], [2.0, 4.0, 1.0], [0.0, 0.0, 2.0]]);
    assert_eq!(points(grown), all);
}
