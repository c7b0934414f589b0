//! Runs as pages: what the page holds, and how it behaves in a browser without a display.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Largest page of a run of GJK, bytes.
const MAX_BYTES: usize = 1_500_000;

/// Writes the page of a scene into a new folder.
fn page_of(folder: &Path, scene: &str) -> (PathBuf, String) {
    let path = folder.join("run.html");
    let status =
        Command::new(env!("CARGO_BIN_EXE_contact-lens")).args(["render", scene, "-o"]).arg(&path).status().unwrap();
    assert!(status.success());
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

/// The data of the page's script.
fn data_of(page: &str) -> Value {
    let start = page.split_once("<script type=\"application/json\" id=\"run\">").unwrap().1;
    serde_json::from_str(start.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_page_has_every_substep_and_loads_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_, page) = page_of(folder.path(), "gjk-box-octahedron");
    assert!(page.len() <= MAX_BYTES, "{} bytes", page.len());
    let data = data_of(&page);
    let steps = Command::new(env!("CARGO_BIN_EXE_contact-lens"))
        .args(["run", "gjk-box-octahedron", "--steps", "--json"])
        .output()
        .unwrap();
    let steps: Value = serde_json::from_slice(&steps.stdout).unwrap();
    let sentences = steps["steps"].as_array().unwrap().iter().flat_map(|step| step.as_array().unwrap());
    let shown = data["substeps"].as_array().unwrap();
    let said: Vec<&Value> = sentences.map(|substep| &substep["say"]).collect();
    assert_eq!(shown.iter().map(|substep| &substep["say"]).collect::<Vec<_>>(), said);
    assert!(!data["questions"].as_array().unwrap().is_empty());
    let namespaces = page.matches("http://www.w3.org/").count() + page.matches("https://www.w3.org/").count();
    assert_eq!(page.matches("http://").count() + page.matches("https://").count(), namespaces, "loads something");
    for attribute in ["src=", "href=\"http", "@import", "fetch("] {
        assert!(!page.contains(attribute), "{attribute}");
    }
}

#[test]
fn a_page_of_the_plane_and_of_a_world_can_be_written() {
    for scene in ["planar-gjk-collinear", "world-real-box2d-497-no-impulse-on-impact"] {
        let folder = tempfile::tempdir().unwrap();
        let data = data_of(&page_of(folder.path(), scene).1);
        assert!(data["substeps"].as_array().unwrap().len() > 3, "{scene}");
    }
}

#[test]
fn options_without_an_effect_on_a_page_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.html");
    for options in [&["--step", "3"][..], &["--frames"], &["--view", "window"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_contact-lens"));
        let output = command.args(["render", "gjk-box-octahedron", "-o"]).arg(&path).args(options).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(!path.exists());
    }
}

/// Program of the browser; `None` without one, unless the environment requires it.
fn browser() -> Option<&'static str> {
    let known = ["chromium", "chromium-browser", "google-chrome"];
    let found = known.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    if found.is_none() {
        assert!(std::env::var_os("CONTACT_LENS_REQUIRE_BROWSER").is_none(), "no browser is installed");
        eprintln!("skipped: no Chromium is installed");
    }
    found
}

/// The document after a page has been opened at `address` and `script` has run in it.
fn document(browser: &str, page: &Path, address: &str, script: &str) -> String {
    let text = std::fs::read_to_string(page).unwrap();
    let path = page.with_extension("test.html");
    std::fs::write(&path, text.replace("</body>", &format!("<script>{script}</script></body>"))).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("file://{}#{address}", path.display()))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_page_opens_at_an_address_and_follows_keys() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (page, _) = page_of(folder.path(), "gjk-box-octahedron");
    let opened = document(browser, &page, "5.2", "");
    assert!(opened.contains("<output id=\"position\">Step 5 of 6, sub-step 2</output>"), "{}", position(&opened));
    assert!(opened.contains("class=\"lit\"") && opened.contains("data-pane=\"world\""));
    let press = |keys: &[&str]| {
        let presses = keys.iter().map(|key| {
            let (shift, key) = key.strip_prefix("Shift+").map_or((false, *key), |key| (true, key));
            format!("dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', shiftKey: {shift}}}));")
        });
        position(&document(browser, &page, "5.2", &presses.collect::<String>())).to_owned()
    };
    assert_eq!(press(&["ArrowRight"]), "Step 5 of 6, sub-step 3");
    assert_eq!(press(&["ArrowLeft", "ArrowLeft"]), "Step 4 of 6, sub-step 6");
    assert_eq!(press(&["Shift+ArrowRight"]), "Step 6 of 6, sub-step 1");
    assert_eq!(press(&["Home"]), "Step 1 of 6, sub-step 1");
    assert_eq!(press(&["Home", "End", "Shift+ArrowLeft"]), "Step 5 of 6, sub-step 1");
}

/// The position that a document shows.
fn position(document: &str) -> &str {
    let shown = document.split_once("<output id=\"position\">").map_or(document, |(_, rest)| rest);
    shown.split_once("</output>").map_or(shown, |(position, _)| position)
}

#[test]
fn a_prediction_is_asked_before_the_step_that_reveals_it() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (page, text) = page_of(folder.path(), "gjk-box-octahedron");
    let first = data_of(&text)["questions"][0].clone();
    let ask = "go(0); element('predict').click(); \
               for (let i = 0; i < 99 && !asking; i += 1) dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));";
    let asked = document(browser, &page, "1.1", ask);
    let question = first["question"].as_str().unwrap();
    assert!(asked.contains(&format!("<strong>{question}</strong>")), "{question}");
    let right = first["right"][0].as_u64().unwrap() + 1;
    let key = format!("{ask} dispatchEvent(new KeyboardEvent('keydown', {{key: '{right}'}}));");
    assert!(document(browser, &page, "1.1", &key).contains("<p>Right. "));
}

#[test]
fn a_printout_has_every_substep() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (page, text) = page_of(folder.path(), "gjk-box-octahedron");
    let printed = document(browser, &page, "1.1", "dispatchEvent(new Event('beforeprint'));");
    let count = data_of(&text)["substeps"].as_array().unwrap().len();
    assert_eq!(printed.matches("<figcaption>").count(), count);
}
