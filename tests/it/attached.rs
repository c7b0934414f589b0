//! MuJoCo models that attach others: what is wrong with them is named, and none has no end.

use std::path::Path;

use contact_lens::import;

/// A folder with these files, of which the first is imported.
fn imported(name: &str, files: &[(&str, &str)]) -> Result<import::Imported, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attached").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    let path = folder.join(files[0].0);
    import::files_with_all_pairs(&[path]).map_err(|error| error.to_string())
}

const ARM: &str = "<mujoco model=\"arm\"><worldbody><body name=\"hand\"><geom name=\"palm\" size=\"1\"/>
    <body name=\"tip\"><joint/><geom name=\"end\" size=\"1\"/><body name=\"nail\" pos=\"9 0 0\"><joint/><geom name=\"nail\" size=\"1\"/></body></body></body></worldbody>
    <contact><exclude body1=\"hand\" body2=\"nail\"/></contact></mujoco>";

/// A model with an `attach` element and the assets for it.
fn with(attach: &str) -> String {
    format!(
        "<mujoco><asset><model name=\"arm\" file=\"arm.xml\"/><model name=\"gone\" file=\"gone.xml\"/></asset>
        <worldbody><geom name=\"base\" size=\"1\"/>{attach}</worldbody></mujoco>"
    )
}

#[test]
fn what_is_wrong_with_an_attachment_is_named() {
    let cases = [
        ("<attach model=\"arm\"/>", "attach.prefix: is missing"),
        ("<attach model=\"leg\" prefix=\"a_\"/>", "no model `leg` in the assets"),
        ("<attach model=\"arm\" body=\"foot\" prefix=\"a_\"/>", "the model has no body `foot`"),
        ("<attach body=\"late\" prefix=\"a_\"/><body name=\"late\"/>", "no body `late` before"),
        ("<body name=\"own\"><attach body=\"own\" prefix=\"a_\"/></body>", "no body `own` before"),
        ("<attach prefix=\"a_\"/>", "neither a model"),
        ("<attach model=\"arm\" body=\"hand\" frame=\"f\" prefix=\"a_\"/>", "combined with `body`"),
    ];
    for (attach, why) in cases {
        let message = imported("wrong", &[("main.xml", &with(attach)), ("arm.xml", ARM)]).unwrap_err();
        assert!(message.contains(why) && message.contains("main.xml:2:"), "{attach}: {message}");
    }
}

#[test]
fn a_missing_model_is_counted() {
    let text = with("<attach model=\"gone\" prefix=\"a_\"/><geom name=\"two\" size=\"1\"/>");
    let read = imported("missing", &[("main.xml", &text), ("arm.xml", ARM)]).unwrap();
    assert_eq!((read.shape_counts.found(), read.shape_counts.lost()), (3, 1));
    assert!(read.scene.note.contains("the file `gone.xml` of the model `gone` was not found"), "{}", read.scene.note);
}

#[test]
fn attached_bodies_keep_their_exclusions_and_names() {
    let text = with("<attach model=\"arm\" prefix=\"a_\"/><attach model=\"arm\" body=\"nail\" prefix=\"b_\"/>");
    let read = imported("exclusions", &[("main.xml", &text), ("arm.xml", ARM)]).unwrap();
    let names: Vec<&str> = read.scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["base", "a_palm", "a_end", "a_nail", "b_nail"]);
    let mut asked = Vec::new();
    for query in &read.scene.queries {
        asked.push(query.ask.clone().names_mut().map(|name| name.clone()).collect::<Vec<String>>());
    }
    let meets = |a: &str, b: &str| asked.iter().any(|pair| pair.iter().any(|n| n == a) && pair.iter().any(|n| n == b));
    assert!(meets("a_palm", "b_nail") && !meets("a_palm", "a_nail"), "{asked:?}");
    // What is not attached is not missing.
    assert!(
        read.skipped.iter().all(|quote| quote.why.contains("joint") || quote.why.contains("key frames")),
        "{:?}",
        read.skipped
    );
}

#[test]
fn models_that_attach_each_other_end() {
    let other = |name: &str| {
        format!(
            "<mujoco><asset><model name=\"m\" file=\"{name}\"/></asset><worldbody><geom name=\"g\" size=\"1\"/><attach model=\"m\" prefix=\"x_\"/></worldbody></mujoco>"
        )
    };
    let message = imported("circle", &[("a.xml", &other("b.xml")), ("b.xml", &other("a.xml"))]).unwrap_err();
    assert!(message.contains("`a.xml` attaches itself") && message.contains("b.xml:1:"), "{message}");
    let message = imported("self", &[("a.xml", &other("a.xml"))]).unwrap_err();
    assert!(message.contains("attaches itself"), "{message}");
    // Each body attaches the one before twice.
    let mut bodies = String::from("<body name=\"b0\"><geom size=\"1\"/></body>");
    for k in 1..30 {
        let before = k - 1;
        bodies += &format!(
            "<body name=\"b{k}\"><attach body=\"b{before}\" prefix=\"p{k}_\"/><attach body=\"b{before}\" prefix=\"q{k}_\"/></body>"
        );
    }
    let text = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
    let message = imported("many", &[("a.xml", &text)]).unwrap_err();
    assert!(message.contains("replicas in total"), "{message}");
}
