//! What it takes to add an algorithm: its folder, an option with its row, an answer with its judge, a row in the table of
//! questions and one in that of expectations, an entry in the registry, and a scene.
//! Everything here finds the toy, and nothing else has heard of it; nor has the window, whose test is its own.

use clap::Parser as _;

use super::args::Arguments;
use super::{Desktop, Ending, perform};
use crate::check::{self, CaseSummary};
use crate::play;
use crate::scene::model::Dimension;

/// A scene that asks the toy.
const SCENE: &str = include_str!("toy.scene.json");

#[test]
fn a_new_algorithm_is_found_by_everything() {
    let scene = crate::scene::parse("toy", SCENE.as_bytes()).unwrap_or_else(|error| panic!("{error}"));

    let listed = play::lessons(Dimension::Three).any(|(algorithm, title)| (algorithm.id(), title) == ("toy", "A toy"));
    assert!(listed, "menus");

    let cases = check::check_scene(&scene);
    assert_eq!((cases[0].summary(), cases[0].expectations), (CaseSummary::Verified, 3), "{:?}", cases[0].failures);
    let wrong = SCENE.replace("Measured", "Mesured");
    let wrong =
        check::check_scene(&crate::scene::parse("toy", wrong.as_bytes()).unwrap_or_else(|error| panic!("{error}")));
    assert!(wrong[0].failures[0].message.contains("did you mean `Measured`?"), "{:?}", wrong[0].failures);

    let wrong = SCENE.replace(r#""gap": 1,"#, r#""gap": 2,"#);
    let wrong =
        check::check_scene(&crate::scene::parse("toy", wrong.as_bytes()).unwrap_or_else(|error| panic!("{error}")));
    assert!(wrong[0].failures[0].message.starts_with("expected gap 2, found 1"), "{:?}", wrong[0].failures);

    let schema = crate::scene::schema::schema().to_string();
    assert!(schema.contains("\"toy\"") && schema.contains("\"along\""), "schema");

    assert_eq!((cases[1].summary(), cases[1].expectations), (CaseSummary::Verified, 2), "{:?}", cases[1].failures);
    let refused = |said: &str| {
        let text = SCENE.replace(r#""along": [4, 3, 0]"#, said);
        crate::scene::parse("toy", text.as_bytes()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(refused(r#""along": [0, 0, 0]"#).contains("must not be the zero vector"), "rules");
    assert!(refused(r#""alonge": [0, 1, 0]"#).contains("did you mean `along`?"), "schema");

    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let (file, picture) = (folder.path().join("toy.scene.json"), folder.path().join("toy.svg"));
    std::fs::write(&file, SCENE).unwrap_or_else(|error| panic!("{error}"));
    let perform = |arguments: &[&str]| {
        let file = file.to_string_lossy();
        let all = ["contact-lens", arguments[0], &file].into_iter().chain(arguments[1..].iter().copied());
        let arguments = Arguments::try_parse_from(all).unwrap_or_else(|error| panic!("{error}"));
        perform(arguments, &Desktop::NONE).unwrap_or_else(|error| panic!("{error:?}"))
    };
    assert_eq!(perform(&["run", "--json"]), Ending::Fine);
    assert_eq!(perform(&["render", "-o", &picture.to_string_lossy()]), Ending::Fine);
    let drawn = std::fs::read_to_string(&picture).unwrap_or_default();
    assert!(drawn.contains("The gap is 1.000 m."), "a figure with the last sentence");
}
