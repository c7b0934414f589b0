//! Questions about many bodies: what files say, what is refused, and what follows a body that is renamed or removed.

use crate::model::{Algorithm, Ask, Scene, Selection, Subjects};
use crate::{parse, save};

/// A scene of four bodies, one of them called `all`, with a query about `bodies`.
fn text(bodies: &str) -> String {
    let body = |name: &str| format!(r#"{{"name": "{name}", "shape": {{"type": "sphere", "radius": 1}}}}"#);
    format!(
        r#"{{"version": 1, "name": "crowd", "bodies": [{}], "queries": [
        {{"name": "q", "algorithm": "sweep_and_prune", "bodies": {bodies}}}]}}"#,
        ["a", "b", "all", "d"].map(body).join(", ")
    )
}

fn scene(bodies: &str) -> Scene {
    parse("f", text(bodies).as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(bodies: &str) -> String {
    let error = parse("f", text(bodies).as_bytes()).expect_err("a mistake").to_string();
    error.split_once("queries[0].").map_or(error.clone(), |(_, in_query)| in_query.to_owned())
}

#[test]
fn all_bodies_or_a_list_of_them() {
    let (whole, listed) = (scene(r#""all""#), scene(r#"["d", "all"]"#));
    let [of_whole, of_listed] = [&whole, &listed].map(|scene| scene.queries[0].ask.subjects());
    assert_eq!(of_whole, Subjects::Bodies(&Selection::All));
    assert!(of_whole.includes_all_bodies() && !of_listed.includes_all_bodies());
    assert_eq!([of_whole, of_listed].map(|subjects| subjects.list()), ["all bodies", "d, all"]);
    assert_eq!(
        of_listed.bodies().map(|(field, name)| format!("{field} {name}")).collect::<Vec<_>>(),
        ["bodies[0] d", "bodies[1] all"]
    );
    let indices_of =
        |scene: &Scene| scene.subjects(&scene.queries[0]).unwrap().iter().map(|each| each.index).collect::<Vec<_>>();
    assert_eq!((indices_of(&whole), indices_of(&listed)), (vec![0, 1, 2, 3], vec![3, 2]));
    assert!(of_whole.membership_test()("b") && of_listed.membership_test()("d") && !of_listed.membership_test()("b"));
    for scene in [whole, listed] {
        let saved = save::to_string(&scene).unwrap();
        assert_eq!(parse("f", saved.as_bytes()).unwrap(), scene, "{saved}");
    }
}

#[test]
fn mistakes_are_named_by_their_field() {
    assert_eq!(refused(r#""everybody""#), "bodies: `everybody` is not known; known here: all");
    assert_eq!(refused("7"), "bodies: must be `all` or a list, but is a number");
    assert_eq!(refused("[]"), "bodies: must have at least 1 entry, but has 0");
    assert_eq!(refused(r#"["a", 7]"#), "bodies[1]: must be a string, but is 7");
    assert_eq!(refused(r#"["a", "bb"]"#), "bodies[1]: there is no body `bb`; known here: a, b, all, d");
    assert_eq!(refused(r#"["a", "b", "a"]"#), "bodies[2]: `a` is in the list already");
    let expecting = |pairs: &str| refused(&format!(r#"["a", "b"], "expect": {{"pairs": {pairs}}}"#));
    assert_eq!(expecting(r#"[["a", "d"]]"#), "expect.pairs[0][1]: `d` is not a body of the query");
    assert_eq!(expecting(r#"[["a", "a"]]"#), "expect.pairs[0][1]: must differ from the first body, but both are `a`");
    assert_eq!(
        expecting(r#"[["a", "b"], ["b", "a"]]"#),
        "expect.pairs[1]: the pair of `b` and `a` is in the list already"
    );
}

#[test]
fn renamed_and_removed_bodies_are_followed() {
    let mut ask = scene(r#"["a", "b", "d"], "expect": {"pairs": [["a", "b"]], "pair_count": 1}"#).queries.remove(0).ask;
    ask.rename("a", "z");
    let Ask::SweepAndPrune { expect, .. } = &ask else { panic!("{ask:?}") };
    assert_eq!(expect.pairs, Some(vec![[String::from("z"), String::from("b")]]));
    assert_eq!(ask.subjects().list(), "z, b, d");
    assert!(ask.remove_body("nobody") && ask.expectation().count() == 2);
    assert!(ask.remove_body("b") && ask.subjects().list() == "z, d" && ask.expectation().count() == 0);
    assert!(ask.remove_body("z") && !ask.remove_body("d"), "no body is left to query");
    let mut whole = scene(r#""all""#).queries.remove(0).ask;
    assert!(whole.remove_body("a") && whole.subjects().includes_all_bodies());
    let mut pair = Algorithm::Gjk.of("a", "b");
    assert!(pair.remove_body("d") && !pair.remove_body("b"));
}

#[test]
fn a_question_can_be_handed_from_a_pair_to_a_crowd_and_back() {
    let crowd = Algorithm::Gjk.of("a", "b").converted_to(Algorithm::SweepAndPrune);
    assert!(crowd.subjects().includes_all_bodies());
    assert_eq!(crowd.converted_to(Algorithm::Gjk).subjects(), Subjects::Pair(["", ""]));
    let some = scene(r#"["d", "all", "b"]"#).queries.remove(0).ask;
    assert_eq!(some.converted_to(Algorithm::Gjk).subjects(), Subjects::Pair(["d", "all"]));
}

/// A planar scene of a circle, with a query that has these fields.
fn ray_in_plane(fields: &str) -> Result<Scene, String> {
    let text = format!(
        r#"{{"version": 1, "name": "ray", "dimension": 2, "bodies": [
        {{"name": "disc", "shape": {{"type": "circle", "radius": 1}}}}], "queries": [
        {{"name": "q", "algorithm": "ray", "body": "disc"{fields}}}]}}"#
    );
    parse("f", text.as_bytes()).map_err(|error| {
        let message = error.to_string();
        message.split_once("queries[0].").map_or(message.clone(), |(_, in_query)| in_query.to_owned())
    })
}

#[test]
fn the_fields_of_a_ray_are_next_to_its_body() {
    let scene =
        ray_in_plane(r#", "origin": [-3, 0], "direction": [1, 0], "t_max": 5, "expect": {"t": 2, "hit": true}"#)
            .unwrap_or_else(|error| panic!("{error}"));
    let Ask::Ray { body, options, expect } = &scene.queries[0].ask else { panic!("{scene:?}") };
    assert_eq!((body.as_str(), options.origin(), options.direction), ("disc", [-3.0, 0.0, 0.0], Some([1.0, 0.0, 0.0])));
    assert_eq!((options.t_max(), expect.t, expect.hit), (5.0, Some(2.0), Some(true)));
    let saved = save::to_string(&scene).unwrap_or_else(|error| panic!("{error}"));
    assert!(saved.contains("\"origin\"") && !saved.contains("options"), "{saved}");
    assert_eq!(parse("f", saved.as_bytes()).unwrap_or_else(|error| panic!("{error}")), scene);
    // Without a direction the ray leads to the body's position.
    assert!(ray_in_plane(r#", "origin": [-3, 0]"#).is_ok());
}

#[test]
fn mistakes_in_a_ray_are_named_by_their_field() {
    let refusals = [
        (r#", "direction": [0, 0]"#, "direction: must not be the zero vector"),
        (r#", "origin": [1, 0, 2]"#, "origin[2]: must be 0 in 2D, but is 2"),
        (r#", "t_max": -1"#, "t_max: must not be negative, but is -1"),
        (r#", "expect": {"tolerance": 1}"#, "expect.tolerance: has no effect without `t`"),
    ];
    for (fields, message) in refusals {
        assert_eq!(ray_in_plane(fields).map(|_| ()), Err(message.to_owned()));
    }
    assert!(ray_in_plane(r#", "options": {}"#).is_err_and(|message| message.starts_with("options: unknown field")));
}

#[test]
fn a_ray_keeps_the_direction_of_another_query() {
    let mut support = Algorithm::Support.of("a", "b");
    if let Ask::Support { options, .. } = &mut support {
        options.direction = Some([0.0, 2.0, 0.0]);
    }
    let Ask::Ray { body, options, .. } = support.converted_to(Algorithm::Ray) else { panic!("a ray") };
    assert_eq!((body.as_str(), options.direction), ("a", Some([0.0, 2.0, 0.0])));
}
